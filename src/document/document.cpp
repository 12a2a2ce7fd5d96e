#include "document/document.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <QFileInfo>
#include <QScopedValueRollback>

#include "document/combined_command.h"
#include "document/look/selection_rules.h"
#include "document/model_command.h"
#include "document/put_back.h"
#include "document/sentence/input_check.h"
#include "document/state_command.h"
#include "document/work/background_work.h"
#include "document/work/fault.h"
#include "document/work/pass_request.h"
#include "engine/base/errors.h"
#include "io/project/project_checkpoint.h"

namespace regard {

namespace {

/// Multiplications that fit into a display frame beside the painting; longer passes run on the compute thread.
constexpr double synchronousCost = 3e6;

} // namespace

Document::Document(QObject *parent)
    : QObject(parent), m_compute(std::make_unique<BackgroundWork>(nullptr, BackgroundWork::Share::OpenMp))
{
    connect(&m_undo, &QUndoStack::indexChanged, this, &Document::announceSnapshot);
    load(defaultProject(), QString());
}

Document::~Document()
{
    // The undo stack's last signals must not reach this object.
    m_undo.disconnect();
}

void Document::load(Project project, const QString &path)
{
    std::shared_ptr<const Model> opened = openedModel(project);
    const PutBack putBack(*this, PutBack::Extent::Whole);
    m_undo.clear();
    readProject(std::move(project));
    m_opened = opened ? std::move(opened) : m_model;
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

/// What a checkpoint gave the project before anybody edited it; null without a checkpoint.
std::shared_ptr<const Model> Document::openedModel(const Project &project)
{
    return project.checkpoint
               ? std::make_shared<const Model>(checkpointModel(*project.checkpoint, project.model.config))
               : nullptr;
}

/// Everything that a project says, without a word to anybody.
void Document::readProject(Project project)
{
    m_project = std::move(project);
    m_model = std::make_shared<Model>(std::exchange(m_project.model, Model()));
    m_project.model.config = m_model->config;
    forgetOriginals();
    nameDimensions();
    readTokens(Side::Source);
    readTokens(Side::Target);
    m_tokenView = m_project.view.tokens;
    m_selection = visible(selectionOf(m_project.view, m_model->config, tokenCounts()), Compared::Now);
    m_pinnedSelection.reset();
    m_followed.forget();
    for (const Side side : {Side::Source, Side::Target})
        sentence(side).changeEnd = text(side).size();
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
    const PutBack putBack(*this, PutBack::Extent::Whole);
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
    project.view.tokens = m_tokenView;
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
    if (m_path.isEmpty() && m_project.checkpoint)
        return QFileInfo(m_project.checkpoint->folder).fileName();
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

void Document::setConfig(const ModelConfig &config, const QString &text, HeadSplit split, int mergeKey)
{
    if (config == m_model->config)
        return;
    checkModelSize(config, m_model->table != nullptr);
    // Within one merged step sizes follow from where the step began: heads that a drag takes away and brings back
    // come back with their weights.
    std::optional<Model> base;
    const auto *top =
        dynamic_cast<const ModelCommand *>(m_undo.index() > 0 ? m_undo.command(m_undo.index() - 1) : nullptr);
    if (mergeKey >= 0 && top && top->mergeKey() == mergeKey && !m_undo.isClean())
        base = top->before();
    if (base && base->config == config)
        push(std::make_unique<ModelCommand>(this, text, *base, mergeKey));
    else
        push(
            std::make_unique<ModelCommand>(this, text, reconfigured(base ? *base : *m_model, config, split), mergeKey));
}

void Document::setInterventions(const Interventions &interventions, const QString &text, int mergeKey)
{
    for (const auto &[head, temperature] : interventions.temperatures)
        if (!(temperature >= lowestTemperature && temperature <= highestTemperature))
            throw ValueError(tr("The temperature of a softmax must be between %1 and %2.")
                                 .arg(lowestTemperature)
                                 .arg(highestTemperature)
                                 .toStdString());
    Model after = *m_model;
    after.interventions = existingInterventions(interventions, m_model->config);
    std::erase_if(after.interventions.temperatures, [](const auto &entry) { return entry.second == 1.0F; });
    if (after.interventions != m_model->interventions)
        push(std::make_unique<ModelCommand>(this, text, after, mergeKey));
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
    // All heads of one attention become all of another, which may have more.
    const int heads = headsOf(config, before);
    if (selection.attention != before && selection.heads == m_selection.heads && heads > 1 &&
        static_cast<int>(selection.heads.size()) == heads)
        selection.heads = allHeads(config, selection.attention);
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
    push(std::make_unique<StateCommand>(this, text, std::move(project)));
}

void Document::push(std::unique_ptr<QUndoCommand> command)
{
    if (m_gathering) {
        command->redo();
        m_gathering->add(std::move(command));
        return;
    }
    const std::uint64_t before = m_changesMade;
    QUndoCommand *pushed = command.release();
    try {
        m_undo.push(pushed);
    } catch (...) {
        if (m_changesMade == before)
            delete pushed; // the stack takes it after redo()
        throw;
    }
}

void Document::asOneStep(const QString &text, const std::function<void()> &edits)
{
    auto step = std::make_unique<CombinedCommand>(this, text);
    {
        const PutBack putBack(*this, PutBack::Extent::Whole);
        const QScopedValueRollback gathering(m_gathering, step.get());
        edits();
    }
    if (!step->isEmpty())
        push(std::move(step));
}

void Document::adoptSelection(Selection selection)
{
    if (selection == m_selection)
        return;
    m_selection = std::move(selection);
    m_pinnedSelection.reset();
    emit selectionChanged();
}

void Document::applyModel(std::shared_ptr<const Model> model)
{
    const PutBack putBack(*this);
    const std::shared_ptr<const Model> before = std::exchange(m_model, std::move(model));
    const bool otherConfig = m_model->config != before->config;
    Selection selection = m_selection;
    if (otherConfig || m_model->embedding != before->embedding) {
        m_source.rows.reset();
        m_target.rows.reset();
    }
    m_positions.clear();
    m_output.clear();
    if (otherConfig) {
        nameDimensions();
        const bool readPair = readsPair();
        m_project.model.config = m_model->config;
        if (readsPair() != readPair) {
            selection = readAnew(Side::Source, std::move(selection));
            emit sourceChanged();
        }
    }
    if (otherConfig || m_model->vocabulary != before->vocabulary)
        forgetOriginals();
    emit modelChanged();
    adoptSelection(carriedOver(std::move(selection), before->config, m_model->config, tokenCounts()));
    setCell(m_cell);
    recompute();
}

void Document::recompute()
{
    PassRequest request{m_model, presentInput(), m_result.trace, m_result.model, ++m_generation};
    const QString problem = inputProblem(*m_model, request.input, readsPair(), {m_project.source, m_project.target});
    if (!problem.isEmpty()) {
        m_compute->cancel();
        setBusy(false);
        setInputError(problem);
        return;
    }
    const bool isThere = m_result.trace && m_result.model == m_model && m_resultInput == request.input;
    if (isThere && !m_busy && m_inputError.isEmpty()) {
        keepResultTokens();
        return;
    }
    if (passCost(*m_model, request.input, passOptions(request)) <= synchronousCost) {
        m_compute->cancel();
        finish(runPass(request));
        return;
    }
    startPass(*m_compute, std::move(request), [this](const PassOutcome &outcome) { deliver(outcome); });
    setInputError(QString());
    setBusy(true);
}

/// A result that somebody cannot show is none: the one before stays, as where the model cannot read the sentence.
void Document::deliver(const PassOutcome &outcome)
{
    Result result = m_result;
    const Input input = m_resultInput;
    const Tokens source = m_resultSource;
    const Tokens target = m_resultTarget;
    try {
        finish(outcome);
    } catch (...) {
        m_result = result;
        m_resultInput = input;
        m_resultSource = source;
        m_resultTarget = target;
        m_groupedNow = {};
        m_traceComparison.reset();
        m_shownComparison.reset();
        const QString sentence = currentFault().sentence;
        guarded(this, "putting the result back", [&] { setInputError(sentence); });
        guarded(this, "putting the result back", [&] { emit resultChanged(); });
        throw;
    }
    freeElsewhere(std::move(result.trace));
}

void Document::finish(const PassOutcome &outcome)
{
    if (outcome.generation != m_generation)
        return;
    SharedTrace before;
    if (outcome.trace) {
        before = std::exchange(m_result, Result{outcome.model, outcome.trace}).trace;
        m_resultInput = outcome.input;
        keepResultTokens();
    }
    setBusy(false);
    setInputError(QString::fromStdString(outcome.error));
    if (outcome.trace)
        emit resultChanged();
    freeElsewhere(std::move(before)); // now that the views have let go of it
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
    while (m_busy)
        m_compute->waitUntilDone();
}

} // namespace regard
