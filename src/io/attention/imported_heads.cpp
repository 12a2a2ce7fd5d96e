#include "io/attention/imported_heads.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <QByteArray>

#include "engine/base/message.h"
#include "io/base/number_text.h"

namespace regard {

namespace {

/// How far a row's sum may be from 1.
double toleranceOf(NumberKind kind)
{
    return kind == NumberKind::BFloat16 ? 1.0 / 256 : 1e-3;
}

/// Writes as many digits as tell a sum from 1.
std::string rounded(double sum)
{
    return QByteArray::number(sum, 'g', 6).toStdString();
}

/// What is wrong with the rows of a head: the worst kind of fault that was found, its first row, and how many rows have
/// any.
class RowCheck {
public:
    RowCheck(Matrix &weights, double tolerance, Mask mask, const std::vector<int> &maskedKeys)
        : m_weights(weights), m_tolerance(tolerance), m_mask(mask), m_maskedKeys(maskedKeys)
    {
    }

    void run()
    {
        for (Eigen::Index row = 0; row < m_weights.rows(); ++row)
            check(row);
    }

    bool hasEmptyRows() const { return m_hasEmptyRows; }
    /// Returns what is wrong with a head; empty where nothing is.
    std::string sentence(const std::string &tensor, std::size_t head) const
    {
        if (m_fault == Fault::None)
            return {};
        const std::string place =
            Message::tr("%1, head %2, row %3", {tensor, std::to_string(head + 1), std::to_string(m_row + 1)});
        return said(place) + (m_rows == 1 ? std::string()
                                          : " " + Message::tr("(%1 rows of this head are not as they should be)",
                                                              {std::to_string(m_rows)}));
    }

private:
    enum class Fault { None, Sum, MaskedKey, Mask, Negative, NotFinite };

    std::string said(const std::string &place) const
    {
        const std::string &number = m_number;
        switch (m_fault) {
        case Fault::NotFinite:
            return Message::tr("%1: %2 is no number that a weight can be; the row is left empty", {place, number});
        case Fault::Negative:
            return Message::tr("%1: %2 is below 0, so it is no weight; the row is left empty", {place, number});
        case Fault::Mask:
            return Message::tr("%1: a key after the query has the weight %2, but the file says that they are masked",
                               {place, number});
        case Fault::MaskedKey:
            return Message::tr("%1: a masked token has the weight %2", {place, number});
        case Fault::Sum:
            return Message::tr("%1: the weights sum to %2, not to 1", {place, number});
        case Fault::None:
            break;
        }
        return {};
    }

    void check(Eigen::Index row)
    {
        double sum = 0;
        for (Eigen::Index key = 0; key < m_weights.cols(); ++key) {
            const float weight = m_weights(row, key);
            if (!std::isfinite(weight) || weight < 0) {
                note(std::isfinite(weight) ? Fault::Negative : Fault::NotFinite, row, numberText(weight));
                m_weights.row(row).setZero();
                m_hasEmptyRows = true;
                return;
            }
            sum += double(weight);
        }
        if (m_mask == Mask::Causal && row + 1 < m_weights.cols())
            if (const float beyond = m_weights.row(row).tail(m_weights.cols() - row - 1).maxCoeff(); beyond > 0) {
                note(Fault::Mask, row, numberText(beyond));
                return;
            }
        for (const int key : m_maskedKeys)
            if (const float weight = m_weights(row, key); weight > 0) {
                note(Fault::MaskedKey, row, numberText(weight));
                return;
            }
        if (sum != 0 && std::abs(sum - 1) > m_tolerance)
            note(Fault::Sum, row, rounded(sum));
    }

    void note(Fault fault, Eigen::Index row, std::string number)
    {
        ++m_rows;
        if (fault <= m_fault)
            return;
        m_fault = fault;
        m_row = row;
        m_number = std::move(number);
    }

    Matrix &m_weights;
    double m_tolerance;
    Mask m_mask;
    const std::vector<int> &m_maskedKeys; ///< positions within the weights
    Fault m_fault = Fault::None;
    Eigen::Index m_row = 0;
    std::string m_number;
    int m_rows = 0;
    bool m_hasEmptyRows = false;
};

/// Scores are finite, or −infinity where a mask forbids.
Matrix scoresOf(const std::shared_ptr<const ImportedTensor> &tensor, std::size_t head)
{
    if (!tensor)
        return {};
    Matrix scores = tensor->read(int(head));
    for (Eigen::Index row = 0; row < scores.rows(); ++row)
        for (Eigen::Index key = 0; key < scores.cols(); ++key)
            if (const float score = scores(row, key);
                std::isnan(score) || score == std::numeric_limits<float>::infinity())
                tensor->fail(Message::tr("has in head %1, row %2 a number that is no score",
                                         {std::to_string(head + 1), std::to_string(row + 1)}));
    return scores;
}

} // namespace

ImportedHeads::ImportedHeads(Tensor weights, Tensor scores, Tensor scaled, Tensor masked, Mask mask,
                             std::vector<int> maskedKeys)
    : m_weights(std::move(weights)), m_scores(std::move(scores)), m_scaled(std::move(scaled)),
      m_masked(std::move(masked)), m_mask(mask), m_maskedKeys(std::move(maskedKeys))
{
}

std::shared_ptr<const HeadTrace> ImportedHeads::read(std::size_t head) const
{
    auto trace = std::make_shared<HeadTrace>();
    trace->weights = m_weights->read(int(head));
    RowCheck check(trace->weights, toleranceOf(m_weights->kind()), m_mask, m_maskedKeys);
    check.run();
    trace->fault = check.sentence(m_weights->described(), head);
    trace->hasEmptyRows = check.hasEmptyRows();
    return trace;
}

HeadScores ImportedHeads::scores(std::size_t head) const
{
    return {scoresOf(m_scores, head), scoresOf(m_scaled, head), scoresOf(m_masked, head)};
}

} // namespace regard
