#pragma once

#include <QStyledItemDelegate>

namespace regard {

class AppTheme;

/// Paints a weight's cell on its colour and edits it as text. Cells of other heads are paler; the current cell has a
/// frame, selected ones a thin one.
class WeightCellDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    WeightCellDelegate(AppTheme *theme, QObject *parent);

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QWidget *createEditor(QWidget *parent, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    void setEditorData(QWidget *editor, const QModelIndex &index) const override;
    void setModelData(QWidget *editor, QAbstractItemModel *model, const QModelIndex &index) const override;
    void updateEditorGeometry(QWidget *editor, const QStyleOptionViewItem &option,
                              const QModelIndex &index) const override;

private:
    AppTheme *m_theme;
};

} // namespace regard
