// The names in and around the heads map: sections, layers, heads.
#include <algorithm>
#include <cmath>

#include <QCoreApplication>

#include "draw/figure_group.h"
#include "draw/text_width.h"
#include "draw/token_label.h"
#include "views/heads/head_name.h"
#include "views/heads/heads_figure.h"

namespace regard {

namespace {

struct HeadsNamesText {
    Q_DECLARE_TR_FUNCTIONS(HeadsFigure)
};

} // namespace

void HeadsFigure::paintNames(QPainter &painter, const QRectF &clip) const
{
    const FigureGroup group(painter, "axes");
    painter.setRenderHint(QPainter::Antialiasing);
    if (isList()) {
        paintListNames(painter, clip);
        return;
    }
    if (m_data.sections.size() > 1)
        paintHeadings(painter);
    for (int section = 0; section < int(m_data.sections.size()); ++section) {
        for (int layer = 0; layer < int(m_data.sections[std::size_t(section)].layers.size()); ++layer) {
            if (layer == 0 || m_layout.isWrapped())
                paintNumbers(painter, section, layer, clip);
            if (clip.intersects(m_layout.labelRect(section, layer)))
                paintLabel(painter, section, layer);
        }
    }
}

QString HeadsFigure::counts(int section, bool isShort) const
{
    const auto layers = m_data.sections[std::size_t(section)].layers.size();
    const int headCount = heads(section, 0);
    if (isShort)
        return QStringLiteral("%1 × %2").arg(layers).arg(headCount);
    return (layers == 1 ? HeadsNamesText::tr("1 layer") : HeadsNamesText::tr("%1 layers").arg(layers)) +
           QStringLiteral(" × ") +
           (headCount == 1 ? HeadsNamesText::tr("1 head") : HeadsNamesText::tr("%1 heads").arg(headCount));
}

void HeadsFigure::paintHeadings(QPainter &painter) const
{
    const QFont bold = headingFont();
    const QFont plain = Theme::font(11);
    const auto place = [&](int section) {
        const double title = textWidth(m_data.sections[std::size_t(section)].title, bold);
        return m_layout.headingRect(section).adjusted(title + 10, 0, 0, 0);
    };
    const auto fits = [&](bool isShort) {
        for (int section = 0; section < int(m_data.sections.size()); ++section) {
            if (textWidth(counts(section, isShort), plain) > place(section).width()) {
                return false;
            }
        }
        return true;
    };
    const bool isShort = !fits(false);
    const bool isCounted = !isShort || fits(true);
    for (int section = 0; section < int(m_data.sections.size()); ++section) {
        drawToken(painter, m_layout.headingRect(section), Qt::AlignLeft, m_data.sections[std::size_t(section)].title,
                  bold, m_theme.text);
        if (isCounted)
            drawToken(painter, place(section), Qt::AlignLeft, counts(section, isShort), plain, m_theme.muted);
    }
}

void HeadsFigure::paintNumbers(QPainter &painter, int section, int layer, const QRectF &clip) const
{
    const HeadsMarks &marks = m_data.marks;
    const int count = heads(section, layer);
    const double pitch = m_layout.side() + m_layout.gap();
    const int every = std::max(1, int(std::ceil((count > 99 ? 26 : count > 9 ? 18 : 12) / pitch)));
    const bool isChosen = placeAt({section, layer}, 0).attention == marks.selected.attention &&
                          marks.shown == HeadsMarks::Shown::Heads &&
                          (!m_layout.isWrapped() || layer == marks.selected.layer);
    const int chosen = isChosen ? marks.selected.head : -every;
    for (int head = 0; head < count; ++head) {
        const bool isCrowded = head % every != 0 || (head != chosen && std::abs(head - chosen) < every);
        const QRectF box = m_layout.numberRect(section, layer, head);
        if ((head == chosen || !isCrowded) && clip.intersects(box)) {
            drawToken(painter, box, Qt::AlignHCenter, QString::number(head + 1), Theme::font(11, head == chosen),
                      head == chosen ? m_theme.accent : m_theme.muted);
        }
    }
}

void HeadsFigure::paintListNames(QPainter &painter, const QRectF &clip) const
{
    const bool showsHeads = m_data.marks.shown == HeadsMarks::Shown::Heads;
    for (int i = 0; i < int(m_data.order.size()); ++i) {
        const QRectF box = m_layout.numberRect(0, 0, i);
        if (!clip.intersects(box))
            continue;
        const HeadPlace &place = m_data.order[std::size_t(i)];
        const bool isChosen = showsHeads && place == m_data.marks.selected;
        const QFont font = listNameFont(isChosen);
        drawToken(painter, box, Qt::AlignHCenter,
                  elidedToken(listName(place, m_data.sections.size() > 1), font, box.width()), font,
                  isChosen ? m_theme.accent : m_theme.muted);
    }
}

void HeadsFigure::paintLabel(QPainter &painter, int section, int layer) const
{
    const HeadsMarks &marks = m_data.marks;
    const bool isSelected =
        m_data.sections[std::size_t(section)].attention == marks.selected.attention && layer == marks.selected.layer;
    const bool isMean = isSelected && marks.shown == HeadsMarks::Shown::Mean;
    const QRectF row = m_layout.labelRect(section, layer);
    const QRectF number = row.adjusted(0, 0, -5, 0);
    const QColor color = isSelected ? m_theme.accent : m_theme.muted;
    if (!isMean) {
        drawToken(painter, number, Qt::AlignRight, QString::number(layer + 1), Theme::font(11, isSelected), color);
        return;
    }
    const double height = std::min(row.height(), 34.0);
    const QRectF box(row.left() + 2, row.center().y() - height / 2, row.width() - 2, height);
    painter.setBrush(m_theme.accentSoft);
    painter.setPen(QPen(m_theme.accent, 1.5));
    painter.drawRoundedRect(box, 4, 4);
    const QString mean = HeadsNamesText::tr("mean");
    const QFont small = Theme::font(9);
    const bool isNamed = height >= 28 && textWidth(mean, small) <= box.width();
    drawToken(painter, isNamed ? box.adjusted(0, 1, 0, -height / 2 + 2) : box, Qt::AlignHCenter,
              QString::number(layer + 1), Theme::font(11, true), m_theme.accent);
    if (isNamed)
        drawToken(painter, box.adjusted(0, height / 2, 0, -2), Qt::AlignHCenter, mean, small, m_theme.text);
}

} // namespace regard
