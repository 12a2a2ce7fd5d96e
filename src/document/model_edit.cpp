#include "document/model_edit.h"

#include <algorithm>
#include <utility>

namespace regard {

SharedMatrix givenMatrix(const Model &model, const EditTarget &target)
{
    if (target.kind != EditTarget::Kind::Token)
        return model.given.find(target.name);
    const auto found = model.embedding.find(target.name);
    return found == model.embedding.end() ? nullptr : found->second;
}

SharedMatrix effectiveMatrix(const Model &model, const EditTarget &target, int rows)
{
    if (SharedMatrix given = givenMatrix(model, target))
        return given;
    if (target.kind == EditTarget::Kind::Weight)
        return model.weights.find(target.name);
    if (target.kind == EditTarget::Kind::Token)
        return std::make_shared<Matrix>(embeddingRow(model, target.name));
    return std::make_shared<Matrix>(positionRows(model, std::max(rows, givenPositionRows), target.name));
}

void setGiven(Model &model, const EditTarget &target, SharedMatrix matrix)
{
    if (target.kind == EditTarget::Kind::Token) {
        model.embedding[target.name] = std::move(matrix);
        return;
    }
    if (target.kind == EditTarget::Kind::Weight)
        model.weights.set(target.name, matrix);
    model.given.set(target.name, std::move(matrix));
}

void setDrawn(Model &model, const EditTarget &target, const SharedMatrix &drawn)
{
    if (target.kind == EditTarget::Kind::Token) {
        model.embedding.erase(target.name);
        return;
    }
    if (target.kind == EditTarget::Kind::Weight)
        model.weights.set(target.name, drawn);
    model.given.remove(target.name);
}

} // namespace regard
