#pragma once

#include <QObject>
#include <QString>

namespace regard::monkey {

/// What went wrong: a warning of Qt, an exception at the event loop, a state that must not be.
class Failures : public QObject {
public:
    static Failures &all();

    /// From now on Qt's warnings and the program's faults count.
    void watch();
    void tell(const QString &sentence);
    bool isEmpty() const { return m_first.isEmpty(); }
    const QString &first() const { return m_first; }

private:
    Failures() = default;

    QString m_first;
};

} // namespace regard::monkey
