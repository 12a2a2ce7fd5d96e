#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "engine/analysis/model_cell.h"
#include "engine/functions/rotary.h"
#include "engine/kernels/activate.h"
#include "engine/model/attention_place.h"
#include "engine/model/model.h"
#include "engine/model/positions.h"
#include "engine/model/recurrent.h"
#include "engine/model/sublayer.h"
#include "engine/pass/input_side.h"
#include "engine/pass/trace.h"

namespace regard {

/// A pass in double, written after the formulae and sharing no arithmetic with the engine, so that differences over
/// a small step keep ten digits where float32 would leave two.
class DoublePass {
public:
    using Numbers = Eigen::MatrixXd;

    struct Head {
        Numbers scores;
        Numbers scaled;
        Numbers weights;
    };

    DoublePass(const Model &model, const Trace &trace) : m_model(model), m_config(model.config), m_trace(trace)
    {
        for (const auto &[name, matrix] : model.weights.all())
            m_weights[name] = matrix->cast<double>();
        for (const SideTrace *side : {&trace.source, &trace.target})
            for (const std::string &token : side->tokens)
                m_embedding[token] = embeddingRow(model, token).cast<double>();
        for (const Stack stack : {Stack::Encoder, Stack::Decoder})
            if (hasStack(m_config, stack) && sideOf(stack).positions.size() > 0)
                m_positions[stack] = sideOf(stack).positions.cast<double>();
    }

    /// Adds to a cell, and to everything that a user would change by it.
    void change(const ModelCell &cell, double amount)
    {
        if (cell.matrix == "X" || cell.matrix == "X target") {
            const SideTrace &side = cell.matrix == "X" ? m_trace.source : m_trace.target;
            m_embedding.at(side.tokens.at(std::size_t(cell.row)))(0, cell.column) += amount;
        } else if (cell.matrix.ends_with("position")) {
            for (auto &[stack, rows] : m_positions) {
                const std::string own = positionName(stack);
                if ((cell.matrix == own || (cell.matrix == "position" && !m_model.given.contains(own))) &&
                    cell.row < rows.rows())
                    rows(cell.row, cell.column) += amount;
            }
        } else if (!cell.matrix.starts_with("output.")) {
            m_weights.at(cell.matrix)(cell.row, cell.column) += amount;
        }
    }

    /// All heads of all blocks, in the order of Trace::blocks.
    std::vector<std::vector<Head>> run()
    {
        m_blocks.clear();
        if (hasStack(m_config, Stack::Encoder))
            m_encoderOutput = runStack(Stack::Encoder);
        if (hasStack(m_config, Stack::Decoder))
            runStack(Stack::Decoder);
        return m_blocks;
    }

private:
    const SideTrace &sideOf(Stack stack) const
    {
        return queriesOf(m_trace, stack == Stack::Encoder ? Attention::Encoder : Attention::Decoder);
    }

    Numbers rmsNorm(const Numbers &x, const Numbers &gain) const
    {
        Numbers result(x.rows(), x.cols());
        for (Eigen::Index i = 0; i < x.rows(); ++i) {
            double squares = 0;
            for (Eigen::Index j = 0; j < x.cols(); ++j)
                squares += x(i, j) * x(i, j);
            const double size = std::sqrt(squares / double(x.cols()) + m_config.normEpsilon);
            for (Eigen::Index j = 0; j < x.cols(); ++j)
                result(i, j) = x(i, j) / size * gain(0, j);
        }
        return result;
    }

    Numbers norm(const Numbers &x, const std::string &gain, const std::string &bias) const
    {
        return m_config.normKind == NormKind::Rms ? rmsNorm(x, m_weights.at(gain))
                                                  : norm(x, m_weights.at(gain), m_weights.at(bias));
    }

