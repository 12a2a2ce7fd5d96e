#include "engine/weight_shapes.h"

#include <utility>

namespace regard {

namespace {

using Shapes = std::vector<WeightShape>;

void addAttention(Shapes &shapes, const ModelConfig &config, int layer)
{
    const int keys = config.heads * config.dKey;
    const int values = config.heads * config.dValue;
    const bool projected = config.outputProjection;
    const auto add = [&](const char *name, int rows, int columns, WeightRole role, bool active) {
        shapes.push_back({encoderWeight(layer, name), rows, columns, role, active});
    };
    add("w_q", config.dModel, keys, WeightRole::Projection, true);
    add("b_q", 1, keys, WeightRole::Bias, config.bias);
    add("w_k", config.dModel, keys, WeightRole::Projection, true);
    add("b_k", 1, keys, WeightRole::Bias, config.bias);
    add("w_v", config.dModel, values, WeightRole::Projection, true);
    add("b_v", 1, values, WeightRole::Bias, config.bias);
    add("w_a", config.heads, config.dKey, WeightRole::Projection, config.score == Score::Additive);
    add("w_o", values, config.dModel, WeightRole::Projection, projected);
    add("b_o", 1, config.dModel, WeightRole::Bias, projected && config.bias);
}

void addNorm(Shapes &shapes, const ModelConfig &config, const std::string &name, bool active)
{
    shapes.push_back({name + ".gain", 1, config.dModel, WeightRole::Gain, active});
    shapes.push_back({name + ".bias", 1, config.dModel, WeightRole::Bias, active});
}

void addFeedForward(Shapes &shapes, const ModelConfig &config, int layer)
{
    const std::string prefix = "encoder." + std::to_string(layer) + ".ffn.";
    shapes.push_back({prefix + "w_1", config.dModel, config.dFf, WeightRole::Projection, true});
    shapes.push_back({prefix + "b_1", 1, config.dFf, WeightRole::Bias, config.bias});
    shapes.push_back({prefix + "w_2", config.dFf, config.dModel, WeightRole::Projection, true});
    shapes.push_back({prefix + "b_2", 1, config.dModel, WeightRole::Bias, config.bias});
}

} // namespace

std::vector<WeightShape> weightShapes(const ModelConfig &config)
{
    Shapes shapes;
    const bool table = config.position == Position::Learned || config.position == Position::OneHot;
    shapes.push_back({"position", 0, config.dModel, WeightRole::PositionTable, table});
    addNorm(shapes, config, "embedding_norm", config.embeddingNorm);
    const bool normed = config.norm != Norm::None;
    for (int layer = 0; layer < config.encoderLayers; ++layer) {
        const std::string prefix = "encoder." + std::to_string(layer) + ".";
        addAttention(shapes, config, layer);
        addNorm(shapes, config, prefix + "norm_1", normed);
        // Without a feed-forward width its matrices have no size that a file could be held to.
        if (config.dFf > 0)
            addFeedForward(shapes, config, layer);
        addNorm(shapes, config, prefix + "norm_2", normed && config.dFf > 0);
    }
    addNorm(shapes, config, "encoder.final_norm", config.finalNorm);
    return shapes;
}

std::optional<WeightShape> weightShape(const ModelConfig &config, const std::string &name)
{
    for (WeightShape &shape : weightShapes(config))
        if (shape.name == name)
            return std::move(shape);
    return std::nullopt;
}

std::string encoderWeight(int layer, const char *name)
{
    return "encoder." + std::to_string(layer) + ".self." + name;
}

} // namespace regard
