#pragma once

#include <optional>

namespace regard {

/// What a picture has beside its content. Nothing said: as the view has it.
struct PictureParts {
    std::optional<bool> title{};
    std::optional<bool> legend{};
    std::optional<bool> colorBar{};
    std::optional<bool> axes{};           ///< names of the axes
    std::optional<bool> numbers{};        ///< in cells and beside tokens
    std::optional<int> digits{};          ///< after the point, of numbers in cells
    bool squareCells = false;             ///< of a heatmap
    std::optional<double> tokenSpacing{}; ///< from one token of the links to the next, CSS pixels

    bool operator==(const PictureParts &) const = default;
};

} // namespace regard
