#include "engine/pass/pass_memory.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "engine/base/available_memory.h"
#include "engine/base/errors.h"
#include "engine/base/message.h"
#include "engine/model/sublayer.h"
#include "engine/pass/reuse.h"
#include "engine/pass/sublayer_bytes.h"
#include "engine/pass/trace.h"

namespace regard {

namespace {

/// The most memory a trace may take: beyond it a pasted text would exhaust the machine before the user could stop it.
constexpr double maximumTraceBytes = 4e9;

/// Tokens that the two sentences of a pass have; none of the target without two stacks.
struct Lengths {
    double source;
    double target;

    Lengths(const ModelConfig &config, const Input &input)
        : source(double(input.tokens.size())),
          target(config.architecture == Architecture::EncoderDecoder ? double(input.target.size()) : 0)
    {
    }
    /// Returns the length of the sentence that a stack reads.
    double in(const ModelConfig &config, Stack stack) const
    {
        return stack == Stack::Decoder && config.architecture == Architecture::EncoderDecoder ? target : source;
    }
};

double wholeBytes(const Model &model, const Input &input, bool allLogits)
{
    const Lengths lengths(model.config, input);
    return traceBytes(model.config, int(lengths.source), int(lengths.target), int(outputWords(model).size()),
                      allLogits);
}

/// What one sublayer of a stack keeps, with its stream.
double bytesOf(const ModelConfig &config, const Sublayer &sublayer, const Lengths &lengths)
{
    const double queries = lengths.in(config, sublayer.stack);
    const bool crosses = sublayer.kind == SublayerKind::CrossAttention;
    return sublayerBytes(config, sublayer, queries, crosses ? lengths.source : queries);
}

/// What is the same object as before. Single heads do not count, so that it is never more than it will be.
double reusedBytes(const ModelConfig &config, const Lengths &lengths, Stack stack,
                   const std::vector<SublayerReuse> &reuse)
{
    double bytes = 0;
    const std::vector<Sublayer> sublayers = sublayersOf(config, stack);
    for (std::size_t i = 0; i < sublayers.size() && i < reuse.size(); ++i)
        if (reuse[i].whole)
            bytes += bytesOf(config, sublayers[i], lengths);
    return bytes;
}

/// "encoder layers 12 × heads 64": in words that fit both files and the window.
std::string layersAndHeads(const ModelConfig &config)
{
    std::string text;
    if (hasStack(config, Stack::Encoder))
        text = Message::tr("encoder layers %1 × heads %2",
                           {std::to_string(config.encoderLayers), std::to_string(config.heads)});
    if (hasStack(config, Stack::Decoder))
        text += (text.empty() ? "" : ", ") +
                Message::tr("decoder layers %1 × decoder heads %2",
                            {std::to_string(config.decoderLayers), std::to_string(config.decoderHeads)});
    return text;
}

[[noreturn]] void refuse(const Model &model, const Input &input, const std::string &needed, const std::string &most,
                         bool isFree)
{
    const ModelConfig &config = model.config;
    const bool both = config.architecture == Architecture::EncoderDecoder;
    const std::string tokens = std::to_string(input.tokens.size());
    const std::string target = std::to_string(input.target.size());
    const std::string parts = layersAndHeads(config);
    if (isFree)
        throw InputError(both
                             ? Message::tr("sentences of %1 and %2 tokens need %3 for %4, but only %5 are free; close "
                                           "other programs, shorten them, or take fewer heads or layers",
                                           {tokens, target, needed, parts, most})
                             : Message::tr("a sentence of %1 tokens needs %2 for %3, but only %4 are free; close other "
                                           "programs, shorten it, or take fewer heads or layers",
                                           {tokens, needed, parts, most}));
    throw InputError(both ? Message::tr("sentences of %1 and %2 tokens need %3 GB for %4, more than the %5 GB that it "
                                        "may take; shorten it, or take fewer heads or layers",
                                        {tokens, target, needed, parts, most})
                          : Message::tr("a sentence of %1 tokens needs %2 GB for %3, more than the %4 GB that it may "
                                        "take; shorten it, or take fewer heads or layers",
                                        {tokens, needed, parts, most}));
}

} // namespace

double passBytes(const Model &model, const Input &input, const PassOptions &options)
{
    double bytes = wholeBytes(model, input, options.allLogits);
    if (bytes <= smallMemory || bytes > maximumTraceBytes || !options.previous || !options.previousModel)
        return bytes;
    const Lengths lengths(model.config, input);
    const Reuse reuse = reuseOf(model, input, options);
    bytes -= reusedBytes(model.config, lengths, Stack::Encoder, reuse.encoder);
    bytes -= reusedBytes(model.config, lengths, Stack::Decoder, reuse.decoder);
    return bytes;
}

double blockPassBytes(const Model &model, const Input &input)
{
    const ModelConfig &config = model.config;
    const Lengths lengths(config, input);
    double kept = 0;
    double largest = 0;
    for (const Stack stack : {Stack::Encoder, Stack::Decoder})
        for (const Sublayer &sublayer : sublayersOf(config, stack)) {
            kept += sizeof(float) * lengths.in(config, stack) * config.dModel; // its stream
            largest = std::max(largest, bytesOf(config, sublayer, lengths));
        }
    return std::min(kept + 2 * largest, wholeBytes(model, input, false)); // one kept, one on its way
}

void checkMemory(const Model &model, const Input &input, bool allLogits, double needed)
{
    if (const double whole = wholeBytes(model, input, allLogits); whole > maximumTraceBytes)
        refuse(model, input, std::to_string(std::llround(std::ceil(whole / 1e9))),
               std::to_string(std::llround(maximumTraceBytes / 1e9)), false);
    if (needed <= smallMemory)
        return;
    const std::optional<double> available = availableMemory();
    if (available && needed > *available)
        refuse(model, input, bytesText(needed), bytesText(*available), true);
}

} // namespace regard
