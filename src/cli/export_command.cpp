#include "cli/export_command.h"

#include <cstdio>
#include <memory>
#include <vector>

#include <QByteArray>
#include <QFile>
#include <QFileInfo>
#include <QFontDatabase>

#include "cli/base/progress_line.h"
#include "cli/batch/batch_export.h"
#include "cli/export/figure_command.h"
#include "document/means/mean_over.h"
#include "draw/printed_figure.h"
#include "engine/analysis/trace_comparison.h"
#include "engine/model/sentence_means.h"
#include "engine/pass/forward.h"
#include "export/export_comparison.h"
#include "export/export_imported.h"
#include "export/export_outputs.h"
#include "export/export_pass.h"
#include "export/export_selection.h"
#include "export/export_usage.h"
#include "export/export_view.h"
#include "export/export_writing.h"
#include "export/figure_caption.h"
#include "io/base/atomic_file.h"
#include "io/base/file_error.h"
#include "io/project/means_file.h"
#include "views/base/panel_title.h"

namespace regard {

namespace {

/// What a project's file (or the default model) cannot provide is an error of that file.
template <typename Work>
auto ofSubject(const ExportOptions &options, Work work)
{
    try {
        return work();
    } catch (const FileError &) {
        throw;
    } catch (const Error &error) {
        throw FileError(options.model.subject(), error.what());
    }
}

/// Computes the means that `--off-by mean-of:FILE` takes, or finds them kept.
void addMeans(Project &project, const ExportOptions &options)
{
    const QString path = QFile::decodeName(QByteArray::fromStdString(options.model.file));
    const bool isAgain = !options.commandLine.empty(); // a figure's command writes nothing but what was asked for
    MeanOver over{project, options.interventions.sentences,
                  isAgain ? QString() : meansPath(QFileInfo(path).isFile() ? path : QString(), project)};
    const SharedMeans before = project.model.interventions.means;
    const ProgressLine line;
    over.progress = [&](int done, int all) {
        line.show("mean over sentences, " + std::to_string(done) + " of " + std::to_string(all));
    };
    project.model.interventions = withMeans(std::move(project.model.interventions), over);
    if (before && before->sentencesHash != project.model.interventions.means->sentencesHash)
        throw ConfigError("the project takes means over " + before->file +
                          " already, and one list serves all parts; "
                          "name that one");
}

Project projectOf(const ExportOptions &options)
{
    Project project = openProject(options.model);
    if (const Interventions &kept = project.model.interventions;
        !options.sentences.empty() && !(kept.weights.empty() && kept.cuts.empty() && kept.patches.empty()))
        throw ConfigError("it sets, cuts or patches attention at tokens of its own sentence: leave --sources out");
    project.view.steps = options.steps.applied(project.view.steps);
    project.model.interventions =
        options.interventions.addedTo(project.model.interventions, project.model.config, options.block);
    if (!options.interventions.sentences.empty() && project.hasModel()) // else --off is refused
        addMeans(project, options);
    return project;
}

/// The interventions of a project with the rows of the pinned state that are wanted.
Interventions patchedFrom(const ExportOptions &options, const Project &project, const PinnedProject &pinned)
{
    const auto model = std::make_shared<const Model>(project.model);
    if (!pinned.state || pinned.state->result.trace->isImported)
        throw ConfigError("--patch takes rows of a model's pass, which the file of attention that --pinned gives has "
                          "not: name the model");
    const TraceComparison comparison(model, forward(*model, inputOf(project)), pinned.state->result.model,
                                     pinned.state->result.trace);
    return options.interventions.patchedFrom(comparison, options.block, pinned.state->source.normalized,
                                             pinned.state->target.normalized);
}

void checkFamily(const char *option, const QString &family)
{
    if (!family.isEmpty() && !QFontDatabase::hasFamily(family))
        throw UsageError(std::string(option) + ": this system has no family \"" + family.toStdString() +
                         "\"; fc-list : family lists those it has");
}

void useFonts(const Theme::Families &families)
{
    checkFamily("--font", families.text);
    checkFamily("--number-font", families.numbers);
    Theme::setFamilies(families);
}

/// Says what would make an overlay readable; empty where it is.
std::string overlayText(const ExportOptions &options, const Selection &selection)
{
    constexpr std::size_t mostInGrey = 4;
    const bool isOverlay = options.view == "links" && options.summary == Summary::None && !wantsGrid(options) &&
                           selection.heads.size() > mostInGrey;
    if (!isOverlay || options.theme.scheme != ColorScheme::Greys)
        return {};
    return std::to_string(selection.heads.size()) +
           " heads cannot be told apart by greys in one picture; --multiples draws each beside the others";
}

QString nameOf(const QString &path)
{
    return QFileInfo(path).fileName();
}

/// The file of --caption, which appears with commit().
std::unique_ptr<AtomicFile> writtenCaption(const ExportOptions &options, const std::vector<Output> &outputs,
                                           const Project &project, const Pass &pass)
{
    std::vector<std::string> words = options.command;
    for (const Output &output : outputs)
        words.insert(words.end(), {"-o", nameOf(output.path).toStdString()});
    const View &view = viewNamed(options.view);
    const bool compares = pass.shown.attention.comparison != nullptr;
    const CaptionSubject subject{.name = panelTitle(view.panel),
                                 .view = view,
                                 .grid = gridOf(options, pass.shown.attention.selection, project.model.config),
                                 .project = project,
                                 .file = nameOf(QFile::decodeName(QByteArray::fromStdString(options.model.file))),
                                 .state = stateFor(view, pass.shown),
                                 .states = compares ? pass.stateNames(options) : QString(),
                                 .picture = pass.figure.get(),
                                 .command =
                                     options.command.empty() ? QString() : QString::fromStdString(commandLine(words))};
    auto file = std::make_unique<AtomicFile>(QFile::decodeName(QByteArray::fromStdString(options.caption)));
    file->write(captionBytes(subject, *captionFormat(options.caption)));
    return file;
}

void sayOldMeans(const std::string &subject, const Model &model)
{
    if (hasStaleMeans(model))
        std::fprintf(stderr,
                     "regard: %s: the model is another than the one whose means over %s it takes; they are old\n",
                     subject.c_str(), model.interventions.means->file.c_str());
}

} // namespace

int runExport(const ExportOptions &options)
{
    std::vector<Output> outputs = outputsOf(options.outputs);
    checkUsage(options, outputs);
    const StandardOutput standard(outputs);
    std::FILE *const told = standard.isWanted() ? stderr : stdout;
    if (!options.commandLine.empty())
        std::fprintf(told, "%s\n", options.commandLine.c_str());
    useFonts(options.families());
    Project project = ofSubject(options, [&] { return projectOf(options); });
    ofSubject(options, [&] { checkImportedOptions(options, outputs, project); });
    const std::unique_ptr<const PinnedProject> pinned = openPinned(options, project);
    if (!options.interventions.patches.empty())
        project.model.interventions = ofSubject(options, [&] { return patchedFrom(options, project, *pinned); });
    const PinnedProject *const compared = comparesStates(options) ? pinned.get() : nullptr;
    if (!options.commandLine.empty()) {
        std::fputs(readLines(project, options.model.file).c_str(), told);
        std::fputs(pinned ? readLines(pinned->project, options.pinned).c_str() : "", told);
        std::fputs(readLine(options.interventions.sentences).c_str(), told);
    }
    sayOldMeans(options.model.subject(), project.model);
    if (pinned)
        sayOldMeans(options.pinned, pinned->project.model);
    if (!options.sentences.empty()) {
        runBatch(options, outputs, project, compared);
        return 0;
    }
    const Pass pass = ofSubject(options, [&] { return computePass(options, outputs, project, compared); });
    ofSubject(options, [&] { checkImportedRows(options, outputs, pass.shown.attention); });
    if (const QString small = pass.figure ? smallPrintText(*pass.figure, options.size) : QString(); !small.isEmpty())
        std::fprintf(stderr, "regard: %s\n", small.toUtf8().constData());
    if (const std::string overlay = overlayText(options, pass.shown.attention.selection);
        pass.figure && !overlay.empty())
        std::fprintf(stderr, "regard: %s\n", overlay.c_str());
    const auto caption = options.caption.empty() ? nullptr : writtenCaption(options, outputs, project, pass);
    writeOutputs(options, outputs, project, pass);
    if (caption)
        caption->commit();
    checkCopiedRows(outputs, pass.shown.attention);
    sayFaults(options.model.subject(), project);
    if (pinned)
        sayFaults(options.pinned, pinned->project);
    if (standard.isWanted())
        standard.pass();
    return 0;
}

} // namespace regard
