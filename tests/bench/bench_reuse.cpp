#include <benchmark/benchmark.h>

#include <string>

#include "all_threads.h"
#include "engine/analysis/token_groups.h"
#include "engine/analysis/value_norms.h"
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

/// What all 72 heads move in place of their weights, for every picture; W_O is another one each time, as after edits.
void byValue(benchmark::State &state)
{
    const AllThreads all;
    regard::Model model = miniLmShape();
    const regard::Input input = inputOf(int(state.range(0)));
    const regard::SharedTrace trace = regard::forward(model, input);
    regard::TokenGroups tokens;
    for (std::size_t i = 0; i < input.tokens.size(); ++i)
        tokens.groups.push_back({int(i), 1, input.tokens[i], {}});
    for (auto _ : state) {
        for (int layer = 0; layer < model.config.encoderLayers; ++layer) {
            const std::string name = regard::blockWeight(regard::Attention::Encoder, layer, "w_o");
            model.weights.set(name, regard::Matrix(model.weights.at(name)));
        }
        regard::GroupingRule rule;
        rule.values = std::make_shared<const regard::Model>(model);
        benchmark::DoNotOptimize(regard::groupedTrace(trace, tokens, {}, rule));
    }
}
BENCHMARK(byValue)->ArgName("tokens")->Arg(64)->Arg(512)->Unit(benchmark::kMillisecond)->UseRealTime();

/// What the 12 heads of one layer move together.
void byValueTogether(benchmark::State &state)
{
    const AllThreads all;
    const regard::Model model = miniLmShape();
    const regard::SharedTrace trace = regard::forward(model, inputOf(int(state.range(0))));
    for (auto _ : state)
        benchmark::DoNotOptimize(regard::movedTogether(model, {regard::Attention::Encoder, 5}, *trace->blocks[5]));
}
BENCHMARK(byValueTogether)->ArgName("tokens")->Arg(64)->Arg(512)->Unit(benchmark::kMillisecond)->UseRealTime();

} // namespace
