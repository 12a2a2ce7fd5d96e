#include "window/export/figure_variant.h"

#include <utility>
#include <vector>

#include <QCoreApplication>

#include "document/document.h"
#include "draw/caption.h"
#include "draw/side_by_side_figure.h"
#include "export/state_pictures.h"
#include "export/state_words.h"
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

/// One of both states, for a picture of its own beside the other.
StatePicture stateOf(const FigureChoice &choice, const Document &document, Compared what, const StateCaptions &names)
{
    return {
        [&choice, &document, what](QSizeF space, const Theme &theme) {
            return comparedFigure(choice, document, what, space, theme);
        },
        captioned(document, what == Compared::Now ? nowState(document, names) : pinnedState(document, names), names)};
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
    const StateCaptions &names = theme.parts.captions;
    switch (variant) {
    case FigureVariant::SideBySide:
        return sideBySide(
            {stateOf(choice, document, Compared::Now, names), stateOf(choice, document, Compared::Pinned, names)}, size,
            theme);
    case FigureVariant::Difference:
        return belowCaption(comparedFigure(choice, document, Compared::Difference, space, theme),
                            captionOf(choice, document, Compared::Difference, theme.parts), theme);
    case FigureVariant::AsShown:
        break;
    }
    const Compared shown = document.comparison().compared();
    if (shown == Compared::Now)
        return choice.make(size, theme, choice.changes);
    std::unique_ptr<Figure> seen = choice.make(space, theme, choice.changes);
    if (!seen)
        seen = comparedFigure(choice, document, shown, space, theme); // which says why there is none
    return belowCaption(std::move(seen), captionOf(choice, document, shown, theme.parts), theme);
}

std::vector<std::unique_ptr<Figure>> figuresInTurn(const FigureChoice &choice, const Document &document,
                                                   const PictureSize &size, const Theme &theme)
{
    if (!hasVariants(choice, document))
        return {};
    const StateCaptions &names = theme.parts.captions;
    return filmFrames(
        {stateOf(choice, document, Compared::Pinned, names), stateOf(choice, document, Compared::Now, names)}, size,
        theme);
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
