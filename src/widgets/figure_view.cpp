#include "widgets/figure_view.h"

#include <utility>

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

namespace regard {

FigureCanvas::FigureCanvas(FigureView *view) : QWidget(view), m_view(view)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
}

void FigureCanvas::forgetPixels()
{
    m_pixels = {};
    update();
}

bool FigureCanvas::event(QEvent *event)
{
    // Esc belongs to the picture while it has the focus, even where the window has a shortcut for it.
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void FigureCanvas::paintEvent(QPaintEvent *event)
{
    QPainter painter(this);
    if (!m_view->m_figure) {
        paintMessage(painter);
        return;
    }
    const QRect viewed = QRect(-pos(), m_view->viewport()->size()) & rect();
    if (m_pixels.isNull() || !m_part.contains(event->rect()) || m_pixels.devicePixelRatio() != devicePixelRatioF())
        renderPixels(viewed | event->rect());
    painter.drawPixmap(m_part.topLeft(), m_pixels);
    m_view->paintOver(painter);
    if (m_showsFocus && hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(m_view->m_theme->theme().accent, 1.5));
        painter.drawRoundedRect(QRectF(viewed).adjusted(1, 1, -1, -1), 4, 4);
    }
}

void FigureCanvas::renderPixels(const QRect &part)
{
    m_part = part;
    const qreal ratio = devicePixelRatioF();
    const double scale = m_view->m_scale;
    m_pixels = QPixmap((QSizeF(part.size()) * ratio).toSize());
    // To the figure an enlarged picture is a finer screen.
    m_pixels.setDevicePixelRatio(ratio * scale);
    m_pixels.fill(m_view->m_theme->theme().panel);
    const QRectF seen(QPointF(part.topLeft()) / scale, QSizeF(part.size()) / scale);
    QPainter painter(&m_pixels);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    painter.translate(-seen.topLeft());
    painter.setClipRect(seen);
    m_view->m_figure->paintPixels(painter);
    painter.end();
    m_pixels.setDevicePixelRatio(ratio);
}

void FigureCanvas::paintMessage(QPainter &painter) const
{
    const Theme &theme = m_view->m_theme->theme();
    painter.fillRect(rect(), theme.panel);
    painter.setPen(theme.muted);
    painter.drawText(rect().adjusted(12, 12, -12, -12), Qt::AlignCenter | Qt::TextWordWrap, m_view->m_message);
}

void FigureCanvas::mouseMoveEvent(QMouseEvent *event)
{
    emit m_view->hovered(m_view->toFigure(event->position()), event->globalPosition().toPoint());
}

void FigureCanvas::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        emit m_view->clicked(m_view->toFigure(event->position()), event->modifiers());
}

void FigureCanvas::leaveEvent(QEvent *)
{
    emit m_view->left();
}

void FigureCanvas::contextMenuEvent(QContextMenuEvent *event)
{
    emit m_view->menuAsked(m_view->toFigure(event->pos()), event->globalPos());
}

void FigureCanvas::keyPressEvent(QKeyEvent *event)
{
    event->ignore();
    m_showsFocus = true;
    emit m_view->keyPressed(event);
    update();
}

void FigureCanvas::focusInEvent(QFocusEvent *event)
{
    m_showsFocus = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason ||
                   event->reason() == Qt::ShortcutFocusReason;
    update();
}

void FigureCanvas::focusOutEvent(QFocusEvent *)
{
    update();
}

FigureView::FigureView(AppTheme *theme, QWidget *parent)
    : QScrollArea(parent), m_theme(theme), m_canvas(new FigureCanvas(this))
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setMinimumSize(80, 60);
    setWidget(m_canvas);
    connect(theme, &AppTheme::changed, this, [this] {
        if (m_scale != m_theme->scale())
            refresh();
    });
}

void FigureView::setMaker(Maker maker)
{
    m_maker = std::move(maker);
    refresh();
}

void FigureView::setOverlay(std::function<void(QPainter &)> paint)
{
    m_overlay = std::move(paint);
    repaintOverlay();
}

