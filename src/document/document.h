#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <QObject>
#include <QString>
#include <QUndoStack>

#include "document/highlight.h"
#include "document/model_edit.h"
#include "document/selection.h"
#include "document/selection_rules.h"
#include "document/side.h"
#include "engine/forward.h"
#include "engine/model.h"
#include "engine/trace.h"
#include "io/project.h"
#include "text/tokenizer.h"

namespace regard {

class ComputeThread;
struct PassOutcome;

/// The matrix names that stand for the sentences' embedding rows, one row a token, in every editing call below.
/// Editing row t edits the embedding of token t, and so every row of the same token, on both sides.
inline constexpr const char *embeddingMatrix = "X";
inline constexpr const char *targetEmbeddingMatrix = "X target";

/// What the last finished pass belongs to: the trace and the very model and tokens it was computed from.
/// Views paint from this and from nothing else, so that a picture never mixes two states.
struct Result {
    std::shared_ptr<const Model> model; ///< null before the first pass
    SharedTrace trace;
};

/// The one open document: project, selection, undo stack, recomputation.
///
/// Every change of the project goes through a function below and is one undo command; a change that cannot be made
/// throws Error with a sentence and leaves everything as it was. The sentence is different: what is typed stands, and
/// where the model cannot read it, inputError() says why and the last good result stays.
class Document : public QObject {
    Q_OBJECT
public:
    explicit Document(QObject *parent = nullptr);
    ~Document() override;

    // The whole
    void load(Project project, const QString &path); ///< replaces everything, clears undo; path empty: not a file yet
    Project project() const;                         ///< as it would be saved now, view included
    void save(const QString &path);                  ///< throws FileError; marks clean
    QString path() const { return m_path; }
    QString title() const; ///< the project's title, else the file's name, else empty
    QString note() const;
    const std::vector<std::string> &dimensions() const; ///< empty where unnamed
    bool isModified() const;
    QUndoStack *undoStack() { return &m_undo; }

    // What is
    QString source() const;
    Tokenizer tokenizer() const;
    QString target() const;
    QString text(Side side) const;
    /// Of the present text. The target is tokenised even while the model reads none.
    const Tokens &tokens(Side side = Side::Source) const { return sentence(side).tokens; }
    std::shared_ptr<const Model> model() const { return m_model; }
    const std::vector<int> &masked(Side side) const; ///< sorted positions that the present text has
    /// What the output layer chooses from: the model's vocabulary, else the distinct tokens of both sentences and end.
    std::vector<std::string> vocabulary() const;
    const Result &result() const { return m_result; }
    bool isBusy() const { return m_busy; } ///< a pass is running on the compute thread
    QString inputError() const { return m_inputError; }

    // Changes, each an undo command
    void setSource(const QString &text); ///< typing that goes on merges into one step
    void setTarget(const QString &text); ///< likewise
    void setTokenizer(Tokenizer tokenizer);
    /// Masks a token out as padding, or back in; nothing where the position does not exist.
    void setMasked(Side side, int position, bool masked);
    /// Feeds a generated token back: it comes to the end of what the decoder reads.
    void appendToken(const std::string &token);
    /// Everything at once, what is on screen of it included: one undo step. The path stays; cells compare with the
    /// state restored from then on.
    void restore(Project project, const QString &text);
    /// Tokens empty: derived from the sentences. A given output.w keeps the columns of the tokens that stay.
    /// Throws ValueError (a token twice).
    void setVocabulary(const Vocabulary &vocabulary);
    /// Throws ConfigError. `text` names the step in the Undo menu, already translated. Equal mergeKeys merge (≥ 0).
    void setConfig(const ModelConfig &config, const QString &text, HeadSplit split = HeadSplit::KeepHeads,
                   int mergeKey = -1);

    // Matrices by name, "X" included; row and column from 0
    /// The values as they stand; X is n × d_model, position tables n × d_model rows for the present sentence,
    /// `output.w` has the columns of the present vocabulary.
    /// A null pointer where the model has no such matrix now.
    SharedMatrix matrix(const std::string &name) const;
    /// Names of the matrices that a person can edit in the selection's part now: X, the position table, then those of
    /// the part (`encoder.0.self.w_q` …) as full names.
    std::vector<std::string> editableMatrices(const Selection &selection) const;
    /// Equal gestures (≥ 0) merge into one undo step: a drag or a turn of the wheel. Throws Error where value is not
    /// finite.
    void editCell(const std::string &name, int row, int column, float value, int gesture = -1);
    /// Throws ShapeError that says both sizes where the block does not fit.
    void editBlock(const std::string &name, int row, int column, const Matrix &values, const QString &text);
    /// Cells of a matrix as they were when the document was opened (or last given a new size); drawn where never given.
    void revertCell(const std::string &name, int row, int column);
    void revertMatrix(const std::string &name);
    bool differsFromOpened(const std::string &name, int row, int column) const;
    /// True for tokens whose row was drawn rather than given: their meaning is chance.
    bool isTokenRandom(const std::string &token) const;
    /// How much of W_Q and W_K of the selected block was drawn rather than given: what the picture shows of it is
    /// arithmetic. Some: the opened file gave a part, and the model has grown since.
    enum class Randomness { None, Some, All };
    Randomness randomness() const;
    bool hasRandomWeights() const { return randomness() != Randomness::None; }

