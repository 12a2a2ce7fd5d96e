#include "views/steps/step_scores.h"

#include <cmath>
#include <utility>

#include <QCoreApplication>

#include "engine/functions/score.h"
#include "engine/model/key_head.h"
#include "engine/model/sublayer.h"
#include "engine/pass/stream.h"

namespace regard {

namespace {

struct StepScoresText {
    Q_DECLARE_TR_FUNCTIONS(StepMaker)
};

/// Says where the rows that are projected come from.
QString sourceNote(const StepContext &context)
{
    if (context.place.attention == Attention::Cross && isRecurrent(context.config, Stack::Decoder)) {
        const QString encoder = isRecurrent(context.config, Stack::Encoder)
                                    ? StepScoresText::tr("the encoder’s states")
                                    : StepScoresText::tr("the encoder’s output");
        const bool asksBefore = context.config.decoderAttention == DecoderAttention::Bahdanau;
        return (asksBefore ? StepScoresText::tr(
                                 "The query is made of the decoder’s state before this step, key and value of %1")
                           : StepScoresText::tr(
                                 "The query is made of the decoder’s state after this step, key and value of %1"))
            .arg(encoder);
    }
    if (context.place.attention == Attention::Cross)
        return StepScoresText::tr("The query is made of the decoder's stream, key and value of the encoder's output");
    if (context.place.layer > 0)
        return StepScoresText::tr("x: output of layer %1").arg(context.place.layer);
    return {};
}

StepDetail detailOf(char letter)
{
    return letter == 'q' ? StepDetail::Query : letter == 'k' ? StepDetail::Key : StepDetail::Value;
}

/// q, k or v of one token: what is shown of it, and where it comes from.
struct Projected {
    char letter = 'q';
    QString token;    ///< its name
    int row = 0;      ///< its position
    StepFactor input; ///< what the weight reads
    StepRow plain;    ///< as projected; empty: that is the result
    StepRow normed;   ///< normed, where it is rotated after that
    StepRow result;   ///< what is compared or weighed
    StepRole role = StepRole::Query;
};

/// "q₀" of what is rotated to q.
QString plainName(const Projected &made)
{
    const QString name{QLatin1Char(made.letter)};
    return made.plain.empty() ? name : name + QStringLiteral("₀");
}

/// "q₁" of what is normed and then rotated to q.
QString rotatedName(const Projected &made)
{
    return made.normed.empty() ? plainName(made) : QLatin1Char(made.letter) + QStringLiteral("₁");
}

const StepRow &rotatedRow(const Projected &made)
{
    return made.normed.empty() ? made.plain : made.normed;
}

/// Spells out one component of q, k or v: the terms of x and its column of the weight.
StepEquation projection(const StepContext &context, const Projected &made)
{
    const char letter = made.letter;
    const StepRow &result = made.plain.empty() ? made.result : made.plain;
    const int component = context.component(detailOf(letter), made.result);
    const int column = context.firstColumn(letter) + component;
    const std::string weight = context.sources.weight((std::string("w_") + letter).c_str());
    const QString name{QLatin1Char(letter)};
    const bool isBiased = hasQkvBias(context.config);
    const QString formula = context.productText(QStringLiteral("x"), QStringLiteral("W_") + name.toUpper(),
                                                isBiased ? QStringLiteral("b_") + name.toUpper() : QString());
    const QString place =
        context.choice.columns ? StepScoresText::tr("%1, row %2") : StepScoresText::tr("%1, column %2");
    StepEquation equation =
        productEquation(componentName(plainName(made), column), made.input,
                        {stepColumn(context.model.weights.weight(weight), column),
                         StepRole::Plain,
                         {alongColumn(weight, column)},
                         true},
                        stepAt(result, component, made.role, context.sources.projected(letter, made.row)),
                        place.arg(formula).arg(column), context.dimensions);
    if (isBiased)
        equation.terms.push_back(
            biasTerm(context.model, context.sources.weight((std::string("b_") + letter).c_str()), column));
    return equation;
}

/// "position × 10000^(−2 ÷ 8)", as the scaling makes it slower.
QString angleText(const StepContext &context, int pair)
{
    const ModelConfig &config = context.config;
    const QString plain = StepScoresText::tr("position × %1^(−%2 ÷ %3)")
                              .arg(QString::number(context.rotary.theta(), 'g', 9))
                              .arg(2 * pair)
                              .arg(context.rotary.width());
    switch (context.rotary.isScaled() ? config.ropeScaling : RopeScaling::None) {
    case RopeScaling::None:
        return plain;
    case RopeScaling::Linear:
        return StepScoresText::tr("%1 ÷ %2").arg(plain).arg(config.ropeFactor);
    case RopeScaling::Dynamic:
        return StepScoresText::tr("%1, the base raised for a longer sentence").arg(plain);
    case RopeScaling::Llama3:
    case RopeScaling::Yarn:
        return StepScoresText::tr("%1, slow angles ÷ %2").arg(plain).arg(config.ropeFactor);
    case RopeScaling::LongRope:
        return StepScoresText::tr("%1 ÷ the pair's factor").arg(plain);
    }
    return plain;
}

/// How the position turns one component of q or k together with its partner.
std::vector<StepEquation> rotation(const StepContext &context, const Projected &made)
{
    const int component = context.component(detailOf(made.letter), made.result);
    const int first = context.firstColumn(made.letter);
    const StepSourceList sources = context.sources.projected(made.letter, made.row);
    const QString name{QLatin1Char(made.letter)};
    const auto term = [&](int index, double factor) {
        return StepTerm{{stepAt(rotatedRow(made), index, made.role, sources), {factor}}, {}, -1, index};
    };
    const StepNumber result =
        stepAt(made.result, component, made.role, context.sources.compared(made.letter, made.row));
    if (!context.rotary.holds(component))
        return {{componentName(name, first + component),
                 StepOperation::SumOfProducts,
                 {{{stepAt(rotatedRow(made), component, made.role, sources)}, {}, -1, component}},
                 result,
                 StepScoresText::tr("not rotated")}};
    const int pair = context.rotary.pairOf(component);
    const bool isFirst = context.rotary.isFirst(component);
    const int partner = context.rotary.partnerOf(component);
    const Rotation turn = context.rotary.at(made.row, pair);
    const auto sine = double(turn.sine);
    return {{StepScoresText::tr("φ of %1").arg(name),
             StepOperation::SumOfProducts,
             {{{{double(made.row)}, {double(context.rotary.frequency(pair))}}, {}}},
             {double(turn.angle)},
             angleText(context, pair)},
            {componentName(name, first + component),
             StepOperation::SumOfProducts,
             {term(component, double(turn.cosine)), term(partner, isFirst ? -sine : sine)},
             result,
             (isFirst ? StepScoresText::tr("%1[%2] × cos φ − %1[%3] × sin φ")
                      : StepScoresText::tr("%1[%2] × cos φ + %1[%3] × sin φ"))
                 .arg(rotatedName(made))
                 .arg(first + component)
                 .arg(first + partner)}};
}

/// How one component of q or k is normed, with the columns of its head or with those of all.
std::vector<StepEquation> headNorm(const StepContext &context, const Projected &made)
{
    const int component = context.component(detailOf(made.letter), made.result);
    const bool isOfAll = context.config.qkNorm == QkNorm::All;
    const int first = context.firstColumn(made.letter);
    const std::string name = context.sources.weight(made.letter == 'q' ? "q_norm" : "k_norm");
    StepRow row = made.plain;
    StepSourceList sources = context.sources.projected(made.letter, made.row);
    if (isOfAll) {
        const Matrix input = made.letter == 'q' ? context.queryInput(made.row) : context.keyInput(made.row);
        row = stepRow(context.allColumns(made.letter, input), 0);
        for (StepSource &source : sources)
            source.column -= source.columnFollows ? first : 0;
    }
    const StepRow &result = made.normed.empty() ? made.result : made.normed;
    std::vector<StepEquation> equations =
        normEquations(context.model, name + ".gain", name + ".bias", row, sources, plainName(made),
                      isOfAll ? first + component : component, result[std::size_t(component)],
                      made.normed.empty() ? QString(QLatin1Char(made.letter)) : rotatedName(made));
    equations.back().name =
        componentName(made.normed.empty() ? QString(QLatin1Char(made.letter)) : rotatedName(made), first + component);
    return equations;
}

/// Adds the strips of a row: as projected, and rotated where it is.
void addStrips(Step &step, const StepContext &context, const Projected &made)
{
    const int component = context.component(detailOf(made.letter), made.result);
    const auto add = [&](const QString &name, const StepRow &row, StepSourceList sources) {
        step.strips.push_back(numberedFrom(context.firstColumn(made.letter),
                                           componentStrip(QStringLiteral("%1(%2)").arg(name, made.token), row,
                                                          made.role, component, std::move(sources))));
    };
    if (!made.plain.empty())
        add(plainName(made), made.plain, context.sources.projected(made.letter, made.row));
    if (!made.normed.empty())
        add(rotatedName(made), made.normed, context.sources.projected(made.letter, made.row));
    const bool isCompared = made.letter != 'v';
    add(QString(QLatin1Char(made.letter)), made.result,
        isCompared ? context.sources.compared(made.letter, made.row)
                   : context.sources.projected(made.letter, made.row));
}

void addEquations(Step &step, const StepContext &context, const Projected &made)
{
    step.equations.push_back(projection(context, made));
    if (made.plain.empty())
        return;
    if (hasQkNorm(context.config, context.place.attention))
        for (StepEquation &equation : headNorm(context, made))
            step.equations.push_back(std::move(equation));
    if (!context.isRotated())
        return;
    for (StepEquation &equation : rotation(context, made))
        step.equations.push_back(std::move(equation));
}

/// How the angles are made smaller, so that longer sentences stay within those that the model was trained with.
QString scalingNote(const ModelConfig &config)
{
    switch (config.ropeScaling) {
    case RopeScaling::None:
        break;
    case RopeScaling::Linear:
        return StepScoresText::tr("Linear scaling: every angle is divided by %1").arg(config.ropeFactor);
    case RopeScaling::Dynamic:
        return StepScoresText::tr(
                   "Dynamic scaling: in sentences longer than %1 tokens the base grows with their length")
            .arg(config.ropeOriginal);
    case RopeScaling::Llama3:
        return StepScoresText::tr(
                   "Llama 3 scaling: angles that turn less than %1 times within %2 tokens are divided by "
                   "%3, those that turn more than %4 times stay, and those between are mixed")
            .arg(config.ropeLow)
            .arg(config.ropeOriginal)
            .arg(config.ropeFactor)
            .arg(config.ropeHigh);
    case RopeScaling::Yarn:
        return StepScoresText::tr("YaRN: angles that turn less than %1 times within %2 tokens are divided by %3, those "
                                  "that turn more than %4 times stay, and those between are mixed")
            .arg(config.ropeLow)
            .arg(config.ropeOriginal)
            .arg(config.ropeFactor)
            .arg(config.ropeHigh);
    case RopeScaling::LongRope:
        return StepScoresText::tr(
                   "LongRoPE: each pair's angle is divided by a factor of its own; sentences longer than "
                   "%1 tokens have other factors")
            .arg(config.ropeOriginal);
    }
    return {};
}

/// Notes which heads read the same keys and values, and how positions rotate.
void noteRules(Step &step, const StepContext &context)
{
    if (context.sharesKeys()) {
        const int group = headsOf(context.config, context.place.attention) /
                          keyValueHeadsOf(context.config, stackOf(context.place.attention));
        const int first = context.keyHead * group;
        step.notes.push_back(StepScoresText::tr("Head %1 reads key and value head %2, as heads %3 to %4 do")
                                 .arg(context.head + 1)
                                 .arg(context.keyHead + 1)
                                 .arg(first + 1)
                                 .arg(first + group));
    }
    const ModelConfig &config = context.config;
    if (hasQkNorm(config, context.place.attention))
        step.notes.push_back(config.qkNorm == QkNorm::Head
                                 ? StepScoresText::tr("q₀ and k₀ are normed, those of each head by themselves, so that "
                                                      "no score grows too large")
                                 : StepScoresText::tr("q₀ and k₀ are normed over the columns of all heads, so that no "
                                                      "score grows too large"));
    if (config.position == Position::Rotary && context.place.attention != Attention::Cross && !context.isRotated())
        step.notes.push_back(
            StepScoresText::tr("Layer %1 does not rotate: it does not know positions").arg(context.place.layer + 1));
    if (!context.isRotated())
        return;
    const int width = context.rotary.width();
    step.notes.push_back(
        StepScoresText::tr(
            "Rotary positions: q₀ and k₀ are as projected. Each pair of columns %1 apart is rotated by the "
            "angle φ = position × %2^(−2c ÷ %3), where c is its first column and positions count from 0")
            .arg(context.rotary.distance())
            .arg(QString::number(context.rotary.theta(), 'g', 9))
            .arg(width));
    if (width < config.dKey)
        step.notes.push_back(
            StepScoresText::tr("Only the first %1 of %2 columns of a head are rotated").arg(width).arg(config.dKey));
    if (const QString note = scalingNote(config); context.rotary.isScaled() && !note.isEmpty())
        step.notes.push_back(note);
    if (context.rotary.isScaled() && config.ropeAttention != 1)
        step.notes.push_back(StepScoresText::tr("cos φ and sin φ are multiplied by %1").arg(config.ropeAttention));
}

/// The terms of w_a · tanh(q + k).
void addAdditive(Step &step, const StepContext &context, const StepNumber &result)
{
    const StepRow w = stepRow(context.additive, 0);
    const StepSourceList wSources{alongRow(context.sources.weight("w_a"), context.head)};
    const StepSourceList qSources = context.sources.compared('q', context.query);
    const StepSourceList kSources = context.sources.compared('k', context.key);
    StepRow terms(w.size());
    for (std::size_t i = 0; i < terms.size(); ++i)
        terms[i] = w[i] * std::tanh(context.q[i] + context.k[i]);
    const auto term = [&](int i) {
        return StepTerm{{stepAt(w, i, StepRole::Plain, wSources), stepAt(context.q, i, StepRole::Query, qSources),
                         stepAt(context.k, i, StepRole::Key, kSources)},
                        terms.size() > stepMostTerms ? StepScoresText::tr("dim %1").arg(context.firstColumn('q') + i)
                                                     : QString(),
                        -1,
                        i};
    };
    step.equations.push_back(
        sumEquation(StepScoresText::tr("score"), terms, term, result, StepScoresText::tr("w_a · tanh(q + k)")));
    step.equations.back().operation = StepOperation::SumOfTanh;
    step.strips.push_back(stepStrip(StepScoresText::tr("w_a"), w, StepRole::Plain, wSources));
    step.strips.push_back(stepStrip(StepScoresText::tr("terms"), std::move(terms), StepRole::Score,
                                    joined(joined(wSources, qSources), kSources)));
}

/// The terms of q · k.
void addDot(Step &step, const StepContext &context, const StepNumber &result)
{
    const StepSourceList qSources = context.sources.compared('q', context.query);
    const StepSourceList kSources = context.sources.compared('k', context.key);
    StepRow terms(context.q.size());
    for (std::size_t i = 0; i < terms.size(); ++i)
        terms[i] = context.q[i] * context.k[i];
    const auto term = [&](int i) {
        return StepTerm{
            {stepAt(context.q, i, StepRole::Query, qSources), stepAt(context.k, i, StepRole::Key, kSources)},
            terms.size() > stepMostTerms ? StepScoresText::tr("dim %1").arg(context.firstColumn('q') + i) : QString(),
            -1,
            i};
    };
    step.equations.push_back(
        sumEquation(StepScoresText::tr("score"), terms, term, result, StepScoresText::tr("q · k")));
    step.strips.push_back(
        numberedFrom(context.firstColumn('q'), stepStrip(StepScoresText::tr("q·k"), std::move(terms), StepRole::Score,
                                                         joined(qSources, kSources))));
}

/// The terms of (q W_g) · k, and of the component of q W_g that gives most.
void addGeneral(Step &step, const StepContext &context, const StepNumber &result)
{
    const std::string name = context.sources.weight("w_g");
    const StepSourceList qSources = context.sources.compared('q', context.query);
    const StepSourceList kSources = context.sources.compared('k', context.key);
    const int first = context.firstColumn('q');
    const StepSourceList askedSources = joined(qSources, {columnsSource(name, first)});
    StepRow terms(context.asked.size());
    for (std::size_t i = 0; i < terms.size(); ++i)
        terms[i] = context.asked[i] * context.k[i];
    const int component = context.component(StepDetail::Query, context.asked);
    const int column = first + component;
    step.equations.push_back(productEquation(
        componentName(QStringLiteral("qW"), column), {context.q, StepRole::Query, qSources, false, first},
        {stepColumn(context.model.weights.weight(name), column), StepRole::Plain, {alongColumn(name, column)}, true},
        stepAt(context.asked, component, StepRole::Query, askedSources),
        (context.choice.columns ? StepScoresText::tr("%1, row %2") : StepScoresText::tr("%1, column %2"))
            .arg(context.productText(QStringLiteral("q"), QStringLiteral("W_g")))
            .arg(column),
        {}));
    const auto term = [&](int i) {
        return StepTerm{
            {stepAt(context.asked, i, StepRole::Query, askedSources), stepAt(context.k, i, StepRole::Key, kSources)},
            terms.size() > stepMostTerms ? StepScoresText::tr("dim %1").arg(context.firstColumn('q') + i) : QString(),
            -1,
            i};
    };
    step.equations.push_back(
        sumEquation(StepScoresText::tr("score"), terms, term, result, StepScoresText::tr("(q W_g) · k")));
    step.strips.push_back(numberedFrom(
        first, componentStrip(QStringLiteral("qW"), context.asked, StepRole::Query, component, askedSources)));
    step.strips.push_back(numberedFrom(first, stepStrip(StepScoresText::tr("qW·k"), std::move(terms), StepRole::Score,
                                                        joined(askedSources, kSources))));
}

QString noteOfUnscaled(Score score)
{
    switch (score) {
    case Score::General:
        return StepScoresText::tr("The general score is not scaled");
    case Score::Dot:
        return StepScoresText::tr("The score is the plain dot product: nothing is scaled");
    case Score::Additive:
        return StepScoresText::tr("The additive (concat) score is not scaled");
    case Score::ScaledDot:
        break;
    }
    return {};
}

/// The norm of what W_Q reads; x is what it makes of the query's row.
void addNormBefore(Step &step, const StepContext &context, const StepRow &x)
{
    const Sublayer sublayer = sublayerOf(context.place);
    const int first = context.component(StepDetail::Read, x);
    const StepRow before = stepRow(streamBefore(context.config, context.trace, sublayer), context.query);
    const StepSourceList sources = context.sources.stream(context.query);
    const std::string norm = normName(sublayer);
    step.strips.push_back(context.modelStrip(StepScoresText::tr("stream"), before, -1, sources));
    step.notes.push_back(StepScoresText::tr("The stream is normed before: x = norm(stream)"));
    step.equations = normEquations(context.model, norm + ".gain", norm + ".bias", before, sources,
                                   StepScoresText::tr("stream"), first, x[std::size_t(first)], StepScoresText::tr("x"));
}

/// What the score is scaled by, and why.
void noteScale(Step &step, const StepContext &context)
{
    const int dKey = context.config.dKey;
    if (isDividedByRoot(context.config))
        step.notes.push_back(
            StepScoresText::tr("d_k is %1, and √%1 = %2").arg(dKey).arg(std::sqrt(double(dKey)), 0, 'g', 6));
    if (context.divisor != 1)
        step.notes.push_back(StepScoresText::tr("The scores of layer %1 are divided by %1 besides, as GPT-2 can")
                                 .arg(context.place.layer + 1));
    if (context.config.scoreCap > 0)
        step.notes.push_back(StepScoresText::tr("Soft cap: %1 × tanh(score ÷ %1) lies between −%1 and %1, so that no "
                                                "score outgrows all others, as in Gemma 2")
                                 .arg(context.config.scoreCap));
    if (context.biases.empty())
        return;
    step.strips.push_back(context.keysStrip(StepScoresText::tr("bias"), context.biases, {}));
    step.notes.push_back(context.config.scoreBias == ScoreBias::Alibi
                             ? StepScoresText::tr("ALiBi: −slope × distance, with a slope of the head’s own, says "
                                                  "where a key stands; nothing is added to the tokens")
                             : StepScoresText::tr("The head adds a learned number for each bucket of distances, "
                                                  "which all layers share"));
}

} // namespace

Step projectStep(const StepContext &context)
{
    const bool columns = context.choice.columns;
    Step step{StepKind::Project, StepScoresText::tr("project"),
              (columns ? StepScoresText::tr("q of “%1”; k and v of “%2”: rows times column")
                       : StepScoresText::tr("q of “%1”; k and v of “%2”: row times columns"))
                  .arg(context.queryName(), context.keyName())};
    const bool crosses = context.place.attention == Attention::Cross;
    const StepRow x = stepRow(context.queryInput(context.query), 0);
    const StepRow y = stepRow(context.keyInput(context.key), 0);
    const StepSources &sources = context.sources;
    if (normOf(context.config, stackOf(context.place.attention)) == Norm::Pre)
        addNormBefore(step, context, x);
    // The cross-attention's keys are made in the encoder, which is not shown here.
    const StepFactor asking{x, StepRole::Plain, sources.read(context.query)};
    const StepFactor offering{y, StepRole::Plain, crosses ? StepSourceList() : sources.read(context.key)};
    const Projected q{'q',       context.queryName(), context.query, asking, context.plainQ, context.normedQ,
                      context.q, StepRole::Query};
    const Projected k{'k',       context.keyName(), context.key, offering, context.plainK, context.normedK,
                      context.k, StepRole::Key};
    const Projected v{'v', context.keyName(), context.key, offering, {}, {}, context.v, StepRole::Value};
    step.strips.push_back(
        context.modelStrip(StepScoresText::tr("x(%1)").arg(context.queryName()), x, -1, asking.sources));
    addStrips(step, context, q);
    if (crosses || context.key != context.query)
        step.strips.push_back(
            context.modelStrip(StepScoresText::tr("x(%1)").arg(context.keyName()), y, -1, offering.sources));
    addStrips(step, context, k);
    addStrips(step, context, v);
    for (const Projected *made : {&q, &k, &v})
        addEquations(step, context, *made);
    noteRules(step, context);
    if (const QString note = sourceNote(context); !note.isEmpty())
        step.notes.push_back(note);
    return step;
}

Step scoreStep(const StepContext &context)
{
    Step step{StepKind::Score, StepScoresText::tr("score"),
              StepScoresText::tr("How well the query of “%1” matches the key of “%2”")
                  .arg(context.queryName(), context.keyName())};
    step.strips.push_back(numberedFrom(context.firstColumn('q'),
                                       stepStrip(StepScoresText::tr("q(%1)").arg(context.queryName()), context.q,
                                                 StepRole::Query, context.sources.compared('q', context.query))));
    step.strips.push_back(
        numberedFrom(context.firstColumn('k'), stepStrip(StepScoresText::tr("k(%1)").arg(context.keyName()), context.k,
                                                         StepRole::Key, context.sources.compared('k', context.key))));
    StepNumber result = stepAt(context.scores, context.key, StepRole::Score);
    result.sources = context.sources.score(context.query, context.key);
    switch (context.config.score) {
    case Score::Dot:
    case Score::ScaledDot:
        addDot(step, context, result);
        break;
    case Score::Additive:
        addAdditive(step, context, result);
        break;
    case Score::General:
        addGeneral(step, context, result);
        break;
    }
    step.strips.push_back(
        context.keysStrip(StepScoresText::tr("scores"), context.scores, context.sources.scores(context.query)));
    if (!context.choice.matrixForm)
        step.notes.push_back(StepScoresText::tr("scores: those of “%1” for every key").arg(context.queryName()));
    return step;
}

Step scaleStep(const StepContext &context)
{
    Step step{StepKind::Scale, StepScoresText::tr("scale"),
              StepScoresText::tr("So that long vectors do not make the softmax too sharp")};
    step.strips.push_back(
        context.keysStrip(StepScoresText::tr("scores"), context.scores, context.sources.scores(context.query)));
    if (context.scaleText({}).isEmpty()) {
        step.heading = StepScoresText::tr("Nothing is scaled");
        step.notes.push_back(noteOfUnscaled(context.config.score));
        return step;
    }
    const auto dKey = double(context.config.dKey);
    const StepSourceList pairs = context.sources.pairs(context.query);
    step.strips.push_back(context.keysStrip(StepScoresText::tr("scaled"), context.scaled, pairs));
    StepNumber value = stepAt(context.scores, context.key, StepRole::Score, pairs);
    const auto divide = [&](StepNumber by, const QString &formula) {
        StepNumber quotient = value;
        quotient.value = double(float(value.value) / float(by.isRoot ? std::sqrt(by.value) : by.value));
        step.equations.push_back(
            {StepScoresText::tr("scaled"), StepOperation::Quotient, {{{value, by}, {}}}, quotient, formula});
        value = quotient;
    };
    if (const double factor = context.config.scoreScale; factor > 0) {
        StepNumber product = value;
        product.value = double(float(value.value) * float(factor));
        step.equations.push_back({StepScoresText::tr("scaled"),
                                  StepOperation::SumOfProducts,
                                  {{{value, {factor}}, {}}},
                                  product,
                                  StepScoresText::tr("score × %1").arg(factor)});
        step.notes.push_back(StepScoresText::tr("The model has a multiplier of its own in the place of 1 ÷ √d_k"));
        value = product;
    } else if (isScaled(context.config.score)) {
        divide({dKey, StepRole::Plain, true}, StepScoresText::tr("score ÷ √d_k"));
    }
    if (context.divisor != 1)
        divide({context.divisor}, StepScoresText::tr("score ÷ layer"));
    if (const double cap = context.config.scoreCap; cap > 0) {
        StepNumber tanh = value;
        tanh.value = std::tanh(value.value / cap);
        step.equations.push_back({QStringLiteral("tanh"),
                                  StepOperation::Tanh,
                                  {{{value, {1 / cap}}, {}}},
                                  tanh,
                                  StepScoresText::tr("tanh(score ÷ %1)").arg(cap)});
        value.value = cap * tanh.value;
        step.equations.push_back({StepScoresText::tr("scaled"),
                                  StepOperation::SumOfProducts,
                                  {{{{cap}, tanh}, {}}},
                                  value,
                                  StepScoresText::tr("%1 × tanh").arg(cap)});
    }
    if (!context.biases.empty())
        step.equations.push_back({StepScoresText::tr("scaled"),
                                  StepOperation::SumOfProducts,
                                  {{{value}, {}}, {{stepAt(context.biases, context.key)}, StepScoresText::tr("bias")}},
                                  value,
                                  StepScoresText::tr("score + bias of the distance")});
    step.equations.back().result = stepAt(context.scaled, context.key, StepRole::Score, pairs);
    noteScale(step, context);
    return step;
}

Step maskStep(const StepContext &context)
{
    const QString query = context.queryName();
    const QString key = context.keyName();
    const StepSourceList pairs = context.sources.pairs(context.query);
    Step step{StepKind::Mask, StepScoresText::tr("mask"),
              StepScoresText::tr("What “%1” must not see becomes −∞").arg(query)};
    step.strips.push_back(context.keysStrip(StepScoresText::tr("scaled"), context.scaled, pairs));
    step.strips.push_back(context.keysStrip(StepScoresText::tr("masked"), context.masked, pairs));
    const StepNumber masked = stepAt(context.masked, context.key, StepRole::Score, pairs);
    step.equations.push_back({StepScoresText::tr("masked"), StepOperation::SumOfProducts, {{{masked}, {}}}, masked});
    if (context.isLater(context.key))
        step.notes.push_back(StepScoresText::tr("“%1” stands after “%2”: the causal mask forbids it").arg(key, query));
    if (context.isPadding(context.key))
        step.notes.push_back(StepScoresText::tr("“%1” is masked out as padding").arg(key));
    if (context.isCut(context.key))
        step.notes.push_back(StepScoresText::tr("The link from “%1” to “%2” is cut by hand").arg(query, key));
    if (context.isBeyondWindow(context.key))
        step.notes.push_back(StepScoresText::tr("“%1” stands outside the window of %2 tokens that ends at “%3”")
                                 .arg(key, QString::number(context.mask().window), query));
    if (context.isAllowed(context.key))
        step.notes.push_back(StepScoresText::tr("“%1” is allowed: its score stays").arg(key));
    int later = 0;
    int beyond = 0;
    int padding = 0;
    for (int i = 0; i < context.keys.size(); ++i) {
        later += context.isLater(i) ? 1 : 0;
        beyond += context.isBeyondWindow(i) && !context.isLater(i) ? 1 : 0;
        padding += !context.mask().hides(context.query, i) && context.isPadding(i) ? 1 : 0;
    }
    step.notes.push_back(StepScoresText::tr("Keys: %1; later (causal): %2; padding: %3")
                             .arg(context.keys.size())
                             .arg(later)
                             .arg(padding));
    if (context.mask().window > 0)
        step.notes.push_back(StepScoresText::tr("Window: a token sees itself and the %1 before it; outside it: %2")
                                 .arg(context.mask().window - 1)
                                 .arg(beyond));
    return step;
}

} // namespace regard
