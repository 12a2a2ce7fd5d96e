#include <QComboBox>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>
#include <QToolButton>

#include "child.h"
#include "controls/motion.h"
#include "test_class.h"
#include "views/steps/panel/walk_bar.h"

using namespace regard;

/// Time is what the test says it is: advance() is what the clock calls.
class TestWalkBar : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<WalkBar> m_bar;

    /// Goes on until the next whole frame, in small ticks.
    void playOn(double seconds) const
    {
        for (double passed = 0; passed < seconds; passed += 0.03)
            m_bar->advance(0.03);
    }

private slots:
    void init()
    {
        setReducesMotion(false);
        m_bar = std::make_unique<WalkBar>(nullptr);
        m_bar->setFrames(6, 3);
        m_bar->resize(900, 40);
        m_bar->show();
        QVERIFY(QTest::qWaitForWindowActive(m_bar.get()));
    }

    void cleanup()
    {
        m_bar.reset();
        setReducesMotion(false);
    }

    void nothingToWalk()
    {
        m_bar->setFrames(0, 0);
        QVERIFY(!child<QToolButton>(m_bar, "playButton")->isEnabled() && !m_bar->slider()->isEnabled());
        QVERIFY(!child<QToolButton>(m_bar, "exportButton")->isEnabled());
        m_bar->play();
        QVERIFY(!m_bar->isPlaying());
    }

    void aFrameGrowsStandsAndGivesWay()
    {
        const QSignalSpy chosen(m_bar.get(), &WalkBar::frameChosen);
        child<QToolButton>(m_bar, "playButton")->click();
        QVERIFY(m_bar->isPlaying());
        QCOMPARE(m_bar->frame(), 0);
        QCOMPARE(m_bar->reveal(), 0.0);
        m_bar->advance(0.3);
        QVERIFY(m_bar->reveal() > 0 && m_bar->reveal() < 1);
        QCOMPARE(chosen.last().at(1).toDouble(), m_bar->reveal());
        playOn(1.2);
        QCOMPARE(m_bar->frame(), 0);
        QCOMPARE(m_bar->reveal(), 1.0);
        playOn(1.6);
        QCOMPARE(m_bar->frame(), 1);
        QVERIFY(m_bar->reveal() < 1);
        // Whatever a tick is late by is not lost, and nothing is skipped unseen at the end.
        m_bar->advance(1000);
        QCOMPARE(m_bar->frame(), 5);
        QCOMPARE(m_bar->reveal(), 1.0);
        QVERIFY(!m_bar->isPlaying());
        QCOMPARE(chosen.last().at(0).toInt(), 5);
    }

    void playAgainStartsOver()
    {
        m_bar->setCurrent(5);
        m_bar->play();
        QCOMPARE(m_bar->frame(), 0);
        QCOMPARE(m_bar->reveal(), 0.0);
    }

    void playGoesOnFromTheMiddle()
    {
        m_bar->setCurrent(2);
        m_bar->play();
        QCOMPARE(m_bar->frame(), 3);
        m_bar->advance(0.3);
        const double reveal = m_bar->reveal();
        m_bar->stop();
        m_bar->advance(5);
        QCOMPARE(m_bar->reveal(), reveal);
        m_bar->play();
        QCOMPARE(m_bar->frame(), 3);
        QCOMPARE(m_bar->reveal(), reveal);
    }

    void speed_data()
    {
        QTest::addColumn<int>("row");
        QTest::addColumn<double>("factor");
        QTest::newRow("0.5") << 0 << 0.5;
        QTest::newRow("1") << 1 << 1.0;
        QTest::newRow("2") << 2 << 2.0;
        QTest::newRow("4") << 3 << 4.0;
    }

    void speed()
    {
        QFETCH(int, row);
        QFETCH(double, factor);
        child<QComboBox>(m_bar, "speedBox")->setCurrentIndex(row);
        QCOMPARE(m_bar->speed(), factor);
        m_bar->play();
        m_bar->advance(0.12);
        QCOMPARE(m_bar->reveal(), 0.1 * factor); // a frame grows in 1.2 s at speed 1
    }

    void reducedMotionShowsWholeFramesAlone()
    {
        setReducesMotion(true);
        const QSignalSpy chosen(m_bar.get(), &WalkBar::frameChosen);
        m_bar->play();
        playOn(20);
        QCOMPARE(m_bar->frame(), 5);
        for (const QList<QVariant> &signal : chosen)
            QCOMPARE(signal.at(1).toDouble(), 1.0);
        QCOMPARE(chosen.size(), 6);
        m_bar->slider()->setValue(150);
        QCOMPARE(m_bar->frame(), 1);
        QCOMPARE(m_bar->reveal(), 1.0);
    }

    void motionMayBeReducedMeanwhile()
    {
        m_bar->play();
        m_bar->advance(0.3);
        setReducesMotion(true);
        m_bar->advance(0.01);
        QCOMPARE(m_bar->reveal(), 1.0);
    }

    void scrubbing()
    {
        const QSignalSpy chosen(m_bar.get(), &WalkBar::frameChosen);
        m_bar->play();
        m_bar->slider()->setValue(250);
        QVERIFY(!m_bar->isPlaying());
        QCOMPARE(chosen.last().at(0).toInt(), 2);
        QCOMPARE(chosen.last().at(1).toDouble(), 0.5);
        m_bar->slider()->setValue(300);
        QCOMPARE(m_bar->frame(), 2);
        QCOMPARE(m_bar->reveal(), 1.0);
        m_bar->slider()->setValue(0);
        QCOMPARE(m_bar->frame(), 0);
        QCOMPARE(m_bar->reveal(), 0.0);
        m_bar->slider()->setValue(m_bar->slider()->maximum());
        QCOMPARE(m_bar->frame(), 5);
        QCOMPARE(m_bar->reveal(), 1.0);
    }

    void keysGoFromFrameToFrame()
    {
        m_bar->slider()->setFocus();
        m_bar->slider()->setValue(150);
        QTest::keyClick(m_bar->slider(), Qt::Key_Right);
        QCOMPARE(m_bar->frame(), 2);
        QCOMPARE(m_bar->reveal(), 1.0);
        QTest::keyClick(m_bar->slider(), Qt::Key_Left);
        QCOMPARE(m_bar->frame(), 1);
        QTest::keyClick(m_bar->slider(), Qt::Key_PageUp);
        QCOMPARE(m_bar->frame(), 4); // the next token's
        QTest::keyClick(m_bar->slider(), Qt::Key_End);
        QCOMPARE(m_bar->frame(), 5);
        QTest::keyClick(m_bar->slider(), Qt::Key_Right);
        QCOMPARE(m_bar->frame(), 5);
        QTest::keyClick(m_bar->slider(), Qt::Key_Home);
        QCOMPARE(m_bar->frame(), 0);
        QCOMPARE(m_bar->reveal(), 1.0);
        QTest::keyClick(m_bar->slider(), Qt::Key_Left);
        QCOMPARE(m_bar->reveal(), 1.0);
        QTest::keyClick(m_bar->slider(), Qt::Key_P);
        QVERIFY(m_bar->isPlaying());
        QTest::keyClick(m_bar->slider(), Qt::Key_P);
        QVERIFY(!m_bar->isPlaying());
    }

    void stepping()
    {
        QVERIFY(!m_bar->backButton()->isEnabled());
        m_bar->forthButton()->click();
        QCOMPARE(m_bar->frame(), 1);
        m_bar->backButton()->click();
        QCOMPARE(m_bar->frame(), 0);
        m_bar->setCurrent(5);
        QVERIFY(!m_bar->forthButton()->isEnabled() && m_bar->backButton()->isEnabled());
    }

    void othersMayShowAFrame()
    {
        const QSignalSpy chosen(m_bar.get(), &WalkBar::frameChosen);
        m_bar->play();
        m_bar->advance(0.3);
        const int signalsBefore = int(chosen.size());
        m_bar->setCurrent(0); // the very frame that plays
        QVERIFY(m_bar->isPlaying());
        m_bar->setFrames(6, 3);
        QVERIFY(m_bar->isPlaying());
        m_bar->setCurrent(4);
        QVERIFY(!m_bar->isPlaying());
        QCOMPARE(m_bar->frame(), 4);
        QCOMPARE(m_bar->reveal(), 1.0);
        m_bar->setFrames(3, 3);
        QCOMPARE(m_bar->frame(), 2);
        QCOMPARE(int(chosen.size()), signalsBefore);
    }

    void scope()
    {
        const QSignalSpy chosen(m_bar.get(), &WalkBar::scopeChosen);
        m_bar->play();
        child<QComboBox>(m_bar, "scopeBox")->setCurrentIndex(1);
        QVERIFY(!m_bar->isPlaying());
        QCOMPARE(chosen.size(), 1);
        QVERIFY(m_bar->scope() == WalkScope::EveryToken);
        m_bar->setScope(WalkScope::Token);
        QCOMPARE(child<QComboBox>(m_bar, "scopeBox")->currentIndex(), 0);
    }

    void narrowItStandsInTwoLines()
    {
        QVERIFY(child<QToolButton>(m_bar, "exportButton")->y() <
                child<QToolButton>(m_bar, "playButton")->geometry().bottom());
        m_bar->resize(420, 80);
        QTRY_VERIFY(child<QComboBox>(m_bar, "scopeBox")->mapTo(m_bar.get(), QPoint()).y() >
                    child<QToolButton>(m_bar, "playButton")->geometry().bottom());
        for (const QWidget *child : m_bar->findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly))
            QVERIFY2(m_bar->rect().contains(child->geometry()), child->metaObject()->className());
    }

    void everyControlHasAName()
    {
        for (const QWidget *control : std::initializer_list<QWidget *>{
                 child<QToolButton>(m_bar, "playButton"), m_bar->backButton(), m_bar->forthButton(),
                 child<QToolButton>(m_bar, "exportButton"), m_bar->slider(), child<QComboBox>(m_bar, "speedBox"),
                 child<QComboBox>(m_bar, "scopeBox")}) {
            QVERIFY(!control->accessibleName().isEmpty());
            QVERIFY(!control->toolTip().isEmpty());
            QVERIFY(control->focusPolicy() & Qt::TabFocus);
        }
        QCOMPARE(child<QToolButton>(m_bar, "playButton")->accessibleName(), QStringLiteral("Play"));
        m_bar->play();
        QCOMPARE(child<QToolButton>(m_bar, "playButton")->accessibleName(), QStringLiteral("Pause"));
    }

    void exportIsAsked()
    {
        const QSignalSpy asked(m_bar.get(), &WalkBar::exportAsked);
        child<QToolButton>(m_bar, "exportButton")->click();
        QCOMPARE(asked.size(), 1);
    }
};

REGARD_TEST(TestWalkBar)
#include "test_walk_bar.moc"
