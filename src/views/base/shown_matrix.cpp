#include "views/base/shown_matrix.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include <QCoreApplication>

#include "engine/analysis/empty_rows.h"
#include "engine/analysis/summaries.h"
#include "engine/analysis/token_groups.h"
#include "engine/analysis/value_norms.h"
#include "engine/model/attention_place.h"
#include "engine/pass/forward.h"

namespace regard {

namespace {

struct ShownMatrixText {
    Q_DECLARE_TR_FUNCTIONS(FigureData)
};

QString summaryLabel(Summary summary, bool isMoved)
{
    switch (summary) {
    case Summary::Mean:
        return isMoved ? ShownMatrixText::tr("all heads together") : ShownMatrixText::tr("mean");
    case Summary::Maximum:
        return ShownMatrixText::tr("maximum");
    case Summary::Rollout:
        return ShownMatrixText::tr("rollout");
    case Summary::None:
        break;
    }
    return {};
}

/// The matrices made last, and what they were made of: pointing at a token asks for the same ones repeatedly, and a
/// rollout multiplies through all layers.
class KeptMatrices {
public:
    /// The result of `make`, called only where it is not kept already.
    template <typename Make>
    std::shared_ptr<const Matrix> of(const SharedTrace &now, const SharedTrace &before, Selection which, Make make)
    {
        // They do not depend on the token pointed at nor on the heads that are on.
        which.query = which.key = -1;
        which.pinnedQueries.clear();
        which.pinnedKeys.clear();
        which.heads.clear();
        which.part = Part::Attention;
        for (const Kept &kept : m_kept)
            if (kept.matrix && kept.now.lock() == now && kept.before.lock() == before && kept.which == which)
                return kept.matrix;
        auto matrix = std::make_shared<const Matrix>(make());
        m_kept[m_next] = {now, before, std::move(which), matrix};
        m_next = (m_next + 1) % m_kept.size();
        return matrix;
    }

private:
    struct Kept {
        std::weak_ptr<const Trace> now;
        std::weak_ptr<const Trace> before;
        Selection which;
        std::shared_ptr<const Matrix> matrix;
    };
    std::array<Kept, 3> m_kept; // now, before, and their difference
    std::size_t m_next = 0;
};

/// What all heads of a layer move together, between single tokens.
Matrix movedInLayer(const Grouping &grouping, const Selection &within, int layer)
{
    const AttentionPlace place{within.attention, layer};
    const Model &model = *grouping.rule.values;
    return movedTogether(model, place,
                         *grouping.tokens->blocks.at(std::size_t(blockIndex(model.config, place.attention, layer))));
}

/// Single tokens go through the layers, even where several are shown as one.
Matrix rolloutInView(const Trace &trace, const Selection &within)
{
    if (!trace.grouping)
        return attentionRollout(trace, within.attention, within.layer);
    const Grouping &grouping = *trace.grouping;
    if (!grouping.rule.values)
        return grouping.shown(attentionRollout(*grouping.tokens, within.attention, within.layer), within.attention);
    std::vector<Matrix> layers;
    for (int layer = 0; layer <= within.layer; ++layer)
        layers.push_back(movedInLayer(grouping, within, layer));
    return grouping.shown(rolloutOf(layers), within.attention);
}

Matrix summaryOf(const Model &model, const Trace &trace, const Selection &within)
{
    if (within.summary == Summary::Rollout)
        return rolloutInView(trace, within);
    if (within.summary == Summary::Mean && trace.grouping && trace.grouping->rule.values)
        return trace.grouping->shown(movedInLayer(*trace.grouping, within, within.layer), within.attention);
    const std::shared_ptr<const BlockTrace> block = blockInView(model, trace, within);
    return within.summary == Summary::Mean ? meanOverHeads(*block) : maximumOverHeads(*block);
}

Matrix nothingOf(const Matrix &sameSize)
{
    return Matrix::Constant(sameSize.rows(), sameSize.cols(), std::numeric_limits<float>::quiet_NaN());
}

std::shared_ptr<const Matrix> summaryMatrix(const Model &model, const SharedTrace &trace, const Selection &within,
                                            const TraceComparison *comparison)
{
    static KeptMatrices kept;
    const std::shared_ptr<const Matrix> now =
        kept.of(trace, nullptr, within, [&] { return summaryOf(model, *trace, within); });
    if (!comparison)
        return now;
    const SharedTrace &before = comparison->before();
    return kept.of(trace, before, within, [&] {
        if (!comparison->blockBefore({within.attention, within.layer}))
            return nothingOf(*now);
        const std::shared_ptr<const Matrix> then = summaryMatrix(comparison->modelBefore(), before, within, nullptr);
        return comparison->difference(*now, *then, within.attention);
    });
}

ShownMatrix headMatrix(const std::shared_ptr<const BlockTrace> &block, int head)
{
    // A computed head is the block's own, one of a file is kept by the block once it was asked for.
    const std::shared_ptr<const HeadTrace> trace(block, &block->heads.at(std::size_t(head)));
    return {head, ShownMatrixText::tr("head %1").arg(head + 1), shownWeights(trace)};
}

std::shared_ptr<const BlockTrace> shownBlock(const Model &model, const SharedTrace &trace, const Selection &within,
                                             const TraceComparison *comparison)
{
    return comparison ? comparison->differenceBlock({within.attention, within.layer})
                      : blockInView(model, *trace, within);
}

/// Whether what is shown has weights alone, or what they move, and no scores.
bool hasWeightsAlone(const Trace &trace)
{
    return trace.grouping && trace.grouping->hasWeightsAlone();
}

const Matrix &ofStage(const HeadScores &scores, Stage stage)
{
    switch (stage) {
    case Stage::Scores:
        return scores.scores;
    case Stage::Scaled:
        return scores.scaled;
    default:
        return scores.masked;
    }
}

Matrix stageDifference(const TraceComparison &comparison, const Selection &within, const HeadScores &now)
{
    const Matrix &present = ofStage(now, within.stage);
    if (comparison.isNew({within.attention, within.layer, within.head}))
        return nothingOf(present);
    const Model &modelBefore = comparison.modelBefore();
    if (hasWeightsAlone(*comparison.before()))
        return nothingOf(present);
    const HeadScores before =
        shownScores(modelBefore, *comparison.before(), {within.attention, within.layer}, within.head);
    if (ofStage(before, within.stage).size() == 0)
        return nothingOf(present);
    Matrix difference = comparison.difference(present, ofStage(before, within.stage), within.attention); // n × m
    for (Eigen::Index i = 0; i < difference.size(); ++i) {
        float &value = difference.data()[i];
        if (std::isinf(present.data()[i]))
            value = -std::numeric_limits<float>::infinity();
        else if (std::isinf(value))
            value = std::numeric_limits<float>::quiet_NaN();
    }
    return difference;
}

} // namespace

bool hasScores(const Trace &trace)
{
    if (hasWeightsAlone(trace))
        return false;
    const Trace &tokens = trace.grouping ? *trace.grouping->tokens : trace;
    return !tokens.isImported || std::all_of(tokens.blocks.begin(), tokens.blocks.end(), [](const auto &block) {
        const HeadSource *heads = block->heads.source();
        return heads && heads->hasScores() && heads->hasScaled() && heads->hasMasked();
    });
}

HeadScores shownScores(const Model &model, const Trace &trace, const AttentionPlace &place, int head)
{
    const int block = blockIndex(model.config, place.attention, place.layer);
    if (!trace.grouping)
        return headScores(model, trace, block, head);
    const TokenGroups &queries = trace.grouping->queries(place.attention);
    const TokenGroups &keys = trace.grouping->keys(place.attention);
    const HeadScores all = headScores(model, *trace.grouping->tokens, block, head);
    // What a file does not have is empty.
    const auto cells = [&](const Matrix &values) {
        return values.size() == 0 ? Matrix() : shownCells(values, queries, keys);
    };
    return {cells(all.scores), cells(all.scaled), cells(all.masked)};
}

std::shared_ptr<const BlockTrace> blockInView(const Model &model, const Trace &trace, const Selection &within)
{
    const int block = blockIndex(model.config, within.attention, within.layer);
    return block >= 0 && block < int(trace.blocks.size()) ? trace.blocks[std::size_t(block)] : nullptr;
}

std::vector<ShownMatrix> shownMatrices(const Model &model, const SharedTrace &trace, const Selection &within,
                                       const TraceComparison *comparison)
{
    if (within.summary != Summary::None)
        return {shownMatrix(model, trace, within, comparison)};
    const std::shared_ptr<const BlockTrace> block = shownBlock(model, trace, within, comparison);
    std::vector<ShownMatrix> shown;
    for (const int head : within.heads)
        if (!comparison || !comparison->isNew({within.attention, within.layer, head}))
            shown.push_back(headMatrix(block, head));
    return shown;
}

ShownMatrix shownMatrix(const Model &model, const SharedTrace &trace, const Selection &within,
                        const TraceComparison *comparison)
{
    if (within.summary != Summary::None)
        return {-1, summaryLabel(within.summary, trace->grouping && trace->grouping->rule.values),
                summaryMatrix(model, trace, within, comparison)};
    return headMatrix(shownBlock(model, trace, within, comparison), within.head);
}

std::optional<float> weightBefore(const TraceComparison &comparison, const Selection &within, int query, int key)
{
    const int queryBefore = comparison.queries(within.attention).before.at(std::size_t(query));
    const int keyBefore = comparison.keys(within.attention).before.at(std::size_t(key));
    const bool isNew = within.summary == Summary::None ? comparison.isNew({within.attention, within.layer, within.head})
                                                       : !comparison.blockBefore({within.attention, within.layer});
    if (isNew || queryBefore < 0 || keyBefore < 0)
        return std::nullopt;
    return (*shownMatrix(comparison.modelBefore(), comparison.before(), within).weights)(queryBefore, keyBefore);
}

std::shared_ptr<const Matrix> stageMatrix(const Model &model, const SharedTrace &trace, const Selection &within,
                                          std::shared_ptr<const HeadScores> scores, const TraceComparison *comparison)
{
    if (within.stage == Stage::Weights || within.summary != Summary::None || hasWeightsAlone(*trace))
        return shownMatrix(model, trace, within, comparison).weights;
    static KeptMatrices kept;
    const auto now = [&] {
        return scores ? scores
                      : std::make_shared<const HeadScores>(
                            shownScores(model, *trace, {within.attention, within.layer}, within.head));
    };
    if (comparison)
        return kept.of(trace, comparison->before(), within,
                       [&] { return stageDifference(*comparison, within, *now()); });
    const std::shared_ptr<const HeadScores> all = now();
    return {all, &ofStage(*all, within.stage)};
}

} // namespace regard
