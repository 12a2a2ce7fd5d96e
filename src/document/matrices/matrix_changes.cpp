#include "document/matrices/matrices.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <set>
#include <utility>

#include "document/sentence/side.h"
#include "engine/model/positions.h"
#include "engine/model/stack.h"
#include "engine/model/weight_shapes.h"
#include "io/base/file_error.h"

namespace regard {

namespace {

bool sameBits(float a, float b)
{
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

/// Like the embedding, of a checkpoint's file.
constexpr const char *outputMatrix = "output.w";

} // namespace

/// Every matrix that a person can edit, whichever part is selected, in the order of computation.
std::vector<std::string> Matrices::allEditableMatrices() const
{
    std::vector<std::string> names{embeddingMatrix};
    if (readsTarget(m_state.model->config))
        names.emplace_back(targetEmbeddingMatrix);
    for (const WeightShape &shape : weightShapes(m_state.model->config))
        if (shape.role != WeightRole::PositionTable || countsPositions(shape.name))
            names.push_back(shape.name);
    for (const char *output : {outputMatrix, "output.b"})
        if (std::find(names.begin(), names.end(), output) == names.end())
            names.emplace_back(output);
    return names;
}

/// Whether a stack reads that table: its own where it is given, else the bare one.
bool Matrices::countsPositions(const std::string &name) const
{
    const std::array stacks{Stack::Encoder, Stack::Decoder};
    return std::any_of(stacks.begin(), stacks.end(), [&](Stack stack) {
        const bool hasOwn = m_state.model->given.contains(positionName(stack));
        return hasStack(m_state.model->config, stack) && name == (hasOwn ? positionName(stack) : "position");
    });
}

/// Whether both models draw the same numbers for what is not given.
bool Matrices::drawsAsBefore() const
{
    const ModelConfig &now = m_state.model->config;
    const ModelConfig &before = baseModel()->config;
    return now.seed == before.seed && now.initialization == before.initialization &&
           now.initializationStd == before.initializationStd && now.dModel == before.dModel;
}

bool Matrices::isAsBefore(const EditTarget &target) const
{
    const SharedMatrix given = countingMatrix(*m_state.model, target);
    if (given != countingMatrix(*baseModel(), target))
        return false;
    // Against the file that was opened, drawing anew is no change of a cell; against what is pinned it is.
    if (given || !m_state.pinned || drawsAsBefore())
        return true;
    const SharedMatrix drawn =
        target.kind == EditTarget::Kind::Weight ? m_state.model->weights.find(target.name) : nullptr;
    return drawn && drawn == m_state.pinned->weights.find(target.name);
}

MatrixChanges Matrices::changesOf(const std::string &name, std::set<std::string> &seenTokens) const
{
    MatrixChanges changes{name, {}};
    const SharedMatrix present = matrix(name);
    if (!present)
        return changes;
    const bool isOfTokens = name == embeddingMatrix || name == targetEmbeddingMatrix;
    if (m_state.model->weights.contains(name)) {
        const auto [rows, columns] = sizeBefore(name).value_or(std::pair(0, 0));
        changes.newCells = present->size() - std::min<Eigen::Index>(rows, present->rows()) *
                                                 std::min<Eigen::Index>(columns, present->cols());
    }
    // Most matrices of a large model are settled here.
    if (!isOfTokens && present->rows() > 0 && isAsBefore(targetOf(name, 0)))
        return changes;
    for (int row = 0; row < present->rows(); ++row) {
        const EditTarget target = targetOf(name, row);
        // A token that stands in several rows is listed once.
        if (isOfTokens && (!seenTokens.insert(target.name).second || isAsBefore(target)))
            continue;
        const std::optional<SharedMatrix> read = readableOriginal(target);
        if (!read)
            continue; // comparisonError() says so
        const SharedMatrix &original = *read;
        if (!original) {
            changes.newCells += present->cols();
            continue;
        }
        const int rowBefore = isOfTokens ? 0 : row;
        for (int column = 0; column < present->cols(); ++column) {
            const float before = (*original)(rowBefore, column);
            const float now = (*present)(row, column);
            if (!sameBits(before, now))
                changes.cells.push_back({row, column, before, now});
        }
    }
    return changes;
}

std::vector<MatrixChanges> Matrices::changes() const
{
    std::vector<MatrixChanges> list;
    std::set<std::string> seenTokens;
    for (const std::string &name : allEditableMatrices()) {
        MatrixChanges changes = changesOf(name, seenTokens);
        if (!changes.cells.empty() || changes.newCells > 0)
            list.push_back(std::move(changes));
    }
    return list;
}

QString Matrices::comparisonError(const std::string &name) const
{
    for (const std::string &read :
         {std::string(embeddingMatrix), std::string(targetEmbeddingMatrix), std::string(outputMatrix)}) {
        const SharedMatrix present = name.empty() || name == read ? matrix(read) : nullptr;
        const Eigen::Index rows = !present ? 0 : read == outputMatrix ? 1 : present->rows();
        for (int row = 0; row < rows; ++row) {
            const EditTarget target = targetOf(read, row);
            if (isAsBefore(target))
                continue;
            try {
                originalMatrix(target);
            } catch (const FileError &error) {
                return QString::fromUtf8(error.what());
            }
        }
    }
    return {};
}

void Matrices::revertChanges()
{
    const std::vector<MatrixChanges> list = changes();
    const auto hasCells = [](const MatrixChanges &changed) { return !changed.cells.empty(); };
    if (std::none_of(list.begin(), list.end(), hasCells))
        return;
    m_steps->asOneStep(tr("Revert all changes"), [&] {
        for (const MatrixChanges &changed : list)
            if (hasCells(changed))
                revertMatrix(changed.matrix);
    });
}

} // namespace regard
