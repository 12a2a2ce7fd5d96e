#include <memory>

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QSettings>
#include <QStandardPaths>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>

#include "app/base/language.h"
#include "app/docks/arrangements.h"
#include "app/files/lesson_desk.h"
#include "app/window/main_window.h"
#include "dock_hands.h"
#include "document/document.h"
#include "event_turns.h"
#include "io/lesson/lessons.h"
#include "io/lesson/panel_word.h"
#include "run_program.h"
#include "test_class.h"
#include "widgets/lessons/lesson_player.h"
#include "widgets/panels/heatmap_panel.h"
#include "widgets/panels/link_panel.h"
#include "widgets/panels/why_panel.h"
#include "widgets/parts/elided_label.h"

using namespace regard;

namespace {

constexpr double largeType = 1.25; // as desktops offer it
constexpr QSize sizes[] = {{1024, 600}, {1280, 720}, {1366, 768}, {1440, 900}, {1920, 1080}};

/// Qt places their parts, some on purpose over each other.
bool isComposite(const QWidget *widget)
{
    return qobject_cast<const QAbstractSpinBox *>(widget) || qobject_cast<const QComboBox *>(widget) ||
           qobject_cast<const QAbstractItemView *>(widget) || qobject_cast<const QTabBar *>(widget) ||
           qobject_cast<const QLineEdit *>(widget);
}

/// What covers others, or shows a part of itself, by design.
bool isFree(const QWidget *widget)
{
    return widget->isHidden() || widget->isWindow() || widget->property("covers").toBool();
}

QString named(const QWidget *widget)
{
    QString text = QString::fromLatin1(widget->metaObject()->className());
    for (const QWidget *each = widget; each && !each->isWindow(); each = each->parentWidget())
        if (!each->objectName().isEmpty() || !each->accessibleName().isEmpty())
            text += QStringLiteral(" < ") + each->objectName() + QLatin1Char(' ') + each->accessibleName();
    return text;
}

QString placed(const QRect &rect)
{
    return QStringLiteral("(%1, %2) %3 x %4").arg(rect.x()).arg(rect.y()).arg(rect.width()).arg(rect.height());
}

/// Labels and buttons that are too small for their text.
bool isCut(const QWidget *widget)
{
    if (dynamic_cast<const ElidedLabel *>(widget))
        return false;
    const auto *label = qobject_cast<const QLabel *>(widget);
    const auto *button = qobject_cast<const QAbstractButton *>(widget);
    const bool isText =
        (label && !label->text().isEmpty() && !label->wordWrap()) || (button && !button->text().isEmpty());
    const QSize least = widget->minimumSizeHint();
    return isText && (widget->width() < least.width() || widget->height() < least.height());
}

/// Of the visible children, those that their parent cuts or that lie over each other.
void findFaults(const QWidget *parent, QStringList &faults)
{
    if (isComposite(parent))
        return;
    const auto *area = qobject_cast<const QAbstractScrollArea *>(parent->parentWidget());
    const bool scrolls = area && area->viewport() == parent;
    QList<const QWidget *> seen;
    for (const QObject *child : parent->children()) {
        const auto *widget = qobject_cast<const QWidget *>(child);
        if (!widget || isFree(widget) || !widget->isVisible())
            continue;
        // A dock behind another one's tab lies outside the window, as tabs do that are not needed.
        if (qobject_cast<const QMainWindow *>(parent) && !parent->rect().intersects(widget->geometry()))
            continue;
        if (!scrolls && !parent->rect().contains(widget->geometry()) && !widget->geometry().isEmpty())
            faults << named(widget) + QStringLiteral(" at ") + placed(widget->geometry()) +
                          QStringLiteral(" is clipped by ") + placed(parent->rect());
        if (isCut(widget))
            faults << named(widget) + QStringLiteral(" is cut: ") + placed(widget->geometry()) +
                          QStringLiteral(", needs %1 x %2")
                              .arg(widget->minimumSizeHint().width())
                              .arg(widget->minimumSizeHint().height());
        for (const QWidget *other : seen)
            if (widget->geometry().intersects(other->geometry()))
                faults << named(widget) + QStringLiteral(" at ") + placed(widget->geometry()) +
                              QStringLiteral(" lies over ") + named(other) + QStringLiteral(" at ") +
                              placed(other->geometry());
        seen << widget;
        findFaults(widget, faults);
    }
}

void addSizes()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QString>("language");
    for (const char *language : {"en", "zh_CN"})
        for (const QSize &size : sizes)
            QTest::addRow("%d x %d, %s", size.width(), size.height(), language)
                << size << QString::fromLatin1(language);
}

