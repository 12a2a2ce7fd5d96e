#include "window/presentation/present_flash.h"

#include <algorithm>
#include <utility>

#include <QPainter>

#include "controls/app_theme.h"
#include "controls/figure_view.h"
#include "views/base/moved_scale.h"
#include "views/base/shown_matrix.h"
#include "views/heatmap/panel/heatmap_panel.h"
#include "views/heatmap/panel/heatmap_plot.h"
#include "views/links/panel/band_outline.h"
#include "views/links/panel/link_panel.h"
#include "window/regions/panel_set.h"

namespace regard {

namespace {

constexpr double leastMove = 0.01; // of a weight
constexpr std::size_t mostMoves = 12;
constexpr double thinnestLink = 4;

/// An outline visible on any fill: the text's colour within a rim of the panel's.
void paintMark(QPainter &painter, const QPolygonF &outline, const Theme &theme, double strength)
{
    QColor rim = theme.panel;
    QColor line = theme.text;
    QColor fill = theme.accent;
    rim.setAlphaF(float(strength));
    line.setAlphaF(float(strength));
    fill.setAlphaF(float(0.45 * strength));
    painter.setBrush(fill);
    painter.setPen(QPen(rim, 4.5, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.drawPolygon(outline);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(line, 2, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.drawPolygon(outline);
}

} // namespace

PresentFlash::PresentFlash(Document *document, AppTheme *theme, PanelSet *panels, QObject *parent)
    : QObject(parent), m_document(document), m_theme(theme), m_panels(panels),
      m_flash(new Flash([document] { return document->now(); }, this))
{
    connect(document, &Document::shownChanged, this, &PresentFlash::follow);
    connect(m_flash, &Flash::changed, this, [this] {
        if (!m_flash->isOn())
            m_base = {};
        repaint();
    });
    connect(panels->links->view(), &FigureView::refreshed, this, [this] { m_outlines.reset(); });
}

void PresentFlash::setOn(bool on)
{
    m_isOn = on;
    m_last = on ? m_document->shown().now.result : Result();
    m_base = {};
    m_flash->stop();
}

void PresentFlash::follow()
{
    const Result now = m_document->shown().now.result;
    if (!m_isOn || now == m_last)
        return;
    const Result before = std::exchange(m_last, now);
    // A drag continues while it flashes: its moves count from where it began.
    if (m_flash->isOn() && begin(m_base))
        return;
    if (begin(before))
        m_base = before;
}

bool PresentFlash::begin(const Result &before)
{
    const Result &now = m_document->shown().now.result;
    if (!before.trace || !now.trace || m_document->comparison().compared() == Compared::Pinned)
        return false;
    const std::optional<EditedCell> cell = editedCell(*before.model, *now.model);
    if (!cell)
        return false;
    m_cell = cell;
    compare(before, now);
    m_flash->start();
    return true;
}

void PresentFlash::compare(const Result &before, const Result &now)
{
    m_links.clear();
    m_cells.clear();
    m_outlines.reset();
    if (now.trace->blocks.empty() || before.trace->blocks.empty() ||
        now.trace->source.tokens != before.trace->source.tokens ||
        now.trace->target.tokens != before.trace->target.tokens) // the token view changed since
        return;
    const Selection within = m_document->shown().as(Compared::Now).attention.selection;
    const float least = leastMove * float(numberScale(m_document->shown().attention).one);
    const std::vector<ShownMatrix> heads = shownMatrices(*now.model, now.trace, within);
    const std::vector<ShownMatrix> headsBefore = shownMatrices(*before.model, before.trace, within);
    for (std::size_t i = 0; i < std::min(heads.size(), headsBefore.size()); ++i)
        addMoved(m_links, heads[i].index, *headsBefore[i].weights, *heads[i].weights, least, mostMoves);
    const ShownMatrix head = shownMatrix(*now.model, now.trace, within);
    const ShownMatrix headBefore = shownMatrix(*before.model, before.trace, within);
    addMoved(m_cells, head.index, *headBefore.weights, *head.weights, least, mostMoves);
}

void PresentFlash::repaint() const
{
    m_panels->links->view()->repaintOverlay();
    m_panels->heatmap->plot()->repaintCover();
}

void PresentFlash::paintLinks(QPainter &painter) const
{
    const auto *figure = dynamic_cast<const LinkFigure *>(m_panels->links->view()->figure());
    if (!m_flash->isOn() || !figure)
        return;
    if (!m_outlines) {
        m_outlines.emplace();
        for (const LinkFigure::Band &band : figure->bands()) {
            const bool moved = std::any_of(m_links.begin(), m_links.end(), [&band](const MovedWeight &link) {
                return link.head == band.head && link.query == band.query && link.key == band.key;
            });
            if (moved)
                m_outlines->push_back(bandOutline(band, m_panels->links->isHorizontal(), thinnestLink));
        }
    }
    for (const QPolygonF &outline : *m_outlines)
        paintMark(painter, outline, m_theme->theme(), m_flash->strength());
}

void PresentFlash::paintCells(QPainter &painter) const
{
    const HeatmapFigure *figure = m_panels->heatmap->plot()->figure();
    if (!m_flash->isOn() || !figure)
        return;
    for (const MovedWeight &cell : m_cells) {
        const QRectF rect = figure->cellRect(cell.query, cell.key);
        if (figure->cellsRect().contains(rect.center()))
            paintMark(painter, rect.adjusted(1, 1, -1, -1), m_theme->theme(), m_flash->strength());
    }
}

} // namespace regard
