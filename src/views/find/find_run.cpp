#include "views/find/find_run.h"

#include <utility>

#include "document/work/background_work.h"

namespace regard {

namespace {

constexpr double findRunQuickCost = 1e6; // numbers read in a few milliseconds

} // namespace

FindRun::FindRun(QObject *parent) : QObject(parent), m_work(new BackgroundWork(this)) {}

void FindRun::forget()
{
    m_work->cancel();
}

void FindRun::ask(const Result &result, const FindQuestion &question, const Tokens &source, const Tokens &target)
{
    forget();
    if (findCost(*result.trace, question) <= findRunQuickCost) {
        emit answered(question, findHeads(*result.model, *result.trace, question, source, target));
        return;
    }
    const auto heads = std::make_shared<std::vector<HeadShare>>();
    m_work->start(
        [result, question, source, target, heads](const BackgroundWork::Piece &) {
            *heads = findHeads(*result.model, *result.trace, question, source, target);
        },
        [this, question, heads](const QString &problem) {
            if (problem.isEmpty())
                emit answered(question, *heads);
            else
                emit failed(problem);
        });
}

} // namespace regard
