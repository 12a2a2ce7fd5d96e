#pragma once

#include <vector>

#include <QString>
#include <QStringList>

#include "document/shown/shown.h"

namespace regard {

/// One of small multiples: a layer and a head of the attention in view, counted from 0.
struct GridCell {
    int layer = 0;
    int head = 0;

    bool operator==(const GridCell &) const = default;
};

/// Small multiples, the layers one below the other.
struct Grid {
    std::vector<GridCell> cells; ///< empty: one picture
    int columns = 0;             ///< a layer has; 0: as many as fit

    bool isEmpty() const { return cells.empty(); }
};

/// The state with that layer and head in view.
ShownState ofCell(const ShownState &state, const GridCell &cell);
/// What each is called beside the others, with what is done to it: "head 4", "layer 2", "2.4, switched off".
QStringList gridNames(const ShownState &state, const Grid &grid);
/// What all of them show: "layer 1 · heads 1, 4", "layers 2, 4 · all 8 heads · each: layer.head".
QString gridTitle(const ShownState &state, const Grid &grid);

} // namespace regard
