#include "views/weights/panel/matrix_chip.h"

#include <QStyleOptionToolButton>
#include <QStylePainter>

#include "draw/notation.h"

namespace regard {

namespace {

constexpr double dotSize = 6;
constexpr double dotGap = 2; ///< from the corner

} // namespace

MatrixChip::MatrixChip(const QString &label, const QString &fullName, AppTheme *theme, QWidget *parent)
    : QToolButton(parent), m_theme(theme), m_label(label), m_fullName(fullName)
{
    setText(label);
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Matrix %1").arg(label));
    setToolTip(fullName);
}

void MatrixChip::setMarked(bool marked)
{
    if (marked == m_marked)
        return;
    m_marked = marked;
    const QString note = tr("holds highlighted numbers");
    setAccessibleDescription(marked ? note : QString());
    setToolTip(marked ? tr("%1: %2").arg(m_fullName, note) : m_fullName);
    update();
}

QSize MatrixChip::sizeHint() const
{
    QFont bold = font();
    bold.setBold(true); // as the chosen one is
    const int more = QToolButton::sizeHint().width() - fontMetrics().horizontalAdvance(m_label);
    return {int(notationWidth(m_label, bold)) + more, QToolButton::sizeHint().height()};
}

void MatrixChip::paintEvent(QPaintEvent *)
{
    const Theme &theme = m_theme->theme();
    QStylePainter painter(this);
    QStyleOptionToolButton option;
    initStyleOption(&option);
    option.text.clear();
    painter.drawComplexControl(QStyle::CC_ToolButton, option);
    QFont own = font();
    own.setBold(isChecked());
    drawNotation(painter, rect(), Qt::AlignHCenter, m_label, own, isChecked() ? theme.accent : theme.text);
    if (!m_marked)
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.panel, 1));
    painter.setBrush(theme.accent);
    painter.drawEllipse(QRectF(width() - dotSize - dotGap, dotGap, dotSize, dotSize));
}

} // namespace regard
