#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/model/model.h"
#include "training/base/parameters.h"
#include "training/base/place_bits.h"
#include "training/base/sentence.h"

namespace regard {

/// A model with what it is trained on, in sizes that are all different where they could be confused.
struct TrainedCase {
    std::string name;
    Model model;
    std::vector<TrainingSentence> sentences;
    double smoothing = 0;
};

inline ModelConfig smallConfig()
{
    ModelConfig config;
    config.architecture = Architecture::Decoder;
    config.encoderLayers = 1;
    config.decoderLayers = 1;
    config.dModel = 4;
    config.heads = config.decoderHeads = 2;
    config.dKey = 2;
    config.dValue = 3;
    config.residual = true;
    config.bias = true;
    config.position = Position::Learned;
    config.initialization = Initialization::Gaussian;
    config.initializationStd = 0.6;
    config.seed = 7;
    return config;
}

inline Vocabulary smallVocabulary()
{
    return {{"a", "b", "c", "d", "e"}, "e", "b"};
}

/// Two sentences of unlike length, the first with a masked token; some rows ask nothing.
inline std::vector<TrainingSentence> smallSentences(const ModelConfig &config)
{
    TrainingSentence first{.source = {0, 1, 2, 1}, .masked = {1}};
    TrainingSentence second{.source = {3, 4, 0}};
    if (config.architecture == Architecture::EncoderDecoder) {
        first.target = {4, 2, 0};
        second.target = {4, 3, 1, 0, 2};
        second.maskedTarget = {2};
        first.asked = {2, 0, notAsked};
        second.asked = {3, notAsked, 0, 2, 4};
    } else {
        first.asked = {1, notAsked, 1, 3};
        second.asked = {4, 0, 2};
    }
    if (config.tokenTypes > 0)
        first.types = {0, 1, 1, 0};
    return {first, second};
}

/// Every weight away from what it is drawn as where that is 0 or 1, so that no derivative vanishes by chance.
inline Model shaken(const Model &model)
{
    const ParameterTable table(model);
    std::vector<float> numbers = numbersOf(table, model);
    const PlaceBits bits({3});
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] += float(0.4 * bits.unitAt(i) - 0.2);
    return modelWith(table, numbers, model);
}

inline TrainedCase trainedCase(const std::string &name, const ModelConfig &config,
                               const Interventions &interventions = {}, double smoothing = 0)
{
    Model model = buildModel(config, {}, {}, smallVocabulary());
    model.interventions = existingInterventions(interventions, config);
    model = shaken(trainableModel(model, smallVocabulary(), {4, 5}));
    return {name, model, smallSentences(config), smoothing};
}

