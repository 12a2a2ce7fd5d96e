#pragma once

#include <QStyledItemDelegate>

namespace regard {

class AppTheme;

/// Paints a snapshot as a card, as high as the list: its thumbnail, its number, a cross where something is switched off
/// in it, its name, and what is new in it. The current one has a filled number and a thick edge. Its name is edited in
/// place.
class SnapshotDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    SnapshotDelegate(AppTheme *theme, QObject *parent);

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QWidget *createEditor(QWidget *parent, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    void updateEditorGeometry(QWidget *editor, const QStyleOptionViewItem &option,
                              const QModelIndex &index) const override;

private:
    AppTheme *m_theme;
};

} // namespace regard
