#include "engine/functions/rotary.h"

#include <cmath>
#include <vector>

namespace regard {

namespace {

/// Rounded to float32 after each step.
float frequencyOf(int column, int dKey, double theta)
{
    const float exponent = float(2 * column) / float(dKey);
    return 1.0F / float(std::pow(theta, double(exponent)));
}

Rotation rotationBy(int position, float frequency)
{
    const float angle = float(position) * frequency;
    return {angle, float(std::cos(double(angle))), float(std::sin(double(angle)))};
}

} // namespace

bool isRotated(const ModelConfig &config, Attention attention)
{
    return config.position == Position::Rotary && attention != Attention::Cross;
}

Rotation rotationOf(int position, int column, int dKey, double theta)
{
    return rotationBy(position, frequencyOf(column, dKey, theta));
}

void rotate(Matrix &x, int dKey, double theta)
{
    const int half = dKey / 2;
    std::vector<float> frequencies;
    for (int column = 0; column < half; ++column)
        frequencies.push_back(frequencyOf(column, dKey, theta));
    for (Eigen::Index row = 0; row < x.rows(); ++row) {
        for (int column = 0; column < half; ++column) {
            const Rotation rotation = rotationBy(int(row), frequencies[std::size_t(column)]);
            for (Eigen::Index first = column; first + half < x.cols(); first += dKey) {
                const float a = x(row, first);
                const float b = x(row, first + half);
                x(row, first) = a * rotation.cosine - b * rotation.sine;
                x(row, first + half) = b * rotation.cosine + a * rotation.sine;
            }
        }
    }
}

} // namespace regard
