#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/model/attention_place.h"
#include "words/color_scale.h"
#include "words/step_kind.h"

namespace regard {

// The view in a project's file: plain data, spelled by io/project/words.h. The document keeps the same structs, so that
// nothing is converted.

/// Which of a head's four matrices is in view.
enum class Stage { Scores, Scaled, Masked, Weights };

/// What the pictures show of a layer: the head (links: all heads that are on), or one matrix made of all heads.
/// Rollout goes from the stack's first layer to the selected one; cross-attention has none.
enum class Summary { None, Mean, Maximum, Rollout };

/// Which attention of a pair of sentences is shown: from the queries of the first to the keys of the second.
enum class PairFilter { All, AToA, AToB, BToA, BToB };

/// How tokens and the attention between them are shown; not part of the model.
struct TokenView {
    bool words = false; ///< pieces merged: the sum over a word's keys, the mean over its queries (Clark et al. 2019)
    bool hidesSpecial = false; ///< special tokens left out
    bool renormalises = false; ///< what is left of each row is divided by its sum
    bool byValue = false;      ///< what weights move in place of weights (Kobayashi et al. 2020)
    bool withoutSink = false;  ///< as keys, the first token, special ones and punctuation left out of rows
    PairFilter pairs = PairFilter::All;

    /// Whether it changes what is between tokens: all but which of two sentences is seen.
    bool changesWeights() const { return words || hidesSpecial || byValue || withoutSink; }
    bool operator==(const TokenView &) const = default;
};

/// Decimals of "by hand".
inline constexpr int mostHandDecimals = 3;
/// Digits after the point that a user can ask for.
inline constexpr int mostStepDigits = 8;

/// How the steps are shown.
struct StepView {
    StepKind kind = StepKind::Softmax; ///< where the model does not have the stage, the one before is shown
    bool showsAll = false;             ///< all stages below each other
    bool matrixForm = false;           ///< whole matrices, with the row and column in focus marked
    bool columns = false;              ///< tokens are columns: q = W a, A = Kᵀ Q
    int handDecimals = -1;             ///< "by hand": weights rounded to this many decimals (1 …); −1: exact
    int digits = -1;                   ///< after the point; −1: as many as each number's magnitude needs

    bool operator==(const StepView &) const = default;
};

/// A cell of a matrix by its name ("X" and "X target" included), from 0; row or column −1: all of them.
struct CellRef {
    std::string matrix;
    int row = -1;
    int column = -1;

    bool operator==(const CellRef &) const = default;
};

/// The view on screen, as a project's `view` stores it; layers, heads and tokens count from 1 in the file, 0 here.
struct StoredView {
    std::optional<Attention> block{}; ///< nothing: the first that the model has
    Summary summary = Summary::None;
    int layer = 0;
    int head = 0;
    std::vector<int> heads{}; ///< shown in the links; empty: all
    int query = -1;           ///< the token in focus, −1 none
    int key = -1;
    Stage stage = Stage::Weights;
    StepView steps{};
    CellRef cell{}; ///< the cell of a matrix in view; matrix empty: none
    TokenView tokens{};
    ColorScale scale = ColorScale::ZeroToOne; ///< of weights

    bool operator==(const StoredView &) const = default;
};

} // namespace regard
