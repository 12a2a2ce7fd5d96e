#include "views/circuits/copying_run.h"

#include <utility>

#include "document/work/background_work.h"
#include "engine/analysis/circuits.h"

namespace regard {

namespace {

constexpr double quickProduct = 1e8; ///< multiplications

} // namespace

CopyingRun::CopyingRun(QObject *parent) : QObject(parent), m_work(new BackgroundWork(this)) {}

bool CopyingRun::isBusy() const
{
    return m_work->isRunning();
}

void CopyingRun::stop()
{
    m_work->cancel();
    if (!m_product)
        m_made = {};
}

/// Whether embedding and output layer are those of the product: an edit of a head leaves them.
bool CopyingRun::isKnownFor(const Result &result) const
{
    if (!m_made.model)
        return false;
    const Model &now = *result.model;
    const Model &made = *m_made.model;
    return now.config == made.config && now.table == made.table && now.embedding == made.embedding &&
           now.weights.find("output.w") == made.weights.find("output.w") &&
           result.trace->vocabulary == m_made.trace->vocabulary;
}

std::optional<double> CopyingRun::of(const Result &result, const HeadRef &head)
{
    if (!isKnownFor(result)) {
        m_work->cancel();
        m_made = result;
        m_product.reset();
        const Model &model = *result.model;
        const double cost =
            double(result.trace->vocabulary.size()) * double(model.config.dModel) * double(model.config.dModel);
        if (cost <= quickProduct)
            m_product = std::make_shared<const Matrix>(*vocabularyProduct(model, result.trace->vocabulary));
        else
            m_work->start(
                [this, result](const BackgroundWork::Piece &work) {
                    auto made = vocabularyProduct(*result.model, result.trace->vocabulary, &work.isCancelled());
                    if (!made)
                        return;
                    const auto product = std::make_shared<const Matrix>(std::move(*made));
                    work.report([this, product] { m_product = product; });
                },
                [this](const QString &) { emit progressed(); });
    }
    return m_product ? std::optional(copyingScore(*result.model, head, *m_product)) : std::nullopt;
}

double copyingScoreOf(const Result &result, const HeadRef &head)
{
    return copyingScore(*result.model, head, *vocabularyProduct(*result.model, result.trace->vocabulary));
}

} // namespace regard
