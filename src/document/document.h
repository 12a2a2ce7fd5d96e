#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <QObject>
#include <QString>
#include <QUndoStack>

#include "document/model_edit.h"
#include "document/selection.h"
#include "engine/forward.h"
#include "engine/model.h"
#include "engine/trace.h"
#include "io/project.h"
#include "text/tokenizer.h"

namespace regard {

class ComputeThread;
struct PassOutcome;

/// The matrix name that stands for the sentence's embedding rows, one row a token, in every editing call below.
/// Editing row t edits the embedding of token t, and so every row of the same token.
inline constexpr const char *embeddingMatrix = "X";

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
    const Tokens &tokens() const { return m_tokens; } ///< of the present source
    std::shared_ptr<const Model> model() const { return m_model; }
    const std::vector<int> &maskedSource() const;
    const Result &result() const { return m_result; }
    bool isBusy() const { return m_busy; } ///< a pass is running on the compute thread
    QString inputError() const { return m_inputError; }

    // Changes, each an undo command
    void setSource(const QString &text); ///< typing merges into one step until another command comes
    void setTokenizer(Tokenizer tokenizer);
    /// Throws ConfigError. `text` names the step in the Undo menu, already translated. Equal mergeKeys merge (≥ 0).
    void setConfig(const ModelConfig &config, const QString &text, HeadSplit split = HeadSplit::KeepHeads,
                   int mergeKey = -1);

    // Matrices by name, "X" included; row and column from 0
    /// The values as they stand; X is n × d_model, `position` n × d_model rows for the present sentence.
    /// A null pointer where the model has no such matrix now.
    SharedMatrix matrix(const std::string &name) const;
    /// Names of the matrices that a person can edit in this layer now: X, w_q … as full names, `position` included.
    std::vector<std::string> editableMatrices(int layer) const;
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
    /// True where the layer's W_Q, W_K (of any head) were drawn rather than given: the picture shows arithmetic.
    bool hasRandomWeights() const;

    // Selection; not on the undo stack
    const Selection &selection() const { return m_selection; }
    void setSelection(Selection selection);  ///< clamped to what exists; emits only where something changed
    int newGesture() { return ++m_gesture; } ///< a number for one drag

    /// Waits until no pass is running and the result is of the present state. For tests and exports.
    void waitForResult();

signals:
    void loaded();        ///< after load(): everything changed
    void modelChanged();  ///< configuration or weights; comes before the trace of it
    void sourceChanged(); ///< text, tokenizer or tokens
    void resultChanged(); ///< a new trace is there
    void selectionChanged();
    void busyChanged(bool busy);
    void inputErrorChanged(const QString &sentence);
    void pathChanged();

private:
    friend class SourceCommand;
    friend class ModelCommand;
    friend class CellCommand;
    friend class BlockCommand;

    // What the commands do. None of these throws.
    void applySource(const QString &source, Tokenizer tokenizer);
    void applyModel(std::shared_ptr<const Model> model, int firstChangedBlock);

    void readTokens();
    int tokenCount() const { return static_cast<int>(m_tokens.tokens.size()); }
    Input presentInput() const;
    void recompute();
    void deliverFinished();
    void finish(const PassOutcome &outcome);
    void setBusy(bool busy);
    void setInputError(const QString &sentence);
    void adoptSelection(Selection selection);

    int editableRows() const; ///< rows of X and of the position table that are shown
    SharedMatrix presentRows() const;
    SharedMatrix presentPositions() const;
    EditTarget targetOf(const std::string &name, int row) const;
    SharedMatrix originalMatrix(const EditTarget &target) const;
    void checkCell(const std::string &name, int row, int column) const;
    void editSentenceRows(int row, int column, const Matrix &values, const QString &text);

    /// No change since the last finished result.
    static constexpr int nothingChanged = std::numeric_limits<int>::max();

    QString m_path;
    QUndoStack m_undo;
    Project m_project; ///< all but its model, which is m_model
    std::shared_ptr<const Model> m_model;
    std::shared_ptr<const Model> m_opened;
    Tokens m_tokens;
    std::vector<int> m_maskedSource; ///< those of the project that the present sentence has
    Result m_result;
    Selection m_selection;
    bool m_busy = false;
    QString m_inputError;
    int m_gesture = 0;
    std::uint64_t m_generation = 0;
    int m_firstChangedBlock = 0; ///< the least since the last finished result

    // Kept because tables ask for them cell by cell; empty until asked for.
    mutable SharedMatrix m_rows;
    mutable SharedMatrix m_positions;
    mutable std::map<std::string, SharedMatrix> m_originals;    ///< weights and positions by name
    mutable std::map<std::string, SharedMatrix> m_originalRows; ///< embedding rows by token

    std::unique_ptr<ComputeThread> m_compute;
};

} // namespace regard
