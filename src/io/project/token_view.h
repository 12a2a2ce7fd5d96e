#pragma once

namespace regard {

/// Which attention of a pair of sentences is shown: from the queries of the first to the keys of the second.
enum class PairFilter { All, AToA, AToB, BToA, BToB };

/// How tokens are looked at; not part of the model.
struct TokenView {
    bool words = false; ///< pieces merged: the sum over a word's keys, the mean over its queries (Clark et al. 2019)
    bool hidesSpecial = false; ///< special tokens left out
    bool renormalises = false; ///< what is left of each row is divided by its sum
    PairFilter pairs = PairFilter::All;

    bool operator==(const TokenView &) const = default;
};

} // namespace regard
