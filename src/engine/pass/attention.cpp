#include "engine/pass/attention.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <map>
#include <string>
#include <utility>

#include "engine/base/errors.h"
#include "engine/base/message.h"
#include "engine/functions/replaced_output.h"
#include "engine/kernels/product_kernel.h"
#include "engine/kernels/softmax_kernel.h"
#include "engine/model/attention_place.h"
#include "engine/model/weight_shapes.h"

namespace regard {

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
/// Scores turned into weights, and weights into an output, at a time, while they are in the caches.
constexpr Eigen::Index scoresAtATime = 1 << 14;
/// Scores from which a large softmax runs on several OpenMP threads.
constexpr Eigen::Index parallelScores = 1 << 16;

void checkShapes(const Matrix &q, const Matrix &k, const AttentionRule &rule)
{
    if (q.cols() != k.cols())
        throw ShapeError(Message::tr("queries have %1 columns, but keys %2; a score needs the same d_key of both",
                                     {std::to_string(q.cols()), std::to_string(k.cols())}));
    if (hasScoreRow(rule.score) && (rule.additive.rows() != 1 || rule.additive.cols() != q.cols()))
        throw ShapeError(Message::tr(
            "a head's w_a is %1 × %2, but d_key %3 needs 1 × %3",
            {std::to_string(rule.additive.rows()), std::to_string(rule.additive.cols()), std::to_string(q.cols())}));
    if (hasScoreMatrix(rule.score) && (rule.general.rows() != q.cols() || rule.general.cols() != q.cols()))
        throw ShapeError(Message::tr(
            "a head's w_g is %1 × %2, but d_key %3 needs %3 × %3",
            {std::to_string(rule.general.rows()), std::to_string(rule.general.cols()), std::to_string(q.cols())}));
    for (const int position : rule.maskedKeys)
        if (position < 0 || position >= k.rows())
            throw InputError(Message::tr("the masked position %1 lies outside the %2 tokens, which count from 0",
                                         {std::to_string(position), std::to_string(k.rows())}));
}

/// The transpose, a few rows at a time, so that what is read and what is written both stay near.
Matrix transposed(const Matrix &rows)
{
    constexpr Eigen::Index atATime = 16;
    Matrix columns(rows.cols(), rows.rows());
    for (Eigen::Index first = 0; first < rows.rows(); first += atATime) {
        const Eigen::Index count = std::min(atATime, rows.rows() - first);
        columns.middleCols(first, count) = rows.middleRows(first, count).transpose();
    }
    return columns;
}

/// Returns how many queries of m keys each are computed at a time.
Eigen::Index queriesAtATime(Eigen::Index m)
{
    return std::max<Eigen::Index>(Eigen::Index(productGroup()), scoresAtATime / std::max<Eigen::Index>(1, m));
}

void maskKeys(const AttentionRule &rule, ScoreRows scores)
{
    for (const int position : rule.maskedKeys)
        scores.col(position).setConstant(-infinity);
}

/// Adds the bias to scaled scores of the queries from `first` on with the first `allowed` keys.
void addBias(const DistanceBias &bias, Eigen::Index first, Eigen::Index allowed, ScoreRows scores)
{
    if (bias.kind == ScoreBias::None)
        return;
    const Eigen::Index last = first + scores.rows() - 1;
    std::vector<float> numbers; // of the distances −last to allowed − 1 − first
    for (Eigen::Index distance = -last; distance < allowed - first; ++distance)
        numbers.push_back(bias.at(int(distance)));
    for (Eigen::Index i = 0; i < scores.rows(); ++i)
        scores.row(i).head(allowed) +=
            Eigen::Map<const Eigen::RowVectorXf>(&numbers[std::size_t(last - first - i)], allowed);
}

/// Hides the keys beyond the window of the queries from `first` on.
void maskWindow(const AttentionRule &rule, Eigen::Index first, ScoreRows scores)
{
    if (rule.window == 0)
        return;
    for (Eigen::Index i = 0; i < scores.rows(); ++i) {
        const Eigen::Index before = std::clamp<Eigen::Index>(first + i - rule.window + 1, 0, scores.cols());
        const Eigen::Index after = std::min(first + i + rule.window, scores.cols());
        scores.row(i).head(before).setConstant(-infinity);
        scores.row(i).tail(scores.cols() - after).setConstant(-infinity);
    }
}

/// Hides the links that are cut, of the queries from `first` on.
void maskCuts(const AttentionRule &rule, Eigen::Index first, ScoreRows scores)
{
    for (const LinkRef &link : rule.cutLinks)
        if (link.query >= first && link.query < first + scores.rows() && link.key < scores.cols())
            scores(link.query - first, link.key) = -infinity;
}

/// The set weights of one query, in the order of the keys.
std::vector<std::pair<int, float>> setInRow(const SetWeights &weights, int query)
{
    std::vector<std::pair<int, float>> row;
    for (auto each = weights.lower_bound({query, 0}); each != weights.end() && each->first.query == query; ++each)
        row.emplace_back(each->first.key, each->second);
    return row;
}

/// What the softmax gave a row besides its set weights, and their sums.
struct RowSums {
    double set = 0;       ///< of the weights that are set
    double setBefore = 0; ///< of what the softmax gave in their places
    double others = 0;    ///< of what it gave to the other keys
    bool isChanged = false;
};

template <typename Row>
RowSums sumsOf(const std::vector<std::pair<int, float>> &set, const Row &row)
{
    RowSums sums;
    std::vector<bool> isSet(std::size_t(row.size()));
    for (const auto &[key, weight] : set) {
        isSet[std::size_t(key)] = true;
        sums.set += double(weight);
        sums.setBefore += double(row(key));
        sums.isChanged = sums.isChanged || weight != row(key);
    }
    for (Eigen::Index key = 0; key < row.size(); ++key)
        if (!isSet[std::size_t(key)])
            sums.others += double(row(key));
    return sums;
}

/// Puts the weights of another pass in the place of one query's, as PatchRow says.
template <typename Row>
void patchWeights(const AttentionRule &rule, int query, Row row)
{
    const auto found = rule.pattern.find(query);
    if (found == rule.pattern.end())
        return;
    const PatchRow &patch = found->second;
    Eigen::RowVectorXd patched = row.template cast<double>();
    const double sinkWeight = rule.sink && rule.replacement != Replacement::Uniform ? 1 - patched.sum() : 0;
    Eigen::Index taken = 0;
    for (std::size_t i = 0; i < patch.keys.size(); ++i) {
        const bool isAllowed = rule.allows(query, patch.keys[i]);
        taken += isAllowed || patch.numbers[i] == 0.0F ? 1 : 0;
        if (isAllowed)
            patched(patch.keys[i]) = double(patch.numbers[i]);
    }
    const double sum = patched.sum() + sinkWeight;
    // A row that is taken over as a whole keeps its bits.
    if (sum > 0)
        row = (taken == row.size() ? patched : Eigen::RowVectorXd(patched / sum)).template cast<float>();
}

/// Puts the set weights of one query in their places, and scales the others so that the row sums to 1.
template <typename Row>
void setRow(const AttentionRule &rule, int query, Row row)
{
    std::vector<std::pair<int, float>> set = setInRow(rule.setWeights, query);
    std::erase_if(set, [&](const auto &each) { return !rule.allows(query, each.first); });
    RowSums sums = sumsOf(set, row);
    if (!sums.isChanged)
        return;
    if (rule.sink && rule.replacement != Replacement::Uniform) // which is one of the others
        sums.others = std::max(sums.others, 1 - sums.setBefore);
    const double left = std::max(0.0, 1 - sums.set);
    if (sums.others > 0) {
        // Rows sum to 1 up to rounding alone, so that a sum that stays takes exactly 1.
        const double factor = sums.set == sums.setBefore ? 1 : left / sums.others;
        for (Eigen::Index key = 0; key < row.size(); ++key)
            row(key) = float(double(row(key)) * factor);
    } else {
        std::vector<Eigen::Index> free;
        for (Eigen::Index key = 0; key < row.size(); ++key)
            if (rule.allows(query, int(key)) && !rule.setWeights.contains({query, int(key)}))
                free.push_back(key);
        for (const Eigen::Index key : free)
            row(key) = float(left / double(free.size()));
    }
    for (const auto &[key, weight] : set)
        row(key) = weight;
}

std::string shortText(double number)
{
    std::array<char, 32> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, std::chars_format::general, 6);
    return {digits.data(), end.ptr};
}

