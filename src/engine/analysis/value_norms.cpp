#include "engine/analysis/value_norms.h"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "engine/base/first_failure.h"
#include "engine/kernels/product.h"
#include "engine/model/interventions.h"
#include "engine/model/weight_shapes.h"

namespace regard {

namespace {

/// W_O^h · W_O^hᵀ of each head, d_value × d_value: with it a norm needs no product that is d_model wide.
using OutputSquares = std::vector<Matrix>;

/// The squares of the output projections in use. Any thread may ask.
class KeptSquares {
public:
    std::shared_ptr<const OutputSquares> of(const Weight &output, Eigen::Index width)
    {
        const std::shared_ptr<const void> owner = output.owner();
        {
            const std::scoped_lock lock(m_mutex);
            if (const auto found = m_kept.find({owner.get(), width});
                found != m_kept.end() && found->second.output.lock() == owner)
                return found->second.squares;
        }
        auto squares = std::make_shared<OutputSquares>();
        for (Eigen::Index first = 0; first + width <= output.rows(); first += width) {
            const Matrix rows = output.middleRows(first, width);
            squares->push_back(product(rows, Matrix(rows.transpose())));
        }
        const std::scoped_lock lock(m_mutex);
        std::erase_if(m_kept, [](const auto &each) { return each.second.output.expired(); });
        m_kept[{owner.get(), width}] = {owner, squares};
        return squares;
    }

private:
    struct Kept {
        std::weak_ptr<const void> output;
        std::shared_ptr<const OutputSquares> squares;
    };
    std::mutex m_mutex;
    std::map<std::pair<const void *, Eigen::Index>, Kept> m_kept;
};

bool isOff(const Replacement *replacement)
{
    return replacement && *replacement != Replacement::Uniform;
}

bool movesNothing(const Model &model, const HeadRef &head)
{
    return isOff(replacementOf(model.interventions, head)) ||
           isOff(replacementOf(model.interventions, sublayerOf({head.attention, head.layer})));
}

/// None where there is no output projection.
Weight outputOf(const Model &model, const AttentionPlace &place)
{
    return model.config.outputProjection ? model.weights.find(blockWeight(place.attention, place.layer, "w_o"))
                                         : Weight();
}

} // namespace

Eigen::RowVectorXf movedByOne(const Model &model, const HeadRef &head, const HeadTrace &computed)
{
    static KeptSquares kept;
    const Matrix &v = computed.v;
    if (movesNothing(model, head))
        return Eigen::RowVectorXf::Zero(v.rows());
    const Weight output = outputOf(model, {head.attention, head.layer});
    if (!output)
        return v.rowwise().norm().transpose();
    const Matrix squared = product(v, kept.of(output, v.cols())->at(std::size_t(head.head)));
    return squared.cwiseProduct(v).rowwise().sum().cwiseMax(0.0F).cwiseSqrt().transpose();
}

Matrix movedTogether(const Model &model, const AttentionPlace &place, const BlockTrace &block)
{
    constexpr Eigen::Index keysAtATime = 32;
    constexpr double parallelNumbers = 1 << 14;
    const Eigen::Index n = block.heads.queries();
    const Eigen::Index m = block.heads.keys();
    const Weight output = outputOf(model, place);
    std::vector<std::size_t> heads;
    for (std::size_t head = 0; head < block.heads.size(); ++head)
        if (!movesNothing(model, {place.attention, place.layer, int(head)}))
            heads.push_back(head);
    Matrix moved = Matrix::Zero(n, m);
    const auto writeKeys = [&](Eigen::Index first, Eigen::Index count) {
        std::vector<Matrix> vectors; // of each head what a weight of 1 moves from each key: count × d_model
        std::vector<Matrix> weights; // of each head, count × n
        for (const std::size_t head : heads) {
            const HeadTrace &computed = block.heads[head];
            const Matrix v = computed.v.middleRows(first, count);
            vectors.push_back(output ? product(v, output.middleRows(Eigen::Index(head) * v.cols(), v.cols())) : v);
            weights.emplace_back(computed.weights.middleCols(first, count).transpose());
        }
        const auto amount = Eigen::Index(heads.size());
        Eigen::MatrixXd ofKey(n, amount);
        Eigen::MatrixXd vectorsOfKey(amount, heads.empty() ? 0 : vectors.front().cols());
        for (Eigen::Index key = 0; key < count; ++key) {
            for (Eigen::Index head = 0; head < amount; ++head) {
                ofKey.col(head) = weights[std::size_t(head)].row(key).cast<double>();
                vectorsOfKey.row(head) = vectors[std::size_t(head)].row(key).cast<double>();
            }
            // ‖Σ α_h u_h‖² = Σ α_g α_h (u_g · u_h). Without W_O heads stand side by side: those of two are orthogonal.
            Eigen::MatrixXd products = vectorsOfKey * vectorsOfKey.transpose();
            if (!output)
                products = Eigen::MatrixXd(products.diagonal().asDiagonal());
            const Eigen::VectorXd squares = (ofKey * products).cwiseProduct(ofKey).rowwise().sum();
            moved.col(first + key) = squares.cwiseMax(0.0).cwiseSqrt().cast<float>();
        }
    };
    FirstFailure failure;
    [[maybe_unused]] const bool parallel = double(n) * double(m) >= parallelNumbers;
#pragma omp parallel for schedule(dynamic) if (parallel)
    for (Eigen::Index first = 0; first < m; first += keysAtATime)
        failure.run([&] { writeKeys(first, std::min(keysAtATime, m - first)); });
    failure.rethrow();
    return moved;
}

bool movesAlike(const Model &a, const Model &b, const AttentionPlace &place)
{
    return outputOf(a, place) == outputOf(b, place) && a.interventions == b.interventions &&
           a.config.outputProjection == b.config.outputProjection;
}

} // namespace regard
