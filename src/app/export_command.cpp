#include "app/export_command.h"

#include <algorithm>
#include <memory>
#include <set>

#include <QFile>
#include <QFileInfo>

#include "app/export_numbers.h"
#include "figures/export_figure.h"
#include "figures/fitted_figure.h"
#include "io/atomic_file.h"
#include "io/file_error.h"
#include "widgets/figure_data.h"

namespace regard {

namespace {

enum class OutputKind { Picture, Numbers, Project };

struct Output {
    QString path;
    OutputKind kind = OutputKind::Picture;
    PictureFormat picture = PictureFormat::Png;
    NumbersFormat numbers = NumbersFormat::Json;
};

Output outputOf(const std::string &text)
{
    const QString path = QFile::decodeName(QByteArray::fromStdString(text));
    const QString suffix = QFileInfo(path).suffix().toLower();
    const QLatin1String pictures[] = {QLatin1String("png"), QLatin1String("svg"), QLatin1String("pdf")};
    const QLatin1String numbers[] = {QLatin1String("json"), QLatin1String("csv"), QLatin1String("safetensors")};
    for (int i = 0; i < 3; ++i) {
        if (suffix == pictures[i])
            return {path, OutputKind::Picture, PictureFormat(i), {}};
        if (suffix == numbers[i])
            return {path, OutputKind::Numbers, {}, NumbersFormat(i)};
    }
    if (suffix == QLatin1String("regard"))
        return {path, OutputKind::Project, {}, {}};
    throw UsageError("-o " + path.toStdString() +
                     ": the name must end in .png, .svg, .pdf, .json, .csv, .safetensors or .regard");
}

std::vector<Output> outputsOf(const ExportOptions &options)
{
    std::vector<Output> outputs;
    std::set<QString> seen;
    for (const std::string &text : options.outputs) {
        const Output output = outputOf(text);
        if (!seen.insert(QFileInfo(output.path).absoluteFilePath()).second)
            throw UsageError("-o " + output.path.toStdString() + " is given twice");
        outputs.push_back(output);
    }
    return outputs;
}

bool has(const std::vector<Output> &outputs, OutputKind kind)
{
    return std::any_of(outputs.begin(), outputs.end(), [&](const Output &output) { return output.kind == kind; });
}

/// The number from 0, or an error that names the option and both numbers.
int within(const char *option, int number, int count, const char *what)
{
    if (number < 1 || number > count) {
        throw ConfigError("--" + std::string(option) + " " + std::to_string(number) + " is not there: " + what + " " +
                          std::to_string(count));
    }
    return number - 1;
}

Selection selectionOf(const ExportOptions &options, const ModelConfig &config, int tokens)
{
    if (options.block != "encoder")
        throw ConfigError("this model has no decoder, so there is no block \"" + options.block + "\"");
    Selection selection;
    selection.layer = within("layer", options.layer, config.encoderLayers, "the number of layers is");
    for (const int head : options.heads)
        selection.heads.push_back(within("head", head, config.heads, "the number of heads is"));
    std::sort(selection.heads.begin(), selection.heads.end());
    if (options.allHeads || (options.heads.empty() && options.view == "links")) {
        for (int head = 0; head < config.heads; ++head)
            selection.heads.push_back(head);
    }
    if (selection.heads.empty())
        selection.heads.push_back(0);
    selection.head = selection.heads.front();
    if (options.query)
        selection.query = within("query", *options.query, tokens, "the number of tokens is");
    if (options.key)
        selection.key = within("key", *options.key, tokens, "the number of tokens is");
    selection.stage = options.stage;
    return selection;
}

std::unique_ptr<Figure> figureOf(const ExportOptions &options, const Project &project, const SharedTrace &trace,
                                 const Selection &selection)
{
    const Theme &theme = Theme::named(options.dark);
    const Model &model = project.model;
    if (options.view == "heatmap")
        return std::make_unique<HeatmapFigure>(heatmapData(model, trace, selection), options.size, theme);
    if (options.view == "heads")
        return std::make_unique<HeadsFigure>(headsData(trace, selection), options.size, theme);
    if (options.view == "sentence") {
        const Tokens tokens = tokenize(project.source, project.tokenizer);
        return std::make_unique<SentenceFigure>(sentenceData(model, trace, selection, tokens), options.size, theme);
    }
    LinkOptions links;
    links.horizontal = isMostlyCjk(project.source); // as the window arranges them
    return std::make_unique<LinkFigure>(linkData(model, trace, selection, links), options.size, theme);
}

/// Fails where a file of that name could not be written, and leaves nothing behind.
void probe(const Output &output)
{
    AtomicFile file(output.path);
}

/// The bytes of pictures and projects; nothing for numbers, which are streamed.
QByteArray bytesOf(const Output &output, const Figure *figure, const Project &project, int dpi)
{
    try {
        if (output.kind == OutputKind::Picture)
            return figureBytes(*figure, output.picture, dpi, QString::fromStdString(project.title));
        if (output.kind == OutputKind::Project)
            return QByteArray::fromStdString(projectJson(project));
    } catch (const FileError &) {
        throw;
    } catch (const Error &error) {
        throw FileError(output.path.toStdString(), error.what());
    }
    return {};
}

/// What needs no file to be known wrong.
void checkUsage(const ExportOptions &options, const std::vector<Output> &outputs)
{
    const bool several = options.allHeads || options.heads.size() > 1;
    const bool wantsOne = options.view == "heatmap" && has(outputs, OutputKind::Picture);
    if (several && wantsOne)
        throw UsageError("--view heatmap shows one head: give --head one number");
    const bool csv = std::any_of(outputs.begin(), outputs.end(), [](const Output &output) {
        return output.kind == OutputKind::Numbers && output.numbers == NumbersFormat::Csv;
    });
    if (several && csv)
        throw UsageError("a CSV file holds one head: give --head one number");
}

struct Pass {
    SharedTrace trace;
    Selection selection;
    std::unique_ptr<Figure> figure;
};

Pass compute(const ExportOptions &options, const Project &project, bool needsFigure)
{
    try {
        if (options.view == "steps" || options.view == "block")
            throw ConfigError("this version does not draw --view " + options.view);
        const Input input = inputOf(project);
        if (input.tokens.empty())
            throw ConfigError("the sentence is empty; give one with --source");
        Pass pass;
        pass.selection = selectionOf(options, project.model.config, int(input.tokens.size()));
        pass.trace = forward(project.model, input);
        if (needsFigure)
            pass.figure = fitted(figureOf(options, project, pass.trace, pass.selection), options.size,
                                 Theme::named(options.dark).panel);
        return pass;
    } catch (const FileError &) {
        throw;
    } catch (const Error &error) {
        throw FileError(options.model.subject(), error.what());
    }
}

} // namespace

int runExport(const ExportOptions &options)
{
    const std::vector<Output> outputs = outputsOf(options);
    checkUsage(options, outputs);
    const Project project = openProject(options.model);
    const Pass pass = compute(options, project, has(outputs, OutputKind::Picture));
    std::vector<std::pair<const Output *, QByteArray>> ready;
    for (const Output &output : outputs) {
        if (output.kind != OutputKind::Numbers)
            ready.emplace_back(&output, bytesOf(output, pass.figure.get(), project, options.dpi));
        probe(output);
    }
    // Everything that can be known to fail has been tried: now the files, those that are streamed first.
    for (const Output &output : outputs) {
        if (output.kind == OutputKind::Numbers)
            writeNumbers(output.path, output.numbers, project.model, *pass.trace, pass.selection);
    }
    std::vector<std::unique_ptr<AtomicFile>> files;
    for (const auto &[output, bytes] : ready) {
        files.push_back(std::make_unique<AtomicFile>(output->path));
        files.back()->write(std::string_view(bytes.constData(), std::size_t(bytes.size())));
    }
    for (const std::unique_ptr<AtomicFile> &file : files)
        file->commit();
    return 0;
}

} // namespace regard
