#pragma once

#include <optional>
#include <vector>

#include <QAbstractItemModel>

#include "document/document.h"

namespace regard {

class AppTheme;
class WeightTableModel;

/// The changes a user made, as a tree: matrices, and their changed cells below them, named as in the table of
/// weights.
class ChangesModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column { Cell, Before, Now, Change, ColumnCount };

    ChangesModel(Document *document, AppTheme *theme, QObject *parent);

    /// Reads the document's changes again. The tree is rebuilt only where it has other cells.
    void refresh();
    int changedCells() const { return m_cells; }
    long newCells() const { return m_newCells; } ///< missing in the state compared with
    /// The matrix that a row is of or belongs to; empty for none.
    std::string matrixOf(const QModelIndex &index) const;
    /// The cell of a row; nothing for a matrix's row.
    std::optional<CellRef> cellOf(const QModelIndex &index) const;

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &child) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    bool isPinned() const;
    bool hasSameCells(const std::vector<MatrixChanges> &other) const;
    const CellChange *change(const QModelIndex &index) const;
    QString cellText(const QModelIndex &index) const;
    QString matrixText(const MatrixChanges &changes) const;

    Document *m_document;
    std::vector<MatrixChanges> m_changes;
    int m_cells = 0;
    long m_newCells = 0;
    WeightTableModel *m_names; ///< for the matrix asked about last
};

} // namespace regard
