#pragma once

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include <QObject>
#include <QString>

#include "engine/base/matrix.h"
#include "engine/pass/trace.h"

namespace regard {

class BackgroundWork;

using SharedBlock = std::shared_ptr<const BlockTrace>;

/// Entropies and distances of heads. Small ones are computed at once; the rest on a thread of its own and kept for as
/// long as the block it belongs to is part of the trace, so that an edit in one layer recomputes only that one.
class HeadMeasures : public QObject {
    Q_OBJECT
public:
    explicit HeadMeasures(QObject *parent);

    /// The entropy of each head in nats, block after block; NaN where it is still being computed.
    std::vector<double> entropies(const std::vector<SharedBlock> &blocks);
    /// The Jensen–Shannon distance of every two heads, block after block; NaN where it is still being computed. The
    /// blocks must be of one attention, whose heads all attend over the same tokens.
    Matrix distances(const std::vector<SharedBlock> &blocks);
    /// True while something that was asked for is being computed.
    bool isBusy() const { return !m_awaited.empty(); }
    /// Why something stays NaN: a sentence; else empty.
    const QString &problem() const { return m_problem; }
    /// Forgets what was computed for blocks that the trace does not have.
    void keepOnly(const Trace &trace);
    void stop();

signals:
    void progressed(); ///< something that was NaN is known

private:
    /// One task: the entropies of a block (second is null), or the distances between two blocks' heads.
    using Piece = std::pair<SharedBlock, SharedBlock>;

    const Matrix *known(const Piece &piece) const;
    void compute(const std::vector<Piece> &pieces);
    void take(const Piece &piece, const Matrix &numbers);

    std::map<Piece, Matrix> m_known; ///< entropies 1 × heads; distances heads × heads
    std::vector<Piece> m_awaited;
    std::vector<Piece> m_failed; ///< not tried again before others are asked for
    QString m_problem;
    BackgroundWork *m_work;
};

} // namespace regard
