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
#include "app/window/main_window.h"
#include "dock_hands.h"
#include "document/document.h"
#include "event_turns.h"
#include "io/lesson/panel_word.h"
#include "test_class.h"
#include "widgets/panels/heatmap_panel.h"
#include "widgets/panels/link_panel.h"
#include "widgets/panels/why_panel.h"
#include "widgets/parts/elided_label.h"

using namespace regard;

namespace {

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

} // namespace

/// Nothing overlaps and nothing is cut, whichever panel is open; links, heatmap and the reason below them have half of
/// the window.
class TestPanelsFit : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;

    QDockWidget *dock(const QString &id) const { return m_window->findChild<QDockWidget *>(id); }

    void open(QSize size, const QString &language)
    {
        installLanguage(language);
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
    }

    void cleanup()
    {
        if (m_window)
            m_window->document()->undoStack()->setClean();
        m_window.reset();
        installLanguage(QStringLiteral("en"));
        QFile::remove(
            QSettings(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("regard"), QStringLiteral("regard"))
                .fileName());
    }

    void everyPanelFits_data() { addSizes(); }

    void everyPanelFits()
    {
        QFETCH(QSize, size);
        QFETCH(QString, language);
        open(size, language);
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
