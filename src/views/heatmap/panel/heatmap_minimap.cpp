#include "views/heatmap/panel/heatmap_minimap.h"

#include <cmath>
#include <utility>
#include <vector>

#include <QGridLayout>

#include "controls/minimap.h"
#include "views/base/shown_matrix.h"
#include "views/base/shown_text.h"
#include "views/heatmap/panel/heatmap_plot.h"

namespace regard {

namespace {

template <typename Row>
std::vector<float> places(const Row &numbers, const ColorRange &range)
{
    std::vector<float> shares;
    shares.reserve(std::size_t(numbers.size()));
    for (Eigen::Index i = 0; i < numbers.size(); ++i)
        shares.push_back(std::isnan(numbers[i]) ? 0.0F : float(range.place(double(std::abs(numbers[i])))));
    return shares;
}

/// Returns the picture's range where it shows weights; else weights and their differences go from 0 to 1.
ColorRange rangeOf(const HeatmapPlot &plot, const ShownState &state)
{
    const bool showsWeights = state.selection.stage == Stage::Weights || state.selection.summary != Summary::None;
    return plot.figure() && showsWeights && !state.difference() ? plot.figure()->range() : ColorRange();
}

MinimapContent part(int count, std::pair<int, int> seen, int focus)
{
    return {count, double(seen.first), double(seen.second + 1), focus};
}

} // namespace

HeatmapMinimap::HeatmapMinimap(Document *document, HeatmapPlot *plot, AppTheme *theme, QGridLayout *grid,
                               QWidget *parent)
    : QObject(parent), m_document(document), m_plot(plot),
      m_queries(new Minimap(Qt::Vertical, tr("Queries in view, on the whole sentence"), theme, parent)),
      m_keys(new Minimap(Qt::Horizontal, tr("Keys in view, on the whole sentence"), theme, parent))
{
    grid->addWidget(m_queries, 0, 2);
    grid->addWidget(m_keys, 2, 0);
    connect(plot, &HeatmapPlot::windowChanged, this, &HeatmapMinimap::follow);
    connect(document, &Document::shownChanged, this, &HeatmapMinimap::follow);
    connect(&document->look(), &Look::colorScaleChanged, this, &HeatmapMinimap::follow);
    connect(m_queries, &Minimap::valueChanged, this,
            [this](int query) { m_plot->scrollTo(query, m_plot->visibleKeys().first); });
    connect(m_keys, &Minimap::valueChanged, this,
            [this](int key) { m_plot->scrollTo(m_plot->visibleQueries().first, key); });
    follow();
}

void HeatmapMinimap::follow()
{
    const ShownState state = m_document->shown().attention;
    if (!state.hasResult() || !missingHeadText(state).isEmpty()) {
        m_queries->setContent({});
        m_keys->setContent({});
        return;
    }
    const Selection within = state.selection;
    const Trace &trace = *state.result.trace;
    const auto rows = int(queriesOf(trace, within.attention).tokens.size());
    const auto columns = int(keysOf(trace, within.attention).tokens.size());
    MinimapContent queries = part(rows, m_plot->visibleQueries(), within.query);
    MinimapContent keys = part(columns, m_plot->visibleKeys(), within.key);
    if ((queries.isLong() || keys.isLong()) && (within.query >= 0 || within.key >= 0)) {
        const ShownMatrix shown = shownMatrix(*state.result.model, state.result.trace, within, state.difference());
        const ColorRange range = rangeOf(*m_plot, state);
        if (within.query >= 0)
            keys.shares = places(shown.weights->row(within.query), range);
        if (within.key >= 0)
            queries.shares = places(shown.weights->col(within.key), range);
    }
    m_queries->setContent(std::move(queries));
    m_keys->setContent(std::move(keys));
}

} // namespace regard