/// Recurrent stacks: cells, directions, layers, attentions, mixtures, and what is put out of them.
inline void addRecurrentCases(std::vector<TrainedCase> &cases)
{
    const auto add = [&](const std::string &name, const std::function<void(ModelConfig &)> &change,
                         const Interventions &interventions = {}) {
        ModelConfig config = smallConfig();
        config.architecture = Architecture::EncoderDecoder;
        config.encoderKind = config.decoderKind = StackKind::Recurrent;
        config.cell = Cell::Gru;
        config.directions = 2;
        change(config);
        cases.push_back(trainedCase("recurrent, " + name, config, interventions));
    };
    const auto bahdanau = [](ModelConfig &config) {
        config.decoderAttention = DecoderAttention::Bahdanau;
        config.score = Score::Additive;
    };
    const auto luong = [](ModelConfig &config) {
        config.decoderAttention = DecoderAttention::Luong;
        config.score = Score::General;
    };
    add("gru", [](ModelConfig &) {});
    add("rnn", [](ModelConfig &config) {
        config.cell = Cell::Rnn;
        config.directions = 1;
        config.encoderLayers = config.decoderLayers = 2;
    });
    add("two layers", [](ModelConfig &config) { config.encoderLayers = config.decoderLayers = 2; });
    const auto lstm = [](const std::function<void(ModelConfig &)> &change) {
        return [change](ModelConfig &config) {
            change(config);
            config.cell = Cell::Lstm;
        };
    };
    add("lstm, two layers", lstm([](ModelConfig &config) { config.encoderLayers = config.decoderLayers = 2; }));
    add("lstm, bahdanau, two layers", lstm([&](ModelConfig &config) {
            bahdanau(config);
            config.decoderLayers = 2;
        }));
    add("lstm, luong, one direction", lstm([&](ModelConfig &config) {
            luong(config);
            config.directions = 1;
        }));
    add("lstm, attention encoder", lstm([](ModelConfig &config) { config.encoderKind = StackKind::Attention; }));
    add("lstm, attention decoder", lstm([](ModelConfig &config) { config.decoderKind = StackKind::Attention; }));
    add("lstm, encoder alone", lstm([](ModelConfig &config) {
            config.architecture = Architecture::Encoder;
            config.maskedLanguageModel = true;
            config.outputActivation = Activation::Tanh;
        }));
    add("bahdanau", bahdanau);
    add("bahdanau, rnn, two layers, no projection", [&](ModelConfig &config) {
        bahdanau(config);
        config.cell = Cell::Rnn;
        config.decoderLayers = 2;
        config.outputProjection = false;
    });
    add("bahdanau, scaled", [&](ModelConfig &config) {
        bahdanau(config);
        config.score = Score::ScaledDot;
        config.position = Position::None;
    });
    add("luong", luong);
    add("luong, dot, no projection", [&](ModelConfig &config) {
        luong(config);
        config.score = Score::Dot;
        config.outputProjection = false;
        config.dValue = 2;
    });
    add("attention encoder", [&](ModelConfig &config) {
        bahdanau(config);
        config.encoderKind = StackKind::Attention;
        config.norm = Norm::Post;
    });
    add("attention encoder without attention", [](ModelConfig &config) {
        config.encoderKind = StackKind::Attention;
        config.norm = Norm::Pre;
        config.finalNorm = true;
    });
    add("attention decoder", [](ModelConfig &config) {
        config.decoderKind = StackKind::Attention;
        config.norm = Norm::Pre;
        config.finalNorm = true;
        config.decoderDFf = 3;
    });
    add("encoder alone", [](ModelConfig &config) {
        config.architecture = Architecture::Encoder;
        config.maskedLanguageModel = true;
    });
    add("decoder alone", [](ModelConfig &config) { config.architecture = Architecture::Decoder; });
    const HeadRef head{Attention::Cross, 0, 1};
    const Sublayer cross{Stack::Decoder, 0, SublayerKind::CrossAttention};
    const Interventions zeros{
        .states = {{{Stack::Encoder, 0, Direction::Backward}, 1}, {{Stack::Decoder, 0, Direction::Forward}, 1}}};
    add(
        "zero states", [](ModelConfig &) {}, zeros);
    add("zero states, bahdanau", bahdanau, zeros);
    add("zero states, lstm, bahdanau", lstm(bahdanau), zeros);
    add("bahdanau, zero head", bahdanau, {.heads = {{head, Replacement::Zero}}, .temperatures = {{head, 0.4F}}});
    add("bahdanau, uniform head", bahdanau, {.heads = {{head, Replacement::Uniform}}});
    add("bahdanau, zero context", bahdanau, {.sublayers = {{cross, Replacement::Zero}}});
    add("luong, mean head", luong, {.heads = {{head, Replacement::Mean}}});
    add("luong, mean context", luong, {.sublayers = {{cross, Replacement::Mean}}});
}

