#include "document/document.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include <QFileInfo>
#include <QScopedValueRollback>

#include "document/look/selection_rules.h"
#include "document/matrices/model_command.h"
#include "document/put_back.h"
#include "document/sentence/input_check.h"
#include "document/state_command.h"
#include "document/steps/combined_command.h"
#include "document/work/background_work.h"
#include "document/work/fault.h"
#include "document/work/pass_request.h"
#include "engine/base/errors.h"
#include "io/project/project_checkpoint.h"
#include "io/project/project_file.h"

namespace regard {

namespace {

/// Multiplications that fit into a display frame beside the painting; longer passes run on the compute thread.
constexpr double synchronousCost = 3e6;

qint64 steadyMilliseconds()
{
    using namespace std::chrono;
    return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}

} // namespace

Document::Document(QObject *parent)
    : QObject(parent), m_sentences(this, this), m_matrices(this, this, m_sentences), m_snapshots(this, this),
      m_compute(std::make_unique<BackgroundWork>(nullptr, BackgroundWork::Share::OpenMp))
{
    m_clock = steadyMilliseconds;
    connect(&m_undo, &QUndoStack::indexChanged, &m_snapshots, &Snapshots::announce);
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
    const auto replaceAll = [&] {
        m_undo.clear();
        m_snapshots.read(std::exchange(project.snapshots, {}));
        readProject(std::move(project));
        m_matrices.setOpened(opened ? std::move(opened) : model());
        m_path = path;
        m_result = {};
        m_resultInput = {};
        setPinned(nullptr);
        m_toldShown.reset();
        emit pathChanged();
        emit loaded();
        emit m_snapshots.snapshotsChanged();
        setPointed({});
        setMarked({});
        recompute();
    };
    change(replaceAll, Extent::Whole);
}

/// What a checkpoint gave the project before anybody edited it; null without a checkpoint.
std::shared_ptr<const Model> Document::openedModel(const Project &project)
{
    return project.checkpoint
               ? std::make_shared<const Model>(checkpointModel(*project.checkpoint, project.model.config))
               : nullptr;
}

/// Everything that a project says, but its snapshots, without a word to anybody.
void Document::readProject(Project project)
{
    m_title = std::move(project.title);
    m_note = std::move(project.note);
    m_checkpoint = project.checkpoint;
    m_sentences.read(textsOf(project), {std::move(project.maskedSource), std::move(project.maskedTarget)},
                     readsTarget(project.model.config));
    m_matrices.read(std::move(project.model), std::move(project.dimensions));
    m_tokenView = project.view.tokens;
    m_selection = visible(selectionOf(project.view, model()->config, m_sentences.tokenCounts()), Compared::Now);
    m_pinnedSelection.reset();
    m_followed.forget();
    // What the file has in focus stays until somebody clicks, wherever the mouse goes.
    if (m_selection.query >= 0)
        m_selection.pinnedQueries = {m_selection.query};
    if (m_selection.key >= 0)
        m_selection.pinnedKeys = {m_selection.key};
    m_stepView = project.view.steps;
    m_cell = existingCell(project.view.cell);
}

/// Views take it as another file.
void Document::applyState(const Project &project, std::shared_ptr<const Model> opened)
{
    readProject(project);
    m_matrices.setOpened(std::move(opened));
    m_toldShown.reset();
    emit loaded();
    setPointed({});
    recompute();
}

Project Document::project() const
{
    const SentenceTexts &texts = m_sentences.texts();
    Project project;
    project.title = m_title;
    project.note = m_note;
    project.source = texts.source;
    project.target = texts.target;
    project.tokenizer = texts.tokenizer;
    project.model = *model();
    project.dimensions = m_matrices.dimensions();
    project.maskedSource = m_sentences.masked(Side::Source);
    project.maskedTarget = m_sentences.masked(Side::Target);
    project.view = storedView(m_selection, model()->config);
    project.view.steps = m_stepView;
    project.view.tokens = m_tokenView;
    project.view.cell = m_cell;
    project.snapshots = m_snapshots.all();
    project.checkpoint = m_checkpoint;
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
    if (!m_title.empty())
        return QString::fromStdString(m_title);
    if (m_path.isEmpty() && m_checkpoint)
        return QFileInfo(m_checkpoint->folder).fileName();
    return QFileInfo(m_path).completeBaseName();
}

QString Document::note() const
{
    return QString::fromStdString(m_note);
}

bool Document::isModified() const
{
    return !m_undo.isClean() || m_matrices.state().kept;
}

void Document::setSelection(Selection selection)
{
    const ModelConfig &config = model()->config;
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
    adoptSelection(clampedSelection(std::move(selection), model()->config, m_sentences.tokenCounts()));
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
    const SharedMatrix values = cell.matrix.empty() ? nullptr : m_matrices.matrix(cell.matrix);
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

void Document::recall(const QString &text, std::shared_ptr<const Project> state)
{
    push(std::make_unique<StateCommand>(this, text, std::move(state)));
}

void Document::push(std::unique_ptr<QUndoCommand> command)
{
    m_matrices.keepShownModel();
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

const QUndoCommand *Document::last() const
{
    return m_undo.index() > 0 && !m_undo.isClean() ? m_undo.command(m_undo.index() - 1) : nullptr;
}

void Document::change(const std::function<void()> &change, Extent extent)
{
    const PutBack putBack(*this, extent);
    changeAll(change);
}

void Document::changeAll(const std::function<void()> &changes)
{
    {
        const QScopedValueRollback changing(m_isChanging, true);
        changes();
    }
    tellShown();
}

void Document::asOneStep(const QString &text, const std::function<void()> &edits)
{
    auto step = std::make_unique<CombinedCommand>(static_cast<UndoSteps *>(this), text);
    {
        const PutBack putBack(*this, Extent::Whole);
        const QScopedValueRollback gathering(m_gathering, step.get());
        changeAll(edits);
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
    tellShown();
}

void Document::sentencesChanged(const std::vector<Sentences::Reading> &readings)
{
    adoptSelection(visible(
        clampedSelection(followed(m_selection, readings), model()->config, m_sentences.tokenCounts()), Compared::Now));
    setCell(m_cell);
    recompute();
}

void Document::modelChanges(const Model &before, const std::function<void()> &tell)
{
    const ModelConfig &config = model()->config;
    std::vector<Sentences::Reading> readings;
    if (config != before.config)
        readings = m_sentences.setReader(readsTarget(config), canPair(m_checkpoint.get(), config));
    tell();
    adoptSelection(carriedOver(followed(m_selection, readings), before.config, config, m_sentences.tokenCounts()));
    setCell(m_cell);
    recompute();
}

/// The tokens in focus and pinned go with their words.
Selection Document::followed(Selection selection, const std::vector<Sentences::Reading> &readings)
{
    const ModelConfig &config = model()->config;
    for (const Sentences::Reading &reading : readings) {
        const FollowedTokens::Change change{queriesSide(config, selection.attention) == reading.side,
                                            keysSide(config, selection.attention) == reading.side};
        selection = m_followed.after(std::move(selection), change, reading.before, m_sentences.tokens(reading.side));
    }
    return selection;
}

void Document::recompute()
{
    PassRequest request{model(), m_sentences.input(model()->config), m_result.trace, m_result.model, ++m_generation};
    const QString problem = inputProblem(*model(), request.input, m_sentences.readsPair(),
                                         {m_sentences.texts().source, m_sentences.texts().target});
    if (!problem.isEmpty()) {
        m_compute->cancel();
        setBusy(false);
        setInputError(problem);
        return;
    }
    const bool isThere = m_result.trace && m_result.model == model() && m_resultInput == request.input;
    if (isThere && !m_busy && m_inputError.isEmpty()) {
        keepResultTokens();
        return;
    }
    if (passCost(*model(), request.input, passOptions(request)) <= synchronousCost) {
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
    const auto source = m_resultSource;
    const auto target = m_resultTarget;
    try {
        finish(outcome);
    } catch (...) {
        m_result = result;
        m_resultInput = input;
        m_resultSource = source;
        m_resultTarget = target;
        m_toldShown.reset();
        const QString sentence = currentFault().sentence;
        guarded(this, "putting the result back", [&] { setInputError(sentence); });
        guarded(this, "putting the result back", [&] { emit resultChanged(); });
        guarded(this, "putting the result back", [&] { tellShown(); });
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
    tellShown();
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
