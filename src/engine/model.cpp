#include "engine/model.h"

#include <cmath>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "engine/errors.h"
#include "engine/initialization.h"
#include "engine/weight_shapes.h"

namespace regard {

namespace {

const std::string barePosition = "position";

std::string sizeText(Eigen::Index rows, Eigen::Index columns)
{
    return std::to_string(rows) + " × " + std::to_string(columns);
}

std::string keyAndValue(const std::string &key, int value)
{
    return key + " " + std::to_string(value);
}

/// The keys that fix a weight's size, with their values and the verb that follows:
/// "d_model 4 and heads 2 × d_key 3 need". Sizes that nothing fixes are 0 in the shape.
std::string reasonForSize(const ModelConfig &config, const WeightShape &shape)
{
    const bool decodes = shape.name.starts_with("decoder.");
    const Stack stack = decodes ? Stack::Decoder : Stack::Encoder;
    const std::string model = keyAndValue("d_model", config.dModel);
    const std::string heads = keyAndValue(decodes ? "decoder_heads" : "heads", headsOf(config, stack));
    const std::string keys = heads + " × " + keyAndValue("d_key", config.dKey);
    const std::string values = heads + " × " + keyAndValue("d_value", config.dValue);
    const std::string hidden = keyAndValue(decodes ? "decoder_d_ff" : "d_ff", feedForwardSizeOf(config, stack));
    const std::string vocabulary = "a vocabulary of " + std::to_string(shape.columns) + " tokens";
    const auto endsWith = [&](const char *end) { return shape.name.ends_with(end); };
    if (endsWith(".w_q") || endsWith(".w_k"))
        return model + " and " + keys + " need";
    if (endsWith(".w_v"))
        return model + " and " + values + " need";
    if (endsWith(".w_o"))
        return values + " and " + model + " need";
    if (endsWith(".w_a"))
        return heads + " and " + keyAndValue("d_key", config.dKey) + " need";
    if (endsWith(".b_q") || endsWith(".b_k"))
        return keys + " need";
    if (endsWith(".b_v"))
        return values + " need";
    if (endsWith(".w_1") && shape.columns > 0)
        return model + " and " + hidden + " need";
    if (endsWith(".w_2") && shape.rows > 0)
        return hidden + " and " + model + " need";
    if (endsWith(".b_1"))
        return shape.columns > 0 ? hidden + " needs" : "a bias needs";
    if (shape.name == "output.w" && shape.columns > 0)
        return model + " and " + vocabulary + " need";
    if (shape.name == "output.b")
        return shape.columns > 0 ? vocabulary + " needs" : "a bias needs";
    return model + " needs";
}

void checkFinite(const std::string &name, const Matrix &matrix)
{
    if (matrix.allFinite())
        return;
    for (Eigen::Index row = 0; row < matrix.rows(); ++row)
        for (Eigen::Index column = 0; column < matrix.cols(); ++column)
            if (!std::isfinite(matrix(row, column)))
                throw ValueError(name + " holds a number that is not finite in row " + std::to_string(row + 1) +
                                 ", column " + std::to_string(column + 1));
}

void checkGivenWeight(const ModelConfig &config, const std::string &name, const SharedMatrix &matrix,
                      const WeightShape *shape)
{
    if (!shape)
        throw ShapeError(name + " is a weight that this model does not have; its encoder_layers are " +
                         std::to_string(config.encoderLayers) + " and its decoder_layers are " +
                         std::to_string(config.decoderLayers));
    if (!matrix)
        throw ShapeError(name + " is given without a matrix");
    if (shape->role == WeightRole::PositionTable && matrix->rows() == 0)
        throw ShapeError(name + " has no row, but needs one for each position");
    if (matrix->size() == 0)
        throw ShapeError(name + " is " + sizeText(matrix->rows(), matrix->cols()) + " and so holds no number");
    const Eigen::Index rows = shape->rows > 0 ? shape->rows : matrix->rows();
    const Eigen::Index columns = shape->columns > 0 ? shape->columns : matrix->cols();
    if (matrix->rows() != rows || matrix->cols() != columns)
        throw ShapeError(name + " is " + sizeText(matrix->rows(), matrix->cols()) + ", but " +
                         reasonForSize(config, *shape) + " " + sizeText(rows, columns));
}

void checkEmbeddingRow(const ModelConfig &config, const std::string &token, const SharedMatrix &row)
{
    if (!row)
        throw ShapeError("the embedding of \"" + token + "\" is given without a row");
    if (row->rows() != 1 || row->cols() != config.dModel)
        throw ShapeError("the embedding of \"" + token + "\" is " + sizeText(row->rows(), row->cols()) +
                         ", but d_model " + std::to_string(config.dModel) + " needs " + sizeText(1, config.dModel));
}

/// A matrix that the previous model already holds was found finite then; a large model is not read through again.
void checkGiven(const Model &model, const std::vector<WeightShape> &shapes, const Model *previous)
{
    std::unordered_map<std::string, const WeightShape *> byName;
    for (const WeightShape &shape : shapes)
        byName.emplace(shape.name, &shape);
    for (const auto &[name, matrix] : model.given.all()) {
        const auto shape = byName.find(name);
        checkGivenWeight(model.config, name, matrix, shape == byName.end() ? nullptr : shape->second);
        if (!previous || previous->given.find(name) != matrix)
            checkFinite(name, *matrix);
    }
    for (const auto &[token, row] : model.embedding) {
        checkEmbeddingRow(model.config, token, row);
        const auto known = previous ? previous->embedding.find(token) : Embedding::const_iterator();
        if (!previous || known == previous->embedding.end() || known->second != row)
            checkFinite("the embedding of \"" + token + "\"", *row);
    }
}

/// The matrix that `previous` drew for the same name, size and rule; null where it drew none.
SharedMatrix drawnBefore(const ModelConfig &config, const WeightShape &shape, const Model *previous)
{
    if (!previous || previous->given.contains(shape.name) || previous->config.seed != config.seed ||
        previous->config.initialization != config.initialization ||
        previous->config.initializationStd != config.initializationStd)
        return nullptr;
    SharedMatrix drawn = previous->weights.find(shape.name);
    const bool fits = drawn && drawn->rows() == shape.rows && drawn->cols() == shape.columns;
    return fits ? drawn : nullptr;
}

void checkVocabulary(const Vocabulary &vocabulary)
{
    std::unordered_set<std::string> known;
    for (const std::string &token : vocabulary.tokens)
        if (!known.insert(token).second)
            throw ValueError("the vocabulary holds \"" + token + "\" twice; each token needs a column of its own");
}

/// Every weight of the model, with the columns of the output layer where the vocabulary says how many.
std::vector<WeightShape> shapesOf(const Model &model)
{
    std::vector<WeightShape> shapes = weightShapes(model.config);
    for (WeightShape &shape : shapes)
        if (shape.name == "output.w" || shape.name == "output.b")
            shape.columns = static_cast<int>(model.vocabulary.tokens.size());
    return shapes;
}

} // namespace

Model buildModel(const ModelConfig &config, ModelWeights given, Embedding embedding, Vocabulary vocabulary,
                 const Model *previous)
{
    validate(config);
    checkVocabulary(vocabulary);
    Model model{config, std::move(given), {}, std::move(embedding), std::move(vocabulary)};
    const std::vector<WeightShape> shapes = shapesOf(model);
    checkGiven(model, shapes, previous);
    for (const WeightShape &shape : shapes) {
        if (!shape.active || shape.role == WeightRole::PositionTable)
            continue;
        SharedMatrix matrix = model.given.find(shape.name);
        const bool isDrawn = !matrix && shape.fallback.empty() && shape.columns > 0;
        if (isDrawn)
            matrix = drawnBefore(config, shape, previous);
        if (isDrawn && !matrix)
            matrix = std::make_shared<Matrix>(drawWeight(config, shape, shape.rows));
        if (matrix)
            model.weights.set(shape.name, std::move(matrix));
    }
    return model;
}

Matrix embeddingRow(const Model &model, const std::string &token)
{
    const auto found = model.embedding.find(token);
    return found == model.embedding.end() ? drawEmbeddingRow(model.config, token) : *found->second;
}

std::string positionName(Stack stack)
{
    return stackName(stack) + "." + barePosition;
}

SharedMatrix givenPositions(const Model &model, const std::string &name)
{
    SharedMatrix own = model.given.find(name);
    return own ? own : model.given.find(barePosition);
}

Matrix positionRows(const Model &model, int n, const std::string &name)
{
    const SharedMatrix table = givenPositions(model, name);
    if (!table)
        return drawWeight(model.config, {barePosition, 0, model.config.dModel, WeightRole::PositionTable, true}, n);
    if (table->rows() < n)
        throw InputError("the sentence has " + std::to_string(n) + " tokens, but the weight " +
                         (model.given.contains(name) ? name : barePosition) + " has only " +
                         std::to_string(table->rows()) + " rows; shorten the sentence or add rows");
    return table->topRows(n);
}

Matrix sinusoidalPositions(int n, int dModel)
{
    Matrix rows(n, dModel);
    for (int column = 0; column < dModel; ++column) {
        const double wavelength = std::pow(10000.0, static_cast<double>(column - column % 2) / dModel);
        for (int position = 0; position < n; ++position) {
            const double angle = position / wavelength;
            rows(position, column) = static_cast<float>(column % 2 == 0 ? std::sin(angle) : std::cos(angle));
        }
    }
    return rows;
}

} // namespace regard
