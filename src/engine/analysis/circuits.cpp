#include "engine/analysis/circuits.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Eigenvalues>

#include "engine/functions/norm.h"
#include "engine/functions/rotary.h"
#include "engine/kernels/product.h"
#include "engine/model/key_head.h"
#include "engine/model/positions.h"
#include "engine/model/sublayer.h"
#include "engine/model/weight_shapes.h"
#include "engine/pass/attention_block.h"
#include "engine/pass/input_side.h"
#include "engine/pass/output_layer.h"

namespace regard {

namespace {

constexpr int circuitWordsAtOnce = 2048;

/// A norm that does not divide: x − mean where the kind subtracts it, times the gain, plus the bias where it is wanted.
void fold(const Model &model, const std::string &gain, const std::string &bias, Matrix &rows, bool hasBias)
{
    const NormRule rule = normRule(model, gain, bias);
    if (isCentred(rule.kind))
        rows.colwise() -= rows.rowwise().mean().eval();
    rows.array().rowwise() *= rule.gain.row(0).array();
    if (hasBias && rule.bias)
        rows.rowwise() += rule.bias->row(0);
}

/// The norm behind a sublayer of Norm::Post that another one follows; empty: the stack begins with that one.
std::string normBefore(const ModelConfig &config, const Sublayer &sublayer)
{
    const std::vector<Sublayer> all = sublayersOf(config, sublayer.stack);
    const auto found = std::find(all.begin(), all.end(), sublayer);
    return found == all.begin() ? std::string() : normName(*std::prev(found));
}

/// The name of the norm through which a sublayer reads its stream; empty: through none, or through the embedding's.
std::string normReadThrough(const ModelConfig &config, const Sublayer &sublayer)
{
    switch (normOf(config, sublayer.stack)) {
    case Norm::Pre:
        return normName(sublayer);
    case Norm::Post:
        return normBefore(config, sublayer);
    case Norm::None:
    case Norm::Output:
        break;
    }
    return {};
}

/// Whether the embedding's norm lies on the way: in Norm::Post only where no other one comes between.
bool readsEmbeddingNorm(const Model &model, Stack stack, const std::string &norm)
{
    return model.config.embeddingNorm && (norm.empty() || normOf(model.config, stack) != Norm::Post);
}

/// Embedding rows as a stack's stream begins with them, through the norm of that name; n × d_model. Without biases it
/// is a linear map.
Matrix readThrough(const Model &model, Stack stack, Matrix rows, const std::string &norm, bool hasBias)
{
    rows = widenedTokens(model, std::move(rows));
    if (readsEmbeddingNorm(model, stack, norm))
        fold(model, embeddingNormWeight(model, stack, "gain"), embeddingNormWeight(model, stack, "bias"), rows,
             hasBias);
    if (model.config.projectsLast())
        rows = hasBias ? projectedEntry(model, std::move(rows))
                       : product(rows, model.weights.weight("embedding_projection.w"));
    if (!norm.empty())
        fold(model, norm + ".gain", norm + ".bias", rows, hasBias);
    return rows;
}

/// The words' rows, scaled, n × embedding width; isTarget: of the decoder beside an encoder.
Matrix scaledRows(const Model &model, const std::vector<std::string> &words, bool isTarget)
{
    Matrix rows(Eigen::Index(words.size()), model.config.embeddingWidth());
    for (std::size_t i = 0; i < words.size(); ++i)
        rows.row(Eigen::Index(i)) = embeddingRow(model, rowKey(model, words[i], isTarget));
    rows *= embeddingFactor(model.config);
    return rows;
}

/// What the stream is compared with where the output layer compares columns of it; d_model × as many.
Matrix readByOutput(const Model &model, Matrix columns)
{
    return narrowsOutput(model.config) ? product(*model.weights.weight("output.projection.w").matrix(), columns)
                                       : columns;
}

/// The norm that queries, or keys, are read through, and the stack whose it is.
struct ReadNorm {
    Stack stack;
    std::string name; ///< empty: the embedding's alone, or none
};

ReadNorm readNorm(const ModelConfig &config, const AttentionPlace &place, bool areKeys)
{
    if (!areKeys || place.attention != Attention::Cross)
        return {stackOf(place.attention), normReadThrough(config, sublayerOf(place))};
    if (hasFinalNorm(config, Stack::Encoder))
        return {Stack::Encoder, stackName(Stack::Encoder) + ".final_norm"};
    const std::vector<Sublayer> all = sublayersOf(config, Stack::Encoder);
    const bool isPost = normOf(config, Stack::Encoder) == Norm::Post && !all.empty();
    return {Stack::Encoder, isPost ? normName(all.back()) : std::string()};
}

/// What the queries, or the keys, of an attention are made of; n × d_model.
Matrix readRows(const Model &model, const AttentionPlace &place, const std::vector<std::string> &words, bool areKeys)
{
    const ReadNorm norm = readNorm(model.config, place, areKeys);
    return readThrough(model, norm.stack, scaledRows(model, words, norm.stack == Stack::Decoder), norm.name, true);
}

/// x · w + b of the head's columns, n × width, q and k normed where the model does so; `letter` is q, k or v.
Matrix projected(const Model &model, const AttentionPlace &place, const Matrix &x, char letter, int head)
{
    const ModelConfig &config = model.config;
    const int width = letter == 'v' ? config.dValue : config.dKey;
    const bool isNormed = letter != 'v' && hasQkNorm(config, place.attention);
    const bool needsAll = isNormed && config.qkNorm == QkNorm::All;
    const auto weight = [&](const char *kind) -> const Weight & {
        return model.weights.weight(blockWeight(place.attention, place.layer, (kind + std::string(1, letter)).c_str()));
    };
    const auto columns = [&](const Weight &all) {
        return needsAll ? Matrix(*all.matrix()) : all.middleCols(head * width, width);
    };
    const Matrix bias = hasQkvBias(config) ? columns(weight("b_")) : Matrix();
    Matrix numbers = affine(x, columns(weight("w_")), bias.size() > 0 ? &bias : nullptr).numbers;
    if (isNormed)
        normHeads(model, place, letter, numbers);
    return needsAll ? Matrix(numbers.middleCols(head * width, width)) : numbers;
}

/// The head's rows of W_O with what follows on the way to the stream; d_value × d_model.
Matrix writing(const Model &model, const HeadRef &head)
{
    const ModelConfig &config = model.config;
    const int width = config.dValue;
    Matrix rows = Matrix::Zero(width, config.dModel);
    if (config.outputProjection)
        rows =
            model.weights.weight(blockWeight(head.attention, head.layer, "w_o")).middleRows(head.head * width, width);
    else
        rows.middleCols(head.head * width, width).setIdentity();
    const Sublayer sublayer = sublayerOf({head.attention, head.layer});
    const Stack stack = sublayer.stack;
    if (normOf(config, stack) == Norm::Output)
        fold(model, normName(sublayer) + ".gain", normName(sublayer) + ".bias", rows, false);
    rows *= float(hasResidual(config, stack) ? config.residualMultiplier : 1);
    if (hasFinalNorm(config, stack))
        fold(model, stackName(stack) + ".final_norm.gain", stackName(stack) + ".final_norm.bias", rows, false);
    return rows;
}

} // namespace

bool hasCircuits(const ModelConfig &config, Attention attention)
{
    return !isRecurrent(config, stackOf(attention)) &&
           (attention != Attention::Cross || !isRecurrent(config, Stack::Encoder));
}

bool hasOvCircuit(const Model &model, Attention attention)
{
    const Stack readOut = hasStack(model.config, Stack::Decoder) ? Stack::Decoder : Stack::Encoder;
    const bool isAsWide = !model.config.maskedLanguageModel || model.config.embeddingWidth() == model.config.dModel;
    const bool namesWords = hasOutputLayer(model) && !model.config.replacedTokens;
    return hasCircuits(model.config, attention) && namesWords && stackOf(attention) == readOut && isAsWide;
}

Matrix qkCircuit(const Model &model, const HeadRef &head, const std::vector<std::string> &queries,
                 const std::vector<std::string> &keys, int distance, int tokens)
{
    const AttentionPlace place{head.attention, head.layer};
    const int keyHead = keyHeadOf(model.config, head.attention, head.head);
    Matrix q = projected(model, place, readRows(model, place, queries, false), 'q', head.head);
    Matrix k = projected(model, place, readRows(model, place, keys, true), 'k', keyHead);
    const Rotary rotary(model.config, place, tokens);
    for (Eigen::Index row = 0; row < q.rows(); ++row)
        rotary.rotateRow(q.row(row), std::max(0, distance));
    for (Eigen::Index row = 0; row < k.rows(); ++row)
        rotary.rotateRow(k.row(row), std::max(0, -distance));
    AttentionRule rule = ruleOf(model, place, head.head, {});
    rule.mask = Mask::None;
    rule.window = 0;
    rule.bias = {};
    return scoreHead(q, k, rule).scaled;
}

Matrix ovCircuit(const Model &model, const HeadRef &head, const std::vector<std::string> &read,
                 const TokenList &vocabulary, const std::vector<int> &columns)
{
    const AttentionPlace place{head.attention, head.layer};
    const int keyHead = keyHeadOf(model.config, head.attention, head.head);
    const Matrix v = projected(model, place, readRows(model, place, read, true), 'v', keyHead);
    Matrix words(outputWidthOf(model.config), Eigen::Index(columns.size()));
    for (std::size_t i = 0; i < columns.size(); ++i)
        words.col(Eigen::Index(i)) = outputColumn(model, vocabulary, columns[i]);
    return product(v, product(writing(model, head), readByOutput(model, std::move(words))));
}

std::optional<Matrix> vocabularyProduct(const Model &model, const TokenList &vocabulary,
                                        const std::atomic<bool> *cancelled)
{
    const LogitRanges output(model, Matrix(0, model.config.dModel), vocabulary);
    const int count = (output.words() + circuitWordsAtOnce - 1) / circuitWordsAtOnce;
    Matrix sum = Matrix::Zero(outputWidthOf(model.config), model.config.embeddingWidth());
    for (int range = 0; range < count; ++range) {
        if (cancelled && cancelled->load(std::memory_order_relaxed))
            return std::nullopt;
        const int first = range * circuitWordsAtOnce;
        const int size = std::min(circuitWordsAtOnce, output.words() - first);
        const std::vector<std::string> words(vocabulary.begin() + first, vocabulary.begin() + first + size);
        sum += product(output.weights(first, size), scaledRows(model, words, true));
    }
    return readByOutput(model, std::move(sum));
}

double copyingScore(const Model &model, const HeadRef &head, const Matrix &vocabularyProduct)
{
    const AttentionPlace place{head.attention, head.layer};
    const int keyHead = keyHeadOf(model.config, head.attention, head.head);
    const ReadNorm norm = readNorm(model.config, place, true);
    const Weight &values = model.weights.weight(blockWeight(place.attention, place.layer, "w_v"));
    const int width = model.config.dValue;
    // Two matrices multiplied in either order have the same eigenvalues other than 0.
    const Matrix read = readThrough(model, norm.stack, vocabularyProduct, norm.name, false);
    const Matrix square = product(writing(model, head), product(read, values.middleCols(keyHead * width, width)));
    const Eigen::VectorXcd eigenvalues =
        Eigen::EigenSolver<Eigen::MatrixXd>(square.cast<double>(), false).eigenvalues();
    return eigenvalues.real().sum() / eigenvalues.cwiseAbs().sum();
}

} // namespace regard
