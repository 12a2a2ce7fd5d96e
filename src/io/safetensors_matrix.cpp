#include "io/safetensors_matrix.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>

#include "engine/message.h"

namespace regard {

namespace {

using Index = Eigen::Index;

/// Rows of a matrix that one thread reads at a time, and how many of its columns it turns at a time.
constexpr Index chunkRows = 64;
constexpr Index chunkColumns = 16;
/// Numbers below which a second thread costs more than it saves.
constexpr Index parallelNumbers = 200'000;

struct Chunk {
    std::size_t matrix;
    Index first;
    Index count;
};

const char *numberAt(const MatrixSource &source, NumberKind kind, Index index)
{
    return source.tensor->bytes.data() + static_cast<std::size_t>(index) * bytesPerNumber(kind);
}

/// Returns whether all numbers are finite; so do the next two.
bool readStraight(const MatrixSource &source, NumberKind kind, const Chunk &chunk, float *to)
{
    bool isFinite = true;
    for (Index row = chunk.first; row < chunk.first + chunk.count; ++row) {
        const Index start = (source.firstRow + row) * source.stride + source.firstColumn;
        isFinite &= readNumbers(kind, numberAt(source, kind, start), static_cast<std::size_t>(source.columns),
                                to + row * source.columns);
    }
    return isFinite;
}

/// By tiles, so that neither what is read nor what is written jumps from row to row of memory for each number.
bool readTurned(const MatrixSource &source, NumberKind kind, const Chunk &chunk, float *to)
{
    bool isFinite = true;
    std::array<float, static_cast<std::size_t>(chunkRows * chunkColumns)> tile; // columns × rows
    for (Index column = 0; column < source.columns; column += chunkColumns) {
        const Index width = std::min(chunkColumns, source.columns - column);
        for (Index i = 0; i < width; ++i)
            isFinite &= readNumbers(kind, numberAt(source, kind, (column + i) * source.rows + chunk.first),
                                    static_cast<std::size_t>(chunk.count),
                                    tile.data() + static_cast<std::size_t>(i * chunkRows));
        for (Index j = 0; j < chunk.count; ++j) {
            float *row = to + (chunk.first + j) * source.columns + column;
            const float *from = tile.data() + static_cast<std::size_t>(j);
            for (Index i = 0; i < width; ++i)
                row[i] = from[i * chunkRows];
        }
    }
    return isFinite;
}

[[noreturn]] void failNotFinite(const MatrixSource &source, const Matrix &matrix)
{
    for (Index row = 0; row < matrix.rows(); ++row)
        for (Index column = 0; column < matrix.cols(); ++column)
            if (!std::isfinite(matrix(row, column))) {
                const Index first = source.isTurned ? column : source.firstRow + row;
                const Index second = source.isTurned ? row : source.firstColumn + column;
                source.tensor->fail(Message::tr("holds a number that is not finite in row %1, column %2",
                                                {std::to_string(first + 1), std::to_string(second + 1)}));
            }
    source.tensor->fail(Message::tr("holds a number that is not finite"));
}

std::vector<Chunk> chunksOf(const std::vector<MatrixSource> &sources)
{
    std::vector<Chunk> chunks;
    for (std::size_t i = 0; i < sources.size(); ++i)
        for (Index row = 0; row < sources[i].rows; row += chunkRows)
            chunks.push_back({i, row, std::min(chunkRows, sources[i].rows - row)});
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
    const std::vector<Chunk> chunks = chunksOf(sources);
    std::vector<char> isFinite(chunks.size(), 1);
    [[maybe_unused]] const bool parallel = numbers >= parallelNumbers;
#pragma omp parallel for schedule(dynamic, 4) if (parallel)
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        const Chunk &chunk = chunks[i];
        const MatrixSource &source = sources[chunk.matrix];
        const auto read = source.isTurned ? readTurned : readStraight;
        isFinite[i] = read(source, kinds[chunk.matrix], chunk, matrices[chunk.matrix]->data()) ? 1 : 0;
    }
    for (std::size_t i = 0; i < chunks.size(); ++i)
        if (!isFinite[i])
            failNotFinite(sources[chunks[i].matrix], *matrices[chunks[i].matrix]);
    return {matrices.begin(), matrices.end()};
}

} // namespace regard
