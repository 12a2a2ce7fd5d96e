#include "window/recovery/recovery_dialog.h"

#include <algorithm>
#include <utility>

#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QLocale>
#include <QMessageBox>
#include <QPixmap>
#include <QPointer>
#include <QPushButton>
#include <QVBoxLayout>

#include "controls/app_theme.h"
#include "controls/figure_view.h"
#include "document/comparison/pinned_project.h"
#include "io/project/project_file.h"
#include "io/recovery/recovery_folder.h"
#include "views/snapshots/snapshot_news.h"
#include "views/table/view_table.h"
#include "window/base/language.h"
#include "window/files/entry_names.h"
#include "window/files/lesson_desk.h"
#include "window/files/project_files.h"
#include "window/recovery/autosave.h"
#include "window/regions/regions.h"

namespace regard {

namespace {

constexpr QSize pictureSize(340, 240);

QString timeText(std::int64_t time)
{
    return QLocale().toString(QDateTime::fromMSecsSinceEpoch(time), QLocale::ShortFormat);
}

} // namespace

RecoveryDialog::RecoveryDialog(std::vector<std::unique_ptr<RecoveryFolder>> folders, Autosave *autosave,
                               const WorkPlace &place)
    : QDialog(place.window), m_folders(std::move(folders)), m_autosave(autosave),
      m_place(std::make_unique<WorkPlace>(place)), m_list(new QListWidget(this)), m_details(new QLabel(this)),
      m_opened(new QLabel(this)), m_picture(new FigureView(place.theme, this)),
      m_recover(new QPushButton(tr("&Recover"), this)),
      m_compare(new QPushButton(tr("&Compare with the saved file"), this)),
      m_discard(new QPushButton(tr("&Discard"), this)), m_later(new QPushButton(tr("&Later"), this))
{
    setWindowTitle(tr("Unsaved work"));
    for (const std::unique_ptr<RecoveryFolder> &folder : m_folders) {
        for (const QString &file : folder->recoveries())
            m_entries.push_back(entryOf(folder.get(), file));
    }
    build();
    m_picture->setMaker([this](QSizeF space) {
        return m_hasPreview ? shownFigure(ViewId::Links, m_preview, {}, space, m_place->theme->theme()) : nullptr;
    });
    connect(&m_preview, &Document::resultChanged, m_picture, &FigureView::refresh);
    connect(&m_preview, &Document::inputErrorChanged, m_picture, &FigureView::setMessage);
    connect(m_list, &QListWidget::currentRowChanged, this, &RecoveryDialog::showEntry);
    connect(m_list, &QListWidget::itemActivated, this, [this] { recover(false); });
    connect(m_recover, &QPushButton::clicked, this, [this] { recover(false); });
    connect(m_compare, &QPushButton::clicked, this, [this] { recover(true); });
    connect(m_discard, &QPushButton::clicked, this, &RecoveryDialog::discard);
    connect(m_later, &QPushButton::clicked, this, &QDialog::reject);
    m_list->setCurrentRow(0);
}

RecoveryDialog::~RecoveryDialog() = default;

RecoveryDialog::Entry RecoveryDialog::entryOf(RecoveryFolder *folder, const QString &file)
{
    Entry entry{folder, file};
    try {
        if (QFileInfo(file).fileName() == QLatin1String(lessonRecoveryName))
            entry.lesson = readLessonRecovery(file);
        else
            entry.recovery = readRecovery(file);
    } catch (const std::exception &error) {
        entry.problem = QString::fromUtf8(error.what());
    }
    return entry;
}

int RecoveryDialog::count() const
{
    return int(m_entries.size());
}

void RecoveryDialog::build()
{
    auto *explanation = new QLabel(tr("Regard closed unexpectedly. This work was not saved:"), this);
    m_list->setAccessibleName(tr("Unsaved work"));
    QStringList titles;
    for (const Entry &entry : m_entries)
        titles << titleOf(entry);
    m_list->addItems(distinctNames(titles));
    m_details->setTextFormat(Qt::PlainText);
    m_details->setWordWrap(true);
    m_details->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_details->setMinimumHeight(5 * m_details->fontMetrics().lineSpacing());
    m_opened->setTextFormat(Qt::PlainText);
    m_opened->setWordWrap(true);
    m_opened->hide();
    m_picture->setFixedSize(pictureSize);
    m_picture->canvas()->setAccessibleName(tr("Picture of the chosen work"));
    m_recover->setObjectName(QStringLiteral("recover"));
    m_later->setObjectName(QStringLiteral("later"));
    m_recover->setToolTip(tr("Continues with it; it stays unsaved until you save it"));
    m_compare->setToolTip(tr("Continues with it, with the saved file pinned: the pictures show the difference"));
    m_discard->setToolTip(tr("Deletes the copy that was kept"));
    m_later->setToolTip(tr("Asks again at the next start"));
    m_recover->setDefault(true);
    auto *right = new QVBoxLayout;
    right->addWidget(m_picture);
    right->addWidget(m_details, 1);
    auto *middle = new QHBoxLayout;
    middle->addWidget(m_list, 1);
    middle->addLayout(right);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_discard);
    buttons->addStretch(1);
    buttons->addWidget(m_later);
    buttons->addWidget(m_compare);
    buttons->addWidget(m_recover);
    auto *all = new QVBoxLayout(this);
    all->addWidget(explanation);
    all->addWidget(m_opened);
    all->addLayout(middle, 1);
    all->addLayout(buttons);
    resize(720, 420);
}

