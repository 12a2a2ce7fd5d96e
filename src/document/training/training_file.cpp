#include "document/training/training.h"

#include <utility>

#include <QFileInfo>

#include "document/training/refused_files.h"
#include "document/work/background_work.h"
#include "io/base/file_error.h"
#include "io/project/task_file.h"
#include "training/tasks/task_table.h"

// Custom tasks, which are read from files.

namespace regard {

namespace {

/// For the present model where that can learn it, else for the model that the task wants.
Task readFor(const Project &present, OwnKind kind, const QString &path, const std::atomic<bool> &cancelled)
{
    try {
        Task task = readOwnTask(kind, path, present, &cancelled);
        if (reasonAgainst(task, present.model).empty())
            return task;
    } catch (const FileError &) {
        // Such as a word that the model's vocabulary does not have. What else is wrong is found below once more.
    }
    Project fresh;
    fresh.tokenizer = present.tokenizer == Tokenizer::Checkpoint ? Tokenizer::Words : present.tokenizer;
    return readOwnTask(kind, path, fresh, &cancelled);
}

} // namespace

std::optional<OwnKind> Training::unreadRun() const
{
    return m_state.record && !m_state.task ? ownKindOf(m_state.record->task) : std::nullopt;
}

std::optional<OwnKind> Training::ownKind() const
{
    return m_state.task ? ownKindOf(m_state.task->name) : unreadRun();
}

void Training::chooseOwn(OwnKind kind, const QString &path)
{
    RefusedFiles::all().allow(QFileInfo(path).absoluteFilePath());
    m_chosenKind = kind;
    m_chosenFile = path;
    readFile(kind, path);
    emit stateChanged();
}

QString Training::fileProblem() const
{
    return m_problemTask == m_state.task ? m_fileProblem : QString();
}

void Training::readAgain()
{
    if (fileProblem().isEmpty())
        return;
    if (m_chosenFile.isEmpty())
        readRunsFile();
    else
        readFile(m_chosenKind, m_chosenFile, Reading::Problem);
    emit stateChanged();
}

void Training::readFile(OwnKind kind, const QString &path, Reading reading)
{
    m_file = path;
    m_fileProblem.clear();
    const bool isOfRun = unreadRun() == kind;
    const auto task = std::make_shared<std::optional<Task>>();
    m_reading->start(
        [task, kind, path, isOfRun, project = m_subject->project()](const BackgroundWork::Piece &piece) {
            *task = isOfRun ? readOwnTask(kind, path, project, &piece.isCancelled())
                            : readFor(project, kind, path, piece.isCancelled());
        },
        [this, task, reading](const QString &problem) {
            m_file.clear();
            m_fileProblem = problem;
            m_problemTask = m_state.task;
            if (problem.isEmpty() && reading == Reading::Whole)
                takeFile(**task);
            emit stateChanged();
        });
}

/// A run from a project takes its steps, options and curve with it.
void Training::takeFile(Task task)
{
    if (unreadRun() != ownKindOf(task.name)) {
        choose(std::move(task));
        return;
    }
    if (m_state.record->data != task.file->path)
        m_state.record.reset(); // it is elsewhere now
    m_state.task = std::make_shared<const Task>(std::move(task));
}

void Training::readRunsFile()
{
    m_reading->cancel();
    m_file.clear();
    m_chosenFile.clear();
    m_fileProblem.clear();
    m_problemTask = m_state.task;
    const std::optional<OwnKind> kind = unreadRun();
    if (kind && m_state.record->data.empty())
        m_fileProblem = tr("The project does not say from which file its weights were learned.");
    else if (const QString file = kind ? QString::fromStdString(m_state.record->data) : QString();
             RefusedFiles::all().contains(file))
        m_fileProblem = tr("%1 is outside of the project’s folder and was not opened.").arg(file);
    else if (kind)
        readFile(*kind, QString::fromStdString(m_state.record->data));
}

void Training::waitUntilRead()
{
    m_reading->waitUntilDone();
}

} // namespace regard