/// What is open beside the panels, and with which type.
enum class Shows { Example, Checkpoint, Lesson };

void addStates()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QString>("language");
    QTest::addColumn<Shows>("shows");
    QTest::addColumn<double>("type");
    const auto add = [](const char *name, const QSize &size, Shows shows, double type) {
        for (const char *language : {"en", "zh_CN"})
            QTest::addRow("%s, %d x %d, %s", name, size.width(), size.height(), language)
                << size << QString::fromLatin1(language) << shows << type;
    };
    for (const QSize &size : sizes)
        add("example", size, Shows::Example, 1);
    for (const QSize &size : {sizes[0], sizes[2]}) {
        add("checkpoint", size, Shows::Checkpoint, 1);
        add("lesson", size, Shows::Lesson, 1);
        add("large type", size, Shows::Example, largeType);
    }
    add("lesson in large type", sizes[1], Shows::Lesson, largeType);
}

} // namespace

/// Nothing overlaps and nothing is cut, whichever panel is open; links, heatmap and the reason below them have half of
/// the window.
class TestPanelsFit : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
    QFont m_font;

    QDockWidget *dock(const QString &id) const { return m_window->findChild<QDockWidget *>(id); }

    void open(QSize size, const QString &language, double type = 1)
    {
        installLanguage(language);
        QFont font = m_font;
        font.setPointSizeF(font.pointSizeF() * type);
        QApplication::setFont(font);
        m_window = std::make_unique<MainWindow>();
        m_window->resize(size);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        m_window->document()->waitForResult();
        turnEventLoop();
        QCOMPARE(m_window->size(), size);
    }
    void trigger(const char *action) const
    {
        m_window->findChild<QAction *>(QString::fromLatin1(action))->trigger();
        turnEventLoop();
    }
    QString faults() const
    {
        turnEventLoop();
        QStringList found;
        findFaults(m_window.get(), found);
        found.removeDuplicates();
        return found.join(QLatin1Char('\n'));
    }
    double shareOfPictures() const
    {
        double pixels = 0;
        for (const QWidget *picture : {static_cast<QWidget *>(m_window->findChild<LinksPanel *>()),
                                       static_cast<QWidget *>(m_window->findChild<HeatmapPanel *>()),
                                       static_cast<QWidget *>(m_window->findChild<WhyPanel *>())})
            pixels += picture->isVisible() ? double(picture->width()) * picture->height() : 0;
        return pixels / (double(m_window->width()) * m_window->height());
    }

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QVERIFY(m_folder.isValid());
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
        m_font = QApplication::font();
    }

    void cleanup()
    {
        if (m_window)
            m_window->document()->undoStack()->setClean();
        m_window.reset();
        QApplication::setFont(m_font);
        installLanguage(QStringLiteral("en"));
        QFile::remove(
            QSettings(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("regard"), QStringLiteral("regard"))
                .fileName());
    }

    void everyPanelFits_data() { addStates(); }

    void everyPanelFits()
    {
        QFETCH(QSize, size);
        QFETCH(QString, language);
        QFETCH(Shows, shows);
        QFETCH(double, type);
        open(size, language, type);
        if (shows == Shows::Checkpoint)
            QVERIFY(m_window->openFile(QStringLiteral(REGARD_TEST_DATA "/checkpoints/bert")));
        else if (shows == Shows::Lesson)
            QVERIFY(m_window->lessons()->openBundled(QStringLiteral("several-heads")));
        m_window->document()->waitForResult();
        QCOMPARE(faults(), QString());
        for (const PanelId panel : allPanels()) {
            QDockWidget *asked = dock(QString::fromStdString(panelWord(panel)));
            if (!asked)
                continue;
            openDock(m_window.get(), asked->objectName());
            QVERIFY2(!asked->visibleRegion().isEmpty(), panelWord(panel).c_str());
            QCOMPARE(m_window->size(), size);
            QVERIFY2(faults().isEmpty(), (panelWord(panel) + ":\n" + faults().toStdString()).c_str());
        }
    }

    /// Each page arranges its panels anew.
    void everyPageFits_data()
    {
        QTest::addColumn<QString>("lesson");
        for (const LessonEntry &lesson : lessons())
            QTest::newRow(lesson.name.c_str()) << QString::fromStdString(lesson.name);
    }

    void everyPageFits()
    {
        QFETCH(QString, lesson);
        open(sizes[0], QStringLiteral("zh_CN"));
        QVERIFY(m_window->lessons()->openBundled(lesson));
        LessonPlayer *player = m_window->lessons()->player();
        for (int page = 0; page < int(player->lesson().pages.size()); ++page) {
            player->go(page);
            m_window->document()->waitForResult();
            QVERIFY2(faults().isEmpty(), (std::to_string(page + 1) + ":\n" + faults().toStdString()).c_str());
            QCOMPARE(m_window->size(), sizes[0]);
        }
    }

    /// A screen that leaves as many units at that scale: the factor counts from a program's start.
    void everyPanelFitsAtThatScale_data()
    {
        QTest::addColumn<QByteArray>("scale");
        QTest::newRow("200 %") << QByteArray("2");
        QTest::newRow("300 %") << QByteArray("3");
    }

    void everyPanelFitsAtThatScale()
    {
        QFETCH(QByteArray, scale);
        Program program;
        program.program = QCoreApplication::applicationFilePath();
        program.arguments << QStringLiteral("TestPanelsFit");
        for (const char *state : {"example, 1024 x 600, en", "example, 1024 x 600, zh_CN", "lesson, 1024 x 600, en"})
            program.arguments << QStringLiteral("everyPanelFits:") + QString::fromLatin1(state);
        program.environment.insert("QT_SCALE_FACTOR", scale);
        const ProgramRun run = program.run();
        QVERIFY2(run.exitCode == 0, run.out.right(4000) + run.err.right(2000));
        QVERIFY2(run.out.contains("Totals: 5 passed"), run.out.right(400)); // with the two that begin and end
    }

    void everyArrangementFits_data() { addSizes(); }

    void everyArrangementFits()
    {
        QFETCH(QSize, size);
        QFETCH(QString, language);
        open(size, language);
        for (const char *action : {"actionEdit", "actionRead", "actionExplore"}) {
            trigger(action);
            QVERIFY2(faults().isEmpty(), (std::string(action) + ":\n" + faults().toStdString()).c_str());
        }
    }

    void thePicturesHaveHalfOfTheWindow_data() { addSizes(); }

    void thePicturesHaveHalfOfTheWindow()
    {
        QFETCH(QSize, size);
        QFETCH(QString, language);
        open(size, language);
        QVERIFY2(shareOfPictures() >= 0.5, qPrintable(QString::number(shareOfPictures())));
    }

    /// However the window came to its size.
    void theyKeepItInAWindowThatChanges()
    {
        open(sizes[4], QStringLiteral("en"));
        for (const int next : {3, 2, 1, 0, 2, 0, 4}) {
            m_window->resize(sizes[next]);
            turnEventLoop();
            QVERIFY2(shareOfPictures() >= 0.5, qPrintable(QString::number(shareOfPictures())));
        }
    }
};

REGARD_TEST(TestPanelsFit)
#include "test_panels_fit.moc"
