#include "app/export/figure_variant.h"

#include <utility>
#include <vector>

#include <QCoreApplication>

#include "app/export/compared_figure.h"
#include "cli/export/state_words.h"
#include "document/document.h"
#include "figures/base/caption.h"
#include "figures/base/side_by_side_figure.h"
#include "figures/file/printed_figure.h"
#include "figures/heatmap/shared_colors.h"

namespace regard {

namespace {

struct FigureVariantText {
    Q_DECLARE_TR_FUNCTIONS(FigureVariant)
};

Caption captioned(const Document &document, const Caption &state)
{
    return document.title().isEmpty() ? state : Caption::filled(QStringLiteral("%1 · %2"), {document.title(), state});
}

/// With the interventions of that state alone.
Caption withDone(const Document &document, const Caption &state, Compared what)
{
    const auto comparison = document.shown().tokens.comparison;
    if (!comparison)
        return state;
    const QString done = what == Compared::Now ? ownInterventions(comparison->model(), comparison->modelBefore())
                                               : ownInterventions(comparison->modelBefore(), comparison->model());
    return done.isEmpty() ? state : Caption::filled(QStringLiteral("%1 (%2)"), {state, done});
}

Caption nowState(const Document &document)
{
    return withDone(document, Caption::filled(FigureVariantText::tr("now"), {}), Compared::Now);
}

Caption pinnedState(const Document &document)
{
    return withDone(document, document.comparison().pinned()->name, Compared::Pinned);
}

Caption captionOf(const Document &document, Compared what)
{
    switch (what) {
    case Compared::Now:
        return captioned(document, nowState(document));
    case Compared::Pinned:
        return captioned(document,
                         Caption::filled(FigureVariantText::tr("%1, compared with now"), {pinnedState(document)}));
    case Compared::Difference:
        break;
    }
    return captioned(document, Caption::filled(QStringLiteral("%1 − %2"), {nowState(document), pinnedState(document)}));
}

/// The caption of one picture, with what a difference leaves out.
Caption captionOf(const FigureChoice &choice, const Document &document, Compared what)
{
    const Caption caption = captionOf(document, what);
    const QString left = what == Compared::Difference ? leftOutText(choice, document) : QString();
    return left.isEmpty() ? caption : Caption::filled(QStringLiteral("%1 · %2"), {caption, left});
}

/// One picture below its caption; null stays null.
std::unique_ptr<Figure> below(const Caption &caption, std::unique_ptr<Figure> figure, const Theme &theme)
{
    if (!figure)
        return nullptr;
    std::vector<SideBySideFigure::Side> sides;
    sides.push_back({std::move(figure), caption});
    return std::make_unique<SideBySideFigure>(std::move(sides), theme);
}

std::unique_ptr<Figure> bothStates(const FigureChoice &choice, const Document &document, QSizeF size,
                                   const Theme &theme)
{
    const QSizeF each = SideBySideFigure::spaceOfEach(size, 2);
    std::unique_ptr<Figure> now = comparedFigure(choice, document, Compared::Now, each, theme);
    std::unique_ptr<Figure> pinned = comparedFigure(choice, document, Compared::Pinned, each, theme);
    if (!now || !pinned)
        return nullptr;
    shareColors(*now, *pinned);
    std::vector<SideBySideFigure::Side> sides;
    sides.push_back({std::move(now), captionOf(document, Compared::Now)});
    sides.push_back({std::move(pinned), captioned(document, pinnedState(document))});
    return std::make_unique<SideBySideFigure>(std::move(sides), theme);
}

} // namespace

bool hasVariants(const FigureChoice &choice, const Document &document)
{
    return choice.compared && document.comparison().pinned();
}

std::unique_ptr<Figure> figureVariant(const FigureChoice &choice, const Document &document, FigureVariant variant,
                                      QSizeF size, const Theme &theme)
{
    if (!hasVariants(choice, document))
        return choice.make(size, theme, choice.changes);
    const QSizeF space = SideBySideFigure::spaceOfEach(size, 1);
    switch (variant) {
    case FigureVariant::SideBySide:
        return bothStates(choice, document, size, theme);
    case FigureVariant::Difference:
        return below(captionOf(choice, document, Compared::Difference),
                     comparedFigure(choice, document, Compared::Difference, space, theme), theme);
    case FigureVariant::AsShown:
        break;
    }
    const Compared shown = document.comparison().compared();
    if (shown == Compared::Now)
        return choice.make(size, theme, choice.changes);
    std::unique_ptr<Figure> seen = choice.make(space, theme, choice.changes);
    if (!seen)
        seen = comparedFigure(choice, document, shown, space, theme); // which says why there is none
    return below(captionOf(choice, document, shown), std::move(seen), theme);
}

std::vector<std::unique_ptr<Figure>> figuresInTurn(const FigureChoice &choice, const Document &document,
                                                   const PictureSize &size, const Theme &theme)
{
    std::vector<std::unique_ptr<Figure>> frames;
    if (!hasVariants(choice, document))
        return frames;
    for (const Compared what : {Compared::Pinned, Compared::Now}) {
        const Compared other = what == Compared::Now ? Compared::Pinned : Compared::Now;
        const FigureMaker make = [&](QSizeF space) -> std::unique_ptr<Figure> {
            const QSizeF each = SideBySideFigure::spaceOfEach(space, 1);
            std::unique_ptr<Figure> own = comparedFigure(choice, document, what, each, theme);
            const std::unique_ptr<Figure> beside = comparedFigure(choice, document, other, each, theme);
            if (own && beside)
                shareColors(*own, *beside);
            return below(what == Compared::Now ? captionOf(document, Compared::Now)
                                               : captioned(document, pinnedState(document)),
                         std::move(own), theme);
        };
        if (std::unique_ptr<Figure> frame = printedFigure(make, size, theme.paper))
            frames.push_back(std::move(frame));
    }
    return frames;
}

QSizeF variantSize(const FigureChoice &choice, const Document &document, FigureVariant variant)
{
    const QSizeF size = choice.size();
    const bool isPlain = variant == FigureVariant::AsShown && document.comparison().compared() == Compared::Now;
    if (!hasVariants(choice, document) || isPlain)
        return size;
    return SideBySideFigure::spaceFor(variant == FigureVariant::SideBySide ? std::vector<QSizeF>{size, size}
                                                                           : std::vector<QSizeF>{size});
}

QString variantTitle(const FigureChoice &choice, const Document &document, FigureVariant variant)
{
    if (!hasVariants(choice, document))
        return document.title();
    switch (variant) {
    case FigureVariant::SideBySide:
        return captioned(document,
                         Caption::filled(QStringLiteral("%1, %2"), {nowState(document), pinnedState(document)}))
            .text();
    case FigureVariant::Difference:
        return differenceName(document);
    case FigureVariant::AsShown:
        break;
    }
    const Compared shown = document.comparison().compared();
    return shown == Compared::Now ? document.title() : captionOf(document, shown).text();
}

QString differenceName(const Document &document)
{
    return captionOf(document, Compared::Difference).text();
}

} // namespace regard
