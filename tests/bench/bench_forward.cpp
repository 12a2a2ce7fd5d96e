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

// Every attention matrix is kept; the trace before is still there while the next one is made, as in the window.
void runPasses(benchmark::State &state, const regard::Model &model)
{
    const AllThreads all;
    regard::Input input;
    for (int i = 0; i < int(state.range(0)); ++i)
        input.tokens.push_back("word" + std::to_string(i));
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

} // namespace
