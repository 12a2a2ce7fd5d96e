#pragma once

#include <functional>
#include <memory>

#include <QColor>
#include <QImage>
#include <QPixmap>
#include <QScrollArea>
#include <QString>

#include "controls/app_theme.h"
#include "controls/glide.h"
#include "draw/figure.h"

namespace regard {

class BackgroundWork;
class FadingLook;
class FigureView;
class ListActions;

/// The surface of a FigureView: paints the part of the figure that is in view and passes on mouse and keys.
class FigureCanvas : public QWidget {
    Q_OBJECT
    Q_PROPERTY(QString paintedText READ paintedText)
public:
    explicit FigureCanvas(FigureView *view);
    void forgetPixels();
    QString paintedText() const; ///< the text where there is no figure, for screen readers

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    friend class FigureView;

    /// A picture of the part `part` of the canvas, at the screen's resolution.
    struct Rendering {
        QRect part;
        qreal ratio = 1;
        double scale = 1;
        QColor background;
    };

    /// Whether the pixels show `part` of the figure as it is.
    bool isCurrent(const QRect &part) const;
    void render(const QRect &part);
    void take(QImage &&image, const Rendering &made);
    static QImage rendered(const Figure &figure, const Rendering &wanted);
    void paintMessage(QPainter &painter) const;

    FigureView *m_view;
    QPixmap m_pixels;  ///< of an older figure, while m_isOutdated
    QPointF m_pressed; ///< where the left button went down
    bool m_isDragged = false;
    QRect m_part; ///< of the canvas, shown by the pixels
    bool m_isOutdated = false;
    bool m_showsFocus = false;
};

/// Shows a figure as large as there is space, with scroll bars where the figure needs more. Where the theme enlarges,
/// the figure is laid out for that much less space and painted that much larger. Points and rectangles are the
/// figure's, here and in the signals. A figure that is slow to paint is painted on another thread: until then the old
/// picture stays. What follows a figure is drawn on its way for a moment, where the figure can be and pictures glide.
class FigureView : public QScrollArea {
    Q_OBJECT
public:
    /// Makes the figure for the available space; null where there is nothing to show.
    using Maker = std::function<std::unique_ptr<Figure>(QSizeF space)>;

    FigureView(AppTheme *theme, QWidget *parent);
    ~FigureView() override;

    /// Whether an enlarged figure shows as much as the plain one.
    using Keeps = std::function<bool(const Figure &plain, const Figure &enlarged)>;

    void setMaker(Maker maker);
    /// Figures of the same class in place of the maker's, while presenting; null: the maker's again.
    void setPresented(Maker maker);
    /// A figure that leaves space is enlarged further, at most so many times.
    void setGrowth(double most, Keeps keeps);
    /// Paints over the figure, without repainting it: a brief highlight of what is pointed at.
    void setOverlay(std::function<void(QPainter &)> paint);
    void repaintOverlay();
    /// Paints over figure and overlay alike: additions for presenting.
    void setCover(std::function<void(QPainter &)> paint);
    /// Makes the figure again; a hidden view waits until it is visible.
    void refresh();
    /// The text where there is no figure.
    void setMessage(const QString &message);

    const Figure *figure() const { return m_figure.get(); }
    /// Whether the figure's picture is still being painted.
    bool isPainting() const { return m_painted != nullptr; }
    /// Waits until it is there. For tests.
    void waitUntilPainted();
    /// The figure's own size, CSS pixels; the available space where there is none.
    QSizeF figureSize() const;
    QWidget *canvas() const { return m_canvas; }
    /// A point of the canvas, which receives the mouse, in the figure's coordinates.
    QPointF toFigure(QPointF canvasPoint) const { return canvasPoint / m_scale; }
    QPoint toGlobal(QPointF point) const;
    QRectF partInView() const; ///< of the figure
    void scrollTo(const QRectF &rect);
    /// Scrolls so that the point is at the top left, as far as there is more of the figure.
    void scrollToStart(QPointF point);

signals:
    void refreshed();
    void paintingChanged(bool painting);
    void hovered(QPointF point, QPoint globalPosition);
    void left();
    void clicked(QPointF point, Qt::KeyboardModifiers modifiers);
    /// After clicked(), the pointer goes on with the button held; `isDone` where it is let go.
    void dragged(QPointF from, QPointF to, bool isDone);
    void menuAsked(QPointF point, QPoint globalPosition); ///< a right click, or the keyboard's menu key
    /// A receiver that uses the key accepts the event.
    void keyPressed(QKeyEvent *event);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    /// Tab does not scroll the picture.
    bool focusNextPrevChild(bool next) override { return QWidget::focusNextPrevChild(next); }

private:
    friend class FigureCanvas;

    void refreshIfStale();
    std::unique_ptr<Figure> fitted() const;
    void grow();
    void paintElsewhere(const FigureCanvas::Rendering &wanted);
    void stopPainting();
    void paintOver(QPainter &painter) const;
    void follow(std::shared_ptr<const Figure> former);
    void offerList();

    AppTheme *m_theme;
    FigureCanvas *m_canvas;
    Maker m_maker;
    Maker m_presented;
    double m_mostGrowth = 1;
    Keeps m_keeps;
    std::function<void(QPainter &)> m_overlay;
    std::function<void(QPainter &)> m_cover;
    std::shared_ptr<const Figure> m_figure;  ///< shared with the thread that paints it
    std::shared_ptr<const Figure> m_painted; ///< on another thread; null: none
    BackgroundWork *m_work;
    ListActions *m_listActions = nullptr; ///< null until a figure is a list
    Glide m_growth;
    std::shared_ptr<const Figure> m_former; ///< that the figure grows from; null: it does not
    FadingLook *m_fading;
    double m_themeScale = 1; ///< when the figure was made
    double m_scale = 1;      ///< the same times what the figure has grown
    QString m_message;
    bool m_stale = true;
};

} // namespace regard
