#include "engine/scan/scan_sums.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

namespace regard {

namespace {

constexpr double noNumber = std::numeric_limits<double>::quiet_NaN();

void addMeasure(ExactMeasure &to, const MeasuredSentence &measured)
{
    if (!(measured.queries > 0))
        return;
    to.sum += exactly(measured.sum);
    to.queries += exactly(measured.queries);
    to.sumSquared += exactly(measured.sum * measured.sum);
    to.crossed += exactly(measured.sum * measured.queries);
    to.queriesSquared += exactly(measured.queries * measured.queries);
    ++to.sentences;
}

void addHead(ExactHead &to, const HeadScan &head)
{
    for (std::size_t measure = 0; measure < scanMeasureCount; ++measure)
        addMeasure(to.measures[measure], head.measures[measure]);
    for (std::size_t bin = 0; bin < distanceBinCount; ++bin)
        to.distances[bin] += exactly(head.distances[bin]);
    to.squaredDistance += exactly(head.squaredDistance);
    to.queries += head.queries;
}

void addHead(ExactHead &to, const ExactHead &head)
{
    for (std::size_t i = 0; i < scanMeasureCount; ++i) {
        ExactMeasure &sum = to.measures[i];
        const ExactMeasure &more = head.measures[i];
        sum.sum += more.sum;
        sum.queries += more.queries;
        sum.sumSquared += more.sumSquared;
        sum.crossed += more.crossed;
        sum.queriesSquared += more.queriesSquared;
        sum.sentences += more.sentences;
    }
    for (std::size_t bin = 0; bin < distanceBinCount; ++bin)
        to.distances[bin] += head.distances[bin];
    to.squaredDistance += head.squaredDistance;
    to.queries += head.queries;
}

std::size_t shareBin(double share)
{
    constexpr std::array<double, shareBinCount - 1> edges{0.2, 0.4, 0.6, 0.8};
    return std::size_t(std::upper_bound(edges.begin(), edges.end(), share) - edges.begin());
}

bool isBefore(const KeptSentence &a, const KeptSentence &b, bool isTop)
{
    if (isTop)
        return std::tuple(-a.share, a.sentence->offset) < std::tuple(-b.share, b.sentence->offset);
    return std::tuple(a.sentence->hash, a.sentence->offset) < std::tuple(b.sentence->hash, b.sentence->offset);
}

std::vector<std::size_t> keySides(const ModelConfig &config)
{
    std::vector<std::size_t> sides;
    for (const HeadRef &head : scannedHeads(config))
        sides.push_back(
            config.architecture == Architecture::EncoderDecoder && head.attention == Attention::Decoder ? 1 : 0);
    return sides;
}

} // namespace

double ExactMeasure::mean() const
{
    return queries > 0 ? approximately(sum) / approximately(queries) : noNumber;
}

double ExactMeasure::error() const
{
    if (sentences < 2)
        return noNumber;
    const double share = mean();
    const double squares =
        approximately(sumSquared) - 2 * share * approximately(crossed) + share * share * approximately(queriesSquared);
    const double clusters = double(sentences);
    return std::sqrt(clusters / (clusters - 1) * std::max(0.0, squares)) / approximately(queries);
}

double ExactHead::distanceVariance() const
{
    const ExactMeasure &distance = measures[std::size_t(ScanMeasure::Distance)];
    if (distance.queries <= 0)
        return noNumber;
    const double mean = distance.mean();
    return std::max(0.0, approximately(squaredDistance) / approximately(distance.queries) - mean * mean);
}

ScanSums::ScanSums(const ModelConfig &config, bool byValue, int kept)
    : ScanSums(scannedHeads(config), keySides(config), byValue, kept)
{
}

ScanSums::ScanSums(std::vector<HeadRef> heads, std::vector<std::size_t> keySides, bool byValue, int kept)
    : m_heads(std::move(heads)), m_kept(kept), m_sums(m_heads.size() * (byValue ? 2 : 1)), m_sentences(m_sums.size()),
      m_keySides(std::move(keySides))
{
}

void ScanSums::keep(std::vector<KeptSentence> &place, KeptSentence sentence, bool isTop) const
{
    const auto before = [isTop](const KeptSentence &a, const KeptSentence &b) { return isBefore(a, b, isTop); };
    if (int(place.size()) >= m_kept && (place.empty() || !before(sentence, place.back())))
        return;
    place.insert(std::upper_bound(place.begin(), place.end(), sentence, before), std::move(sentence));
    if (int(place.size()) > m_kept)
        place.pop_back();
}

void ScanSums::add(const SentenceScan &scan, const std::shared_ptr<const ScannedSentence> &sentence)
{
    for (std::size_t i = 0; i < m_sums.size(); ++i) {
        const HeadScan &head = i < m_heads.size() ? scan.byWeight[i] : scan.byValue[i - m_heads.size()];
        addHead(m_sums[i], head);
        for (std::size_t measure = 0; measure < scanShareCount; ++measure) {
            const MeasuredSentence &measured = head.measures[measure];
            if (!(measured.queries > 0))
                continue;
            const double share = measured.sum / measured.queries;
            auto &places = m_sentences[i][measure];
            const KeptSentence kept{sentence, share, measured.strongest};
            keep(places[shareBin(share)], kept, false);
            keep(places.back(), kept, true);
        }
    }
    addReceived(scan, *sentence);
}

void ScanSums::addReceived(const SentenceScan &scan, const ScannedSentence &sentence)
{
    if (!m_received)
        return;
    for (const std::size_t side : {0, 1}) {
        const std::vector<std::string> &tokens = side == 1 ? sentence.target : sentence.source;
        for (std::size_t key = 0; key < tokens.size(); ++key) {
            ReceivedByToken &received = (*m_received)[tokens[key]];
            received.weight.resize(m_heads.size());
            ++received.occurrences[side];
            for (std::size_t head = 0; head < m_heads.size(); ++head)
                if (m_keySides[head] == side)
                    received.weight[head] += exactly(scan.received[head][key]);
        }
    }
    dropTooManyTokens();
}

void ScanSums::dropTooManyTokens()
{
    if (m_received && m_received->size() * m_heads.size() * sizeof(ExactNumber) > mostTokenBytes)
        m_received.reset();
}

void ScanSums::add(const ScanSums &other)
{
    for (std::size_t i = 0; i < m_sums.size(); ++i) {
        addHead(m_sums[i], other.m_sums[i]);
        for (std::size_t measure = 0; measure < scanShareCount; ++measure)
            for (std::size_t place = 0; place < keptPlaces; ++place)
                for (const KeptSentence &kept : other.m_sentences[i][measure][place])
                    keep(m_sentences[i][measure][place], kept, place == shareBinCount);
    }
    if (!other.m_received)
        m_received.reset();
    if (!m_received)
        return;
    for (const auto &[token, more] : *other.m_received) {
        ReceivedByToken &received = (*m_received)[token];
        received.weight.resize(m_heads.size());
        for (const std::size_t side : {0, 1})
            received.occurrences[side] += more.occurrences[side];
        for (std::size_t head = 0; head < m_heads.size(); ++head)
            received.weight[head] += more.weight[head];
    }
    dropTooManyTokens();
}

std::uint64_t sentenceHash(std::uint64_t seed, std::uint64_t offset)
{
    const auto mixed = [](std::uint64_t x) {
        x += 0x9e3779b97f4a7c15U;
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
        x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
        return x ^ (x >> 31);
    };
    return mixed(mixed(seed) ^ offset);
}

} // namespace regard
