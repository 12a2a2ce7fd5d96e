#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <QObject>
#include <QString>

namespace regard {

/// One thread that runs one piece of work at a time, so that the window never waits for it. Only the newest piece
/// counts: it replaces a waiting one and cancels the running one.
///
/// A piece owns all that it reads. Data passes between the two threads only under a mutex; Qt's events merely wake.
class BackgroundWork : public QObject {
    Q_OBJECT
public:
    /// How a piece is parallelised: by OpenMP over all processors, which must be one thread of the process at a time
    /// (the thread that makes it computes serially from then on), or not at all.
    enum class Share { Nothing, OpenMp };

    /// What a piece sees of its owner.
    class Piece {
    public:
        /// True once the result is no longer wanted: the piece should end.
        const std::atomic<bool> &isCancelled() const { return m_cancelled; }
        /// Runs `report` on the owner's thread, unless the piece is cancelled before that.
        void report(std::function<void()> report) const;

    private:
        friend class BackgroundWork;
        explicit Piece(BackgroundWork *owner) : m_owner(owner) {}

        BackgroundWork *m_owner; ///< it waits for its pieces before it goes
        std::atomic<bool> m_cancelled = false;
    };

    using Work = std::function<void(const Piece &)>;
    /// `problem` is the message of what the piece threw, else empty.
    using Done = std::function<void(const QString &problem)>;

    /// The problem of a piece that lacked memory, in the language that is installed now.
    static QString lackOfMemory() { return tr("There is not enough memory for this."); }

    explicit BackgroundWork(QObject *parent, Share share = Share::Nothing);
    ~BackgroundWork() override; ///< cancels the piece that runs and waits for it

    /// Runs `work` on the thread, then `done` on this object's, unless the piece is cancelled before that.
    void start(Work work, Done done);
    /// Cancels the running and the waiting piece; neither reports.
    void cancel();
    /// True from start() until `done` is called or cancel().
    bool isRunning() const { return m_current != nullptr; }
    /// Waits until the piece has ended, and reports it.
    void waitUntilDone();

protected:
    bool event(QEvent *event) override;

private:
    using SharedPiece = std::shared_ptr<Piece>;
    struct Report {
        SharedPiece piece;
        std::function<void()> tell; ///< null: the piece has ended
        std::string problem;
        bool lacksMemory = false;
    };

    void run();
    void post(Report report);
    void deliver();

    const Share m_share;
    SharedPiece m_current; ///< the one started last; null: nothing is awaited
    Done m_done;

    std::mutex m_mutex; ///< protects all members below
    std::condition_variable m_changed;
    SharedPiece m_waiting;
    Work m_waitingWork;
    SharedPiece m_running;
    std::vector<Report> m_reports; ///< in order; for the owner's thread
    bool m_isEnding = false;
    std::thread m_thread; ///< starts with the first piece
};

} // namespace regard
