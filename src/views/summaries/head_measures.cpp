#include "views/summaries/head_measures.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "document/work/background_work.h"
#include "engine/analysis/summaries.h"

namespace regard {

namespace {

/// Logarithms that fit into a display frame along with the painting.
constexpr double immediateCost = 2e5;

double cellsOf(const BlockTrace &block)
{
    return double(block.heads.queries()) * double(block.heads.keys());
}

double costOf(const SharedBlock &a, const SharedBlock &b)
{
    const auto heads = double(a->heads.size());
    return b ? 2 * heads * double(b->heads.size()) * cellsOf(*a) : heads * cellsOf(*a);
}

/// Empty where it was cancelled.
Matrix entropiesOf(const BlockTrace &block, const std::atomic<bool> &cancelled)
{
    Matrix entropies(1, Eigen::Index(block.heads.size()));
    for (std::size_t head = 0; head < block.heads.size(); ++head) {
        if (cancelled)
            return {};
        entropies(0, Eigen::Index(head)) = float(headEntropy(block.heads.shared(head)->weights));
    }
    return entropies;
}

/// Empty where it was cancelled.
Matrix distancesBetween(const BlockTrace &a, const BlockTrace &b, const std::atomic<bool> &cancelled)
{
    Matrix distances = Matrix::Zero(Eigen::Index(a.heads.size()), Eigen::Index(b.heads.size()));
    for (std::size_t i = 0; i < a.heads.size(); ++i) {
        const std::shared_ptr<const HeadTrace> first = a.heads.shared(i);
        for (std::size_t j = &a == &b ? i + 1 : 0; j < b.heads.size(); ++j) {
            if (cancelled)
                return {};
            const auto row = Eigen::Index(i);
            const auto column = Eigen::Index(j);
            distances(row, column) = headDistances({&first->weights, &b.heads.shared(j)->weights})(0, 1);
            if (&a == &b)
                distances(column, row) = distances(row, column);
        }
    }
    return distances;
}

Matrix measured(const SharedBlock &a, const SharedBlock &b, const std::atomic<bool> &cancelled)
{
    return b ? distancesBetween(*a, *b, cancelled) : entropiesOf(*a, cancelled);
}

} // namespace

HeadMeasures::HeadMeasures(QObject *parent) : QObject(parent), m_work(new BackgroundWork(this)) {}

void HeadMeasures::stop()
{
    m_work->cancel();
    m_awaited.clear();
}

const Matrix *HeadMeasures::known(const Piece &piece) const
{
    const auto found = m_known.find(piece);
    return found == m_known.end() ? nullptr : &found->second;
}

std::vector<double> HeadMeasures::entropies(const std::vector<SharedBlock> &blocks)
{
    std::vector<Piece> pieces;
    for (const SharedBlock &block : blocks)
        pieces.emplace_back(block, nullptr);
    compute(pieces);
    std::vector<double> entropies;
    for (const Piece &piece : pieces) {
        const Matrix *numbers = known(piece);
        for (std::size_t head = 0; head < piece.first->heads.size(); ++head)
            entropies.push_back(numbers ? double((*numbers)(0, Eigen::Index(head)))
                                        : std::numeric_limits<double>::quiet_NaN());
    }
    return entropies;
}

Matrix HeadMeasures::distances(const std::vector<SharedBlock> &blocks)
{
    std::vector<Piece> pieces;
    std::vector<Eigen::Index> starts{0};
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        for (std::size_t j = i; j < blocks.size(); ++j)
            pieces.emplace_back(blocks[i], blocks[j]);
        starts.push_back(starts.back() + Eigen::Index(blocks[i]->heads.size()));
    }
    compute(pieces);
    const Eigen::Index heads = starts.back();
    Matrix distances = Matrix::Constant(heads, heads, std::numeric_limits<float>::quiet_NaN());
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        for (std::size_t j = i; j < blocks.size(); ++j) {
            const Matrix *numbers = known({blocks[i], blocks[j]});
            if (!numbers)
                continue;
            distances.block(starts[i], starts[j], numbers->rows(), numbers->cols()) = *numbers;
            distances.block(starts[j], starts[i], numbers->cols(), numbers->rows()) = numbers->transpose();
        }
    }
    return distances;
}

void HeadMeasures::compute(const std::vector<Piece> &pieces)
{
    std::vector<Piece> missing;
    double cost = 0;
    for (const Piece &piece : pieces) {
        if (known(piece))
            continue;
        missing.push_back(piece);
        cost += costOf(piece.first, piece.second);
    }
    if (cost <= immediateCost) {
        const std::atomic<bool> never = false;
        for (const Piece &piece : missing)
            m_known[piece] = measured(piece.first, piece.second, never);
        return;
    }
    const bool isComing = std::all_of(missing.begin(), missing.end(), [this](const Piece &piece) {
        return std::find(m_awaited.begin(), m_awaited.end(), piece) != m_awaited.end();
    });
    if (isComing || (!m_failed.empty() && missing == m_failed))
        return;
    stop();
    m_failed.clear();
    m_problem.clear();
    m_awaited = missing;
    m_work->start(
        [this, missing](const BackgroundWork::Piece &work) {
            for (const Piece &piece : missing) {
                Matrix numbers = measured(piece.first, piece.second, work.isCancelled());
                if (work.isCancelled())
                    return;
                work.report([this, piece, numbers = std::move(numbers)] { take(piece, numbers); });
            }
        },
        [this](const QString &problem) {
            if (problem.isEmpty())
                return;
            m_failed = std::exchange(m_awaited, {});
            m_problem = problem;
            emit progressed();
        });
}

void HeadMeasures::take(const Piece &piece, const Matrix &numbers)
{
    const auto place = std::find(m_awaited.begin(), m_awaited.end(), piece);
    if (place == m_awaited.end())
        return; // no longer wanted
    m_awaited.erase(place);
    m_known[piece] = numbers;
    emit progressed();
}

void HeadMeasures::keepOnly(const Trace &trace)
{
    const auto isGone = [&trace](const SharedBlock &block) {
        return block && std::find(trace.blocks.begin(), trace.blocks.end(), block) == trace.blocks.end();
    };
    std::erase_if(m_known, [&](const auto &entry) { return isGone(entry.first.first) || isGone(entry.first.second); });
}

} // namespace regard
