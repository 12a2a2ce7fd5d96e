#include "views/lesson/panel/lesson_panel.h"

#include <algorithm>
#include <utility>

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QShortcut>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

#include "controls/app_theme.h"
#include "controls/menu_text.h"
#include "draw/notation.h"
#include "views/lesson/panel/lesson_player.h"
#include "views/lesson/panel/lesson_reading.h"

namespace regard {

namespace {

constexpr int lessonLeastWidth = 220;
constexpr int besideDrawings = 32; ///< margins and frames within the scrolled page

/// Where a try's answer begins: its last paragraph, if that speaks of now and no drawing lies across.
qsizetype answerIn(const QString &words)
{
    const qsizetype at = words.lastIndexOf(QLatin1String("\n\n"));
    const bool isAnswer = at > 0 && words.indexOf(QLatin1String("{now "), at) > 0 &&
                          words.left(at).count(QLatin1Char('{')) == words.left(at).count(QLatin1Char('}'));
    return isAnswer ? at : words.size();
}

} // namespace

LessonPanel::LessonPanel(LessonPlayer *player, AppTheme *theme, QWidget *parent)
    : Panel(tr("Lesson"), parent), m_player(player), m_theme(theme), m_pages(new QToolButton(this)),
      m_title(new QLabel(this))
{
    setMinimumWidth(lessonLeastWidth);
    addHead();
    content()->addWidget(makeReader(), 1);
    addButtons();
    addShortcuts();
    connect(player, &LessonPlayer::lessonChanged, this, &LessonPanel::showLesson);
    connect(player, &LessonPlayer::pageChanged, this, &LessonPanel::showPage);
    connect(player, &LessonPlayer::valuesChanged, this, &LessonPanel::showTexts);
    connect(player, &LessonPlayer::doneChanged, this, &LessonPanel::announceDone);
    connect(theme, &AppTheme::changed, this, [this] {
        showHead();
        showTexts();
    });
    paintTry();
    showLesson();
}

/// "Three inputs by hand · 5 of 11 ▾" in place of the panel's title.
void LessonPanel::addHead()
{
    setTitle({});
    setAccessibleName(tr("Lesson"));
    m_pages->setObjectName(QStringLiteral("lessonPages"));
    m_pages->setProperty("flat", true);
    m_pages->setPopupMode(QToolButton::InstantPopup);
    m_pages->setToolTip(tr("The pages of the lesson"));
    m_pages->setMenu(new QMenu(m_pages));
    auto *close = new QToolButton(this);
    close->setText(QStringLiteral("✕"));
    close->setProperty("flat", true);
    close->setToolTip(tr("Close lesson"));
    close->setAccessibleName(tr("Close lesson"));
    connect(close, &QToolButton::clicked, this, &LessonPanel::closeAsked);
    titleRow()->insertWidget(0, m_pages);
    titleRow()->addWidget(close);
}

QWidget *LessonPanel::reader() const
{
    return m_scroll;
}

QWidget *LessonPanel::makeReader()
{
    m_scroll = new QScrollArea(this);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFocusPolicy(Qt::StrongFocus);
    m_scroll->setAccessibleName(tr("Text of the page"));
    auto *page = new QWidget(m_scroll);
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 6, 0);
    column->setSpacing(10);
    m_title->setObjectName(QStringLiteral("lessonPageTitle"));
    m_title->setWordWrap(true);
    m_title->setTextFormat(Qt::RichText);
    m_text = new LessonReading(m_theme, page);
    m_kept = new QLabel(tr("The text keeps the numbers and words that the page began with."), page);
    m_kept->setObjectName(QStringLiteral("panelCaption"));
    m_kept->setWordWrap(true);
    m_try = new QFrame(page);
    m_try->setObjectName(QStringLiteral("lessonTry"));
    m_attempt = new LessonReading(m_theme, m_try);
    m_answer = new LessonReading(m_theme, m_try);
    m_answer->setObjectName(QStringLiteral("lessonAnswer"));
    m_tryRows = new QVBoxLayout(m_try);
    m_tryRows->setContentsMargins(14, 10, 14, 10);
    m_tryRows->setSpacing(8);
    m_tryRows->addWidget(m_attempt);
    m_tryRows->addWidget(m_answer);
    column->addWidget(m_title);
    column->addWidget(m_text);
    column->addWidget(m_try);
    column->addWidget(m_kept); // below what is being used, which must not move
    column->addStretch(1);
    m_scroll->setWidget(page);
    return m_scroll;
}

