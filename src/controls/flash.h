#pragma once

#include <functional>

#include <QObject>
#include <QTimer>

namespace regard {

/// A mark that appears at once and fades within 0.8 s: its painter asks for its strength. Its timer runs only while it
/// fades. With reduced motion it does not appear at all.
class Flash : public QObject {
    Q_OBJECT
public:
    using Clock = std::function<qint64()>; ///< ms

    Flash(Clock clock, QObject *parent);

    /// Starts at full strength, even while one is fading.
    void start();
    void stop();
    bool isOn() const { return m_strength > 0; }
    double strength() const { return m_strength; } ///< 1 at first, 0 when it is over
    /// Lets time pass.
    void advance(double seconds);

signals:
    void changed(); ///< paint again

private:
    double m_strength = 0;
    QTimer m_timer;
    Clock m_clock;
    qint64 m_lastFrame = 0;
};

} // namespace regard
