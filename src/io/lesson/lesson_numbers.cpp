#include "io/lesson/lesson_numbers.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/analysis/hand_rounding.h"
#include "engine/analysis/next_token.h"
#include "engine/model/stack.h"
#include "engine/pass/forward.h"
#include "engine/pass/output_layer.h"
#include "io/lesson/lesson_parts.h"

namespace regard {

namespace {

using LessonNumbersQuantity = LessonQuantity;

std::vector<double> rowOf(const Matrix &matrix, int row)
{
    const auto numbers = matrix.row(row);
    return {numbers.begin(), numbers.end()};
}

/// The row, or the one number of it that the value asks for.
std::vector<double> partOf(std::vector<double> row, const LessonValue &value)
{
    return value.at.size() > 1 ? std::vector<double>{row.at(std::size_t(value.at[1]))} : row;
}

/// −Σ p · log2 p, of what a sink leaves of the row divided by its sum.
double entropyBits(const std::vector<double> &row, bool hasSink)
{
    double entropy = 0;
    double sum = 0;
    for (const double p : row) {
        entropy -= p > 0 ? p * std::log2(p) : 0;
        sum += p;
    }
    return hasSink && sum > 0 ? entropy / sum + std::log2(sum) : entropy;
}

double meanEntropyBits(const HeadTrace &head)
{
    const Matrix &weights = head.weights;
    double sum = 0;
    int rows = 0;
    for (int row = 0; row < weights.rows(); ++row) {
        if (weights.row(row).isZero(0))
            continue;
        sum += entropyBits(rowOf(weights, row), head.hasSink);
        ++rows;
    }
    return rows > 0 ? sum / rows : 0;
}

/// Returns the standard deviation of the finite numbers: forbidden ones do not count.
double standardDeviation(const Matrix &masked)
{
    double sum = 0;
    double squares = 0;
    int count = 0;
    for (const float score : masked.reshaped()) {
        if (!std::isfinite(score))
            continue;
        sum += score;
        ++count;
    }
    const double mean = count > 0 ? sum / count : 0;
    for (const float score : masked.reshaped())
        squares += std::isfinite(score) ? (score - mean) * (score - mean) : 0;
    return count > 0 ? std::sqrt(squares / count) : 0;
}

int largestOf(const std::vector<double> &row)
{
    return int(std::max_element(row.begin(), row.end()) - row.begin());
}

std::vector<double> times(double factor, std::vector<double> row)
{
    for (double &number : row)
        number *= factor;
    return row;
}

} // namespace

LessonNumbers::LessonNumbers(const Model &model, const Trace &trace, StoredView view, int handDecimals)
    : m_model(model), m_trace(trace), m_view(std::move(view)), m_handDecimals(handDecimals)
{
}

LessonAnswer LessonNumbers::answer(const LessonValue &value)
{
    const TokenCounts counts{int(m_trace.source.tokens.size()), int(m_trace.target.tokens.size())};
    if (!missingValue(value, m_model.config, counts, m_view).empty())
        return {};
    if (isOfParts(value.quantity)) {
        const auto part = lessonPart(m_model, m_trace, value, placeOf(value, m_model.config, m_view));
        return part ? LessonAnswer{true, {*part}} : LessonAnswer();
    }
    if (isOfLens(value.quantity)) {
        const auto cell = lessonLens(m_model, m_trace, value);
        if (!cell)
            return {};
        const std::string word = m_trace.vocabulary[std::size_t(cell->best)];
        return isWord(value.quantity) ? LessonAnswer{true, {}, word} : LessonAnswer{true, {cell->probability}};
    }
    if (isWord(value.quantity))
        return {true, {}, word(value)};
    return {true, numbers(value)};
}

std::string LessonNumbers::word(const LessonValue &value) const
{
    const auto at = std::size_t(value.at.front());
    switch (value.quantity) {
    case LessonNumbersQuantity::Token:
        return m_trace.source.tokens[at];
    case LessonNumbersQuantity::Target:
        return m_trace.target.tokens[at];
    case LessonNumbersQuantity::Next:
        return m_trace.vocabulary[std::size_t(largestOf(probabilities(value.at.front())))];
    default:
        break;
    }
    const LessonPlace place = placeOf(value, m_model.config, m_view);
    const int strongest = largestOf(rowOf(head(value).weights, value.at.front()));
    return keysOf(m_trace, place.attention).tokens[std::size_t(strongest)];
}

LessonNumbers::Row LessonNumbers::numbers(const LessonValue &value)
{
    switch (value.quantity) {
    case LessonNumbersQuantity::X:
    case LessonNumbersQuantity::Q:
    case LessonNumbersQuantity::K:
    case LessonNumbersQuantity::V:
    case LessonNumbersQuantity::Output:
    case LessonNumbersQuantity::Joined:
    case LessonNumbersQuantity::Projected:
    case LessonNumbersQuantity::Stream:
        return ofHead(value);
    case LessonNumbersQuantity::Score:
    case LessonNumbersQuantity::Scaled:
    case LessonNumbersQuantity::Masked:
    case LessonNumbersQuantity::Spread:
    case LessonNumbersQuantity::Allowed:
        return ofScores(value);
    case LessonNumbersQuantity::Weight:
    case LessonNumbersQuantity::Weighted:
    case LessonNumbersQuantity::Entropy:
    case LessonNumbersQuantity::MeanEntropy:
    case LessonNumbersQuantity::MaxEntropy:
    case LessonNumbersQuantity::Largest:
        return ofWeights(value);
    case LessonNumbersQuantity::Hand:
    case LessonNumbersQuantity::HandWeighted:
    case LessonNumbersQuantity::HandOutput:
        return byHand(value);
    default:
        break;
    }
    return shared(value);
}

/// Values that are the same for every head: sizes, positions and the decoder's words.
LessonNumbers::Row LessonNumbers::shared(const LessonValue &value) const
{
    const ModelConfig &config = m_model.config;
    const Attention attention = viewedAttention(m_view, config);
    const double queries = double(queriesOf(m_trace, attention).tokens.size());
    const double keys = double(keysOf(m_trace, attention).tokens.size());
    switch (value.quantity) {
    case LessonNumbersQuantity::Tokens:
        return {double(m_trace.source.tokens.size())};
    case LessonNumbersQuantity::Targets:
        return {double(m_trace.target.tokens.size())};
    case LessonNumbersQuantity::Heads:
        return {double(headsOf(config, attention))};
    case LessonNumbersQuantity::Layers:
        return {double(layersOf(config, attention))};
    case LessonNumbersQuantity::DModel:
        return {double(config.dModel)};
    case LessonNumbersQuantity::DKey:
        return {double(config.dKey)};
    case LessonNumbersQuantity::DValue:
        return {double(config.dValue)};
    case LessonNumbersQuantity::DFf:
        return {double(feedForwardSizeOf(config, stackOf(attention)))};
    case LessonNumbersQuantity::Distance:
        return {std::abs(double(value.at[0]) - value.at[1])};
    case LessonNumbersQuantity::Longest:
        return {double(m_trace.source.tokens.size()) - 1};
    case LessonNumbersQuantity::Pairs:
        return {queries * keys};
    default:
        break;
    }
    const Row next = probabilities(value.at.front());
    return {next[std::size_t(largestOf(next))]};
}

LessonNumbers::Row LessonNumbers::ofHead(const LessonValue &value)
{
    const int row = value.at.front();
    switch (value.quantity) {
    case LessonNumbersQuantity::X:
        return partOf(rowOf(steps(value).input, row), value);
    case LessonNumbersQuantity::Q:
        return partOf(rowOf(head(value).q, row), value);
    case LessonNumbersQuantity::K:
        return partOf(rowOf(head(value).k, row), value);
    case LessonNumbersQuantity::V:
        return partOf(rowOf(head(value).v, row), value);
    case LessonNumbersQuantity::Joined:
        return partOf(rowOf(block(value).joined, row), value);
    case LessonNumbersQuantity::Projected:
        return partOf(rowOf(block(value).output, row), value);
    case LessonNumbersQuantity::Stream:
        return partOf(rowOf(block(value).stream, row), value);
    default:
        break;
    }
    return partOf(rowOf(head(value).output, row), value);
}

LessonNumbers::Row LessonNumbers::ofScores(const LessonValue &value)
{
    const HeadScores &of = scores(value);
    switch (value.quantity) {
    case LessonNumbersQuantity::Score:
        return partOf(rowOf(of.scores, value.at.front()), value);
    case LessonNumbersQuantity::Scaled:
        return partOf(rowOf(of.scaled, value.at.front()), value);
    case LessonNumbersQuantity::Masked:
        return partOf(rowOf(of.masked, value.at.front()), value);
    case LessonNumbersQuantity::Spread:
        return {standardDeviation(of.masked)};
    default:
        break;
    }
    return {double(of.masked.array().isFinite().count())};
}

LessonNumbers::Row LessonNumbers::ofWeights(const LessonValue &value)
{
    const HeadTrace &of = head(value);
    if (value.quantity == LessonNumbersQuantity::MeanEntropy)
        return {meanEntropyBits(of)};
    if (value.quantity == LessonNumbersQuantity::MaxEntropy)
        return {std::log2(double(of.weights.cols()))};
    Row row = rowOf(of.weights, value.at.front());
    if (value.quantity == LessonNumbersQuantity::Weighted)
        return times(row[std::size_t(value.at[1])], rowOf(of.v, value.at[1]));
    if (value.quantity == LessonNumbersQuantity::Entropy)
        return {entropyBits(row, of.hasSink)};
    if (value.quantity == LessonNumbersQuantity::Largest)
        return {row[std::size_t(largestOf(row))]};
    return partOf(std::move(row), value);
}

LessonNumbers::Row LessonNumbers::byHand(const LessonValue &value)
{
    const HeadTrace &of = head(value);
    Row weights = roundedToSum(rowOf(of.weights, value.at.front()), m_handDecimals, of.hasSink);
    if (value.quantity == LessonNumbersQuantity::Hand)
        return partOf(std::move(weights), value);
    if (value.quantity == LessonNumbersQuantity::HandWeighted)
        return times(weights[std::size_t(value.at[1])], rowOf(of.v, value.at[1]));
    Row sum(std::size_t(of.v.cols()), 0.0);
    for (std::size_t key = 0; key < weights.size(); ++key)
        for (std::size_t column = 0; column < sum.size(); ++column)
            sum[column] += weights[key] * of.v(int(key), int(column));
    return partOf(std::move(sum), value);
}

const BlockTrace &LessonNumbers::block(const LessonValue &value) const
{
    const LessonPlace place = placeOf(value, m_model.config, m_view);
    return *m_trace.blocks.at(std::size_t(blockIndex(m_model.config, place.attention, place.layer)));
}

const HeadTrace &LessonNumbers::head(const LessonValue &value) const
{
    const LessonPlace place = placeOf(value, m_model.config, m_view);
    return block(value).heads.at(std::size_t(place.head));
}

const HeadScores &LessonNumbers::scores(const LessonValue &value)
{
    const LessonPlace place = placeOf(value, m_model.config, m_view);
    const int index = blockIndex(m_model.config, place.attention, place.layer);
    const auto [found, isNew] = m_scores.try_emplace({index, place.head});
    if (isNew)
        found->second = headScores(m_model, m_trace, index, place.head);
    return found->second;
}

const AttentionSteps &LessonNumbers::steps(const LessonValue &value)
{
    const LessonPlace place = placeOf(value, m_model.config, m_view);
    const auto [found, isNew] = m_steps.try_emplace(place.layer);
    if (isNew)
        found->second = attentionSteps(m_model, m_trace, place.attention, place.layer);
    return found->second;
}

LessonNumbers::Row LessonNumbers::probabilities(int row) const
{
    return rowOf(nextTokenProbabilities(logitsRows(m_model, m_trace, row, 1).row(0), 1, 0), 0);
}

} // namespace regard
