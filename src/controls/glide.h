#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace regard {

/// A change that is drawn on its way for a moment. Only the eye is led: numbers, hit tests and input are those of the
/// new state at once.
class Glide : public QObject {
    Q_OBJECT
public:
    Glide(int milliseconds, QObject *parent);

    /// Begins a change where pictures glide; false where it is to be drawn as it is. So are changes that follow one
    /// upon another, as while a number is dragged.
    bool start();
    void stop(); ///< at the end at once
    bool isOn() const { return m_timer.isActive(); }
    double share() const; ///< of the way, 0 … 1, slow at both ends
    /// Lets time pass.
    void advance(int milliseconds);

signals:
    void moved(); ///< paint again; at the end isOn() is false

private:
    int m_length;
    int m_past = 0;
    QTimer m_timer;
    QElapsedTimer m_lastFrame;
    QElapsedTimer m_lastChange;
};

} // namespace regard
