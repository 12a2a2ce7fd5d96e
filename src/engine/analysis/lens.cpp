#include "engine/analysis/lens.h"

#include <algorithm>
#include <cmath>

#include "engine/base/errors.h"
#include "engine/base/message.h"
#include "engine/functions/norm.h"
#include "engine/kernels/in_parallel.h"
#include "engine/kernels/serial_thread.h"
#include "engine/pass/output_layer.h"
#include "engine/pass/stream.h"

namespace regard {

namespace {

/// Logits that are in memory for each thread, and how many words they are of.
constexpr int lensNumbersAtOnce = 1 << 22;
constexpr int leastLensWords = 256;
constexpr int mostLensWords = 2048;

/// What a range of words says of one row.
struct LensRange {
    int best = -1;
    float most = 0; ///< the largest logit
    double sum = 0; ///< Σ exp(logit − most)
    int before = 0; ///< words that come before the chosen one
};

/// What the output layer reads, place by place: places · n × d_model.
Matrix lensRows(const Model &model, const Trace &trace)
{
    const ModelConfig &config = model.config;
    const Stack stack = lensStack(config);
    const int layers = layersOf(config, stack);
    const TraceMatrix &last = readOutStream(trace);
    Matrix rows((layers + 1) * last.rows(), last.cols());
    for (int layer = 0; layer < layers; ++layer) {
        const Matrix &stream = streamBefore(config, trace, {stack, layer, SublayerKind::SelfAttention});
        auto place = rows.middleRows(layer * last.rows(), last.rows());
        place = hasFinalNorm(config, stack) ? normed(model, stackName(stack) + ".final_norm", stream) : stream;
    }
    rows.bottomRows(last.rows()) = last;
    return rows;
}

/// The words from `first` on whose logits of a row these are.
LensRange lensRange(const float *logits, int first, int count, int chosen, float logit)
{
    const Eigen::Map<const Eigen::Array<float, 1, Eigen::Dynamic>> row(logits, count);
    LensRange range;
    range.most = row.maxCoeff();
    const float *best = std::find(logits, logits + count, range.most);
    if (best == logits + count || !std::isfinite(range.most))
        return range;
    range.best = first + int(best - logits);
    range.sum = double((row - range.most).exp().sum());
    if (chosen >= 0) { // of equal ones the first counts as the more likely
        const int earlier = std::clamp(chosen - first, 0, count);
        range.before = int((row.head(earlier) >= logit).count() + (row.tail(count - earlier) > logit).count());
    }
    return range;
}

/// All ranges of one row, `stride` from one to the next.
LensCell lensCell(const LensRange *ranges, int count, int stride, int chosen, float logit)
{
    LensCell cell;
    float most = 0;
    for (int i = 0; i < count; ++i) {
        const LensRange &range = ranges[i * stride];
        if (range.best < 0)
            return {-1, std::nan(""), std::nan(""), 0};
        if (cell.best < 0 || range.most > most) {
            most = range.most;
            cell.best = range.best;
        }
    }
    double sum = 0;
    for (int i = 0; i < count; ++i) {
        sum += ranges[i * stride].sum * std::exp(double(ranges[i * stride].most) - double(most));
        cell.rank += ranges[i * stride].before;
    }
    cell.probability = 1 / sum;
    cell.chosen = chosen < 0 ? 0 : std::exp(double(logit) - double(most)) / sum;
    cell.rank += chosen < 0 ? 0 : 1;
    return cell;
}

} // namespace

Stack lensStack(const ModelConfig &config)
{
    return hasStack(config, Stack::Decoder) ? Stack::Decoder : Stack::Encoder;
}

bool hasLens(const Model &model)
{
    return hasOutputLayer(model) && !isRecurrent(model.config, lensStack(model.config));
}

double lensCost(const Model &model, const Trace &trace)
{
    const double places = layersOf(model.config, lensStack(model.config)) + 1;
    return places * double(readOutStream(trace).size()) * double(trace.vocabulary.size());
}

std::optional<Lens> lensOf(const Model &model, const Trace &trace, int chosen, const std::atomic<bool> *cancelled)
{
    if (!hasLens(model) || trace.vocabulary.empty())
        throw ConfigError(Message::tr("the model has no output layer that could read the stream between layers"));
    const LogitRanges logits(model, lensRows(model, trace), trace.vocabulary);
    const Matrix logitsOfChosen = chosen < 0 ? Matrix() : logits.of(chosen, 1);
    const auto logitOf = [&](int row) { return chosen < 0 ? 0 : logitsOfChosen(row, 0); };
    const int rows = logits.rows();
    const int width = std::clamp(lensNumbersAtOnce / std::max(1, rows), leastLensWords, mostLensWords);
    const int count = (logits.words() + width - 1) / width;
    std::vector<LensRange> ranges(std::size_t(count) * std::size_t(rows));
    std::atomic<bool> stopped = false;
    inParallel(count, [&](int index) {
        if (cancelled && cancelled->load(std::memory_order_relaxed))
            stopped = true;
        if (stopped)
            return;
        const SerialWork serial(true);
        const int first = index * width;
        const Matrix some = logits.of(first, std::min(width, logits.words() - first));
        for (int row = 0; row < rows; ++row)
            ranges[std::size_t(index) * std::size_t(rows) + std::size_t(row)] =
                lensRange(some.row(row).data(), first, int(some.cols()), chosen, logitOf(row));
    });
    if (stopped)
        return std::nullopt;
    Lens lens;
    lens.tokens = int(readOutStream(trace).rows());
    lens.places = rows / lens.tokens;
    for (int token = 0; token < lens.tokens; ++token)
        for (int place = 0; place < lens.places; ++place) {
            const int row = place * lens.tokens + token;
            lens.cells.push_back(lensCell(ranges.data() + row, count, rows, chosen, logitOf(row)));
        }
    return lens;
}

} // namespace regard
