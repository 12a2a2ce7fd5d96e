#include "draw/picture_size.h"

#include <charconv>
#include <cmath>

namespace regard {

namespace {

struct Unit {
    std::string_view name;
    double pixels;
};

constexpr Unit units[] = {{"mm", cssPixelsPerInch / 25.4},
                          {"cm", cssPixelsPerInch / 2.54},
                          {"in", cssPixelsPerInch},
                          {"pt", cssPixelsPerInch / pointsPerInch},
                          {"px", 1}};
constexpr double largestLength = 1e5; ///< CSS pixels: far beyond what can be drawn

std::optional<double> numberOf(std::string_view text)
{
    double number = 0;
    const char *end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, number);
    const bool isNumber = error == std::errc() && stopped == end && std::isfinite(number) && number > 0;
    return isNumber ? std::optional(number) : std::nullopt;
}

/// Returns a length in CSS pixels.
std::optional<double> lengthOf(std::string_view text)
{
    for (const Unit &unit : units) {
        if (!text.ends_with(unit.name))
            continue;
        const std::optional<double> number = numberOf(text.substr(0, text.size() - unit.name.size()));
        if (number && *number * unit.pixels <= largestLength)
            return *number * unit.pixels;
    }
    return std::nullopt;
}

std::optional<int> pixelsOf(std::string_view text)
{
    int number = 0;
    const char *end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && stopped == end && number > 0 ? std::optional(number) : std::nullopt;
}

} // namespace

const std::vector<SizePreset> &sizePresets()
{
    // The columns of ACL's and IEEE's styles, a slide of 16 : 9, and a panel of a poster.
    static const std::vector<SizePreset> presets = {
        {"column", "3.3in"}, {"two-columns", "6.75in"}, {"slide", "1280x720"}, {"poster", "16in"}};
    return presets;
}

std::optional<PictureSize> pictureSizeOf(std::string_view text)
{
    for (const SizePreset &preset : sizePresets())
        if (text == preset.word)
            return pictureSizeOf(preset.size);
    if (const std::size_t cross = text.find('x'); cross != std::string_view::npos && !text.ends_with("px")) {
        const std::optional<int> width = pixelsOf(text.substr(0, cross));
        const std::optional<int> height = pixelsOf(text.substr(cross + 1));
        if (!width || !height)
            return std::nullopt;
        return PictureSize{QSizeF(*width, *height)};
    }
    const std::optional<double> width = lengthOf(text);
    if (!width)
        return std::nullopt;
    return PictureSize{QSizeF(*width, 0), !text.ends_with("px")};
}

std::optional<double> pointsOf(std::string_view text)
{
    const std::optional<double> length = lengthOf(text);
    return length ? std::optional(*length * pointsPerInch / cssPixelsPerInch) : std::nullopt;
}

} // namespace regard
