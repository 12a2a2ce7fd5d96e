#include "engine/functions/rotary.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/model/positions.h"

namespace regard {

namespace {

constexpr double pi = std::numbers::pi;

/// theta^(2 · pair / width), rounded to float32 after each step.
float wavelengthOf(int pair, int width, double theta)
{
    const float exponent = float(2 * pair) / float(width);
    return float(std::pow(theta, double(exponent)));
}

/// The base of sentences of that many tokens; the library computes it in float32. bloc97 and emozilla 2023.
double dynamicTheta(const ModelConfig &config, int width, Eigen::Index tokens)
{
    const auto original = float(config.ropeOriginal);
    const float longer = float(config.ropeFactor) * std::max(float(tokens), original) / original;
    const double exponent = double(width) / (width - 2);
    return double(float(config.ropeTheta) * float(std::pow(double(longer - float(config.ropeFactor - 1)), exponent)));
}

/// Slow pairs are divided by the factor, quick ones stay, and those between are mixed of both. Llama 3.1.
float llama3Frequency(const ModelConfig &config, float frequency)
{
    const auto factor = float(config.ropeFactor);
    const float wavelength = float(2 * pi) / frequency;
    if (wavelength > float(config.ropeOriginal / config.ropeLow))
        return frequency / factor;
    if (wavelength < float(config.ropeOriginal / config.ropeHigh))
        return frequency;
    const float smooth =
        (float(config.ropeOriginal) / wavelength - float(config.ropeLow)) / float(config.ropeHigh - config.ropeLow);
    return (1 - smooth) * frequency / factor + smooth * frequency;
}

/// As Llama3's, but the mixture is linear in the pair, between the pairs that turn ropeHigh and ropeLow times within
/// the original length. Peng et al. 2024, section 3.2.
float yarnFrequency(const ModelConfig &config, int pair, int width)
{
    const auto pairTurning = [&](double times) {
        return width * std::log(config.ropeOriginal / (times * 2 * pi)) / (2 * std::log(config.ropeTheta));
    };
    double low = pairTurning(config.ropeHigh);
    double high = pairTurning(config.ropeLow);
    if (config.ropeTruncate) {
        low = std::floor(low);
        high = std::ceil(high);
    }
    low = std::max(low, 0.0);
    high = std::min(high, double(width - 1));
    if (low == high)
        high += 0.001;
    const float share = std::clamp((float(pair) - float(low)) / float(high - low), 0.0F, 1.0F);
    const float wavelength = wavelengthOf(pair, width, config.ropeTheta);
    const float kept = 1 - share;
    return 1.0F / (float(config.ropeFactor) * wavelength) * (1 - kept) + 1.0F / wavelength * kept;
}

float frequencyOf(const ModelConfig &config, int pair, int width, Eigen::Index tokens)
{
    const auto plain = [&](double theta) { return 1.0F / wavelengthOf(pair, width, theta); };
    switch (config.ropeScaling) {
    case RopeScaling::None:
        break;
    case RopeScaling::Linear:
        return plain(config.ropeTheta) / float(config.ropeFactor);
    case RopeScaling::Dynamic:
        return plain(tokens > config.ropeOriginal ? dynamicTheta(config, width, tokens) : config.ropeTheta);
    case RopeScaling::Llama3:
        return llama3Frequency(config, plain(config.ropeTheta));
    case RopeScaling::Yarn:
        return yarnFrequency(config, pair, width);
    case RopeScaling::LongRope: {
        const std::vector<double> &factors = tokens > config.ropeOriginal ? config.ropeLong : config.ropeShort;
        return 1.0F / (float(factors.at(std::size_t(pair))) * wavelengthOf(pair, width, config.ropeTheta));
    }
    }
    return plain(config.ropeTheta);
}

} // namespace

bool isRotated(const ModelConfig &config, const AttentionPlace &place)
{
    const std::vector<int> &without = config.unrotatedLayers;
    return config.position == Position::Rotary && place.attention != Attention::Cross &&
           std::find(without.begin(), without.end(), place.layer + 1) == without.end();
}

Rotary::Rotary(const ModelConfig &config, const AttentionPlace &place, Eigen::Index tokens)
    : m_dKey(config.dKey), m_isInterleaved(config.rotaryInterleaved), m_attention(float(config.ropeAttention)),
      m_theta(config.ropeTheta)
{
    if (!isRotated(config, place))
        return;
    const int width = rotaryWidthOf(config);
    m_hasOwnTheta = config.windowTheta > 0 && windowOf(config, place) > 0;
    for (int pair = 0; pair < width / 2; ++pair)
        m_frequencies.push_back(m_hasOwnTheta ? 1.0F / wavelengthOf(pair, width, config.windowTheta)
                                              : frequencyOf(config, pair, width, tokens));
    if (m_hasOwnTheta) {
        m_attention = 1;
        m_theta = config.windowTheta;
    }
}

Rotation Rotary::at(int position, int pair) const
{
    const float angle = float(position) * frequency(pair);
    return {angle, float(std::cos(double(angle))) * m_attention, float(std::sin(double(angle))) * m_attention};
}

void Rotary::rotate(Matrix &x) const
{
    for (Eigen::Index row = 0; row < x.rows(); ++row)
        rotateRow(x.row(row), int(row));
}

void Rotary::rotateRow(Eigen::Ref<Eigen::RowVectorXf> x, int position) const
{
    for (int pair = 0; pair < pairs(); ++pair) {
        const Rotation rotation = at(position, pair);
        const int column = columnOf(pair);
        const int partner = partnerOf(column);
        for (Eigen::Index head = 0; head < x.size(); head += m_dKey) {
            const float a = x(head + column);
            const float b = x(head + partner);
            x(head + column) = a * rotation.cosine - b * rotation.sine;
            x(head + partner) = b * rotation.cosine + a * rotation.sine;
        }
    }
}

int rotaryLength(const ModelConfig &config, Eigen::Index tokens)
{
    if (tokens <= config.ropeOriginal)
        return 0;
    return config.ropeScaling == RopeScaling::Dynamic ? int(tokens) : config.ropeScaling == RopeScaling::LongRope;
}

} // namespace regard
