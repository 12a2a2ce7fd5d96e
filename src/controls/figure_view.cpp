#include "controls/figure_view.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QApplication>
#include <QContextMenuEvent>
#include <QElapsedTimer>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include "controls/fading_look.h"
#include "controls/list_actions.h"
#include "controls/panel.h"
#include "document/work/background_work.h"

namespace regard {

namespace {

constexpr double growthStep = 0.2;
constexpr int growthTime = 150; // ms
constexpr int displayFrame = 16;
constexpr double roundedOff = 0.5; // by which a figure may be larger than its space, in its own pixels

} // namespace

FigureCanvas::FigureCanvas(FigureView *view) : QWidget(view), m_view(view)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
}

void FigureCanvas::forgetPixels()
{
    m_isOutdated = true;
    m_view->stopPainting();
    update();
}

bool FigureCanvas::isCurrent(const QRect &part) const
{
    return !m_isOutdated && !m_pixels.isNull() && m_part.contains(part) &&
           m_pixels.devicePixelRatio() == devicePixelRatioF();
}

bool FigureCanvas::event(QEvent *event)
{
    // Esc belongs to the picture while it has the focus, even where the window has a shortcut for it.
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    const bool isDone = QWidget::event(event);
    // Every page of a scroll area is transparent to the style sheet: everything behind it would be painted first.
    if (event->type() == QEvent::Polish || event->type() == QEvent::StyleChange)
        setAttribute(Qt::WA_OpaquePaintEvent);
    return isDone;
}

void FigureCanvas::paintEvent(QPaintEvent *event)
{
    QPainter painter(this);
    if (!m_view->m_figure) {
        paintMessage(painter);
        return;
    }
    const QRect viewed = QRect(-pos(), m_view->viewport()->size()) & rect();
    if (!isCurrent(event->rect()))
        render(viewed | event->rect());
    if (!m_part.contains(event->rect()) || m_pixels.isNull()) // the rest is being painted
        painter.fillRect(event->rect(), m_view->m_theme->theme().panel);
    painter.drawPixmap(m_part.topLeft(), m_pixels);
    m_view->paintOver(painter);
    if (m_showsFocus && hasFocus() && m_view->m_theme->theme().leastNumber <= 0) { // an audience sees the word in focus
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(m_view->m_theme->theme().accent, 1.5));
        painter.drawRoundedRect(QRectF(viewed).adjusted(1, 1, -1, -1), 4, 4);
    }
}

void FigureCanvas::render(const QRect &part)
{
    const Rendering wanted{part, devicePixelRatioF(), m_view->m_scale, m_view->m_theme->theme().panel};
    const QRectF seen(QPointF(part.topLeft()) / wanted.scale, QSizeF(part.size()) / wanted.scale);
    if (!m_view->m_figure->isSlow(seen, wanted.ratio * wanted.scale)) {
        m_view->stopPainting();
        std::unique_ptr<Figure> grown;
        if (m_view->m_former)
            grown = m_view->m_figure->grownFrom(*m_view->m_former, m_view->m_growth.share());
        QElapsedTimer time;
        time.start();
        take(rendered(grown ? *grown : *m_view->m_figure, wanted), wanted);
        if (time.elapsed() > displayFrame)
            m_view->m_growth.stop();
    } else if (m_view->m_growth.stop();
               !m_view->isPainting()) { // a running painting is shown first, even where another part is in view by then
        m_view->paintElsewhere(wanted);
    }
}

QImage FigureCanvas::rendered(const Figure &figure, const Rendering &wanted)
{
    QImage image((QSizeF(wanted.part.size()) * wanted.ratio).toSize(), QImage::Format_RGB32);
    // A figure takes enlarging for a higher screen resolution.
    image.setDevicePixelRatio(wanted.ratio * wanted.scale);
    image.fill(wanted.background);
    const QRectF seen(QPointF(wanted.part.topLeft()) / wanted.scale, QSizeF(wanted.part.size()) / wanted.scale);
    QPainter painter(&image);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    painter.translate(-seen.topLeft());
    painter.setClipRect(seen);
    figure.paintPixels(painter);
    painter.end();
    image.setDevicePixelRatio(wanted.ratio);
    return image;
}

