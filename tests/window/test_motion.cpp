#include <QAction>
#include <QApplication>
#include <QMenu>
#include <QProxyStyle>
#include <QTest>

#include "controls/motion.h"
#include "test_class.h"
#include "window/base/motion.h"
#include "window/motion_menu.h"

using namespace regard;

namespace {

/// A style whose animations take as long as it is told.
class TimedStyle : public QProxyStyle {
public:
    explicit TimedStyle(int duration) : m_duration(duration) {}

    int styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                  QStyleHintReturn *result) const override
    {
        return hint == SH_Widget_Animation_Duration ? m_duration : QProxyStyle::styleHint(hint, option, widget, result);
    }

private:
    int m_duration;
};

} // namespace

class TestMotion : public QObject {
    Q_OBJECT

private slots:
    void cleanup() { setReducesMotion(false); }

    void followsStyleAndChoice_data()
    {
        QTest::addColumn<QString>("choice");
        QTest::addColumn<int>("duration");
        QTest::addColumn<bool>("reduced");
        QTest::newRow("a desktop that moves") << QStringLiteral("system") << 200 << false;
        QTest::newRow("a desktop at rest") << QStringLiteral("system") << 0 << true;
        QTest::newRow("reduced on one that moves") << QStringLiteral("reduced") << 200 << true;
        QTest::newRow("full on one at rest") << QStringLiteral("full") << 0 << false;
        QTest::newRow("an unknown word follows") << QStringLiteral("much") << 0 << true;
    }

    void followsStyleAndChoice()
    {
        QFETCH(QString, choice);
        QFETCH(int, duration);
        QFETCH(bool, reduced);
        QApplication::setStyle(new TimedStyle(duration));
        const Motion motion(motionNamed(choice));
        QCOMPARE(motion.isReduced(), reduced);
        QCOMPARE(reducesMotion(), reduced);
    }

    void changesAtOnce()
    {
        QApplication::setStyle(new TimedStyle(200));
        Motion motion(Motion::Choice::System);
        QVERIFY(!reducesMotion());
        motion.setChoice(Motion::Choice::Reduced);
        QVERIFY(reducesMotion());
        motion.setChoice(Motion::Choice::System);
        QVERIFY(!reducesMotion());
    }

    void theMenuChooses()
    {
        QApplication::setStyle(new TimedStyle(200));
        Motion motion(Motion::Choice::Full);
        QString setting = motionName(motion.choice());
        QMenu view;
        addMotionMenu(&view, &motion, &setting);
        const auto action = [&](const char *name) { return view.findChild<QAction *>(QString::fromLatin1(name)); };
        QVERIFY(action("motion_full")->isChecked());
        action("motion_reduced")->trigger();
        QVERIFY(reducesMotion());
        QCOMPARE(setting, QStringLiteral("reduced"));
        QVERIFY(!action("motion_full")->isChecked());
        action("motion_system")->trigger();
        QVERIFY(!reducesMotion());
        QCOMPARE(setting, QStringLiteral("system"));
    }

    void namesReadBack()
    {
        for (const auto choice : {Motion::Choice::System, Motion::Choice::Reduced, Motion::Choice::Full})
            QVERIFY(motionNamed(motionName(choice)) == choice);
    }
};

REGARD_TEST(TestMotion)
#include "test_motion.moc"
