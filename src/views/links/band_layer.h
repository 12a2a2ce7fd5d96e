#pragma once

#include <utility>
#include <vector>

#include <QRgb>

namespace regard {

/// Translucent bands between two lines across a picture, straight or curved, along which places are equally far apart.
/// "Steps" run from line to line and "lanes" along the lines: x and y, or y and x where the places are side by side.
/// Lengths in device pixels.
struct BandLayer {
    /// How bands run, and how their width is measured: a straight one's across it, a curved one's along the lanes, and
    /// a curved line's across it, as a pen's.
    enum class Course { Straight, Curved, CurvedLine };
    struct Band {
        int from; ///< place on the first line
        int to;   ///< place on the last line
        float width;
        int paint = 0; ///< index into paints
    };
    struct Paint {
        QRgb color;     ///< not premultiplied; alpha is the opacity
        int dashes = 0; ///< that each band consists of, see dashSpan(); 0: it is solid
    };
    double firstStep = 0; ///< where bands begin
    double lastStep = 0;  ///< where they end
    double start = 0;     ///< the lane of place 0
    double pitch = 1;     ///< from place to place
    Course course = Course::Straight;
    std::vector<Paint> paints;
    std::vector<Band> bands;

    /// Whether all bands have one colour: then it does not matter which lies over which.
    bool hasOneColor() const;
};

/// The beginning and the end of a dash on the band's way, 0 … 1. The first begins and the last ends with the band; gaps
/// are two thirds as long as dashes. 0 dashes: the whole band.
std::pair<double, double> dashSpan(int dashes, int index);

} // namespace regard
