#include "views/lesson/labelled_matrix_figure.h"

#include <algorithm>

#include "draw/notation.h"
#include "draw/text_width.h"

namespace regard {

namespace {

constexpr double labelledMatrixMargin = 4;
constexpr double labelledMatrixLineHeight = 20;
constexpr double columnGap = 12;
constexpr double bracketGap = 7;
constexpr double bracketWidth = 4;
constexpr double labelledMatrixNameGap = 8;

QFont matrixNumberFont()
{
    return Theme::font(13);
}

QFont matrixNameFont()
{
    return Theme::font(12);
}

QFont matrixTitleFont()
{
    return Theme::font(13, true);
}

} // namespace

LabelledMatrixFigure::LabelledMatrixFigure(LabelledMatrixData data, const Theme &theme)
    : m_data(std::move(data)), m_theme(theme), m_rowHeight(labelledMatrixLineHeight)
{
    double names = 0;
    std::size_t columns = m_data.columns.size();
    for (const LabelledMatrixData::Row &row : m_data.rows) {
        names = std::max(names, notationWidth(row.name, matrixNameFont()));
        columns = std::max(columns, row.cells.size());
    }
    m_widths.assign(columns, 8);
    for (std::size_t c = 0; c < columns; ++c) {
        if (c < m_data.columns.size())
            m_widths[c] = std::max(m_widths[c], notationWidth(m_data.columns[c], matrixNameFont()));
        for (const LabelledMatrixData::Row &row : m_data.rows)
            if (c < row.cells.size())
                m_widths[c] = std::max(m_widths[c], textWidth(row.cells[c], matrixNumberFont()));
    }
    m_left = labelledMatrixMargin + names + (names > 0 ? labelledMatrixNameGap : 0) + bracketGap;
    double right = m_left;
    for (const double width : m_widths) {
        right += width;
        m_rights.push_back(right);
        right += columnGap;
    }
    m_top = labelledMatrixMargin + (m_data.name.isEmpty() ? 0 : labelledMatrixLineHeight) +
            (m_data.columns.empty() ? 0 : labelledMatrixLineHeight);
    const double inner = (m_rights.empty() ? m_left : m_rights.back()) + bracketGap;
    m_size = {std::max(inner, labelledMatrixMargin + notationWidth(m_data.name, matrixTitleFont())) +
                  labelledMatrixMargin,
              m_top + double(m_data.rows.size()) * m_rowHeight + labelledMatrixMargin};
}

QRectF LabelledMatrixFigure::cellRect(int row, int column) const
{
    const double width = m_widths.at(std::size_t(column));
    return {m_rights.at(std::size_t(column)) - width, rowTop(row), width, m_rowHeight};
}

void LabelledMatrixFigure::paintBracket(QPainter &painter, double x, double towards) const
{
    const double bottom = rowTop(int(m_data.rows.size()));
    const QPointF corners[]{{x + towards, m_top}, {x, m_top}, {x, bottom}, {x + towards, bottom}};
    painter.drawPolyline(corners, 4);
}

void LabelledMatrixFigure::paint(QPainter &painter) const
{
    m_theme.fillPaper(painter, QRectF({}, m_size));
    painter.setRenderHint(QPainter::Antialiasing);
    drawNotation(painter, {labelledMatrixMargin, labelledMatrixMargin, m_size.width(), labelledMatrixLineHeight},
                 Qt::AlignLeft, m_data.name, matrixTitleFont(), m_theme.text);
    for (std::size_t c = 0; c < m_data.columns.size(); ++c)
        drawNotation(painter, cellRect(-1, int(c)), Qt::AlignRight, m_data.columns[c], matrixNameFont(), m_theme.muted);
    for (std::size_t r = 0; r < m_data.rows.size(); ++r)
        drawNotation(painter,
                     {labelledMatrixMargin, rowTop(int(r)),
                      m_left - bracketGap - labelledMatrixNameGap - labelledMatrixMargin, m_rowHeight},
                     Qt::AlignRight, m_data.rows[r].name, matrixNameFont(), m_theme.muted);
    painter.setPen(QPen(m_theme.text, 1.2));
    painter.setBrush(Qt::NoBrush);
    paintBracket(painter, m_left - bracketGap, bracketWidth);
    paintBracket(painter, m_rights.back() + bracketGap, -bracketWidth);
    painter.setPen(m_theme.text);
    painter.setFont(matrixNumberFont());
    for (std::size_t r = 0; r < m_data.rows.size(); ++r)
        for (std::size_t c = 0; c < m_data.rows[r].cells.size(); ++c)
            painter.drawText(cellRect(int(r), int(c)), Qt::AlignRight | Qt::AlignVCenter, m_data.rows[r].cells[c]);
}

} // namespace regard
