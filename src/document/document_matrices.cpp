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
#include "engine/attention_place.h"
#include "engine/errors.h"
#include "engine/initialization.h"
#include "engine/output_layer.h"
#include "engine/stack.h"
#include "engine/weight_shapes.h"

namespace regard {

namespace {

constexpr const char *positionMatrix = "position";
constexpr const char *outputWeight = "output.w";
constexpr const char *outputBiasName = "output.b";
constexpr std::array<const char *, 9> attentionWeights{"w_q", "b_q", "w_k", "b_k", "w_v", "b_v", "w_a", "w_o", "b_o"};
constexpr const char *tokenTypeMatrix = "token_type";
constexpr std::array<const char *, 6> feedForwardWeights{"ffn.w_1", "ffn.b_1", "ffn.w_3",
                                                         "ffn.b_3", "ffn.w_2", "ffn.b_2"};
/// What a masked language model makes of the encoder's output before it compares it with the vocabulary.
constexpr std::array<const char *, 4> outputTransform{"output.transform.w", "output.transform.b", "output.norm.gain",
                                                      "output.norm.bias"};

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

/// Rows and columns count from 0, as in the table.
QString cellText(const std::string &name, int row, int column)
{
    return QStringLiteral("%1 [%2, %3]").arg(matrixLabel(name)).arg(row).arg(column);
}

bool readsPositions(const ModelConfig &config)
{
    return config.position == Position::Learned || config.position == Position::OneHot;
}

bool isPositionTable(const std::string &name)
{
    return name == positionMatrix || name == positionName(Stack::Encoder) || name == positionName(Stack::Decoder);
}

bool isEmbedding(const std::string &name)
{
    return name == embeddingMatrix || name == targetEmbeddingMatrix;
}

Side embeddingSide(const std::string &name)
{
    return name == targetEmbeddingMatrix ? Side::Target : Side::Source;
}

bool isOutput(const std::string &name)
{
    return name == outputWeight || name == outputBiasName;
}

/// Gain and bias of a norm.
std::vector<std::string> normMatrices(const std::string &norm)
{
    return {norm + ".gain", norm + ".bias"};
}

/// What the output layer holds, drawn for a vocabulary; null where the model has no such matrix.
SharedMatrix drawnOutput(Model model, const std::string &name, int vocabulary)
{
    for (ModelWeights *weights : {&model.weights, &model.given})
        weights->remove(name);
    Matrix drawn = name == outputWeight ? outputWeights(model, vocabulary) : outputBias(model, vocabulary);
    return drawn.size() > 0 ? std::make_shared<Matrix>(std::move(drawn)) : nullptr;
}

} // namespace

int Document::editableRows(Side side) const
{
    return std::min(static_cast<int>(sentence(side).tokens.tokens.size()), maximumTokens);
}

int Document::positionRowsOf(const std::string &name) const
{
    const ModelConfig &config = m_model->config;
    if (!readsTarget(config) || name == positionName(Stack::Encoder))
        return editableRows(Side::Source);
    if (name == positionName(Stack::Decoder))
        return editableRows(Side::Target);
    return std::max(editableRows(Side::Source), editableRows(Side::Target));
}

SharedMatrix Document::presentRows(Side side) const
{
    SharedMatrix &kept = sentence(side).rows;
    if (kept)
        return kept;
    auto rows = std::make_shared<Matrix>(editableRows(side), m_model->config.dModel); // n × d_model
    std::map<std::string, Eigen::Index> first; // drawing a row is slow beside copying it
    for (Eigen::Index i = 0; i < rows->rows(); ++i) {
        const std::string &token = sentence(side).tokens.tokens[static_cast<std::size_t>(i)].text;
        const auto [known, isNew] = first.emplace(token, i);
        try {
            rows->row(i) = isNew ? embeddingRow(*m_model, token) : Matrix(rows->row(known->second));
        } catch (const Error &) {
            return nullptr; // a checkpoint that does not know the word, or whose file is gone; inputError() says so
        }
    }
    return kept = std::move(rows);
}

SharedMatrix Document::presentPositions(const std::string &name) const
{
    SharedMatrix &kept = m_positions[name];
    if (!kept) {
        const SharedMatrix table = givenPositions(*m_model, name);
        const int wanted = positionRowsOf(name);
        const int rows = table ? std::min(wanted, static_cast<int>(table->rows())) : wanted;
        kept = std::make_shared<Matrix>(positionRows(*m_model, rows, name));
    }
    return kept;
}

SharedMatrix Document::presentOutput(const std::string &name) const
{
    if (!hasOutputLayer(*m_model))
        return nullptr;
    if (SharedMatrix given = m_model->weights.find(name))
        return given;
    // The columns of a checkpoint's are too many to be looked at one by one; of a tied one they are rows of X.
    if (m_model->table && m_model->table->output && name == outputWeight)
        return nullptr;
    SharedMatrix &kept = m_output[name];
    if (!kept)
        kept = drawnOutput(*m_model, name, static_cast<int>(vocabulary().size()));
    return kept;
}

SharedMatrix Document::matrix(const std::string &name) const
{
    if (name == embeddingMatrix)
        return presentRows(Side::Source);
    if (name == targetEmbeddingMatrix)
        return readsTarget(m_model->config) ? presentRows(Side::Target) : nullptr;
    if (isPositionTable(name))
        return readsPositions(m_model->config) ? presentPositions(name) : nullptr;
    return isOutput(name) ? presentOutput(name) : m_model->weights.find(name);
}

std::vector<std::string> Document::editableMatrices(const Selection &selection) const
{
    const Stack stack = stackOf(selection.attention);
    std::vector<std::string> names{sideOf(m_model->config, stack) == Side::Target ? targetEmbeddingMatrix
                                                                                  : embeddingMatrix};
    if (readsPositions(m_model->config))
        names.push_back(m_model->given.contains(positionName(stack)) ? positionName(stack) : positionMatrix);
    if (m_model->weights.contains(tokenTypeMatrix))
        names.push_back(tokenTypeMatrix);
    for (std::string &name : partMatrices(selection))
        if (isOutput(name) ? presentOutput(name) != nullptr : m_model->weights.contains(name))
            names.push_back(std::move(name));
    return names;
}

std::vector<std::string> Document::partMatrices(const Selection &selection) const
{
    const Stack stack = stackOf(selection.attention);
    const std::string layer = stackName(stack) + '.' + std::to_string(selection.layer) + '.';
    std::vector<std::string> names;
    switch (selection.part) {
    case Part::Input: {
        const std::string own = stackName(stack) + ".embedding_norm";
        return normMatrices(m_model->weights.contains(own + ".gain") ? own : "embedding_norm");
    }
    case Part::Attention:
        for (const char *weight : attentionWeights)
            names.push_back(blockWeight(selection.attention, selection.layer, weight));
        return names;
    case Part::AttentionNorm:
        return normMatrices(layer + (selection.attention == Attention::Cross ? "norm_2" : "norm_1"));
    case Part::FeedForward:
        for (const char *weight : feedForwardWeights)
            names.push_back(layer + weight);
        return names;
    case Part::FeedForwardNorm:
        return normMatrices(layer + (stack == Stack::Decoder ? "norm_3" : "norm_2"));
    case Part::FinalNorm:
        return normMatrices(stackName(stack) + ".final_norm");
    case Part::Output:
        names.assign(outputTransform.begin(), outputTransform.end());
        names.insert(names.end(), {outputWeight, outputBiasName});
        return names;
    }
    return names;
}

EditTarget Document::targetOf(const std::string &name, int row) const
{
    if (isEmbedding(name))
        return {EditTarget::Kind::Token,
                sentence(embeddingSide(name)).tokens.tokens[static_cast<std::size_t>(row)].text};
    return {isPositionTable(name) ? EditTarget::Kind::Positions : EditTarget::Kind::Weight, name};
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
    const QString text = tr("Edit %1").arg(cellText(name, row, column));
    if (isOutput(name)) {
        editOutput(name, row, column, Matrix::Constant(1, 1, value), text, gesture);
        return;
    }
    m_undo.push(new CellCommand(this, text, targetOf(name, row), isEmbedding(name) ? 0 : row, column, value,
                                positionRowsOf(name), gesture));
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
                             .arg(row)
                             .arg(column)
                             .toStdString());
    if (!values.allFinite())
        throw ValueError(
            tr("The block for %1 holds a number that is not finite.").arg(matrixLabel(name)).toStdString());
    if (isEmbedding(name))
        editSentenceRows(embeddingSide(name), row, column, values, text);
    else if (isOutput(name))
        editOutput(name, row, column, values, text, -1);
    else
        m_undo.push(new BlockCommand(this, text, targetOf(name, row), row, column, values, positionRowsOf(name)));
}

