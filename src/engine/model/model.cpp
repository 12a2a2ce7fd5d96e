#include "engine/model/model.h"

#include <cmath>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "engine/base/available_memory.h"
#include "engine/base/message.h"
#include "engine/model/config_rules.h"
#include "engine/model/initialization.h"
#include "engine/model/positions.h"
#include "engine/model/recurrent.h"
#include "engine/model/weight_shapes.h"

namespace regard {

namespace {

std::string weightSizeText(Eigen::Index rows, Eigen::Index columns)
{
    return std::to_string(rows) + " × " + std::to_string(columns);
}

std::string keyAndValue(const std::string &key, int value)
{
    return key + " " + std::to_string(value);
}

/// "d_model 4, directions 2 and a context of 6 numbers need"
std::string reasonForCell(const ModelConfig &config, const WeightShape &shape, Stack stack)
{
    const std::string model = keyAndValue("d_model", config.dModel);
    const bool isDivided = directionsOf(config, stack) > 1;
    const std::string sizes =
        isDivided ? Message::tr("%1 and %2", {model, keyAndValue("directions", config.directions)}) : model;
    if (shape.rows <= config.dModel)
        return isDivided ? Message::tr("%1 need", {sizes}) : Message::tr("%1 needs", {sizes});
    return Message::tr("%1 and a context of %2 numbers need", {sizes, std::to_string(contextSizeOf(config))});
}

/// The keys that fix a weight's size, with their values and the verb that follows: "d_model 4 and heads 2 × d_key 3
/// need". Sizes that no key fixes are 0 in the shape.
std::string reasonForSize(const ModelConfig &config, const WeightShape &shape)
{
    const bool decodes = shape.name.starts_with("decoder.");
    const Stack stack = decodes ? Stack::Decoder : Stack::Encoder;
    const std::string model = keyAndValue("d_model", config.dModel);
    const std::string heads = keyAndValue(decodes ? "decoder_heads" : "heads", headsOf(config, stack));
    const std::string keyHeads =
        config.keyValueHeads > 0 ? keyAndValue("key_value_heads", config.keyValueHeads) : heads;
    const std::string queries = heads + " × " + keyAndValue("d_key", config.dKey);
    const std::string keys = keyHeads + " × " + keyAndValue("d_key", config.dKey);
    const std::string values = keyHeads + " × " + keyAndValue("d_value", config.dValue);
    const std::string joined = heads + " × " + keyAndValue("d_value", config.dValue);
    const std::string hidden = keyAndValue(decodes ? "decoder_d_ff" : "d_ff", feedForwardSizeOf(config, stack));
    const std::string vocabulary = Message::tr("a vocabulary of %1 tokens", {std::to_string(shape.columns)});
    const auto endsWith = [&](const char *end) { return shape.name.ends_with(end); };
    if (isCellWeight(shape.name) || shape.name == combineWeight)
        return reasonForCell(config, shape, stack);
    if (endsWith(".w_q"))
        return Message::tr("%1 and %2 need", {model, queries});
    if (endsWith(".w_k"))
        return Message::tr("%1 and %2 need", {model, keys});
    if (endsWith(".w_v"))
        return Message::tr("%1 and %2 need", {model, values});
    if (endsWith(".w_o"))
        return Message::tr("%1 and %2 need", {joined, model});
    if (endsWith(".w_a"))
        return Message::tr("%1 and %2 need", {heads, keyAndValue("d_key", config.dKey)});
    if (endsWith(".w_g"))
        return Message::tr("%1 and %2 need", {keyAndValue("d_key", config.dKey), heads});
    if (endsWith(".sinks"))
        return Message::tr("%1 need", {heads});
    const bool isOfQueries = shape.name.find(".q_norm.") != std::string::npos;
    if (isOfQueries || shape.name.find(".k_norm.") != std::string::npos)
        return config.qkNorm == QkNorm::Head ? Message::tr("%1 needs", {keyAndValue("d_key", config.dKey)})
                                             : Message::tr("%1 need", {isOfQueries ? queries : keys});
    if (endsWith(".b_q"))
        return Message::tr("%1 need", {queries});
    if (endsWith(".b_k"))
        return Message::tr("%1 need", {keys});
    if (endsWith(".b_v"))
        return Message::tr("%1 need", {values});
    if ((endsWith(".w_1") || endsWith(".w_3")) && shape.columns > 0)
        return Message::tr("%1 and %2 need", {model, hidden});
    if (endsWith(".w_2") && shape.rows > 0)
        return Message::tr("%1 and %2 need", {hidden, model});
    if (endsWith(".b_1") || endsWith(".b_3"))
        return shape.columns > 0 ? Message::tr("%1 needs", {hidden}) : Message::tr("a bias needs");
    if (shape.name == "token_type" && shape.rows > 0)
        return Message::tr("%1 and %2 need", {keyAndValue("token_types", config.tokenTypes), model});
    if (shape.name == "output.w" && shape.columns > 0)
        return Message::tr("%1 and %2 need", {model, vocabulary});
    if (shape.name == "output.b")
        return shape.columns > 0 ? Message::tr("%1 needs", {vocabulary}) : Message::tr("a bias needs");
    return Message::tr("%1 needs", {model});
}

void checkFinite(const std::string &name, const Matrix &matrix)
{
    if (matrix.allFinite())
        return;
    for (Eigen::Index row = 0; row < matrix.rows(); ++row)
        for (Eigen::Index column = 0; column < matrix.cols(); ++column)
            if (!std::isfinite(matrix(row, column)))
                throw ValueError(Message::tr("%1 holds a number that is not finite in row %2, column %3",
                                             {name, std::to_string(row + 1), std::to_string(column + 1)}));
}

void checkGivenWeight(const ModelConfig &config, const std::string &name, const Weight &matrix,
                      const WeightShape *shape)
{
    if (!shape)
        throw ShapeError(
            Message::tr("%1 is a weight that this model does not have; its encoder_layers are %2 and its "
                        "decoder_layers are %3",
                        {name, std::to_string(config.encoderLayers), std::to_string(config.decoderLayers)}));
    if (!matrix)
        throw ShapeError(Message::tr("%1 is given without a matrix", {name}));
    if (shape->role == WeightRole::PositionTable && matrix.rows() == 0)
        throw ShapeError(Message::tr("%1 has no row, but needs one for each position", {name}));
    if (matrix.size() == 0)
        throw ShapeError(
            Message::tr("%1 is %2 and so holds no number", {name, weightSizeText(matrix.rows(), matrix.cols())}));
    const Eigen::Index rows = shape->rows > 0 ? shape->rows : matrix.rows();
    const Eigen::Index columns = shape->columns > 0 ? shape->columns : matrix.cols();
    if (matrix.rows() != rows || matrix.cols() != columns)
        throw ShapeError(
            Message::tr("%1 is %2, but %3 %4", {name, weightSizeText(matrix.rows(), matrix.cols()),
                                                reasonForSize(config, *shape), weightSizeText(rows, columns)}));
}

void checkEmbeddingRow(const ModelConfig &config, const std::string &token, const SharedMatrix &row)
{
    if (!row)
        throw ShapeError(Message::tr("the embedding of \"%1\" is given without a row", {token}));
    const int width = config.embeddingWidth();
    if (row->rows() != 1 || row->cols() != width)
        throw ShapeError(Message::tr("the embedding of \"%1\" is %2, but %3 %4 needs %5",
                                     {token, weightSizeText(row->rows(), row->cols()),
                                      config.embeddingSize > 0 ? "embedding_size" : "d_model", std::to_string(width),
                                      weightSizeText(1, width)}));
}

/// A matrix that the previous model already holds was found finite then; a large model is not checked again.
void checkGiven(const Model &model, const std::vector<WeightShape> &shapes, const Model *previous)
{
    std::unordered_map<std::string, const WeightShape *> byName;
    for (const WeightShape &shape : shapes)
        byName.emplace(shape.name, &shape);
    for (const auto &[name, matrix] : model.given.all()) {
        const auto shape = byName.find(name);
        checkGivenWeight(model.config, name, matrix, shape == byName.end() ? nullptr : shape->second);
        if (!previous || previous->given.find(name) != matrix)
            checkFinite(name, *matrix.matrix());
    }
    for (const auto &[token, row] : model.embedding) {
        checkEmbeddingRow(model.config, token, row);
        const auto known = previous ? previous->embedding.find(token) : Embedding::const_iterator();
        if (!previous || known == previous->embedding.end() || known->second != row)
            checkFinite(Message::tr("the embedding of \"%1\"", {token}), *row);
    }
}

/// The matrix that `previous` drew for the same name, size and rule; null where it drew none.
Weight drawnBefore(const ModelConfig &config, const WeightShape &shape, const Model *previous)
{
    if (!previous || previous->given.contains(shape.name) || previous->config.seed != config.seed ||
        previous->config.initialization != config.initialization ||
        previous->config.initializationStd != config.initializationStd)
        return nullptr;
    Weight drawn = previous->weights.find(shape.name);
    const bool fits = drawn && drawn.rows() == shape.rows && drawn.cols() == shape.columns;
    return fits ? drawn : Weight();
}

/// A list that the previous model already has was valid then.
void checkVocabulary(const Vocabulary &vocabulary, const Model *previous)
{
    if (previous && previous->vocabulary.tokens.isSame(vocabulary.tokens))
        return;
    std::unordered_set<std::string> known;
    for (const std::string &token : vocabulary.tokens)
        if (!known.insert(token).second)
            throw ValueError(
                Message::tr("the vocabulary holds \"%1\" twice; each token needs a column of its own", {token}));
}

/// Every weight of the model, with the columns of the output layer where the vocabulary says how many.
std::vector<WeightShape> shapesOf(const Model &model)
{
    std::vector<WeightShape> shapes = weightShapes(model.config);
    for (WeightShape &shape : shapes)
        if (shape.name == "output.w" || shape.name == "output.b")
            shape.columns = int(outputWords(model).size());
    return shapes;
}

/// The tables' rows are as long as the sizes say, and the output layer has one for each of its words.
void checkTable(const Model &model)
{
    if (!model.table)
        return;
    const TokenTable &table = *model.table;
    if (model.config.tiedOutput)
        throw ConfigError(
            Message::tr("tied_output is for models without a checkpoint: whether the output layer of this "
                        "one is its embedding is said by its own files"));
    const int columns = table.embedding->columns();
    const int width = model.config.embeddingWidth();
    if (columns != width)
        throw ConfigError(Message::tr("%1 is %2, but the rows of the trained embedding have %3 numbers",
                                      {model.config.embeddingSize > 0 ? "embedding_size" : "d_model",
                                       std::to_string(width), std::to_string(columns)}));
    if (!hasOutputLayer(model.config) || !table.output || model.given.contains("output.w"))
        return;
    const int read = outputWidthOf(model.config);
    if (table.output->columns() != read)
        throw ConfigError(Message::tr("the output layer would read %1 numbers of a token, but the rows of the trained "
                                      "one have %2",
                                      {std::to_string(read), std::to_string(table.output->columns())}));
    const auto words = int(outputWords(model).size());
    if (table.output->rows() != words)
        throw ConfigError(Message::tr("the vocabulary has %1 tokens, but the trained output layer has %2 rows; leave "
                                      "the vocabulary as it was trained, or give an output.w",
                                      {std::to_string(words), std::to_string(table.output->rows())}));
}

/// Whether a trained model's table is used in the weight's place: an output layer that is not given is the table's, or
/// there is none.
bool isTables(const Model &model, const WeightShape &shape)
{
    return model.table && shape.name == "output.w";
}

/// Throws before weights are drawn for which there is no memory.
void requireDrawnMemory(double bytes)
{
    if (bytes <= smallMemory)
        return;
    const std::optional<double> available = availableMemory();
    if (available && bytes > *available)
        throw ConfigError(
            Message::tr("the weights that the model would draw need %1, but only %2 are free; close other "
                        "programs, or make the model smaller",
                        {bytesText(bytes), bytesText(*available)}));
}

/// Checks what is drawn in addition to a trained model's weights.
void checkDrawn(const Model &model, const std::vector<WeightShape> &shapes)
{
    double drawn = 0;
    for (const WeightShape &shape : shapes)
        if (shape.active && !model.given.contains(shape.name) && !isTables(model, shape))
            drawn += double(shape.rows) * shape.columns;
    if (drawn <= maximumWeights)
        return;
    BrokenRule broken(ConfigRule::DrawnWeights,
                      Message::tr("%1 weights are not given and would be drawn, more than the %2 that a model may "
                                  "draw; give them, or make the model smaller",
                                  {std::to_string(std::llround(drawn)), std::to_string(std::llround(maximumWeights))}));
    broken.weights = drawn;
    throw broken;
}

const std::string targetPrefix = "target ";

bool isOfTarget(const TokenTable &table, const std::string &key)
{
    return table.target && key.starts_with(targetPrefix);
}

Matrix tableRow(const TokenTable &table, const std::string &token)
{
    const auto known = table.ids.find(token);
    if (known == table.ids.end())
        throw InputError(Message::tr("the trained vocabulary has no token \"%1\", and the model no row of its own for "
                                     "it; type another word, or give the token a row",
                                     {token}));
    Matrix row(1, table.embedding->columns());
    table.embedding->read(known->second, 1, row.data());
    if (!row.allFinite())
        throw InputError(Message::tr(
            "the trained embedding of \"%1\" holds a number that is not finite; type another word", {token}));
    return row;
}

} // namespace

Model buildModel(const ModelConfig &config, ModelWeights given, Embedding embedding, Vocabulary vocabulary,
                 const Model *previous)
{
    const bool isTrained = previous && previous->table;
    if (isTrained)
        validateRules(config);
    else
        validate(config);
    checkVocabulary(vocabulary, previous);
    Model model{config, std::move(given), {}, std::move(embedding), std::move(vocabulary), {}};
    if (previous) {
        model.table = previous->table;
        model.interventions = existingInterventions(previous->interventions, config);
    }
    checkTable(model);
    const std::vector<WeightShape> shapes = shapesOf(model);
    if (isTrained)
        checkDrawn(model, shapes);
    checkGiven(model, shapes, previous);
    std::vector<const WeightShape *> drawn;
    double bytes = 0;
    for (const WeightShape &shape : shapes) {
        if (!shape.active || shape.role == WeightRole::PositionTable)
            continue;
        Weight matrix = model.given.find(shape.name);
        const bool isDrawn = !matrix && shape.fallback.empty() && shape.columns > 0 && !isTables(model, shape);
        if (isDrawn)
            matrix = drawnBefore(config, shape, previous);
        if (matrix) {
            model.weights.set(shape.name, std::move(matrix));
        } else if (isDrawn) {
            drawn.push_back(&shape);
            bytes += sizeof(float) * double(shape.rows) * shape.columns;
        }
    }
    requireDrawnMemory(bytes);
    for (const WeightShape *shape : drawn)
        model.weights.set(shape->name, std::make_shared<Matrix>(drawWeight(config, *shape, shape->rows)));
    return model;
}

Model trainedModel(const ModelConfig &config, ModelWeights given, std::shared_ptr<const TokenTable> table,
                   Vocabulary vocabulary)
{
    Model base;
    base.given = given;
    // Texts that each name a row of their own are distinct.
    if (table && table->ofTarget().ids.size() == vocabulary.tokens.size())
        base.vocabulary = vocabulary;
    base.table = std::move(table);
    return buildModel(config, std::move(given), {}, std::move(vocabulary), &base);
}

std::string rowKey(const Model &model, const std::string &token, bool isTarget)
{
    return isTarget && model.table && model.table->target ? targetPrefix + token : token;
}

Matrix embeddingRow(const Model &model, const std::string &key)
{
    const auto found = model.embedding.find(key);
    if (found != model.embedding.end())
        return *found->second;
    if (!model.table)
        return drawEmbeddingRow(model.config, key);
    return isOfTarget(*model.table, key) ? tableRow(*model.table->target, key.substr(targetPrefix.size()))
                                         : tableRow(*model.table, key);
}

TokenList outputWords(const Model &model)
{
    static const TokenList words{std::vector<std::string>(replacementWords.begin(), replacementWords.end())};
    return model.config.replacedTokens ? words : model.vocabulary.tokens;
}

int outputRowOf(const TokenTable &table, const std::string &key)
{
    const bool isOfOther = isOfTarget(table, key);
    if (!table.isTied() || isOfOther != (table.target != nullptr))
        return -1;
    const auto &ids = table.ofTarget().ids;
    const auto known = ids.find(isOfOther ? key.substr(targetPrefix.size()) : key);
    return known == ids.end() ? -1 : known->second;
}

SharedMatrix givenPositions(const Model &model, const std::string &name)
{
    const Weight own = model.given.find(name);
    return (own ? own : model.given.find(barePosition)).matrix();
}

Matrix positionRows(const Model &model, int n, const std::string &name)
{
    const SharedMatrix table = givenPositions(model, name);
    if (!table)
        return drawWeight(model.config, {barePosition, 0, model.config.entryWidth(), WeightRole::PositionTable, true},
                          n);
    if (table->rows() < n)
        throw InputError(Message::tr(
            "the sentence has %1 tokens, but the weight %2 has only %3 rows; shorten the sentence or add rows",
            {std::to_string(n), model.given.contains(name) ? name : barePosition, std::to_string(table->rows())}));
    return table->topRows(n);
}

} // namespace regard
