#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "all_threads.h"
#include "engine/model/model.h"
#include "engine/pass/forward.h"

namespace {

/// Layers as BERT has them; d_ff 0: attention alone.
regard::Model modelOf(int layers, int heads, int dModel, int dFf)
{
    regard::ModelConfig config;
    config.encoderLayers = layers;
    config.heads = heads;
    config.dModel = dModel;
    config.dKey = dModel / heads;
    config.dValue = dModel / heads;
    config.dFf = dFf;
    config.position = regard::Position::Sinusoidal;
    if (dFf > 0) {
        config.bias = true;
        config.residual = true;
        config.norm = regard::Norm::Post;
        config.activation = regard::Activation::Gelu;
    }
    return regard::buildModel(config, {}, {});
}

/// An encoder and a decoder of gru, one layer and one direction of 128 numbers each.
regard::Model recurrentModel(regard::DecoderAttention attention)
{
    regard::ModelConfig config;
    config.architecture = regard::Architecture::EncoderDecoder;
    config.encoderKind = config.decoderKind = regard::StackKind::Recurrent;
    config.cell = regard::Cell::Gru;
    config.decoderAttention = attention;
    config.encoderLayers = config.decoderLayers = 1;
    config.heads = config.decoderHeads = 1;
    config.dModel = config.dKey = config.dValue = 128;
    if (attention != regard::DecoderAttention::None)
        config.score = attention == regard::DecoderAttention::Luong ? regard::Score::General : regard::Score::Additive;
    return regard::buildModel(config, {}, {});
}

// Every attention matrix is kept; the trace before is still there while the next one is made, as in the window.
void runPasses(benchmark::State &state, const regard::Model &model)
{
    const AllThreads all;
    regard::Input input;
    for (int i = 0; i < int(state.range(0)); ++i)
        input.tokens.push_back("word" + std::to_string(i));
    if (model.config.architecture == regard::Architecture::EncoderDecoder)
        input.target = input.tokens;
    regard::SharedTrace trace;
    for (auto _ : state)
        trace = regard::forward(model, input);
}

void forwardClassroom(benchmark::State &state)
{
    runPasses(state, modelOf(1, 8, 64, 0));
}
BENCHMARK(forwardClassroom)->ArgName("tokens")->Arg(12)->Unit(benchmark::kMillisecond)->UseRealTime();

void allLengths(benchmark::internal::Benchmark *passes)
{
    passes->ArgName("tokens")->Unit(benchmark::kMillisecond)->UseRealTime();
    for (const int tokens : {16, 64, 128, 256, 512})
        passes->Arg(tokens);
}

void forwardMiniLM(benchmark::State &state)
{
    static const regard::Model model = modelOf(6, 12, 384, 1536);
    runPasses(state, model);
}
BENCHMARK(forwardMiniLM)->Apply(allLengths);

void forwardBertBase(benchmark::State &state)
{
    static const regard::Model model = modelOf(12, 12, 768, 3072);
    runPasses(state, model);
}
BENCHMARK(forwardBertBase)->Apply(allLengths);

/// attention: 0 none, 1 Bahdanau (additive), 2 Luong (general)
void forwardRecurrent(benchmark::State &state)
{
    runPasses(state, recurrentModel(regard::DecoderAttention(state.range(1))));
}
BENCHMARK(forwardRecurrent)
    ->ArgNames({"tokens", "attention"})
    ->Args({512, int(regard::DecoderAttention::None)})
    ->Args({512, int(regard::DecoderAttention::Bahdanau)})
    ->Args({512, int(regard::DecoderAttention::Luong)})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

} // namespace
