#include "training/network/network_pass.h"

#include <algorithm>
#include <string>

#include "engine/base/errors.h"
#include "engine/base/message.h"
#include "engine/functions/score.h"
#include "engine/model/weight_shapes.h"
#include "training/base/products.h"
#include "training/layers/activation.h"
#include "training/layers/cross_entropy.h"
#include "training/network/network_rows.h"

namespace regard {

namespace {

int rowsAsked(const TrainingSentence &sentence, bool isTarget)
{
    return int((isTarget ? sentence.target : sentence.source).size());
}

} // namespace

template <typename Number>
void NetworkPass<Number>::readOut(std::span<const TrainingSentence *const> sentences)
{
    const StackState &last = m_states.back();
    const bool isTarget = m_states.size() > 1;
    m_askedRows.clear();
    m_right.clear();
    for (std::size_t sentence = 0; sentence < sentences.size(); ++sentence) {
        const std::vector<int> &asked = sentences[sentence]->asked;
        if (int(asked.size()) > rowsAsked(*sentences[sentence], isTarget))
            throw InputError(
                Message::tr("%1 tokens are asked of a sentence of %2",
                            {std::to_string(asked.size()), std::to_string(rowsAsked(*sentences[sentence], isTarget))}));
        for (std::size_t i = 0; i < asked.size(); ++i) {
            if (asked[i] == notAsked)
                continue;
            if (asked[i] < 0 || asked[i] >= m_network->vocabulary)
                throw InputError(Message::tr("token %1 lies outside the vocabulary of %2 tokens, which count from 0",
                                             {std::to_string(asked[i]), std::to_string(m_network->vocabulary)}));
            m_askedRows.push_back(last.side.starts[sentence] + Eigen::Index(i));
            m_right.push_back(asked[i]);
        }
    }
    m_read.resize(Eigen::Index(m_askedRows.size()), last.output.columns());
    for (std::size_t i = 0; i < m_askedRows.size(); ++i)
        std::copy_n(last.output.row(m_askedRows[i]), last.output.columns(), m_read.row(Eigen::Index(i)));
    if (m_network->transform) {
        linear(*m_network->transform, read(m_read), m_transformed);
        m_active.resize(m_transformed.rows(), m_transformed.columns());
        activationForward(read(m_transformed), m_config->activationOfOutput(), m_active.all());
        norm(*m_network->outputNorm, read(m_active), m_normed);
    } else if (m_network->narrowing) {
        linear(*m_network->narrowing, read(m_read), m_normed);
    }
    const ConstView<Number> x = comparedRows();
    const Number *bias = m_weights + *m_network->output.bias;
    m_logits.resize(x.rows(), m_network->vocabulary);
    if (m_network->isTied)
        multiplyTransposedInto(m_logits.all(), x, embedding(), bias);
    else
        multiplyInto(m_logits.all(), x, outputWeights(), bias);
    if (m_config->logitsDivisor != 1)
        m_logits.all() /= Number(m_config->logitsDivisor);
    softCap(m_logits.all().array(), Number(m_config->logitsCap));
    m_capped = m_config->logitsCap > 0 ? m_logits : Rows<Number>();
}

template <typename Number>
ConstView<Number> NetworkPass<Number>::comparedRows() const
{
    return m_network->transform || m_network->narrowing ? read(m_normed) : read(m_read);
}

template <typename Number>
std::vector<int> NetworkPass<Number>::answers() const
{
    std::vector<int> likeliest;
    for (Eigen::Index i = 0; i < m_logits.rows(); ++i) {
        const Number *row = m_logits.row(i);
        likeliest.push_back(int(std::max_element(row, row + m_logits.columns()) - row));
    }
    return likeliest;
}

template <typename Number>
double NetworkPass<Number>::loss(double smoothing, double weight)
{
    double sum = 0;
    for (Eigen::Index i = 0; i < m_logits.rows(); ++i)
        sum += crossEntropy(m_logits.row(i), m_logits.columns(), m_right[std::size_t(i)], smoothing, weight);
    return sum;
}

template <typename Number>
void NetworkPass<Number>::backwardReadOut(Number *gradient)
{
    const Eigen::Index width = outputWidthOf(*m_config);
    const ConstView<Number> x = comparedRows();
    m_dLogitsInput.setZero(x.rows(), x.cols());
    if (m_config->logitsCap > 0)
        m_logits.all().array() *= 1 - (m_capped.all().array() / Number(m_config->logitsCap)).square();
    if (m_config->logitsDivisor != 1)
        m_logits.all() /= Number(m_config->logitsDivisor);
    if (m_network->isTied)
        multiplyInto(m_dLogitsInput.all(), read(m_logits), embedding());
    else
        multiplyTransposedInto(m_dLogitsInput.all(), read(m_logits), outputWeights());
    matrixAt(gradient + *m_network->output.bias, 1, m_network->vocabulary) += m_logits.all().colwise().sum();
    if (m_network->isTied && m_network->embedding)
        addTransposedProduct(matrixAt(gradient + *m_network->embedding, m_network->vocabulary, width), read(m_logits),
                             x);
    else if (!m_network->isTied && !m_network->fixedOutput)
        addTransposedProduct(matrixAt(gradient + m_network->output.weight, width, m_network->vocabulary), x,
                             read(m_logits));
    if (m_network->transform) {
        m_dNormed.setZero(x.rows(), x.cols());
        backwardNorm(*m_network->outputNorm, read(m_active), read(m_dLogitsInput), m_dNormed.all(), gradient);
        activationBackward(read(m_transformed), m_config->activationOfOutput(), m_dNormed.all());
        m_dLogitsInput.setZero(m_read.rows(), m_read.columns());
        backwardLinear(*m_network->transform, read(m_read), read(m_dNormed), &m_dLogitsInput, gradient);
    } else if (m_network->narrowing) {
        std::swap(m_dNormed, m_dLogitsInput);
        m_dLogitsInput.setZero(m_read.rows(), m_read.columns());
        backwardLinear(*m_network->narrowing, read(m_read), read(m_dNormed), &m_dLogitsInput, gradient);
    }
    const StackState &last = m_states.back();
    m_dStream.setZero(last.output.rows(), last.output.columns());
    for (std::size_t i = 0; i < m_askedRows.size(); ++i)
        m_dStream.all().row(m_askedRows[i]) = m_dLogitsInput.all().row(Eigen::Index(i));
}

#define REGARD_NETWORK_OUTPUT(Number)                                                                                  \
    template void NetworkPass<Number>::readOut(std::span<const TrainingSentence *const> sentences);                    \
    template ConstView<Number> NetworkPass<Number>::comparedRows() const;                                              \
    template std::vector<int> NetworkPass<Number>::answers() const;                                                    \
    template double NetworkPass<Number>::loss(double smoothing, double weight);                                        \
    template void NetworkPass<Number>::backwardReadOut(Number *gradient);
REGARD_NETWORK_OUTPUT(float)
REGARD_NETWORK_OUTPUT(double)
#undef REGARD_NETWORK_OUTPUT

} // namespace regard
