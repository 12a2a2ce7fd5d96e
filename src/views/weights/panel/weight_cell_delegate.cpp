#include "views/weights/panel/weight_cell_delegate.h"

#include <QLineEdit>
#include <QPainter>
#include <QTableView>

#include "controls/app_theme.h"
#include "draw/outline.h"
#include "views/weights/panel/weight_table_model.h"

using namespace Qt::Literals::StringLiterals;

namespace regard {

namespace {

constexpr int highlightWidth = 3;
constexpr int changedCorner = 7;    ///< pixels of each side
constexpr double quietShare = 0.55; ///< how much of its colour a cell of another head keeps

QColor blended(const QColor &over, const QColor &under, double share)
{
    const auto channel = [share](float a, float b) { return float(share * a + (1 - share) * b); };
    return QColor::fromRgbF(channel(over.redF(), under.redF()), channel(over.greenF(), under.greenF()),
                            channel(over.blueF(), under.blueF()));
}

/// The outline of what is named, around all such cells that touch each other.
void paintHighlight(QPainter *painter, const QRect &cell, const WeightTableModel &weights, const QModelIndex &index)
{
    const int row = index.row();
    const int column = index.column();
    if (!weights.isHighlighted(row, column))
        return;
    const auto isEdge = [&](int otherRow, int otherColumn) {
        return !weights.hasIndex(otherRow, otherColumn) || !weights.isHighlighted(otherRow, otherColumn);
    };
    const bool top = isEdge(row - 1, column);
    const bool bottom = isEdge(row + 1, column);
    const bool left = isEdge(row, column - 1);
    const bool right = isEdge(row, column + 1);
    const auto frame = [&](int width, const QColor &color) {
        if (top)
            painter->fillRect(cell.left(), cell.top(), cell.width(), width, color);
        if (bottom)
            painter->fillRect(cell.left(), cell.bottom() + 1 - width, cell.width(), width, color);
        if (left)
            painter->fillRect(cell.left(), cell.top(), width, cell.height(), color);
        if (right)
            painter->fillRect(cell.right() + 1 - width, cell.top(), width, cell.height(), color);
    };
    frame(highlightWidth + 2, QColor(outlineCasing));
    frame(highlightWidth + 1, QColor(outlineAmber));
    frame(1, QColor(outlineCasing));
}

/// A folded corner, as spreadsheets mark a cell with a comment.
void paintChanged(QPainter *painter, const QRect &cell, const QColor &color)
{
    const QPoint corner(cell.right(), cell.top());
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(color);
    painter->drawPolygon(QPolygon({corner, corner - QPoint(changedCorner, 0), corner + QPoint(0, changedCorner)}));
    painter->restore();
}

} // namespace

WeightCellDelegate::WeightCellDelegate(AppTheme *theme, QObject *parent) : QStyledItemDelegate(parent), m_theme(theme)
{
}

void WeightCellDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const auto *weights = qobject_cast<const WeightTableModel *>(index.model());
    const auto *table = qobject_cast<const QTableView *>(option.widget);
    const Theme &theme = m_theme->theme();
    QColor fill = index.data(Qt::BackgroundRole).value<QBrush>().color();
    if (weights != nullptr && !weights->isInSelectedHead(index))
        fill = blended(fill, theme.panel, quietShare);
    const QRect cell = option.rect;
    const bool current = table != nullptr && table->currentIndex() == index;
    const bool isZero = weights != nullptr && weights->value(index) == 0;
    const bool inRow =
        table != nullptr && table->currentIndex().isValid() && table->currentIndex().row() == index.row();
    if (isZero) // as if nothing were there
        fill = inRow ? theme.queryFocus : theme.panel;
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    painter->fillRect(cell, inRow ? theme.queryFocus : theme.panel);
    painter->fillRect(cell.adjusted(0, 0, -1, -1), fill);
    QFont font = option.font;
    font.setBold(font.bold() || theme.isStrong(fill.rgb()));
    painter->setFont(font);
    painter->setPen(isZero ? theme.muted : theme.textOn(fill.rgb()));
    painter->drawText(cell, Qt::AlignCenter, index.data(Qt::DisplayRole).toString());
    if (weights != nullptr && weights->isChanged(index))
        paintChanged(painter, cell.adjusted(0, 0, -1, -1), theme.textOn(fill.rgb()));
    if (weights != nullptr)
        paintHighlight(painter, cell, *weights, index);
    if (current || selected) {
        const bool focused = current && option.widget != nullptr && option.widget->hasFocus();
        const int width = focused ? 2 : 1;
        painter->setPen(QPen(theme.accent, width, current || selected ? Qt::SolidLine : Qt::NoPen));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(cell.adjusted(width / 2, width / 2, -width, -width));
    }
}

QWidget *WeightCellDelegate::createEditor(QWidget *parent, const QStyleOptionViewItem &option,
                                          const QModelIndex &index) const
{
    auto *editor = new QLineEdit(parent);
    editor->setFrame(false);
    editor->setFont(option.font);
    editor->setAccessibleName(tr("New value of %1").arg(index.data(Qt::AccessibleTextRole).toString()));
    const Theme &theme = m_theme->theme();
    editor->setStyleSheet(
        u"QLineEdit { background: %1; color: %2; border: 2px solid %3; border-radius: 0; padding: 0 2px; "
        "min-height: 0; }"_s.arg(theme.panel.name(), theme.text.name(), theme.accent.name()));
    return editor;
}

void WeightCellDelegate::setEditorData(QWidget *editor, const QModelIndex &index) const
{
    // The view calls this again whenever the cell changes under an open editor: typed text stays.
    auto *line = qobject_cast<QLineEdit *>(editor);
    if (line != nullptr && !line->isModified())
        line->setText(index.data(Qt::EditRole).toString());
}

void WeightCellDelegate::setModelData(QWidget *editor, QAbstractItemModel *model, const QModelIndex &index) const
{
    const auto *line = qobject_cast<QLineEdit *>(editor);
    if (line == nullptr || line->text() == index.data(Qt::EditRole).toString())
        return;
    model->setData(index, line->text(), Qt::EditRole);
}

void WeightCellDelegate::updateEditorGeometry(QWidget *editor, const QStyleOptionViewItem &option,
                                              const QModelIndex &) const
{
    // All digits of a float32 are wider than a cell: the editor grows to the right, or to the left at the edge.
    const int needed = option.fontMetrics.horizontalAdvance(u"-0.12345679"_s) + 14;
    QRect place = option.rect;
    place.setWidth(std::max(place.width(), needed));
    if (const QWidget *viewport = editor->parentWidget(); viewport != nullptr && place.right() > viewport->width())
        place.moveRight(std::max(viewport->width() - 1, needed - 1));
    editor->setGeometry(place);
}

} // namespace regard
