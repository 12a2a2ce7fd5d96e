#include "cli/export/picture_arguments.h"

#include <map>
#include <optional>

#include <CLI/CLI.hpp>
#include <QColor>

#include "export/export_options.h"
#include "io/project/words.h"

namespace regard {

namespace {

const std::map<std::string, ColorScheme> schemes = {{"blues", ColorScheme::Blues},
                                                    {"viridis", ColorScheme::Viridis},
                                                    {"cividis", ColorScheme::Cividis},
                                                    {"greys", ColorScheme::Greys}};

std::vector<std::string> schemeWords()
{
    std::vector<std::string> words;
    for (const auto &[word, scheme] : schemes)
        words.push_back(word);
    return words;
}

PictureSize readSize(const std::string &text)
{
    if (const std::optional<PictureSize> size = pictureSizeOf(text))
        return *size;
    std::string presets;
    for (const SizePreset &preset : sizePresets())
        presets += std::string(presets.empty() ? "" : ", ") + preset.word;
    throw UsageError(
        "--size takes WIDTHxHEIGHT in pixels such as 960x720, a width such as 84mm, 3.3in, 240pt or 640px, "
        "or a name (" +
        presets + "), not \"" + text + "\"");
}

double readLength(const std::string &text, const std::string &option, double most)
{
    const std::optional<double> points = pointsOf(text);
    if (!points || *points < 1 || *points > most)
        throw UsageError(option + " takes a length such as 8pt or 3mm, 1pt to " + std::to_string(int(most)) +
                         "pt, not \"" + text + "\"");
    return *points;
}

/// `on`, `off`, or the names of both states, in which `\,` is a comma.
StateCaptions readCaptions(const std::string &text)
{
    if (text == "on" || text == "off")
        return {text == "on"};
    std::vector<std::string> names(1);
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool isEscaped = text[i] == '\\' && i + 1 < text.size() && text[i + 1] == ',';
        if (text[i] == ',')
            names.emplace_back();
        else
            names.back() += text[isEscaped ? ++i : i];
    }
    if (names.size() != 2)
        throw UsageError("--captions takes on, off or two names with a comma between them, such as fine-tuned,base "
                         "(a comma in a name is \\,), not \"" +
                         text + "\"");
    return {true, QString::fromStdString(names[0]).trimmed(), QString::fromStdString(names[1]).trimmed()};
}

/// `on`, `off`, or a text whose blanks at the ends do not count, so that a title may be the word itself.
void readTitle(const std::string &text, PictureParts &parts)
{
    parts.title = text == "on";
    if (text == "on" || text == "off")
        return;
    parts.ownTitle = QString::fromStdString(text).simplified();
    if (parts.ownTitle.isEmpty())
        throw UsageError("--title takes on, off or a text, not \"" + text + "\"");
}

Theme readTheme(const PictureArguments &arguments)
{
    Theme theme = arguments.theme == "dark"    ? Theme::darkTheme()
                  : arguments.theme == "print" ? Theme::print()
                                               : Theme::light();
    theme.scheme = schemes.at(arguments.colors);
    if (arguments.background == "transparent") {
        theme.paper = QColor(0, 0, 0, 0);
    } else if (!arguments.background.empty()) {
        const QColor color(QString::fromStdString(arguments.background));
        if (!color.isValid())
            throw UsageError("--background takes transparent, a colour's name or #rrggbb, not \"" +
                             arguments.background + "\"");
        theme.paper = theme.panel = color;
    }
    return theme;
}

PictureParts readParts(const CLI::App &command, const PictureArguments &arguments)
{
    const auto isOn = [&](const char *option, const std::string &word) -> std::optional<bool> {
        return command.count(option) > 0 ? std::optional(word == "on") : std::nullopt;
    };
    PictureParts parts;
    if (command.count("--title") > 0)
        readTitle(arguments.title, parts);
    parts.legend = isOn("--legend", arguments.legend);
    parts.colorBar = isOn("--color-bar", arguments.colorBar);
    parts.axes = isOn("--axes", arguments.axes);
    parts.numbers = isOn("--numbers", arguments.numbers);
    parts.squareCells = arguments.square;
    if (command.count("--captions") > 0)
        parts.captions = readCaptions(arguments.captions);
    if (command.count("--cell-digits") > 0)
        parts.digits = arguments.cellDigits;
    if (command.count("--token-spacing") > 0)
        parts.tokenSpacing = readLength(arguments.spacing, "--token-spacing", 200) * cssPixelsPerInch / pointsPerInch;
    return parts;
}

} // namespace

