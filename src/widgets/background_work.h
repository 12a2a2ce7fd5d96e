#pragma once

#include <functional>
#include <memory>

#include <QObject>
#include <QString>
#include <QThreadPool>

namespace regard {

/// One piece of work at a time on a thread, so that the window never waits for it. A new piece takes the place of one
/// that has not been told of yet.
class BackgroundWork : public QObject {
    Q_OBJECT
public:
    explicit BackgroundWork(QObject *parent);
    ~BackgroundWork() override; ///< waits for what runs

    /// Runs `work` on the thread, which must own all that it reads, then `done` on this object's thread, unless another
    /// piece was started or it was cancelled meanwhile. `problem` is the sentence of what was thrown, else empty.
    void start(std::function<void()> work, std::function<void(const QString &problem)> done);
    /// Nothing is told of what runs or waits.
    void cancel() { m_current.reset(); }
    bool isRunning() const { return m_current != nullptr; }
    /// Waits until it has come to an end and said so. For tests.
    void waitUntilDone();

private:
    struct Piece {};

    std::shared_ptr<Piece> m_current; ///< null: nothing is waited for
    QThreadPool m_thread;
};

} // namespace regard
