#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include <QObject>
#include <QThreadPool>

#include "document/pinned_state.h"
#include "widgets/find_ranking.h"

namespace regard {

/// Answers a question about the heads: at once where that takes a moment, else on a thread.
class FindRun : public QObject {
    Q_OBJECT
public:
    explicit FindRun(QObject *parent);
    ~FindRun() override; ///< waits for the one that runs

    /// What was asked before is not answered any more. The result must have a trace.
    void ask(const Result &result, const FindQuestion &question, const Tokens &source, const Tokens &target);
    void forget(); ///< no answer comes
    /// Waits until the answer has been given. For tests and exports.
    void waitUntilDone();

signals:
    void answered(const FindQuestion &question, const std::vector<HeadShare> &heads);

private:
    std::shared_ptr<std::atomic<bool>> m_current; ///< of what was asked last; null: nothing is awaited
    QThreadPool m_thread;
};

} // namespace regard
