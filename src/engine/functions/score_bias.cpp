#include "engine/functions/score_bias.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

#include "engine/model/weight_shapes.h"

namespace regard {

namespace {

/// Press et al. 2022: a geometric series over a power of two of heads; further heads stand between its members.
float slopeOf(int head, int heads)
{
    const auto whole = int(std::bit_floor(unsigned(heads)));
    const bool isBetween = head >= whole;
    const double power = isBetween ? 2.0 * (head - whole) + 1 : head + 1;
    return float(std::pow(2.0, -8.0 * power / (isBetween ? 2.0 * whole : whole)));
}

} // namespace

float DistanceBias::at(int distance) const
{
    switch (kind) {
    case ScoreBias::Alibi:
        return -slope * float(std::abs(distance));
    case ScoreBias::Buckets:
        return buckets.at(std::size_t(scoreBucket(distance)));
    case ScoreBias::None:
        break;
    }
    return 0;
}

bool hasScoreBias(const ModelConfig &config, Attention attention)
{
    return config.scoreBias != ScoreBias::None && attention != Attention::Cross;
}

int scoreBucket(int distance)
{
    constexpr int half = scoreBuckets / 2;
    constexpr int exact = half / 2;
    constexpr double longest = 128;
    const int far = std::abs(distance);
    int bucket = far;
    if (far >= exact) {
        // The library takes the logarithms in float32.
        const float steps =
            std::log(float(far) / float(exact)) / float(std::log(longest / exact)) * float(half - exact);
        bucket = std::min(exact + int(steps), half - 1);
    }
    return bucket + (distance > 0 ? half : 0);
}

DistanceBias distanceBias(const Model &model, const AttentionPlace &place, int head)
{
    if (!hasScoreBias(model.config, place.attention))
        return {};
    DistanceBias bias{model.config.scoreBias};
    if (bias.kind == ScoreBias::Alibi) {
        bias.slope = slopeOf(head, headsOf(model.config, place.attention));
    } else {
        const Matrix &table = model.weights.at(scoreBiasName(stackOf(place.attention)));
        for (Eigen::Index row = 0; row < table.rows(); ++row)
            bias.buckets.push_back(table(row, head));
    }
    return bias;
}

} // namespace regard
