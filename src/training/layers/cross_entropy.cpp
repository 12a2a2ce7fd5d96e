#include "training/layers/cross_entropy.h"

#include <cmath>

namespace regard {

template <typename Number>
double crossEntropy(Number *logits, Eigen::Index vocabulary, int right, double smoothing, double weight)
{
    Eigen::Map<Eigen::Array<Number, 1, Eigen::Dynamic>> row(logits, vocabulary);
    const Number largest = row.maxCoeff();
    const auto mean = double((row - largest).template cast<double>().mean());
    const auto own = double(row(right) - largest);
    row = (row - largest).exp();
    const auto sum = double(row.template cast<double>().sum());
    const double each = smoothing / double(vocabulary);
    row = row * Number(weight / sum) - Number(weight * each);
    row(right) -= Number(weight * (1 - smoothing));
    return std::log(sum) - (1 - smoothing) * own - smoothing * mean;
}

template double crossEntropy(float *, Eigen::Index, int, double, double);
template double crossEntropy(double *, Eigen::Index, int, double, double);

} // namespace regard
