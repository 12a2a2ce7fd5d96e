#pragma once

#include <mutex>
#include <set>

#include <QObject>
#include <QString>

namespace regard {

/// An exception at the place where it is caught.
struct Fault {
    QString sentence; ///< the message for a user, with a full stop
    QString type;     ///< of the exception, as the compiler calls it
};

/// The exception being handled now, whatever its type. Belongs in a catch block.
Fault currentFault();

/// Receives the exceptions that nothing else handles: those that reach Qt's event loop, a virtual function that Qt
/// calls with a painter or an edit open, or the end of a thread. Each becomes a line in the log that says where it came
/// from, and a sentence for the window. The program goes on.
class Faults : public QObject {
    Q_OBJECT
public:
    enum class Cause {
        Asked,  ///< a key or a click: reported each time
        Itself, ///< painting, a timer, a question of Qt's, which recur: each kind is reported once
    };

    static Faults &all();

    /// Belongs in a catch block. `where` has or is what threw, null: none; `during` names the event or the function.
    /// From any thread, `where` from its own.
    void report(const QObject *where, const QString &during, Cause cause = Cause::Itself) noexcept;

signals:
    /// Announces a fault in an event of its own, on the window's thread.
    void reported(const QString &sentence);

private:
    Faults();
    void tell(const QObject *where, const QString &during, Cause cause);

    std::mutex m_mutex;
    std::set<QString> m_known; ///< lines of the log
};

/// The value of `work`, or `instead` where it throws, which is reported. For virtual functions that Qt's widgets call:
/// they are built without exceptions, and what they have open stays open for good where one passes through.
template <typename Value, typename Work>
Value guarded(const QObject *where, const char *function, Value instead, const Work &work) noexcept
{
    try {
        return work();
    } catch (...) {
        Faults::all().report(where, QString::fromLatin1(function));
        return instead;
    }
}

/// guarded() for functions without a value.
template <typename Work>
void guarded(const QObject *where, const char *function, const Work &work) noexcept
{
    try {
        work();
    } catch (...) {
        Faults::all().report(where, QString::fromLatin1(function));
    }
}

} // namespace regard
