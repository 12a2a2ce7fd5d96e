#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QObject>
#include <QString>
#include <QTimer>

#include "document/matrices/matrices.h"
#include "document/steps/undo_steps.h"
#include "document/training/training_command.h"
#include "document/training/training_stage.h"
#include "io/project/project.h"
#include "training/run/run.h"
#include "training/tasks/own_task.h"

namespace regard {

class BackgroundWork;
class Trainer;
struct TrainingPicture;

/// The model of a document learns a task, on a thread of its own.
///
/// The model that is shown is the truth: an edit counts from its step on, and what the thread computed beyond it is
/// dropped. Each stretch between two edits of the model is one undo step, which holds the run's state too; options are
/// no steps.
class Training : public QObject, private TrainingCommand::Shows {
    Q_OBJECT
public:
    using State = TrainingState;

    /// What training depends on.
    class Subject {
    public:
        virtual ~Subject() = default;
        virtual bool isComputing() const = 0; ///< a pass of the model that was shown last still runs
        /// The text of the undo step that is being made; null: none is, as while one is undone.
        virtual QString stepText() const = 0;
        virtual Project project() const = 0;
        virtual bool hasModel() const = 0; ///< the attention is not that of a file
        /// Becomes that project with that run, as an undo step. The state before becomes a snapshot where there is room
        /// for one and it is worth one.
        virtual void replace(const QString &text, Project project, State run) = 0;
    };

    Training(UndoSteps *steps, Subject *subject, Matrices &matrices);
    ~Training() override;

    const State &state() const { return m_state; }
    const Task *task() const { return m_state.task.get(); } ///< null: none was chosen
    bool isRunning() const { return m_isRunning; }
    /// Why the model cannot be taught the task, in one sentence with what helps; empty where it can.
    QString reasonAgainst() const;
    /// Why the run that is shown stopped by itself, or did not go on; empty where another task or step is shown.
    QString stopReason() const;
    bool areAllStepsTaken() const;                             ///< so that a cosine has brought the learning rate to 0
    double stepsPerSecond() const { return m_stepsPerSecond; } ///< 0 before the first picture
    /// Whether going on begins the optimiser's moments anew, as after opening a file.
    bool beginsMomentsAnew() const { return m_state.step > 0 && !m_state.moments; }

    /// The task with its model, as one undo step, whatever was there before. Nothing where it is the present task and
    /// the model can learn it.
    void choose(const std::string &task);
    /// Takes another of the models that the present task offers, as one undo step. Nothing where it is the present one.
    void chooseModel(const std::string &variant);
    void makeAnew(); ///< the model that the present task wants, with the present options, as one undo step
    /// A task of one's own, once its file is read on a thread of its own: for the present model where that can learn
    /// it, else with the model that it wants. A run from a project whose file was not read yet goes on with it.
    void chooseOwn(OwnKind kind, const QString &path);
    const QString &fileInReading() const { return m_file; } ///< empty: none is read now
    /// Why the last one was not read; empty: it was, or another task was chosen since.
    QString fileProblem() const;
    /// A project's run of a task of one's own, whose file was not read yet or could not be; nothing where there is
    /// none.
    std::optional<OwnKind> unreadRun() const;
    /// Which task of one's own is learned, or would be if its file were read; nothing where it is another task.
    std::optional<OwnKind> ownKind() const;
    void waitUntilRead(); ///< for tests
    /// Sets the options from the next step on. Throws ConfigError.
    void setOptions(const TrainingOptions &options);
    /// Allows so many steps a second at most; 0: as fast as it can, as at first. The run does not keep it.
    void setSpeed(double stepsPerSecond);
    double speed() const { return m_speed; }
    void setLocked(const std::string &parameter, bool isLocked);
    bool isLocked(const std::string &parameter) const { return m_state.options.adam.locked.contains(parameter); }
    // Each throws ConfigError with reasonAgainst() where there is one
    void play(); ///< where all steps are taken, stopReason() says so
    void takeSteps(long long count);
    /// Ends after the step that is running and shows it.
    void pause();
    /// The weights with which the run began, bit for bit; an undo step. Nothing where they are not known.
    void backToStart();
    bool canGoBack() const;
    /// Whether a model with that configuration could not go on with what was learned.
    bool wouldEnd(const ModelConfig &config) const;
    /// The present weights become the first ones of a new run; an undo step.
    void beginAnew();

