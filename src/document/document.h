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
#include <QScopedValueRollback>
#include <QString>
#include <QUndoStack>

#include "document/comparison/pinned_state.h"
#include "document/look/followed_tokens.h"
#include "document/look/highlight.h"
#include "document/look/selection.h"
#include "document/look/selection_rules.h"
#include "document/matrices/matrices.h"
#include "document/sentence/sentences.h"
#include "document/sentence/side.h"
#include "document/shown/shown.h"
#include "document/snapshots/snapshots.h"
#include "document/steps/undo_steps.h"
#include "engine/pass/forward.h"
#include "engine/pass/trace.h"
#include "io/project/project.h"

namespace regard {

class BackgroundWork;
class CombinedCommand;
struct PassOutcome;

/// The one open document: project, selection, undo stack, recomputation.
///
/// Every change of the project goes through a function below or of a part, and is one undo command; a change that
/// cannot be made throws Error with a sentence and leaves everything as it was. So does one that somebody who listens
/// cannot take: what a slot throws comes out of the change, which is put back first. The sentence is different: what is
/// typed stands, and where the model cannot read it, inputError() says why and the last good result stays.
class Document : public QObject,
                 private UndoSteps,
                 private Sentences::Follower,
                 private Matrices::Follower,
                 private Snapshots::Subject {
    Q_OBJECT
public:
    explicit Document(QObject *parent = nullptr);
    ~Document() override;

    // The whole
    void load(Project project, const QString &path); ///< replaces everything, clears undo; path empty: not a file yet
    Project project() const override;                ///< as it would be saved now, view included
    void save(const QString &path);                  ///< throws FileError; marks clean
    QString path() const { return m_path; }
    QString title() const; ///< the project's title, else the name of the file or the checkpoint, else empty
    QString note() const;
    bool isModified() const;
    QUndoStack *undoStack() { return &m_undo; }

    /// The trained model that this is of; null: none.
    const std::shared_ptr<const Checkpoint> &checkpoint() const { return m_checkpoint; }
    /// Everything at once, what is on screen of it included: one undo step. The path stays; cells compare with the
    /// state restored from then on.
    void restore(Project project, const QString &text);
    /// Makes one undo step of all that `edits` changes. Where it throws, nothing is changed.
    void asOneStep(const QString &text, const std::function<void()> &edits) override;

    // The parts
    Sentences &sentences() { return m_sentences; }
    const Sentences &sentences() const { return m_sentences; }
    Matrices &matrices() { return m_matrices; }
    const Matrices &matrices() const { return m_matrices; }
    Snapshots &snapshots() { return m_snapshots; }
    const Snapshots &snapshots() const { return m_snapshots; }

    // What is computed
    const Result &result() const { return m_result; }
    bool isBusy() const { return m_busy; } ///< a pass is running on the compute thread
    QString inputError() const { return m_inputError; }
    /// Waits until no pass is running and the result is of the present state. For tests and exports.
    void waitForResult();

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

    // How tokens are looked at; not on the undo stack
    const TokenView &tokenView() const { return m_tokenView; }
    void setTokenView(const TokenView &view);

    // What all views show: the pinned state where compared() says so, else the present one, as the token view has it.
    /// Good until something changes.
    const Shown &shown() const;
    /// A selection in the tokens or groups of shown().attention, which may have no counterpart in the present sentence.
    void setShownSelection(Selection selection);
    /// The same in the tokens of shown().tokens.
    void setUngroupedSelection(Selection selection);

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
    /// Milliseconds that never go back, by which a pause ends a gesture and a mark fades: of a steady clock, unless
    /// another one is set.
    qint64 now() const override { return m_clock(); }
    void setClock(std::function<qint64()> clock) { m_clock = std::move(clock); }

signals:
    void loaded();        ///< after load(): everything changed
    void resultChanged(); ///< a new trace is there
    void selectionChanged();
    void stepViewChanged();
    void cellChanged();
    void highlightChanged();
    void pinnedChanged();   ///< another state, or none; comes before comparedChanged()
    void comparedChanged(); ///< another state is shown, or another comparison
    void tokenViewChanged();
    /// Something of shown() is another: once for all that changes at once, after the signals of each.
    void shownChanged();
    void busyChanged(bool busy);
    void inputErrorChanged(const QString &sentence);
    void pathChanged();

private:
    friend class StateCommand;
    class PutBack;

    // UndoSteps
    void push(std::unique_ptr<QUndoCommand> command) override;
    const QUndoCommand *last() const override;
    void change(const std::function<void()> &change, Extent extent) override;
    // What the parts tell and ask
    void tokensChanged(Side side) override { m_matrices.forgetTokens(side); }
    void sentencesChanged(const std::vector<Sentences::Reading> &readings) override;
    void modelChanges(const Model &before, const std::function<void()> &tell) override;
    void recall(const QString &text, std::shared_ptr<const Project> state) override;

    /// Makes changes that belong together: what is shown is told once, when all of them are made.
    void changeAll(const std::function<void()> &changes);
    void tellShown();
    ShownInput shownInput() const;
    void applyState(const Project &project, std::shared_ptr<const Model> opened);
    void readProject(Project project);
    CellRef existingCell(const CellRef &cell) const;
    void setPinned(std::shared_ptr<const PinnedState> state);
    void keepResultTokens();
    static std::shared_ptr<const Model> openedModel(const Project &project);
    Selection followed(Selection selection, const std::vector<Sentences::Reading> &readings);
    const std::shared_ptr<const Model> &model() const { return m_matrices.model(); }
    void recompute();
    void deliver(const PassOutcome &outcome);
    void finish(const PassOutcome &outcome);
    void setBusy(bool busy);
    void setInputError(const QString &sentence);
    void adoptSelection(Selection selection);
    Selection visible(Selection selection, Compared state) const;

    QString m_path;
    QUndoStack m_undo;
    std::string m_title;
    std::string m_note;
    std::shared_ptr<const Checkpoint> m_checkpoint;
    Sentences m_sentences;
    Matrices m_matrices;
    Snapshots m_snapshots;
    Result m_result;
    Input m_resultInput; ///< what the result was computed from, beside its model
    std::shared_ptr<const Tokens> m_resultSource = std::make_shared<Tokens>(); ///< the tokens of that
    std::shared_ptr<const Tokens> m_resultTarget = m_resultSource;
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
    mutable std::shared_ptr<const Shown> m_shown; ///< what was made last
    std::shared_ptr<const Shown> m_toldShown;     ///< what shownChanged() told of last
    bool m_isChanging = false;                    ///< more is coming
    Highlight m_pointed;
    Highlight m_marked;
    bool m_busy = false;
    QString m_inputError;
    int m_gesture = 0;
    std::function<qint64()> m_clock;
    std::uint64_t m_generation = 0;
    std::uint64_t m_changesMade = 0;        ///< counts those that went through
    CombinedCommand *m_gathering = nullptr; ///< the step that edits become a part of; null: each is one

    std::unique_ptr<BackgroundWork> m_compute;
};

} // namespace regard
