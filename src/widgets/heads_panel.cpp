#include "widgets/heads_panel.h"

#include <utility>

#include <QKeyEvent>
#include <QToolTip>
#include <QVBoxLayout>

#include "engine/summaries.h"
#include "widgets/figure_view.h"
#include "widgets/plain_tool_tip.h"
#include "widgets/token_focus.h"
#include "widgets/token_names.h"
#include "widgets/value_text.h"

namespace regard {

namespace {

Selection withPlace(Selection selection, const HeadPlace &place)
{
    selection.attention = place.attention;
    selection.layer = place.layer;
    selection.summary = Summary::None;
    selection.part = Part::Attention;
    return selection;
}

Selection withMean(Selection selection, const HeadPlace &place)
{
    selection = withPlace(std::move(selection), place);
    selection.summary = Summary::Mean;
    return selection;
}

/// The head joins those in the links or leaves them; in another layer, or in place of a summary, it stands alone.
Selection withHeadPicked(Selection selection, const HeadPlace &place)
{
    const bool isHere = selection.attention == place.attention && selection.layer == place.layer;
    selection =
        isHere ? withHeadToggled(std::move(selection), place.head) : withSoloHead(std::move(selection), place.head);
    return withPlace(std::move(selection), place);
}

std::optional<HeadStep> stepOf(int key)
{
    switch (key) {
    case Qt::Key_Left:
        return HeadStep::Left;
    case Qt::Key_Right:
        return HeadStep::Right;
    case Qt::Key_Up:
        return HeadStep::Up;
    case Qt::Key_Down:
        return HeadStep::Down;
    case Qt::Key_Home:
        return HeadStep::RowStart;
    case Qt::Key_End:
        return HeadStep::RowEnd;
    case Qt::Key_PageUp:
        return HeadStep::PreviousSection;
    case Qt::Key_PageDown:
        return HeadStep::NextSection;
    default:
        return std::nullopt;
    }
}

} // namespace

HeadsPanel::HeadsPanel(Document *document, AppTheme *theme, QWidget *parent)
    : Panel(tr("Heads"), parent), m_document(document), m_theme(theme), m_view(new FigureView(theme, this)),
      m_thumbnails(std::make_shared<HeadThumbnails>())
{
    m_view->canvas()->setAccessibleName(tr("Thumbnails of all heads"));
    m_view->setMessage(tr("A small picture of each head will stand here."));
    m_view->setMaker([this](QSizeF space) { return seen(space); });
    content()->addWidget(m_view, 1);
    showBusySignOf(document);
    connect(m_view, &FigureView::refreshed, this, [this] {
        const QSize space = m_view->viewport()->size();
        if (shown() && (m_mustScroll || space != m_space)) {
            m_mustScroll = false;
            m_space = space;
            scrollTo(cursor());
        }
    });
    connect(m_view, &FigureView::hovered, this, &HeadsPanel::pointAt);
    connect(m_view, &FigureView::clicked, this, [this](QPointF point, Qt::KeyboardModifiers modifiers) {
        const auto hit = shown() ? shown()->hit(point) : std::nullopt;
        if (hit)
            choose(*hit, modifiers.testFlag(Qt::ControlModifier));
    });
    connect(m_view, &FigureView::keyPressed, this, &HeadsPanel::keyPressed);
    connect(document, &Document::loaded, this, [this] {
        m_mustScroll = true;
        resultChanged();
    });
    connect(document, &Document::resultChanged, this, &HeadsPanel::resultChanged);
    connect(document, &Document::selectionChanged, this, &HeadsPanel::selectionChanged);
    connect(theme, &AppTheme::changed, this, &HeadsPanel::refresh);
    resultChanged();
}

bool HeadsPanel::hasHeads() const
{
    const Result &result = m_document->result();
    return result.trace && result.model && !result.trace->blocks.empty();
}

HeadsMarks HeadsPanel::presentMarks() const
{
    const Result &result = m_document->result();
    return headsData(*result.model, result.trace, m_document->selection()).marks;
}

void HeadsPanel::resultChanged()
{
    m_thumbnails->forgetGone();
    m_tipPlace.reset();
    const HeadsMarks before = std::exchange(m_marks, hasHeads() ? presentMarks() : HeadsMarks{});
    if (m_marks.selected != before.selected)
        m_mustScroll = true;
    const ModelConfig config = hasHeads() ? m_document->result().model->config : ModelConfig{};
    const bool isGone = m_cursor && (m_cursor->layer >= layersOf(config, m_cursor->attention) ||
                                     m_cursor->head >= headsOf(config, m_cursor->attention));
    if (isGone || m_mustScroll)
        m_cursor.reset();
    showCounts();
    refresh();
}

void HeadsPanel::selectionChanged()
{
    // Hovering tokens changes the selection with every mouse move, but nothing of this picture.
    if (!hasHeads())
        return;
    const HeadsMarks marks = presentMarks();
    if (marks == m_marks)
        return;
    m_marks = marks;
    m_cursor.reset();
    m_mustScroll = true;
    refresh();
}

void HeadsPanel::refresh()
{
    describe();
    m_view->refresh();
}

void HeadsPanel::showCounts()
{
    if (!hasHeads()) {
        setCaption({});
        return;
    }
    const ModelConfig &config = m_document->result().model->config;
    const std::vector<Attention> attentions = attentionsOf(config);
    if (attentions.size() > 1) {
        int all = 0;
        for (const Attention attention : attentions)
            all += layersOf(config, attention) * headsOf(config, attention);
        setCaption(tr("%1 heads").arg(all));
        return;
    }
    const int layers = layersOf(config, attentions.front());
    const int heads = headsOf(config, attentions.front());
    setCaption((layers == 1 ? tr("1 layer") : tr("%1 layers").arg(layers)) + QStringLiteral(" × ") +
               (heads == 1 ? tr("1 head") : tr("%1 heads").arg(heads)));
}

void HeadsPanel::describe()
{
    m_view->canvas()->setAccessibleDescription(hasHeads() ? placeText(cursor()) : QString());
}

std::unique_ptr<Figure> HeadsPanel::figure(QSizeF size) const
{
    return figure(size, m_theme->theme());
}

std::unique_ptr<Figure> HeadsPanel::figure(QSizeF size, const Theme &theme) const
{
    if (!hasHeads())
        return nullptr;
    const Result &result = m_document->result();
    return std::make_unique<HeadsFigure>(headsData(*result.model, result.trace, m_document->selection()), size, theme);
}

std::unique_ptr<Figure> HeadsPanel::seen(QSizeF size) const
{
    if (!hasHeads())
        return nullptr;
    const Result &result = m_document->result();
    HeadsData map = headsData(*result.model, result.trace, m_document->selection());
    map.marks.cursor = m_cursor;
    return std::make_unique<HeadsFigure>(std::move(map), size, m_theme->theme(), m_thumbnails);
}

QSizeF HeadsPanel::figureSize() const
{
    return m_view->figureSize();
}

const HeadsFigure *HeadsPanel::shown() const
{
    return static_cast<const HeadsFigure *>(m_view->figure());
}

HeadPlace HeadsPanel::cursor() const
{
    if (m_cursor)
        return *m_cursor;
    HeadPlace place = m_marks.selected;
    if (m_marks.shown == HeadsMarks::Shown::Mean)
        place.head = -1;
    return place;
}

void HeadsPanel::choose(const HeadPlace &place, bool several)
{
    const bool hadCursor = m_cursor.has_value();
    m_cursor.reset();
    Selection selection = m_document->selection();
    if (place.head < 0)
        selection = withMean(std::move(selection), place);
    else if (several)
        selection = withHeadPicked(std::move(selection), place);
    else
        selection = withPlace(withHead(std::move(selection), place.layer, place.head), place);
    m_document->setSelection(selection);
    // The keyboard stays on a head that was taken from the links.
    if (cursor() != place)
        m_cursor = place;
    if (hadCursor || m_cursor)
        refresh();
    scrollTo(place);
}

void HeadsPanel::moveCursor(const HeadPlace &place)
{
    m_cursor.reset();
    if (cursor() != place)
        m_cursor = place;
    refresh();
    scrollTo(place);
}

void HeadsPanel::pointAt(QPointF point, QPointF globalPosition)
{
    const auto hit = shown() ? shown()->hit(point) : std::nullopt;
    m_view->canvas()->setCursor(hit ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (hit)
        QToolTip::showText(globalPosition.toPoint(), plainToolTip(tip(*hit)), m_view->canvas());
    else
        QToolTip::hideText();
}

void HeadsPanel::scrollTo(const HeadPlace &place)
{
    if (shown())
        m_view->scrollTo(shown()->namedRect(place));
}

QString HeadsPanel::placeText(const HeadPlace &place) const
{
    const ModelConfig &config = m_document->result().model->config;
    const QString layer = layerTitle(config, place.attention, place.layer);
    const QString separator = QStringLiteral(" · ");
    if (place.head < 0)
        return layer + separator + tr("mean of %1 heads").arg(headsOf(config, place.attention));
    return layer + separator + tr("head %1").arg(place.head + 1);
}

QString HeadsPanel::tip(const HeadPlace &place)
{
    if (m_tipPlace == place)
        return m_tip;
    m_tipPlace = place;
    m_tip = placeText(place);
    if (place.head >= 0)
        m_tip += weightsText(place);
    return m_tip;
}

QString HeadsPanel::weightsText(const HeadPlace &place) const
{
    const Result &result = m_document->result();
    const int block = blockIndex(result.model->config, place.attention, place.layer);
    const Matrix &weights = result.trace->blocks.at(static_cast<std::size_t>(block))
                                ->heads.at(static_cast<std::size_t>(place.head))
                                .weights;
    Eigen::Index query = 0;
    Eigen::Index key = 0;
    if (weights.size() == 0 || !(weights.maxCoeff(&query, &key) > 0))
        return QLatin1Char('\n') + tr("attends to nothing: every key is masked");
    const auto token = [](const SideTrace &side, Eigen::Index index) {
        return tokenName(side.tokens.at(static_cast<std::size_t>(index)));
    };
    return QLatin1Char('\n') +
           tr("strongest: %1 → %2 %3")
               .arg(token(queriesOf(*result.trace, place.attention), query),
                    token(keysOf(*result.trace, place.attention), key), valueText(weights(query, key))) +
           QLatin1Char('\n') + tr("entropy %1 nats").arg(headEntropy(weights), 0, 'f', 2);
}

void HeadsPanel::keyPressed(QKeyEvent *event)
{
    if (!shown() || !hasHeads())
        return;
    const bool control = event->modifiers().testFlag(Qt::ControlModifier);
    const HeadPlace from = cursor();
    HeadPlace to = from;
    if (event->key() == Qt::Key_Space || event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        choose(from, control);
    } else if (const auto step = stepOf(event->key())) {
        to = shown()->stepped(from, *step);
        // Going to a label, or with Ctrl, chooses nothing yet.
        if (to != from && (control || to.head < 0))
            moveCursor(to);
        else if (to != from)
            choose(to, false);
    } else {
        return;
    }
    event->accept();
    const QRectF rect = shown()->placeRect(to);
    QToolTip::showText(m_view->canvas()->mapToGlobal(rect.bottomRight().toPoint()), plainToolTip(tip(to)),
                       m_view->canvas());
}

} // namespace regard
