#include "views/ablation/importance_run.h"

#include <utility>

#include "document/work/background_work.h"

namespace regard {

ImportanceRun::ImportanceRun(QObject *parent) : QObject(parent), m_work(new BackgroundWork(this)) {}

void ImportanceRun::start(const Result &result, Replacement replacement)
{
    const auto importance = std::make_shared<std::vector<HeadImportance>>();
    m_work->start(
        [this, result, replacement, importance](const BackgroundWork::Piece &piece) {
            const auto progress = [&](int done, int all) {
                piece.report([this, done, all] { emit progressed(done, all); });
            };
            if (auto found =
                    headImportance(*result.model, *result.trace, {replacement, progress, &piece.isCancelled()}))
                *importance = std::move(*found);
        },
        [this, importance](const QString &problem) {
            if (problem.isEmpty())
                emit finished(*importance);
            else
                emit failed(problem);
        });
}

void ImportanceRun::cancel()
{
    m_work->cancel();
}

bool ImportanceRun::isRunning() const
{
    return m_work->isRunning();
}

void ImportanceRun::waitUntilDone()
{
    m_work->waitUntilDone();
}

} // namespace regard
