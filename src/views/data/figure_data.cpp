#include "views/data/figure_data.h"

#include <algorithm>
#include <utility>

#include <QCoreApplication>

#include "document/sentence/side.h"
#include "engine/functions/score.h"
#include "engine/model/attention_place.h"
#include "engine/model/interventions.h"
#include "engine/pass/numbers_to_read.h"
#include "views/data/given_faults.h"
#include "views/data/head_switch.h"
#include "views/text/shown_text.h"
#include "views/tokens/token_names.h"

namespace regard {

namespace {

struct FigureDataText {
    Q_DECLARE_TR_FUNCTIONS(FigureData)
};

/// Where no row is given at all every token is random, and marking all of them would say nothing.
std::vector<bool> randomTokens(const Model &model, const SideTrace &side)
{
    if (model.embedding.empty() || model.table)
        return {};
    std::vector<bool> random;
    random.reserve(side.tokens.size());
    for (const std::string &token : side.tokens)
        random.push_back(!model.embedding.contains(token));
    return random;
}

/// The tokens, or groups of them, that a trained tokenizer put there: [CLS], </s>. What was typed stands for something.
std::vector<bool> addedTokens(const SideTrace &side, const Tokens &tokens)
{
    const bool isSame = tokens.tokens.size() == side.tokens.size();
    std::vector<bool> added(side.tokens.size(), false);
    for (std::size_t i = 0; i < side.tokens.size(); ++i)
        added[i] = isSame ? tokens.tokens[i].isSpecial && tokens.tokens[i].isAdded
                          : std::any_of(tokens.tokens.begin(), tokens.tokens.end(), [&](const Token &token) {
                                return token.isSpecial && token.isAdded && token.text == side.tokens[i];
                            });
    return added;
}

template <typename Data>
void nameFaint(Data &data, const ShownState &state)
{
    const Attention attention = state.selection.attention;
    const ModelConfig &config = state.model().config;
    data.faintQueries = addedTokens(queriesOf(*state.trace(), attention), state.tokens(queriesSide(config, attention)));
    data.faintKeys = addedTokens(keysOf(*state.trace(), attention), state.tokens(keysSide(config, attention)));
}

std::vector<bool> maskedTokens(const SideTrace &side)
{
    std::vector<bool> masked;
    for (const int position : side.masked) {
        masked.resize(std::max(masked.size(), std::size_t(position) + 1));
        masked[std::size_t(position)] = true;
    }
    return masked;
}

std::vector<bool> newTokens(const TokenAlignment &alignment)
{
    std::vector<bool> isNew;
    isNew.reserve(alignment.before.size());
    for (const int position : alignment.before)
        isNew.push_back(position < 0);
    return isNew;
}

/// With what is changed from outside in what is in view, so that an exported picture says so.
QString withDone(const QString &title, const Model &model, const Selection &within)
{
    const QString done = doneText(model, within);
    return done.isEmpty() ? title : title + QStringLiteral(" · ") + done;
}

/// With how tokens are shown, likewise.
QString withTokens(const QString &title, const Trace &trace, const Selection &within, bool isDifference,
                   const PairParts &pair)
{
    return titledWith(titledWith(title, groupingText(trace, within, isDifference)), pair.text());
}

/// With what is wrong with a file's rows, likewise; of a comparison with those of either state.
QString withFaults(const QString &title, const Trace &trace, const Model &model, const Selection &within,
                   const TraceComparison *comparison)
{
    QString fault = givenFaultText(trace, model, within);
    if (fault.isEmpty() && comparison)
        fault = givenFaultText(*comparison->before(), comparison->modelBefore(), within);
    return titledWith(title, fault);
}

QString headTitleOf(const Model &model, const Trace &trace, const Selection &within, const TraceComparison *comparison,
                    const PairParts &pair)
{
    Selection one = within;
    one.heads = {within.head};
    const QString title =
        withFaults(withTokens(withDone(headTitle(model, within), model, one), trace, one, comparison != nullptr, pair),
                   trace, model, one, comparison);
    return comparison ? differenceTitle(title) : title;
}

/// Of the heads that the picture shows: of a comparison those that are not new.
QString viewTitleOf(const Model &model, const Trace &trace, Selection within, const TraceComparison *comparison,
                    const PairParts &pair)
{
    if (comparison)
        std::erase_if(within.heads, [&](int head) {
            return comparison->isNew({within.attention, within.layer, head});
        });
    const QString title = withFaults(
        withTokens(withDone(viewTitle(model, within), model, within), trace, within, comparison != nullptr, pair),
        trace, model, within, comparison);
    return comparison ? differenceTitle(title) : title;
}

bool hasSides(const Selection &within)
{
    return within.attention == Attention::Cross;
}

std::vector<bool> spacesBefore(const SideTrace &side, const Tokens &tokens)
{
    bool same = tokens.tokens.size() == side.tokens.size();
    for (std::size_t i = 0; same && i < side.tokens.size(); ++i)
        same = tokens.tokens[i].text == side.tokens[i];
    std::vector<bool> spaces;
    spaces.reserve(side.tokens.size());
    for (std::size_t i = 0; i < side.tokens.size(); ++i)
        if (i == 0)
            spaces.push_back(false);
        else if (same)
            spaces.push_back(tokens.tokens[i].begin > tokens.tokens[i - 1].end);
        else
            spaces.push_back(!clingsToPrevious(side.tokens[i]));
    return spaces;
}

QString valueLabel(const Model &model, const Selection &within)
{
    if (within.summary == Summary::Rollout)
        return FigureDataText::tr("share");
    if (within.summary != Summary::None)
        return FigureDataText::tr("weight");
    switch (within.stage) {
    case Stage::Scores:
        return FigureDataText::tr("score");
    case Stage::Scaled:
        return isScaled(model.config.score) ? FigureDataText::tr("scaled score") : FigureDataText::tr("score");
    case Stage::Masked:
        return FigureDataText::tr("masked score");
    case Stage::Weights:
        break;
    }
    return FigureDataText::tr("weight");
}

/// A cell is only masked where it was so before too: otherwise the number that it lost or gained is shown.
void keepCommonMasks(HeatmapData &data, const TraceComparison &comparison, Attention attention)
{
    const Model &modelBefore = comparison.modelBefore();
    data.isCausal = data.isCausal && maskOf(modelBefore.config, attention) == Mask::Causal;
    if (layersOf(modelBefore.config, attention) == 0)
        return;
    const std::vector<int> &before = keysOf(*comparison.before(), attention).masked;
    const std::vector<int> &positions = comparison.keys(attention).before;
    std::erase_if(data.maskedKeys, [&](int key) {
        const int then = positions[std::size_t(key)];
        return then >= 0 && !std::binary_search(before.begin(), before.end(), then);
    });
}

/// The query whose weights are beside the keys, −1: none.
int askingQuery(const Selection &within)
{
    if (within.query >= 0 || within.key >= 0 || within.pinnedQueries.empty())
        return within.query;
    return within.pinnedQueries.back();
}

/// The weight that a query of now had on a key that is gone: the mean over the matrices in view, negative.
double lostWeight(const std::vector<ShownMatrix> &before, int query, int key)
{
    double sum = 0;
    for (const ShownMatrix &matrix : before)
        sum += double((*matrix.weights)(query, key));
    return before.empty() ? 0 : -sum / double(before.size());
}

QStringList goneNames(const TokenAlignment &alignment, const std::vector<std::string> &tokens)
{
    QStringList gone;
    for (std::size_t i = 0; i < alignment.after.size(); ++i)
        if (alignment.after[i] < 0)
            gone.append(tokenName(tokens[i]));
    return gone;
}

/// Tokens that only the state before has: keys, and where they are of another sentence the queries.
QStringList goneTokens(const TraceComparison &comparison, const Selection &within)
{
    if (!comparison.blockBefore({within.attention, within.layer}))
        return {};
    const Trace &before = *comparison.before();
    QStringList gone = goneNames(comparison.keys(within.attention), labelsOf(keysOf(before, within.attention)));
    if (hasSides(within))
        gone += goneNames(comparison.queries(within.attention), labelsOf(queriesOf(before, within.attention)));
    return gone;
}

/// `multiples`: each head has a picture of its own, and no number is of all of them.
std::vector<LinkData::Gone> goneWithWeights(const TraceComparison &comparison, const Selection &within, bool multiples)
{
    const QStringList tokens = goneTokens(comparison, within);
    std::vector<LinkData::Gone> gone;
    gone.reserve(std::size_t(tokens.size()));
    for (const QString &token : tokens)
        gone.push_back({token});
    const int query = askingQuery(within);
    const int queryBefore = query >= 0 ? comparison.queries(within.attention).before[std::size_t(query)] : -1;
    if (gone.empty() || queryBefore < 0)
        return gone;
    Selection then = within;
    std::erase_if(then.heads, [&](int head) { return comparison.isNew({within.attention, within.layer, head}); });
    if (multiples && then.heads.size() > 1)
        return gone;
    const auto matrices = shownMatrices(comparison.modelBefore(), comparison.before(), then);
    const std::vector<int> &after = comparison.keys(within.attention).after;
    std::size_t next = 0;
    for (std::size_t key = 0; key < after.size(); ++key)
        if (after[key] < 0)
            gone[next++].lost = lostWeight(matrices, queryBefore, int(key));
    return gone;
}

/// −1: a summary.
bool isOffIn(const Model &model, const Selection &within, int head)
{
    return head >= 0 && isSwitchedOff(model.interventions, {within.attention, within.layer, head});
}

HeadNote interventionNote(const Interventions &interventions, const HeadRef &head)
{
    HeadNote note;
    note.isOff = isReplaced(interventions, head);
    note.hasTemperature = temperatureOf(interventions, head) != 1.0F;
    return note;
}

/// All heads of the map, those of the largest number first and equal ones in the map's order.
template <typename Measure>
std::vector<HeadPlace> orderedBy(const HeadsData &data, Measure measure)
{
    std::vector<std::pair<double, HeadPlace>> heads;
    for (const HeadsData::Section &section : data.sections)
        for (std::size_t layer = 0; layer < section.layers.size(); ++layer)
            for (std::size_t head = 0; head < section.layers[layer]->heads.size(); ++head) {
                const HeadPlace place{section.attention, int(layer), int(head)};
                heads.emplace_back(measure(place), place);
            }
    std::stable_sort(heads.begin(), heads.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
    std::vector<HeadPlace> order;
    order.reserve(heads.size());
    for (const auto &[number, place] : heads)
        order.push_back(place);
    return order;
}

/// Adds how much each head moved as notes, and with `sorts` the heads in that order.
void addMovement(HeadsData &data, std::shared_ptr<const TraceComparison> comparison, bool sorts)
{
    const auto movement = [comparison](const HeadPlace &place) {
        const HeadRef head{place.attention, place.layer, place.head};
        return comparison->isNew(head) ? -1 : comparison->moved(head).value_or(-1);
    };
    if (sorts)
        data.order = orderedBy(data, movement);
    data.shareLabel = FigureDataText::tr("moved");
    data.note = [before = std::move(data.note), comparison, movement](const HeadPlace &place) {
        HeadNote note = before ? before(place) : HeadNote{};
        note.share = movement(place);
        note.isNew = comparison->isNew({place.attention, place.layer, place.head});
        return note;
    };
}

/// Heads without a number get no bar.
void addShares(HeadsData &data, std::map<HeadRef, double> shares, const QString &label)
{
    data.shareLabel = label;
    data.note = [before = std::move(data.note), shares = std::move(shares)](const HeadPlace &place) {
        HeadNote note = before ? before(place) : HeadNote{};
        const auto found = shares.find({place.attention, place.layer, place.head});
        note.share = found == shares.end() ? -1 : found->second;
        return note;
    };
}

/// What links and heatmap say of the tokens on their two sides.
template <typename Data>
void nameTokens(Data &data, const Model &model, const SideTrace &queries, const SideTrace &keys,
                const TraceComparison *comparison, Attention attention)
{
    data.queries = tokenNames(labelsOf(queries));
    data.keys = tokenNames(labelsOf(keys));
    data.randomQueries = randomTokens(model, queries);
    data.randomKeys = randomTokens(model, keys);
    if (!comparison)
        return;
    data.isDifference = true;
    data.newQueries = newTokens(comparison->queries(attention));
    data.newKeys = newTokens(comparison->keys(attention));
}

} // namespace

LinkData linkData(const ShownState &state, const LinkOptions &options)
{
    const Model &model = state.model();
    const SharedTrace &trace = state.trace();
    const Selection &within = state.selection;
    const TraceComparison *comparison = state.difference();
    const PairParts pair = pairParts(state);
    const SideTrace &queries = queriesOf(*trace, within.attention);
    const SideTrace &keys = keysOf(*trace, within.attention);
    LinkData data;
    nameTokens(data, model, queries, keys, comparison, within.attention);
    data.pair = pair;
    data.maskedQueries = maskedTokens(queries);
    data.maskedKeys = maskedTokens(keys);
    if (options.faintSpecial)
        nameFaint(data, state);
    for (ShownMatrix &shown : shownMatrices(model, trace, within, comparison))
        data.heads.push_back({shown.index, std::move(shown.weights), isOffIn(model, within, shown.index)});
    data.query = within.query;
    data.key = within.key;
    data.pinnedQueries = within.pinnedQueries;
    data.pinnedKeys = within.pinnedKeys;
    data.floor = options.floor;
    data.horizontal = options.horizontal;
    data.multiples = options.multiples && within.summary == Summary::None;
    data.curved = options.curved;
    data.strongest = options.strongest;
    if (comparison)
        data.gone = goneWithWeights(*comparison, within, data.multiples);
    data.title = titledWithState(state, viewTitleOf(model, *trace, within, comparison, pair));
    data.queryLabel = hasSides(within) ? FigureDataText::tr("target · query") : FigureDataText::tr("query");
    data.keyLabel = hasSides(within) ? FigureDataText::tr("source · key") : FigureDataText::tr("key");
    return data;
}

HeatmapData heatmapData(const ShownState &state, std::shared_ptr<const HeadScores> scores,
                        std::optional<ColorScale> scale, bool faintSpecial)
{
    const Model &model = state.model();
    const SharedTrace &trace = state.trace();
    const Selection &within = state.selection;
    const TraceComparison *comparison = state.difference();
    const PairParts pair = pairParts(state);
    const SideTrace &queries = queriesOf(*trace, within.attention);
    const SideTrace &keys = keysOf(*trace, within.attention);
    HeatmapData data;
    nameTokens(data, model, queries, keys, comparison, within.attention);
    data.pair = pair;
    data.struckQueries = maskedTokens(queries);
    data.struckKeys = maskedTokens(keys);
    if (faintSpecial)
        nameFaint(data, state);
    data.values = stageMatrix(model, trace, within, std::move(scores), comparison);
    data.isWeights = within.stage == Stage::Weights || within.summary != Summary::None;
    data.scale = scale;
    data.isOff = within.summary == Summary::None && isOffIn(model, within, within.head);
    if (data.isWeights) {
        // Here a masked cell is 0, the same as a weight that came out as 0.
        data.isCausal = maskOf(model.config, within.attention) == Mask::Causal;
        if (within.summary != Summary::Rollout)
            data.maskedKeys = keys.masked;
    }
    if (comparison) {
        data.gone = goneTokens(*comparison, within);
        keepCommonMasks(data, *comparison, within.attention);
    }
    data.query = within.query;
    data.key = within.key;
    data.title = titledWithState(state, headTitleOf(model, *trace, within, comparison, pair));
    data.valueLabel = valueLabel(model, within);
    if (hasSides(within)) {
        data.queryLabel = FigureDataText::tr("target");
        data.keyLabel = FigureDataText::tr("source");
    }
    return data;
}

QString sectionTitle(const ModelConfig &config, Attention attention)
{
    const bool masked = maskOf(config, attention) == Mask::Causal;
    switch (attention) {
    case Attention::Encoder:
        return masked ? FigureDataText::tr("encoder, masked") : FigureDataText::tr("encoder");
    case Attention::Decoder:
        return masked ? FigureDataText::tr("decoder, masked") : FigureDataText::tr("decoder");
    case Attention::Cross:
        break;
    }
    return FigureDataText::tr("decoder → encoder");
}

HeadsData headsData(const ShownState &state, const HeadsOptions &options, std::optional<ColorScale> scale)
{
    const Model &model = state.model();
    const SharedTrace &trace = state.trace();
    const TraceComparison *comparison = state.difference();
    HeadsData data;
    data.pair = pairParts(state);
    data.isDifference = comparison != nullptr;
    for (const Attention attention : attentionsOf(model.config)) {
        HeadsData::Section section{attention, sectionTitle(model.config, attention), {}};
        for (int layer = 0; layer < layersOf(model.config, attention); ++layer)
            section.layers.push_back(comparison
                                         ? comparison->differenceBlock({attention, layer})
                                         : trace->blocks.at(std::size_t(blockIndex(model.config, attention, layer))));
        data.sections.push_back(std::move(section));
    }
    if (!model.interventions.isEmpty())
        data.note = [interventions = model.interventions](const HeadPlace &place) {
            return interventionNote(interventions, {place.attention, place.layer, place.head});
        };
    data.marks = headsMarks(state);
    data.scale = scale.value_or(data.scale);
    const bool needsAll = data.scale == ColorScale::Percentile || data.scale == ColorScale::Stretched;
    const bool isLeftOut = needsAll && !options.readsAll && numbersToRead(*trace) > TraceComparison::mostRead;
    if (isLeftOut)
        data.scale = ColorScale::ZeroToOne;
    const bool namesScale = !data.isDifference && data.scale != ColorScale::ZeroToOne;
    data.caption =
        titledWith(titledWith(groupingText(*trace, state.selection, true), data.pair.text()),
                   namesScale  ? FigureDataText::tr("colours: %1").arg(scaleName(data.scale))
                   : isLeftOut ? FigureDataText::tr("colours from 0 to 1: the file is too large to read all of it")
                               : QString());
    if (state.difference() || (state.comparison && options.notesMovement))
        addMovement(data, state.comparison, options.sortsByMovement);
    if (!options.shares.empty())
        addShares(data, options.shares, options.sharesLabel);
    return data;
}

HeadsMarks headsMarks(const ShownState &state)
{
    const Selection &within = state.selection;
    HeadsMarks marks{{within.attention, within.layer, within.head}, within.heads, HeadsMarks::Shown::Heads, {}};
    if (within.summary != Summary::None)
        marks.shown = within.summary == Summary::Mean ? HeadsMarks::Shown::Mean : HeadsMarks::Shown::Other;
    if (state.compared == Compared::Pinned && !missingHeadText(state).isEmpty()) {
        marks.selected = {state.asked.attention, state.asked.layer, state.asked.head};
        marks.on.clear();
    }
    return marks;
}

SentenceData sentenceData(const ShownState &state)
{
    const Model &model = state.model();
    const SharedTrace &trace = state.trace();
    const Selection &within = state.selection;
    const TraceComparison *comparison = state.difference();
    const SideTrace &keys = keysOf(*trace, within.attention);
    const Tokens &tokens = state.tokens(keysSide(model.config, within.attention));
    SentenceData data;
    data.tokens = tokenNames(labelsOf(keys));
    data.spaceBefore = spacesBefore(keys, tokens);
    data.random = randomTokens(model, keys);
    data.masked = maskedTokens(keys);
    if (comparison) {
        data.isDifference = true;
        data.newTokens = newTokens(comparison->keys(within.attention));
    }
    for (ShownMatrix &shown : shownMatrices(model, trace, within, comparison))
        data.heads.push_back({shown.index, std::move(shown.name), std::move(shown.weights)});
    data.query = within.query;
    data.asksItself = !hasSides(within);
    const QString what =
        within.query >= 0
            ? FigureDataText::tr("“%1” looks at")
                  .arg(tokenName(labelsOf(queriesOf(*trace, within.attention))[std::size_t(within.query)]))
            : FigureDataText::tr("mean of what each word receives");
    data.title = viewTitleOf(model, *trace, within, comparison, {}) + QStringLiteral(" · ") + what;
    // What the word looks at is the last part of the title.
    const QString view = viewTitle(model, within);
    if (state.compared == Compared::Pinned)
        data.title = titledWithState(state, view) + data.title.mid(view.size());
    return data;
}

} // namespace regard
