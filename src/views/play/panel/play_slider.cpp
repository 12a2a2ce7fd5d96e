#include "views/play/panel/play_slider.h"

#include <cmath>
#include <utility>

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QSignalBlocker>

namespace regard {

namespace {

constexpr int sliderEdge = 10; // beside the track, for the handle

} // namespace

PlaySlider::PlaySlider(AppTheme *theme, QWidget *parent) : QSlider(Qt::Horizontal, parent), m_theme(theme)
{
    setAccessibleName(tr("Place in the play"));
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setSingleStep(parts / 2);
    setPageStep(parts);
}

void PlaySlider::setPlay(std::shared_ptr<const PlayData> made)
{
    m_data = std::move(made);
    const QSignalBlocker quiet(this);
    setRange(0, m_data ? int(std::lround(playSeconds(*m_data) * parts)) : 0);
    update();
}

void PlaySlider::setType(double type)
{
    m_type = type;
    updateGeometry();
    update();
}

void PlaySlider::setSeconds(double seconds)
{
    const QSignalBlocker quiet(this);
    m_seconds = seconds;
    setValue(int(std::lround(seconds * parts)));
    update();
}

QSize PlaySlider::sizeHint() const
{
    return {int(40 * m_type), int(std::ceil(PlayTrack::heightFor(m_type))) + 6};
}

QSize PlaySlider::minimumSizeHint() const
{
    return {120, sizeHint().height()};
}

PlayTrack PlaySlider::track() const
{
    return {m_data ? *m_data : PlayData(), QRectF(rect()).adjusted(sliderEdge, 2, -sliderEdge, -4), m_type};
}

void PlaySlider::paintEvent(QPaintEvent *)
{
    if (!m_data)
        return;
    QPainter painter(this);
    track().paint(painter, m_theme->theme(), m_seconds, true);
    if (!hasFocus())
        return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_theme->theme().accent, 1.5));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
}

void PlaySlider::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || !m_data)
        return event->ignore();
    setSliderDown(true);
    setValue(int(std::lround(track().secondsAt(event->position().x()) * parts)));
    event->accept();
}

void PlaySlider::mouseMoveEvent(QMouseEvent *event)
{
    if (isSliderDown())
        setValue(int(std::lround(track().secondsAt(event->position().x()) * parts)));
}

void PlaySlider::mouseReleaseEvent(QMouseEvent *)
{
    setSliderDown(false);
}

void PlaySlider::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_PageUp)
        emit sceneStepped(1);
    else if (event->key() == Qt::Key_PageDown)
        emit sceneStepped(-1);
    else
        QSlider::keyPressEvent(event);
}

} // namespace regard
