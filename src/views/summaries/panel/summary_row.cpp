#include "views/summaries/panel/summary_row.h"

#include <QPainter>

namespace regard {

namespace {

constexpr int indent = 6;
constexpr int markWidth = 16;

} // namespace

SummaryRow::SummaryRow(Kind kind, AppTheme *theme, QWidget *parent) : QPushButton(parent), m_kind(kind), m_theme(theme)
{
    setCheckable(kind == Kind::Switch);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(theme, &AppTheme::changed, this, qOverload<>(&QWidget::update));
}

QSize SummaryRow::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(text()) + 2 * indent + markWidth, fontMetrics().height() + 8};
}

QSize SummaryRow::minimumSizeHint() const
{
    return {60, sizeHint().height()};
}

void SummaryRow::paintEvent(QPaintEvent *)
{
    const Theme &theme = m_theme->theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF box = QRectF(rect()).adjusted(0.75, 0.75, -0.75, -0.75);
    const bool isHovered = isEnabled() && underMouse();
    if (isChecked() || isHovered || isDown()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(isChecked() ? theme.accentSoft : theme.control);
        painter.drawRoundedRect(box, 5, 5);
    }
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(box, 5, 5);
    }
    QFont face = font();
    face.setBold(isChecked());
    painter.setFont(face);
    painter.setPen(!isEnabled() ? theme.muted : isChecked() ? theme.accent : theme.text);
    const QRect line = rect().adjusted(indent, 0, -indent - markWidth, 0);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetrics(face).elidedText(text(), Qt::ElideRight, line.width()));
    const QRect end(width() - indent - markWidth, 0, markWidth, height());
    if (m_kind == Kind::Page)
        painter.setPen(theme.muted);
    if (m_kind == Kind::Page || isChecked())
        painter.drawText(end, Qt::AlignRight | Qt::AlignVCenter,
                         m_kind == Kind::Page ? QStringLiteral("›") : QStringLiteral("✓"));
}

} // namespace regard
