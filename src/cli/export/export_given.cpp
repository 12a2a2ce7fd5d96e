#include "cli/export/export_given.h"

#include <cstdio>
#include <string>

#include "cli/export/export_table.h"
#include "cli/export/export_view.h"
#include "io/project/words.h"
#include "views/data/given_faults.h"
#include "views/text/no_model_text.h"

namespace regard {

namespace {

/// The first option given that changes what a model computes; null where none is.
const char *optionOfModel(const ExportOptions &options)
{
    if (!options.interventions.off.empty())
        return "--off";
    if (!options.interventions.temperatures.empty())
        return "--temperature";
    if (options.importance)
        return "--importance";
    if (!options.sentences.empty())
        return "--sources";
    return options.steps.given();
}

} // namespace

void checkGivenOptions(const ExportOptions &options, const std::vector<Output> &outputs, const Project &project)
{
    if (project.hasModel())
        return;
    const View &view = viewNamed(options.view);
    if (view.needsModel && (has(outputs, OutputKind::Picture) || has(outputs, OutputKind::Numbers)))
        throw ConfigError("--view " + options.view + ": " + noModelText(view.panel).toStdString());
    if (const char *option = optionOfModel(options))
        throw ConfigError(std::string(option) +
                          " needs weights to compute with, and a file of attention has none: name the model's folder");
}

void sayFaults(const ExportOptions &options, const std::vector<Output> &outputs, const ShownState &state)
{
    if (!state.hasResult() || state.hasModel())
        return;
    const bool isMatrix = has(outputs, NumbersFormat::Csv) && !wantsTable(options, outputs);
    const bool isPicture = has(outputs, OutputKind::Picture);
    const bool showsStage = isMatrix || (isPicture && viewNamed(options.view).id == ViewId::Heatmap);
    if (showsStage && options.summary == Summary::None && !hasStage(state.result, state.selection, options.stage))
        throw ConfigError("--stage " + wordOf(options.stage) +
                          ": the file has the weights of this attention, but not its " + wordOf(options.stage));
    if (!isMatrix && !isPicture)
        return;
    const QStringList faults = givenFaults(state, !viewNamed(options.view).showsOneHead);
    if (isMatrix && options.stage == Stage::Weights && hasEmptyRows(state))
        throw ConfigError(faults.front().toStdString());
    for (const QString &fault : faults)
        std::fprintf(stderr, "regard: %s: %s\n", options.model.subject().c_str(), fault.toUtf8().constData());
}

} // namespace regard
