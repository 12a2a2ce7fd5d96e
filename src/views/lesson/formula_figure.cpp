#include "views/lesson/formula_figure.h"

#include <algorithm>
#include <array>

#include "draw/text_width.h"

namespace regard {

namespace {

constexpr double typeSize = 16;
constexpr double formulaSmallestType = 10;
constexpr double formulaMargin = 4;

QFont fontOf(double size, bool leans)
{
    QFont font = Theme::font(size);
    font.setItalic(leans);
    return font;
}

double smaller(double size)
{
    return std::max(formulaSmallestType, 0.72 * size);
}

bool isNothing(const FormulaPart &part)
{
    return part.kind == FormulaPart::Kind::Row && part.parts.empty();
}

} // namespace

FormulaFigure::FormulaFigure(const FormulaPart &formula, const Theme &theme) : m_theme(theme)
{
    const Extent whole = place(formula, {}, typeSize);
    move(0, 0, {formulaMargin, formulaMargin + whole.above});
    m_size = {whole.width + 2 * formulaMargin, whole.above + whole.below + 2 * formulaMargin};
}

void FormulaFigure::move(std::size_t words, std::size_t strokes, QPointF by)
{
    for (std::size_t i = words; i < m_words.size(); ++i)
        m_words[i].place += by;
    for (std::size_t i = strokes; i < m_strokes.size(); ++i)
        for (QPointF &point : m_strokes[i].points)
            point += by;
}

FormulaFigure::Extent FormulaFigure::place(const FormulaPart &part, QPointF at, double size)
{
    switch (part.kind) {
    case FormulaPart::Kind::Row:
    case FormulaPart::Kind::Product:
        return placeRow(part, at, size);
    case FormulaPart::Kind::Name:
        return placeText(part.text, part.text.size() == 1 && part.text[0].isLetter(), at, size);
    case FormulaPart::Kind::Operator:
        return placeText(part.text, false, at, size);
    case FormulaPart::Kind::Sum:
        return placeText(QStringLiteral("Σ"), false, at, 1.35 * size);
    case FormulaPart::Kind::Fraction:
        return placeFraction(part, at, size);
    case FormulaPart::Kind::Root:
        return placeRoot(part, at, size);
    case FormulaPart::Kind::Group:
        return placeGroup(part, at, size);
    case FormulaPart::Kind::Script:
        return part.parts.front().kind == FormulaPart::Kind::Sum ? placeLimits(part, at, size)
                                                                 : placeScript(part, at, size);
    }
    return {};
}

/// A name and its parentheses stand close; around operators there is room, but not before a comma.
FormulaFigure::Extent FormulaFigure::placeRow(const FormulaPart &part, QPointF at, double size)
{
    using Kind = FormulaPart::Kind;
    Extent row{0, 0.75 * size, 0.25 * size};
    for (std::size_t i = 0; i < part.parts.size(); ++i) {
        const FormulaPart &next = part.parts[i];
        const bool isComma = next.kind == Kind::Operator && (next.text == u"," || next.text == u";");
        const bool isTight = i == 0 || isComma || (part.kind == Kind::Product && next.kind == Kind::Group);
        if (!isTight)
            row.width += (part.kind == Kind::Product ? 0.22 : 0.3) * size;
        const Extent extent = place(next, at + QPointF(row.width, 0), size);
        row.width += extent.width;
        row.above = std::max(row.above, extent.above);
        row.below = std::max(row.below, extent.below);
    }
    return row;
}

FormulaFigure::Extent FormulaFigure::placeText(const QString &text, bool leans, QPointF at, double size)
{
    const QFont font = fontOf(size, leans);
    m_words.push_back({at, text, font});
    return {textWidth(text, font), 0.8 * size, 0.24 * size};
}

FormulaFigure::Extent FormulaFigure::placeFraction(const FormulaPart &part, QPointF at, double size)
{
    const double type = std::max(formulaSmallestType, 0.92 * size);
    const double axis = 0.32 * size; // the bar's height above the baseline
    const double gap = 0.16 * size;
    std::array<Extent, 2> extents;
    std::array<std::size_t, 3> words{m_words.size()};
    std::array<std::size_t, 3> strokes{m_strokes.size()};
    for (std::size_t i = 0; i < 2; ++i) {
        extents[i] = place(part.parts[i], at, type);
        words[i + 1] = m_words.size();
        strokes[i + 1] = m_strokes.size();
    }
    const auto &[above, below] = extents;
    const double width = std::max(above.width, below.width) + 0.5 * size;
    const double up = axis + gap + above.below;
    const double down = below.above + gap - axis;
    // What stands below was placed last: both are moved by the first shift, and it alone by the rest.
    const QPointF first((width - above.width) / 2, -up);
    move(words[0], strokes[0], first);
    move(words[1], strokes[1], QPointF((width - below.width) / 2, down) - first);
    m_strokes.push_back({{at + QPointF(0.1 * size, -axis), at + QPointF(width - 0.1 * size, -axis)}, 0.07 * size});
    return {width, up + above.above, down + below.below};
}

FormulaFigure::Extent FormulaFigure::placeRoot(const FormulaPart &part, QPointF at, double size)
{
    const double sign = 0.62 * size;
    const Extent inner = place(part.parts.front(), at + QPointF(sign, 0), size);
    const double top = inner.above + 0.12 * size;
    const double right = sign + inner.width + 0.08 * size;
    m_strokes.push_back(
        {{at + QPointF(0.08 * size, -0.3 * size), at + QPointF(0.2 * size, -0.36 * size),
          at + QPointF(0.36 * size, inner.below), at + QPointF(0.56 * size, -top), at + QPointF(right, -top)},
         0.07 * size});
    return {right + 0.06 * size, top + 0.06 * size, inner.below};
}

FormulaFigure::Extent FormulaFigure::placeGroup(const FormulaPart &part, QPointF at, double size)
{
    const double side = 0.36 * size;
    const Extent inner = place(part.parts.front(), at + QPointF(side, 0), size);
    placeParenthesis(true, at, inner, size);
    placeParenthesis(false, at + QPointF(side + inner.width, 0), inner, size);
    return {inner.width + 2 * side, inner.above + 0.08 * size, inner.below + 0.08 * size};
}

/// Places a parenthesis as tall as what it holds.
void FormulaFigure::placeParenthesis(bool opens, QPointF at, const Extent &inner, double size)
{
    constexpr int pieces = 12;
    const double middle = (inner.below - inner.above) / 2;
    const double half = (inner.above + inner.below) / 2 + 0.04 * size;
    Stroke stroke{{}, 0.07 * size};
    for (int i = 0; i <= pieces; ++i) {
        const double t = 2.0 * i / pieces - 1;
        const double bend = 0.2 * size * t * t;
        stroke.points.push_back(at + QPointF(opens ? 0.08 * size + bend : 0.28 * size - bend, middle + t * half));
    }
    m_strokes.push_back(std::move(stroke));
}

FormulaFigure::Extent FormulaFigure::placeScript(const FormulaPart &part, QPointF at, double size)
{
    Extent whole = place(part.parts[0], at, size);
    const double type = smaller(size);
    const double right = whole.width + 0.04 * size;
    const double raise = std::max(0.42 * size, whole.above - 0.42 * size);
    const double sink = std::max(0.2 * size, whole.below);
    for (const bool isBelow : {true, false}) {
        const FormulaPart &script = part.parts[isBelow ? 1 : 2];
        if (isNothing(script))
            continue;
        const Extent extent = place(script, at + QPointF(right, isBelow ? sink : -raise), type);
        whole.width = std::max(whole.width, right + extent.width + 0.04 * size);
        whole.above = std::max(whole.above, isBelow ? 0 : raise + extent.above);
        whole.below = std::max(whole.below, isBelow ? sink + extent.below : 0);
    }
    return whole;
}

/// Places limits below and above a Σ.
FormulaFigure::Extent FormulaFigure::placeLimits(const FormulaPart &part, QPointF at, double size)
{
    const double type = smaller(0.9 * size);
    std::array<std::size_t, 4> words{m_words.size()};
    std::array<std::size_t, 4> strokes{m_strokes.size()};
    std::array<Extent, 3> extents;
    for (std::size_t i = 0; i < 3; ++i) {
        extents[i] = isNothing(part.parts[i]) ? Extent() : place(part.parts[i], at, i == 0 ? size : type);
        words[i + 1] = m_words.size();
        strokes[i + 1] = m_strokes.size();
    }
    const auto &[sign, below, above] = extents;
    const double width = std::max({sign.width, below.width, above.width});
    const double up = sign.above + 0.06 * size + above.below;
    const double down = sign.below + 0.06 * size + below.above;
    const std::array<QPointF, 3> shifts{QPointF((width - sign.width) / 2, 0), QPointF((width - below.width) / 2, down),
                                        QPointF((width - above.width) / 2, -up)};
    QPointF moved;
    for (std::size_t i = 0; i < 3; ++i) {
        move(words[i], strokes[i], shifts[i] - moved);
        moved = shifts[i];
    }
    return {width, isNothing(part.parts[2]) ? sign.above : up + above.above,
            isNothing(part.parts[1]) ? sign.below : down + below.below};
}

void FormulaFigure::paint(QPainter &painter) const
{
    m_theme.fillPaper(painter, QRectF({}, m_size));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    for (const Stroke &stroke : m_strokes) {
        painter.setPen(QPen(m_theme.text, stroke.width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPolyline(stroke.points.data(), int(stroke.points.size()));
    }
    painter.setPen(m_theme.text);
    for (const Word &word : m_words) {
        painter.setFont(word.font);
        painter.drawText(word.place, word.text);
    }
}

} // namespace regard
