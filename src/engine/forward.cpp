#include "engine/forward.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <map>
#include <utility>

#include "engine/attention.h"
#include "engine/errors.h"
#include "engine/product.h"
#include "engine/weight_shapes.h"

namespace regard {

namespace {

/// Multiplications of one block from which its heads are shared out among OpenMP's threads. Smaller passes stay on
/// the calling thread, which may be the window's.
constexpr double parallelCost = 16e6;
/// What a trace may take: above it a pasted text would exhaust the machine before anyone could stop it.
constexpr double maximumTraceBytes = 4e9;
/// exp and tanh in multiplications, roughly.
constexpr double functionCost = 8;

bool isCancelled(const PassOptions &options)
{
    return options.cancelled && options.cancelled->load(std::memory_order_relaxed);
}

double blockCost(const ModelConfig &config, double tokens)
{
    const double keys = static_cast<double>(config.heads) * config.dKey;
    const double values = static_cast<double>(config.heads) * config.dValue;
    double cost = tokens * config.dModel * (2 * keys + values);
    cost += tokens * tokens * (keys * (config.score == Score::Additive ? 1 + functionCost : 1) + values);
    cost += tokens * tokens * config.heads * functionCost;
    if (config.outputProjection)
        cost += tokens * values * config.dModel;
    return cost;
}

double traceBytes(const ModelConfig &config, double tokens)
{
    const double head = tokens * tokens + 2.0 * tokens * (config.dKey + config.dValue);
    const double block = config.heads * (head + tokens * config.dValue) + 2.0 * tokens * config.dModel;
    return sizeof(float) * (block * config.encoderLayers + 4.0 * tokens * config.dModel);
}

void checkInput(const ModelConfig &config, const Input &input)
{
    if (input.tokens.empty())
        throw InputError("the sentence has no token; type at least one word");
    for (const int position : input.masked)
        if (position < 0 || position >= static_cast<int>(input.tokens.size()))
            throw InputError("the masked position " + std::to_string(position) + " lies outside the sentence of " +
                             std::to_string(input.tokens.size()) + " tokens, which count from 0");
    const double bytes = traceBytes(config, static_cast<double>(input.tokens.size()));
    if (bytes > maximumTraceBytes)
        throw InputError("a sentence of " + std::to_string(input.tokens.size()) + " tokens needs " +
                         std::to_string(std::llround(std::ceil(bytes / 1e9))) + " GB for encoder_layers " +
                         std::to_string(config.encoderLayers) + " and heads " + std::to_string(config.heads) +
                         ", more than the " + std::to_string(std::llround(maximumTraceBytes / 1e9)) +
                         " GB that it may take; shorten it, or take fewer heads or layers");
}

void checkFinite(const Matrix &matrix, const std::string &block, const char *what)
{
    if (!matrix.allFinite())
        throw InputError(std::string(what) + " of " + block +
                         " are too large for float32; make the weights or the embedding smaller");
}

Matrix embed(const Model &model, const std::vector<std::string> &tokens)
{
    Matrix rows(static_cast<Eigen::Index>(tokens.size()), model.config.dModel);
    std::map<std::string, Eigen::Index> first; // drawing a row is slow beside copying it
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const auto row = static_cast<Eigen::Index>(i);
        const auto [known, isNew] = first.emplace(tokens[i], row);
        if (isNew)
            rows.row(row) = embeddingRow(model, tokens[i]);
        else
            rows.row(row) = rows.row(known->second);
    }
    return rows;
}

void readInput(const Model &model, const Input &input, Trace &trace)
{
    const ModelConfig &config = model.config;
    const int n = static_cast<int>(input.tokens.size());
    switch (config.position) {
    case Position::None:
        break;
    case Position::Sinusoidal:
        trace.positions = sinusoidalPositions(n, config.dModel);
        break;
    case Position::OneHot:
    case Position::Learned:
        trace.positions = positionRows(model, n);
        break;
    }
    trace.embedded = embed(model, input.tokens);
    trace.input = trace.embedded;
    if (config.embeddingScale)
        trace.input *= std::sqrt(static_cast<float>(config.dModel));
    if (trace.positions.size() > 0)
        trace.input += trace.positions;
}

/// x · w + b for the weights of that letter: n × heads · d_key, or · d_value.
Matrix project(const Model &model, const Matrix &x, int layer, const char *weight, const char *bias)
{
    Matrix projected = product(x, model.weights.at(encoderWeight(layer, weight)));
    if (model.config.bias)
        projected.rowwise() += model.weights.at(encoderWeight(layer, bias)).row(0);
    return projected;
}

AttentionRule ruleOf(const Model &model, const std::vector<int> &masked, int layer, int head)
{
    AttentionRule rule{model.config.score, model.config.encoderMask, masked, {}};
    if (rule.score == Score::Additive)
        rule.additive = model.weights.at(encoderWeight(layer, "w_a")).row(head);
    return rule;
}

/// Every head of a block; an empty list where it was cancelled.
std::vector<HeadTrace> attendAll(const Model &model, const Matrix &x, int layer, const Input &input,
                                 const PassOptions &options)
{
    const ModelConfig &config = model.config;
    const std::string block = "encoder." + std::to_string(layer) + ".self";
    const Matrix q = project(model, x, layer, "w_q", "b_q"); // n × heads · d_key
    const Matrix k = project(model, x, layer, "w_k", "b_k"); // n × heads · d_key
    const Matrix v = project(model, x, layer, "w_v", "b_v"); // n × heads · d_value
    checkFinite(q, block, "the queries");
    checkFinite(k, block, "the keys");
    checkFinite(v, block, "the values");

    std::vector<HeadTrace> heads(static_cast<std::size_t>(config.heads));
    std::exception_ptr failure; // must not leave the parallel region
    [[maybe_unused]] const bool parallel = blockCost(config, static_cast<double>(x.rows())) >= parallelCost;
#pragma omp parallel for schedule(static) if (parallel)
    for (int head = 0; head < config.heads; ++head) {
        try {
            if (isCancelled(options))
                continue;
            heads[static_cast<std::size_t>(head)] =
                attend(q.middleCols(head * config.dKey, config.dKey), k.middleCols(head * config.dKey, config.dKey),
                       v.middleCols(head * config.dValue, config.dValue), ruleOf(model, input.masked, layer, head));
        } catch (...) {
#pragma omp critical
            failure = std::current_exception();
        }
    }
    if (failure)
        std::rethrow_exception(failure);
    if (isCancelled(options))
        heads.clear();
    return heads;
}

/// One layer over x, n × d_model; null where it was cancelled.
std::shared_ptr<const BlockTrace> runLayer(const Model &model, const Matrix &x, int layer, const Input &input,
                                           const PassOptions &options)
{
    const ModelConfig &config = model.config;
    auto block = std::make_shared<BlockTrace>();
    block->name = "encoder." + std::to_string(layer) + ".self";
    block->heads = attendAll(model, x, layer, input, options);
    if (block->heads.empty())
        return nullptr;
    block->joined.resize(x.rows(), config.heads * config.dValue);
    for (int head = 0; head < config.heads; ++head)
        block->joined.middleCols(head * config.dValue, config.dValue) =
            block->heads[static_cast<std::size_t>(head)].output;
    block->output = config.outputProjection ? project(model, block->joined, layer, "w_o", "b_o") : block->joined;
    checkFinite(block->output, block->name, "the outputs");
    block->stream = block->output;
    return block;
}

/// Takes from an earlier pass what the change leaves as it was. Returns the first layer left to compute.
int reuse(const ModelConfig &config, const Input &input, const PassOptions &options, Trace &trace)
{
    const Trace *previous = options.previous;
    if (!previous || options.firstChangedBlock <= 0 || previous->tokens != input.tokens ||
        previous->masked != input.masked || previous->input.cols() != config.dModel)
        return 0;
    const int kept =
        std::min({options.firstChangedBlock, static_cast<int>(previous->blocks.size()), config.encoderLayers});
    trace.embedded = previous->embedded;
    trace.positions = previous->positions;
    trace.input = previous->input;
    trace.blocks.assign(previous->blocks.begin(), previous->blocks.begin() + kept);
    return kept;
}

} // namespace

