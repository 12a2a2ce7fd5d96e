// What explains attention, computed from a pass that is there: score parts, logit parts, lens, circuits, patches.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "all_threads.h"
#include "engine/analysis/circuits.h"
#include "engine/analysis/lens.h"
#include "engine/analysis/logit_parts.h"
#include "engine/analysis/patching.h"
#include "engine/analysis/score_parts.h"
#include "engine/analysis/trace_comparison.h"
#include "engine/model/model.h"
#include "engine/pass/forward.h"

namespace {

struct Shape {
    int layers;
    int heads;
    int dModel;
    int words; ///< of the vocabulary
};
constexpr Shape miniLm{6, 12, 384, 30522};
constexpr Shape base{12, 12, 768, 30522};
constexpr Shape gpt2{12, 12, 768, 50257};

std::string wordAt(int number)
{
    return "w" + std::to_string(number);
}

/// A model of that shape, drawn: an encoder with a masked word's head, or a decoder whose output layer is its
/// embedding.
regard::Model modelOf(const Shape &shape, regard::Architecture architecture)
{
    regard::ModelConfig config;
    const bool isDecoder = architecture == regard::Architecture::Decoder;
    config.architecture = architecture;
    (isDecoder ? config.decoderLayers : config.encoderLayers) = shape.layers;
    (isDecoder ? config.encoderLayers : config.decoderLayers) = 0;
    config.heads = config.decoderHeads = shape.heads;
    config.dModel = shape.dModel;
    config.dKey = config.dValue = shape.dModel / shape.heads;
    config.dFf = config.decoderDFf = 4 * shape.dModel;
    config.bias = config.residual = true;
    config.norm = isDecoder ? regard::Norm::Pre : regard::Norm::Post;
    config.finalNorm = isDecoder;
    config.embeddingNorm = config.maskedLanguageModel = !isDecoder;
    config.activation = regard::Activation::Gelu;
    config.position = regard::Position::Learned;
    std::vector<std::string> words;
    for (int i = 0; i < shape.words; ++i)
        words.push_back(wordAt(i));
    return regard::buildModel(config, {}, {}, {regard::TokenList(std::move(words))});
}

regard::Input sentenceOf(int tokens, int first = 0)
{
    regard::Input input;
    for (int i = 0; i < tokens; ++i)
        input.tokens.push_back(wordAt(first + i));
    return input;
}

void scorePartsOfALink(benchmark::State &state)
{
    const AllThreads all;
    const regard::Model model = modelOf(miniLm, regard::Architecture::Encoder);
    const regard::SharedTrace trace = regard::forward(model, sentenceOf(64));
    const regard::ScoreQuestion question{{regard::Attention::Encoder, 5}, 11, 8, 2};
    for (auto _ : state)
        benchmark::DoNotOptimize(regard::scoreParts(model, *trace, question));
}
BENCHMARK(scorePartsOfALink)->Unit(benchmark::kMillisecond)->UseRealTime();

void logitPartsOfAWord(benchmark::State &state)
{
    const AllThreads all;
    const regard::Model model = modelOf(base, regard::Architecture::Encoder);
    const regard::SharedTrace trace = regard::forward(model, sentenceOf(64));
    for (auto _ : state)
        benchmark::DoNotOptimize(regard::logitParts(model, *trace, {8, 100, 200}));
}
BENCHMARK(logitPartsOfAWord)->Unit(benchmark::kMillisecond)->UseRealTime();

void lensOfAllTokens(benchmark::State &state)
{
    const AllThreads all;
    const regard::Model model = modelOf(gpt2, regard::Architecture::Decoder);
    const regard::SharedTrace trace = regard::forward(model, sentenceOf(16));
    for (auto _ : state)
        benchmark::DoNotOptimize(regard::lensOf(model, *trace, 100));
}
BENCHMARK(lensOfAllTokens)->Unit(benchmark::kMillisecond)->UseRealTime();

/// The 144 heads one at a time, the logit of one word above another's.
void patchesOfAllHeads(benchmark::State &state)
{
    const AllThreads all;
    const auto model = std::make_shared<const regard::Model>(modelOf(gpt2, regard::Architecture::Decoder));
    const regard::TraceComparison comparison(model, regard::forward(*model, sentenceOf(16)), model,
                                             regard::forward(*model, sentenceOf(16, 500)));
    const regard::PatchGrid grid{regard::PatchKind::HeadOutput, regard::Attention::Decoder};
    for (auto _ : state)
        benchmark::DoNotOptimize(regard::patchMap(comparison, grid, {regard::LogitQuestion{15, 100, 200}}));
}
BENCHMARK(patchesOfAllHeads)->Unit(benchmark::kMillisecond)->UseRealTime()->Iterations(2);

void passOfTheSame(benchmark::State &state)
{
    const AllThreads all;
    const regard::Model model = modelOf(gpt2, regard::Architecture::Decoder);
    const regard::Input input = sentenceOf(16);
    for (auto _ : state)
        benchmark::DoNotOptimize(regard::forward(model, input));
}
BENCHMARK(passOfTheSame)->Unit(benchmark::kMillisecond)->UseRealTime();

/// QK and OV of a head over 64 words, as after each edit.
void circuitsOfAHead(benchmark::State &state)
{
    const AllThreads all;
    const regard::Model model = modelOf(gpt2, regard::Architecture::Decoder);
    const std::vector<std::string> words = sentenceOf(64).tokens;
    std::vector<int> columns;
    for (int i = 0; i < 64; ++i)
        columns.push_back(i);
    const regard::HeadRef head{regard::Attention::Decoder, 5, 3};
    for (auto _ : state) {
        benchmark::DoNotOptimize(regard::qkCircuit(model, head, words, words, 0, 64));
        benchmark::DoNotOptimize(regard::ovCircuit(model, head, words, model.vocabulary.tokens, columns));
    }
}
BENCHMARK(circuitsOfAHead)->Unit(benchmark::kMillisecond)->UseRealTime();

} // namespace
