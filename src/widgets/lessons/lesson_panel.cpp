#include "widgets/lessons/lesson_panel.h"

#include <algorithm>

#include <QAccessible>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QShortcut>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/lessons/lesson_player.h"
#include "widgets/lessons/lesson_reading.h"
#include "widgets/parts/app_theme.h"

namespace regard {

namespace {

constexpr int lessonLeastWidth = 220;
constexpr int besideDrawings = 32; ///< margins and frames within the scrolled page

} // namespace

LessonPanel::LessonPanel(LessonPlayer *player, AppTheme *theme, QWidget *parent)
    : Panel(tr("Lesson"), parent), m_player(player), m_theme(theme), m_title(new QLabel(this)),
      m_pages(new QComboBox(this))
{
    setMinimumWidth(lessonLeastWidth);
    auto *close = new QToolButton(this);
    close->setText(QStringLiteral("×"));
    close->setAutoRaise(true);
    close->setToolTip(tr("Close lesson"));
    close->setAccessibleName(tr("Close lesson"));
    connect(close, &QToolButton::clicked, this, &LessonPanel::closeAsked);
    titleRow()->addWidget(close);
    m_title->setWordWrap(true);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setObjectName(QStringLiteral("panelTitle"));
    m_pages->setAccessibleName(tr("Page"));
    m_pages->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_pages->setMinimumContentsLength(8);
    content()->addWidget(m_title);
    content()->addWidget(m_pages);
    content()->addWidget(makeReader(), 1);
    addButtons();
    addShortcuts();
    connect(m_pages, &QComboBox::activated, player, &LessonPlayer::go);
    connect(player, &LessonPlayer::lessonChanged, this, &LessonPanel::showLesson);
    connect(player, &LessonPlayer::pageChanged, this, &LessonPanel::showPage);
    connect(player, &LessonPlayer::valuesChanged, this, &LessonPanel::showTexts);
    connect(player, &LessonPlayer::doneChanged, this, &LessonPanel::announceDone);
    connect(theme, &AppTheme::changed, this, [this] {
        paintTry();
        showTexts();
    });
    paintTry();
    showLesson();
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
    m_text = new LessonReading(m_theme, page);
    m_kept = new QLabel(tr("The text keeps the numbers and words that the page began with."), page);
    m_kept->setObjectName(QStringLiteral("panelCaption"));
    m_kept->setWordWrap(true);
    m_try = new QFrame(page);
    m_try->setObjectName(QStringLiteral("lessonTry"));
    m_state = new QLabel(m_try);
    m_state->setObjectName(QStringLiteral("lessonState"));
    m_attempt = new LessonReading(m_theme, m_try);
    auto *box = new QVBoxLayout(m_try);
    box->setContentsMargins(10, 8, 10, 8);
    box->setSpacing(4);
    box->addWidget(m_state);
    box->addWidget(m_attempt);
    column->addWidget(m_text);
    column->addWidget(m_kept);
    column->addWidget(m_try);
    column->addStretch(1);
    m_scroll->setWidget(page);
    return m_scroll;
}

void LessonPanel::addButtons()
{
    m_back = new QPushButton(tr("Back"), this);
    m_back->setToolTip(tr("The page before (Alt+Left)"));
    m_again = new QPushButton(tr("Again"), this);
    m_again->setToolTip(tr("Show the page's state again"));
    m_again->setAccessibleDescription(m_again->toolTip());
    m_next = new QPushButton(tr("Next"), this);
    m_next->setObjectName(QStringLiteral("primary"));
    m_next->setToolTip(tr("The next page (Alt+Right)"));
    auto *row = new QHBoxLayout;
    row->setSpacing(6);
    row->addWidget(m_back, 1);
    row->addWidget(m_again, 1);
    row->addWidget(m_next, 1);
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
    const QSignalBlocker quiet(m_pages);
    m_pages->clear();
    const int pages = m_player->isOpen() ? int(m_player->lesson().pages.size()) : 0;
    for (int page = 0; page < pages; ++page)
        m_pages->addItem(m_player->pageTitle(page));
    m_title->setText(m_player->isOpen() ? m_player->words(m_player->lesson().title) : QString());
    showPage();
}

void LessonPanel::showPage()
{
    if (!m_player->isOpen())
        return;
    const int page = m_player->page();
    const int count = int(m_player->lesson().pages.size());
    setCaption(tr("page %1 of %2").arg(page + 1).arg(count));
    m_pages->setCurrentIndex(page);
    m_pages->setAccessibleDescription(tr("page %1 of %2").arg(page + 1).arg(count));
    m_back->setEnabled(m_player->hasBack());
    m_next->setEnabled(m_player->hasNext());
    showTexts();
    showState();
    m_scroll->verticalScrollBar()->setValue(0);
}

void LessonPanel::showTexts()
{
    if (!m_player->isOpen())
        return;
    const LessonPage &page = m_player->currentPage();
    m_text->setBlocks(blocks(page.text));
    m_attempt->setBlocks(blocks(page.attempt));
    m_kept->setVisible(keepsNumbers());
    m_try->setVisible(!page.attempt.isEmpty());
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

std::vector<LessonBlock> LessonPanel::blocks(const LessonText &text) const
{
    return lessonBlocks(
        m_player->words(text).toStdString(), [this](const LessonValue &value) { return m_player->valueText(value); },
        m_theme->theme());
}

/// Shown in words too, for readers to whom a mark or a colour alone says nothing.
void LessonPanel::showState()
{
    const bool canTell = !m_player->currentPage().conditions.empty();
    m_state->setText(!canTell ? tr("Try this") : m_player->isDone() ? tr("✓ Done") : tr("○ Try this"));
    m_state->setAccessibleName(!canTell             ? tr("Try this")
                               : m_player->isDone() ? tr("Try this: done")
                                                    : tr("Try this: not done yet"));
    paintTry();
}

void LessonPanel::announceDone()
{
    showState();
    m_scroll->ensureWidgetVisible(m_try);
    QAccessibleEvent event(m_state, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void LessonPanel::paintTry()
{
    const Theme &theme = m_theme->theme();
    const bool isDone = m_player->isOpen() && m_player->isDone();
    m_try->setStyleSheet(QStringLiteral("QFrame#lessonTry { background: %1; border: 1px solid %2; border-radius: 5px; }"
                                        "QLabel#lessonState { color: %3; font-weight: bold; }")
                             .arg((isDone ? theme.accentSoft : theme.control).name(),
                                  (isDone ? theme.accent : theme.border).name(),
                                  (isDone ? theme.accent : theme.text).name()));
}

} // namespace regard
