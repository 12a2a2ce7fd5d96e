#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/base/matrix.h"
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

/// Attention between groups: of each head's weights the sum over a group's keys and the mean over its queries (Clark et
/// al. 2019, section 4.1: a sum keeps rows at 1). The weight of hidden keys is left out, and with `renormalises` each
/// row is divided by what is left of it (a row with nothing left stays zeros).
/// The result is a trace of groups: `tokens` and `labels` are the groups', `heads[].weights` theirs, `grouping` says
/// what it was made of; everything else (q, k, v, outputs, streams) is empty. Weights are all that it has.
/// A group is masked where all of its tokens are. Blocks of `previous`, a trace of groups, are reused where they were
/// made of the same block in the same way. Throws ShapeError where a group reaches beyond the sentence.
SharedTrace groupedTrace(const SharedTrace &trace, const TokenGroups &source, const TokenGroups &target,
                         bool renormalises, const SharedTrace &previous = nullptr);

/// The source of a trace of groups.
struct Grouping {
    SharedTrace tokens; ///< never null
    TokenGroups source;
    TokenGroups target;
    bool renormalises = false;

    /// Whether groups merge tokens on either side: then there are no scores, which cannot be summed.
    bool merges() const { return source.merges() || target.merges(); }
    const TokenGroups &queries(Attention attention) const;
    const TokenGroups &keys(Attention attention) const;
};

/// Whether a sink takes part of any head's attention.
bool hasSinks(const Trace &trace);

/// Sums and averages one matrix of queries × keys as groupedTrace() does the weights.
Matrix groupedWeights(const Matrix &weights, const TokenGroups &queries, const TokenGroups &keys, bool renormalises);

/// The rows and columns of groups that are single tokens, such as scores: nothing is summed.
Matrix shownCells(const Matrix &values, const TokenGroups &queries, const TokenGroups &keys);

/// What hidden keys take of a head's attention, the mean over the queries that are shown: 0 … 1.
double hiddenShare(const Matrix &weights, const TokenGroups &queries, const TokenGroups &keys);

} // namespace regard
