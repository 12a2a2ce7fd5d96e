#include "widgets/heads_panel.h"

#include <algorithm>

#include <QKeyEvent>
#include <QToolTip>
#include <QVBoxLayout>

#include "widgets/figure_view.h"
#include "widgets/token_focus.h"

namespace regard {

HeadsPanel::HeadsPanel(Document *document, AppTheme *theme, QWidget *parent)
    : Panel(tr("Heads"), parent), m_document(document), m_theme(theme), m_view(new FigureView(theme, this))
{
    m_view->canvas()->setAccessibleName(tr("Thumbnails of all heads"));
    m_view->setMessage(tr("A small picture of each head will stand here."));
    m_view->setMaker([this](QSizeF space) { return figure(space); });
    content()->addWidget(m_view, 1);
    showBusySignOf(document);
    connect(m_view, &FigureView::hovered, this, &HeadsPanel::pointAt);
    connect(m_view, &FigureView::clicked, this, [this](QPointF point) {
        const auto hit = shown() ? shown()->hit(point) : std::nullopt;
        if (hit)
            choose(hit->layer, hit->head);
    });
    connect(m_view, &FigureView::keyPressed, this, &HeadsPanel::keyPressed);
    connect(document, &Document::loaded, this, &HeadsPanel::refresh);
    connect(document, &Document::resultChanged, this, &HeadsPanel::refresh);
    connect(document, &Document::selectionChanged, this, &HeadsPanel::selectionChanged);
    connect(theme, &AppTheme::changed, this, &HeadsPanel::refresh);
    refresh();
}

void HeadsPanel::refresh()
{
    const SharedTrace trace = m_document->result().trace;
    if (trace && !trace->blocks.empty()) {
        const HeadsData chosen = headsData(trace, m_document->selection());
        m_layer = chosen.layer;
        m_head = chosen.head;
        const auto layers = trace->blocks.size();
        const auto heads = trace->blocks[static_cast<std::size_t>(chosen.layer)]->heads.size();
        const QString layerText = layers == 1 ? tr("1 layer") : tr("%1 layers").arg(layers);
        setCaption(layerText + QStringLiteral(" × ") + (heads == 1 ? tr("1 head") : tr("%1 heads").arg(heads)));
        m_view->canvas()->setAccessibleDescription(viewTitle(*trace, m_layer, {m_head}));
    } else {
        setCaption({});
    }
    m_view->refresh();
}

void HeadsPanel::selectionChanged()
{
    // Hovering tokens changes the selection with every mouse move, but nothing of this picture.
    const SharedTrace trace = m_document->result().trace;
    if (!trace || trace->blocks.empty())
        return;
    const HeadsData chosen = headsData(trace, m_document->selection());
    if (chosen.layer != m_layer || chosen.head != m_head)
        refresh();
}

std::unique_ptr<Figure> HeadsPanel::figure(QSizeF size) const
{
    return figure(size, m_theme->theme());
}

std::unique_ptr<Figure> HeadsPanel::figure(QSizeF size, const Theme &theme) const
{
    const SharedTrace trace = m_document->result().trace;
    if (!trace || trace->blocks.empty())
        return nullptr;
    return std::make_unique<HeadsFigure>(headsData(trace, m_document->selection()), size, theme);
}

QSizeF HeadsPanel::figureSize() const
{
    return m_view->figureSize();
}

const HeadsFigure *HeadsPanel::shown() const
{
    return static_cast<const HeadsFigure *>(m_view->figure());
}

void HeadsPanel::choose(int layer, int head)
{
    m_document->setSelection(withHead(m_document->selection(), layer, head));
    if (shown())
        m_view->scrollTo(shown()->headRect(layer, head));
}

void HeadsPanel::pointAt(QPointF point, QPointF globalPosition)
{
    const auto hit = shown() ? shown()->hit(point) : std::nullopt;
    m_view->canvas()->setCursor(hit ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (hit)
        QToolTip::showText(globalPosition.toPoint(), viewTitle(*m_document->result().trace, hit->layer, {hit->head}),
                           m_view->canvas());
    else
        QToolTip::hideText();
}

void HeadsPanel::keyPressed(QKeyEvent *event)
{
    const SharedTrace trace = m_document->result().trace;
    if (!shown() || !trace || trace->blocks.empty())
        return;
    const Selection within = withinTrace(m_document->selection(), *trace);
    const int layers = static_cast<int>(trace->blocks.size());
    const int heads = static_cast<int>(trace->blocks[static_cast<std::size_t>(within.layer)]->heads.size());
    int layer = within.layer;
    int head = within.head;
    switch (event->key()) {
    case Qt::Key_Left:
        --head;
        break;
    case Qt::Key_Right:
        ++head;
        break;
    case Qt::Key_Up:
        --layer;
        break;
    case Qt::Key_Down:
        ++layer;
        break;
    case Qt::Key_Home:
        head = 0;
        break;
    case Qt::Key_End:
        head = heads - 1;
        break;
    default:
        return;
    }
    event->accept();
    choose(std::clamp(layer, 0, layers - 1), std::clamp(head, 0, heads - 1));
}

} // namespace regard
