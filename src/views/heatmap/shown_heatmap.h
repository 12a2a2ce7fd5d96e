#pragma once

#include <memory>
#include <optional>

#include "document/shown/shown.h"
#include "views/heatmap/heatmap_figure.h"

namespace regard {

/// The heatmap of what is shown, which needs a result; of a difference the signed differences in the present tokens.
/// `scores` are those of the head in view, if already computed. Without a scale the picture is drawn as the command
/// line does where none is asked for; see HeatmapData. `faintSpecial` as in LinkOptions.
HeatmapData heatmapData(const ShownState &state, std::shared_ptr<const HeadScores> scores = nullptr,
                        std::optional<ColorScale> scale = std::nullopt, bool faintSpecial = false);

} // namespace regard