// The columns of the output layer stand for words. Once one is edited, the words must stay: the vocabulary becomes
// given together with it.
void Document::editOutput(const std::string &name, int row, int column, const Matrix &values, const QString &text,
                          int mergeKey)
{
    const EditTarget target{EditTarget::Kind::Weight, name};
    const auto *top =
        dynamic_cast<const ModelCommand *>(m_undo.index() > 0 ? m_undo.command(m_undo.index() - 1) : nullptr);
    const bool goesOn = mergeKey >= 0 && top && top->mergeKey() == mergeKey; // with the step that made words given
    if (!goesOn && !m_model->vocabulary.tokens.empty() && m_model->weights.contains(name)) {
        if (values.size() == 1)
            m_undo.push(new CellCommand(this, text, target, row, column, values(0, 0), 0, mergeKey));
        else
            m_undo.push(new BlockCommand(this, text, target, row, column, values, 0));
        return;
    }
    Model after = m_model->vocabulary.tokens.empty()
                      ? buildModel(m_model->config, m_model->given, m_model->embedding,
                                   Vocabulary{vocabulary(), m_model->vocabulary.end}, m_model.get())
                      : *m_model;
    auto matrix = std::make_shared<Matrix>(*presentOutput(name));
    matrix->block(row, column, values.rows(), values.cols()) = values;
    setGiven(after, target, std::move(matrix));
    m_undo.push(new ModelCommand(this, text, after, mergeKey));
}

