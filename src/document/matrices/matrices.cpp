#include "document/matrices/matrices.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "document/matrices/block_command.h"
#include "document/matrices/dimension_names.h"
#include "document/matrices/matrix_label.h"
#include "document/matrices/matrix_names.h"
#include "document/matrices/model_command.h"
#include "document/matrices/possible_links.h"
#include "document/sentence/input_check.h"
#include "engine/base/errors.h"
#include "engine/model/attention_place.h"
#include "engine/model/initialization.h"
#include "engine/model/positions.h"
#include "engine/model/resized_weight.h"
#include "engine/model/sentence_means.h"
#include "engine/model/stack.h"
#include "engine/model/weight_shapes.h"
#include "engine/pass/output_layer.h"
#include "io/project/project_state.h"

namespace regard {

void Matrices::read(Model model, std::vector<std::string> names)
{
    m_state.model = std::make_shared<const Model>(std::move(model));
    m_state.names = std::move(names);
    nameDimensions();
    forget();
}

void Matrices::setOpened(std::shared_ptr<const Model> opened)
{
    m_state.opened = std::move(opened);
    m_compared.forget();
}

void Matrices::setPinned(std::shared_ptr<const Model> pinned)
{
    m_state.pinned = std::move(pinned);
    m_compared.forget();
}

void Matrices::putBack(State state)
{
    m_state = std::move(state);
    forget();
}

void Matrices::forgetTokens(Side side)
{
    m_present.forgetTokens(side);
    m_compared.forgetOutput();
}

void Matrices::forget()
{
    forgetTokens(Side::Source);
    forgetTokens(Side::Target);
    m_compared.forget();
}

// A wider model keeps the existing names; the dimensions after them are numbered, as where nothing has a name.
void Matrices::nameDimensions()
{
    m_state.dimensions = m_state.names;
    if (m_state.dimensions.empty())
        return;
    m_state.dimensions.resize(std::size_t(m_state.model->config.dModel));
    for (std::size_t i = m_state.names.size(); i < m_state.dimensions.size(); ++i)
        m_state.dimensions[i] = std::to_string(i);
}

void Matrices::replace(std::shared_ptr<const Model> model)
{
    const std::shared_ptr<const Model> before = std::exchange(m_state.model, std::move(model));
    const bool otherConfig = m_state.model->config != before->config;
    if (otherConfig || m_state.model->embedding != before->embedding) {
        m_present.forgetTokens(Side::Source);
        m_present.forgetTokens(Side::Target);
    }
    m_present.forgetTables();
    m_compared.forgetOutput();
    if (otherConfig)
        nameDimensions();
    if (otherConfig || m_state.model->vocabulary != before->vocabulary)
        m_compared.forget();
    m_follower->modelChanges(*before, [this] { emit modelChanged(); });
}

void Matrices::showModel(std::shared_ptr<const Model> model)
{
    if (model != m_state.model)
        m_steps->change([&] { replace(std::move(model)); });
}

void Matrices::showLinks(std::shared_ptr<const Model> model)
{
    m_state.model = std::move(model);
    emit modelChanged();
}

void Matrices::push(const QString &text, const Model &after, int mergeKey)
{
    m_steps->push(
        std::make_unique<ModelCommand>(static_cast<StepModel *>(this), text, *m_state.model, after, mergeKey));
}

/// The last step, where a change with that key merges into it; null where it does not.
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
    // Sizes within one merged step follow from the start of the step: heads that a drag removes and restores get their
    // weights back.
    const ModelCommand *step = stepToGoOnWith(mergeKey);
    const Model base = step ? step->before() : *m_state.model;
    Model after = base.config == config ? base : reconfigured(base, config, split);
    Interventions &kept = after.interventions;
    if (!kept.weights.empty() || !kept.cuts.empty() || !kept.patches.empty()) {
        SideLinks links = linksOfSameSides({kept.weights, kept.cuts, kept.patches}, base.config, config);
        links =
            possibleLinks(after, std::move(links), m_sentences.tokens(Side::Source), m_sentences.tokens(Side::Target),
                          {m_sentences.masked(Side::Source), m_sentences.masked(Side::Target)});
        kept.weights = std::move(links.weights);
        kept.cuts = std::move(links.cuts);
        kept.patches = std::move(links.patches);
    }
    push(text, after, mergeKey);
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
    else if (hasStaleMeans(*m_state.model) && !hasStaleMeans(after)) // the same numbers, found to be the model's own
        showModel(std::make_shared<const Model>(std::move(after)));
}

