#include "views/table/multiples.h"

#include <utility>

#include "views/base/shown_text.h"
#include "views/heatmap/shown_heatmap.h"

namespace regard {

namespace {

Grid withoutMissing(Grid grid, const ShownState &state)
{
    std::erase_if(grid.cells, [&](const GridCell &cell) { return !missingHeadText(ofCell(state, cell)).isEmpty(); });
    return grid;
}

} // namespace

std::optional<LinkData> linkMultiples(const ShownState &state, const Grid &asked, LinkOptions options)
{
    const Grid grid = withoutMissing(asked, state);
    if (grid.isEmpty())
        return std::nullopt;
    options.multiples = true;
    const QStringList names = gridNames(state, grid);
    std::optional<LinkData> all;
    for (std::size_t i = 0; i < grid.cells.size(); ++i) {
        LinkData data = linkData(ofCell(state, grid.cells[i]), options);
        LinkData::Head &head = data.heads.front();
        head.name = names.at(qsizetype(i));
        if (all)
            all->heads.push_back(std::move(head));
        else
            all = std::move(data);
    }
    all->byHand.clear(); // each head's name says it
    for (LinkData::Gone &gone : all->gone)
        gone.lost = 0; // of no single head
    all->columns = grid.columns;
    all->multiples = true;
    all->title = gridTitle(state, grid);
    return all;
}

std::optional<HeatmapGridData> heatmapMultiples(const ShownState &state, const Grid &asked,
                                                std::optional<ColorScale> scale, bool faintSpecial)
{
    const Grid grid = withoutMissing(asked, state);
    if (grid.isEmpty())
        return std::nullopt;
    HeatmapGridData data;
    const QStringList names = gridNames(state, grid);
    for (std::size_t i = 0; i < grid.cells.size(); ++i) {
        data.cells.push_back(heatmapData(ofCell(state, grid.cells[i]), nullptr, scale, faintSpecial));
        data.cells.back().title = names.at(qsizetype(i));
    }
    data.columns = grid.columns;
    data.title = gridTitle(state, grid);
    return data;
}

} // namespace regard
