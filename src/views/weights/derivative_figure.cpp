#include "views/weights/derivative_figure.h"
#include "engine/model/attention_place.h"

#include <algorithm>
#include <cmath>

#include "draw/cell_image.h"
#include "draw/sign_hatch.h"
#include "draw/text_width.h"
#include "draw/token_label.h"
#include "views/steps/step_text.h"

namespace regard {

namespace {

constexpr double derivativeFontSize = 11;
constexpr double smallFontSize = 10;
constexpr double largestCellHeight = 20;
constexpr double largestCellWidth = 56;
constexpr double largestCellsHeight = 150;
constexpr double keyNamesHeight = 16;
constexpr double derivativeScaleHeight = 20;
constexpr double namedCellHeight = 12; ///< from which a row has its token beside it
constexpr double namedCellWidth = 34;
constexpr double numberedCellWidth = 38;
constexpr double numberedCellHeight = 14;
constexpr double struckCell = 5; ///< from which a masked cell is struck through
constexpr double largestNameShare = 0.3;
constexpr int derivativeLargestVectorSide = 128;

double widestName(const QStringList &names)
{
    double width = 0;
    for (const QString &name : names)
        width = std::max(width, textWidth(visibleToken(name), Theme::font(derivativeFontSize)));
    return std::ceil(width) + 8;
}

QString signedDerivative(double value, int digits)
{
    return (value > 0 ? QStringLiteral("+") : QString()) + stepNumberText(value, digits);
}

} // namespace

bool DerivativeData::isMasked(int query, int key) const
{
    const auto place = std::size_t(key);
    return MaskRule(isCausal ? Mask::Causal : Mask::None, window).hides(query, key) ||
           (place < maskedKeys.size() && maskedKeys[place]);
}

float DerivativeData::largest() const
{
    float largest = 0;
    for (int query = 0; query < int(values->rows()); ++query)
        for (int key = 0; key < int(values->cols()); ++key)
            if (!isMasked(query, key))
                largest = std::max(largest, std::abs((*values)(query, key)));
    return largest;
}

double DerivativeFigure::wantedHeight(int queries)
{
    return keyNamesHeight + std::min(queries * largestCellHeight, largestCellsHeight) + derivativeScaleHeight;
}

DerivativeFigure::DerivativeFigure(DerivativeData data, QSizeF space, const Theme &theme)
    : m_data(std::move(data)), m_theme(theme), m_largest(m_data.largest())
{
    const double height = std::min(wantedHeight(queryCount()), std::max(space.height(), 1.0));
    const double forCells = std::max(1.0, height - keyNamesHeight - derivativeScaleHeight);
    const double cellHeight = forCells / std::max(1, queryCount());
    m_namesQueries = cellHeight >= namedCellHeight;
    const double names = m_namesQueries ? std::min(widestName(m_data.queries), largestNameShare * space.width()) : 0;
    const double cellWidth =
        std::min(largestCellWidth, std::max(1.0, space.width() - names - 2) / std::max(1, keyCount()));
    m_namesKeys = cellWidth >= namedCellWidth;
    const double top = m_namesKeys ? keyNamesHeight : 2;
    m_cells = QRectF(names, top, cellWidth * keyCount(), std::max(1.0, height - top - derivativeScaleHeight));
    m_size = QSizeF(std::max(space.width(), 1.0), height);
}

QRectF DerivativeFigure::cellRect(int query, int key) const
{
    const double width = m_cells.width() / std::max(1, keyCount());
    const double height = m_cells.height() / std::max(1, queryCount());
    return {m_cells.left() + key * width, m_cells.top() + query * height, width, height};
}

std::optional<std::pair<int, int>> DerivativeFigure::hit(QPointF point) const
{
    if (!m_cells.contains(point) || queryCount() == 0 || keyCount() == 0)
        return std::nullopt;
    const auto query = int((point.y() - m_cells.top()) / m_cells.height() * queryCount());
    const auto key = int((point.x() - m_cells.left()) / m_cells.width() * keyCount());
    return std::pair(std::min(query, queryCount() - 1), std::min(key, keyCount() - 1));
}

QRgb DerivativeFigure::cellColor(int query, int key) const
{
    return m_data.isMasked(query, key) ? m_theme.masked.rgb() : m_theme.diverging(share(query, key));
}

double DerivativeFigure::share(int query, int key) const
{
    const double value = (*m_data.values)(query, key);
    return m_largest > 0 ? value / m_largest : 0;
}

void DerivativeFigure::paintSigns(QPainter &painter) const
{
    SignHatch signs(m_theme);
    for (int query = 0; query < queryCount(); ++query)
        for (int key = 0; key < keyCount(); ++key)
            if (!m_data.isMasked(query, key))
                signs.add(cellRect(query, key), share(query, key));
    signs.paint(painter);
}

void DerivativeFigure::paint(QPainter &painter) const
{
    m_theme.fillPaper(painter, QRectF(QPointF(), m_size));
    if (queryCount() > derivativeLargestVectorSide || keyCount() > derivativeLargestVectorSide) {
        paintCellImage(painter, m_cells, queryCount(), keyCount(),
                       [this](int query, int key) { return cellColor(query, key); });
        paintSigns(painter);
    } else {
        paintCells(painter);
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_theme.border, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(m_cells.adjusted(-0.5, -0.5, 0.5, 0.5));
    paintLabels(painter);
    paintScale(painter);
}

void DerivativeFigure::paintCells(QPainter &painter) const
{
    const QRectF first = cellRect(0, 0);
    const bool isNumbered = first.width() >= numberedCellWidth && first.height() >= numberedCellHeight;
    const double gap = std::min(first.width(), first.height()) >= 6 ? 1 : 0;
    const QFont font = Theme::monospace(smallFontSize);
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (int query = 0; query < queryCount(); ++query)
        for (int key = 0; key < keyCount(); ++key)
            painter.fillRect(cellRect(query, key).adjusted(0, 0, -gap, -gap), QColor::fromRgb(cellColor(query, key)));
    painter.setRenderHint(QPainter::Antialiasing);
    paintSigns(painter);
    for (int query = 0; query < queryCount(); ++query) {
        for (int key = 0; key < keyCount(); ++key) {
            const QRectF cell = cellRect(query, key).adjusted(0, 0, -gap, -gap);
            if (m_data.isMasked(query, key)) {
                if (std::min(cell.width(), cell.height()) < struckCell)
                    continue;
                painter.setPen(QPen(m_theme.maskLines, 1));
                painter.drawLine(cell.bottomLeft(), cell.topRight());
            } else if (isNumbered) {
                paintNumber(painter, query, key, font);
            }
        }
    }
}

void DerivativeFigure::paintNumber(QPainter &painter, int query, int key, const QFont &font) const
{
    const QRectF cell = cellRect(query, key);
    const double value = (*m_data.values)(query, key);
    QString text = signedDerivative(value, m_data.digits);
    if (textWidth(text, font) > cell.width() - 4)
        text = (value > 0 ? QStringLiteral("+") : QString()) +
               QString::number(value, 'g', 2).replace(QLatin1Char('-'), QChar(0x2212));
    if (textWidth(text, font) > cell.width() - 2)
        return;
    drawToken(painter, cell, Qt::AlignHCenter, text, font, m_theme.textOn(cellColor(query, key)));
}

void DerivativeFigure::paintLabels(QPainter &painter) const
{
    const QFont font = Theme::font(derivativeFontSize);
    if (m_namesQueries) {
        for (int query = 0; query < queryCount(); ++query) {
            const QRectF cell = cellRect(query, 0);
            const QRectF box(0, cell.top(), m_cells.left() - 6, cell.height());
            drawToken(painter, box, Qt::AlignRight, elidedToken(m_data.queries[query], font, box.width()), font,
                      m_theme.muted);
        }
    }
    if (m_namesKeys) {
        for (int key = 0; key < keyCount(); ++key) {
            const QRectF cell = cellRect(0, key);
            const QRectF box(cell.left() + 1, 0, cell.width() - 2, keyNamesHeight);
            drawToken(painter, box, Qt::AlignHCenter, elidedToken(m_data.keys[key], font, box.width()), font,
                      m_theme.muted);
        }
    }
}

/// Paints the scale from the largest fall to the largest rise, with 0 in the middle.
void DerivativeFigure::paintScale(QPainter &painter) const
{
    constexpr double barWidth = 90;
    constexpr double barHeight = 7;
    constexpr int steps = 45;
    const QFont font = Theme::font(smallFontSize);
    const QString low = m_largest > 0 ? signedDerivative(-m_largest, m_data.digits) : QString();
    const QString high = m_largest > 0 ? signedDerivative(m_largest, m_data.digits) : QStringLiteral("0");
    const QRectF line(0, m_size.height() - derivativeScaleHeight + 3, m_size.width(), derivativeScaleHeight - 3);
    double x = m_namesQueries ? m_cells.left() : 0;
    const double total = textWidth(low, font) + textWidth(high, font) + barWidth + 12;
    if (x + total > m_size.width())
        x = std::max(0.0, m_size.width() - total);
    const auto write = [&](const QString &text) {
        const double width = std::ceil(textWidth(text, font));
        drawToken(painter, QRectF(x, line.top(), width + 1, line.height()), Qt::AlignLeft, text, font, m_theme.muted);
        x += width + 6;
    };
    if (!low.isEmpty())
        write(low);
    painter.setRenderHint(QPainter::Antialiasing, false);
    const double top = line.center().y() - barHeight / 2;
    SignHatch signs(m_theme);
    for (int i = 0; i < steps; ++i) {
        const double t = 2.0 * i / (steps - 1) - 1;
        painter.fillRect(QRectF(x + i * barWidth / steps, top, barWidth / steps + 0.3, barHeight),
                         QColor::fromRgb(m_theme.diverging(m_largest > 0 ? t : 0)));
        signs.add(QRectF(x + i * barWidth / steps, top, barWidth / steps, barHeight), m_largest > 0 ? t : 0);
    }
    painter.setRenderHint(QPainter::Antialiasing);
    signs.paint(painter);
    painter.setPen(QPen(m_theme.border, 1));
    painter.drawRect(QRectF(x, top, barWidth, barHeight));
    x += barWidth + 6;
    write(high);
}

void DerivativeFigure::paintFocus(QPainter &painter, int query, int key) const
{
    if (query < 0 || query >= queryCount() || key < 0 || key >= keyCount())
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_theme.accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(cellRect(query, key).adjusted(-0.5, -0.5, -0.5, -0.5));
}

} // namespace regard
