#include "export/export_pass.h"

#include <optional>
#include <string>
#include <utility>

#include "document/sentence/input_check.h"
#include "document/sentence/side.h"
#include "document/sentence/token_grouping.h"
#include "draw/side_by_side_figure.h"
#include "engine/analysis/token_groups.h"
#include "engine/pass/forward.h"
#include "engine/pass/forward_block.h"
#include "engine/pass/output_layer.h"
#include "export/export_page.h"
#include "export/export_parts.h"
#include "export/export_selection.h"
#include "export/export_table.h"
#include "export/export_usage.h"
#include "export/export_view.h"
#include "export/state_pictures.h"
#include "io/project/project_attention.h"
#include "views/base/change_text.h"
#include "views/play/play_maker.h"
#include "views/steps/step_json.h"
#include "views/steps/step_subject.h"
#include "views/steps/step_walk.h"
#include "views/why/why_json.h"

namespace regard {

namespace {

void checkTokens(const std::vector<std::string> &tokens, const std::string &text, const std::string &what,
                 const std::string &option)
{
    if (!tokens.empty())
        return;
    const QString unread = unreadText(text);
    throw ConfigError(unread.isEmpty() ? what + " is empty; give one with " + option
                                       : "no token is left of \"" + unread.toStdString() +
                                             "\"; give other characters with " + option);
}

void checkSentences(const Project &project, const Input &input)
{
    checkTokens(input.tokens, project.source, "the sentence", "--source");
    if (readsTarget(project.model.config))
        checkTokens(input.target, project.target, "the target sentence", "--target");
}

/// Whether anything that is written depends on the selection; without attention a trace or a project does not.
bool needsSelection(const ExportOptions &options, const std::vector<Output> &outputs, const ModelConfig &config)
{
    const ViewId view = viewNamed(options.view).id;
    if (view == ViewId::Path || view == ViewId::Steps)
        return true;
    const bool showsWeights =
        viewNamed(options.view).needsWeights && (has(outputs, OutputKind::Picture) || has(outputs, NumbersFormat::Csv));
    return !attentionsOf(config).empty() || !options.block.empty() || showsWeights ||
           explainsInNumbers(options, outputs);
}

/// What the view explains of the pair, as a member of a JSON object.
std::string pairMember(const ShownState &state, const Selection &pair, const std::vector<std::string> &dimensions,
                       const Project &looked, const ExportOptions &options)
{
    if (viewNamed(options.view).id == ViewId::Why)
        return "\"why\": " + whyJson(state.with(pair), dimensions, looked.view.steps);
    return "\"steps\": " +
           stepsJson(state.model(), state.trace(), pair, dimensions, looked.view.steps, options.steps.step);
}

/// Returns pairMember() of the pinned state and its own pair; empty where it has none.
std::string pinnedMember(const Pass &pass, const Project &project, const PinnedProject &pinned,
                         const ExportOptions &options)
{
    const TraceComparison &comparison = *pass.shown.tokens.comparison;
    const Selection now = pairFor(viewNamed(options.view), pass.shown.tokens);
    const Selection pair = selectionBefore(now, comparison);
    const bool isChain = viewNamed(options.view).id == ViewId::Steps && isChainAlone(now, comparison.model().config);
    const bool isSame = isChain && hasSameChain(now, comparison.model().config, comparison.modelBefore().config);
    if (isChain ? !isSame || pair.state < 0
                : comparison.isNew({now.attention, now.layer, now.head}) || pair.query < 0 || pair.key < 0)
        return {};
    return pairMember(pass.shown.as(Compared::Pinned).tokens, pair, pinned.project.dimensions, project, options);
}

/// Throws ConfigError where the play is over before.
void checkMoment(double seconds, const ShownState &state)
{
    const MadePlay made = madePlay(state);
    if (made.data && seconds > playSeconds(*made.data))
        throw ConfigError("--time: this play ends after " + std::to_string(int(playSeconds(*made.data))) + " seconds");
}

/// The theme that is asked for; what a selection adds is only there where the command line says so.
Theme pictureTheme(const ExportOptions &options)
{
    Theme theme = options.theme;
    theme.parts.marks = theme.parts.marks.value_or(false);
    return theme;
}

class Picture {
public:
    Picture(const ExportOptions &options, const Project &project, const Pass &pass, const PinnedProject *pinned)
        : m_options(options), m_project(project), m_pass(pass)
    {
        if (!pinned)
            return;
        m_pinned = pinned->project;
        m_pinned->view.steps = project.view.steps; // both are shown in the same way
    }

