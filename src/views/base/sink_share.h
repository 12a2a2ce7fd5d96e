#pragma once

#include <vector>

#include <QString>

#include "document/shown/shown.h"

namespace regard {

/// What sinks took of each query that is shown: what the weights of its tokens leave of 1, for the mean over the
/// layer's heads where that is in view, else for the head in view, or, with allHeads, for the mean over those that
/// links show.
/// Empty where no head has one, of other summaries, and where what keys have is divided by its sum.
std::vector<float> sinkShares(const ShownState &state, bool allHeads);

/// "sinks take 23 %", of the heads that links show; empty where there are none.
QString sinkShareText(const ShownState &state);

} // namespace regard
