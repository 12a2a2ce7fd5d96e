#pragma once

#include <optional>

#include "views/base/grid_cells.h"
#include "views/heatmap/heatmap_grid_figure.h"
#include "views/links/shown_links.h"

namespace regard {

/// Small multiples of what is shown, without what the other state of a difference lacks. Nothing where none are asked
/// for, or none are left.
std::optional<LinkData> linkMultiples(const ShownState &state, const Grid &asked, LinkOptions options);
std::optional<HeatmapGridData> heatmapMultiples(const ShownState &state, const Grid &asked,
                                                std::optional<ColorScale> scale, bool faintSpecial);

} // namespace regard
