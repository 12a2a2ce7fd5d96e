#include "engine/pass/sublayer_reuse.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <optional>
#include <string>
#include <tuple>

#include "engine/functions/rotary.h"
#include "engine/functions/score_bias.h"
#include "engine/model/attention_place.h"
#include "engine/model/interventions.h"
#include "engine/model/key_head.h"
#include "engine/model/sublayer.h"
#include "engine/model/weight_shapes.h"
#include "engine/pass/patched_rows.h"

namespace regard {

namespace {

bool sameBytes(const float *a, const float *b, Eigen::Index count)
{
    return count == 0 || std::memcmp(a, b, std::size_t(count) * sizeof(float)) == 0;
}

/// Tells for each block of `width` columns of `now` whether `before` has the same there; both null: the same
/// throughout.
std::vector<bool> sameColumns(const Weight &nowKept, const Weight &beforeKept, Eigen::Index width, int blocks)
{
    std::vector<bool> same(static_cast<std::size_t>(blocks), nowKept == beforeKept);
    if (nowKept == beforeKept || !nowKept || !beforeKept || nowKept.rows() != beforeKept.rows())
        return same;
    const SharedMatrix now = nowKept.matrix();
    const SharedMatrix before = beforeKept.matrix();
    const Eigen::Index common = std::min(now->cols(), before->cols()) / width;
    std::fill_n(same.begin(), std::min<Eigen::Index>(common, blocks), true);
    for (Eigen::Index row = 0; row < now->rows(); ++row) {
        const float *left = now->row(row).data();
        const float *right = before->row(row).data();
        if (sameBytes(left, right, common * width))
            continue;
        for (Eigen::Index block = 0; block < std::min<Eigen::Index>(common, blocks); ++block)
            if (same[std::size_t(block)] && !sameBytes(left + block * width, right + block * width, width))
                same[std::size_t(block)] = false;
        if (std::find(same.begin(), same.end(), true) == same.end())
            return same;
    }
    return same;
}

/// Whether rotary positions rotate a layer that they rotate in both models alike, in sentences of one length.
bool sameRotaryRules(const ModelConfig &now, const ModelConfig &before, const AttentionPlace &place)
{
    const auto rules = [](const ModelConfig &config) {
        return std::tie(config.ropeTheta, config.rotaryWidth, config.rotaryInterleaved, config.ropeScaling,
                        config.ropeFactor, config.ropeOriginal, config.ropeLow, config.ropeHigh, config.ropeTruncate,
                        config.ropeAttention, config.ropeShort, config.ropeLong);
    };
    const auto ownTheta = [&](const ModelConfig &config) {
        return windowOf(config, place) > 0 ? config.windowTheta : 0;
    };
    return rules(now) == rules(before) && ownTheta(now) == ownTheta(before);
}

bool sameReplacement(const Replacement *now, const Replacement *before)
{
    return now && before ? *now == *before : now == before;
}

/// Compares one sublayer of two models.
class SublayerComparison {
public:
    SublayerComparison(const Model &model, const Model &previous, const Sublayer &sublayer, const SameReads &same)
        : m_model(model), m_old(previous), m_now(model.config), m_before(previous.config), m_sublayer(sublayer),
          m_same(same)
    {
    }

    SublayerReuse reuse() const;

private:
    bool sameWeight(const std::string &name) const { return m_model.weights.find(name) == m_old.weights.find(name); }
    bool sameNormWeights() const;
    bool sameInput() const;
    bool sameStream() const;
    bool sameReplacedOutput() const;
    bool sameMean(const Replacement *replacement) const;
    bool sameFeedForward() const;
    std::vector<bool> sameProjection(const char *weight, const char *bias, int width, int count) const;
    std::vector<HeadReuse> heads() const;
    bool sameNormOf(const char *norm, const std::vector<bool> &projections, std::size_t head) const;
    bool sameSoftmax(int head) const;
    bool sameSink(int head) const;
    bool sameReplacedHead(int head) const;
    bool samePatch(const PatchPlace &place) const
    {
        return patchOf(m_model.interventions, place) == patchOf(m_old.interventions, place);
    }
    bool sameProjectedOutput(const std::vector<HeadReuse> &heads) const;
    std::string weightName(const char *name) const
    {
        return blockWeight(attentionOf(m_sublayer), m_sublayer.layer, name);
    }

