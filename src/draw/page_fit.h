#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <QRectF>
#include <QSizeF>

namespace regard {

// How a page is presented: its caption at the foot of the screen, and above it its pictures, in the largest type in
// which all of it is whole. Sizes are those of the screen's pixels; H is its height.

/// Whether a picture has all its names, or every second, third … where the others have no room; a name in focus, and
/// one that the page speaks of, always stands.
enum class Names { All, Some };

/// A picture that knows what it needs.
class PresentedPicture {
public:
    PresentedPicture() = default;
    virtual ~PresentedPicture() = default;
    PresentedPicture(const PresentedPicture &) = delete;
    PresentedPicture &operator=(const PresentedPicture &) = delete;

    /// Whether everything of it is there and whole within that size, in type of `type` pixels: names uncut, none
    /// touching another, numbers where it shows numbers.
    virtual bool fits(QSizeF size, double type, Names names) const = 0;
};

/// How high the caption is, with the space around it, in so wide a band: all of it, or one of several parts of about
/// the same length. Infinity where a word is wider than the band.
using CaptionHeight = std::function<double(double width, double type, int part, int parts)>;

struct PageRequest {
    QSizeF screen;
    std::vector<const PresentedPicture *> pictures; ///< in the order in which the page names them
    CaptionHeight captionHeight{};                  ///< empty: the page has no caption
    double factor = 1;                              ///< of the type, from smallestTypeFactor to largestTypeFactor
};

struct PresentedScreen {
    struct Picture {
        std::size_t index; ///< in the request
        QRectF place;      ///< in whole pixels
    };
    std::vector<Picture> pictures; ///< one or two
    double type = 0;               ///< of the pictures
    Names names = Names::All;
    QRectF caption{}; ///< the whole band; empty: none
    double captionType = 0;
    int captionPart = 0;
    int captionParts = 1;
};

inline constexpr double smallestTypeFactor = 0.6;
inline constexpr double largestTypeFactor = 2.5;

/// The screens of a page, mostly one; two are called 5a and 5b.
///
/// 1. The caption has the largest type from H/22 down to H/45 in which it is at most H/4 high. 2. The pictures share
/// the rest, beside or below each other, split at 35 to 65 %: the largest type from H/22 down to H/45, pixel by pixel,
/// in which every picture fits. The most even of several such splits stands, beside before below. 3. Where there is
/// none, each picture has a screen of its own; and where there is still none, some of its names are left out. 4. The
/// factor multiplies H/22, H/45 and H/4.
///
/// Where a picture has no room at all, the caption gives way: to H/4 where the factor is above 1, then to four and to
/// three fifths of that, in smaller type and, where that is not enough, in parts, a screen each; in the end it has a
/// screen of its own behind the pictures.
///
/// Nothing where there is no such type: the factor is then too large for the page.
std::optional<std::vector<PresentedScreen>> presentedScreens(const PageRequest &request);

/// The type of a presented page at the factor 1 is at least this on a screen of a height.
double leastPresentedType(double screenHeight);

} // namespace regard
