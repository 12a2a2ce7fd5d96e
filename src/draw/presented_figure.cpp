#include "draw/presented_figure.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "draw/left_out.h"
#include "draw/scaled_figure.h"
#include "draw/smallest_text.h"

namespace regard {

namespace {

constexpr double leastIndex = 0.7; // of the letter that it belongs to
constexpr double touching = 0.75;  // pixels by which texts may reach into each other and be apart to an eye

/// Whether the corners of one box are beyond an edge of the other.
bool areParted(const QPolygonF &a, const QPolygonF &b)
{
    for (int i = 0; i < 4; ++i) {
        const QPointF edge = a.at((i + 1) % 4) - a.at(i);
        const double length = std::hypot(edge.x(), edge.y());
        if (length < 1e-9)
            continue;
        const QPointF outwards(edge.y() / length, -edge.x() / length);
        const auto beyond = [&](const QPointF &corner) {
            return QPointF::dotProduct(corner - a.at(i), outwards) > -touching;
        };
        if (std::all_of(b.begin(), b.end(), beyond))
            return true;
    }
    return false;
}

bool touch(const DrawnText &a, const DrawnText &b)
{
    return a.place.boundingRect().intersects(b.place.boundingRect()) && !areParted(a.place, b.place) &&
           !areParted(b.place, a.place);
}

/// Whether a text is the index or the sign of the one drawn before or after it, which begins or ends where it does.
bool isIndexOf(const DrawnText &text, const DrawnText &other)
{
    const QRectF own = text.place.boundingRect();
    const QRectF letters = other.place.boundingRect();
    return text.size >= leastIndex * std::min(other.size, laidOutType) &&
           (std::abs(own.left() - letters.right()) < 1.5 || std::abs(own.right() - letters.left()) < 1.5);
}

bool isTooSmall(const std::vector<DrawnText> &texts, std::size_t i)
{
    if (texts[i].size >= laidOutType - 0.01)
        return false;
    return !(i > 0 && isIndexOf(texts[i], texts[i - 1])) &&
           !(i + 1 < texts.size() && isIndexOf(texts[i], texts[i + 1]));
}

QString faultOfTexts(const std::vector<DrawnText> &texts, QSizeF size)
{
    const QRectF room = QRectF(QPointF(), size).adjusted(-1, -1, 1, 1);
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (isTooSmall(texts, i))
            return QStringLiteral("“%1” is %2 high").arg(texts[i].text).arg(texts[i].size);
        if (!room.contains(texts[i].place.boundingRect()))
            return QStringLiteral("“%1” is not all in the picture").arg(texts[i].text);
        for (std::size_t j = 0; j < i; ++j)
            if (touch(texts[i], texts[j]))
                return QStringLiteral("“%1” touches “%2”").arg(texts[i].text, texts[j].text);
    }
    return {};
}

} // namespace

Theme presentedTheme(Theme theme)
{
    theme.leastNumber = laidOutType;
    return theme;
}

QString whyNotWhole(const Figure &figure, QSizeF size)
{
    const QSizeF own = figure.size();
    if (own.width() > size.width() + 0.5 || own.height() > size.height() + 0.5)
        return QStringLiteral("it needs %1 × %2").arg(own.width()).arg(own.height());
    return faultOfTexts(paintedTexts(figure), size);
}

QString PresentedFigure::whyNot(QSizeF size, double type, Names names) const
{
    const LeftOut leftOut;
    const QSizeF laidOut = size * laidOutType / type;
    const std::unique_ptr<Figure> made = m_make(laidOut);
    if (!made)
        return {};
    const QString why = whyNotWhole(*made, laidOut);
    if (!why.isEmpty())
        return why;
    if (!leftOut.parts().isEmpty())
        return QStringLiteral("no room for: %1").arg(leftOut.parts().join(QStringLiteral(", ")));
    return leftOut.names() > 0 && names == Names::All ? QStringLiteral("not every name has room") : QString();
}

bool PresentedFigure::fits(QSizeF size, double type, Names names) const
{
    const auto parts = [&](double length) { return int(std::lround(64 * length * laidOutType / type)); };
    const std::tuple place(parts(size.width()), parts(size.height()), names);
    const auto known = m_known.find(place);
    if (known != m_known.end())
        return known->second;
    return m_known[place] = whyNot(size, type, names).isEmpty();
}

std::unique_ptr<Figure> PresentedFigure::figure(QSizeF size, double type) const
{
    std::unique_ptr<Figure> made = m_make(size * laidOutType / type);
    if (!made)
        return nullptr;
    return std::make_unique<ScaledFigure>(std::move(made), type / laidOutType);
}

} // namespace regard
