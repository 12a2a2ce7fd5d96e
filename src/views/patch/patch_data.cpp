#include "views/patch/patch_data.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <QCoreApplication>

#include "engine/pass/output_layer.h"
#include "engine/pass/patched_rows.h"
#include "views/ablation/ablation_edits.h"
#include "views/base/token_marks.h"
#include "views/base/token_names.h"
#include "views/lens/lens_data.h"
#include "views/output/output_data.h"
#include "views/parts/parts_lists.h"

namespace regard {

namespace {

struct PatchText {
    Q_DECLARE_TR_FUNCTIONS(PatchData)
};

PatchGrid patchGrid(Attention attention, PatchKind kind)
{
    const bool isOfAttention = isOfHead(kind) || kind == PatchKind::AttentionOutput;
    return {kind, isOfAttention ? attention : selfAttentionOf(stackOf(attention))};
}

/// "outputs of heads", of a model with several attentions "outputs of heads, cross-attention".
QString patchGridTitle(const ModelConfig &config, const PatchGrid &grid)
{
    const QString name = patchGridName(grid.kind);
    if (attentionsOf(config).size() < 2)
        return name;
    const QString place = grid.attention == Attention::Cross     ? PatchText::tr("cross-attention")
                          : grid.attention == Attention::Encoder ? PatchText::tr("encoder")
                                                                 : PatchText::tr("decoder");
    return PatchText::tr("%1, %2").arg(name, place);
}

QString patchToken(const Trace &trace, Attention attention, int position)
{
    return PatchText::tr("“%1”").arg(tokenName(labelsOf(queriesOf(trace, attention))[std::size_t(position)]));
}

/// The measure, or a sentence that says why there is none.
PatchAsked askedOf(const ShownState &state, PatchKind kind, const PartsQuestion &words)
{
    PatchAsked asked{{}, state.comparison, patchGrid(state.selection.attention, kind)};
    if (hasOutput(*state.trace())) {
        asked.measure.logit = logitQuestion(state, words);
    } else {
        const Selection pair = withScorePair(state);
        asked.measure.head = {pair.attention, pair.layer, pair.head};
        asked.measure.link = {pair.query, pair.key};
    }
    if (!measureBefore(*asked.comparison, asked.measure))
        asked.whyNone = asked.measure.logit
                            ? PatchText::tr("The pinned state does not have this token or these words: choose others.")
                            : PatchText::tr("The pinned state does not have this link: choose another one.");
    return asked;
}

} // namespace

std::vector<PatchKind> patchKinds(const ModelConfig &config, Attention attention)
{
    std::vector<PatchKind> kinds{PatchKind::HeadOutput, PatchKind::Query,   PatchKind::Key,
                                 PatchKind::Value,      PatchKind::Pattern, PatchKind::AttentionOutput};
    if (hasFeedForward(config, stackOf(attention)))
        kinds.push_back(PatchKind::FeedForwardOutput);
    kinds.push_back(PatchKind::Stream);
    return kinds;
}

QString patchGridName(PatchKind kind)
{
    switch (kind) {
    case PatchKind::Query:
        return PatchText::tr("queries of heads");
    case PatchKind::Key:
        return PatchText::tr("keys of heads");
    case PatchKind::Value:
        return PatchText::tr("values of heads");
    case PatchKind::Pattern:
        return PatchText::tr("attention weights of heads");
    case PatchKind::HeadOutput:
        return PatchText::tr("outputs of heads");
    case PatchKind::AttentionOutput:
        return PatchText::tr("outputs of attention");
    case PatchKind::FeedForwardOutput:
        return PatchText::tr("outputs of feed-forwards");
    case PatchKind::Stream:
        break;
    }
    return PatchText::tr("rows between layers");
}

QString noPatchText(const ShownState &state)
{
    if (!state.comparison)
        return PatchText::tr(
            "Pin a state first, such as this one with another sentence: its numbers can then be put in "
            "here, a part at a time.");
    if (state.comparison->before()->isImported)
        return PatchText::tr("The pinned state is a file of attention, which has no rows that could be put in here.");
    if (const std::string reason = reasonForNoPatch(state.model(), state.comparison->modelBefore()); !reason.empty())
        return QString::fromStdString(reason);
    const std::vector<Attention> attentions = attentionsOf(state.model().config);
    const bool isThere = std::find(attentions.begin(), attentions.end(), state.selection.attention) != attentions.end();
    return isThere && !isRecurrent(state.model().config, stackOf(state.selection.attention))
               ? QString()
               : PatchText::tr(
                     "A recurrent stack hands on states, not rows between layers: choose a layer of the other "
                     "stack.");
}

std::optional<PatchAnswer> patchAnswer(const ShownState &state, PatchKind kind, const PartsQuestion &words,
                                       const std::atomic<bool> *cancelled)
{
    if (const QString none = noPatchText(state); !none.isEmpty())
        return PatchAnswer{{none}, {}};
    ShownState plain = state;
    if (!state.model().interventions.patches.empty()) {
        auto model = std::make_shared<Model>(state.model());
        model->interventions.patches.clear();
        plain.result.trace = withoutPatches(*model, state.model(), state.trace(), cancelled);
        plain.result.model = std::move(model);
        if (!plain.result.trace)
            return std::nullopt;
        plain.comparison = state.comparison->of(plain.result.model, plain.result.trace);
    }
    PatchAnswer answer{askedOf(plain, kind, words), {}};
    if (!answer.whyNone.isEmpty())
        return answer;
    std::optional<PatchMap> map = patchMap(*answer.comparison, answer.grid, answer.measure, cancelled);
    if (!map)
        return std::nullopt;
    answer.map = std::move(*map);
    if (!answer.map.differs())
        answer.whyNone = PatchText::tr("%1: the two states hardly differ in it, so that no patch could tell anything.")
                             .arg(patchMeasureText(answer, words.checkpoint.get()));
    return answer;
}

HeatmapData patchData(const ShownState &state, const PatchAnswer &answer, const PatchOptions &options)
{
    const ModelConfig &config = answer.comparison->model().config;
    const Trace &trace = *answer.comparison->now();
    const bool areHeads = isOfHead(answer.grid.kind);
    const PatchMap &map = answer.map;
    HeatmapData data;
    Matrix shares(map.rows, map.columns);
    for (int row = 0; row < map.rows; ++row) {
        data.queries << (answer.grid.kind == PatchKind::Stream ? lensPlaceName(row) : lensPlaceName(row + 1));
        for (int column = 0; column < map.columns; ++column) {
            shares(row, column) = float(map.share(row, column));
            const PatchCell cell = gridCell(config, trace, answer.grid, row, column);
            const Interventions &interventions = state.model().interventions;
            if (interventions.patches.contains(cell.place) &&
                isOn(interventions, cell.place, patchOfCell(answer, cell, {})))
                data.byHand.push_back({0, row, column, false});
        }
    }
    const SideTrace &side = queriesOf(trace, answer.grid.attention);
    if (areHeads) {
        for (int head = 0; head < map.columns; ++head)
            data.keys << QString::number(head + 1);
        data.axis = PatchText::tr("head");
    } else {
        data.keys = tokenNames(labelsOf(side));
        data.struckKeys = maskedTokens(side);
        data.axis = PatchText::tr("token");
    }
    data.values = std::make_shared<const Matrix>(std::move(shares));
    data.isWeights = false;
    data.scale = ColorScale::Stretched; // as many digits in every cell
    data.valueLabel = PatchText::tr("share of the way");
    data.query = options.row < map.rows ? options.row : -1;
    data.key = options.column < map.columns ? options.column : -1;
    data.title =
        PatchText::tr("Patch · %1 · %2")
            .arg(patchGridTitle(config, answer.grid), patchMeasureText(answer, options.words.checkpoint.get()));
    return data;
}

QString patchCellText(const PatchAnswer &answer, int row, int column)
{
    const PatchMap &map = answer.map;
    if (row < 0 || row >= map.rows || column < 0 || column >= map.columns)
        return {};
    const ModelConfig &config = answer.comparison->model().config;
    const Trace &trace = *answer.comparison->now();
    const PatchCell cell = gridCell(config, trace, answer.grid, row, column);
    QString name = patchPlaceName(config, cell.place);
    if (!isOfHead(answer.grid.kind))
        name = PatchText::tr("%1, %2").arg(name, patchToken(trace, answer.grid.attention, column));
    const double patched = map.patched[std::size_t(row * map.columns + column)];
    if (std::isnan(patched))
        return PatchText::tr("%1: this token has no counterpart in the pinned sentence").arg(name);
    return PatchText::tr("%1: %2 of the way, %3 in place of %4")
        .arg(name, partNumber(map.share(row, column)), partNumber(patched), partNumber(map.now));
}

QString patchMeasureText(const PatchAnswer &answer, const Checkpoint *checkpoint)
{
    const Trace &trace = *answer.comparison->now();
    const PatchMeasure &measure = answer.measure;
    QString what;
    if (measure.logit) {
        const auto word = [&](int column) {
            return PatchText::tr("“%1”").arg(wordName(checkpoint, std::string(trace.vocabulary[std::size_t(column)])));
        };
        const QString at =
            patchToken(trace, readOutAttention(answer.comparison->model().config), measure.logit->position);
        what = measure.logit->other
                   ? PatchText::tr("%1 beyond %2 at %3").arg(word(measure.logit->word), word(*measure.logit->other), at)
                   : PatchText::tr("%1 at %2").arg(word(measure.logit->word), at);
    } else {
        const Attention attention = measure.head.attention;
        what = PatchText::tr("%1 → %2").arg(
            tokenName(labelsOf(queriesOf(trace, attention))[std::size_t(measure.link.query)]),
            tokenName(labelsOf(keysOf(trace, attention))[std::size_t(measure.link.key)]));
    }
    return PatchText::tr("%1: %2 now, %3 pinned").arg(what, partNumber(answer.map.now), partNumber(answer.map.before));
}

Patch patchOfCell(const PatchAnswer &answer, const PatchCell &cell, const QString &from)
{
    return patchFrom(*answer.comparison, cell.place, cell.tokens, from.toStdString());
}

bool isOn(const Interventions &interventions, const PatchPlace &place, const Patch &rows)
{
    const Patch &present = patchOf(interventions, place);
    return !rows.empty() && std::all_of(rows.begin(), rows.end(), [&](const auto &row) {
        const auto found = present.find(row.first);
        return found != present.end() && found->second.numbers == row.second.numbers &&
               found->second.keys == row.second.keys;
    });
}

bool differInPatchesAlone(const Model &a, const Model &b)
{
    const auto plain = [](Interventions interventions) {
        interventions.patches.clear();
        return interventions;
    };
    return a.config == b.config && a.weights.all() == b.weights.all() && a.embedding == b.embedding &&
           a.table == b.table && a.vocabulary == b.vocabulary && plain(a.interventions) == plain(b.interventions);
}

} // namespace regard