void LessonPanel::addButtons()
{
    m_back = new QPushButton(tr("Back"), this);
    m_back->setToolTip(tr("The page before (Alt+Left)"));
    m_again = new QPushButton(tr("Begin the page again"), this);
    m_again->setObjectName(QStringLiteral("lessonAgain")); // what it says depends on the room
    m_again->setToolTip(tr("Show the page's state again"));
    m_again->setAccessibleDescription(m_again->toolTip());
    m_next = new QPushButton(tr("Next"), this);
    m_next->setObjectName(QStringLiteral("primary"));
    m_next->setToolTip(tr("The next page (Alt+Right)"));
    auto *row = new QHBoxLayout;
    row->setSpacing(6);
    row->addWidget(m_back, 3);
    row->addWidget(m_again, 7);
    row->addWidget(m_next, 3);
    content()->addLayout(row);
    connect(m_back, &QPushButton::clicked, this, [this] { m_player->go(m_player->page() - 1); });
    connect(m_again, &QPushButton::clicked, m_player, &LessonPlayer::restart);
    connect(m_next, &QPushButton::clicked, this, [this] { m_player->go(m_player->page() + 1); });
}

void LessonPanel::addShortcuts()
{
    const auto on = [this](Qt::Key key, int pages) {
        auto *shortcut = new QShortcut(QKeySequence(key), this);
        shortcut->setContext(Qt::WidgetWithChildrenShortcut);
        connect(shortcut, &QShortcut::activated, this, [this, pages] { m_player->go(m_player->page() + pages); });
    };
    on(Qt::Key_PageDown, 1);
    on(Qt::Key_PageUp, -1);
}

void LessonPanel::showLesson()
{
    m_pages->menu()->clear();
    const int pages = m_player->isOpen() ? int(m_player->lesson().pages.size()) : 0;
    for (int page = 0; page < pages; ++page) {
        QAction *action = m_pages->menu()->addAction(menuText(m_player->pageTitle(page)));
        action->setCheckable(true);
        connect(action, &QAction::triggered, this, [this, page] { m_player->go(page); });
    }
    showPage();
}

void LessonPanel::showPage()
{
    showControl();
    if (!m_player->isOpen())
        return;
    const int page = m_player->page();
    const QList<QAction *> actions = m_pages->menu()->actions();
    for (int i = 0; i < int(actions.size()); ++i)
        actions[i]->setChecked(i == page);
    m_title->setText(notationHtml(m_player->pageTitle(page)));
    m_title->setAccessibleName(m_player->pageTitle(page));
    m_back->setEnabled(m_player->hasBack());
    m_next->setEnabled(m_player->hasNext());
    showHead();
    showTexts();
    paintTry();
    m_scroll->verticalScrollBar()->setValue(0);
}

/// Where there is too little room, the title of the lesson and the middle button are shorter.
void LessonPanel::showHead()
{
    if (!m_player->isOpen())
        return;
    const QString place = tr("%1 of %2").arg(m_player->page() + 1).arg(m_player->lesson().pages.size());
    const QString title = m_player->words(m_player->lesson().title);
    m_pages->setAccessibleName(QStringLiteral("%1 · %2").arg(title, place));
    const auto textOf = [&place](const QString &words) {
        return QStringLiteral("%1 · %2 ▾").arg(menuText(words), place);
    };
    const int room = contentsRect().width() - layout()->contentsMargins().left() - layout()->contentsMargins().right();
    m_pages->setText(textOf(title));
    const int over = m_pages->sizeHint().width() + 2 * titleRow()->spacing() +
                     titleRow()->itemAt(titleRow()->count() - 1)->sizeHint().width() - room;
    if (over > 0)
        m_pages->setText(textOf(fontMetrics().elidedText(title, Qt::ElideRight,
                                                         std::max(1, fontMetrics().horizontalAdvance(title) - over))));
    m_again->setText(tr("Begin the page again"));
    const int gaps = 12;
    if (m_back->sizeHint().width() + m_again->sizeHint().width() + m_next->sizeHint().width() + gaps > room)
        m_again->setText(tr("Again"));
}

