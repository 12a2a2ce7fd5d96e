#include "engine/kernels/softmax_kernel.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/kernels/softmax_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "engine/kernels/vector_functions-inl.h"

HWY_BEFORE_NAMESPACE();
namespace regard {
namespace HWY_NAMESPACE {

constexpr float infinity = std::numeric_limits<float>::infinity();

float largestOf(const float *row, std::size_t count)
{
    const FullVector d;
    const std::size_t lanes = hn::Lanes(d);
    std::size_t j = 0;
    float largest = -infinity;
    if (count >= lanes) {
        auto most = hn::LoadU(d, row);
        for (j = lanes; j + lanes <= count; j += lanes)
            most = hn::Max(most, hn::LoadU(d, row + j));
        // Lane by lane, because Highway's own maximum may begin at the lowest finite number.
        HWY_ALIGN float each[HWY_MAX_BYTES / sizeof(float)];
        hn::Store(most, d, each);
        largest = *std::max_element(each, each + lanes);
    }
    for (; j < count; ++j)
        largest = std::max(largest, row[j]);
    return largest;
}

/// e^((score · scale − largest) / temperature); shifted first, so that a quotient beyond float32 counts as 0.
template <class D>
HWY_INLINE hn::Vec<D> raised(D d, const float *score, float largest, float scale, float temperature)
{
    auto x = hn::Sub(hn::Mul(hn::LoadU(d, score), hn::Set(d, scale)), hn::Set(d, largest));
    if (temperature != 1.0F)
        x = hn::Div(x, hn::Set(d, temperature));
    return exponential(d, x);
}

void softmaxRow(float *row, std::size_t count, float largest, const SoftmaxRows &rule)
{
    const FullVector d;
    const OneNumber one;
    const std::size_t lanes = hn::Lanes(d);
    auto sums = hn::Zero(d);
    std::size_t j = 0;
    for (; j + lanes <= count; j += lanes) {
        const auto e = raised(d, row + j, largest, rule.scale, rule.temperature);
        hn::StoreU(e, d, row + j);
        sums = hn::Add(sums, e);
    }
    float sum = hn::GetLane(hn::SumOfLanes(d, sums));
    if (rule.sink > -infinity)
        sum += hn::GetLane(raised(one, &rule.sink, largest, 1.0F, rule.temperature));
    for (; j < count; ++j) {
        const auto e = raised(one, row + j, largest, rule.scale, rule.temperature);
        hn::StoreU(e, one, row + j);
        sum += hn::GetLane(e);
    }
    const float share = 1.0F / sum;
    for (j = 0; j + lanes <= count; j += lanes)
        hn::StoreU(hn::Mul(hn::LoadU(d, row + j), hn::Set(d, share)), d, row + j);
    for (; j < count; ++j)
        row[j] *= share;
}

/// Scores whose largest is not finite: those beyond float32 outweigh all others and share the weight among themselves;
/// without any, all are −infinity and nothing has weight. NaN stays NaN.
void softmaxUnbounded(float *row, std::size_t count)
{
    std::size_t boundless = 0;
    for (std::size_t j = 0; j < count; ++j)
        boundless += row[j] == infinity ? 1 : 0;
    for (std::size_t j = 0; j < count; ++j)
        if (row[j] == row[j])
            row[j] = row[j] == infinity ? 1.0F / float(boundless) : 0.0F;
}

void softmaxRows(const SoftmaxRows &rows)
{
    const std::size_t lanes = hn::Lanes(FullVector());
    for (std::size_t i = 0; i < rows.rows; ++i) {
        float *row = rows.scores + i * rows.stride;
        const std::size_t count =
            std::min(rows.columns, rows.firstAllowed == allAllowed ? rows.columns : rows.firstAllowed + i);
        // Full vectors, as for a row that is masked instead of cut, so that both have the same bits.
        const std::size_t read = std::min(rows.columns, (count + lanes - 1) / lanes * lanes);
        std::fill(row + count, row + read, -infinity);
        const float largest = largestOf(row, count);
        if (largest > -infinity && largest < infinity)
            softmaxRow(row, read, std::max(largest * rows.scale, rows.sink), rows);
        else
            softmaxUnbounded(row, read);
        std::fill(row + read, row + rows.columns, 0.0F);
    }
}

template <class D>
HWY_INLINE void scoreKeys(D d, const AdditiveScores &parts, const float *query, std::size_t j, float *score)
{
    auto sum = hn::Zero(d);
    for (std::size_t c = 0; c < parts.size; ++c) {
        const auto value =
            hyperbolicTangent(d, hn::Add(hn::LoadU(d, parts.keys + c * parts.m + j), hn::Set(d, query[c])));
        sum = hn::MulAdd(hn::Set(d, parts.weights[c]), value, sum);
    }
    hn::StoreU(sum, d, score + j);
}

void scoreAll(const AdditiveScores &parts)
{
    const FullVector d;
    const std::size_t lanes = hn::Lanes(d);
    for (std::size_t i = 0; i < parts.n; ++i) {
        const float *query = parts.queries + i * parts.size;
        float *score = parts.scores + i * parts.m;
        std::size_t j = 0;
        for (; j + lanes <= parts.m; j += lanes)
            scoreKeys(d, parts, query, j, score);
        for (; j < parts.m; ++j)
            scoreKeys(OneNumber(), parts, query, j, score);
    }
}

} // namespace HWY_NAMESPACE
} // namespace regard
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace regard {

namespace {

HWY_EXPORT(softmaxRows);
HWY_EXPORT(scoreAll);

} // namespace

void softmax(const SoftmaxRows &rows)
{
    HWY_DYNAMIC_DISPATCH(softmaxRows)(rows);
}

void additiveScores(const AdditiveScores &parts)
{
    HWY_DYNAMIC_DISPATCH(scoreAll)(parts);
}

} // namespace regard

#endif
