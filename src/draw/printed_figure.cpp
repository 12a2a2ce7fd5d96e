#include "draw/printed_figure.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <QCoreApplication>

#include "draw/fitted_figure.h"
#include "draw/scaled_figure.h"
#include "draw/side_by_side_figure.h"
#include "draw/smallest_text.h"
#include "draw/token_label.h"

namespace regard {

namespace {

constexpr int mostLayouts = 8;
constexpr double exact = 1e-4;

struct PrintedFigureText {
    Q_DECLARE_TR_FUNCTIONS(Picture)
};

std::unique_ptr<Figure> scaled(std::unique_ptr<Figure> figure, double scale)
{
    if (std::abs(scale - 1) < 1e-9)
        return figure;
    return std::make_unique<ScaledFigure>(std::move(figure), scale);
}

/// Makes the figure no wider than asked: one that needs more is drawn smaller.
std::unique_ptr<Figure> ofWidth(std::unique_ptr<Figure> figure, double width)
{
    const double needed = figure->size().width();
    return needed > width + 0.01 ? scaled(std::move(figure), width / needed) : std::move(figure);
}

/// The picture for that space, below a title of one's own where there is one.
std::unique_ptr<Figure> titled(const FigureMaker &make, QSizeF space, const Theme &theme)
{
    if (theme.parts.ownTitle.isEmpty())
        return make(space);
    std::vector<SideBySideFigure::Side> sides{{make(SideBySideFigure::spaceOfEach(space, 1)), theme.parts.ownTitle}};
    return sides.front().figure ? std::make_unique<SideBySideFigure>(std::move(sides), theme) : nullptr;
}

} // namespace

std::unique_ptr<Figure> printedFigure(const FigureMaker &make, const PictureSize &size, const Theme &theme)
{
    const auto madeAt = [&](double scale) -> std::unique_ptr<Figure> {
        const QSizeF space = size.size / scale;
        std::unique_ptr<Figure> figure = titled(make, space, theme);
        if (!figure || size.hasHeight())
            return fitted(std::move(figure), space, theme.paper);
        return ofWidth(std::move(figure), space.width());
    };
    double scale = 1;
    std::unique_ptr<Figure> figure = madeAt(scale);
    const double wanted = size.textPoints * cssPixelsPerInch / pointsPerInch;
    // A layout for more or less space may give its names another size.
    for (int layout = 1; figure && wanted > 0 && layout < mostLayouts; ++layout) {
        const double next = wanted / figure->labelSize();
        if (std::abs(next / scale - 1) < exact)
            break;
        scale = next;
        figure = madeAt(scale);
    }
    return figure ? scaled(std::move(figure), scale) : nullptr;
}

QString smallPrintText(const Figure &figure, const PictureSize &size)
{
    if (!size.isOfLength)
        return {};
    const DrawnText smallest = smallestText(figure);
    const double points = smallest.size * pointsPerInch / cssPixelsPerInch;
    if (smallest.size == 0 || points >= smallestPrintedText - 0.005)
        return {};
    return PrintedFigureText::tr(
               "the smallest text, “%1”, is %2 pt in print: less than %3 pt; make the picture wider or show less")
        .arg(visibleToken(smallest.text))
        .arg(points, 0, 'f', 1)
        .arg(smallestPrintedText);
}

} // namespace regard
