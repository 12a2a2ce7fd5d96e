#include "cli/export/export_pass.h"

#include <optional>
#include <string>
#include <utility>

#include "cli/export/export_selection.h"
#include "cli/export/export_usage.h"
#include "cli/export/export_view.h"
#include "cli/export/selection_before.h"
#include "document/sentence/input_check.h"
#include "document/sentence/side.h"
#include "document/sentence/token_grouping.h"
#include "engine/analysis/token_groups.h"
#include "engine/pass/forward.h"
#include "figures/base/fitted_figure.h"
#include "figures/base/side_by_side_figure.h"
#include "figures/heatmap/shared_colors.h"
#include "views/change_text.h"
#include "views/steps/step_json.h"

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

/// Whether anything that is written depends on the selection: a trace or a project of a model without attention is
/// whole all the same.
bool needsSelection(const ExportOptions &options, const std::vector<Output> &outputs, const ModelConfig &config)
{
    return !attentionsOf(config).empty() || !options.block.empty() || has(outputs, OutputKind::Picture) ||
           has(outputs, NumbersFormat::Csv) || writesSteps(options, outputs);
}

std::string stepsMember(const Model &model, const SharedTrace &trace, const Selection &pair,
                        const std::vector<std::string> &dimensions, const Project &looked, const ExportOptions &options)
{
    return "\"steps\": " + stepsJson(model, trace, pair, dimensions, looked.view.steps, options.steps.step);
}

/// The same of the pinned state and its own pair; empty where it has none.
std::string pinnedSteps(const Pass &pass, const Project &project, const PinnedProject &pinned,
                        const ExportOptions &options)
{
    const Selection now = pairOf(pass.selection);
    const Selection pair = selectionBefore(now, *pass.comparison);
    if (pass.comparison->isNew({now.attention, now.layer, now.head}) || pair.query < 0 || pair.key < 0)
        return {};
    return stepsMember(*pinned.model, pinned.trace, pair, pinned.project.dimensions, project, options);
}

class Picture {
public:
    Picture(const ExportOptions &options, const Project &project, const Pass &pass, const PinnedProject *pinned)
        : m_options(options), m_project(project), m_pass(pass), m_pinned(pinned), m_theme(Theme::named(options.dark))
    {
    }

    std::unique_ptr<Figure> made() const
    {
        const QSizeF size = m_options.size;
        std::unique_ptr<Figure> figure = !m_pinned                                          ? now(size, nullptr)
                                         : m_options.compared() == ExportedComparison::Side ? bothStates()
                                                                                            : difference();
        return fitted(std::move(figure), size, m_theme.panel);
    }

private:
    std::unique_ptr<Figure> view(const Project &project, const SharedTrace &trace, const Selection &selection,
                                 QSizeF size, std::shared_ptr<const TraceComparison> comparison) const
    {
        const ViewRequest request{project,
                                  trace,
                                  selection,
                                  size,
                                  m_theme,
                                  m_options.steps.step,
                                  std::move(comparison),
                                  m_options.tokens.pairs};
        std::unique_ptr<Figure> figure = exportView(m_options.view).make(request);
        if (!figure)
            throw ConfigError("this model has nothing that --view " + m_options.view + " shows");
        return figure;
    }

    std::unique_ptr<Figure> now(QSizeF size, std::shared_ptr<const TraceComparison> comparison) const
    {
        return view(m_project, m_pass.shown, m_pass.shownSelection, size, std::move(comparison));
    }

    std::unique_ptr<Figure> difference() const
    {
        std::vector<SideBySideFigure::Side> sides;
        Caption caption = m_pass.captions.difference;
        const QString left = exportView(m_options.view).leavesNewHeadsOut
                                 ? newHeadsText(*m_pass.comparison, m_pass.shownSelection)
                                 : QString();
        if (!left.isEmpty())
            caption = Caption::filled(QStringLiteral("%1 · %2"), {caption, left});
        sides.push_back({now(SideBySideFigure::spaceOfEach(m_options.size, 1), m_pass.comparison), caption});
        return std::make_unique<SideBySideFigure>(std::move(sides), m_theme);
    }

