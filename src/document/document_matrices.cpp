#include "document/document.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <set>
#include <utility>

#include "document/block_command.h"
#include "document/cell_command.h"
#include "document/input_check.h"
#include "document/matrix_label.h"
#include "document/model_command.h"
#include "engine/errors.h"
#include "engine/initialization.h"
#include "engine/weight_shapes.h"

namespace regard {

namespace {

constexpr const char *positionMatrix = "position";
constexpr std::array<const char *, 9> layerWeights{"w_q", "b_q", "w_k", "b_k", "w_v", "b_v", "w_a", "w_o", "b_o"};

bool sameBits(float a, float b)
{
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

bool sameBits(const Matrix &a, const Matrix &b)
{
    return a.rows() == b.rows() && a.cols() == b.cols() &&
           std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(float)) == 0;
}

QString sizeText(const Matrix &matrix)
{
    return QStringLiteral("%1 × %2").arg(matrix.rows()).arg(matrix.cols());
}

QString cellText(const std::string &name, int row, int column)
{
    return QStringLiteral("%1 [%2, %3]").arg(matrixLabel(name)).arg(row + 1).arg(column + 1);
}

bool readsPositions(const ModelConfig &config)
{
    return config.position == Position::Learned || config.position == Position::OneHot;
}

} // namespace

int Document::editableRows() const
{
    return std::min(tokenCount(), maximumTokens);
}

SharedMatrix Document::presentRows() const
{
    if (m_rows)
        return m_rows;
    auto rows = std::make_shared<Matrix>(editableRows(), m_model->config.dModel); // n × d_model
    std::map<std::string, Eigen::Index> first; // drawing a row is slow beside copying it
    for (Eigen::Index i = 0; i < rows->rows(); ++i) {
        const std::string &token = m_tokens.tokens[static_cast<std::size_t>(i)].text;
        const auto [known, isNew] = first.emplace(token, i);
        if (isNew)
            rows->row(i) = embeddingRow(*m_model, token);
        else
            rows->row(i) = rows->row(known->second);
    }
    return m_rows = std::move(rows);
}

SharedMatrix Document::presentPositions() const
{
    if (!m_positions) {
        const SharedMatrix table = m_model->given.find(positionMatrix);
        const int rows = table ? std::min(editableRows(), static_cast<int>(table->rows())) : editableRows();
        m_positions = std::make_shared<Matrix>(positionRows(*m_model, rows));
    }
    return m_positions;
}

SharedMatrix Document::matrix(const std::string &name) const
{
    if (name == embeddingMatrix)
        return presentRows();
    if (name == positionMatrix)
        return readsPositions(m_model->config) ? presentPositions() : nullptr;
    return m_model->weights.find(name);
}

std::vector<std::string> Document::editableMatrices(int layer) const
{
    std::vector<std::string> names{embeddingMatrix};
    if (readsPositions(m_model->config))
        names.emplace_back(positionMatrix);
    for (const char *weight : layerWeights) {
        std::string name = encoderWeight(layer, weight);
        if (m_model->weights.contains(name))
            names.push_back(std::move(name));
    }
    return names;
}

EditTarget Document::targetOf(const std::string &name, int row) const
{
    if (name == embeddingMatrix)
        return {EditTarget::Kind::Token, m_tokens.tokens[static_cast<std::size_t>(row)].text};
    return {name == positionMatrix ? EditTarget::Kind::Positions : EditTarget::Kind::Weight, name};
}

void Document::checkCell(const std::string &name, int row, int column) const
{
    const SharedMatrix present = matrix(name);
    if (!present)
        throw ShapeError(tr("The model has no matrix %1 now.").arg(QString::fromStdString(name)).toStdString());
    if (row < 0 || column < 0 || row >= present->rows() || column >= present->cols())
        throw ShapeError(tr("%1 lies outside the matrix, which is %2.")
                             .arg(cellText(name, row, column), sizeText(*present))
                             .toStdString());
}

void Document::editCell(const std::string &name, int row, int column, float value, int gesture)
{
    checkCell(name, row, column);
    if (!std::isfinite(value))
        throw ValueError(tr("%1 must be a finite number.").arg(cellText(name, row, column)).toStdString());
    if (sameBits((*matrix(name))(row, column), value))
        return;
    const int targetRow = name == embeddingMatrix ? 0 : row;
    m_undo.push(new CellCommand(this, tr("Edit %1").arg(cellText(name, row, column)), targetOf(name, row), targetRow,
                                column, value, tokenCount(), gesture));
}

void Document::editBlock(const std::string &name, int row, int column, const Matrix &values, const QString &text)
{
    if (values.size() == 0)
        return;
    checkCell(name, row, column);
    const SharedMatrix present = matrix(name);
    if (values.rows() > present->rows() - row || values.cols() > present->cols() - column)
        throw ShapeError(tr("The block is %1 and does not fit %2, which is %3, from row %4 and column %5 on.")
                             .arg(sizeText(values), matrixLabel(name), sizeText(*present))
                             .arg(row + 1)
                             .arg(column + 1)
                             .toStdString());
    if (!values.allFinite())
        throw ValueError(
            tr("The block for %1 holds a number that is not finite.").arg(matrixLabel(name)).toStdString());
    if (name == embeddingMatrix)
        editSentenceRows(row, column, values, text);
    else
        m_undo.push(new BlockCommand(this, text, targetOf(name, row), row, column, values, tokenCount()));
}

void Document::editSentenceRows(int row, int column, const Matrix &values, const QString &text)
{
    // Where a token stands in several rows, the cells that differ from what it has count: a pasted copy of X with
    // one row changed changes that token, wherever the row stands.
    std::map<std::string, Matrix> changed;
    for (Eigen::Index i = 0; i < values.rows(); ++i) {
        const std::string &token = m_tokens.tokens[static_cast<std::size_t>(row + i)].text;
        const auto present = presentRows()->row(row + i);
        Matrix &target = changed.emplace(token, present).first->second;
        for (Eigen::Index j = 0; j < values.cols(); ++j)
            if (!sameBits(values(i, j), present(column + j)))
                target(0, column + j) = values(i, j);
    }
    auto after = std::make_shared<Model>(*m_model);
    for (auto &[token, rowOfToken] : changed)
        setGiven(*after, {EditTarget::Kind::Token, token}, std::make_shared<Matrix>(std::move(rowOfToken)));
    m_undo.push(new ModelCommand(this, text, std::move(after), 0));
}

// As it was opened, with what fits of it where the sizes changed since; drawn where it was never given.
SharedMatrix Document::originalMatrix(const EditTarget &target) const
{
    const bool isToken = target.kind == EditTarget::Kind::Token;
    SharedMatrix &kept = (isToken ? m_originalRows : m_originals)[target.name];
    if (kept && (target.kind != EditTarget::Kind::Positions || kept->rows() >= editableRows()))
        return kept;
    const ModelConfig &config = m_model->config;
    kept = givenMatrix(*m_opened, target);
    const SharedMatrix present = effectiveMatrix(*m_model, target, tokenCount());
    if (kept && present &&
        (kept->cols() != present->cols() ||
         (target.kind != EditTarget::Kind::Positions && kept->rows() != present->rows())))
        kept = givenMatrix(reconfigured(*m_opened, config), target);
    if (kept && target.kind == EditTarget::Kind::Positions && kept->rows() < editableRows())
        kept.reset();
    if (kept)
        return kept;
    if (isToken)
        kept = std::make_shared<Matrix>(drawEmbeddingRow(config, target.name));
    else if (const auto shape = weightShape(config, target.name))
        kept = std::make_shared<Matrix>(drawWeight(
            config, *shape,
            target.kind == EditTarget::Kind::Positions ? std::max(tokenCount(), givenPositionRows) : shape->rows));
    return kept;
}

void Document::revertCell(const std::string &name, int row, int column)
{
    checkCell(name, row, column);
    const SharedMatrix original = originalMatrix(targetOf(name, row));
    editCell(name, row, column, (*original)(name == embeddingMatrix ? 0 : row, column));
}

void Document::revertMatrix(const std::string &name)
{
    const SharedMatrix present = matrix(name);
    if (!present)
        throw ShapeError(tr("The model has no matrix %1 now.").arg(QString::fromStdString(name)).toStdString());
    std::set<std::string> tokens;
    std::vector<EditTarget> targets;
    if (name != embeddingMatrix)
        targets.push_back(targetOf(name, 0));
    else
        for (int row = 0; row < editableRows(); ++row)
            if (EditTarget target = targetOf(name, row); tokens.insert(target.name).second)
                targets.push_back(std::move(target));

    auto after = std::make_shared<Model>(*m_model);
    bool changes = false;
    for (const EditTarget &target : targets) {
        const SharedMatrix given = givenMatrix(*m_model, target);
        const SharedMatrix original = originalMatrix(target);
        const bool wasGiven = givenMatrix(*m_opened, target) != nullptr;
        if (!given && !wasGiven)
            continue;
        changes = changes || !given || !wasGiven || !sameBits(*given, *original);
        if (wasGiven)
            setGiven(*after, target, original);
        else
            setDrawn(*after, target, original);
    }
    if (changes)
        m_undo.push(new ModelCommand(this, tr("Revert %1").arg(matrixLabel(name)), std::move(after),
                                     firstChangedBlock(targets.front())));
}

bool Document::differsFromOpened(const std::string &name, int row, int column) const
{
    const SharedMatrix present = matrix(name);
    if (!present || row < 0 || column < 0 || row >= present->rows() || column >= present->cols())
        return false;
    const EditTarget target = targetOf(name, row);
    if (!givenMatrix(*m_model, target) && !givenMatrix(*m_opened, target))
        return false;
    const SharedMatrix original = originalMatrix(target);
    return !sameBits((*present)(row, column), (*original)(name == embeddingMatrix ? 0 : row, column));
}

bool Document::isTokenRandom(const std::string &token) const
{
    return !m_model->embedding.contains(token);
}

bool Document::hasRandomWeights() const
{
    const auto isRandom = [this](const char *weight) {
        const std::string name = encoderWeight(m_selection.layer, weight);
        return m_model->weights.contains(name) && !m_model->given.contains(name);
    };
    return isRandom("w_q") || isRandom("w_k");
}

} // namespace regard
