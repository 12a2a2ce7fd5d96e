#include "controls/glide.h"

#include <algorithm>

#include "controls/motion.h"
#include "views/links/link_curve.h"

namespace regard {

namespace {

constexpr int glideFrame = 16; // ms

} // namespace

Glide::Glide(int milliseconds, QObject *parent) : QObject(parent), m_length(milliseconds)
{
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.setInterval(glideFrame);
    connect(&m_timer, &QTimer::timeout, this, [this] { advance(int(m_lastFrame.restart())); });
}

bool Glide::start()
{
    stop();
    if (!glides())
        return false;
    const bool isAlone = !m_lastChange.isValid() || m_lastChange.hasExpired(m_length);
    m_lastChange.start();
    if (!isAlone)
        return false;
    m_past = 0;
    m_lastFrame.start();
    m_timer.start();
    return true;
}

void Glide::stop()
{
    if (isOn())
        advance(m_length);
}

double Glide::share() const
{
    return isOn() ? curveShare(double(m_past) / m_length) : 1;
}

void Glide::advance(int milliseconds)
{
    if (!isOn())
        return;
    m_past = std::min(m_length, m_past + milliseconds);
    if (m_past == m_length)
        m_timer.stop();
    emit moved();
}

} // namespace regard