    std::unique_ptr<Figure> made() const
    {
        const bool isSide = m_pinned && m_options.compared() == ExportedComparison::Side;
        const FigureMaker make = [&](QSizeF space, const Theme &theme) {
            if (isSide)
                return sideBySide({now(), then()}, space, theme);
            return m_pinned ? difference(space, theme) : view(m_project, m_pass.shown, space, theme);
        };
        return printedFigure(make, m_options.size, pictureTheme(m_options), m_options.crops);
    }

    StatePicture now() const
    {
        return stateOf(m_project, m_pinned ? m_pass.shown.as(Compared::Now) : m_pass.shown, m_pass.captions.now);
    }
    StatePicture then() const
    {
        return stateOf(*m_pinned, pinnedShown(m_options, m_pass.shown), m_pass.captions.pinned);
    }
    StatePicture stateOf(const Project &project, Shown shown, Caption caption) const
    {
        return {[this, &project, shown = std::move(shown)](QSizeF space, const Theme &theme) {
                    return view(project, shown, space, theme);
                },
                std::move(caption)};
    }

private:
    std::unique_ptr<Figure> view(const Project &project, const Shown &shown, QSizeF size, const Theme &theme) const
    {
        const View &view = viewNamed(m_options.view);
        ShownState state = unnamed(stateFor(view, shown));
        if (view.explainsPair)
            state = state.with(pairFor(view, state));
        ViewOptions options{.steps = stepChoice(project.view.steps), .step = m_options.steps.step};
        options.links.floor = m_options.floor.value_or(options.links.floor);
        options.links.curved = m_options.curved.value_or(options.links.curved);
        options.links.horizontal = !options.links.curved && isMostlyCjk(project.source); // as in the window
        options.links.strongest = m_options.strongest;
        options.links.faintSpecial = m_options.faintSpecial;
        options.grid = gridOf(m_options, state.selection, state.model().config, &project != &m_project);
        options.scale = m_options.scale;
        options.playAt = m_options.playAt;
        options.matrices.isRelative = m_options.relative;
        options.circuits = m_options.circuits;
        options.lens.word = m_options.word;
        options.path.words = {m_options.key.value_or(0) - 1, m_options.query.value_or(0) - 1};
        options.parts = partsQuestion(m_options, state, project.checkpoint);
        options.patch.kind = m_options.patch;
        options.patch.words = options.parts;
        if (project.task)
            options.training = std::make_shared<const TrainingShown>(TrainingShown{*project.task});
        MadeView made = madeView(view, {state, project.dimensions, project.checkpoint, options, size, theme});
        if (made.figure)
            return std::move(made.figure);
        if (made.whyNone.isEmpty())
            throw ConfigError("this model has nothing that --view " + m_options.view + " shows");
        throw ConfigError(made.whyNone.toStdString() +
                          (view.needsOutput && !project.model.table && !hasOutputLayer(project.model)
                               ? " (--set architecture=decoder, --set masked_language_model=true)"
                               : ""));
    }

    std::unique_ptr<Figure> difference(QSizeF space, const Theme &theme) const
    {
        if (!theme.parts.captionsPicture())
            return view(m_project, m_pass.shown, space, theme);
        Caption caption = m_pass.stateNames(m_options);
        const ShownState &state = m_pass.shown.attention;
        const QString left =
            viewNamed(m_options.view).leavesNewHeadsOut ? newHeadsText(*state.comparison, state.selection) : QString();
        if (!left.isEmpty())
            caption = Caption::filled(QStringLiteral("%1 · %2"), {caption, left});
        return belowCaption(view(m_project, m_pass.shown, SideBySideFigure::spaceOfEach(space, 1), theme), caption,
                            theme);
    }

