#include "engine/analysis/matrix_change.h"

#include <cmath>
#include <limits>

#include "engine/model/weight_shapes.h"

namespace regard {

namespace {

constexpr double matrixChangeNoNumber = std::numeric_limits<double>::quiet_NaN();

double squares(const Matrix &matrix)
{
    double sum = 0;
    for (Eigen::Index row = 0; row < matrix.rows(); ++row)
        sum += matrix.row(row).cast<double>().squaredNorm();
    return sum;
}

double squaresOfDifference(const Matrix &now, const Matrix &before)
{
    double sum = 0;
    for (Eigen::Index row = 0; row < now.rows(); ++row)
        sum += (now.row(row).cast<double>() - before.row(row).cast<double>()).squaredNorm();
    return sum;
}

Weight usedWeight(const Model &model, const std::string &name)
{
    const Weight used = model.weights.find(name);
    return used ? used : model.given.find(name);
}

} // namespace

double MatrixChange::relative() const
{
    if (difference == 0)
        return 0;
    return before == 0 ? matrixChangeNoNumber : difference / before;
}

std::vector<MatrixChange> matrixChanges(const Model &now, const Model &before, const std::atomic<bool> *cancelled)
{
    std::vector<MatrixChange> changes;
    for (const WeightShape &shape : weightShapes(now.config)) {
        if (cancelled && *cancelled)
            return {};
        const Weight present = shape.active ? usedWeight(now, shape.name) : nullptr;
        if (!present)
            continue;
        MatrixChange change{shape.name, int(present.rows()), int(present.cols()), matrixChangeNoNumber,
                            matrixChangeNoNumber};
        const Weight then = usedWeight(before, shape.name);
        if (then && then.rows() == present.rows() && then.cols() == present.cols()) {
            const SharedMatrix numbers = then.matrix();
            change.difference = then == present ? 0 : std::sqrt(squaresOfDifference(*present.matrix(), *numbers));
            change.before = std::sqrt(squares(*numbers));
        }
        changes.push_back(std::move(change));
    }
    return changes;
}

} // namespace regard
