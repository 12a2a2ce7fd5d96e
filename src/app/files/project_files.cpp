#include "app/files/project_files.h"

#include <algorithm>

#include <QAction>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>

#include "app/base/settings.h"
#include "app/export/save_dialog.h"
#include "app/files/example_texts.h"
#include "cli/base/checkpoint_folder.h"
#include "document/comparison/pinned_project.h"
#include "document/document.h"
#include "document/training/refused_files.h"
#include "engine/base/message.h"
#include "io/attention/attention_file.h"
#include "io/base/file_bytes.h"
#include "io/base/json_document.h"
#include "io/lesson/lesson.h"
#include "io/project/examples.h"
#include "io/project/project_attention.h"
#include "io/project/project_file.h"
#include "io/project/project_state.h"
#include "io/recovery/recovery.h"
#include "widgets/parts/menu_text.h"

namespace regard {

namespace {

/// The snapshots count as well: a person took them.
bool isSame(const Project &a, const Project &b)
{
    return isSameBesidesView(a, b) && a.snapshots == b.snapshots;
}

QString beginningOf(const std::string &sentence)
{
    constexpr int longest = 60;
    const QString text = QString::fromStdString(sentence).simplified();
    return text.size() <= longest ? text : text.left(longest) + QChar(0x2026);
}

/// A path in the folder at which there is no file: NAME.regard, NAME 2.regard …
QString freePath(const QString &folder, const QString &name)
{
    for (int number = 1;; ++number) {
        const QString numbered = number == 1 ? name : name + QLatin1Char(' ') + QString::number(number);
        const QString path = QDir(folder).filePath(numbered + QStringLiteral(".regard"));
        if (!QFileInfo::exists(path))
            return path;
    }
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

} // namespace

ProjectFiles::ProjectFiles(Document *document, Settings *settings, QWidget *window)
    : QObject(window), m_document(document), m_settings(settings), m_window(window), m_consent(settings, window),
      m_questions(window)
{
    // The origin of a document loaded elsewhere is unknown; a saved one is the person's own work.
    connect(document, &Document::pathChanged, this, [this] {
        m_unsaved.origin = {};
        m_unsaved.file.reset();
    });
}

/// Whether the document is an attempt on a lesson's page, and nothing else.
bool ProjectFiles::isTry() const
{
    const DocumentOrigin &origin = m_unsaved.origin;
    if (!origin.page || !m_document->path().isEmpty())
        return false;
    return !origin.lessonEnd || isSame(m_document->project(), *origin.lessonEnd);
}

/// Whether what is changed of an example stays with the program, unasked, until it quits. What was learned is asked
/// for.
bool ProjectFiles::isKeptExample() const
{
    return m_unsaved.origin.isExample && m_document->path().isEmpty() && m_document->training().state().step == 0;
}

bool ProjectFiles::mayDiscard()
{
    if (!m_document->isModified() || isTry() || isKeptExample())
        return true;
    const SaveQuestions::Answer answer = m_questions.askToSave({m_document->title()});
    return answer == SaveQuestions::Answer::Discard || (answer == SaveQuestions::Answer::Save && save());
}

void ProjectFiles::keepAside()
{
    m_left = {m_document->project(),    m_document->matrices().state().opened,
              m_document->path(),       m_unsaved.origin,
              m_document->isModified(), m_unsaved.file};
    const DocumentOrigin &origin = m_unsaved.origin;
    const bool isTried = isTry();
    if (!m_document->isModified() || !(isTried || isKeptExample()))
        return;
    KeptProject left{m_document->title(), m_document->project(), m_document->matrices().state().opened, isTried};
    if (isTried) {
        if (isSame(left.project, *origin.page))
            return;
        std::erase_if(m_unsaved.kept,
                      [&left](const KeptProject &kept) { return kept.isTry && kept.title == left.title; });
    }
    m_unsaved.kept.push_back(std::move(left));
}

bool ProjectFiles::bringBack(std::size_t index)
{
    if (!mayDiscard())
        return false;
    const KeptProject kept = std::move(m_unsaved.kept.at(index));
    m_unsaved.kept.erase(m_unsaved.kept.begin() + std::ptrdiff_t(index));
    keepAside();
    m_document->load(kept.project, {}, kept.opened);
    m_document->undoStack()->resetClean();
    took({true});
    return true;
}

bool ProjectFiles::goBack()
{
    if (!m_left || !mayDiscard())
        return false;
    const LeftDocument left = std::move(*m_left);
    keepAside();
    m_left.reset();
    std::erase_if(m_unsaved.kept,
                  [&](const KeptProject &kept) { return !kept.isTry && isSame(kept.project, left.project); });
    m_document->load(left.project, left.path, left.opened);
    if (left.isModified)
        m_document->undoStack()->resetClean();
    took(left.origin, left.file);
    return true;
}

void ProjectFiles::recover(const Recovery &recovery)
{
    if (m_document->isModified() && !isTry() && !isKeptExample())
        m_unsaved.kept.push_back({m_document->title(), m_document->project(), m_document->matrices().state().opened});
    else
        keepAside();
    const std::shared_ptr<const Model> opened(recovery.base, &recovery.base->model);
    m_document->load(recovery.state, recovery.path, opened);
    m_document->undoStack()->resetClean();
    took({recovery.isExample}, isAsLeft(recovery) ? fileStateAt(recovery.path) : FileState());
}

bool ProjectFiles::mayQuit()
{
    const bool asksForDocument = m_document->isModified() && !isTry();
    QStringList titles;
    if (asksForDocument)
        titles << m_document->title();
    for (const KeptProject &kept : m_unsaved.kept)
        if (!kept.isTry)
            titles << kept.title;
    if (titles.isEmpty())
        return true;
    const SaveQuestions::Answer answer = m_questions.askToSave(titles);
    return answer == SaveQuestions::Answer::Discard ||
           (answer == SaveQuestions::Answer::Save && saveAll(asksForDocument));
}

bool ProjectFiles::startNew()
{
    if (!mayDiscard())
        return false;
    keepAside();
    m_document->load(defaultProject(), {});
    took({});
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

/// Where a dialog starts: beside the open file, or in the checkpoint's folder.
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
        return mayDiscard() && loadAttention(path);
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
        const std::optional<FileState> state = fileStateAt(path);
        std::optional<Project> project = readAsked(path);
        if (!project)
            return false;
        keepAside();
        m_document->load(*std::move(project), file.absoluteFilePath());
        remember(file.absoluteFilePath());
        took({}, state);
        return true;
    } catch (const std::exception &error) {
        warn(tr("Open project"), QString::fromUtf8(error.what()));
        return false;
    }
}

/// Nothing where the person does not want what it names opened, without which it cannot be shown. Throws FileError.
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

/// What the person saves names places that the person opened.
void ProjectFiles::rememberPlaces(const Project &project, const QString &path)
{
    std::vector<OutsidePlace> places = outsidePlaces(project, path);
    std::erase_if(places, [](const OutsidePlace &place) { return RefusedFiles::all().contains(place.path); });
    m_consent.remember(path, places);
}

bool ProjectFiles::loadFolder(const QString &folder)
{
    try {
        Project project = firstProject(openCheckpoint(folder));
        keepAside();
        m_document->load(std::move(project), {});
        remember(folder);
        took({});
        emit openedModel();
        return true;
    } catch (const std::exception &error) {
        warn(tr("Open model folder"), QString::fromUtf8(error.what()));
        return false;
    }
}

namespace {

/// Another step of a model in its place: it reads the same, and the same is looked at.
void takeOver(Project &step, const SentenceTexts &texts, const SideMasks &masks, const StoredView &view)
{
    step.tokenizer = texts.tokenizer;
    step.source = texts.source;
    step.target = texts.target;
    step.maskedSource = masks.source;
    step.maskedTarget = masks.target;
    step.view = view;
}

} // namespace

bool ProjectFiles::openStep(const QString &folder)
{
    if (!mayDiscard())
        return false;
    const SentenceTexts texts = m_document->sentences().texts();
    const SideMasks masks{m_document->sentences().masked(Side::Source), m_document->sentences().masked(Side::Target)};
    const StoredView view = m_document->look().stored();
    const QString before = m_document->checkpoint()->folder;
    const auto open = [&](const QString &place) {
        Project project = checkpointProject(openCheckpoint(place));
        takeOver(project, texts, masks, view);
        m_document->load(std::move(project), {});
        took({});
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
        warn(tr("Open model folder"), sentence);
        return false;
    }
}

/// Where the model before is gone too, an empty one stays.
void ProjectFiles::bringStepBack(const std::function<void()> &open)
{
    try {
        open();
    } catch (const std::exception &error) {
        took({});
        warn(tr("Open model folder"), QString::fromUtf8(error.what()));
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
    try {
        Project project = attentionProject(openAttention(path));
        keepAside();
        m_document->load(std::move(project), {});
        remember(QFileInfo(path).absoluteFilePath());
        took({});
        return true;
    } catch (const std::exception &error) {
        warn(tr("Open project"), QString::fromUtf8(error.what()));
        return false;
    }
}

bool ProjectFiles::openExample(const QString &name)
{
    if (!mayDiscard())
        return false;
    try {
        Project project = readExample(name.toStdString());
        keepAside();
        m_document->load(std::move(project), {});
        took({true});
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
    const QString start = !m_document->path().isEmpty()
                              ? m_document->path()
                              : QDir(QDir::homePath()).filePath(fileName(m_document->title()));
    const QString path = askWhere(start);
    return !path.isEmpty() && saveTo(path);
}

QString ProjectFiles::shownTitle(const QString &title)
{
    return title.isEmpty() ? tr("Untitled") : exampleText(title);
}

/// Without a folder and a suffix.
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
    if (isChangedElsewhere(path)) {
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
        m_unsaved.file = fileStateAt(path);
        rememberPlaces(m_document->project(), path);
        remember(QFileInfo(path).absoluteFilePath());
        return true;
    } catch (const std::exception &error) {
        return m_questions.askForElsewhere(QString::fromUtf8(error.what())) && saveAs();
    }
}

/// Whether the document's own file is not as it was read or written here. Another file was asked about where its name
/// was chosen.
bool ProjectFiles::isChangedElsewhere(const QString &path) const
{
    const std::optional<FileState> now = fileStateAt(path);
    return now && m_unsaved.file && now != m_unsaved.file && path == m_document->path();
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
        warn(tr("Save project"), QString::fromUtf8(error.what()));
    }
}

bool ProjectFiles::saveKept(std::vector<KeptProject>::const_iterator kept, const QString &path)
{
    try {
        writeProject(path, kept->project);
        rememberPlaces(kept->project, path);
        remember(QFileInfo(path).absoluteFilePath());
    } catch (const std::exception &error) {
        warn(tr("Save project"), QString::fromUtf8(error.what()));
        return false;
    }
    m_unsaved.kept.erase(kept);
    return true;
}

/// Saves everything that mayQuit() asked about. What has no file yet gets a name or, where there are several, a folder
/// in which each is named after its title and none replaces a file.
bool ProjectFiles::saveAll(bool withDocument)
{
    if (withDocument && !m_document->path().isEmpty()) {
        if (!saveTo(m_document->path()))
            return false;
        withDocument = false;
    }
    std::vector<KeptProject> &kept = m_unsaved.kept;
    const auto isAsked = [](const KeptProject &project) { return !project.isTry; };
    const auto next = [&] { return std::find_if(kept.begin(), kept.end(), isAsked); };
    const auto count = std::count_if(kept.begin(), kept.end(), isAsked);
    if (count == 0)
        return !withDocument || saveAs();
    if (count == 1 && !withDocument) {
        const QString path = askWhere(QDir(QDir::homePath()).filePath(fileName(next()->title)));
        return !path.isEmpty() && saveKept(next(), path);
    }
    const QString folder =
        QFileDialog::getExistingDirectory(m_window, tr("Folder for the projects"), placeOfDocument());
    if (folder.isEmpty() || (withDocument && !saveTo(freePath(folder, fileName(m_document->title())))))
        return false;
    for (auto project = next(); project != kept.end(); project = next())
        if (!saveKept(project, freePath(folder, fileName(project->title))))
            return false;
    return true;
}

void ProjectFiles::showsPage(const Project &page)
{
    m_unsaved.origin = {false, page, std::nullopt};
}

void ProjectFiles::endLesson()
{
    if (!m_unsaved.origin.page || m_unsaved.origin.lessonEnd)
        return;
    m_unsaved.origin.lessonEnd = m_document->project();
    m_unsaved.origin.isExample = true; // further changes are kept as an example's changes are
}

/// The document was replaced.
void ProjectFiles::took(const DocumentOrigin &origin, std::optional<FileState> file)
{
    m_unsaved.origin = origin;
    m_unsaved.file = file;
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
    for (std::size_t index = m_unsaved.kept.size(); index-- > 0;) {
        const KeptProject &kept = m_unsaved.kept[index];
        QAction *action = menu->addAction(menuText(tr("%1 (not saved)").arg(shownTitle(kept.title))));
        action->setToolTip(tr("Reopens it as it was left: “%1”").arg(beginningOf(kept.project.source)));
        action->setStatusTip(action->toolTip());
        connect(action, &QAction::triggered, this, [this, index] { bringBack(index); });
    }
    if (!menu->isEmpty() && !m_settings->recentFiles.isEmpty())
        menu->addSeparator();
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
