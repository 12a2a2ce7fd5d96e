#include <QTest>

#include "controls/app_theme.h"
#include "controls/figure_view.h"
#include "test_class.h"
#include "views/sentence/panel/sentence_panel.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

class TestSentencePanel : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_theme = std::make_unique<AppTheme>(AppTheme::Choice::Light);
        Project project = defaultProject();
        project.source = "the cat sat";
        m_document->load(project, {});
        m_document->waitForResult();
        m_panel = std::make_unique<SentencePanel>(m_document.get(), m_theme.get(), nullptr);
        m_panel->resize(400, 300);
        m_panel->show();
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
    }
    void cleanup()
    {
        m_panel.reset();
        m_theme.reset();
        m_document.reset();
    }

    void clickAsksAboutTheWord()
    {
        click(0, 1);
        QCOMPARE(m_document->look().selection().query, 1);
        QCOMPARE(m_document->look().selection().pinnedQueries, std::vector<int>{1});
        QVERIFY(m_panel->view()->canvas()->accessibleDescription().endsWith(u"“cat” looks at"_s));
        click(1, 1); // the same word in the second head's row
        QCOMPARE(m_document->look().selection().query, -1);
        QVERIFY(m_document->look().selection().pinnedQueries.empty());
        QVERIFY(m_panel->view()->canvas()->accessibleDescription().contains(u"mean of what"_s));
    }

    void keysWalkTheWords()
    {
        QWidget *canvas = m_panel->view()->canvas();
        canvas->setFocus();
        QTest::keyClick(canvas, Qt::Key_Right);
        QTest::keyClick(canvas, Qt::Key_Right);
        QCOMPARE(m_document->look().selection().query, 1);
        QTest::keyClick(canvas, Qt::Key_End);
        QCOMPARE(m_document->look().selection().query, 2);
        QTest::keyClick(canvas, Qt::Key_Space);
        QCOMPARE(m_document->look().selection().pinnedQueries, std::vector<int>{2});
        QTest::keyClick(canvas, Qt::Key_Escape);
        QCOMPARE(m_document->look().selection().query, -1);
    }

private:
    void click(int headRow, int token) const
    {
        const auto *figure = static_cast<const SentenceFigure *>(m_panel->view()->figure());
        QTest::mouseClick(m_panel->view()->canvas(), Qt::LeftButton, {},
                          figure->tokenRect(headRow, token).center().toPoint());
    }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<AppTheme> m_theme;
    std::unique_ptr<SentencePanel> m_panel;
};

REGARD_TEST(TestSentencePanel)
#include "test_sentence_panel.moc"
