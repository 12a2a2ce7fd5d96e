#include "engine/analysis/model_cell.h"

#include <algorithm>

#include "engine/base/errors.h"
#include "engine/base/message.h"
#include "engine/model/attention_place.h"
#include "engine/model/positions.h"
#include "engine/model/weight_shapes.h"
#include "engine/pass/input_side.h"
#include "engine/pass/output_layer.h"
#include "engine/pass/token_types.h"

namespace regard {

namespace {

constexpr const char *sourceRows = "X";
constexpr const char *targetRows = "X target";

const SideTrace *sideOf(const Trace &trace, const ModelCell &cell)
{
    if (cell.matrix == sourceRows)
        return &trace.source;
    return cell.matrix == targetRows ? &trace.target : nullptr;
}

const SideTrace &sideOf(const Trace &trace, Stack stack)
{
    return queriesOf(trace, stack == Stack::Encoder ? Attention::Encoder : Attention::Decoder);
}

bool isPositions(const ModelCell &cell)
{
    return cell.matrix == barePosition || cell.matrix == positionName(Stack::Encoder) ||
           cell.matrix == positionName(Stack::Decoder);
}

bool isOutputLayer(const ModelCell &cell)
{
    return cell.matrix == "output.w" || cell.matrix == "output.b";
}

bool hasType(const SideTrace &side, int type)
{
    for (int token = 0; token < int(side.tokens.size()); ++token)
        if (typeOf(side, token) == type)
            return true;
    return false;
}

void checkInside(const ModelCell &cell, Eigen::Index rows, Eigen::Index columns)
{
    if (cell.row < 0 || cell.row >= rows || cell.column < 0 || cell.column >= columns)
        throw ShapeError(Message::tr("%1 is %2 × %3 and has no cell in row %4, column %5, counted from 0",
                                     {cell.matrix, std::to_string(rows), std::to_string(columns),
                                      std::to_string(cell.row), std::to_string(cell.column)}));
}

} // namespace

void checkCell(const Model &model, const Trace &trace, const ModelCell &cell)
{
    const ModelConfig &config = model.config;
    if (const SideTrace *side = sideOf(trace, cell)) {
        checkInside(cell, Eigen::Index(side->tokens.size()), config.embeddingWidth());
    } else if (isPositions(cell)) {
        if (!hasPositionTable(config.position))
            throw ShapeError(Message::tr("the model has no table of positions"));
        checkInside(cell, maximumSize, config.entryWidth());
    } else if (isOutputLayer(cell) && hasOutputLayer(model)) {
        checkInside(cell, cell.matrix == "output.w" ? outputWidthOf(config) : 1, Eigen::Index(trace.vocabulary.size()));
    } else {
        const Weight &weight = model.weights.weight(cell.matrix);
        checkInside(cell, weight.rows(), weight.cols());
    }
}

const std::string *tokenOf(const Trace &trace, const ModelCell &cell)
{
    const SideTrace *side = sideOf(trace, cell);
    return side ? &side->tokens.at(std::size_t(cell.row)) : nullptr;
}

bool isPositionOf(const Model &model, const ModelCell &cell, Stack stack)
{
    const std::string own = positionName(stack);
    return cell.matrix == own || (cell.matrix == barePosition && !model.given.contains(own));
}

bool isReadByEntry(const Model &model, const Trace &trace, const ModelCell &cell, Stack stack)
{
    const SideTrace &side = sideOf(trace, stack);
    const std::vector<std::string> &tokens = side.tokens;
    if (model.table && model.table->target && sideOf(trace, cell) && sideOf(trace, cell) != &side)
        return false; // the other's row is another, whatever its token
    if (const std::string *token = tokenOf(trace, cell))
        return std::find(tokens.begin(), tokens.end(), *token) != tokens.end();
    if (isPositionOf(model, cell, stack))
        return tokenAtPosition(side, cell.row).has_value();
    if (cell.matrix == "token_type")
        return hasType(side, cell.row);
    if (cell.matrix == "embedding_projection.w" || cell.matrix == "embedding_projection.b")
        return model.config.embeddingSize > 0;
    return model.config.embeddingNorm && (cell.matrix == embeddingNormWeight(model, stack, "gain") ||
                                          cell.matrix == embeddingNormWeight(model, stack, "bias"));
}

bool isReadBy(const ModelCell &cell, const Sublayer &sublayer)
{
    const std::vector<std::string> names = weightNamesOf(sublayer);
    return std::find(names.begin(), names.end(), cell.matrix) != names.end();
}

bool isReadByFinalNorm(const ModelCell &cell, Stack stack)
{
    const std::string norm = stackName(stack) + ".final_norm";
    return cell.matrix == norm + ".gain" || cell.matrix == norm + ".bias";
}

} // namespace regard
