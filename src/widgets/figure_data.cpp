#include "widgets/figure_data.h"

#include <algorithm>
#include <utility>

#include <QCoreApplication>
#include <QStringList>

#include "document/selection_rules.h"
#include "engine/attention_place.h"
#include "engine/forward.h"
#include "engine/summaries.h"
#include "widgets/token_names.h"

namespace regard {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(FigureData)
};

/// Where no row is given at all every token is chance alike, and marking all of them would say nothing.
std::vector<bool> randomTokens(const Model &model, const SideTrace &side)
{
    if (model.embedding.empty())
        return {};
    std::vector<bool> random;
    random.reserve(side.tokens.size());
    for (const std::string &token : side.tokens)
        random.push_back(!model.embedding.contains(token));
    return random;
}

std::vector<bool> maskedTokens(const SideTrace &side)
{
    std::vector<bool> masked;
    for (const int position : side.masked) {
        masked.resize(std::max(masked.size(), static_cast<std::size_t>(position) + 1));
        masked[static_cast<std::size_t>(position)] = true;
    }
    return masked;
}

bool hasSides(const Selection &within)
{
    return within.attention == Attention::Cross;
}

QString summaryTitle(const Model &model, const Selection &within)
{
    const int heads = headsOf(model.config, within.attention);
    switch (within.summary) {
    case Summary::Mean:
        return heads == 1 ? Text::tr("mean of 1 head") : Text::tr("mean of %1 heads").arg(heads);
    case Summary::Maximum:
        return heads == 1 ? Text::tr("maximum of 1 head") : Text::tr("maximum of %1 heads").arg(heads);
    case Summary::Rollout:
        return within.layer == 0 ? Text::tr("rollout, layer 1")
                                 : Text::tr("rollout, layers 1–%1").arg(within.layer + 1);
    case Summary::None:
        break;
    }
    return {};
}

QString summaryLabel(Summary summary)
{
    switch (summary) {
    case Summary::Mean:
        return Text::tr("mean");
    case Summary::Maximum:
        return Text::tr("maximum");
    case Summary::Rollout:
        return Text::tr("rollout");
    case Summary::None:
        break;
    }
    return {};
}

/// The matrix made of all heads. The last one is kept: pointing at a token asks for it again and again, and a rollout
/// multiplies through all layers.
std::shared_ptr<const Matrix> summaryMatrix(const Model &model, const SharedTrace &trace, const Selection &within)
{
    struct Kept {
        std::weak_ptr<const Trace> trace;
        Selection of;
        std::shared_ptr<const Matrix> matrix;
    };
    static Kept kept;
    const SharedTrace last = kept.trace.lock();
    if (last == trace && kept.matrix && kept.of.attention == within.attention && kept.of.layer == within.layer &&
        kept.of.summary == within.summary)
        return kept.matrix;
    const std::shared_ptr<const BlockTrace> block = blockInView(model, *trace, within);
    Matrix matrix;
    if (within.summary == Summary::Mean)
        matrix = meanOverHeads(*block);
    else if (within.summary == Summary::Maximum)
        matrix = maximumOverHeads(*block);
    else
        matrix = attentionRollout(*trace, within.attention, within.layer);
    kept = {trace, within, std::make_shared<const Matrix>(std::move(matrix))};
    return kept.matrix;
}

ShownMatrix headMatrix(const std::shared_ptr<const BlockTrace> &block, int head)
{
    return {head, Text::tr("head %1").arg(head + 1), {block, &block->heads.at(static_cast<std::size_t>(head)).weights}};
}

/// What stands over an attention's heads in the map.
QString sectionTitle(const ModelConfig &config, Attention attention)
{
    const bool masked = maskOf(config, attention) == Mask::Causal;
    switch (attention) {
    case Attention::Encoder:
        return masked ? Text::tr("encoder, masked") : Text::tr("encoder");
    case Attention::Decoder:
        return masked ? Text::tr("decoder, masked") : Text::tr("decoder");
    case Attention::Cross:
        break;
    }
    return Text::tr("decoder → encoder");
}

std::vector<bool> spacesBefore(const SideTrace &side, const Tokens &tokens)
{
    bool same = tokens.tokens.size() == side.tokens.size();
    for (std::size_t i = 0; same && i < side.tokens.size(); ++i)
        same = tokens.tokens[i].text == side.tokens[i];
    std::vector<bool> spaces;
    spaces.reserve(side.tokens.size());
    for (std::size_t i = 0; i < side.tokens.size(); ++i) {
        if (i == 0)
            spaces.push_back(false);
        else if (same)
            spaces.push_back(tokens.tokens[i].begin > tokens.tokens[i - 1].end);
        else
            spaces.push_back(!clingsToPrevious(side.tokens[i]));
    }
    return spaces;
}

