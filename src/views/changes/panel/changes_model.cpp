#include "views/changes/panel/changes_model.h"

#include <algorithm>
#include <utility>

#include "controls/app_theme.h"
#include "document/matrices/matrix_label.h"
#include "draw/signed_text.h"
#include "views/weights/cell_block.h"
#include "views/weights/panel/weight_table_model.h"

namespace regard {

namespace {

/// Rows of matrices have this id; a cell's id is the position of its matrix.
constexpr quintptr matrixId = ~quintptr(0);

/// The label, and its name in files.
QString placeText(const std::string &name)
{
    const QString text = QString::fromStdString(name);
    const QString label = matrixLabel(name);
    return label == text ? label : label + QStringLiteral(" · ") + text;
}

} // namespace

ChangesModel::ChangesModel(Document *document, AppTheme *theme, QObject *parent)
    : QAbstractItemModel(parent), m_document(document), m_names(new WeightTableModel(document, theme, this))
{
}

bool ChangesModel::hasSameCells(const std::vector<MatrixChanges> &other) const
{
    if (other.size() != m_changes.size())
        return false;
    for (std::size_t i = 0; i < other.size(); ++i) {
        const MatrixChanges &a = m_changes[i];
        const MatrixChanges &b = other[i];
        const auto samePlace = [](const CellChange &x, const CellChange &y) {
            return x.row == y.row && x.column == y.column;
        };
        if (a.matrix != b.matrix || a.newCells != b.newCells ||
            !std::equal(a.cells.begin(), a.cells.end(), b.cells.begin(), b.cells.end(), samePlace))
            return false;
    }
    return true;
}

void ChangesModel::refresh()
{
    std::vector<MatrixChanges> fresh = m_document->matrices().compared().changes();
    if (hasSameCells(fresh)) {
        m_changes = std::move(fresh);
        for (int i = 0; i < rowCount(); ++i) {
            const QModelIndex matrix = index(i, 0);
            if (rowCount(matrix) == 0)
                continue;
            emit dataChanged(index(0, 0, matrix), index(rowCount(matrix) - 1, ColumnCount - 1, matrix));
        }
        emit headerDataChanged(Qt::Horizontal, Before, Before);
        return;
    }
    beginResetModel();
    m_changes = std::move(fresh);
    m_cells = 0;
    m_newCells = 0;
    for (const MatrixChanges &changes : m_changes) {
        m_cells += int(changes.cells.size());
        m_newCells += changes.newCells;
    }
    endResetModel();
}

std::string ChangesModel::matrixOf(const QModelIndex &index) const
{
    if (!index.isValid())
        return {};
    const auto position = index.internalId() == matrixId ? std::size_t(index.row()) : std::size_t(index.internalId());
    return m_changes.at(position).matrix;
}

const CellChange *ChangesModel::change(const QModelIndex &index) const
{
    if (!index.isValid() || index.internalId() == matrixId)
        return nullptr;
    return &m_changes.at(index.internalId()).cells.at(std::size_t(index.row()));
}

std::optional<CellRef> ChangesModel::cellOf(const QModelIndex &index) const
{
    const CellChange *changed = change(index);
    return changed ? std::optional(CellRef{matrixOf(index), changed->row, changed->column}) : std::nullopt;
}

QModelIndex ChangesModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? quintptr(parent.row()) : matrixId);
}

QModelIndex ChangesModel::parent(const QModelIndex &child) const
{
    if (!child.isValid() || child.internalId() == matrixId)
        return {};
    return createIndex(int(child.internalId()), 0, matrixId);
}

int ChangesModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return int(m_changes.size());
    if (parent.internalId() != matrixId || parent.column() > 0)
        return 0;
    return int(m_changes.at(std::size_t(parent.row())).cells.size());
}

int ChangesModel::columnCount(const QModelIndex &) const
{
    return ColumnCount;
}

QString ChangesModel::matrixText(const MatrixChanges &changes) const
{
    const QString name = placeText(changes.matrix);
    const auto count = int(changes.cells.size());
    if (changes.newCells == 0)
        return tr("%1 (%n cells)", nullptr, count).arg(name);
    return count == 0 ? tr("%1 (%L2 new)").arg(name).arg(changes.newCells)
                      : tr("%1 (%n cells, and %L2 new)", nullptr, count).arg(name).arg(changes.newCells);
}

QString ChangesModel::cellText(const QModelIndex &index) const
{
    const CellChange &changed = *change(index);
    const std::string matrix = matrixOf(index);
    if (m_names->matrixName() != matrix)
        m_names->setMatrix(matrix);
    return tr("%1, %2", "row and column")
        .arg(m_names->headerData(changed.row, Qt::Vertical, Qt::DisplayRole).toString(),
             m_names->headerData(changed.column, Qt::Horizontal, Qt::DisplayRole).toString());
}

QVariant ChangesModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const CellChange *changed = change(index);
    if (role == Qt::TextAlignmentRole && index.column() != Cell)
        return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    if (role == Qt::ToolTipRole && changed)
        return QString::fromStdString(matrixOf(index)) + QStringLiteral(" · ") + cellText(index);
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)
        return {};
    if (!changed) {
        const MatrixChanges &changes = m_changes.at(std::size_t(index.row()));
        return index.column() == Cell ? matrixText(changes) : QVariant();
    }
    if (role == Qt::AccessibleTextRole && index.column() == Cell)
        return (isPinned() ? tr("%1: %2 pinned, %3 now") : tr("%1: %2 opened, %3 now"))
            .arg(cellText(index), regard::cellText(changed->before), regard::cellText(changed->now));
    switch (index.column()) {
    case Cell:
        return cellText(index);
    case Before:
        return regard::cellText(changed->before);
    case Now:
        return regard::cellText(changed->now);
    default:
        return signedText(double(changed->now) - double(changed->before), 4);
    }
}

bool ChangesModel::isPinned() const
{
    return m_document->comparison().pinned() != nullptr;
}

QVariant ChangesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Cell:
        return tr("Cell");
    case Before:
        return isPinned() ? tr("Pinned") : tr("Opened");
    case Now:
        return tr("Now");
    case Change:
        return tr("Change");
    default:
        return {};
    }
}

} // namespace regard
