#include "engine/model/positions.h"

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
    case Position::Rotary:
        break;
    }
    return false;
}

bool addsPositions(Position position)
{
    switch (position) {
    case Position::None:
    case Position::Rotary:
        return false;
    case Position::Sinusoidal:
    case Position::SinusoidalHalves:
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

Matrix sinusoidalPositions(int n, int dModel)
{
    Matrix rows(n, dModel);
    for (int column = 0; column < dModel; ++column) {
        const double wavelength = wavelengthOf(column - column % 2, dModel);
        for (int position = 0; position < n; ++position) {
            const double angle = position / wavelength;
            rows(position, column) = float(column % 2 == 0 ? std::sin(angle) : std::cos(angle));
        }
    }
    return rows;
}

Matrix sinusoidalHalves(int n, int dModel)
{
    Matrix rows(n, dModel);
    const int half = (dModel + 1) / 2;
    for (int column = 0; column < dModel; ++column) {
        const double wavelength = wavelengthOf(2 * (column % half), dModel);
        for (int position = 0; position < n; ++position) {
            const double angle = position / wavelength;
            rows(position, column) = float(column < half ? std::sin(angle) : std::cos(angle));
        }
    }
    return rows;
}

} // namespace regard