    // Selection; not on the undo stack
    const Selection &selection() const { return m_selection; }
    /// Clamped to what exists; an attention over another sentence drops focus and pins. Emits only where something
    /// changed.
    void setSelection(Selection selection);
    /// How the steps are looked at; not on the undo stack either.
    const StepView &stepView() const { return m_stepView; }
    void setStepView(const StepView &view);
    /// The cell of a matrix that the weights show, whole rows and columns excluded; matrix empty: none.
    const CellRef &cell() const { return m_cell; }
    /// Where the model has no such cell now, none.
    void setCell(const CellRef &cell);
    /// What lights up: what is pointed at, else what was marked for longer.
    const Highlight &highlight() const { return m_pointed.isEmpty() ? m_marked : m_pointed; }
    void setPointed(const Highlight &highlight); ///< for as long as the mouse is there
    void setMarked(const Highlight &highlight);  ///< a lesson's, until the next page
    int newGesture() { return ++m_gesture; }     ///< a number for one drag

    /// Waits until no pass is running and the result is of the present state. For tests and exports.
    void waitForResult();

signals:
    void loaded();        ///< after load(): everything changed
    void modelChanged();  ///< configuration or weights; comes before the trace of it
    void sourceChanged(); ///< text, tokenizer, tokens or masked tokens
    void targetChanged(); ///< likewise
    void resultChanged(); ///< a new trace is there
    void selectionChanged();
    void stepViewChanged();
    void cellChanged();
    void highlightChanged();
    void busyChanged(bool busy);
    void inputErrorChanged(const QString &sentence);
    void pathChanged();

private:
    friend class SentenceCommand;
    friend class MaskCommand;
    friend class ModelCommand;
    friend class CellCommand;
    friend class BlockCommand;
    friend class StateCommand;

    /// One sentence as it stands.
    struct Sentence {
        Tokens tokens;
        std::vector<int> masked;   ///< those of the project that the present text has
        mutable SharedMatrix rows; ///< of its embedding; kept because tables ask cell by cell, null until asked for
    };

    // What the commands do. None of these throws.
    void applySentence(Side side, const QString &text, Tokenizer tokenizer, const std::vector<int> &masked);
    void applyMasked(Side side, const std::vector<int> &masked);
    void applyModel(std::shared_ptr<const Model> model);
    void applyState(const Project &project, std::shared_ptr<const Model> opened);

    void readProject(Project project);
    CellRef existingCell(const CellRef &cell) const;
    void readTokens(Side side);
    void sentenceChanged(Side side, Selection selection);
    void nameDimensions();
    Selection selectionAfter(Side side, const Tokens &before) const;
    const Sentence &sentence(Side side) const { return side == Side::Source ? m_source : m_target; }
    Sentence &sentence(Side side) { return side == Side::Source ? m_source : m_target; }
    std::string &storedText(Side side) { return side == Side::Source ? m_project.source : m_project.target; }
    std::vector<int> &storedMask(Side side)
    {
        return side == Side::Source ? m_project.maskedSource : m_project.maskedTarget;
    }
    TokenCounts tokenCounts() const;
    Input presentInput() const;
    void recompute();
    void deliverFinished();
    void finish(const PassOutcome &outcome);
    void setBusy(bool busy);
    void setInputError(const QString &sentence);
    void adoptSelection(Selection selection);

    int editableRows(Side side) const; ///< rows of X that are shown
    int positionRowsOf(const std::string &name) const;
    SharedMatrix presentRows(Side side) const;
    SharedMatrix presentPositions(const std::string &name) const;
    SharedMatrix presentOutput(const std::string &name) const;
    std::vector<std::string> partMatrices(const Selection &selection) const;
    void editOutput(const std::string &name, int row, int column, const Matrix &values, const QString &text,
                    int mergeKey);
    void revertOutput(const std::string &name);
    EditTarget targetOf(const std::string &name, int row) const;
    SharedMatrix originalMatrix(const EditTarget &target) const;
    void checkCell(const std::string &name, int row, int column) const;
    void editSentenceRows(Side side, int row, int column, const Matrix &values, const QString &text);

    QString m_path;
    QUndoStack m_undo;
    Project m_project; ///< all but its model, which is m_model
    std::shared_ptr<const Model> m_model;
    std::shared_ptr<const Model> m_opened;
    std::vector<std::string> m_dimensions; ///< those of the project, as many as the model has
    Sentence m_source;
    Sentence m_target;
    Result m_result;
    Input m_resultInput; ///< what the result was computed from, beside its model
    Selection m_selection;
    StepView m_stepView;
    CellRef m_cell;
    Highlight m_pointed;
    Highlight m_marked;
    bool m_busy = false;
    QString m_inputError;
    int m_gesture = 0;
    std::uint64_t m_generation = 0;

    // Kept because tables ask for them cell by cell; empty until asked for.
    mutable std::map<std::string, SharedMatrix> m_positions;    ///< tables by name
    mutable std::map<std::string, SharedMatrix> m_output;       ///< output.w and output.b as drawn for the sentences
    mutable std::map<std::string, SharedMatrix> m_originals;    ///< weights and positions by name
    mutable std::map<std::string, SharedMatrix> m_originalRows; ///< embedding rows by token

    std::unique_ptr<ComputeThread> m_compute;
};

} // namespace regard
