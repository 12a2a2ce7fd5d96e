#include "views/steps/step_context.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <QCoreApplication>

#include "engine/analysis/hand_rounding.h"
#include "engine/functions/norm.h"
#include "engine/kernels/product.h"
#include "engine/model/key_head.h"
#include "engine/model/sublayer.h"
#include "engine/pass/attention_block.h"
#include "engine/pass/stream.h"

namespace regard {

namespace {

struct StepContextText {
    Q_DECLARE_TR_FUNCTIONS(StepMaker)
};

} // namespace

StepContext::StepContext(const Model &ofTrace, const Trace &computed, const Selection &selection,
                         const std::vector<std::string> &names, const StepChoice &chosen)
    : StepPass(ofTrace, computed, selection, names, chosen, stackOf(selection.attention)), place{selection.attention,
                                                                                                 selection.layer},
      head(selection.head), block(*computed.blocks.at(std::size_t(blockIndex(config, place.attention, place.layer)))),
      headTrace(block.heads.at(std::size_t(head))), keys(stepTokenNames(keysOf(computed, place.attention), chosen)),
      sources(ofTrace, computed, place, head), isChosen(selection.query >= 0 && selection.key >= 0),
      keyHead(sources.keyHead()), rotary(config, place, headTrace.q.rows())
{
    const TokenPair pair = pairInFocus(selection, headTrace.weights, choice.hidden);
    query = pair.query;
    key = pair.key;
    weights = stepRow(headTrace.weights, query);
    q = stepRow(headTrace.q, query);
    k = stepRow(headTrace.k, key);
    v = stepRow(headTrace.v, key);
    const bool isNormed = hasQkNorm(config, place.attention);
    if (isRotated() || isNormed) {
        plainQ = stepRow(headColumns('q', queryInput(query), false), 0);
        plainK = stepRow(headColumns('k', keyInput(key), false), 0);
    }
    if (isRotated() && isNormed) {
        normedQ = stepRow(headColumns('q', queryInput(query), true), 0);
        normedK = stepRow(headColumns('k', keyInput(key), true), 0);
    }
    score();
}

bool StepContext::sharesKeys() const
{
    return keyValueHeadsOf(config, stackOf(place.attention)) != headsOf(config, place.attention);
}

int StepContext::firstColumn(char letter) const
{
    const bool isKeyHeads = letter == 'k' || letter == 'v';
    const bool isValue = letter == 'v' || letter == 'o';
    return (isKeyHeads ? keyHead : head) * (isValue ? config.dValue : config.dKey);
}

Matrix StepContext::queryInput(int token) const
{
    const Sublayer sublayer = sublayerOf(place);
    return sublayerInput(model, sublayer, streamBefore(config, trace, sublayer).row(token));
}

Matrix StepContext::keyInput(int token) const
{
    return place.attention == Attention::Cross ? Matrix(trace.encoderOutput.row(token)) : queryInput(token);
}

Matrix StepContext::headColumns(char letter, const Matrix &input, bool isNormed) const
{
    Matrix all = allColumns(letter, input);
    if (isNormed)
        normHeads(model, place, letter, all);
    return all.middleCols((letter == 'q' ? head : keyHead) * config.dKey, config.dKey);
}

Matrix StepContext::allColumns(char letter, const Matrix &input) const
{
    const Weight &weight = model.weights.weight(sources.weight(std::string{'w', '_', letter}.c_str()));
    const Matrix *bias =
        hasQkvBias(config) ? &model.weights.at(sources.weight(std::string{'b', '_', letter}.c_str())) : nullptr;
    return affine(input, weight, bias).numbers;
}

void StepContext::score()
{
    AttentionRule rule = ruleOf(model, place, head, {});
    rule.mask = Mask::None;
    rule.window = 0;
    rule.cutLinks.clear();
    rule.firstQuery = query;
    divisor = config.scaleByLayer ? place.layer + 1 : 1;
    if (rule.bias.kind != ScoreBias::None)
        for (int position = 0; position < int(headTrace.k.rows()); ++position)
            biases.push_back(double(rule.bias.at(position - query)));
    const HeadScores row = scoreHead(headTrace.q.row(query), headTrace.k, rule);
    additive = rule.additive;
    general = rule.general;
    asked = stepRow(effectiveQueries(headTrace.q.row(query), rule), 0);
    scores = stepRow(row.scores, 0);
    scaled = stepRow(row.scaled, 0);
    masked = scaled;
    for (int position = 0; position < int(masked.size()); ++position)
        if (!isAllowed(position))
            masked[std::size_t(position)] = -std::numeric_limits<double>::infinity();
    tempered = masked;
    for (double &score : tempered)
        score /= double(temperature());
    if (headTrace.hasSink)
        sink = double(*rule.sink);
    if (!setWeights().empty())
        softmaxed = beforeSet();
}

StepRow StepContext::beforeSet() const
{
    StepRow row(tempered.size(), 0);
    const double taken = sink.value_or(-std::numeric_limits<double>::infinity()) / double(temperature());
    const double most = std::max(taken, *std::max_element(tempered.begin(), tempered.end()));
    double sum = std::exp(taken - most);
    for (int position = 0; position < int(row.size()); ++position)
        if (isAllowed(position))
            sum += row[std::size_t(position)] =
                replaced() == Replacement::Uniform ? 1 : std::exp(tempered[std::size_t(position)] - most);
    for (double &weight : row)
        weight /= sum;
    return row;
}

QString StepContext::scaleText(const QString &bias) const
{
    QString text;
    if (isDividedByRoot(config))
        text = QStringLiteral(" ÷ √%1").arg(config.dKey);
    else if (config.scoreScale > 0)
        text = QStringLiteral(" × %1").arg(config.scoreScale);
    if (divisor != 1)
        text += QStringLiteral(" ÷ %1").arg(divisor);
    if (config.scoreCap > 0)
        text += (text.isEmpty() ? QString() : QStringLiteral(", ")) +
                StepContextText::tr("soft cap %1").arg(config.scoreCap);
    if (!biases.empty())
        text += bias.startsWith(u'−') ? QStringLiteral(" − ") + bias.mid(1) : QStringLiteral(" + ") + bias;
    return text.trimmed();
}

StepRow StepContext::usedWeights() const
{
    return isByHand() ? roundedToSum(weights, choice.handDecimals, headTrace.hasSink) : weights;
}

QString StepContext::weightText(double weight) const
{
    return isByHand() ? QString::number(weight, 'f', choice.handDecimals) : number(weight);
}

bool StepContext::isPadding(int position) const
{
    const std::vector<int> &padding = keysOf(trace, place.attention).masked;
    return std::find(padding.begin(), padding.end(), position) != padding.end();
}

bool StepContext::hasMask() const
{
    return mask().hidesAny() || !keysOf(trace, place.attention).masked.empty() ||
           !cutLinksOf(model.interventions, {place.attention, place.layer, head}).empty();
}

bool StepContext::isCut(int position) const
{
    return std::any_of(model.interventions.cuts.begin(), model.interventions.cuts.end(), [&](const Cut &cut) {
        return cut.link == LinkRef{query, position} && reaches(cut, {place.attention, place.layer, head});
    });
}

std::vector<std::pair<int, float>> StepContext::setWeights() const
{
    std::vector<std::pair<int, float>> set;
    for (const auto &[link, weight] : setWeightsOf(model.interventions, {place.attention, place.layer, head}))
        if (link.query == query)
            set.emplace_back(link.key, weight);
    return set;
}

bool StepContext::isSet(int position) const
{
    return setWeightsOf(model.interventions, {place.attention, place.layer, head}).contains({query, position});
}

std::optional<Replacement> StepContext::replaced() const
{
    const Replacement *found = replacementOf(model.interventions, HeadRef{place.attention, place.layer, head});
    return found ? std::optional(*found) : std::nullopt;
}

std::optional<Replacement> StepContext::replaced(const Sublayer &sublayer) const
{
    const Replacement *found = replacementOf(model.interventions, sublayer);
    return found && *found != Replacement::Uniform ? std::optional(*found) : std::nullopt;
}

Sublayer StepContext::feedForward() const
{
    return {stackOf(place.attention), place.layer, SublayerKind::FeedForward};
}

float StepContext::temperature() const
{
    return replaced() == Replacement::Uniform
               ? 1.0F
               : temperatureOf(model.interventions, {place.attention, place.layer, head});
}

QString StepContext::temperatureText() const
{
    return QString::number(double(temperature()), 'g', 6);
}

StepStrip StepContext::keysStrip(const QString &name, const StepRow &values, StepSourceList list) const
{
    StepStrip strip = stepStrip(name, values, StepRole::Score, std::move(list));
    strip.names = keys;
    strip.marked = key;
    strip.overKeys = true;
    return strip;
}

} // namespace regard
