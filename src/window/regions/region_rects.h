#pragma once

#include <array>
#include <vector>

#include <QRect>

namespace regard {

/// What the regions have to hold. Lengths are pixels.
struct RegionNeeds {
    QSize window;                     ///< the whole, bars included: shares are of its area
    QRect area;                       ///< below the top bar
    double type = 1;                  ///< times the usual type size
    int heads = 0;                    ///< width of the heads column; 0: there is none
    int rows = 0;                     ///< height of the lines over the stage; 0: none
    int ownRow = 0;                   ///< of that, what is always there and no part of the stage
    int pictures = 1;                 ///< 1 or 2
    bool needsPair = false;           ///< two pictures however narrow the stage is
    int strip = 0;                    ///< wanted height under the stage; 0: none
    int leastStrip = 0;               ///< to which it gives way before it is one line
    double stageShare = 0.65;         ///< of the window, which the stage keeps without an inspector
    int inspectors = 0;               ///< panels at the right: 0, 1 or 2
    int inspectorWidth = 0;           ///< wanted
    bool isInspectorFlexible = false; ///< nobody chose that width
    double inspectorShare = 0.5;      ///< the upper one's share of the height, where there are two
    double split = 0.5;               ///< the first picture's share of the width
};

struct RegionRects {
    QRect heads;
    QRect rows;
    std::vector<QRect> pictures; ///< as many as are seen
    QRect strip;                 ///< empty: it has given way
    std::vector<QRect> inspectors;
};

inline constexpr int regionGap = 8;
inline constexpr int lowStrip = 48;         ///< one line
inline constexpr int narrowInspector = 340; ///< at the least, at type × 1
inline constexpr int wideInspector = 524;   ///< at the most
inline constexpr int pairFrom = 980;   ///< a narrower stage shows one picture; beside an inspector 1440 pixels hold two
inline constexpr int highForTwo = 900; ///< the least window with two inspectors

/// The places of the regions. What does not fit gives way in this order: the strip becomes one line and goes, the
/// second picture goes, the inspector gets as narrow as it can be, and where large type leaves the stage too little
/// otherwise, the heads column goes.
RegionRects regionRects(const RegionNeeds &needs);

} // namespace regard