void Matrices::editCell(const std::string &name, int row, int column, float value, int gesture)
{
    m_present.checkCell(name, row, column);
    if (!std::isfinite(value))
        throw ValueError(tr("%1 must be a finite number.").arg(cellLabel(name, row, column)).toStdString());
    if (sameBits(matrix(name)(row, column), value))
        return;
    writeBlock(name, row, column, Matrix::Constant(1, 1, value), tr("Edit %1").arg(cellLabel(name, row, column)),
               gesture);
}

void Matrices::editBlock(const std::string &name, int row, int column, const Matrix &values, const QString &text)
{
    if (values.size() == 0)
        return;
    m_present.checkCell(name, row, column);
    const Weight present = matrix(name);
    if (values.rows() > present.rows() - row || values.cols() > present.cols() - column)
        throw ShapeError(tr("The block is %1 and does not fit %2, which is %3, from row %4 and column %5 on.")
                             .arg(sizeLabel(values), matrixLabel(name), sizeLabel(present))
                             .arg(row)
                             .arg(column)
                             .toStdString());
    if (!values.allFinite())
        throw ValueError(
            tr("The block for %1 holds a number that is not finite.").arg(matrixLabel(name)).toStdString());
    if (isEmbedding(name))
        editSentenceRows(name, row, column, values, text);
    else
        writeBlock(name, row, column, values, text);
}

void Matrices::writeBlock(const std::string &name, int row, int column, const Matrix &values, const QString &text,
                          int mergeKey)
{
    const EditTarget target = m_present.targetOf(name, row);
    const bool hasWords = !outputWords(*m_state.model).empty();
    if (!isOutput(name) || (hasWords && m_state.model->weights.contains(name) && !stepToGoOnWith(mergeKey))) {
        m_steps->push(std::make_unique<BlockCommand>(static_cast<StepModel *>(this), *m_state.model, text, target,
                                                     isEmbedding(name) ? 0 : row, column, values,
                                                     m_present.positionRowsOf(name), mergeKey));
        return;
    }
    // The columns of the output layer stand for words. Once one is edited, the words must stay: the vocabulary becomes
    // given together with it, in a step into which the gesture merges.
    Model after =
        hasWords ? *m_state.model
                 : buildModel(m_state.model->config, m_state.model->given, m_state.model->embedding,
                              Vocabulary{vocabulary(), m_state.model->vocabulary.end, m_state.model->vocabulary.mask},
                              m_state.model.get());
    auto written = std::make_shared<Matrix>(*matrix(name).matrix());
    written->block(row, column, values.rows(), values.cols()) = values;
    setGiven(after, target, std::move(written));
    push(text, after, mergeKey);
}

void Matrices::setVocabulary(const Vocabulary &vocabulary)
{
    if (vocabulary == m_state.model->vocabulary)
        return;
    const std::vector<std::string> before = this->vocabulary();
    ModelWeights given = m_state.model->given;
    for (const char *name : {outputWeight, outputBiasName}) {
        const Weight old = given.find(name);
        given.remove(name);
        if (!old || vocabulary.tokens.empty())
            continue;
        auto moved = std::make_shared<Matrix>(*drawnOutput(*m_state.model, name, vocabulary.tokens));
        for (std::size_t i = 0; i < vocabulary.tokens.size(); ++i) {
            const auto known = std::find(before.begin(), before.end(), vocabulary.tokens[i]);
            if (known != before.end() && known - before.begin() < old.cols())
                moved->col(Eigen::Index(i)) = old.col(known - before.begin());
        }
        given.set(name, SharedMatrix(std::move(moved)));
    }
    push(tr("Change vocabulary"), buildModel(m_state.model->config, std::move(given), m_state.model->embedding,
                                             vocabulary, m_state.model.get()));
}

void Matrices::editSentenceRows(const std::string &name, int row, int column, const Matrix &values, const QString &text)
{
    const Weight present = matrix(name);
    // The cells that differ from a token's own row count where it is in several rows: a pasted copy of X with one row
    // changed changes that token, whichever row it is.
    std::map<std::string, Matrix> changed;
    for (Eigen::Index i = 0; i < values.rows(); ++i) {
        const EditTarget token = m_present.targetOf(name, row + int(i));
        const Matrix before = present.row(row + i);
        Matrix &target = changed.emplace(token.name, before).first->second;
        for (Eigen::Index j = 0; j < values.cols(); ++j)
            if (!sameBits(values(i, j), before(0, column + j)))
                target(0, column + j) = values(i, j);
    }
    Model after = *m_state.model;
    for (auto &[token, rowOfToken] : changed)
        setGiven(after, {EditTarget::Kind::Token, token}, std::make_shared<Matrix>(std::move(rowOfToken)));
    push(text, after);
}