void addPictureArguments(CLI::App &command, PictureArguments &arguments)
{
    command
        .add_option("--size", arguments.size,
                    "CSS pixels (1/96 inch); or a width such as 84mm, 3.3in, column, two-columns, slide, poster, whose "
                    "height follows")
        ->type_name("WxH|WIDTH");
    command.add_option("--text", arguments.text, "Type of the tokens' names in print, such as 8pt")->type_name("SIZE");
    command.add_option("--font", arguments.font, "Family of the text")->type_name("FAMILY");
    command.add_option("--theme", arguments.theme, "Colours")->check(CLI::IsMember({"light", "dark", "print"}));
    command.add_option("--colors", arguments.colors, "Of cells; greys: of heads too")
        ->check(CLI::IsMember(schemeWords()));
    command.add_option("--background", arguments.background, "transparent, a colour's name or #rrggbb")
        ->type_name("COLOR");
    command.add_option("--scale", arguments.scale, "Of the colours of weights; left out: stretched")
        ->check(CLI::IsMember(wordsOf<ColorScale>()));
    const auto part = [&](const char *name, std::string &word, const char *help) {
        command.add_option(name, word, help)->check(CLI::IsMember({"on", "off"}));
    };
    command.add_option("--title", arguments.title, "Above the picture: on, off, or a text of one's own")
        ->type_name("TEXT");
    command
        .add_option("--captions", arguments.captions,
                    "Above two states: on, off, or their names, such as fine-tuned,base")
        ->type_name("NOW,PINNED");
    part("--legend", arguments.legend, "What explains widths, colours and marks");
    part("--color-bar", arguments.colorBar, "Of a heatmap and, where on, of heads");
    part("--axes", arguments.axes, "Names of the axes");
    part("--numbers", arguments.numbers, "In cells and beside tokens");
    command.add_option("--cell-digits", arguments.cellDigits, "After the point, of numbers in cells")
        ->check(CLI::Range(0, 9));
    command.add_option("--floor", arguments.floor, "Links of smaller weights are hidden")->check(CLI::Range(0.0, 1.0));
    command.add_option("--links", arguments.links, "How they run; left out: straight")
        ->check(CLI::IsMember({"straight", "curved"}));
    command.add_flag("--strongest", arguments.strongest, "Of several heads each link once, by its strongest head");
    command.add_flag("--faint-special", arguments.faintSpecial,
                     "Links to special tokens such as [CLS] and [SEP], and their cells, faint");
    command.add_option("--token-spacing", arguments.spacing, "From one token of the links to the next")
        ->type_name("LENGTH");
    command.add_flag("--square", arguments.square, "Square cells");
    command.add_flag("--crop", arguments.crop, "No empty space around what is drawn");
}

void readPictureArguments(const CLI::App &command, const PictureArguments &arguments, ExportOptions &options)
{
    options.size = readSize(arguments.size);
    if (command.count("--text") > 0)
        options.size.textPoints = readLength(arguments.text, "--text", 200);
    options.theme = readTheme(arguments);
    options.theme.parts = readParts(command, arguments);
    options.font = arguments.font;
    options.crops = arguments.crop;
    options.strongest = arguments.strongest || options.theme.scheme == ColorScheme::Greys;
    options.faintSpecial = arguments.faintSpecial;
    if (command.count("--floor") > 0)
        options.floor = arguments.floor;
    if (command.count("--links") > 0)
        options.curved = arguments.links == "curved";
    options.scale = valueOf<ColorScale>(arguments.scale);
}

} // namespace regard