    const ExportOptions &m_options;
    const Project &m_project;
    const Pass &m_pass;
    std::optional<Project> m_pinned;
};

/// Throws ConfigError where the token in focus is hidden.
void checkFocus(const char *option, const std::optional<int> &asked, int shown, const SideTrace &side)
{
    if (asked && shown < 0)
        throw ConfigError("--" + std::string(option) + " " + std::to_string(*asked) + " is \"" +
                          side.tokens[std::size_t(*asked - 1)] + "\", which --no-special hides");
}

/// The block whose heads are all that the files need; nothing: they need more of the pass.
std::optional<int> onlyBlock(const ExportOptions &options, const std::vector<Output> &outputs,
                             const ModelConfig &config, const Selection &selection)
{
    const ViewId view = viewNamed(options.view).id;
    const bool isOfBlock = view == ViewId::Links || view == ViewId::Heatmap || view == ViewId::Sentence;
    if (!isOfBlock || options.film || options.layers.size() > 1 || has(outputs, NumbersFormat::Json) ||
        has(outputs, NumbersFormat::Safetensors) || has(outputs, NumbersFormat::Page) || wantsTable(options, outputs) ||
        attentionsOf(config).empty())
        return std::nullopt;
    if (selection.summary == Summary::Rollout || options.tokens != TokenView() || !options.pinned.empty())
        return std::nullopt;
    const int block = blockIndex(config, selection.attention, selection.layer);
    return block < 0 ? std::nullopt : std::optional(block);
}

Result resultOf(const Project &project, const Input &input, std::optional<int> block)
{
    const auto model = std::make_shared<const Model>(project.model);
    if (project.attention)
        return {model, attentionTrace(project)};
    return {model, block ? forwardForBlock(*model, input, *block) : forward(*model, input)};
}

/// What is shown of the sentence, as --words, --no-special, --by-value and --without-sink say.
Shown shownOf(const ExportOptions &options, const Project &project, const Result &result, const Selection &selection,
              const PinnedProject *pinned)
{
    ShownInput shown{{result, std::make_shared<const Tokens>(sourceTokens(project)),
                      std::make_shared<const Tokens>(targetTokens(project))}};
    const auto hasPieces = [](const Project &read) {
        return read.attention || (read.tokenizer == Tokenizer::Checkpoint && read.checkpoint);
    };
    if (options.tokens.byValue && pinned && pinned->project.attention)
        throw ConfigError("--by-value needs values, and the file of attention that --pinned gives has none: name the "
                          "model's folder");
    shown.view = options.tokens;
    shown.groupsNow = hasPieces(project);
    shown.selection = selection;
    if (pinned) {
        shown.groupsPinned = hasPieces(pinned->project);
        shown.pinned = pinned->state;
        shown.compared = Compared::Difference;
    }
    return regard::shownOf(std::move(shown));
}

void checkShown(const Shown &shown, const ExportOptions &options)
{
    if (options.tokens.pairs != PairFilter::All && !isPair(*shown.now.source))
        throw ConfigError(shown.now.result.trace->isImported
                              ? "--pairs chooses between two sentences, and the file of attention names none: its "
                                "metadata needs the key \"segments\""
                              : "--pairs chooses between two sentences: give the second with --target, to a checkpoint "
                                "that reads pairs");
    if (!shown.now.result.trace->grouping)
        return;
    const Trace &trace = *shown.tokens.trace();
    const Selection &selection = shown.attention.selection;
    checkFocus("query", options.query, selection.query, queriesOf(trace, selection.attention));
    checkFocus("key", options.key, selection.key, keysOf(trace, selection.attention));
}

std::vector<std::unique_ptr<Figure>> framesOf(const ExportOptions &options, const Project &project, const Pass &pass,
                                              const PinnedProject *pinned)
{
    const Picture picture(options, project, pass, pinned);
    if (options.film == Film::Pinned)
        return filmFrames({picture.then(), picture.now()}, options.size, pictureTheme(options));
    if (project.snapshots.empty())
        throw ConfigError("there are no snapshots in it: --film snapshots shows one after the other");
    std::vector<StatePicture> states;
    for (std::size_t i = 0; i < project.snapshots.size(); ++i) {
        const Snapshot &snapshot = project.snapshots[i];
        const Project &state = *snapshot.state;
        const Input input = inputOf(state);
        checkSentences(state, input);
        Shown shown = shownOf(options, state, resultOf(state, input, std::nullopt),
                              selectionOf(options, state.model.config, input), nullptr);
        checkShown(shown, options);
        const QString number = QString::number(i + 1);
        Caption name = snapshot.name.empty() ? Caption::filled(QStringLiteral("%1"), {number})
                                             : Caption::filled(QStringLiteral("%1 · %2"),
                                                               {number, QString::fromStdString(snapshot.name)});
        states.push_back(picture.stateOf(state, std::move(shown), std::move(name)));
    }
    return filmFrames(states, options.size, pictureTheme(options));
}

} // namespace

QString Pass::pictureTitle(const ExportOptions &options, const Project &project) const
{
    if (!options.theme.parts.ownTitle.isEmpty())
        return options.theme.parts.ownTitle;
    if (!shown.attention.comparison)
        return QString::fromStdString(project.title);
    return stateNames(options);
}

QString Pass::stateNames(const ExportOptions &options) const
{
    const bool isSubtracted = options.compared() == ExportedComparison::Difference && !options.film &&
                              viewNamed(options.view).id != ViewId::Patch; // which puts rows of one into the other
    return isSubtracted ? captions.difference.text()
                        : captions.now.text() + QStringLiteral(", ") + captions.pinned.text();
}

Pass computePass(const ExportOptions &options, const std::vector<Output> &outputs, const Project &project,
                 const PinnedProject *pinned, const Result *computed)
{
    const ModelConfig &config = project.model.config;
    const Input input = inputOf(project);
    checkSentences(project, input);
    const bool selects = needsSelection(options, outputs, config);
    const Selection selection = selects ? selectionOf(options, config, input) : Selection();
    Pass pass;
    pass.shown =
        shownOf(options, project,
                computed ? *computed : resultOf(project, input, onlyBlock(options, outputs, config, selection)),
                selection, pinned);
    checkShown(pass.shown, options);
    if (pinned)
        pass.captions = comparedCaptions(options, *pass.shown.attention.comparison);
    if (wantsTable(options, outputs))
        pass.table = exportTable(options, project, pass.shown);
    else if (has(outputs, NumbersFormat::Csv))
        checkTable(pass.shown.attention);
    if (has(outputs, NumbersFormat::Page))
        checkPage(pass.shown.attention);
    const ShownState &tokens = pass.shown.tokens;
    if (options.steps.step && canShow(viewNamed(options.view), tokens))
        checkStep(*options.steps.step, tokens.model(), tokens.trace(), tokens.selection);
    if (options.playAt)
        checkMoment(*options.playAt, pass.shown.attention);
    if (explainsInNumbers(options, outputs)) {
        const ShownState now = pass.shown.as(Compared::Now).tokens;
        pass.furtherNumbers =
            pairMember(now, pairFor(viewNamed(options.view), now), project.dimensions, project, options);
        if (pinned)
            pass.furtherPinned = pinnedMember(pass, project, *pinned, options);
    }
    if (pass.table)
        pass.furtherNumbers += (pass.furtherNumbers.empty() ? "" : ",\n") + tableMember(*pass.table);
    if (options.film)
        pass.frames = framesOf(options, project, pass, pinned);
    else if (has(outputs, OutputKind::Picture) && !options.steps.walk)
        pass.figure = Picture(options, project, pass, pinned).made();
    return pass;
}

} // namespace regard
