#pragma once

#include <memory>
#include <vector>

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

/// The selection with attention, layer, heads, tokens and pins that the trace has. `model` is the trace's own, here and
/// below.
Selection withinTrace(const Selection &selection, const Model &model, const Trace &trace);

/// The block in view; null where the model has none.
std::shared_ptr<const BlockTrace> blockInView(const Model &model, const Trace &trace, const Selection &within);

/// "layer 1 · head 2", "layer 1 · heads 1, 3", "layer 1 · all 8 heads", "layer 1 · mean of 8 heads"; where the model
/// has more than an encoder "cross layer 1 · head 2". Counted from 1.
QString viewTitle(const Model &model, const Selection &within);
/// The same for one head, whichever are on; or for the summary where one is in view.
QString headTitle(const Model &model, const Selection &within);
/// "layer 1", "decoder layer 1", "cross layer 1".
QString layerTitle(const ModelConfig &config, Attention attention, int layer);

/// A matrix that the links draw: a head's weights without a copy, keeping the block alive, or a summary (index −1).
struct ShownMatrix {
    int index = 0;
    QString name; ///< "head 2", "mean", "maximum", "rollout"
    std::shared_ptr<const Matrix> weights;
};

/// The heads that are on, or the one summary.
std::vector<ShownMatrix> shownMatrices(const Model &model, const SharedTrace &trace, const Selection &within);
/// The head of heatmap and tooltips, or the summary.
ShownMatrix shownMatrix(const Model &model, const SharedTrace &trace, const Selection &within);

/// The head's matrix at a stage; a summary has weights alone. `scores` are the head's when they are at hand, else they
/// are computed where needed.
std::shared_ptr<const Matrix> stageMatrix(const Model &model, const SharedTrace &trace, const Selection &within,
                                          std::shared_ptr<const HeadScores> scores = nullptr);

LinkData linkData(const Model &model, const SharedTrace &trace, const Selection &selection, const LinkOptions &options);

HeatmapData heatmapData(const Model &model, const SharedTrace &trace, const Selection &selection,
                        std::shared_ptr<const HeadScores> scores = nullptr);

HeadsData headsData(const Model &model, const SharedTrace &trace, const Selection &selection);

/// `tokens` are those of the keys' text, for its white space; where they are not the trace's own (the sentence has just
/// changed), every token stands apart but punctuation.
SentenceData sentenceData(const Model &model, const SharedTrace &trace, const Selection &selection,
                          const Tokens &tokens);

/// A stage as files spell it: scores, scaled, masked, weights.
QString stageName(Stage stage);

} // namespace regard
