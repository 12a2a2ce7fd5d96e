#pragma once

#include <string>
#include <vector>

#include "cli/export_options.h"

namespace CLI {
class App;
}

namespace regard {

/// What was typed after `regard export`, before it is looked at.
struct ExportArguments {
    ExportOptions options; ///< those that need no look
    std::string heads;
    int query = 0;
    int key = 0;
    std::string stage = "weights";
    std::string summary;
    bool noSpecial = false;
    std::string pairs = "all";
    std::string size = "960x720";
    std::string theme = "light";
    std::string step;
    std::string form;
    std::string convention;
    std::string byHand;
    std::string digits;
    std::string walk;
    std::vector<std::string> off;
    std::string offBy;
    std::vector<std::string> temperatures;
    std::string comparison;
};

/// All options of `regard export` but those of the model.
void addExportOptions(CLI::App *command, ExportArguments &arguments);

/// What they mean. Throws UsageError.
ExportOptions exportOptions(const CLI::App &command, const ExportArguments &arguments, const ModelOptions &model);

} // namespace regard
