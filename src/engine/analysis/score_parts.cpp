#include "engine/analysis/score_parts.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/base/errors.h"
#include "engine/base/message.h"
#include "engine/functions/norm.h"
#include "engine/functions/rotary.h"
#include "engine/functions/score_bias.h"
#include "engine/model/key_head.h"
#include "engine/model/weight_shapes.h"
#include "engine/pass/attention_block.h"
#include "engine/pass/stream.h"

namespace regard {

namespace {

/// How rows of the stream become the queries, or the keys, of one head.
class HeadSide {
public:
    HeadSide(const Model &model, const Trace &trace, const ScoreQuestion &question, char letter, std::vector<int> rows);

    const std::vector<int> &rows() const { return m_rows; }
    /// Calls take() for each part, rows × d_key, the latest first.
    void read(const std::function<void(StreamPart, Jacobian)> &take) const;
    /// What a row of the stream is multiplied by for its product with a vector of d_key; the side has one row.
    Jacobian towards(const Eigen::RowVectorXd &vector) const;
    const StreamPlace &place() const { return m_place; }

private:
    const Weight &weight(const char *name) const;
    std::string nameOf(const char *name) const { return blockWeight(m_attention.attention, m_attention.layer, name); }
    void rotate(Jacobian &x, bool isBack = false) const;
    Jacobian finished(Jacobian x) const;
    void holdNorm();

