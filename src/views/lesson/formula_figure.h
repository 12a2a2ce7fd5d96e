#pragma once

#include <vector>

#include <QString>

#include "draw/figure.h"
#include "draw/theme.h"

namespace regard {

/// A part of a formula, with its parts.
struct FormulaPart {
    enum class Kind {
        Row,      ///< beside each other, operators among them
        Product,  ///< factors beside each other
        Name,     ///< text: one letter leans, more stand upright
        Operator, ///< text
        Sum,      ///< Σ
        Fraction, ///< parts: above, below
        Root,     ///< one part
        Group,    ///< one part in parentheses
        Script,   ///< parts: base, below, above; an empty Row is none
    };
    Kind kind = Kind::Row;
    QString text{};
    std::vector<FormulaPart> parts{};
};

/// A formula set as mathematics is: fractions, roots, what is raised and lowered.
class FormulaFigure : public Figure {
public:
    FormulaFigure(const FormulaPart &formula, const Theme &theme);

    QSizeF size() const override { return m_size; }
    void paint(QPainter &painter) const override;
    /// The texts from left to right with the places of their baselines.
    struct Word {
        QPointF place;
        QString text;
        QFont font;
    };
    const std::vector<Word> &words() const { return m_words; }

private:
    /// What a part takes: above and below its baseline.
    struct Extent {
        double width = 0;
        double above = 0;
        double below = 0;
    };
    struct Stroke {
        std::vector<QPointF> points;
        double width;
    };

    Extent place(const FormulaPart &part, QPointF at, double size);
    Extent placeRow(const FormulaPart &part, QPointF at, double size);
    Extent placeText(const QString &text, bool leans, QPointF at, double size);
    Extent placeFraction(const FormulaPart &part, QPointF at, double size);
    Extent placeRoot(const FormulaPart &part, QPointF at, double size);
    Extent placeGroup(const FormulaPart &part, QPointF at, double size);
    Extent placeScript(const FormulaPart &part, QPointF at, double size);
    Extent placeLimits(const FormulaPart &part, QPointF at, double size);
    void placeParenthesis(bool opens, QPointF at, const Extent &inner, double size);
    void move(std::size_t words, std::size_t strokes, QPointF by);

    Theme m_theme;
    QSizeF m_size;
    std::vector<Word> m_words;
    std::vector<Stroke> m_strokes;
};

} // namespace regard
