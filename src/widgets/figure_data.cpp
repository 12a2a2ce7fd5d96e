#include "widgets/figure_data.h"

#include <algorithm>

#include <QCoreApplication>
#include <QStringList>

#include "engine/forward.h"
#include "widgets/token_names.h"

namespace regard {

namespace {

QString text(const char *source)
{
    return QCoreApplication::translate("FigureData", source);
}

int headCount(const Trace &trace, int layer)
{
    return static_cast<int>(trace.blocks.at(static_cast<std::size_t>(layer))->heads.size());
}

void keepBelow(std::vector<int> &positions, int count)
{
    std::erase_if(positions, [count](int position) { return position < 0 || position >= count; });
}

/// Where no row is given at all every token is chance alike, and marking all of them would say nothing.
std::vector<bool> randomTokens(const Model &model, const Trace &trace)
{
    if (model.embedding.empty())
        return {};
    std::vector<bool> random;
    random.reserve(trace.tokens.size());
    for (const std::string &token : trace.tokens)
        random.push_back(!model.embedding.contains(token));
    return random;
}

std::vector<bool> spacesBefore(const Trace &trace, const Tokens &tokens)
{
    bool same = tokens.tokens.size() == trace.tokens.size();
    for (std::size_t i = 0; same && i < trace.tokens.size(); ++i)
        same = tokens.tokens[i].text == trace.tokens[i];
    std::vector<bool> spaces;
    spaces.reserve(trace.tokens.size());
    for (std::size_t i = 0; i < trace.tokens.size(); ++i) {
        if (i == 0)
            spaces.push_back(false);
        else if (same)
            spaces.push_back(tokens.tokens[i].begin > tokens.tokens[i - 1].end);
        else
            spaces.push_back(!clingsToPrevious(trace.tokens[i]));
    }
    return spaces;
}

QString valueLabel(const Model &model, Stage stage)
{
    switch (stage) {
    case Stage::Scores:
        return text("score");
    case Stage::Scaled:
        return model.config.score == Score::ScaledDot ? text("scaled score") : text("score");
    case Stage::Masked:
        return text("masked score");
    case Stage::Weights:
        break;
    }
    return text("weight");
}

} // namespace

Selection withinTrace(const Selection &selection, const Trace &trace)
{
    Selection within = selection;
    const int tokens = static_cast<int>(trace.tokens.size());
    within.layer = std::clamp(selection.layer, 0, std::max(0, static_cast<int>(trace.blocks.size()) - 1));
    const int heads = trace.blocks.empty() ? 0 : headCount(trace, within.layer);
    within.head = std::clamp(selection.head, 0, std::max(0, heads - 1));
    keepBelow(within.heads, heads);
    keepBelow(within.pinnedQueries, tokens);
    keepBelow(within.pinnedKeys, tokens);
    within.query = selection.query < tokens ? selection.query : -1;
    within.key = selection.key < tokens ? selection.key : -1;
    return within;
}

QString viewTitle(const Trace &trace, int layer, const std::vector<int> &heads)
{
    const QString where = text("layer %1").arg(layer + 1);
    QString which;
    if (heads.empty()) {
        which = text("no head");
    } else if (heads.size() == 1) {
        which = text("head %1").arg(heads.front() + 1);
    } else if (static_cast<int>(heads.size()) == headCount(trace, layer)) {
        which = text("all %1 heads").arg(heads.size());
    } else if (heads.size() > 6) {
        which = text("%1 heads").arg(heads.size());
    } else {
        QStringList numbers;
        for (const int head : heads)
            numbers.append(QString::number(head + 1));
        which = text("heads %1").arg(numbers.join(QStringLiteral(", ")));
    }
    return where + QStringLiteral(" · ") + which;
}

std::shared_ptr<const Matrix> sharedWeights(const Trace &trace, int layer, int head)
{
    const auto &block = trace.blocks.at(static_cast<std::size_t>(layer));
    return {block, &block->heads.at(static_cast<std::size_t>(head)).weights};
}

std::shared_ptr<const Matrix> stageMatrix(const Model &model, const Trace &trace, int layer, int head, Stage stage,
                                          std::shared_ptr<const HeadScores> scores)
{
    if (stage == Stage::Weights)
        return sharedWeights(trace, layer, head);
    if (!scores)
        scores = std::make_shared<const HeadScores>(headScores(model, trace, layer, head));
    switch (stage) {
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
    const Selection within = withinTrace(selection, *trace);
    LinkData data;
    data.queries = tokenNames(trace->tokens);
    data.keys = data.queries;
    data.randomQueries = randomTokens(model, *trace);
    data.randomKeys = data.randomQueries;
    for (const int head : within.heads)
        data.heads.push_back({head, sharedWeights(*trace, within.layer, head)});
    data.query = within.query;
    data.key = within.key;
    data.pinnedQueries = within.pinnedQueries;
    data.pinnedKeys = within.pinnedKeys;
    data.floor = options.floor;
    data.horizontal = options.horizontal;
    data.multiples = options.multiples;
    data.title = viewTitle(*trace, within.layer, within.heads);
    data.queryLabel = text("query");
    data.keyLabel = text("key");
    return data;
}

HeatmapData heatmapData(const Model &model, const SharedTrace &trace, const Selection &selection,
                        std::shared_ptr<const HeadScores> scores)
{
    const Selection within = withinTrace(selection, *trace);
    HeatmapData data;
    data.queries = tokenNames(trace->tokens);
    data.keys = data.queries;
    data.values = stageMatrix(model, *trace, within.layer, within.head, within.stage, std::move(scores));
    data.isWeights = within.stage == Stage::Weights;
    if (data.isWeights) {
        // Here a masked cell is 0, which its number does not tell from a weight that came out as 0.
        data.isCausal = model.config.encoderMask == Mask::Causal;
        data.maskedKeys = trace->masked;
    }
    data.query = within.query;
    data.key = within.key;
    data.title = viewTitle(*trace, within.layer, {within.head});
    data.valueLabel = valueLabel(model, within.stage);
    return data;
}

HeadsData headsData(const SharedTrace &trace, const Selection &selection)
{
    const Selection within = withinTrace(selection, *trace);
    return {trace, within.layer, within.head};
}

SentenceData sentenceData(const Model &model, const SharedTrace &trace, const Selection &selection,
                          const Tokens &tokens)
{
    const Selection within = withinTrace(selection, *trace);
    SentenceData data;
    data.tokens = tokenNames(trace->tokens);
    data.spaceBefore = spacesBefore(*trace, tokens);
    data.random = randomTokens(model, *trace);
    for (const int head : within.heads)
        data.heads.push_back({head, sharedWeights(*trace, within.layer, head)});
    data.query = within.query;
    data.title = viewTitle(*trace, within.layer, within.heads);
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