void FigureView::setCover(std::function<void(QPainter &)> paint)
{
    m_cover = std::move(paint);
    repaintOverlay();
}

void FigureView::paintOver(QPainter &painter) const
{
    for (const auto &paint : {m_overlay, m_cover}) {
        if (!paint)
            continue;
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.scale(m_scale, m_scale);
        paint(painter);
        painter.restore();
    }
}

void FigureView::repaintOverlay()
{
    m_canvas->update();
}

std::unique_ptr<Figure> FigureView::fitted() const
{
    if (!m_maker)
        return nullptr;
    QSizeF space = QSizeF(maximumViewportSize()) / m_scale;
    std::unique_ptr<Figure> figure = m_maker(space);
    if (!figure)
        return nullptr;
    const bool tall = figure->size().height() > space.height() + 0.5;
    const bool wide = figure->size().width() > space.width() + 0.5;
    if (tall == wide)
        return figure;
    // One scroll bar takes its strip from the other direction, which must not need a second one for that.
    if (tall)
        space.rwidth() -= verticalScrollBar()->sizeHint().width() / m_scale;
    else
        space.rheight() -= horizontalScrollBar()->sizeHint().height() / m_scale;
    return m_maker(space);
}

void FigureView::refresh()
{
    if (!isVisible()) {
        m_stale = true;
        return;
    }
    m_stale = false;
    const QPoint scrolled(horizontalScrollBar()->value(), verticalScrollBar()->value());
    const QSize sizeBefore = m_canvas->size();
    const bool isEnlarged = std::exchange(m_scale, m_theme->scale()) != m_theme->scale();
    m_figure = fitted();
    if (m_figure)
        m_canvas->resize((m_figure->size() * m_scale).toSize());
    else
        m_canvas->resize(maximumViewportSize());
    if (isEnlarged && !sizeBefore.isEmpty()) { // what was seen at the top left stays there
        horizontalScrollBar()->setValue(qRound(double(scrolled.x()) * m_canvas->width() / sizeBefore.width()));
        verticalScrollBar()->setValue(qRound(double(scrolled.y()) * m_canvas->height() / sizeBefore.height()));
    }
    m_canvas->forgetPixels();
    emit refreshed();
}

void FigureView::setMessage(const QString &message)
{
    m_message = message;
    m_canvas->update();
}

QSizeF FigureView::figureSize() const
{
    return m_figure ? m_figure->size() : QSizeF(maximumViewportSize()) / m_scale;
}

QPoint FigureView::toGlobal(QPointF point) const
{
    return m_canvas->mapToGlobal((point * m_scale).toPoint());
}

QRectF FigureView::partInView() const
{
    const QRectF seen(QRect(-m_canvas->pos(), viewport()->size()) & m_canvas->rect());
    return {seen.topLeft() / m_scale, seen.size() / m_scale};
}

void FigureView::scrollTo(const QRectF &part)
{
    const QRectF rect(part.topLeft() * m_scale, part.size() * m_scale);
    // What is larger than the view starts at the view's top left.
    const QSizeF space(viewport()->size());
    const QPointF seen(std::min(rect.width(), space.width() - 16), std::min(rect.height(), space.height() - 16));
    const QPointF center = rect.topLeft() + seen / 2;
    ensureVisible(qRound(center.x()), qRound(center.y()), qRound(seen.x() / 2) + 8, qRound(seen.y() / 2) + 8);
}

void FigureView::scrollToStart(QPointF point)
{
    horizontalScrollBar()->setValue(qRound(point.x() * m_scale));
    verticalScrollBar()->setValue(qRound(point.y() * m_scale));
}

void FigureView::resizeEvent(QResizeEvent *event)
{
    QScrollArea::resizeEvent(event);
    refresh();
}

void FigureView::showEvent(QShowEvent *event)
{
    QScrollArea::showEvent(event);
    if (m_stale)
        refresh();
}

} // namespace regard
