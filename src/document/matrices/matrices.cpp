#include "document/matrices/matrices.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <set>
#include <utility>

#include "document/matrices/block_command.h"
#include "document/matrices/matrix_label.h"
#include "document/matrices/model_command.h"
#include "document/sentence/input_check.h"
#include "engine/base/errors.h"
#include "engine/model/attention_place.h"
#include "engine/model/initialization.h"
#include "engine/model/positions.h"
#include "engine/model/resized_weight.h"
#include "engine/model/stack.h"
#include "engine/model/weight_shapes.h"
#include "engine/pass/output_layer.h"
#include "io/base/file_error.h"

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
    return hasPositionTable(config.position);
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

void Matrices::read(Model model, std::vector<std::string> names)
{
    m_state.model = std::make_shared<const Model>(std::move(model));
    m_state.kept.reset();
    m_state.names = std::move(names);
    nameDimensions();
    forget();
}

void Matrices::setOpened(std::shared_ptr<const Model> opened)
{
    m_state.opened = std::move(opened);
    forgetOriginals();
}

void Matrices::setPinned(std::shared_ptr<const Model> pinned)
{
    m_state.pinned = std::move(pinned);
    forgetOriginals();
}

void Matrices::putBack(State state)
{
    m_state = std::move(state);
    forget();
}

void Matrices::forgetTokens(Side side)
{
    (side == Side::Source ? m_sourceRows : m_targetRows).reset();
    m_positions.clear();
    m_output.clear();
}

void Matrices::forgetOriginals()
{
    m_originals.clear();
    m_originalRows.clear();
    m_output.clear();
}

void Matrices::forget()
{
    forgetTokens(Side::Source);
    forgetTokens(Side::Target);
    forgetOriginals();
}

// A wider model keeps the names that there are; what comes after them is counted, as where nothing has a name.
void Matrices::nameDimensions()
{
    m_state.dimensions = m_state.names;
    if (m_state.dimensions.empty())
        return;
    m_state.dimensions.resize(static_cast<std::size_t>(m_state.model->config.dModel));
    for (std::size_t i = m_state.names.size(); i < m_state.dimensions.size(); ++i)
        m_state.dimensions[i] = std::to_string(i);
}

TokenList Matrices::vocabulary() const
{
    const Model &model = *m_state.model;
    return model.vocabulary.tokens.empty() ? vocabularyOf(model, m_sentences.input(model.config))
                                           : model.vocabulary.tokens;
}

void Matrices::apply(std::shared_ptr<const Model> model)
{
    m_steps->change([&] {
        m_state.kept.reset();
        replace(std::move(model));
    });
}

void Matrices::replace(std::shared_ptr<const Model> model)
{
    const std::shared_ptr<const Model> before = std::exchange(m_state.model, std::move(model));
    const bool otherConfig = m_state.model->config != before->config;
    if (otherConfig || m_state.model->embedding != before->embedding) {
        m_sourceRows.reset();
        m_targetRows.reset();
    }
    m_positions.clear();
    m_output.clear();
    if (otherConfig)
        nameDimensions();
    if (otherConfig || m_state.model->vocabulary != before->vocabulary)
        forgetOriginals();
    m_follower->modelChanges(*before, [this] { emit modelChanged(); });
}

void Matrices::showModel(std::shared_ptr<const Model> model, const QString &text)
{
    if (model == m_state.model)
        return;
    m_steps->change([&] {
        if (!m_state.kept)
            m_state.kept = m_state.model;
        m_state.shownAs = text;
        replace(std::move(model));
    });
}

void Matrices::keepShownModel()
{
    if (!m_state.kept)
        return;
    m_steps->change([this] {
        const std::shared_ptr<const Model> before = std::exchange(m_state.kept, nullptr);
        m_steps->push(
            std::make_unique<ModelCommand>(static_cast<StepModel *>(this), m_state.shownAs, *before, *m_state.model));
    });
}

void Matrices::push(const QString &text, const Model &after, int mergeKey)
{
    m_steps->push(
        std::make_unique<ModelCommand>(static_cast<StepModel *>(this), text, *m_state.model, after, mergeKey));
}

