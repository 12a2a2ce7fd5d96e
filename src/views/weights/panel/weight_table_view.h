#pragma once

#include <optional>

#include <QPersistentModelIndex>
#include <QTableView>

#include "document/document.h"

namespace regard {

class AppTheme;
class WeightTableModel;

/// The editable table of one matrix: typing, arrow keys, dragging a value sideways, the wheel.
///
/// All rows and all columns have one size, so a 768 × 768 matrix opens and scrolls as quickly as a small one.
/// A drag that starts sideways changes the value; one that starts downwards, or with Shift, selects a block.
class WeightTableView : public QTableView {
    Q_OBJECT
public:
    WeightTableView(WeightTableModel *model, Document *document, AppTheme *theme, QWidget *parent);

    /// The amount by which one pixel of a drag changes a value of that size in this matrix; a notch of the wheel
    /// changes it by ten times that. A power of ten.
    double stepFor(float value) const;
    /// The selected cells' smallest enclosing block; the current cell where nothing else is selected.
    QRect selectedBlock() const; ///< x is the column, y the row; empty where there is no cell
    /// Changes the current cell as part of one undo step with recent calls.
    bool nudge(const QModelIndex &index, float value);
    /// Brings the first column (or row) of the selected head into view.
    void showSelectedHead();
    /// The cell where the keyboard starts: the first in view, of the selected head where the matrix is split by heads.
    QModelIndex firstInView() const;
    void chooseTellingCell();
    /// Moves the current cell to its place in the selected head, where it is in another one.
    void followSelectedHead();

protected:
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    bool edit(const QModelIndex &index, EditTrigger trigger, QEvent *event) override;
    bool event(QEvent *event) override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

protected slots:
    void closeEditor(QWidget *editor, QAbstractItemDelegate::EndEditHint hint) override;

private:
    void fitSections();
    void choose(const QModelIndex &index);
    void scrubTo(int x);
    void cancelScrub();

    WeightTableModel *m_weights;
    Document *m_document;
    CellRef m_tellingCell; ///< that was chosen here last, and not by hand
    QPersistentModelIndex m_pressed;
    QPoint m_pressPoint;
    float m_startValue = 0;
    int m_scrubGesture = -1;
    bool m_scrubbing = false;
    bool m_isRefused = false; ///< whether the last typed text was refused
    QPersistentModelIndex m_nudged;
    qint64 m_nudgedAt = 0; ///< by the document's clock, ms
    int m_nudgeGesture = -1;
    std::optional<qint64> m_scrolledAt;
};

} // namespace regard
