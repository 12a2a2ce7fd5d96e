#include "views/snapshots/panel/snapshot_model.h"

#include <algorithm>
#include <utility>

#include <QStringList>
#include <QUndoStack>

#include "document/snapshots/snapshot_name.h"
#include "views/snapshots/snapshot_facts.h"
#include "views/snapshots/snapshot_news.h"
#include "views/snapshots/snapshot_thumbnails.h"

namespace regard {

namespace {

/// The first index at which two lists have different states, within both.
std::size_t firstUnlike(const std::vector<Snapshot> &a, const std::vector<Snapshot> &b)
{
    std::size_t i = 0;
    while (i < a.size() && i < b.size() && a[i].state == b[i].state)
        ++i;
    return i;
}

bool hasSameStates(const std::vector<Snapshot> &a, const std::vector<Snapshot> &b)
{
    return a.size() == b.size() && firstUnlike(a, b) == a.size();
}

/// The list without the snapshot at the index.
std::vector<Snapshot> without(std::vector<Snapshot> list, std::size_t index)
{
    list.erase(list.begin() + std::ptrdiff_t(index));
    return list;
}

} // namespace

SnapshotModel::SnapshotModel(Document *document, const SnapshotThumbnails *thumbnails, QObject *parent)
    : QAbstractListModel(parent), m_document(document), m_thumbnails(thumbnails), m_shown(document->snapshots().all()),
      m_current(document->snapshots().current())
{
    keepOpened();
    connect(document, &Document::loaded, this, &SnapshotModel::keepOpened);
    connect(&document->snapshots(), &Snapshots::snapshotsChanged, this, &SnapshotModel::sync);
    connect(document, &Document::loaded, this, &SnapshotModel::sync);
    connect(thumbnails, &SnapshotThumbnails::arrived, this, &SnapshotModel::refresh);
    connect(&document->look(), &Look::colorScaleChanged, this, &SnapshotModel::refresh);
}

std::shared_ptr<const Project> SnapshotModel::state(const QModelIndex &index) const
{
    return hasIndex(index.row(), 0) ? m_shown[std::size_t(index.row())].state : nullptr;
}

QString SnapshotModel::name(const QModelIndex &index) const
{
    return snapshotName(m_shown[std::size_t(index.row())], index.row());
}

/// A document that was just opened has no history yet; a recalled state has. That of a lesson comes beside the one that
/// is set aside for it.
void SnapshotModel::keepOpened()
{
    if (m_document->undoStack()->count() == 0)
        (m_document->hasAside() ? m_openedBeside : m_opened) = std::make_shared<const Project>(m_document->project());
}

QString SnapshotModel::news(int row) const
{
    const auto index = std::size_t(row);
    const auto &opened = m_document->hasAside() ? m_openedBeside : m_opened;
    const Project *before = index > 0 ? m_shown[index - 1].state.get() : opened.get();
    return before ? snapshotNews(*m_shown[index].state, *before) : QString();
}

int SnapshotModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_shown.size());
}

QVariant SnapshotModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Snapshot &snapshot = m_shown[std::size_t(index.row())];
    const bool isCurrent = m_current == index.row();
    switch (role) {
    case Qt::DisplayRole: // not the number: a row's text would change when one before it is removed
    case Qt::EditRole:
        return QString::fromStdString(snapshot.name);
    case Qt::ToolTipRole:
        return toolTip(index.row());
    case Qt::AccessibleTextRole: {
        const QString caption = snapshotCaption(snapshot, index.row());
        return isCurrent ? tr("%1, shown now").arg(caption) : caption;
    }
    case Qt::AccessibleDescriptionRole: {
        const QString what = news(index.row());
        const QString facts = snapshotFacts(*snapshot.state);
        return what.isEmpty() ? facts : what + QLatin1Char('\n') + facts;
    }
    case IsCurrent:
        return isCurrent;
    case News:
        return news(index.row());
    case IsPartlyOff:
        return isPartlyOff(*snapshot.state);
    default:
        return {};
    }
}

