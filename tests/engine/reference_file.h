#pragma once

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <QtTest>

#include "activation_words.h"
#include "engine/model/model.h"
#include "engine/pass/forward.h"

#include "memory_table.h"

namespace regard {

/// A file as the scripts beside it describe it: a model, what it reads, and what it must compute.
struct Reference {
    ModelConfig config;
    Input input;
    ModelWeights weights;
    Embedding embedding;
    std::vector<std::string> vocabulary;
    std::map<std::string, Matrix> tables; ///< `embedding`, `output`: of a trained vocabulary
    std::map<std::string, Matrix> expected;

    Model model(bool converts = false) const
    {
        if (!tables.contains("embedding"))
            return buildModel(config, weights, embedding, {vocabulary});
        const Matrix output = tables.contains("output") ? tables.at("output") : Matrix();
        return trainedModel(config, weights, memoryTable(vocabulary, tables.at("embedding"), output, converts),
                            {vocabulary});
    }
};

inline bool setSize(ModelConfig &config, const std::string &key, const std::string &value)
{
    const std::map<std::string, int *> sizes{{"encoder_layers", &config.encoderLayers},
                                             {"decoder_layers", &config.decoderLayers},
                                             {"d_model", &config.dModel},
                                             {"heads", &config.heads},
                                             {"d_key", &config.dKey},
                                             {"d_value", &config.dValue},
                                             {"d_ff", &config.dFf},
                                             {"decoder_heads", &config.decoderHeads},
                                             {"decoder_d_ff", &config.decoderDFf},
                                             {"key_value_heads", &config.keyValueHeads},
                                             {"token_types", &config.tokenTypes},
                                             {"window", &config.window},
                                             {"rotary_width", &config.rotaryWidth},
                                             {"embedding_size", &config.embeddingSize},
                                             {"directions", &config.directions}};
    const std::map<std::string, double *> numbers{{"norm_epsilon", &config.normEpsilon},
                                                  {"rope_theta", &config.ropeTheta},
                                                  {"embedding_multiplier", &config.embeddingMultiplier},
                                                  {"residual_multiplier", &config.residualMultiplier},
                                                  {"score_scale", &config.scoreScale},
                                                  {"logits_divisor", &config.logitsDivisor},
                                                  {"score_cap", &config.scoreCap},
                                                  {"logits_cap", &config.logitsCap}};
    const std::map<std::string, std::vector<int> *> layers{{"full_layers", &config.fullLayers},
                                                           {"unrotated_layers", &config.unrotatedLayers}};
    if (sizes.contains(key))
        *sizes.at(key) = std::stoi(value);
    else if (numbers.contains(key))
        *numbers.at(key) = std::stod(value);
    else if (layers.contains(key))
        *layers.at(key) = {std::stoi(value)};
    else
        return false;
    return true;
}

inline bool setSwitch(ModelConfig &config, const std::string &key, const std::string &value)
{
    const std::map<std::string, bool *> switches{{"embedding_scale", &config.embeddingScale},
                                                 {"embedding_norm", &config.embeddingNorm},
                                                 {"output_projection", &config.outputProjection},
                                                 {"bias", &config.bias},
                                                 {"residual", &config.residual},
                                                 {"qkv_bias", &config.qkvBias},
                                                 {"gated", &config.gated},
                                                 {"attention_sinks", &config.attentionSinks},
                                                 {"token_dropout", &config.tokenDropout},
                                                 {"parallel_residual", &config.parallelResidual},
                                                 {"scale_by_layer", &config.scaleByLayer},
                                                 {"rotary_interleaved", &config.rotaryInterleaved},
                                                 {"masked_language_model", &config.maskedLanguageModel},
                                                 {"final_norm", &config.finalNorm}};
    if (switches.contains(key))
        *switches.at(key) = value == "true";
    return switches.contains(key);
}

inline bool setWord(ModelConfig &config, const std::string &key, const std::string &value)
{
    const std::map<std::string, Architecture> architectures{{"encoder", Architecture::Encoder},
                                                            {"decoder", Architecture::Decoder},
                                                            {"encoder_decoder", Architecture::EncoderDecoder}};
    const std::map<std::string, Score> scores{{"dot", Score::Dot},
                                              {"scaled_dot", Score::ScaledDot},
                                              {"additive", Score::Additive},
                                              {"general", Score::General}};
    const std::map<std::string, Mask> masks{{"none", Mask::None}, {"causal", Mask::Causal}};
    const std::map<std::string, Position> positions{{"none", Position::None},
                                                    {"sinusoidal", Position::Sinusoidal},
                                                    {"one_hot", Position::OneHot},
                                                    {"learned", Position::Learned},
                                                    {"sinusoidal_halves", Position::SinusoidalHalves},
                                                    {"rotary", Position::Rotary}};
    const std::map<std::string, NormKind> normKinds{{"layer", NormKind::Layer}, {"rms", NormKind::Rms}};
    const std::map<std::string, Norm> norms{
        {"none", Norm::None}, {"post", Norm::Post}, {"pre", Norm::Pre}, {"output", Norm::Output}};
    const std::map<std::string, QkNorm> qkNorms{{"none", QkNorm::None}, {"head", QkNorm::Head}, {"all", QkNorm::All}};
    const std::map<std::string, ScoreBias> scoreBiases{
        {"none", ScoreBias::None}, {"alibi", ScoreBias::Alibi}, {"buckets", ScoreBias::Buckets}};
    const std::map<std::string, Activation> &activations = activationWords();
    const std::map<std::string, StackKind> kinds{{"attention", StackKind::Attention},
                                                 {"recurrent", StackKind::Recurrent}};
    const std::map<std::string, Cell> cells{{"rnn", Cell::Rnn}, {"gru", Cell::Gru}, {"lstm", Cell::Lstm}};
    const std::map<std::string, DecoderAttention> decoderAttentions{
        {"none", DecoderAttention::None}, {"bahdanau", DecoderAttention::Bahdanau}, {"luong", DecoderAttention::Luong}};
    if (key == "encoder_kind")
        config.encoderKind = kinds.at(value);
    else if (key == "decoder_kind")
        config.decoderKind = kinds.at(value);
    else if (key == "cell")
        config.cell = cells.at(value);
    else if (key == "decoder_attention")
        config.decoderAttention = decoderAttentions.at(value);
    else if (key == "architecture")
        config.architecture = architectures.at(value);
    else if (key == "score")
        config.score = scores.at(value);
    else if (key == "encoder_mask")
        config.encoderMask = masks.at(value);
    else if (key == "decoder_mask")
        config.decoderMask = masks.at(value);
    else if (key == "position")
        config.position = positions.at(value);
    else if (key == "norm")
        config.norm = norms.at(value);
    else if (key == "qk_norm")
        config.qkNorm = qkNorms.at(value);
    else if (key == "score_bias")
        config.scoreBias = scoreBiases.at(value);
    else if (key == "norm_kind")
        config.normKind = normKinds.at(value);
    else if (key == "activation")
        config.activation = activations.at(value);
    else
        return false;
    return true;
}

inline Matrix readMatrix(std::istream &line, std::string &kind, std::string &name)
{
    int rows = 0;
    int columns = 0;
    line >> kind >> name >> rows >> columns;
    Matrix matrix(rows, columns);
    for (Eigen::Index i = 0; i < matrix.size(); ++i)
        line >> matrix.data()[i];
    if (!line)
        qFatal("broken matrix %s", name.c_str());
    return matrix;
}

inline void readItem(Reference &reference, const std::string &item, std::istream &line)
{
    std::string first;
    std::string second;
    if (item == "config") {
        line >> first >> second;
        if (!setSize(reference.config, first, second) && !setSwitch(reference.config, first, second) &&
            !setWord(reference.config, first, second))
            qFatal("unknown key %s", first.c_str());
    } else if (item == "token" || item == "target" || item == "vocabulary") {
        line >> first;
        auto &list = item == "token"    ? reference.input.tokens
                     : item == "target" ? reference.input.target
                                        : reference.vocabulary;
        list.push_back(first);
    } else if (item == "type") {
        line >> reference.input.types.emplace_back();
    } else if (item == "tied") {
        // The embedding's table is the output layer's where the file has none.
    } else if (item == "masked" || item == "masked_target") {
        line >> (item == "masked" ? reference.input.masked : reference.input.maskedTarget).emplace_back();
    } else {
        Matrix matrix = readMatrix(line, first, second);
        if (first == "weight")
            reference.weights.set(second, std::move(matrix));
        else if (first == "table")
            reference.tables[second] = std::move(matrix);
        else if (first == "embedding")
            reference.embedding[second] = std::make_shared<Matrix>(std::move(matrix));
        else
            reference.expected[second] = std::move(matrix);
    }
}

inline Reference readReference(const QString &path)
{
    Reference reference;
    std::ifstream file(path.toStdString());
    for (std::string text; std::getline(file, text);) {
        std::istringstream line(text);
        std::string item;
        line >> item;
        readItem(reference, item, line);
    }
    return reference;
}

/// Every matrix of the trace by the name of its block: `encoder.0.self.1.q`, `encoder.0.self.joined`,
/// `encoder.0.ffn.output`; and `encoder.0.stream`, what the layer hands on. Matrices that are empty are left out.
inline std::map<std::string, Matrix> flattened(const Model &model, const Trace &trace)
{
    std::map<std::string, Matrix> all{{"input", trace.source.input},
                                      {"target_input", trace.target.input},
                                      {"encoder_output", trace.encoderOutput},
                                      {"decoder_output", trace.decoderOutput},
                                      {"logits", trace.logits}};
    for (std::size_t index = 0; index < trace.blocks.size(); ++index) {
        const BlockTrace &block = *trace.blocks[index];
        all[block.name + ".joined"] = block.joined;
        all[block.name + ".output"] = block.output;
        all[block.name.substr(0, block.name.rfind('.')) + ".stream"] = block.stream;
        for (std::size_t head = 0; head < block.heads.size(); ++head) {
            const std::string key = block.name + "." + std::to_string(head) + ".";
            const HeadScores scores = headScores(model, trace, int(index), int(head));
            all[key + "q"] = block.heads[head].q;
            all[key + "k"] = block.heads[head].k;
            all[key + "v"] = block.heads[head].v;
            all[key + "weights"] = block.heads[head].weights;
            all[key + "output"] = block.heads[head].output;
            all[key + "scores"] = scores.scores;
            all[key + "scaled"] = scores.scaled;
        }
    }
    for (const auto &[stack, layers] :
         {std::pair("encoder.", &trace.encoderFeedForward), std::pair("decoder.", &trace.decoderFeedForward)})
        for (std::size_t layer = 0; layer < layers->size(); ++layer) {
            all[stack + std::to_string(layer) + ".ffn.output"] = (*layers)[layer]->output;
            all[stack + std::to_string(layer) + ".stream"] = (*layers)[layer]->stream;
        }
    for (const auto *layers : {&trace.encoderRecurrent, &trace.decoderRecurrent})
        for (const auto &layer : *layers)
            for (const auto &cell : layer->directions) {
                all[cell->name + ".states"] = cell->states;
                all[cell->name + ".cell_states"] = cell->cellStates;
                for (std::size_t gate = 0; gate < cell->gates.size(); ++gate)
                    all[cell->name + "." + gatesOf(model.config.cell)[gate].name] = cell->gates[gate];
            }
    if (const Eigen::Index width = model.config.dModel; trace.firstState.size() > 0) {
        all["decoder.first_state"] = trace.firstState.leftCols(width);
        if (trace.firstState.cols() > width)
            all["decoder.first_cell_state"] = trace.firstState.rightCols(width);
    }
    all["decoder.asking"] = trace.asking;
    std::erase_if(all, [](const auto &entry) { return entry.second.size() == 0; });
    return all;
}

/// 2e-5 · (1 + |value|): some hundred roundings of float32 (6e-8 each) through two layers, with room to spare.
inline void compareMatrix(const std::string &name, const Matrix &actual, const Matrix &expected)
{
    QVERIFY2(actual.rows() == expected.rows() && actual.cols() == expected.cols(), name.c_str());
    for (Eigen::Index i = 0; i < actual.size(); ++i) {
        const double difference = std::abs(double(actual.data()[i]) - double(expected.data()[i]));
        QVERIFY2(difference <= 2e-5 * (1 + std::abs(double(expected.data()[i]))),
                 qPrintable(QStringLiteral("%1, cell %2: %3 instead of %4")
                                .arg(QString::fromStdString(name))
                                .arg(i)
                                .arg(double(actual.data()[i]))
                                .arg(double(expected.data()[i]))));
    }
}

/// Runs the reference's model and compares every matrix that the file names.
/// converts: tables are read in pieces, not where they stand.
inline std::map<std::string, Matrix> compareWithPass(const Reference &reference, bool converts = false)
{
    const Model model = reference.model(converts);
    const std::map<std::string, Matrix> actual = flattened(model, *forward(model, reference.input));
    for (const auto &[name, expected] : reference.expected) {
        if (!actual.contains(name)) {
            QTest::qFail(("the trace lacks " + name).c_str(), __FILE__, __LINE__);
            continue;
        }
        compareMatrix(name, actual.at(name), expected);
    }
    return actual;
}

} // namespace regard
