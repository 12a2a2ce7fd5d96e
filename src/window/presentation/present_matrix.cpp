#include "window/presentation/present_matrix.h"

#include <algorithm>

#include <QKeyEvent>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPainter>
#include <QSignalBlocker>

#include "controls/app_theme.h"
#include "document/document.h"
#include "document/matrices/matrix_names.h"
#include "draw/figure.h"
#include "views/base/token_focus.h"
#include "views/why/cell_try.h"
#include "views/why/panel/cell_field.h"

namespace regard {

namespace {

/// Whether the key begins a number.
bool startsNumber(const QKeyEvent &event)
{
    const QString text = event.text();
    return event.modifiers().testFlags(Qt::NoModifier) && text.size() == 1 &&
           (text.front().isDigit() || text == QStringLiteral("-") || text == QStringLiteral("−"));
}

} // namespace

PresentMatrix::PresentMatrix(Document *document, AppTheme *theme, QWidget *parent)
    : QWidget(parent), m_document(document), m_theme(theme), m_number(new CellNumber(this))
{
    setFocusPolicy(Qt::StrongFocus);
    m_number->hide();
    m_number->setFrame(false);
    m_number->installEventFilter(this);
    connect(m_number, &QDoubleSpinBox::valueChanged, this, [this](double value) {
        if (const auto now = cellAt())
            m_document->matrices().editCell(now->cell.matrix, now->cell.row, now->cell.column, float(value));
    });
    connect(m_number, &QDoubleSpinBox::editingFinished, this, &PresentMatrix::endEdit);
}

void PresentMatrix::showAt(const QRect &place, double type, std::shared_ptr<const Figure> picture)
{
    m_type = type;
    m_picture = std::move(picture);
    setGeometry(place);
    if (const auto now = cellAt())
        setAccessibleDescription(cellName(*m_document, now->cell));
    placeNumber();
    show();
    raise();
    update();
}

std::optional<PresentedCell> PresentMatrix::cellAt(std::optional<QPointF> point) const
{
    return presentedCellAt(*m_document, point, size(), m_type, m_theme->theme());
}

/// A word's row brings the word into focus.
void PresentMatrix::choose(const CellRef &cell)
{
    m_document->look().setCell(cell);
    const Selection &now = m_document->look().selection();
    const Side side = queriesSide(m_document->matrices().model()->config, now.attention);
    if (cell.matrix == (side == Side::Source ? embeddingMatrix : targetEmbeddingMatrix))
        m_document->look().setSelection(pinned(now, TokenSide::Query, cell.row, false));
}

void PresentMatrix::placeNumber()
{
    if (const auto now = cellAt(); now && !m_number->isHidden())
        m_number->setGeometry(now->place.toAlignedRect());
}

/// Asks for nothing.
void PresentMatrix::readNumber()
{
    const QSignalBlocker blocker(m_number);
    if (const auto now = cellAt())
        m_number->setValue(double(m_document->matrices().matrix(now->cell.matrix)(now->cell.row, now->cell.column)));
}

void PresentMatrix::edit(const QString &typed)
{
    const auto now = cellAt();
    if (!now)
        return;
    m_number->setStyleSheet(QStringLiteral("QDoubleSpinBox { font-size: %1px; padding: 0; }").arg(qRound(m_type)));
    readNumber();
    m_number->setAccessibleName(cellName(*m_document, now->cell));
    m_number->show();
    placeNumber();
    m_number->setFocus();
    m_number->selectAll();
    if (!typed.isEmpty())
        m_number->findChild<QLineEdit *>()->setText(typed);
}

void PresentMatrix::endEdit()
{
    if (m_number->isHidden())
        return;
    const bool hadFocus = m_number->hasFocus();
    m_number->hide();
    if (hadFocus)
        setFocus();
}

bool PresentMatrix::event(QEvent *event)
{
    // Before snapshots, which have the digits otherwise.
    if (event->type() == QEvent::ShortcutOverride && startsNumber(*static_cast<QKeyEvent *>(event))) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

bool PresentMatrix::eventFilter(QObject *, QEvent *event)
{
    const int key = event->type() == QEvent::KeyPress ? static_cast<QKeyEvent *>(event)->key() : 0;
    if (key == Qt::Key_Escape) {
        readNumber();
    } else if (key == Qt::Key_Return || key == Qt::Key_Enter) {
        m_number->interpretText();
    } else {
        return false;
    }
    endEdit();
    return true;
}

void PresentMatrix::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_picture)
        m_picture->paint(painter);
    const auto now = cellAt();
    if (!now)
        return;
    const double width = 0.2 * m_type;
    painter.setPen(QPen(m_theme->theme().accent, width));
    painter.drawRoundedRect(now->place.adjusted(width / 2, width / 2, -width / 2, -width / 2), width, width);
}

void PresentMatrix::mousePressEvent(QMouseEvent *event)
{
    if (const auto hit = cellAt(event->position()); hit && event->button() == Qt::LeftButton)
        choose(hit->cell);
}

void PresentMatrix::mouseDoubleClickEvent(QMouseEvent *)
{
    edit({});
}

void PresentMatrix::keyPressEvent(QKeyEvent *event)
{
    const auto now = cellAt();
    const Weight matrix = now ? m_document->matrices().matrix(now->cell.matrix) : nullptr;
    if (!matrix)
        return QWidget::keyPressEvent(event);
    const auto step = [&](int rows, int columns) {
        CellRef cell = now->cell;
        cell.row = std::clamp(cell.row + rows, 0, int(matrix.rows()) - 1);
        cell.column = std::clamp(cell.column + columns, 0, int(matrix.cols()) - 1);
        choose(cell);
    };
    switch (event->key()) {
    case Qt::Key_Up:
        return step(-1, 0);
    case Qt::Key_Down:
        return step(1, 0);
    case Qt::Key_Left:
        return step(0, -1);
    case Qt::Key_Right:
        return step(0, 1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_F2:
        return edit({});
    default:
        return startsNumber(*event) ? edit(event->text()) : QWidget::keyPressEvent(event);
    }
}

} // namespace regard
