#include "engine/analysis/trace_comparison.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "engine/analysis/empty_rows.h"
#include "engine/analysis/token_groups.h"
#include "engine/pass/numbers_to_read.h"

namespace regard {

namespace {

constexpr float traceComparisonNoNumber = std::numeric_limits<float>::quiet_NaN();

/// The earlier pass's counterpart of `side` in `now`: the input of the same attention, or, without that attention, the
/// same sentence.
const SideTrace &sideBefore(const Trace &now, const SideTrace &side, const Trace &before, const SideTrace *read)
{
    if (read)
        return *read;
    return &side == &now.source ? before.source : before.target;
}

bool isShared(const std::vector<int> &before)
{
    for (const int position : before)
        if (position >= 0)
            return true;
    return false;
}

Matrix nothing(const Matrix &sameSize)
{
    return Matrix::Constant(sameSize.rows(), sameSize.cols(), traceComparisonNoNumber);
}

/// Whether a row has no weight: see shownWeights().
bool isEmptyRow(const Matrix &shown, Eigen::Index row)
{
    return shown.cols() > 0 && std::isnan(shown(row, 0));
}

/// What new keys have of a row now, and what gone ones had of it before.
double replacedWeight(const TokenAlignment &keys, const Eigen::Ref<const Eigen::RowVectorXf> &now,
                      const Eigen::Ref<const Eigen::RowVectorXf> &before)
{
    double sum = 0;
    for (std::size_t key = 0; key < keys.before.size(); ++key)
        sum += keys.before[key] < 0 ? double(now[Eigen::Index(key)]) : 0;
    for (std::size_t key = 0; key < keys.after.size(); ++key)
        sum += keys.after[key] < 0 ? double(before[Eigen::Index(key)]) : 0;
    return sum;
}

float differenceOf(float now, float before)
{
    return now == before ? 0.0F : now - before; // ∞ − ∞ would be NaN
}

/// Returns now − before in the tokens of now, whose positions before `queries` and `keys` are.
Matrix differenceOf(const Matrix &now, const Matrix &before, const std::vector<int> &queries,
                    const std::vector<int> &keys)
{
    Matrix difference = nothing(now); // n × m
    for (Eigen::Index query = 0; query < now.rows(); ++query) {
        const int queryBefore = queries[std::size_t(query)];
        for (Eigen::Index key = 0; queryBefore >= 0 && key < now.cols(); ++key)
            if (const int keyBefore = keys[std::size_t(key)]; keyBefore >= 0)
                difference(query, key) = differenceOf(now(query, key), before(queryBefore, keyBefore));
    }
    return difference;
}

/// Differences of heads of which some are read from a file, each computed when it is read.
class DifferentHeads : public HeadSource {
public:
    /// `before` has none of the heads that are new.
    DifferentHeads(HeadTraces now, HeadTraces before, const TokenAlignment &queries, const TokenAlignment &keys)
        : m_now(std::move(now)), m_before(std::move(before)), m_queries(queries.before), m_keys(keys.before)
    {
    }

