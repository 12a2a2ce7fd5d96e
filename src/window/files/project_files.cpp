#include "window/files/project_files.h"

#include <algorithm>

#include <QAction>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QUndoGroup>

#include "controls/menu_text.h"
#include "document/comparison/pinned_project.h"
#include "document/document.h"
#include "document/training/refused_files.h"
#include "engine/base/message.h"
#include "export/checkpoint_folder.h"
#include "io/attention/attention_file.h"
#include "io/base/file_bytes.h"
#include "io/base/json_document.h"
#include "io/lesson/lesson.h"
#include "io/project/examples.h"
#include "io/project/project_attention.h"
#include "io/project/project_file.h"
#include "io/project/project_state.h"
#include "io/recovery/recovery.h"
#include "window/base/plain_message.h"
#include "window/base/settings.h"
#include "window/export/save_dialog.h"
#include "window/files/entry_names.h"
#include "window/files/example_texts.h"
#include "window/files/open_model_dialog.h"

namespace regard {

namespace {

/// The snapshots count as well: a user took them.
bool isSame(const Project &a, const Project &b)
{
    return isSameBesidesView(a, b) && a.snapshots == b.snapshots;
}

bool hasLearned(const Project &project)
{
    return project.task && project.task->step > 0;
}

/// Whether a file is not as it was read or written here.
bool isChangedElsewhere(const QString &path, const std::optional<FileState> &known)
{
    const std::optional<FileState> now = fileStateAt(path);
    return now && known && now != known;
}

/// Whether the file still has what the recovered work began from, or has that work.
bool isAsLeft(const Recovery &recovery)
{
    try {
        if (recovery.path.isEmpty())
            return false;
        const Project file = readProject(recovery.path);
        return isSameBesidesView(file, *recovery.base) || isSameBesidesView(file, recovery.state);
    } catch (const std::exception &) {
        return false;
    }
}

/// Puts another step of a model in its place: it reads the same, and the same is looked at.
void takeOver(Project &step, const SentenceTexts &texts, const SideMasks &masks, const StoredView &view)
{
    step.tokenizer = texts.tokenizer;
    step.sourceLanguage = texts.sourceLanguage;
    step.targetLanguage = texts.targetLanguage;
    step.source = texts.source;
    step.target = texts.target;
    step.maskedSource = masks.source;
    step.maskedTarget = masks.target;
    step.view = view;
}

} // namespace

ProjectFiles::ProjectFiles(Document *document, Settings *settings, QWidget *window)
    : QObject(window), m_document(document), m_settings(settings), m_window(window), m_consent(settings, window),
      m_questions(window)
{
    // The origin of a document loaded elsewhere is unknown; a saved one is the user's own work.
    connect(document, &Document::pathChanged, this, [this] { m_unsaved.origin = {}; });
    const auto edited = [this] { m_unsaved.origin.edited = QDateTime::currentDateTime(); };
    connect(document->undoGroup(), &QUndoGroup::indexChanged, this, edited);
    connect(&document->training(), &Training::advanced, this, edited);
}

/// The document as it is.
KeptProject ProjectFiles::present() const
{
    return {m_document->title(), m_document->project(), m_document->matrices().state().opened,
            m_document->path(),  m_unsaved.origin,      m_document->isModified()};
}

/// Keeps what is unsaved of it; of a lesson the latest attempt alone.
void ProjectFiles::keep(KeptProject work)
{
    if (!work.isModified)
        return;
    if (work.isTry()) {
        if (isSame(work.project, *work.origin.page))
            return;
        std::erase_if(m_unsaved.kept,
                      [&work](const KeptProject &kept) { return kept.isTry() && kept.title == work.title; });
    }
    m_unsaved.kept.push_back(std::move(work));
}

/// Must be called before anything else is loaded. Closes a lesson and keeps what is unsaved, or where that is asked for
/// asks about it; an example's changes are kept without a question, unless it learned something. False where the user
/// cancelled: everything is as before.
bool ProjectFiles::leave(Leaving how)
{
    const KeptProject own = m_unsaved.beforeLesson ? *m_unsaved.beforeLesson : present();
    const bool isKept = own.isTry() || (own.origin.isExample && own.path.isEmpty() && !hasLearned(own.project));
    const bool asks = how == Leaving::Asks && own.isModified && !isKept;
    const SaveQuestions::Answer answer =
        asks ? m_questions.askToSave({shownTitle(own.title)}) : SaveQuestions::Answer::Discard;
    if (answer == SaveQuestions::Answer::Cancel)
        return false;
    emit leaving();
    if (!asks)
        keep(present());
    return answer == SaveQuestions::Answer::Discard || save();
}

void ProjectFiles::bringBack(std::size_t index)
{
    const KeptProject kept = std::move(m_unsaved.kept.at(index));
    m_unsaved.kept.erase(m_unsaved.kept.begin() + std::ptrdiff_t(index));
    leave(Leaving::Keeps);
    m_document->load(kept.project, kept.path, kept.opened);
    m_document->undoStack()->resetClean();
    DocumentOrigin origin = kept.origin;
    origin.isExample = origin.isExample || kept.isTry();
    origin.page.reset();
    setOrigin(std::move(origin));
}

void ProjectFiles::recover(const Recovery &recovery)
{
    leave(Leaving::Keeps);
    const std::shared_ptr<const Model> opened(recovery.base, &recovery.base->model);
    m_document->load(recovery.state, recovery.path, opened);
    m_document->undoStack()->resetClean();
    setOrigin({recovery.isExample,
               {},
               isAsLeft(recovery) ? fileStateAt(recovery.path) : FileState(),
               QDateTime::fromMSecsSinceEpoch(recovery.time)});
}

QStringList ProjectFiles::keptNames() const
{
    QStringList names;
    for (const KeptProject &kept : m_unsaved.kept)
        names << editedName(kept.title, kept.origin.edited);
    return distinctNames(names);
}

bool ProjectFiles::mayQuit()
{
    QStringList names;
    for (const KeptProject &open : {m_unsaved.beforeLesson.value_or(KeptProject()), present()})
        if (open.isModified && !open.isTry())
            names << shownTitle(open.title);
    const QStringList kept = keptNames();
    for (std::size_t i = 0; i < m_unsaved.kept.size(); ++i)
        if (!m_unsaved.kept[i].isTry())
            names << kept[qsizetype(i)];
    if (names.isEmpty())
        return true;
    const SaveQuestions::Answer answer = m_questions.askToSave(distinctNames(names));
    return answer == SaveQuestions::Answer::Discard || (answer == SaveQuestions::Answer::Save && saveAll());
}

bool ProjectFiles::startNew()
{
    if (!leave(Leaving::Asks))
        return false;
    m_document->load(defaultProject(), {});
    setOrigin({});
    emit openedModel();
    return true;
}

bool ProjectFiles::open()
{
    const QString path = QFileDialog::getOpenFileName(
        m_window, tr("Open project"), placeOfDocument(),
        tr("Regard projects and lessons (*.regard *.lesson)") + QStringLiteral(";;") +
            tr("Files of attention (*.safetensors *.json)") + QStringLiteral(";;") + tr("All files (*)"));
    return !path.isEmpty() && openFile(path);
}

bool ProjectFiles::openModel()
{
    OpenModelDialog dialog(m_window);
    if (dialog.exec() != QDialog::Accepted)
        return false;
    return dialog.folder().isEmpty() ? openFolder() : openFile(dialog.folder());
}

bool ProjectFiles::openFolder()
{
    const QString folder = QFileDialog::getExistingDirectory(m_window, tr("Open model folder"), placeOfDocument());
    return !folder.isEmpty() && openFile(folder);
}

void ProjectFiles::openSentences(OwnKind kind)
{
    const QString path = QFileDialog::getOpenFileName(m_window, tr("File to learn from"), placeOfDocument(),
                                                      tr("Texts (*.txt *.tsv);;All files (*)"));
    if (!path.isEmpty())
        m_document->training().chooseOwn(kind, path);
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

/// Returns where a dialog starts: beside the open file, or in the checkpoint's folder.
QString ProjectFiles::placeOfDocument() const
{
    if (!m_document->path().isEmpty())
        return QFileInfo(m_document->path()).path();
    if (m_document->attention())
        return QFileInfo(m_document->attention()->path).path();
    return m_document->checkpoint() ? QFileInfo(m_document->checkpoint()->folder).path() : QDir::homePath();
}

bool ProjectFiles::openFile(const QString &path)
{
    if (isAttentionFile(path))
        return loadAttention(path);
    if (const QString folder = checkpointFolderOf(path); !folder.isEmpty())
        return loadFolder(folder);
    if (m_openLesson && isLessonFile(path))
        return m_openLesson(path);
    return load(path);
}

/// Puts what was read in the place of the document, which is left as the new one's origin wants it. A fault is told
/// under the title. False where the document stays.
bool ProjectFiles::replaceBy(const Reader &read, const QString &title, const Place &place, DocumentOrigin origin)
{
    try {
        std::optional<Project> project = read();
        if (!project || !leave(origin.isExample ? Leaving::Keeps : Leaving::Asks))
            return false;
        m_document->load(*std::move(project), place.path);
        if (!place.recent.isEmpty())
            remember(place.recent);
        setOrigin(std::move(origin));
        return true;
    } catch (const std::exception &error) {
        warn(m_window, title, QString::fromUtf8(error.what()));
        return false;
    }
}

bool ProjectFiles::load(const QString &path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    return replaceBy([&] { return readAsked(path); }, tr("Open project"), {absolute, absolute},
                     {false, {}, fileStateAt(path), {}});
}

/// Reads a project, and asks about what it names outside. Nothing where the user does not want that opened, without
/// which it cannot be shown. Throws FileError.
std::optional<Project> ProjectFiles::readAsked(const QString &path)
{
    const JsonValue root = parseJson(fileBytes(path, Message::tr("a project")), path.toStdString());
    if (!mayOpen(path, outsidePlaces(root, path)))
        return {};
    return parseProject(root, path.toStdString());
}

bool ProjectFiles::mayOpen(const QString &path, const std::vector<OutsidePlace> &places)
{
    const bool isAgreed = m_consent.ask(path, places);
    if (!isAgreed && !canDoWithout(places))
        return false;
    for (const OutsidePlace &place : places) {
        if (isAgreed)
            RefusedFiles::all().allow(place.path);
        else
            RefusedFiles::all().refuse(place.path);
    }
    return true;
}

/// What the user saves names places that the user opened.
void ProjectFiles::rememberPlaces(const Project &project, const QString &path)
{
    std::vector<OutsidePlace> places = outsidePlaces(project, path);
    std::erase_if(places, [](const OutsidePlace &place) { return RefusedFiles::all().contains(place.path); });
    m_consent.remember(path, places);
}

bool ProjectFiles::loadFolder(const QString &folder)
{
    const bool isLoaded =
        replaceBy([&] { return firstProject(openCheckpoint(folder)); }, tr("Open model folder"), {{}, folder}, {});
    if (isLoaded)
        emit openedModel();
    return isLoaded;
}

bool ProjectFiles::openStep(const QString &folder)
{
    const SentenceTexts texts = m_document->sentences().texts();
    const SideMasks masks{m_document->sentences().masked(Side::Source), m_document->sentences().masked(Side::Target)};
    const StoredView view = m_document->look().stored();
    const QString before = m_document->checkpoint()->folder;
    if (!leave(Leaving::Asks))
        return false;
    const auto open = [&](const QString &place) {
        Project project = checkpointProject(openCheckpoint(place));
        takeOver(project, texts, masks, view);
        m_document->load(std::move(project), {});
        setOrigin({});
    };
    const auto &pinned = m_document->comparison().pinned();
    const bool isThird = pinned && pinned->project && pinned->project->checkpoint != m_document->checkpoint();
    bool isReleased = false;
    try {
        if (isThird) {
            m_document->load(defaultProject(), {});
            isReleased = true;
        }
        open(folder);
        return true;
    } catch (const std::exception &error) {
        const QString sentence = QString::fromUtf8(error.what());
        if (isReleased)
            bringStepBack([&] { open(before); });
        warn(m_window, tr("Open model folder"), sentence);
        return false;
    }
}

/// Opens a step of the series again; an empty model stays where that one is gone too.
void ProjectFiles::bringStepBack(const std::function<void()> &open)
{
    try {
        open();
    } catch (const std::exception &error) {
        setOrigin({});
        warn(m_window, tr("Open model folder"), QString::fromUtf8(error.what()));
    }
}

std::optional<Project> ProjectFiles::readToCompare(const QString &path)
{
    if (isAttentionFile(path))
        return attentionProject(openAttention(path));
    if (const QString folder = checkpointFolderOf(path); !folder.isEmpty())
        return checkpointProject(openCheckpoint(folder));
    return readAsked(path);
}

bool ProjectFiles::loadAttention(const QString &path)
{
    return replaceBy([&] { return attentionProject(openAttention(path)); }, tr("Open project"),
                     {{}, QFileInfo(path).absoluteFilePath()}, {});
}

bool ProjectFiles::openExample(const QString &name)
{
    return replaceBy([&] { return readExample(name.toStdString()); }, tr("Open example"), {}, {true});
}

void ProjectFiles::loadFirst()
{
    if (const std::string first = firstExample(); first.empty() || !openExample(QString::fromStdString(first)))
        m_document->load(defaultProject(), {});
}

bool ProjectFiles::save()
{
    return m_document->path().isEmpty() ? saveAs() : saveTo(m_document->path());
}

bool ProjectFiles::saveAs()
{
    const QString start = !m_document->path().isEmpty()
                              ? m_document->path()
                              : QDir(QDir::homePath()).filePath(fileName(m_document->title()));
    const QString path = askWhere(start);
    return !path.isEmpty() && saveTo(path);
}

/// Returns a file's name without a folder and a suffix.
QString ProjectFiles::fileName(const QString &title)
{
    return fileNameOf(exampleText(title), tr("untitled"));
}

QString ProjectFiles::askWhere(const QString &start)
{
    return SaveDialog(tr("Save project"), start, {{tr("Regard projects"), QStringLiteral("regard")}}, 0, m_window)
        .ask();
}

bool ProjectFiles::saveTo(const QString &path)
{
    // Another file was asked about where its name was chosen.
    if (path == m_document->path() && isChangedElsewhere(path, m_unsaved.origin.file)) {
        switch (m_questions.askToOverwrite(path)) {
        case SaveQuestions::Overwriting::Yes:
            break;
        case SaveQuestions::Overwriting::Elsewhere:
            return saveAs();
        case SaveQuestions::Overwriting::Compare:
            compareWithFile(path);
            return false;
        case SaveQuestions::Overwriting::No:
            return false;
        }
    }
    try {
        m_document->save(path);
        m_unsaved.origin.file = fileStateAt(path);
        rememberPlaces(m_document->project(), path);
        remember(QFileInfo(path).absoluteFilePath());
        return true;
    } catch (const std::exception &error) {
        return m_questions.askForElsewhere(QString::fromUtf8(error.what())) && saveAs();
    }
}

/// Pins what the file has now, and shows the difference.
void ProjectFiles::compareWithFile(const QString &path)
{
    try {
        std::optional<Project> project = readAsked(path);
        if (!project)
            return;
        Comparison &comparison = m_document->comparison();
        comparison.pin(pinnedStateOf(*project, QFileInfo(path).fileName()));
        if (comparison.pinned())
            comparison.choose(Compared::Difference);
    } catch (const std::exception &error) {
        warn(m_window, tr("Save project"), QString::fromUtf8(error.what()));
    }
}

bool ProjectFiles::saveKept(std::vector<KeptProject>::const_iterator kept, const QString &path)
{
    try {
        writeProject(path, kept->project);
        rememberPlaces(kept->project, path);
        remember(QFileInfo(path).absoluteFilePath());
    } catch (const std::exception &error) {
        warn(m_window, tr("Save project"), QString::fromUtf8(error.what()));
        return false;
    }
    m_unsaved.kept.erase(kept);
    return true;
}

/// Saves everything that mayQuit() asked about: what has a file that nobody else has changed there, the rest under a
/// name or, where there are several, in a folder in which each is named after itself and none replaces a file.
bool ProjectFiles::saveAll()
{
    emit leaving();
    bool withDocument = m_document->isModified();
    if (withDocument && !m_document->path().isEmpty()) {
        if (!saveTo(m_document->path()))
            return false;
        withDocument = false;
    }
    std::vector<KeptProject> &kept = m_unsaved.kept;
    const auto next = [&kept](bool hasFile) {
        return std::find_if(kept.begin(), kept.end(), [hasFile](const KeptProject &work) {
            const bool has = !work.path.isEmpty() && !isChangedElsewhere(work.path, work.origin.file);
            return !work.isTry() && has == hasFile;
        });
    };
    for (auto work = next(true); work != kept.end(); work = next(true))
        if (!saveKept(work, work->path))
            return false;
    const auto count = std::count_if(kept.begin(), kept.end(), [](const KeptProject &work) { return !work.isTry(); });
    if (count == 0)
        return !withDocument || saveAs();
    if (count == 1 && !withDocument) {
        const QString path = askWhere(QDir(QDir::homePath()).filePath(fileName(next(false)->title)));
        return !path.isEmpty() && saveKept(next(false), path);
    }
    const QString folder =
        QFileDialog::getExistingDirectory(m_window, tr("Folder for the projects"), placeOfDocument());
    if (folder.isEmpty() || (withDocument && !saveTo(freePath(folder, fileName(m_document->title())))))
        return false;
    for (auto work = next(false); work != kept.end(); work = next(false))
        if (!saveKept(work, freePath(folder, fileName(work->title))))
            return false;
    return true;
}

void ProjectFiles::beginLesson()
{
    if (m_unsaved.beforeLesson) {
        keep(present()); // a page of the lesson before
        return;
    }
    m_unsaved.beforeLesson = present();
    m_document->setAside();
    m_unsaved.origin = {};
}

void ProjectFiles::showsPage(const Project &page)
{
    m_unsaved.origin.page = page;
}

void ProjectFiles::endLesson()
{
    if (!m_unsaved.beforeLesson)
        return;
    keep(present());
    m_document->takeUp();
    m_unsaved.origin = std::exchange(m_unsaved.beforeLesson, {})->origin;
}

/// The document was replaced.
void ProjectFiles::setOrigin(DocumentOrigin origin)
{
    m_unsaved.origin = std::move(origin);
    emit opened();
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
    const QStringList names = keptNames();
    for (std::size_t index = m_unsaved.kept.size(); index-- > 0;) {
        QAction *action = menu->addAction(menuText(names[qsizetype(index)]));
        action->setToolTip(
            tr("Not saved. Reopens it as it was left: “%1”").arg(beginningOf(m_unsaved.kept[index].project.source)));
        action->setStatusTip(action->toolTip());
        connect(action, &QAction::triggered, this, [this, index] { bringBack(index); });
    }
    if (!menu->isEmpty() && !m_settings->recentFiles.isEmpty())
        menu->addSeparator();
    for (const QString &path : m_settings->recentFiles) {
        const QString name = QFileInfo(path).fileName();
        const bool isAlone =
            std::count_if(m_settings->recentFiles.begin(), m_settings->recentFiles.end(),
                          [&name](const QString &other) { return QFileInfo(other).fileName() == name; }) == 1;
        QAction *action = menu->addAction(menuText(isAlone ? name : path));
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

} // namespace regard