void Document::setVocabulary(const Vocabulary &vocabulary)
{
    if (vocabulary == m_model->vocabulary)
        return;
    const std::vector<std::string> before = this->vocabulary();
    ModelWeights given = m_model->given;
    for (const char *name : {outputWeight, outputBiasName}) {
        const SharedMatrix old = given.find(name);
        given.remove(name);
        if (!old || vocabulary.tokens.empty())
            continue;
        auto moved = std::make_shared<Matrix>(*drawnOutput(*m_model, name, static_cast<int>(vocabulary.tokens.size())));
        for (std::size_t i = 0; i < vocabulary.tokens.size(); ++i) {
            const auto known = std::find(before.begin(), before.end(), vocabulary.tokens[i]);
            if (known != before.end() && known - before.begin() < old->cols())
                moved->col(static_cast<Eigen::Index>(i)) = old->col(known - before.begin());
        }
        given.set(name, SharedMatrix(std::move(moved)));
    }
    m_undo.push(
        new ModelCommand(this, tr("Change vocabulary"),
                         buildModel(m_model->config, std::move(given), m_model->embedding, vocabulary, m_model.get())));
}

void Document::editSentenceRows(Side side, int row, int column, const Matrix &values, const QString &text)
{
    // Where a token stands in several rows, the cells that differ from what it has count: a pasted copy of X with
    // one row changed changes that token, wherever the row stands.
    std::map<std::string, Matrix> changed;
    for (Eigen::Index i = 0; i < values.rows(); ++i) {
        const std::string &token = sentence(side).tokens.tokens[static_cast<std::size_t>(row + i)].text;
        const auto present = presentRows(side)->row(row + i);
        Matrix &target = changed.emplace(token, present).first->second;
        for (Eigen::Index j = 0; j < values.cols(); ++j)
            if (!sameBits(values(i, j), present(column + j)))
                target(0, column + j) = values(i, j);
    }
    Model after = *m_model;
    for (auto &[token, rowOfToken] : changed)
        setGiven(after, {EditTarget::Kind::Token, token}, std::make_shared<Matrix>(std::move(rowOfToken)));
    m_undo.push(new ModelCommand(this, text, after));
}

