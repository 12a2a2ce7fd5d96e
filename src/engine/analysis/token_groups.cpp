#include "engine/analysis/token_groups.h"

#include <algorithm>
#include <utility>

#include "engine/analysis/value_norms.h"
#include "engine/base/errors.h"
#include "engine/base/first_failure.h"
#include "engine/base/message.h"

namespace regard {

namespace {

/// The keys of each group, in the order in which a row of them is summed: the first of every group, then the second of
/// those that have one, and so on. Group by group, each length would be a branch that no processor predicts.
struct KeyOrder {
    struct Later {
        int group;
        int key;
    };
    std::vector<int> firsts;
    std::vector<Later> later;
};

KeyOrder keyOrderOf(const TokenGroups &groups)
{
    KeyOrder order;
    int longest = 0;
    for (const TokenGroups::Group &group : groups.groups) {
        order.firsts.push_back(group.first);
        longest = std::max(longest, group.count);
    }
    for (int i = 1; i < longest; ++i)
        for (std::size_t group = 0; group < groups.groups.size(); ++group)
            if (i < groups.groups[group].count)
                order.later.push_back({int(group), groups.groups[group].first + i});
    return order;
}

void checkGroups(const TokenGroups &groups, std::size_t tokens)
{
    for (const TokenGroups::Group &group : groups.groups)
        if (group.first < 0 || group.count < 1 || std::size_t(group.first) + std::size_t(group.count) > tokens)
            throw ShapeError(Message::tr(
                "a group of tokens reaches from %1 to %2, but there are %3 tokens",
                {std::to_string(group.first + 1), std::to_string(group.first + group.count), std::to_string(tokens)}));
}

/// What each group takes of a row of keys.
void sumKeys(const float *row, const KeyOrder &keys, float *sums)
{
    for (std::size_t group = 0; group < keys.firsts.size(); ++group)
        sums[group] = row[keys.firsts[group]];
    for (const KeyOrder::Later &later : keys.later)
        sums[later.group] += row[later.key];
}

/// `scale`: what each token's weight as a key is multiplied by; empty: nothing.
Matrix grouped(const Matrix &weights, const TokenGroups &queries, const KeyOrder &keys, bool renormalises,
               const Eigen::RowVectorXf &scale = {})
{
    const auto count = Eigen::Index(queries.groups.size());
    Matrix result(count, Eigen::Index(keys.firsts.size()));
    const bool isPlain = keys.later.empty() && result.cols() == weights.cols();
    Eigen::RowVectorXf mean(weights.cols()); // of a group's queries
    for (Eigen::Index query = 0; query < count; ++query) {
        const TokenGroups::Group &group = queries.groups[std::size_t(query)];
        const float *row = weights.data() + group.first * weights.cols();
        if (group.count > 1) {
            mean = weights.row(group.first);
            for (int i = 1; i < group.count; ++i)
                mean += weights.row(group.first + i);
            mean /= float(group.count);
            row = mean.data();
        }
        const Eigen::Map<const Eigen::RowVectorXf> numbers(row, weights.cols());
        if (scale.size() > 0 && isPlain) {
            result.row(query) = numbers.cwiseProduct(scale);
        } else if (scale.size() > 0) {
            mean = numbers.cwiseProduct(scale);
            sumKeys(mean.data(), keys, result.data() + query * result.cols());
        } else {
            sumKeys(row, keys, result.data() + query * result.cols());
        }
    }
    if (renormalises)
        divideRows(result);
    return result;
}

/// 0 for the tokens of the sink, else 1; empty where there is none.
Eigen::RowVectorXf withoutSink(const std::vector<bool> &sink)
{
    Eigen::RowVectorXf scale(Eigen::Index(sink.size()));
    for (std::size_t i = 0; i < sink.size(); ++i)
        scale[Eigen::Index(i)] = sink[i] ? 0.0F : 1.0F;
    return scale;
}

/// Attention between groups of a file's heads, each summed when it is read.
class GroupedHeads : public HeadSource {
public:
    GroupedHeads(HeadTraces tokens, const Grouping &grouping, Attention attention)
        : m_tokens(std::move(tokens)), m_queries(grouping.queries(attention)),
          m_keys(keyOrderOf(grouping.keys(attention))), m_scale(withoutSink(grouping.sink(attention))),
          m_renormalises(grouping.rule.renormalises)
    {
    }

