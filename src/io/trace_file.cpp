#include "io/trace_file.h"

#include <array>
#include <charconv>
#include <cmath>
#include <functional>

#include <QtEndian>

#include "engine/errors.h"
#include "engine/message.h"
#include "io/atomic_file.h"
#include "io/json_document.h"

namespace regard {

namespace {

/// Gathers small pieces of text into large writes.
class TextStream {
public:
    explicit TextStream(AtomicFile &file) : m_file(file) {}

    TextStream &operator<<(std::string_view text)
    {
        m_pending += text;
        if (m_pending.size() >= chunk) {
            flush();
        }
        return *this;
    }
    void flush()
    {
        m_file.write(m_pending);
        m_pending.clear();
    }

private:
    static constexpr std::size_t chunk = std::size_t{1} << 16;
    AtomicFile &m_file;
    std::string m_pending;
};

void writeMatrix(TextStream &out, const Matrix &matrix)
{
    out << "[";
    for (Eigen::Index row = 0; row < matrix.rows(); ++row) {
        out << (row == 0 ? "[" : ",\n[");
        for (Eigen::Index column = 0; column < matrix.cols(); ++column) {
            out << (column == 0 ? "" : ",") << floatText(matrix(row, column));
        }
        out << "]";
    }
    out << "]";
}

void writeEntry(TextStream &out, std::string_view key, const Matrix &matrix)
{
    out << "\"" << key << "\": ";
    writeMatrix(out, matrix);
}

std::string tokenList(const std::vector<std::string> &tokens)
{
    std::string list = "[";
    for (const std::string &token : tokens) {
        list += (list.size() == 1 ? "" : ",") + jsonString(token);
    }
    return list + "]";
}

void writeHead(TextStream &out, const HeadTrace &head, const HeadScores &scores)
{
    const std::array<std::pair<std::string_view, const Matrix *>, 8> parts = {{{"q", &head.q},
                                                                               {"k", &head.k},
                                                                               {"v", &head.v},
                                                                               {"scores", &scores.scores},
                                                                               {"scaled", &scores.scaled},
                                                                               {"masked", &scores.masked},
                                                                               {"weights", &head.weights},
                                                                               {"output", &head.output}}};
    out << "{";
    for (const auto &[key, matrix] : parts) {
        out << (key == "q" ? "" : ",\n");
        writeEntry(out, key, *matrix);
    }
    out << "}";
}

void writeBlock(TextStream &out, const Model &model, const Trace &trace, int index)
{
    const BlockTrace &block = *trace.blocks[static_cast<std::size_t>(index)];
    out << "{\"name\": " << jsonString(block.name) << ",\n\"heads\": [";
    for (std::size_t head = 0; head < block.heads.size(); ++head) {
        out << (head == 0 ? "" : ",\n");
        writeHead(out, block.heads[head], headScores(model, trace, index, static_cast<int>(head)));
    }
    out << "],\n";
    writeEntry(out, "joined", block.joined);
    out << ",\n";
    writeEntry(out, "output", block.output);
    out << "}";
}

/// One tensor of a safetensors file: its size and how its numbers are written, one matrix after the other.
struct Tensor {
    std::string name;
    std::vector<Eigen::Index> shape;
    int matrices = 1;
    std::function<Matrix(int)> matrix;

