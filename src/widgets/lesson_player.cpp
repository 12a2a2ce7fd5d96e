#include "widgets/lesson_player.h"

#include <algorithm>
#include <utility>

#include "document/selection_rules.h"
#include "io/project_state.h"
#include "widgets/lesson_value_text.h"

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

Highlight highlightOf(const LessonPage &page)
{
    Highlight highlight;
    highlight.cells = page.cells;
    for (const LessonPair &pair : page.pairs)
        highlight.pairs.push_back({pair.query, pair.key});
    return highlight;
}

} // namespace

LessonPlayer::LessonPlayer(Document *document, QObject *parent)
    : QObject(parent), m_document(document), m_judge(new QTimer(this))
{
    m_judge->setSingleShot(true);
    m_judge->setInterval(0);
    connect(m_judge, &QTimer::timeout, this, &LessonPlayer::check);
    const auto again = [this] { look(); };
    connect(document, &Document::resultChanged, this, again);
    connect(document, &Document::selectionChanged, this, again);
    connect(document, &Document::stepViewChanged, this, again);
    connect(document, &Document::cellChanged, this, again);
    connect(document, &Document::modelChanged, this, again);
    connect(document, &Document::sourceChanged, this, again);
    connect(document, &Document::loaded, this, again);
    connect(document->undoStack(), &QUndoStack::indexChanged, this, &LessonPlayer::followUndo);
}

void LessonPlayer::open(Lesson lesson)
{
    m_lesson = std::move(lesson);
    m_done.clear();
    m_turns.clear();
    m_page = 0;
    m_isTurning = true;
    m_document->load(currentPage().project, {});
    m_isTurning = false;
    emit lessonChanged();
    finishTurn();
}

void LessonPlayer::close()
{
    if (!isOpen())
        return;
    m_numbers.reset();
    m_lesson.reset();
    m_done.clear();
    m_page = -1;
    m_document->setMarked({});
    emit lessonChanged();
}

std::optional<LessonSession> LessonPlayer::session() const
{
    if (!isOpen())
        return std::nullopt;
    return LessonSession{*m_lesson, m_page, m_done, m_turns, m_turnedAt, {}};
}

void LessonPlayer::resume(LessonSession session)
{
    m_lesson = std::move(session.lesson);
    m_page = session.page;
    m_done = std::move(session.done);
    m_turns = std::move(session.turns);
    m_step = m_document->undoStack()->index();
    m_turnedAt = session.turnedAt;
    m_numbers.reset();
    m_document->setMarked(highlightOf(currentPage()));
    emit lessonChanged();
    emit pageChanged();
    m_judge->start();
}

bool LessonPlayer::hasNext() const
{
    return isOpen() && m_page + 1 < static_cast<int>(m_lesson->pages.size());
}

void LessonPlayer::go(int page)
{
    if (!isOpen() || page < 0 || page >= static_cast<int>(m_lesson->pages.size()))
        return;
    const int from = m_page;
    const bool follows = page == from + 1;
    m_page = page;
    m_isTurning = true;
    if (!currentPage().keeps || !follows)
        showState(currentPage(), from);
    else if (currentPage().setsView)
        showView(currentPage());
    m_isTurning = false;
    finishTurn();
}

void LessonPlayer::restart()
{
    if (!isOpen())
        return;
    m_done.erase(m_page);
    m_isTurning = true;
    showState(currentPage(), m_page);
    m_isTurning = false;
    finishTurn();
}

/// Where the state is there already, only what is looked at changes, which is no undo step. Nor is a turn before which
/// nothing was changed: there is nothing to bring back.
void LessonPlayer::showState(const LessonPage &page, int from)
{
    if (isSameBesidesView(m_document->project(), page.project)) {
        showView(page);
        return;
    }
    QUndoStack *stack = m_document->undoStack();
    if (stack->count() == 0 && m_document->path().isEmpty()) {
        m_document->load(page.project, {});
        return;
    }
    // Pages alone are nothing that could be lost: nobody is asked to save them.
    const bool isOnlyPages = !m_document->isModified() && m_document->path().isEmpty();
    std::erase_if(m_turns, [stack](const LessonTurn &turn) { return turn.step > stack->index(); });
    m_document->restore(page.project, tr("Page %1 of “%2”").arg(m_page + 1).arg(words(m_lesson->title)));
    if (isOnlyPages)
        stack->setClean();
    m_turns.push_back({stack->index(), from, m_page});
}

/// Undo turns back the pages that it undoes, so that text and state belong together; Redo turns them again.
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
    finishTurn();
}

void LessonPlayer::showView(const LessonPage &page)
{
    const Selection wanted = selectionFor(page.project);
    // Another sentence's positions fall away when the attention changes, so it changes first.
    Selection first = m_document->selection();
    first.attention = wanted.attention;
    m_document->setSelection(first);
    m_document->setSelection(wanted);
    m_document->setStepView(page.project.view.steps);
    m_document->setCell(page.project.view.cell);
}

void LessonPlayer::finishTurn()
{
    m_document->setMarked(highlightOf(currentPage()));
    m_numbers.reset();
    m_turnedAt = m_document->undoStack()->index();
    emit pageChanged();
    emit panelsAsked([this] {
        QStringList panels;
        for (const std::string &panel : currentPage().panels)
            panels << QString::fromStdString(panel);
        return panels;
    }());
    m_judge->start();
}

void LessonPlayer::look()
{
    m_numbers.reset();
    if (m_isTurning || !isOpen())
        return;
    m_judge->start();
    emit valuesChanged();
}

/// Of the present state only: while a pass runs, or the sentence cannot be read, nothing is judged; nor is what was
/// there before the page, when Undo has brought it back.
void LessonPlayer::check()
{
    if (!isOpen())
        return;
    const std::vector<LessonCondition> &conditions = currentPage().conditions;
    const Result &result = m_document->result();
    if (conditions.empty() || isDone() || m_document->isBusy() || !m_document->inputError().isEmpty() ||
        !result.trace || result.model != m_document->model() || m_document->undoStack()->index() < m_turnedAt)
        return;
    const ModelConfig &config = m_document->model()->config;
    const std::string source = m_document->source().toStdString();
    StoredView view = storedView(m_document->selection(), config);
    view.steps = m_document->stepView();
    view.cell = m_document->cell();
    const LessonState state{config, view, source};
    const bool isDoneNow = std::all_of(conditions.begin(), conditions.end(), [&](const LessonCondition &condition) {
        return holds(condition, state, *numbers());
    });
    if (!isDoneNow)
        return;
    m_done.insert(m_page);
    emit doneChanged();
}

/// Null without a result.
LessonNumbers *LessonPlayer::numbers()
{
    const Result &result = m_document->result();
    if (!result.trace || !result.model)
        return nullptr;
    if (!m_numbers) {
        m_answered = result;
        m_numbers.emplace(*m_answered.model, *m_answered.trace,
                          storedView(m_document->selection(), m_answered.model->config), handDecimals());
    }
    return &*m_numbers;
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
    const QString title = words(m_lesson->pages[static_cast<std::size_t>(page)].title);
    return title.isEmpty() ? tr("Page %1").arg(page + 1) : title;
}

QString LessonPlayer::valueText(const LessonValue &value)
{
    LessonNumbers *answers = isOpen() ? numbers() : nullptr;
    return lessonValueText(value, answers ? answers->answer(value) : LessonAnswer(), isOpen() ? handDecimals() : 1);
}

} // namespace regard
