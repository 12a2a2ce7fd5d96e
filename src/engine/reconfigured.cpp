#include <algorithm>
#include <utility>

#include "engine/initialization.h"
#include "engine/model.h"
#include "engine/weight_shapes.h"

namespace regard {

namespace {

/// One side of a matrix: equal groups of rows or columns, a group a head, or a single group.
struct Side {
    int groups = 1;
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

Side headSide(int heads, int width, HeadSplit split)
{
    return split == HeadSplit::KeepHeads ? Side{heads, width} : Side{1, heads * width};
}

/// Of a weight that is rows × columns.
Layout layoutOf(const ModelConfig &config, const std::string &name, int rows, int columns, HeadSplit split)
{
    const int heads = headsOf(config, name.starts_with("decoder.") ? Stack::Decoder : Stack::Encoder);
    const Side model{1, config.dModel};
    const Side keys = headSide(heads, config.dKey, split);
    const Side values = headSide(heads, config.dValue, split);
    if (name.ends_with(".w_q") || name.ends_with(".w_k"))
        return {model, keys};
    if (name.ends_with(".w_v"))
        return {model, values};
    if (name.ends_with(".w_o"))
        return {values, model};
    if (name.ends_with(".w_a"))
        return {{1, 1}, keys}; // its rows side by side, as the columns of W_Q that they belong to
    if (name.ends_with(".b_q") || name.ends_with(".b_k"))
        return {{1, 1}, keys};
    if (name.ends_with(".b_v"))
        return {{1, 1}, values};
    return {{1, rows}, {1, columns}};
}

/// Calls copy(from, to, count) for each stretch of places that both sides have.
template <typename Copy>
void forCommonStretches(const Side &from, const Side &to, Copy copy)
{
    for (int group = 0; group < std::min(from.groups, to.groups); ++group)
        copy(group * from.width, group * to.width, std::min(from.width, to.width));
}

/// Copies what fits of `from` over `to`. Both are row-major with the sizes of their layouts.
void copyCommon(const Matrix &from, const Layout &fromLayout, Matrix &to, const Layout &toLayout)
{
    const int fromStride = fromLayout.columns.groups * fromLayout.columns.width;
    const int toStride = toLayout.columns.groups * toLayout.columns.width;
    const Eigen::Map<const Matrix> source(from.data(), from.size() / fromStride, fromStride);
    Eigen::Map<Matrix> target(to.data(), to.size() / toStride, toStride);
    forCommonStretches(fromLayout.rows, toLayout.rows, [&](int fromRow, int toRow, int rows) {
        forCommonStretches(fromLayout.columns, toLayout.columns, [&](int fromColumn, int toColumn, int columns) {
            target.block(toRow, toColumn, rows, columns) = source.block(fromRow, fromColumn, rows, columns);
        });
    });
}

SharedMatrix resizedWeight(const SharedMatrix &old, const ModelConfig &before, const ModelConfig &after,
                           WeightShape shape, HeadSplit split)
{
    const int oldRows = static_cast<int>(old->rows());
    const int oldColumns = static_cast<int>(old->cols());
    // What nothing fixes stays: the length of a position table, a vocabulary, a feed-forward that is switched off.
    shape.rows = shape.rows > 0 ? shape.rows : oldRows;
    shape.columns = shape.columns > 0 ? shape.columns : oldColumns;
    const Layout oldLayout = layoutOf(before, shape.name, oldRows, oldColumns, split);
    const Layout newLayout = layoutOf(after, shape.name, shape.rows, shape.columns, split);
    if (oldLayout == newLayout && oldRows == shape.rows && oldColumns == shape.columns)
        return old;
    auto resized = std::make_shared<Matrix>(drawWeight(after, shape, shape.rows));
    copyCommon(*old, oldLayout, *resized, newLayout);
    return resized;
}

Embedding resizedEmbedding(const Embedding &old, const ModelConfig &config)
{
    Embedding resized;
    for (const auto &[token, row] : old) {
        if (row->cols() == config.dModel) {
            resized.emplace(token, row);
            continue;
        }
        auto longer = std::make_shared<Matrix>(drawEmbeddingRow(config, token));
        const Eigen::Index kept = std::min(longer->cols(), row->cols());
        longer->leftCols(kept) = row->leftCols(kept);
        resized.emplace(token, std::move(longer));
    }
    return resized;
}

} // namespace

Model reconfigured(const Model &model, const ModelConfig &config, HeadSplit split)
{
    validate(config);
    ModelWeights given;
    for (const WeightShape &shape : weightShapes(config))
        if (const SharedMatrix old = model.given.find(shape.name))
            given.set(shape.name, resizedWeight(old, model.config, config, shape, split));
    return buildModel(config, std::move(given), resizedEmbedding(model.embedding, config), model.vocabulary, &model);
}

} // namespace regard