    std::size_t bytes() const
    {
        std::size_t count = sizeof(float);
        for (const Eigen::Index size : shape) {
            count *= static_cast<std::size_t>(size);
        }
        return count;
    }
};

Tensor flatTensor(const std::string &name, const Matrix &matrix)
{
    return {name, {matrix.rows(), matrix.cols()}, 1, [&matrix](int) { return matrix; }};
}

/// A member of every head as one tensor of heads × rows × columns.
Tensor headTensor(const BlockTrace &block, const std::string &name, Matrix HeadTrace::*member)
{
    const Matrix &first = block.heads.front().*member;
    return {block.name + "." + name,
            {static_cast<Eigen::Index>(block.heads.size()), first.rows(), first.cols()},
            static_cast<int>(block.heads.size()),
            [&block, member](int head) { return block.heads[static_cast<std::size_t>(head)].*member; }};
}

/// The same for scores, which are computed again as each is written, so that no more than one head's are held.
Tensor scoreTensor(const Model &model, const Trace &trace, int index, const std::string &name,
                   Matrix HeadScores::*member)
{
    const BlockTrace &block = *trace.blocks[static_cast<std::size_t>(index)];
    const Matrix &weights = block.heads.front().weights;
    return {block.name + "." + name,
            {static_cast<Eigen::Index>(block.heads.size()), weights.rows(), weights.cols()},
            static_cast<int>(block.heads.size()),
            [&model, &trace, index, member](int head) { return headScores(model, trace, index, head).*member; }};
}

/// All tensors of a block, in the order of its JSON.
void addBlock(std::vector<Tensor> &tensors, const Model &model, const Trace &trace, int index)
{
    const BlockTrace &block = *trace.blocks[static_cast<std::size_t>(index)];
    tensors.push_back(headTensor(block, "q", &HeadTrace::q));
    tensors.push_back(headTensor(block, "k", &HeadTrace::k));
    tensors.push_back(headTensor(block, "v", &HeadTrace::v));
    tensors.push_back(scoreTensor(model, trace, index, "scores", &HeadScores::scores));
    tensors.push_back(scoreTensor(model, trace, index, "scaled", &HeadScores::scaled));
    tensors.push_back(scoreTensor(model, trace, index, "masked", &HeadScores::masked));
    tensors.push_back(headTensor(block, "weights", &HeadTrace::weights));
    tensors.push_back(headTensor(block, "head_output", &HeadTrace::output));
    tensors.push_back(flatTensor(block.name + ".joined", block.joined));
    tensors.push_back(flatTensor(block.name + ".output", block.output));
}

std::vector<Tensor> tensorsOf(const Model &model, const Trace &trace)
{
    std::vector<Tensor> tensors;
    const auto addFlat = [&](const char *name, const Matrix &matrix) {
        if (matrix.size() > 0) {
            tensors.push_back(flatTensor(name, matrix));
        }
    };
    addFlat("input", trace.source.input);
    addFlat("target_input", trace.target.input);
    for (int index = 0; index < static_cast<int>(trace.blocks.size()); ++index) {
        addBlock(tensors, model, trace, index);
    }
    addFlat("encoder_output", trace.encoderOutput);
    addFlat("decoder_output", trace.decoderOutput);
    addFlat("logits", trace.logits);
    return tensors;
}

std::string safetensorsHeader(const std::vector<Tensor> &tensors, const Trace &trace)
{
    std::string header = R"({"__metadata__":{"format":"regard-trace","version":"1","tokens":)" +
                         jsonString(tokenList(trace.source.tokens)) + R"(,"target_tokens":)" +
                         jsonString(tokenList(trace.target.tokens));
    if (!trace.vocabulary.empty()) {
        header += R"(,"vocabulary":)" + jsonString(tokenList(trace.vocabulary));
    }
    header += "}";
    std::size_t begin = 0;
    for (const Tensor &tensor : tensors) {
        const std::size_t end = begin + tensor.bytes();
        std::string shape;
        for (const Eigen::Index size : tensor.shape) {
            shape += (shape.empty() ? "" : ",") + std::to_string(size);
        }
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
    std::string bytes(static_cast<std::size_t>(matrix.size()) * sizeof(float), '\0');
    qToLittleEndian<float>(matrix.data(), matrix.size(), bytes.data());
    file.write(bytes);
}

std::string csvCell(const std::string &text)
{
    if (text.find_first_of(",\"\r\n") == std::string::npos) {
        return text;
    }
    std::string quoted = "\"";
    for (const char c : text) {
        quoted += c == '"' ? "\"\"" : std::string(1, c);
    }
    return quoted + "\"";
}

} // namespace

std::string floatText(float value)
{
    if (!std::isfinite(value)) {
        return "null";
    }
    if (value == 0 && std::signbit(value)) {
        return "-0.0"; // "-0" is a whole number to many readers, which lose its sign
    }
    char buffer[32];
    return std::string(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
}

void writeTraceJson(const QString &path, const Model &model, const Trace &trace)
{
    writeExtendedTraceJson(path, model, trace, {});
}

void writeExtendedTraceJson(const QString &path, const Model &model, const Trace &trace, const std::string &further)
{
    AtomicFile file(path);
    TextStream out(file);
    out << "{\"format\": \"regard-trace\", \"version\": 1,\n\"tokens\": " << tokenList(trace.source.tokens)
        << ",\n\"target_tokens\": " << tokenList(trace.target.tokens) << ",\n";
    writeEntry(out, "input", trace.source.input);
    out << ",\n";
    writeEntry(out, "target_input", trace.target.input);
    out << ",\n\"blocks\": [";
    for (int index = 0; index < static_cast<int>(trace.blocks.size()); ++index) {
        out << (index == 0 ? "" : ",\n");
        writeBlock(out, model, trace, index);
    }
    out << "],\n";
    writeEntry(out, "encoder_output", trace.encoderOutput);
    out << ",\n";
    writeEntry(out, "decoder_output", trace.decoderOutput);
    out << ",\n\"vocabulary\": " << tokenList(trace.vocabulary) << ",\n";
    writeEntry(out, "logits", trace.logits);
    if (!further.empty())
        out << ",\n" << further;
    out << "}\n";
    out.flush();
    file.commit();
}

void writeTraceSafetensors(const QString &path, const Model &model, const Trace &trace)
{
    AtomicFile file(path);
    const std::vector<Tensor> tensors = tensorsOf(model, trace);
    const std::string header = safetensorsHeader(tensors, trace);
    std::string length(sizeof(quint64), '\0');
    qToLittleEndian(static_cast<quint64>(header.size()), length.data());
    file.write(length);
    file.write(header);
    for (const Tensor &tensor : tensors) {
        for (int i = 0; i < tensor.matrices; ++i) {
            writeLittleEndian(file, tensor.matrix(i));
        }
    }
    file.commit();
}

void writeMatrixCsv(const QString &path, const std::vector<std::string> &queries, const std::vector<std::string> &keys,
                    const Matrix &matrix)
{
    if (static_cast<Eigen::Index>(queries.size()) != matrix.rows() ||
        static_cast<Eigen::Index>(keys.size()) != matrix.cols()) {
        throw ShapeError(Message::tr("the matrix is %1 × %2, but there are %3 queries and %4 keys",
                                     {std::to_string(matrix.rows()), std::to_string(matrix.cols()),
                                      std::to_string(queries.size()), std::to_string(keys.size())}));
    }
    AtomicFile file(path);
    TextStream out(file);
    for (const std::string &key : keys) {
        out << "," << csvCell(key);
    }
    out << "\r\n";
    for (Eigen::Index row = 0; row < matrix.rows(); ++row) {
        out << csvCell(queries[static_cast<std::size_t>(row)]);
        for (Eigen::Index column = 0; column < matrix.cols(); ++column) {
            const float value = matrix(row, column);
            out << "," << (std::isfinite(value) ? floatText(value) : std::string());
        }
        out << "\r\n";
    }
    out.flush();
    file.commit();
}

} // namespace regard
