#include "app/project_files.h"

#include <QAction>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>

#include "app/checkpoint_folder.h"
#include "app/example_texts.h"
#include "app/save_dialog.h"
#include "app/settings.h"
#include "document/document.h"
#include "io/examples.h"
#include "io/lesson.h"

namespace regard {

namespace {

/// A name as a menu shows it: "&" would become an underlined letter.
QString menuText(QString name)
{
    return name.replace(QLatin1Char('&'), QLatin1String("&&"));
}

} // namespace

ProjectFiles::ProjectFiles(Document *document, Settings *settings, QWidget *window)
    : QObject(window), m_document(document), m_settings(settings), m_window(window)
{
}

bool ProjectFiles::mayDiscard()
{
    if (!m_document->isModified())
        return true;
    const QString title = exampleText(m_document->title());
    QMessageBox question(QMessageBox::Question, tr("Unsaved changes"),
                         title.isEmpty() ? tr("Save the changes to this project?")
                                         : tr("Save the changes to “%1”?").arg(title),
                         QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, m_window);
    question.setTextFormat(Qt::PlainText);
    question.setInformativeText(tr("They are lost otherwise."));
    question.setDefaultButton(QMessageBox::Save);
    const int answer = question.exec();
    return answer == QMessageBox::Discard || (answer == QMessageBox::Save && save());
}

bool ProjectFiles::startNew()
{
    if (!mayDiscard())
        return false;
    m_document->load(defaultProject(), {});
    emit opened();
    return true;
}

bool ProjectFiles::open()
{
    const QString path =
        QFileDialog::getOpenFileName(m_window, tr("Open project"), placeOfDocument(),
                                     tr("Regard projects and lessons (*.regard *.lesson);;All files (*)"));
    return !path.isEmpty() && openFile(path);
}

bool ProjectFiles::openFolder()
{
    const QString folder = QFileDialog::getExistingDirectory(m_window, tr("Open model folder"), placeOfDocument());
    return !folder.isEmpty() && openFile(folder);
}

QAction *ProjectFiles::folderAction()
{
    if (m_folderAction)
        return m_folderAction;
    m_folderAction = new QAction(tr("Open &model folder…"), m_window);
    m_folderAction->setObjectName(QStringLiteral("actionOpenFolder"));
    m_folderAction->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O));
    m_folderAction->setStatusTip(tr("Opens a trained model: a folder with config.json, weights and tokenizer"));
    m_folderAction->setToolTip(m_folderAction->statusTip());
    connect(m_folderAction, &QAction::triggered, this, &ProjectFiles::openFolder);
    return m_folderAction;
}

/// Where a dialog looks first: beside the file that is open, or the checkpoint's folder.
QString ProjectFiles::placeOfDocument() const
{
    if (!m_document->path().isEmpty())
        return QFileInfo(m_document->path()).path();
    return m_document->checkpoint() ? QFileInfo(m_document->checkpoint()->folder).path() : QDir::homePath();
}

bool ProjectFiles::openFile(const QString &path)
{
    if (const QString folder = checkpointFolderOf(path); !folder.isEmpty())
        return mayDiscard() && loadFolder(folder);
    if (m_openLesson && isLessonFile(path))
        return m_openLesson(path);
    return mayDiscard() && load(path);
}

bool ProjectFiles::load(const QString &path)
{
    try {
        const QFileInfo file(path);
        m_document->load(readProject(path), file.absoluteFilePath());
        remember(file.absoluteFilePath());
        emit opened();
        return true;
    } catch (const std::exception &error) {
        warn(tr("Open project"), QString::fromUtf8(error.what()));
        return false;
    }
}

bool ProjectFiles::loadFolder(const QString &folder)
{
    try {
        m_document->load(firstProject(openCheckpoint(folder)), {});
        remember(folder);
        emit opened();
        return true;
    } catch (const std::exception &error) {
        warn(tr("Open model folder"), QString::fromUtf8(error.what()));
        return false;
    }
}

bool ProjectFiles::openExample(const QString &name)
{
    if (!mayDiscard())
        return false;
    try {
        m_document->load(readExample(name.toStdString()), {});
        emit opened();
        return true;
    } catch (const std::exception &error) {
        warn(tr("Open example"), QString::fromUtf8(error.what()));
        return false;
    }
}

void ProjectFiles::loadFirst()
{
    if (examples().empty() || !openExample(QString::fromStdString(examples().front().name)))
        m_document->load(defaultProject(), {});
}

bool ProjectFiles::save()
{
    return m_document->path().isEmpty() ? saveAs() : saveTo(m_document->path());
}

bool ProjectFiles::saveAs()
{
    const QString start = !m_document->path().isEmpty() ? m_document->path()
                          : m_document->checkpoint()
                              ? QDir(QDir::homePath()).filePath(fileNameOf(m_document->title(), tr("untitled")))
                              : QDir(QDir::homePath()).filePath(tr("untitled"));
    SaveDialog dialog(tr("Save project"), start, {{tr("Regard projects"), QStringLiteral("regard")}}, 0, m_window);
    const QString path = dialog.ask();
    return !path.isEmpty() && saveTo(path);
}

bool ProjectFiles::saveTo(const QString &path)
{
    try {
        m_document->save(path);
        remember(QFileInfo(path).absoluteFilePath());
        return true;
    } catch (const std::exception &error) {
        warn(tr("Save project"), QString::fromUtf8(error.what()));
        return false;
    }
}

void ProjectFiles::remember(const QString &path)
{
    m_settings->recentFiles.removeAll(path);
    m_settings->recentFiles.prepend(path);
    m_settings->recentFiles = m_settings->recentFiles.mid(0, mostRecentFiles);
}

void ProjectFiles::fillRecentMenu(QMenu *menu)
{
    menu->clear();
    for (const QString &path : m_settings->recentFiles) {
        QAction *action = menu->addAction(menuText(QFileInfo(path).fileName()));
        action->setStatusTip(path);
        action->setToolTip(path);
        connect(action, &QAction::triggered, this, [this, path] { openFile(path); });
    }
    if (menu->isEmpty())
        menu->addAction(tr("No files yet"))->setEnabled(false);
}

void ProjectFiles::fillExampleMenu(QMenu *menu)
{
    menu->clear();
    for (const ExampleEntry &entry : examples()) {
        const QString name = QString::fromStdString(entry.name);
        QAction *action = menu->addAction(menuText(exampleText(QString::fromStdString(entry.title))));
        action->setObjectName(name);
        connect(action, &QAction::triggered, this, [this, name] { openExample(name); });
    }
}

void ProjectFiles::warn(const QString &title, const QString &sentence)
{
    QMessageBox box(QMessageBox::Warning, title, sentence, QMessageBox::Ok, m_window);
    box.setTextFormat(Qt::PlainText);
    box.exec();
}

} // namespace regard
