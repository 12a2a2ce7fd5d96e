#include "training/network/network_pass.h"

#include <type_traits>

#include "training/base/products.h"
#include "training/layers/activation.h"
#include "training/layers/norm.h"
#include "training/network/network_rows.h"
#include "training/network/row_replacement.h"

namespace regard {

template <typename Number>
void NetworkPass<Number>::runFeedForward(const SublayerPlan &plan, ConstView<Number> input, Kept &kept)
{
    linear(plan.first, input, kept.hidden);
    kept.active.resize(kept.hidden.rows(), kept.hidden.columns());
    activationForward(read(kept.hidden), m_config->activation, kept.active.all());
    if (!plan.gate)
        return;
    linear(*plan.gate, input, kept.gate);
    kept.gated.resize(kept.hidden.rows(), kept.hidden.columns());
    kept.gated.all() = kept.active.all().cwiseProduct(kept.gate.all());
}

/// Goes from m_dOut to m_dInput.
template <typename Number>
void NetworkPass<Number>::backwardFeedForward(const SublayerPlan &plan, ConstView<Number> input, Kept &kept,
                                              Number *gradient)
{
    m_dHidden.setZero(kept.hidden.rows(), kept.hidden.columns());
    backwardLinear(plan.second, read(plan.gate ? kept.gated : kept.active), read(m_dOut), &m_dHidden, gradient);
    if (plan.gate) {
        m_dGate.resize(kept.gate.rows(), kept.gate.columns());
        m_dGate.all() = m_dHidden.all().cwiseProduct(kept.active.all());
        m_dHidden.all().array() *= kept.gate.all().array();
        backwardLinear(*plan.gate, input, read(m_dGate), &m_dInput, gradient);
    }
    activationBackward(read(kept.hidden), m_config->activation, m_dHidden.all());
    backwardLinear(plan.first, input, read(m_dHidden), &m_dInput, gradient);
}

template <typename Number>
const Number *NetworkPass<Number>::fixedNumbers(const Matrix &matrix, Rows<Number> &converted) const
{
    if constexpr (std::is_same_v<Number, float>) {
        return matrix.data();
    } else {
        converted.resize(matrix.rows(), matrix.cols());
        converted.all() = matrix.cast<Number>();
        return converted.row(0);
    }
}

template <typename Number>
ConstView<Number> NetworkPass<Number>::embedding() const
{
    return matrixAt(m_embedding, m_network->vocabulary, m_config->embeddingWidth());
}

template <typename Number>
ConstView<Number> NetworkPass<Number>::outputWeights() const
{
    return matrixAt(m_fixedOutput ? m_fixedOutput : m_weights + m_network->output.weight, m_network->output.inputs,
                    m_network->vocabulary);
}

template <typename Number>
void NetworkPass<Number>::linear(const LinearPlan &plan, ConstView<Number> x, Rows<Number> &result) const
{
    result.resize(x.rows(), plan.outputs);
    multiplyInto(result.all(), x, matrixAt(m_weights + plan.weight, plan.inputs, plan.outputs),
                 plan.bias ? m_weights + *plan.bias : nullptr);
}

template <typename Number>
void NetworkPass<Number>::backwardLinear(const LinearPlan &plan, ConstView<Number> x, ConstView<Number> d,
                                         Rows<Number> *dx, Number *gradient)
{
    addTransposedProduct(matrixAt(gradient + plan.weight, plan.inputs, plan.outputs), x, d);
    if (plan.bias)
        matrixAt(gradient + *plan.bias, 1, plan.outputs) += d.colwise().sum();
    if (!dx)
        return;
    m_product.resize(x.rows(), x.cols());
    multiplyTransposedInto(m_product.all(), d, matrixAt(m_weights + plan.weight, plan.inputs, plan.outputs));
    dx->all() += m_product.all();
}

template <typename Number>
NormNumbers<Number> NetworkPass<Number>::normNumbers(const NormPlan &plan) const
{
    return {m_weights + plan.gain, plan.bias ? m_weights + *plan.bias : nullptr, m_config->normEpsilon,
            m_config->normKind};
}

template <typename Number>
void NetworkPass<Number>::norm(const NormPlan &plan, ConstView<Number> x, Rows<Number> &result) const
{
    result.resize(x.rows(), x.cols());
    normForward<Number>(x, normNumbers(plan), result.all());
}

template <typename Number>
void NetworkPass<Number>::backwardNorm(const NormPlan &plan, ConstView<Number> x, ConstView<Number> d,
                                       RowsView<Number> dx, Number *gradient) const
{
    normBackward<Number>(x, normNumbers(plan), d, dx, gradient + plan.gain,
                         plan.bias ? gradient + *plan.bias : nullptr);
}

template <typename Number>
void NetworkPass<Number>::dropRows(const Side &side, DroppedPart part, const Sublayer &sublayer,
                                   Rows<Number> &rows) const
{
    if (m_dropout.rate == 0)
        return;
    for (std::size_t sentence = 0; sentence + 1 < side.starts.size(); ++sentence)
        applyDropout(DropoutMask(m_dropout.rate,
                                 {m_dropout.seed, m_dropout.step, m_dropout.firstSentence + sentence, part, sublayer}),
                     rows.part(side.starts[sentence], side.length(sentence), 0, rows.columns()));
}

template <typename Number>
void NetworkPass<Number>::replaceRows(const Side &side, const std::optional<Replacement> &replacement,
                                      Rows<Number> &rows, bool isBack) const
{
    if (!replacement)
        return;
    for (std::size_t sentence = 0; sentence + 1 < side.starts.size(); ++sentence)
        replace(rows.part(side.starts[sentence], side.length(sentence), 0, rows.columns()), *replacement,
                *side.masked[sentence], isBack);
}

#define REGARD_NETWORK_LAYERS(Number)                                                                                  \
    template const Number *NetworkPass<Number>::fixedNumbers(const Matrix &, Rows<Number> &) const;                    \
    template ConstView<Number> NetworkPass<Number>::embedding() const;                                                 \
    template ConstView<Number> NetworkPass<Number>::outputWeights() const;                                             \
    template void NetworkPass<Number>::runFeedForward(const SublayerPlan &plan, ConstView<Number> input, Kept &kept);  \
    template void NetworkPass<Number>::backwardFeedForward(const SublayerPlan &plan, ConstView<Number> input,          \
                                                           Kept &kept, Number *gradient);                              \
    template void NetworkPass<Number>::linear(const LinearPlan &plan, ConstView<Number> x, Rows<Number> &result)       \
        const;                                                                                                         \
    template void NetworkPass<Number>::backwardLinear(const LinearPlan &plan, ConstView<Number> x,                     \
                                                      ConstView<Number> d, Rows<Number> *dx, Number *gradient);        \
    template NormNumbers<Number> NetworkPass<Number>::normNumbers(const NormPlan &plan) const;                         \
    template void NetworkPass<Number>::norm(const NormPlan &plan, ConstView<Number> x, Rows<Number> &result) const;    \
    template void NetworkPass<Number>::backwardNorm(const NormPlan &plan, ConstView<Number> x, ConstView<Number> d,    \
                                                    RowsView<Number> dx, Number *gradient) const;                      \
    template void NetworkPass<Number>::dropRows(const Side &side, DroppedPart part, const Sublayer &sublayer,          \
                                                Rows<Number> &rows) const;                                             \
    template void NetworkPass<Number>::replaceRows(const Side &side, const std::optional<Replacement> &replacement,    \
                                                   Rows<Number> &rows, bool isBack) const;
REGARD_NETWORK_LAYERS(float)
REGARD_NETWORK_LAYERS(double)
#undef REGARD_NETWORK_LAYERS

} // namespace regard
