#pragma once

#include <cstdint>
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
#include <QUndoStack>

#include "document/comparison/pinned_state.h"
#include "document/comparison/side.h"
#include "document/look/highlight.h"
#include "document/look/selection.h"
#include "document/look/selection_rules.h"
#include "document/matrices/model_edit.h"
#include "document/sentence/followed_tokens.h"
#include "engine/analysis/trace_comparison.h"
#include "engine/model/model.h"
#include "engine/pass/forward.h"
#include "engine/pass/trace.h"
#include "io/project/project.h"
#include "text/tokenizer.h"

namespace regard {

class BackgroundWork;
class CombinedCommand;
struct Grouping;
struct PassOutcome;
struct TextEdit;

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

/// The one open document: project, selection, undo stack, recomputation.
///
/// Every change of the project goes through a function below and is one undo command; a change that cannot be made
/// throws Error with a sentence and leaves everything as it was. So does one that somebody who listens cannot take:
/// what a slot throws comes out of the change, which is put back first. The sentence is different: what is typed
/// stands, and where the model cannot read it, inputError() says why and the last good result stays.
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
    QString title() const; ///< the project's title, else the name of the file or the checkpoint, else empty
    QString note() const;
    const std::vector<std::string> &dimensions() const; ///< empty where unnamed
    bool isModified() const;
    QUndoStack *undoStack() { return &m_undo; }

    // What is
    QString source() const;
    Tokenizer tokenizer() const;
    QString target() const;
    QString text(Side side) const;
    /// Where the last change of a text ended, in UTF-16 units: where a caret belongs after undo and redo.
    qsizetype changeEnd(Side side) const { return sentence(side).changeEnd; }
    /// Of the present text. The target is tokenised even while the model reads none.
    const Tokens &tokens(Side side = Side::Source) const { return sentence(side).tokens; }
    std::shared_ptr<const Model> model() const { return m_model; }
    const std::vector<int> &masked(Side side) const; ///< sorted positions that the present text has
    /// What the output layer chooses from: the model's vocabulary, else the distinct tokens of both sentences and end.
    TokenList vocabulary() const;
    /// The trained model that this is of; null: none.
    const std::shared_ptr<const Checkpoint> &checkpoint() const { return m_project.checkpoint; }
    /// Whether the target would be, or is, the second sentence of a pair: tokens(Side::Source) then hold both.
    bool takesPair() const;
    bool readsPair() const;
    const Result &result() const { return m_result; }
    bool isBusy() const { return m_busy; } ///< a pass is running on the compute thread
    QString inputError() const { return m_inputError; }

    // Changes, each an undo command
    void setSource(const QString &text); ///< typing that goes on merges into one step
    void setTarget(const QString &text); ///< likewise
    /// The same by somebody who knows which stretch of the text was replaced: two texts alone do not always tell.
    void setText(Side side, const QString &text, const TextEdit &edit);
    void setTokenizer(Tokenizer tokenizer); ///< nothing where a checkpoint's is asked for and there is none
    /// Masks a token out as padding, or back in; nothing where the position does not exist.
    void setMasked(Side side, int position, bool masked);
    /// The same of several tokens at once, those of a word.
    void setMasked(Side side, const std::vector<int> &positions, bool masked);
    /// Feeds a generated token back: it comes to the end of the text that the decoder reads, before what a tokenizer
    /// adds to it.
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

    /// What is switched off or bent from outside, of heads and sublayers that exist. Equal mergeKeys merge (≥ 0).
    /// Throws ValueError where a temperature is out of range.
    void setInterventions(const Interventions &interventions, const QString &text, int mergeKey = -1);

    /// Makes one undo step of all that `edits` changes. Where it throws, nothing is changed.
    void asOneStep(const QString &text, const std::function<void()> &edits);

    // Matrices by name, "X" included; row and column from 0
    /// The values as they stand; X is n × d_model, position tables n × d_model rows for the present sentence,
    /// `output.w` has the columns of the present vocabulary.
    /// A null pointer where the model has no such matrix now; X also where a checkpoint does not know a token or its
    /// row cannot be read.
    SharedMatrix matrix(const std::string &name) const;
    /// Names of the matrices that a person can edit in the selection's part now: X, the position table, then those of
    /// the part (`encoder.0.self.w_q` …) as full names.
    std::vector<std::string> editableMatrices(const Selection &selection) const;
    /// Equal gestures (≥ 0) merge into one undo step: a drag or a turn of the wheel. Throws Error where value is not
    /// finite.
    void editCell(const std::string &name, int row, int column, float value, int gesture = -1);
    /// Throws ShapeError that says both sizes where the block does not fit.
    void editBlock(const std::string &name, int row, int column, const Matrix &values, const QString &text);
    /// Cells of a matrix as they were in the pinned state, else in the checkpoint, else when the document was opened
    /// (or last given a new size); drawn where never given.
    void revertCell(const std::string &name, int row, int column);
    void revertMatrix(const std::string &name);
    /// Everything that changes() counts, as one undo step.
    void revertChanges();
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
    /// True for tokens whose row was drawn rather than given: their meaning is chance.
    bool isTokenRandom(const std::string &token) const;
    /// How much of W_Q and W_K of the selected block was drawn rather than given: what the picture shows of it is
    /// arithmetic. Some: the opened file gave a part, and the model has grown since.
    enum class Randomness { None, Some, All };
    Randomness randomness() const;
    bool hasRandomWeights() const { return randomness() != Randomness::None; }

