#include "views/path/panel/path_panel.h"

#include <algorithm>
#include <utility>

#include <QComboBox>
#include <QKeyEvent>
#include <QToolTip>
#include <QVBoxLayout>

#include "controls/figure_view.h"
#include "controls/list_keys.h"
#include "views/base/panel_title.h"
#include "views/path/path_figure.h"
#include "views/table/view_table.h"

namespace regard {

PathPanel::PathPanel(Document *document, AppTheme *theme, QWidget *parent)
    : Panel(panelTitle(PanelId::Path), parent), m_document(document), m_theme(theme), m_numbers(new PathNumbers(this)),
      m_place(new QComboBox(this)), m_view(new FigureView(theme, this))
{
    m_place->setAccessibleName(tr("Kind of path"));
    m_place->setToolTip(tr("Through which cells, or which attention, the words reach each other"));
    m_place->setMinimumWidth(70); // the panel may get narrow
    m_view->canvas()->setAccessibleName(tr("How much of each word remains at the end"));
    m_view->setMaker([this](QSizeF space) -> std::unique_ptr<Figure> {
        const std::optional<PathPlace> way = place();
        if (!way)
            return nullptr;
        PathData made = pathData(m_state, *way, viewOptions().path);
        made.title.clear(); // the panel's own title and box have it
        return std::make_unique<PathFigure>(std::move(made), space, m_theme->theme());
    });
    content()->addWidget(m_place);
    content()->addWidget(m_view, 1);
    showBusySignOf(document);
    connect(m_place, &QComboBox::activated, this, &PathPanel::choosePlace);
    connect(m_numbers, &PathNumbers::progressed, this, &PathPanel::refresh);
    connect(document, &Document::shownChanged, this, &PathPanel::follow);
    connect(document, &Document::inputErrorChanged, this, &PathPanel::follow);
    connect(theme, &AppTheme::changed, this, &PathPanel::refresh);
    connect(m_view, &FigureView::hovered, this, &PathPanel::pointAt);
    connect(m_view, &FigureView::left, this, [] { QToolTip::hideText(); });
    connect(m_view, &FigureView::clicked, this, [this](QPointF point, Qt::KeyboardModifiers) { click(point); });
    connect(m_view, &FigureView::keyPressed, this, &PathPanel::keyPressed);
    follow();
}

std::optional<PathPlace> PathPanel::place() const
{
    if (!m_state.trace())
        return std::nullopt;
    return pathPlaceOf(m_state);
}

/// Follows the document: another way has other words; an edit of the model keeps them.
void PathPanel::follow()
{
    const ShownState before = std::exchange(m_state, m_document->shown().as(Compared::Now).tokens);
    const std::optional<PathPlace> now = place();
    if (before.result == m_state.result && now == m_shownPlace && !m_stale)
        return; // pointing at a token changes the selection, but not this panel
    if (now != m_shownPlace) {
        m_words = {};
        m_current.reset();
    }
    m_shownPlace = now;
    refresh();
}

void PathPanel::refresh()
{
    m_stale = !isSeen(this);
    if (m_stale)
        return;
    showPlaces();
    const std::optional<PathPlace> now = place();
    if (now) {
        // A word that is gone is no longer chosen; the ends are not, so that they follow a longer sentence.
        const PathWords there = existingPathWords(m_words, *m_state.trace(), *now);
        m_words.from = m_words.from == there.from ? there.from : -1;
        m_words.to = m_words.to == there.to ? there.to : -1;
    }
    if (m_document->sentences().tokens().tokens.empty())
        m_view->setMessage(tr("Type a sentence first."));
    else if (!m_document->inputError().isEmpty())
        m_view->setMessage(m_document->inputError());
    else
        m_view->setMessage(m_state.trace() ? noPathText(m_state.model()) : QString());
    m_view->refresh();
    const QStringList sentences = shown() ? shown()->data().sentences : QStringList();
    m_view->canvas()->setAccessibleDescription(sentences.join(u' '));
    setCaption(m_numbers->isBusy() ? tr("computing…") : m_numbers->problem());
}

void PathPanel::showPlaces()
{
    const std::vector<PathPlace> places =
        m_state.trace() ? pathPlaces(m_state.model().config) : std::vector<PathPlace>();
    if (places != m_places || m_place->count() != int(places.size())) {
        m_places = places;
        m_place->clear();
        for (const PathPlace &each : m_places)
            m_place->addItem(pathPlaceTitle(m_state.model().config, each));
    }
    const auto now = place();
    const auto found = now ? std::find(m_places.begin(), m_places.end(), *now) : m_places.end();
    m_place->setCurrentIndex(found == m_places.end() ? -1 : int(found - m_places.begin()));
    m_place->setEnabled(m_places.size() > 1);
}

void PathPanel::choosePlace(int index)
{
    if (index < 0 || index >= int(m_places.size()))
        return;
    const Selection selection = m_document->look().selection();
    m_document->look().setSelection(withPathPlace(selection, m_places[std::size_t(index)]));
}

const PathFigure *PathPanel::shown() const
{
    return static_cast<const PathFigure *>(m_view->figure());
}

void PathPanel::pointAt(QPointF point, QPoint globalPosition)
{
    const auto hit = shown() ? shown()->hit(point) : std::nullopt;
    m_view->canvas()->setCursor(hit ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (!hit)
        return QToolTip::hideText();
    const PathData &path = shown()->data();
    const QString text = hit->asks ? path.askers.at(hit->row)
                                   : tr("%1: %2").arg(path.words[std::size_t(hit->row)].text,
                                                      QString::number(path.words[std::size_t(hit->row)].left, 'g', 9));
    const QString hint = tr("Click two words, one after the other: the path leads from the first to the second.");
    QToolTip::showText(globalPosition, text + u'\n' + hint, m_view->canvas());
}

void PathPanel::click(QPointF point)
{
    const auto hit = shown() ? shown()->hit(point) : std::nullopt;
    if (!hit)
        return;
    m_current.reset();
    choose(*hit);
}

/// The word becomes the end of the way, and what was its end the beginning; with two sentences each has its own.
void PathPanel::choose(PathHit row)
{
    const std::optional<PathPlace> now = place();
    if (!now)
        return;
    const PathWords before = existingPathWords(m_words, *m_state.trace(), *now);
    if (row.asks)
        m_words = {before.from, row.row};
    else if (!shown()->data().askers.isEmpty())
        m_words = {row.row, before.to};
    else
        m_words = {before.to, row.row};
    refresh();
}

void PathPanel::moveTo(PathHit row)
{
    m_current = row;
    refresh();
    if (shown())
        bringIntoView(m_view, shown()->rowRect(row));
}

void PathPanel::keyPressed(QKeyEvent *event)
{
    if (!shown())
        return;
    const PathData &path = shown()->data();
    const PathHit at = m_current.value_or(PathHit{!path.askers.isEmpty(), std::max(0, path.to)});
    const int rows = at.asks ? int(path.askers.size()) : int(path.words.size());
    event->accept();
    if (const auto reached = rowReached(event->key(), at.row, rows))
        return moveTo({at.asks, *reached});
    if (isChoosingKey(event->key()))
        return choose(at);
    if (!path.askers.isEmpty() && (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right)) {
        const bool asks = event->key() == Qt::Key_Left;
        const int others = asks ? int(path.askers.size()) : int(path.words.size());
        return moveTo({asks, std::min(at.row, others - 1)});
    }
    event->ignore();
}

ViewOptions PathPanel::viewOptions() const
{
    ViewOptions options;
    options.path = {m_words, m_numbers, false, m_current};
    return options;
}

std::unique_ptr<Figure> PathPanel::figure(QSizeF size, const Theme &theme) const
{
    ViewOptions options;
    options.path = {m_words, m_numbers, true}; // without a frame of the keyboard's
    return shownFigure(ViewId::Path, *m_document, options, size, theme);
}

QSizeF PathPanel::figureSize() const
{
    return m_view->figureSize();
}

void PathPanel::showEvent(QShowEvent *event)
{
    Panel::showEvent(event);
    if (m_stale)
        refresh();
}

void PathPanel::hideEvent(QHideEvent *event)
{
    Panel::hideEvent(event);
    m_numbers->stop();
    m_stale = true;
}

} // namespace regard
