#include <algorithm>
#include <utility>

#include "engine/model/config_rules.h"
#include "engine/model/initialization.h"
#include "engine/model/model.h"
#include "engine/model/recurrent.h"
#include "engine/model/resized_weight.h"
#include "engine/model/weight_shapes.h"

namespace regard {

namespace {

/// One side of a matrix: equal groups of rows or columns, a group a head, or only one group. Heads that share a key
/// head may form equal families.
struct Side {
    int families = 1;
    int groups = 1; ///< of each family
    int width = 0;

    bool operator==(const Side &) const = default;
};

/// How a weight's cells belong to heads and features. Cells with the same group and place on both sides correspond
/// to each other, whatever the sizes.
struct Layout {
    Side rows;
    Side columns;

    bool operator==(const Layout &) const = default;
};

Stack stackOfWeight(const std::string &name)
{
    return name.starts_with("decoder.") ? Stack::Decoder : Stack::Encoder;
}

/// How the heads of a weight follow a change.
struct HeadRule {
    HeadSplit split = HeadSplit::KeepHeads;
    bool families = false; ///< query heads stay with the key head that they share
};

Side headSide(int families, int heads, int width, HeadSplit split)
{
    return split == HeadSplit::KeepHeads ? Side{families, heads / families, width} : Side{1, 1, heads * width};
}

/// Returns how the heads share a weight that is rows × columns.
Layout layoutOf(const ModelConfig &config, const std::string &name, int rows, int columns, const HeadRule &rule)
{
    const Layout whole{{1, 1, rows}, {1, 1, columns}};
    // The rows of a context stand below those of a word or a state.
    if (rows == 2 * config.dModel && (name == combineWeight || name.starts_with("decoder.0.forward.")))
        return {{1, 2, config.dModel}, {1, 1, columns}};
    if (isCellWeight(name))
        return whole;
    const int heads = headsOf(config, stackOfWeight(name));
    const int keyHeads = keyValueHeadsOf(config, stackOfWeight(name));
    const int families = rule.families ? keyHeads : 1;
    const Side one{1, 1, 1};
    const Side model{1, 1, config.dModel};
    const Side queries = headSide(families, heads, config.dKey, rule.split);
    const Side keys = headSide(1, keyHeads, config.dKey, rule.split);
    const Side values = headSide(1, keyHeads, config.dValue, rule.split);
    if (name.ends_with(".w_q"))
        return {model, queries};
    if (name.ends_with(".w_k"))
        return {model, keys};
    if (name.ends_with(".w_v"))
        return {model, values};
    if (name.ends_with(".w_g")) // a head's rows are those of its own q
        return {{1, 1, rows}, headSide(families, heads, config.dKey, HeadSplit::KeepHeads)};
    if (name.ends_with(".sinks"))
        return {one, headSide(families, heads, 1, HeadSplit::KeepHeads)};
    if (name.ends_with(".w_o"))
        return {headSide(families, heads, config.dValue, rule.split), model};
    if (name.ends_with(".b_q") || name.ends_with(".w_a")) // rows of w_a side by side, as the columns of W_Q
        return {one, queries};
    if (name.ends_with(".b_k"))
        return {one, keys};
    if (name.ends_with(".b_v"))
        return {one, values};
    return whole;
}

HeadRule headRule(const ModelConfig &before, const ModelConfig &after, const std::string &name, HeadSplit split)
{
    const Stack stack = stackOfWeight(name);
    const auto divides = [&](const ModelConfig &config) {
        return headsOf(config, stack) % keyValueHeadsOf(config, stack) == 0; // false of a stack that is not there
    };
    return {split, headsOf(before, stack) != headsOf(after, stack) && divides(before) && divides(after)};
}

/// Calls copy(from, to, count) for each stretch of places that both sides have.
template <typename Copy>
void forCommonStretches(const Side &from, const Side &to, Copy copy)
{
    for (int family = 0; family < std::min(from.families, to.families); ++family)
        for (int group = 0; group < std::min(from.groups, to.groups); ++group)
            copy((family * from.groups + group) * from.width, (family * to.groups + group) * to.width,
                 std::min(from.width, to.width));
}

int modelSizeOf(const Side &side)
{
    return side.families * side.groups * side.width;
}

/// Copies what fits of `from` over `to`. Both are row-major with the sizes of their layouts.
void copyCommon(const Matrix &from, const Layout &fromLayout, Matrix &to, const Layout &toLayout)
{
    const int fromStride = modelSizeOf(fromLayout.columns);
    const int toStride = modelSizeOf(toLayout.columns);
    const Eigen::Map<const Matrix> source(from.data(), from.size() / fromStride, fromStride);
    Eigen::Map<Matrix> target(to.data(), to.size() / toStride, toStride);
    forCommonStretches(fromLayout.rows, toLayout.rows, [&](int fromRow, int toRow, int rows) {
        forCommonStretches(fromLayout.columns, toLayout.columns, [&](int fromColumn, int toColumn, int columns) {
            target.block(toRow, toColumn, rows, columns) = source.block(fromRow, fromColumn, rows, columns);
        });
    });
}

} // namespace

Weight resizedWeight(const Weight &old, const ModelConfig &before, const ModelConfig &after, WeightShape shape,
                     HeadSplit split)
{
    const int oldRows = int(old.rows());
    const int oldColumns = int(old.cols());
    // Sizes that no key fixes stay: the length of a position table, a vocabulary, a feed-forward that is switched off.
    shape.rows = shape.rows > 0 ? shape.rows : oldRows;
    shape.columns = shape.columns > 0 ? shape.columns : oldColumns;
    const HeadRule rule = headRule(before, after, shape.name, split);
    const Layout oldLayout = layoutOf(before, shape.name, oldRows, oldColumns, rule);
    const Layout newLayout = layoutOf(after, shape.name, shape.rows, shape.columns, rule);
    if (oldLayout == newLayout && oldRows == shape.rows && oldColumns == shape.columns)
        return old;
    auto resized = std::make_shared<Matrix>(drawWeight(after, shape, shape.rows));
    copyCommon(*old.matrix(), oldLayout, *resized, newLayout);
    return resized;
}

SharedMatrix resizedRow(const SharedMatrix &old, const ModelConfig &after, const std::string &token)
{
    if (old->cols() == after.embeddingWidth())
        return old;
    auto resized = std::make_shared<Matrix>(drawEmbeddingRow(after, token));
    const Eigen::Index kept = std::min(resized->cols(), old->cols());
    resized->leftCols(kept) = old->leftCols(kept);
    return resized;
}

Model reconfigured(const Model &model, const ModelConfig &config, HeadSplit split)
{
    if (model.table)
        validateRules(config);
    else
        validate(config);
    ModelWeights given;
    for (const WeightShape &shape : weightShapes(config))
        if (const Weight old = model.given.find(shape.name))
            given.set(shape.name, resizedWeight(old, model.config, config, shape, split));
    Embedding embedding;
    for (const auto &[token, row] : model.embedding)
        embedding.emplace(token, resizedRow(row, config, token));
    return buildModel(config, std::move(given), std::move(embedding), model.vocabulary, &model);
}

} // namespace regard
