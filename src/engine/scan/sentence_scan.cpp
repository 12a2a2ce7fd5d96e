#include "engine/scan/sentence_scan.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "engine/analysis/token_groups.h"
#include "engine/analysis/value_norms.h"

namespace regard {

namespace {

/// What all heads of a layer have in common.
struct LayerCells {
    std::array<std::optional<PatternCells>, std::size_t(ScanMeasure::Broad)> cells;
    std::vector<int> allowed; ///< keys of each query
    bool isCross = false;
};

LayerCells layerCells(const SideTrace &queries, const SideTrace &keys, const std::vector<TokenKind> &kinds,
                      bool isCross, const MaskRule &mask)
{
    LayerCells layer;
    layer.isCross = isCross;
    if (!isCross) {
        PatternCells itself;
        for (std::size_t query = 0; query < queries.tokens.size(); ++query) {
            itself.keys.push_back(int(query));
            itself.ends.push_back(query + 1);
        }
        layer.cells[std::size_t(ScanMeasure::Itself)] = std::move(itself);
    }
    for (int pattern = 0; pattern < int(HeadPattern::Broad); ++pattern)
        layer.cells[std::size_t(pattern) + 1] =
            patternCells(static_cast<HeadPattern>(pattern), queries, keys, kinds, isCross, mask);
    for (std::size_t query = 0; query < queries.tokens.size(); ++query)
        layer.allowed.push_back(allowedKeys(keys, mask, Eigen::Index(query)));
    return layer;
}

WeightedLink strongestLink(const Matrix &weights)
{
    WeightedLink link;
    for (Eigen::Index query = 0; query < weights.rows(); ++query) {
        Eigen::Index key = 0;
        const float weight = weights.row(query).maxCoeff(&key);
        if (link.query < 0 || weight > link.weight)
            link = {int(query), int(key), weight};
    }
    return link;
}

/// Measures the distances of all weight, from which the mean, its square and the histogram follow.
void addDistances(const Matrix &weights, HeadScan &head)
{
    std::vector<double> at(std::size_t(std::max(weights.rows(), weights.cols())));
    for (Eigen::Index query = 0; query < weights.rows(); ++query)
        for (Eigen::Index key = 0; key < weights.cols(); ++key)
            at[std::size_t(std::abs(query - key))] += double(weights(query, key));
    MeasuredSentence &mean = head.measures[std::size_t(ScanMeasure::Distance)];
    for (std::size_t distance = 0; distance < at.size(); ++distance) {
        const double far = double(distance);
        mean.sum += far * at[distance];
        mean.queries += at[distance];
        head.squaredDistance += far * far * at[distance];
        head.distances[distanceBin(distance)] += at[distance];
    }
}

HeadScan scanHead(const Matrix &weights, const LayerCells &layer)
{
    HeadScan head;
    const std::vector<bool> attending = attendingQueries(weights);
    head.queries = int(std::count(attending.begin(), attending.end(), true));
    for (std::size_t measure = 0; measure < layer.cells.size(); ++measure)
        if (const auto &cells = layer.cells[measure]) {
            const PatternSum found = patternSum(weights, attending, *cells);
            head.measures[measure] = {found.sum, double(found.queries), found.strongest};
        }
    MeasuredSentence &broad = head.measures[std::size_t(ScanMeasure::Broad)];
    MeasuredSentence &entropy = head.measures[std::size_t(ScanMeasure::Entropy)];
    for (std::size_t query = 0; query < attending.size(); ++query) {
        if (!attending[query])
            continue;
        const double nats = rowEntropy(weights, Eigen::Index(query));
        entropy.sum += nats;
        ++entropy.queries;
        if (const auto share = broadness(nats, layer.allowed[query])) {
            broad.sum += *share;
            ++broad.queries;
        }
    }
    broad.strongest = strongestLink(weights);
    if (!layer.isCross)
        addDistances(weights, head);
    return head;
}

} // namespace

std::size_t distanceBin(std::size_t distance)
{
    return std::min(std::size_t(std::bit_width(distance)), distanceBinCount - 1);
}

std::vector<HeadRef> scannedHeads(const ModelConfig &config)
{
    std::vector<HeadRef> heads;
    for (const Attention attention : attentionsOf(config))
        for (int layer = 0; layer < layersOf(config, attention); ++layer)
            for (int head = 0; head < headsOf(config, attention); ++head)
                heads.push_back({attention, layer, head});
    return heads;
}

SentenceScan scanSentence(const Model &model, const Trace &trace, const std::vector<TokenKind> &source,
                          const std::vector<TokenKind> &target, bool byValue)
{
    SentenceScan scan;
    for (const Attention attention : attentionsOf(model.config)) {
        const SideTrace &queries = queriesOf(trace, attention);
        const SideTrace &keys = keysOf(trace, attention);
        const std::vector<TokenKind> &kinds = &keys == &trace.source ? source : target;
        const LayerMasks masks(model.config, attention);
        const std::vector<const BlockTrace *> blocks = blocksOf(trace, attention);
        LayerCells cells;
        for (int layer = 0; layer < int(blocks.size()); ++layer) {
            const MaskRule &mask = masks.at(layer);
            const bool isAsBefore =
                layer > 0 && mask.mask == masks.at(layer - 1).mask && mask.window == masks.at(layer - 1).window;
            if (!isAsBefore)
                cells = layerCells(queries, keys, kinds, attention == Attention::Cross, mask);
            const HeadTraces &heads = blocks[std::size_t(layer)]->heads;
            for (std::size_t head = 0; head < heads.size(); ++head) {
                const Matrix &weights = heads[head].weights;
                scan.byWeight.push_back(scanHead(weights, cells));
                const Eigen::RowVectorXd received = weights.cast<double>().colwise().sum();
                scan.received.emplace_back(received.data(), received.data() + received.size());
                if (!byValue)
                    continue;
                Matrix moved = weights;
                moved.array().rowwise() *= movedByOne(model, {attention, layer, int(head)}, heads[head]).array();
                divideRows(moved);
                scan.byValue.push_back(scanHead(moved, cells));
            }
        }
    }
    return scan;
}

} // namespace regard
