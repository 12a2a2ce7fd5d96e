#include "widgets/motion/flash.h"

#include <algorithm>

#include "widgets/motion/motion.h"

namespace regard {

namespace {

constexpr double duration = 0.8; // s
constexpr int frame = 33;        // ms

} // namespace

Flash::Flash(QObject *parent) : QObject(parent)
{
    m_timer.setInterval(frame);
    connect(&m_timer, &QTimer::timeout, this,
            [this] { advance(static_cast<double>(m_sinceFrame.restart()) / 1000.0); });
}

void Flash::start()
{
    if (reducesMotion())
        return stop();
    m_strength = 1;
    m_sinceFrame.start();
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
