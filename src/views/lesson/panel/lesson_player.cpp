#include "views/lesson/panel/lesson_player.h"

#include <algorithm>
#include <utility>

#include <QScopedValueRollback>

#include "document/look/selection_rules.h"
#include "document/sentence/side.h"
#include "engine/analysis/token_alignment.h"
#include "engine/base/errors.h"
#include "engine/pass/forward.h"
#include "io/project/attention_extent.h"
#include "io/project/project_state.h"
#include "views/lesson/panel/lesson_value_text.h"

namespace regard {

namespace {

/// A project's view as a selection, with what it has in focus pinned.
Selection selectionFor(const Project &project)
{
    Selection selection = selectionOf(project.view, project.model.config, countsOf(inputOf(project)));
    if (selection.query >= 0)
        selection.pinnedQueries = {selection.query};
    if (selection.key >= 0)
        selection.pinnedKeys = {selection.key};
    return selection;
}

/// The present position of a word that a page marks; −1 stays (it means all), and nothing where the word is gone.
std::optional<int> moved(const TokenAlignment &alignment, int position)
{
    if (position < 0)
        return position;
    const int after = position < int(alignment.after.size()) ? alignment.after[std::size_t(position)] : -1;
    return after < 0 ? std::nullopt : std::optional<int>(after);
}

} // namespace

Project shownProject(const LessonPage &page)
{
    Project project = page.project;
    project.note.clear();
    return project;
}

LessonPlayer::LessonPlayer(Document *document, QObject *parent)
    : QObject(parent), m_document(document), m_judge(new QTimer(this))
{
    m_judge->setSingleShot(true);
    m_judge->setInterval(0);
    connect(m_judge, &QTimer::timeout, this, &LessonPlayer::check);
    const auto again = [this] { refreshValues(); };
    connect(document, &Document::resultChanged, this, again);
    connect(&document->look(), &Look::selectionChanged, this, again);
    connect(&document->look(), &Look::stepViewChanged, this, again);
    connect(&document->look(), &Look::cellChanged, this, again);
    const auto tried = [this] {
        m_isTried = m_isTried || !m_isTurning;
        refreshValues();
    };
    connect(&document->matrices(), &Matrices::modelChanged, this, tried);
    connect(&document->sentences(), &Sentences::sourceChanged, this, tried);
    connect(&document->sentences(), &Sentences::targetChanged, this, tried);
    connect(document, &Document::loaded, this, tried);
    connect(document->undoGroup(), &QUndoGroup::indexChanged, this, &LessonPlayer::followUndo);
}

void LessonPlayer::open(Lesson lesson)
{
    m_lesson = std::move(lesson);
    m_done.clear();
    m_turns.clear();
    m_beginnings.clear();
    m_page = 0;
    {
        const QScopedValueRollback turning(m_isTurning, true);
        m_document->load(shownProject(currentPage()), {});
    }
    begin(currentPage());
    emit lessonChanged();
    finishTurn();
}

void LessonPlayer::close()
{
    if (!isOpen())
        return;
    m_numbers.reset();
    m_firstNumbers.reset();
    m_beginnings.clear();
    m_lesson.reset();
    m_done.clear();
    m_page = -1;
    m_document->look().setMarked({});
    emit lessonChanged();
}

std::optional<LessonSession> LessonPlayer::session() const
{
    if (!isOpen())
        return std::nullopt;
    return LessonSession{*m_lesson, m_page, m_done, m_turns, m_beginnings, m_turnedAt, m_isTried, {}};
}

void LessonPlayer::resume(LessonSession session)
{
    m_lesson = std::move(session.lesson);
    m_page = session.page;
    m_done = std::move(session.done);
    m_turns = std::move(session.turns);
    m_step = m_document->undoStack()->index();
    m_beginnings = std::move(session.beginnings);
    m_turnedAt = session.turnedAt;
    m_isTried = session.isTried;
    m_numbers.reset();
    m_firstNumbers.reset();
    mark();
    emit lessonChanged();
    emit pageChanged();
    m_judge->start();
}

bool LessonPlayer::hasNext() const
{
    return isOpen() && m_page + 1 < int(m_lesson->pages.size());
}

void LessonPlayer::go(int page)
{
    if (!isOpen() || page < 0 || page >= int(m_lesson->pages.size()))
        return;
    const int from = m_page;
    const bool follows = page == from + 1;
    const bool keeps = m_lesson->pages[std::size_t(page)].keeps && follows;
    m_page = page;
    {
        const QScopedValueRollback turning(m_isTurning, true);
        if (!keeps)
            showState(currentPage(), from);
        else if (currentPage().setsView)
            showView(currentPage());
    }
    if (keeps)
        beginWithPresent();
    else
        begin(currentPage());
    finishTurn();
}

void LessonPlayer::restart()
{
    if (!isOpen())
        return;
    m_done.erase(m_page);
    {
        const QScopedValueRollback turning(m_isTurning, true);
        showState(currentPage(), m_page);
    }
    begin(currentPage());
    finishTurn();
}

/// Shows a page's state. If it is there already only the view changes, which is not an undo step; neither is a page
/// turn before which nothing was changed: there is nothing to bring back.
void LessonPlayer::showState(const LessonPage &page, int from)
{
    const Project shown = shownProject(page);
    if (isSameBesidesView(m_document->project(), shown)) {
        showView(page);
        return;
    }
    QUndoStack *stack = m_document->undoStack();
    if (stack->count() == 0 && m_document->path().isEmpty()) {
        m_document->load(shown, {});
        return;
    }
    // Pages alone hold no unsaved work: they are left without a question.
    const bool isOnlyPages = !m_document->isModified() && m_document->path().isEmpty();
    std::erase_if(m_turns, [stack](const LessonTurn &turn) { return turn.step > stack->index(); });
    m_document->restore(shown, tr("Page %1 of “%2”").arg(m_page + 1).arg(words(m_lesson->title)));
    if (isOnlyPages)
        stack->setClean();
    m_turns.push_back({stack->index(), from, m_page});
}

/// Undo goes back through the pages that it undoes, so that text and state belong together; Redo goes forward again.
void LessonPlayer::followUndo(int step)
{
    const int before = std::exchange(m_step, step);
    if (!isOpen() || m_isTurning)
        return;
    int page = m_page;
    for (const LessonTurn &turn : m_turns)
        if (before < turn.step && turn.step <= step)
            page = turn.to;
    for (auto turn = m_turns.rbegin(); turn != m_turns.rend(); ++turn)
        if (step < turn->step && turn->step <= before)
            page = turn->from;
    if (page == m_page)
        return;
    m_page = page;
    const auto turns =
        std::count_if(m_turns.begin(), m_turns.end(), [step](const LessonTurn &turn) { return turn.step <= step; });
    if (turns == step && m_document->path().isEmpty())
        m_document->undoStack()->setClean(); // pages alone, as in showState()
    if (!m_beginnings.contains(page))
        begin(currentPage());
    m_isTried = true; // the present state may be an edited form of the page
    finishTurn();
}

void LessonPlayer::showView(const LessonPage &page)
{
    const Selection wanted = selectionFor(page.project);
    // Another sentence's positions fall away when the attention changes, so it changes first.
    Selection first = m_document->look().selection();
    first.attention = wanted.attention;
    m_document->look().setSelection(first);
    m_document->look().setSelection(wanted);
    m_document->look().setStepView(page.project.view.steps);
    m_document->look().setCell(page.project.view.cell);
}

/// Begins a page that shows its own state.
void LessonPlayer::begin(const LessonPage &page)
{
    m_beginnings[m_page] = {std::make_shared<const Model>(page.project.model), inputOf(page.project),
                            page.project.view};
    m_firstNumbers.reset();
    m_isTried = false;
}

/// Begins a page that continues with the present state; where the sentence cannot be read, with what is still on the
/// screen.
void LessonPlayer::beginWithPresent()
{
    const Project present = m_document->project();
    LessonBeginning beginning{m_document->matrices().model(), inputOf(present), present.view};
    const Result &result = m_document->result();
    if (!m_document->inputError().isEmpty() && result.trace) {
        beginning.model = result.model;
        beginning.trace = result.trace;
    }
    m_beginnings[m_page] = std::move(beginning);
    m_firstNumbers.reset();
    m_isTried = false;
}

void LessonPlayer::finishTurn()
{
    m_numbers.reset();
    m_firstNumbers.reset();
    for (auto &[page, beginning] : m_beginnings)
        if (page != m_page)
            beginning.trace.reset();
    mark();
    m_turnedAt = m_document->undoStack()->index();
    emit pageChanged();
    emit panelsAsked(currentPage().panels);
    m_judge->start();
}

void LessonPlayer::mark()
{
    m_document->look().setMarked(presentHighlight());
}

/// The page's marks, at the words' present places: a mark goes with its word, and disappears with it.
Highlight LessonPlayer::presentHighlight() const
{
    const LessonPage &page = currentPage();
    Highlight highlight;
    if (page.cells.empty() && page.pairs.empty())
        return highlight;
    const LessonBeginning &beginning = m_beginnings.at(m_page);
    const TokenAlignment source =
        alignTokens(beginning.input.tokens, textsOf(m_document->sentences().tokens(Side::Source)));
    const TokenAlignment target =
        alignTokens(beginning.input.target, textsOf(m_document->sentences().tokens(Side::Target)));
    for (CellRef cell : page.cells) {
        const bool isWord = cell.matrix == embeddingMatrix || cell.matrix == targetEmbeddingMatrix;
        const std::optional<int> row =
            isWord ? moved(cell.matrix == embeddingMatrix ? source : target, cell.row) : cell.row;
        if (!row)
            continue;
        cell.row = *row;
        highlight.cells.push_back(std::move(cell));
    }
    const ModelConfig &config = beginning.model->config;
    const ModelConfig &configNow = m_document->matrices().model()->config;
    const Attention attention = viewedAttention(beginning.view, config);
    const Attention attentionNow = m_document->look().selection().attention;
    const Side queries = queriesSide(config, attention);
    const Side keys = keysSide(config, attention);
    if (queries != queriesSide(configNow, attentionNow) || keys != keysSide(configNow, attentionNow))
        return highlight; // another sentence's positions
    for (const LessonPair &pair : page.pairs) {
        const std::optional<int> query = moved(queries == Side::Source ? source : target, pair.query);
        const std::optional<int> key = moved(keys == Side::Source ? source : target, pair.key);
        if (query && key)
            highlight.pairs.push_back({*query, *key});
    }
    return highlight;
}

void LessonPlayer::refreshValues()
{
    m_numbers.reset();
    if (m_isTurning || !isOpen())
        return;
    mark();
    m_judge->start();
    emit valuesChanged();
}

/// Judges only the present state: while a pass runs, or the sentence cannot be read, nothing is judged; nor is a state
/// from before the page that Undo has brought back.
void LessonPlayer::check()
{
    if (!isOpen())
        return;
    const std::vector<LessonCondition> &conditions = currentPage().conditions;
    const Result &result = m_document->result();
    if (conditions.empty() || isDone() || m_document->isBusy() || !m_document->inputError().isEmpty() ||
        !result.trace || result.model != m_document->matrices().model() ||
        m_document->undoStack()->index() < m_turnedAt)
        return;
    const ModelConfig &config = m_document->matrices().model()->config;
    const std::string source = m_document->sentences().source().toStdString();
    StoredView view = storedView(m_document->look().selection(), config);
    view.steps = m_document->look().stepView();
    view.cell = m_document->look().cell();
    const std::string target = m_document->sentences().target().toStdString();
    const LessonState state{config, view, source, target};
    const bool isDoneNow = std::all_of(conditions.begin(), conditions.end(), [&](const LessonCondition &condition) {
        return holds(condition, state, *numbers());
    });
    if (!isDoneNow)
        return;
    m_done.insert(m_page);
    emit doneChanged();
}

/// Returns the numbers of the present state; null without a result, and while a page is being turned.
LessonNumbers *LessonPlayer::numbers()
{
    const Result &result = m_document->result();
    if (m_isTurning || !result.trace || !result.model)
        return nullptr;
    if (!m_numbers) {
        m_answered = result;
        const StoredView view = m_lesson->version == 1
                                    ? storedView(m_document->look().selection(), m_answered.model->config)
                                    : m_beginnings.at(m_page).view;
        m_numbers.emplace(*m_answered.model, *m_answered.trace, view, handDecimals());
    }
    return &*m_numbers;
}

/// Returns the numbers of the page's beginning; null until its pass is done, and while it is being turned to.
LessonNumbers *LessonPlayer::firstNumbers()
{
    if (m_isTurning)
        return nullptr;
    LessonBeginning &beginning = m_beginnings.at(m_page);
    if (!beginning.trace)
        takeFirstTrace(beginning);
    if (!m_firstNumbers && beginning.trace)
        m_firstNumbers.emplace(*beginning.model, *beginning.trace, beginning.view, handDecimals());
    return m_firstNumbers ? &*m_firstNumbers : nullptr;
}

/// Takes the document's own pass where it is of the page's beginning, else runs another.
void LessonPlayer::takeFirstTrace(LessonBeginning &beginning) const
{
    if (!m_isTried) {
        const Result &result = m_document->result();
        if (m_document->isBusy())
            return;
        if (result.trace && result.model == m_document->matrices().model() && m_document->inputError().isEmpty()) {
            beginning.model = result.model;
            beginning.trace = result.trace;
            return;
        }
    }
    try {
        beginning.trace = forward(*beginning.model, beginning.input);
    } catch (const Error &) {
        // The document says why its sentence cannot be read; the texts are without numbers.
    }
}

int LessonPlayer::handDecimals() const
{
    const int decimals = currentPage().project.view.steps.handDecimals;
    return decimals > 0 ? decimals : 1;
}

void LessonPlayer::setLanguage(const QString &code)
{
    m_language = code.toStdString();
    emit lessonChanged();
}

QString LessonPlayer::words(const LessonText &text) const
{
    return QString::fromStdString(text.text(m_language));
}

QString LessonPlayer::pageTitle(int page) const
{
    const QString title = words(m_lesson->pages[std::size_t(page)].title);
    return title.isEmpty() ? tr("Page %1").arg(page + 1) : title;
}

QString LessonPlayer::caption()
{
    return lessonCaption(currentPage(), m_language, [this](const LessonValue &value) { return valueText(value); });
}

QString LessonPlayer::valueText(const LessonValue &value)
{
    if (!isOpen())
        return lessonValueText(value, {}, 1);
    const bool isOld = m_lesson->version == 1;
    LessonNumbers *answers = value.isNow || isOld ? numbers() : firstNumbers();
    if (!answers && m_document->isBusy())
        return QStringLiteral("…");
    const LessonAnswer answer = answers ? answers->answer(value) : LessonAnswer();
    return answer.exists || isOld ? lessonValueText(value, answer, handDecimals()) : QString();
}

} // namespace regard
