#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <QString>

#include "document/matrices/matrices_state.h"
#include "document/matrices/model_edit.h"
#include "document/matrices/present_matrices.h"
#include "engine/model/model.h"

namespace regard {

/// A number that a user changed, in a matrix as Matrices::editCell() names it.
struct CellChange {
    int row = 0;
    int column = 0;
    float before = 0;
    float now = 0;
};

/// What changed in a matrix.
struct MatrixChanges {
    std::string matrix;
    std::vector<CellChange> cells; ///< row by row; of embedding rows only those of the present sentence
    long newCells = 0;             ///< of a weight: those that the state it is compared with does not have
};

/// What changed in the matrices against the pinned state, else the checkpoint, else the model as it was when the
/// document was opened (or last given a new size); drawn where never given.
class MatrixComparison {
public:
    MatrixComparison(const MatricesState &state, const PresentMatrices &present) : m_state(state), m_present(present) {}

    bool isChanged(const std::string &name, int row, int column) const;
    /// How many cells of a matrix isChanged() counts; 0 where there is no such matrix.
    qsizetype changedCells(const std::string &name) const;
    /// The number that Matrices::revertCell() would bring back. Throws ShapeError where the cell does not exist.
    float valueBefore(const std::string &name, int row, int column) const;
    /// Rows and columns of a weight in the state that cells are compared with; nothing where it has no such weight.
    std::optional<std::pair<int, int>> sizeBefore(const std::string &name) const;
    /// The matrices that have changed or new cells, in the order of computation, X and positions first, with those
    /// cells.
    std::vector<MatrixChanges> changes() const;
    /// Why edited cells of the matrix, or of any, cannot be compared now: the checkpoint's file, which holds their
    /// original numbers, was written to. Such cells count as unchanged, and reverting them throws FileError. Empty
    /// where all can be compared.
    QString error(const std::string &name = {}) const;

    // Reverting needs these.
    /// The model that cells are compared with.
    const std::shared_ptr<const Model> &baseModel() const { return m_state.pinned ? m_state.pinned : m_state.opened; }
    /// The model as it was opened, or last given a new size.
    const std::shared_ptr<const Model> &openedModel() const { return m_state.opened; }
    /// Null where nothing is there to compare with: a token that the trained table does not know.
    Weight originalMatrix(const EditTarget &target) const;
    /// Whether the matrix compared with is the very same, or drawn alike.
    bool isAsBefore(const EditTarget &target) const;
    /// Whether both models draw the same numbers for matrices that are not given.
    bool drawsAsBefore() const;

    void forget();       ///< another state to compare with, or other sizes
    void forgetOutput(); ///< other words, or another model

private:
    const ModelConfig &config() const { return m_state.model->config; }
    MatrixChanges changesOf(const std::string &name, std::set<std::string> &seenTokens) const;
    /// Returns originalMatrix(), or no value if it cannot be read.
    std::optional<Weight> readableOriginal(const EditTarget &target) const;
    Weight originalPositions(const std::string &name) const;
    Weight originalOutput(const std::string &name) const;
    Weight originalRow(const EditTarget &target) const;
    Weight originalWeight(const EditTarget &target) const;

    const MatricesState &m_state;
    const PresentMatrices &m_present;
    mutable std::map<std::string, Weight> m_originals; ///< weights and positions by name
    mutable std::map<std::string, Weight> m_rows;      ///< embedding rows by token
    mutable std::map<std::string, Weight> m_output;    ///< by name, for the present words
};

} // namespace regard
