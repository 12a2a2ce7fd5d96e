#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/matrix.h"
#include "engine/model/model.h"

namespace regard {

/// The change of a weight.
struct MovedWeight {
    int head = 0; ///< from 0; −1: a matrix made of all heads
    int query = 0;
    int key = 0;
    float by = 0; ///< now − before

    bool operator==(const MovedWeight &) const = default;
};

/// Adds the weights of a matrix that moved by more than `least` to those given and keeps the `most` that moved
/// farthest, farthest first. Adds nothing where the sizes differ.
void addMoved(std::vector<MovedWeight> &moved, int head, const Matrix &before, const Matrix &now, double least,
              std::size_t most);

/// The one cell in which two models differ.
struct EditedCell {
    bool isToken = false; ///< a number of the embedding row of the token with text `name`
    std::string name;     ///< else the name of the weight or position table
    int row = 0;
    int column = 0;

    bool operator==(const EditedCell &) const = default;
};

/// Nothing where more than one number differs, or anything else.
std::optional<EditedCell> editedCell(const Model &before, const Model &now);

} // namespace regard