    Numbers norm(const Numbers &x, const Numbers &gain, const Numbers &bias) const
    {
        Numbers result(x.rows(), x.cols());
        for (Eigen::Index i = 0; i < x.rows(); ++i) {
            double mean = 0;
            double variance = 0;
            for (Eigen::Index j = 0; j < x.cols(); ++j)
                mean += x(i, j) / double(x.cols());
            for (Eigen::Index j = 0; j < x.cols(); ++j)
                variance += (x(i, j) - mean) * (x(i, j) - mean) / double(x.cols());
            for (Eigen::Index j = 0; j < x.cols(); ++j)
                result(i, j) = (x(i, j) - mean) / std::sqrt(variance + m_config.normEpsilon) * gain(0, j) + bias(0, j);
        }
        return result;
    }

    Numbers norm(const Numbers &x, const std::string &name) const { return norm(x, name + ".gain", name + ".bias"); }

    Numbers enter(Stack stack) const
    {
        const SideTrace &side = sideOf(stack);
        Numbers x(Eigen::Index(side.tokens.size()), m_config.embeddingWidth());
        for (Eigen::Index i = 0; i < x.rows(); ++i)
            x.row(i) = m_embedding.at(side.tokens[std::size_t(i)]).row(0);
        if (m_config.embeddingScale)
            x *= std::sqrt(double(m_config.dModel));
        x *= m_config.embeddingMultiplier;
        if (m_config.tokenDropout) {
            const auto masks = double(std::count(side.tokens.begin(), side.tokens.end(), m_model.vocabulary.mask));
            for (Eigen::Index i = 0; i < x.rows(); ++i)
                x.row(i) *= side.tokens[std::size_t(i)] == m_model.vocabulary.mask
                                ? 0
                                : 0.88 / (1 - masks / double(side.tokens.size()));
        }
        if (m_config.projectsFirst())
            x *= m_weights.at("embedding_projection.w");
        if (m_positions.contains(stack))
            x += m_positions.at(stack);
        for (Eigen::Index i = 0; i < x.rows() && m_config.tokenTypes > 0; ++i)
            x.row(i) += m_weights.at("token_type").row(side.types.empty() ? 0 : side.types[std::size_t(i)]);
        if (m_config.embeddingNorm)
            x = norm(x, embeddingNormWeight(m_model, stack, "gain"), embeddingNormWeight(m_model, stack, "bias"));
        if (m_config.projectsLast())
            x = affine(x, "embedding_projection.w", "embedding_projection.b", true);
        return x;
    }

    Numbers affine(const Numbers &x, const std::string &weight, const std::string &bias) const
    {
        return affine(x, weight, bias, m_config.bias);
    }

    Numbers affine(const Numbers &x, const std::string &weight, const std::string &bias, bool biased) const
    {
        Numbers result = x * m_weights.at(weight);
        if (biased)
            result.rowwise() += m_weights.at(bias).row(0);
        return result;
    }

    /// Of the scores and one that has no key; −infinity: there is none.
    static Numbers softmax(const Numbers &scores, double sink)
    {
        Numbers weights = Numbers::Zero(scores.rows(), scores.cols());
        for (Eigen::Index i = 0; i < scores.rows(); ++i) {
            double sum = std::exp(sink);
            for (Eigen::Index j = 0; j < scores.cols(); ++j)
                sum += std::exp(scores(i, j));
            for (Eigen::Index j = 0; j < scores.cols() && sum > 0; ++j)
                weights(i, j) = std::exp(scores(i, j)) / sum;
        }
        return weights;
    }

