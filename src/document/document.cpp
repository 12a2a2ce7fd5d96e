#include "document/document.h"

#include <algorithm>
#include <utility>

#include <QFileInfo>

#include "document/compute_thread.h"
#include "document/input_check.h"
#include "document/mask_command.h"
#include "document/model_command.h"
#include "document/selection_rules.h"
#include "document/sentence_command.h"
#include "document/state_command.h"
#include "document/token_positions.h"
#include "engine/errors.h"
#include "engine/output_layer.h"

namespace regard {

namespace {

/// Multiplications that fit into a display frame beside the painting; longer passes run on the compute thread.
constexpr double synchronousCost = 3e6;

} // namespace

Document::Document(QObject *parent)
    : QObject(parent), m_compute(std::make_unique<ComputeThread>([this] {
          QMetaObject::invokeMethod(
              this, [this] { deliverFinished(); }, Qt::QueuedConnection);
      }))
{
    connect(&m_undo, &QUndoStack::indexChanged, this, &Document::announceSnapshot);
    load(defaultProject(), QString());
}

Document::~Document()
{
    // The thread calls back into this object, and the undo stack's last signals must not.
    m_compute.reset();
    m_undo.disconnect();
}

void Document::load(Project project, const QString &path)
{
    m_undo.clear();
    readProject(std::move(project));
    m_opened = m_model;
    m_path = path;
    m_result = {};
    m_resultInput = {};
    setPinned(nullptr);
    m_recalled.reset();
    m_announcedSnapshot = -1;
    emit pathChanged();
    emit loaded();
    emit snapshotsChanged();
    setPointed({});
    setMarked({});
    recompute();
}

/// Everything that a project says, without a word to anybody.
void Document::readProject(Project project)
{
    m_project = std::move(project);
    m_model = std::make_shared<Model>(std::exchange(m_project.model, Model()));
    forgetOriginals();
    nameDimensions();
    readTokens(Side::Source);
    readTokens(Side::Target);
    m_selection = selectionOf(m_project.view, m_model->config, tokenCounts());
    m_pinnedSelection.reset();
    // What the file has in focus stays until somebody clicks, wherever the mouse goes.
    if (m_selection.query >= 0)
        m_selection.pinnedQueries = {m_selection.query};
    if (m_selection.key >= 0)
        m_selection.pinnedKeys = {m_selection.key};
    m_stepView = m_project.view.steps;
    m_cell = existingCell(m_project.view.cell);
}

/// Views take it as another file.
void Document::applyState(const Project &project, std::shared_ptr<const Model> opened)
{
    readProject(project);
    m_opened = std::move(opened);
    emit loaded();
    setPointed({});
    recompute();
}

Project Document::project() const
{
    Project project = m_project;
    project.model = *m_model;
    project.dimensions = dimensions();
    project.maskedSource = m_source.masked;
    project.maskedTarget = m_target.masked;
    project.view = storedView(m_selection, m_model->config);
    project.view.steps = m_stepView;
    project.view.cell = m_cell;
    return project;
}

void Document::save(const QString &path)
{
    writeProject(path, project());
    m_undo.setClean();
    if (path != m_path) {
        m_path = path;
        emit pathChanged();
    }
}

QString Document::title() const
{
    if (!m_project.title.empty())
        return QString::fromStdString(m_project.title);
    return QFileInfo(m_path).completeBaseName();
}

QString Document::note() const
{
    return QString::fromStdString(m_project.note);
}

const std::vector<std::string> &Document::dimensions() const
{
    return m_dimensions;
}

// A wider model keeps the names that there are; what comes after them is counted, as where nothing has a name.
void Document::nameDimensions()
{
    m_dimensions = m_project.dimensions;
    if (m_dimensions.empty())
        return;
    m_dimensions.resize(static_cast<std::size_t>(m_model->config.dModel));
    for (std::size_t i = m_project.dimensions.size(); i < m_dimensions.size(); ++i)
        m_dimensions[i] = std::to_string(i);
}

bool Document::isModified() const
{
    return !m_undo.isClean();
}

QString Document::source() const
{
    return QString::fromStdString(m_project.source);
}

Tokenizer Document::tokenizer() const
{
    return m_project.tokenizer;
}

QString Document::target() const
{
    return QString::fromStdString(m_project.target);
}

QString Document::text(Side side) const
{
    return side == Side::Source ? source() : target();
}

const std::vector<int> &Document::masked(Side side) const
{
    return sentence(side).masked;
}

std::vector<std::string> Document::vocabulary() const
{
    return vocabularyOf(*m_model, presentInput());
}

void Document::setSource(const QString &text)
{
    // Compared as it will be kept: half of a surrogate pair does not survive UTF-8.
    if (text.toStdString() != m_project.source)
        m_undo.push(new SentenceCommand(this, tr("Edit sentence"), Side::Source, text, tokenizer(), true));
}

void Document::setTarget(const QString &text)
{
    if (text.toStdString() != m_project.target)
        m_undo.push(new SentenceCommand(this, tr("Edit target"), Side::Target, text, tokenizer(), true));
}

void Document::setTokenizer(Tokenizer tokenizer)
{
    if (tokenizer != m_project.tokenizer)
        m_undo.push(new SentenceCommand(this, tr("Change tokenizer"), Side::Source, source(), tokenizer, false));
}

void Document::setMasked(Side side, int position, bool masked)
{
    const Sentence &present = sentence(side);
    if (position < 0 || position >= static_cast<int>(present.tokens.tokens.size()))
        return;
    std::vector<int> after = present.masked;
    std::erase(after, position);
    if (masked)
        after.insert(std::upper_bound(after.begin(), after.end(), position), position);
    if (after == present.masked)
        return;
    const QString token = QString::fromStdString(present.tokens.tokens[static_cast<std::size_t>(position)].text);
    m_undo.push(new MaskCommand(this, masked ? tr("Mask “%1”").arg(token) : tr("Unmask “%1”").arg(token), side, after));
}

void Document::appendToken(const std::string &token)
{
    const Side side = sideOf(m_model->config, Stack::Decoder);
    const QString word = QString::fromStdString(token);
    const QString before = text(side);
    const bool touches = before.isEmpty() || before.back().isSpace();
    m_undo.push(new SentenceCommand(this, tr("Generate “%1”").arg(word), side,
                                    before + (touches ? QString() : QStringLiteral(" ")) + word, tokenizer(), false));
}

void Document::setConfig(const ModelConfig &config, const QString &text, HeadSplit split, int mergeKey)
{
    if (config == m_model->config)
        return;
    checkModelSize(config);
    // Within one merged step sizes follow from where the step began: heads that a drag takes away and brings back
    // come back with their weights.
    std::shared_ptr<const Model> base = m_model;
    const auto *top =
        dynamic_cast<const ModelCommand *>(m_undo.index() > 0 ? m_undo.command(m_undo.index() - 1) : nullptr);
    if (mergeKey >= 0 && top && top->mergeKey() == mergeKey && !m_undo.isClean())
        base = top->before();
    const auto after =
        base->config == config ? base : std::make_shared<const Model>(reconfigured(*base, config, split));
    m_undo.push(new ModelCommand(this, text, after, mergeKey));
}

void Document::setInterventions(const Interventions &interventions, const QString &text, int mergeKey)
{
    for (const auto &[head, temperature] : interventions.temperatures)
        if (!(temperature >= lowestTemperature && temperature <= highestTemperature))
            throw ValueError(tr("The temperature of a softmax must be between %1 and %2.")
                                 .arg(lowestTemperature)
                                 .arg(highestTemperature)
                                 .toStdString());
    auto after = std::make_shared<Model>(*m_model);
    after->interventions = existingInterventions(interventions, m_model->config);
    std::erase_if(after->interventions.temperatures, [](const auto &entry) { return entry.second == 1.0F; });
    if (after->interventions != m_model->interventions)
        m_undo.push(new ModelCommand(this, text, std::move(after), mergeKey));
}

void Document::setSelection(Selection selection)
{
    const ModelConfig &config = m_model->config;
    const Attention before = m_selection.attention;
    // Positions in one sentence say nothing about another.
    if (queriesSide(config, before) != queriesSide(config, selection.attention)) {
        selection.query = -1;
        selection.pinnedQueries.clear();
    }
    if (keysSide(config, before) != keysSide(config, selection.attention)) {
        selection.key = -1;
        selection.pinnedKeys.clear();
    }
    adoptSelection(clampedSelection(std::move(selection), m_model->config, tokenCounts()));
}

void Document::setStepView(const StepView &view)
{
    if (view == m_stepView)
        return;
    m_stepView = view;
    emit stepViewChanged();
}

CellRef Document::existingCell(const CellRef &cell) const
{
    const SharedMatrix values = cell.matrix.empty() ? nullptr : matrix(cell.matrix);
    const bool exists =
        values && cell.row >= 0 && cell.row < values->rows() && cell.column >= 0 && cell.column < values->cols();
    return exists ? cell : CellRef();
}

void Document::setCell(const CellRef &cell)
{
    const CellRef shown = existingCell(cell);
    if (shown == m_cell)
        return;
    m_cell = shown;
    emit cellChanged();
}

void Document::setPointed(const Highlight &highlight)
{
    const Highlight before = this->highlight();
    m_pointed = highlight;
    if (this->highlight() != before)
        emit highlightChanged();
}

void Document::setMarked(const Highlight &highlight)
{
    const Highlight before = this->highlight();
    m_marked = highlight;
    if (this->highlight() != before)
        emit highlightChanged();
}

void Document::restore(Project project, const QString &text)
{
    m_undo.push(new StateCommand(this, text, std::move(project)));
}

void Document::adoptSelection(Selection selection)
{
    if (selection == m_selection)
        return;
    m_selection = std::move(selection);
    m_pinnedSelection.reset();
    emit selectionChanged();
}

void Document::applySentence(Side side, const QString &text, Tokenizer tokenizer, const std::vector<int> &masked)
{
    const bool otherTokenizer = tokenizer != m_project.tokenizer;
    const Tokens before = sentence(side).tokens;
    storedText(side) = text.toStdString();
    storedMask(side) = masked;
    m_project.tokenizer = tokenizer;
    readTokens(side);
    if (otherTokenizer) {
        readTokens(side == Side::Source ? Side::Target : Side::Source);
        emit targetChanged();
    }
    sentenceChanged(side, selectionAfter(side, before));
}

void Document::applyMasked(Side side, const std::vector<int> &masked)
{
    storedMask(side) = masked;
    sentence(side).masked = masked;
    sentenceChanged(side, m_selection);
}

// The tokens in focus and pinned go with their words.
Selection Document::selectionAfter(Side side, const Tokens &before) const
{
    const TokenPositions positions(before, sentence(side).tokens);
    Selection selection = m_selection;
    if (queriesSide(m_model->config, selection.attention) == side) {
        selection.query = positions.after(selection.query);
        selection.pinnedQueries = positions.after(selection.pinnedQueries);
    }
    if (keysSide(m_model->config, selection.attention) == side) {
        selection.key = positions.after(selection.key);
        selection.pinnedKeys = positions.after(selection.pinnedKeys);
    }
    return selection;
}

void Document::sentenceChanged(Side side, Selection selection)
{
    if (side == Side::Source)
        emit sourceChanged();
    else
        emit targetChanged();
    adoptSelection(clampedSelection(std::move(selection), m_model->config, tokenCounts()));
    setCell(m_cell);
    recompute();
}

void Document::applyModel(std::shared_ptr<const Model> model)
{
    const std::shared_ptr<const Model> before = std::exchange(m_model, std::move(model));
    const bool otherConfig = m_model->config != before->config;
    if (otherConfig || m_model->embedding != before->embedding) {
        m_source.rows.reset();
        m_target.rows.reset();
    }
    m_positions.clear();
    m_output.clear();
    if (otherConfig)
        nameDimensions();
    if (otherConfig || m_model->vocabulary != before->vocabulary)
        forgetOriginals();
    emit modelChanged();
    adoptSelection(carriedOver(m_selection, before->config, m_model->config, tokenCounts()));
    setCell(m_cell);
    recompute();
}

void Document::readTokens(Side side)
{
    Sentence &read = sentence(side);
    read.tokens = tokenize(storedText(side), m_project.tokenizer);
    read.masked = storedMask(side);
    const int count = static_cast<int>(read.tokens.tokens.size());
    std::erase_if(read.masked, [count](int position) { return position < 0 || position >= count; });
    read.rows.reset();
    m_positions.clear();
    m_output.clear();
}

TokenCounts Document::tokenCounts() const
{
    return {static_cast<int>(m_source.tokens.tokens.size()), static_cast<int>(m_target.tokens.tokens.size())};
}

Input Document::presentInput() const
{
    const auto texts = [](const Tokens &tokens) {
        std::vector<std::string> list;
        list.reserve(tokens.tokens.size());
        for (const Token &token : tokens.tokens)
            list.push_back(token.text);
        return list;
    };
    Input input;
    input.tokens = texts(m_source.tokens);
    input.masked = m_source.masked;
    if (readsTarget(m_model->config)) {
        input.target = texts(m_target.tokens);
        input.maskedTarget = m_target.masked;
    }
    return input;
}

void Document::recompute()
{
    PassRequest request{m_model, presentInput(), m_result.trace, m_result.model, ++m_generation};
    const QString problem = inputProblem(*m_model, request.input);
    if (!problem.isEmpty()) {
        m_compute->cancel();
        setBusy(false);
        setInputError(problem);
        return;
    }
    const bool isThere = m_result.trace && m_result.model == m_model && m_resultInput == request.input;
    if (isThere && !m_busy && m_inputError.isEmpty())
        return;
    if (passCost(*m_model, request.input, passOptions(request)) <= synchronousCost) {
        m_compute->cancel();
        finish(runPass(request));
        return;
    }
    m_compute->submit(std::move(request));
    setInputError(QString());
    setBusy(true);
}

void Document::deliverFinished()
{
    if (const auto outcome = m_compute->take())
        finish(*outcome);
}

void Document::finish(const PassOutcome &outcome)
{
    if (outcome.generation != m_generation)
        return;
    if (outcome.trace) {
        m_result = {outcome.model, outcome.trace};
        m_resultInput = outcome.input;
    }
    setBusy(false);
    setInputError(QString::fromStdString(outcome.error));
    if (outcome.trace)
        emit resultChanged();
}

void Document::setBusy(bool busy)
{
    if (busy == m_busy)
        return;
    m_busy = busy;
    emit busyChanged(busy);
}

void Document::setInputError(const QString &sentence)
{
    if (sentence == m_inputError)
        return;
    m_inputError = sentence;
    emit inputErrorChanged(sentence);
}

void Document::waitForResult()
{
    while (m_busy) {
        m_compute->waitUntilIdle();
        deliverFinished();
    }
}

} // namespace regard
