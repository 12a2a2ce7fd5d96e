#pragma once

#include <string>
#include <vector>

#include <QString>

#include "engine/analysis/stream_parts.h"

namespace regard {

/// "word", "layer 2 · head 3", "layer 2 · feed-forward", "bias encoder.1.self.b_o"; counted from 1.
QString partTitle(const StreamPart &part);

/// The part in files: `token`, `head 2.3` (as --off names heads), `ffn 2`, `bias encoder.1.self.b_o`.
std::string partWord(const StreamPart &part);

/// Parts that are shown as one: those of a kind, heads and feed-forward of a layer, all biases.
struct PartGroup {
    QString title;
    QString shortTitle;     ///< where there is little room
    std::vector<int> parts; ///< positions in the list of parts
};
/// The groups of parts in the order of computation, biases last.
std::vector<PartGroup> partGroups(const std::vector<StreamPart> &parts);
/// Each part alone, but all biases as one.
std::vector<PartGroup> singleParts(const std::vector<StreamPart> &parts);
/// Words, heads and feed-forward of all layers, biases: "the word", "heads", in no order.
std::vector<PartGroup> partKinds(const std::vector<StreamPart> &parts);

} // namespace regard
