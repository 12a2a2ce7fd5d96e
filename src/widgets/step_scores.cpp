#include "widgets/step_scores.h"

#include <cmath>
#include <utility>

#include <QCoreApplication>

#include "engine/stream.h"
#include "engine/sublayer.h"

namespace regard {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(StepMaker)
};

/// Where the rows that are projected come from.
QString sourceNote(const StepContext &context)
{
    if (context.place.attention == Attention::Cross)
        return Text::tr("The query is made of the decoder's stream, key and value of the encoder's output");
    if (context.place.layer > 0)
        return Text::tr("x is what layer %1 leaves").arg(context.place.layer);
    return {};
}

StepDetail detailOf(char letter)
{
    return letter == 'q' ? StepDetail::Query : letter == 'k' ? StepDetail::Key : StepDetail::Value;
}

/// One component of q, k or v: the terms of x and its column of the weight.
StepEquation projection(const StepContext &context, char letter, int token, const StepFactor &x, const StepRow &result,
                        StepRole role)
{
    const int component = context.component(detailOf(letter), result);
    const int width = letter == 'v' ? context.config.dValue : context.config.dKey;
    const int column = context.head * width + component;
    const std::string weight = context.sources.weight((std::string("w_") + letter).c_str());
    const QString name{QLatin1Char(letter)};
    const QString formula = context.productText(QStringLiteral("x"), QStringLiteral("W_") + name.toUpper(),
                                                QStringLiteral("b_") + name.toUpper());
    const QString place = context.choice.columns ? Text::tr("%1, row %2") : Text::tr("%1, column %2");
    StepEquation equation = productEquation(
        componentName(name, component), x,
        {stepColumn(context.model.weights.at(weight), column), StepRole::Plain, {alongColumn(weight, column)}, true},
        stepAt(result, component, role, context.sources.projected(letter, token)), place.arg(formula).arg(column),
        context.dimensions);
    if (context.config.bias)
        equation.terms.push_back(
            biasTerm(context.model, context.sources.weight((std::string("b_") + letter).c_str()), column));
    return equation;
}

/// The terms of w_a · tanh(q + k).
void addAdditive(Step &step, const StepContext &context, const StepNumber &result)
{
    const StepRow w = stepRow(context.additive, 0);
    const StepSourceList wSources{alongRow(context.sources.weight("w_a"), context.head)};
    const StepSourceList qSources = context.sources.projected('q', context.query);
    const StepSourceList kSources = context.sources.projected('k', context.key);
    StepRow terms(w.size());
    for (std::size_t i = 0; i < terms.size(); ++i)
        terms[i] = w[i] * std::tanh(context.q[i] + context.k[i]);
    const auto term = [&](int i) {
        return StepTerm{{stepAt(w, i, StepRole::Plain, wSources), stepAt(context.q, i, StepRole::Query, qSources),
                         stepAt(context.k, i, StepRole::Key, kSources)},
                        terms.size() > stepMostTerms ? Text::tr("dim %1").arg(i) : QString(),
                        -1,
                        i};
    };
    step.equations.push_back(sumEquation(Text::tr("score"), terms, term, result, Text::tr("w_a · tanh(q + k)")));
    step.equations.back().operation = StepOperation::SumOfTanh;
    step.strips.push_back(stepStrip(Text::tr("w_a"), w, StepRole::Plain, wSources));
    step.strips.push_back(
        stepStrip(Text::tr("terms"), std::move(terms), StepRole::Score, joined(joined(wSources, qSources), kSources)));
}