SharedTrace forward(const Model &model, const Input &input, const PassOptions &options)
{
    checkInput(model.config, input);
    auto trace = std::make_shared<Trace>();
    trace->generation = options.generation;
    trace->tokens = input.tokens;
    trace->masked = input.masked;
    const int first = reuse(model.config, input, options, *trace);
    if (trace->input.size() == 0)
        readInput(model, input, *trace);
    for (int layer = first; layer < model.config.encoderLayers; ++layer) {
        if (isCancelled(options))
            return nullptr;
        const Matrix &x = layer == 0 ? trace->input : trace->blocks.back()->stream;
        auto block = runLayer(model, x, layer, input, options);
        if (!block)
            return nullptr;
        trace->blocks.push_back(std::move(block));
    }
    trace->encoderOutput = trace->blocks.empty() ? trace->input : trace->blocks.back()->stream;
    return trace;
}

HeadScores headScores(const Model &model, const Trace &trace, int block, int head)
{
    if (block < 0 || block >= static_cast<int>(trace.blocks.size()))
        throw ShapeError("there is no block " + std::to_string(block) + " among " +
                         std::to_string(trace.blocks.size()) + ", which count from 0");
    const std::vector<HeadTrace> &heads = trace.blocks[static_cast<std::size_t>(block)]->heads;
    if (head < 0 || head >= static_cast<int>(heads.size()))
        throw ShapeError("there is no head " + std::to_string(head) + " among " + std::to_string(heads.size()) +
                         ", which count from 0");
    const HeadTrace &computed = heads[static_cast<std::size_t>(head)];
    return scoreHead(computed.q, computed.k, ruleOf(model, trace.masked, block, head));
}

double passCost(const ModelConfig &config, int tokens)
{
    return config.encoderLayers * blockCost(config, tokens);
}

} // namespace regard
