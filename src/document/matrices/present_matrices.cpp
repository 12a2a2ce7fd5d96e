#include "document/matrices/present_matrices.h"

#include <algorithm>
#include <array>
#include <utility>

#include "document/look/selection_rules.h"
#include "document/matrices/matrix_label.h"
#include "document/matrices/matrix_names.h"
#include "document/sentence/input_check.h"
#include "engine/base/errors.h"
#include "engine/model/attention_place.h"
#include "engine/model/positions.h"
#include "engine/model/recurrent.h"
#include "engine/model/stack.h"
#include "engine/model/weight_shapes.h"
#include "engine/pass/output_layer.h"

namespace regard {

namespace {

constexpr std::array<const char *, 15> attentionWeights{
    "w_q",         "b_q",         "w_k", "b_k", "w_v",   "b_v", "q_norm.gain", "q_norm.bias",
    "k_norm.gain", "k_norm.bias", "w_a", "w_g", "sinks", "w_o", "b_o"};
constexpr const char *tokenTypeMatrix = "token_type";
constexpr std::array<const char *, 6> feedForwardWeights{"ffn.w_1", "ffn.b_1", "ffn.w_3",
                                                         "ffn.b_3", "ffn.w_2", "ffn.b_2"};
/// What the stack's output goes through before it is compared with the vocabulary.
constexpr std::array<const char *, 5> outputTransform{"output.transform.w", "output.transform.b", "output.norm.gain",
                                                      "output.norm.bias", "output.projection.w"};

bool readsPositions(const ModelConfig &config)
{
    return hasPositionTable(config.position);
}

bool isPositionTable(const std::string &name)
{
    return name == positionMatrix || name == positionName(Stack::Encoder) || name == positionName(Stack::Decoder);
}

/// Gain and bias of a norm.
std::vector<std::string> normMatrices(const std::string &norm)
{
    return {norm + ".gain", norm + ".bias"};
}

} // namespace

TokenList PresentMatrices::vocabulary() const
{
    const Model &model = *m_state.model;
    const TokenList words = outputWords(model);
    return words.empty() ? vocabularyOf(model, m_sentences.input(model.config)) : words;
}

Weight PresentMatrices::matrix(const std::string &name) const
{
    if (name == embeddingMatrix)
        return rows(Side::Source);
    if (name == targetEmbeddingMatrix)
        return readsTarget(config()) ? rows(Side::Target) : nullptr;
    if (isPositionTable(name))
        return readsPositions(config()) ? positions(name) : nullptr;
    return isOutput(name) ? Weight(output(name)) : m_state.model->weights.find(name);
}

std::vector<std::string> PresentMatrices::editable(const Selection &selection) const
{
    const Stack stack = shownStack(selection, config());
    std::vector<std::string> names{sideOf(config(), stack) == Side::Target ? targetEmbeddingMatrix : embeddingMatrix};
    if (readsPositions(config()))
        names.push_back(m_state.model->given.contains(positionName(stack)) ? positionName(stack) : positionMatrix);
    if (m_state.model->weights.contains(tokenTypeMatrix))
        names.push_back(tokenTypeMatrix);
    for (std::string &name : partMatrices(selection))
        if (isOutput(name) ? output(name) != nullptr : m_state.model->weights.contains(name))
            names.push_back(std::move(name));
    return names;
}

std::vector<std::string> PresentMatrices::partMatrices(const Selection &selection) const
{
    const Stack stack = stackOf(selection.attention);
    const std::string layer = stackName(stack) + '.' + std::to_string(selection.layer) + '.';
    std::vector<std::string> names;
    switch (selection.part) {
    case Part::Input: {
        const std::string own = stackName(shownStack(selection, config())) + ".embedding_norm";
        return normMatrices(m_state.model->weights.contains(own + ".gain") ? own : "embedding_norm");
    }
    case Part::Attention:
        for (const char *weight : attentionWeights)
            names.push_back(blockWeight(selection.attention, selection.layer, weight));
        return names;
    case Part::Cells:
        return weightNamesOf(selection.chain, config().cell);
    case Part::FirstState:
        for (const FirstStateWeights &part : firstStatesOf(config().cell))
            names.insert(names.end(), {part.weight, part.bias});
        return names;
    case Part::Combine:
        return {combineWeight, combineBias};
    case Part::AttentionNorm:
        return normMatrices(layer + (selection.attention == Attention::Cross ? "norm_2" : "norm_1"));
    case Part::FeedForward:
        for (const char *weight : feedForwardWeights)
            names.push_back(layer + weight);
        return names;
    case Part::FeedForwardNorm:
        return normMatrices(layer + (stack == Stack::Decoder ? "norm_3" : "norm_2"));
    case Part::FinalNorm:
        return normMatrices(stackName(stack) + ".final_norm");
    case Part::Output:
        names.assign(outputTransform.begin(), outputTransform.end());
        names.insert(names.end(), {outputWeight, outputBiasName});
        return names;
    }
    return names;
}

std::vector<std::string> PresentMatrices::allEditable() const
{
    std::vector<std::string> names{embeddingMatrix};
    if (readsTarget(config()))
        names.emplace_back(targetEmbeddingMatrix);
    for (const WeightShape &shape : weightShapes(config()))
        if (shape.role != WeightRole::PositionTable || countsPositions(shape.name))
            names.push_back(shape.name);
    for (const char *output : {outputWeight, outputBiasName})
        if (std::find(names.begin(), names.end(), output) == names.end())
            names.emplace_back(output);
    return names;
}

/// Whether a stack reads that table: its own where it is given, else the bare one.
bool PresentMatrices::countsPositions(const std::string &name) const
{
    const std::array stacks{Stack::Encoder, Stack::Decoder};
    return std::any_of(stacks.begin(), stacks.end(), [&](Stack stack) {
        const bool hasOwn = m_state.model->given.contains(positionName(stack));
        return hasStack(config(), stack) && name == (hasOwn ? positionName(stack) : positionMatrix);
    });
}

Weight PresentMatrices::required(const std::string &name) const
{
    Weight present = matrix(name);
    if (!present)
        throw ShapeError(tr("The model has no matrix %1 now.").arg(QString::fromStdString(name)).toStdString());
    return present;
}

void PresentMatrices::checkCell(const std::string &name, int row, int column) const
{
    const Weight present = required(name);
    if (row < 0 || column < 0 || row >= present.rows() || column >= present.cols())
        throw ShapeError(tr("%1 lies outside the matrix, which is %2.")
                             .arg(cellLabel(name, row, column), sizeLabel(present))
                             .toStdString());
}

EditTarget PresentMatrices::targetOf(const std::string &name, int row) const
{
    if (isEmbedding(name))
        return {EditTarget::Kind::Token,
                rowKey(*m_state.model, m_sentences.tokens(embeddingSide(name)).tokens[std::size_t(row)].text,
                       name == targetEmbeddingMatrix)};
    return {isPositionTable(name) ? EditTarget::Kind::Positions : EditTarget::Kind::Weight, name};
}

int PresentMatrices::rowsOf(Side side) const
{
    return std::min(int(m_sentences.tokens(side).tokens.size()), maximumTokens);
}

int PresentMatrices::positionRowsOf(const std::string &name) const
{
    if (!readsTarget(config()) || name == positionName(Stack::Encoder))
        return rowsOf(Side::Source);
    if (name == positionName(Stack::Decoder))
        return rowsOf(Side::Target);
    return std::max(rowsOf(Side::Source), rowsOf(Side::Target));
}

SharedMatrix PresentMatrices::rows(Side side) const
{
    SharedMatrix &kept = side == Side::Source ? m_sourceRows : m_targetRows;
    if (kept)
        return kept;
    auto rows = std::make_shared<Matrix>(rowsOf(side), config().embeddingWidth());
    std::map<std::string, Eigen::Index> first; // drawing a row is slow beside copying it
    for (Eigen::Index i = 0; i < rows->rows(); ++i) {
        const std::string &token = m_sentences.tokens(side).tokens[std::size_t(i)].text;
        const auto [known, isNew] = first.emplace(token, i);
        try {
            rows->row(i) = isNew ? embeddingRow(*m_state.model, rowKey(*m_state.model, token, side == Side::Target))
                                 : Matrix(rows->row(known->second));
        } catch (const Error &) {
            return nullptr; // a checkpoint that does not know the word, or whose file is gone; inputError() says so
        }
    }
    return kept = std::move(rows);
}

SharedMatrix PresentMatrices::positions(const std::string &name) const
{
    SharedMatrix &kept = m_positions[name];
    if (!kept) {
        const SharedMatrix table = givenPositions(*m_state.model, name);
        const int wanted = positionRowsOf(name);
        const int rows = table ? std::min(wanted, int(table->rows())) : wanted;
        kept = std::make_shared<Matrix>(positionRows(*m_state.model, rows, name));
    }
    return kept;
}

SharedMatrix PresentMatrices::output(const std::string &name) const
{
    if (!hasOutputLayer(*m_state.model))
        return nullptr;
    // The columns of a checkpoint's are too many to be looked at one by one; of a tied one they are rows of X.
    if (name == outputWeight && !holdsOutputWeights(*m_state.model))
        return nullptr;
    if (const Weight given = m_state.model->weights.find(name))
        return given.matrix();
    SharedMatrix &kept = m_output[name];
    if (!kept)
        kept = drawnOutput(*m_state.model, name, vocabulary());
    return kept;
}

void PresentMatrices::forgetTokens(Side side)
{
    (side == Side::Source ? m_sourceRows : m_targetRows).reset();
    forgetTables();
}

void PresentMatrices::forgetTables()
{
    m_positions.clear();
    m_output.clear();
}

} // namespace regard