    const Model &m_model;
    const Model &m_old;
    const ModelConfig &m_now;
    const ModelConfig &m_before;
    const Sublayer &m_sublayer;
    const SameReads &m_same;
};

bool SublayerComparison::sameNormWeights() const
{
    const std::string name = normName(m_sublayer);
    return sameNormRule(m_now, m_before) && sameWeight(name + ".gain") && sameWeight(name + ".bias");
}

/// Compares the rows of the queries, after a norm before the sublayer.
bool SublayerComparison::sameInput() const
{
    const bool isNormed = normOf(m_now, m_sublayer.stack) == Norm::Pre;
    return m_same.stream && isNormed == (normOf(m_before, m_sublayer.stack) == Norm::Pre) &&
           (!isNormed || sameNormWeights());
}

/// Whether residual and norm turn the same output and stream into the same stream.
bool SublayerComparison::sameStream() const
{
    const auto normsAfter = [&](const ModelConfig &config) {
        const Norm norm = normOf(config, m_sublayer.stack);
        return norm == Norm::Pre ? Norm::None : norm;
    };
    const auto patchAfter = [&](const Model &model, const ModelConfig &config) {
        const std::optional<PatchPlace> after = streamPlaceAfter(config, m_sublayer);
        return after ? patchOf(model.interventions, *after) : Patch();
    };
    if (patchAfter(m_model, m_now) != patchAfter(m_old, m_before))
        return false;
    return hasResidual(m_now, m_sublayer.stack) == hasResidual(m_before, m_sublayer.stack) &&
           m_now.residualMultiplier == m_before.residualMultiplier && normsAfter(m_now) == normsAfter(m_before) &&
           (normsAfter(m_now) == Norm::None || sameNormWeights());
}

/// Whether a replacement, the same in both, puts the same mean of the same output.
bool SublayerComparison::sameMean(const Replacement *replacement) const
{
    if (!replacement)
        return true;
    switch (*replacement) {
    case Replacement::Mean:
        return m_same.queryMasks;
    case Replacement::MeanOver:
        return m_same.tokens && m_model.interventions.means == m_old.interventions.means;
    case Replacement::Zero:
    case Replacement::Uniform:
        break;
    }
    return true;
}

bool SublayerComparison::sameReplacedOutput() const
{
    const Replacement *now = replacementOf(m_model.interventions, m_sublayer);
    return sameReplacement(now, replacementOf(m_old.interventions, m_sublayer)) && sameMean(now) &&
           samePatch(outputPlace(m_sublayer));
}

bool SublayerComparison::sameFeedForward() const
{
    if (m_now.parallelResidual != m_before.parallelResidual || m_now.activation != m_before.activation ||
        m_now.gated != m_before.gated || m_now.bias != m_before.bias)
        return false;
    const std::string prefix = sublayerName(m_sublayer) + ".";
    for (const char *name : {"w_1", "b_1", "w_3", "b_3", "w_2", "b_2"})
        if (!sameWeight(prefix + name))
            return false;
    return sameInput() && sameReplacedOutput();
}

/// Tells for each of `count` heads whether its columns of a weight and of the bias are as they were.
std::vector<bool> SublayerComparison::sameProjection(const char *weight, const char *bias, int width, int count) const
{
    const auto compared = [&](const char *name) {
        const std::string full = weightName(name);
        return sameColumns(m_model.weights.find(full), m_old.weights.find(full), width, count);
    };
    std::vector<bool> same = compared(weight);
    if (hasQkvBias(m_now) != hasQkvBias(m_before))
        std::fill(same.begin(), same.end(), false);
    if (hasQkvBias(m_now)) {
        const std::vector<bool> sameBias = compared(bias);
        for (std::size_t i = 0; i < same.size(); ++i)
            same[i] = same[i] && sameBias[i];
    }
    return same;
}

/// Whether a head's projection is as it was and normed alike, given which heads are projected alike.
bool SublayerComparison::sameNormOf(const char *norm, const std::vector<bool> &projections, std::size_t head) const
{
    if (m_now.qkNorm != m_before.qkNorm || !projections[head])
        return false;
    if (!hasQkNorm(m_now, attentionOf(m_sublayer)))
        return true;
    const std::string name = weightName(norm);
    return sameNormRule(m_now, m_before) && sameWeight(name + ".gain") && sameWeight(name + ".bias") &&
           (m_now.qkNorm != QkNorm::All ||
            (std::find(projections.begin(), projections.end(), false) == projections.end() &&
             m_now.keyValueHeads == m_before.keyValueHeads &&
             headsOf(m_now, m_sublayer.stack) == headsOf(m_before, m_sublayer.stack)));
}

/// What makes weights of the same scores.
bool SublayerComparison::sameSoftmax(int head) const
{
    const Attention attention = attentionOf(m_sublayer);
    const HeadRef self{attention, m_sublayer.layer, head};
    const auto isUniform = [&](const Model &model) {
        const Replacement *replacement = replacementOf(model.interventions, self);
        return replacement && *replacement == Replacement::Uniform;
    };
    const bool isBiased = hasScoreBias(m_now, attention);
    return m_same.keyMasks && isBiased == hasScoreBias(m_before, attention) &&
           (!isBiased ||
            (m_now.scoreBias == m_before.scoreBias && headsOf(m_now, attention) == headsOf(m_before, attention) &&
             sameWeight(scoreBiasName(m_sublayer.stack)))) &&
           m_now.scoreCap == m_before.scoreCap && sameSink(head) && m_now.scaleByLayer == m_before.scaleByLayer &&
           maskOf(m_now, attention) == maskOf(m_before, attention) &&
           windowOf(m_now, {attention, m_sublayer.layer}) == windowOf(m_before, {attention, m_sublayer.layer}) &&
           isUniform(m_model) == isUniform(m_old) &&
           temperatureOf(m_model.interventions, self) == temperatureOf(m_old.interventions, self) &&
           setWeightsOf(m_model.interventions, self) == setWeightsOf(m_old.interventions, self) &&
           cutLinksOf(m_model.interventions, self) == cutLinksOf(m_old.interventions, self);
}

bool SublayerComparison::sameSink(int head) const
{
    const Attention attention = attentionOf(m_sublayer);
    if (!hasSinks(m_now, attention) || !hasSinks(m_before, attention))
        return hasSinks(m_now, attention) == hasSinks(m_before, attention);
    return m_model.weights.at(weightName("sinks"))(0, head) == m_old.weights.at(weightName("sinks"))(0, head);
}

bool SublayerComparison::sameReplacedHead(int head) const
{
    const HeadRef self{attentionOf(m_sublayer), m_sublayer.layer, head};
    const Replacement *now = replacementOf(m_model.interventions, self);
    return sameReplacement(now, replacementOf(m_old.interventions, self)) && sameMean(now);
}

std::vector<HeadReuse> SublayerComparison::heads() const
{
    const Attention attention = attentionOf(m_sublayer);
    const int count = headsOf(m_now, attention);
    const int countBefore = headsOf(m_before, attention);
    const int shared = keyValueHeadsOf(m_now, m_sublayer.stack);
    std::vector<HeadReuse> heads(static_cast<std::size_t>(count));
    const bool sameQueries = sameInput();
    const bool sameKeys = attention == Attention::Cross ? m_same.keys : sameQueries;
    if (m_now.dKey != m_before.dKey || m_now.dValue != m_before.dValue || (!sameQueries && !sameKeys))
        return heads;
    const AttentionPlace place{attention, m_sublayer.layer};
    const bool isRotaryNow = isRotated(m_now, place);
    const bool sameRotation =
        isRotaryNow == isRotated(m_before, place) && (!isRotaryNow || sameRotaryRules(m_now, m_before, place));
    const std::vector<bool> q = sameProjection("w_q", "b_q", m_now.dKey, count);
    const std::vector<bool> k = sameProjection("w_k", "b_k", m_now.dKey, shared);
    const std::vector<bool> v = sameProjection("w_v", "b_v", m_now.dValue, shared);
    const bool hasRow = hasScoreRow(m_now.score);
    const std::vector<bool> sameMatrix =
        sameColumns(m_model.weights.find(weightName("w_g")), m_old.weights.find(weightName("w_g")), m_now.dKey, count);
    for (int head = 0; head < std::min(count, countBefore); ++head) {
        const int keyHead = keyHeadOf(m_now, attention, head);
        const bool sameKeyHead = keyHead == keyHeadOf(m_before, attention, head);
        const auto at = std::size_t(head);
        const auto keyAt = std::size_t(keyHead);
        HeadReuse &reuse = heads[at];
        const auto same = [&](PatchKind kind) { return samePatch({kind, attention, m_sublayer.layer, head}); };
        reuse.q = same(PatchKind::Query) && sameQueries && sameRotation && sameNormOf("q_norm", q, at);
        reuse.k = same(PatchKind::Key) && sameKeys && sameRotation && sameKeyHead && sameNormOf("k_norm", k, keyAt);
        reuse.v = same(PatchKind::Value) && sameKeys && sameKeyHead && v[keyAt];
        reuse.weights = reuse.q && reuse.k && same(PatchKind::Pattern) && m_now.score == m_before.score &&
                        m_now.scoreScale == m_before.scoreScale && sameSoftmax(head);
        if (hasScoreMatrix(m_now.score))
            reuse.weights = reuse.weights && sameMatrix[at];
        if (hasRow && reuse.weights) {
            const Matrix &now = m_model.weights.at(weightName("w_a"));
            const Matrix &before = m_old.weights.at(weightName("w_a"));
            reuse.weights = &now == &before || (now.cols() == before.cols() &&
                                                sameBytes(now.row(head).data(), before.row(head).data(), now.cols()));
        }
        reuse.whole = reuse.weights && reuse.v && sameReplacedHead(head) && same(PatchKind::HeadOutput);
    }
    return heads;
}

/// Compares the output of the heads side by side.
bool SublayerComparison::sameProjectedOutput(const std::vector<HeadReuse> &heads) const
{
    const bool allHeads = headsOf(m_before, attentionOf(m_sublayer)) == int(heads.size()) &&
                          std::all_of(heads.begin(), heads.end(), [](const HeadReuse &head) { return head.whole; });
    return allHeads && m_now.outputProjection == m_before.outputProjection && m_now.bias == m_before.bias &&
           sameWeight(weightName("w_o")) && sameWeight(weightName("b_o")) && sameReplacedOutput();
}

SublayerReuse SublayerComparison::reuse() const
{
    SublayerReuse reuse;
    const bool isAttention = m_sublayer.kind != SublayerKind::FeedForward;
    if (m_now.dModel != m_before.dModel)
        return reuse;
    if (isAttention)
        reuse.heads = heads();
    reuse.output = isAttention ? sameProjectedOutput(reuse.heads) : sameFeedForward();
    reuse.whole = reuse.output && sameStream();
    return reuse;
}

} // namespace

SublayerReuse sublayerReuse(const Model &model, const Model &previous, const Sublayer &sublayer, const SameReads &same)
{
    return SublayerComparison(model, previous, sublayer, same).reuse();
}

bool sameNormRule(const ModelConfig &now, const ModelConfig &before)
{
    return now.normEpsilon == before.normEpsilon && now.normKind == before.normKind;
}

bool sameBits(const Matrix &a, const Matrix &b)
{
    return &a == &b || (a.rows() == b.rows() && a.cols() == b.cols() && sameBytes(a.data(), b.data(), a.size()));
}

} // namespace regard
