#include "views/present/presented_panel.h"

#include <tuple>
#include <utility>
#include <vector>

#include "document/document.h"
#include "text/tokenizer.h"
#include "views/base/screen_theme.h"
#include "views/base/shown_tokens.h"
#include "views/links/link_figure.h"
#include "views/present/weights_picture.h"
#include "views/steps/step_walk.h"

namespace regard {

namespace {

using Pairs = std::vector<std::pair<int, int>>;

/// A picture of tokens with what is named in it outlined.
template <typename Named>
class OutlinedFigure : public Figure {
public:
    OutlinedFigure(std::unique_ptr<Named> figure, Pairs named) : m_figure(std::move(figure)), m_named(std::move(named))
    {
    }

    QSizeF size() const override { return m_figure->size(); }
    double labelSize() const override { return m_figure->labelSize(); }
    bool isSlow(const QRectF &part, double ratio) const override { return m_figure->isSlow(part, ratio); }
    void stopPainting() const override { m_figure->stopPainting(); }
    void paintTexts(QPainter &painter) const override { m_figure->paintTexts(painter); }
    void paint(QPainter &painter) const override
    {
        m_figure->paint(painter);
        m_figure->paintLit(painter, m_named);
    }
    void paintPixels(QPainter &painter) const override
    {
        m_figure->paintPixels(painter);
        m_figure->paintLit(painter, m_named);
    }

private:
    std::unique_ptr<Named> m_figure;
    Pairs m_named;
};

template <typename Named>
std::unique_ptr<Figure> outlined(std::unique_ptr<Figure> figure, Pairs named)
{
    if (!figure || named.empty())
        return figure;
    std::unique_ptr<Named> own(static_cast<Named *>(figure.release()));
    return std::make_unique<OutlinedFigure<Named>>(std::move(own), std::move(named));
}

Pairs namedPairs(const Document &document)
{
    Pairs named;
    for (const PairRef &pair : shownPairs(document.shown(), document.look().highlight()))
        named.emplace_back(pair.query, pair.key);
    return named;
}

/// The cell in view, else the first that is named.
CellRef presentedCell(const Document &document)
{
    const std::vector<CellRef> &named = document.look().highlight().cells;
    return document.look().cell().matrix.empty() && !named.empty() ? named.front() : document.look().cell();
}

std::unique_ptr<Figure> weights(const Document &document, QSizeF size, const Theme &theme)
{
    const CellRef shown = presentedCell(document);
    Pairs named;
    for (const CellRef &cell : document.look().highlight().cells)
        if (cell.matrix == shown.matrix)
            named.emplace_back(cell.row, cell.column);
    return outlined<HeatmapFigure>(weightsPicture(document, shown, size, theme), std::move(named));
}

Theme weightsTheme(const Theme &theme)
{
    Theme own = presentedTheme(theme);
    own.parts.colorBar = false;
    own.parts.inWindow = true;
    return own;
}

/// What says what a picture is stands in the caption, what its colours mean in the cells.
Theme themeOf(ViewId id, const Document &document, const Theme &theme)
{
    Theme own = presentedTheme(theme);
    if (id == ViewId::Links || id == ViewId::Heatmap)
        return screenTheme(own, document.shown().attention); // as their panels, which are presented themselves
    if (id != ViewId::Why && id != ViewId::Entropy && id != ViewId::Training)
        own.parts.title = theme.parts.title.value_or(false);
    return own;
}

} // namespace

std::optional<ViewId> presentedView(PanelId panel)
{
    for (const View &view : views())
        if (view.panel == panel && view.make)
            return view.id;
    return std::nullopt;
}

bool isPresented(PanelId panel)
{
    return panel == PanelId::Weights || presentedView(panel).has_value();
}

ViewOptions presentedOptions(const Document &document)
{
    ViewOptions options;
    const StepView &steps = document.look().stepView();
    options.steps = stepChoice(steps);
    if (!steps.showsAll)
        options.step = steps.kind;
    options.links.horizontal = isMostlyCjk(document.sentences().source().toStdString());
    options.scale = document.look().colorScale();
    return options;
}

std::unique_ptr<PresentedFigure> presentedPanel(PanelId panel, const Document &document, const ViewOptions &options,
                                                const Theme &theme)
{
    if (panel == PanelId::Weights) {
        return std::make_unique<PresentedFigure>(
            [&document, own = weightsTheme(theme)](QSizeF size) { return weights(document, size, own); });
    }
    const std::optional<ViewId> view = presentedView(panel);
    if (!view)
        return nullptr;
    const auto make = [id = *view, &document, options, theme = themeOf(*view, document, theme)](QSizeF size) {
        ViewOptions own = options;
        own.isPresented = true;
        own.named = namedPairs(document);
        std::unique_ptr<Figure> figure = shownFigure(id, document, own, size, theme);
        if (id == ViewId::Links)
            return outlined<LinkFigure>(std::move(figure), own.named);
        return id == ViewId::Heatmap ? outlined<HeatmapFigure>(std::move(figure), own.named) : std::move(figure);
    };
    return std::make_unique<PresentedFigure>(make);
}

std::optional<PresentedCell> presentedCellAt(const Document &document, std::optional<QPointF> point, QSizeF size,
                                             double type, const Theme &theme)
{
    CellRef cell = presentedCell(document);
    const double scale = type / laidOutType;
    const auto picture = weightsPicture(document, cell, size / scale, weightsTheme(theme));
    if (!picture)
        return std::nullopt;
    if (point) {
        const auto hit = picture->hit(*point / scale);
        if (!hit)
            return std::nullopt;
        std::tie(cell.row, cell.column) = *hit;
    }
    const QRectF place = picture->cellRect(cell.row, cell.column);
    return PresentedCell{cell, QRectF(place.topLeft() * scale, place.size() * scale)};
}

} // namespace regard
