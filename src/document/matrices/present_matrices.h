#pragma once

#include <map>
#include <string>
#include <vector>

#include <QCoreApplication>

#include "document/look/selection.h"
#include "document/matrices/matrices_state.h"
#include "document/matrices/model_edit.h"
#include "document/sentence/sentences.h"
#include "engine/model/model.h"

namespace regard {

/// The matrices that a user sees and edits, by name: those of the model, with rows of "X" and of position tables for
/// the present sentences and columns of the output layer for the present vocabulary.
///
/// Matrices that tables read cell by cell are cached until they are forgotten.
class PresentMatrices {
    Q_DECLARE_TR_FUNCTIONS(PresentMatrices)
public:
    PresentMatrices(const MatricesState &state, const Sentences &sentences) : m_state(state), m_sentences(sentences) {}

    /// What Matrices::vocabulary(), matrix() and editableMatrices() return.
    TokenList vocabulary() const;
    Weight matrix(const std::string &name) const;
    std::vector<std::string> editable(const Selection &selection) const;
    /// Every matrix that a user can edit, whichever part is selected, in the order of computation.
    std::vector<std::string> allEditable() const;
    /// The matrix; throws ShapeError where the model has none now.
    Weight required(const std::string &name) const;
    /// Throws ShapeError where the cell does not exist.
    void checkCell(const std::string &name, int row, int column) const;

    EditTarget targetOf(const std::string &name, int row) const;
    int rowsOf(Side side) const; ///< the rows of X that are shown
    int positionRowsOf(const std::string &name) const;

    void forgetTokens(Side side); ///< a sentence has other tokens
    void forgetTables();          ///< positions and output layer

private:
    const ModelConfig &config() const { return m_state.model->config; }
    SharedMatrix rows(Side side) const;
    SharedMatrix positions(const std::string &name) const;
    SharedMatrix output(const std::string &name) const;
    std::vector<std::string> partMatrices(const Selection &selection) const;
    bool countsPositions(const std::string &name) const;

    const MatricesState &m_state;
    const Sentences &m_sentences;
    mutable SharedMatrix m_sourceRows;
    mutable SharedMatrix m_targetRows;
    mutable std::map<std::string, SharedMatrix> m_positions; ///< tables by name
    mutable std::map<std::string, SharedMatrix> m_output;    ///< as drawn for the sentences
};

} // namespace regard
