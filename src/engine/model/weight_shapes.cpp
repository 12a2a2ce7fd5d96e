#include "engine/model/weight_shapes.h"

#include <utility>

#include "engine/model/attention_place.h"
#include "engine/model/key_head.h"
#include "engine/model/positions.h"
#include "engine/model/recurrent.h"
#include "engine/model/sublayer.h"

namespace regard {

namespace {

using Shapes = std::vector<WeightShape>;

void addNorm(Shapes &shapes, const ModelConfig &config, const std::string &name, bool active, int width)
{
    const auto add = [&](const char *part, WeightRole role, bool used) {
        shapes.push_back({name + part, 1, width, role, used, fallbackOf(name + part)});
    };
    add(".gain", WeightRole::Gain, active);
    add(".bias", WeightRole::Bias, active && hasNormBias(config.normKind));
}

void addNorm(Shapes &shapes, const ModelConfig &config, const std::string &name, bool active)
{
    addNorm(shapes, config, name, active, config.dModel);
}

void addAttention(Shapes &shapes, const ModelConfig &config, const Sublayer &sublayer, bool active)
{
    const int heads = headsOf(config, sublayer.stack);
    const int keyHeads = keyValueHeadsOf(config, sublayer.stack);
    const int queries = heads * config.dKey;
    const int keys = keyHeads * config.dKey;
    const int values = keyHeads * config.dValue;
    const int joined = heads * config.dValue;
    const bool projected = active && config.outputProjection;
    const bool biased = active && hasQkvBias(config);
    const auto add = [&](const char *name, int rows, int columns, WeightRole role, bool used) {
        shapes.push_back({blockWeight(attentionOf(sublayer), sublayer.layer, name), rows, columns, role, used});
    };
    add("w_q", config.dModel, queries, WeightRole::Projection, active);
    add("b_q", 1, queries, WeightRole::Bias, biased);
    add("w_k", config.dModel, keys, WeightRole::Projection, active);
    add("b_k", 1, keys, WeightRole::Bias, biased);
    add("w_v", config.dModel, values, WeightRole::Projection, active);
    add("b_v", 1, values, WeightRole::Bias, biased);
    add("w_a", heads, config.dKey, WeightRole::Projection, active && hasScoreRow(config.score));
    add("w_g", config.dKey, queries, WeightRole::Projection, active && hasScoreMatrix(config.score));
    add("w_o", joined, config.dModel, WeightRole::Projection, projected);
    add("b_o", 1, config.dModel, WeightRole::Bias, projected && config.bias);
    const Attention attention = attentionOf(sublayer);
    if (attention == Attention::Cross)
        return;
    const bool norms = active && hasQkNorm(config, attention);
    const bool isOfAll = config.qkNorm == QkNorm::All;
    addNorm(shapes, config, blockWeight(attention, sublayer.layer, "q_norm"), norms, isOfAll ? queries : config.dKey);
    addNorm(shapes, config, blockWeight(attention, sublayer.layer, "k_norm"), norms, isOfAll ? keys : config.dKey);
    add("sinks", 1, heads, WeightRole::Bias, active && hasSinks(config, attention));
}

void addFeedForward(Shapes &shapes, const ModelConfig &config, const Sublayer &sublayer, bool active)
{
    const std::string prefix = sublayerName(sublayer) + ".";
    const int hidden = feedForwardSizeOf(config, sublayer.stack);
    const bool biased = active && config.bias;
    shapes.push_back({prefix + "w_1", config.dModel, hidden, WeightRole::Projection, active});
    shapes.push_back({prefix + "b_1", 1, hidden, WeightRole::Bias, biased});
    shapes.push_back({prefix + "w_3", config.dModel, hidden, WeightRole::Projection, active && config.gated});
    shapes.push_back({prefix + "b_3", 1, hidden, WeightRole::Bias, biased && config.gated});
    shapes.push_back({prefix + "w_2", hidden, config.dModel, WeightRole::Projection, active});
    shapes.push_back({prefix + "b_2", 1, config.dModel, WeightRole::Bias, biased});
}

void addCell(Shapes &shapes, const ModelConfig &config, const CellPlace &place, Cell cell)
{
    const bool active = isRecurrent(config, place.stack) && config.cell == cell;
    const int input = cellInputOf(config, place);
    const int size = stateSizeOf(config, place.stack);
    const auto add = [&](const char *name, int rows, WeightRole role) {
        shapes.push_back({cellWeight(place, name), rows, size, role, active});
    };
    for (const GateWeights &gate : gatesOf(cell)) {
        add(gate.input, input, WeightRole::Projection);
        add(gate.recurrent, size, WeightRole::Projection);
        add(gate.bias, 1, WeightRole::Bias);
    }
    if (cell == Cell::Gru)
        add(candidateStateBias, 1, WeightRole::Bias);
}

/// The chains of a layer, whether the stack is recurrent or not: what is switched off keeps its weights.
void addCells(Shapes &shapes, const ModelConfig &config, Stack stack, int layer)
{
    for (int direction = 0; direction < directionsOf(config, stack); ++direction)
        for (const Cell cell : allCells)
            addCell(shapes, config, {stack, layer, direction == 0 ? Direction::Forward : Direction::Backward}, cell);
}

/// What a recurrent decoder takes from its encoder.
void addRecurrentDecoder(Shapes &shapes, const ModelConfig &config)
{
    const bool begins = hasFirstState(config);
    const bool combines = combinesContext(config);
    const int both = config.dModel + contextSizeOf(config);
    const auto addFirst = [&](const FirstStateWeights &first, bool active) {
        shapes.push_back({first.weight, config.dModel, config.dModel, WeightRole::Projection, active});
        shapes.push_back({first.bias, 1, config.dModel, WeightRole::Bias, active});
    };
    addFirst(firstStateWeights, begins);
    addFirst(firstCellWeights, begins && statePartsOf(config.cell) > 1);
    shapes.push_back({combineWeight, both, config.dModel, WeightRole::Projection, combines});
    shapes.push_back({combineBias, 1, config.dModel, WeightRole::Bias, combines});
}

void addStack(Shapes &shapes, const ModelConfig &config, Stack stack)
{
    const bool exists = hasStack(config, stack);
    const bool normed = exists && normOf(config, stack) != Norm::None;
    const bool attends = exists && !isRecurrent(config, stack);
    const auto addSublayer = [&](int layer, SublayerKind kind, bool active) {
        const Sublayer sublayer{stack, layer, kind};
        if (kind == SublayerKind::FeedForward)
            addFeedForward(shapes, config, sublayer, active);
        else
            addAttention(shapes, config, sublayer, active);
        addNorm(shapes, config, normName(sublayer), active && normed);
    };
    const int layers = stack == Stack::Encoder ? config.encoderLayers : config.decoderLayers;
    for (int layer = 0; layer < layers; ++layer) {
        addSublayer(layer, SublayerKind::SelfAttention, attends);
        if (stack == Stack::Decoder)
            addSublayer(layer, SublayerKind::CrossAttention, layer < layersOf(config, Attention::Cross));
        addSublayer(layer, SublayerKind::FeedForward, exists && hasFeedForward(config, stack));
        addCells(shapes, config, stack, layer);
    }
    if (stack == Stack::Decoder)
        addRecurrentDecoder(shapes, config);
    addNorm(shapes, config, stackName(stack) + ".final_norm", exists && hasFinalNorm(config, stack));
}

/// Positions, token types and the embedding's norm: the bare ones, and each stack's own, which are used where given.
void addEntry(Shapes &shapes, const ModelConfig &config)
{
    const bool table = hasPositionTable(config.position);
    const int width = config.entryWidth();
    shapes.push_back({barePosition, 0, width, WeightRole::PositionTable, table});
    shapes.push_back({"token_type", config.tokenTypes, width, WeightRole::EmbeddingRows, config.tokenTypes > 0});
    addNorm(shapes, config, "embedding_norm", config.embeddingNorm, width);
    shapes.push_back({"embedding_projection.w", config.embeddingWidth(), config.dModel, WeightRole::Projection,
                      config.embeddingSize > 0});
    shapes.push_back({"embedding_projection.b", 1, config.dModel, WeightRole::Bias, config.projectsLast()});
    for (const Stack stack : {Stack::Encoder, Stack::Decoder}) {
        const bool exists = hasStack(config, stack);
        shapes.push_back({positionName(stack), 0, width, WeightRole::PositionTable, table && exists,
                          fallbackOf(positionName(stack))});
        addNorm(shapes, config, stackName(stack) + ".embedding_norm", config.embeddingNorm && exists, width);
        shapes.push_back({scoreBiasName(stack), scoreBuckets, headsOf(config, stack), WeightRole::Projection,
                          exists && config.scoreBias == ScoreBias::Buckets});
    }
}

/// An encoder alone transforms what it gives before it compares it with the vocabulary.
void addOutput(Shapes &shapes, const ModelConfig &config)
{
    const bool transforms = transformsOutput(config);
    const int width = outputWidthOf(config);
    shapes.push_back({"output.transform.w", config.dModel, width, WeightRole::Projection, transforms});
    shapes.push_back({"output.transform.b", 1, width, WeightRole::Bias, transforms});
    addNorm(shapes, config, "output.norm", config.maskedLanguageModel, width);
    shapes.push_back(
        {"output.projection.w", config.dModel, config.embeddingWidth(), WeightRole::Projection, narrowsOutput(config)});
    const bool exists = hasOutputLayer(config);
    const int words = config.replacedTokens ? int(replacementWords.size()) : 0;
    shapes.push_back({"output.w", width, words, WeightRole::Projection, exists && !config.tiedOutput});
    shapes.push_back({"output.b", 1, words, WeightRole::Bias, exists});
}

} // namespace

std::string scoreBiasName(Stack stack)
{
    return stackName(stack) + ".score_bias";
}

int outputWidthOf(const ModelConfig &config)
{
    return config.maskedLanguageModel || narrowsOutput(config) ? config.embeddingWidth() : config.dModel;
}

bool hasScoreRow(Score score)
{
    switch (score) {
    case Score::Additive:
        return true;
    case Score::Dot:
    case Score::ScaledDot:
    case Score::General:
        break;
    }
    return false;
}

bool hasScoreMatrix(Score score)
{
    switch (score) {
    case Score::General:
        return true;
    case Score::Dot:
    case Score::ScaledDot:
    case Score::Additive:
        break;
    }
    return false;
}

std::string fallbackOf(const std::string &name)
{
    if (!name.starts_with("encoder.") && !name.starts_with("decoder."))
        return {};
    std::string bare = name.substr(name.find('.') + 1);
    const bool isBare = bare == barePosition || bare == "embedding_norm.gain" || bare == "embedding_norm.bias";
    return isBare ? bare : std::string();
}

std::vector<WeightShape> weightShapes(const ModelConfig &config)
{
    Shapes shapes;
    addEntry(shapes, config);
    addStack(shapes, config, Stack::Encoder);
    addStack(shapes, config, Stack::Decoder);
    addOutput(shapes, config);
    return shapes;
}

std::optional<WeightShape> weightShape(const ModelConfig &config, const std::string &name)
{
    for (WeightShape &shape : weightShapes(config))
        if (shape.name == name)
            return std::move(shape);
    return std::nullopt;
}

} // namespace regard
