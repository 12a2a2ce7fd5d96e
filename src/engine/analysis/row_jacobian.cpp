#include "engine/analysis/row_jacobian.h"

#include <cmath>
#include <string>

#include "engine/kernels/activate.h"
#include "engine/model/sublayer.h"

namespace regard {

Jacobian throughNorm(const Matrix &x, const NormRule &rule, const Jacobian &of)
{
    Eigen::RowVectorXd standard = inDouble(x).row(0);
    if (isCentred(rule.kind))
        standard.array() -= standard.mean();
    const auto width = double(standard.size());
    const double deviation = std::sqrt(standard.squaredNorm() / width + rule.epsilon);
    standard /= deviation;
    Jacobian by = of * Eigen::RowVectorXd(inDouble(rule.gain).row(0)).asDiagonal();
    const Eigen::VectorXd along = by * standard.transpose() / width;
    if (isCentred(rule.kind))
        by.colwise() -= by.rowwise().mean().eval();
    by -= along * standard;
    return by / deviation;
}

Jacobian throughFeedForward(const Model &model, Stack stack, int layer, const Matrix &read, const Jacobian &of)
{
    const ModelConfig &config = model.config;
    const std::string prefix = sublayerName({stack, layer, SublayerKind::FeedForward}) + ".";
    const Jacobian input = inDouble(read);
    const auto sums = [&](const char *weight, const char *bias) {
        Jacobian made = input * inDouble(model.weights.weight(prefix + weight));
        if (config.bias)
            made += inDouble(model.weights.at(prefix + bias));
        return Eigen::RowVectorXd(made.row(0));
    };
    const Eigen::RowVectorXd before = sums("w_1", "b_1");
    Eigen::RowVectorXd slope = before.unaryExpr([&](double x) { return activationSlope(x, config.activation); });
    const Jacobian ofHidden = of * inDouble(model.weights.weight(prefix + "w_2")).transpose();
    if (!config.gated)
        return ofHidden * slope.asDiagonal() * inDouble(model.weights.weight(prefix + "w_1")).transpose();
    slope.array() *= sums("w_3", "b_3").array();
    Matrix activated = before.cast<float>();
    activate(activated, config.activation);
    Jacobian by = ofHidden * slope.asDiagonal() * inDouble(model.weights.weight(prefix + "w_1")).transpose();
    by += ofHidden * Eigen::RowVectorXd(inDouble(activated).row(0)).asDiagonal() *
          inDouble(model.weights.weight(prefix + "w_3")).transpose();
    return by;
}

} // namespace regard
