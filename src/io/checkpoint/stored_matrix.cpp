#include "io/checkpoint/stored_matrix.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <memory>
#include <optional>

#include "engine/base/message.h"

namespace regard {

namespace {

using Index = Eigen::Index;

/// Bytes of a tensor that one thread reads at a time; they stay in its cache until they are transposed.
constexpr std::size_t chunkBytes = std::size_t{256} << 10;
/// Bytes that the lines of a tensor which one thread reads at a time have in a row of the matrix, where it is
/// transposed: a line of the cache at least. Tiles of so many lines and numbers are transposed at a time.
constexpr Index leastBytes = 64;
constexpr Index mostLines = 64;
constexpr Index tileNumbers = 64;
/// Numbers below which a second thread costs more than it saves.
constexpr Index parallelNumbers = 200'000;

/// Lines of a tensor that go into one matrix: its columns where it is transposed, else its rows.
struct Chunk {
    std::size_t matrix;
    Index first;
    Index count;
};

Index lineCount(const MatrixSource &source)
{
    return source.isTurned ? source.columns : source.rows;
}

Index lineNumbers(const MatrixSource &source)
{
    return source.isTurned ? source.rows : source.columns;
}

std::size_t lineBytes(const MatrixSource &source, NumberKind kind)
{
    return std::size_t(lineNumbers(source)) * bytesPerNumber(kind);
}

/// The row of a tensor that is transposed which becomes a column of the matrix.
Index tensorLine(const MatrixSource &source, Index column)
{
    const Index shift = source.group > 0 ? column / source.group * (source.groups - 1) * source.group : 0;
    return source.firstRow + column + shift;
}

/// Reads the lines of a chunk as they are stored, one after the other.
void readLines(const MatrixSource &source, NumberKind kind, const Chunk &chunk, char *to)
{
    const std::size_t bytes = lineBytes(source, kind);
    const auto start = [&](Index line) {
        return (source.isTurned ? placeInTensor(source, 0, line) : placeInTensor(source, line, 0)) *
               bytesPerNumber(kind);
    };
    if (source.group > 0) {
        for (Index i = 0; i < chunk.count;) {
            const Index line = chunk.first + i;
            const Index count = std::min(source.group - line % source.group, chunk.count - i);
            source.tensor->read(start(line), {to + std::size_t(i) * bytes, std::size_t(count) * bytes});
            i += count;
        }
        return;
    }
    if (source.isTurned || source.stride == source.columns) {
        source.tensor->read(start(chunk.first), {to, std::size_t(chunk.count) * bytes});
        return;
    }
    for (Index i = 0; i < chunk.count; ++i)
        source.tensor->read(start(chunk.first + i), {to + std::size_t(i) * bytes, bytes});
}

std::optional<NarrowKind> keptKind(const MatrixSource &source, NumberKind kind)
{
    return source.staysNarrow ? narrowKind(kind) : std::nullopt;
}

/// Takes numbers as they are stored into a matrix. Returns whether all are finite, as all below do.
bool takeNumbers(NumberKind kind, const char *from, std::size_t count, float *to)
{
    return readNumbers(kind, from, count, to);
}

bool takeNumbers(NumberKind kind, const char *from, std::size_t count, std::uint16_t *to)
{
    if (from != reinterpret_cast<const char *>(to))
        std::memcpy(to, from, count * sizeof *to);
    return allFinite(*narrowKind(kind), to, count);
}

template <typename Number>
bool readStraight(const MatrixSource &source, NumberKind kind, const Chunk &chunk, std::vector<char> &buffer,
                  Number *to)
{
    Number *rows = to + chunk.first * source.columns;
    char *bytes = reinterpret_cast<char *>(rows); // numbers of the same width are read in place
    if (bytesPerNumber(kind) != sizeof(Number)) {
        buffer.resize(std::size_t(chunk.count) * lineBytes(source, kind));
        bytes = buffer.data();
    }
    readLines(source, kind, chunk, bytes);
    return takeNumbers(kind, bytes, std::size_t(chunk.count * source.columns), rows);
}

/// Reads by tiles, so that neither reads nor writes jump between rows in memory for each number.
template <typename Number>
bool readTurned(const MatrixSource &source, NumberKind kind, const Chunk &chunk, std::vector<char> &buffer, Number *to)
{
    const std::size_t bytes = lineBytes(source, kind);
    buffer.resize(std::size_t(chunk.count) * bytes);
    readLines(source, kind, chunk, buffer.data());
    bool isFinite = true;
    std::array<Number, std::size_t(mostLines * tileNumbers)> tile; // lines × numbers
    for (Index number = 0; number < source.rows; number += tileNumbers) {
        const Index width = std::min(tileNumbers, source.rows - number);
        for (Index line = 0; line < chunk.count; ++line)
            isFinite &= takeNumbers(
                kind, buffer.data() + std::size_t(line) * bytes + std::size_t(number) * bytesPerNumber(kind),
                std::size_t(width), tile.data() + std::size_t(line * tileNumbers));
        for (Index i = 0; i < width; ++i) {
            Number *row = to + (number + i) * source.columns + chunk.first;
            const Number *from = tile.data() + std::size_t(i);
            for (Index line = 0; line < chunk.count; ++line)
                row[line] = from[line * tileNumbers];
        }
    }
    return isFinite;
}

template <typename Number>
bool readChunk(const MatrixSource &source, NumberKind kind, const Chunk &chunk, std::vector<char> &buffer, Number *to)
{
    return source.isTurned ? readTurned(source, kind, chunk, buffer, to)
                           : readStraight(source, kind, chunk, buffer, to);
}

[[noreturn]] void failNotFinite(const MatrixSource &source, const Weight &matrix)
{
    for (Index row = 0; row < matrix.rows(); ++row)
        for (Index column = 0; column < matrix.cols(); ++column)
            if (!std::isfinite(matrix(row, column))) {
                const Index first = source.isTurned ? tensorLine(source, column) : source.firstRow + row;
                const Index second = source.isTurned ? row : source.firstColumn + column;
                source.tensor->fail(Message::tr("holds a number that is not finite in row %1, column %2",
                                                {std::to_string(first + 1), std::to_string(second + 1)}));
            }
    source.tensor->fail(Message::tr("holds a number that is not finite"));
}

std::vector<Chunk> chunksOf(const std::vector<MatrixSource> &sources, const std::vector<NumberKind> &kinds)
{
    std::vector<Chunk> chunks;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const auto fitting = static_cast<Index>(chunkBytes / std::max(std::size_t{1}, lineBytes(sources[i], kinds[i])));
        const Index least = leastBytes / Index(keptKind(sources[i], kinds[i]) ? sizeof(std::uint16_t) : sizeof(float));
        const Index lines = std::clamp(fitting / least * least, least, mostLines);
        for (Index line = 0; line < lineCount(sources[i]); line += lines)
            chunks.push_back({i, line, std::min(lines, lineCount(sources[i]) - line)});
    }
    return chunks;
}

} // namespace

