#include "document/matrices/model_edit.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "document/matrices/matrix_names.h"
#include "engine/base/errors.h"
#include "engine/model/initialization.h"
#include "engine/model/weight_shapes.h"
#include "engine/pass/output_layer.h"

namespace regard {

namespace {

SharedMatrix drawnAgain(const Model &model, const std::string &name)
{
    const Weight &present = model.weights.weight(name);
    WeightShape shape = *weightShape(model.config, name);
    shape.rows = int(present.rows()); // those of an output layer are the vocabulary's
    shape.columns = int(present.cols());
    return std::make_shared<Matrix>(drawWeight(model.config, shape, shape.rows));
}

} // namespace

Weight givenMatrix(const Model &model, const EditTarget &target)
{
    if (target.kind != EditTarget::Kind::Token)
        return model.given.find(target.name);
    const auto found = model.embedding.find(target.name);
    return found == model.embedding.end() ? Weight() : Weight(found->second);
}

Weight countingMatrix(const Model &model, const EditTarget &target)
{
    if (target.kind == EditTarget::Kind::Positions)
        return givenPositions(model, target.name);
    Weight given = givenMatrix(model, target);
    if (given || target.kind == EditTarget::Kind::Token || model.weights.contains(target.name))
        return given;
    return model.given.find(fallbackOf(target.name));
}

Weight effectiveMatrix(const Model &model, const EditTarget &target, int rows)
{
    if (Weight given = countingMatrix(model, target))
        return given;
    switch (target.kind) {
    case EditTarget::Kind::Weight: {
        Weight own = model.weights.find(target.name);
        return own ? own : model.weights.find(fallbackOf(target.name));
    }
    case EditTarget::Kind::Positions:
        return std::make_shared<Matrix>(positionRows(model, std::max(rows, givenPositionRows), target.name));
    case EditTarget::Kind::Token:
        try {
            return std::make_shared<Matrix>(embeddingRow(model, target.name));
        } catch (const InputError &) {
            return nullptr;
        }
    }
    return nullptr;
}

void setGiven(Model &model, const EditTarget &target, Weight matrix)
{
    if (target.kind == EditTarget::Kind::Token) {
        model.embedding[target.name] = matrix.matrix();
        return;
    }
    if (target.kind == EditTarget::Kind::Weight)
        model.weights.set(target.name, matrix);
    model.given.set(target.name, std::move(matrix));
}

void setDrawn(Model &model, const EditTarget &target, Weight drawn)
{
    if (target.kind == EditTarget::Kind::Token) {
        model.embedding.erase(target.name);
        return;
    }
    if (target.kind == EditTarget::Kind::Weight && !fallbackOf(target.name).empty())
        model.weights.remove(target.name); // it falls back on another again
    else if (target.kind == EditTarget::Kind::Weight)
        model.weights.set(target.name, drawn ? std::move(drawn) : Weight(drawnAgain(model, target.name)));
    model.given.remove(target.name);
}

SharedMatrix drawnOutput(Model model, const std::string &name, const TokenList &vocabulary)
{
    for (ModelWeights *weights : {&model.weights, &model.given})
        weights->remove(name);
    Matrix drawn = name == outputWeight ? outputWeights(model, vocabulary) : outputBias(model, int(vocabulary.size()));
    return drawn.size() > 0 ? std::make_shared<Matrix>(std::move(drawn)) : nullptr;
}

} // namespace regard