    // Comparison with a pinned state; not on the undo stack
    /// Keeps the present result to compare with, and what changed cells are compared with from now on. Nothing before
    /// the first result.
    void pin();
    /// Keeps another state: a snapshot's, a file's.
    void pin(std::shared_ptr<const PinnedState> state);
    void unpin();
    const std::shared_ptr<const PinnedState> &pinned() const { return m_pinned; } ///< null: nothing is pinned
    /// What the views were asked to show. Now where nothing is pinned.
    Compared comparison() const { return m_comparison; }
    void setComparison(Compared comparison);
    /// As long as a key is held: the pinned state, and the present one where the pinned one is shown already.
    void setFlipped(bool flipped);
    bool isFlipped() const { return m_flipped; }
    /// What the views show this moment: comparison(), or what the held key flips to.
    Compared compared() const;
    /// The two states; null where nothing is pinned or there is no result yet.
    std::shared_ptr<const TraceComparison> traceComparison() const;

    // How tokens are looked at; not on the undo stack
    const TokenView &tokenView() const { return m_tokenView; }
    void setTokenView(const TokenView &view);

    // What the pictures of attention show: the pinned state where compared() says so, else the present one, and where
    // the token view merges or hides tokens, attention between groups of them (engine/token_groups.h). The selection is
    // then in the tokens or groups of that state, those that have no counterpart in the other sentence included.
    const Result &shownResult() const;
    const Tokens &shownTokens(Side side) const;
    Selection shownSelection() const;
    void setShownSelection(Selection selection);
    /// The two states as shown; null where nothing is pinned or there is no result yet.
    std::shared_ptr<const TraceComparison> shownComparison() const;
    /// A state as the token view has it, whichever is shown now; of the pinned state only where one is.
    const Result &groupedResult(Compared state) const;
    const Tokens &groupedTokens(Compared state, Side side) const;

    // The same of the state that is shown, token by token, whatever the token view says: for what has no groups.
    const Result &ungroupedResult() const;
    Selection ungroupedSelection() const;
    void setUngroupedSelection(Selection selection);
    /// The tokens of a state's result; of the pinned state only where one is.
    const Tokens &ungroupedTokens(Compared state, Side side) const;

    // Snapshots: numbered states, kept in the project file. Taking, recalling, renaming, moving and removing one is one
    // undo step each.
    const std::vector<Snapshot> &snapshots() const { return m_project.snapshots; }
    /// Of everything as it stands, at the end of the list. Nothing where the list is full.
    void takeSnapshot();
    void takeSnapshot(const QString &name);
    bool canTakeSnapshot() const;
    /// Everything as it was, the list of snapshots, title and what changed cells are compared with excepted.
    void recallSnapshot(int index);
    void renameSnapshot(int index, const QString &name);
    void moveSnapshot(int from, int to);
    void removeSnapshot(int index);
    /// The snapshot that was recalled or taken last, as long as nothing but what is looked at differs from it, or once
    /// nothing does again; −1 none.
    int currentSnapshot() const;

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
    void pinnedChanged(); ///< another state, or none; comes before shownChanged()
    /// Another state is shown, another comparison, or tokens are looked at otherwise: what shownResult() and compared()
    /// say.
    void shownChanged();
    void tokenViewChanged(); ///< comes before the shownChanged() of it
    void snapshotsChanged(); ///< the list, its names, or which one is current
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
    friend class SnapshotCommand;
    friend class CombinedCommand;
    class PutBack;

    /// One sentence as it stands.
    struct Sentence {
        Tokens tokens;
        std::vector<int> masked;   ///< those of the project that the present text has
        mutable SharedMatrix rows; ///< of its embedding; kept because tables ask cell by cell, null until asked for
        qsizetype changeEnd = 0;
    };

    /// A state as the token view has it, kept until the state or the view is another.
    struct Grouped {
        SharedTrace of;
        TokenView view;
        Result result;
        Tokens source;
        Tokens target;
    };

    /// Does a command and hands it to the undo stack, or to the step that is being gathered.
    void push(std::unique_ptr<QUndoCommand> command);

