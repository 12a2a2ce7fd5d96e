#include "views/table/view_table.h"

#include <iterator>

#include "document/document.h"
#include "document/sentence/side.h"
#include "draw/caption.h"
#include "draw/left_out.h"
#include "draw/presented_figure.h"
#include "views/base/no_model_text.h"
#include "views/base/shown_text.h"
#include "views/base/view_title.h"
#include "views/block/block_data.h"
#include "views/heads/framed_heads_figure.h"
#include "views/heatmap/shown_heatmap.h"
#include "views/parts/parts_figure.h"
#include "views/patch/patch_run.h"
#include "views/play/play_figure.h"
#include "views/play/play_maker.h"
#include "views/sentence/shown_sentence.h"
#include "views/steps/step_comparison.h"
#include "views/steps/steps_figure.h"
#include "views/table/multiples.h"
#include "views/unrolled/unrolled_data.h"
#include "views/why/why_figure.h"
#include "views/why/why_maker.h"
#include "words/named_values.h"

namespace regard {

namespace {

/// A title that says "now − pinned", with the names that captions give the two, or without where captions are off.
QString withNamesOfStates(QString title, const Theme &theme)
{
    const StateCaptions &names = theme.parts.captions;
    const QString usual = differenceTitle(QString());
    if (!theme.parts.captionsStates())
        title.remove(usual);
    else if (!names.now.isEmpty() || !names.pinned.isEmpty()) {
        // A state keeps its usual word where only the other has a name.
        const QString between = QStringLiteral(" − ");
        title.replace(usual, (names.now.isEmpty() ? usual.section(between, 0, 0) : QStringLiteral(" · ") + names.now) +
                                 between + (names.pinned.isEmpty() ? usual.section(between, 1) : names.pinned));
    }
    return title;
}

template <typename Data>
void keepNames(Data &data, const ViewOptions &options)
{
    for (const auto &[query, key] : options.named) {
        data.namedQueries.push_back(query);
        data.namedKeys.push_back(key);
    }
}

MadeView links(const ViewRequest &request)
{
    if (std::optional<LinkData> all = linkMultiples(request.state, request.options.grid, request.options.links)) {
        all->title = withNamesOfStates(all->title, request.theme);
        return {std::make_unique<LinkFigure>(std::move(*all), request.size, request.theme), {}};
    }
    if (const QString missing = missingHeadsText(request.state); !missing.isEmpty())
        return {nullptr, missing};
    LinkData data = linkData(request.state, request.options.links);
    data.title = withNamesOfStates(data.title, request.theme);
    if (request.options.isPresented)
        data.fit = data.sparse = true;
    keepNames(data, request.options);
    return {std::make_unique<LinkFigure>(std::move(data), request.size, request.theme), {}};
}

MadeView heatmap(const ViewRequest &request)
{
    if (std::optional<HeatmapGridData> all = heatmapMultiples(
            request.state, request.options.grid, request.options.scale, request.options.links.faintSpecial)) {
        all->title = withNamesOfStates(all->title, request.theme);
        return {std::make_unique<HeatmapGridFigure>(std::move(*all), request.size, request.theme), {}};
    }
    if (const QString missing = missingHeadText(request.state); !missing.isEmpty())
        return {nullptr, missing};
    HeatmapData data =
        heatmapData(request.state, request.options.scores, request.options.scale, request.options.links.faintSpecial);
    if (request.options.dropout)
        data = afterDropout(std::move(data), *request.options.dropout, request.state.selection);
    data.title = withNamesOfStates(data.title, request.theme);
    keepNames(data, request.options);
    const auto &part = request.options.part;
    return {
        part ? std::make_unique<HeatmapFigure>(std::move(data), request.size, request.theme, part->queries, part->keys)
             : std::make_unique<HeatmapFigure>(std::move(data), request.size, request.theme),
        {}};
}

MadeView heads(const ViewRequest &request)
{
    HeadsData data = headsData(request.state, request.options.heads, request.options.scale);
    if (!request.theme.parts.marks.value_or(true)) {
        data.marks.shown = HeadsMarks::Shown::Other;
        data.marks.on.clear();
        data.marks.selected.layer = -1;
    }
    for (const GridCell &cell : request.options.grid.cells)
        data.order.push_back({request.state.selection.attention, cell.layer, cell.head});
    if (FramedHeadsFigure::isAskedFor(request.theme.parts))
        return {std::make_unique<FramedHeadsFigure>(data, request.size, request.theme), {}};
    return {std::make_unique<HeadsFigure>(std::move(data), request.size, request.theme), {}};
}

MadeView sentence(const ViewRequest &request)
{
    if (const QString missing = missingHeadsText(request.state); !missing.isEmpty())
        return {nullptr, missing};
    SentenceData data = sentenceData(request.state);
    data.title = withNamesOfStates(data.title, request.theme);
    return {std::make_unique<SentenceFigure>(std::move(data), request.size, request.theme), {}};
}

MadeView why(const ViewRequest &request)
{
    MadeWhy made = madeWhy(request.state, request.dimensions, request.options.steps);
    if (!made.message.isEmpty())
        return {nullptr, made.message};
    made.data.place = withNamesOfStates(made.data.place, request.theme);
    return {std::make_unique<WhyFigure>(made.data, request.size, request.theme), {}};
}

/// Takes the least important line of a presented stage: what a reader would miss counts as left out. False where all
/// that is left is needed.
bool shortened(Step &step, bool &isMissed)
{
    const bool hasPictures = step.bars || !step.strips.empty() || !step.matrices.empty();
    isMissed = step.equations.size() <= 1;
    if (!isMissed)
        step.equations.pop_back();
    else if (!step.heading.isEmpty())
        step.heading.clear();
    else if (!step.equations.empty() && hasPictures)
        step.equations.clear();
    else
        return false;
    return true;
}

/// A stage for a screen far away: what the caption says too has no notes, and as many of the other lines as have room.
/// Equations are beside the pictures or below them, where all of it is whole.
std::unique_ptr<StepsFigure> presentedStage(StepsData data, int position, QSizeF size, const Theme &theme)
{
    Step &step = data.steps[std::size_t(position)];
    step.notes.clear();
    std::unique_ptr<StepsFigure> last;
    std::unique_ptr<StepsFigure> withSomeNames;
    bool isMissed = false;
    do {
        for (const bool areBelow : {false, true}) {
            last = StepsFigure::stage(data, position, size, theme, areBelow);
            const LeftOut leftOut;
            if (!whyNotWhole(*last, size).isEmpty() || !leftOut.parts().isEmpty())
                continue;
            if (leftOut.names() == 0 && !isMissed)
                return last;
            if (!withSomeNames)
                withSomeNames = std::move(last);
        }
    } while (shortened(step, isMissed) && !(withSomeNames && isMissed));
    LeftOut::noteName();
    return withSomeNames ? std::move(withSomeNames) : std::move(last);
}

MadeView steps(const ViewRequest &request)
{
    const std::optional<StepKind> step = request.options.step;
    StepChoice choice = request.options.steps;
    choice.only = step; // the others' matrices would be computed for nothing
    ComparedSteps made = shownSteps(request.state, request.dimensions, choice);
    if (made.data.steps.empty())
        return {nullptr, made.message.isEmpty() ? noAttentionText(request.state.result) : made.message};
    made.data.title = withNamesOfStates(made.data.title, request.theme);
    if (!step)
        return {StepsFigure::page(std::move(made.data), request.size, request.theme), {}};
    const int position = made.data.positionOf(*step);
    if (request.options.isPresented)
        return {presentedStage(std::move(made.data), position, request.size, request.theme), {}};
    return {StepsFigure::stage(std::move(made.data), position, request.size, request.theme), {}};
}

MadeView play(const ViewRequest &request)
{
    MadePlay made = madePlay(request.state, request.options.steps.asSpelled);
    if (!made.data)
        return {nullptr, made.message};
    const double seconds = request.options.playAt.value_or(playSeconds(*made.data));
    const PictureParts &parts = request.theme.parts;
    const PlayExtras extras{.hasTitle = parts.title.value_or(true),
                            .hasTrack = parts.legend.value_or(request.options.playAt.has_value()),
                            .hasText = parts.legend.value_or(true)};
    return {std::make_unique<PlayFigure>(std::move(made.data), seconds, request.size, request.theme, extras), {}};
}

MadeView block(const ViewRequest &request)
{
    const ShownState &state = request.state;
    return {blockViewFigure(state.model(), state.trace(), state.selection, request.dimensions, request.size,
                            request.theme, request.options.blockStep),
            {}};
}

MadeView entropy(const ViewRequest &request)
{
    return {entropyViewFigure(request.state, request.options.summary, request.size, request.theme), {}};
}

MadeView similarity(const ViewRequest &request)
{
    return {similarityViewFigure(request.state, request.options.summary, request.size, request.theme), {}};
}

MadeView matrices(const ViewRequest &request)
{
    if (const QString none = noMatrixChangeText(request.state); !none.isEmpty())
        return {nullptr, none};
    return {matrixChangeViewFigure(request.state, request.options.matrices, request.size, request.theme), {}};
}

MadeView output(const ViewRequest &request)
{
    const ShownState &state = request.state;
    if (const QString none = noOutputText(state.model(), request.checkpoint.get()); !none.isEmpty())
        return {nullptr, none};
    if (!hasOutput(*state.trace()))
        return {};
    std::shared_ptr<NextTokens> next = request.options.next;
    if (!next) {
        const Tokens &read = state.tokens(queriesSide(state.model().config, Attention::Decoder));
        next = std::make_shared<NextTokens>(OutputSource{state.result, request.checkpoint, goingOnFrom(read)},
                                            NextTokenRule());
    }
    OutputData data = outputData(next, state.selection);
    data.candidate = request.options.candidate;
    return {std::make_unique<OutputFigure>(std::move(data), request.size, request.theme), {}};
}

MadeView lens(const ViewRequest &request)
{
    const ShownState &state = request.state;
    const LensOptions &options = request.options.lens;
    if (const QString none = noLensText(state.model(), request.checkpoint.get()); !none.isEmpty())
        return {nullptr, none};
    if (!hasOutput(*state.trace()))
        return {};
    if (!options.word.empty() && !lensWord(*state.trace(), request.checkpoint.get(), options.word))
        return {nullptr, noLensWordText(QString::fromStdString(options.word))};
    const SharedLens answer = lensAnswerOf(state, request.checkpoint.get(), options);
    if (!answer)
        return {};
    LensData data = withLensFocus(lensData(*answer), state.selection, state.model().config);
    return {std::make_unique<LensFigure>(std::move(data), request.size, request.theme), {}};
}

MadeView circuits(const ViewRequest &request)
{
    const CircuitOptions &options = request.options.circuits;
    const MadeCircuit made = madeCircuit(request.state, request.checkpoint.get(), options);
    if (!made.message.isEmpty())
        return {nullptr, made.message};
    return {std::make_unique<HeatmapFigure>(circuitData(request.state, made, options), request.size, request.theme),
            {}};
}

MadeView unrolled(const ViewRequest &request)
{
    const ShownState &state = request.state;
    if (!isUnrolled(state.model().config))
        return {nullptr, noUnrolledText()};
    return {std::make_unique<UnrolledFigure>(unrolledData(state), request.size, request.theme), {}};
}

MadeView path(const ViewRequest &request)
{
    const ShownState &state = request.state;
    const std::optional<PathPlace> place = pathPlaceOf(state);
    if (!place)
        return {nullptr, noPathText(state.model())};
    return {std::make_unique<PathFigure>(pathData(state, *place, request.options.path), request.size, request.theme),
            {}};
}

MadeView parts(PartsData data, const ViewRequest &request)
{
    if (!data.whyNone.isEmpty())
        return {nullptr, data.whyNone};
    if (request.options.isPresented)
        return {presentedParts(std::move(data), request.size, request.theme), {}};
    return {std::make_unique<PartsFigure>(std::move(data), request.size, request.theme), {}};
}

MadeView scoreParts(const ViewRequest &request)
{
    if (request.options.madeParts)
        return parts(*request.options.madeParts, request);
    return parts(scorePartsData(request.state, request.options.parts), request);
}

MadeView logitParts(const ViewRequest &request)
{
    if (request.options.madeParts)
        return parts(*request.options.madeParts, request);
    PartsQuestion question = request.options.parts;
    question.checkpoint = request.checkpoint;
    return parts(logitPartsData(request.state, question), request);
}

MadeView patch(const ViewRequest &request)
{
    PatchOptions options = request.options.patch;
    options.words.checkpoint = request.checkpoint;
    const SharedPatch answer = patchAnswerOf(request.state, options);
    if (!answer || !answer->whyNone.isEmpty())
        return {nullptr, answer ? answer->whyNone : QString()};
    return {std::make_unique<HeatmapFigure>(patchData(request.state, *answer, options), request.size, request.theme),
            {}};
}

MadeView training(const ViewRequest &request)
{
    const auto &shown = request.options.training;
    if (!shown || shown->record.curve.empty())
        return {nullptr, noCurveText()};
    return {std::make_unique<TrainingFigure>(trainingData(*shown, request.state.model().config), request.size,
                                             request.theme),
            {}};
}

MadeView lengths(const ViewRequest &request)
{
    const auto &shown = request.options.training;
    if (!shown || shown->record.models.empty())
        return {nullptr, noLengthsText()};
    return {std::make_unique<LengthFigure>(lengthData(shown->record.task, shown->record.models), request.size,
                                           request.theme),
            {}};
}

/// Every row, in the order of the values.
const View viewRows[]{{.id = ViewId::Links,
                       .word = "links",
                       .panel = PanelId::Links,
                       .make = links,
                       .showsAllHeads = true,
                       .multiplies = true,
                       .compares = true,
                       .leavesNewHeadsOut = true,
                       .groupsTokens = true,
                       .showsMoved = true,
                       .filtersPairs = true},
                      {.id = ViewId::Heatmap,
                       .word = "heatmap",
                       .panel = PanelId::Heatmap,
                       .make = heatmap,
                       .showsOneHead = true,
                       .multiplies = true,
                       .compares = true,
                       .groupsTokens = true,
                       .showsMoved = true,
                       .filtersPairs = true},
                      {.id = ViewId::Heads,
                       .word = "heads",
                       .panel = PanelId::Heads,
                       .make = heads,
                       .compares = true,
                       .groupsTokens = true,
                       .showsMoved = true,
                       .filtersPairs = true},
                      {.id = ViewId::Sentence,
                       .word = "sentence",
                       .panel = PanelId::Sentence,
                       .make = sentence,
                       .compares = true,
                       .leavesNewHeadsOut = true,
                       .groupsTokens = true,
                       .showsMoved = true},
                      {.id = ViewId::Why,
                       .word = "why",
                       .panel = PanelId::Why,
                       .make = why,
                       .showsOneHead = true,
                       .explainsPair = true,
                       .compares = true,
                       .needsModel = true},
                      {.id = ViewId::Steps,
                       .word = "steps",
                       .panel = PanelId::Steps,
                       .make = steps,
                       .showsOneHead = true,
                       .explainsPair = true,
                       .compares = true,
                       .needsWeights = false,
                       .needsModel = true},
                      {.id = ViewId::Play,
                       .word = "play",
                       .panel = PanelId::Steps,
                       .make = play,
                       .showsOneHead = true,
                       .groupsTokens = true,
                       .isOfMatrix = false},
                      {.id = ViewId::Block,
                       .word = "block",
                       .panel = PanelId::Block,
                       .make = block,
                       .needsWeights = false,
                       .needsModel = true},
                      {.id = ViewId::Entropy,
                       .word = "entropy",
                       .panel = PanelId::Summaries,
                       .make = entropy,
                       .groupsTokens = true,
                       .showsMoved = true,
                       .isOfMatrix = false},
                      {.id = ViewId::Similarity,
                       .word = "similarity",
                       .panel = PanelId::Summaries,
                       .make = similarity,
                       .groupsTokens = true,
                       .showsMoved = true,
                       .isOfMatrix = false},
                      {.id = ViewId::Matrices,
                       .word = "matrices",
                       .panel = PanelId::Summaries,
                       .make = matrices,
                       .needsPinned = true,
                       .isOfMatrix = false,
                       .needsWeights = false},
                      {.id = ViewId::Output,
                       .word = "output",
                       .panel = PanelId::Output,
                       .make = output,
                       .isOfMatrix = false,
                       .needsWeights = false,
                       .needsOutput = true,
                       .needsModel = true},
                      {.id = ViewId::Lens,
                       .word = "lens",
                       .panel = PanelId::Lens,
                       .make = lens,
                       .isOfMatrix = false,
                       .needsWeights = false,
                       .needsOutput = true,
                       .needsModel = true},
                      {.id = ViewId::Circuits,
                       .word = "circuits",
                       .panel = PanelId::Circuits,
                       .make = circuits,
                       .showsOneHead = true,
                       .isOfMatrix = false,
                       .needsModel = true},
                      {.id = ViewId::Unrolled,
                       .word = "unrolled",
                       .panel = PanelId::Unrolled,
                       .make = unrolled,
                       .showsOneHead = true,
                       .isOfMatrix = false,
                       .needsWeights = false,
                       .needsModel = true},
                      {.id = ViewId::Path,
                       .word = "path",
                       .panel = PanelId::Path,
                       .make = path,
                       .isOfMatrix = false,
                       .needsWeights = false,
                       .needsModel = true},
                      {.id = ViewId::ScoreParts,
                       .word = "score-parts",
                       .panel = PanelId::ScoreParts,
                       .make = scoreParts,
                       .showsOneHead = true,
                       .isOfMatrix = false,
                       .needsModel = true},
                      {.id = ViewId::LogitParts,
                       .word = "logit-parts",
                       .panel = PanelId::LogitParts,
                       .make = logitParts,
                       .isOfMatrix = false,
                       .needsWeights = false,
                       .needsOutput = true,
                       .needsModel = true},
                      {.id = ViewId::Patch,
                       .word = "patch",
                       .panel = PanelId::Patch,
                       .make = patch,
                       .needsPinned = true,
                       .isOfMatrix = false,
                       .needsWeights = false,
                       .needsModel = true},
                      {.id = ViewId::Training,
                       .word = "training",
                       .panel = PanelId::Training,
                       .make = training,
                       .isOfMatrix = false,
                       .needsWeights = false},
                      {.id = ViewId::Lengths,
                       .word = "lengths",
                       .panel = PanelId::Training,
                       .make = lengths,
                       .isOfMatrix = false,
                       .needsWeights = false},
                      {.id = ViewId::Ablation,
                       .word = nullptr,
                       .panel = PanelId::Ablation,
                       .make = nullptr,
                       .isOfMatrix = false,
                       .needsModel = true},
                      {.id = ViewId::Find,
                       .word = nullptr,
                       .panel = PanelId::Find,
                       .make = nullptr,
                       .groupsTokens = true,
                       .showsMoved = true,
                       .isOfMatrix = false}};
static_assert(hasAllRows<ViewId, std::size(viewRows)>);

} // namespace

std::span<const View> views()
{
    return viewRows;
}

const View &viewOf(ViewId id)
{
    return views()[std::size_t(id)];
}

const ShownState &stateFor(const View &view, const Shown &shown)
{
    return view.groupsTokens ? shown.attention : shown.tokens;
}

QString noModelText(const View &view, const ShownState &state)
{
    if (!view.needsModel || state.isComputed())
        return {};
    return noModelText(view.panel);
}

bool canShow(const View &view, const ShownState &state)
{
    if (view.needsModel && !state.isComputed())
        return false;
    return view.needsWeights ? state.hasResult() : state.trace() != nullptr;
}

MadeView madeView(const View &view, const ViewRequest &request)
{
    if (const QString missing = noModelText(view, request.state); !missing.isEmpty())
        return {nullptr, missing};
    return canShow(view, request.state) && view.make ? view.make(request) : MadeView();
}

std::unique_ptr<Figure> shownFigure(ViewId id, const Document &document, const ViewOptions &options, QSizeF size,
                                    const Theme &theme)
{
    const View &view = viewOf(id);
    const Shown shown = view.compares ? document.shown() : document.shown().as(Compared::Now);
    return madeView(view, {stateFor(view, shown), document.matrices().shownDimensions(), document.checkpoint(), options,
                           size, theme})
        .figure;
}

ShownState unnamed(ShownState state)
{
    state.pinnedName.clear();
    return state;
}

} // namespace regard
