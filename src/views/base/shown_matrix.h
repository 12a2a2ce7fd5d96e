#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QString>

#include "document/look/selection.h"
#include "engine/analysis/trace_comparison.h"
#include "engine/model/model.h"
#include "engine/pass/trace.h"

namespace regard {

/// Whether heads of the trace have scores, which merged words, what is moved and rows without the sink do not.
bool hasScores(const Trace &trace);
/// A head's scores in the tokens or groups of the trace, which must have some.
HeadScores shownScores(const Model &model, const Trace &trace, const AttentionPlace &place, int head);

// Selections are of the trace (ShownState::selection), `model` is its own.

/// The block in view; null where the model has none.
std::shared_ptr<const BlockTrace> blockInView(const Model &model, const Trace &trace, const Selection &within);

/// A matrix that the links draw: a head's weights without a copy, keeping the block alive, or a summary (index −1).
struct ShownMatrix {
    int index = 0;
    QString name; ///< "head 2", "mean", "maximum", "rollout"; by value the mean is "all heads together"
    std::shared_ptr<const Matrix> weights;
};

// Given a comparison, whose `now` is the trace, these return the signed differences from what was before, in the tokens
// of now. Asked twice, they return the same matrix, not an equal one.

/// The heads that are on, or the one summary. A comparison leaves out heads that are new.
std::vector<ShownMatrix> shownMatrices(const Model &model, const SharedTrace &trace, const Selection &within,
                                       const TraceComparison *comparison = nullptr);
/// The head of heatmap and tooltips, or the summary. A head or layer that is new has only NaN.
ShownMatrix shownMatrix(const Model &model, const SharedTrace &trace, const Selection &within,
                        const TraceComparison *comparison = nullptr);

/// What the head in view, or the summary, gave the pair before; query and key are tokens of now. Nothing where head,
/// query or key is new.
std::optional<float> weightBefore(const TraceComparison &comparison, const Selection &within, int query, int key);

/// The head's matrix at a stage; a summary and what has no scores have only weights. `scores` are the head's if already
/// computed, else they are computed where needed. In a comparison a cell that is masked now is −infinity, one that was
/// masked before NaN.
std::shared_ptr<const Matrix> stageMatrix(const Model &model, const SharedTrace &trace, const Selection &within,
                                          std::shared_ptr<const HeadScores> scores = nullptr,
                                          const TraceComparison *comparison = nullptr);

} // namespace regard
