#include "engine/functions/replaced_output.h"

namespace regard {

namespace {

/// 1 × columns, summed in double: a sentence may be long.
Matrix meanRow(const Matrix &rows, const std::vector<int> &masked)
{
    Eigen::Array<bool, Eigen::Dynamic, 1> counts = Eigen::Array<bool, Eigen::Dynamic, 1>::Constant(rows.rows(), true);
    for (const int position : masked)
        if (position >= 0 && position < rows.rows())
            counts(position) = false;
    Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(rows.cols());
    for (Eigen::Index i = 0; i < rows.rows(); ++i)
        if (counts(i))
            sum += rows.row(i).cast<double>();
    const auto number = double(counts.count());
    return number > 0 ? Matrix((sum / number).cast<float>()) : Matrix(Matrix::Zero(1, rows.cols()));
}

} // namespace

void replaceOutput(Matrix &output, const Replacement *replacement, const std::vector<int> &masked)
{
    if (!replacement || output.size() == 0)
        return;
    switch (*replacement) {
    case Replacement::Zero:
    case Replacement::MeanOver:
        output.setZero();
        break;
    case Replacement::Mean:
        output.rowwise() = meanRow(output, masked).row(0);
        break;
    case Replacement::Uniform:
        break;
    }
}

} // namespace regard
