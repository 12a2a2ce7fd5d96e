#pragma once

namespace regard::stepSizes {

// Lengths in the pictures of the steps, in CSS pixels.

inline constexpr double rowHeight = 18;    ///< of a strip
inline constexpr double cellHeight = 20;   ///< upright, of cells that show numbers, where they fit
inline constexpr double lowestNumber = 12; ///< of an upright cell that shows its number
inline constexpr double widestCell = 58;
inline constexpr double mostNumbers = 48; ///< of a strip
inline constexpr double roleMark = 5;     ///< in front of the cells, with its distance to them
inline constexpr double nameHeight = 16;  ///< above an upright strip
inline constexpr double noteHeight = 14;  ///< below it

inline constexpr double edgeHeight = 14; ///< of the tokens above a matrix

/// How far the cells of an upright strip, or bars below each other, may reach downwards.
inline constexpr double tallestPlain = 190;   ///< without numbers
inline constexpr double tallestNumbers = 420; ///< with them
inline constexpr double lowestUprights = 84;

/// `count` cells below each other: as high as their numbers want where those fit, else no higher than a picture needs.
constexpr double uprightExtent(double count, double room)
{
    if (count * lowestNumber <= room)
        return count * cellHeight < room ? count * cellHeight : room;
    return room < tallestPlain ? room : tallestPlain;
}

/// The height for cells below each other in a picture of that height; 0: the picture chooses.
constexpr double uprightRoom(double height)
{
    if (height <= 0)
        return tallestPlain;
    const double room = height - nameHeight - roleMark - noteHeight;
    return room < lowestUprights ? lowestUprights : room > tallestNumbers ? tallestNumbers : room;
}

} // namespace regard::stepSizes
