#pragma once

#include "document/shown/shown.h"
#include "draw/number_scale.h"

namespace regard {

/// Whether a trace was made by value.
bool movesByValue(const Trace &trace);
/// What a caption says of a trace by value or without the sink, without a share; of others nothing.
QString otherNumbersText(const Trace &trace, const Selection &within);
/// Whether a trace shows what is moved: not where it shows shares, as a rollout does.
bool showsMoved(const Trace &trace, const Selection &within);

/// The scale of the pictures of the attention in view: weights, or what is moved, drawn so that the largest number of
/// all heads of the layer, or of the summary, nearly fills what a weight of 1 does. Both states that are compared have
/// the same.
NumberScale numberScale(const ShownState &state);
/// The scale of all heads of all layers.
NumberScale numberScaleOfAll(const ShownState &state);

} // namespace regard
