#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include <QObject>
#include <QString>
#include <QThreadPool>

#include "document/pinned_state.h"
#include "engine/head_importance.h"

namespace regard {

/// Computes the importance of every head on a thread, of a snapshot: what is edited meanwhile does not reach it.
class ImportanceRun : public QObject {
    Q_OBJECT
public:
    explicit ImportanceRun(QObject *parent);
    ~ImportanceRun() override; ///< cancels and waits for the pass that runs

    /// Cancels one that runs. The result must have a trace.
    void start(const Result &result, Replacement replacement);
    void cancel();
    bool isRunning() const { return m_cancelled != nullptr; }
    /// Waits until it has come to an end and said so. For tests and exports.
    void waitUntilDone();

signals:
    void progressed(int done, int all);
    void finished(const std::vector<HeadImportance> &importance);
    void failed(const QString &sentence);

private:
    using Flag = std::shared_ptr<std::atomic<bool>>;

    void compute(const Result &result, Replacement replacement, const Flag &cancelled);
    /// Runs on the window's thread, unless it was cancelled meanwhile.
    template <typename Report>
    void post(const Flag &cancelled, Report report);

    Flag m_cancelled; ///< of the one that runs; null: none
    QThreadPool m_thread;
};

} // namespace regard
