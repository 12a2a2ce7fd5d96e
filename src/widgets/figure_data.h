#pragma once

#include <memory>

#include <QString>

#include "document/selection.h"
#include "engine/model.h"
#include "engine/trace.h"
#include "figures/heads_figure.h"
#include "figures/heatmap_figure.h"
#include "figures/link_figure.h"
#include "figures/sentence_figure.h"
#include "text/tokenizer.h"

namespace regard {

// What each figure shows, out of a result and a selection. Window and command line call the same functions, so that an
// exported figure is the figure seen. A selection that points beyond the trace (its model has just changed, the new
// trace is still being computed) is brought back to what the trace has. None of them accepts a null trace.

/// What the link view keeps for itself beside the selection.
struct LinkOptions {
    double floor = 0.04; ///< links below are hidden and counted
    bool horizontal = false;
    bool multiples = false; ///< one small picture a head instead of the overlay

    bool operator==(const LinkOptions &) const = default;
};

/// The selection with layer, heads, tokens and pins that the trace has.
Selection withinTrace(const Selection &selection, const Trace &trace);

/// "layer 1 · head 2", "layer 1 · heads 1, 3", "layer 1 · all 8 heads"; counted from 1.
QString viewTitle(const Trace &trace, int layer, const std::vector<int> &heads);

/// A head's weights without a copy; keeps the block alive.
std::shared_ptr<const Matrix> sharedWeights(const Trace &trace, int layer, int head);

/// The head's matrix at a stage. `scores` are the head's when they are at hand, else they are computed where needed.
std::shared_ptr<const Matrix> stageMatrix(const Model &model, const Trace &trace, int layer, int head, Stage stage,
                                          std::shared_ptr<const HeadScores> scores = nullptr);

LinkData linkData(const Model &model, const SharedTrace &trace, const Selection &selection, const LinkOptions &options);

HeatmapData heatmapData(const Model &model, const SharedTrace &trace, const Selection &selection,
                        std::shared_ptr<const HeadScores> scores = nullptr);

HeadsData headsData(const SharedTrace &trace, const Selection &selection);

/// `tokens` are those of the text, for its white space; where they are not the trace's own (the sentence has just
/// changed), every token stands apart but punctuation.
SentenceData sentenceData(const Model &model, const SharedTrace &trace, const Selection &selection,
                          const Tokens &tokens);

/// A stage as files spell it: scores, scaled, masked, weights.
QString stageName(Stage stage);

} // namespace regard
