#include "window/regions/paired_rows.h"

#include <algorithm>
#include <optional>

#include <QScopedValueRollback>

#include "controls/figure_view.h"
#include "views/heatmap/panel/heatmap_panel.h"
#include "views/heatmap/panel/heatmap_plot.h"
#include "views/links/link_figure.h"
#include "views/links/panel/link_panel.h"

namespace regard {

PairedRows::PairedRows(LinksPanel *links, HeatmapPanel *heatmap, QObject *parent)
    : QObject(parent), m_links(links), m_heatmap(heatmap)
{
    connect(links->view(), &FigureView::refreshed, this, &PairedRows::align);
    connect(heatmap->plot(), &HeatmapPlot::rebuilt, this, &PairedRows::align);
}

void PairedRows::align()
{
    if (m_isAligning)
        return;
    const QScopedValueRollback aligning(m_isAligning, true);
    const HeatmapPlot *plot = m_heatmap->plot();
    const auto clear = [this] {
        m_links->setRows(std::nullopt);
        m_heatmap->plot()->setRows(std::nullopt);
    };
    const QWidget *window = m_links->window();
    const LinkFigure *links = m_links->picture();
    const HeatmapFigure *heatmap = plot->figure();
    const bool areBoth = m_links->isVisible() && plot->isVisible() && plot->window() == window && links && heatmap;
    m_heatmap->setPaired(areBoth);
    if (!areBoth || plot->isZoomed() || links->layout().horizontal || links->layout().panels.size() != 1 ||
        !links->isInWindow())
        return clear();
    const auto [firstQuery, lastQuery] = plot->visibleQueries();
    const auto queries = int(links->data().queries.size());
    if (queries != lastQuery - firstQuery + 1)
        return; // one of them has not followed yet

    const double scale = plot->height() / plot->figureSize().height();
    const double linksTop = m_links->view()->mapTo(window, QPoint()).y() / scale;
    const double plotTop = plot->mapTo(window, QPoint()).y() / scale;
    const LinkLayout &layout = links->layout();
    const auto tokens = int(std::max(links->data().queries.size(), links->data().keys.size()));
    const double top = std::max(linksTop + layout.rowsTop, plotTop + heatmap->rowsTop());
    const double ofLinks = linksTop + layout.rowsBottom - top;
    const double ofHeatmap = plotTop + heatmap->rowsBottom() - top;
    const double pitch =
        std::min({ofLinks / tokens, ofHeatmap / queries, heatmap->mostPitch(), LinkLayout::largestPitch});
    if (!(pitch >= LinkLayout::smallestPitch))
        return clear();
    const double start = top + std::max(0.0, std::min(ofLinks - pitch * tokens, ofHeatmap - pitch * queries)) / 2;
    m_links->setRows(SharedRows{start - linksTop, pitch});
    m_heatmap->plot()->setRows(SharedRows{start - plotTop, pitch});
}

} // namespace regard