QString SnapshotModel::toolTip(int row) const
{
    const Snapshot &snapshot = m_shown[std::size_t(row)];
    QString tip = snapshotCaption(snapshot, row) + QLatin1Char('\n') + snapshotFacts(*snapshot.state);
    const SnapshotThumbnail *thumbnail = m_thumbnails->find(snapshot.state);
    if (thumbnail && !thumbnail->problem.isEmpty())
        tip += QLatin1Char('\n') + thumbnail->problem;
    if (m_current == row)
        return tip + QLatin1Char('\n') + tr("This is what is shown now.");
    const QString differences = snapshotDifferences(*snapshot.state, m_document->project());
    return differences.isEmpty() ? tip : tip + QLatin1Char('\n') + tr("Differs from now in: %1").arg(differences);
}

bool SnapshotModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::EditRole || !checkIndex(index, CheckIndexOption::IndexIsValid))
        return false;
    // An editor that closes because its snapshot is removed has the row of another one by now.
    const std::vector<Snapshot> &now = m_document->snapshots().all();
    const auto row = std::size_t(index.row());
    if (row >= now.size() || now[row].state != m_shown[row].state)
        return false;
    m_document->snapshots().rename(index.row(), value.toString());
    return true;
}

Qt::ItemFlags SnapshotModel::flags(const QModelIndex &index) const
{
    // A drop is between two rows, never on one.
    if (!index.isValid())
        return Qt::ItemIsDropEnabled;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsEditable | Qt::ItemIsDragEnabled |
           Qt::ItemNeverHasChildren;
}

bool SnapshotModel::moveRows(const QModelIndex &sourceParent, int sourceRow, int count,
                             const QModelIndex &destinationParent, int destinationChild)
{
    const int to = destinationChild > sourceRow ? destinationChild - 1 : destinationChild;
    if (sourceParent.isValid() || destinationParent.isValid() || count != 1 || !hasIndex(sourceRow, 0) ||
        !hasIndex(to, 0) || to == sourceRow)
        return false;
    m_document->snapshots().move(sourceRow, to);
    return true;
}

void SnapshotModel::refresh()
{
    if (!m_shown.empty())
        emit dataChanged(index(0), index(rowCount() - 1));
}

/// Remaining rows keep their place in a view: its cursor, and its scroll position.
void SnapshotModel::sync()
{
    const std::vector<Snapshot> &now = m_document->snapshots().all();
    m_current = m_document->snapshots().current();
    if (!hasSameStates(m_shown, now) && !insertsOne(now) && !removesOne(now) && !movesOne(now)) {
        beginResetModel();
        m_shown = now;
        endResetModel();
        return;
    }
    m_shown = now;
    refresh();
}

bool SnapshotModel::insertsOne(const std::vector<Snapshot> &now)
{
    if (now.size() != m_shown.size() + 1)
        return false;
    const std::size_t at = firstUnlike(m_shown, now);
    if (!hasSameStates(without(now, at), m_shown))
        return false;
    beginInsertRows({}, int(at), int(at));
    m_shown = now;
    endInsertRows();
    return true;
}

bool SnapshotModel::removesOne(const std::vector<Snapshot> &now)
{
    if (now.size() + 1 != m_shown.size())
        return false;
    const std::size_t at = firstUnlike(m_shown, now);
    if (!hasSameStates(without(m_shown, at), now))
        return false;
    beginRemoveRows({}, int(at), int(at));
    m_shown = now;
    endRemoveRows();
    return true;
}

bool SnapshotModel::movesOne(const std::vector<Snapshot> &now)
{
    if (now.size() != m_shown.size())
        return false;
    const std::size_t first = firstUnlike(m_shown, now);
    std::size_t last = now.size() - 1;
    while (m_shown[last].state == now[last].state)
        --last;
    // Either the first of the rows between the two was moved to the end, or the last to the start.
    const bool goesRight = m_shown[first].state == now[last].state;
    const std::size_t from = goesRight ? first : last;
    const std::size_t to = goesRight ? last : first;
    const bool isOther = m_shown[from].state != now[to].state; // another document's, in the same place
    if (isOther || !hasSameStates(without(m_shown, from), without(now, to)))
        return false;
    beginMoveRows({}, int(from), int(from), {}, int(goesRight ? to + 1 : to));
    m_shown = now;
    endMoveRows();
    return true;
}

} // namespace regard
