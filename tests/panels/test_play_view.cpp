#include <cmath>
#include <memory>

#include <QLabel>
#include <QPushButton>
#include <QTest>
#include <QToolButton>

#include "child.h"
#include "controls/figure_view.h"
#include "controls/motion.h"
#include "io/project/examples.h"
#include "test_class.h"
#include "views/base/token_focus.h"
#include "views/play/panel/play_bar.h"
#include "views/play/panel/play_slider.h"
#include "views/play/panel/play_view.h"
#include "views/play/play_figure.h"
#include "views/steps/panel/steps_panel.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

/// One word, played in the panel of the steps.
class TestPlayView : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_theme = std::make_unique<AppTheme>(AppTheme::Choice::Light);
        m_document->load(readExample("it"), {});
        m_document->waitForResult();
        m_document->look().setSelection(focusedOnPair(m_document->look().selection(), 7, 1));
        m_panel = std::make_unique<StepsPanel>(m_document.get(), m_theme.get(), nullptr);
        m_panel->resize(1100, 600);
        m_panel->show();
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
        m_panel->setShowsPlay(true);
    }
    void cleanup()
    {
        setReducesMotion(false);
        m_panel.reset();
        m_theme.reset();
        m_document.reset();
    }

    void beginsAsTheStillPicture()
    {
        QCOMPARE(bar()->seconds(), 20.0);
        QVERIFY(m_panel->about().startsWith(u"How “it” comes to look at “cat”"_s));
        QVERIFY(!m_panel->play()->moment());
        QVERIFY(m_panel->play()->isVisible() && !m_panel->view()->isVisible());
        const auto keys = [this] { // once the bar and the sentences have their heights
            const auto *figure = static_cast<const PlayFigure *>(m_panel->play()->view()->figure());
            return figure ? figure->keys().size() : 0;
        };
        QTRY_COMPARE(keys(), std::size_t(11));
    }

    void playsAndPauses()
    {
        bar()->toggle();
        QVERIFY(bar()->isPlaying() && bar()->seconds() == 0);
        QCOMPARE(bar()->button()->text(), u"Pause"_s);
        bar()->advance(13.5);
        QCOMPARE(bar()->seconds(), 13.5);
        QCOMPARE(bar()->clock()->text(), u"13 of 20 s"_s);
        QVERIFY(m_panel->play()->sentences().contains(u"286.2"_s));
        bar()->toggle();
        bar()->advance(1);
        QCOMPARE(bar()->seconds(), 13.5);
        bar()->play();
        bar()->advance(100);
        QVERIFY(!bar()->isPlaying() && bar()->seconds() == 20);
    }

    void keysChangeTheScene()
    {
        QWidget *canvas = m_panel->play()->view()->canvas();
        QTest::keyClick(canvas, Qt::Key_Home);
        QCOMPARE(bar()->seconds(), 0.0);
        for (const double start : {4.0, 8.0, 11.0, 16.0, 20.0}) {
            QTest::keyClick(canvas, Qt::Key_Right);
            QCOMPARE(bar()->seconds(), start);
        }
        QTest::keyClick(canvas, Qt::Key_Left);
        QCOMPARE(bar()->seconds(), 16.0);
        QTest::keyClick(bar()->slider(), Qt::Key_Right);
        QCOMPARE(bar()->seconds(), 16.5);
        QTest::mouseClick(bar()->slider(), Qt::LeftButton, {},
                          QPoint(int(bar()->slider()->placeOf(9.5)), bar()->slider()->height() / 2));
        QVERIFY(std::abs(bar()->seconds() - 9.5) < 0.2);
        QTest::keyClick(canvas, Qt::Key_Down);
        QCOMPARE(m_panel->play()->data()->key, 2);
    }

    void withoutMotionScenesChangeAtOnce()
    {
        setReducesMotion(true);
        bar()->play();
        const PlayData &data = *m_panel->play()->data();
        QCOMPARE(bar()->seconds(), tellingMoment(data, 0));
        bar()->advance(2);
        QCOMPARE(bar()->seconds(), tellingMoment(data, 0));
        bar()->advance(1.5);
        QCOMPARE(bar()->seconds(), tellingMoment(data, 1));
    }

    /// Stages that somebody names are shown in its place.
    void leavesForTheStages()
    {
        StepView view = m_document->look().stepView();
        view.kind = StepKind::Score;
        m_document->look().setStepView(view);
        QVERIFY(!m_panel->showsPlay() && m_panel->view()->isVisible());
        QTest::mouseClick(child<QToolButton>(m_panel, "oneWordButton"), Qt::LeftButton);
        QVERIFY(m_panel->showsPlay());
        QTest::mouseClick(child<QToolButton>(m_panel, "allButton"), Qt::LeftButton);
        QVERIFY(!m_panel->showsPlay() && m_panel->showsAll());
    }

private:
    PlayBar *bar() const { return m_panel->play()->bar(); }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<AppTheme> m_theme;
    std::unique_ptr<StepsPanel> m_panel;
};

REGARD_TEST(TestPlayView)
#include "test_play_view.moc"
