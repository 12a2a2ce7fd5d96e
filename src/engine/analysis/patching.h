#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "engine/analysis/logit_parts.h"
#include "engine/analysis/trace_comparison.h"
#include "engine/model/interventions.h"

namespace regard {

/// The sentence that says why nothing of the one model's passes fits into those of the other; empty: it does.
std::string reasonForNoPatch(const Model &now, const Model &before);

/// Which token of the earlier sentence a patch takes for each of the later one, −1: none. Sentences of as many tokens
/// are paired place by place. Others are as they are compared, and between tokens that both have, as many tokens of
/// each are paired in their order.
std::vector<int> pairedTokens(const TokenAlignment &alignment);

/// The rows of a pass at a place that exists, one a token; for a pattern the head's weights.
const Matrix &rowsAt(const ModelConfig &config, const Trace &trace, const PatchPlace &place);

/// The rows of the earlier pass for those tokens of now that have a counterpart; for a pattern with the numbers of the
/// keys that have one. `from` names its sentence.
Patch patchFrom(const TraceComparison &comparison, const PatchPlace &place, const std::vector<int> &tokens,
                const std::string &from);

/// The number that tells what a patch does: a logit or the difference of two, or the weight of a link. Tokens and words
/// are those of now.
struct PatchMeasure {
    std::optional<LogitQuestion> logit{};
    HeadRef head{}; ///< without a logit
    LinkRef link{};

    bool operator==(const PatchMeasure &) const = default;
};

/// The parts of a model that are patched one at a time.
struct PatchGrid {
    PatchKind kind = PatchKind::HeadOutput;
    Attention attention = Attention::Encoder; ///< of the stream and the feed-forwards, the self-attention of a stack

    bool operator==(const PatchGrid &) const = default;
};

/// One of them: a head at all tokens, or a layer's rows at one token.
struct PatchCell {
    PatchPlace place;
    std::vector<int> tokens;
};

/// Rows are layers, of the stream what the first one reads and what each leaves; columns are heads or tokens.
int gridRows(const ModelConfig &config, const PatchGrid &grid);
int gridColumns(const ModelConfig &config, const Trace &trace, const PatchGrid &grid);
PatchCell gridCell(const ModelConfig &config, const Trace &trace, const PatchGrid &grid, int row, int column);

/// The stream of a stack at a token: what a layer reads, or, of the number of layers, what the last one leaves.
struct StreamCell {
    Stack stack = Stack::Encoder;
    int layer = 0;
    int token = 0;
};
/// Whether a patch there can change the other: itself, above it every token that may look at it (above a mean over the
/// sentence, which Replacement::Mean takes, every token), and of an encoder what each layer of the decoder leaves. All
/// others keep their bits.
bool canReach(const Model &model, const StreamCell &patched, const StreamCell &other);

/// What each patch alone does.
struct PatchMap {
    double now = 0;    ///< the measure without a patch
    double before = 0; ///< that of the earlier pass
    int rows = 0;
    int columns = 0;
    std::vector<double> patched{}; ///< the measure with each cell patched; NaN: no token of it has a counterpart

    /// How much of the difference the patch makes: 0 none of it, 1 all of it. Call it where differs() is true.
    double share(int row, int column) const
    {
        return (patched[std::size_t(row * columns + column)] - now) / (before - now);
    }
    /// Whether the measure differs by enough to be told in shares.
    bool differs() const;
};

/// Translates the measure into the earlier pass's tokens and words. Returns nothing where that pass lacks one of them.
std::optional<PatchMeasure> measureBefore(const TraceComparison &comparison, const PatchMeasure &measure);

/// The measure of a trace, which must be the model's own.
double measured(const Model &model, const Trace &trace, const PatchMeasure &measure);

/// A pass for each cell, which begins at its layer; none where differs() is false. The measure must exist in both, the
/// pass of now have no patches, and reasonForNoPatch() be empty. Nothing where it was cancelled. Throws as forward().
std::optional<PatchMap> patchMap(const TraceComparison &comparison, const PatchGrid &grid, const PatchMeasure &measure,
                                 const std::atomic<bool> *cancelled = nullptr);

/// The pass without its patches; null where it was cancelled.
SharedTrace withoutPatches(const Model &plain, const Model &model, const SharedTrace &trace,
                           const std::atomic<bool> *cancelled = nullptr);

/// About how many multiplications patchMap() takes.
double patchMapCost(const TraceComparison &comparison, const PatchGrid &grid);

} // namespace regard
