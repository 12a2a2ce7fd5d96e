#include "document/document.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include <QFileInfo>
#include <QScopedValueRollback>

#include "document/look/grouped_selection.h"
#include "document/sentence/input_check.h"
#include "document/steps/change_command.h"
#include "document/steps/combined_command.h"
#include "document/steps/put_back.h"
#include "document/work/background_work.h"
#include "document/work/fault.h"
#include "document/work/pass_request.h"
#include "engine/base/errors.h"
#include "engine/model/attention_place.h"
#include "io/attention/attention_file.h"
#include "io/checkpoint/model_folder.h"
#include "io/project/model_hash.h"
#include "io/project/project_attention.h"
#include "io/project/project_checkpoint.h"
#include "io/project/project_file.h"
#include "io/project/project_state.h"
#include "io/project/task_project.h"
#include "training/tasks/task_table.h"

namespace regard {

namespace {

/// Multiplications that fit into a display frame beside the painting; longer passes run on the compute thread.
constexpr double synchronousCost = 3e6;

/// Returns the bytes of the heads that were read from a file and stay.
std::size_t bytesOfReadHeads(const SharedTrace &trace)
{
    std::size_t bytes = 0;
    if (trace && trace->isImported)
        for (const auto &block : trace->blocks)
            bytes += block->heads.keptBytes();
    return bytes;
}

/// Returns the bytes of the kept differences from another file's heads.
std::size_t bytesOfReadDifferences(const TraceComparison &comparison)
{
    std::size_t bytes = 0;
    if (!comparison.now()->isImported)
        return bytes;
    const ModelConfig &config = comparison.model().config;
    for (const Attention attention : attentionsOf(config))
        for (int layer = 0; layer < layersOf(config, attention); ++layer)
            if (const auto block = comparison.differenceBlock({attention, layer}))
                bytes += block->heads.keptBytes();
    return bytes;
}

qint64 steadyMilliseconds()
{
    using namespace std::chrono;
    return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}

} // namespace

Document::Document(QObject *parent)
    : QObject(parent), m_undo(std::make_unique<QUndoStack>()), m_sentences(this, this),
      m_matrices(this, this, m_sentences), m_comparison(this), m_snapshots(this, this), m_look(this),
      m_training(this, this, m_matrices),
      m_compute(std::make_unique<BackgroundWork>(nullptr, BackgroundWork::Share::OpenMp))
{
    m_clock = steadyMilliseconds;
    m_undoGroup.addStack(m_undo.get());
    m_undoGroup.setActiveStack(m_undo.get());
    connect(&m_undoGroup, &QUndoGroup::indexChanged, &m_snapshots, &Snapshots::announce);
    connect(&m_undoGroup, &QUndoGroup::indexChanged, this, [this] {
        if (!m_stepText.isNull())
            return;
        m_training.rest(); // undo while it trains stops it first
        if (m_undo->index() == 0 && m_selectionAtStart)
            m_look.setSelection(*m_selectionAtStart);
    });
    connect(this, &Document::busyChanged, &m_training, &Training::passEnded);
    // The step of a stretch that goes on has another name with every picture, and only actions show it.
    connect(&m_training, &Training::advanced, this, [this] { emit m_undo->undoTextChanged(m_undo->undoText()); });
    load(defaultProject(), QString());
}

Document::~Document()
{
    // The undo stack's last signals must not reach this object.
    m_undo->disconnect();
    m_undoGroup.disconnect();
}

void Document::load(Project project, const QString &path, std::shared_ptr<const Model> opened)
{
    if (!opened)
        opened = openedModel(project);
    change(
        [&] {
            m_selectionAtStart.reset();
            m_undo->clear();
            m_undo->setClean(); // clear() leaves a stack without steps as unclean as it was
            m_snapshots.read(std::exchange(project.snapshots, {}));
            const std::shared_ptr<const TrainingRecord> task = project.task;
            m_training.read({});
            readProject(std::move(project));
            m_training.read(m_training.stateOf(task));
            m_matrices.setOpened(opened ? std::move(opened) : m_matrices.model());
            m_path = path;
            m_result = {};
            m_resultInput = {};
            m_comparison.unpin();
            m_toldShown.reset();
            emit pathChanged();
            emit loaded();
            emit m_snapshots.snapshotsChanged();
            m_look.setPointed({});
            m_look.setMarked({});
            recompute();
        },
        Extent::Whole);
}

/// What a checkpoint gave the project before any edit; null without a checkpoint.
std::shared_ptr<const Model> Document::openedModel(const Project &project)
{
    return project.checkpoint
               ? std::make_shared<const Model>(checkpointModel(*project.checkpoint, project.model.config))
               : nullptr;
}

/// Everything in a project but its snapshots; of signals kindChanged() alone.
void Document::readProject(Project project)
{
    m_title = titleOf(project);
    m_note = std::move(project.note);
    m_checkpoint = project.checkpoint;
    const bool hadModel = hasModel();
    m_attention = project.attention;
    m_sentence = project.sentence;
    m_sentences.read(textsOf(project), {std::move(project.maskedSource), std::move(project.maskedTarget)},
                     readsTarget(project.model.config));
    m_matrices.read(std::move(project.model), std::move(project.dimensions));
    m_look.read(project.view);
    if (hadModel != hasModel())
        emit kindChanged();
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
    project.sourceLanguage = texts.sourceLanguage;
    project.targetLanguage = texts.targetLanguage;
    project.model = *m_matrices.model();
    project.dimensions = m_matrices.dimensions();
    project.maskedSource = m_sentences.masked(Side::Source);
    project.maskedTarget = m_sentences.masked(Side::Target);
    project.view = m_look.stored();
    project.snapshots = m_snapshots.all();
    project.checkpoint = m_checkpoint;
    project.attention = m_attention;
    project.sentence = m_sentence;
    project.task = m_training.record();
    return project;
}

void Document::save(const QString &path)
{
    writeProject(path, project());
    m_undo->setClean();
    m_training.closeStretch();
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
        return modelName(m_checkpoint->folder);
    if (const Task *task = m_path.isEmpty() ? m_training.task() : nullptr) {
        const std::optional<Task> known = findTask(task->name); // in the language of now
        return QString::fromStdString(known ? known->title : task->title);
    }
    if (m_path.isEmpty() && m_attention)
        return QFileInfo(m_attention->path).completeBaseName();
    return QFileInfo(m_path).completeBaseName();
}

QString Document::note() const
{
    return QString::fromStdString(m_note);
}

bool Document::isModified() const
{
    return !m_undo->isClean();
}

/// Cells compare with the restored state, as with a file that was opened.
void Document::restore(Project project, const QString &text)
{
    std::shared_ptr<const Model> opened = openedModel(project);
    if (!opened)
        opened = std::make_shared<const Model>(project.model);
    Training::State training = m_training.stateOf(project.task);
    pushWhole(text, {std::move(project), std::move(opened), nullptr, std::move(training)});
}

/// What nobody has touched since it was made, and what is a snapshot already, becomes none.
void Document::replace(const QString &text, Project project, Training::State run)
{
    const TrainingState &present = m_training.state();
    const bool isUntouched =
        present.task && isSameBesidesView(this->project(), taskProject(*present.task, present.options));
    asOneStep(text, [&] {
        if (!isUntouched && m_snapshots.current() < 0)
            m_snapshots.take(tr("Before “%1”").arg(QString::fromStdString(run.task->title)));
        auto opened = std::make_shared<const Model>(project.model);
        pushWhole(text, {std::move(project), std::move(opened), nullptr, std::move(run)});
    });
}

/// Cells keep comparing with the same state as before, and title and note stay those of the document.
void Document::recall(const QString &text, std::shared_ptr<const Project> state)
{
    Whole after{*state, m_matrices.state().opened, state, m_training.stateOf(state->task)};
    after.state.title = m_title;
    after.state.note = m_note;
    pushWhole(text, std::move(after));
}

/// Snapshots that were taken, renamed or removed in between stay so. Weights are shared with the document.
void Document::pushWhole(const QString &text, Whole after)
{
    after.state.snapshots.clear();
    push(std::make_unique<ChangeCommand>(
        text, [this, after = std::move(after)] { showWhole(after); }, [this, before = whole()] { showWhole(before); }));
}

Document::Whole Document::whole() const
{
    Whole whole{project(), m_matrices.state().opened, m_snapshots.state().recalled, m_training.state()};
    whole.state.snapshots.clear();
    return whole;
}

/// Views take it as another file.
void Document::showWhole(const Whole &whole)
{
    const auto show = [&] {
        m_snapshots.setRecalled(whole.recalled);
        readProject(whole.state);
        m_matrices.setOpened(whole.opened);
        m_training.follow(whole.training);
        m_toldShown.reset();
        emit loaded();
        m_look.setPointed({});
        recompute();
    };
    change(show, Extent::Whole);
}

void Document::push(std::unique_ptr<QUndoCommand> command)
{
    const QString text = command->text();
    const QScopedValueRollback making(m_stepText, text.isNull() ? QString::fromLatin1("") : text);
    if (m_gathering) {
        command->redo();
        m_gathering->add(std::move(command));
        return;
    }
    if (m_isChanging) {
        qWarning("A change from within another one is left out: %s", qPrintable(text));
        return;
    }
    if (m_undo->index() == 0)
        m_selectionAtStart = m_look.selection();
    const std::uint64_t before = m_changesMade;
    QUndoCommand *pushed = command.release();
    try {
        m_undo->push(pushed);
    } catch (...) {
        if (m_changesMade == before)
            delete pushed; // the stack takes it after redo()
        throw;
    }
}

const QUndoCommand *Document::last() const
{
    return m_undo->index() > 0 && !m_undo->isClean() ? m_undo->command(m_undo->index() - 1) : nullptr;
}

void Document::change(const std::function<void()> &change, Extent extent)
{
    {
        const PutBack putBack(wayBack(extent));
        together(change);
    }
    ++m_changesMade;
}

void Document::asOneStep(const QString &text, const std::function<void()> &edits)
{
    const bool isFirst = m_undo->index() == 0;
    const Selection before = m_look.selection();
    auto step = std::make_unique<CombinedCommand>(static_cast<UndoSteps *>(this), text);
    {
        const PutBack putBack(wayBack(Extent::Whole));
        const QScopedValueRollback gathering(m_gathering, step.get());
        together(edits);
    }
    ++m_changesMade;
    if (step->isEmpty())
        return;
    push(std::move(step));
    if (isFirst)
        m_selectionAtStart = before;
}

void Document::together(const std::function<void()> &changes)
{
    {
        const QScopedValueRollback changing(m_isChanging, true);
        changes();
    }
    tellShown();
}

/// Throws ConfigError where a change needs a model and there is none.
void Document::requireModel() const
{
    if (m_attention)
        throw ConfigError(tr("The attention is that of a file, which has no model to change: open the model's folder.")
                              .toStdString());
}

void Document::showSentence(int sentence)
{
    if (!m_attention || sentence == m_sentence || sentence < 0 || sentence >= int(m_attention->sentences.size()))
        return;
    Project project = attentionProject(m_attention, sentence);
    project.title = m_title;
    project.note = m_note;
    project.view = m_look.stored();
    project.view.query = project.view.key = -1; // of another sentence
    const auto opened = std::make_shared<const Model>(project.model);
    Training::State training = m_training.stateOf(project.task);
    showWhole({std::move(project), opened, m_snapshots.state().recalled, std::move(training)});
    m_snapshots.announce();
}

/// The title of a project that is shown. That of any sentence of a file becomes that of the sentence shown, one of a
/// user's own stays.
std::string Document::titleOf(const Project &state) const
{
    if (!state.attention)
        return state.title;
    const std::vector<AttentionSentence> &sentences = state.attention->sentences;
    const bool isSentences = std::any_of(sentences.begin(), sentences.end(), [&](const AttentionSentence &sentence) {
        return sentence.title == state.title;
    });
    return isSentences ? sentences.at(std::size_t(state.sentence)).title : state.title;
}

void Document::selectionChanges()
{
    constexpr std::size_t mostKept = std::size_t{256} << 20; // bytes
    std::size_t kept = bytesOfReadHeads(m_result.trace);
    const auto &pinned = m_comparison.pinned();
    if (pinned)
        kept += bytesOfReadHeads(pinned->result.trace);
    if (m_shown && m_shown->tokens.comparison)
        kept += bytesOfReadDifferences(*m_shown->tokens.comparison);
    if (m_attention && kept > mostKept)
        readHeadsAnew();
    else
        tellShown();
}

/// Reads the heads in view again from the attention files, present and pinned, and releases all others.
void Document::readHeadsAnew()
{
    m_result = {};
    const auto &pinned = m_comparison.pinned();
    if (pinned && pinned->project && pinned->project->attention) {
        auto state = m_comparison.state();
        PinnedState anew = *pinned;
        anew.result.trace = attentionTrace(*pinned->project);
        state.pinned = std::make_shared<const PinnedState>(std::move(anew));
        m_comparison.putBack(std::move(state));
    }
    recompute();
}

void Document::translateErrors()
{
    m_training.readAgain();
    if (m_inputError.isEmpty())
        return;
    if (m_attention)
        readHeadsAnew();
    else
        recompute();
}

/// What is wrong with the rows of the head in view, or of what it is compared with, stands where a sentence that cannot
/// be read would.
void Document::sayFaults()
{
    if (!m_attention || !m_result.trace)
        return;
    const Selection selection = existingSelection(m_look.selection(), m_result);
    const auto faultIn = [&](const Result &result) {
        const int index = blockIndex(result.model->config, selection.attention, selection.layer);
        if (index < 0 || index >= int(result.trace->blocks.size()))
            return QString();
        const HeadTraces &heads = result.trace->blocks[std::size_t(index)]->heads;
        return selection.head < int(heads.size()) ? QString::fromStdString(heads[std::size_t(selection.head)].fault)
                                                  : QString();
    };
    QString fault = faultIn(m_result);
    const auto &pinned = m_comparison.pinned();
    if (fault.isEmpty() && pinned && m_comparison.compared() != Compared::Now)
        if (const QString before = faultIn(pinned->result); !before.isEmpty())
            fault = pinned->name + QStringLiteral(": ") + before;
    setInputError(fault);
}

/// The trace that the file has; its heads are read when they are looked at.
void Document::showGiven()
{
    m_compute->cancel();
    const bool isThere = m_result.trace && m_result.model == m_matrices.model();
    if (isThere && !m_busy) {
        keepResultTokens();
        sayFaults();
        return;
    }
    const Project whole = project();
    finish({++m_generation, m_matrices.model(), m_sentences.input(config()), attentionTrace(whole), {}});
    sayFaults();
}

void Document::sentencesChanged(const std::vector<Sentences::Reading> &readings)
{
    requireModel();
    const SharedMeans &means = m_matrices.model()->interventions.means;
    if (SharedMeans beside = meansBeside(means, m_sentences.texts()); beside.operator->() != means.operator->()) {
        auto model = std::make_shared<Model>(*m_matrices.model());
        model->interventions.means = std::move(beside);
        m_matrices.showLinks(std::move(model));
    }
    m_look.followSentences(readings);
    recompute();
}

void Document::modelChanges(const Model &before, const std::function<void()> &tell)
{
    requireModel();
    std::vector<Sentences::Reading> readings;
    if (config() != before.config)
        readings = m_sentences.setReader(readsTarget(config()), canPair(m_checkpoint.get(), config()));
    tell();
    m_look.followModel(before.config, readings);
    recompute();
}

std::shared_ptr<const PinnedState> Document::present(const QString &name) const
{
    if (!m_result.trace)
        return nullptr;
    Project whole = project();
    whole.model = *m_result.model; // of a pass that is still running the result knows nothing
    return std::make_shared<const PinnedState>(PinnedState{m_result, *m_resultSource, *m_resultTarget, name,
                                                           std::make_shared<const Project>(std::move(whole))});
}

void Document::pinnedChanges()
{
    const auto &pinned = m_comparison.pinned();
    m_matrices.setPinned(pinned ? pinned->result.model : nullptr);
    m_look.dropPinnedSelection();
}

bool Document::hasCell(const CellRef &cell) const
{
    const Weight values = cell.matrix.empty() ? nullptr : m_matrices.matrix(cell.matrix);
    return values && cell.row >= 0 && cell.row < values.rows() && cell.column >= 0 && cell.column < values.cols();
}

void Document::tokenViewChanges(const std::function<void()> &tell)
{
    together([&] {
        tell();
        const auto &pinned = m_comparison.pinned();
        if (m_comparison.compared() == Compared::Pinned)
            setUngroupedSelection(
                m_look.visible(shown().tokens.asked, pinned->result.model->config, pinned->source, pinned->target));
        m_look.dropHidden();
    });
}

ShownInput Document::shownInput() const
{
    const Look::State &look = m_look.state();
    return {{m_result, m_resultSource, m_resultTarget},
            m_comparison.pinned(),
            m_comparison.compared(),
            look.tokens,
            look.selection,
            look.pinnedSelection};
}

const Shown &Document::shown() const
{
    ShownInput input = shownInput();
    if (!m_shown || m_shown->input != input)
        m_shown = std::make_shared<const Shown>(shownOf(std::move(input), m_shown.get()));
    return *m_shown;
}

void Document::tellShown()
{
    if (m_isChanging)
        return;
    shown();
    if (std::exchange(m_toldShown, m_shown) == m_shown)
        return;
    sayFaults();
    emit shownChanged();
}

void Document::setShownSelection(Selection selection)
{
    const SharedTrace trace = shown().attention.result.trace;
    if (trace && trace->grouping)
        selection = ungroupedSelection(std::move(selection), shown().tokens.asked, *trace->grouping);
    setUngroupedSelection(std::move(selection));
}

void Document::setUngroupedSelection(Selection selection)
{
    const ShownState before = shown().tokens;
    // Positions in one sentence say nothing about another: setSelection() sees to that.
    if (before.compared != Compared::Pinned || !before.comparison ||
        selection.attention != m_look.selection().attention) {
        m_look.setSelection(std::move(selection));
        return;
    }
    Selection present = selectionNow(selection, *before.comparison);
    m_look.setPinnedSelection(std::move(selection), before.asked, std::move(present));
}

void Document::keepResultTokens()
{
    m_resultSource = std::make_shared<const Tokens>(m_sentences.tokens(Side::Source));
    m_resultTarget = std::make_shared<const Tokens>(m_sentences.tokens(Side::Target));
}

void Document::recompute()
{
    if (m_attention) {
        showGiven();
        return;
    }
    const SharedTrace reusable = m_result.trace && !m_result.trace->isImported ? m_result.trace : nullptr;
    PassRequest request{m_matrices.model(), m_sentences.input(config()), reusable, m_result.model,
                        ++m_generation,     m_training.isRunning(),      nullptr};
    const QString problem = inputProblem(*m_matrices.model(), request.input, m_sentences.readsPair(),
                                         {m_sentences.texts().source, m_sentences.texts().target});
    if (!problem.isEmpty()) {
        m_compute->cancel();
        setBusy(false);
        setInputError(problem);
        return;
    }
    const bool isThere = m_result.trace && m_result.model == m_matrices.model() && m_resultInput == request.input;
    if (isThere && !m_busy && m_inputError.isEmpty()) {
        keepResultTokens();
        return;
    }
    if (passCost(*m_matrices.model(), request.input, passOptions(request)) <= synchronousCost) {
        m_compute->cancel();
        finish(runPass(request));
        return;
    }
    startPass(*m_compute, std::move(request), [this](const PassOutcome &outcome) { deliver(outcome); });
    setInputError(QString());
    setBusy(true);
}

/// A result that a listener cannot show does not count: the one before stays, as where the model cannot read the
/// sentence.
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
    freeElsewhere(std::move(before)); // now that no view uses it
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
