#include "views/snapshots/snapshot_facts.h"

#include <algorithm>

#include <QCoreApplication>
#include <QStringList>

#include "document/look/selection_rules.h"
#include "document/sentence/side.h"
#include "io/project/attention_extent.h"
#include "views/ablation/ablation_edits.h"
#include "views/base/view_title.h"

namespace regard {

namespace {

struct SnapshotFactsText {
    Q_DECLARE_TR_FUNCTIONS(SnapshotFacts)
};

constexpr int longestSentence = 80;
constexpr qsizetype mostNames = 4; ///< of what is switched off

QString quotedFact(const std::string &sentence)
{
    QString text = QString::fromStdString(sentence).simplified();
    if (text.size() > longestSentence)
        text = text.left(longestSentence - 1) + QChar(0x2026);
    return SnapshotFactsText::tr("“%1”").arg(text);
}

QString snapshotSizes(const ModelConfig &config)
{
    QStringList stacks;
    const auto add = [&stacks](const QString &name, int layers, int heads) {
        stacks << SnapshotFactsText::tr("%1 %2 × %3", "stack, layers × heads").arg(name).arg(layers).arg(heads);
    };
    if (config.architecture != Architecture::Decoder)
        add(SnapshotFactsText::tr("encoder"), config.encoderLayers, config.heads);
    if (config.architecture != Architecture::Encoder)
        add(SnapshotFactsText::tr("decoder"), config.decoderLayers,
            config.architecture == Architecture::Decoder ? config.heads : config.decoderHeads);
    return SnapshotFactsText::tr("%1 (layers × heads), d_model %2")
        .arg(stacks.join(QStringLiteral(", ")))
        .arg(config.dModel);
}

/// How many entries of two maps of matrices are not the same objects.
template <typename Map>
int differing(const Map &a, const Map &b)
{
    const auto unlike = [](const Map &from, const Map &to, bool countsBoth) {
        return int(std::count_if(from.begin(), from.end(), [&](const auto &entry) {
            const auto other = to.find(entry.first);
            return other == to.end() || (countsBoth && other->second != entry.second);
        }));
    };
    return unlike(a, b, true) + unlike(b, a, false);
}

/// "✕ layer 1 · head 2, layer 1 · head 3"; the first few, and how many there are besides.
QString switchedOff(const Model &model)
{
    QStringList names;
    for (const AblationEntry &entry : ablationEntries(model.interventions))
        if (entry.kind != AblationEntry::Kind::Temperature)
            names << entryName(model.config, entry);
    if (names.isEmpty())
        return {};
    const qsizetype more = names.size() - mostNames;
    const QString list = names.mid(0, mostNames).join(SnapshotFactsText::tr(", ", "between the parts of a list"));
    return more > 0 ? SnapshotFactsText::tr("✕ switched off: %1 and %2 more").arg(list).arg(more)
                    : SnapshotFactsText::tr("✕ switched off: %1").arg(list);
}

} // namespace

QString snapshotFacts(const Project &state)
{
    const ModelConfig &config = state.model.config;
    QStringList lines;
    if (!state.source.empty())
        lines << quotedFact(state.source);
    if (readsTarget(config) && !state.target.empty())
        lines << quotedFact(state.target);
    if (!attentionsOf(config).empty())
        lines << headTitle(state.model, selectionOf(state.view, config, countsOf(inputOf(state))));
    lines << snapshotSizes(config);
    if (const QString off = switchedOff(state.model); !off.isEmpty())
        lines << off;
    return lines.join(QLatin1Char('\n'));
}

QString snapshotDifferences(const Project &state, const Project &now)
{
    QStringList list;
    if (state.source != now.source || state.tokenizer != now.tokenizer)
        list << SnapshotFactsText::tr("sentence");
    if (state.target != now.target)
        list << SnapshotFactsText::tr("target");
    if (state.maskedSource != now.maskedSource || state.maskedTarget != now.maskedTarget)
        list << SnapshotFactsText::tr("masked words");
    if (state.model.config != now.model.config)
        list << SnapshotFactsText::tr("sizes and rules");
    if (state.model.interventions != now.model.interventions)
        list << SnapshotFactsText::tr("what is switched off");
    if (const int matrices = differing(state.model.weights.all(), now.model.weights.all()))
        list << (matrices == 1 ? SnapshotFactsText::tr("1 matrix")
                               : SnapshotFactsText::tr("%1 matrices").arg(matrices));
    if (const int rows = differing(state.model.embedding, now.model.embedding))
        list << (rows == 1 ? SnapshotFactsText::tr("1 word's row")
                           : SnapshotFactsText::tr("the rows of %1 words").arg(rows));
    return list.join(SnapshotFactsText::tr(", ", "between the parts of a list"));
}

} // namespace regard