void Matrices::revertCell(const std::string &name, int row, int column)
{
    editCell(name, row, column, m_compared.valueBefore(name, row, column));
}

void Matrices::revertMatrix(const std::string &name)
{
    m_present.required(name);
    if (isOutput(name)) {
        revertOutput(name);
        return;
    }
    std::set<std::string> tokens;
    std::vector<EditTarget> targets;
    if (!isEmbedding(name))
        targets.push_back(m_present.targetOf(name, 0));
    else
        for (int row = 0; row < m_present.rowsOf(embeddingSide(name)); ++row)
            if (EditTarget target = m_present.targetOf(name, row); tokens.insert(target.name).second)
                targets.push_back(std::move(target));

    Model after = *m_state.model;
    bool changes = false;
    for (const EditTarget &target : targets) {
        const Weight given = givenMatrix(*m_state.model, target);
        const Weight original = m_compared.originalMatrix(target);
        const bool wasGiven = givenMatrix(*m_compared.baseModel(), target) != nullptr;
        if (!original || m_compared.isAsBefore(target))
            continue;
        changes = changes || !given || !wasGiven || !isSame(given, original);
        // A matrix that was drawn differently can only come back as a given one, and so can one that another weight
        // stood for and that has changed since.
        const bool isGivenBack = wasGiven || (m_state.pinned && !m_compared.drawsAsBefore());
        if (!isGivenBack)
            setDrawn(after, target, original);
        if (isGivenBack || countingMatrix(after, target) != countingMatrix(*m_compared.baseModel(), target))
            setGiven(after, target, original);
    }
    if (changes)
        push(tr("Revert %1").arg(matrixLabel(name)), after);
}

void Matrices::revertOutput(const std::string &name)
{
    const Weight wasGiven = m_compared.baseModel()->given.find(name);
    if (m_compared.isAsBefore({EditTarget::Kind::Weight, name}))
        return;
    if (!wasGiven && m_state.pinned && !m_compared.drawsAsBefore()) {
        const Weight original = m_compared.originalMatrix({EditTarget::Kind::Weight, name});
        const Weight present = matrix(name);
        if (original && present && !isSame(original, present))
            writeBlock(name, 0, 0, *original.matrix(), tr("Revert %1").arg(matrixLabel(name)));
        return;
    }
    ModelWeights weights = m_state.model->given;
    if (wasGiven)
        weights.set(name, wasGiven);
    else
        weights.remove(name);
    // The words of the opened model come back too, unless the other matrix still stands for the present ones.
    const bool otherStands = weights.contains(name == outputWeight ? outputBiasName : outputWeight);
    const Vocabulary &words = otherStands && !wasGiven ? m_state.model->vocabulary : m_compared.baseModel()->vocabulary;
    push(tr("Revert %1").arg(matrixLabel(name)),
         buildModel(m_state.model->config, std::move(weights), m_state.model->embedding, words, m_state.model.get()));
}

void Matrices::revertChanges()
{
    const std::vector<MatrixChanges> list = m_compared.changes();
    const auto hasCells = [](const MatrixChanges &changed) { return !changed.cells.empty(); };
    if (std::none_of(list.begin(), list.end(), hasCells))
        return;
    m_steps->asOneStep(tr("Revert all changes"), [&] {
        for (const MatrixChanges &changed : list)
            if (hasCells(changed))
                revertMatrix(changed.matrix);
    });
}

bool Matrices::isTokenRandom(const std::string &token) const
{
    return !m_state.model->table && !m_state.model->embedding.contains(token);
}

std::vector<std::string> Matrices::shownDimensions() const
{
    std::vector<std::string> names = m_state.dimensions;
    if (!m_state.names.empty())
        for (std::string &name : names)
            name = dimensionName(name).toStdString();
    return names;
}

Matrices::Randomness Matrices::randomness(const Selection &selection) const
{
    bool isSome = false;
    for (const char *weight : {"w_q", "w_k"}) {
        const std::string name = blockWeight(selection.attention, selection.layer, weight);
        const Weight present = m_state.model->weights.find(name);
        if (!present)
            continue;
        if (!m_state.model->given.contains(name))
            return Randomness::All;
        const Weight opened = m_state.opened->given.find(name);
        isSome = isSome || (opened && (present.rows() > opened.rows() || present.cols() > opened.cols()));
    }
    return isSome ? Randomness::Some : Randomness::None;
}

} // namespace regard
