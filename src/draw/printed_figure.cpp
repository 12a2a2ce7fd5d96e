#include "draw/printed_figure.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <QCoreApplication>

#include "draw/cropped_figure.h"
#include "draw/fitted_figure.h"
#include "draw/left_out.h"
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

/// The picture for that space, below a title of one's own where there is one.
std::unique_ptr<Figure> titled(const FigureMaker &make, QSizeF space, const Theme &theme)
{
    if (theme.parts.ownTitle.isEmpty())
        return make(space, theme);
    std::vector<SideBySideFigure::Side> sides{
        {make(SideBySideFigure::spaceOfEach(space, 1), theme), theme.parts.ownTitle}};
    return sides.front().figure ? std::make_unique<SideBySideFigure>(std::move(sides), theme) : nullptr;
}

/// Lays a picture out for one size after the other. All lengths but those of a layout are in print, in CSS pixels.
class Printing {
public:
    Printing(const FigureMaker &make, const PictureSize &size, const Theme &theme)
        : m_make(make), m_size(size), m_theme(theme), m_asked(size.textPoints * cssPixelsPerInch / pointsPerInch)
    {
        m_theme.parts.onPage = size.isOfLength;
    }

    /// The picture in that width, with all names where there is a size of type for it.
    std::unique_ptr<Figure> ofWidth(double width) const
    {
        const double least = smallestPrintedName * cssPixelsPerInch / pointsPerInch;
        std::unique_ptr<Figure> figure = withNames(m_asked, width);
        if (!figure || !m_size.isOfLength || figure->namesAll() || figure->labelSize() <= least)
            return figure;
        double most = figure->labelSize();
        double fitting = least;
        std::unique_ptr<Figure> whole = withNames(fitting, width);
        if (!whole->namesAll())
            return figure; // names left out are at least as large as asked
        for (int halving = 0; halving < 4; ++halving) {
            const double next = (fitting + most) / 2;
            std::unique_ptr<Figure> tried = withNames(next, width);
            (tried->namesAll() ? fitting : most) = next;
            if (tried->namesAll())
                whole = std::move(tried);
        }
        return whole;
    }

    /// The picture whose drawn part is as wide as asked, or as near as it comes, without the empty space around it.
    std::unique_ptr<Figure> cropped() const
    {
        constexpr int mostTries = 6;
        constexpr double near = 0.5; // of a pixel, in which what is drawn is measured
        const double wanted = m_size.size.width();
        std::unique_ptr<Figure> best;
        double bestWidth = 0;
        double width = wanted;
        for (int attempt = 0; attempt < mostTries; ++attempt) {
            std::unique_ptr<Figure> figure = ofWidth(width);
            if (!figure)
                return nullptr;
            const double drawn = drawnPart(*figure, m_theme.paper).width();
            const bool isBetter = drawn > bestWidth && drawn <= wanted + near;
            const bool grows = drawn > bestWidth + 1;
            if (isBetter) {
                best = std::move(figure);
                bestWidth = drawn;
            }
            if (std::abs(drawn - wanted) <= near || !grows)
                break;
            width += wanted - drawn;
        }
        return std::make_unique<CroppedFigure>(std::move(best), m_theme.paper, wanted);
    }

private:
    std::unique_ptr<Figure> withNames(double wanted, double width) const
    {
        double scale = 1;
        std::unique_ptr<Figure> figure = madeAt(scale, width);
        // A layout for more or less space may give its names another size.
        for (int layout = 1; figure && wanted > 0 && layout < mostLayouts; ++layout) {
            const double next = wanted / figure->labelSize() * scale;
            if (std::abs(next / scale - 1) < exact)
                break;
            scale = next;
            figure = madeAt(scale, width);
        }
        return figure;
    }

    /// A layout, and all of it drawn larger or smaller.
    std::unique_ptr<Figure> madeAt(double scale, double width) const
    {
        const QSizeF space = QSizeF(width, m_size.size.height()) / scale;
        const bool hasLimits = m_asked > 0 || m_theme.leastLine > 0;
        double drawn = scale; // the size of a layout's pixel
        while (true) {
            const Theme::LeastTypeScope type(m_asked > 0 ? smallestShare * m_asked / drawn : 0);
            Theme theme = m_theme;
            theme.leastLine /= drawn;
            std::unique_ptr<Figure> figure = titled(m_make, space, theme);
            if (!figure || m_size.hasHeight())
                return scaled(fitted(std::move(figure), space, theme.paper), scale);
            const double needed = figure->size().width();
            const double fitting = needed > space.width() + 0.01 ? scale * space.width() / needed : scale;
            // One that needs more width is drawn smaller, but its lines and type no smaller than they may be.
            if (fitting == scale || drawn < scale || !hasLimits)
                return scaled(std::move(figure), fitting);
            drawn = fitting;
        }
    }

    std::unique_ptr<Figure> scaled(std::unique_ptr<Figure> figure, double scale) const
    {
        if (!figure || (std::abs(scale - 1) < 1e-9 && Theme::leastType() == 0))
            return figure;
        return std::make_unique<ScaledFigure>(std::move(figure), scale);
    }

    const FigureMaker &m_make;
    const PictureSize &m_size;
    Theme m_theme;
    double m_asked; ///< size of the names; 0: as laid out
};

double inPoints(double pixels)
{
    return pixels * pointsPerInch / cssPixelsPerInch;
}

} // namespace

std::unique_ptr<Figure> printedFigure(const FigureMaker &make, const PictureSize &size, const Theme &theme, bool crops)
{
    const Printing printing(make, size, theme);
    if (crops && !size.hasHeight())
        return printing.cropped();
    std::unique_ptr<Figure> figure = printing.ofWidth(size.size.width());
    return figure && crops ? std::make_unique<CroppedFigure>(std::move(figure), theme.paper) : std::move(figure);
}

QString smallPrintText(const Figure &figure, const PictureSize &size)
{
    if (!size.isOfLength)
        return {};
    constexpr double rounding = 0.05;
    const double asked = size.textPoints > 0 ? size.textPoints : smallestPrintedText;
    const double names = inPoints(figure.labelSize());
    const bool areSmall = figure.namesAll() && names < asked - rounding && names >= smallestPrintedName - rounding;
    const double least = std::min(size.textPoints > 0 ? smallestShare * size.textPoints : smallestPrintedText,
                                  areSmall ? names : smallestPrintedText);
    const LeftOut leftOut;
    const DrawnText smallest = smallestText(figure);
    if (leftOut.parts().contains(LeftOut::cellNumbers()))
        return PrintedFigureText::tr(
                   "the numbers in cells have no room at %1 pt and are left out: make the picture wider")
            .arg(smallestShare * size.textPoints, 0, 'g', 2);
    const double points = inPoints(smallest.size);
    if (smallest.size > 0 && points < least - rounding)
        return PrintedFigureText::tr(
                   "the smallest text, “%1”, is %2 pt in print: less than %3 pt; make the picture wider or show less")
            .arg(visibleToken(smallest.text))
            .arg(points, 0, 'f', 1)
            .arg(least, 0, 'g', 2);
    if (!areSmall)
        return {};
    return PrintedFigureText::tr("the tokens’ names are %1 pt in print, so that each of them has room")
        .arg(names, 0, 'f', 1);
}

} // namespace regard
