#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QObject>
#include <QString>
#include <QUndoGroup>
#include <QUndoStack>

#include "document/comparison/comparison.h"
#include "document/comparison/pinned_state.h"
#include "document/look/look.h"
#include "document/look/selection.h"
#include "document/matrices/matrices.h"
#include "document/matrices/sentence_links.h"
#include "document/sentence/sentences.h"
#include "document/shown/shown.h"
#include "document/snapshots/snapshots.h"
#include "document/steps/undo_steps.h"
#include "document/training/training.h"
#include "engine/pass/forward.h"
#include "engine/pass/trace.h"
#include "io/project/project.h"

namespace regard {

struct AttentionFile;
class BackgroundWork;
class CombinedCommand;
struct PassOutcome;

/// The one open document: its parts, the undo stack, recomputation, and what is shown of it all.
///
/// Every change of the project goes through a function of a part or one below, and is one undo command; a change that
/// cannot be made throws Error with a sentence and leaves everything as it was. A change that a listener cannot take
/// does the same: what a slot throws comes out of the change, which is undone first. Typed text is the exception: it
/// always stays, and where the model cannot read it, inputError() says why and the last good result stays.
///
/// The parts do not know the document: each has an interface of its own that it asks and notifies, and the document
/// implements it.
class Document : public QObject,
                 private UndoSteps,
                 private Sentences::Follower,
                 private Matrices::Follower,
                 private Comparison::Subject,
                 private Snapshots::Subject,
                 private Look::Subject,
                 private Training::Subject {
    Q_OBJECT
public:
    explicit Document(QObject *parent = nullptr);
    ~Document() override;

    // The parts
    Sentences &sentences() { return m_sentences; }
    const Sentences &sentences() const { return m_sentences; }
    Matrices &matrices() { return m_matrices; }
    const Matrices &matrices() const { return m_matrices; }
    Comparison &comparison() { return m_comparison; }
    const Comparison &comparison() const { return m_comparison; }
    Snapshots &snapshots() { return m_snapshots; }
    const Snapshots &snapshots() const { return m_snapshots; }
    Look &look() { return m_look; }
    const Look &look() const { return m_look; }
    Training &training() { return m_training; }
    const Training &training() const { return m_training; }

    // The whole
    /// Replaces everything, clears undo. path empty: not a file yet. Cells compare with `opened`, else with what the
    /// project has, or its checkpoint.
    void load(Project project, const QString &path, std::shared_ptr<const Model> opened = nullptr);
    Project project() const override; ///< as it would be saved now, view included
    void save(const QString &path);   ///< throws FileError; marks clean
    QString path() const { return m_path; }
    QString title() const; ///< the project's title, else the name of the file, the checkpoint or the task, else empty
    QString note() const;
    /// The trained model that this project comes from; null: none.
    const std::shared_ptr<const Checkpoint> &checkpoint() const { return m_checkpoint; }
    /// The file that the attention is read from, in place of a model: null where it is computed.
    const std::shared_ptr<const AttentionFile> &attention() const { return m_attention; }
    bool hasModel() const override { return !m_attention; }
    int sentence() const { return m_sentence; } ///< of the file's, from 0
    /// Shows another sentence of the file, which is no change, as choosing a head is none. Nothing where there is none
    /// of that number.
    void showSentence(int sentence);
    bool isModified() const;
    /// The steps of what is shown. setAside() begins another stack, so listeners listen to undoGroup().
    QUndoStack *undoStack() { return m_undo.get(); }
    QUndoGroup *undoGroup() { return &m_undoGroup; }
    /// Whether a step is being done or undone, or another file comes: what a listener would change then has no step to
    /// go to.
    bool isChanging() const { return m_isChanging; }
    int newGesture() { return ++m_gesture; } ///< a number for one drag
    /// Milliseconds of a steady clock, unless another one is set; never goes back. A pause that ends a gesture and the
    /// fading of a mark are measured by it.
    qint64 now() const override { return m_clock(); }
    void setClock(std::function<qint64()> clock) { m_clock = std::move(clock); }
    /// Restores everything at once, the view included: one undo step. The path stays; from then on cells compare with
    /// the restored state.
    void restore(Project project, const QString &text);
    /// Makes one undo step of all that `edits` changes. Where it throws, nothing is changed.
    void asOneStep(const QString &text, const std::function<void()> &edits) override;

    /// Keeps everything as it is, undo steps included, while others are loaded, as a lesson's pages are. What is kept
    /// already stays.
    void setAside();
    /// Whether something is set aside, from setAside() until everything is back.
    bool hasAside() const { return m_aside != nullptr; }
    /// Everything becomes what it was at setAside(), and all listeners hear of it. Nothing where nothing is kept.
    void takeUp();

    // What is computed
    const Result &result() const { return m_result; }
    bool isBusy() const { return m_busy; } ///< a pass is running on the compute thread
    QString inputError() const { return m_inputError; }
    /// Finds anew what is wrong with what is shown, in the language that was installed last.
    void translateErrors();
    /// Waits until no pass is running and the result is of the present state. For tests and exports.
    void waitForResult();

    // What all views show: the pinned state where comparison().compared() says so, else the present one, with its
    // tokens as the token view shows them.
    /// Good until something changes.
    const Shown &shown() const;
    /// A selection in the tokens or groups of shown().attention, which may have no counterpart in the present sentence.
    void setShownSelection(Selection selection);
    /// A selection in the tokens of shown().tokens.
    void setUngroupedSelection(Selection selection);

signals:
    /// A model took the place of a file's attention, or the reverse; comes before everything else.
    void kindChanged();
    void loaded();        ///< after load(): everything changed
    void resultChanged(); ///< a new trace is there
    /// Something of shown() differs: once for all simultaneous changes, after the signals of each.
    void shownChanged();
    void busyChanged(bool busy);
    void inputErrorChanged(const QString &sentence);
    void pathChanged();

private:
    struct State;
    struct Aside;

    /// What restoring or recalling a state changes: everything, the list of snapshots excepted.
    struct Whole {
        Project state;
        std::shared_ptr<const Model> opened;
        std::shared_ptr<const Project> recalled;
        Training::State training;
    };

    // UndoSteps
    void push(std::unique_ptr<QUndoCommand> command) override;
    const QUndoCommand *last() const override;
    void change(const std::function<void()> &change, Extent extent) override;
    // What the parts notify and ask
    void tokensChanged(Side side) override { m_matrices.forgetTokens(side); }
    void sentencesChanged(const std::vector<Sentences::Reading> &readings) override;
    void modelChanges(const Model &before, const std::function<void()> &tell) override;
    std::shared_ptr<const PinnedState> present(const QString &name) const override;
    void pinnedChanges() override;
    void comparedChanges() override { tellShown(); }
    void recall(const QString &text, std::shared_ptr<const Project> state) override;
    const ModelConfig &config() const override { return m_matrices.model()->config; }
    const Tokens &presentTokens(Side side) const override { return m_sentences.tokens(side); }
    bool hasCell(const CellRef &cell) const override;
    void selectionChanges() override;
    void tokenViewChanges(const std::function<void()> &tell) override;
    bool isComputing() const override { return m_busy; }
    QString stepText() const override { return m_stepText; }
    void replace(const QString &text, Project project, Training::State run) override;

    /// Makes changes that belong together: listeners hear of shown() once, after all of them.
    void together(const std::function<void()> &changes);
    void tellShown();
    ShownInput shownInput() const;

    State stateNow() const;
    /// Puts everything back to what it is now, and notifies every listener.
    std::function<void()> wayBack(Extent extent);
    void putBack(State state);
    void tellAll(Extent extent, const QString &inputError);
    void pushWhole(const QString &text, Whole after);
    Whole whole() const;
    std::string titleOf(const Project &state) const;
    void showWhole(const Whole &whole);
    void readProject(Project project);
    static std::shared_ptr<const Model> openedModel(const Project &project);
    void keepResultTokens();
    void requireModel() const;
    void recompute();
    void showGiven();
    void readHeadsAnew();
    void sayFaults();
    void deliver(const PassOutcome &outcome);
    void finish(const PassOutcome &outcome);
    void setBusy(bool busy);
    void setInputError(const QString &sentence);

    QString m_path;
    QUndoGroup m_undoGroup; ///< tells of the stack in use
    std::unique_ptr<QUndoStack> m_undo;
    std::optional<Selection> m_selectionAtStart; ///< before the stack's first step; undoing that brings it back
    std::shared_ptr<Aside> m_aside;              ///< null: nothing was set aside
    std::string m_title;
    std::string m_note;
    std::shared_ptr<const Checkpoint> m_checkpoint;
    std::shared_ptr<const AttentionFile> m_attention;
    int m_sentence = 0;
    Sentences m_sentences;
    Matrices m_matrices;
    SentenceLinks m_links{m_matrices, m_sentences};
    Comparison m_comparison;
    Snapshots m_snapshots;
    Look m_look;
    Training m_training;
    Result m_result;
    Input m_resultInput; ///< what the result was computed from, apart from its model
    std::shared_ptr<const Tokens> m_resultSource = std::make_shared<Tokens>(); ///< the tokens of m_resultInput
    std::shared_ptr<const Tokens> m_resultTarget = m_resultSource;
    mutable std::shared_ptr<const Shown> m_shown; ///< the last one made
    std::shared_ptr<const Shown> m_toldShown;     ///< what shownChanged() last announced
    bool m_isChanging = false;                    ///< more changes follow
    bool m_busy = false;
    QString m_inputError;
    int m_gesture = 0;
    std::function<qint64()> m_clock;
    std::uint64_t m_generation = 0;
    QString m_stepText;                     ///< of the step that is being made; else null
    std::uint64_t m_changesMade = 0;        ///< counts the changes that succeeded
    CombinedCommand *m_gathering = nullptr; ///< the step that collects edits; null: each edit is a step
    std::unique_ptr<BackgroundWork> m_compute;
};

} // namespace regard
