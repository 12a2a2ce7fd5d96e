#include "views/base/change_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include <QCoreApplication>
#include <QStringList>

#include "engine/analysis/token_groups.h"
#include "engine/model/attention_place.h"
#include "engine/pass/output_layer.h"
#include "views/base/token_names.h"
#include "views/base/value_text.h"
#include "views/base/view_title.h"

namespace regard {

namespace {

struct ChangeText {
    Q_DECLARE_TR_FUNCTIONS(ChangeText)
};

/// Writes both numbers with as few digits as tell them apart, two at least.
std::pair<QString, QString> shortNumbers(float before, float now)
{
    constexpr int mostDigits = 4;
    for (int digits = 2; digits <= mostDigits; ++digits) {
        const QString first = QString::number(double(before), 'f', digits);
        const QString second = QString::number(double(now), 'f', digits);
        if (first != second)
            return {first, second};
    }
    return {QString::number(double(before), 'g', 9), QString::number(double(now), 'g', 9)};
}

QString token(const SideTrace &side, int index)
{
    return tokenName(labelsOf(side)[std::size_t(index)]);
}

/// What was done to a head or sublayer from outside.
enum class Doing { Off, Uniform, On, Temperature, ByHand, Patched, Count };

Doing doingOf(const Replacement *now, const Replacement *before)
{
    if (!now)
        return before ? Doing::On : Doing::Temperature;
    return *now == Replacement::Uniform ? Doing::Uniform : Doing::Off;
}

QString doingText(Doing doing, const QString &what)
{
    switch (doing) {
    case Doing::Off:
        return ChangeText::tr("switched off since: %1").arg(what);
    case Doing::Uniform:
        return ChangeText::tr("attention uniform since: %1").arg(what);
    case Doing::On:
        return ChangeText::tr("switched on since: %1").arg(what);
    case Doing::ByHand:
        return ChangeText::tr("attention set by hand or cut since: %1").arg(what);
    case Doing::Patched:
        return ChangeText::tr("rows of another pass since: %1").arg(what);
    case Doing::Temperature:
    case Doing::Count:
        break;
    }
    return ChangeText::tr("another temperature since: %1").arg(what);
}

/// Returns for every key of either map its values in the one and in the other, null where there is none.
template <typename Key, typename Value>
std::map<Key, std::pair<const Value *, const Value *>> both(const std::map<Key, Value> &now,
                                                            const std::map<Key, Value> &before)
{
    std::map<Key, std::pair<const Value *, const Value *>> all;
    for (const auto &[key, value] : now)
        all[key].first = &value;
    for (const auto &[key, value] : before)
        all[key].second = &value;
    return all;
}

QString changedHeadText(const ModelConfig &config, const HeadRef &head)
{
    return ChangeText::tr("head %1 of %2")
        .arg(QString::number(head.head + 1), layerTitle(config, head.attention, head.layer));
}

QString sublayerText(const ModelConfig &config, const Sublayer &sublayer)
{
    const Attention own = sublayer.stack == Stack::Encoder ? Attention::Encoder : Attention::Decoder;
    switch (sublayer.kind) {
    case SublayerKind::SelfAttention:
        return ChangeText::tr("the attention of %1").arg(layerTitle(config, own, sublayer.layer));
    case SublayerKind::CrossAttention:
        return ChangeText::tr("the attention of %1").arg(layerTitle(config, Attention::Cross, sublayer.layer));
    case SublayerKind::FeedForward:
        break;
    }
    return ChangeText::tr("the feed-forward of %1").arg(layerTitle(config, own, sublayer.layer));
}

QString cutPlace(const ModelConfig &config, const Cut &cut)
{
    const QString first = layerTitle(config, cut.attention, cut.firstLayer);
    return cut.firstLayer == cut.lastLayer ? first : QStringLiteral("%1–%2").arg(first).arg(cut.lastLayer + 1);
}

/// The first of them, and how many more there are.
QString listText(const QStringList &all)
{
    constexpr qsizetype most = 3;
    const QString first = all.mid(0, most).join(QStringLiteral(", "));
    return all.size() <= most ? first : ChangeText::tr("%1 and %2 more").arg(first, QString::number(all.size() - most));
}

int newWords(const SideTrace &now, const SideTrace &before)
{
    const std::vector<int> positions = alignTokens(before.tokens, now.tokens).before;
    return int(std::count(positions.begin(), positions.end(), -1));
}

int newHeads(const TraceComparison &comparison)
{
    const ModelConfig &config = comparison.model().config;
    int count = 0;
    for (const Attention attention : attentionsOf(config))
        for (int layer = 0; layer < layersOf(config, attention); ++layer)
            for (int head = 0; head < headsOf(config, attention); ++head)
                count += comparison.isNew({attention, layer, head}) ? 1 : 0;
    return count;
}

bool isSame(const TraceMatrix &a, const TraceMatrix &b)
{
    return &a.get() == &b.get() || (a.rows() == b.rows() && a.cols() == b.cols() && a == b);
}

bool isSame(const Weight &a, const Weight &b)
{
    return a == b || (a && b && a.rows() == b.rows() && a.cols() == b.cols() && *a.matrix() == *b.matrix());
}

bool hasOtherOutputLayer(const Model &now, const Model &before)
{
    for (const char *name : {"output.w", "output.b", "output.transform.w", "output.transform.b", "output.norm.gain",
                             "output.norm.bias", "output.projection.w"})
        if (!isSame(now.weights.find(name), before.weights.find(name)))
            return true;
    return now.table != before.table || isTied(now) != isTied(before) ||
           (isTied(now) && now.embedding != before.embedding);
}

bool hasOtherOutput(const TraceComparison &comparison)
{
    const Trace &now = *comparison.now();
    const Trace &before = *comparison.before();
    if (!isSame(now.encoderOutput, before.encoderOutput) || !isSame(now.decoderOutput, before.decoderOutput) ||
        !isSame(now.logits, before.logits))
        return true;
    // Logits that are not kept follow from these and the output layer.
    return now.logits.rows() == 0 && !now.vocabulary.empty() &&
           hasOtherOutputLayer(comparison.model(), comparison.modelBefore());
}

} // namespace

QString signedText(float value)
{
    const QString magnitude = valueText(std::abs(value));
    if (value > 0)
        return QLatin1Char('+') + magnitude;
    return value < 0 ? QChar(0x2212) + magnitude : magnitude;
}

QString changeText(std::optional<float> before, float now)
{
    if (!before)
        return ChangeText::tr("%1 now, new").arg(valueText(now));
    if (!std::isfinite(now) || !std::isfinite(*before))
        return ChangeText::tr("%1 pinned, %2 now").arg(valueText(*before), valueText(now));
    return ChangeText::tr("%1 pinned, %2 now, %3").arg(valueText(*before), valueText(now), signedText(now - *before));
}

QString largestChangeText(const TraceComparison &comparison)
{
    const auto change = comparison.largestChange();
    if (!change)
        return {};
    const Attention attention = change->head.attention;
    const auto [before, now] = shortNumbers(change->before, change->now);
    return ChangeText::tr("%1 → %2 %3 to %4 in %5, head %6")
        .arg(token(queriesOf(*comparison.now(), attention), change->query),
             token(keysOf(*comparison.now(), attention), change->key), before, now,
             layerTitle(comparison.model().config, attention, change->head.layer),
             QString::number(change->head.head + 1));
}

QStringList shortChangeTexts(const TraceComparison &comparison)
{
    const auto change = comparison.largestChange();
    if (!change)
        return {};
    const Attention attention = change->head.attention;
    const auto [before, now] = shortNumbers(change->before, change->now);
    const QString pair = token(queriesOf(*comparison.now(), attention), change->query) + QStringLiteral(" → ") +
                         token(keysOf(*comparison.now(), attention), change->key) + QLatin1Char(' ') + before +
                         QStringLiteral(" → ") + now;
    const QString head = ChangeText::tr("%1 head %2")
                             .arg(layerTitle(comparison.model().config, attention, change->head.layer),
                                  QString::number(change->head.head + 1));
    return {pair + QStringLiteral(" · ") + head, head + QStringLiteral(" · ") + pair};
}

QString interventionChangeText(const TraceComparison &comparison)
{
    const ModelConfig &config = comparison.model().config;
    const Interventions &now = comparison.model().interventions;
    const Interventions &before = comparison.modelBefore().interventions;
    std::array<QStringList, std::size_t(Doing::Count)> done;
    const auto note = [&done](const QString &what, const Replacement *present, const Replacement *past) {
        if (!present != !past || (present && *present != *past))
            done[std::size_t(doingOf(present, past))].append(what);
    };
    for (const auto &[sublayer, replacement] : both(now.sublayers, before.sublayers))
        note(sublayerText(config, sublayer), replacement.first, replacement.second);
    for (const auto &[head, replacement] : both(now.heads, before.heads))
        note(changedHeadText(config, head), replacement.first, replacement.second);
    for (const auto &[head, temperature] : both(now.temperatures, before.temperatures))
        if (!temperature.first || !temperature.second || *temperature.first != *temperature.second)
            done[std::size_t(Doing::Temperature)].append(changedHeadText(config, head));
    for (const auto &[head, weights] : both(now.weights, before.weights))
        if (!weights.first || !weights.second || *weights.first != *weights.second)
            done[std::size_t(Doing::ByHand)].append(changedHeadText(config, head));
    for (const auto &[cuts, others] : {std::pair(&now.cuts, &before.cuts), std::pair(&before.cuts, &now.cuts)})
        for (const Cut &cut : *cuts)
            if (!others->contains(cut))
                done[std::size_t(Doing::ByHand)].append(cutPlace(config, cut));
    for (const auto &[place, rows] : both(now.patches, before.patches)) {
        if (rows.first && rows.second && *rows.first == *rows.second)
            continue;
        const int layer = place.kind == PatchKind::Stream ? std::max(0, place.layer - 1) : place.layer;
        done[std::size_t(Doing::Patched)].append(isOfHead(place.kind)
                                                     ? changedHeadText(config, {place.attention, layer, place.head})
                                                     : layerTitle(config, place.attention, layer));
    }
    QStringList parts;
    for (std::size_t i = 0; i < done.size(); ++i)
        if (!done[i].isEmpty())
            parts.append(doingText(Doing(i), listText(done[i])));
    return parts.join(QStringLiteral(" · "));
}

QString otherChangeText(const TraceComparison &comparison)
{
    if (const QString done = interventionChangeText(comparison); !done.isEmpty())
        return done;
    const Trace &now = *comparison.now();
    const Trace &before = *comparison.before();
    const int words = newWords(now.source, before.source) + newWords(now.target, before.target);
    if (words > 0) {
        const bool isEvery = words == int(now.source.tokens.size() + now.target.tokens.size());
        return isEvery      ? ChangeText::tr("every word is new")
               : words == 1 ? ChangeText::tr("1 word is new")
                            : ChangeText::tr("%1 words are new").arg(words);
    }
    const int heads = newHeads(comparison);
    if (heads > 0)
        return heads == 1 ? ChangeText::tr("1 head is new") : ChangeText::tr("%1 heads are new").arg(heads);
    return hasOtherOutput(comparison) ? ChangeText::tr("the output differs") : QString();
}

QString movementText(const TraceComparison &comparison, const HeadRef &head)
{
    if (comparison.isNew(head))
        return ChangeText::tr("new");
    const std::optional<double> moved = comparison.moved(head);
    if (!moved)
        return {};
    const double percent = 100 * *moved;
    if (percent == 0)
        return ChangeText::tr("did not move");
    if (comparison.now()->grouping && comparison.now()->grouping->rule.values)
        return percent < 0.1 ? ChangeText::tr("moves less than 0.1 % otherwise")
                             : ChangeText::tr("moves %1 % otherwise").arg(percent, 0, 'f', percent < 9.95 ? 1 : 0);
    return percent < 0.1 ? ChangeText::tr("moved less than 0.1 % of its attention")
                         : ChangeText::tr("moved %1 % of its attention").arg(percent, 0, 'f', percent < 9.95 ? 1 : 0);
}

QString newHeadText(const TraceComparison &comparison, const Selection &within)
{
    const ModelConfig &before = comparison.modelBefore().config;
    const int layers = layersOf(before, within.attention);
    if (layers == 0) {
        switch (within.attention) {
        case Attention::Encoder:
            return ChangeText::tr("The pinned state has no encoder.");
        case Attention::Decoder:
            return ChangeText::tr("The pinned state has no decoder.");
        case Attention::Cross:
            return ChangeText::tr("The pinned state has no attention from decoder to encoder.");
        }
    }
    if (within.layer >= layers)
        return layers == 1 ? ChangeText::tr("Layer %1 is new: the pinned state has 1 layer.").arg(within.layer + 1)
                           : ChangeText::tr("Layer %1 is new: the pinned state has %2 layers.")
                                 .arg(within.layer + 1)
                                 .arg(layers);
    const int heads = headsOf(before, within.attention);
    if (within.summary != Summary::None || within.head < heads)
        return {};
    const QString layer = layerTitle(comparison.model().config, within.attention, within.layer);
    return heads == 1
               ? ChangeText::tr("Head %1 of %2 is new: the pinned state has 1 head.").arg(within.head + 1).arg(layer)
               : ChangeText::tr("Head %1 of %2 is new: the pinned state has %3 heads.")
                     .arg(within.head + 1)
                     .arg(layer)
                     .arg(heads);
}

QString newHeadsText(const TraceComparison &comparison, const Selection &within)
{
    QStringList numbers;
    for (const int head : within.heads)
        if (within.summary == Summary::None && comparison.isNew({within.attention, within.layer, head}))
            numbers.append(QString::number(head + 1));
    if (numbers.isEmpty())
        return {};
    return numbers.size() == 1 ? ChangeText::tr("head %1 is new").arg(numbers.front())
                               : ChangeText::tr("heads %1 are new").arg(numbers.join(QStringLiteral(", ")));
}

} // namespace regard
