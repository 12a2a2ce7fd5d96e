#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/matrix.h"
#include "engine/model/model.h"

namespace regard {

/// A weight that moved, by how much.
struct MovedWeight {
    int head = 0; ///< from 0; −1: a matrix made of all heads
    int query = 0;
    int key = 0;
    float by = 0; ///< now − before

    bool operator==(const MovedWeight &) const = default;
};

/// The weights of a matrix that moved by more than `least`, added to those that are there, of which the `most` that
/// moved farthest stay, farthest first. Nothing is added where the sizes differ.
void addMoved(std::vector<MovedWeight> &moved, int head, const Matrix &before, const Matrix &now, double least,
              std::size_t most);

/// The one cell in which two models differ.
struct EditedCell {
    bool isToken = false; ///< a number of a token's embedding row, whose text `name` is
    std::string name;     ///< else of the weight or position table of that name
    int row = 0;
    int column = 0;

    bool operator==(const EditedCell &) const = default;
};

/// Nothing where more than one number differs, or anything else.
std::optional<EditedCell> editedCell(const Model &before, const Model &now);

} // namespace regard
