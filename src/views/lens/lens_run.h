#pragma once

#include <memory>

#include <QObject>
#include <QString>

#include "document/comparison/pinned_state.h"
#include "engine/analysis/lens.h"

namespace regard {

class BackgroundWork;

/// The lens of a result, with what it was asked for.
struct LensAnswer {
    Result result;
    int chosen = -1; ///< column of the logits
    Lens lens;
};

using SharedLens = std::shared_ptr<const LensAnswer>;

/// Computes it: what takes a moment at once, the rest on a thread of its own.
class LensRun : public QObject {
    Q_OBJECT
public:
    /// Multiplications that fit into a display frame along with the painting.
    static constexpr double immediateCost = 1e8;

    explicit LensRun(QObject *parent);

    /// The answer; while it is being computed the one before, or null. The result must have a lens.
    SharedLens of(const Result &result, int chosen);
    /// Returns the answer itself: for a file, which cannot be completed later.
    SharedLens wholeOf(const Result &result, int chosen);
    bool isBusy() const;
    /// Why there is none: a sentence; else empty.
    const QString &problem() const { return m_problem; }
    void stop();

signals:
    void progressed();

private:
    bool isAsked(const Result &result, int chosen) const;
    bool isKnown() const;
    void ask(const Result &result, int chosen);

    BackgroundWork *m_work;
    Result m_result; ///< asked for
    int m_chosen = -1;
    SharedLens m_known; ///< of this or of an earlier question
    QString m_problem;
};

} // namespace regard
