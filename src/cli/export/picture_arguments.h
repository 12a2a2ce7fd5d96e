#pragma once

#include <string>

namespace CLI {
class App;
}

namespace regard {

struct ExportOptions;

/// The raw arguments of how a picture looks, before they are parsed.
struct PictureArguments {
    std::string size = "960x720";
    std::string text;
    std::string theme = "light";
    std::string colors = "blues";
    std::string background;
    std::string font;
    std::string scale;
    std::string title;
    std::string captions;
    std::string legend;
    std::string colorBar;
    std::string axes;
    std::string numbers;
    int cellDigits = 0;
    double floor = 0;
    std::string links;
    std::string spacing;
    bool square = false;
    bool crop = false;
    bool strongest = false;
    bool faintSpecial = false;
};

void addPictureArguments(CLI::App &command, PictureArguments &arguments);
/// What they mean. Throws UsageError.
void readPictureArguments(const CLI::App &command, const PictureArguments &arguments, ExportOptions &options);

} // namespace regard
