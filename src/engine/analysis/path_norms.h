#pragma once

#include <atomic>
#include <optional>
#include <vector>

#include "engine/model/attention_place.h"
#include "engine/model/model.h"
#include "engine/model/recurrent.h"
#include "engine/pass/trace.h"

namespace regard {

/// A way on which one word reaches another.
struct PathPlace {
    std::optional<CellPlace> chain; ///< from state to state
    Attention attention{};          ///< else through the last layer with it

    bool operator==(const PathPlace &) const = default;
};

/// The position at which the way ends: the last token, the first of a chain that runs backward.
int pathEnd(const Trace &trace, const PathPlace &place);

/// Steps from one token to another. In a chain they are the cells between the two, whichever comes first in it; a
/// masked token is passed over. An attention takes 1 from a key to a query. Nothing where no way leads: a query that
/// may not look at the key.
std::optional<int> pathSteps(const Model &model, const Trace &trace, const PathPlace &place, int query, int key);

/// How much of each token is left at the end: the Frobenius norm of a Jacobian for every token t, exact, in double at
/// the numbers of the trace. The model must be the trace's own.
///
/// A chain has ∂h_n/∂h_t, between its states; h_t counts before zeros replace it, so that a state put to zero leaves 0.
/// For an LSTM, h is h and the cell state c together. In an encoder's last row, c stands beside the row of its output.
/// In a decoder with Bahdanau's attention the way through the context counts too. A self-attention has ∂y_n/∂x_t: x is
/// what the stack's last layer reads, y what that layer leaves (before a final norm), through everything that the layer
/// has. A cross-attention has ∂y_n/∂m_t, by the rows m of the encoder's output: through the last layer of a decoder of
/// attentions, through all steps and the first state of a recurrent one, whose y is what it leaves.
///
/// Nothing where it was cancelled. Throws ConfigError where reasonForNoDerivative() says so, ShapeError where the model
/// has no such place.
std::optional<std::vector<double>> pathNorms(const Model &model, const Trace &trace, const PathPlace &place,
                                             const std::atomic<bool> *cancelled = nullptr);

/// About how many multiplications pathNorms() takes, to decide on which thread it runs. Throws as pathNorms().
double pathCost(const Model &model, const Trace &trace, const PathPlace &place);

} // namespace regard
