#include "controls/flash_moves.h"

#include <algorithm>
#include <cmath>

#include "document/matrices/model_edit.h"
#include "engine/model/positions.h"

namespace regard {

namespace {

/// Collects the cells in which two models differ, as long as there is only one.
class Difference {
public:
    void add(bool isToken, const std::string &name, const Matrix &before, const Matrix &now)
    {
        if (before.rows() != now.rows() || before.cols() != now.cols()) {
            m_isOther = true;
            return;
        }
        for (Eigen::Index i = 0; i < now.size() && !m_isOther; ++i) {
            if (before.data()[i] == now.data()[i])
                continue;
            m_isOther = m_cell.has_value();
            m_cell = EditedCell{isToken, name, int(i / now.cols()), int(i % now.cols())};
        }
    }
    void addOther() { m_isOther = true; }
    bool isOther() const { return m_isOther; }
    std::optional<EditedCell> cell() const { return m_isOther ? std::nullopt : m_cell; }

private:
    std::optional<EditedCell> m_cell;
    bool m_isOther = false;
};

void compareWeights(Difference &difference, const Model &before, const Model &now)
{
    if (before.weights.all().size() != now.weights.all().size())
        return difference.addOther();
    for (const auto &[name, matrix] : now.weights.all()) {
        const Weight old = before.weights.find(name);
        if (!old)
            return difference.addOther();
        if (old != matrix)
            difference.add(false, name, *old.matrix(), *matrix.matrix());
    }
}

/// Position tables are not among the weights, and drawn ones are not kept at all.
void comparePositions(Difference &difference, const Model &before, const Model &now)
{
    const auto compare = [&](const std::string &name) {
        const Weight old = before.given.find(name);
        const Weight present = now.given.find(name);
        if (old == present || before.weights.contains(name) || now.weights.contains(name))
            return;
        const EditTarget target{EditTarget::Kind::Positions, name};
        const int rows = int(old ? old.rows() : present.rows());
        difference.add(false, name, *effectiveMatrix(before, target, rows).matrix(),
                       *effectiveMatrix(now, target, rows).matrix());
    };
    for (const std::string &name :
         {std::string("position"), positionName(Stack::Encoder), positionName(Stack::Decoder)})
        compare(name);
}

void compareTokens(Difference &difference, const Model &before, const Model &now)
{
    const auto compare = [&](const std::string &token) {
        const EditTarget target{EditTarget::Kind::Token, token};
        if (givenMatrix(before, target) == givenMatrix(now, target))
            return;
        const SharedMatrix old = effectiveMatrix(before, target, 1).matrix();
        const SharedMatrix present = effectiveMatrix(now, target, 1).matrix();
        if (!old || !present)
            return difference.addOther(); // a trained table does not have the token
        difference.add(true, token, *old, *present);
    };
    for (const auto &[token, row] : now.embedding)
        compare(token);
    for (const auto &[token, row] : before.embedding)
        if (!now.embedding.contains(token))
            compare(token);
}

} // namespace

void addMoved(std::vector<MovedWeight> &moved, int head, const Matrix &before, const Matrix &now, double least,
              std::size_t most)
{
    if (before.rows() != now.rows() || before.cols() != now.cols())
        return;
    for (int query = 0; query < now.rows(); ++query) {
        for (int key = 0; key < now.cols(); ++key) {
            const float by = now(query, key) - before(query, key);
            if (double(std::abs(by)) > least) // false for NaN
                moved.push_back({head, query, key, by});
        }
    }
    std::stable_sort(moved.begin(), moved.end(),
                     [](const MovedWeight &a, const MovedWeight &b) { return std::abs(a.by) > std::abs(b.by); });
    moved.resize(std::min(moved.size(), most));
}

std::optional<EditedCell> editedCell(const Model &before, const Model &now)
{
    if (&before == &now || before.config != now.config || before.vocabulary != now.vocabulary)
        return std::nullopt;
    Difference difference;
    compareWeights(difference, before, now);
    if (!difference.isOther())
        comparePositions(difference, before, now);
    if (!difference.isOther())
        compareTokens(difference, before, now);
    return difference.cell();
}

} // namespace regard
