#pragma once

#include <optional>
#include <vector>

#include <QAbstractSlider>
#include <QRectF>

#include "controls/app_theme.h"

namespace regard {

/// The place of a view in a long sentence.
struct MinimapContent {
    int count = 0;    ///< tokens of the sentence
    double first = 0; ///< beginning of the part in view …
    double end = 0;   ///< … and its end, counted in tokens from 0
    int focus = -1;   ///< the token in focus
    /// Each token's attention with the one in focus on the other side, 0 … 1; empty without one.
    std::vector<float> shares{};

    /// Whether the sentence is long enough to need a minimap.
    bool isLong() const;
    bool operator==(const MinimapContent &) const = default;
};

/// A whole sentence as a slim ruler beside a view of a part of it: position numbers, a frame around the part in view,
/// the token in focus and what it attends to. Click, drag, wheel and keys move the view; value() is the first token in
/// view, and valueChanged() says that a user wants another. Hidden while everything is in view.
class Minimap : public QAbstractSlider {
    Q_OBJECT
public:
    /// `name` is for screen readers: "Queries in view".
    Minimap(Qt::Orientation orientation, const QString &name, AppTheme *theme, QWidget *parent);

    void setContent(MinimapContent content);
    const MinimapContent &content() const { return m_content; }
    /// The frame around what is in view, in pixels of the widget.
    QRectF frame() const;
    /// The start of a token on the ruler, in pixels along it.
    double along(double token) const;
    /// The number of tokens from one position number to the next.
    int numberStep() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void sliderChange(SliderChange change) override;

private:
    double length() const; ///< of the ruler
    double tokenAt(QPointF point) const;
    int thickness() const;
    QFont numberFont() const;
    QRectF rect(double from, double to, double across, double size) const;
    void paintShares(QPainter &painter) const;
    void paintNumbers(QPainter &painter) const;

    AppTheme *m_theme;
    MinimapContent m_content;
    std::optional<double> m_grip; ///< the grabbed point in the frame, in tokens
};

} // namespace regard
