#include "views/steps/step_combine.h"

#include <utility>

#include <QCoreApplication>

#include "engine/kernels/product.h"
#include "engine/model/recurrent.h"
#include "views/steps/step_pieces.h"

namespace regard {

namespace {

struct StepCombineText {
    Q_DECLARE_TR_FUNCTIONS(StepCell)
};

/// The states of the top layer, and the contexts beside them.
Matrix statesAndContexts(const StepContext &context)
{
    const Matrix &states = context.trace.decoderRecurrent.back()->output;
    const Matrix &contexts = context.block.output;
    Matrix both(states.rows(), states.cols() + contexts.cols());
    both << states, contexts;
    return both;
}

QString bothName(const StepContext &context)
{
    return context.choice.columns ? StepCombineText::tr("[s; context]") : StepCombineText::tr("[s, context]");
}

StepSourceList combineSources()
{
    return {columnsSource(combineWeight), alongRow(combineBias, 0)};
}

} // namespace

Step combineStep(const StepContext &context)
{
    const Matrix &weight = context.model.weights.at(combineWeight);
    const Matrix row = statesAndContexts(context).row(context.query);
    const StepRow both = stepRow(row, 0);
    const StepRow sums = stepRow(affine(row, weight, &context.model.weights.at(combineBias)).numbers, 0);
    const StepRow combined = stepRow(context.trace.decoderOutput, context.query);
    const int c = context.component(StepDetail::Combined, combined);
    const StepSourceList sources = combineSources();
    const auto states = both.begin() + context.trace.decoderRecurrent.back()->output.cols();
    Step step{
        StepKind::Combine, StepCombineText::tr("combine"),
        StepCombineText::tr("State and context of “%1” together: what the output reads").arg(context.queryName())};
    step.strips = {
        stepStrip(QStringLiteral("s"), {both.begin(), states}, StepRole::Plain),
        stepStrip(StepCombineText::tr("context"), {states, both.end()}, StepRole::Plain, context.sources.output()),
        componentStrip(StepCombineText::tr("sum"), sums, StepRole::Plain, c, sources),
        componentStrip(StepCombineText::tr("combined"), combined, StepRole::Plain, c, sources)};
    const StepNumber sum = stepAt(sums, c, StepRole::Plain, sources);
    step.equations.push_back(
        productEquation(componentName(StepCombineText::tr("sum"), c), {both},
                        {stepColumn(weight, c), StepRole::Plain, {alongColumn(combineWeight, c)}, true}, sum,
                        context.productText(bothName(context), QStringLiteral("W_c"), QStringLiteral("b_c"))));
    step.equations.back().terms.push_back(biasTerm(context.model, combineBias, c));
    step.equations.push_back({componentName(StepCombineText::tr("combined"), c),
                              StepOperation::Tanh,
                              {{{sum}, {}}},
                              stepAt(combined, c, StepRole::Plain, sources)});
    step.notes.push_back(StepCombineText::tr("s is the state of the top layer after the step"));
    return step;
}

std::vector<StepLine> combineLines(const StepContext &context)
{
    const Matrix both = statesAndContexts(context);
    const Matrix sums =
        affine(both, context.model.weights.at(combineWeight), &context.model.weights.at(combineBias)).numbers;
    const int c = context.component(stepRow(context.trace.decoderOutput, context.query));
    const StepPieces pieces(context);
    const StepPiece sum = pieces.asking(StepCombineText::tr("sum"), sums, StepRole::Plain, c, combineSources());
    return {pieces.product(pieces.asking(bothName(context), both),
                           pieces.weight(QStringLiteral("W_c"), combineWeight, c),
                           pieces.weight(QStringLiteral("b_c"), combineBias, c), sum),
            {stepSign(StepCombineText::tr("tanh of")), sum, stepSign(QStringLiteral("=")),
             pieces.asking(StepCombineText::tr("combined"), context.trace.decoderOutput, StepRole::Plain, c,
                           combineSources())}};
}

} // namespace regard