    Head attend(const Numbers &q, const Numbers &k, const AttentionPlace &place, int head) const
    {
        Head result;
        result.scores = q * k.transpose();
        if (m_config.score == Score::Additive)
            for (Eigen::Index i = 0; i < q.rows(); ++i)
                for (Eigen::Index j = 0; j < k.rows(); ++j) {
                    result.scores(i, j) = 0;
                    for (Eigen::Index c = 0; c < q.cols(); ++c)
                        result.scores(i, j) += m_weights.at(blockWeight(place.attention, place.layer, "w_a"))(head, c) *
                                               std::tanh(q(i, c) + k(j, c));
                }
        if (m_config.score == Score::General)
            result.scores = q *
                            m_weights.at(blockWeight(place.attention, place.layer, "w_g"))
                                .middleCols(head * m_config.dKey, m_config.dKey) *
                            k.transpose();
        result.scaled = result.scores;
        if (m_config.scoreScale > 0)
            result.scaled *= m_config.scoreScale;
        else if (m_config.score == Score::ScaledDot)
            result.scaled /= std::sqrt(double(m_config.dKey));
        if (m_config.scaleByLayer)
            result.scaled /= double(place.layer + 1);
        if (m_config.scoreCap > 0)
            result.scaled = (result.scaled.array() / m_config.scoreCap).tanh() * m_config.scoreCap;
        for (Eigen::Index i = 0; i < q.rows() && place.attention != Attention::Cross; ++i)
            for (Eigen::Index j = 0; j < k.rows(); ++j)
                result.scaled(i, j) += biasAt(place, head, int(i), int(j));
        Numbers masked = result.scaled;
        for (Eigen::Index i = 0; i < masked.rows(); ++i)
            for (Eigen::Index j = 0; j < masked.cols(); ++j)
                if ((maskOf(m_config, place.attention) == Mask::Causal && j > i) ||
                    (windowOf(m_config, place) > 0 && std::abs(i - j) >= windowOf(m_config, place)))
                    masked(i, j) = -std::numeric_limits<double>::infinity();
        for (const int position : keysOf(m_trace, place.attention).masked)
            masked.col(position).setConstant(-std::numeric_limits<double>::infinity());
        const HeadRef self{place.attention, place.layer, head};
        for (const Cut &cut : m_model.interventions.cuts)
            if (cut.attention == place.attention && cut.firstLayer <= place.layer && place.layer <= cut.lastLayer &&
                (cut.heads.empty() || std::count(cut.heads.begin(), cut.heads.end(), head) > 0))
                masked(cut.link.query, cut.link.key) = -std::numeric_limits<double>::infinity();
        result.weights = setByHand(softmax(softened(masked, self), sinkOf(self)), self);
        return result;
    }

    /// The sink's score, which a temperature divides as all others.
    double sinkOf(const HeadRef &head) const
    {
        if (!m_config.attentionSinks || head.attention == Attention::Cross || isUniform(head))
            return -std::numeric_limits<double>::infinity();
        const auto temperature = m_model.interventions.temperatures.find(head);
        return m_weights.at(blockWeight(head.attention, head.layer, "sinks"))(0, head.head) /
               (temperature == m_model.interventions.temperatures.end() ? 1 : double(temperature->second));
    }

    bool isUniform(const HeadRef &head) const
    {
        const Interventions &changed = m_model.interventions;
        const auto own = changed.heads.find(head);
        const auto whole = changed.sublayers.find(sublayerOf({head.attention, head.layer}));
        return own != changed.heads.end() ? own->second == Replacement::Uniform
                                          : whole != changed.sublayers.end() && whole->second == Replacement::Uniform;
    }

    /// By distances below 8 and above, and slopes of up to 4 heads: 2^(−8 ÷ n), to the power of the head.
    double biasAt(const AttentionPlace &place, int head, int query, int key) const
    {
        if (m_config.scoreBias == ScoreBias::Alibi) {
            const double slopes[][4] = {{}, {1.0 / 256}, {1.0 / 16, 1.0 / 256}, {1.0 / 16, 1.0 / 256, 1.0 / 4}};
            return -slopes[headsOf(m_config, place.attention)][head] * std::abs(query - key);
        }
        if (m_config.scoreBias != ScoreBias::Buckets)
            return 0;
        const Numbers &table = m_weights.at(stackName(stackOf(place.attention)) + ".score_bias");
        return table(key > query ? 16 + key - query : query - key, head); // of a short sentence
    }