void LessonPanel::resizeEvent(QResizeEvent *event)
{
    Panel::resizeEvent(event);
    showHead();
}

/// The control stays while the page is begun again.
void LessonPanel::showControl()
{
    const std::optional<LessonControl> control = m_player->isOpen() ? m_player->currentPage().control : std::nullopt;
    if (std::exchange(m_shownControl, control) == control)
        return;
    if (m_control) {
        m_control->hide();
        m_control->deleteLater(); // it may be what has turned the page, by Undo
        m_control = nullptr;
    }
    if (!control)
        return;
    m_control = newLessonControl(*control, m_player->document(), m_theme, m_parts, m_try);
    m_control->setObjectName(QStringLiteral("lessonControl"));
    m_tryRows->insertWidget(1, m_control);
}

void LessonPanel::showTexts()
{
    if (!m_player->isOpen())
        return;
    const LessonPage &page = m_player->currentPage();
    m_text->setBlocks(blocks(m_player->words(page.text)));
    const QString attempt = m_player->words(page.attempt);
    const qsizetype answer = m_control ? answerIn(attempt) : attempt.size();
    std::vector<LessonBlock> tries = blocks(attempt.left(answer));
    const QString begin = QStringLiteral("<p><b>%1</b> ").arg(m_player->isDone() ? tr("✓ Done.") : tr("Try this."));
    if (tries.empty() || !tries.front().html.startsWith(QLatin1String("<p>")))
        tries.insert(tries.begin(), {begin + QStringLiteral("</p>"), {}});
    else
        tries.front().html.replace(0, 3, begin);
    m_attempt->setBlocks(std::move(tries));
    std::vector<LessonBlock> answers = blocks(attempt.mid(answer));
    m_answer->setVisible(!answers.empty());
    m_answer->setBlocks(std::move(answers));
    m_kept->setVisible(keepsNumbers());
    m_try->setVisible(!page.attempt.isEmpty() || m_control);
    const int beside = m_scroll->verticalScrollBar()->sizeHint().width() + besideDrawings;
    m_scroll->setMinimumWidth(
        m_theme->theme().leastNumber > 0 ? std::max(m_text->leastWidth(), m_attempt->leastWidth()) + beside : 0);
}

/// Whether the text's numbers may be outdated.
bool LessonPanel::keepsNumbers() const
{
    if (!m_player->isTried() || m_player->lesson().version == 1)
        return false;
    const std::vector<LessonPiece> pieces = lessonPieces(m_player->words(m_player->currentPage().text).toStdString());
    return std::any_of(pieces.begin(), pieces.end(),
                       [](const LessonPiece &piece) { return piece.isValue && !piece.value.isNow; });
}

std::vector<LessonBlock> LessonPanel::blocks(const QString &words) const
{
    return lessonBlocks(
        words.toStdString(), [this](const LessonValue &value) { return m_player->valueText(value); }, m_theme->theme());
}

void LessonPanel::announceDone()
{
    showTexts();
    paintTry();
    m_scroll->ensureWidgetVisible(m_try);
    QAccessibleEvent event(m_try, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void LessonPanel::paintTry()
{
    const bool isDone = m_player->isOpen() && m_player->isDone();
    const bool canTell = m_player->isOpen() && !m_player->currentPage().conditions.empty();
    m_try->setAccessibleName(isDone ? tr("Try this: done") : canTell ? tr("Try this: not done yet") : tr("Try this"));
    m_try->setProperty("done", isDone);
    m_try->style()->unpolish(m_try); // the look goes by the property
    m_try->style()->polish(m_try);
}

} // namespace regard
