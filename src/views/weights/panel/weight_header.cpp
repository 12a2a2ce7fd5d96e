#include "views/weights/panel/weight_header.h"

#include <algorithm>

#include <QFontMetrics>
#include <QPainter>

#include "controls/app_theme.h"
#include "document/work/fault.h"
#include "views/weights/panel/weight_table_model.h"

namespace regard {

namespace {

constexpr int narrowest = 26;
constexpr int widest = 112; // in type of the usual height
constexpr int usualHeight = 15;
constexpr int margin = 5;
constexpr int measuredNames = 64;
constexpr int bar = 3;

/// A little smaller than the window's text, and scaled with it.
QFont headerFont(const QWidget *widget, bool bold)
{
    QFont font = widget->font();
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * 0.95);
    else
        font.setPixelSize(std::max(8, font.pixelSize() * 95 / 100));
    font.setBold(bold);
    return font;
}

} // namespace

WeightHeader::WeightHeader(Qt::Orientation orientation, const WeightTableModel *model, Document *document,
                           AppTheme *theme, QWidget *parent)
    : QHeaderView(orientation, parent), m_weights(model), m_document(document), m_theme(theme)
{
    setSectionResizeMode(QHeaderView::Fixed);
    setSectionsClickable(true);
    setHighlightSections(false);
}

bool WeightHeader::isHeadBanded() const
{
    const auto bands = m_weights->headBands();
    return bands.exist && bands.along == orientation();
}

QSize WeightHeader::sectionSizeFromContents(int) const
{
    return {defaultSectionSize(), defaultSectionSize()};
}

QSize WeightHeader::sizeHint() const
{
    const QFontMetrics metrics(headerFont(this, true));
    if (orientation() == Qt::Horizontal) {
        const int lines = isHeadBanded() ? 2 : 1;
        return {0, lines * metrics.height() + bar + 4};
    }
    // Names are short and few where they are words; indices grow with the last one.
    int width = narrowest;
    const int names = count();
    for (int section = 0; section < std::min(names, measuredNames); ++section) {
        const QString name = m_weights->headerData(section, orientation(), Qt::DisplayRole).toString();
        width = std::max(width, metrics.horizontalAdvance(name) + 2 * margin + bar);
    }
    if (names > 0) {
        const QString last = m_weights->headerData(names - 1, orientation(), Qt::DisplayRole).toString();
        width = std::max(width, metrics.horizontalAdvance(last) + 2 * margin + bar);
    }
    if (isHeadBanded()) {
        width = std::max(width, metrics.horizontalAdvance(WeightTableModel::bandName(m_weights->headBands(), 87)) +
                                    2 * margin + bar);
    }
    return {std::min(width, widest * metrics.height() / usualHeight), 0};
}

void WeightHeader::paintHeadMark(QPainter *painter, const QRect &rect, int section) const
{
    const auto bands = m_weights->headBands();
    const int band = section / bands.width;
    const bool selected = band == bands.selected;
    if (selected) {
        const QRect mark = orientation() == Qt::Horizontal
                               ? QRect(rect.left(), rect.bottom() - bar + 1, rect.width(), bar)
                               : QRect(rect.right() - bar + 1, rect.top(), bar, rect.height());
        painter->fillRect(mark, m_theme->theme().head(m_document->look().selection().head));
    }
    if (section % bands.width != 0)
        return;
    painter->setFont(headerFont(this, selected));
    painter->setPen(selected ? m_theme->theme().accent : m_theme->theme().muted);
    const int line = QFontMetrics(painter->font()).height();
    if (orientation() == Qt::Horizontal) {
        // The name may extend over the next columns of the same head.
        const QRect place(rect.left() + 2, rect.top() + 1, rect.width() * bands.width - 4, line);
        painter->save();
        painter->setClipping(false);
        painter->drawText(place, Qt::AlignLeft | Qt::AlignVCenter,
                          QFontMetrics(painter->font())
                              .elidedText(WeightTableModel::bandName(bands, band), Qt::ElideRight, place.width()));
        painter->restore();
    } else if (bands.width > 1) {
        painter->drawText(rect.adjusted(margin, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                          WeightTableModel::bandName(bands, band));
    }
}

void WeightHeader::paintSection(QPainter *painter, const QRect &rect, int section) const
{
    if (!rect.isValid() || m_weights->values() == nullptr)
        return;
    painter->save();
    guarded(this, "paintSection()", [&] { paintName(painter, rect, section); });
    painter->restore();
}

void WeightHeader::paintName(QPainter *painter, const QRect &rect, int section) const
{
    const bool banded = isHeadBanded();
    const bool quiet = banded && section / m_weights->headBands().width != m_weights->headBands().selected;
    const QModelIndex current = selectionModel() != nullptr ? selectionModel()->currentIndex() : QModelIndex();
    const bool isCurrent =
        current.isValid() && (orientation() == Qt::Horizontal ? current.column() : current.row()) == section;
    QFont font = headerFont(this, isCurrent);
    font.setStrikeOut(orientation() == Qt::Vertical && m_weights->isMaskedToken(section));
    const QFontMetrics metrics(font);
    const QString name = m_weights->headerData(section, orientation(), Qt::DisplayRole).toString();
    QRect place = rect;
    if (isCurrent && orientation() == Qt::Vertical)
        painter->fillRect(rect, m_theme->theme().queryFocus);
    Qt::Alignment alignment = Qt::AlignCenter;
    if (orientation() == Qt::Horizontal) {
        place.setTop(rect.bottom() - bar - metrics.height());
        place.setBottom(rect.bottom() - bar);
    } else {
        place.adjust(margin, 0, -margin - (banded ? bar : 0), 0);
        alignment = Qt::AlignRight | Qt::AlignVCenter;
    }
    const bool headNamedHere = banded && orientation() == Qt::Vertical && m_weights->headBands().width > 1 &&
                               section % m_weights->headBands().width == 0;
    painter->setFont(font);
    painter->setPen(isCurrent && orientation() == Qt::Horizontal ? m_theme->theme().accent
                    : quiet                                      ? m_theme->theme().muted
                                                                 : m_theme->theme().text);
    if (!headNamedHere) {
        const QString shown = metrics.elidedText(name, Qt::ElideRight, place.width());
        painter->drawText(place, alignment, shown);
        if (orientation() == Qt::Vertical && m_weights->isRandomToken(section)) {
            const int width = metrics.horizontalAdvance(shown);
            const int y = place.center().y() + metrics.height() / 2;
            painter->setPen(QPen(m_theme->theme().muted, 1, Qt::DotLine));
            painter->drawLine(place.right() - width, y, place.right(), y);
        }
    }
    if (banded)
        paintHeadMark(painter, rect, section);
}

} // namespace regard
