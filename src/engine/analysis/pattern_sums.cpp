#include "engine/analysis/pattern_sums.h"

#include <algorithm>
#include <cmath>

namespace regard {

namespace {

/// The keys that a pattern means for a query.
class PatternKeys {
public:
    PatternKeys(HeadPattern pattern, const SideTrace &queries, const SideTrace &keys,
                const std::vector<TokenKind> &kinds, bool isCross)
        : m_pattern(pattern), m_queries(queries.tokens), m_keys(keys.tokens), m_kinds(kinds), m_isCross(isCross)
    {
    }

    bool holds(std::size_t query, std::size_t key) const
    {
        switch (m_pattern) {
        case HeadPattern::Previous:
            return key + 1 == query;
        case HeadPattern::Next:
            return key == query + 1;
        case HeadPattern::SameWord:
            return m_keys[key] == m_queries[query] && (m_isCross || key != query);
        case HeadPattern::First:
            return key == 0;
        case HeadPattern::Separator:
            return key > 0 && m_kinds[key].isSpecial;
        case HeadPattern::Punctuation:
            return m_kinds[key].isPunctuation;
        case HeadPattern::Sink:
            return sinkPart(key, m_kinds[key]).has_value();
        case HeadPattern::Induction:
            return key > 0 && key <= query && m_keys[key - 1] == m_queries[query];
        case HeadPattern::Broad:
            break;
        }
        return false;
    }

private:
    HeadPattern m_pattern;
    const std::vector<std::string> &m_queries;
    const std::vector<std::string> &m_keys;
    const std::vector<TokenKind> &m_kinds;
    bool m_isCross;
};

bool isOfOneSentence(HeadPattern pattern)
{
    return pattern == HeadPattern::Previous || pattern == HeadPattern::Next || pattern == HeadPattern::Induction;
}

} // namespace

std::optional<PatternCells> patternCells(HeadPattern pattern, const SideTrace &queries, const SideTrace &keys,
                                         const std::vector<TokenKind> &keyKinds, bool isCross, const MaskRule &mask)
{
    if (isCross && isOfOneSentence(pattern))
        return std::nullopt;
    const PatternKeys wanted(pattern, queries, keys, keyKinds, isCross);
    PatternCells cells;
    cells.countsEveryQuery = pattern == HeadPattern::Sink;
    for (std::size_t query = 0; query < queries.tokens.size(); ++query) {
        for (std::size_t key = 0; key < keys.tokens.size(); ++key)
            if (wanted.holds(query, key) && !mask.hides(std::ptrdiff_t(query), std::ptrdiff_t(key)))
                cells.keys.push_back(int(key));
        cells.ends.push_back(cells.keys.size());
    }
    return cells;
}

std::vector<bool> attendingQueries(const Matrix &weights)
{
    std::vector<bool> attending(std::size_t(weights.rows()));
    for (Eigen::Index query = 0; query < weights.rows(); ++query)
        attending[std::size_t(query)] = weights.row(query).sum() > 0;
    return attending;
}

PatternSum patternSum(const Matrix &weights, const std::vector<bool> &attending, const PatternCells &cells)
{
    PatternSum found;
    std::size_t cell = 0;
    for (std::size_t query = 0; query < attending.size(); ++query) {
        const std::size_t first = cell;
        cell = cells.ends[query];
        if (!attending[query])
            continue;
        for (std::size_t i = first; i < cell; ++i) {
            const float weight = weights(Eigen::Index(query), cells.keys[i]);
            found.sum += weight;
            if (found.strongest.query < 0 || weight > found.strongest.weight)
                found.strongest = {int(query), cells.keys[i], weight};
        }
        found.queries += cells.countsEveryQuery || cell > first ? 1 : 0;
    }
    return found;
}

double rowEntropy(const Matrix &weights, Eigen::Index query)
{
    constexpr double rounding = 1e-4;
    double entropy = 0;
    double sum = 0;
    for (Eigen::Index key = 0; key < weights.cols(); ++key)
        if (const double weight = weights(query, key); weight > 0) {
            entropy -= weight * std::log(weight);
            sum += weight;
        }
    return sum > 0 && sum < 1 - rounding ? entropy / sum + std::log(sum) : entropy;
}

std::optional<double> broadness(double entropy, int allowed)
{
    if (allowed < 2)
        return std::nullopt;
    return std::clamp(entropy / std::log(allowed), 0.0, 1.0);
}

std::optional<double> broadness(const Matrix &weights, Eigen::Index query, int allowed)
{
    return allowed < 2 ? std::nullopt : broadness(rowEntropy(weights, query), allowed);
}

std::optional<double> patternShare(const Matrix &weights, HeadPattern pattern, const SideTrace &queries,
                                   const SideTrace &keys, const std::vector<TokenKind> &keyKinds, bool isCross,
                                   const MaskRule &mask)
{
    const std::vector<bool> attending = attendingQueries(weights);
    double sum = 0;
    int counted = 0;
    if (pattern == HeadPattern::Broad) {
        for (Eigen::Index query = 0; query < weights.rows(); ++query)
            if (attending[std::size_t(query)])
                if (const auto broad = broadness(weights, query, allowedKeys(keys, mask, query))) {
                    sum += *broad;
                    ++counted;
                }
    } else if (const auto cells = patternCells(pattern, queries, keys, keyKinds, isCross, mask)) {
        const PatternSum found = patternSum(weights, attending, *cells);
        sum = found.sum;
        counted = found.queries;
    }
    return counted > 0 ? std::optional<double>(std::clamp(sum / counted, 0.0, 1.0)) : std::nullopt;
}

} // namespace regard
