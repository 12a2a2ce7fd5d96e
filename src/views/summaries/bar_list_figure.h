#pragma once

#include <optional>
#include <vector>

#include <QString>

#include "draw/broken_title.h"
#include "draw/figure.h"
#include "draw/listed_figure.h"
#include "draw/theme.h"

namespace regard {

/// A list of numbers, each with its name and a bar.
struct BarListData {
    struct Row {
        QString label;
        double value = 0; ///< NaN: not computed yet
        int head = 0;     ///< whose colour the bar has; signed bars have the sign's
        QString detail{}; ///< a second, quiet text after the name
    };
    std::vector<Row> rows;
    double most = 1; ///< the value of a full bar; of signed values either way
    /// Bars from a middle line: to the right what is positive, to the left what is negative, in Theme::change's
    /// colours.
    bool isSigned = false;
    int selected = -1; ///< row with a filled background
    int current = -1;  ///< row with a frame: where the keyboard is
    QString title;
    QString labelHeader;    ///< over the names
    QString detailHeader{}; ///< over the second texts
    QString valueHeader;    ///< over the bars: what is measured, and what a full bar means
    QString valueTip{};     ///< tooltip of the headings: the same at length
};

/// Names, second texts where a row has one, and numbers.
ListTable tableOf(const BarListData &data);

/// One line a row: name, second text, bar from 0 to `most` (signed: from −most to most), number.
class BarListFigure : public Figure, public ListedFigure {
public:
    /// Takes the available width, but no less than 150 pixels; size() grows downwards.
    BarListFigure(BarListData data, QSizeF size, const Theme &theme);

    QSizeF size() const override { return m_size; }
    /// Draws only the rows that meet the painter's clip, where it has one.
    void paint(QPainter &painter) const override;
    ListTable table() const override { return tableOf(m_data); }
    std::optional<int> hit(QPointF point) const;
    /// What the numbers are, where the point is on title or headings; else empty.
    QString tipAt(QPointF point) const;
    QRectF rowRect(int row) const;
    /// Zero width where the number is not known yet.
    QRectF barRect(int row) const;

private:
    double barsLeft() const;
    double barsWidth() const;
    QString numberText(double value) const;
    int count() const { return int(m_data.rows.size()); }
    void paintHeader(QPainter &painter) const;
    void paintRow(QPainter &painter, int row) const;

    BarListData m_data;
    Theme m_theme;
    BrokenTitle m_title;
    QSizeF m_size;
    double m_top = 0;
    double m_labelWidth = 0;
    double m_detailWidth = 0; ///< 0: no row has a second text
    double m_numberWidth = 0;
};

} // namespace regard