// As it was opened, with what fits of it where the sizes changed since; drawn where it was never given.
SharedMatrix Document::originalMatrix(const EditTarget &target) const
{
    const bool isToken = target.kind == EditTarget::Kind::Token;
    const int rows = target.kind == EditTarget::Kind::Positions ? positionRowsOf(target.name) : 0;
    SharedMatrix &kept = (isToken ? m_originalRows : m_originals)[target.name];
    if (kept && kept->rows() >= rows && !isOutput(target.name))
        return kept;
    const ModelConfig &config = m_model->config;
    kept = givenMatrix(*baseModel(), target);
    if (isOutput(target.name)) {
        const SharedMatrix now = matrix(target.name);
        const bool hasSameWords = baseModel()->vocabulary == m_model->vocabulary;
        if (kept && hasSameWords && now && kept->rows() == now->rows() && kept->cols() == now->cols())
            return kept;
        const SharedMatrix drawn = drawnOutput(*m_model, target.name, static_cast<int>(vocabulary().size()));
        if (!kept || !hasSameWords || !drawn)
            return kept = drawn;
        // In a model of another size: what fits of it, as reconfigured() keeps it.
        auto resized = std::make_shared<Matrix>(*drawn);
        const Eigen::Index height = std::min(kept->rows(), resized->rows());
        const Eigen::Index width = std::min(kept->cols(), resized->cols());
        resized->topLeftCorner(height, width) = kept->topLeftCorner(height, width);
        kept = std::move(resized);
        return kept;
    }
    const SharedMatrix present = effectiveMatrix(*m_model, target, rows);
    if (m_pinned) {
        const SharedMatrix pinned = effectiveMatrix(*baseModel(), target, rows);
        if (pinned && present && pinned->cols() == present->cols() &&
            (target.kind == EditTarget::Kind::Positions ? pinned->rows() >= rows : pinned->rows() == present->rows()))
            return kept = pinned;
    }
    if (kept && present &&
        (kept->cols() != present->cols() ||
         (target.kind != EditTarget::Kind::Positions && kept->rows() != present->rows())))
        kept = givenMatrix(reconfigured(*baseModel(), config), target);
    if (kept && kept->rows() < rows)
        kept.reset();
    if (kept)
        return kept;
    if (isToken) {
        Model unedited = *m_model; // so that the row is the checkpoint's, or drawn
        unedited.embedding.erase(target.name);
        kept = std::make_shared<Matrix>(embeddingRow(unedited, target.name));
    } else if (const auto shape = weightShape(config, target.name))
        kept = std::make_shared<Matrix>(
            drawWeight(config, *shape,
                       target.kind == EditTarget::Kind::Positions ? std::max(rows, givenPositionRows) : shape->rows));
    return kept;
}

void Document::revertCell(const std::string &name, int row, int column)
{
    checkCell(name, row, column);
    const SharedMatrix original = originalMatrix(targetOf(name, row));
    editCell(name, row, column, (*original)(isEmbedding(name) ? 0 : row, column));
}