/// The terms of q · k.
void addDot(Step &step, const StepContext &context, const StepNumber &result)
{
    const StepSourceList qSources = context.sources.projected('q', context.query);
    const StepSourceList kSources = context.sources.projected('k', context.key);
    StepRow terms(context.q.size());
    for (std::size_t i = 0; i < terms.size(); ++i)
        terms[i] = context.q[i] * context.k[i];
    const auto term = [&](int i) {
        return StepTerm{
            {stepAt(context.q, i, StepRole::Query, qSources), stepAt(context.k, i, StepRole::Key, kSources)},
            terms.size() > stepMostTerms ? Text::tr("dim %1").arg(i) : QString(),
            -1,
            i};
    };
    step.equations.push_back(sumEquation(Text::tr("score"), terms, term, result, Text::tr("q · k")));
    step.strips.push_back(stepStrip(Text::tr("q·k"), std::move(terms), StepRole::Score, joined(qSources, kSources)));
}

} // namespace

Step projectStep(const StepContext &context)
{
    const bool columns = context.choice.columns;
    Step step{StepKind::Project, Text::tr("project"),
              (columns ? Text::tr("q of “%1”; k and v of “%2”: rows times column")
                       : Text::tr("q of “%1”; k and v of “%2”: row times columns"))
                  .arg(context.queryName(), context.keyName())};
    const Sublayer sublayer = sublayerOf(context.place);
    const Matrix &stream = streamBefore(context.config, context.trace, sublayer);
    const bool crosses = context.place.attention == Attention::Cross;
    const auto read = [&](int row) { return stepRow(sublayerInput(context.model, sublayer, stream.row(row)), 0); };
    const StepRow x = read(context.query);
    const StepRow y = crosses ? stepRow(context.trace.encoderOutput, context.key) : read(context.key);
    const StepSources &sources = context.sources;
    if (context.config.norm == Norm::Pre) {
        const int first = context.component(StepDetail::Read, x);
        const StepRow before = stepRow(stream, context.query);
        const std::string norm = normName(sublayer);
        step.strips.push_back(context.modelStrip(Text::tr("stream"), before, -1, sources.stream(context.query)));
        step.notes.push_back(Text::tr("The stream is normed before: x = norm(stream)"));
        step.equations =
            normEquations(context.model, norm + ".gain", norm + ".bias", before, sources.stream(context.query),
                          Text::tr("stream"), first, x[static_cast<std::size_t>(first)], Text::tr("x"));
    }
    // What the cross-attention's keys are made of is the encoder's matter.
    const StepFactor asking{x, StepRole::Plain, sources.read(context.query)};
    const StepFactor offering{y, StepRole::Plain, crosses ? StepSourceList() : sources.read(context.key)};
    const auto strip = [&](const QString &name, const StepRow &row, StepRole role, char letter, int token) {
        return componentStrip(name, row, role, context.component(detailOf(letter), row),
                              sources.projected(letter, token));
    };
    step.strips.push_back(context.modelStrip(Text::tr("x(%1)").arg(context.queryName()), x, -1, asking.sources));
    step.strips.push_back(
        strip(Text::tr("q(%1)").arg(context.queryName()), context.q, StepRole::Query, 'q', context.query));
    if (crosses || context.key != context.query)
        step.strips.push_back(context.modelStrip(Text::tr("x(%1)").arg(context.keyName()), y, -1, offering.sources));
    step.strips.push_back(strip(Text::tr("k(%1)").arg(context.keyName()), context.k, StepRole::Key, 'k', context.key));
    step.strips.push_back(
        strip(Text::tr("v(%1)").arg(context.keyName()), context.v, StepRole::Value, 'v', context.key));
    step.equations.push_back(projection(context, 'q', context.query, asking, context.q, StepRole::Query));
    step.equations.push_back(projection(context, 'k', context.key, offering, context.k, StepRole::Key));
    step.equations.push_back(projection(context, 'v', context.key, offering, context.v, StepRole::Value));
    if (const QString note = sourceNote(context); !note.isEmpty())
        step.notes.push_back(note);
    return step;
}