/// What a pass can be made of, each kind at least once, and mixtures of all of them.
inline std::vector<TrainedCase> trainedCases()
{
    std::vector<TrainedCase> cases;
    const auto add = [&](const std::string &name, const std::function<void(ModelConfig &)> &change) {
        ModelConfig config = smallConfig();
        change(config);
        cases.push_back(trainedCase(name, config));
    };
    for (const Norm norm : {Norm::Pre, Norm::Post})
        add(norm == Norm::Pre ? "parallel, norms before" : "parallel, norms after", [norm](ModelConfig &config) {
            config.decoderLayers = 2;
            config.dFf = config.decoderDFf = 3;
            config.norm = norm;
            config.parallelResidual = config.scaleByLayer = true;
        });
    add("rotary, interleaved", [](ModelConfig &config) {
        config.position = Position::Rotary;
        config.rotaryInterleaved = true;
        config.dKey = 4;
        config.ropeTheta = 50;
    });
    const auto intervene = [&](const std::string &name, const Interventions &interventions,
                               const std::function<void(ModelConfig &)> &change = {}) {
        ModelConfig config = smallConfig();
        config.decoderDFf = 3;
        if (change)
            change(config);
        cases.push_back(trainedCase(name, config, interventions));
    };
    const auto encodes = [](ModelConfig &config) {
        config.architecture = Architecture::Encoder;
        config.maskedLanguageModel = true;
    };
    const auto transforms = [](ModelConfig &config) { config.architecture = Architecture::EncoderDecoder; };
    add("plain", [](ModelConfig &) {});
    add("dot", [](ModelConfig &config) { config.score = Score::Dot; });
    add("additive", [](ModelConfig &config) { config.score = Score::Additive; });
    add("general", [](ModelConfig &config) { config.score = Score::General; });
    add("no mask", [](ModelConfig &config) { config.decoderMask = Mask::None; });
    add("no bias", [](ModelConfig &config) { config.bias = false; });
    add("qkv bias", [](ModelConfig &config) {
        config.bias = false;
        config.qkvBias = true;
    });
    add("no residual", [](ModelConfig &config) { config.residual = false; });
    add("no projection", [](ModelConfig &config) {
        config.outputProjection = false;
        config.dValue = 2;
    });
    add("post", [](ModelConfig &config) { config.norm = Norm::Post; });
    add("post without residual", [](ModelConfig &config) {
        config.norm = Norm::Post;
        config.residual = false;
    });
    add("pre, final", [](ModelConfig &config) {
        config.norm = Norm::Pre;
        config.finalNorm = true;
        config.decoderLayers = 2;
    });
    add("pre without residual", [](ModelConfig &config) {
        config.norm = Norm::Pre;
        config.residual = false;
    });
    add("rms", [](ModelConfig &config) {
        config.norm = Norm::Pre;
        config.normKind = NormKind::Rms;
        config.finalNorm = config.embeddingNorm = true;
        config.normEpsilon = 0.01;
    });
    add("rms post", [](ModelConfig &config) {
        config.norm = Norm::Post;
        config.normKind = NormKind::Rms;
    });
    add("embedding norm", [](ModelConfig &config) { config.embeddingNorm = true; });
    add("embedding scale", [](ModelConfig &config) { config.embeddingScale = true; });
    add("token types", [&](ModelConfig &config) {
        encodes(config);
        config.tokenTypes = 2;
    });
    for (const Position position : {Position::None, Position::Sinusoidal, Position::OneHot, Position::SinusoidalHalves,
                                    Position::Rotary, Position::SinusoidalFairseq})
        add("position " + std::to_string(int(position)), [&](ModelConfig &config) { config.position = position; });
    add("rotary additive", [](ModelConfig &config) {
        config.position = Position::Rotary;
        config.score = Score::Additive;
        config.ropeTheta = 5;
    });
    for (int i = 0; i < activationCount; ++i) {
        const auto activation = static_cast<Activation>(i);
        add(std::string("activation ") + activationName(activation), [&](ModelConfig &config) {
            config.activation = activation;
            config.decoderDFf = 5;
        });
        if (i < 4 || activation == Activation::Relu2) // the rest differ in one function alone
            add(std::string("gated ") + activationName(activation), [&](ModelConfig &config) {
                config.activation = activation;
                config.decoderDFf = 3;
                config.gated = true;
            });
    }
    add("shared keys", [](ModelConfig &config) {
        config.decoderHeads = 4;
        config.keyValueHeads = 2;
    });
    const auto rotates = [](ModelConfig &config) {
        config.position = Position::Rotary;
        config.dKey = 4;
        config.decoderLayers = 2;
    };
    add("window, partly rotated", [&](ModelConfig &config) {
        rotates(config);
        config.rotaryWidth = 2;
        config.ropeTheta = 5;
        config.ropeAttention = 1.3;
        config.window = 2;
        config.fullLayers = {2};
    });
    add("rotated by length", [&](ModelConfig &config) {
        rotates(config);
        config.ropeScaling = RopeScaling::Dynamic;
        config.ropeOriginal = 3;
        config.ropeFactor = 4;
        config.unrotatedLayers = {1};
    });
    for (const QkNorm kind : {QkNorm::Head, QkNorm::All})
        add("norm of queries and keys " + std::to_string(int(kind)), [&](ModelConfig &config) {
            rotates(config);
            config.qkNorm = kind;
            config.decoderHeads = 4;
            config.keyValueHeads = 2;
            config.norm = Norm::Output;
            config.normKind = kind == QkNorm::All ? NormKind::Rms : NormKind::Layer;
            config.normEpsilon = 0.01;
        });
    add("multipliers", [](ModelConfig &config) {
        config.norm = Norm::Post;
        config.embeddingMultiplier = 1.7;
        config.residualMultiplier = 0.6;
        config.scoreScale = 0.4;
        config.logitsDivisor = 1.5;
    });
    for (const Score score : {Score::ScaledDot, Score::Additive})
        add("capped scores and logits, sinks " + std::to_string(int(score)), [score](ModelConfig &config) {
            config.score = score;
            config.scoreCap = 0.7;
            config.logitsCap = 0.9;
            config.logitsDivisor = 1.5;
            config.attentionSinks = config.scaleByLayer = true;
            config.decoderLayers = 2;
        });
    for (const ScoreBias bias : {ScoreBias::Alibi, ScoreBias::Buckets})
        add("bias by distance " + std::to_string(int(bias)), [&, bias](ModelConfig &config) {
            encodes(config);
            config.scoreBias = bias;
            config.encoderLayers = 2; // which share the buckets
            config.scoreCap = bias == ScoreBias::Buckets ? 0.8 : 0;
            config.attentionSinks = bias == ScoreBias::Buckets;
        });
    for (const bool isNormed : {false, true})
        add(isNormed ? "narrow embedding, normed, tied" : "narrow embedding", [&, isNormed](ModelConfig &config) {
            config.embeddingSize = 3;
            config.embeddingNorm = config.tiedOutput = isNormed;
            config.normEpsilon = 0.01; // a norm of three numbers magnifies float32's rounding
            if (isNormed)
                encodes(config);
        });
    for (const bool isTied : {false, true})
        add(isTied ? "narrow tokens, scaled, tied" : "narrow tokens, one-hot", [&, isTied](ModelConfig &config) {
            config.embeddingSize = 3;
            config.narrowTokens = true;
            config.tiedOutput = config.embeddingScale = config.embeddingNorm = isTied;
            config.position = isTied ? Position::Learned : Position::OneHot;
            config.tokenTypes = isTied ? 2 : 0;
            config.normEpsilon = 0.01;
        });
    add("token dropout", [&](ModelConfig &config) {
        encodes(config);
        config.tokenDropout = true;
        config.embeddingSize = 6;
        config.tokenTypes = 2;
    });
    add("encoder", encodes);
    add("encoder, causal, gelu", [&](ModelConfig &config) {
        encodes(config);
        config.encoderMask = Mask::Causal;
        config.activation = Activation::Gelu;
        config.dFf = 3;
        config.norm = Norm::Post;
    });
    add("transformer", transforms);
    add("transformer, pre, rotary", [&](ModelConfig &config) {
        transforms(config);
        config.norm = Norm::Pre;
        config.finalNorm = true;
        config.position = Position::Rotary;
        config.dFf = 3;
        config.decoderDFf = 2;
        config.decoderLayers = 2;
    });
    add("transformer, post, additive", [&](ModelConfig &config) {
        transforms(config);
        config.norm = Norm::Post;
        config.score = Score::Additive;
        config.heads = 1;
        config.embeddingNorm = true;
    });
    ModelConfig tied = smallConfig();
    tied.tiedOutput = true;
    cases.push_back(trainedCase("tied", tied));
    transforms(tied);
    tied.embeddingScale = true;
    cases.push_back(trainedCase("tied transformer", tied, {}, 0.1));
    add("tied masked words", [&](ModelConfig &config) {
        encodes(config);
        config.tiedOutput = true;
        config.activation = Activation::GeluTanh;
    });
    cases.push_back(trainedCase("smoothing", smallConfig(), {}, 0.2));
    const HeadRef second{Attention::Decoder, 0, 1};
    intervene("temperature", {.temperatures = {{second, 0.4F}}});
    const HeadRef first{Attention::Decoder, 0, 0};
    intervene("temperature and uniform head with caps, buckets and sinks",
              {.heads = {{first, Replacement::Uniform}}, .temperatures = {{second, 0.4F}}}, [](ModelConfig &config) {
                  config.scoreCap = 0.6;
                  config.attentionSinks = true;
                  config.scoreBias = ScoreBias::Buckets;
              });
    intervene("zero head", {.heads = {{second, Replacement::Zero}}});
    intervene("mean head", {.heads = {{second, Replacement::Mean}}});
    intervene("uniform head", {.heads = {{second, Replacement::Uniform}}});
    const Sublayer self{Stack::Decoder, 0, SublayerKind::SelfAttention};
    const Sublayer hidden{Stack::Decoder, 0, SublayerKind::FeedForward};
    const Sublayer cross{Stack::Decoder, 0, SublayerKind::CrossAttention};
    intervene("zero sublayer", {.sublayers = {{self, Replacement::Zero}}});
    intervene("uniform sublayer", {.sublayers = {{self, Replacement::Uniform}}});
    intervene("mean feed-forward", {.sublayers = {{hidden, Replacement::Mean}}});
    intervene("cross",
              {.heads = {{{Attention::Cross, 0, 0}, Replacement::Uniform}},
               .sublayers = {{cross, Replacement::Mean}},
               .temperatures = {{{Attention::Encoder, 0, 1}, 2.0F}, {{Attention::Cross, 0, 1}, 0.7F}}},
              transforms);
    addRecurrentCases(cases);
    return cases;
}

} // namespace regard
