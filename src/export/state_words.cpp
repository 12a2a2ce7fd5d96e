#include "export/state_words.h"

#include <algorithm>
#include <string>

#include <QCoreApplication>
#include <QStringList>

#include "document/means/mean_over.h"
#include "engine/model/attention_place.h"
#include "engine/model/interventions.h"
#include "engine/model/sentence_means.h"
#include "io/project/attention_extent.h"
#include "io/project/words.h"

namespace regard {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(StateWords)
};

/// Lists some of them, and says how many more there are.
QString listed(const QStringList &all)
{
    constexpr qsizetype most = 3;
    const QString first = all.mid(0, most).join(QStringLiteral(", "));
    return all.size() <= most ? first : Text::tr("%1 and %2 more").arg(first).arg(all.size() - most);
}

QString placeName(const ModelConfig &config, Attention attention, int layer)
{
    const QString number = QString::number(layer + 1);
    return attentionsOf(config).size() == 1 ? number
                                            : QString::fromStdString(wordOf(attention)) + QLatin1Char('.') + number;
}

QString headName(const ModelConfig &config, const HeadRef &head)
{
    return placeName(config, head.attention, head.layer) + QLatin1Char('.') + QString::number(head.head + 1);
}

/// "off", and by what where it is not zeros.
QString withReplacement(const QString &off, Replacement replacement, const Model &model)
{
    switch (replacement) {
    case Replacement::Zero:
        break;
    case Replacement::Mean:
        return Text::tr("%1 by mean").arg(off);
    case Replacement::MeanOver:
        return (hasStaleMeans(model) ? Text::tr("%1 by old mean over %2") : Text::tr("%1 by mean over %2"))
            .arg(off, meansName(model.interventions));
    case Replacement::Uniform:
        return Text::tr("%1 by uniform").arg(off);
    }
    return off;
}

QString headsOff(const QStringList &heads)
{
    return heads.size() == 1 ? Text::tr("head %1 off").arg(heads.front()) : Text::tr("heads %1 off").arg(listed(heads));
}

QString sublayerOff(const ModelConfig &config, const Sublayer &sublayer)
{
    const Attention own = sublayer.stack == Stack::Encoder ? Attention::Encoder : Attention::Decoder;
    switch (sublayer.kind) {
    case SublayerKind::SelfAttention:
        return Text::tr("attention %1 off").arg(placeName(config, own, sublayer.layer));
    case SublayerKind::CrossAttention:
        return Text::tr("attention %1 off").arg(placeName(config, Attention::Cross, sublayer.layer));
    case SublayerKind::FeedForward:
        break;
    }
    return Text::tr("feed-forward %1 off").arg(placeName(config, own, sublayer.layer));
}

/// Returns the name that `--off` gives it: "encoder.1.3.backward".
QString stateName(const StateRef &state)
{
    const QString name = QStringLiteral("%1.%2.%3")
                             .arg(QString::fromStdString(stackName(state.place.stack)))
                             .arg(state.place.layer + 1)
                             .arg(state.step + 1);
    return state.place.direction == Direction::Backward ? name + QStringLiteral(".backward") : name;
}

/// "8,2", as `--attend` and `--cut` name a link.
QString linkName(const LinkRef &link)
{
    return QStringLiteral("%1,%2").arg(link.query + 1).arg(link.key + 1);
}

/// "decoder.3-6.1,4:8,2", as `--cut` names it.
QString cutName(const ModelConfig &config, const Cut &cut)
{
    QString name = placeName(config, cut.attention, cut.firstLayer);
    if (cut.lastLayer > cut.firstLayer)
        name += QStringLiteral("-%1").arg(cut.lastLayer + 1);
    QStringList heads;
    for (const int head : cut.heads)
        heads.append(QString::number(head + 1));
    if (!heads.isEmpty())
        name += QLatin1Char('.') + heads.join(QLatin1Char(','));
    return name + QLatin1Char(':') + linkName(cut.link);
}

template <typename Map, typename Entry>
bool isIn(const Map &map, const Entry &entry)
{
    const auto found = map.find(entry.first);
    return found != map.end() && found->second == entry.second;
}

} // namespace

QString ownInterventions(const Model &model, const Model &other)
{
    const Interventions own = existingInterventions(model.interventions, model.config);
    const Interventions others = existingInterventions(other.interventions, other.config);
    QStringList parts;
    for (const Replacement replacement :
         {Replacement::Zero, Replacement::Mean, Replacement::MeanOver, Replacement::Uniform}) {
        QStringList heads;
        for (const auto &entry : own.heads)
            if (entry.second == replacement && !isIn(others.heads, entry))
                heads.append(headName(model.config, entry.first));
        if (!heads.isEmpty())
            parts.append(withReplacement(headsOff(heads), replacement, model));
    }
    QStringList sublayers;
    for (const auto &entry : own.sublayers)
        if (!isIn(others.sublayers, entry))
            sublayers.append(withReplacement(sublayerOff(model.config, entry.first), entry.second, model));
    if (!sublayers.isEmpty())
        parts.append(listed(sublayers));
    QStringList temperatures;
    for (const auto &entry : own.temperatures)
        if (!isIn(others.temperatures, entry))
            temperatures.append(Text::tr("head %1 T = %2")
                                    .arg(headName(model.config, entry.first), QString::number(double(entry.second))));
    if (!temperatures.isEmpty())
        parts.append(listed(temperatures));
    QStringList links;
    for (const auto &[head, weights] : own.weights) {
        const SetWeights &there = setWeightsOf(others, head);
        for (const auto &entry : weights)
            if (!isIn(there, entry))
                links.append(QStringLiteral("%1:%2 = %3")
                                 .arg(headName(model.config, head), linkName(entry.first))
                                 .arg(double(entry.second)));
    }
    if (!links.isEmpty())
        parts.append(Text::tr("head %1").arg(listed(links)));
    QStringList cuts;
    for (const Cut &cut : own.cuts)
        if (!others.cuts.contains(cut))
            cuts.append(cutName(model.config, cut));
    if (!cuts.isEmpty())
        parts.append(Text::tr("cut %1").arg(listed(cuts)));
    QStringList patches;
    for (const auto &entry : own.patches)
        if (const PatchPlace &place = entry.first; !isIn(others.patches, entry)) {
            const int layer = place.kind == PatchKind::Stream ? place.layer - 1 : place.layer;
            patches.append(QString::fromStdString(wordOf(place.kind)) + QLatin1Char(' ') +
                           (place.head < 0 ? placeName(model.config, place.attention, layer)
                                           : headName(model.config, {place.attention, layer, place.head})));
        }
    if (!patches.isEmpty())
        parts.append(Text::tr("patched %1").arg(listed(patches)));
    QStringList states;
    for (const StateRef &state : own.states)
        if (!others.states.contains(state))
            states.append(Text::tr("state %1 off").arg(stateName(state)));
    if (!states.isEmpty())
        parts.append(listed(states));
    return parts.join(QStringLiteral(", "));
}

} // namespace regard
