#pragma once

#include <algorithm>
#include <memory>

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAction>
#include <QApplication>
#include <QFile>
#include <QLabel>
#include <QMenuBar>
#include <QScreen>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "controls/figure_view.h"
#include "controls/motion.h"
#include "document/document.h"
#include "engine/model/attention_place.h"
#include "engine/model/weight_shapes.h"
#include "io/lesson/lesson.h"
#include "panel_hands.h"
#include "views/base/token_focus.h"
#include "views/heatmap/panel/heatmap_panel.h"
#include "views/links/panel/link_panel.h"
#include "window/base/settings.h"
#include "window/main_window.h"
#include "window/presentation/presentation.h"
#include "words/panel_word.h"

namespace regard {

/// A real window in front of an audience, as tests of it need it.
class PresentedWindow {
protected:
    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;

    void useOwnSettings()
    {
        QStandardPaths::setTestModeEnabled(true);
        QVERIFY(m_folder.isValid());
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    }

    void openWindow()
    {
        QFile::remove(
            QSettings(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("regard"), QStringLiteral("regard"))
                .fileName());
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1280, 800);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        document()->waitForResult();
        document()->look().setSelection(cleared(document()->look().selection()));
        QApplication::processEvents();
    }

    void closeWindow()
    {
        m_window.reset();
        setReducesMotion(false);
    }

    Document *document() const { return m_window->document(); }
    Presentation *presentation() const { return m_window->presentation(); }
    LinksPanel *links() const { return m_window->findChild<LinksPanel *>(); }
    HeatmapPanel *heatmap() const { return m_window->findChild<HeatmapPanel *>(); }
    QWidget *canvas() const { return links()->view()->canvas(); }
    /// Whoever gets the keys: pages without links leave them to another panel, or to the window.
    QWidget *receiver() const
    {
        QWidget *focus = m_window->focusWidget();
        return focus ? focus : m_window.get();
    }
    QWidget *topBar() const { return m_window->findChild<QWidget *>(QStringLiteral("topBar")); }
    QWidget *panelNamed(const char *word) const { return panelOf(m_window.get(), QString::fromLatin1(word)); }
    QString caption() const
    {
        return m_window->findChild<QWidget *>(QStringLiteral("presentCaption"))->accessibleName();
    }
    QString line() const { return m_window->findChild<QLabel *>(QStringLiteral("presentLine"))->text(); }

    /// By which pictures are enlarged.
    double scale() const { return m_window->theme().scale(); }
    void present() const
    {
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QVERIFY(presentation()->isOn());
        QApplication::processEvents();
        QVERIFY(m_window->isFullScreen());
        m_window->resize(1920, 1080); // the screen of the tests is smaller than any wall, and a square
        QApplication::processEvents();
        canvas()->setFocus();
    }
    QStringList visible() const { return seenPanels(m_window.get()); }
    /// Buttons of a panel that are narrower than their text, or reach over its edge.
    static QStringList squeezed(const QWidget *panel)
    {
        QStringList names;
        for (const QAbstractButton *button : panel->findChildren<QAbstractButton *>()) {
            if (!button->isVisibleTo(panel) || button->text().isEmpty() || button->inherits("regard::SummaryRow"))
                continue; // that one ends in "…"
            const int spare = 2 * button->fontMetrics().horizontalAdvance(QLatin1Char(' ')) + 1;
            bool scrolls = false;
            for (const QWidget *parent = button->parentWidget(); parent && parent != panel;
                 parent = parent->parentWidget())
                scrolls |= qobject_cast<const QAbstractScrollArea *>(parent) != nullptr;
            const int end = button->mapTo(panel, QPoint(button->width(), 0)).x();
            if (button->width() < button->sizeHint().width() - spare || (!scrolls && end > panel->width()))
                names << QStringLiteral("%1 “%2”: %3 of %4, ends at %5 of %6")
                             .arg(panel->accessibleName(), button->text())
                             .arg(button->width())
                             .arg(button->sizeHint().width())
                             .arg(end)
                             .arg(panel->width());
        }
        return names;
    }
    /// Everything that a user sees of the layout.
    QMap<QString, QString> layout() const
    {
        QMap<QString, QString> all;
        all[QStringLiteral("state")] = QString::number(m_window->windowState());
        all[QStringLiteral("font")] = QApplication::font().toString();
        all[QStringLiteral("sheet")] = qApp->styleSheet();
        QWidgetList widgets{m_window.get(), links(), heatmap(), m_window->menuBar(), m_window->centralWidget(),
                            topBar(),       canvas()};
        for (const PanelId id : allPanels())
            widgets << m_window->panels()->panel(id);
        for (const QWidget *each : widgets) {
            const QRect place = each->visibleRegion().isEmpty() ? QRect() : each->geometry();
            all[QString::fromLatin1(each->metaObject()->className()) + each->accessibleName()] =
                QStringLiteral("%1 %2 %3 × %4, %5, %6")
                    .arg(place.x())
                    .arg(place.y())
                    .arg(place.width())
                    .arg(place.height())
                    .arg(each->isVisible())
                    .arg(!each->visibleRegion().isEmpty());
        }
        return all;
    }
    /// What is seen otherwise than before.
    QStringList differencesFrom(const QMap<QString, QString> &before) const
    {
        const QMap<QString, QString> now = layout();
        QStringList all;
        for (auto entry = before.begin(); entry != before.end(); ++entry)
            if (now.value(entry.key()) != entry.value())
                all << entry.key() + now.value(entry.key()) + QStringLiteral(" instead of ") + entry.value();
        return all;
    }
    void edit(float value) const
    {
        document()->matrices().editCell(blockWeight(Attention::Encoder, 0, "w_q"), 0, 0, value);
        document()->waitForResult();
        QApplication::processEvents();
    }
};

} // namespace regard