Step scoreStep(const StepContext &context)
{
    Step step{StepKind::Score, Text::tr("score"),
              Text::tr("How well “%1” asks for what “%2” offers").arg(context.queryName(), context.keyName())};
    step.strips.push_back(stepStrip(Text::tr("q(%1)").arg(context.queryName()), context.q, StepRole::Query,
                                    context.sources.projected('q', context.query)));
    step.strips.push_back(stepStrip(Text::tr("k(%1)").arg(context.keyName()), context.k, StepRole::Key,
                                    context.sources.projected('k', context.key)));
    StepNumber result = stepAt(context.scores, context.key, StepRole::Score);
    result.sources = context.sources.score(context.query, context.key);
    if (context.config.score == Score::Additive)
        addAdditive(step, context, result);
    else
        addDot(step, context, result);
    step.strips.push_back(context.keysStrip(Text::tr("scores"), context.scores, context.sources.scores(context.query)));
    if (!context.choice.matrixForm)
        step.notes.push_back(Text::tr("scores: those of “%1” for every key").arg(context.queryName()));
    return step;
}

Step scaleStep(const StepContext &context)
{
    Step step{StepKind::Scale, Text::tr("scale"), Text::tr("So that long vectors do not make the softmax too sharp")};
    step.strips.push_back(context.keysStrip(Text::tr("scores"), context.scores, context.sources.scores(context.query)));
    if (context.config.score != Score::ScaledDot) {
        step.heading = Text::tr("Nothing is scaled");
        step.notes.push_back(context.config.score == Score::Dot
                                 ? Text::tr("The score is the plain dot product: nothing is scaled")
                                 : Text::tr("The additive score is not scaled"));
        return step;
    }
    const auto dKey = static_cast<double>(context.config.dKey);
    const StepSourceList pairs = context.sources.pairs(context.query);
    step.strips.push_back(context.keysStrip(Text::tr("scaled"), context.scaled, pairs));
    step.equations.push_back(
        {Text::tr("scaled"),
         StepOperation::Quotient,
         {{{stepAt(context.scores, context.key, StepRole::Score, pairs), {dKey, StepRole::Plain, true}}, {}}},
         stepAt(context.scaled, context.key, StepRole::Score, pairs),
         Text::tr("score ÷ √d_key")});
    step.notes.push_back(
        Text::tr("d_key is %1, and √%1 = %2").arg(context.config.dKey).arg(std::sqrt(dKey), 0, 'g', 6));
    return step;
}

Step maskStep(const StepContext &context)
{
    const QString query = context.queryName();
    const QString key = context.keyName();
    const StepSourceList pairs = context.sources.pairs(context.query);
    Step step{StepKind::Mask, Text::tr("mask"), Text::tr("What “%1” must not see becomes −∞").arg(query)};
    step.strips.push_back(context.keysStrip(Text::tr("scaled"), context.scaled, pairs));
    step.strips.push_back(context.keysStrip(Text::tr("masked"), context.masked, pairs));
    const StepNumber masked = stepAt(context.masked, context.key, StepRole::Score, pairs);
    step.equations.push_back({Text::tr("masked"), StepOperation::SumOfProducts, {{{masked}, {}}}, masked});
    if (context.isLater(context.key))
        step.notes.push_back(Text::tr("“%1” stands after “%2”: the causal mask forbids it").arg(key, query));
    if (context.isPadding(context.key))
        step.notes.push_back(Text::tr("“%1” is masked out as padding").arg(key));
    if (!context.isLater(context.key) && !context.isPadding(context.key))
        step.notes.push_back(Text::tr("“%1” is allowed: its score stays").arg(key));
    int later = 0;
    int padding = 0;
    for (int i = 0; i < context.keys.size(); ++i) {
        later += context.isLater(i) ? 1 : 0;
        padding += !context.isLater(i) && context.isPadding(i) ? 1 : 0;
    }
    step.notes.push_back(Text::tr("Of %1 keys %2 come later (causal) and %3 are padding")
                             .arg(context.keys.size())
                             .arg(later)
                             .arg(padding));
    return step;
}

} // namespace regard
