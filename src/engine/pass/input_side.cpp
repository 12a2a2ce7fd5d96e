#include "engine/pass/input_side.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "engine/functions/norm.h"
#include "engine/kernels/product.h"
#include "engine/model/positions.h"
#include "engine/pass/token_types.h"

namespace regard {

namespace {

Matrix embed(const Model &model, const std::vector<std::string> &tokens, bool isTarget)
{
    Matrix rows(Eigen::Index(tokens.size()), model.config.embeddingWidth());
    std::map<std::string, Eigen::Index> first; // drawing a row is slow compared with copying it
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const auto row = Eigen::Index(i);
        const auto [known, isNew] = first.emplace(tokens[i], row);
        if (isNew)
            rows.row(row) = embeddingRow(model, rowKey(model, tokens[i], isTarget));
        else
            rows.row(row) = rows.row(known->second);
    }
    return rows;
}

/// create_position_ids_from_input_ids of RoBERTa and M2M100: a token with the padding's id takes the padding's
/// position, and the others count without it. Empty where no token is the padding.
std::vector<int> positionRowsOf(const Model &model, const std::vector<std::string> &tokens)
{
    const Position position = model.config.position;
    const bool countsTokens = position == Position::Learned || position == Position::SinusoidalFairseq;
    const TokenTable *table = countsTokens ? model.table.get() : nullptr;
    if (!table || table->padding.empty() || std::find(tokens.begin(), tokens.end(), table->padding) == tokens.end())
        return {};
    std::vector<int> rows;
    int next = 0;
    for (const std::string &token : tokens)
        rows.push_back(token == table->padding ? -1 : next++);
    return rows;
}

/// The positions of the first n tokens that count.
Matrix countedPositions(const Model &model, Stack stack, int n)
{
    return hasPositionFormula(model.config.position) ? formulaPositions(model.config, n)
                                                     : positionRows(model, n, positionName(stack));
}

/// The rows of positions in the order of the tokens.
Matrix orderedPositions(const Model &model, Stack stack, const std::vector<int> &rows)
{
    const int counted = 1 + *std::max_element(rows.begin(), rows.end());
    const Matrix table = countedPositions(model, stack, counted);
    const std::vector<float> &padding = model.table->paddingPosition;
    Matrix positions(Eigen::Index(rows.size()), model.config.entryWidth());
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i] >= 0)
            positions.row(Eigen::Index(i)) = table.row(rows[i]);
        else
            std::copy(padding.begin(), padding.end(), positions.row(Eigen::Index(i)).data());
    return positions;
}

Matrix positionsOf(const Model &model, Stack stack, const SideTrace &side)
{
    const auto n = int(side.tokens.size());
    if (!side.positionRows.empty())
        return orderedPositions(model, stack, side.positionRows);
    return addsPositions(model.config.position) ? countedPositions(model, stack, n) : Matrix();
}

} // namespace

std::string embeddingNormWeight(const Model &model, Stack stack, const char *part)
{
    const std::string bare = std::string("embedding_norm.") + part;
    const std::string own = stackName(stack) + "." + bare;
    return model.weights.contains(own) ? own : bare;
}

void dropMasks(const Model &model, const std::vector<std::string> &tokens, Matrix &rows)
{
    const std::string &mask = model.vocabulary.mask;
    float masks = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i)
        if (!mask.empty() && tokens[i] == mask) {
            rows.row(Eigen::Index(i)).setZero();
            ++masks;
        }
    rows *= keptInTraining;
    rows /= 1.0F - masks / float(tokens.size());
}

Matrix widenedTokens(const Model &model, Matrix rows)
{
    return model.config.projectsFirst() ? product(rows, model.weights.weight("embedding_projection.w")) : rows;
}

Matrix projectedEntry(const Model &model, Matrix rows)
{
    if (!model.config.projectsLast())
        return rows;
    return affine(rows, model.weights.weight("embedding_projection.w"), &model.weights.at("embedding_projection.b"))
        .numbers;
}

int positionRowOf(const SideTrace &side, int token)
{
    return side.positionRows.empty() ? token : side.positionRows.at(std::size_t(token));
}

std::optional<int> tokenAtPosition(const SideTrace &side, int row)
{
    for (int token = 0; token < int(side.tokens.size()); ++token)
        if (positionRowOf(side, token) == row)
            return token;
    return std::nullopt;
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
    side.positionRows = positionRowsOf(model, side.tokens);
    side.positions = positionsOf(model, stack, side); // before the rows, which are slower
    side.embedded = embed(model, side.tokens, isTarget);
    Matrix stream = side.embedded;
    if (const float factor = embeddingFactor(config); factor != 1)
        stream *= factor;
    if (config.tokenDropout)
        dropMasks(model, side.tokens, stream);
    stream = widenedTokens(model, std::move(stream));
    if (side.positions.size() > 0)
        stream += side.positions;
    if (config.tokenTypes > 0)
        stream += typeRows(model, side.types, n);
    if (config.embeddingNorm)
        stream =
            normed(model, embeddingNormWeight(model, stack, "gain"), embeddingNormWeight(model, stack, "bias"), stream);
    side.input = projectedEntry(model, std::move(stream));
    return side;
}

} // namespace regard
