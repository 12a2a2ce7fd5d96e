#include "engine/analysis/composition.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "engine/base/message.h"
#include "engine/functions/norm.h"
#include "engine/kernels/product.h"
#include "engine/model/key_head.h"
#include "engine/model/sublayer.h"
#include "engine/model/weight_shapes.h"

namespace regard {

namespace {

Matrix gram(const Matrix &columns)
{
    return product(columns.transpose(), columns);
}

/// Σ aᵢⱼ · bᵢⱼ, which is tr(aᵀ · b).
double traceOfProduct(const Matrix &a, const Matrix &b)
{
    return (a.cast<double>().array() * b.cast<double>().array()).sum();
}

/// The heads of one attention as matrices that read the stream and write to it.
class FoldedAttention {
public:
    FoldedAttention(const Model &model, const AttentionPlace &place) : m_model(model), m_place(place)
    {
        const std::string norm = normName(sublayerOf(place));
        if (normOf(model.config, stackOf(place.attention)) == Norm::Pre)
            m_norm.emplace(normRule(model, norm + ".gain", norm + ".bias"));
    }

    /// W_Q with W_G where the score has that, W_K or W_V; d_model × d_key or d_value.
    Matrix reading(char letter, int head) const
    {
        const ModelConfig &config = m_model.config;
        const int own = letter == 'q' ? head : keyHeadOf(config, m_place.attention, head);
        const int width = letter == 'v' ? config.dValue : config.dKey;
        Matrix columns = weight(std::string("w_") + letter).middleCols(own * width, width);
        if (letter == 'q' && hasScoreMatrix(config.score))
            columns = product(columns, weight("w_g").middleCols(head * width, width));
        if (!m_norm)
            return columns;
        columns.array().colwise() *= m_norm->gain.row(0).transpose().array();
        if (isCentred(m_norm->kind))
            columns.rowwise() -= columns.colwise().mean().eval();
        return columns;
    }

    /// W_O, d_value × d_model.
    Matrix writing(int head) const
    {
        const ModelConfig &config = m_model.config;
        Matrix rows = Matrix::Zero(config.dValue, config.dModel);
        if (config.outputProjection)
            rows = weight("w_o").middleRows(head * config.dValue, config.dValue);
        else
            rows.middleCols(head * config.dValue, config.dValue).setIdentity();
        if (m_norm && isCentred(m_norm->kind))
            rows.colwise() -= rows.rowwise().mean().eval();
        return rows;
    }

private:
    const Weight &weight(const std::string &name) const
    {
        return m_model.weights.weight(blockWeight(m_place.attention, m_place.layer, name.c_str()));
    }

    const Model &m_model;
    AttentionPlace m_place;
    std::optional<NormRule> m_norm; ///< that the heads read through
};

} // namespace

std::string whyNoComposition(const Model &model, const HeadRef &head)
{
    const ModelConfig &config = model.config;
    const Stack stack = stackOf(head.attention);
    if (head.attention == Attention::Cross)
        return Message::tr(
            "A cross-attention reads two streams, so its heads have no composition scores: choose a head "
            "that attends to its own sentence.");
    if (isRecurrent(config, stack))
        return Message::tr("Between recurrent cells there is no stream that heads write to and read, so there are no "
                           "composition scores.");
    if (!hasResidual(config, stack))
        return Message::tr("Without a residual what a head writes does not stay in the stream, so there are no "
                           "composition scores.");
    if (normOf(config, stack) == Norm::Post || normOf(config, stack) == Norm::Output)
        return Message::tr("What a head of this model writes passes a norm before it is in the stream, which divides "
                           "it anew for each token, so there are no composition scores.");
    if (hasScoreRow(config.score))
        return Message::tr("Additive scores are no product of queries and keys, so there are no composition scores.");
    if (hasQkNorm(config, head.attention))
        return Message::tr("Queries and keys are normed here, so scores are no product of two matrices, and there are "
                           "no composition scores.");
    if (head.layer == 0)
        return Message::tr("No head comes before layer 1: choose a head of a later layer.");
    return {};
}

Matrix compositionScores(const Model &model, const HeadRef &head, Composition composition)
{
    const FoldedAttention own(model, {head.attention, head.layer});
    const Matrix read = own.reading(composition == Composition::Q   ? 'q'
                                    : composition == Composition::K ? 'k'
                                                                    : 'v',
                                    head.head);
    const Matrix further = composition == Composition::V
                               ? Matrix(own.writing(head.head).transpose())
                               : own.reading(composition == Composition::Q ? 'k' : 'q', head.head);
    const Matrix furtherGram = gram(further);
    const double rightSquare = traceOfProduct(gram(read), furtherGram);
    const int heads = headsOf(model.config, head.attention);
    Matrix scores = Matrix::Zero(head.layer, heads);
    for (int layer = 0; layer < head.layer; ++layer) {
        const FoldedAttention earlier(model, {head.attention, layer});
        for (int each = 0; each < heads; ++each) {
            const Matrix written = earlier.writing(each);
            const Matrix valueGram = gram(earlier.reading('v', each));
            const double leftSquare = traceOfProduct(valueGram, gram(written.transpose()));
            const Matrix middle = product(written, read); // d_value × d_key or d_value
            const double square = traceOfProduct(product(valueGram, middle), product(middle, furtherGram));
            if (leftSquare > 0 && rightSquare > 0)
                scores(layer, each) = float(std::sqrt(std::max(square, 0.0) / leftSquare / rightSquare));
        }
    }
    return scores;
}

} // namespace regard
