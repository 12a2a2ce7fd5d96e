#include "export/export_writing.h"

#include <memory>

#include "document/look/selection_rules.h"
#include "export/export_selection.h"
#include "export/export_view.h"
#include "export/version.h"
#include "export/walk_export.h"
#include "io/base/atomic_file.h"
#include "io/base/file_error.h"
#include "io/project/project_file.h"
#include "views/play/play_pages.h"

namespace regard {

namespace {

/// What a picture says of itself.
PictureOrigin originOf(const ExportOptions &options, const QString &title)
{
    if (!options.saysOrigin)
        return {};
    QStringList command;
    for (const std::string &word : options.command)
        command.append(QString::fromStdString(word));
    return {title, programName(), command};
}

Backdrop backdropOf(const ExportOptions &options)
{
    return options.theme.paper.alpha() < 255 ? Backdrop::Transparent : Backdrop::White;
}

/// A picture, a film or a project, to a file that shows nothing yet.
std::unique_ptr<AtomicFile> written(const Output &output, const ExportOptions &options, const Project &project,
                                    const Pass &pass)
{
    try {
        auto file = std::make_unique<AtomicFile>(output.place());
        if (output.kind != OutputKind::Picture)
            file->write(projectJson(project, output.isStandardOutput() ? QStringLiteral("-.regard") : output.path));
        else if (const PictureOrigin origin = originOf(options, pass.pictureTitle(options, project)); options.film)
            file->write(filmBytes(pass.frames, options.pace, options.dpi, origin, backdropOf(options)));
        else
            file->write(figureBytes(*pass.figure, output.picture, options.dpi, origin, backdropOf(options)));
        return file;
    } catch (const FileError &) {
        throw;
    } catch (const Error &error) {
        throw FileError(output.path.toStdString(), error.what());
    }
}

/// The view as a written project stores it.
StoredView viewOf(const Selection &selection, const Project &project)
{
    StoredView view = storedView(selection, project.model.config);
    view.steps = project.view.steps;
    view.cell = project.view.cell;
    view.tokens = project.view.tokens;
    return view;
}

Project storedProject(const ExportOptions &options, Project project, const Selection &selection)
{
    if (saysWhatIsSeen(options))
        project.view = viewOf(selection, project);
    if (options.tokens != TokenView())
        project.view.tokens = options.tokens;
    return project;
}

/// The pages of the walk to that file, all but their names.
std::unique_ptr<WalkWriter> writtenWalk(const ExportOptions &options, const Output &output, const Project &project,
                                        const Pass &pass)
{
    const ShownState &state = pass.shown.tokens;
    const WalkFormat format{output.picture,
                            options.size.size,
                            options.dpi,
                            options.theme,
                            originOf(options, QString::fromStdString(project.title)),
                            options.pace};
    const WalkSource source = viewNamed(options.view).id == ViewId::Play
                                  ? playSource(unnamed(pass.shown.attention))
                                  : sourceOf(WalkPages(state.result.model, state.trace(), pairOf(state.selection),
                                                       project.dimensions, project.view.steps, *options.steps.walk));
    auto writer = std::make_unique<WalkWriter>(
        source.sheets(*options.steps.walk, output.picture == PictureFormat::Webp), format, output.place());
    while (writer->written() < writer->count())
        writer->writeNext();
    return writer;
}

} // namespace

void probe(const QString &path)
{
    AtomicFile file(path);
}

void writeOutputs(const ExportOptions &options, const std::vector<Output> &outputs, const Project &project,
                  const Pass &pass)
{
    std::vector<std::unique_ptr<AtomicFile>> ready;
    std::vector<std::unique_ptr<WalkWriter>> walks;
    const Project stored = storedProject(options, project, pass.shown.tokens.asked);
    for (const Output &output : outputs) {
        if (output.kind == OutputKind::Picture && options.steps.walk) {
            walks.push_back(writtenWalk(options, output, stored, pass));
            continue;
        }
        if (output.kind != OutputKind::Numbers)
            ready.push_back(written(output, options, stored, pass));
        else if (outputs.size() > 1) // a file alone finds out by itself
            probe(output.place());
    }
    // The files come once all checks that can be made beforehand are done, streamed ones first.
    const Numbers numbers{
        pass.shown.attention,     stored,       pass.captions.difference.text(),     pass.furtherNumbers,
        pass.furtherPinned,       options.only, pass.table ? &*pass.table : nullptr, options.uniqueNames,
        options.view == "heatmap"};
    for (const Output &output : outputs)
        if (output.kind == OutputKind::Numbers)
            writeNumbers(output.place(), output.numbers, numbers);
    for (const std::unique_ptr<AtomicFile> &file : ready)
        file->commit();
    for (const std::unique_ptr<WalkWriter> &walk : walks)
        walk->commit();
}

} // namespace regard
