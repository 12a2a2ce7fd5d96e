#include <benchmark/benchmark.h>

#include <string>

#include "all_threads.h"
#include "engine/model/attention_place.h"
#include "engine/model/model.h"
#include "engine/pass/forward.h"

namespace {

/// MiniLM's shape, feed-forward, biases and norms included.
regard::Model miniLmShape()
{
    regard::ModelConfig config;
    config.encoderLayers = 6;
    config.heads = 12;
    config.dModel = 384;
    config.dKey = config.dValue = 32;
    config.dFf = 1536;
    config.bias = config.residual = config.embeddingNorm = true;
    config.norm = regard::Norm::Post;
    config.activation = regard::Activation::Gelu;
    config.position = regard::Position::Learned;
    return regard::buildModel(config, {}, {});
}

regard::Input inputOf(int tokens)
{
    regard::Input input;
    for (int i = 0; i < tokens; ++i)
        input.tokens.push_back("word" + std::to_string(i));
    return input;
}

/// A cell of one head's columns of W_Q in the layer given, counted from 1, and another one back.
void editInLayer(benchmark::State &state)
{
    const AllThreads all;
    const regard::Model model = miniLmShape();
    const regard::Input input = inputOf(int(state.range(1)));
    const regard::SharedTrace previous = regard::forward(model, input);
    const std::string name = regard::blockWeight(regard::Attention::Encoder, int(state.range(0)) - 1, "w_q");
    regard::Model edited = model;
    edited.weights.edit(name)(0, 40) += 1;
    const regard::PassOptions options{.previous = previous.get(), .previousModel = &model};
    for (auto _ : state)
        benchmark::DoNotOptimize(regard::forward(edited, input, options));
}
BENCHMARK(editInLayer)
    ->ArgNames({"layer", "tokens"})
    ->ArgsProduct({{1, 3, 6}, {64, 512}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

/// The edit with nothing taken over.
void editWholePass(benchmark::State &state)
{
    const AllThreads all;
    regard::Model model = miniLmShape();
    const regard::Input input = inputOf(int(state.range(0)));
    model.weights.edit(regard::blockWeight(regard::Attention::Encoder, 5, "w_q"))(0, 40) += 1;
    for (auto _ : state)
        benchmark::DoNotOptimize(regard::forward(model, input));
}
BENCHMARK(editWholePass)->ArgName("tokens")->Arg(64)->Arg(512)->Unit(benchmark::kMillisecond)->UseRealTime();

} // namespace
