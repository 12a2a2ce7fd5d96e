#pragma once

#include <optional>
#include <vector>

#include "engine/analysis/head_patterns.h"
#include "engine/base/matrix.h"
#include "engine/model/interventions.h"
#include "engine/pass/trace.h"

namespace regard {

/// What a head's pattern looks like: means over the queries that are words (neither special nor masked, with at least
/// two keys that they may attend to), each 0 to 1.
struct HeadShape {
    double sharpness = 0; ///< 1 − entropy ÷ ln(the keys that the mask allows)
    double diagonal = 0;  ///< the largest of: on the query itself, on the token before, on the one after; cross: 0
    double resting = 0;   ///< on the first token and on special tokens, where heads look that have nothing to do

    bool operator==(const HeadShape &) const = default;
};

/// A head with a larger share counts as diagonal or as resting.
inline constexpr double largestPlainShare = 0.5;

/// weights is n × m. Nothing where no query counts. In long texts only every few queries are looked at, so that this
/// takes a moment at most: they have `mostNumbers` weights together.
std::optional<HeadShape> headShape(const Matrix &weights, const SideTrace &keys,
                                   const std::vector<TokenKind> &queryKinds, const std::vector<TokenKind> &keyKinds,
                                   bool isCross, const MaskRule &mask, double mostNumbers = 1e6);

struct SharpestHead {
    HeadRef head;
    bool isPlain = true; ///< false: every head is diagonal or resting, and this one is the least
};

/// The head of an attention, in whichever layer, with the largest sharpness among those that are neither diagonal nor
/// resting; where all are, the one whose larger share is the smallest. Equal ones: the first by layer and head. Nothing
/// where no query counts. Kinds are one a token.
std::optional<SharpestHead> sharpestHead(const Trace &trace, Attention attention, const LayerMasks &masks,
                                         const std::vector<TokenKind> &queryKinds,
                                         const std::vector<TokenKind> &keyKinds);

/// A query and a key, from 0.
struct AttentionLink {
    int query = -1;
    int key = -1;

    bool operator==(const AttentionLink &) const = default;
};

/// The pair with the largest weight, the first of equal ones: from word to another word (no punctuation mark), where
/// there is none between tokens that are not special, else any. Nothing where all weights are 0.
std::optional<AttentionLink> strongestLink(const Matrix &weights, const std::vector<TokenKind> &queryKinds,
                                           const std::vector<TokenKind> &keyKinds, bool isCross);

} // namespace regard
