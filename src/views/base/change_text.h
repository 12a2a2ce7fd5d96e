#pragma once

#include <optional>

#include <QString>
#include <QStringList>

#include "document/look/selection.h"
#include "engine/analysis/trace_comparison.h"

namespace regard {

// What is said of two states, the present one and the pinned one.

/// "+0.4100", "−0.4100", "0.0000": valueText() with its sign.
QString signedText(float value);

/// "0.7200 pinned, 0.3100 now, −0.4100"; where one is masked without a difference. Nothing before: "0.3100 now, new".
QString changeText(std::optional<float> before, float now);

/// "it → cat 0.72 to 0.31 in layer 6, head 12", with the attention where the model has several; empty where nothing
/// changed.
QString largestChangeText(const TraceComparison &comparison);
/// The change in less space, the shorter text last: "it → cat 0.72 → 0.31 · layer 6 head 12", and with the head first,
/// for texts that may be cut.
QStringList shortChangeTexts(const TraceComparison &comparison);

/// "switched off since: head 1 of layer 1, the feed-forward of layer 2"; the same of what is on again, uniform, or has
/// a temperature since, each in its own part. Empty where nothing was done from outside since.
QString interventionChangeText(const TraceComparison &comparison);
/// Says what differs where no attention weight does: interventions, else words, heads, or what follows the weights.
/// Empty where nothing does.
QString otherChangeText(const TraceComparison &comparison);

/// "moved 12 % of its attention", "new"; empty where the two cannot be compared.
QString movementText(const TraceComparison &comparison, const HeadRef &head);

/// "Head 3 of layer 1 is new: the pinned state has 2 heads." Empty where the head in view, or of a summary the layer,
/// was there before.
QString newHeadText(const TraceComparison &comparison, const Selection &within);

/// "head 3 is new", "heads 3, 4 are new", of those that are on; empty where none is.
QString newHeadsText(const TraceComparison &comparison, const Selection &within);

} // namespace regard
