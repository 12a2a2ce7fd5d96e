#pragma once

namespace regard {

/// How large type is on a wall: a digit as high as a fiftieth of the screen is read from the last row.
inline constexpr double leastDigit = 1.0 / 50;

/// The digits of pictures, in pixels of type before they are enlarged. Smaller ones are left out in a presentation.
inline constexpr double pictureNumber = 10;

/// The factor by which the window is enlarged on a screen of a height in pixels, so that its numbers are readable from
/// the last row: at least 1.
double readableScale(int screenHeight);

} // namespace regard
