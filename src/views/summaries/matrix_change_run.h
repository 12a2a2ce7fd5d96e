#pragma once

#include <memory>
#include <vector>

#include <QObject>
#include <QString>

#include "engine/analysis/matrix_change.h"
#include "engine/analysis/trace_comparison.h"

namespace regard {

class BackgroundWork;

/// How far each weight of a comparison moved: at once for small models, else on a thread, and kept.
class MatrixChangeRun : public QObject {
    Q_OBJECT
public:
    explicit MatrixChangeRun(QObject *parent);

    /// The changes between that comparison's models; while they are computed those of the last one, null where there
    /// were none.
    std::shared_ptr<const std::vector<MatrixChange>> of(const std::shared_ptr<const TraceComparison> &comparison);
    bool isBusy() const;
    /// Why there are none: a sentence; else empty.
    const QString &problem() const { return m_problem; }
    void forget();
    void waitUntilDone(); ///< for tests

signals:
    void computed();

private:
    BackgroundWork *m_work;
    std::shared_ptr<const Model> m_now; ///< those asked for last
    std::shared_ptr<const Model> m_before;
    std::shared_ptr<const std::vector<MatrixChange>> m_changes;
    QString m_problem;
};

} // namespace regard
