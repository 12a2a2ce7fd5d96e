#include "views/weights/panel/weight_table_view.h"

#include <algorithm>
#include <cmath>

#include <QFontInfo>
#include <QHeaderView>
#include <QMouseEvent>
#include <QScrollBar>
#include <QWheelEvent>

#include "controls/app_theme.h"
#include "controls/guarded_items.h"
#include "views/weights/panel/weight_cell_delegate.h"
#include "views/weights/panel/weight_header.h"
#include "views/weights/panel/weight_table_model.h"
#include "views/why/cell_try.h"

using namespace Qt::Literals::StringLiterals;

namespace regard {

namespace {

constexpr int weightTableViewDragDistance = 4; ///< pixels before a press becomes a drag
constexpr int nudgesBelongMs = 800;            ///< wheel notches and slider keys closer than this are one undo step
constexpr int scrollSettlesMs = 500;
constexpr double wheelNotch = 10;

/// Neither part of a key combination, nor a key that leaves the table.
bool isForCells(int key)
{
    return key != Qt::Key_Shift && key != Qt::Key_Control && key != Qt::Key_Alt && key != Qt::Key_Meta &&
           key != Qt::Key_AltGr && key != Qt::Key_Escape;
}

} // namespace

WeightTableView::WeightTableView(WeightTableModel *model, Document *document, AppTheme *theme, QWidget *parent)
    : QTableView(parent), m_weights(model), m_document(document)
{
    setHorizontalHeader(new WeightHeader(Qt::Horizontal, model, document, theme, this));
    setVerticalHeader(new WeightHeader(Qt::Vertical, model, document, theme, this));
    setItemDelegate(new GuardedDelegate<WeightCellDelegate>(theme, this));
    setModel(model);
    connect(model, &WeightTableModel::highlightRead, viewport(), QOverload<>::of(&QWidget::update));
    setShowGrid(false);
    setCornerButtonEnabled(false);
    setWordWrap(false);
    setFrameShape(QFrame::NoFrame);
    setEditTriggers(DoubleClicked | EditKeyPressed | AnyKeyPressed);
    setSelectionMode(ContiguousSelection);
    setHorizontalScrollMode(ScrollPerPixel);
    setVerticalScrollMode(ScrollPerPixel);
    // Tab leaves the table, as everywhere in the window; inside an open cell it commits and moves right.
    setTabKeyNavigation(false);
    fitSections();
    connect(selectionModel(), &QItemSelectionModel::currentChanged, this, [this] {
        horizontalHeader()->viewport()->update();
        verticalHeader()->viewport()->update();
        viewport()->update(); // the row's tint
    });
    connect(model, &WeightTableModel::refused, this, [this] { m_isRefused = true; });
    connect(model, &QAbstractItemModel::modelReset, this, [this] {
        m_scrubbing = false;
        m_pressed = QPersistentModelIndex();
        fitSections();
    });
}

/// All columns alike; those of one head, or of a matrix without heads, fill the width where they nearly do.
void WeightTableView::fitSections()
{
    constexpr double mostStretch = 1.5;
    const QFontMetrics metrics(font());
    const auto bands = m_weights->headBands();
    const bool byHead = bands.exist && bands.along == Qt::Horizontal && bands.width > 1;
    const int columns = byHead ? bands.width : m_weights->columnCount();
    const int longest = m_weights->longestNumber(byHead ? bands.selected * bands.width : 0, columns);
    const int least = metrics.horizontalAdvance(QString(std::max(4, longest), u'0')) + 4;
    const int usual = metrics.horizontalAdvance(u"+0.0000"_s) + 6;
    const int together = viewport()->width() / std::max(1, columns);
    const int width = together >= least ? std::min(together, int(mostStretch * usual)) : usual;
    const int rows = std::max(1, m_weights->rowCount());
    const int height = std::clamp(viewport()->height() / rows, metrics.height() + 2, 2 * metrics.height());
    for (QHeaderView *header : {horizontalHeader(), verticalHeader()}) {
        const int size = header->orientation() == Qt::Horizontal ? width : height;
        header->setMinimumSectionSize(size);
        header->setDefaultSectionSize(size);
    }
}

void WeightTableView::changeEvent(QEvent *event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitSections();
}

void WeightTableView::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    fitSections();
}

double WeightTableView::stepFor(float value) const
{
    const double size = std::max({std::abs(double(value)), 0.25 * m_weights->largest(), 1e-3});
    return std::pow(10.0, std::round(std::log10(size)) - 2);
}

