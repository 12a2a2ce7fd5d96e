#pragma once

#include <cmath>
#include <vector>

#include <QString>
#include <QStringList>

#include "engine/base/matrix.h"
#include "views/steps/step_data.h"

// Recomputes the lines of the matrix form from what they show.

namespace regard {

using namespace Qt::Literals::StringLiterals;

/// As it is drawn.
inline Matrix drawn(const StepPiece &piece)
{
    return piece.matrix.transposed ? Matrix(piece.matrix.values->transpose()) : *piece.matrix.values;
}

inline Matrix softmaxed(const Matrix &scores)
{
    Matrix weights = scores;
    for (Eigen::Index i = 0; i < scores.rows(); ++i) {
        const float most = scores.row(i).maxCoeff();
        weights.row(i) = (scores.row(i).array() - most).exp();
        weights.row(i) /= weights.row(i).sum();
    }
    return weights;
}

/// "a + r ∘ b" and what stands in it: sums of products by number.
inline Matrix sumOfProducts(const std::vector<Matrix> &matrices, const QStringList &signs)
{
    Matrix sum = Matrix::Zero(matrices[0].rows(), matrices[0].cols());
    Matrix term = matrices[0];
    for (qsizetype i = 0; i < signs.size() && std::size_t(i) + 1 < matrices.size(); ++i) {
        if (signs[i] == u"∘"_s) {
            term = term.cwiseProduct(matrices[std::size_t(i) + 1]);
        } else {
            sum += term;
            term = matrices[std::size_t(i) + 1];
        }
        if (signs[i] == u"="_s)
            return sum;
    }
    return sum;
}

/// What the line's signs make of its matrices; empty where that is for another test.
inline Matrix lineResult(const std::vector<Matrix> &matrices, const QStringList &signs, bool columns)
{
    QStringList operations = signs;
    const bool activates = operations.removeAll(u"activation of"_s) > 0;
    if (operations.front() == u"·"_s) {
        Matrix result = matrices[0];
        std::size_t next = 1;
        for (; operations[qsizetype(next) - 1] == u"·"_s; ++next)
            result = result * matrices[next];
        if (operations.contains(u"+"_s) && columns)
            result.colwise() += matrices[next].col(0);
        else if (operations.contains(u"+"_s))
            result.rowwise() += matrices[next].row(0);
        return activates ? Matrix(result.cwiseMax(0.0F)) : result; // ReLU
    }
    if (operations.front() == u"σ of"_s || operations.front() == u"tanh of"_s) {
        const Matrix sum = sumOfProducts(matrices, operations.mid(1));
        return operations.front() == u"tanh of"_s ? Matrix(sum.array().tanh()) : Matrix(1 / (1 + (-sum.array()).exp()));
    }
    if (operations.front() == u"∘"_s)
        return sumOfProducts(matrices, operations);
    if (operations.front() == u"+"_s || operations.front() == u"="_s) {
        Matrix result = matrices[0];
        for (std::size_t i = 1; i + 1 < matrices.size(); ++i)
            result += matrices[i];
        return result;
    }
    if (operations.front().startsWith(u"÷ √"_s))
        return matrices[0] / std::sqrt(operations.front().mid(3).toFloat());
    if (operations.front() == u"softmax of"_s) {
        const Matrix scores =
            operations[1].startsWith(u"÷ "_s) ? Matrix(matrices[0] / operations[1].mid(2).toFloat()) : matrices[0];
        return columns ? Matrix(softmaxed(scores.transpose()).transpose()) : softmaxed(scores);
    }
    if (operations.front() == u"replaced by zeros,"_s)
        return Matrix::Zero(matrices[0].rows(), matrices[0].cols());
    if (operations.front() == u"replaced by its mean,"_s)
        return columns ? Matrix(matrices[0].rowwise().mean().replicate(1, matrices[0].cols()))
                       : Matrix(matrices[0].colwise().mean().replicate(matrices[0].rows(), 1));
    return {};
}

/// Empty where the line holds as it is drawn.
inline QString lineProblem(const StepLine &line, bool columns, int *products)
{
    std::vector<Matrix> matrices;
    QStringList signs;
    QStringList names;
    for (const StepPiece &piece : line) {
        names.push_back(piece.sign + piece.matrix.name);
        if (piece.sign.isEmpty())
            matrices.push_back(drawn(piece));
        else
            signs.push_back(piece.sign);
    }
    if (!signs.contains(u"="_s))
        return {};
    const Matrix result = lineResult(matrices, signs, columns);
    if (result.size() == 0)
        return {};
    *products += signs.contains(u"·"_s) ? 1 : 0;
    const Matrix &shown = matrices.back();
    if (result.rows() != shown.rows() || result.cols() != shown.cols())
        return u"%1 gives %2 × %3"_s.arg(names.join(u' ')).arg(result.rows()).arg(result.cols());
    return (result - shown).cwiseAbs().maxCoeff() <= 1e-5F * (1 + result.cwiseAbs().maxCoeff()) ? QString()
                                                                                                : names.join(u' ');
}

} // namespace regard
