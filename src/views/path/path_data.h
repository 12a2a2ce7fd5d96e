#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QString>

#include "document/shown/shown.h"
#include "engine/analysis/path_norms.h"
#include "views/path/path_figure.h"

namespace regard {

class PathNumbers;

/// The two words that were chosen, from 0; −1: the way's first word, and the one at which it ends.
struct PathWords {
    int from = -1;
    int to = -1;

    bool operator==(const PathWords &) const = default;
};

/// The view's own settings.
struct PathOptions {
    PathWords words{};
    PathNumbers *numbers = nullptr;   ///< has the numbers, or is computing them; null: they are computed now
    bool isWhole = false;             ///< waits for all of them
    std::optional<PathHit> current{}; ///< where the keyboard is
};

/// Every way that the model has, in the order of computation.
std::vector<PathPlace> pathPlaces(const ModelConfig &config);
/// The one that is selected; nothing where the model has none.
std::optional<PathPlace> pathPlaceOf(const Selection &selection, const ModelConfig &config);
/// The one whose numbers there are of a state; nothing: noPathText() says why.
std::optional<PathPlace> pathPlaceOf(const ShownState &state);
/// The selection with that one in view.
Selection withPathPlace(Selection selection, const PathPlace &place);
/// "encoder, layer 1, backward", "decoder, self-attention".
QString pathPlaceTitle(const ModelConfig &config, const PathPlace &place);

/// Tokens of the words with a bar, and of those to which the way leads: the same but for a cross-attention.
const SideTrace &pathWords(const Trace &trace, const PathPlace &place);
const SideTrace &pathAskers(const Trace &trace, const PathPlace &place);
/// The words as they are, each one that the sentences have.
PathWords existingPathWords(PathWords words, const Trace &trace, const PathPlace &place);

/// Why there is no picture: a sentence.
QString noPathText(const Model &model);

/// A picture of a result with that way.
PathData pathData(const ShownState &state, const PathPlace &place, const PathOptions &options);

} // namespace regard