    std::size_t count() const override { return m_tokens.size(); }
    Eigen::Index queries() const override { return Eigen::Index(m_queries.groups.size()); }
    Eigen::Index keys() const override { return Eigen::Index(m_keys.firsts.size()); }
    std::shared_ptr<const HeadTrace> read(std::size_t head) const override
    {
        const std::shared_ptr<const HeadTrace> tokens = m_tokens.shared(head);
        auto groups = std::make_shared<HeadTrace>();
        groups->weights = grouped(tokens->weights, m_queries, m_keys, m_renormalises, m_scale);
        groups->fault = tokens->fault;
        groups->hasEmptyRows = tokens->hasEmptyRows;
        groups->hasSink = tokens->hasSink && !m_renormalises;
        return groups;
    }

private:
    HeadTraces m_tokens;
    TokenGroups m_queries;
    KeyOrder m_keys;
    Eigen::RowVectorXf m_scale;
    bool m_renormalises;
};

/// `largest` becomes the largest number of all heads, unless they have a source.
std::shared_ptr<const BlockTrace> groupedBlock(const BlockTrace &block, const Grouping &grouping,
                                               const AttentionPlace &place, float &largest)
{
    constexpr double parallelNumbers = 1 << 18;
    auto result = std::make_shared<BlockTrace>();
    result->name = block.name;
    if (block.heads.source()) {
        result->heads = HeadTraces(std::make_shared<GroupedHeads>(block.heads, grouping, place.attention));
        return result;
    }
    const KeyOrder order = keyOrderOf(grouping.keys(place.attention));
    const Eigen::RowVectorXf withoutSink = regard::withoutSink(grouping.sink(place.attention));
    const GroupingRule &rule = grouping.rule;
    std::vector<std::shared_ptr<const HeadTrace>> heads(block.heads.size());
    std::vector<float> most(heads.size(), 0.0F);
    FirstFailure failure;
    [[maybe_unused]] const bool parallel =
        double(heads.size()) * double(block.heads.queries() * block.heads.keys()) >= parallelNumbers;
#pragma omp parallel for schedule(static) if (parallel)
    for (int head = 0; head < int(heads.size()); ++head)
        failure.run([&] {
            const HeadTrace &computed = block.heads[std::size_t(head)];
            Eigen::RowVectorXf scale = withoutSink;
            if (rule.values) {
                scale = movedByOne(*rule.values, {place.attention, place.layer, head}, computed);
                if (withoutSink.size() > 0)
                    scale = scale.cwiseProduct(withoutSink).eval();
            }
            auto made = std::make_shared<HeadTrace>();
            made->hasSink = computed.hasSink && rule.hasShares() && !rule.renormalises;
            made->weights =
                grouped(computed.weights, grouping.queries(place.attention), order, rule.renormalises, scale);
            if (made->weights.size() > 0)
                most[std::size_t(head)] = made->weights.maxCoeff();
            heads[std::size_t(head)] = std::move(made);
        });
    failure.rethrow();
    largest = most.empty() ? 0 : *std::max_element(most.begin(), most.end());
    result->heads = HeadTraces(std::move(heads));
    return result;
}

SideTrace groupedSide(const SideTrace &side, const TokenGroups &groups)
{
    checkGroups(groups, side.tokens.size());
    SideTrace result;
    for (std::size_t i = 0; i < groups.groups.size(); ++i) {
        const TokenGroups::Group &group = groups.groups[i];
        result.tokens.push_back(group.token.empty() ? group.label : group.token);
        result.labels.push_back(group.label);
        const auto isMasked = [&](int token) {
            return std::find(side.masked.begin(), side.masked.end(), token) != side.masked.end();
        };
        bool all = true;
        for (int token = group.first; all && token < group.first + group.count; ++token)
            all = isMasked(token);
        if (all)
            result.masked.push_back(int(i));
    }
    return result;
}

/// The place of a block by its name: `encoder.0.cross`.
AttentionPlace placeOf(const std::string &block)
{
    const std::size_t first = block.find('.') + 1;
    const int layer = std::stoi(block.substr(first));
    if (block.ends_with(".cross"))
        return {Attention::Cross, layer};
    return {block.starts_with("decoder.") ? Attention::Decoder : Attention::Encoder, layer};
}

const TokenGroups &groupsOf(const Grouping &grouping, const SideTrace &side)
{
    return &side == &grouping.tokens->target ? grouping.target : grouping.source;
}

/// Whether a block of the one is a block of the other where they were made of the same.
bool isAlike(const Grouping &a, const Grouping &b, const AttentionPlace &place)
{
    const bool movesAlike =
        a.rule.values == b.rule.values ||
        (a.rule.values && b.rule.values && regard::movesAlike(*a.rule.values, *b.rule.values, place));
    return movesAlike && a.rule.renormalises == b.rule.renormalises && a.rule.sourceSink == b.rule.sourceSink &&
           a.rule.targetSink == b.rule.targetSink && a.source == b.source && a.target == b.target;
}

} // namespace

int TokenGroups::groupOf(int token) const
{
    const auto after = std::upper_bound(groups.begin(), groups.end(), token,
                                        [](int wanted, const Group &group) { return wanted < group.first; });
    if (after == groups.begin())
        return -1;
    const auto found = after - 1;
    return token < found->first + found->count ? int(found - groups.begin()) : -1;
}

bool TokenGroups::isPlain(int tokens) const
{
    return !merges() && int(groups.size()) == tokens;
}

bool TokenGroups::merges() const
{
    return std::any_of(groups.begin(), groups.end(), [](const Group &group) { return group.count > 1; });
}

TokenGroups TokenGroups::ofEach(const SideTrace &side)
{
    TokenGroups groups;
    for (std::size_t i = 0; i < side.tokens.size(); ++i)
        groups.groups.push_back({int(i), 1, labelsOf(side)[i], side.tokens[i]});
    return groups;
}

const TokenGroups &Grouping::queries(Attention attention) const
{
    return groupsOf(*this, queriesOf(*tokens, attention));
}

const TokenGroups &Grouping::keys(Attention attention) const
{
    return groupsOf(*this, keysOf(*tokens, attention));
}

bool hasSinks(const Trace &trace)
{
    const auto hasSink = [](const auto &block) {
        for (std::size_t head = 0; !block->heads.source() && head < block->heads.size(); ++head)
            if (block->heads[head].hasSink)
                return true;
        return false;
    };
    return std::any_of(trace.blocks.begin(), trace.blocks.end(), hasSink);
}

const std::vector<bool> &Grouping::sink(Attention attention) const
{
    return &keysOf(*tokens, attention) == &tokens->target ? rule.targetSink : rule.sourceSink;
}

Matrix Grouping::shown(const Matrix &between, Attention attention) const
{
    return grouped(between, queries(attention), keyOrderOf(keys(attention)), rule.renormalises,
                   withoutSink(sink(attention)));
}

void divideRows(Matrix &rows)
{
    for (Eigen::Index row = 0; row < rows.rows(); ++row)
        if (const float sum = rows.row(row).sum(); sum > 0)
            rows.row(row) /= sum;
}

Matrix asShares(Matrix numbers, const Trace &trace)
{
    if (trace.grouping && !trace.grouping->rule.hasShares())
        divideRows(numbers);
    return numbers;
}

Matrix groupedWeights(const Matrix &weights, const TokenGroups &queries, const TokenGroups &keys, bool renormalises)
{
    checkGroups(queries, std::size_t(weights.rows()));
    checkGroups(keys, std::size_t(weights.cols()));
    return grouped(weights, queries, keyOrderOf(keys), renormalises);
}

Matrix shownCells(const Matrix &values, const TokenGroups &queries, const TokenGroups &keys)
{
    checkGroups(queries, std::size_t(values.rows()));
    checkGroups(keys, std::size_t(values.cols()));
    Matrix shown(Eigen::Index(queries.groups.size()), Eigen::Index(keys.groups.size()));
    for (Eigen::Index query = 0; query < shown.rows(); ++query)
        for (Eigen::Index key = 0; key < shown.cols(); ++key)
            shown(query, key) = values(queries.groups[std::size_t(query)].first, keys.groups[std::size_t(key)].first);
    return shown;
}

SharedTrace groupedTrace(const SharedTrace &trace, const TokenGroups &source, const TokenGroups &target,
                         const GroupingRule &rule, const SharedTrace &previous)
{
    auto grouping = std::make_shared<Grouping>(Grouping{trace, source, target, rule});
    auto result = std::make_shared<Trace>();
    result->generation = trace->generation;
    result->isImported = trace->isImported;
    result->architecture = trace->architecture;
    result->source = groupedSide(trace->source, source);
    result->target = groupedSide(trace->target, target);
    const Grouping *before = previous ? previous->grouping.get() : nullptr;
    for (std::size_t i = 0; i < trace->blocks.size(); ++i) {
        const std::shared_ptr<const BlockTrace> &block = trace->blocks[i];
        const AttentionPlace place = placeOf(block->name);
        const bool isKept = before && i < before->tokens->blocks.size() && before->tokens->blocks[i] == block &&
                            isAlike(*before, *grouping, place);
        float largest = isKept ? before->largest[i] : 0;
        result->blocks.push_back(isKept ? previous->blocks[i] : groupedBlock(*block, *grouping, place, largest));
        grouping->largest.push_back(largest);
    }
    result->grouping = std::move(grouping);
    return result;
}

double hiddenShare(const Matrix &weights, const TokenGroups &queries, const TokenGroups &keys)
{
    std::vector<bool> isShown(std::size_t(weights.cols()), false);
    for (const TokenGroups::Group &group : keys.groups)
        for (int key = group.first; key < group.first + group.count; ++key)
            isShown.at(std::size_t(key)) = true;
    double sum = 0;
    for (const TokenGroups::Group &group : queries.groups) {
        double taken = 0;
        for (int query = group.first; query < group.first + group.count; ++query)
            for (Eigen::Index key = 0; key < weights.cols(); ++key)
                taken += isShown[std::size_t(key)] ? 0.0 : double(weights(query, key));
        sum += taken / group.count;
    }
    return queries.groups.empty() ? 0 : std::min(1.0, sum / double(queries.groups.size()));
}

} // namespace regard
