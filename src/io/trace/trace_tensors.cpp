#include "io/trace/trace_tensors.h"

#include <QtEndian>

#include "engine/pass/forward.h"
#include "engine/pass/output_layer.h"
#include "io/base/atomic_file.h"
#include "io/base/json_text.h"
#include "io/base/text_stream.h"
#include "io/project/intervention_keys.h"
#include "io/trace/grouping_json.h"

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

/// The same for scores, which are computed again as each is written, so that only one head's are held.
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

/// All tensors of a block, in the order of its JSON.
void addBlock(std::vector<Tensor> &tensors, const Model &model, const Trace &trace, int index,
              const std::string &prefix)
{
    const BlockTrace &block = *trace.blocks[std::size_t(index)];
    const std::string name = prefix + block.name + ".";
    tensors.push_back(headTensor(block, name + "q", &HeadTrace::q));
    tensors.push_back(headTensor(block, name + "k", &HeadTrace::k));
    tensors.push_back(headTensor(block, name + "v", &HeadTrace::v));
    tensors.push_back(scoreTensor(model, trace, index, name + "scores", &HeadScores::scores));
    tensors.push_back(scoreTensor(model, trace, index, name + "scaled", &HeadScores::scaled));
    tensors.push_back(scoreTensor(model, trace, index, name + "masked", &HeadScores::masked));
    tensors.push_back(headTensor(block, name + "weights", &HeadTrace::weights));
    tensors.push_back(headTensor(block, name + "head_output", &HeadTrace::output));
    tensors.push_back(flatTensor(name + "joined", block.joined));
    tensors.push_back(flatTensor(name + "output", block.output));
}

std::string headerOf(const std::vector<MetadataEntry> &metadata, const std::vector<Tensor> &tensors)
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

std::vector<Tensor> traceTensors(const Model &model, const Trace &trace, const std::string &prefix)
{
    std::vector<Tensor> tensors;
    if (trace.grouping) { // which has only weights
        for (const auto &block : trace.blocks)
            tensors.push_back(headTensor(*block, prefix + block->name + ".weights", &HeadTrace::weights));
        return tensors;
    }
    const auto addFlat = [&](const char *name, const Matrix &matrix) {
        if (matrix.size() > 0)
            tensors.push_back(flatTensor(prefix + name, matrix));
    };
    addFlat("input", trace.source.input);
    addFlat("target_input", trace.target.input);
    for (int index = 0; index < int(trace.blocks.size()); ++index)
        addBlock(tensors, model, trace, index, prefix);
    addFlat("encoder_output", trace.encoderOutput);
    addFlat("decoder_output", trace.decoderOutput);
    if (trace.logits.size() == 0 && !trace.vocabulary.empty())
        tensors.push_back(logitsTensor(model, trace, prefix + "logits"));
    else
        addFlat("logits", trace.logits);
    return tensors;
}

std::vector<MetadataEntry> traceMetadata(const Model &model, const Trace &trace, const std::string &prefix)
{
    std::vector<MetadataEntry> metadata = {{prefix + "tokens", tokenList(trace.source.tokens)},
                                           {prefix + "target_tokens", tokenList(trace.target.tokens)}};
    if (trace.grouping)
        metadata.push_back({prefix + "grouped", groupingJson(*trace.grouping)});
    if (const std::string off = offText(model.interventions, model.config); !off.empty())
        metadata.push_back({prefix + "off", off});
    if (const std::string temperatures = temperatureText(model.interventions, model.config); !temperatures.empty())
        metadata.push_back({prefix + "temperature", temperatures});
    if (!trace.vocabulary.empty())
        metadata.push_back({prefix + "vocabulary", tokenList(trace.vocabulary)});
    return metadata;
}

void writeSafetensors(const QString &path, const std::vector<MetadataEntry> &metadata,
                      const std::vector<Tensor> &tensors)
{
    AtomicFile file(path);
    const std::string header = headerOf(metadata, tensors);
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