    /// The weights with those that are set in their places, and the others of their rows times what is left ÷ what was.
    Numbers setByHand(Numbers weights, const HeadRef &head) const
    {
        const auto found = m_model.interventions.weights.find(head);
        if (found == m_model.interventions.weights.end())
            return weights;
        for (Eigen::Index row = 0; row < weights.rows(); ++row) {
            double set = 0;
            double was = 0;
            for (const auto &[link, weight] : found->second)
                if (link.query == row) {
                    set += double(weight);
                    was += weights(row, link.key);
                }
            if (was == 0 && set == 0)
                continue;
            weights.row(row) *= (1 - set) / (1 - was);
            for (const auto &[link, weight] : found->second)
                if (link.query == row)
                    weights(row, link.key) = double(weight);
        }
        return weights;
    }

    /// What the softmax reads: divided by the head's temperature, or all alike where the head is made uniform.
    Numbers softened(Numbers masked, const HeadRef &head) const
    {
        const Interventions &changed = m_model.interventions;
        const auto temperature = changed.temperatures.find(head);
        for (Eigen::Index i = 0; i < masked.rows(); ++i)
            for (Eigen::Index j = 0; j < masked.cols(); ++j)
                if (isUniform(head) && std::isfinite(masked(i, j)))
                    masked(i, j) = 0;
                else if (temperature != changed.temperatures.end())
                    masked(i, j) /= double(temperature->second);
        return masked;
    }

    /// What stands in the place of what a head or a sublayer of the stack gives.
    template <typename Place>
    Numbers replaced(const Numbers &output, const std::map<Place, Replacement> &changed, const Place &place,
                     Stack stack) const
    {
        const auto found = changed.find(place);
        if (found == changed.end() || found->second == Replacement::Uniform)
            return output;
        Numbers result = Numbers::Zero(output.rows(), output.cols());
        if (found->second == Replacement::Zero)
            return result;
        const std::vector<int> &masked = sideOf(stack).masked;
        const auto isMasked = [&](Eigen::Index row) {
            return std::find(masked.begin(), masked.end(), int(row)) != masked.end();
        };
        double count = 0;
        for (Eigen::Index row = 0; row < output.rows(); ++row) {
            if (isMasked(row))
                continue;
            ++count;
            for (Eigen::Index i = 0; i < result.rows(); ++i)
                result.row(i) += output.row(row);
        }
        return result / count;
    }

    /// Rotary positions: columns c and c + width / 2 are rotated together by position · theta^(−2c / width), as complex
    /// numbers. Scalings are tried beside the transformers library; here their frequencies are taken as they are.
    Numbers positioned(const Numbers &rows, const AttentionPlace &place) const
    {
        if (m_config.position != Position::Rotary || place.attention == Attention::Cross)
            return rows;
        Numbers rotated = rows;
        const bool isScaled = m_config.ropeScaling != RopeScaling::None;
        const Rotary rotary(m_config, place, rows.rows());
        const Eigen::Index half = (m_config.rotaryWidth > 0 ? m_config.rotaryWidth : rows.cols()) / 2;
        for (Eigen::Index i = 0; i < rows.rows(); ++i)
            for (Eigen::Index c = 0; c < half && rotary.pairs() > 0; ++c) {
                const double frequency = isScaled ? double(rotary.frequency(int(c)))
                                                  : std::exp(-std::log(rotary.theta()) * double(c) / double(half));
                const Eigen::Index first = m_config.rotaryInterleaved ? 2 * c : c;
                const Eigen::Index second = m_config.rotaryInterleaved ? first + 1 : c + half;
                const std::complex<double> number = std::complex<double>(rows(i, first), rows(i, second)) *
                                                    std::polar(m_config.ropeAttention, double(i) * frequency);
                rotated(i, first) = number.real();
                rotated(i, second) = number.imag();
            }
        return rotated;
    }

