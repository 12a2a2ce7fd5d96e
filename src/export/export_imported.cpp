#include "export/export_imported.h"

#include <algorithm>
#include <cstdio>
#include <string>

#include "export/export_table.h"
#include "export/export_view.h"
#include "io/attention/attention_file.h"
#include "io/project/words.h"
#include "views/base/imported_faults.h"
#include "views/base/no_model_text.h"

namespace regard {

namespace {

/// The first option given that changes what a model computes; null where none is.
const char *optionOfModel(const ExportOptions &options)
{
    if (!options.interventions.off.empty())
        return "--off";
    if (!options.interventions.temperatures.empty())
        return "--temperature";
    if (!options.interventions.attend.empty())
        return "--attend";
    if (!options.interventions.cuts.empty())
        return "--cut";
    if (!options.interventions.patches.empty())
        return "--patch";
    if (options.importance)
        return "--importance";
    if (options.tokens.byValue)
        return "--by-value";
    if (!options.sentences.empty())
        return "--sources";
    return options.steps.given();
}

} // namespace

void checkImportedOptions(const ExportOptions &options, const std::vector<Output> &outputs, const Project &project)
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

void checkImportedRows(const ExportOptions &options, const std::vector<Output> &outputs, const ShownState &state)
{
    if (!state.hasResult() || state.hasModel())
        return;
    const bool isMatrix = has(outputs, NumbersFormat::Csv) && !wantsTable(options, outputs);
    const bool isPicture = has(outputs, OutputKind::Picture);
    const bool showsStage = isMatrix || (isPicture && viewNamed(options.view).id == ViewId::Heatmap);
    if (showsStage && options.summary == Summary::None && !hasStage(state.result, state.selection, options.stage))
        throw ConfigError("--stage " + wordOf(options.stage) +
                          ": the file has the weights of this attention, but no tensor \"" + wordOf(options.stage) +
                          "\" of it");
    // A difference has empty cells where there is nothing to compare.
    if (isMatrix && options.stage == Stage::Weights && !state.difference() && hasEmptyRows(state))
        throw ConfigError(importedFaults(state, !viewNamed(options.view).showsOneHead).front().toStdString());
}

void checkCopiedRows(const std::vector<Output> &outputs, const ShownState &state)
{
    const bool copies = has(outputs, NumbersFormat::Json) || has(outputs, NumbersFormat::Safetensors) ||
                        has(outputs, NumbersFormat::Page);
    if (!copies || !state.hasResult() || state.hasModel())
        return;
    for (const auto &block : state.trace()->blocks)
        for (std::size_t head = 0; head < block->heads.size(); ++head)
            block->heads.shared(head);
}

void sayFaults(const std::string &subject, const Project &project)
{
    constexpr std::size_t most = 10;
    if (!project.attention)
        return;
    const std::vector<std::string> faults = project.attention->faults->all();
    for (std::size_t i = 0; i < std::min(faults.size(), most); ++i)
        std::fprintf(stderr, "regard: %s: %s\n", subject.c_str(), faults[i].c_str());
    if (faults.size() > most)
        std::fprintf(stderr, "regard: %s: and so in %zu more heads\n", subject.c_str(), faults.size() - most);
}

} // namespace regard
