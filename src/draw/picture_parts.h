#pragma once

#include <optional>

#include <QString>

namespace regard {

/// What stands above the pictures of two states, and of the states of a film.
struct StateCaptions {
    std::optional<bool> areShown{};
    QString now{}; ///< instead of that state's usual caption; empty: the usual one
    QString pinned{};

    bool operator==(const StateCaptions &) const = default;
};

/// What a picture has beside its content. Nothing said: as the view has it.
struct PictureParts {
    std::optional<bool> title{};
    QString ownTitle{}; ///< above the whole picture; with it `title` is false, which leaves the view's own out
    std::optional<bool> legend{};
    std::optional<bool> colorBar{};
    std::optional<bool> axes{};           ///< names of the axes
    std::optional<bool> numbers{};        ///< in cells and beside tokens
    std::optional<int> digits{};          ///< after the point, of numbers in cells
    bool squareCells = false;             ///< of a heatmap
    std::optional<double> tokenSpacing{}; ///< from one token of the links to the next, CSS pixels
    StateCaptions captions{};
    /// What a window's selection adds: frames, bold names and bars. Nothing said: those that the figure's data ask for.
    std::optional<bool> marks{};
    /// For a page: names stand upright before any is left out, and where some are, ticks and the legend say so.
    bool onPage = false;
    bool inWindow = false; ///< on a screen, where heads or a caption say the rest: larger type, fewer numbers

    /// Whether a caption is above each of several states.
    bool captionsStates() const { return captions.areShown.value_or(true); }
    /// Whether a caption is above a single picture, as a part of its title.
    bool captionsPicture() const { return captions.areShown.value_or(title.value_or(true)); }

    bool operator==(const PictureParts &) const = default;
};

} // namespace regard