std::uint64_t placeInTensor(const MatrixSource &source, Eigen::Index row, Eigen::Index column)
{
    return std::uint64_t(source.isTurned ? tensorLine(source, column) * source.rows + row
                                         : (source.firstRow + row) * source.stride + source.firstColumn + column);
}

double bytesInMemory(const MatrixSource &source)
{
    const bool isNarrow = keptKind(source, source.tensor->kind()).has_value();
    return double(source.rows) * double(source.columns) * double(isNarrow ? sizeof(std::uint16_t) : sizeof(float));
}

std::vector<Weight> readMatrices(const std::vector<MatrixSource> &sources)
{
    std::vector<NumberKind> kinds;
    std::vector<std::shared_ptr<Matrix>> matrices; // null where a narrow one is made
    std::vector<std::shared_ptr<NarrowMatrix>> narrow;
    std::vector<Weight> weights;
    Index numbers = 0;
    for (const MatrixSource &source : sources) {
        kinds.push_back(source.tensor->kind());
        const std::optional<NarrowKind> kept = keptKind(source, kinds.back());
        narrow.push_back(kept ? std::make_shared<NarrowMatrix>(*kept, source.rows, source.columns) : nullptr);
        matrices.push_back(kept ? nullptr : std::make_shared<Matrix>(source.rows, source.columns));
        weights.push_back(kept ? Weight(narrow.back()) : Weight(matrices.back()));
        numbers += source.rows * source.columns;
    }
    const std::vector<Chunk> chunks = chunksOf(sources, kinds);
    std::vector<char> isFinite(chunks.size(), 1);
    std::vector<std::exception_ptr> failures(chunks.size());
    [[maybe_unused]] const bool parallel = numbers >= parallelNumbers;
#pragma omp parallel if (parallel)
    {
        std::vector<char> buffer; // the thread's own, for all of its chunks
#pragma omp for schedule(dynamic)
        for (std::size_t i = 0; i < chunks.size(); ++i) {
            const Chunk &chunk = chunks[i];
            const MatrixSource &source = sources[chunk.matrix];
            const NumberKind kind = kinds[chunk.matrix];
            NarrowMatrix *const kept = narrow[chunk.matrix].get();
            try {
                isFinite[i] = kept ? readChunk(source, kind, chunk, buffer, kept->data())
                                   : readChunk(source, kind, chunk, buffer, matrices[chunk.matrix]->data());
            } catch (...) {
                failures[i] = std::current_exception();
            }
        }
    }
    for (const std::exception_ptr &failure : failures)
        if (failure)
            std::rethrow_exception(failure);
    for (std::size_t i = 0; i < chunks.size(); ++i)
        if (!isFinite[i])
            failNotFinite(sources[chunks[i].matrix], weights[chunks[i].matrix]);
    return weights;
}

} // namespace regard
