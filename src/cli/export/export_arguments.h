#pragma once

#include <string>
#include <vector>

#include "cli/export/picture_arguments.h"
#include "export/export_options.h"

namespace CLI {
class App;
}

namespace regard {

/// The raw arguments of `regard export` but those of the model, before they are parsed.
struct ExportArguments {
    ExportOptions options; ///< those that need no parsing
    std::string direction;
    std::string heads;
    int query = 0;
    int key = 0;
    std::string stage = "weights";
    std::string summary;
    bool noSpecial = false;
    std::string pairs = "all";
    PictureArguments looks;
    std::string step;
    std::string form;
    std::string convention;
    std::string byHand;
    std::string digits;
    std::string walk;
    double time = 0;
    std::vector<std::string> off;
    std::string offBy;
    std::vector<std::string> temperatures;
    std::string comparison;
    std::vector<std::string> only;
    std::string film;
    double pace = FilmPace().seconds;
    std::string loop;
    std::string find;
    std::string importance;
    std::string again;
    bool noMetadata = false;
};

void addExportOptions(CLI::App *command, ExportArguments &arguments);

/// What they mean, without the model. Throws UsageError.
ExportOptions exportOptions(const CLI::App &command, const ExportArguments &arguments);

} // namespace regard
