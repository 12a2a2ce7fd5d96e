#include "views/steps/step_maker.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <QCoreApplication>

#include "engine/model/recurrent.h"
#include "engine/model/sublayer.h"
#include "engine/pass/output_layer.h"
#include "views/base/view_title.h"
#include "views/path/path_data.h"
#include "views/steps/step_cell.h"
#include "views/steps/step_combine.h"
#include "views/steps/step_entry.h"
#include "views/steps/step_join.h"
#include "views/steps/step_matrices.h"
#include "views/steps/step_output.h"
#include "views/steps/step_scores.h"
#include "views/steps/step_softmax.h"
#include "views/steps/step_stream.h"
#include "views/steps/step_subject.h"
#include "views/steps/step_weighing.h"

namespace regard {

namespace {

constexpr std::size_t quickVocabulary = 4096; // tokens whose logits are computed quickly

struct StepMakerText {
    Q_DECLARE_TR_FUNCTIONS(StepMaker)
};

/// "it → cat, layer 6 · head 12"; of a chain alone "cat · encoder, forward".
QString titleOf(const StepSubject &subject)
{
    QString title;
    if (subject.pair) {
        Selection alone = subject.pair->within;
        alone.summary = Summary::None;
        title = StepMakerText::tr("%1 → %2, %3")
                    .arg(subject.pair->queryName(), subject.pair->keyName(), headTitle(subject.pair->model, alone));
    } else {
        title = subject.cell->queryName();
    }
    if (subject.cell)
        title += QStringLiteral(" · ") + pathPlaceTitle(subject.cell->config, {subject.cell->place, {}});
    return title;
}

void add(std::vector<Step> &steps, std::vector<Step> more)
{
    std::move(more.begin(), more.end(), std::back_inserter(steps));
}

/// Makes the stages from the projections to what the block's layer makes of the heads.
std::vector<Step> pairSteps(const StepContext &context)
{
    const ModelConfig &config = context.config;
    std::vector<Step> steps{projectStep(context), scoreStep(context), scaleStep(context)};
    if (context.hasMask())
        steps.push_back(maskStep(context));
    steps.push_back(softmaxStep(context));
    steps.push_back(weighStep(context));
    if (context.block.heads.size() > 1 || config.outputProjection || context.replaced(sublayerOf(context.place)))
        steps.push_back(joinStep(context));
    if (hasResidual(config, context.stack) || normOf(config, context.stack) == Norm::Post ||
        normOf(config, context.stack) == Norm::Output)
        steps.push_back(addNormStep(context));
    if (hasFeedForward(config, context.stack))
        steps.push_back(feedForwardStep(context));
    return steps;
}

std::vector<Step> stepsOf(const StepSubject &subject)
{
    const ModelConfig &config = subject.read().config;
    const bool asksBefore = subject.pair && subject.cell && subject.cell->stack == Stack::Decoder &&
                            config.decoderAttention == DecoderAttention::Bahdanau;
    std::vector<Step> steps{embedStep(subject.read())};
    if (subject.cell && subject.cell->stack == Stack::Decoder && hasFirstState(config))
        add(steps, firstStateSteps(*subject.cell));
    if (subject.cell && !asksBefore)
        add(steps, cellSteps(*subject.cell));
    if (subject.pair)
        add(steps, pairSteps(*subject.pair));
    if (asksBefore)
        add(steps, cellSteps(*subject.cell));
    if (subject.pair && subject.pair->place.attention == Attention::Cross && combinesContext(config))
        steps.push_back(combineStep(*subject.pair));
    const StepPass &left = subject.left();
    const Stack readOut = hasStack(config, Stack::Decoder) ? Stack::Decoder : Stack::Encoder;
    if (hasOutputLayer(left.model) && left.stack == readOut) {
        const auto &only = left.choice.only;
        const bool isQuick = left.trace.vocabulary.size() <= quickVocabulary;
        steps.push_back(!only || *only == StepKind::Output || isQuick ? outputStep(left) : outputStepAlone(left));
    }
    return steps;
}

/// Says of the stages behind the weighted sum that they are exact.
void noteExact(std::vector<Step> &steps)
{
    const auto weigh =
        std::find_if(steps.begin(), steps.end(), [](const Step &step) { return step.kind == StepKind::Weigh; });
    for (auto step = weigh; step != steps.end(); ++step)
        if (step != weigh)
            step->notes.push_back(
                StepMakerText::tr("“By hand” ends with the weighted sum; from here on the numbers are exact"));
}

} // namespace

StepsData stepsData(const Model &model, const SharedTrace &trace, const Selection &within,
                    const std::vector<std::string> &dimensions, StepChoice choice)
{
    const StepSubject subject(model, *trace, within, dimensions, choice);
    const StepPass &left = subject.left();
    const bool isByHand = subject.pair && subject.pair->isByHand();
    StepsData data;
    data.title = titleOf(subject);
    data.query = left.query;
    data.key = subject.pair ? subject.pair->key : -1;
    if (subject.cell)
        data.chain = subject.cell->place;
    data.isChosen = subject.pair ? subject.pair->isChosen : within.state >= 0;
    data.columns = choice.columns;
    data.digits = choice.digits;
    data.handDecimals = isByHand ? choice.handDecimals : -1;
    data.steps = stepsOf(subject);
    data.extract = left.extract();
    if (subject.pair && subject.cell)
        data.extract.components.insert(subject.cell->extract().components.begin(),
                                       subject.cell->extract().components.end());
    if (isByHand)
        noteExact(data.steps);
    if (choice.matrixForm)
        addStepMatrices(subject, choice.only ? data.positionOf(*choice.only) : -1, data.steps);
    return data;
}

} // namespace regard