QString valueLabel(const Model &model, const Selection &within)
{
    if (within.summary == Summary::Rollout)
        return Text::tr("share");
    if (within.summary != Summary::None)
        return Text::tr("weight");
    switch (within.stage) {
    case Stage::Scores:
        return Text::tr("score");
    case Stage::Scaled:
        return model.config.score == Score::ScaledDot ? Text::tr("scaled score") : Text::tr("score");
    case Stage::Masked:
        return Text::tr("masked score");
    case Stage::Weights:
        break;
    }
    return Text::tr("weight");
}

} // namespace

Selection withinTrace(const Selection &selection, const Model &model, const Trace &trace)
{
    return clampedSelection(
        selection, model.config,
        {static_cast<int>(trace.source.tokens.size()), static_cast<int>(trace.target.tokens.size())});
}

std::shared_ptr<const BlockTrace> blockInView(const Model &model, const Trace &trace, const Selection &within)
{
    const int block = blockIndex(model.config, within.attention, within.layer);
    return block >= 0 && block < static_cast<int>(trace.blocks.size()) ? trace.blocks[static_cast<std::size_t>(block)]
                                                                       : nullptr;
}

QString layerTitle(const ModelConfig &config, Attention attention, int layer)
{
    if (config.architecture == Architecture::Encoder)
        return Text::tr("layer %1").arg(layer + 1);
    switch (attention) {
    case Attention::Encoder:
        return Text::tr("encoder layer %1").arg(layer + 1);
    case Attention::Decoder:
        return Text::tr("decoder layer %1").arg(layer + 1);
    case Attention::Cross:
        break;
    }
    return Text::tr("cross layer %1").arg(layer + 1);
}

QString viewTitle(const Model &model, const Selection &within)
{
    QString which;
    const std::vector<int> &heads = within.heads;
    if (within.summary != Summary::None) {
        which = summaryTitle(model, within);
    } else if (heads.empty()) {
        which = Text::tr("no head");
    } else if (heads.size() == 1) {
        which = Text::tr("head %1").arg(heads.front() + 1);
    } else if (static_cast<int>(heads.size()) == headsOf(model.config, within.attention)) {
        which = Text::tr("all %1 heads").arg(heads.size());
    } else if (heads.size() > 6) {
        which = Text::tr("%1 heads").arg(heads.size());
    } else {
        QStringList numbers;
        for (const int head : heads)
            numbers.append(QString::number(head + 1));
        which = Text::tr("heads %1").arg(numbers.join(QStringLiteral(", ")));
    }
    return layerTitle(model.config, within.attention, within.layer) + QStringLiteral(" · ") + which;
}

QString headTitle(const Model &model, const Selection &within)
{
    Selection one = within;
    one.heads = {within.head};
    return viewTitle(model, one);
}

std::vector<ShownMatrix> shownMatrices(const Model &model, const SharedTrace &trace, const Selection &within)
{
    if (within.summary != Summary::None)
        return {shownMatrix(model, trace, within)};
    const std::shared_ptr<const BlockTrace> block = blockInView(model, *trace, within);
    std::vector<ShownMatrix> shown;
    for (const int head : within.heads)
        shown.push_back(headMatrix(block, head));
    return shown;
}

ShownMatrix shownMatrix(const Model &model, const SharedTrace &trace, const Selection &within)
{
    if (within.summary != Summary::None)
        return {-1, summaryLabel(within.summary), summaryMatrix(model, trace, within)};
    return headMatrix(blockInView(model, *trace, within), within.head);
}

std::shared_ptr<const Matrix> stageMatrix(const Model &model, const SharedTrace &trace, const Selection &within,
                                          std::shared_ptr<const HeadScores> scores)
{
    if (within.stage == Stage::Weights || within.summary != Summary::None)
        return shownMatrix(model, trace, within).weights;
    if (!scores)
        scores = std::make_shared<const HeadScores>(
            headScores(model, *trace, blockIndex(model.config, within.attention, within.layer), within.head));
    switch (within.stage) {
    case Stage::Scores:
        return {scores, &scores->scores};
    case Stage::Scaled:
        return {scores, &scores->scaled};
    default:
        return {scores, &scores->masked};
    }
}

