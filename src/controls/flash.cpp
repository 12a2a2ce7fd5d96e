#include "controls/flash.h"

#include <algorithm>
#include <utility>

#include "controls/motion.h"

namespace regard {

namespace {

constexpr double duration = 0.8; // s
constexpr int flashFrame = 33;   // ms

} // namespace

Flash::Flash(Clock clock, QObject *parent) : QObject(parent), m_clock(std::move(clock))
{
    m_timer.setInterval(flashFrame);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        const qint64 before = std::exchange(m_lastFrame, m_clock());
        advance(double(m_lastFrame - before) / 1000.0);
    });
}

void Flash::start()
{
    if (reducesMotion())
        return stop();
    m_strength = 1;
    m_lastFrame = m_clock();
    m_timer.start();
    emit changed();
}

void Flash::stop()
{
    m_timer.stop();
    if (!isOn())
        return;
    m_strength = 0;
    emit changed();
}

void Flash::advance(double seconds)
{
    if (!isOn())
        return;
    m_strength = std::max(0.0, m_strength - seconds / duration);
    if (!isOn())
        m_timer.stop();
    emit changed();
}

} // namespace regard
