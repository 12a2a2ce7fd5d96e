#include "engine/model/initialization.h"

#include <cmath>
#include <cstdint>
#include <numbers>
#include <string_view>

#include "engine/model/recurrent.h"

namespace regard {

namespace {

constexpr std::uint64_t goldenGamma = 0x9e3779b97f4a7c15; // of SplitMix64, Steele et al. 2014

/// The finalizer of SplitMix64: every bit of the input reaches every bit of the output.
std::uint64_t mix(std::uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

/// FNV-1a, 64 bits.
std::uint64_t textHash(std::string_view text)
{
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return hash;
}

/// Random bits by seed, text, row and column, with no state, so that any cell can be drawn alone.
class CellBits {
public:
    CellBits(std::uint64_t seed, std::string_view text) : m_origin(mix(mix(seed + goldenGamma) ^ textHash(text))) {}

    std::uint64_t at(std::uint64_t row, std::uint64_t column) const
    {
        return mix(mix(m_origin + (row + 1) * goldenGamma) + (column + 1) * goldenGamma);
    }

private:
    std::uint64_t m_origin;
};

/// The upper 53 bits as a number in [0, 1).
double unit(std::uint64_t bits)
{
    return double(bits >> 11) * 0x1p-53;
}

/// Box & Muller 1958, in double so that the rounding to float hides the differences between mathematics libraries.
double standardNormal(std::uint64_t bits)
{
    const double radius = std::sqrt(-2 * std::log(1 - unit(bits)));
    return radius * std::cos(2 * std::numbers::pi * unit(mix(bits + goldenGamma)));
}

Matrix drawNormal(const CellBits &bits, int rows, int columns, double deviation)
{
    Matrix drawn(rows, columns);
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
            drawn(row, column) = float(deviation * standardNormal(bits.at(row, column)));
    return drawn;
}

Matrix drawUniform(const CellBits &bits, int rows, int columns, double limit)
{
    Matrix drawn(rows, columns);
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
            drawn(row, column) = float(limit * (2 * unit(bits.at(row, column)) - 1));
    return drawn;
}

Matrix drawByRule(const ModelConfig &config, const WeightShape &shape)
{
    // Each row of w_a is a layer of its own: from the d_key numbers of tanh(q + k) to one score.
    const bool additive = shape.name.ends_with(".w_a");
    // Each head's matrix of w_g is a layer of its own.
    const bool general = shape.name.ends_with(".w_g") && !isCellWeight(shape.name);
    const double inputs = additive ? shape.columns : shape.rows;
    const double outputs = additive ? 1 : general ? shape.rows : shape.columns;
    const CellBits bits(config.seed, shape.name);
    switch (config.initialization) {
    case Initialization::Gaussian:
        return drawNormal(bits, shape.rows, shape.columns, config.initializationStd);
    case Initialization::Kaiming:
        return drawNormal(bits, shape.rows, shape.columns, std::sqrt(2 / inputs));
    case Initialization::Xavier:
        break;
    }
    return drawUniform(bits, shape.rows, shape.columns, std::sqrt(6 / (inputs + outputs)));
}

} // namespace

Matrix drawWeight(const ModelConfig &config, const WeightShape &shape, int rows)
{
    switch (shape.role) {
    case WeightRole::Bias:
        return Matrix::Zero(shape.rows, shape.columns);
    case WeightRole::Gain:
        return Matrix::Ones(shape.rows, shape.columns);
    case WeightRole::PositionTable:
        return drawNormal(CellBits(config.seed, shape.name), rows, shape.columns, 1);
    case WeightRole::EmbeddingRows:
        return drawNormal(CellBits(config.seed, shape.name), shape.rows, shape.columns, 1);
    case WeightRole::Projection:
        break;
    }
    return drawByRule(config, shape);
}

Matrix drawEmbeddingRow(const ModelConfig &config, const std::string &token)
{
    // No weight's name has a space, so that no token's row can repeat a weight's numbers.
    return drawNormal(CellBits(config.seed, "embedding " + token), 1, config.embeddingWidth(), 1);
}

} // namespace regard
