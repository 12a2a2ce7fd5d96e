#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/scan/exact_number.h"
#include "engine/scan/sentence_scan.h"

namespace regard {

/// One measure of one head over a corpus. Sums over the sentences with a query that could show it, of y = the sum over
/// a sentence's queries and n = their number.
struct ExactMeasure {
    ExactNumber sum = 0;
    ExactNumber queries = 0;
    ExactNumber sumSquared = 0; ///< Σ y²
    ExactNumber crossed = 0;    ///< Σ y · n
    ExactNumber queriesSquared = 0;
    std::int64_t sentences = 0;

    double mean() const; ///< Σ y ÷ Σ n; NaN where no query could show it
    /// The standard error of the mean with sentences as clusters: √(k ÷ (k − 1) · Σ (y − mean · n)²) ÷ Σ n (Cochran
    /// 1977, section 3.12). NaN for fewer than two sentences.
    double error() const;
};

/// One head over a corpus.
struct ExactHead {
    std::array<ExactMeasure, scanMeasureCount> measures;
    std::array<ExactNumber, distanceBinCount> distances{};
    ExactNumber squaredDistance = 0;
    std::int64_t queries = 0; ///< that attend to anything

    double distanceVariance() const; ///< E[d²] − E[d]² over all weight
};

/// A sentence of the corpus as its tokens.
struct ScannedSentence {
    std::uint64_t offset = 0; ///< of its text in the corpus
    std::uint64_t hash = 0;   ///< of seed and offset: sentenceHash()
    std::vector<std::string> source;
    std::vector<std::string> target; ///< of an encoder-decoder
};

/// A sentence that is kept as an example of a head's measure.
struct KeptSentence {
    std::shared_ptr<const ScannedSentence> sentence; ///< never null
    double share = 0;                                ///< of the measure in it
    WeightedLink strongest;
};

/// Shares of sentences fall in five bins with edges at 0, 0.2, 0.4, 0.6, 0.8 and 1; the last place has the largest.
inline constexpr std::size_t shareBinCount = 5;
inline constexpr std::size_t keptPlaces = shareBinCount + 1;
using KeptSentences = std::array<std::array<std::vector<KeptSentence>, keptPlaces>, scanShareCount>;

/// What all heads give one token as a key.
struct ReceivedByToken {
    std::array<std::int64_t, 2> occurrences{}; ///< in sources, and in targets
    std::vector<ExactNumber> weight;           ///< of each head
};
using ReceivedByTokens = std::map<std::string, ReceivedByToken>;

/// Sums over a corpus, the same in any order of adding.
class ScanSums {
public:
    ScanSums() = default;
    /// `kept` sentences stay in each bin and at each top.
    ScanSums(const ModelConfig &config, bool byValue, int kept);
    /// Takes heads and the keySide() of each.
    ScanSums(std::vector<HeadRef> heads, std::vector<std::size_t> keySides, bool byValue, int kept);

    void add(const SentenceScan &scan, const std::shared_ptr<const ScannedSentence> &sentence);
    /// Adds sums of other sentences by the same heads.
    void add(const ScanSums &other);

    const std::vector<HeadRef> &heads() const { return m_heads; }
    int kept() const { return m_kept; }
    bool hasByValue() const { return m_sums.size() > m_heads.size(); }
    /// By weight, then by value.
    std::vector<ExactHead> &sums() { return m_sums; }
    const std::vector<ExactHead> &sums() const { return m_sums; }
    std::vector<KeptSentences> &sentences() { return m_sentences; }
    const std::vector<KeptSentences> &sentences() const { return m_sentences; }
    /// Nothing: they would have taken more than mostTokenBytes.
    std::optional<ReceivedByTokens> &received() { return m_received; }
    const std::optional<ReceivedByTokens> &received() const { return m_received; }
    /// Whether a head's keys are the target's: 1, else 0.
    std::size_t keySide(std::size_t head) const { return m_keySides[head]; }

    /// Keeps what belongs among the kept.
    void keep(std::vector<KeptSentence> &place, KeptSentence sentence, bool isTop) const;

private:
    void addReceived(const SentenceScan &scan, const ScannedSentence &sentence);
    void dropTooManyTokens();

    std::vector<HeadRef> m_heads;
    int m_kept = 0;
    std::vector<ExactHead> m_sums;
    std::vector<KeptSentences> m_sentences;
    std::vector<std::size_t> m_keySides;
    std::optional<ReceivedByTokens> m_received{ReceivedByTokens()};
};

/// What exact sums of key tokens may take.
inline constexpr std::size_t mostTokenBytes = 100'000'000;

/// A number that looks like chance and is the same everywhere (Steele et al. 2014, SplitMix64).
std::uint64_t sentenceHash(std::uint64_t seed, std::uint64_t offset);

} // namespace regard
