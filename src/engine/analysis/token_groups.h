#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/base/matrix.h"
#include "engine/model/model.h"
#include "engine/pass/trace.h"

namespace regard {

/// Tokens of a sentence that are shown as one, in order; tokens that no group holds are hidden.
struct TokenGroups {
    struct Group {
        int first = 0;
        int count = 1;
        std::string label;   ///< of the group
        std::string token{}; ///< how files spell it; empty: as the label

        bool operator==(const Group &) const = default;
    };
    std::vector<Group> groups;

    /// The group that a token is in, −1 where it is hidden.
    int groupOf(int token) const;
    /// Whether every token is a group of its own and none is hidden.
    bool isPlain(int tokens) const;
    /// Whether a group holds several tokens.
    bool merges() const;
    /// Each token of a sentence as a group of its own.
    static TokenGroups ofEach(const SideTrace &side);

    bool operator==(const TokenGroups &) const = default;
};

/// What weights are made into besides being summed.
struct GroupingRule {
    /// Each row is divided by what is left of it, without hidden keys (a row with nothing left stays zeros).
    bool renormalises = false;
    /// By value: each weight becomes what it moves (engine/analysis/value_norms.h), by this model, which made the
    /// trace. Null: weights stay what they are. Heads of a file have no values.
    std::shared_ptr<const Model> values{};
    /// The tokens of source and target whose weight as keys is left out, though they stay in the picture; empty: none.
    std::vector<bool> sourceSink{};
    std::vector<bool> targetSink{};

    /// Whether rows sum to 1 where none of their tokens is hidden: they do unless they hold what is moved.
    bool hasShares() const { return !values || renormalises; }
    bool hidesSink() const { return !sourceSink.empty() || !targetSink.empty(); }
    bool operator==(const GroupingRule &) const = default;
};

/// Attention between groups: of each head's weights the sum over a group's keys and the mean over its queries (Clark et
/// al. 2019, section 4.1: a sum keeps rows at 1), of weights or of what they move. The weight of hidden keys is left
/// out. The result is a trace of groups: `tokens` and `labels` are the groups', `heads[].weights` theirs, `grouping`
/// says what it was made of; everything else (q, k, v, outputs, streams) is empty. Weights are all that it has. A group
/// is masked where all of its tokens are. Blocks of `previous`, a trace of groups, are reused where they were made of
/// the same block in the same way. Throws ShapeError where a group reaches beyond the sentence.
SharedTrace groupedTrace(const SharedTrace &trace, const TokenGroups &source, const TokenGroups &target,
                         const GroupingRule &rule, const SharedTrace &previous = nullptr);

/// The source of a trace of groups.
struct Grouping {
    SharedTrace tokens; ///< never null
    TokenGroups source;
    TokenGroups target;
    GroupingRule rule{};
    std::vector<float> largest{}; ///< of each block: the largest number of all its heads; 0 of those of a file

    /// Whether groups merge tokens on either side.
    bool merges() const { return source.merges() || target.merges(); }
    /// Whether it shows no scores: neither are those of words summed, nor do they say what is moved.
    bool hasWeightsAlone() const { return merges() || rule.values || rule.hidesSink(); }
    const TokenGroups &queries(Attention attention) const;
    const TokenGroups &keys(Attention attention) const;
    /// The keys of an attention whose weight is left out; empty: none.
    const std::vector<bool> &sink(Attention attention) const;
    /// Sums and averages one matrix of queries × keys, weights or what is moved, as groupedTrace() does.
    Matrix shown(const Matrix &between, Attention attention) const;
};

/// Whether a sink takes part of any head's attention.
bool hasSinks(const Trace &trace);

/// Sums and averages one matrix of queries × keys as groupedTrace() does the weights.
Matrix groupedWeights(const Matrix &weights, const TokenGroups &queries, const TokenGroups &keys, bool renormalises);

/// Divides each row by its sum; a row of zeros stays.
void divideRows(Matrix &rows);
/// divideRows() of numbers that are no shares; what has shares, or no groups, stays as it is.
Matrix asShares(Matrix numbers, const Trace &trace);

/// The rows and columns of groups that are single tokens, such as scores: nothing is summed.
Matrix shownCells(const Matrix &values, const TokenGroups &queries, const TokenGroups &keys);

/// What hidden keys take of a head's attention, the mean over the queries that are shown: 0 … 1.
double hiddenShare(const Matrix &weights, const TokenGroups &queries, const TokenGroups &keys);

} // namespace regard
