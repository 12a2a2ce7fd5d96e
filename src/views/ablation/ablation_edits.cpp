#include "views/ablation/ablation_edits.h"

#include <algorithm>

#include <QCoreApplication>

#include "document/matrices/matrix_label.h"
#include "document/means/mean_over.h"
#include "engine/model/sublayer.h"
#include "views/base/token_focus.h"
#include "views/base/view_title.h"

namespace regard {

namespace {

struct AblationEditsText {
    Q_DECLARE_TR_FUNCTIONS(Ablation)
};

} // namespace

std::vector<AblationEntry> ablationEntries(const Interventions &interventions, const LinkWords &words)
{
    const auto named = [&](Attention attention, const LinkRef &link) {
        return words ? words(attention, link) : QStringLiteral("%1 → %2").arg(link.query + 1).arg(link.key + 1);
    };
    std::vector<AblationEntry> entries;
    for (const auto &[sublayer, replacement] : interventions.sublayers)
        entries.push_back({AblationEntry::Kind::Sublayer, {}, sublayer, replacement, 1});
    for (const auto &[head, replacement] : interventions.heads)
        entries.push_back({AblationEntry::Kind::Head, head, {}, replacement, 1});
    for (AblationEntry &entry : entries)
        if (entry.replacement == Replacement::MeanOver)
            entry.words = meansName(interventions);
    for (const auto &[head, temperature] : interventions.temperatures)
        entries.push_back({AblationEntry::Kind::Temperature, head, {}, Replacement::Zero, temperature});
    for (const StateRef &state : interventions.states)
        entries.push_back({AblationEntry::Kind::State, {}, {}, Replacement::Zero, 1, state});
    for (const auto &[head, weights] : interventions.weights)
        for (const auto &[link, weight] : weights) {
            AblationEntry entry{AblationEntry::Kind::Weight, head};
            entry.link = link;
            entry.weight = weight;
            entry.words = named(head.attention, link);
            entries.push_back(std::move(entry));
        }
    for (const Cut &cut : interventions.cuts) {
        AblationEntry entry{AblationEntry::Kind::Cut,
                            {cut.attention, cut.firstLayer, cut.heads.empty() ? 0 : cut.heads.front()}};
        entry.cut = cut;
        entry.words = named(cut.attention, cut.link);
        entries.push_back(std::move(entry));
    }
    for (const auto &[place, rows] : interventions.patches) {
        AblationEntry entry{AblationEntry::Kind::Patch, {place.attention, place.layer, std::max(0, place.head)}};
        entry.patch = place;
        QStringList sentences;
        for (const auto &[token, row] : rows)
            sentences << QString::fromStdString(row.from);
        sentences.removeDuplicates();
        entry.words = AblationEditsText::tr("“%1” · %n token(s)", nullptr, int(rows.size()))
                          .arg(sentences.join(AblationEditsText::tr("”, “")));
        entries.push_back(std::move(entry));
    }
    return entries;
}

Interventions withoutEntry(Interventions interventions, const AblationEntry &entry)
{
    switch (entry.kind) {
    case AblationEntry::Kind::Head:
        interventions.heads.erase(entry.head);
        break;
    case AblationEntry::Kind::Sublayer:
        interventions.sublayers.erase(entry.sublayer);
        break;
    case AblationEntry::Kind::Temperature:
        interventions.temperatures.erase(entry.head);
        break;
    case AblationEntry::Kind::State:
        interventions.states.erase(entry.state);
        break;
    case AblationEntry::Kind::Weight:
        return withWeight(std::move(interventions), entry.head, entry.link, std::nullopt);
    case AblationEntry::Kind::Cut:
        interventions.cuts.erase(entry.cut);
        break;
    case AblationEntry::Kind::Patch:
        interventions.patches.erase(entry.patch);
        break;
    }
    return interventions;
}

QString headName(const ModelConfig &config, const HeadRef &head)
{
    return AblationEditsText::tr("%1 · head %2").arg(layerTitle(config, head.attention, head.layer)).arg(head.head + 1);
}

QString sublayerName(const ModelConfig &config, const Sublayer &sublayer)
{
    if (sublayer.kind == SublayerKind::FeedForward) {
        const Attention attention = sublayer.stack == Stack::Encoder ? Attention::Encoder : Attention::Decoder;
        return AblationEditsText::tr("%1 · feed-forward").arg(layerTitle(config, attention, sublayer.layer));
    }
    return AblationEditsText::tr("%1 · attention").arg(layerTitle(config, attentionOf(sublayer), sublayer.layer));
}

namespace {

/// "layer 3", "layers 3–6 · heads 1, 4".
QString cutPlaceName(const ModelConfig &config, const Cut &cut)
{
    QString name = layerTitle(config, cut.attention, cut.firstLayer);
    if (cut.lastLayer > cut.firstLayer)
        name = AblationEditsText::tr("%1 to %2").arg(name).arg(cut.lastLayer + 1);
    QStringList heads;
    for (const int head : cut.heads)
        heads.append(QString::number(head + 1));
    if (heads.isEmpty())
        return AblationEditsText::tr("%1 · all heads").arg(name);
    return AblationEditsText::tr("%1 · head %2").arg(name, heads.join(QStringLiteral(", ")));
}

} // namespace

QString patchKindName(PatchKind kind)
{
    switch (kind) {
    case PatchKind::Query:
        return AblationEditsText::tr("query");
    case PatchKind::Key:
        return AblationEditsText::tr("key");
    case PatchKind::Value:
        return AblationEditsText::tr("value");
    case PatchKind::Pattern:
        return AblationEditsText::tr("attention weights");
    case PatchKind::HeadOutput:
    case PatchKind::AttentionOutput:
    case PatchKind::FeedForwardOutput:
        return AblationEditsText::tr("output");
    case PatchKind::Stream:
        break;
    }
    return AblationEditsText::tr("rows between layers");
}

QString patchPlaceName(const ModelConfig &config, const PatchPlace &place)
{
    if (isOfHead(place.kind))
        return headName(config, {place.attention, place.layer, place.head});
    if (place.kind == PatchKind::AttentionOutput)
        return sublayerName(config, sublayerOf({place.attention, place.layer}));
    if (place.kind == PatchKind::FeedForwardOutput)
        return sublayerName(config, {stackOf(place.attention), place.layer, SublayerKind::FeedForward});
    if (place.layer > 0)
        return AblationEditsText::tr("after %1").arg(layerTitle(config, place.attention, place.layer - 1));
    return AblationEditsText::tr("before %1").arg(layerTitle(config, place.attention, 0));
}

QString entryName(const ModelConfig &config, const AblationEntry &entry)
{
    if (entry.kind == AblationEntry::Kind::State)
        return AblationEditsText::tr("%1 · state %2").arg(chainLabel(entry.state.place)).arg(entry.state.step + 1);
    if (entry.kind == AblationEntry::Kind::Cut)
        return cutPlaceName(config, entry.cut);
    if (entry.kind == AblationEntry::Kind::Patch)
        return patchPlaceName(config, entry.patch);
    return entry.kind == AblationEntry::Kind::Sublayer ? sublayerName(config, entry.sublayer)
                                                       : headName(config, entry.head);
}

QString entryText(const AblationEntry &entry)
{
    if (entry.kind == AblationEntry::Kind::Weight)
        return QStringLiteral("%1 %2").arg(entry.words).arg(double(entry.weight), 0, 'g', 4);
    if (entry.kind == AblationEntry::Kind::Cut)
        return AblationEditsText::tr("%1 cut").arg(entry.words);
    if (entry.replacement == Replacement::MeanOver)
        return AblationEditsText::tr("mean over %1").arg(entry.words);
    if (entry.kind == AblationEntry::Kind::Patch)
        return AblationEditsText::tr("%1 from %2").arg(patchKindName(entry.patch.kind), entry.words);
    return entry.kind == AblationEntry::Kind::Temperature
               ? AblationEditsText::tr("temperature %1").arg(double(entry.temperature), 0, 'g', 3)
               : replacementText(entry.replacement);
}

QString replacementText(Replacement replacement)
{
    switch (replacement) {
    case Replacement::Zero:
        return AblationEditsText::tr("zeros");
    case Replacement::Mean:
        return AblationEditsText::tr("mean");
    case Replacement::MeanOver:
        return AblationEditsText::tr("mean over sentences");
    case Replacement::Uniform:
        break;
    }
    return AblationEditsText::tr("uniform");
}

HeadRef selectedHead(const Selection &selection)
{
    return {selection.attention, selection.layer, selection.head};
}

Sublayer selectedAttention(const Selection &selection)
{
    return sublayerOf({selection.attention, selection.layer});
}

std::optional<Sublayer> selectedFeedForward(const ModelConfig &config, const Selection &selection)
{
    const Stack stack = stackOf(selection.attention);
    if (!hasFeedForward(config, stack) || selection.layer >= layersOf(config, stack))
        return std::nullopt;
    return Sublayer{stack, selection.layer, SublayerKind::FeedForward};
}

Sublayer sublayerInView(const ModelConfig &config, const Selection &selection)
{
    const bool isFeedForward = selection.part == Part::FeedForward || selection.part == Part::FeedForwardNorm;
    const std::optional<Sublayer> feedForward = selectedFeedForward(config, selection);
    return isFeedForward && feedForward ? *feedForward : selectedAttention(selection);
}

Selection goingTo(Selection selection, const HeadRef &head, bool several)
{
    const bool isHere = selection.attention == head.attention && selection.layer == head.layer;
    selection.attention = head.attention;
    selection.part = Part::Attention;
    return several && isHere ? withHeadToggled(std::move(selection), head.head)
                             : withHead(std::move(selection), head.layer, head.head);
}

Selection goingTo(Selection selection, const AblationEntry &entry)
{
    if (entry.kind == AblationEntry::Kind::State) {
        selection.part = Part::Cells;
        selection.chain = entry.state.place;
        return selection;
    }
    if (entry.kind == AblationEntry::Kind::Weight || entry.kind == AblationEntry::Kind::Cut) {
        const LinkRef link = entry.kind == AblationEntry::Kind::Cut ? entry.cut.link : entry.link;
        return focusedOnPair(goingTo(std::move(selection), entry.head), link.query, link.key);
    }
    if (entry.kind == AblationEntry::Kind::Patch && !isOfHead(entry.patch.kind)) {
        selection = goingTo(std::move(selection), HeadRef{entry.patch.attention, std::max(0, entry.patch.layer - 1)});
        selection.part = entry.patch.kind == PatchKind::FeedForwardOutput ? Part::FeedForward : Part::Attention;
        selection.layer = entry.patch.kind == PatchKind::Stream ? selection.layer : entry.patch.layer;
        return selection;
    }
    if (entry.kind != AblationEntry::Kind::Sublayer)
        return goingTo(std::move(selection), entry.head);
    if (entry.sublayer.kind == SublayerKind::FeedForward) {
        if (stackOf(selection.attention) != entry.sublayer.stack)
            selection.attention = entry.sublayer.stack == Stack::Encoder ? Attention::Encoder : Attention::Decoder;
        selection.part = Part::FeedForward;
    } else {
        selection.attention = attentionOf(entry.sublayer);
        selection.part = Part::Attention;
    }
    selection.layer = entry.sublayer.layer;
    return selection;
}

} // namespace regard
