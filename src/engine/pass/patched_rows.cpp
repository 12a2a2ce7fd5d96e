#include "engine/pass/patched_rows.h"

#include <algorithm>
#include <string>

#include "engine/base/errors.h"
#include "engine/base/message.h"
#include "engine/model/attention_place.h"
#include "engine/model/stack.h"
#include "engine/pass/stream.h"

namespace regard {

namespace {

/// `encoder.0.self head 3`, `decoder, layer 2`.
std::string nameOf(const PatchPlace &place)
{
    if (place.kind == PatchKind::Stream || place.kind == PatchKind::FeedForwardOutput)
        return stackName(stackOf(place.attention)) + ", layer " + std::to_string(place.layer + 1);
    const std::string block = blockName(place.attention, place.layer);
    return place.head < 0 ? block : block + " head " + std::to_string(place.head + 1);
}

[[noreturn]] void failOutside(const std::string &place, int token, Eigen::Index tokens)
{
    throw InputError(Message::tr("%1: token %2 is patched, but there are %3 tokens",
                                 {place, std::to_string(token + 1), std::to_string(tokens)}));
}

} // namespace

Attention selfAttentionOf(Stack stack)
{
    return stack == Stack::Encoder ? Attention::Encoder : Attention::Decoder;
}

PatchPlace outputPlace(const Sublayer &sublayer)
{
    if (sublayer.kind == SublayerKind::FeedForward)
        return {PatchKind::FeedForwardOutput, selfAttentionOf(sublayer.stack), sublayer.layer};
    return {PatchKind::AttentionOutput, attentionOf(sublayer), sublayer.layer};
}

std::optional<PatchPlace> streamPlaceAfter(const ModelConfig &config, const Sublayer &sublayer)
{
    const std::vector<Sublayer> sublayers = sublayersOf(config, sublayer.stack);
    const auto found = std::find(sublayers.begin(), sublayers.end(), sublayer);
    if (found != sublayers.end() && found + 1 != sublayers.end() && (found + 1)->layer == sublayer.layer)
        return std::nullopt;
    return PatchPlace{PatchKind::Stream, selfAttentionOf(sublayer.stack), sublayer.layer + 1};
}

PatchPlace entryPlace(Stack stack)
{
    return {PatchKind::Stream, selfAttentionOf(stack), 0};
}

void putPatch(const Model &model, const PatchPlace &place, Matrix &numbers)
{
    for (const auto &[token, row] : patchOf(model.interventions, place)) {
        if (token < 0 || token >= numbers.rows())
            failOutside(nameOf(place), token, numbers.rows());
        if (Eigen::Index(row.numbers.size()) != numbers.cols())
            throw InputError(
                Message::tr("%1: a patched row has %2 numbers, but %3 are needed",
                            {nameOf(place), std::to_string(row.numbers.size()), std::to_string(numbers.cols())}));
        numbers.row(token) = Eigen::Map<const Eigen::RowVectorXf>(row.numbers.data(), numbers.cols());
    }
}

Matrix patchedStream(const Model &model, const Sublayer &sublayer, const Matrix &x, const Matrix &output)
{
    Matrix stream = finishedStream(model, sublayer, x, output);
    if (!model.interventions.patches.empty())
        if (const auto place = streamPlaceAfter(model.config, sublayer))
            putPatch(model, *place, stream);
    return stream;
}

void checkPattern(const Patch &pattern, const HeadRef &head, Eigen::Index n, Eigen::Index m)
{
    const std::string place = nameOf({PatchKind::Pattern, head.attention, head.layer, head.head});
    for (const auto &[token, row] : pattern) {
        if (token < 0 || token >= n)
            failOutside(place, token, n);
        for (const int key : row.keys)
            if (key < 0 || key >= m)
                failOutside(place, key, m);
    }
}

} // namespace regard