    Numbers normedHeads(const Numbers &rows, const AttentionPlace &place, const char *part) const
    {
        if (m_config.qkNorm == QkNorm::None || place.attention == Attention::Cross)
            return rows;
        const std::string name = blockName(place.attention, place.layer) + "." + part;
        if (m_config.qkNorm == QkNorm::All)
            return norm(rows, name);
        Numbers result = rows;
        for (Eigen::Index first = 0; first < rows.cols(); first += m_config.dKey)
            result.middleCols(first, m_config.dKey) = norm(rows.middleCols(first, m_config.dKey), name);
        return result;
    }

    Numbers attention(const AttentionPlace &place, const Numbers &x)
    {
        const std::string block = blockName(place.attention, place.layer) + ".";
        const Numbers &y = place.attention == Attention::Cross ? m_encoderOutput : x;
        const bool biased = m_config.bias || m_config.qkvBias;
        const Numbers q = normedHeads(affine(x, block + "w_q", block + "b_q", biased), place, "q_norm");
        const Numbers k = normedHeads(affine(y, block + "w_k", block + "b_k", biased), place, "k_norm");
        const Numbers v = affine(y, block + "w_v", block + "b_v", biased);
        const int count = headsOf(m_config, place.attention);
        const int group = m_config.keyValueHeads > 0 ? count / m_config.keyValueHeads : 1;
        Numbers joined(x.rows(), count * m_config.dValue);
        std::vector<Head> heads;
        for (int head = 0; head < count; ++head) {
            const int shared = head / group;
            heads.push_back(attend(positioned(q.middleCols(head * m_config.dKey, m_config.dKey), place),
                                   positioned(k.middleCols(shared * m_config.dKey, m_config.dKey), place), place,
                                   head));
            const Numbers output = heads.back().weights * v.middleCols(shared * m_config.dValue, m_config.dValue);
            joined.middleCols(head * m_config.dValue, m_config.dValue) =
                replaced(output, m_model.interventions.heads, HeadRef{place.attention, place.layer, head},
                         stackOf(place.attention));
        }
        m_blocks.push_back(std::move(heads));
        return m_config.outputProjection ? affine(joined, block + "w_o", block + "b_o") : joined;
    }

    double bend(double x) const { return activationValue(x, m_config.activation); } // beside torch: test_activation.cpp

    Numbers feedForward(const Sublayer &sublayer, const Numbers &x) const
    {
        const std::string name = stackName(sublayer.stack) + "." + std::to_string(sublayer.layer) + ".ffn.";
        Numbers hidden = affine(x, name + "w_1", name + "b_1").unaryExpr([this](double value) { return bend(value); });
        if (m_config.gated)
            hidden = hidden.cwiseProduct(affine(x, name + "w_3", name + "b_3"));
        return affine(hidden, name + "w_2", name + "b_2");
    }

    static double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

    bool isLstm() const { return m_config.cell == Cell::Lstm; }

    /// One step of a chain: x 1 × width; what is passed on h, and of an lstm c beside it.
    Numbers cellStep(const CellPlace &place, const Numbers &x, const Numbers &before) const
    {
        const Eigen::Index size = before.cols() / (isLstm() ? 2 : 1);
        const Numbers h = before.leftCols(size);
        const auto sum = [&](const char *w, const char *u, const char *b) {
            return Numbers(x * m_weights.at(cellWeight(place, w)) + h * m_weights.at(cellWeight(place, u)) +
                           m_weights.at(cellWeight(place, b)));
        };
        if (m_config.cell == Cell::Rnn)
            return sum("w", "u", "b").array().tanh();
        if (isLstm()) {
            const Numbers i = sum("w_i", "u_i", "b_i").unaryExpr(&sigmoid);
            const Numbers f = sum("w_f", "u_f", "b_f").unaryExpr(&sigmoid);
            const Numbers g = sum("w_g", "u_g", "b_g").array().tanh();
            const Numbers o = sum("w_o", "u_o", "b_o").unaryExpr(&sigmoid);
            Numbers after(1, 2 * size);
            after.rightCols(size) = f.cwiseProduct(before.rightCols(size)) + i.cwiseProduct(g);
            after.leftCols(size) = o.array() * after.rightCols(size).array().tanh();
            return after;
        }
        const Numbers r = sum("w_r", "u_r", "b_r").unaryExpr(&sigmoid);
        const Numbers z = sum("w_z", "u_z", "b_z").unaryExpr(&sigmoid);
        const Numbers asked = h * m_weights.at(cellWeight(place, "u_c")) + m_weights.at(cellWeight(place, "b_uc"));
        const Numbers c = (x * m_weights.at(cellWeight(place, "w_c")) + m_weights.at(cellWeight(place, "b_c")) +
                           r.cwiseProduct(asked))
                              .array()
                              .tanh();
        return c - z.cwiseProduct(c) + z.cwiseProduct(h);
    }

