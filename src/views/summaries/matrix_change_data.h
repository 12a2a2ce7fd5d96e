#pragma once

#include <memory>
#include <vector>

#include <QString>

#include "document/shown/shown.h"
#include "engine/analysis/matrix_change.h"
#include "views/heatmap/heatmap_figure.h"

namespace regard {

// How far each weight moved from that of the pinned state, as a map of layers × weights: the Frobenius norm of now −
// pinned.

/// The weights of the layers as a grid; those outside of layers (positions, the output) are in no row.
struct MatrixChangeGrid {
    QStringList layers;                    ///< "encoder 1"; of a model with one stack "layer 1"
    QStringList matrices;                  ///< as files name them within a layer: "self.w_q"
    std::vector<std::vector<int>> changes; ///< by layer and matrix: its position in the list; −1: there is none
    int at(int layer, int matrix) const { return changes.at(std::size_t(layer)).at(std::size_t(matrix)); }
};
MatrixChangeGrid matrixChangeGrid(const std::vector<MatrixChange> &changes);

/// The picture's own settings.
struct MatrixChangeOptions {
    std::shared_ptr<const std::vector<MatrixChange>> changes{}; ///< null: they are computed now
    bool isRelative = false;                                    ///< ÷ the norm of what is pinned
    int row = -1;                                               ///< where the keyboard is
    int column = -1;
    bool evenNumbers = false; ///< as many digits in every cell, as in the window
};

/// Cells without a number, of weights that the layer or the pinned state does not have, are hatched.
HeatmapData matrixChangeData(const std::vector<MatrixChange> &changes, const MatrixChangeOptions &options);

/// Why there is no such picture, as a sentence: nothing is pinned, or it has no weights, or both states have the very
/// same ones. Empty where there is one.
QString noMatrixChangeText(const ShownState &state);

/// The picture of what is shown; null where noMatrixChangeText() says why.
std::unique_ptr<Figure> matrixChangeViewFigure(const ShownState &state, const MatrixChangeOptions &options, QSizeF size,
                                               const Theme &theme);

} // namespace regard
