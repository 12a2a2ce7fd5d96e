#include "engine/model/positions.h"

#include <algorithm>
#include <cmath>

namespace regard {

namespace {

double wavelengthOf(int column, int dModel)
{
    return std::pow(10000.0, double(column) / dModel);
}

} // namespace

std::string positionName(Stack stack)
{
    return stackName(stack) + "." + barePosition;
}

bool hasPositionTable(Position position)
{
    switch (position) {
    case Position::OneHot:
    case Position::Learned:
        return true;
    case Position::None:
    case Position::Sinusoidal:
    case Position::SinusoidalHalves:
    case Position::SinusoidalFairseq:
    case Position::Rotary:
        break;
    }
    return false;
}

bool hasPositionFormula(Position position)
{
    return addsPositions(position) && !hasPositionTable(position);
}

bool addsPositions(Position position)
{
    switch (position) {
    case Position::None:
    case Position::Rotary:
        return false;
    case Position::Sinusoidal:
    case Position::SinusoidalHalves:
    case Position::SinusoidalFairseq:
    case Position::OneHot:
    case Position::Learned:
        break;
    }
    return true;
}

float embeddingFactor(const ModelConfig &config)
{
    return (config.embeddingScale ? std::sqrt(float(config.dModel)) : 1.0F) * float(config.embeddingMultiplier);
}

int rotaryWidthOf(const ModelConfig &config)
{
    return config.rotaryWidth > 0 ? config.rotaryWidth : config.dKey;
}

Matrix sinusoidalPositions(int n, int dModel, int start)
{
    Matrix rows(n, dModel);
    for (int column = 0; column < dModel; ++column) {
        const double wavelength = wavelengthOf(column - column % 2, dModel);
        for (int position = 0; position < n; ++position) {
            const double angle = (start + position) / wavelength;
            rows(position, column) = float(column % 2 == 0 ? std::sin(angle) : std::cos(angle));
        }
    }
    return rows;
}

Matrix sinusoidalHalves(int n, int dModel, int start)
{
    Matrix rows(n, dModel);
    const int half = (dModel + 1) / 2;
    for (int column = 0; column < dModel; ++column) {
        const double wavelength = wavelengthOf(2 * (column % half), dModel);
        for (int position = 0; position < n; ++position) {
            const double angle = (start + position) / wavelength;
            rows(position, column) = float(column < half ? std::sin(angle) : std::cos(angle));
        }
    }
    return rows;
}

Matrix sinusoidalFairseq(int n, int dModel, int start)
{
    Matrix rows = Matrix::Zero(n, dModel);
    const int half = dModel / 2;
    const auto rate = float(-std::log(10000.0) / std::max(1, half - 1));
    for (int column = 0; column < half; ++column) {
        const float frequency = std::exp(float(column) * rate);
        for (int position = 0; position < n; ++position) {
            const float angle = float(start + position) * frequency;
            rows(position, column) = std::sin(angle);
            rows(position, half + column) = std::cos(angle);
        }
    }
    return rows;
}

Matrix formulaPositions(const ModelConfig &config, int n)
{
    const int width = config.entryWidth();
    switch (config.position) {
    case Position::Sinusoidal:
        return sinusoidalPositions(n, width, config.positionStart);
    case Position::SinusoidalHalves:
        return sinusoidalHalves(n, width, config.positionStart);
    case Position::SinusoidalFairseq:
        return sinusoidalFairseq(n, width, config.positionStart);
    case Position::None:
    case Position::OneHot:
    case Position::Learned:
    case Position::Rotary:
        break;
    }
    return {};
}

} // namespace regard