    // What the commands do. Where somebody who is told of it throws, they throw on and nothing is changed.
    void applySentence(Side side, const QString &text, Tokenizer tokenizer, const SideMasks &masks,
                       qsizetype changeEnd);
    void applyMasked(Side side, const std::vector<int> &masked);
    void applyModel(std::shared_ptr<const Model> model);
    void applyState(const Project &project, std::shared_ptr<const Model> opened);
    void applySnapshots(const std::vector<Snapshot> &snapshots, std::shared_ptr<const Project> recalled);

    bool isAt(const Project &state) const;
    void announceSnapshot();
    void readProject(Project project);
    CellRef existingCell(const CellRef &cell) const;
    /// The model that changed cells are compared with.
    const std::shared_ptr<const Model> &baseModel() const { return m_pinned ? m_pinned->result.model : m_opened; }
    void forgetOriginals();
    void setPinned(std::shared_ptr<const PinnedState> state);
    void keepResultTokens();
    const Grouped *grouped(Compared state) const;
    const Grouping *shownGrouping() const;
    static std::shared_ptr<const Model> openedModel(const Project &project);
    SideMasks masksAfter(Side side, const QString &text, Tokenizer tokenizer) const;
    void readTokens(Side side);
    Selection readAnew(Side side, Selection selection);
    void sentenceChanged(Selection selection);
    void nameDimensions();
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
    void deliver(const PassOutcome &outcome);
    void finish(const PassOutcome &outcome);
    void setBusy(bool busy);
    void setInputError(const QString &sentence);
    void adoptSelection(Selection selection);
    Selection visible(Selection selection, Compared state) const;

    int editableRows(Side side) const; ///< rows of X that are shown
    int positionRowsOf(const std::string &name) const;
    SharedMatrix presentRows(Side side) const;
    SharedMatrix presentPositions(const std::string &name) const;
    SharedMatrix presentOutput(const std::string &name) const;
    std::vector<std::string> partMatrices(const Selection &selection) const;
    void editOutput(const std::string &name, int row, int column, const Matrix &values, const QString &text,
                    int mergeKey);
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
    SharedMatrix originalPositions(const std::string &name) const;
    SharedMatrix originalOutput(const std::string &name) const;
    SharedMatrix originalRow(const EditTarget &target) const;
    SharedMatrix originalWeight(const EditTarget &target) const;
    void checkCell(const std::string &name, int row, int column) const;
    void editSentenceRows(Side side, int row, int column, const Matrix &values, const QString &text);

    QString m_path;
    QUndoStack m_undo;
    Project m_project; ///< all but its model, which is m_model; of that the configuration alone
    std::shared_ptr<const Model> m_model;
    std::shared_ptr<const Model> m_opened; ///< a checkpoint's where there is one
    std::vector<std::string> m_dimensions; ///< those of the project, as many as the model has
    Sentence m_source;
    Sentence m_target;
    Result m_result;
    Input m_resultInput;   ///< what the result was computed from, beside its model
    Tokens m_resultSource; ///< the tokens of that
    Tokens m_resultTarget;
    Selection m_selection;
    FollowedTokens m_followed; ///< the words of what is in focus and pinned there
    StepView m_stepView;
    TokenView m_tokenView;
    CellRef m_cell;
    std::shared_ptr<const PinnedState> m_pinned;
    Compared m_comparison = Compared::Now;
    bool m_flipped = false;
    /// What was chosen in the tokens of the pinned state, as long as m_selection is what came of it.
    std::optional<Selection> m_pinnedSelection;
    mutable std::shared_ptr<const TraceComparison> m_traceComparison; ///< null: not made for what is there now
    mutable std::shared_ptr<const TraceComparison> m_shownComparison; ///< likewise
    mutable Grouped m_groupedNow;                                     ///< empty while tokens are shown as they are
    mutable Grouped m_groupedPinned;                                  ///< likewise
    std::shared_ptr<const Project> m_recalled; ///< the snapshot that was taken or recalled last; null: none
    int m_announcedSnapshot = -1;              ///< what currentSnapshot() was when somebody was told
    Highlight m_pointed;
    Highlight m_marked;
    bool m_busy = false;
    QString m_inputError;
    int m_gesture = 0;
    std::uint64_t m_generation = 0;
    std::uint64_t m_changesMade = 0;        ///< counts those that went through
    CombinedCommand *m_gathering = nullptr; ///< the step that edits become a part of; null: each is one

    // Kept because tables ask for them cell by cell; empty until asked for.
    mutable std::map<std::string, SharedMatrix> m_positions;    ///< tables by name
    mutable std::map<std::string, SharedMatrix> m_output;       ///< output layer as drawn for the sentences, and before
    mutable std::map<std::string, SharedMatrix> m_originals;    ///< weights and positions by name
    mutable std::map<std::string, SharedMatrix> m_originalRows; ///< embedding rows by token

    std::unique_ptr<BackgroundWork> m_compute;
};

} // namespace regard
