#include "engine/pass/input_side.h"

#include <cmath>
#include <map>
#include <utility>

#include "engine/functions/norm.h"
#include "engine/model/positions.h"
#include "engine/pass/token_types.h"

namespace regard {

namespace {

Matrix embed(const Model &model, const std::vector<std::string> &tokens)
{
    Matrix rows(Eigen::Index(tokens.size()), model.config.dModel);
    std::map<std::string, Eigen::Index> first; // drawing a row is slow compared with copying it
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const auto row = Eigen::Index(i);
        const auto [known, isNew] = first.emplace(tokens[i], row);
        if (isNew)
            rows.row(row) = embeddingRow(model, tokens[i]);
        else
            rows.row(row) = rows.row(known->second);
    }
    return rows;
}

Matrix positionsOf(const Model &model, Stack stack, int n)
{
    switch (model.config.position) {
    case Position::None:
    case Position::Rotary:
        break;
    case Position::SinusoidalHalves:
        return sinusoidalHalves(n, model.config.dModel);
    case Position::Sinusoidal:
        return sinusoidalPositions(n, model.config.dModel);
    case Position::OneHot:
    case Position::Learned:
        return positionRows(model, n, positionName(stack));
    }
    return {};
}

} // namespace

std::string embeddingNormWeight(const Model &model, Stack stack, const char *part)
{
    const std::string bare = std::string("embedding_norm.") + part;
    const std::string own = stackName(stack) + "." + bare;
    return model.weights.contains(own) ? own : bare;
}

void describeSide(SideTrace &side, const Input &input, bool isTarget)
{
    side.masked = isTarget ? input.maskedTarget : input.masked;
    side.types = isTarget ? std::vector<int>() : input.types;
    side.labels = isTarget ? input.targetLabels : input.labels;
}

SideTrace readSide(const Model &model, Stack stack, const Input &input, bool isTarget)
{
    const ModelConfig &config = model.config;
    SideTrace side;
    side.tokens = isTarget ? input.target : input.tokens;
    describeSide(side, input, isTarget);
    const auto n = int(side.tokens.size());
    side.positions = positionsOf(model, stack, n); // before the rows, which are slower
    side.embedded = embed(model, side.tokens);
    Matrix stream = side.embedded;
    if (config.embeddingScale)
        stream *= std::sqrt(float(config.dModel));
    if (side.positions.size() > 0)
        stream += side.positions;
    if (config.tokenTypes > 0)
        stream += typeRows(model, side.types, n);
    if (config.embeddingNorm)
        stream =
            normed(model, embeddingNormWeight(model, stack, "gain"), embeddingNormWeight(model, stack, "bias"), stream);
    side.input = std::move(stream);
    return side;
}

} // namespace regard