    // Models that learn the task beside the document's; each change is an undo step
    /// Puts a model beside that the task offers, from new weights; an empty name: the same model as the document's.
    /// Throws ConfigError.
    void putBeside(const std::string &variant, std::uint64_t seed);
    /// Puts a model of a project beside that was trained before, with its run. Throws ConfigError where it did not
    /// learn the task.
    void putBeside(const Project &trained);
    void removeBeside(std::size_t index);
    /// It changes places with the document's own.
    void takeBeside(std::size_t index);
    /// Puts beside each model that the task offers and that is not there yet, and trains them all.
    void trainAll();
    /// Whether the task offers several models.
    bool offersModels() const { return m_state.task && m_state.task->variants.size() > 1; }
    /// How many steps the one has taken that has taken most.
    long long frontStep() const;
    /// The time until all have come to the end of their runs; 0: not known, as before the first step.
    double secondsLeft() const;
    void setLengthSentences(int count) { m_lengthSentences = count; } ///< of each length, at the end; for tests

    /// What a project keeps of it; null: no task.
    std::shared_ptr<const TrainingRecord> record() const;
    /// The run that a project has; null: none.
    State stateOf(const std::shared_ptr<const TrainingRecord> &record) const;

    void readAgain(); ///< what was wrong with a file, in the language that was installed last

    // The document alone calls these.
    void read(State state);    ///< another document: no step
    void putBack(State state); ///< emits nothing
    /// The whole document was replaced, as a step or by undoing one.
    void follow(State state);
    void closeStretch(); ///< what follows is an undo step of its own
    void rest() override;
    void passEnded(); ///< there is time for the next picture
    /// Waits for a run of so many steps. For tests.
    void waitUntilDone();

signals:
    void stateChanged(); ///< task, options, running or not
    void advanced();     ///< another step is shown

protected:
    bool event(QEvent *event) override;

private:
    /// How a run ended, and of which task after which step that was.
    struct End {
        std::optional<Divergence> divergence{};
        QString problem{};        ///< an exception
        bool lacksMemory = false; ///< which is said in the language of the moment
        bool isRefused = false;   ///< it was to go on when all steps were taken
        std::shared_ptr<const Task> task{};
        long long step = 0;
    };
    enum class Reading { Whole, Problem };

    void followModel();
    void followEdit();
    void requireFit() const;
    void go(std::optional<long long> until);
    void choose(Task task);
    void make(Task task, const TrainingOptions &options);
    void setBeside(const QString &text, std::vector<RunBeside> beside);
    std::vector<ModelLengths> lengthsAfter(const TrainingPicture &picture) const;
    void readFile(OwnKind kind, const QString &path, Reading reading = Reading::Whole);
    void readRunsFile();
    void takeFile(Task task);
    void takeUp();
    State untouched() const;
    void take(const TrainingPicture &picture);
    void end(End how);
    State after(const TrainingPicture &picture) const;
    void mark(const QString &text);
    void show(const TrainingStage &stage) override;
    TrainingStage stage() const { return {m_matrices.model(), m_state}; }
    void pushChange(const QString &text, TrainingStage after);

    UndoSteps *m_steps;
    Subject *m_subject;
    Matrices &m_matrices;
    State m_state;
    bool m_isRunning = false;
    std::optional<long long> m_until;
    bool m_isShowing = false;         ///< the model changes because of training
    std::vector<QString> m_edits;     ///< texts of the model's edits since the last step
    std::weak_ptr<Stretch> m_stretch; ///< the one that goes on; may be closed
    End m_end;
    double m_stepsPerSecond = 0;
    double m_speed = 0;
    int m_lengthSentences = 500;
    QTimer m_pull;   ///< until the next picture is asked for
    QTimer m_resume; ///< until training takes up an edited model: the next edit of a drag may come
    QString m_file;
    QString m_chosenFile; ///< the last one that a user chose; empty: the project's own counts
    OwnKind m_chosenKind{};
    QString m_fileProblem;
    std::shared_ptr<const Task> m_problemTask; ///< that was shown when the problem came up
    std::unique_ptr<BackgroundWork> m_reading;
    std::unique_ptr<Trainer> m_trainer;
};

} // namespace regard
