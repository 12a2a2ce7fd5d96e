#pragma once

#include <memory>
#include <vector>

#include "draw/caption.h"
#include "draw/printed_figure.h"

namespace regard {

/// The picture of a state, and what stands above it beside those of others.
struct StatePicture {
    FigureMaker make; ///< null where the state has none
    Caption caption;
};

/// One picture below its caption; null stays null.
std::unique_ptr<Figure> belowCaption(std::unique_ptr<Figure> figure, const Caption &caption, const Theme &theme);

/// The states beside each other in a space, with one scale of colours; null where one has no picture.
std::unique_ptr<Figure> sideBySide(const std::vector<StatePicture> &states, QSizeF space, const Theme &theme);

/// A frame of each state that has a picture, with one scale of colours.
std::vector<std::unique_ptr<Figure>> filmFrames(const std::vector<StatePicture> &states, const PictureSize &size,
                                                const Theme &theme);

} // namespace regard
