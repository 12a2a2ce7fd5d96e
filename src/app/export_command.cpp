#include "app/export_command.h"

#include <algorithm>
#include <memory>
#include <set>

#include <QFile>
#include <QFileInfo>

#include "app/export_numbers.h"
#include "app/export_view.h"
#include "app/walk_export.h"
#include "document/selection_rules.h"
#include "document/side.h"
#include "figures/export_figure.h"
#include "figures/fitted_figure.h"
#include "io/atomic_file.h"
#include "io/attention_extent.h"
#include "io/file_error.h"
#include "io/model_keys.h"
#include "widgets/step_json.h"

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

Attention attentionOf(const ExportOptions &options, const ModelConfig &config)
{
    const std::vector<Attention> attentions = attentionsOf(config);
    const auto layers = [&](const char *key) { return std::string(key) + " is " + modelKeyValue(config, key); };
    const std::string sizes =
        layers("architecture") + ", " + layers("encoder_layers") + ", " + layers("decoder_layers");
    if (attentions.empty())
        throw ConfigError("this model has no attention to show: " + sizes);
    if (options.block.empty())
        return attentions.front();
    for (const Attention attention : attentions)
        if (blockWord(attention) == options.block)
            return attention;
    throw ConfigError("this model has no block \"" + options.block + "\": " + sizes);
}

std::vector<int> headsOf(const ExportOptions &options, int count)
{
    std::vector<int> heads;
    for (const int head : options.heads)
        heads.push_back(within("head", head, count, "the number of heads is"));
    std::sort(heads.begin(), heads.end());
    if (options.allHeads || (options.heads.empty() && exportView(options.view).showsAllHeads)) {
        for (int head = 0; head < count; ++head)
            heads.push_back(head);
    }
    return heads.empty() ? std::vector<int>{0} : heads;
}

