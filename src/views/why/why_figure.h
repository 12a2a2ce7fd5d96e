#pragma once

#include <memory>
#include <vector>

#include <QColor>
#include <QFont>

#include "draw/figure.h"
#include "draw/theme.h"
#include "views/why/why_data.h"
#include "views/why/why_text.h"

namespace regard {

/// Why a query looks at a key, in a few lines: the products that make the score, what q and k were made of, the weight,
/// the other keys. Where space is short, it is said of fewer products what made them, then fewer products are named.
class WhyFigure : public Figure {
public:
    /// Begins with the products where the title is empty.
    WhyFigure(const WhyData &data, QSizeF size, const Theme &theme);

    QSizeF size() const override { return m_size; }
    void paint(QPainter &painter) const override;
    std::unique_ptr<Figure> within(QSizeF size) const override;
    double smallestScale() const override { return 0.6; }
    const WhyData &data() const { return m_data; }
    /// What is written, line by line.
    QString text() const;

private:
    struct Placed {
        QRectF box;
        QString text;
        QColor color;
        bool bold = false;
        bool isNotation = false;
    };

    /// Places everything; the height that it takes.
    double lay(const WhyData &data, int explained);
    void layTitle();
    void put(const WhyRun &run);
    void putPhrase(const WhyPhrase &phrase);
    void newLine();
    QColor colorOf(const WhyRun &run) const;

    WhyData m_data;
    Theme m_theme;
    double m_margin;
    QSizeF m_size;
    std::vector<Placed> m_placed;
    double m_x = 0;
    double m_y = 0;
};

} // namespace regard