void FigureCanvas::take(QImage &&image, const Rendering &made)
{
    m_pixels = QPixmap::fromImage(std::move(image));
    m_part = made.part;
    m_isOutdated = false;
}

void FigureCanvas::paintMessage(QPainter &painter) const
{
    const Theme &theme = m_view->m_theme->theme();
    painter.fillRect(rect(), theme.panel);
    painter.setPen(theme.muted);
    painter.drawText(rect().adjusted(12, 12, -12, -12), Qt::AlignCenter | Qt::TextWordWrap, m_view->m_message);
}

QString FigureCanvas::paintedText() const
{
    return m_view->m_figure ? QString() : m_view->m_message;
}

/// What was pressed stays chosen while the pointer is dragged.
void FigureCanvas::mouseMoveEvent(QMouseEvent *event)
{
    if (event->buttons() == Qt::NoButton)
        emit m_view->hovered(m_view->toFigure(event->position()), event->globalPosition().toPoint());
    if (!event->buttons().testFlag(Qt::LeftButton))
        return;
    m_isDragged = m_isDragged || (event->position() - m_pressed).manhattanLength() >= QApplication::startDragDistance();
    if (m_isDragged)
        emit m_view->dragged(m_view->toFigure(m_pressed), m_view->toFigure(event->position()), false);
}

void FigureCanvas::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton && std::exchange(m_isDragged, false))
        emit m_view->dragged(m_view->toFigure(m_pressed), m_view->toFigure(event->position()), true);
}

void FigureCanvas::mousePressEvent(QMouseEvent *event)
{
    m_isDragged = false;
    m_pressed = event->position();
    if (event->button() == Qt::LeftButton)
        emit m_view->clicked(m_view->toFigure(event->position()), event->modifiers());
}

void FigureCanvas::leaveEvent(QEvent *)
{
    emit m_view->left();
}

void FigureCanvas::contextMenuEvent(QContextMenuEvent *event)
{
    if (dynamic_cast<const ListedFigure *>(m_view->figure())) {
        auto *menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->addActions(m_view->actions());
        menu->popup(event->globalPos());
    }
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
    : QScrollArea(parent), m_theme(theme), m_canvas(new FigureCanvas(this)), m_work(new BackgroundWork(this)),
      m_growth(growthTime, this), m_fading(new FadingLook(m_canvas))
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setMinimumSize(80, 60);
    setWidget(m_canvas);
    connect(&m_growth, &Glide::moved, this, [this] {
        if (!m_growth.isOn())
            m_former.reset();
        m_canvas->forgetPixels();
    });
    connect(theme, &AppTheme::changed, this, [this] {
        if (m_themeScale != m_theme->scale())
            refresh();
    });
}

FigureView::~FigureView()
{
    if (m_painted)
        m_painted->stopPainting();
}

void FigureView::paintElsewhere(const FigureCanvas::Rendering &wanted)
{
    m_painted = m_figure;
    const auto made = std::make_shared<QImage>();
    m_work->start([made, figure = m_figure,
                   wanted](const BackgroundWork::Piece &) { *made = FigureCanvas::rendered(*figure, wanted); },
                  [this, made, wanted](const QString &) {
                      m_painted.reset();
                      emit paintingChanged(false);
                      if (made->isNull()) // out of memory: the old picture stays
                          return;
                      m_canvas->take(std::move(*made), wanted);
                      m_canvas->update();
                  });
    emit paintingChanged(true);
}

void FigureView::stopPainting()
{
    if (!isPainting())
        return;
    if (m_painted != m_figure) // no part of it is needed any longer
        m_painted->stopPainting();
    m_work->cancel();
    m_painted.reset();
    emit paintingChanged(false);
}

void FigureView::waitUntilPainted()
{
    m_work->waitUntilDone();
}

void FigureView::setMaker(Maker maker)
{
    m_maker = std::move(maker);
    refresh();
}

void FigureView::setPresented(Maker maker)
{
    if (!m_presented && !maker)
        return;
    m_presented = std::move(maker);
    refresh();
}

