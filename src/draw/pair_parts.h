#pragma once

#include <utility>
#include <vector>

#include <QString>

namespace regard {

/// The tokens of a picture that belong to the second of two sentences, and which attention between the two is shown.
struct PairParts {
    std::vector<bool> secondQueries{}; ///< one a token; empty: not a pair
    std::vector<bool> secondKeys{};
    int from = -1; ///< only what this sentence asks, 0 or 1; −1: both
    int to = -1;   ///< only what is given to this sentence

    bool isPair() const { return !secondQueries.empty(); }
    bool isFiltered() const { return isPair() && (from >= 0 || to >= 0); }
    /// Whether the filter lets a pair through; always where there is no filter, and for tokens that are not there.
    bool shows(int query, int key) const;
    /// The positions before which a line parts the sentences: of the first query and the first key of the second; −1:
    /// none.
    std::pair<int, int> borders() const;
    /// "A → B"; empty without a filter.
    QString text() const;

    bool operator==(const PairParts &) const = default;
};

} // namespace regard
