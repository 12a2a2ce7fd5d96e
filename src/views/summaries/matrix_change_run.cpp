#include "views/summaries/matrix_change_run.h"

#include <utility>

#include "document/work/background_work.h"

namespace regard {

namespace {

constexpr double matrixChangeRunQuickCost = 2e6; // numbers that take a few milliseconds

double numbersIn(const Model &model)
{
    double count = 0;
    for (const auto &[name, matrix] : model.weights.all())
        count += double(matrix.size());
    return count;
}

} // namespace

MatrixChangeRun::MatrixChangeRun(QObject *parent) : QObject(parent), m_work(new BackgroundWork(this)) {}

std::shared_ptr<const std::vector<MatrixChange>>
MatrixChangeRun::of(const std::shared_ptr<const TraceComparison> &comparison)
{
    const TraceComparison &of = *comparison;
    if (m_now.get() == &of.model() && m_before.get() == &of.modelBefore())
        return m_changes;
    m_work->cancel();
    m_problem.clear();
    m_now = std::shared_ptr<const Model>(comparison, &of.model()); // the comparison's own, kept with it
    m_before = std::shared_ptr<const Model>(comparison, &of.modelBefore());
    if (numbersIn(of.model()) <= matrixChangeRunQuickCost) {
        m_changes = std::make_shared<const std::vector<MatrixChange>>(matrixChanges(of.model(), of.modelBefore()));
        return m_changes;
    }
    const auto found = std::make_shared<std::vector<MatrixChange>>();
    m_work->start(
        [now = m_now, before = m_before, found](const BackgroundWork::Piece &piece) {
            *found = matrixChanges(*now, *before, &piece.isCancelled());
        },
        [this, found](const QString &problem) {
            m_problem = problem;
            if (problem.isEmpty())
                m_changes = found;
            emit computed();
        });
    return m_changes;
}

bool MatrixChangeRun::isBusy() const
{
    return m_work->isRunning();
}

void MatrixChangeRun::forget()
{
    m_work->cancel();
    m_now = m_before = nullptr;
    m_changes = nullptr;
    m_problem.clear();
}

void MatrixChangeRun::waitUntilDone()
{
    m_work->waitUntilDone();
}

} // namespace regard
