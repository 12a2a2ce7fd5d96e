#include "document/matrices/matrix_comparison.h"

#include <algorithm>

#include "document/matrices/matrix_names.h"
#include "engine/model/initialization.h"
#include "engine/model/positions.h"
#include "engine/model/resized_weight.h"
#include "engine/model/weight_shapes.h"
#include "engine/pass/output_layer.h"
#include "io/base/file_error.h"

namespace regard {

bool MatrixComparison::isChanged(const std::string &name, int row, int column) const
{
    const Weight present = m_present.matrix(name);
    if (!present || row < 0 || column < 0 || row >= present.rows() || column >= present.cols())
        return false;
    const EditTarget target = m_present.targetOf(name, row);
    if (isAsBefore(target))
        return false;
    const Weight original = readableOriginal(target).value_or(Weight());
    return original && !sameBits(present(row, column), original(isEmbedding(name) ? 0 : row, column));
}

qsizetype MatrixComparison::changedCells(const std::string &name) const
{
    const Weight present = m_present.matrix(name);
    qsizetype changed = 0;
    for (int row = 0; present && row < present.rows(); ++row) {
        const EditTarget target = m_present.targetOf(name, row);
        const bool isOfTokens = target.kind == EditTarget::Kind::Token;
        if (isAsBefore(target)) {
            if (!isOfTokens)
                return 0;
            continue;
        }
        const Weight original = readableOriginal(target).value_or(Weight());
        if (!original)
            continue;
        const Matrix now = present.row(row);
        const Matrix before = original.row(isOfTokens ? 0 : row);
        for (int column = 0; column < present.cols(); ++column)
            changed += sameBits(now(0, column), before(0, column)) ? 0 : 1;
    }
    return changed;
}

float MatrixComparison::valueBefore(const std::string &name, int row, int column) const
{
    m_present.checkCell(name, row, column);
    if (const Weight original = originalMatrix(m_present.targetOf(name, row)))
        return original(isEmbedding(name) ? 0 : row, column);
    return m_present.matrix(name)(row, column); // the token did not exist
}

std::optional<std::pair<int, int>> MatrixComparison::sizeBefore(const std::string &name) const
{
    const Model &base = *baseModel();
    Weight before = base.weights.find(name);
    if (!before)
        before = base.weights.find(fallbackOf(name));
    // An output layer whose size the sentences give existed, too.
    if (!before && isOutput(name) && hasOutputLayer(base))
        before = readableOriginal({EditTarget::Kind::Weight, name}).value_or(Weight());
    return before ? std::optional(std::pair(int(before.rows()), int(before.cols()))) : std::nullopt;
}

std::vector<MatrixChanges> MatrixComparison::changes() const
{
    std::vector<MatrixChanges> list;
    std::set<std::string> seenTokens;
    for (const std::string &name : m_present.allEditable()) {
        MatrixChanges changes = changesOf(name, seenTokens);
        if (!changes.cells.empty() || changes.newCells > 0)
            list.push_back(std::move(changes));
    }
    return list;
}

MatrixChanges MatrixComparison::changesOf(const std::string &name, std::set<std::string> &seenTokens) const
{
    MatrixChanges changes{name, {}};
    const Weight present = m_present.matrix(name);
    if (!present)
        return changes;
    const bool isOfTokens = isEmbedding(name);
    if (m_state.model->weights.contains(name)) {
        const auto [rows, columns] = sizeBefore(name).value_or(std::pair(0, 0));
        changes.newCells = present.size() - std::min<Eigen::Index>(rows, present.rows()) *
                                                std::min<Eigen::Index>(columns, present.cols());
    }
    // Most matrices of a large model are settled here.
    if (!isOfTokens && present.rows() > 0 && isAsBefore(m_present.targetOf(name, 0)))
        return changes;
    for (int row = 0; row < present.rows(); ++row) {
        const EditTarget target = m_present.targetOf(name, row);
        // A token that is in several rows is listed once.
        if (isOfTokens && (!seenTokens.insert(target.name).second || isAsBefore(target)))
            continue;
        const std::optional<Weight> read = readableOriginal(target);
        if (!read)
            continue; // error() says so
        const Weight &original = *read;
        if (!original) {
            changes.newCells += present.cols();
            continue;
        }
        const Matrix now = present.row(row);
        const Matrix before = original.row(isOfTokens ? 0 : row);
        for (int column = 0; column < present.cols(); ++column)
            if (!sameBits(before(0, column), now(0, column)))
                changes.cells.push_back({row, column, before(0, column), now(0, column)});
    }
    return changes;
}

QString MatrixComparison::error(const std::string &name) const
{
    for (const std::string &read :
         {std::string(embeddingMatrix), std::string(targetEmbeddingMatrix), std::string(outputWeight)}) {
        const Weight present = name.empty() || name == read ? m_present.matrix(read) : Weight();
        const Eigen::Index rows = !present ? 0 : read == outputWeight ? 1 : present.rows();
        for (int row = 0; row < rows; ++row) {
            const EditTarget target = m_present.targetOf(read, row);
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

bool MatrixComparison::isAsBefore(const EditTarget &target) const
{
    const Weight given = countingMatrix(*m_state.model, target);
    if (given != countingMatrix(*baseModel(), target))
        return false;
    // Compared with the opened file, drawing anew does not change a cell; compared with the pinned state it does.
    if (given || !m_state.pinned || drawsAsBefore())
        return true;
    const Weight drawn = target.kind == EditTarget::Kind::Weight ? m_state.model->weights.find(target.name) : Weight();
    return drawn && drawn == m_state.pinned->weights.find(target.name);
}

bool MatrixComparison::drawsAsBefore() const
{
    const ModelConfig &now = config();
    const ModelConfig &before = baseModel()->config;
    return now.seed == before.seed && now.initialization == before.initialization &&
           now.initializationStd == before.initializationStd && now.dModel == before.dModel &&
           now.embeddingWidth() == before.embeddingWidth() && now.entryWidth() == before.entryWidth();
}

Weight MatrixComparison::originalMatrix(const EditTarget &target) const
{
    if (target.kind == EditTarget::Kind::Positions)
        return originalPositions(target.name);
    const bool isToken = target.kind == EditTarget::Kind::Token;
    if (!isToken && isOutput(target.name))
        return originalOutput(target.name);
    Weight &kept = (isToken ? m_rows : m_originals)[target.name];
    if (!kept)
        kept = isToken ? originalRow(target) : originalWeight(target);
    return kept;
}

std::optional<Weight> MatrixComparison::readableOriginal(const EditTarget &target) const
{
    try {
        return originalMatrix(target);
    } catch (const FileError &) {
        return std::nullopt;
    }
}

/// The rows of a position table in the state that cells are compared with, at least as many as are shown now.
Weight MatrixComparison::originalPositions(const std::string &name) const
{
    Weight &kept = m_originals[name];
    const Eigen::Index rows = m_present.matrix(name).rows();
    if (kept && kept.rows() >= rows)
        return kept;
    const Model &base = *baseModel();
    const WeightShape shape = *weightShape(config(), name);
    SharedMatrix table = givenPositions(base, name);
    if (table && table->cols() != config().entryWidth())
        table = resizedWeight(table, base.config, config(), shape).matrix();
    if (table && table->rows() >= rows)
        return kept = table;
    // Rows that a table lacks, and all rows of one that was not given, were drawn; drawing anew is a change only
    // against the pinned state.
    Model drawing;
    drawing.config = m_state.pinned && base.config.entryWidth() == config().entryWidth() ? base.config : config();
    Matrix drawn = positionRows(drawing, std::max(int(rows), givenPositionRows), name);
    if (table)
        drawn.topRows(table->rows()) = *table;
    return kept = std::make_shared<Matrix>(std::move(drawn));
}

/// What the output layer held; drawn for the words of the present sentences where it was never given.
Weight MatrixComparison::originalOutput(const std::string &name) const
{
    Weight &kept = m_output[name];
    if (kept)
        return kept;
    const Model &base = *baseModel();
    const Weight given = base.given.find(name);
    const Weight now = m_present.matrix(name);
    const bool hasSameWords = base.vocabulary == m_state.model->vocabulary;
    if (given && hasSameWords && now && given.rows() == now.rows() && given.cols() == now.cols())
        return kept = given;
    const TokenList words = m_present.vocabulary();
    const bool isAsWide = outputWidthOf(base.config) == outputWidthOf(config());
    Model drawing = m_state.pinned && !given && isAsWide ? base : *m_state.model;
    if (drawing.table && drawing.table->output && drawing.table->output->rows() != int(words.size()))
        drawing.table.reset(); // made for other words
    const SharedMatrix drawn = drawnOutput(std::move(drawing), name, words);
    if (!given || !hasSameWords || !drawn)
        return kept = drawn;
    // A model of another size has the part that fits, as reconfigured() keeps it.
    auto resized = std::make_shared<Matrix>(*drawn);
    const Eigen::Index height = std::min(given.rows(), resized->rows());
    const Eigen::Index width = std::min(given.cols(), resized->cols());
    resized->topLeftCorner(height, width) = given.block(0, 0, height, width);
    return kept = std::move(resized);
}

/// A token's row; null where the trained table that it is compared with does not know the token.
Weight MatrixComparison::originalRow(const EditTarget &target) const
{
    const Model &base = *baseModel();
    if (const Weight given = givenMatrix(base, target))
        return resizedRow(given.matrix(), config(), target.name);
    if (m_state.pinned && base.config.embeddingWidth() == config().embeddingWidth())
        return effectiveMatrix(base, target, 1);
    Model unedited = *m_state.model; // so that the row is the checkpoint's, or drawn
    unedited.embedding.erase(target.name);
    return effectiveMatrix(unedited, target, 1);
}

// Returns the weight as it was opened, with the part that fits where the sizes changed since; drawn where it was never
// given.
Weight MatrixComparison::originalWeight(const EditTarget &target) const
{
    const Model &base = *baseModel();
    const Weight present = effectiveMatrix(*m_state.model, target, 0);
    const auto fits = [&](const Weight &matrix) {
        return matrix && present && matrix.rows() == present.rows() && matrix.cols() == present.cols();
    };
    const Weight pinned = m_state.pinned ? effectiveMatrix(base, target, 0) : Weight();
    if (fits(pinned))
        return pinned;
    const Weight given = countingMatrix(base, target);
    const auto shape = weightShape(config(), target.name);
    if (given && (fits(given) || !shape))
        return given;
    if (given)
        return resizedWeight(given, base.config, config(), *shape);
    return shape ? Weight(std::make_shared<Matrix>(drawWeight(config(), *shape, shape->rows))) : Weight();
}

void MatrixComparison::forgetOutput()
{
    m_output.clear();
}

void MatrixComparison::forget()
{
    m_originals.clear();
    m_rows.clear();
    forgetOutput();
}

} // namespace regard
