#include "training/base/parameters.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "engine/base/errors.h"
#include "engine/base/message.h"
#include "engine/model/positions.h"
#include "engine/pass/output_layer.h"

namespace regard {

namespace {

/// The tables of positions that the model's stacks read.
std::vector<std::string> positionTables(const Model &model)
{
    std::vector<std::string> names;
    if (!hasPositionTable(model.config.position))
        return names;
    for (const Stack stack : {Stack::Encoder, Stack::Decoder}) {
        if (!hasStack(model.config, stack))
            continue;
        const std::string own = positionName(stack);
        const std::string name = model.given.contains(own) ? own : barePosition;
        if (std::find(names.begin(), names.end(), name) == names.end())
            names.push_back(name);
    }
    return names;
}

void checkTrainable(const Model &model, const Vocabulary &vocabulary)
{
    if (model.config.replacedTokens)
        throw ConfigError(Message::tr("this model says which tokens were replaced, and no task here replaces any; let "
                                      "it predict masked words"));
    if (model.table && !(model.vocabulary.tokens == vocabulary.tokens))
        throw ConfigError(Message::tr("the embedding of this trained model stays in its file, so its vocabulary cannot "
                                      "become the task's; learn from a file of your own, or take a model without a "
                                      "checkpoint"));
    if (model.table && model.table->target)
        throw ConfigError(Message::tr("source and target of this model have a vocabulary each, which cannot be learned "
                                      "with here"));
    const bool hasColumns = model.weights.contains("output.w") && model.given.contains("output.w");
    if (!model.table && (hasColumns || model.given.contains("output.b")) && !model.vocabulary.tokens.empty() &&
        !(model.vocabulary.tokens == vocabulary.tokens))
        throw ConfigError(Message::tr("the columns of its output layer stand for other words than the task's"));
    if (!hasOutputLayer(model))
        throw ConfigError(Message::tr("this model has no output layer, so it gives no answer that it could learn from; "
                                      "give it a decoder or the masked-word output"));
}

void checkLengths(const ModelConfig &config, const SentenceLengths &lengths)
{
    const int longest = std::max(lengths.source, lengths.target);
    if (config.maximumTokens > 0 && longest > config.maximumTokens)
        throw InputError(Message::tr("the task's longest sentence has %1 tokens, but the model reads at most %2",
                                     {std::to_string(longest), std::to_string(config.maximumTokens)}));
}

} // namespace

Matrix embeddingRows(const Model &model)
{
    const auto tokens = Eigen::Index(model.vocabulary.tokens.size());
    Matrix rows(tokens, model.config.embeddingWidth());
    if (model.table && model.table->embedding->rows() == int(tokens)) {
        model.table->embedding->read(0, int(tokens), rows.data());
        for (const auto &[token, row] : model.embedding)
            if (const auto known = model.table->ids.find(token); known != model.table->ids.end())
                rows.row(known->second) = *row;
        return rows;
    }
    for (Eigen::Index token = 0; token < tokens; ++token)
        rows.row(token) = embeddingRow(model, model.vocabulary.tokens[std::size_t(token)]);
    return rows;
}

std::string reasonForFixedParts(const Model &model)
{
    if (!model.table)
        return {};
    return Message::tr(
        "The embedding and the output table of this trained model stay in their file and are not trained; "
        "its layers are.");
}

ParameterTable::ParameterTable(const Model &model)
{
    if (!model.table)
        add(embeddingParameter, Eigen::Index(model.vocabulary.tokens.size()), model.config.embeddingWidth(),
            WeightRole::EmbeddingRows);
    const std::vector<std::string> positions = positionTables(model);
    for (const WeightShape &shape : weightShapes(model.config)) {
        if (std::find(positions.begin(), positions.end(), shape.name) != positions.end()) {
            const Matrix &rows = model.given.at(shape.name);
            add(shape.name, rows.rows(), rows.cols(), shape.role);
        } else if (const Weight matrix = model.weights.find(shape.name);
                   matrix && shape.role != WeightRole::PositionTable) {
            add(shape.name, matrix.rows(), matrix.cols(), shape.role);
        }
    }
}

void ParameterTable::add(const std::string &name, Eigen::Index rows, Eigen::Index columns, WeightRole role)
{
    m_parameters.push_back({name, int(rows), int(columns), role, m_size});
    m_size += m_parameters.back().size();
}

const Parameter *ParameterTable::find(const std::string &name) const
{
    for (const Parameter &parameter : m_parameters)
        if (parameter.name == name)
            return &parameter;
    return nullptr;
}

Model trainableModel(const Model &model, const Vocabulary &vocabulary, const SentenceLengths &lengths)
{
    checkTrainable(model, vocabulary);
    checkLengths(model.config, lengths);
    Model prepared = buildModel(model.config, model.given, model.embedding, vocabulary, &model);
    Embedding embedding = prepared.embedding;
    if (!model.table)
        for (const std::string &token : vocabulary.tokens)
            embedding[token] = std::make_shared<Matrix>(embeddingRow(prepared, token));
    ModelWeights given = prepared.given;
    for (const auto &[name, matrix] : prepared.weights.all())
        given.set(name, matrix);
    for (const Stack stack : {Stack::Encoder, Stack::Decoder}) {
        if (!hasStack(model.config, stack) || !hasPositionTable(model.config.position))
            continue;
        const bool isSource = stack == sourceStack(model.config);
        // The bare table is that of both stacks, so it is as long as the longer sentence.
        const int rows = std::max(isSource || !givenPositions(model, positionName(stack)) ? lengths.source : 0,
                                  isSource && model.given.contains(positionName(stack)) ? 0 : lengths.target);
        const Matrix positions = positionRows(model, rows, positionName(stack));
        if (!givenPositions(model, positionName(stack)))
            given.set(barePosition, positions);
    }
    return buildModel(model.config, std::move(given), std::move(embedding), vocabulary, &prepared);
}

std::vector<float> numbersOf(const ParameterTable &table, const Model &model)
{
    std::vector<float> numbers(table.size());
    for (const Parameter &parameter : table.all()) {
        const bool isPosition = parameter.role == WeightRole::PositionTable;
        const Matrix matrix = parameter.name == embeddingParameter
                                  ? embeddingRows(model)
                                  : *(isPosition ? model.given : model.weights).weight(parameter.name).matrix();
        std::copy_n(matrix.data(), parameter.size(), numbers.begin() + std::ptrdiff_t(parameter.offset));
    }
    return numbers;
}

Model modelWith(const ParameterTable &table, const std::vector<float> &numbers, const Model &model)
{
    ModelWeights given = model.given;
    Embedding embedding = model.embedding;
    for (const Parameter &parameter : table.all()) {
        const Eigen::Map<const Matrix> matrix(numbers.data() + parameter.offset, parameter.rows, parameter.columns);
        if (parameter.name != embeddingParameter) {
            given.set(parameter.name, Matrix(matrix));
            continue;
        }
        for (int token = 0; token < parameter.rows; ++token)
            embedding[model.vocabulary.tokens[std::size_t(token)]] = std::make_shared<Matrix>(matrix.row(token));
    }
    return buildModel(model.config, std::move(given), std::move(embedding), model.vocabulary, &model);
}

} // namespace regard