void maskScores(Matrix &scores, const AttentionRule &rule)
{
    maskCuts(rule, 0, scores);
    maskWindow(rule, 0, scores);
    if (rule.mask == Mask::Causal)
        for (Eigen::Index i = 0; i < scores.rows() && i + 1 < scores.cols(); ++i)
            scores.row(i).tail(scores.cols() - i - 1).setConstant(-infinity);
    maskKeys(rule, scores);
}

} // namespace

bool AttentionRule::allows(int query, int key) const
{
    return !MaskRule(mask, window).hides(query, key) &&
           std::find(maskedKeys.begin(), maskedKeys.end(), key) == maskedKeys.end() && !cutLinks.contains({query, key});
}

std::optional<SetWeightProblem> setWeightProblem(const AttentionRule &rule, Eigen::Index n, Eigen::Index m)
{
    using Kind = SetWeightProblem::Kind;
    constexpr double rounding = 1e-6;
    const auto isInside = [&](const LinkRef &link) {
        return link.query >= 0 && link.query < n && link.key >= 0 && link.key < m;
    };
    for (const LinkRef &link : rule.cutLinks)
        if (!isInside(link))
            return SetWeightProblem{Kind::Outside, link};
    std::map<int, std::pair<double, int>> rows; // the sum of the weights set in them, and how many these are
    for (const auto &[link, weight] : rule.setWeights) {
        if (!isInside(link))
            return SetWeightProblem{Kind::Outside, link};
        if (!rule.allows(link.query, link.key))
            return SetWeightProblem{Kind::Forbidden, link};
        if (!(weight >= 0 && weight <= 1))
            return SetWeightProblem{Kind::NoWeight, link};
        rows[link.query].first += double(weight);
        ++rows[link.query].second;
    }
    for (const auto &[query, row] : rows) {
        if (row.first > 1 + rounding)
            return SetWeightProblem{Kind::TooMuch, {query, -1}, row.first};
        int allowed = 0;
        for (Eigen::Index key = 0; key < m; ++key)
            allowed += rule.allows(query, int(key)) ? 1 : 0;
        if (row.second == allowed && row.first < 1 - rounding && !rule.sink)
            return SetWeightProblem{Kind::TooLittle, {query, -1}, row.first};
    }
    return std::nullopt;
}

