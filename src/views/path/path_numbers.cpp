#include "views/path/path_numbers.h"

#include <limits>
#include <utility>

#include "document/work/background_work.h"

namespace regard {

PathNumbers::PathNumbers(QObject *parent) : QObject(parent), m_work(new BackgroundWork(this)) {}

bool PathNumbers::isBusy() const
{
    return m_work->isRunning();
}

void PathNumbers::stop()
{
    m_work->cancel();
    if (!m_known)
        m_result = {};
}

bool PathNumbers::isAskedFor(const Result &result, const PathPlace &place) const
{
    return result == m_result && place == m_place;
}

void PathNumbers::ask(const Result &result, const PathPlace &place)
{
    m_work->cancel();
    m_known.reset();
    m_problem.clear();
    m_result = result;
    m_place = place;
}

std::vector<double> PathNumbers::wholeOf(const Result &result, const PathPlace &place)
{
    if (!isAskedFor(result, place))
        ask(result, place);
    if (!m_known) {
        m_work->cancel();
        m_known = pathNorms(*result.model, *result.trace, place);
    }
    return *m_known;
}

std::vector<double> PathNumbers::of(const Result &result, const PathPlace &place)
{
    if (!isAskedFor(result, place)) {
        ask(result, place);
        if (pathCost(*result.model, *result.trace, place) <= immediateCost)
            m_known = pathNorms(*result.model, *result.trace, place);
        else
            m_work->start(
                [this, result, place](const BackgroundWork::Piece &work) {
                    auto numbers = pathNorms(*result.model, *result.trace, place, &work.isCancelled());
                    if (numbers)
                        work.report([this, numbers = std::move(*numbers)] { take(numbers); });
                },
                [this](const QString &problem) {
                    m_problem = problem;
                    emit progressed();
                });
    }
    if (m_known)
        return *m_known;
    const Stack stack = place.chain ? place.chain->stack : stackOf(place.attention);
    const Attention side =
        place.chain ? (stack == Stack::Encoder ? Attention::Encoder : Attention::Decoder) : place.attention;
    return std::vector<double>(keysOf(*result.trace, side).tokens.size(), std::numeric_limits<double>::quiet_NaN());
}

void PathNumbers::take(std::vector<double> numbers)
{
    m_known = std::move(numbers);
    emit progressed();
}

} // namespace regard
