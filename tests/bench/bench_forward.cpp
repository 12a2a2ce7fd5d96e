#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "engine/attention_place.h"
#include "engine/forward.h"
#include "engine/model.h"

namespace {

regard::Model modelOf(int layers, int heads, int dModel)
{
    regard::ModelConfig config;
    config.encoderLayers = layers;
    config.heads = heads;
    config.dModel = dModel;
    config.dKey = dModel / heads;
    config.dValue = dModel / heads;
    config.position = regard::Position::Sinusoidal;
    return regard::buildModel(config, {}, {});
}

regard::Input inputOf(int tokens)
{
    regard::Input input;
    for (int i = 0; i < tokens; ++i) {
        input.tokens.push_back("word" + std::to_string(i));
    }
    return input;
}

// Arguments: tokens, layers, heads, d_model. Every attention matrix is kept.
void forwardPass(benchmark::State &state)
{
    const regard::Model model = modelOf(int(state.range(1)), int(state.range(2)), int(state.range(3)));
    const regard::Input input = inputOf(int(state.range(0)));
    for (auto _ : state) {
        benchmark::DoNotOptimize(regard::forward(model, input));
    }
}
BENCHMARK(forwardPass)
    ->ArgNames({"tokens", "layers", "heads", "d_model"})
    ->Args({12, 1, 8, 64})
    ->Args({64, 6, 12, 384})
    ->Args({64, 12, 12, 384})
    ->Args({128, 6, 12, 384})
    ->Args({512, 6, 12, 384})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

// An edit in the layer given recomputes that layer and those after it; compare with the whole pass above.
void passFromLayer(benchmark::State &state)
{
    const regard::Model model = modelOf(12, 12, 384);
    const regard::Input input = inputOf(64);
    const regard::SharedTrace previous = regard::forward(model, input);
    regard::PassOptions options;
    options.previous = previous.get();
    options.previousModel = &model;
    regard::Model edited = model;
    edited.weights.edit(regard::blockWeight(regard::Attention::Encoder, int(state.range(0)), "w_q"))(0, 0) += 1;
    for (auto _ : state) {
        benchmark::DoNotOptimize(regard::forward(edited, input, options));
    }
}
BENCHMARK(passFromLayer)->ArgName("layer")->Arg(0)->Arg(6)->Arg(11)->Unit(benchmark::kMillisecond)->UseRealTime();

} // namespace