    std::size_t count() const override { return m_now.size(); }
    Eigen::Index queries() const override { return m_now.queries(); }
    Eigen::Index keys() const override { return m_now.keys(); }
    std::shared_ptr<const HeadTrace> read(std::size_t head) const override
    {
        const std::shared_ptr<const HeadTrace> now = m_now.shared(head);
        auto difference = std::make_shared<HeadTrace>();
        difference->fault = now->fault;
        difference->hasEmptyRows = now->hasEmptyRows;
        if (head >= m_before.size()) {
            difference->weights = nothing(now->weights);
            return difference;
        }
        const std::shared_ptr<const HeadTrace> before = m_before.shared(head);
        difference->weights = differenceOf(*shownWeights(now), *shownWeights(before), m_queries, m_keys);
        if (difference->fault.empty())
            difference->fault = before->fault;
        difference->hasEmptyRows |= before->hasEmptyRows;
        return difference;
    }

private:
    HeadTraces m_now;
    HeadTraces m_before;
    std::vector<int> m_queries;
    std::vector<int> m_keys;
};

} // namespace

TraceComparison::TraceComparison(std::shared_ptr<const Model> model, SharedTrace now,
                                 std::shared_ptr<const Model> modelBefore, SharedTrace before)
    : m_model(std::move(model)), m_now(std::move(now)), m_modelBefore(std::move(modelBefore)),
      m_before(std::move(before))
{
    for (const Attention attention : {Attention::Encoder, Attention::Decoder, Attention::Cross}) {
        const bool wasThere = layersOf(m_modelBefore->config, attention) > 0;
        const SideTrace &queries = queriesOf(*m_now, attention);
        const SideTrace &keys = keysOf(*m_now, attention);
        const SideTrace &queriesBefore =
            sideBefore(*m_now, queries, *m_before, wasThere ? &queriesOf(*m_before, attention) : nullptr);
        const SideTrace &keysBefore =
            sideBefore(*m_now, keys, *m_before, wasThere ? &keysOf(*m_before, attention) : nullptr);
        TokenAlignment alignment = alignTokens(queriesBefore.tokens, queries.tokens);
        TokenAlignment other = &keys == &queries && &keysBefore == &queriesBefore
                                   ? alignment
                                   : alignTokens(keysBefore.tokens, keys.tokens);
        m_alignments.emplace(attention, Alignments{std::move(alignment), std::move(other)});
    }
}

const TraceComparison::Alignments &TraceComparison::alignments(Attention attention) const
{
    return m_alignments.at(attention);
}

const TokenAlignment &TraceComparison::queries(Attention attention) const
{
    return alignments(attention).queries;
}

const TokenAlignment &TraceComparison::keys(Attention attention) const
{
    return alignments(attention).keys;
}

std::shared_ptr<const BlockTrace> TraceComparison::blockBefore(const AttentionPlace &place) const
{
    const int block = blockIndex(m_modelBefore->config, place.attention, place.layer);
    return block >= 0 && block < int(m_before->blocks.size()) ? m_before->blocks[std::size_t(block)] : nullptr;
}

bool TraceComparison::wasThere(const HeadRef &head) const
{
    const std::shared_ptr<const BlockTrace> block = blockBefore({head.attention, head.layer});
    return block && head.head >= 0 && head.head < int(block->heads.size());
}

std::shared_ptr<const HeadTrace> TraceComparison::headBefore(const HeadRef &head) const
{
    return wasThere(head) ? blockBefore({head.attention, head.layer})->heads.shared(std::size_t(head.head)) : nullptr;
}

bool TraceComparison::isNew(const HeadRef &head) const
{
    return !wasThere(head);
}

Matrix TraceComparison::difference(const Matrix &now, const Matrix &before, Attention attention) const
{
    return differenceOf(now, before, alignments(attention).queries.before, alignments(attention).keys.before);
}

std::shared_ptr<const BlockTrace> TraceComparison::differenceBlock(const AttentionPlace &place) const
{
    const int index = blockIndex(m_model->config, place.attention, place.layer);
    if (index < 0 || index >= int(m_now->blocks.size()))
        return nullptr;
    const std::scoped_lock lock(m_mutex);
    std::shared_ptr<const BlockTrace> &kept = m_differences[index];
    if (kept)
        return kept;
    const BlockTrace &now = *m_now->blocks[std::size_t(index)];
    auto block = std::make_shared<BlockTrace>();
    block->name = now.name;
    const std::shared_ptr<const BlockTrace> then = blockBefore(place);
    if (now.heads.source() || (then && then->heads.source())) {
        block->heads = HeadTraces(std::make_shared<DifferentHeads>(now.heads, then ? then->heads : HeadTraces(),
                                                                   queries(place.attention), keys(place.attention)));
        kept = std::move(block);
        return kept;
    }
    block->heads.resize(now.heads.size());
    for (std::size_t i = 0; i < now.heads.size(); ++i) {
        const Matrix &weights = now.heads[i].weights;
        const std::shared_ptr<const HeadTrace> before = headBefore({place.attention, place.layer, int(i)});
        block->heads[i].weights = before ? difference(weights, before->weights, place.attention) : nothing(weights);
    }
    kept = std::move(block);
    return kept;
}

void TraceComparison::measure(Measured &measured, const HeadRef &head,
                              const std::shared_ptr<const HeadTrace> &headNow) const
{
    const std::shared_ptr<const HeadTrace> headThen = headBefore(head);
    const std::shared_ptr<const Matrix> now = shownWeights(headNow);
    const std::shared_ptr<const Matrix> before = shownWeights(headThen);
    const bool hasSink = headNow->hasSink || headThen->hasSink;
    measureDistributions(measured, head, *now, *before, hasSink);
    if (!m_now->grouping || m_now->grouping->rule.hasShares())
        return;
    Measured divided;
    measureDistributions(divided, head, asShares(*now, *m_now), asShares(*before, *m_before), false);
    measured.moved.erase(head);
    measured.moved.merge(divided.moved);
}

void TraceComparison::measureDistributions(Measured &measured, const HeadRef &head, const Matrix &now,
                                           const Matrix &before, bool hasSink) const
{
    const Alignments &tokens = alignments(head.attention);
    const bool hasSameKeys = tokens.keys.isIdentity();
    double sum = 0;
    int shared = 0;
    float largest = measured.largest ? std::abs(measured.largest->now - measured.largest->before) : 0.0F;
    Eigen::RowVectorXf change(now.cols());
    for (Eigen::Index query = 0; query < now.rows(); ++query) {
        const int queryBefore = tokens.queries.before[std::size_t(query)];
        if (queryBefore < 0 || isEmptyRow(now, query) || isEmptyRow(before, queryBefore))
            continue;
        ++shared;
        if (hasSameKeys) {
            change = (now.row(query) - before.row(queryBefore)).cwiseAbs();
        } else {
            for (Eigen::Index key = 0; key < now.cols(); ++key) {
                const int keyBefore = tokens.keys.before[std::size_t(key)];
                change[key] = keyBefore < 0 ? 0.0F : std::abs(now(query, key) - before(queryBefore, keyBefore));
            }
            sum += replacedWeight(tokens.keys, now.row(query), before.row(queryBefore));
        }
        sum += change.cast<double>().sum();
        if (hasSink)
            sum += std::abs(double(now.row(query).sum()) - double(before.row(queryBefore).sum()));
        Eigen::Index key = 0;
        if (const float most = change.maxCoeff(&key); most > largest) {
            largest = most;
            const int keyBefore = tokens.keys.before[std::size_t(key)];
            measured.largest = Change{head, int(query), int(key), before(queryBefore, keyBefore), now(query, key)};
        }
    }
    // Rows of weights sum to 1, with a learned sink where there is one, except for rounding.
    if (shared > 0)
        measured.moved[head] = std::min(1.0, 0.5 * sum / shared);
}

bool TraceComparison::isTooLarge() const
{
    return numbersToRead(*m_now) + numbersToRead(*m_before) > mostRead;
}

std::optional<double> TraceComparison::movedAlone(const HeadRef &head) const
{
    const int index = blockIndex(m_model->config, head.attention, head.layer);
    if (index < 0 || index >= int(m_now->blocks.size()) || !wasThere(head) ||
        !isShared(alignments(head.attention).queries.before))
        return std::nullopt;
    Measured measured;
    measure(measured, head, m_now->blocks[std::size_t(index)]->heads.shared(std::size_t(head.head)));
    const auto found = measured.moved.find(head);
    return found == measured.moved.end() ? std::nullopt : std::optional<double>(found->second);
}

const TraceComparison::Measured &TraceComparison::measured() const
{
    const std::scoped_lock lock(m_mutex);
    if (m_measured)
        return *m_measured;
    Measured measured;
    if (isTooLarge()) {
        m_measured = std::move(measured);
        return *m_measured;
    }
    for (std::size_t index = 0; index < m_now->blocks.size(); ++index) {
        const AttentionPlace place = blockPlace(m_model->config, int(index));
        const Alignments &tokens = alignments(place.attention);
        if (!isShared(tokens.queries.before))
            continue;
        const bool isSame =
            blockBefore(place) == m_now->blocks[index] && tokens.queries.isIdentity() && tokens.keys.isIdentity();
        const HeadTraces &heads = m_now->blocks[index]->heads;
        for (std::size_t i = 0; i < heads.size(); ++i) {
            const HeadRef head{place.attention, place.layer, int(i)};
            if (!wasThere(head))
                continue;
            if (isSame)
                measured.moved[head] = 0;
            else
                measure(measured, head, heads.shared(i));
        }
    }
    m_measured = std::move(measured);
    return *m_measured;
}

std::optional<double> TraceComparison::moved(const HeadRef &head) const
{
    const Measured &all = measured();
    const auto found = all.moved.find(head);
    return found == all.moved.end() ? std::nullopt : std::optional<double>(found->second);
}

std::optional<TraceComparison::Change> TraceComparison::largestChange() const
{
    return measured().largest;
}

} // namespace regard
