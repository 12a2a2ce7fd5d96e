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
/// counts: it takes the place of one that waits and cancels the one that runs.
///
/// A piece owns all that it reads. Data passes between the two threads under a mutex alone; Qt's events merely wake.
class BackgroundWork : public QObject {
    Q_OBJECT
public:
    /// Who shares out the work of a piece: OpenMP over all processors, which must be one thread of the process at a
    /// time (the thread that makes it computes serially from then on), or nobody.
    enum class Share { Nothing, OpenMp };

    /// What a piece sees of its owner.
    class Piece {
    public:
        /// True once nobody waits for the piece any more: it should come to its end.
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
    /// `problem` is the sentence of what the piece threw, else empty.
    using Done = std::function<void(const QString &problem)>;

    explicit BackgroundWork(QObject *parent, Share share = Share::Nothing);
    ~BackgroundWork() override; ///< cancels the piece that runs and waits for it

    /// Runs `work` on the thread, then `done` on this object's, unless the piece is cancelled before that.
    void start(Work work, Done done);
    /// Nothing is told of what runs or waits.
    void cancel();
    /// True from start() until `done` is called or cancel().
    bool isRunning() const { return m_current != nullptr; }
    /// Waits until the piece has come to its end, and tells of it.
    void waitUntilDone();

protected:
    bool event(QEvent *event) override;

private:
    using SharedPiece = std::shared_ptr<Piece>;
    struct Report {
        SharedPiece piece;
        std::function<void()> tell; ///< null: the piece has come to its end
        std::string problem;
        bool lacksMemory = false;
    };

    void run();
    void post(Report report);
    void deliver();

    const Share m_share;
    SharedPiece m_current; ///< of what was started last; null: nothing is waited for
    Done m_done;

    std::mutex m_mutex; ///< of all that follows
    std::condition_variable m_changed;
    SharedPiece m_waiting;
    Work m_waitingWork;
    SharedPiece m_running;
    std::vector<Report> m_reports; ///< in order; waits for the owner's thread
    bool m_isEnding = false;
    std::thread m_thread; ///< starts with the first piece
};

} // namespace regard