void checkSetWeights(const AttentionRule &rule, const HeadRef &head, Eigen::Index n, Eigen::Index m)
{
    using Kind = SetWeightProblem::Kind;
    const std::optional<SetWeightProblem> problem = setWeightProblem(rule, n, m);
    if (!problem)
        return;
    const std::string place = blockName(head.attention, head.layer) + " head " + std::to_string(head.head + 1);
    const std::string query = std::to_string(problem->link.query + 1);
    const std::string key = std::to_string(problem->link.key + 1);
    switch (problem->kind) {
    case Kind::Outside:
        throw InputError(Message::tr("%1: attention of token %2 to token %3 is set or cut, but %4 tokens attend to %5",
                                     {place, query, key, std::to_string(n), std::to_string(m)}));
    case Kind::Forbidden:
        throw InputError(Message::tr("%1: token %2 may not attend to token %3, which is masked out or cut, so that "
                                     "this weight cannot be set",
                                     {place, query, key}));
    case Kind::NoWeight:
        throw InputError(
            Message::tr("%1: the weight of token %2 on token %3 must be a number from 0 to 1", {place, query, key}));
    case Kind::TooMuch:
        throw InputError(Message::tr("%1: the weights set for token %2 sum to %3, which is more than 1",
                                     {place, query, shortText(problem->sum)}));
    case Kind::TooLittle:
        throw InputError(Message::tr("%1: every weight that token %2 may give is set, but they sum to %3, not 1",
                                     {place, query, shortText(problem->sum)}));
    }
}