void FigureView::setGrowth(double most, Keeps keeps)
{
    m_mostGrowth = most;
    m_keeps = std::move(keeps);
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
    const Maker &make = m_presented ? m_presented : m_maker;
    if (!make)
        return nullptr;
    QSizeF space = QSizeF(maximumViewportSize()) / m_scale;
    std::unique_ptr<Figure> figure = make(space);
    if (!figure)
        return nullptr;
    const bool tall = figure->size().height() > space.height() + roundedOff;
    const bool wide = figure->size().width() > space.width() + roundedOff;
    if (tall == wide)
        return figure;
    // One scroll bar takes space from the other direction, which must not need a second one for that reason.
    if (tall)
        space.rwidth() -= verticalScrollBar()->sizeHint().width() / m_scale;
    else
        space.rheight() -= horizontalScrollBar()->sizeHint().height() / m_scale;
    return make(space);
}

void FigureView::grow()
{
    const QSizeF whole(maximumViewportSize());
    const auto fits = [&whole](const Figure &figure, double scale) {
        return figure.size().width() * scale <= whole.width() + 0.5 &&
               figure.size().height() * scale <= whole.height() + 0.5;
    };
    if (!m_figure || !m_keeps || m_presented || !fits(*m_figure, m_scale))
        return;
    for (double factor = m_mostGrowth; factor > 1.01; factor -= growthStep) {
        std::unique_ptr<Figure> grown = m_maker(whole / (m_scale * factor));
        if (fits(*grown, m_scale * factor) && m_keeps(*m_figure, *grown)) {
            m_figure = std::move(grown);
            m_scale *= factor;
            return;
        }
    }
}

void FigureView::refresh()
{
    if (!isSeen(this)) {
        m_stale = true;
        return;
    }
    m_stale = false;
    const QPoint scrolled(horizontalScrollBar()->value(), verticalScrollBar()->value());
    const QSize sizeBefore = m_canvas->size();
    const double scaleBefore = std::exchange(m_scale, m_theme->scale());
    m_themeScale = m_scale;
    std::shared_ptr<const Figure> former = std::exchange(m_figure, fitted());
    grow();
    if (former && m_figure && m_scale == scaleBefore)
        follow(std::move(former));
    else
        m_growth.stop();
    QSize size = maximumViewportSize();
    if (m_figure) {
        // What fitted() takes for as large as the space needs no scroll bar, however much it is enlarged.
        const QSize own = (m_figure->size() * m_scale).toSize();
        const QSize most = size + QSize(1, 1) * std::ceil(roundedOff * m_scale);
        size = QSize(own.width() <= most.width() ? std::min(own.width(), size.width()) : own.width(),
                     own.height() <= most.height() ? std::min(own.height(), size.height()) : own.height());
    }
    m_canvas->resize(size);
    if (m_scale != scaleBefore && !sizeBefore.isEmpty()) { // the top left in view stays in place
        horizontalScrollBar()->setValue(qRound(double(scrolled.x()) * m_canvas->width() / sizeBefore.width()));
        verticalScrollBar()->setValue(qRound(double(scrolled.y()) * m_canvas->height() / sizeBefore.height()));
    }
    m_canvas->forgetPixels();
    offerList();
    emit refreshed();
}

/// A figure that is a list can be copied and written as one.
void FigureView::offerList()
{
    if (!m_listActions && dynamic_cast<const ListedFigure *>(figure()))
        m_listActions = new ListActions(this, [this] {
            const auto *listed = dynamic_cast<const ListedFigure *>(figure());
            return listed ? listed->table() : ListTable();
        });
}

/// A figure that differs in nothing that moves, as where another token is pointed at, goes on growing.
void FigureView::follow(std::shared_ptr<const Figure> former)
{
    const Figure::Passage passage = m_figure->passageFrom(*former);
    if (passage == Figure::Passage::Jumps && m_former && m_figure->passageFrom(*m_former) == Figure::Passage::Grows)
        return;
    m_growth.stop();
    if (passage == Figure::Passage::Grows && m_growth.start())
        m_former = std::move(former);
    else if (passage == Figure::Passage::Fades && !m_canvas->m_isOutdated)
        m_fading->begin(m_canvas->m_pixels, m_canvas->m_part);
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
    // A picture larger than the view starts at the view's top left.
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
    if (const auto *panel = panelOf(this))
        connect(panel, &Panel::cameToFront, this, &FigureView::refreshIfStale, Qt::UniqueConnection);
    refreshIfStale();
}

void FigureView::refreshIfStale()
{
    if (m_stale && isVisible())
        refresh();
}

} // namespace regard
