#pragma once

#include <optional>
#include <string>
#include <vector>

#include <QSize>

#include "app/export_steps.h"
#include "app/model_options.h"
#include "document/selection.h"

namespace regard {

/// `regard export` as the command line gave it. Layers, heads and tokens count from 1, as on the command line.
struct ExportOptions {
    ModelOptions model;
    std::vector<std::string> outputs;
    std::string view = "links";
    std::string block; ///< empty: the first that the model has
    Summary summary = Summary::None;
    int layer = 1;
    std::vector<int> heads; ///< empty with allHeads false: not given
    bool allHeads = false;
    std::optional<int> query;
    std::optional<int> key;
    Stage stage = Stage::Weights;
    StepOptions steps;
    QSize size = QSize(960, 720); ///< CSS pixels
    int dpi = 96;
    bool dark = false;
};

/// Writes every output, or none where one of them cannot be. Throws UsageError and FileError. Needs a QGuiApplication.
int runExport(const ExportOptions &options);

} // namespace regard
