#include "views/heads/shown_heads.h"

#include <algorithm>
#include <utility>

#include <QCoreApplication>

#include "engine/model/attention_place.h"
#include "engine/model/interventions.h"
#include "engine/pass/numbers_to_read.h"
#include "views/base/head_switch.h"
#include "views/base/moved_scale.h"
#include "views/base/shown_text.h"
#include "views/base/shown_tokens.h"
#include "views/base/view_title.h"

namespace regard {

namespace {

struct HeadsDataText {
    Q_DECLARE_TR_FUNCTIONS(HeadsData)
};

HeadNote interventionNote(const Interventions &interventions, const HeadRef &head)
{
    HeadNote note;
    note.isOff = isReplaced(interventions, head);
    note.isByHand = isByHand(interventions, head);
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
    data.shareLabel = HeadsDataText::tr("moved");
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

} // namespace

QString sectionTitle(const ModelConfig &config, Attention attention)
{
    const bool masked = maskOf(config, attention) == Mask::Causal;
    switch (attention) {
    case Attention::Encoder:
        return masked ? HeadsDataText::tr("encoder, masked") : HeadsDataText::tr("encoder");
    case Attention::Decoder:
        return masked ? HeadsDataText::tr("decoder, masked") : HeadsDataText::tr("decoder");
    case Attention::Cross:
        break;
    }
    return HeadsDataText::tr("decoder → encoder");
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
    data.numbers = numberScaleOfAll(state);
    const bool needsAll = data.scale == ColorScale::Percentile || data.scale == ColorScale::Stretched;
    const bool isLeftOut = needsAll && !options.readsAll && numbersToRead(*trace) > TraceComparison::mostRead;
    if (isLeftOut)
        data.scale = ColorScale::ZeroToOne;
    const bool namesScale = !data.isDifference && data.scale != ColorScale::ZeroToOne;
    data.caption = titledWith(
        titledWith(groupingText(*trace, state.selection, true), data.pair.text()),
        namesScale  ? HeadsDataText::tr("colours: %1").arg(scaleName(data.scale))
        : isLeftOut ? HeadsDataText::tr("colours from 0 to 1: the file is too large to read all of it")
        : data.numbers.isMoved() && !data.isDifference ? HeadsDataText::tr("colours from 0 to %1").arg(data.numbers.one)
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

} // namespace regard