LinkData linkData(const Model &model, const SharedTrace &trace, const Selection &selection, const LinkOptions &options)
{
    const Selection within = withinTrace(selection, model, *trace);
    const SideTrace &queries = queriesOf(*trace, within.attention);
    const SideTrace &keys = keysOf(*trace, within.attention);
    LinkData data;
    data.queries = tokenNames(queries.tokens);
    data.keys = tokenNames(keys.tokens);
    data.randomQueries = randomTokens(model, queries);
    data.randomKeys = randomTokens(model, keys);
    data.maskedQueries = maskedTokens(queries);
    data.maskedKeys = maskedTokens(keys);
    for (ShownMatrix &shown : shownMatrices(model, trace, within))
        data.heads.push_back({shown.index, std::move(shown.weights)});
    data.query = within.query;
    data.key = within.key;
    data.pinnedQueries = within.pinnedQueries;
    data.pinnedKeys = within.pinnedKeys;
    data.floor = options.floor;
    data.horizontal = options.horizontal;
    data.multiples = options.multiples && within.summary == Summary::None;
    data.title = viewTitle(model, within);
    data.queryLabel = hasSides(within) ? Text::tr("target · query") : Text::tr("query");
    data.keyLabel = hasSides(within) ? Text::tr("source · key") : Text::tr("key");
    return data;
}

HeatmapData heatmapData(const Model &model, const SharedTrace &trace, const Selection &selection,
                        std::shared_ptr<const HeadScores> scores)
{
    const Selection within = withinTrace(selection, model, *trace);
    const SideTrace &queries = queriesOf(*trace, within.attention);
    const SideTrace &keys = keysOf(*trace, within.attention);
    HeatmapData data;
    data.queries = tokenNames(queries.tokens);
    data.keys = tokenNames(keys.tokens);
    data.randomQueries = randomTokens(model, queries);
    data.randomKeys = randomTokens(model, keys);
    data.struckQueries = maskedTokens(queries);
    data.struckKeys = maskedTokens(keys);
    data.values = stageMatrix(model, trace, within, std::move(scores));
    data.isWeights = within.stage == Stage::Weights || within.summary != Summary::None;
    if (data.isWeights) {
        // Here a masked cell is 0, which its number does not tell from a weight that came out as 0.
        data.isCausal = maskOf(model.config, within.attention) == Mask::Causal;
        if (within.summary != Summary::Rollout)
            data.maskedKeys = keys.masked;
    }
    data.query = within.query;
    data.key = within.key;
    data.title = headTitle(model, within);
    data.valueLabel = valueLabel(model, within);
    if (hasSides(within)) {
        data.queryLabel = Text::tr("target");
        data.keyLabel = Text::tr("source");
    }
    return data;
}

HeadsData headsData(const Model &model, const SharedTrace &trace, const Selection &selection)
{
    const Selection within = withinTrace(selection, model, *trace);
    HeadsData data;
    for (const Attention attention : attentionsOf(model.config)) {
        HeadsData::Section section{attention, sectionTitle(model.config, attention), {}};
        for (int layer = 0; layer < layersOf(model.config, attention); ++layer)
            section.layers.push_back(
                trace->blocks.at(static_cast<std::size_t>(blockIndex(model.config, attention, layer))));
        data.sections.push_back(std::move(section));
    }
    data.marks.selected = {within.attention, within.layer, within.head};
    data.marks.on = within.heads;
    if (within.summary != Summary::None)
        data.marks.shown = within.summary == Summary::Mean ? HeadsMarks::Shown::Mean : HeadsMarks::Shown::Other;
    return data;
}

SentenceData sentenceData(const Model &model, const SharedTrace &trace, const Selection &selection,
                          const Tokens &tokens)
{
    const Selection within = withinTrace(selection, model, *trace);
    const SideTrace &keys = keysOf(*trace, within.attention);
    SentenceData data;
    data.tokens = tokenNames(keys.tokens);
    data.spaceBefore = spacesBefore(keys, tokens);
    data.random = randomTokens(model, keys);
    data.masked = maskedTokens(keys);
    for (ShownMatrix &shown : shownMatrices(model, trace, within))
        data.heads.push_back({shown.index, std::move(shown.name), std::move(shown.weights)});
    data.query = within.query;
    data.asksItself = !hasSides(within);
    data.title =
        viewTitle(model, within) + QStringLiteral(" · ") +
        (within.query >= 0
             ? Text::tr("“%1” looks at")
                   .arg(tokenName(queriesOf(*trace, within.attention).tokens[static_cast<std::size_t>(within.query)]))
             : Text::tr("mean of what each word receives"));
    return data;
}

QString stageName(Stage stage)
{
    switch (stage) {
    case Stage::Scores:
        return QStringLiteral("scores");
    case Stage::Scaled:
        return QStringLiteral("scaled");
    case Stage::Masked:
        return QStringLiteral("masked");
    case Stage::Weights:
        break;
    }
    return QStringLiteral("weights");
}

} // namespace regard