void RecoveryDialog::nameOpened(const QString &path)
{
    m_opened->setText(tr("%1 is open. What you recover is shown in its place; you find %1 under File, Open recent.")
                          .arg(QFileInfo(path).fileName()));
    m_opened->show();
}

QString RecoveryDialog::titleOf(const Entry &entry) const
{
    if (entry.lesson) {
        const QString title =
            QString::fromStdString(entry.lesson->lesson.title.text(interfaceLanguage().toStdString()));
        return tr("Lesson: %1").arg(title.isEmpty() ? tr("Untitled") : title);
    }
    if (!entry.recovery)
        return tr("Damaged: %1").arg(QFileInfo(entry.file).fileName());
    const QString title = QString::fromStdString(entry.recovery->state.title);
    return editedName(title.isEmpty() ? QFileInfo(entry.recovery->path).fileName() : title,
                      QDateTime::fromMSecsSinceEpoch(entry.recovery->time));
}

QString RecoveryDialog::detailsOf(const Entry &entry) const
{
    if (const auto &lesson = entry.lesson)
        return QStringList{timeText(lesson->time), lesson->path.isEmpty() ? tr("not in a file yet") : lesson->path,
                           tr("A recording of %n page(s)", nullptr, int(lesson->lesson.pages.size()))}
            .join(QLatin1Char('\n'));
    if (!entry.recovery)
        return tr("This file cannot be read: %1").arg(entry.problem);
    const Recovery &recovery = *entry.recovery;
    QStringList lines{
        timeText(recovery.time),
        recovery.path.isEmpty() ? tr("not in a file yet") : recovery.path,
    };
    const QFileInfo file(recovery.path);
    if (!recovery.path.isEmpty() && file.exists() && file.lastModified().toMSecsSinceEpoch() > recovery.time)
        lines << tr("The file was saved after this copy was made.");
    const QString news = snapshotNews(recovery.state, *recovery.base);
    lines << (news.isEmpty() ? tr("The same sentence and weights as before") : tr("Changed: %1").arg(news));
    return lines.join(QLatin1Char('\n'));
}

void RecoveryDialog::showEntry()
{
    const int row = m_list->currentRow();
    const bool isThere = row >= 0 && row < count();
    const Entry *entry = isThere ? &m_entries[std::size_t(row)] : nullptr;
    const bool isWhole = entry && entry->recovery;
    m_recover->setEnabled(isWhole || (entry && entry->lesson));
    m_compare->setEnabled(isWhole);
    m_discard->setEnabled(isThere);
    m_compare->setText(isWhole && entry->recovery->path.isEmpty() ? tr("&Compare with the original")
                                                                  : tr("&Compare with the saved file"));
    m_details->setText(entry ? detailsOf(*entry) : QString());
    const Project *shown = nullptr;
    if (isWhole)
        shown = &entry->recovery->state;
    else if (entry && entry->lesson && !entry->lesson->lesson.pages.empty())
        shown = &entry->lesson->lesson.pages.front().project;
    m_hasPreview = shown != nullptr;
    if (shown)
        m_preview.load(*shown, {});
    m_picture->refresh();
}

void RecoveryDialog::recover(bool compares)
{
    const int row = m_list->currentRow();
    if (row < 0 || row >= count())
        return;
    const Entry entry = m_entries[std::size_t(row)];
    const QPointer<RecoveryDialog> here(this);
    if (entry.recovery)
        continueWith(*entry.recovery, compares);
    else if (!entry.lesson || !m_place->lessons->recover(*entry.lesson))
        return;
    if (!here)
        return; // closed while a question was open: it is offered again
    if (m_autosave)
        m_autosave->flush(); // from now on it is this run's
    forget(row);
}

void RecoveryDialog::continueWith(const Recovery &recovery, bool compares)
{
    m_place->files->recover(recovery);
    if (const std::optional<RegionState> state = RegionState::fromText(recovery.regions))
        m_place->regions->setState(*state);
    if (compares)
        pinSaved(recovery);
    else if (recovery.pinned)
        m_place->document->comparison().pin(pinnedStateOf(*recovery.pinned->state, recovery.pinned->name));
}

/// The file as it is now; where there is none, what the work began from.
void RecoveryDialog::pinSaved(const Recovery &recovery)
{
    std::shared_ptr<const PinnedState> saved;
    try {
        saved = recovery.path.isEmpty() ? pinnedStateOf(*recovery.base, tr("as opened"))
                                        : pinnedStateOf(readProject(recovery.path), tr("saved"));
    } catch (const std::exception &error) {
        // The box stands over the window, for the dialog may be done by then, and nobody waits for it.
        auto *box = new QMessageBox(QMessageBox::Warning, windowTitle(), QString::fromUtf8(error.what()),
                                    QMessageBox::Ok, m_place->window);
        box->setAttribute(Qt::WA_DeleteOnClose);
        box->setTextFormat(Qt::PlainText);
        box->open();
        return;
    }
    Comparison &comparison = m_place->document->comparison();
    comparison.pin(std::move(saved));
    if (comparison.pinned())
        comparison.choose(Compared::Difference);
}

void RecoveryDialog::discard()
{
    const int row = m_list->currentRow();
    if (row >= 0 && row < count())
        forget(row);
}

/// Removes an entry whose file is no longer needed.
void RecoveryDialog::forget(int index)
{
    const Entry entry = std::move(m_entries[std::size_t(index)]);
    m_entries.erase(m_entries.begin() + index);
    QFile::remove(entry.file);
    if (entry.folder->recoveries().isEmpty())
        entry.folder->remove();
    delete m_list->takeItem(index);
    if (m_entries.empty())
        accept();
    else
        showEntry();
}

} // namespace regard
