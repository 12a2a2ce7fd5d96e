#include "views/play/panel/play_view.h"

#include <algorithm>

#include <QKeyEvent>
#include <QShortcut>
#include <QToolTip>
#include <QVBoxLayout>

#include "controls/figure_view.h"
#include "engine/analysis/token_groups.h"
#include "views/base/shown_matrix.h"
#include "views/base/shown_text.h"
#include "views/base/token_focus.h"
#include "views/play/panel/play_bar.h"
#include "views/play/panel/play_sentences.h"
#include "views/play/play_figure.h"
#include "views/play/play_maker.h"
#include "views/play/play_pages.h"
#include "views/play/play_text.h"
#include "views/why/why_maker.h"

namespace regard {

namespace {

constexpr double barType = 0.95;      // of the picture's type
constexpr double sentenceType = 1.05; // of the picture's type
constexpr double viewLines = 8;       // that bar and sentences take

} // namespace

PlayView::PlayView(Document *document, AppTheme *theme, QWidget *parent)
    : QWidget(parent), m_document(document), m_theme(theme), m_view(new FigureView(theme, this)),
      m_bar(new PlayBar(theme, this)), m_sentences(new PlaySentences(theme, this))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(m_view, 1);
    column->addWidget(m_bar);
    column->addSpacing(2 * cardGap);
    column->addWidget(m_sentences);
    m_view->canvas()->setAccessibleName(tr("How one word comes to look at the others"));
    m_view->setMaker([this](QSizeF space) -> std::unique_ptr<Figure> {
        if (!m_data)
            return nullptr;
        return std::make_unique<PlayFigure>(m_data, m_bar->seconds(), space, m_theme->theme(),
                                            PlayExtras{false, false, false});
    });
    m_sentences->installEventFilter(this);
    connect(m_bar, &PlayBar::momentChanged, this, &PlayView::showMoment);
    connect(m_view, &FigureView::hovered, this, &PlayView::pointAt);
    connect(m_view, &FigureView::clicked, this, [this](QPointF point) { click(point); });
    connect(m_view, &FigureView::keyPressed, this, &PlayView::takeKey);
    connect(m_view, &FigureView::left, this, [] { QToolTip::hideText(); });
    connect(theme, &AppTheme::changed, this, &PlayView::fitType);
    auto *shortcut = new QShortcut(QKeySequence(Qt::Key_P), this);
    shortcut->setContext(Qt::WidgetWithChildrenShortcut);
    connect(shortcut, &QShortcut::activated, m_bar, &PlayBar::toggle);
}

ShownState PlayView::played() const
{
    const Shown &all = m_document->shown();
    ShownState state = all.attention.compared == Compared::Now ? all.attention : all.as(Compared::Now).attention;
    // As the sentence that is presented with it.
    if (state.hasResult() && missingHeadText(state).isEmpty())
        if (const auto weights = shownMatrix(state.model(), state.trace(), state.selection).weights;
            weights && weights->size() > 0)
            state.selection = withLinkInFocus(state, *weights);
    return state;
}

void PlayView::refresh()
{
    MadePlay made = madePlay(played());
    m_data = std::move(made.data);
    m_view->setMessage(m_data ? QString() : made.message.isEmpty() ? whyNoAttention(*m_document) : made.message);
    m_bar->setPlay(m_data);
    m_bar->setVisible(m_data != nullptr);
    m_sentences->setVisible(m_data != nullptr);
    showMoment();
}

QRect PlayView::belowGap() const
{
    return m_sentences->isHidden() ? QRect() : rect().adjusted(0, m_sentences->y() - cardGap, 0, 0);
}

QString PlayView::title() const
{
    return m_data ? playTitle(*m_data) + QStringLiteral(" · ") + m_data->place : QString();
}

double PlayView::seconds() const
{
    return m_bar->seconds();
}

std::optional<double> PlayView::moment() const
{
    return m_data && seconds() < playSeconds(*m_data) ? std::optional(seconds()) : std::nullopt;
}

