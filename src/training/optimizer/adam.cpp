#include "training/optimizer/adam.h"

#include <cmath>

#include <Eigen/Core>

namespace regard {

namespace {

using Numbers = Eigen::Map<Eigen::ArrayXf>;
using ConstNumbers = Eigen::Map<const Eigen::ArrayXf>;

ConstNumbers partOf(const std::vector<float> &numbers, const Parameter &parameter)
{
    return {numbers.data() + parameter.offset, Eigen::Index(parameter.size())};
}

Numbers partOf(std::vector<float> &numbers, const Parameter &parameter)
{
    return {numbers.data() + parameter.offset, Eigen::Index(parameter.size())};
}

} // namespace

bool decays(const Parameter &parameter)
{
    switch (parameter.role) {
    case WeightRole::Projection:
        return true;
    case WeightRole::Bias:
    case WeightRole::Gain:
    case WeightRole::PositionTable:
    case WeightRole::EmbeddingRows:
        break;
    }
    return false;
}

double gradientNorm(const ParameterTable &table, const AdamRule &rule, const std::vector<float> &gradient)
{
    double squares = 0;
    for (const Parameter &parameter : table.all())
        if (!rule.locked.contains(parameter.name))
            squares += partOf(gradient, parameter).cast<double>().square().sum();
    return std::sqrt(squares);
}

void adamStep(const ParameterTable &table, const AdamRule &rule, double rate, const std::vector<float> &gradient,
              double norm, std::vector<float> &weights, Moments &moments)
{
    moments.first.resize(table.size());
    moments.second.resize(table.size());
    ++moments.steps;
    const auto steps = double(moments.steps);
    // Kingma & Ba 2015, section 3: the means begin at 0, which these undo.
    const double correction1 = 1 - std::pow(rule.beta1, steps);
    const double correction2 = std::sqrt(1 - std::pow(rule.beta2, steps));
    const auto scale = float(rule.clip > 0 && norm > rule.clip ? rule.clip / (norm + 1e-6) : 1.0);
    for (const Parameter &parameter : table.all()) {
        if (rule.locked.contains(parameter.name))
            continue;
        const ConstNumbers g = partOf(gradient, parameter);
        Numbers first = partOf(moments.first, parameter);
        Numbers second = partOf(moments.second, parameter);
        Numbers weight = partOf(weights, parameter);
        first = float(rule.beta1) * first + float(1 - rule.beta1) * scale * g;
        second = float(rule.beta2) * second + float(1 - rule.beta2) * (scale * g).square();
        if (rule.decay > 0 && decays(parameter))
            weight *= float(1 - rate * rule.decay);
        weight -= float(rate / correction1) * first / (second.sqrt() / float(correction2) + float(rule.epsilon));
    }
}

} // namespace regard
