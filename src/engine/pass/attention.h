#pragma once

#include <optional>
#include <set>
#include <vector>

#include "engine/base/matrix.h"
#include "engine/functions/score.h"
#include "engine/functions/score_bias.h"
#include "engine/model/interventions.h"
#include "engine/model/model_config.h"
#include "engine/pass/trace.h"

namespace regard {

/// How one head attends. Temperature and replacement are not part of the model, nor of the scores.
struct AttentionRule : ScoreRule {
    DistanceBias bias{};
    std::optional<float> sink{}; ///< one more score of each row, which takes weight and has no key
    int firstQuery = 0; ///< the position of the first query that scoreHead() gets, which the bias is counted from
    Mask mask = Mask::None;
    int window = 0;                           ///< of MaskRule
    std::vector<int> maskedKeys{};            ///< positions from 0
    float temperature = 1.0F;                 ///< masked scores are divided by it before the softmax
    std::optional<Replacement> replacement{}; ///< of the head's weights or output
    std::vector<int> maskedQueries{};         ///< positions from 0 that Replacement::Mean leaves out
    Patch pattern{};                          ///< put in place of what softmax or Uniform gives, by query
    SetWeights setWeights{};                  ///< put in place of all that
    std::set<LinkRef> cutLinks{};             ///< as if the mask forbade them

    /// Whether masks and cuts let the query attend to the key.
    bool allows(int query, int key) const;
};

/// Why weights cannot be set or links cut.
struct SetWeightProblem {
    enum class Kind {
        Outside,   ///< the link, of a weight or a cut, is not of these tokens
        Forbidden, ///< the query may not attend to the key
        NoWeight,  ///< not a number from 0 to 1
        TooMuch,   ///< the weights set for the query sum to more than 1, by 1e-6
        TooLittle, ///< nothing else is allowed for the query, and they sum to less than 1, by 1e-6
    };
    Kind kind;
    LinkRef link; ///< of a whole row its query alone
    double sum = 0;
};

/// The first problem in a head of n queries and m keys; nothing where there is none.
std::optional<SetWeightProblem> setWeightProblem(const AttentionRule &rule, Eigen::Index n, Eigen::Index m);
/// Throws InputError that names the head where there is a problem.
void checkSetWeights(const AttentionRule &rule, const HeadRef &head, Eigen::Index n, Eigen::Index m);

/// The weights that follow the scores, n × m: those of the head, with 0 where a weight is set or shared alike beside
/// set ones. softmaxTangent() of them is that of the head's weights.
Matrix movableWeights(const HeadTrace &head, const AttentionRule &rule);

/// Scores, scaled scores, which are capped and which a bias is added to, and masked scores of n queries over m keys.
/// q is n × d_key, k m × d_key. Throws ShapeError where sizes differ.
/// Vaswani et al. 2017, section 3.2.1; additive: Bahdanau et al. 2015, w_a · tanh(q + k).
HeadScores scoreHead(const Matrix &q, const Matrix &k, const AttentionRule &rule);

/// Softmax of each row ÷ temperature, shifted by the row's maximum; −infinity becomes 0, a row of only −infinity all
/// zeros.
void softmaxRows(Matrix &scores, float temperature = 1.0F);

/// What the derivative of each scaled score is multiplied by, n × m: 1 − tanh² of a capped score. Empty without a cap.
Matrix capSlopes(const Matrix &q, const Matrix &k, AttentionRule rule);

/// What a sink takes of each row, n numbers, and how its score moves.
struct SinkTangent {
    Eigen::VectorXf weights;
    float score = 0;
};

/// The tangent of the softmax over each row with these weights, n × m, from that of the scores: wᵢⱼ · (dsᵢⱼ − Σ wᵢₗ ·
/// dsᵢₗ). A weight of 0, as behind a mask, does not move. A sink belongs to each sum.
Tangent softmaxTangent(const Matrix &weights, const Tangent &scores,
                       const std::optional<SinkTangent> &sink = std::nullopt);

/// attend() for `count` queries from `first` on of a head whose q, k and v are there and whose weights and output have
/// their sizes; keys is k transposed. Nothing is checked; Replacement::Mean is not applied.
void attendQueries(HeadTrace &head, const Matrix &keys, const AttentionRule &rule, Eigen::Index first,
                   Eigen::Index count);

/// One head's attention: weights = softmax(masked scores ÷ temperature), output = weights · v, each replaced as the
/// rule says. q is n × d_key, k m × d_key, v m × d_value. Throws ShapeError where inner sizes differ. Vaswani et al.
/// 2017, equation 1.
HeadTrace attend(Matrix q, Matrix k, Matrix v, const AttentionRule &rule);

} // namespace regard
