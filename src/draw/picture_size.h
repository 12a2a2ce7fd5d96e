#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <QSizeF>

namespace regard {

inline constexpr double cssPixelsPerInch = 96;
inline constexpr double pointsPerInch = 72;
inline constexpr double smallestPrintedText = 6;   ///< points, that a reader of a page can be asked to read
inline constexpr double smallestPrintedName = 4.5; ///< points, of tokens' names where all have room in no larger type
inline constexpr double smallestShare = 0.8;       ///< of PictureSize::textPoints, that any other text may have

/// How large a picture is asked to be.
struct PictureSize {
    QSizeF size;             ///< CSS pixels; height 0: as high as the content needs
    bool isOfLength = false; ///< given in a unit of length, for a page: what is too small in print is said
    double textPoints = 0;   ///< of the tokens' names in print; 0: as large as the layout makes them
    bool hasHeight() const { return size.height() > 0; }
};

/// `960x720` in CSS pixels, a width such as `84mm`, `8.4cm`, `3.3in`, `240pt` or `640px`, or a preset's name; nothing
/// where it is none of them, or not above 0.
std::optional<PictureSize> pictureSizeOf(std::string_view text);
/// `8pt`, or in one of the other units, as points.
std::optional<double> pointsOf(std::string_view text);

/// A size that has a name.
struct SizePreset {
    const char *word;
    const char *size; ///< as pictureSizeOf() reads it
};
const std::vector<SizePreset> &sizePresets();

} // namespace regard
