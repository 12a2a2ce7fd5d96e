#include "views/unrolled/unrolled_data.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <QCoreApplication>
#include <QStringList>

#include "engine/model/stack.h"
#include "engine/pass/trace.h"
#include "views/base/token_names.h"
#include "views/path/path_data.h"

namespace regard {

namespace {

struct UnrolledDataText {
    Q_DECLARE_TR_FUNCTIONS(Unrolled)
};

std::vector<Stack> stacksOf(const ModelConfig &config)
{
    std::vector<Stack> stacks;
    for (const Stack stack : {Stack::Encoder, Stack::Decoder})
        if (hasStack(config, stack))
            stacks.push_back(stack);
    return stacks;
}

QString unrolledStackTitle(Stack stack)
{
    return stack == Stack::Encoder ? UnrolledDataText::tr("encoder") : UnrolledDataText::tr("decoder");
}

QString chainTitle(const ModelConfig &config, const CellPlace &place)
{
    return pathPlaceTitle(config, {place, {}});
}

const SideTrace &sideOf(const Trace &trace, Stack stack)
{
    return queriesOf(trace, stack == Stack::Encoder ? Attention::Encoder : Attention::Decoder);
}

bool isMaskedStep(const SideTrace &side, int token)
{
    return std::find(side.masked.begin(), side.masked.end(), token) != side.masked.end();
}

UnrolledData::State stateFrom(const Matrix &states, int token)
{
    UnrolledData::State state;
    const auto row = states.row(token);
    state.numbers.assign(row.begin(), row.end());
    return state;
}

UnrolledData::Row chainRow(const ShownState &shown, const CellPlace &place)
{
    const CellTrace &cells = cellsAt(*shown.trace(), place);
    UnrolledData::Row row;
    row.name = chainTitle(shown.model().config, place);
    row.isBackward = place.direction == Direction::Backward;
    const SideTrace &side = sideOf(*shown.trace(), place.stack);
    for (int token = 0; token < int(cells.states.rows()); ++token) {
        row.states.push_back(stateFrom(cells.states, token));
        if (cells.cellStates.size() > 0)
            row.states.back().cellNumbers = stateFrom(cells.cellStates, token).numbers;
        row.states.back().isMasked = isMaskedStep(side, token);
        row.states.back().isOff = shown.model().interventions.states.contains({place, token});
    }
    return row;
}

/// What a stack of attentions leaves, beside cells that read it or that it reads.
UnrolledData::Row outputRow(const Trace &trace, Stack stack)
{
    const Matrix &rows = stack == Stack::Encoder ? trace.encoderOutput : trace.decoderOutput;
    UnrolledData::Row row;
    row.name = UnrolledDataText::tr("%1, rows").arg(unrolledStackTitle(stack));
    row.hasSteps = false;
    for (int token = 0; token < int(rows.rows()); ++token) {
        row.states.push_back(stateFrom(rows, token));
        row.states.back().isMasked = isMaskedStep(sideOf(trace, stack), token);
    }
    return row;
}

/// The head in view of the cross-attention of cells.
const HeadTrace *crossHead(const ShownState &state)
{
    if (layersOf(state.model().config, Attention::Cross) == 0)
        return nullptr;
    const Selection &selection = state.selection;
    const int layer = selection.attention == Attention::Cross ? selection.layer : 0;
    const auto &heads =
        state.trace()->blocks.at(std::size_t(blockIndex(state.model().config, Attention::Cross, layer)))->heads;
    const int head = selection.attention == Attention::Cross ? selection.head : 0;
    return &heads.at(std::size_t(std::min(head, int(heads.size()) - 1)));
}

QString normText(const Matrix &states, int token)
{
    return QString::number(double(states.row(token).norm()), 'g', 6);
}

} // namespace

bool isUnrolled(const ModelConfig &config)
{
    return isRecurrent(config, Stack::Encoder) || isRecurrent(config, Stack::Decoder);
}

QString noUnrolledText()
{
    return UnrolledDataText::tr("This model has no recurrent layer, so there is no chain of cells to unroll.");
}

UnrolledData unrolledData(const ShownState &state)
{
    const ModelConfig &config = state.model().config;
    const Trace &trace = *state.trace();
    UnrolledData data;
    for (const Stack stack : stacksOf(config)) {
        UnrolledData::Sentence &sentence = data.sentences.emplace_back();
        sentence.name = unrolledStackTitle(stack);
        const SideTrace &side = sideOf(trace, stack);
        sentence.words = tokenNames(labelsOf(side));
        for (const CellPlace &place : cellsOf(config, stack))
            sentence.rows.push_back(chainRow(state, place));
        if (sentence.rows.empty())
            sentence.rows.push_back(outputRow(trace, stack));
    }
    const auto first = trace.firstState.data();
    const Eigen::Index width = std::min<Eigen::Index>(config.dModel, trace.firstState.size());
    data.firstState.numbers.assign(first, first + width);
    data.firstState.cellNumbers.assign(first + width, first + trace.firstState.size());
    if (statePartsOf(config.cell) > 1)
        data.partsName = UnrolledDataText::tr("left h, right c");
    data.firstName = UnrolledDataText::tr("first");
    data.asksBefore = config.decoderAttention == DecoderAttention::Bahdanau;
    data.title = UnrolledDataText::tr("Unrolled");
    if (const HeadTrace *head = crossHead(state)) {
        data.linkColor = state.selection.attention == Attention::Cross ? state.selection.head : 0;
        for (int query = 0; query < int(head->weights.rows()); ++query)
            for (int key = 0; key < int(head->weights.cols()); ++key)
                if (head->weights(query, key) > 0)
                    data.links.push_back({query, key, double(head->weights(query, key))});
    }
    return data;
}

std::optional<StateRef> stateOf(const ModelConfig &config, const UnrolledBox &box)
{
    const std::vector<Stack> stacks = stacksOf(config);
    if (box.sentence >= int(stacks.size()))
        return std::nullopt;
    const std::vector<CellPlace> cells = cellsOf(config, stacks[std::size_t(box.sentence)]);
    if (box.row >= int(cells.size()))
        return std::nullopt;
    return StateRef{cells[std::size_t(box.row)], box.token};
}

QString stateText(const ShownState &state, const UnrolledBox &box)
{
    const ModelConfig &config = state.model().config;
    const Trace &trace = *state.trace();
    const Stack stack = stacksOf(config).at(std::size_t(box.sentence));
    const SideTrace &side = sideOf(trace, stack);
    const auto word = [&](int token) { return tokenName(labelsOf(side).at(std::size_t(token))); };
    const std::optional<StateRef> ref = stateOf(config, box);
    if (!ref)
        return UnrolledDataText::tr("Output of the %2 for “%1”").arg(word(box.token), unrolledStackTitle(stack));
    const CellTrace &cells = cellsAt(trace, ref->place);
    const Matrix &states = cells.states;
    QStringList lines{UnrolledDataText::tr("%1: state after “%2”, norm %3")
                          .arg(chainTitle(config, ref->place), word(box.token), normText(states, box.token))};
    if (cells.cellStates.size() > 0)
        lines.first() += u'\n' + UnrolledDataText::tr("cell state, norm %1").arg(normText(cells.cellStates, box.token));
    if (state.model().interventions.states.contains(*ref))
        return lines.first() + u'\n' + UnrolledDataText::tr("Set to zero.");
    if (isMaskedStep(side, box.token))
        return lines.first() + u'\n' + UnrolledDataText::tr("The word is masked out, so the state before it stays.");
    const bool isBackward = ref->place.direction == Direction::Backward;
    const int before = box.token + (isBackward ? 1 : -1);
    if (before >= 0 && before < int(states.rows()))
        lines << UnrolledDataText::tr("from the state after “%1”, norm %2").arg(word(before), normText(states, before));
    else
        lines << (trace.firstState.size() > 0 && stack == Stack::Decoder ? UnrolledDataText::tr("from the first state")
                                                                         : UnrolledDataText::tr("from zeros"));
    lines << (ref->place.layer == 0 ? UnrolledDataText::tr("and the word “%1”").arg(word(box.token))
                                    : UnrolledDataText::tr("and the state of the layer below"));
    if (stack == Stack::Decoder && ref->place.layer == 0 && config.decoderAttention == DecoderAttention::Bahdanau &&
        combinesContext(config))
        lines << UnrolledDataText::tr("and the context that the previous state attended to");
    return lines.join(u'\n');
}

} // namespace regard
