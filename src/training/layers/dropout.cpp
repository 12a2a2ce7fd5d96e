#include "training/layers/dropout.h"

namespace regard {

DropoutMask::DropoutMask(double rate, const DropoutPlace &place)
    : m_bits({place.seed, place.step, place.sentence, std::uint64_t(place.part), std::uint64_t(place.sublayer.stack),
              std::uint64_t(place.sublayer.layer), std::uint64_t(place.sublayer.kind), std::uint64_t(place.head)}),
      m_rate(rate), m_kept(1 / (1 - rate))
{
}

template <typename Number>
void applyDropout(const DropoutMask &mask, RowsView<Number> x, Eigen::Index firstRow)
{
    for (Eigen::Index i = 0; i < x.rows(); ++i)
        for (Eigen::Index j = 0; j < x.cols(); ++j)
            x(i, j) *= Number(mask.at(firstRow + i, j, x.cols()));
}

template void applyDropout(const DropoutMask &, RowsView<float>, Eigen::Index);
template void applyDropout(const DropoutMask &, RowsView<double>, Eigen::Index);

} // namespace regard