    const Model &m_model;
    const Trace &m_trace;
    AttentionPlace m_attention;
    char m_letter;
    int m_head; ///< of W_Q, or of W_K
    std::vector<int> m_rows;
    StreamPlace m_place;
    Jacobian m_by;                                  ///< d_model × d_key
    Jacobian m_bias;                                ///< 1 × d_key; empty: none
    Eigen::ArrayXd m_scale;                         ///< of each row, of the norm of q and k
    Jacobian m_normBias;                            ///< 1 × d_key; empty: none
    Jacobian m_general;                             ///< d_key × d_key of queries; empty: none
    std::vector<std::vector<Rotation>> m_rotations; ///< of each row, of each pair; empty: none
    Rotary m_rotary;
};

HeadSide::HeadSide(const Model &model, const Trace &trace, const ScoreQuestion &question, char letter,
                   std::vector<int> rows)
    : m_model(model), m_trace(trace), m_attention(question.place), m_letter(letter), m_head(question.head),
      m_rows(std::move(rows)), m_scale(Eigen::ArrayXd::Ones(Eigen::Index(m_rows.size()))),
      m_rotary(model.config, question.place, Eigen::Index(keysOf(trace, question.place.attention).tokens.size()))
{
    const ModelConfig &config = model.config;
    const Sublayer sublayer = sublayerOf(m_attention);
    m_place = {sublayer.stack, sublayer};
    if (letter == 'k') {
        m_head = keyHeadOf(config, m_attention.attention, m_head);
        if (m_attention.attention == Attention::Cross)
            m_place = {Stack::Encoder, {}};
    }
    const Eigen::Index first = m_head * config.dKey;
    m_by = weight(letter == 'q' ? "w_q" : "w_k").middleCols(first, config.dKey).cast<double>();
    if (hasQkvBias(config))
        m_bias = weight(letter == 'q' ? "b_q" : "b_k").middleCols(first, config.dKey).cast<double>();
    if (hasQkNorm(config, m_attention.attention))
        holdNorm();
    for (const int row : m_rows) {
        std::vector<Rotation> &rotations = m_rotations.emplace_back();
        for (int pair = 0; pair < m_rotary.pairs(); ++pair)
            rotations.push_back(m_rotary.at(row, pair));
    }
    if (letter == 'q' && hasScoreMatrix(config.score))
        m_general = weight("w_g").middleCols(question.head * config.dKey, config.dKey).cast<double>();
}

const Weight &HeadSide::weight(const char *name) const
{
    return m_model.weights.weight(nameOf(name));
}

/// Folds the norm of queries or keys into what the stream is multiplied by. One over all heads needs all their numbers.
void HeadSide::holdNorm()
{
    const ModelConfig &config = m_model.config;
    const NormRule rule = qkNormRule(m_model, m_attention, m_letter);
    const bool isOfAll = config.qkNorm == QkNorm::All;
    const Sublayer sublayer = sublayerOf(m_attention);
    const Weight &whole = weight(m_letter == 'q' ? "w_q" : "w_k");
    const Eigen::Index first = m_head * config.dKey;
    const Jacobian by = isOfAll ? inDouble(whole) : m_by;
    Jacobian bias = Jacobian::Zero(1, by.cols());
    if (hasQkvBias(config))
        bias = isOfAll ? inDouble(weight(m_letter == 'q' ? "b_q" : "b_k")) : m_bias;
    const Matrix &stream = streamBefore(config, m_trace, sublayer);
    Matrix rows(Eigen::Index(m_rows.size()), stream.cols());
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        rows.row(Eigen::Index(i)) = stream.row(m_rows[i]);
    Jacobian numbers = inDouble(sublayerInput(m_model, sublayer, rows)) * by;
    numbers.rowwise() += bias.row(0);
    // The norm acts on columns: it multiplies from the right, by what heldNorm() makes of the identity's columns.
    Jacobian columns = Jacobian::Zero(by.cols(), config.dKey);
    columns.middleRows(isOfAll ? first : 0, config.dKey).setIdentity();
    HeldNorm held = heldNorm(rule, numbers, columns);
    m_by = by * held.by;
    m_bias = hasQkvBias(config) ? Jacobian(bias * held.by) : Jacobian();
    m_scale = held.scale;
    m_normBias = std::move(held.bias);
}

/// Rotates each row by its position, or multiplies by the transposed rotation.
void HeadSide::rotate(Jacobian &x, bool isBack) const
{
    for (Eigen::Index row = 0; row < x.rows(); ++row) {
        for (int pair = 0; pair < m_rotary.pairs(); ++pair) {
            const Rotation &rotation = m_rotations[std::size_t(row)][std::size_t(pair)];
            const double sine = isBack ? -double(rotation.sine) : double(rotation.sine);
            const int column = m_rotary.columnOf(pair);
            const int partner = m_rotary.partnerOf(column);
            const double a = x(row, column);
            const double b = x(row, partner);
            x(row, column) = a * double(rotation.cosine) - b * sine;
            x(row, partner) = b * double(rotation.cosine) + a * sine;
        }
    }
}

Jacobian HeadSide::finished(Jacobian x) const
{
    rotate(x);
    if (m_general.size() > 0)
        return x * m_general;
    return x;
}

void HeadSide::read(const std::function<void(StreamPart, Jacobian)> &take) const
{
    const auto rows = Eigen::Index(m_rows.size());
    const Sublayer sublayer = sublayerOf(m_attention);
    if (m_normBias.size() > 0)
        take({PartKind::Bias, sublayer, -1, nameOf(m_letter == 'q' ? "q_norm.bias" : "k_norm.bias")},
             finished(m_normBias.replicate(rows, 1)));
    const auto scaled = [&](Jacobian numbers) {
        numbers.array().colwise() *= m_scale;
        return finished(std::move(numbers));
    };
    if (m_bias.size() > 0 && !m_bias.isZero(0))
        take({PartKind::Bias, sublayer, -1, nameOf(m_letter == 'q' ? "b_q" : "b_k")},
             scaled(m_bias.replicate(rows, 1)));
    readStream(m_model, m_trace, m_place, m_by, m_rows,
               [&](ReadPart read) { take(std::move(read.part), scaled(std::move(read.numbers))); });
}

Jacobian HeadSide::towards(const Eigen::RowVectorXd &vector) const
{
    Jacobian back = m_general.size() > 0 ? Jacobian(vector * m_general.transpose()) : Jacobian(vector);
    rotate(back, true);
    return m_by * back.transpose() * m_scale(0);
}

/// How much of each key's row is read: 1 of the key itself, less what it is compared with. Keys in order.
std::vector<std::pair<int, double>> keyShares(const AttentionRule &rule, const Trace &trace,
                                              const ScoreQuestion &question)
{
    const SideTrace &keys = keysOf(trace, question.place.attention);
    const SideTrace &queries = queriesOf(trace, question.place.attention);
    const auto require = [&](int key) {
        if (!rule.allows(question.query, key))
            throw InputError(
                Message::tr("“%1” may not look at “%2”: there is no weight to explain.",
                            {labelsOf(queries)[std::size_t(question.query)], labelsOf(keys)[std::size_t(key)]}));
    };
    require(question.key);
    std::vector<double> shares(keys.tokens.size(), 0.0);
    if (question.reference == ScoreReference::Key) {
        require(question.otherKey);
        shares[std::size_t(question.otherKey)] -= 1;
    }
    if (question.reference == ScoreReference::Mean) {
        std::vector<int> allowed;
        for (int key = 0; key < int(shares.size()); ++key)
            if (rule.allows(question.query, key))
                allowed.push_back(key);
        for (const int key : allowed)
            shares[std::size_t(key)] = -1 / double(allowed.size());
    }
    shares[std::size_t(question.key)] += 1;
    std::vector<std::pair<int, double>> read;
    for (int key = 0; key < int(shares.size()); ++key)
        if (shares[std::size_t(key)] != 0 || key == question.key)
            read.emplace_back(key, shares[std::size_t(key)]);
    return read;
}

/// The parts' rows in one matrix, in the order of computation.
Jacobian stacked(std::vector<Jacobian> &parts, Eigen::Index columns)
{
    std::reverse(parts.begin(), parts.end());
    Jacobian rows(Eigen::Index(parts.size()), columns);
    for (std::size_t i = 0; i < parts.size(); ++i)
        rows.row(Eigen::Index(i)) = parts[i].row(0);
    return rows;
}

} // namespace

std::string reasonForNoScoreParts(const Model &model, Attention attention)
{
    if (model.config.score == Score::Additive)
        return Message::tr("Additive scores are no sum over parts: tanh takes query and key together.");
    if (isPatched(model.interventions, PatchKind::Query, attention) ||
        isPatched(model.interventions, PatchKind::Key, attention))
        return Message::tr("Queries or keys come from another pass, whose parts are not known here; take the patches "
                           "away first.");
    const std::string reason = reasonForNoParts(model, stackOf(attention));
    return reason.empty() && attention == Attention::Cross ? reasonForNoParts(model, Stack::Encoder) : reason;
}

ScoreParts scoreParts(const Model &model, const Trace &trace, const ScoreQuestion &question)
{
    const ModelConfig &config = model.config;
    const AttentionRule rule =
        ruleOf(model, question.place, question.head, keysOf(trace, question.place.attention).masked);
    const std::vector<std::pair<int, double>> shares = keyShares(rule, trace, question);
    std::vector<int> keys;
    Eigen::RowVectorXd weights(Eigen::Index(shares.size()));
    for (std::size_t i = 0; i < shares.size(); ++i) {
        keys.push_back(shares[i].first);
        weights(Eigen::Index(i)) = shares[i].second;
    }
    ScoreParts parts;
    std::vector<Jacobian> numbers;
    HeadSide(model, trace, question, 'q', {question.query}).read([&](StreamPart part, Jacobian rows) {
        parts.queryParts.push_back(std::move(part));
        numbers.push_back(std::move(rows));
    });
    std::reverse(parts.queryParts.begin(), parts.queryParts.end());
    const Jacobian ofQuery = stacked(numbers, config.dKey);
    numbers.clear();
    HeadSide(model, trace, question, 'k', keys).read([&](StreamPart part, const Jacobian &rows) {
        parts.keyParts.push_back(std::move(part));
        numbers.emplace_back(weights * rows);
    });
    std::reverse(parts.keyParts.begin(), parts.keyParts.end());
    const Jacobian ofKey = stacked(numbers, config.dKey);

    parts.pairs = ofQuery * ofKey.transpose() / double(scoreDivisor(rule, config.dKey));
    parts.query = ofQuery.colwise().sum();
    parts.key = ofKey.colwise().sum();
    parts.hasDistance = rule.bias.kind != ScoreBias::None;
    const int block = blockIndex(config, question.place.attention, question.place.layer);
    const HeadTrace &head = trace.blocks.at(std::size_t(block))->heads[std::size_t(question.head)];
    AttentionRule uncapped = rule;
    uncapped.cap = 0;
    uncapped.firstQuery = question.query;
    const Matrix scores = scoreHead(head.q.row(question.query), head.k, uncapped).scaled;
    for (const auto &[key, share] : shares) {
        parts.total += share * double(scores(0, key));
        parts.distance += share * double(rule.bias.at(key - question.query));
    }
    return parts;
}

std::vector<double> partByKeys(const ModelConfig &config, const Trace &trace, const ReadPart &read, int row)
{
    if (read.ofValues.size() == 0)
        return {};
    const Sublayer &sublayer = *read.part.sublayer;
    const BlockTrace &block = *trace.blocks.at(std::size_t(blockIndex(config, attentionOf(sublayer), sublayer.layer)));
    const HeadTrace &head = block.heads[std::size_t(read.part.head)];
    const Eigen::VectorXd brought =
        (head.v.cast<double>() * read.ofValues).col(0).cwiseProduct(head.weights.row(row).transpose().cast<double>());
    return {brought.begin(), brought.end()};
}

std::vector<double> scorePartByKeys(const Model &model, const Trace &trace, const ScoreQuestion &question,
                                    const ScoreParts &parts, bool isOfKey, const StreamPart &part)
{
    const int row = isOfKey ? question.key : question.query;
    const HeadSide side(model, trace, question, isOfKey ? 'k' : 'q', {row});
    const AttentionRule rule = ruleOf(model, question.place, question.head, {});
    const Jacobian by = side.towards(isOfKey ? parts.query : parts.key) / double(scoreDivisor(rule, model.config.dKey));
    std::vector<double> brought;
    readStream(model, trace, side.place(), by, {row}, [&](const ReadPart &read) {
        if (read.part == part)
            brought = partByKeys(model.config, trace, read, row);
    });
    return brought;
}

} // namespace regard
