#pragma once

#include <optional>

#include <QString>

#include "document/shown/shown.h"
#include "engine/model/interventions.h"
#include "views/unrolled/unrolled_figure.h"

namespace regard {

/// Whether a stack of the model is recurrent, so that there is something to unroll.
bool isUnrolled(const ModelConfig &config);
/// Why there is no picture: a sentence.
QString noUnrolledText();

/// A picture of a result with cells: every chain over its sentence, and the cross-attention of the head in view.
UnrolledData unrolledData(const ShownState &state);

/// The state that a box stands for; nothing where it is a row of a stack of attentions.
std::optional<StateRef> stateOf(const ModelConfig &config, const UnrolledBox &box);
/// Says where a state comes from, in a few lines: its norm, the word, the state before, the context.
QString stateText(const ShownState &state, const UnrolledBox &box);

} // namespace regard