    /// What a step passes on, where the token is not masked and the state not put to zero.
    Numbers nextState(const CellPlace &place, int token, const Numbers &x, const Numbers &h) const
    {
        const std::vector<int> &masked = sideOf(place.stack).masked;
        if (m_model.interventions.states.contains({place, token}))
            return Numbers::Zero(1, h.cols());
        return std::find(masked.begin(), masked.end(), token) == masked.end() ? cellStep(place, x, h) : h;
    }

    Numbers chain(const CellPlace &place, const Numbers &x, Numbers h) const
    {
        Numbers states(x.rows(), h.cols());
        const auto n = int(x.rows());
        for (int i = 0; i < n; ++i) {
            const int token = place.direction == Direction::Backward ? n - 1 - i : i;
            h = nextState(place, token, x.row(token), h);
            states.row(token) = h.row(0);
        }
        return states;
    }

    /// h, and of an lstm c beside it.
    Numbers firstState() const
    {
        const Numbers h = firstPart(false, "decoder.first_state.w", "decoder.first_state.b");
        if (!isLstm())
            return h;
        Numbers both(1, 2 * h.cols());
        both << h, firstPart(true, "decoder.first_state.w_c", "decoder.first_state.b_c");
        return both;
    }

    Numbers firstPart(bool isCell, const char *w, const char *b) const
    {
        Numbers summary = Numbers::Zero(1, m_config.dModel);
        if (isRecurrent(m_config, Stack::Encoder)) {
            const Eigen::Index half = m_config.dModel / m_config.directions;
            const Numbers &rows = isCell ? m_encoderCells : m_encoderOutput;
            summary = rows.bottomRows(1);
            if (m_config.directions == 2)
                summary.rightCols(half) = rows.topRows(1).rightCols(half);
        } else {
            const std::vector<int> &masked = m_trace.source.masked;
            double count = 0;
            for (int i = 0; i < int(m_encoderOutput.rows()); ++i)
                if (std::find(masked.begin(), masked.end(), i) == masked.end()) {
                    summary += m_encoderOutput.row(i);
                    ++count;
                }
            summary /= count;
        }
        return (summary * m_weights.at(w) + m_weights.at(b)).array().tanh();
    }

    Numbers runRecurrent(Stack stack)
    {
        Numbers x = enter(stack);
        const bool crosses = stack == Stack::Decoder && layersOf(m_config, Attention::Cross) > 0;
        if (crosses && m_config.decoderAttention == DecoderAttention::Bahdanau)
            return stepByStep(x);
        const int size = m_config.dModel / (stack == Stack::Encoder ? m_config.directions : 1);
        for (int layer = 0; layer < layersOf(m_config, stack); ++layer) {
            Numbers joined(x.rows(), m_config.dModel);
            Numbers cells = joined;
            for (int direction = 0; direction < m_config.dModel / size; ++direction) {
                const bool isBegun = stack == Stack::Decoder && m_encoderOutput.size() > 0;
                const Numbers passed =
                    chain({stack, layer, direction == 0 ? Direction::Forward : Direction::Backward}, x,
                          isBegun ? firstState() : Numbers(Numbers::Zero(1, isLstm() ? 2 * size : size)));
                joined.middleCols(direction * size, size) = passed.leftCols(size);
                cells.middleCols(direction * size, size) = passed.rightCols(size);
            }
            x = joined;
            if (stack == Stack::Encoder)
                m_encoderCells = cells;
        }
        if (crosses)
            attention({Attention::Cross, 0}, x);
        return x;
    }