/// The step before, where a change with that key goes on with it; null: it does not.
const ModelCommand *Matrices::stepToGoOnWith(int mergeKey) const
{
    const auto *last = dynamic_cast<const ModelCommand *>(m_steps->last());
    return mergeKey >= 0 && last && last->mergeKey() == mergeKey ? last : nullptr;
}

void Matrices::setConfig(const ModelConfig &config, const QString &text, HeadSplit split, int mergeKey)
{
    if (config == m_state.model->config)
        return;
    checkModelSize(config, m_state.model->table != nullptr);
    // Within one merged step sizes follow from where the step began: heads that a drag takes away and brings back
    // come back with their weights.
    keepShownModel();
    const ModelCommand *step = stepToGoOnWith(mergeKey);
    const Model base = step ? step->before() : *m_state.model;
    push(text, base.config == config ? base : reconfigured(base, config, split), mergeKey);
}

void Matrices::setInterventions(const Interventions &interventions, const QString &text, int mergeKey)
{
    for (const auto &[head, temperature] : interventions.temperatures)
        if (!(temperature >= lowestTemperature && temperature <= highestTemperature))
            throw ValueError(tr("The temperature of a softmax must be between %1 and %2.")
                                 .arg(lowestTemperature)
                                 .arg(highestTemperature)
                                 .toStdString());
    Model after = *m_state.model;
    after.interventions = existingInterventions(interventions, m_state.model->config);
    std::erase_if(after.interventions.temperatures, [](const auto &entry) { return entry.second == 1.0F; });
    if (after.interventions != m_state.model->interventions)
        push(text, after, mergeKey);
}

int Matrices::editableRows(Side side) const
{
    return std::min(static_cast<int>(m_sentences.tokens(side).tokens.size()), maximumTokens);
}

int Matrices::positionRowsOf(const std::string &name) const
{
    const ModelConfig &config = m_state.model->config;
    if (!readsTarget(config) || name == positionName(Stack::Encoder))
        return editableRows(Side::Source);
    if (name == positionName(Stack::Decoder))
        return editableRows(Side::Target);
    return std::max(editableRows(Side::Source), editableRows(Side::Target));
}

SharedMatrix Matrices::presentRows(Side side) const
{
    SharedMatrix &kept = side == Side::Source ? m_sourceRows : m_targetRows;
    if (kept)
        return kept;
    auto rows = std::make_shared<Matrix>(editableRows(side), m_state.model->config.dModel); // n × d_model
    std::map<std::string, Eigen::Index> first; // drawing a row is slow beside copying it
    for (Eigen::Index i = 0; i < rows->rows(); ++i) {
        const std::string &token = m_sentences.tokens(side).tokens[static_cast<std::size_t>(i)].text;
        const auto [known, isNew] = first.emplace(token, i);
        try {
            rows->row(i) = isNew ? embeddingRow(*m_state.model, token) : Matrix(rows->row(known->second));
        } catch (const Error &) {
            return nullptr; // a checkpoint that does not know the word, or whose file is gone; inputError() says so
        }
    }
    return kept = std::move(rows);
}

SharedMatrix Matrices::presentPositions(const std::string &name) const
{
    SharedMatrix &kept = m_positions[name];
    if (!kept) {
        const SharedMatrix table = givenPositions(*m_state.model, name);
        const int wanted = positionRowsOf(name);
        const int rows = table ? std::min(wanted, static_cast<int>(table->rows())) : wanted;
        kept = std::make_shared<Matrix>(positionRows(*m_state.model, rows, name));
    }
    return kept;
}

SharedMatrix Matrices::presentOutput(const std::string &name) const
{
    if (!hasOutputLayer(*m_state.model))
        return nullptr;
    if (SharedMatrix given = m_state.model->weights.find(name))
        return given;
    // The columns of a checkpoint's are too many to be looked at one by one; of a tied one they are rows of X.
    if (m_state.model->table && m_state.model->table->output && name == outputWeight)
        return nullptr;
    SharedMatrix &kept = m_output[name];
    if (!kept)
        kept = drawnOutput(*m_state.model, name, static_cast<int>(vocabulary().size()));
    return kept;
}