WalkSource PlayView::source() const
{
    return playSource(played());
}

QString PlayView::sentences() const
{
    return m_sentences->paintedText();
}

const PlayFigure *PlayView::shown() const
{
    return static_cast<const PlayFigure *>(m_view->figure());
}

void PlayView::showMoment()
{
    m_sentences->setMoment(m_data, m_bar->seconds());
    m_view->canvas()->setAccessibleDescription(m_data ? title() + u'\n' + sentences() : QString());
    m_view->refresh();
}

/// The type of bar and sentences follows that of the picture.
void PlayView::fitType()
{
    const double type = playType(QSizeF(size()) / m_theme->scale(), viewLines) * m_theme->scale();
    m_bar->setType(barType * type);
    m_sentences->setType(sentenceType * type);
}

bool PlayView::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Move || event->type() == QEvent::Show || event->type() == QEvent::Hide)
        emit cardMoved();
    return QWidget::eventFilter(watched, event);
}

void PlayView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fitType();
}

void PlayView::pointAt(QPointF point, QPoint globalPosition)
{
    const int row = shown() ? shown()->rowAt(point) : -1;
    const bool leads = row >= 0 && shown()->keys()[std::size_t(row)].key >= 0;
    m_view->canvas()->setCursor(leads ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (row < 0)
        return QToolTip::hideText();
    QString note = shown()->note(row);
    if (leads)
        note += u'\n' + tr("click selects this key");
    QToolTip::showText(globalPosition, note, m_view->canvas());
}

void PlayView::click(QPointF point)
{
    const int row = shown() ? shown()->rowAt(point) : -1;
    if (row >= 0)
        choose(shown()->keys()[std::size_t(row)].key, true);
}

/// Puts that key in focus with the query in view, or pins both; a pinned pair stays pinned.
void PlayView::choose(int key, bool pins)
{
    if (key < 0 || !m_data)
        return;
    const ShownState &state = m_document->shown().attention;
    const Grouping *grouping = state.trace()->grouping.get();
    // The picture has single tokens also where others only hide some.
    const bool isUngrouped = grouping && !grouping->merges();
    const Selection asked = isUngrouped ? m_document->shown().tokens.asked : state.asked;
    const bool isPinned =
        asked.pinnedQueries == std::vector<int>{m_data->query} && asked.pinnedKeys == std::vector<int>{key};
    const Selection chosen =
        pins && !isPinned ? pinnedPair(asked, m_data->query, key) : focusedOnPair(asked, m_data->query, key);
    isUngrouped ? m_document->setUngroupedSelection(chosen) : m_document->setShownSelection(chosen);
}

/// The next key of those that are played.
void PlayView::moveBy(int keys)
{
    if (!m_data)
        return;
    const std::vector<PlayKey> &all = m_data->keys;
    const auto found =
        std::find_if(all.begin(), all.end(), [this](const PlayKey &one) { return one.key == m_data->key; });
    const auto place = std::clamp<std::ptrdiff_t>(found - all.begin() + keys, 0, std::ptrdiff_t(all.size()) - 1);
    choose(all[std::size_t(place)].key, false);
}

void PlayView::takeKey(QKeyEvent *event)
{
    event->accept();
    switch (event->key()) {
    case Qt::Key_Left:
        return m_bar->goByScene(-1);
    case Qt::Key_Right:
        return m_bar->goByScene(1);
    case Qt::Key_Home:
        return m_bar->goTo(0);
    case Qt::Key_End:
        return m_bar->goTo(m_data ? playSeconds(*m_data) : 0);
    case Qt::Key_Up:
        return moveBy(-1);
    case Qt::Key_Down:
        return moveBy(1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        return choose(m_data ? m_data->key : -1, true);
    case Qt::Key_P:
        return m_bar->toggle();
    default:
        event->ignore();
        emit keyPressed(event);
    }
}

} // namespace regard