    Numbers stepByStep(const Numbers &x)
    {
        const int layers = layersOf(m_config, Stack::Decoder);
        std::vector<Numbers> states(std::size_t(layers), firstState());
        Numbers top(x.rows(), m_config.dModel);
        std::vector<Head> all;
        for (int i = 0; i < int(x.rows()); ++i) {
            const Numbers context = replaced(attention({Attention::Cross, 0}, states.back().leftCols(m_config.dModel)),
                                             m_model.interventions.sublayers,
                                             Sublayer{Stack::Decoder, 0, SublayerKind::CrossAttention}, Stack::Decoder);
            addRow(all, m_blocks.back(), i, x.rows());
            m_blocks.pop_back();
            Numbers read(1, x.cols() + context.cols());
            read << x.row(i), context;
            for (int layer = 0; layer < layers; ++layer) {
                Numbers &state = states[std::size_t(layer)];
                state = nextState({Stack::Decoder, layer, Direction::Forward}, i, read, state);
                read = state.leftCols(m_config.dModel);
            }
            top.row(i) = states.back().leftCols(m_config.dModel);
        }
        m_blocks.push_back(std::move(all));
        return top;
    }

    static void addRow(std::vector<Head> &all, const std::vector<Head> &one, int row, Eigen::Index rows)
    {
        all.resize(one.size());
        for (std::size_t head = 0; head < one.size(); ++head)
            for (const auto part : {&Head::scores, &Head::scaled, &Head::weights}) {
                Numbers &whole = all[head].*part;
                if (row == 0)
                    whole.resize(rows, (one[head].*part).cols());
                whole.row(row) = (one[head].*part).row(0);
            }
    }

    Numbers runStack(Stack stack)
    {
        if (isRecurrent(m_config, stack))
            return runRecurrent(stack);
        Numbers x = enter(stack);
        Numbers begun; // what the layer begins with
        for (const Sublayer &sublayer : sublayersOf(m_config, stack)) {
            if (sublayer.kind == SublayerKind::SelfAttention)
                begun = x;
            const bool isBeside = m_config.parallelResidual && sublayer.kind == SublayerKind::FeedForward;
            const Numbers &reads = isBeside ? begun : x;
            const Numbers read = m_config.norm == Norm::Pre ? norm(reads, normName(sublayer)) : reads;
            const Numbers computed = sublayer.kind == SublayerKind::FeedForward
                                         ? feedForward(sublayer, read)
                                         : attention({attentionOf(sublayer), sublayer.layer}, read);
            const Numbers output = replaced(computed, m_model.interventions.sublayers, sublayer, stack);
            const Numbers added = m_config.norm == Norm::Output ? norm(output, normName(sublayer)) : output;
            x = m_config.residual ? Numbers(x + added * m_config.residualMultiplier) : added;
            if (m_config.norm == Norm::Post)
                x = norm(x, normName(sublayer));
        }
        return m_config.finalNorm ? norm(x, stackName(stack) + ".final_norm") : x;
    }

    const Model &m_model;
    const ModelConfig &m_config;
    const Trace &m_trace;
    std::map<std::string, Numbers> m_weights;
    std::map<std::string, Numbers> m_embedding;
    std::map<Stack, Numbers> m_positions;
    Numbers m_encoderOutput;
    Numbers m_encoderCells; ///< of an lstm the cell states of its last layer
    std::vector<std::vector<Head>> m_blocks;
};

} // namespace regard