Matrix movableWeights(const HeadTrace &head, const AttentionRule &rule)
{
    Matrix weights = head.weights;
    for (const auto &[link, weight] : rule.setWeights)
        if (link.query < weights.rows() && link.key < weights.cols())
            weights(link.query, link.key) = 0;
    for (auto each = rule.setWeights.begin(); each != rule.setWeights.end(); ++each) {
        const int query = each->first.query;
        if (query >= weights.rows() || head.hasSink ||
            (each != rule.setWeights.begin() && std::prev(each)->first.query == query))
            continue;
        AttentionRule plain = rule;
        plain.mask = Mask::None;
        plain.window = 0;
        plain.maskedKeys.clear();
        plain.cutLinks.clear();
        plain.firstQuery = query;
        Matrix row = scoreHead(head.q.row(query), head.k, plain).scaled;
        // A key without a weight is masked out, or has none to move.
        for (Eigen::Index key = 0; key < row.cols(); ++key)
            if (head.weights(query, key) == 0.0F && !rule.setWeights.contains({query, int(key)}))
                row(0, key) = -infinity;
        softmaxRows(row, rule.temperature);
        if (sumsOf(setInRow(rule.setWeights, query), row.row(0)).others == 0)
            weights.row(query).setZero();
    }
    return weights;
}

HeadScores scoreHead(const Matrix &q, const Matrix &k, const AttentionRule &rule)
{
    checkShapes(q, k, rule);
    HeadScores result;
    const Matrix keys = transposed(k); // d_key × m
    result.scores.resize(q.rows(), k.rows());
    const Eigen::Index rows = queriesAtATime(k.rows());
    const Eigen::Index chunks = (q.rows() + rows - 1) / rows;
    [[maybe_unused]] const bool parallel = result.scores.size() >= parallelScores;
#pragma omp parallel for schedule(static) if (parallel)
    for (Eigen::Index chunk = 0; chunk < chunks; ++chunk) {
        const Eigen::Index first = chunk * rows;
        const Eigen::Index count = std::min(rows, q.rows() - first);
        scoreQueries(q, first, keys, rule, k.rows(), result.scores.middleRows(first, count));
    }
    result.scaled = result.scores * (1.0F / scoreDivisor(rule, q.cols()));
    softCap(result.scaled.array(), rule.cap);
    addBias(rule.bias, rule.firstQuery, k.rows(), result.scaled);
    result.masked = result.scaled;
    maskScores(result.masked, rule);
    return result;
}

void softmaxRows(Matrix &scores, float temperature)
{
    const auto columns = std::size_t(scores.cols());
    [[maybe_unused]] const bool parallel = scores.size() >= parallelScores;
#pragma omp parallel for schedule(static) if (parallel)
    for (Eigen::Index i = 0; i < scores.rows(); ++i)
        softmax({scores.data() + i * scores.cols(), columns, 1, columns, 1.0F, temperature});
}

Matrix capSlopes(const Matrix &q, const Matrix &k, AttentionRule rule)
{
    if (!(rule.cap > 0))
        return {};
    rule.bias = {};
    return 1.0F - (scoreHead(q, k, rule).scaled.array() / rule.cap).square();
}

