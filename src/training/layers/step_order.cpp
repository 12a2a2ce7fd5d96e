#include "training/layers/step_order.h"

#include <algorithm>
#include <numeric>

namespace regard {

void StepOrder::set(std::span<const Eigen::Index> starts)
{
    const std::size_t count = starts.size() - 1;
    const auto length = [&](std::size_t sentence) { return starts[sentence + 1] - starts[sentence]; };
    m_sentences.resize(count);
    std::iota(m_sentences.begin(), m_sentences.end(), std::size_t(0));
    std::stable_sort(m_sentences.begin(), m_sentences.end(),
                     [&](std::size_t a, std::size_t b) { return length(a) > length(b); });
    m_lengths.clear();
    m_starts.clear();
    m_places.resize(count);
    for (const std::size_t sentence : m_sentences) {
        m_places[sentence] = Eigen::Index(m_lengths.size());
        m_lengths.push_back(length(sentence));
        m_starts.push_back(starts[sentence]);
    }
    m_first.assign(1, 0);
    std::size_t active = count;
    for (Eigen::Index step = 0; count > 0 && step < m_lengths.front(); ++step) {
        while (m_lengths[active - 1] <= step)
            --active;
        m_first.push_back(m_first.back() + Eigen::Index(active));
    }
}

template <typename With>
void StepOrder::forRows(bool isBackward, With with) const
{
    for (Eigen::Index step = 0; step < steps(); ++step)
        for (Eigen::Index i = 0; i < count(step); ++i)
            with(row(i, step, isBackward), first(step) + i);
}

template <typename Number>
void StepOrder::sort(ConstView<Number> sentences, bool isBackward, RowsView<Number> steps) const
{
    forRows(isBackward, [&](Eigen::Index from, Eigen::Index to) { steps.row(to) = sentences.row(from); });
}

template <typename Number>
void StepOrder::scatter(ConstView<Number> steps, bool isBackward, RowsView<Number> sentences) const
{
    forRows(isBackward, [&](Eigen::Index to, Eigen::Index from) { sentences.row(to) = steps.row(from); });
}

template <typename Number>
void StepOrder::scatterAdd(ConstView<Number> steps, bool isBackward, RowsView<Number> sentences) const
{
    forRows(isBackward, [&](Eigen::Index to, Eigen::Index from) { sentences.row(to) += steps.row(from); });
}

#define REGARD_STEP_ORDER(Number)                                                                                      \
    template void StepOrder::sort(ConstView<Number>, bool, RowsView<Number>) const;                                    \
    template void StepOrder::scatter(ConstView<Number>, bool, RowsView<Number>) const;                                 \
    template void StepOrder::scatterAdd(ConstView<Number>, bool, RowsView<Number>) const;
REGARD_STEP_ORDER(float)
REGARD_STEP_ORDER(double)
#undef REGARD_STEP_ORDER

} // namespace regard
