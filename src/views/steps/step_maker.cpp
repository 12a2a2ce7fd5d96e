#include "views/steps/step_maker.h"

#include <QCoreApplication>

#include "engine/model/sublayer.h"
#include "engine/pass/output_layer.h"
#include "views/data/figure_data.h"
#include "views/steps/step_context.h"
#include "views/steps/step_entry.h"
#include "views/steps/step_join.h"
#include "views/steps/step_matrices.h"
#include "views/steps/step_output.h"
#include "views/steps/step_scores.h"
#include "views/steps/step_softmax.h"
#include "views/steps/step_stream.h"
#include "views/steps/step_weighing.h"

namespace regard {

namespace {

constexpr std::size_t quickVocabulary = 4096; // tokens whose logits are computed quickly

struct Text {
    Q_DECLARE_TR_FUNCTIONS(StepMaker)
};

/// "it → cat, layer 6 · head 12".
QString titleOf(const StepContext &context)
{
    Selection alone = context.within;
    alone.summary = Summary::None;
    return Text::tr("%1 → %2, %3").arg(context.queryName(), context.keyName(), headTitle(context.model, alone));
}

std::vector<Step> stepsOf(const StepContext &context)
{
    const ModelConfig &config = context.config;
    std::vector<Step> steps;
    steps.push_back(embedStep(context));
    steps.push_back(projectStep(context));
    steps.push_back(scoreStep(context));
    steps.push_back(scaleStep(context));
    if (context.hasMask())
        steps.push_back(maskStep(context));
    steps.push_back(softmaxStep(context));
    steps.push_back(weighStep(context));
    if (context.block.heads.size() > 1 || config.outputProjection || context.replaced(sublayerOf(context.place)))
        steps.push_back(joinStep(context));
    if (hasResidual(config, stackOf(context.place.attention)) ||
        normOf(config, stackOf(context.place.attention)) == Norm::Post)
        steps.push_back(addNormStep(context));
    if (hasFeedForward(config, stackOf(context.place.attention)))
        steps.push_back(feedForwardStep(context));
    const Stack readOut = hasStack(config, Stack::Decoder) ? Stack::Decoder : Stack::Encoder;
    if (hasOutputLayer(context.model) && stackOf(context.place.attention) == readOut) {
        const auto &only = context.choice.only;
        const bool isQuick = context.trace.vocabulary.size() <= quickVocabulary;
        steps.push_back(!only || *only == StepKind::Output || isQuick ? outputStep(context) : outputStepAlone(context));
    }
    return steps;
}

} // namespace

StepsData stepsData(const Model &model, const SharedTrace &trace, const Selection &within,
                    const std::vector<std::string> &dimensions, StepChoice choice)
{
    const StepContext context(model, *trace, within, dimensions, choice);
    StepsData data;
    data.title = titleOf(context);
    data.query = context.query;
    data.key = context.key;
    data.isChosen = context.isChosen;
    data.columns = choice.columns;
    data.digits = choice.digits;
    data.handDecimals = context.isByHand() ? choice.handDecimals : -1;
    data.steps = stepsOf(context);
    data.extract = context.extract();
    if (context.isByHand()) {
        for (Step &step : data.steps)
            if (step.kind > StepKind::Weigh)
                step.notes.push_back(Text::tr("By hand ends with the weighted sum: from here on the exact numbers"));
    }
    if (choice.matrixForm)
        addStepMatrices(context, choice.only ? data.positionOf(*choice.only) : -1, data.steps);
    return data;
}

} // namespace regard
