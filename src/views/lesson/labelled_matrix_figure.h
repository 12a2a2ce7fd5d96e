#pragma once

#include <vector>

#include <QString>

#include "draw/figure.h"
#include "draw/theme.h"

namespace regard {

/// A matrix of numbers with its name and those of its rows and columns; rows may differ in length.
struct LabelledMatrixData {
    struct Row {
        QString name; ///< empty: none
        std::vector<QString> cells;
    };
    QString name;
    std::vector<QString> columns; ///< empty: without names
    std::vector<Row> rows;
};

/// Numbers in brackets, aligned at the right of their columns, names muted beside and above.
class LabelledMatrixFigure : public Figure {
public:
    LabelledMatrixFigure(LabelledMatrixData data, const Theme &theme);

    QSizeF size() const override { return m_size; }
    void paint(QPainter &painter) const override;
    QRectF cellRect(int row, int column) const;

private:
    double rowTop(int row) const { return m_top + row * m_rowHeight; }
    void paintBracket(QPainter &painter, double x, double towards) const;

    LabelledMatrixData m_data;
    Theme m_theme;
    QSizeF m_size;
    double m_left = 0; ///< of the first column
    double m_top = 0;  ///< of the first row
    double m_rowHeight = 0;
    std::vector<double> m_rights; ///< of the columns
    std::vector<double> m_widths;
};

} // namespace regard
