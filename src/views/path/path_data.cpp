#include "views/path/path_data.h"

#include <algorithm>
#include <utility>

#include <QCoreApplication>

#include "views/base/token_names.h"
#include "views/path/path_numbers.h"

namespace regard {

namespace {

struct PathDataText {
    Q_DECLARE_TR_FUNCTIONS(PathData)
};

Stack stackOf(const PathPlace &place)
{
    return place.chain ? place.chain->stack : regard::stackOf(place.attention);
}

Attention selfOf(Stack stack)
{
    return stack == Stack::Encoder ? Attention::Encoder : Attention::Decoder;
}

bool crosses(const PathPlace &place)
{
    return !place.chain && place.attention == Attention::Cross;
}

QString stackTitle(Stack stack)
{
    return stack == Stack::Encoder ? PathDataText::tr("encoder") : PathDataText::tr("decoder");
}

QString subscript(int number)
{
    QString text;
    for (const QChar digit : QString::number(number))
        text += QChar(0x2080 + digit.digitValue());
    return text;
}

QString quoted(const SideTrace &side, int token)
{
    return PathDataText::tr("“%1”").arg(tokenName(labelsOf(side)[std::size_t(token)]));
}

QString stepsText(const Model &model, const Trace &trace, const PathPlace &place, const PathWords &words)
{
    const QString from = quoted(pathWords(trace, place), words.from);
    const QString to = quoted(pathAskers(trace, place), words.to);
    const std::optional<int> steps = pathSteps(model, trace, place, words.to, words.from);
    if (!steps)
        return PathDataText::tr("No step leads from %1 to %2: a mask is between them.").arg(from, to);
    if (crosses(place))
        return isRecurrent(model.config, Stack::Decoder)
                   ? PathDataText::tr("1 step from %1 to %2, through the context.").arg(from, to)
                   : PathDataText::tr("1 step from %1 to %2: it looks there directly.").arg(from, to);
    if (!place.chain)
        return PathDataText::tr("1 step from %1 to %2: it looks there directly, however far it is.").arg(from, to);
    return *steps == 1
               ? PathDataText::tr("1 step between %1 and %2, through a cell.").arg(from, to)
               : PathDataText::tr("%1 steps between %2 and %3, through cell after cell.").arg(*steps).arg(from, to);
}

QString atOnceText(const ModelConfig &config, const Trace &trace, const PathPlace &place)
{
    const auto rows = int(pathAskers(trace, place).tokens.size());
    if (rows == 1)
        return PathDataText::tr("Computed: 1 row, which waits for no other.");
    if (isRecurrent(config, stackOf(place)))
        return PathDataText::tr("Computed one after the other: %1 rows, for each state waits for the one before it.")
            .arg(rows);
    const int layers = layersOf(config, stackOf(place));
    return layers == 1
               ? PathDataText::tr("Computed at once: all %1 rows of the layer.").arg(rows)
               : PathDataText::tr("Computed at once: all %1 rows of a layer. Only the %2 layers wait for each other.")
                     .arg(rows)
                     .arg(layers);
}

QString valueTitle(const Trace &trace, const PathPlace &place)
{
    const QString end = subscript(pathEnd(trace, place) + 1);
    const QString of = place.chain ? QStringLiteral("h") : QStringLiteral("y");
    const QString by = place.chain ? QStringLiteral("h") : crosses(place) ? QStringLiteral("m") : QStringLiteral("x");
    return QStringLiteral("‖∂%1%2 / ∂%3ₜ‖").arg(of, end, by);
}

/// What the numbers are.
QString leftText(const ModelConfig &config, const Trace &trace, const PathPlace &place)
{
    const QString value = valueTitle(trace, place);
    const QString end = quoted(pathAskers(trace, place), pathEnd(trace, place));
    if (place.chain)
        return PathDataText::tr(
                   "How much of each word remains at the end: %1, how far the last state, after %2, moves with "
                   "the state after each word. 0: it is forgotten.")
            .arg(value, end);
    if (crosses(place))
        return isRecurrent(config, Stack::Decoder)
                   ? PathDataText::tr(
                         "How much of each word remains at the end: %1, how far the decoder's output at %2 moves "
                         "with each row of the encoder's output, by context and first state.")
                         .arg(value, end)
                   : PathDataText::tr(
                         "How much of each word remains at the end: %1, how far the last layer's output at %2 "
                         "moves with each row of the encoder's output.")
                         .arg(value, end);
    return PathDataText::tr(
               "How much of each word remains at the end: %1, how far the last layer's output at %2 moves with "
               "each row that it reads.")
        .arg(value, end);
}

bool isMaskedIn(const SideTrace &side, int token)
{
    return std::find(side.masked.begin(), side.masked.end(), token) != side.masked.end();
}

std::vector<double> numbersOf(const ShownState &state, const PathPlace &place, const PathOptions &options)
{
    if (!options.numbers)
        return *pathNorms(state.model(), *state.trace(), place);
    return options.isWhole ? options.numbers->wholeOf(state.result, place) : options.numbers->of(state.result, place);
}

/// The words that the way touches.
std::vector<int> wayOf(const Model &model, const Trace &trace, const PathPlace &place, const PathWords &words)
{
    if (!pathSteps(model, trace, place, words.to, words.from))
        return {};
    if (crosses(place))
        return {words.from};
    if (!place.chain)
        return {words.from, words.to};
    const bool isBackward = place.chain->direction == Direction::Backward;
    const int first = isBackward ? std::max(words.from, words.to) : std::min(words.from, words.to);
    const int last = isBackward ? std::min(words.from, words.to) : std::max(words.from, words.to);
    const SideTrace &side = pathWords(trace, place);
    std::vector<int> way{first};
    for (int token = first; token != last;) {
        token += isBackward ? -1 : 1;
        if (!isMaskedIn(side, token))
            way.push_back(token);
    }
    return way;
}

} // namespace

std::vector<PathPlace> pathPlaces(const ModelConfig &config)
{
    std::vector<PathPlace> places;
    for (const Stack stack : {Stack::Encoder, Stack::Decoder}) {
        for (const CellPlace &cells : cellsOf(config, stack))
            places.push_back({cells, {}});
        if (layersOf(config, selfOf(stack)) > 0)
            places.push_back({std::nullopt, selfOf(stack)});
    }
    if (layersOf(config, Attention::Cross) > 0)
        places.push_back({std::nullopt, Attention::Cross});
    return places;
}

std::optional<PathPlace> pathPlaceOf(const Selection &selection, const ModelConfig &config)
{
    const std::vector<PathPlace> places = pathPlaces(config);
    PathPlace wanted{std::nullopt, selection.attention};
    if (selection.part == Part::Cells)
        wanted = {selection.chain, {}};
    if (std::find(places.begin(), places.end(), wanted) != places.end())
        return wanted;
    return places.empty() ? std::nullopt : std::optional(places.front());
}

Selection withPathPlace(Selection selection, const PathPlace &place)
{
    selection.part = place.chain ? Part::Cells : Part::Attention;
    if (place.chain)
        selection.chain = *place.chain;
    else
        selection.attention = place.attention;
    return selection;
}

QString pathPlaceTitle(const ModelConfig &config, const PathPlace &place)
{
    if (crosses(place))
        return PathDataText::tr("cross-attention");
    const QString stack = stackTitle(stackOf(place));
    if (!place.chain)
        return PathDataText::tr("%1, self-attention").arg(stack);
    const QString layer = PathDataText::tr("%1, layer %2").arg(stack).arg(place.chain->layer + 1);
    if (directionsOf(config, place.chain->stack) == 1)
        return layer;
    return place.chain->direction == Direction::Forward ? PathDataText::tr("%1, forward").arg(layer)
                                                        : PathDataText::tr("%1, backward").arg(layer);
}

const SideTrace &pathWords(const Trace &trace, const PathPlace &place)
{
    return keysOf(trace, place.chain ? selfOf(place.chain->stack) : place.attention);
}

const SideTrace &pathAskers(const Trace &trace, const PathPlace &place)
{
    return queriesOf(trace, place.chain ? selfOf(place.chain->stack) : place.attention);
}

PathWords existingPathWords(PathWords words, const Trace &trace, const PathPlace &place)
{
    const int last = int(pathWords(trace, place).tokens.size()) - 1;
    const int end = pathEnd(trace, place);
    if (words.from < 0 || words.from > last)
        words.from = end == 0 ? last : 0;
    if (words.to < 0 || words.to >= int(pathAskers(trace, place).tokens.size()))
        words.to = end;
    return words;
}

std::optional<PathPlace> pathPlaceOf(const ShownState &state)
{
    const bool isThere = reasonForNoDerivative(state.model().interventions).empty();
    return isThere ? pathPlaceOf(state.selection, state.model().config) : std::nullopt;
}

QString noPathText(const Model &model)
{
    if (const std::string reason = reasonForNoDerivative(model.interventions); !reason.empty())
        return QString::fromStdString(reason);
    return PathDataText::tr("This model has neither cells nor attention: no word reaches another.");
}

PathData pathData(const ShownState &state, const PathPlace &place, const PathOptions &options)
{
    const Model &model = state.model();
    const Trace &trace = *state.trace();
    const PathWords words = existingPathWords(options.words, trace, place);
    const std::vector<double> numbers = numbersOf(state, place, options);
    PathData data;
    const SideTrace &side = pathWords(trace, place);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        data.words.push_back({tokenName(labelsOf(side)[i]), numbers[i], isMaskedIn(side, int(i))});
    if (crosses(place))
        data.askers = tokenNames(labelsOf(pathAskers(trace, place)));
    data.from = words.from;
    data.to = words.to;
    data.way = wayOf(model, trace, place, words);
    if (options.current) {
        data.current = options.current->row;
        data.currentAsks = options.current->asks;
    }
    data.title = PathDataText::tr("Path · %1").arg(pathPlaceTitle(model.config, place));
    data.sentences = {stepsText(model, trace, place, words), atOnceText(model.config, trace, place),
                      leftText(model.config, trace, place)};
    data.askerHeader = PathDataText::tr("asks");
    data.wordHeader = PathDataText::tr("word t");
    data.valueHeader = valueTitle(trace, place);
    return data;
}

} // namespace regard
