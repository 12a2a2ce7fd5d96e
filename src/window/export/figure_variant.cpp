#include "window/export/figure_variant.h"

#include <utility>
#include <vector>

#include <QCoreApplication>

#include "document/document.h"
#include "draw/caption.h"
#include "draw/printed_figure.h"
#include "draw/side_by_side_figure.h"
#include "export/state_words.h"
#include "views/heatmap/shared_colors.h"
#include "window/export/compared_figure.h"

namespace regard {

namespace {

struct FigureVariantText {
    Q_DECLARE_TR_FUNCTIONS(FigureVariant)
};

/// Puts the document's title before the state where the states have their usual names.
Caption captioned(const Document &document, const Caption &state, const StateCaptions &names)
{
    const bool isUsual = names.now.isEmpty() && names.pinned.isEmpty();
    return isUsual && !document.title().isEmpty()
               ? Caption::filled(QStringLiteral("%1 · %2"), {document.title(), state})
               : state;
}

/// Appends the interventions of that state alone.
Caption withDone(const Document &document, const Caption &state, Compared what)
{
    const auto comparison = document.shown().tokens.comparison;
    if (!comparison)
        return state;
    const QString done = what == Compared::Now ? ownInterventions(comparison->model(), comparison->modelBefore())
                                               : ownInterventions(comparison->modelBefore(), comparison->model());
    return done.isEmpty() ? state : Caption::filled(QStringLiteral("%1 (%2)"), {state, done});
}

Caption nowState(const Document &document, const StateCaptions &names)
{
    return names.now.isEmpty() ? withDone(document, Caption::filled(FigureVariantText::tr("now"), {}), Compared::Now)
                               : names.now;
}

Caption pinnedState(const Document &document, const StateCaptions &names)
{
    return names.pinned.isEmpty() ? withDone(document, document.comparison().pinned()->name, Compared::Pinned)
                                  : names.pinned;
}

/// The caption of one of both states; empty where none is wanted.
Caption captionOfState(const Document &document, Compared what, const PictureParts &parts)
{
    const StateCaptions &names = parts.captions;
    if (!parts.captionsStates())
        return {};
    return captioned(document, what == Compared::Now ? nowState(document, names) : pinnedState(document, names), names);
}

Caption captionOf(const Document &document, Compared what, const StateCaptions &names)
{
    const Caption now = nowState(document, names);
    const Caption pinned = pinnedState(document, names);
    switch (what) {
    case Compared::Now:
        return captioned(document, now, names);
    case Compared::Pinned:
        return captioned(document,
                         names.now.isEmpty()
                             ? Caption::filled(FigureVariantText::tr("%1, compared with now"), {pinned})
                             : Caption::filled(FigureVariantText::tr("%1, compared with %2"), {pinned, now}),
                         names);
    case Compared::Difference:
        break;
    }
    return captioned(document, Caption::filled(QStringLiteral("%1 − %2"), {now, pinned}), names);
}

/// The caption of one picture, with what a difference leaves out; empty where none is wanted.
Caption captionOf(const FigureChoice &choice, const Document &document, Compared what, const PictureParts &parts)
{
    if (!parts.captionsPicture())
        return {};
    const Caption caption = captionOf(document, what, parts.captions);
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
    const QSizeF each = SideBySideFigure::spaceOfEach(size, 2, theme.parts.captionsStates());
    std::unique_ptr<Figure> now = comparedFigure(choice, document, Compared::Now, each, theme);
    std::unique_ptr<Figure> pinned = comparedFigure(choice, document, Compared::Pinned, each, theme);
    if (!now || !pinned)
        return nullptr;
    shareColors(*now, *pinned);
    std::vector<SideBySideFigure::Side> sides;
    sides.push_back({std::move(now), captionOfState(document, Compared::Now, theme.parts)});
    sides.push_back({std::move(pinned), captionOfState(document, Compared::Pinned, theme.parts)});
    return std::make_unique<SideBySideFigure>(std::move(sides), theme);
}

} // namespace

bool hasVariants(const FigureChoice &choice, const Document &document)
{
    return choice.compared && document.comparison().pinned();
}

bool hasCaptions(const FigureChoice &choice, const Document &document, FigureVariant variant)
{
    const bool isPlain = variant == FigureVariant::AsShown && document.comparison().compared() == Compared::Now;
    return hasVariants(choice, document) && !isPlain;
}

std::unique_ptr<Figure> figureVariant(const FigureChoice &choice, const Document &document, FigureVariant variant,
                                      QSizeF size, const Theme &theme)
{
    if (!hasVariants(choice, document))
        return choice.make(size, theme, choice.changes);
    const QSizeF space = SideBySideFigure::spaceOfEach(size, 1, theme.parts.captionsPicture());
    switch (variant) {
    case FigureVariant::SideBySide:
        return bothStates(choice, document, size, theme);
    case FigureVariant::Difference:
        return below(captionOf(choice, document, Compared::Difference, theme.parts),
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
    return below(captionOf(choice, document, shown, theme.parts), std::move(seen), theme);
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
            const QSizeF each = SideBySideFigure::spaceOfEach(space, 1, theme.parts.captionsStates());
            std::unique_ptr<Figure> own = comparedFigure(choice, document, what, each, theme);
            const std::unique_ptr<Figure> beside = comparedFigure(choice, document, other, each, theme);
            if (own && beside)
                shareColors(*own, *beside);
            return below(captionOfState(document, what, theme.parts), std::move(own), theme);
        };
        if (std::unique_ptr<Figure> frame = printedFigure(make, size, theme))
            frames.push_back(std::move(frame));
    }
    return frames;
}

QSizeF variantSize(const FigureChoice &choice, const Document &document, FigureVariant variant)
{
    const QSizeF size = choice.size();
    if (!hasCaptions(choice, document, variant))
        return size;
    return SideBySideFigure::spaceFor(variant == FigureVariant::SideBySide ? std::vector<QSizeF>{size, size}
                                                                           : std::vector<QSizeF>{size});
}

QString variantTitle(const FigureChoice &choice, const Document &document, FigureVariant variant,
                     const PictureParts &parts)
{
    const StateCaptions &names = parts.captions;
    if (!parts.ownTitle.isEmpty())
        return parts.ownTitle;
    if (!hasVariants(choice, document))
        return document.title();
    switch (variant) {
    case FigureVariant::SideBySide:
        return captioned(
                   document,
                   Caption::filled(QStringLiteral("%1, %2"), {nowState(document, names), pinnedState(document, names)}),
                   names)
            .text();
    case FigureVariant::Difference:
        return captionOf(document, Compared::Difference, names).text();
    case FigureVariant::AsShown:
        break;
    }
    const Compared shown = document.comparison().compared();
    return shown == Compared::Now ? document.title() : captionOf(document, shown, names).text();
}

QString differenceName(const Document &document)
{
    return captionOf(document, Compared::Difference, {}).text();
}

} // namespace regard
