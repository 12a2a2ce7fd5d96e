#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/model/interventions.h"
#include "engine/pass/trace.h"

namespace regard {

/// What is known of a token apart from its text.
struct TokenKind {
    bool isSpecial = false; ///< [CLS], </s>
    bool isPunctuation = false;
    bool isMask = false; ///< special, but stands for a word

    bool operator==(const TokenKind &) const = default;
};

/// What heads are known to do. Previous, Next, Separator, Punctuation and Broad: Clark et al. 2019, section 3;
/// Previous and Next also Voita et al. 2019, section 5; Induction: Olsson et al. 2022, "prefix matching score"; First:
/// Xiao et al. 2024, section 3.1, which calls it the sink; Sink: all that heads look at which look at nothing.
enum class HeadPattern { Previous, Next, SameWord, First, Separator, Punctuation, Sink, Induction, Broad };

inline constexpr int headPatternCount = 9;

/// A key's part of the sink: the first token, whatever it is; else a special token but a mask; else a punctuation mark.
enum class SinkPart { First, Special, Punctuation };
std::optional<SinkPart> sinkPart(std::size_t key, const TokenKind &kind);

/// What each part of the sink takes of a head's attention, the mean over the queries that attend to anything.
struct SinkShares {
    double first = 0;
    double special = 0;
    double punctuation = 0;

    double sum() const { return first + special + punctuation; }
};
/// weights is n × m of weights or of what is moved, whose rows are divided by their sums; keyKinds has one a key.
SinkShares sinkShares(const Matrix &weights, const std::vector<TokenKind> &keyKinds);

/// A head and a number between 0 and 1; an excess is between −1 and 1.
struct HeadShare {
    HeadRef head;
    double share = 0;
};

/// Every head of an attention with its weight from the query to the key, the largest first; equal ones by layer and
/// head. Positions from 0; throws ShapeError where there is none.
std::vector<HeadShare> headsThatSend(const Trace &trace, Attention attention, int query, int key);

/// Every head with what its weight from the query to the key exceeds the key's mean weight by, over all queries that
/// the mask allows it for; order and errors as headsThatSend(). A head in which every query looks at the key has 0.
std::vector<HeadShare> headsThatSendMore(const Trace &trace, Attention attention, const LayerMasks &masks, int query,
                                         int key);

/// The blocks of an attention in the order of their layers.
std::vector<const BlockTrace *> blocksOf(const Trace &trace, Attention attention);
/// The number of keys that a query may attend to.
int allowedKeys(const SideTrace &keys, const MaskRule &mask, Eigen::Index query);
/// Entropy of a query's weights in nats ÷ that of uniform attention, of what a sink or hidden tokens leave divided by
/// its sum; nothing where only one key is allowed.
std::optional<double> broadness(const Matrix &weights, Eigen::Index query, int allowed);

/// How much of its attention a head spends on a pattern, the mean over the queries that the pattern says something of
/// (those that attend to nothing left out):
/// Previous, Next: the weight on the token before, after (a query that has none left out);
/// SameWord: on other tokens with the query's text (queries without one left out; in cross-attention any such token);
/// First: on the first token; Separator: on special tokens but the first; Punctuation: on punctuation marks;
/// Sink: on any key that has a sinkPart();
/// Induction: on tokens that follow an earlier token with the query's text;
/// Broad: the entropy of the query's weights ÷ ln(the keys that the mask allows), 1 for uniform attention.
/// weights is n × m, allowed the number of keys that row i may attend to. Nothing where no query counts, or where the
/// pattern has no meaning between two sentences (Previous, Next, Induction).
std::optional<double> patternShare(const Matrix &weights, HeadPattern pattern, const SideTrace &queries,
                                   const SideTrace &keys, const std::vector<TokenKind> &keyKinds, bool isCross,
                                   const MaskRule &mask);

/// patternShare() of every head of an attention, the largest first; heads without one left out. keyKinds has one a key.
std::vector<HeadShare> headsByPattern(const Trace &trace, Attention attention, const LayerMasks &masks,
                                      HeadPattern pattern, const std::vector<TokenKind> &keyKinds);

} // namespace regard