    std::unique_ptr<Figure> bothStates() const
    {
        const QSizeF each = SideBySideFigure::spaceOfEach(m_options.size, 2);
        const Selection then = pinnedSelection(m_options, m_pass.shownSelection, *m_pass.comparison, *m_pinned);
        Project pinned = m_pinned->project;
        pinned.view.steps = m_project.view.steps; // both are looked at in the same way
        std::unique_ptr<Figure> left = now(each, nullptr);
        std::unique_ptr<Figure> right = view(pinned, m_pass.comparison->before(), then, each, nullptr);
        shareColors(*left, *right);
        std::vector<SideBySideFigure::Side> sides;
        sides.push_back({std::move(left), m_pass.captions.now});
        sides.push_back({std::move(right), m_pass.captions.pinned});
        return std::make_unique<SideBySideFigure>(std::move(sides), m_theme);
    }

    const ExportOptions &m_options;
    const Project &m_project;
    const Pass &m_pass;
    const PinnedProject *m_pinned;
    const Theme &m_theme;
};

/// The trace as --words and --no-special ask for it; of a tokenizer without pieces and special tokens as it is.
SharedTrace shownOf(const Project &project, const SharedTrace &trace, const ExportOptions &options)
{
    const TokenView &view = options.tokens;
    if ((!view.words && !view.hidesSpecial) || project.tokenizer != Tokenizer::Checkpoint || !project.checkpoint)
        return trace;
    const bool hasTarget = !trace->target.tokens.empty();
    return groupedTrace(trace, tokenGroups(sourceTokens(project), view),
                        hasTarget ? tokenGroups(targetTokens(project), view) : TokenGroups(), view.renormalises);
}

/// Throws ConfigError where the token in focus is hidden.
void checkFocus(const char *option, const std::optional<int> &asked, int shown, const SideTrace &side)
{
    if (asked && shown < 0)
        throw ConfigError("--" + std::string(option) + " " + std::to_string(*asked) + " is \"" +
                          side.tokens[std::size_t(*asked - 1)] + "\", which --no-special hides");
}

void showTokens(Pass &pass, const Project &project, const ExportOptions &options)
{
    pass.shown = shownOf(project, pass.trace, options);
    pass.shownSelection = pass.selection;
    pass.shownSource = sourceTokens(project);
    if (options.tokens.pairs != PairFilter::All && !isPair(pass.shownSource))
        throw ConfigError("--pairs chooses between two sentences: give the second with --target, to a checkpoint that "
                          "reads pairs");
    if (const Grouping *grouping = pass.shown->grouping.get()) {
        const Attention attention = pass.selection.attention;
        pass.shownSelection = groupedSelection(pass.selection, *grouping);
        checkFocus("query", options.query, pass.shownSelection.query, queriesOf(*pass.trace, attention));
        checkFocus("key", options.key, pass.shownSelection.key, keysOf(*pass.trace, attention));
        pass.shownSource = groupedTokens(pass.shownSource, grouping->source);
    }
}

} // namespace

QString Pass::pictureTitle(const ExportOptions &options, const Project &project) const
{
    if (!comparison)
        return QString::fromStdString(project.title);
    return options.compared() == ExportedComparison::Difference
               ? captions.difference.text()
               : captions.now.text() + QStringLiteral(", ") + captions.pinned.text();
}

Pass computePass(const ExportOptions &options, const std::vector<Output> &outputs, const Project &project,
                 const PinnedProject *pinned)
{
    const ModelConfig &config = project.model.config;
    const Input input = inputOf(project);
    checkSentences(project, input);
    Pass pass;
    if (needsSelection(options, outputs, config))
        pass.selection = selectionOf(options, config, input);
    pass.model = std::make_shared<const Model>(project.model);
    pass.trace = forward(*pass.model, input);
    showTokens(pass, project, options);
    if (pinned) {
        pass.comparison = std::make_shared<const TraceComparison>(pass.model, pass.shown, pinned->model,
                                                                  shownOf(pinned->project, pinned->trace, options));
        pass.captions = comparedCaptions(options, *pass.comparison);
        if (has(outputs, NumbersFormat::Csv))
            checkTable(*pass.comparison, pass.shownSelection);
    }
    if (options.steps.step && !pass.trace->blocks.empty())
        checkStep(*options.steps.step, *pass.model, pass.trace, pass.selection);
    if (writesSteps(options, outputs)) {
        pass.furtherNumbers =
            stepsMember(*pass.model, pass.trace, pairOf(pass.selection), project.dimensions, project, options);
        if (pinned)
            pass.furtherPinned = pinnedSteps(pass, project, *pinned, options);
    }
    if (has(outputs, OutputKind::Picture) && !options.steps.walk)
        pass.figure = Picture(options, project, pass, pinned).made();
    return pass;
}

} // namespace regard