Tangent softmaxTangent(const Matrix &weights, const Tangent &scores, const std::optional<SinkTangent> &sink)
{
    if (isStill(scores))
        return {};
    Tangent moved = Tangent::Zero(weights.rows(), weights.cols());
    for (Eigen::Index i = 0; i < weights.rows(); ++i) {
        // Divided by the weights' sum, which is 1 only up to rounding: a row whose scores move alike stays still.
        double mean = 0;
        double sum = 0;
        for (Eigen::Index j = 0; j < weights.cols(); ++j) {
            if (weights(i, j) == 0.0F)
                continue;
            mean += double(weights(i, j)) * double(scores(i, j));
            sum += double(weights(i, j));
        }
        if (sink) {
            mean += double(sink->weights[i]) * double(sink->score);
            sum += double(sink->weights[i]);
        }
        mean /= sum > 0 ? sum : 1;
        for (Eigen::Index j = 0; j < weights.cols(); ++j)
            if (weights(i, j) != 0.0F)
                moved(i, j) = float(weights(i, j) * (double(scores(i, j)) - mean));
    }
    return moved;
}

/// A causal model computes no score that it forbids.
void attendQueries(HeadTrace &head, const Matrix &keys, const AttentionRule &rule, Eigen::Index first,
                   Eigen::Index count)
{
    const bool isUniform = rule.replacement == Replacement::Uniform;
    const bool isCausal = rule.mask == Mask::Causal;
    const Eigen::Index m = head.weights.cols();
    auto weights = head.weights.middleRows(first, count);
    const Eigen::Index allowed = isCausal ? std::min(m, first + count) : m;
    float scale = 1.0F / scoreDivisor(rule, head.q.cols());
    if (isUniform) {
        weights.setZero();
    } else {
        scoreQueries(head.q, first, keys, rule, allowed, weights);
        if (rule.cap > 0 || rule.bias.kind != ScoreBias::None) {
            weights.leftCols(allowed) *= scale;
            scale = 1;
            softCap(weights.leftCols(allowed).array(), rule.cap);
            addBias(rule.bias, first, allowed, weights);
        }
    }
    maskKeys(rule, weights);
    maskWindow(rule, first, weights);
    maskCuts(rule, first, weights);
    SoftmaxRows rows;
    rows.scores = weights.data();
    rows.stride = rows.columns = std::size_t(m);
    rows.rows = std::size_t(count);
    rows.scale = scale;
    rows.temperature = isUniform ? 1.0F : rule.temperature; // of equal scores: 1 / the keys that are allowed
    if (isCausal)
        rows.firstAllowed = std::size_t(first) + 1;
    if (rule.sink && !isUniform)
        rows.sink = *rule.sink;
    softmax(rows);
    if (!rule.pattern.empty())
        for (Eigen::Index i = 0; i < count; ++i)
            patchWeights(rule, int(first + i), weights.row(i));
    if (!rule.setWeights.empty())
        for (Eigen::Index i = 0; i < count; ++i)
            setRow(rule, int(first + i), weights.row(i));
    ProductParts parts;
    parts.a = weights.data();
    parts.aStride = std::size_t(m);
    parts.inner = std::size_t(allowed);
    parts.b = head.v.data();
    parts.c = head.output.row(first).data();
    parts.rows = std::size_t(count);
    parts.columns = parts.bStride = parts.cStride = std::size_t(head.v.cols());
    multiply(parts);
}

HeadTrace attend(Matrix q, Matrix k, Matrix v, const AttentionRule &rule)
{
    checkShapes(q, k, rule);
    if (k.rows() != v.rows())
        throw ShapeError(Message::tr("there are %1 keys, but %2 values; each key needs one",
                                     {std::to_string(k.rows()), std::to_string(v.rows())}));
    HeadTrace head;
    head.q = std::move(q);
    head.k = std::move(k);
    head.v = std::move(v);
    head.hasSink = rule.sink && rule.replacement != Replacement::Uniform;
    head.weights.resize(head.q.rows(), head.k.rows());
    head.output.resize(head.q.rows(), head.v.cols());
    const Matrix keys = transposed(head.k); // d_key × m
    const Eigen::Index n = head.q.rows();
    const Eigen::Index rows = queriesAtATime(keys.cols());
    for (Eigen::Index first = 0; first < n; first += rows)
        attendQueries(head, keys, rule, first, std::min(rows, n - first));
    replaceOutput(head.output, rule.replacement ? &*rule.replacement : nullptr, rule.maskedQueries);
    return head;
}

} // namespace regard
