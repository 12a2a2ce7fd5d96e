#include "cli/export/picture_arguments.h"

#include <map>
#include <optional>

#include <QColor>

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

Theme themeNamed(const std::string &word)
{
    return word == "dark" ? Theme::darkTheme() : word == "print" ? Theme::print() : Theme::light();
}

void readColors(const CLI::Option &given, ExportOptions &options)
{
    options.theme.scheme = schemes.at(given.as<std::string>());
    options.strongest |= options.theme.scheme == ColorScheme::Greys;
}

void readBackground(const CLI::Option &given, ExportOptions &options)
{
    const auto text = given.as<std::string>();
    if (text == "transparent") {
        options.theme.paper = QColor(0, 0, 0, 0);
    } else if (!text.empty()) {
        const QColor color(QString::fromStdString(text));
        if (!color.isValid())
            throw UsageError("--background takes transparent, a colour's name or #rrggbb, not \"" + text + "\"");
        options.theme.paper = options.theme.panel = color;
    }
}

/// A part of the picture that is on or off.
OptionRow<ExportOptions> partRow(const char *name, const char *help, std::optional<bool> PictureParts::*part)
{
    return {name, help, oneOf({"on", "off"}), setWhere("on", &ExportOptions::theme, &Theme::parts, part)};
}

} // namespace

const std::vector<OptionRow<ExportOptions>> &pictureRows()
{
    using Kind = OptionValue::Kind;
    using O = ExportOptions;
    using Parts = PictureParts;
    static const std::vector<OptionRow<O>> rows{
        {"--size",
         "CSS pixels (1/96 inch); or a width such as 84mm, 3.3in, column, two-columns, slide, poster, whose height "
         "follows",
         {Kind::Text, "WxH|WIDTH"},
         setBy(readSize, &O::size)},
        {"--text",
         "Type of the tokens' names in print, such as 8pt",
         {Kind::Text, "SIZE"},
         setBy([](const std::string &text) { return readLength(text, "--text", 200); }, &O::size,
               &PictureSize::textPoints)},
        {"--font", "Family of the text and its numbers", {Kind::Text, "FAMILY"}, set(&O::font)},
        {"--number-font", "Family of the numbers, where it is another", {Kind::Text, "FAMILY"}, set(&O::numberFont)},
        {"--theme", "Colours", oneOf({"light", "dark", "print"}), setBy(themeNamed, &O::theme)},
        {"--colors", "Of cells; greys: of heads too", oneOf(schemeWords()), readColors},
        {"--background", "transparent, a colour's name or #rrggbb", {Kind::Text, "COLOR"}, readBackground},
        {"--scale", "Of the colours of weights; left out: stretched", oneOf(wordsOf<ColorScale>()), set(&O::scale)},
        {"--title",
         "Above the picture: on, off, or a text of one's own",
         {Kind::Text, "TEXT"},
         [](const CLI::Option &given, O &options) { readTitle(given.as<std::string>(), options.theme.parts); }},
        {"--captions",
         "Above two states: on, off, or their names, such as fine-tuned,base",
         {Kind::Text, "NOW,PINNED"},
         setBy(readCaptions, &O::theme, &Theme::parts, &Parts::captions)},
        partRow("--legend", "What explains widths, colours and marks", &Parts::legend),
        partRow("--color-bar", "Of a heatmap and, where on, of heads", &Parts::colorBar),
        partRow("--axes", "Names of the axes", &Parts::axes),
        partRow("--numbers", "In cells and beside tokens", &Parts::numbers),
        partRow("--marks", "What a selection adds: frames, bold names and bars; left out: off", &Parts::marks),
        {"--cell-digits",
         "After the point, of numbers in cells",
         {Kind::Whole, {}, {}, 0, 9},
         set(&O::theme, &Theme::parts, &Parts::digits)},
        {"--floor", "Links of smaller weights are hidden", {Kind::Number, {}, {}, 0, 1}, set(&O::floor)},
        {"--links", "How they run; left out: straight", oneOf({"straight", "curved"}), setWhere("curved", &O::curved)},
        {"--strongest",
         "Of several heads each link once, by its strongest head",
         {Kind::Flag},
         [](const CLI::Option &given, O &options) { options.strongest |= given.as<bool>(); }},
        {"--multiples",
         "Of links: a picture for each head, side by side, in place of one of all",
         {Kind::Flag},
         set(&O::multiples)},
        {"--faint-special",
         "Links to special tokens such as [CLS] and [SEP], and their cells, faint",
         {Kind::Flag},
         set(&O::faintSpecial)},
        {"--token-spacing",
         "From one token of the links to the next",
         {Kind::Text, "LENGTH"},
         setBy(
             [](const std::string &text) {
                 return readLength(text, "--token-spacing", 200) * cssPixelsPerInch / pointsPerInch;
             },
             &O::theme, &Theme::parts, &Parts::tokenSpacing)},
        {"--square", "Square cells", {Kind::Flag}, set(&O::theme, &Theme::parts, &Parts::squareCells)},
        {"--crop", "No empty space around what is drawn", {Kind::Flag}, set(&O::crops)}};
    return rows;
}

} // namespace regard
