#pragma once

#include <map>
#include <optional>

#include <QString>

#include "document/shown/shown.h"
#include "views/heads/heads_figure.h"

namespace regard {

/// What the map of heads shows beside the difference of two states: how much each head moved.
struct HeadsOptions {
    bool notesMovement = false; ///< of one state too, while another one is pinned
    /// Whether all heads of a large file may be read for scales that need all their weights; else they go from 0 to 1.
    bool readsAll = true;
    bool sortsByMovement = false;       ///< the heads that moved most first, new ones last
    std::map<HeadRef, double> shares{}; ///< another number of each head, from 0: how much it matters
    QString sharesLabel{};
};

/// Heads that are switched off or have a temperature are marked. A head that the pinned state lacks is marked nowhere
/// rather than on its neighbour. Without a scale weights go from 0 to 1.
HeadsData headsData(const ShownState &state, const HeadsOptions &options = {},
                    std::optional<ColorScale> scale = std::nullopt);
/// The heading over an attention's heads in the map of several.
QString sectionTitle(const ModelConfig &config, Attention attention);
/// What is marked in the map of heads.
HeadsMarks headsMarks(const ShownState &state);

} // namespace regard
