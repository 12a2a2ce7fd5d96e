#include "widgets/parts/matrix_chip.h"

#include <QPainter>

namespace regard {

namespace {

constexpr double dotSize = 6;
constexpr double dotGap = 2; ///< from the corner

} // namespace

MatrixChip::MatrixChip(const QString &label, const QString &text, const QString &fullName, AppTheme *theme,
                       QWidget *parent)
    : QToolButton(parent), m_theme(theme), m_label(label), m_fullName(fullName)
{
    setText(text);
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    setProperty("chip", true);
    setProperty("grouped", true);
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

void MatrixChip::paintEvent(QPaintEvent *event)
{
    QToolButton::paintEvent(event);
    if (!m_marked)
        return;
    const Theme &theme = m_theme->theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.panel, 1));
    painter.setBrush(theme.accent);
    painter.drawEllipse(QRectF(width() - dotSize - dotGap, dotGap, dotSize, dotSize));
}

} // namespace regard
