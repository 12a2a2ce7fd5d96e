#include "window/recovery/autosave.h"

#include <algorithm>
#include <utility>

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QSet>

#include "document/document.h"
#include "document/work/background_work.h"
#include "io/base/atomic_file.h"
#include "io/recovery/lesson_recovery.h"
#include "io/recovery/recovery_folder.h"
#include "views/lesson/panel/lesson_editor.h"
#include "window/files/lesson_desk.h"
#include "window/files/project_files.h"
#include "window/regions/regions.h"

namespace regard {

namespace {

const QString documentName = QStringLiteral("document.recovery");

QString baseNameOf(int number)
{
    return QStringLiteral("base-%1.regard").arg(number);
}

void writeFile(const QString &path, const std::string &text)
{
    AtomicFile file(path);
    file.write(text);
    file.commit();
}

/// The selection without what is pointed at.
Selection withoutPointing(Selection selection)
{
    selection.query = selection.key = selection.state = -1;
    return selection;
}

std::int64_t timeNow()
{
    return QDateTime::currentMSecsSinceEpoch();
}

} // namespace

Autosave::Autosave(std::unique_ptr<RecoveryFolder> folder, Pace pace)
    : m_folder(std::move(folder)), m_pace(pace), m_work(new BackgroundWork(this))
{
    m_timer.setSingleShot(true);
    m_clock.start();
    connect(&m_timer, &QTimer::timeout, this, &Autosave::write);
}

Autosave::~Autosave()
{
    if (m_work->isRunning())
        m_work->waitUntilDone();
}

void Autosave::watch(const WorkPlace &place)
{
    m_place = place;
    Document *document = place.document;
    // The document outlives a window that another one replaces.
    for (QObject *sender :
         std::initializer_list<QObject *>{document, document->undoGroup(), &document->snapshots(),
                                          &document->comparison(), &document->training(), &document->look()})
        sender->disconnect(this);
    const auto on = [this](auto *sender, auto signal, auto slot) { connect(sender, signal, this, slot); };
    on(place.lessons->editor(), &LessonEditor::changed, &Autosave::changed);
    on(document, &Document::loaded, &Autosave::beginBase);
    on(place.files, &ProjectFiles::opened, &Autosave::changed);
    on(document->undoGroup(), &QUndoGroup::indexChanged, [this] { changed(); });
    on(document->undoGroup(), &QUndoGroup::cleanChanged, [this](bool isClean) {
        if (isClean)
            saved();
        else
            changed();
    });
    on(&document->snapshots(), &Snapshots::snapshotsChanged, &Autosave::changed);
    on(&document->comparison(), &Comparison::pinnedChanged, &Autosave::changed);
    on(&document->training(), &Training::stateChanged, &Autosave::changed);
    on(&document->training(), &Training::advanced, &Autosave::changed);
    on(&document->look(), &Look::selectionChanged, &Autosave::viewChanged);
    on(&document->look(), &Look::stepViewChanged, &Autosave::changed);
    on(&document->look(), &Look::tokenViewChanged, &Autosave::changed);
    m_hasFailed = false; // the window has not been told yet
    if (!m_base)
        beginBase();
    else
        changed();
}

/// The document was opened, or saved: what it is now is in a file, or is where new work begins.
void Autosave::beginBase()
{
    if (!m_place.window)
        return;
    (m_place.document->hasAside() ? m_baseBeside : m_base) =
        std::make_shared<const Project>(m_place.document->project());
    ++m_baseNumber;
    changed();
}

/// What was kept is in the file now, and is not to be offered after an end that comes soon.
void Autosave::saved()
{
    beginBase();
    QFile::remove(m_folder->path(documentName)); // the thread, which may be at work, cleans up after itself
    if (m_place.window)
        m_timer.start(0);
}

void Autosave::viewChanged()
{
    if (!m_place.window) // a window that goes after the end takes the pointer off its pictures
        return;
    Selection seen = withoutPointing(m_place.document->look().selection());
    if (seen == m_seen)
        return;
    m_seen = std::move(seen);
    changed();
}

void Autosave::changed()
{
    if (!m_place.window)
        return;
    const qint64 now = m_clock.elapsed();
    if (!m_firstChange)
        m_firstChange = now;
    const qint64 due = std::min(now + m_pace.quiet, *m_firstChange + m_pace.most);
    m_timer.start(int(std::max<qint64>(0, due - now)));
}

/// Adds a recovery after its base, without which the file could not be read.
void Autosave::addRelative(std::vector<File> &files, const QString &name, Recovery recovery, const QString &base,
                           bool writesBase)
{
    const auto shared = std::make_shared<const Recovery>(std::move(recovery));
    files.push_back({base, {}});
    if (writesBase)
        files.back().text = [shared] { return recoveryBaseText(*shared->base); };
    files.push_back({name, [shared, base] { return recoveryText(*shared, base); }});
}

bool Autosave::isUnsaved() const
{
    const Document *document = m_place.document;
    return document->isModified() || document->training().isRunning();
}

void Autosave::addDocument(std::vector<File> &files) const
{
    const Document *document = m_place.document;
    Recovery recovery;
    recovery.state = document->project();
    recovery.base = document->hasAside() ? m_baseBeside : m_base;
    recovery.path = document->path();
    const DocumentOrigin &origin = m_place.files->unsaved().origin;
    recovery.isExample = origin.isExample || origin.page;
    recovery.time = timeNow();
    recovery.regions = m_place.regions->state().toText();
    if (const auto &pinned = document->comparison().pinned(); pinned && pinned->project)
        recovery.pinned = {pinned->project, pinned->name};
    addRelative(files, documentName, std::move(recovery), baseNameOf(m_baseNumber), m_writtenBase != m_baseNumber);
}

/// What was left unsaved, each relative to itself; what a lesson has set aside, relative to what it began from.
void Autosave::addKept(std::vector<File> &files) const
{
    int number = 0;
    const auto add = [&](const KeptProject &kept, std::shared_ptr<const Project> base) {
        const QString name = QStringLiteral("kept-%1").arg(++number);
        Recovery recovery;
        recovery.state = kept.project;
        recovery.base = std::move(base);
        recovery.path = kept.path;
        recovery.isExample = kept.origin.isExample || kept.isTry();
        recovery.time = kept.origin.edited.toMSecsSinceEpoch();
        addRelative(files, name + QLatin1String(recoverySuffix), std::move(recovery), name + QStringLiteral(".regard"),
                    true);
    };
    const UnsavedProjects &unsaved = m_place.files->unsaved();
    for (const KeptProject &kept : unsaved.kept)
        add(kept, std::make_shared<const Project>(kept.project));
    if (unsaved.beforeLesson && unsaved.beforeLesson->isModified)
        add(*unsaved.beforeLesson, m_base);
}

void Autosave::addLesson(std::vector<File> &files) const
{
    const LessonEditor *editor = m_place.lessons->editor();
    if (!editor->isOpen() || !editor->isModified())
        return;
    files.push_back({QLatin1String(lessonRecoveryName),
                     [recovery = LessonRecovery{editor->lesson(), std::max(0, editor->page()), m_place.lessons->path(),
                                                timeNow()}] { return lessonRecoveryText(recovery); }});
}

std::vector<Autosave::File> Autosave::files() const
{
    std::vector<File> files;
    if (isUnsaved())
        addDocument(files);
    addKept(files);
    addLesson(files);
    return files;
}

void Autosave::write()
{
    m_timer.stop();
    if (!m_place.window)
        return;
    if (m_work->isRunning()) {
        m_isAgain = true; // a piece that is under way ends first
        return;
    }
    m_firstChange.reset();
    auto written = std::make_shared<std::vector<File>>(files());
    const bool hasDocument =
        std::any_of(written->begin(), written->end(), [](const File &file) { return file.name == documentName; });
    m_writtenBase = hasDocument ? m_baseNumber : 0;
    const QDir folder(m_folder->folder());
    m_work->start(
        [written, folder](const BackgroundWork::Piece &) {
            QSet<QString> wanted;
            for (const File &file : *written) {
                if (file.text)
                    writeFile(folder.filePath(file.name), file.text());
                wanted.insert(file.name);
            }
            removeOthers(folder.path(), wanted);
        },
        [this](const QString &problem) { done(problem); });
}

void Autosave::done(const QString &problem)
{
    if (!problem.isEmpty()) {
        m_writtenBase = 0;
        if (!std::exchange(m_hasFailed, true))
            emit failed(tr("Unsaved work cannot be kept for recovery: %1. Save it to be safe.").arg(problem));
    } else {
        m_hasFailed = false;
        emit filesWritten();
    }
    if (std::exchange(m_isAgain, false))
        write();
}

void Autosave::flush()
{
    if (m_work->isRunning())
        m_work->waitUntilDone();
    write();
    if (m_work->isRunning())
        m_work->waitUntilDone();
}

void Autosave::leave()
{
    flush();
    if (m_folder->recoveries().isEmpty())
        end();
}

void Autosave::end()
{
    m_timer.stop();
    m_place = {};
    m_isAgain = false;
    if (m_work->isRunning())
        m_work->waitUntilDone();
    m_folder->remove();
}

} // namespace regard
