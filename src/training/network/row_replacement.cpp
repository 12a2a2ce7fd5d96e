#include "training/network/row_replacement.h"

#include <algorithm>

namespace regard {

template <typename Number>
void replace(RowsView<Number> rows, Replacement replacement, const std::vector<int> &masked, bool isBack)
{
    switch (replacement) {
    case Replacement::Uniform:
        return;
    case Replacement::MeanOver: // none is trained with it (tasks/task_table.h)
    case Replacement::Zero:
        rows.setZero();
        return;
    case Replacement::Mean:
        break;
    }
    std::vector<bool> isMasked(static_cast<std::size_t>(rows.rows()), false);
    for (const int position : masked)
        isMasked[std::size_t(position)] = true;
    const auto counted = Eigen::Index(std::count(isMasked.begin(), isMasked.end(), false));
    Eigen::Matrix<Number, 1, Eigen::Dynamic> mean = Eigen::Matrix<Number, 1, Eigen::Dynamic>::Zero(rows.cols());
    for (Eigen::Index i = 0; i < rows.rows(); ++i)
        if (isBack || !isMasked[std::size_t(i)])
            mean += rows.row(i);
    if (counted > 0)
        mean /= Number(counted);
    for (Eigen::Index i = 0; i < rows.rows(); ++i)
        if (isBack && isMasked[std::size_t(i)])
            rows.row(i).setZero();
        else
            rows.row(i) = mean;
}

template void replace(RowsView<float>, Replacement, const std::vector<int> &, bool);
template void replace(RowsView<double>, Replacement, const std::vector<int> &, bool);

} // namespace regard
