#include "io/trace/trace_tensors.h"

#include <QtEndian>

#include "engine/model/sublayer.h"
#include "engine/pass/forward.h"
#include "engine/pass/output_layer.h"
#include "engine/pass/sublayer_trace.h"
#include "io/base/atomic_file.h"
#include "io/base/json_text.h"
#include "io/base/text_stream.h"
#include "io/project/intervention_keys.h"
#include "io/trace/grouping_json.h"
#include "io/trace/trace_states.h"

namespace regard {

namespace {

Tensor flatTensor(const std::string &name, const Matrix &matrix)
{
    return {name, {matrix.rows(), matrix.cols()}, 1, [&matrix](int) { return matrix; }};
}

/// A matrix of every head as one tensor of heads × rows × columns.
Tensor headTensor(const BlockTrace &block, const std::string &name, Matrix HeadTrace::*member)
{
    const Matrix &first = block.heads.front().*member;
    return {name,
            {Eigen::Index(block.heads.size()), first.rows(), first.cols()},
            int(block.heads.size()),
            [&block, member](int head) { return block.heads[std::size_t(head)].*member; }};
}

/// The weights of every head; those of a file are read as each is written.
Tensor weightsTensor(const BlockTrace &block, const std::string &name)
{
    return {name,
            {Eigen::Index(block.heads.size()), block.heads.queries(), block.heads.keys()},
            int(block.heads.size()),
            [&block](int head) { return block.heads.shared(std::size_t(head))->weights; }};
}

/// The tensor of a block's scores, which are computed again as each head is written, so that only one head's are held.
Tensor scoreTensor(const Model &model, const Trace &trace, int index, const std::string &name,
                   Matrix HeadScores::*member)
{
    const BlockTrace &block = *trace.blocks[std::size_t(index)];
    const Matrix &weights = block.heads.front().weights;
    return {name,
            {Eigen::Index(block.heads.size()), weights.rows(), weights.cols()},
            int(block.heads.size()),
            [&model, &trace, index, member](int head) { return headScores(model, trace, index, head).*member; }};
}

/// Logits that a trace does not hold, because they are many: row by row.
Tensor logitsTensor(const Model &model, const Trace &trace, const std::string &name)
{
    const TraceMatrix &stream = trace.decoderOutput.rows() > 0 ? trace.decoderOutput : trace.encoderOutput;
    return {name,
            {stream.rows(), Eigen::Index(trace.vocabulary.size())},
            int(stream.rows()),
            [&model, &trace](int row) { return logitsRows(model, trace, row, 1); }};
}

/// Adds all tensors of a block, in the order of its JSON.
void addBlock(std::vector<Tensor> &tensors, const Model &model, const Trace &trace, int index,
              const std::string &prefix, const TraceParts &parts)
{
    const BlockTrace &block = *trace.blocks[std::size_t(index)];
    const std::string name = prefix + block.name + ".";
    const auto addHeads = [&](TracePart part, const char *word, Matrix HeadTrace::*member) {
        if (parts.has(part))
            tensors.push_back(headTensor(block, name + word, member));
    };
    const auto addScores = [&](TracePart part, const char *word, Matrix HeadScores::*member) {
        if (parts.has(part))
            tensors.push_back(scoreTensor(model, trace, index, name + word, member));
    };
    const auto addFlat = [&](TracePart part, const char *word, const Matrix &matrix) {
        if (parts.has(part))
            tensors.push_back(flatTensor(name + word, matrix));
    };
    addHeads(TracePart::Q, "q", &HeadTrace::q);
    addHeads(TracePart::K, "k", &HeadTrace::k);
    addHeads(TracePart::V, "v", &HeadTrace::v);
    addScores(TracePart::Scores, "scores", &HeadScores::scores);
    addScores(TracePart::Scaled, "scaled", &HeadScores::scaled);
    addScores(TracePart::Masked, "masked", &HeadScores::masked);
    addHeads(TracePart::Weights, "weights", &HeadTrace::weights);
    addHeads(TracePart::HeadOutput, "head_output", &HeadTrace::output);
    addFlat(TracePart::Joined, "joined", block.joined);
    addFlat(TracePart::Output, "output", block.output);
    addFlat(TracePart::Stream, "stream", block.stream);
}

/// The feed-forwards of a stack; what is not in the trace is computed again as it is written.
void addFeedForwards(std::vector<Tensor> &tensors, const Model &model, const Trace &trace, Stack stack,
                     const std::string &prefix, const TraceParts &parts)
{
    const auto &all = stack == Stack::Encoder ? trace.encoderFeedForward : trace.decoderFeedForward;
    for (int layer = 0; layer < int(all.size()); ++layer) {
        const FeedForwardTrace &each = *all[std::size_t(layer)];
        const Sublayer place{stack, layer, SublayerKind::FeedForward};
        const std::string name = prefix + sublayerName(place) + ".";
        if (parts.has(TracePart::Hidden))
            tensors.push_back(
                {name + "hidden",
                 {each.output.rows(), model.weights.weight(sublayerName(place) + ".w_1").cols()},
                 1,
                 [&model, &trace, stack, layer](int) { return feedForwardSteps(model, trace, stack, layer).hidden; }});
        if (parts.has(TracePart::Output))
            tensors.push_back(flatTensor(name + "output", each.output));
        if (parts.has(TracePart::Stream))
            tensors.push_back(flatTensor(name + "stream", each.stream));
    }
}

/// What chains of cells computed, or begin with.
void addStates(std::vector<Tensor> &tensors, const std::vector<NamedStates> &list, const std::string &prefix,
               const TraceParts &parts)
{
    for (const NamedStates &each : list)
        if (each.numbers.size() > 0 && parts.has(each.part))
            tensors.push_back(
                {prefix + each.name, {each.numbers.rows(), each.numbers.cols()}, 1, [numbers = each.numbers](int) {
                     return numbers.get();
                 }});
}

std::string tensorHeaderOf(const std::vector<MetadataEntry> &metadata, const std::vector<Tensor> &tensors)
{
    std::string header = R"({"__metadata__":{"format":"regard-trace","version":"1")";
    for (const MetadataEntry &entry : metadata)
        header += "," + jsonString(entry.key) + ":" + jsonString(entry.value);
    header += "}";
    std::size_t begin = 0;
    for (const Tensor &tensor : tensors) {
        const std::size_t end = begin + tensor.bytes();
        std::string shape;
        for (const Eigen::Index size : tensor.shape)
            shape += (shape.empty() ? "" : ",") + std::to_string(size);
        header += "," + jsonString(tensor.name) + R"(:{"dtype":"F32","shape":[)" + shape + R"(],"data_offsets":[)" +
                  std::to_string(begin) + "," + std::to_string(end) + "]}";
        begin = end;
    }
    header += "}";
    constexpr std::size_t alignment = 8; // the numbers start aligned, so that readers may map them
    header.append((alignment - header.size() % alignment) % alignment, ' ');
    return header;
}

void writeLittleEndian(AtomicFile &file, const Matrix &matrix)
{
    std::string bytes(std::size_t(matrix.size()) * sizeof(float), '\0');
    qToLittleEndian<float>(matrix.data(), matrix.size(), bytes.data());
    file.write(bytes);
}

} // namespace

std::size_t Tensor::bytes() const
{
    std::size_t count = sizeof(float);
    for (const Eigen::Index size : shape)
        count *= std::size_t(size);
    return count;
}

std::vector<Tensor> traceTensors(const Model &model, const Trace &trace, const std::string &prefix,
                                 const TraceParts &parts)
{
    std::vector<Tensor> tensors;
    if (trace.grouping || trace.isImported) { // which have only weights
        for (const auto &block : trace.blocks)
            tensors.push_back(weightsTensor(*block, prefix + block->name + "." + headNumbers(trace)));
        return tensors;
    }
    const auto addFlat = [&](TracePart part, const char *name, const Matrix &matrix) {
        if (matrix.size() > 0 && parts.has(part))
            tensors.push_back(flatTensor(prefix + name, matrix));
    };
    addFlat(TracePart::Input, "input", trace.source.input);
    addFlat(TracePart::Input, "target_input", trace.target.input);
    for (int index = 0; index < int(trace.blocks.size()); ++index)
        addBlock(tensors, model, trace, index, prefix, parts);
    for (const Stack stack : {Stack::Encoder, Stack::Decoder})
        addFeedForwards(tensors, model, trace, stack, prefix, parts);
    addStates(tensors, namedFirstStates(trace, model.config), prefix + "decoder.", parts);
    addFlat(TracePart::States, "decoder.asking", trace.asking);
    for (const auto *layers : {&trace.encoderRecurrent, &trace.decoderRecurrent})
        for (const auto &layer : *layers)
            for (const auto &cell : layer->directions)
                addStates(tensors, namedStates(*cell, model.config.cell), prefix + cell->name + ".", parts);
    addFlat(TracePart::StackOutput, "encoder_output", trace.encoderOutput);
    addFlat(TracePart::StackOutput, "decoder_output", trace.decoderOutput);
    if (trace.logits.size() == 0 && !trace.vocabulary.empty() && parts.has(TracePart::Logits))
        tensors.push_back(logitsTensor(model, trace, prefix + "logits"));
    else
        addFlat(TracePart::Logits, "logits", trace.logits);
    return tensors;
}

std::vector<MetadataEntry> traceMetadata(const Model &model, const Trace &trace, const std::string &prefix)
{
    std::vector<MetadataEntry> metadata = {{prefix + "tokens", tokenList(trace.source.tokens)},
                                           {prefix + "target_tokens", tokenList(trace.target.tokens)}};
    if (trace.grouping)
        metadata.push_back({prefix + "grouped", groupingJson(*trace.grouping)});
    for (const auto &[key, text] : interventionTexts(model))
        metadata.push_back({prefix + key, text});
    if (!trace.vocabulary.empty())
        metadata.push_back({prefix + "vocabulary", tokenList(trace.vocabulary)});
    return metadata;
}

void writeSafetensors(const QString &path, const std::vector<MetadataEntry> &metadata,
                      const std::vector<Tensor> &tensors)
{
    AtomicFile file(path);
    const std::string header = tensorHeaderOf(metadata, tensors);
    std::string length(sizeof(quint64), '\0');
    qToLittleEndian(static_cast<quint64>(header.size()), length.data());
    file.write(length);
    file.write(header);
    for (const Tensor &tensor : tensors)
        for (int i = 0; i < tensor.matrices; ++i)
            writeLittleEndian(file, tensor.matrix(i));
    file.commit();
}

} // namespace regard
