#include "engine/input_side.h"

#include <cmath>
#include <map>
#include <utility>

#include "engine/layer_norm.h"

namespace regard {

namespace {

Matrix embed(const Model &model, const std::vector<std::string> &tokens)
{
    Matrix rows(static_cast<Eigen::Index>(tokens.size()), model.config.dModel);
    std::map<std::string, Eigen::Index> first; // drawing a row is slow beside copying it
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const auto row = static_cast<Eigen::Index>(i);
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
        break;
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

SideTrace readSide(const Model &model, Stack stack, const std::vector<std::string> &tokens,
                   const std::vector<int> &masked)
{
    const ModelConfig &config = model.config;
    SideTrace side;
    side.tokens = tokens;
    side.masked = masked;
    side.positions = positionsOf(model, stack, static_cast<int>(tokens.size())); // before the rows, which are slower
    side.embedded = embed(model, tokens);
    Matrix input = side.embedded;
    if (config.embeddingScale)
        input *= std::sqrt(static_cast<float>(config.dModel));
    if (side.positions.size() > 0)
        input += side.positions;
    if (config.embeddingNorm)
        input = layerNorm(input, model.weights.at(embeddingNormWeight(model, stack, "gain")),
                          model.weights.at(embeddingNormWeight(model, stack, "bias")), config.normEpsilon);
    side.input = std::move(input);
    return side;
}

} // namespace regard