SharedMatrix Matrices::matrix(const std::string &name) const
{
    if (name == embeddingMatrix)
        return presentRows(Side::Source);
    if (name == targetEmbeddingMatrix)
        return readsTarget(m_state.model->config) ? presentRows(Side::Target) : nullptr;
    if (isPositionTable(name))
        return readsPositions(m_state.model->config) ? presentPositions(name) : nullptr;
    return isOutput(name) ? presentOutput(name) : m_state.model->weights.find(name);
}

std::vector<std::string> Matrices::editableMatrices(const Selection &selection) const
{
    const Stack stack = stackOf(selection.attention);
    std::vector<std::string> names{sideOf(m_state.model->config, stack) == Side::Target ? targetEmbeddingMatrix
                                                                                        : embeddingMatrix};
    if (readsPositions(m_state.model->config))
        names.push_back(m_state.model->given.contains(positionName(stack)) ? positionName(stack) : positionMatrix);
    if (m_state.model->weights.contains(tokenTypeMatrix))
        names.push_back(tokenTypeMatrix);
    for (std::string &name : partMatrices(selection))
        if (isOutput(name) ? presentOutput(name) != nullptr : m_state.model->weights.contains(name))
            names.push_back(std::move(name));
    return names;
}

std::vector<std::string> Matrices::partMatrices(const Selection &selection) const
{
    const Stack stack = stackOf(selection.attention);
    const std::string layer = stackName(stack) + '.' + std::to_string(selection.layer) + '.';
    std::vector<std::string> names;
    switch (selection.part) {
    case Part::Input: {
        const std::string own = stackName(stack) + ".embedding_norm";
        return normMatrices(m_state.model->weights.contains(own + ".gain") ? own : "embedding_norm");
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

EditTarget Matrices::targetOf(const std::string &name, int row) const
{
    if (isEmbedding(name))
        return {EditTarget::Kind::Token,
                m_sentences.tokens(embeddingSide(name)).tokens[static_cast<std::size_t>(row)].text};
    return {isPositionTable(name) ? EditTarget::Kind::Positions : EditTarget::Kind::Weight, name};
}

void Matrices::checkCell(const std::string &name, int row, int column) const
{
    const SharedMatrix present = matrix(name);
    if (!present)
        throw ShapeError(tr("The model has no matrix %1 now.").arg(QString::fromStdString(name)).toStdString());
    if (row < 0 || column < 0 || row >= present->rows() || column >= present->cols())
        throw ShapeError(tr("%1 lies outside the matrix, which is %2.")
                             .arg(cellText(name, row, column), sizeText(*present))
                             .toStdString());
}

void Matrices::editCell(const std::string &name, int row, int column, float value, int gesture)
{
    checkCell(name, row, column);
    if (!std::isfinite(value))
        throw ValueError(tr("%1 must be a finite number.").arg(cellText(name, row, column)).toStdString());
    if (sameBits((*matrix(name))(row, column), value))
        return;
    writeBlock(name, row, column, Matrix::Constant(1, 1, value), tr("Edit %1").arg(cellText(name, row, column)),
               gesture);
}

void Matrices::editBlock(const std::string &name, int row, int column, const Matrix &values, const QString &text)
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
    else
        writeBlock(name, row, column, values, text);
}

void Matrices::writeBlock(const std::string &name, int row, int column, const Matrix &values, const QString &text,
                          int mergeKey)
{
    keepShownModel();
    const EditTarget target = targetOf(name, row);
    const bool hasWords = !m_state.model->vocabulary.tokens.empty();
    if (!isOutput(name) || (hasWords && m_state.model->weights.contains(name) && !stepToGoOnWith(mergeKey))) {
        m_steps->push(std::make_unique<BlockCommand>(static_cast<StepModel *>(this), *m_state.model, text, target,
                                                     isEmbedding(name) ? 0 : row, column, values, positionRowsOf(name),
                                                     mergeKey));
        return;
    }
    // The columns of the output layer stand for words. Once one is edited, the words must stay: the vocabulary becomes
    // given together with it, in a step that the gesture goes on with.
    Model after = hasWords ? *m_state.model
                           : buildModel(m_state.model->config, m_state.model->given, m_state.model->embedding,
                                        Vocabulary{vocabulary(), m_state.model->vocabulary.end}, m_state.model.get());
    auto matrix = std::make_shared<Matrix>(*presentOutput(name));
    matrix->block(row, column, values.rows(), values.cols()) = values;
    setGiven(after, target, std::move(matrix));
    push(text, after, mergeKey);
}

void Matrices::setVocabulary(const Vocabulary &vocabulary)
{
    if (vocabulary == m_state.model->vocabulary)
        return;
    const std::vector<std::string> before = this->vocabulary();
    ModelWeights given = m_state.model->given;
    for (const char *name : {outputWeight, outputBiasName}) {
        const SharedMatrix old = given.find(name);
        given.remove(name);
        if (!old || vocabulary.tokens.empty())
            continue;
        auto moved =
            std::make_shared<Matrix>(*drawnOutput(*m_state.model, name, static_cast<int>(vocabulary.tokens.size())));
        for (std::size_t i = 0; i < vocabulary.tokens.size(); ++i) {
            const auto known = std::find(before.begin(), before.end(), vocabulary.tokens[i]);
            if (known != before.end() && known - before.begin() < old->cols())
                moved->col(static_cast<Eigen::Index>(i)) = old->col(known - before.begin());
        }
        given.set(name, SharedMatrix(std::move(moved)));
    }
    push(tr("Change vocabulary"), buildModel(m_state.model->config, std::move(given), m_state.model->embedding,
                                             vocabulary, m_state.model.get()));
}

void Matrices::editSentenceRows(Side side, int row, int column, const Matrix &values, const QString &text)
{
    // Where a token stands in several rows, the cells that differ from what it has count: a pasted copy of X with
    // one row changed changes that token, wherever the row stands.
    std::map<std::string, Matrix> changed;
    for (Eigen::Index i = 0; i < values.rows(); ++i) {
        const std::string &token = m_sentences.tokens(side).tokens[static_cast<std::size_t>(row + i)].text;
        const auto present = presentRows(side)->row(row + i);
        Matrix &target = changed.emplace(token, present).first->second;
        for (Eigen::Index j = 0; j < values.cols(); ++j)
            if (!sameBits(values(i, j), present(column + j)))
                target(0, column + j) = values(i, j);
    }
    Model after = *m_state.model;
    for (auto &[token, rowOfToken] : changed)
        setGiven(after, {EditTarget::Kind::Token, token}, std::make_shared<Matrix>(std::move(rowOfToken)));
    push(text, after);
}

/// The rows of a position table in the state that cells are compared with, at least as many as are shown now.
SharedMatrix Matrices::originalPositions(const std::string &name) const
{
    SharedMatrix &kept = m_originals[name];
    const Eigen::Index rows = presentPositions(name)->rows();
    if (kept && kept->rows() >= rows)
        return kept;
    const Model &base = *baseModel();
    const ModelConfig &config = m_state.model->config;
    const WeightShape shape = *weightShape(config, name);
    SharedMatrix table = givenPositions(base, name);
    if (table && table->cols() != config.dModel)
        table = resizedWeight(table, base.config, config, shape);
    if (table && table->rows() >= rows)
        return kept = table;
    // What a table does not have, and all of one that was not given, was drawn; drawing anew is a change against what
    // is pinned alone.
    Model drawing;
    drawing.config = m_state.pinned && base.config.dModel == config.dModel ? base.config : config;
    Matrix drawn = positionRows(drawing, std::max(static_cast<int>(rows), givenPositionRows), name);
    if (table)
        drawn.topRows(table->rows()) = *table;
    return kept = std::make_shared<Matrix>(std::move(drawn));
}

/// What the output layer held; drawn for the words of the present sentences where it was never given.
SharedMatrix Matrices::originalOutput(const std::string &name) const
{
    SharedMatrix &kept = m_output["before " + name];
    if (kept)
        return kept;
    const Model &base = *baseModel();
    const SharedMatrix given = base.given.find(name);
    const SharedMatrix now = matrix(name);
    const bool hasSameWords = base.vocabulary == m_state.model->vocabulary;
    if (given && hasSameWords && now && given->rows() == now->rows() && given->cols() == now->cols())
        return kept = given;
    const int words = static_cast<int>(vocabulary().size());
    Model drawing =
        m_state.pinned && !given && base.config.dModel == m_state.model->config.dModel ? base : *m_state.model;
    if (drawing.table && drawing.table->output && drawing.table->output->rows() != words)
        drawing.table.reset(); // of other words
    const SharedMatrix drawn = drawnOutput(std::move(drawing), name, words);
    if (!given || !hasSameWords || !drawn)
        return kept = drawn;
    // In a model of another size: what fits of it, as reconfigured() keeps it.
    auto resized = std::make_shared<Matrix>(*drawn);
    const Eigen::Index height = std::min(given->rows(), resized->rows());
    const Eigen::Index width = std::min(given->cols(), resized->cols());
    resized->topLeftCorner(height, width) = given->topLeftCorner(height, width);
    return kept = std::move(resized);
}

/// A token's row; null where the trained table that it is compared with knows no such token.
SharedMatrix Matrices::originalRow(const EditTarget &target) const
{
    const Model &base = *baseModel();
    const ModelConfig &config = m_state.model->config;
    if (const SharedMatrix given = givenMatrix(base, target))
        return resizedRow(given, config, target.name);
    if (m_state.pinned && base.config.dModel == config.dModel)
        return effectiveMatrix(base, target, 1);
    Model unedited = *m_state.model; // so that the row is the checkpoint's, or drawn
    unedited.embedding.erase(target.name);
    return effectiveMatrix(unedited, target, 1);
}

// As it was opened, with what fits of it where the sizes changed since; drawn where it was never given.
SharedMatrix Matrices::originalWeight(const EditTarget &target) const
{
    const Model &base = *baseModel();
    const ModelConfig &config = m_state.model->config;
    const SharedMatrix present = effectiveMatrix(*m_state.model, target, 0);
    const auto fits = [&](const SharedMatrix &matrix) {
        return matrix && present && matrix->rows() == present->rows() && matrix->cols() == present->cols();
    };
    const SharedMatrix pinned = m_state.pinned ? effectiveMatrix(base, target, 0) : nullptr;
    if (fits(pinned))
        return pinned;
    const SharedMatrix given = countingMatrix(base, target);
    const auto shape = weightShape(config, target.name);
    if (given && (fits(given) || !shape))
        return given;
    if (given)
        return resizedWeight(given, base.config, config, *shape);
    return shape ? std::make_shared<Matrix>(drawWeight(config, *shape, shape->rows)) : nullptr;
}

SharedMatrix Matrices::originalMatrix(const EditTarget &target) const
{
    if (target.kind == EditTarget::Kind::Positions)
        return originalPositions(target.name);
    const bool isToken = target.kind == EditTarget::Kind::Token;
    if (!isToken && isOutput(target.name))
        return originalOutput(target.name);
    SharedMatrix &kept = (isToken ? m_originalRows : m_originals)[target.name];
    if (!kept)
        kept = isToken ? originalRow(target) : originalWeight(target);
    return kept;
}

std::optional<SharedMatrix> Matrices::readableOriginal(const EditTarget &target) const
{
    try {
        return originalMatrix(target);
    } catch (const FileError &) {
        return std::nullopt;
    }
}

std::optional<std::pair<int, int>> Matrices::sizeBefore(const std::string &name) const
{
    const Model &base = *baseModel();
    SharedMatrix before = base.weights.find(name);
    if (!before)
        before = base.weights.find(fallbackOf(name));
    // An output layer that the sentences give its size was there, too.
    if (!before && isOutput(name) && hasOutputLayer(base))
        before = readableOriginal({EditTarget::Kind::Weight, name}).value_or(nullptr);
    return before ? std::optional(std::pair(static_cast<int>(before->rows()), static_cast<int>(before->cols())))
                  : std::nullopt;
}

void Matrices::revertCell(const std::string &name, int row, int column)
{
    checkCell(name, row, column);
    editCell(name, row, column, valueBefore(name, row, column));
}

void Matrices::revertMatrix(const std::string &name)
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

    Model after = *m_state.model;
    bool changes = false;
    for (const EditTarget &target : targets) {
        const SharedMatrix given = givenMatrix(*m_state.model, target);
        const SharedMatrix original = originalMatrix(target);
        const bool wasGiven = givenMatrix(*baseModel(), target) != nullptr;
        if (!original || isAsBefore(target))
            continue;
        changes = changes || !given || !wasGiven || !sameBits(*given, *original);
        // What was drawn differently can only come back as something given, and so can what another weight stood for
        // that is not as it was.
        const bool isGivenBack = wasGiven || (m_state.pinned && !drawsAsBefore());
        if (!isGivenBack)
            setDrawn(after, target, original);
        if (isGivenBack || countingMatrix(after, target) != countingMatrix(*baseModel(), target))
            setGiven(after, target, original);
    }
    if (changes)
        push(tr("Revert %1").arg(matrixLabel(name)), after);
}

void Matrices::revertOutput(const std::string &name)
{
    const SharedMatrix given = m_state.model->given.find(name);
    const SharedMatrix wasGiven = baseModel()->given.find(name);
    if (isAsBefore({EditTarget::Kind::Weight, name}))
        return;
    if (!wasGiven && m_state.pinned && !drawsAsBefore()) {
        const SharedMatrix original = originalOutput(name);
        const SharedMatrix present = presentOutput(name);
        if (original && present && !sameBits(*original, *present))
            writeBlock(name, 0, 0, *original, tr("Revert %1").arg(matrixLabel(name)));
        return;
    }
    ModelWeights weights = m_state.model->given;
    if (wasGiven)
        weights.set(name, wasGiven);
    else
        weights.remove(name);
    // The words of the opened model come back too, unless the other matrix still stands for the present ones.
    const bool otherStands = weights.contains(name == outputWeight ? outputBiasName : outputWeight);
    const Vocabulary &words = otherStands && !wasGiven ? m_state.model->vocabulary : baseModel()->vocabulary;
    push(tr("Revert %1").arg(matrixLabel(name)),
         buildModel(m_state.model->config, std::move(weights), m_state.model->embedding, words, m_state.model.get()));
}

float Matrices::valueBefore(const std::string &name, int row, int column) const
{
    checkCell(name, row, column);
    if (const SharedMatrix original = originalMatrix(targetOf(name, row)))
        return (*original)(isEmbedding(name) ? 0 : row, column);
    return (*matrix(name))(row, column); // there was no such token
}

bool Matrices::isChanged(const std::string &name, int row, int column) const
{
    const SharedMatrix present = matrix(name);
    if (!present || row < 0 || column < 0 || row >= present->rows() || column >= present->cols())
        return false;
    const EditTarget target = targetOf(name, row);
    if (isAsBefore(target))
        return false;
    const SharedMatrix original = readableOriginal(target).value_or(nullptr);
    return original && !sameBits((*present)(row, column), (*original)(isEmbedding(name) ? 0 : row, column));
}

qsizetype Matrices::changedCells(const std::string &name) const
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
        const SharedMatrix original = readableOriginal(target).value_or(nullptr);
        if (!original)
            continue;
        const int rowBefore = isOfTokens ? 0 : row;
        for (int column = 0; column < present->cols(); ++column)
            changed += sameBits((*present)(row, column), (*original)(rowBefore, column)) ? 0 : 1;
    }
    return changed;
}

bool Matrices::isTokenRandom(const std::string &token) const
{
    return !m_state.model->table && !m_state.model->embedding.contains(token);
}

Matrices::Randomness Matrices::randomness(const Selection &selection) const
{
    bool isSome = false;
    for (const char *weight : {"w_q", "w_k"}) {
        const std::string name = blockWeight(selection.attention, selection.layer, weight);
        const SharedMatrix present = m_state.model->weights.find(name);
        if (!present)
            continue;
        if (!m_state.model->given.contains(name))
            return Randomness::All;
        const SharedMatrix opened = m_state.opened->given.find(name);
        isSome = isSome || (opened && (present->rows() > opened->rows() || present->cols() > opened->cols()));
    }
    return isSome ? Randomness::Some : Randomness::None;
}

} // namespace regard
