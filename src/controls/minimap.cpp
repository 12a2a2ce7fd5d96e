#include "controls/minimap.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QSignalBlocker>

namespace regard {

namespace {

constexpr int longSentence = 48; // tokens; in longer sentences a little scrolling does not find a token
constexpr double trackSize = 12; // pixels across, as all below before the theme's scale
constexpr double numberSize = 28;
constexpr double numberHeight = 13;
constexpr double smallestFrame = 6;
constexpr double minimapTick = 3;
constexpr double tickGap = 4;       // less, and the tick looks like a minus
constexpr double leastShare = 0.02; // smaller ones are not drawn

} // namespace

bool MinimapContent::isLong() const
{
    return count >= longSentence && end - first < count - 0.5;
}

Minimap::Minimap(Qt::Orientation orientation, const QString &name, AppTheme *theme, QWidget *parent)
    : QAbstractSlider(parent), m_theme(theme)
{
    setOrientation(orientation);
    setInvertedControls(true); // up is towards the beginning
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(name);
    const bool isVertical = orientation == Qt::Vertical;
    setSizePolicy(isVertical ? QSizePolicy::Fixed : QSizePolicy::Expanding,
                  isVertical ? QSizePolicy::Expanding : QSizePolicy::Fixed);
    setVisible(false);
    connect(theme, &AppTheme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void Minimap::setContent(MinimapContent content)
{
    if (content == m_content)
        return;
    m_content = std::move(content);
    const int seen = std::max(1, int(std::lround(m_content.end - m_content.first)));
    const int first = int(std::lround(m_content.first));
    {
        const QSignalBlocker blocker(this);
        setRange(0, std::max(0, m_content.count - seen));
        setPageStep(seen);
        setSingleStep(std::max(1, seen / 10));
        if (!m_grip) // it is being dragged
            setValue(first);
    }
    const int last = std::min(m_content.count, first + seen);
    setAccessibleDescription(tr("tokens %1 to %2 of %3").arg(first + 1).arg(last).arg(m_content.count));
    setToolTip(tr("In view: tokens %1 to %2 of %3. Click, drag or use the arrow keys to go elsewhere")
                   .arg(first + 1)
                   .arg(last)
                   .arg(m_content.count));
    setVisible(m_content.isLong());
    update();
}

double Minimap::length() const
{
    return orientation() == Qt::Vertical ? height() : width();
}

double Minimap::along(double token) const
{
    return m_content.count > 0 ? token / m_content.count * length() : 0;
}

double Minimap::tokenAt(QPointF point) const
{
    const double place = orientation() == Qt::Vertical ? point.y() : point.x();
    return length() > 0 ? place / length() * m_content.count : 0;
}

/// A part of the ruler, measured across from its inner edge.
QRectF Minimap::rect(double from, double to, double across, double size) const
{
    return orientation() == Qt::Vertical ? QRectF(across, from, size, to - from)
                                         : QRectF(from, across, to - from, size);
}

QRectF Minimap::frame() const
{
    double from = along(m_content.first);
    double to = along(m_content.end);
    if (to - from < smallestFrame) {
        const double middle = std::clamp((from + to) / 2, smallestFrame / 2, length() - smallestFrame / 2);
        from = middle - smallestFrame / 2;
        to = middle + smallestFrame / 2;
    }
    return rect(from, to, 0, (trackSize + 2) * m_theme->scale()).adjusted(0.5, 0.5, -0.5, -0.5);
}

int Minimap::numberStep() const
{
    const QFontMetricsF metrics(numberFont());
    const double room = orientation() == Qt::Vertical
                            ? metrics.height() * 1.6
                            : metrics.horizontalAdvance(QString::number(m_content.count)) + metrics.height();
    constexpr int steps[] = {1, 2, 5};
    for (int decade = 1;; decade *= 10)
        for (const int step : steps)
            if (along(step * decade) >= room || step * decade >= m_content.count)
                return step * decade;
}

QFont Minimap::numberFont() const
{
    return Theme::monospace(9.5 * m_theme->scale());
}

int Minimap::thickness() const
{
    const double number = orientation() == Qt::Vertical ? numberSize : numberHeight;
    return int(std::ceil((trackSize + 3 + number) * m_theme->scale()));
}

QSize Minimap::sizeHint() const
{
    return orientation() == Qt::Vertical ? QSize(thickness(), 80) : QSize(80, thickness());
}

QSize Minimap::minimumSizeHint() const
{
    return orientation() == Qt::Vertical ? QSize(thickness(), 20) : QSize(20, thickness());
}

void Minimap::paintShares(QPainter &painter) const
{
    const double scale = m_theme->scale();
    const auto tokens = int(m_content.shares.size());
    const double thick = std::max(1.0, along(1));
    for (int token = 0; token < tokens; ++token) {
        const auto share = double(m_content.shares[std::size_t(token)]);
        if (!(share >= leastShare))
            continue;
        // The square root: among hundreds of tokens weights are small, and a few hundredths should be seen.
        const double size = trackSize * scale * std::sqrt(std::min(1.0, share));
        painter.fillRect(rect(along(token), along(token) + thick, scale, size), m_theme->theme().link);
    }
}

void Minimap::paintNumbers(QPainter &painter) const
{
    const Theme &theme = m_theme->theme();
    const double scale = m_theme->scale();
    const double inner = (trackSize + 2) * scale;
    const int step = numberStep();
    painter.setFont(numberFont());
    const QFontMetricsF metrics(painter.font());
    for (int number = step; number <= m_content.count; number += step) {
        const double place = along(number - 0.5);
        const QString text = QString::number(number);
        const double half = (orientation() == Qt::Vertical ? metrics.height() : metrics.horizontalAdvance(text)) / 2;
        painter.fillRect(rect(place - 0.5, place + 0.5, inner, minimapTick * scale), theme.border);
        if (place + half > length() || place - half < 0)
            continue;
        painter.setPen(theme.muted);
        const double outer = inner + (orientation() == Qt::Vertical ? minimapTick + tickGap : minimapTick) * scale;
        const QRectF box = rect(place - half - 1, place + half + 1, outer, thickness() - outer);
        painter.drawText(box, orientation() == Qt::Vertical ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignCenter, text);
    }
}

void Minimap::paintEvent(QPaintEvent *)
{
    const Theme &theme = m_theme->theme();
    const double scale = m_theme->scale();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRectF(QPointF(0, 0), QSizeF(size())), theme.panel);
    painter.fillRect(rect(0, length(), scale, trackSize * scale), theme.control);
    if (m_content.count == 0)
        return;
    const QRectF view = frame();
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.accentSoft);
    painter.drawRoundedRect(view, 3, 3);
    paintShares(painter);
    if (m_content.focus >= 0) {
        const double place = along(m_content.focus + 0.5);
        painter.fillRect(rect(place - scale, place + scale, 0, (trackSize + 2 + minimapTick) * scale), theme.text);
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.accent, hasFocus() ? 2.5 : 1.5));
    painter.drawRoundedRect(view, 3, 3);
    paintNumbers(painter);
}

void Minimap::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return QAbstractSlider::mousePressEvent(event);
    const double token = tokenAt(event->position());
    const bool isOnFrame = frame().contains(event->position()) || (token >= m_content.first && token < m_content.end);
    const double grip = isOnFrame ? token - m_content.first : (m_content.end - m_content.first) / 2;
    m_grip = grip;
    setSliderDown(true);
    setValue(int(std::lround(token - grip)));
    event->accept();
}

void Minimap::mouseMoveEvent(QMouseEvent *event)
{
    if (m_grip)
        setValue(int(std::lround(tokenAt(event->position()) - *m_grip)));
}

void Minimap::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_grip.reset();
    setSliderDown(false);
}

void Minimap::keyPressEvent(QKeyEvent *event)
{
    // Controls are inverted for up and down, wheel and pages; the right arrow still moves towards the end.
    if (event->key() == Qt::Key_Right)
        triggerAction(SliderSingleStepAdd);
    else if (event->key() == Qt::Key_Left)
        triggerAction(SliderSingleStepSub);
    else
        QAbstractSlider::keyPressEvent(event);
}

void Minimap::sliderChange(SliderChange change)
{
    QAbstractSlider::sliderChange(change);
    update();
}

} // namespace regard
