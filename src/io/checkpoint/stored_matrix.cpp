#include "io/checkpoint/stored_matrix.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>

#include "engine/base/message.h"

namespace regard {

namespace {

using Index = Eigen::Index;

/// Bytes of a tensor that one thread reads at a time; they stay in its cache until they are transposed.
constexpr std::size_t chunkBytes = std::size_t{256} << 10;
/// Lines of a tensor that one thread reads at a time, and how many numbers of them it transposes at a time.
constexpr Index leastLines = 16;
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
        const Index number = source.isTurned ? tensorLine(source, line) * source.rows
                                             : (source.firstRow + line) * source.stride + source.firstColumn;
        return std::uint64_t(number) * bytesPerNumber(kind);
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

/// Returns whether all numbers are finite, as readTurned() does.
bool readStraight(const MatrixSource &source, NumberKind kind, const Chunk &chunk, std::vector<char> &buffer, float *to)
{
    float *rows = to + chunk.first * source.columns;
    char *bytes = reinterpret_cast<char *>(rows); // float32 is read in place
    if (kind != NumberKind::Float32) {
        buffer.resize(std::size_t(chunk.count) * lineBytes(source, kind));
        bytes = buffer.data();
    }
    readLines(source, kind, chunk, bytes);
    return readNumbers(kind, bytes, std::size_t(chunk.count * source.columns), rows);
}

/// Reads by tiles, so that neither reads nor writes jump between rows in memory for each number.
bool readTurned(const MatrixSource &source, NumberKind kind, const Chunk &chunk, std::vector<char> &buffer, float *to)
{
    const std::size_t bytes = lineBytes(source, kind);
    buffer.resize(std::size_t(chunk.count) * bytes);
    readLines(source, kind, chunk, buffer.data());
    bool isFinite = true;
    std::array<float, std::size_t(mostLines * tileNumbers)> tile; // lines × numbers
    for (Index number = 0; number < source.rows; number += tileNumbers) {
        const Index width = std::min(tileNumbers, source.rows - number);
        for (Index line = 0; line < chunk.count; ++line)
            isFinite &= readNumbers(
                kind, buffer.data() + std::size_t(line) * bytes + std::size_t(number) * bytesPerNumber(kind),
                std::size_t(width), tile.data() + std::size_t(line * tileNumbers));
        for (Index i = 0; i < width; ++i) {
            float *row = to + (number + i) * source.columns + chunk.first;
            const float *from = tile.data() + std::size_t(i);
            for (Index line = 0; line < chunk.count; ++line)
                row[line] = from[line * tileNumbers];
        }
    }
    return isFinite;
}

[[noreturn]] void failNotFinite(const MatrixSource &source, const Matrix &matrix)
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
        const Index lines = std::clamp(fitting / leastLines * leastLines, leastLines, mostLines);
        for (Index line = 0; line < lineCount(sources[i]); line += lines)
            chunks.push_back({i, line, std::min(lines, lineCount(sources[i]) - line)});
    }
    return chunks;
}

} // namespace

std::vector<SharedMatrix> readMatrices(const std::vector<MatrixSource> &sources)
{
    std::vector<NumberKind> kinds;
    std::vector<std::shared_ptr<Matrix>> matrices;
    Index numbers = 0;
    for (const MatrixSource &source : sources) {
        kinds.push_back(source.tensor->kind());
        matrices.push_back(std::make_shared<Matrix>(source.rows, source.columns));
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
            const auto read = source.isTurned ? readTurned : readStraight;
            try {
                isFinite[i] = read(source, kinds[chunk.matrix], chunk, buffer, matrices[chunk.matrix]->data()) ? 1 : 0;
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
            failNotFinite(sources[chunks[i].matrix], *matrices[chunks[i].matrix]);
    return {matrices.begin(), matrices.end()};
}

} // namespace regard