QRect WeightTableView::selectedBlock() const
{
    QRect block;
    for (const QItemSelectionRange &range : selectionModel()->selection())
        block |= QRect(range.left(), range.top(), range.width(), range.height());
    if (block.isEmpty() && currentIndex().isValid())
        block = QRect(currentIndex().column(), currentIndex().row(), 1, 1);
    return block;
}

void WeightTableView::showSelectedHead()
{
    const auto bands = m_weights->headBands();
    if (!bands.exist || m_weights->values() == nullptr)
        return;
    fitSections();
    const bool columns = bands.along == Qt::Horizontal;
    const int last = (columns ? m_weights->columnCount() : m_weights->rowCount()) - 1;
    const int first = std::min(bands.selected * bands.width, last);
    if (first < 0)
        return;
    // Only the axis of the heads scrolls: the rows that a user looks at stay.
    QScrollBar *kept = columns ? verticalScrollBar() : horizontalScrollBar();
    const int before = kept->value();
    scrollTo(columns ? m_weights->index(0, std::min(first + bands.width - 1, last))
                     : m_weights->index(std::min(first + bands.width - 1, last), 0));
    scrollTo(columns ? m_weights->index(0, first) : m_weights->index(first, 0));
    kept->setValue(before);
}

void WeightTableView::choose(const QModelIndex &index)
{
    selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect);
}

void WeightTableView::followSelectedHead()
{
    const QModelIndex current = currentIndex();
    const auto bands = m_weights->headBands();
    if (!current.isValid() || !bands.exist || m_weights->isInSelectedHead(current))
        return;
    const int first = bands.selected * bands.width;
    const QModelIndex same = bands.along == Qt::Horizontal
                                 ? m_weights->index(current.row(), first + current.column() % bands.width)
                                 : m_weights->index(first + current.row() % bands.width, current.column());
    if (same.isValid()) { // else the table has not read the matrix's new size yet
        choose(same);
        scrollTo(same);
    }
}

QModelIndex WeightTableView::firstInView() const
{
    const auto bands = m_weights->headBands();
    const int head = bands.exist ? bands.selected * bands.width : -1;
    const bool columns = bands.along == Qt::Horizontal;
    return m_weights->index(head >= 0 && !columns ? head : std::max(0, rowAt(0)),
                            head >= 0 && columns ? head : std::max(0, columnAt(0)));
}

/// Chooses the cell that moves the link in focus most, as the strip does.
void WeightTableView::chooseTellingCell()
{
    if (!m_document->hasModel() || m_document->look().selection().part != Part::Attention ||
        !isCellTryQuick(*m_document))
        return;
    if (const std::optional<CellTry> change = cellTry(*m_document)) {
        m_document->look().setCell(change->cell);
        m_tellingCell = m_document->look().cell();
    }
}

void WeightTableView::focusInEvent(QFocusEvent *event)
{
    // The mode begins there unless another cell was chosen.
    const CellRef &cell = m_document->look().cell();
    if (event->reason() == Qt::ShortcutFocusReason &&
        (cell.matrix.empty() || (currentIndex().isValid() && cell == m_tellingCell)))
        chooseTellingCell();
    // Otherwise the table would choose its first cell, of whichever head, and the next key would scroll there.
    if (!currentIndex().isValid() && event->reason() != Qt::MouseFocusReason)
        choose(firstInView());
    QTableView::focusInEvent(event);
}

bool WeightTableView::edit(const QModelIndex &index, EditTrigger trigger, QEvent *event)
{
    m_isRefused = false;
    if (index.isValid() && (trigger & (AnyKeyPressed | EditKeyPressed)))
        scrollTo(index);
    return QTableView::edit(index, trigger, event);
}

bool WeightTableView::nudge(const QModelIndex &index, float value)
{
    const bool belongs = m_nudgeGesture >= 0 && m_nudged == index && m_document->now() - m_nudgedAt < nudgesBelongMs;
    if (!belongs) {
        m_nudgeGesture = m_document->newGesture();
        m_nudged = index;
    }
    m_nudgedAt = m_document->now();
    return m_weights->setCell(index, value, m_nudgeGesture);
}

void WeightTableView::mousePressEvent(QMouseEvent *event)
{
    QTableView::mousePressEvent(event);
    m_scrubbing = false;
    m_pressed = QPersistentModelIndex();
    const QModelIndex index = indexAt(event->position().toPoint());
    if (event->button() == Qt::LeftButton && event->modifiers() == Qt::NoModifier && index.isValid()) {
        m_pressed = index;
        m_pressPoint = event->position().toPoint();
        m_startValue = m_weights->value(index);
    }
}

