#include "engine/model.h"

#include <cmath>
#include <unordered_map>
#include <utility>

#include "engine/errors.h"
#include "engine/initialization.h"
#include "engine/weight_shapes.h"

namespace regard {

namespace {

std::string sizeText(Eigen::Index rows, Eigen::Index columns)
{
    return std::to_string(rows) + " × " + std::to_string(columns);
}

/// The keys that fix a weight's size, with their values and the verb that follows:
/// "d_model 4 and heads 2 × d_key 3 need".
std::string reasonForSize(const ModelConfig &config, const std::string &name)
{
    const std::string model = "d_model " + std::to_string(config.dModel);
    const std::string heads = "heads " + std::to_string(config.heads);
    const std::string keys = heads + " × d_key " + std::to_string(config.dKey);
    const std::string values = heads + " × d_value " + std::to_string(config.dValue);
    if (name.ends_with(".w_q") || name.ends_with(".w_k"))
        return model + " and " + keys + " need";
    if (name.ends_with(".w_v"))
        return model + " and " + values + " need";
    if (name.ends_with(".w_o"))
        return values + " and " + model + " need";
    if (name.ends_with(".w_a"))
        return heads + " and d_key " + std::to_string(config.dKey) + " need";
    if (name.ends_with(".b_q") || name.ends_with(".b_k"))
        return keys + " need";
    if (name.ends_with(".b_v"))
        return values + " need";
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
                         std::to_string(config.encoderLayers) + " and its d_ff is " + std::to_string(config.dFf));
    if (!matrix)
        throw ShapeError(name + " is given without a matrix");
    const bool table = shape->role == WeightRole::PositionTable;
    if (table && matrix->rows() == 0)
        throw ShapeError(name + " has no row, but needs one for each position");
    const Eigen::Index rows = table ? matrix->rows() : shape->rows;
    if (matrix->rows() != rows || matrix->cols() != shape->columns)
        throw ShapeError(name + " is " + sizeText(matrix->rows(), matrix->cols()) + ", but " +
                         reasonForSize(config, name) + " " + sizeText(rows, shape->columns));
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

} // namespace

Model buildModel(const ModelConfig &config, ModelWeights given, Embedding embedding, const Model *previous)
{
    validate(config);
    Model model{config, std::move(given), {}, std::move(embedding)};
    const std::vector<WeightShape> shapes = weightShapes(config);
    checkGiven(model, shapes, previous);
    for (const WeightShape &shape : shapes) {
        if (!shape.active || shape.role == WeightRole::PositionTable)
            continue;
        SharedMatrix matrix = model.given.find(shape.name);
        if (!matrix)
            matrix = drawnBefore(config, shape, previous);
        if (!matrix)
            matrix = std::make_shared<Matrix>(drawWeight(config, shape, shape.rows));
        model.weights.set(shape.name, std::move(matrix));
    }
    return model;
}

Matrix embeddingRow(const Model &model, const std::string &token)
{
    const auto found = model.embedding.find(token);
    return found == model.embedding.end() ? drawEmbeddingRow(model.config, token) : *found->second;
}

Matrix positionRows(const Model &model, int n)
{
    const SharedMatrix table = model.given.find("position");
    if (!table)
        return drawWeight(model.config, {"position", 0, model.config.dModel, WeightRole::PositionTable, true}, n);
    if (table->rows() < n)
        throw InputError("the sentence has " + std::to_string(n) + " tokens, but the weight position has only " +
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