void Document::revertMatrix(const std::string &name)
{
    const SharedMatrix present = matrix(name);
    if (!present)
        throw ShapeError(tr("The model has no matrix %1 now.").arg(QString::fromStdString(name)).toStdString());
    if (isOutput(name)) {
        revertOutput(name);
        return;
    }
    std::set<std::string> tokens;
    std::vector<EditTarget> targets;
    if (!isEmbedding(name))
        targets.push_back(targetOf(name, 0));
    else
        for (int row = 0; row < editableRows(embeddingSide(name)); ++row)
            if (EditTarget target = targetOf(name, row); tokens.insert(target.name).second)
                targets.push_back(std::move(target));

    Model after = *m_model;
    bool changes = false;
    for (const EditTarget &target : targets) {
        const SharedMatrix given = givenMatrix(*m_model, target);
        const SharedMatrix original = originalMatrix(target);
        const bool wasGiven = givenMatrix(*baseModel(), target) != nullptr;
        if (isAsBefore(target))
            continue;
        changes = changes || !given || !wasGiven || !sameBits(*given, *original);
        // What was drawn differently can only come back as something given.
        if (wasGiven || (m_pinned && !drawsAsBefore()))
            setGiven(after, target, original);
        else
            setDrawn(after, target, original);
    }
    if (changes)
        m_undo.push(new ModelCommand(this, tr("Revert %1").arg(matrixLabel(name)), after));
}

void Document::revertOutput(const std::string &name)
{
    const SharedMatrix given = m_model->given.find(name);
    const SharedMatrix wasGiven = baseModel()->given.find(name);
    if (given == wasGiven)
        return;
    ModelWeights weights = m_model->given;
    if (wasGiven)
        weights.set(name, wasGiven);
    else
        weights.remove(name);
    // The words of the opened model come back too, unless the other matrix still stands for the present ones.
    const bool otherStands = weights.contains(name == outputWeight ? outputBiasName : outputWeight);
    const Vocabulary &words = otherStands && !wasGiven ? m_model->vocabulary : baseModel()->vocabulary;
    m_undo.push(
        new ModelCommand(this, tr("Revert %1").arg(matrixLabel(name)),
                         buildModel(m_model->config, std::move(weights), m_model->embedding, words, m_model.get())));
}

void Document::forgetOriginals()
{
    m_originals.clear();
    m_originalRows.clear();
}

float Document::valueBefore(const std::string &name, int row, int column) const
{
    checkCell(name, row, column);
    return (*originalMatrix(targetOf(name, row)))(isEmbedding(name) ? 0 : row, column);
}

bool Document::isChanged(const std::string &name, int row, int column) const
{
    const SharedMatrix present = matrix(name);
    if (!present || row < 0 || column < 0 || row >= present->rows() || column >= present->cols())
        return false;
    const EditTarget target = targetOf(name, row);
    if (isAsBefore(target))
        return false;
    const SharedMatrix original = originalMatrix(target);
    return !sameBits((*present)(row, column), (*original)(isEmbedding(name) ? 0 : row, column));
}

qsizetype Document::changedCells(const std::string &name) const
{
    const SharedMatrix present = matrix(name);
    qsizetype changed = 0;
    for (int row = 0; present && row < present->rows(); ++row) {
        const EditTarget target = targetOf(name, row);
        const bool isOfTokens = target.kind == EditTarget::Kind::Token;
        if (isAsBefore(target)) {
            if (!isOfTokens)
                return 0;
            continue;
        }
        const SharedMatrix original = originalMatrix(target);
        const int rowBefore = isOfTokens ? 0 : row;
        for (int column = 0; column < present->cols(); ++column)
            changed += sameBits((*present)(row, column), (*original)(rowBefore, column)) ? 0 : 1;
    }
    return changed;
}

bool Document::isTokenRandom(const std::string &token) const
{
    return !m_model->table && !m_model->embedding.contains(token);
}

Document::Randomness Document::randomness() const
{
    bool isSome = false;
    for (const char *weight : {"w_q", "w_k"}) {
        const std::string name = blockWeight(m_selection.attention, m_selection.layer, weight);
        const SharedMatrix present = m_model->weights.find(name);
        if (!present)
            continue;
        if (!m_model->given.contains(name))
            return Randomness::All;
        const SharedMatrix opened = m_opened->given.find(name);
        isSome = isSome || (opened && (present->rows() > opened->rows() || present->cols() > opened->cols()));
    }
    return isSome ? Randomness::Some : Randomness::None;
}

} // namespace regard