Selection selectionOf(const ExportOptions &options, const ModelConfig &config, const Input &input)
{
    Selection selection;
    selection.attention = attentionOf(options, config);
    const AttentionExtent extent = extentOf(config, selection.attention, countsOf(input));
    selection.layer = within("layer", options.layer, extent.layers, "the number of layers is");
    selection.heads = headsOf(options, extent.heads);
    selection.head = selection.heads.front();
    if (options.query)
        selection.query = within("query", *options.query, extent.queries, "the number of query tokens is");
    if (options.key)
        selection.key = within("key", *options.key, extent.keys, "the number of key tokens is");
    selection.stage = options.stage;
    selection.summary = options.summary;
    if (selection.summary == Summary::Rollout && selection.attention == Attention::Cross)
        throw ConfigError("--summary rollout goes through the layers of self-attention: the block \"cross\" has none");
    return selection;
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

bool isCsv(const Output &output)
{
    return output.kind == OutputKind::Numbers && output.numbers == NumbersFormat::Csv;
}

bool isJson(const Output &output)
{
    return output.kind == OutputKind::Numbers && output.numbers == NumbersFormat::Json;
}

bool showsSteps(const ExportOptions &options)
{
    return options.view == "steps";
}

/// Whether the steps go into one of the files as numbers.
bool writesSteps(const ExportOptions &options, const std::vector<Output> &outputs)
{
    return showsSteps(options) && std::any_of(outputs.begin(), outputs.end(), isJson);
}

void checkSteps(const ExportOptions &options, const std::vector<Output> &outputs)
{
    const char *given = options.steps.given();
    if (given && !showsSteps(options))
        throw UsageError(std::string(given) + " belongs to --view steps");
    if (options.steps.walk && options.steps.step)
        throw UsageError("--walk goes through every step: leave --step out");
    if (options.steps.walk && !has(outputs, OutputKind::Picture))
        throw UsageError("--walk writes pictures: give an -o that ends in .pdf, .svg or .png");
}

/// What needs no file to be known wrong.
void checkUsage(const ExportOptions &options, const std::vector<Output> &outputs)
{
    const bool csv = std::any_of(outputs.begin(), outputs.end(), isCsv);
    const bool summary = options.summary != Summary::None;
    if (summary && options.stage != Stage::Weights && (csv || has(outputs, OutputKind::Picture)))
        throw UsageError("--summary is made of weights: leave --stage out");
    const bool several = !summary && (options.allHeads || options.heads.size() > 1);
    const bool inView = has(outputs, OutputKind::Picture) || writesSteps(options, outputs);
    if (several && exportView(options.view).showsOneHead && inView)
        throw UsageError("--view " + options.view + " shows one head: give --head one number");
    for (const char *view : {"entropy", "similarity", "output"})
        if (csv && options.view == view)
            throw UsageError(std::string("a CSV file holds a head's matrix, not what --view ") + view +
                             " shows; leave --view out, or write the picture alone");
    if (several && csv)
        throw UsageError("a CSV file holds one head: give --head one number");
    checkSteps(options, outputs);
}

/// Whether anything that is written depends on the selection: a trace or a project of a model without attention is
/// whole all the same.
bool needsSelection(const ExportOptions &options, const std::vector<Output> &outputs, const ModelConfig &config)
{
    return !attentionsOf(config).empty() || !options.block.empty() || has(outputs, OutputKind::Picture) ||
           std::any_of(outputs.begin(), outputs.end(), isCsv) || writesSteps(options, outputs);
}

void checkSentences(const ModelConfig &config, const Input &input)
{
    if (input.tokens.empty())
        throw ConfigError("the sentence is empty; give one with --source");
    if (readsTarget(config) && input.target.empty())
        throw ConfigError("the target sentence is empty; give one with --target");
}

struct Pass {
    SharedTrace trace;
    Selection selection;
    std::unique_ptr<Figure> figure; ///< null where no picture or a walk is asked for
    std::string furtherNumbers;     ///< of a JSON trace
};

Pass compute(const ExportOptions &options, const std::vector<Output> &outputs, const Project &project)
{
    try {
        const ExportView &view = exportView(options.view);
        const ModelConfig &config = project.model.config;
        const Input input = inputOf(project);
        checkSentences(config, input);
        Pass pass;
        if (needsSelection(options, outputs, config))
            pass.selection = selectionOf(options, config, input);
        pass.trace = forward(project.model, input);
        if (options.steps.step && !pass.trace->blocks.empty())
            checkStep(*options.steps.step, project.model, pass.trace, pass.selection);
        if (writesSteps(options, outputs))
            pass.furtherNumbers = "\"steps\": " + stepsJson(project.model, pass.trace, pairOf(pass.selection),
                                                            project.dimensions, project.view.steps, options.steps.step);
        if (has(outputs, OutputKind::Picture) && !options.steps.walk) {
            const Theme &theme = Theme::named(options.dark);
            const ViewRequest request{project, pass.trace, pass.selection, options.size, theme, options.steps.step};
            pass.figure = fitted(view.make(request), options.size, theme.panel);
            if (!pass.figure)
                throw ConfigError("this model has nothing that --view " + options.view + " shows: architecture is " +
                                  modelKeyValue(config, "architecture"));
        }
        return pass;
    } catch (const FileError &) {
        throw;
    } catch (const Error &error) {
        throw FileError(options.model.subject(), error.what());
    }
}

/// Whether the command line chooses what is in view, which a project that is written then keeps.
bool saysWhatIsSeen(const ExportOptions &options)
{
    const ExportOptions left;
    return options.block != left.block || options.summary != left.summary || options.layer != left.layer ||
           options.allHeads || !options.heads.empty() || options.query || options.key || options.stage != left.stage;
}

/// What a project that is written keeps of the view.
StoredView viewOf(const Selection &selection, const Project &project)
{
    StoredView view = storedView(selection, project.model.config);
    view.steps = project.view.steps;
    view.cell = project.view.cell;
    return view;
}

/// The pages of the walk to that file, all but their names.
std::unique_ptr<WalkWriter> writtenWalk(const ExportOptions &options, const Output &output, const Project &project,
                                        const Pass &pass)
{
    const WalkPages pages(std::make_shared<const Model>(project.model), pass.trace, pairOf(pass.selection),
                          project.dimensions, project.view.steps, *options.steps.walk);
    const WalkFormat format{output.picture, options.size, options.dpi, Theme::named(options.dark),
                            QString::fromStdString(project.title)};
    auto writer = std::make_unique<WalkWriter>(pages, format, output.path);
    while (writer->written() < writer->count())
        writer->writeNext();
    return writer;
}

} // namespace

int runExport(const ExportOptions &options)
{
    const std::vector<Output> outputs = outputsOf(options);
    checkUsage(options, outputs);
    Project project = openProject(options.model);
    project.view.steps = options.steps.applied(project.view.steps);
    const Pass pass = compute(options, outputs, project);
    if (saysWhatIsSeen(options))
        project.view = viewOf(pass.selection, project);
    std::vector<std::pair<const Output *, QByteArray>> ready;
    std::vector<std::unique_ptr<WalkWriter>> walks;
    for (const Output &output : outputs) {
        if (output.kind == OutputKind::Picture && options.steps.walk) {
            walks.push_back(writtenWalk(options, output, project, pass));
            continue;
        }
        if (output.kind != OutputKind::Numbers)
            ready.emplace_back(&output, bytesOf(output, pass.figure.get(), project, options.dpi));
        probe(output);
    }
    // Everything that can be known to fail has been tried: now the files, those that are streamed first.
    for (const Output &output : outputs) {
        if (output.kind == OutputKind::Numbers)
            writeNumbers(output.path, output.numbers, project.model, pass.trace, pass.selection, pass.furtherNumbers);
    }
    std::vector<std::unique_ptr<AtomicFile>> files;
    for (const auto &[output, bytes] : ready) {
        files.push_back(std::make_unique<AtomicFile>(output->path));
        files.back()->write(std::string_view(bytes.constData(), std::size_t(bytes.size())));
    }
    for (const std::unique_ptr<AtomicFile> &file : files)
        file->commit();
    for (const std::unique_ptr<WalkWriter> &walk : walks)
        walk->commit();
    return 0;
}

} // namespace regard
