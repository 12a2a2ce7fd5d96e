// What is marked in the heads map, and the notes on each head.
#include <algorithm>
#include <cmath>
#include <utility>

#include <QCoreApplication>

#include "draw/figure_group.h"
#include "draw/text_width.h"
#include "draw/token_label.h"
#include "views/heads/head_tag.h"
#include "views/heads/heads_figure.h"

namespace regard {

namespace {

constexpr double largeTags = 24; // from this side of a cell on
constexpr double tagPadding = 5;

struct HeadsMarksText {
    Q_DECLARE_TR_FUNCTIONS(HeadsFigure)
};

QFont tagFont(double side)
{
    return Theme::font(side >= largeTags ? 9 : 8, true);
}

} // namespace

QString newHeadTag(double side)
{
    const QString word = HeadsMarksText::tr("new");
    const bool fits = side >= largeTags && textWidth(word, tagFont(side)) + tagPadding <= side;
    return fits ? word : QStringLiteral("+");
}

void paintHeadTag(QPainter &painter, const Theme &theme, const QRectF &square, const QString &text, bool isBelow)
{
    const bool isLarge = square.width() >= largeTags;
    const QFont font = tagFont(square.width());
    const double width = std::min(square.width(), textWidth(text, font) + (isLarge ? tagPadding : 2));
    const double height = font.pixelSize() + (isLarge ? 3 : 1);
    const QRectF tag(isBelow ? square.right() - width : square.left(),
                     isBelow ? square.bottom() - height : square.top(), width, height);
    painter.setPen(QPen(theme.border, 1));
    painter.setBrush(theme.panel);
    painter.drawRect(tag.adjusted(0.5, 0.5, -0.5, -0.5));
    drawToken(painter, tag, Qt::AlignHCenter, elidedToken(text, font, width), font, theme.text);
}

void paintByHandDot(QPainter &painter, const Theme &theme, const QRectF &square)
{
    const double radius = std::clamp(0.11 * square.width(), 2.5, 6.0);
    painter.setPen(QPen(theme.panel, 1.5));
    painter.setBrush(theme.text);
    painter.drawEllipse(square.topRight() + QPointF(-radius - 1.5, radius + 1.5), radius, radius);
}

std::vector<HeadsFigure::Noted> HeadsFigure::notesOf(const HeadsData &data)
{
    std::vector<Noted> notes;
    if (!data.note)
        return notes;
    const auto add = [&](const HeadPlace &place) {
        const HeadNote note = data.note(place);
        if (note.share >= 0 || note.isNew || note.isOff || note.isByHand || note.hasTemperature)
            notes.push_back({place, note});
    };
    for (const HeadPlace &place : data.order)
        add(place);
    if (!data.order.empty())
        return notes;
    for (const HeadsData::Section &section : data.sections) {
        for (int layer = 0; layer < int(section.layers.size()); ++layer)
            for (int head = 0; head < int(section.layers[std::size_t(layer)]->heads.size()); ++head)
                add({section.attention, layer, head});
    }
    return notes;
}

void HeadsFigure::paintMarks(QPainter &painter) const
{
    const FigureGroup group(painter, "marks");
    const HeadsMarks &marks = m_data.marks;
    const bool showsHeads = marks.shown == HeadsMarks::Shown::Heads;
    const double bar = m_layout.hasLargeCells() ? 3 : 2;
    painter.setRenderHint(QPainter::Antialiasing, false);
    bool isOn = false;
    for (const int head : showsHeads ? marks.on : std::vector<int>()) {
        const QRectF rect = placeRect({marks.selected.attention, marks.selected.layer, head});
        if (rect.isEmpty())
            continue;
        painter.fillRect(QRectF(rect.left(), rect.bottom() + 2, rect.width(), bar), m_theme.head(head));
        isOn = isOn || head == marks.selected.head;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    const QRectF selected = placeRect(marks.selected);
    if (!selected.isEmpty()) {
        const QRectF share = m_layout.barRect(selected);
        const double below = !share.isEmpty() ? share.bottom() - selected.bottom() + 2 : isOn ? 3 + bar : 1;
        painter.setPen(QPen(showsHeads ? m_theme.accent : m_theme.muted, showsHeads ? 2 : 1));
        painter.drawRoundedRect(selected.adjusted(-1, -1, 1, below), 2, 2);
    }
    if (marks.cursor && !placeRect(*marks.cursor).isEmpty()) {
        const bool isLabel = marks.cursor->head < 0;
        const QRectF rect = placeRect(*marks.cursor);
        QPen pen(m_theme.text, 1.5, Qt::CustomDashLine, Qt::FlatCap);
        pen.setDashPattern({2, 2});
        painter.setPen(pen);
        painter.drawRect(isLabel ? rect.adjusted(1, 0, 0, 0) : rect.adjusted(-1, -1, 1, 1));
    }
}

void HeadsFigure::paintNotes(QPainter &painter, const QRectF &clip) const
{
    for (const auto &[place, note] : m_notes) {
        const QRectF square = placeRect(place);
        const QRectF bar = m_layout.barRect(square);
        if (!clip.intersects(square | bar))
            continue;
        if (note.share >= 0) {
            painter.setRenderHint(QPainter::Antialiasing, false);
            painter.fillRect(bar, m_theme.control);
            const double share = m_largestShare > 0 ? note.share / m_largestShare : 0;
            painter.fillRect(QRectF(bar.topLeft(), QSizeF(bar.width() * share, bar.height())), m_theme.muted);
        }
        painter.setRenderHint(QPainter::Antialiasing);
        if (note.isOff)
            paintOff(painter, square);
        if (note.isNew)
            paintHeadTag(painter, m_theme, square, newHeadTag(square.width()), false);
        if (note.hasTemperature)
            paintHeadTag(painter, m_theme, square, QStringLiteral("T"), true);
        if (note.isByHand)
            paintByHandDot(painter, m_theme, square);
    }
    if (m_layout.shareRect().isEmpty() || !clip.intersects(m_layout.shareRect()))
        return;
    QRectF line = m_layout.shareRect();
    if (!m_data.caption.isEmpty()) {
        const QFont font = Theme::font(11);
        const QRectF upper(line.left(), line.top(), line.width(), 16);
        drawToken(painter, upper, Qt::AlignLeft, elidedToken(m_data.caption, font, upper.width()), font, m_theme.muted);
        line.setTop(upper.bottom() + 2);
    }
    if (hasShare() && !m_data.shareLabel.isEmpty())
        paintShareLabel(painter, line);
}

void HeadsFigure::paintShareLabel(QPainter &painter, const QRectF &line) const
{
    const QRectF sample(line.left(), line.center().y() - 1.5, 14, 3);
    painter.fillRect(sample, m_theme.muted);
    const QFont font = Theme::font(11);
    const double room = line.right() - sample.right() - 6;
    QString text =
        HeadsMarksText::tr("%1, longest bar %2").arg(m_data.shareLabel, QString::number(m_largestShare, 'g', 3));
    if (textWidth(text, font) > room)
        text = m_data.shareLabel;
    drawToken(painter, QRectF(sample.right() + 6, line.top(), room, line.height()), Qt::AlignLeft,
              elidedToken(text, font, room), font, m_theme.muted);
}

void HeadsFigure::paintOff(QPainter &painter, const QRectF &square) const
{
    QColor veil = m_theme.panel;
    veil.setAlpha(165);
    painter.fillRect(square, veil);
    const double inset = square.width() * 0.12;
    const QRectF box = square.adjusted(inset, inset, -inset, -inset);
    // Each is drawn in two strokes, so that the cross is seen on light and on dark cells.
    for (const auto &[color, width] : {std::pair(m_theme.panel, 3.6), std::pair(m_theme.text, 1.6)}) {
        painter.setPen(QPen(color, width, Qt::SolidLine, Qt::FlatCap));
        painter.drawLine(box.topLeft(), box.bottomRight());
        painter.drawLine(box.topRight(), box.bottomLeft());
    }
}

} // namespace regard
