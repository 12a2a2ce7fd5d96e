#pragma once

#include <vector>

#include <QObject>
#include <QString>

#include "document/comparison/pinned_state.h"
#include "engine/analysis/head_importance.h"

namespace regard {

class BackgroundWork;

/// Computes the importance of every head on a thread, from a snapshot: later edits do not reach it.
class ImportanceRun : public QObject {
    Q_OBJECT
public:
    explicit ImportanceRun(QObject *parent);

    /// Cancels one that runs. The result must have a trace.
    void start(const Result &result, Replacement replacement);
    void cancel();
    bool isRunning() const;
    /// Waits until it has ended and reported it. For tests and exports.
    void waitUntilDone();

signals:
    void progressed(int done, int all);
    void finished(const std::vector<HeadImportance> &importance);
    void failed(const QString &sentence);

private:
    BackgroundWork *m_work;
};

} // namespace regard
