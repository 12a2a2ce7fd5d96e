#include "views/why/why_maker.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

#include <QCoreApplication>

#include "document/sentence/token_kinds.h"
#include "engine/analysis/sharpest_head.h"
#include "engine/functions/score.h"
#include "engine/model/key_head.h"
#include "engine/model/sublayer.h"
#include "engine/model/weight_shapes.h"
#include "engine/pass/stream.h"
#include "views/base/no_model_text.h"
#include "views/base/shown_text.h"
#include "views/base/shown_tokens.h"
#include "views/base/token_focus.h"
#include "views/base/view_title.h"
#include "views/steps/step_context.h"
#include "views/why/why_text.h"

namespace regard {

namespace {

constexpr int mostParts = 3;
constexpr double evenUpTo = 1e-3; ///< of the largest weight: no key is preferred

struct WhyMakerText {
    Q_DECLARE_TR_FUNCTIONS(WhyMaker)
};

/// q or k of the pair.
struct Made {
    char letter;
    int token;
    StepRow input;  ///< what the weight reads
    StepRow plain;  ///< as projected, where it is normed or rotated after that
    StepRow normed; ///< normed, where it is rotated after that
};

Made queryOf(const StepContext &context)
{
    return {'q', context.query, stepRow(context.queryInput(context.query), 0), context.plainQ, context.normedQ};
}

Made keyOf(const StepContext &context)
{
    return {'k', context.key, stepRow(context.keyInput(context.key), 0), context.plainK, context.normedK};
}

QString inputName(const StepContext &context, int index)
{
    return context.dimensions.size() == context.config.dModel ? shortName(context.dimensions.at(index))
                                                              : QStringLiteral("x[%1]").arg(index);
}

/// "W_Q[pronoun, 0]"; where tokens are columns, the weight stands the other way round: "W_Q[0, pronoun]".
QString cellName(const StepContext &context, char letter, int row, int column)
{
    const QString from =
        context.dimensions.size() == context.config.dModel ? inputName(context, row) : QString::number(row);
    const QString to = QString::number(column);
    return QStringLiteral("W_%1[%2, %3]")
        .arg(QChar::fromLatin1(letter).toUpper())
        .arg(context.choice.columns ? to : from, context.choice.columns ? from : to);
}

/// The two components of what is projected that the position turned into one.
WhySide rotatedSide(const StepContext &context, const Made &made, int component)
{
    const int first = context.firstColumn(made.letter);
    const bool isFirst = context.rotary.isFirst(component);
    const int partner = context.rotary.partnerOf(component);
    const Rotation turn = context.rotary.at(made.token, context.rotary.pairOf(component));
    const double sine = isFirst ? -double(turn.sine) : double(turn.sine);
    const auto name = [&](int index, const char *factor) {
        return QLatin1Char(made.letter) + (made.normed.empty() ? QStringLiteral("₀") : QStringLiteral("₁")) +
               QStringLiteral("[%1] × %2").arg(QString::number(index), QString::fromUtf8(factor));
    };
    const StepRow &turned = made.normed.empty() ? made.plain : made.normed;
    WhySide side;
    side.terms.push_back(
        {name(first + component, "cos φ"), 1, {}, 0, turned[std::size_t(component)] * double(turn.cosine)});
    side.terms.push_back(
        {name(first + partner, isFirst ? "−sin φ" : "sin φ"), 1, {}, 0, turned[std::size_t(partner)] * sine});
    return side;
}

/// A component that is normed and not rotated.
WhySide normedSide(const StepContext &context, const Made &made, int component)
{
    WhySide side;
    side.terms.push_back({WhyMakerText::tr("norm of %1[%2]")
                              .arg(QLatin1Char(made.letter) + QStringLiteral("₀"))
                              .arg(context.firstColumn(made.letter) + component),
                          1,
                          {},
                          0,
                          (made.letter == 'q' ? context.q : context.k)[std::size_t(component)]});
    return side;
}

/// The input that gives most, the bias, and all other inputs.
WhySide projectedSide(const StepContext &context, const Made &made, int component)
{
    const int column = context.firstColumn(made.letter) + component;
    const StepRow weights = stepColumn(
        context.model.weights.weight(context.sources.weight(std::string{'w', '_', made.letter}.c_str())), column);
    StepRow values(made.input.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = made.input[i] * weights[i];
    const auto largest =
        std::max_element(values.begin(), values.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
    WhySide side;
    if (largest != values.end() && *largest != 0) {
        const auto index = int(largest - values.begin());
        side.terms.push_back({inputName(context, index), made.input[std::size_t(index)],
                              cellName(context, made.letter, index, column), weights[std::size_t(index)], *largest});
        *largest = 0;
    }
    if (hasQkvBias(context.config)) {
        const Matrix &bias =
            context.model.weights.at(context.sources.weight(std::string{'b', '_', made.letter}.c_str()));
        if (bias(0, column) != 0)
            side.terms.push_back({WhyMakerText::tr("bias"), 1, {}, 0, double(bias(0, column))});
    }
    if (std::any_of(values.begin(), values.end(), [](double value) { return value != 0; })) {
        side.others = int(values.size()) - 1;
        side.othersSum = std::accumulate(values.begin(), values.end(), 0.0);
    }
    return side;
}

/// The component of q that gives most to one of q W_g, and all others.
WhySide generalSide(const StepContext &context, int component)
{
    StepRow values(context.q.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = context.q[i] * double(context.general(Eigen::Index(i), component));
    const auto largest =
        std::max_element(values.begin(), values.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
    WhySide side;
    if (largest == values.end() || *largest == 0)
        return side;
    const auto index = int(largest - values.begin());
    const int column = context.firstColumn('q') + component;
    side.terms.push_back({QStringLiteral("q[%1]").arg(context.firstColumn('q') + index), context.q[std::size_t(index)],
                          QStringLiteral("W_g[%1, %2]")
                              .arg(context.choice.columns ? column : index)
                              .arg(context.choice.columns ? index : column),
                          double(context.general(index, component)), *largest});
    *largest = 0;
    if (std::any_of(values.begin(), values.end(), [](double value) { return value != 0; })) {
        side.others = int(values.size()) - 1;
        side.othersSum = std::accumulate(values.begin(), values.end(), 0.0);
    }
    return side;
}

WhySide whySideOf(const StepContext &context, const Made &made, int component)
{
    if (made.letter == 'q' && hasScoreMatrix(context.config.score))
        return generalSide(context, component);
    if (!context.rotary.holds(component) && hasQkNorm(context.config, context.place.attention))
        return normedSide(context, made, component);
    return context.rotary.holds(component) ? rotatedSide(context, made, component)
                                           : projectedSide(context, made, component);
}

/// One component of the score.
WhyPart partOf(const StepContext &context, int component)
{
    const auto place = std::size_t(component);
    WhyPart part{component, context.firstColumn('q') + component, context.firstColumn('k') + component,
                 context.q[place], context.k[place]};
    switch (context.config.score) {
    case Score::Dot:
    case Score::ScaledDot:
        part.value = part.q * part.k;
        break;
    case Score::Additive:
        part.additive = double(context.additive(0, component));
        part.value = part.additive * std::tanh(part.q + part.k);
        break;
    case Score::General:
        part.q = context.asked[place];
        part.value = part.q * part.k;
        break;
    }
    return part;
}

void addParts(WhyData &data, const StepContext &context)
{
    std::vector<WhyPart> parts;
    for (int component = 0; component < int(context.q.size()); ++component)
        parts.push_back(partOf(context, component));
    std::stable_sort(parts.begin(), parts.end(),
                     [](const WhyPart &a, const WhyPart &b) { return std::abs(a.value) > std::abs(b.value); });
    const Made query = queryOf(context);
    const Made key = keyOf(context);
    for (WhyPart &part : parts) {
        if (int(data.parts.size()) < mostParts && part.value != 0) {
            part.ofQuery = whySideOf(context, query, part.component);
            part.ofKey = whySideOf(context, key, part.component);
            data.parts.push_back(part);
            continue;
        }
        ++data.others;
        data.othersSum += part.value;
        data.othersAreZero = data.othersAreZero && part.value == 0;
    }
}

void addWeight(WhyData &data, const StepContext &context)
{
    const auto key = std::size_t(context.key);
    data.score = context.scores[key];
    data.scale = context.scaleText(context.biases.empty() ? QString() : context.number(context.biases[key]));
    data.scaled = context.scaled[key];
    data.temperature = double(context.temperature());
    data.tempered = data.scaled / data.temperature;
    data.sink = context.sink;
    data.weight = context.weights[key];
    data.made = !context.isAllowed(context.key)              ? WhyWeight::Masked
                : context.isSet(context.key)                 ? WhyWeight::ByHand
                : context.replaced() == Replacement::Uniform ? WhyWeight::Uniform
                                                             : WhyWeight::Softmax;
}

/// The highest of the other scores and the lowest, where one key alone has it; the range of those left.
void addKeys(WhyData &data, const StepContext &context)
{
    std::vector<WhyKey> others;
    for (int key = 0; key < int(context.scores.size()); ++key) {
        if (key == context.key)
            continue;
        if (!context.isAllowed(key))
            ++data.maskedKeys;
        else
            others.push_back({context.keys.at(key), key, context.scores[std::size_t(key)]});
    }
    std::stable_sort(others.begin(), others.end(), [](const WhyKey &a, const WhyKey &b) { return a.score > b.score; });
    const auto isAlone = [&others](std::size_t place, std::size_t beside) {
        return others.size() < 2 || others[place].score != others[beside].score;
    };
    const bool namesLow = others.size() > 2 && isAlone(others.size() - 1, others.size() - 2);
    if (!others.empty() && isAlone(0, 1)) {
        data.keys.push_back(others.front());
        others.erase(others.begin());
    }
    if (namesLow) {
        data.keys.push_back(others.back());
        others.pop_back();
    }
    data.restKeys = int(others.size());
    if (!others.empty()) {
        data.restHigh = others.front().score;
        data.restLow = others.back().score;
    }
}

void noteMask(QStringList &notes, const StepContext &context)
{
    if (context.isLater(context.key))
        notes.append(WhyMakerText::tr("the causal mask hides what comes later"));
    if (context.isBeyondWindow(context.key))
        notes.append(WhyMakerText::tr("the window of %1 tokens hides what is farther away").arg(context.mask().window));
    if (context.isPadding(context.key))
        notes.append(WhyMakerText::tr("“%1” is masked out as padding").arg(shortName(context.keyName())));
    if (context.isCut(context.key))
        notes.append(WhyMakerText::tr("this link is cut by hand"));
    if (!context.softmaxed.empty() && !context.isSet(context.key))
        notes.append(WhyMakerText::tr("other weights of the row are set by hand: the softmax gave %1")
                         .arg(context.number(context.softmaxed[std::size_t(context.key)])));
}

void noteOrigin(QStringList &notes, const StepContext &context)
{
    if (hasQkNorm(context.config, context.place.attention))
        notes.append(WhyMakerText::tr("q and k are normed, q₀ and k₀ as projected"));
    if (context.isRotated())
        notes.append(WhyMakerText::tr("rotary positions: q and k are rotated, q₀ and k₀ as projected"));
    if (context.place.attention == Attention::Cross && isRecurrent(context.config, Stack::Decoder))
        notes.append(context.config.decoderAttention == DecoderAttention::Bahdanau
                         ? WhyMakerText::tr("q is made of the decoder’s state before this step")
                         : WhyMakerText::tr("q is made of the decoder’s state after this step"));
    if (context.place.attention == Attention::Cross)
        notes.append(isRecurrent(context.config, Stack::Encoder)
                         ? WhyMakerText::tr("k is made of the encoder’s states")
                         : WhyMakerText::tr("k is made of the encoder's output"));
    if (context.sharesKeys())
        notes.append(WhyMakerText::tr("several heads share k: W_K's head %1").arg(context.keyHead + 1));
    if (context.place.attention != Attention::Cross && context.place.layer > 0)
        notes.append(normOf(context.config, stackOf(context.place.attention)) == Norm::Pre
                         ? WhyMakerText::tr("x: output of layer %1 after its norm").arg(context.place.layer)
                         : WhyMakerText::tr("x: output of layer %1").arg(context.place.layer));
    else if (normOf(context.config, stackOf(context.place.attention)) == Norm::Pre)
        notes.append(WhyMakerText::tr("x: the stream after its norm"));
}

void noteOff(QStringList &notes, const StepContext &context)
{
    const auto replaced = context.replaced();
    if (context.replaced(sublayerOf(context.place)))
        notes.append(WhyMakerText::tr("the attention is switched off: this is not used"));
    else if (replaced && *replaced != Replacement::Uniform)
        notes.append(WhyMakerText::tr("the head is switched off: this is not used"));
}

/// Links may be of words, and shares of what hidden tokens leave.
void noteTokens(QStringList &notes, const TokenView &view)
{
    if (view.words)
        notes.append(WhyMakerText::tr("of single tokens, not of words"));
    if (view.hidesSpecial && view.renormalises)
        notes.append(WhyMakerText::tr("the weight before the row is divided by its sum"));
}

/// The question, and what it takes for granted.
std::pair<QString, QString> whyTitleOf(const StepContext &context)
{
    const QString query = shortName(context.queryName());
    const QString key = shortName(context.keyName());
    if (!context.isAllowed(context.key))
        return {WhyMakerText::tr("Why does “%1” not look at “%2”?").arg(query, key),
                WhyMakerText::tr("“%1” does not look at “%2”").arg(query, key)};
    int allowed = 0;
    double least = 1;
    double most = 0;
    for (int position = 0; position < int(context.weights.size()); ++position)
        if (context.isAllowed(position)) {
            ++allowed;
            least = std::min(least, context.weights[std::size_t(position)]);
            most = std::max(most, context.weights[std::size_t(position)]);
        }
    const QString count = QString::number(allowed);
    if (allowed > 1 && most - least <= evenUpTo * most)
        return {WhyMakerText::tr("Why does “%1” look at all %2 keys alike?").arg(query, count),
                WhyMakerText::tr("“%1” looks at all %2 keys alike").arg(query, count)};
    // Half of what each key would get if none were preferred.
    if (context.weights[std::size_t(context.key)] * 2 * allowed < 1)
        return {WhyMakerText::tr("Why does “%1” look so little at “%2”?").arg(query, key),
                WhyMakerText::tr("“%1” looks little at “%2”").arg(query, key)};
    return {WhyMakerText::tr("Why does “%1” look at “%2”?").arg(query, key),
            WhyMakerText::tr("“%1” looks at “%2”").arg(query, key)};
}

WhyData whyOf(const Model &model, const SharedTrace &trace, const Selection &pair, const TokenView &view,
              const std::vector<std::string> &dimensions, const StepChoice &choice)
{
    const StepContext context(model, *trace, pair, dimensions, choice);
    WhyData data;
    std::tie(data.title, data.statement) = whyTitleOf(context);
    data.place = headTitle(model, pair);
    data.query = context.query;
    data.key = context.key;
    data.isAdditive = context.config.score == Score::Additive;
    data.isGeneral = hasScoreMatrix(context.config.score);
    data.digits = choice.digits;
    addParts(data, context);
    addWeight(data, context);
    addKeys(data, context);
    noteMask(data.notes, context);
    noteOff(data.notes, context);
    noteTokens(data.notes, view);
    data.warnings = int(data.notes.size());
    noteOrigin(data.notes, context);
    return data;
}

/// What the pinned state has of the same pair and head; nothing where it has none.
std::optional<WhyBefore> beforeOf(const TraceComparison &comparison, const Selection &pair)
{
    const Selection then = selectionBefore(pair, comparison);
    if (then.query < 0 || then.key < 0)
        return std::nullopt;
    const StepContext context(comparison.modelBefore(), *comparison.before(), then, {}, {});
    return WhyBefore{context.scores[std::size_t(then.key)], context.weights[std::size_t(then.key)]};
}

} // namespace

TokenPair whyPair(const ShownState &tokens)
{
    const Selection &within = tokens.selection;
    const Model &model = tokens.model();
    const Matrix &weights = tokens.trace()
                                ->blocks[std::size_t(blockIndex(model.config, within.attention, within.layer))]
                                ->heads[std::size_t(within.head)]
                                .weights;
    const HiddenTokens hidden = hiddenTokens(tokens);
    TokenPair pair = pairInFocus(within, weights, hidden);
    if (within.query >= 0 || within.key < 0)
        return pair;
    for (int query = pair.query + 1; query < int(weights.rows()); ++query)
        if (isShown(query, hidden.queries) && weights(query, pair.key) > weights(pair.query, pair.key))
            pair.query = query;
    return pair;
}

Selection withLinkInFocus(const ShownState &state, const Matrix &weights)
{
    Selection selection = state.selection;
    if (selection.query >= 0 || selection.key >= 0)
        return selection;
    const Attention attention = selection.attention;
    const ModelConfig &config = state.model().config;
    const auto kindsOf = [&](const SideTrace &side, Side which) {
        return tokenKinds(side.tokens, state.tokens(which));
    };
    if (const auto link = strongestLink(
            weights, kindsOf(queriesOf(*state.trace(), attention), queriesSide(config, attention)),
            kindsOf(keysOf(*state.trace(), attention), keysSide(config, attention)), attention == Attention::Cross)) {
        selection.query = link->query;
        selection.key = link->key;
    }
    return selection;
}

Selection withWhyPair(const ShownState &tokens)
{
    const TokenPair pair = whyPair(tokens);
    Selection selection = tokens.selection;
    selection.query = pair.query;
    selection.key = pair.key;
    selection.summary = Summary::None;
    return selection;
}

MadeWhy madeWhy(const ShownState &tokens, const std::vector<std::string> &dimensions, StepChoice choice)
{
    if (!tokens.isComputed())
        return {{}, noModelText(PanelId::Why)};
    if (!tokens.hasResult())
        return {};
    if (const QString patched = patchedText(tokens); !patched.isEmpty())
        return {{}, patched};
    Selection head = tokens.asked;
    head.summary = Summary::None;
    if (const QString sentence = missingHeadText(tokens.with(head)); !sentence.isEmpty())
        return {{}, sentence};
    const Selection pair = withWhyPair(tokens);
    MadeWhy made{whyOf(tokens.model(), tokens.trace(), pair, tokens.view, dimensions, choice), {}};
    if (const TraceComparison *comparison = tokens.difference()) {
        made.data.isDifference = true;
        made.data.before = beforeOf(*comparison, pair);
        made.data.place = differenceTitle(made.data.place);
    }
    made.data.place = titledWithState(tokens, made.data.place);
    return made;
}

} // namespace regard
