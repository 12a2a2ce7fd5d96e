#include "app/docks/picture_toggles.h"

#include <algorithm>

#include <QAction>
#include <QDockWidget>
#include <QEvent>
#include <QLayout>
#include <QMainWindow>
#include <QMenu>
#include <QSplitter>

#include "io/lesson/panel_word.h"
#include "views/text/panel_title.h"
#include "widgets/panels/heatmap_panel.h"
#include "widgets/panels/link_panel.h"

namespace regard {

PictureToggles::PictureToggles(LinksPanel *links, HeatmapPanel *heatmap, QSplitter *middle, QMainWindow *window)
    : QObject(window), m_links(links), m_heatmap(heatmap), m_middle(middle), m_window(window)
{
}

QAction *PictureToggles::addToggle(QMenu *menu, QWidget *panel, const QString &word, const QString &title, bool isOn)
{
    QAction *toggle = menu->addAction(title);
    toggle->setObjectName(word);
    toggle->setCheckable(true);
    toggle->setChecked(isOn);
    panel->setVisible(isOn);
    connect(toggle, &QAction::toggled, this, [this, panel](bool shows) {
        panel->setVisible(shows);
        settleMiddle();
    });
    return toggle;
}

void PictureToggles::addTo(QMenu *menu, bool links, bool heatmap)
{
    const auto add = [&](QWidget *panel, PanelId id, bool isOn) {
        return addToggle(menu, panel, QString::fromStdString(panelWord(id)), panelTitle(id), isOn);
    };
    m_linksToggle = add(m_links, PanelId::Links, links);
    m_heatmapToggle = add(m_heatmap, PanelId::Heatmap, heatmap);
    // Its strips come and go by themselves.
    for (QWidget *part : m_middle->parentWidget()->findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly))
        if (part != m_middle)
            part->installEventFilter(this);
    for (QDockWidget *dock : docks()) {
        dock->installEventFilter(this);
        connect(dock, &QDockWidget::dockLocationChanged, this, &PictureToggles::followParts);
        connect(dock, &QDockWidget::topLevelChanged, this, &PictureToggles::followParts);
    }
}

QList<QDockWidget *> PictureToggles::docks() const
{
    return m_window->findChildren<QDockWidget *>(QString(), Qt::FindDirectChildrenOnly);
}

void PictureToggles::choose(bool links, bool heatmap)
{
    m_linksToggle->setChecked(links);
    m_heatmapToggle->setChecked(heatmap);
}

void PictureToggles::shareEvenly()
{
    m_middle->setSizes({1000, 1000});
}

void PictureToggles::apply()
{
    present(m_linksToggle->isChecked(), m_heatmapToggle->isChecked());
}

void PictureToggles::present(bool links, bool heatmap)
{
    m_links->setVisible(links);
    m_heatmap->setVisible(heatmap);
    settleMiddle();
}

Pictures PictureToggles::chosen() const
{
    return {m_linksToggle->isChecked(), m_heatmapToggle->isChecked(), m_middle->saveState()};
}

Pictures PictureToggles::own() const
{
    return m_isHeld ? m_own : chosen();
}

void PictureToggles::setOwn()
{
    m_own = chosen();
}

void PictureToggles::hold()
{
    m_own = chosen();
    m_isHeld = true;
}

void PictureToggles::letGo()
{
    m_isHeld = false;
    choose(m_own.links, m_own.heatmap);
    m_middle->restoreState(m_own.shares);
    settleMiddle();
}

bool PictureToggles::hasDockBelow() const
{
    const QList<QDockWidget *> all = docks();
    return std::any_of(all.begin(), all.end(), [this](QDockWidget *dock) {
        return !dock->isHidden() && !dock->isFloating() && m_window->dockWidgetArea(dock) == Qt::BottomDockWidgetArea;
    });
}

void PictureToggles::settleMiddle()
{
    QWidget *middle = m_window->centralWidget();
    const bool hasPictures = !m_links->isHidden() || !m_heatmap->isHidden();
    m_middle->setVisible(hasPictures);
    const QList<QWidget *> parts = middle->findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly);
    // A strip that speaks of the pictures alone keeps no column for itself.
    const bool hasParts = std::any_of(parts.begin(), parts.end(), [](const QWidget *part) {
        return !part->isHidden() && !part->property("ofPictures").toBool();
    });
    // Docks below stand in its column, which Qt (6.4) does not count as one where the middle is hidden: with each
    // layout they would give a gap's width to the docks beside them.
    middle->setVisible(hasParts || hasDockBelow());
    middle->setMaximumHeight(hasPictures ? QWIDGETSIZE_MAX : middle->layout()->sizeHint().height());
}

bool PictureToggles::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::ShowToParent || event->type() == QEvent::HideToParent)
        followParts();
    return QObject::eventFilter(watched, event);
}

void PictureToggles::followParts()
{
    if (m_middle->isHidden())
        settleMiddle();
}

} // namespace regard
