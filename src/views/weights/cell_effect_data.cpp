#include "views/weights/cell_effect_data.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <QCoreApplication>
#include <QStringList>

#include "views/base/token_names.h"
#include "views/steps/step_text.h"
#include "views/why/why_text.h"

namespace regard {

namespace {

struct CellEffectDataText {
    Q_DECLARE_TR_FUNCTIONS(CellEffect)
};

/// Anything smaller beside the largest of a head is float32 rounding.
constexpr float noticeable = 1e-6F;

QString perUnit(float value, int digits)
{
    return (value > 0 ? QStringLiteral("+") : QString()) + stepNumberText(double(value), digits);
}

QString tokenAt(const SideTrace &side, int position)
{
    return tokenName(labelsOf(side).at(std::size_t(position)));
}

QString pairName(const Trace &trace, const Selection &within, int query, int key)
{
    return tokenAt(queriesOf(trace, within.attention), query) + QStringLiteral(" → ") +
           tokenAt(keysOf(trace, within.attention), key);
}

const HeadTrace &headOf(const Model &model, const Trace &trace, const Selection &within)
{
    const int block = blockIndex(model.config, within.attention, within.layer);
    return trace.blocks.at(std::size_t(block))->heads.at(std::size_t(within.head));
}

bool isHidden(const Model &model, const Trace &trace, const Selection &within, int query, int key)
{
    const std::vector<int> &masked = keysOf(trace, within.attention).masked;
    return MaskRule(model.config, {within.attention, within.layer}).hides(query, key) ||
           std::find(masked.begin(), masked.end(), key) != masked.end();
}

/// Which scores move, and which most.
void countScores(CellEffect &effect, const DerivativeData &scores)
{
    const float largest = scores.largest();
    for (int query = 0; query < int(scores.values->rows()); ++query) {
        for (int key = 0; key < int(scores.values->cols()); ++key) {
            if (scores.isMasked(query, key))
                continue;
            ++effect.count;
            const float value = (*scores.values)(query, key);
            if (!(std::abs(value) > noticeable * largest))
                continue;
            ++effect.moved;
            if (effect.mostQuery < 0 || std::abs(value) > std::abs(effect.most)) {
                effect.mostQuery = query;
                effect.mostKey = key;
                effect.most = value;
            }
        }
    }
}

/// The layer is named only where there are several.
QString headName(const Model &model, const Selection &within)
{
    const QString head = QString::number(within.head + 1);
    return layersOf(model.config, within.attention) > 1
               ? CellEffectDataText::tr("head %1 in layer %2").arg(head).arg(within.layer + 1)
               : CellEffectDataText::tr("head %1").arg(head);
}

QString movedText(const CellEffect &effect, const Model &model, const Trace &trace, const Selection &within, int digits)
{
    const QString head = headName(model, within);
    if (!effect.reaches)
        return CellEffectDataText::tr("This cell does not reach %1: it is read later, or by other heads.").arg(head);
    if (effect.moved == 0)
        return CellEffectDataText::tr("Moves none of the %1 scores of %2 now").arg(QString::number(effect.count), head);
    return CellEffectDataText::tr("Moves %1 of %2 scores of %3; most %4: %5 per unit")
        .arg(QString::number(effect.moved), QString::number(effect.count), head,
             pairName(trace, within, effect.mostQuery, effect.mostKey), perUnit(effect.most, digits));
}

/// The scores that move most, where those of one query move alone; else empty.
QString onlyQueryText(const CellEffect &effect, const DerivativeData &scores, int digits)
{
    constexpr std::size_t most = 3;
    const float largest = scores.largest();
    std::vector<int> keys;
    for (int query = 0; query < int(scores.values->rows()); ++query)
        for (int key = 0; key < int(scores.values->cols()); ++key) {
            if (scores.isMasked(query, key) || !(std::abs((*scores.values)(query, key)) > noticeable * largest))
                continue;
            if (query != effect.mostQuery)
                return {};
            keys.push_back(key);
        }
    if (keys.empty())
        return {};
    const auto size = [&](int key) { return std::abs((*scores.values)(effect.mostQuery, key)); };
    std::stable_sort(keys.begin(), keys.end(), [&](int a, int b) { return size(a) > size(b); });
    QStringList named;
    for (std::size_t i = 0; i < std::min(most, keys.size()); ++i)
        named << shortName(scores.keys[keys[i]]) + QLatin1Char(' ') +
                     perUnit((*scores.values)(effect.mostQuery, keys[i]), digits);
    if (keys.size() > most)
        named << QString(QChar(0x2026));
    return CellEffectDataText::tr("Moves only “%1”: %2 per unit")
        .arg(shortName(scores.queries[effect.mostQuery]), named.join(QStringLiteral(", ")));
}

} // namespace

QString pairEffectText(const Model &model, const Trace &trace, const Selection &within,
                       const HeadDerivative &derivative, int query, int key, int digits)
{
    const QString pair = pairName(trace, within, query, key);
    const QString score = perUnit(derivative.scores(query, key), digits);
    if (isHidden(model, trace, within, query, key))
        return CellEffectDataText::tr("%1: score %2 per unit; masked, so its weight stays 0").arg(pair, score);
    return CellEffectDataText::tr("%1: score %2, weight %3 per unit")
        .arg(pair, score, perUnit(derivative.weights(query, key), digits));
}

DerivativeData derivativeData(const Model &model, const Trace &trace, const Selection &within,
                              const std::shared_ptr<const HeadDerivative> &derivative, bool ofWeights, int digits)
{
    DerivativeData data;
    data.queries = tokenNames(labelsOf(queriesOf(trace, within.attention)));
    data.keys = tokenNames(labelsOf(keysOf(trace, within.attention)));
    data.values = {derivative, ofWeights ? &derivative->weights : &derivative->scores};
    data.isCausal = maskOf(model.config, within.attention) == Mask::Causal;
    data.window = windowOf(model.config, {within.attention, within.layer});
    data.maskedKeys.resize(std::size_t(data.keys.size()));
    for (const int position : keysOf(trace, within.attention).masked)
        data.maskedKeys[std::size_t(position)] = true;
    data.digits = digits;
    return data;
}

CellEffect cellEffect(const Model &model, const Trace &trace, const Selection &within,
                      const std::shared_ptr<const HeadDerivative> &derivative, int digits, const HiddenTokens &hidden)
{
    const DerivativeData scores = derivativeData(model, trace, within, derivative, false);
    CellEffect effect;
    effect.reaches = derivative->reaches;
    countScores(effect, scores);
    effect.movedText = movedText(effect, model, trace, within, digits);
    effect.lineText = effect.reaches ? onlyQueryText(effect, scores, digits) : QString();
    if (effect.lineText.isEmpty())
        effect.lineText = effect.movedText;
    setPair(effect, model, trace, within, *derivative, digits, hidden);
    return effect;
}

void setPair(CellEffect &effect, const Model &model, const Trace &trace, const Selection &within,
             const HeadDerivative &derivative, int digits, const HiddenTokens &hidden)
{
    const TokenPair pair = pairInFocus(within, headOf(model, trace, within).weights, hidden);
    effect.query = pair.query;
    effect.key = pair.key;
    effect.isMasked = isHidden(model, trace, within, effect.query, effect.key);
    effect.score = derivative.scores(effect.query, effect.key);
    effect.weight = derivative.weights(effect.query, effect.key);
    if (effect.reaches)
        effect.pairText = pairEffectText(model, trace, within, derivative, effect.query, effect.key, digits);
}

} // namespace regard
