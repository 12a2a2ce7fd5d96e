#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <QObject>
#include <QString>

#include "document/look/selection.h"
#include "document/matrices/model_edit.h"
#include "document/matrices/step_model.h"
#include "document/sentence/sentences.h"
#include "document/steps/undo_steps.h"
#include "engine/model/model.h"

namespace regard {

class ModelCommand;

/// A number that a person changed, in a matrix as editCell() names it.
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

/// The matrix names that stand for the sentences' embedding rows, one row a token, in every editing call below.
/// Editing row t edits the embedding of token t, and so every row of the same token, on both sides.
inline constexpr const char *embeddingMatrix = "X";
inline constexpr const char *targetEmbeddingMatrix = "X target";

/// The model of a document: its matrices by name, "X" included, what of them changed, and every edit of them; row and
/// column from 0.
///
/// An edit that cannot be made throws Error with a sentence and changes nothing.
class Matrices : public QObject, private StepModel {
    Q_OBJECT
public:
    /// Whoever goes by the model.
    class Follower {
    public:
        virtual ~Follower() = default;
        /// model() is another than `before`; `tell` emits modelChanged().
        virtual void modelChanges(const Model &before, const std::function<void()> &tell) = 0;
    };

    /// What a change can be put back to.
    struct State {
        std::shared_ptr<const Model> model;
        std::shared_ptr<const Model> kept;   ///< what the last step left, while showModel() shows another; else null
        QString shownAs;                     ///< the step that the shown one would become
        std::shared_ptr<const Model> opened; ///< a checkpoint's where there is one
        std::shared_ptr<const Model> pinned; ///< null: nothing is pinned
        std::vector<std::string> names;      ///< of the d_model numbers, as they were given
        std::vector<std::string> dimensions; ///< those, as many as the model has
    };

    Matrices(UndoSteps *steps, Follower *follower, const Sentences &sentences)
        : m_steps(steps), m_follower(follower), m_sentences(sentences)
    {
    }

    const std::shared_ptr<const Model> &model() const { return m_state.model; }
    /// What the output layer chooses from: the model's vocabulary, else the distinct tokens of both sentences and end.
    TokenList vocabulary() const;
    const std::vector<std::string> &dimensions() const { return m_state.dimensions; } ///< empty where unnamed
    /// The values as they stand; X is n × d_model, position tables n × d_model rows for the present sentence,
    /// `output.w` has the columns of the present vocabulary.
    /// A null pointer where the model has no such matrix now; X also where a checkpoint does not know a token or its
    /// row cannot be read.
    SharedMatrix matrix(const std::string &name) const;
    /// Names of the matrices that a person can edit in the selection's part now: X, the position table, then those of
    /// the part (`encoder.0.self.w_q` …) as full names.
    std::vector<std::string> editableMatrices(const Selection &selection) const;
    /// True for tokens whose row was drawn rather than given: their meaning is chance.
    bool isTokenRandom(const std::string &token) const;
    /// How much of W_Q and W_K of the selected block was drawn rather than given: what the picture shows of it is
    /// arithmetic. Some: the opened file gave a part, and the model has grown since.
    enum class Randomness { None, Some, All };
    Randomness randomness(const Selection &selection) const;

    // Edits, each an undo command
    /// Equal gestures (≥ 0) merge into one undo step: a drag or a turn of the wheel. Throws Error where value is not
    /// finite.
    void editCell(const std::string &name, int row, int column, float value, int gesture = -1);
    /// Throws ShapeError that says both sizes where the block does not fit.
    void editBlock(const std::string &name, int row, int column, const Matrix &values, const QString &text);
    /// Tokens empty: derived from the sentences. A given output.w keeps the columns of the tokens that stay.
    /// Throws ValueError (a token twice).
    void setVocabulary(const Vocabulary &vocabulary);
    /// Throws ConfigError. `text` names the step in the Undo menu, already translated. Equal mergeKeys merge (≥ 0).
    void setConfig(const ModelConfig &config, const QString &text, HeadSplit split = HeadSplit::KeepHeads,
                   int mergeKey = -1);
    /// What is switched off or given a temperature from outside, of heads and sublayers that exist. Equal mergeKeys
    /// merge (≥ 0). Throws ValueError where a temperature is out of range.
    void setInterventions(const Interventions &interventions, const QString &text, int mergeKey = -1);

    /// The whole model is another now, without an undo step: for what changes every weight many times a second, as
    /// training does. Everybody is told as of an edit, and a pass follows. Undo and redo go on from the model that the
    /// last step left, bit for bit, and drop this one. Any new step first makes it a step of its own, named `text`.
    void showModel(std::shared_ptr<const Model> model, const QString &text);
    void keepShownModel(); ///< makes it a step now; nothing where the last step's model is shown

