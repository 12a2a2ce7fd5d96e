#include "controls/fading_look.h"

#include <QPainter>

namespace regard {

namespace {

constexpr int fadeTime = 150; // ms

} // namespace

FadingLook::FadingLook(QWidget *of) : QWidget(of), m_glide(fadeTime, this)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
    connect(&m_glide, &Glide::moved, this, [this] { m_glide.isOn() ? update() : hide(); });
}

void FadingLook::begin(const QPixmap &look, const QRect &place)
{
    if (look.isNull() || !m_glide.start())
        return;
    m_look = look;
    setGeometry(place);
    raise();
    show();
}

void FadingLook::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setOpacity(1 - m_glide.share());
    painter.drawPixmap(0, 0, m_look);
}

} // namespace regard
