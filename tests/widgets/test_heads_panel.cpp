#include <QTest>

#include "widgets/app_theme.h"
#include "widgets/figure_view.h"
#include "widgets/heads_panel.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

class TestHeadsPanel : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_theme = std::make_unique<AppTheme>(AppTheme::Choice::Light);
        Project project = defaultProject();
        project.source = "a b c";
        m_document->load(project, {});
        ModelConfig config = m_document->model()->config;
        config.encoderLayers = 3;
        m_document->setConfig(config, u"layers"_s);
        m_document->waitForResult();
        m_panel = std::make_unique<HeadsPanel>(m_document.get(), m_theme.get(), nullptr);
        m_panel->resize(300, 300);
        m_panel->show();
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
    }
    void cleanup()
    {
        m_panel.reset();
        m_theme.reset();
        m_document.reset();
    }

    void clickSelectsAndTheLinksFollow()
    {
        QCOMPARE(m_panel->caption(), u"3 layers × 2 heads"_s);
        Selection one = m_document->selection();
        one.heads = {0};
        m_document->setSelection(one);
        click(2, 1);
        QCOMPARE(m_document->selection().layer, 2);
        QCOMPARE(m_document->selection().head, 1);
        QCOMPARE(m_document->selection().heads, std::vector<int>{1});
    }

    void theFrameFollows()
    {
        const QImage before = m_panel->view()->canvas()->grab().toImage();
        click(1, 1);
        QVERIFY(m_panel->view()->canvas()->grab().toImage() != before);
        click(0, 0);
        QCOMPARE(m_panel->view()->canvas()->grab().toImage(), before);
    }

    void arrowsWalkTheHeads()
    {
        const auto chosen = [this] { return std::pair(m_document->selection().layer, m_document->selection().head); };
        QWidget *canvas = m_panel->view()->canvas();
        canvas->setFocus();
        QTest::keyClick(canvas, Qt::Key_Right);
        QCOMPARE(chosen(), std::pair(0, 1));
        QTest::keyClick(canvas, Qt::Key_Right);
        QCOMPARE(chosen(), std::pair(0, 1));
        for (int i = 0; i < 4; ++i)
            QTest::keyClick(canvas, Qt::Key_Down);
        QCOMPARE(chosen(), std::pair(2, 1));
        QTest::keyClick(canvas, Qt::Key_Home);
        QTest::keyClick(canvas, Qt::Key_Up);
        QCOMPARE(chosen(), std::pair(1, 0));
    }

private:
    void click(int layer, int head) const
    {
        const auto *figure = static_cast<const HeadsFigure *>(m_panel->view()->figure());
        QTest::mouseClick(m_panel->view()->canvas(), Qt::LeftButton, {},
                          figure->headRect(layer, head).center().toPoint());
    }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<AppTheme> m_theme;
    std::unique_ptr<HeadsPanel> m_panel;
};

QTEST_MAIN(TestHeadsPanel)
#include "test_heads_panel.moc"