    // Changes against the pinned state, else the checkpoint, else the model as it was when the document was opened (or
    // last given a new size); drawn where never given
    bool isChanged(const std::string &name, int row, int column) const;
    /// How many cells of a matrix isChanged() counts; 0 where there is no such matrix.
    qsizetype changedCells(const std::string &name) const;
    /// The number that revertCell() would bring back.
    float valueBefore(const std::string &name, int row, int column) const;
    /// Rows and columns of a weight in the state that cells are compared with; nothing where it has no such weight.
    std::optional<std::pair<int, int>> sizeBefore(const std::string &name) const;
    /// The matrices that have changed or new cells, in the order of computation, X and positions first, with those
    /// cells.
    std::vector<MatrixChanges> changes() const;
    /// Why something edited of the matrix, or of any, cannot be compared now: the checkpoint's file, where its numbers
    /// before stand, was written to. Such cells count as unchanged, and what brings them back throws FileError. Empty
    /// where all can be compared.
    QString comparisonError(const std::string &name = {}) const;
    void revertCell(const std::string &name, int row, int column);
    void revertMatrix(const std::string &name);
    void revertChanges(); ///< everything that changes() counts, as one undo step

    // For the document, no undo step and without a word to anybody
    void read(Model model, std::vector<std::string> names);
    void setOpened(std::shared_ptr<const Model> opened);
    void setPinned(std::shared_ptr<const Model> pinned);
    void forgetTokens(Side side); ///< a sentence has others
    const State &state() const { return m_state; }
    void putBack(State state);

signals:
    void modelChanged(); ///< configuration or weights; comes before the trace of it

private:
    const Model &stepModel() const override { return m_state.kept ? *m_state.kept : *m_state.model; }
    void apply(std::shared_ptr<const Model> model) override;
    void replace(std::shared_ptr<const Model> model);
    void push(const QString &text, const Model &after, int mergeKey = -1);
    const ModelCommand *stepToGoOnWith(int mergeKey) const;

    /// The model that changed cells are compared with.
    const std::shared_ptr<const Model> &baseModel() const { return m_state.pinned ? m_state.pinned : m_state.opened; }
    void nameDimensions();
    void forgetOriginals();
    void forget();
    int editableRows(Side side) const; ///< rows of X that are shown
    int positionRowsOf(const std::string &name) const;
    SharedMatrix presentRows(Side side) const;
    SharedMatrix presentPositions(const std::string &name) const;
    SharedMatrix presentOutput(const std::string &name) const;
    std::vector<std::string> partMatrices(const Selection &selection) const;
    /// What checks have passed; a cell is a block of one. Equal mergeKeys merge (≥ 0).
    void writeBlock(const std::string &name, int row, int column, const Matrix &values, const QString &text,
                    int mergeKey = -1);
    void revertOutput(const std::string &name);
    std::vector<std::string> allEditableMatrices() const;
    /// Whether what is compared with is the very same matrix, or drawn alike.
    bool isAsBefore(const EditTarget &target) const;
    bool drawsAsBefore() const;
    MatrixChanges changesOf(const std::string &name, std::set<std::string> &seenTokens) const;
    EditTarget targetOf(const std::string &name, int row) const;
    bool countsPositions(const std::string &name) const;
    /// Null where nothing is there to compare with: a token that the trained table does not know.
    SharedMatrix originalMatrix(const EditTarget &target) const;
    /// The same for whoever goes on without; nothing where it cannot be read.
    std::optional<SharedMatrix> readableOriginal(const EditTarget &target) const;
    SharedMatrix originalPositions(const std::string &name) const;
    SharedMatrix originalOutput(const std::string &name) const;
    SharedMatrix originalRow(const EditTarget &target) const;
    SharedMatrix originalWeight(const EditTarget &target) const;
    void checkCell(const std::string &name, int row, int column) const;
    void editSentenceRows(Side side, int row, int column, const Matrix &values, const QString &text);

    UndoSteps *m_steps;
    Follower *m_follower;
    const Sentences &m_sentences;
    State m_state;

    // Kept because tables ask for them cell by cell; empty until asked for.
    mutable SharedMatrix m_sourceRows; ///< of the sentences' embedding
    mutable SharedMatrix m_targetRows;
    mutable std::map<std::string, SharedMatrix> m_positions;    ///< tables by name
    mutable std::map<std::string, SharedMatrix> m_output;       ///< output layer as drawn for the sentences, and before
    mutable std::map<std::string, SharedMatrix> m_originals;    ///< weights and positions by name
    mutable std::map<std::string, SharedMatrix> m_originalRows; ///< embedding rows by token
};

} // namespace regard
