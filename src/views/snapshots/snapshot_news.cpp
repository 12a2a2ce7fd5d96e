#include "views/snapshots/snapshot_news.h"

#include <set>
#include <string>
#include <utility>

#include <QCoreApplication>
#include <QStringList>

#include "document/matrices/matrix_label.h"
#include "engine/model/attention_place.h"
#include "engine/model/positions.h"
#include "views/ablation/ablation_edits.h"
#include "views/heads/head_name.h"

namespace regard {

namespace {

struct SnapshotNewsText {
    Q_DECLARE_TR_FUNCTIONS(SnapshotNews)
};

/// The names of entries that are not the same objects in two maps of matrices.
template <typename Map>
std::set<std::string> unlike(const Map &a, const Map &b)
{
    std::set<std::string> names;
    for (const auto &[from, to] : {std::pair(&a, &b), std::pair(&b, &a)}) {
        for (const auto &[name, matrix] : *from) {
            const auto other = to->find(name);
            if (other == to->end() || other->second != matrix)
                names.insert(name);
        }
    }
    return names;
}

void addSizes(QStringList &list, const ModelConfig &now, const ModelConfig &before)
{
    const auto add = [&list](const QString &text, auto from, auto to) {
        if (from != to)
            list << text.arg(from).arg(to);
    };
    const bool hasEncoder = now.architecture != Architecture::Decoder;
    const bool hasDecoder = now.architecture != Architecture::Encoder;
    const bool hasBoth = hasEncoder && hasDecoder;
    const qsizetype count = list.size();
    if (now.architecture != before.architecture)
        list << SnapshotNewsText::tr("architecture");
    if (hasEncoder)
        add(SnapshotNewsText::tr("layers %1 → %2"), before.encoderLayers, now.encoderLayers);
    if (hasDecoder)
        add(hasBoth ? SnapshotNewsText::tr("decoder layers %1 → %2") : SnapshotNewsText::tr("layers %1 → %2"),
            before.decoderLayers, now.decoderLayers);
    add(SnapshotNewsText::tr("heads %1 → %2"), before.heads, now.heads);
    if (hasBoth)
        add(SnapshotNewsText::tr("decoder heads %1 → %2"), before.decoderHeads, now.decoderHeads);
    add(SnapshotNewsText::tr("d_model %1 → %2"), before.dModel, now.dModel);
    add(SnapshotNewsText::tr("seed %1 → %2"), before.seed, now.seed);
    if (list.size() == count)
        list << SnapshotNewsText::tr("model settings");
}

QString headText(const ModelConfig &config, const HeadRef &head, bool isOff)
{
    const QString name = listName({head.attention, head.layer, head.head}, attentionsOf(config).size() > 1);
    return isOff ? SnapshotNewsText::tr("head %1 off").arg(name) : SnapshotNewsText::tr("head %1 on").arg(name);
}

/// What went off or on between two states; many are counted.
void addSwitches(QStringList &list, const Project &state, const Project &before)
{
    const Interventions &now = state.model.interventions;
    const Interventions &then = before.model.interventions;
    const ModelConfig &config = state.model.config;
    QStringList off;
    QStringList on;
    for (const auto &[head, replacement] : now.heads)
        if (const auto old = then.heads.find(head); old == then.heads.end() || old->second != replacement)
            off << headText(config, head, true);
    for (const auto &[head, replacement] : then.heads)
        if (!now.heads.contains(head))
            on << headText(config, head, false);
    for (const auto &[sublayer, replacement] : now.sublayers)
        if (const auto old = then.sublayers.find(sublayer); old == then.sublayers.end() || old->second != replacement)
            off << SnapshotNewsText::tr("%1 off").arg(sublayerName(config, sublayer));
    for (const auto &[sublayer, replacement] : then.sublayers)
        if (!now.sublayers.contains(sublayer))
            on << SnapshotNewsText::tr("%1 on").arg(sublayerName(before.model.config, sublayer));
    if (off.size() == 1)
        list << off;
    else if (!off.isEmpty())
        list << SnapshotNewsText::tr("%1 parts off").arg(off.size());
    if (on.size() == 1)
        list << on;
    else if (!on.isEmpty())
        list << SnapshotNewsText::tr("%1 parts on").arg(on.size());
    if (now.temperatures != then.temperatures)
        list << SnapshotNewsText::tr("temperature");
    if (now.weights != then.weights || now.cuts != then.cuts)
        list << SnapshotNewsText::tr("attention by hand");
    if (now.patches != then.patches)
        list << SnapshotNewsText::tr("patches");
}

void addNumbers(QStringList &list, const Model &now, const Model &before, bool hasSameWords)
{
    std::set<std::string> matrices = unlike(now.weights.all(), before.weights.all());
    if (!hasSameWords) { // its columns follow the words of the sentences
        matrices.erase("output.w");
        matrices.erase("output.b");
    }
    if (matrices.size() == 1)
        list << SnapshotNewsText::tr("%1 edited", "a matrix").arg(matrixLabel(*matrices.begin()));
    else if (!matrices.empty())
        list << SnapshotNewsText::tr("%1 matrices edited").arg(matrices.size());
    const std::set<std::string> rows = unlike(now.embedding, before.embedding);
    if (rows.size() == 1)
        list << SnapshotNewsText::tr("“%1” edited", "a word's row").arg(QString::fromStdString(*rows.begin()));
    else if (!rows.empty())
        list << SnapshotNewsText::tr("%1 words edited").arg(rows.size());
}

/// Position tables are given, never drawn.
bool hasSamePositions(const Model &now, const Model &before)
{
    for (const Stack stack : {Stack::Encoder, Stack::Decoder})
        if (now.given.find(positionName(stack)) != before.given.find(positionName(stack)))
            return false;
    return true;
}

} // namespace

QString snapshotNews(const Project &state, const Project &before)
{
    QStringList list;
    const bool hasSameSource = state.source == before.source && state.tokenizer == before.tokenizer;
    const bool hasSameTarget = state.target == before.target;
    if (!hasSameSource)
        list << SnapshotNewsText::tr("sentence");
    if (!hasSameTarget)
        list << SnapshotNewsText::tr("target");
    if (state.maskedSource != before.maskedSource || state.maskedTarget != before.maskedTarget)
        list << SnapshotNewsText::tr("masked words");
    if (state.model.config != before.model.config)
        addSizes(list, state.model.config, before.model.config);
    else
        addNumbers(list, state.model, before.model,
                   hasSameSource && hasSameTarget); // with another size all matrices differ
    if (!hasSamePositions(state.model, before.model))
        list << SnapshotNewsText::tr("positions");
    addSwitches(list, state, before);
    if (list.isEmpty() && state.view != before.view)
        list << SnapshotNewsText::tr("view");
    return list.join(SnapshotNewsText::tr(", ", "between the parts of a list"));
}

bool isPartlyOff(const Project &state)
{
    const Interventions &off = state.model.interventions;
    return !off.heads.empty() || !off.sublayers.empty();
}

} // namespace regard
