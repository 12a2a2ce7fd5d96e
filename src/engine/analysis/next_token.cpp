#include "engine/analysis/next_token.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "engine/base/errors.h"
#include "engine/base/message.h"
#include "engine/pass/attention.h"

namespace regard {

namespace {

/// Leaves the topK largest numbers of a row and sets the others to −infinity.
void keepLargest(Eigen::Ref<Eigen::Array<float, 1, Eigen::Dynamic, Eigen::RowMajor>> row, int topK)
{
    std::vector<Eigen::Index> order(std::size_t(row.size()));
    std::iota(order.begin(), order.end(), Eigen::Index{0});
    std::nth_element(order.begin(), order.begin() + topK, order.end(),
                     [&](Eigen::Index a, Eigen::Index b) { return row(a) > row(b) || (row(a) == row(b) && a < b); });
    for (auto dropped = order.begin() + topK; dropped != order.end(); ++dropped)
        row(*dropped) = -std::numeric_limits<float>::infinity();
}

} // namespace

Matrix nextTokenProbabilities(const Matrix &logits, double temperature, int topK)
{
    if (!(temperature > 0) || !std::isfinite(temperature))
        throw ValueError(Message::tr("the temperature must be a number above 0, such as 1"));
    if (topK < 0)
        throw ValueError(
            Message::tr("top-k is %1, but must be 0 for all tokens or the number of tokens", {std::to_string(topK)}));
    Matrix probabilities = logits;
    for (Eigen::Index i = 0; i < logits.rows(); ++i) {
        auto row = probabilities.row(i).array();
        if (topK > 0 && topK < logits.cols())
            keepLargest(row, topK);
        // Shifted first: a low temperature must not make the largest number overflow float32.
        const float largest = logits.cols() > 0 ? row.maxCoeff() : 0.0F;
        row = ((row.cast<double>() - double(largest)) / temperature).cast<float>();
    }
    softmaxRows(probabilities);
    return probabilities;
}

} // namespace regard
