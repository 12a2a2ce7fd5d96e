#pragma once

#include <memory>
#include <optional>

#include <QObject>

#include "document/comparison/pinned_state.h"
#include "engine/model/interventions.h"

namespace regard {

class BackgroundWork;

/// Copying scores of heads. The product over the vocabulary that they need is kept, and made on a thread of its own
/// where it is large.
class CopyingRun : public QObject {
    Q_OBJECT
public:
    explicit CopyingRun(QObject *parent);

    /// Nothing while the product is being made. The head must have an OV circuit.
    std::optional<double> of(const Result &result, const HeadRef &head);
    bool isBusy() const;
    void stop();

signals:
    void progressed();

private:
    bool isKnownFor(const Result &result) const;

    BackgroundWork *m_work;
    Result m_made; ///< that the product was made of, or is being
    std::shared_ptr<const Matrix> m_product;
};

/// The score, with all of it computed now.
double copyingScoreOf(const Result &result, const HeadRef &head);

} // namespace regard