void WeightTableView::mouseMoveEvent(QMouseEvent *event)
{
    const QPoint moved = event->position().toPoint() - m_pressPoint;
    if (m_scrubbing) {
        scrubTo(event->position().toPoint().x());
        return;
    }
    if (event->buttons() == Qt::LeftButton && m_pressed.isValid()) {
        if (std::max(std::abs(moved.x()), std::abs(moved.y())) <= weightTableViewDragDistance)
            return;
        if (std::abs(moved.x()) > std::abs(moved.y())) {
            m_scrubbing = true;
            m_scrubGesture = m_document->newGesture();
            viewport()->setCursor(Qt::SizeHorCursor);
            scrubTo(event->position().toPoint().x());
            return;
        }
        m_pressed = QPersistentModelIndex(); // a block is being selected
    }
    QTableView::mouseMoveEvent(event);
}

void WeightTableView::scrubTo(int x)
{
    if (!m_pressed.isValid())
        return;
    const double step = stepFor(m_startValue);
    const int pixels = x - m_pressPoint.x();
    const double value = pixels == 0 ? m_startValue : std::round(m_startValue / step + pixels) * step;
    m_weights->setCell(m_pressed, float(value), m_scrubGesture);
}

void WeightTableView::cancelScrub()
{
    if (m_pressed.isValid())
        m_weights->setCell(m_pressed, m_startValue, m_scrubGesture);
    m_scrubbing = false;
    m_pressed = QPersistentModelIndex();
    viewport()->unsetCursor();
}

void WeightTableView::mouseReleaseEvent(QMouseEvent *event)
{
    const bool scrubbed = m_scrubbing;
    m_scrubbing = false;
    m_pressed = QPersistentModelIndex();
    if (scrubbed) {
        viewport()->unsetCursor();
        setState(NoState);
        return;
    }
    QTableView::mouseReleaseEvent(event);
}

bool WeightTableView::event(QEvent *event)
{
    // Otherwise Escape would go to a shortcut of the window before the drag receives it.
    if (event->type() == QEvent::ShortcutOverride && m_scrubbing &&
        static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return QTableView::event(event);
}

void WeightTableView::keyPressEvent(QKeyEvent *event)
{
    if (m_scrubbing) {
        if (event->key() == Qt::Key_Escape)
            cancelScrub();
        event->accept();
        return;
    }
    if (!currentIndex().isValid() && isForCells(event->key()) && firstInView().isValid()) {
        choose(firstInView()); // the first key only shows where the cursor is
        event->accept();
        return;
    }
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && currentIndex().isValid()) {
        // An open editor lets the key through while its commit is queued.
        if (state() != EditingState)
            QTableView::edit(currentIndex());
        event->accept();
        return;
    }
    QTableView::keyPressEvent(event);
}

void WeightTableView::wheelEvent(QWheelEvent *event)
{
    const QModelIndex index = indexAt(event->position().toPoint());
    const bool chosen = event->modifiers().testFlag(Qt::ControlModifier);
    // A cell scrolled under the pointer does not count as pointed at.
    const bool scrolling = m_scrolledAt && m_document->now() - *m_scrolledAt < scrollSettlesMs;
    const bool atCurrent = index == currentIndex() && hasFocus() && event->modifiers() == Qt::NoModifier && !scrolling;
    const int delta = event->angleDelta().y();
    if (!index.isValid() || delta == 0 || !(chosen || atCurrent)) {
        m_scrolledAt = m_document->now();
        QTableView::wheelEvent(event);
        return;
    }
    const float value = m_weights->value(index);
    const double step = stepFor(value) * wheelNotch;
    const double change = delta / 120.0 * step;
    // The value is a whole multiple of the fine step, so that 0.1 + 0.2 does not grow digits.
    const double fine = step / wheelNotch;
    if (!atCurrent) {
        setAutoScroll(false); // otherwise a half-visible cell would move from under the pointer
        choose(index);
        setAutoScroll(true);
    }
    nudge(index, float(std::round((value + change) / fine) * fine));
    event->accept();
}

void WeightTableView::closeEditor(QWidget *editor, QAbstractItemDelegate::EndEditHint hint)
{
    const QModelIndex before = currentIndex();
    const bool isNext = hint == QAbstractItemDelegate::EditNextItem;
    if (!isNext && hint != QAbstractItemDelegate::EditPreviousItem) { // Return keeps the cell, whose effect is shown
        QTableView::closeEditor(editor, hint);
        return;
    }
    QTableView::closeEditor(editor, QAbstractItemDelegate::NoHint);
    if (before.isValid() && !m_isRefused) { // a refused text is typed again in the same cell
        const QModelIndex next = moveCursor(isNext ? MoveRight : MoveLeft, Qt::NoModifier);
        if (next.isValid())
            selectionModel()->setCurrentIndex(next, QItemSelectionModel::ClearAndSelect);
    }
}

} // namespace regard
