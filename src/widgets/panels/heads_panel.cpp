#include "widgets/panels/heads_panel.h"

#include <algorithm>
#include <utility>

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QScrollBar>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>
#include <QtMath>

#include "figures/heads/heads_layout.h"
#include "views/table/view_table.h"
#include "views/text/panel_title.h"
#include "views/text/shown_text.h"
#include "views/work/thumbnail_run.h"
#include "widgets/parts/chip.h"
#include "widgets/parts/figure_view.h"

namespace regard {

namespace {

constexpr int narrowestView = 80;
constexpr int widestMap = 208; // twelve heads

} // namespace

HeadsPanel::HeadsPanel(Document *document, AppTheme *theme, QWidget *parent)
    : Panel(panelTitle(PanelId::Heads), parent), m_document(document), m_theme(theme),
      m_view(new FigureView(theme, this)), m_thumbnails(std::make_shared<HeadThumbnails>()),
      m_reading(new ThumbnailRun(m_thumbnails, this))
{
    m_view->canvas()->setAccessibleName(tr("Thumbnails of all heads"));
    m_view->setMessage(tr("Small pictures of all heads will appear here."));
    m_view->canvas()->installEventFilter(this);
    m_view->setMaker([this](QSizeF space) { return seen(space); });
    // Heads of a file come in the background, those that are painted first.
    constexpr int together = 100; // ms within which images are painted at once
    auto *more = new QTimer(this);
    more->setSingleShot(true);
    connect(more, &QTimer::timeout, this, [this] {
        if (isSeen(this))
            m_view->refresh();
    });
    connect(m_reading, &ThumbnailRun::arrived, more, [more] {
        if (!more->isActive())
            more->start(together);
    });
    buildSortRow();
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
    connect(m_view, &FigureView::menuAsked, this, &HeadsPanel::askAboutHead);
    connect(document, &Document::loaded, this, [this] { m_mustScroll = true; });
    connect(&document->look(), &Look::colorScaleChanged, this, &HeadsPanel::refresh);
    connect(&document->comparison(), &Comparison::pinnedChanged, this, [this] { m_isImportanceLast = false; });
    connect(document, &Document::shownChanged, this, [this] {
        const ShownInput &shown = m_document->shown().input;
        std::exchange(m_seen, shown).showsSame(shown) ? selectionChanged() : resultChanged();
    });
    connect(theme, &AppTheme::changed, this, &HeadsPanel::refresh);
    m_seen = document->shown().input;
    resultChanged();
}

void HeadsPanel::buildSortRow()
{
    m_sort = newSwitchChip(tr("By change"), tr("Sort the heads by how much they moved"),
                           tr("The heads that moved most of their attention since the pinned state first"), this);
    m_sort->setObjectName(QStringLiteral("sortHeads"));
    m_sort->hide();
    auto *row = new QHBoxLayout;
    row->addWidget(m_sort);
    row->addStretch();
    content()->addLayout(row);
    connect(m_sort, &QToolButton::toggled, this, [this] {
        m_mustScroll = true;
        refresh();
    });
}

bool HeadsPanel::hasHeads() const
{
    return m_document->shown().attention.hasResult();
}

HeadsOptions HeadsPanel::options() const
{
    const bool shares = showsImportance(m_document->shown().attention);
    return {true, false, m_sort->isChecked(), shares ? m_importance : std::map<HeadRef, double>(), m_importanceLabel};
}

const HeadsData &HeadsPanel::headsData() const
{
    return m_data.of(m_document->shown(), [this] {
        return regard::headsData(m_document->shown().attention, options(), m_document->look().colorScale());
    });
}

bool HeadsPanel::showsImportance(const ShownState &state) const
{
    return !m_importance.empty() && (!state.comparison || m_isImportanceLast);
}

void HeadsPanel::setImportance(std::map<HeadRef, double> importance, const QString &label)
{
    // The same numbers are announced again whenever they become outdated.
    m_isImportanceLast = !importance.empty() && (m_isImportanceLast || m_importance.empty());
    m_importance = std::move(importance);
    m_importanceLabel = label;
    hideTip();
    refresh();
}

void HeadsPanel::hideTip()
{
    if (QToolTip::isVisible() && !m_tip.isEmpty() && QToolTip::text() == m_tip)
        QToolTip::hideText();
    m_tipPlace.reset();
}

void HeadsPanel::resultChanged()
{
    m_thumbnails->forgetGone();
    m_reading->forget();
    hideTip();
    const ShownState state = m_document->shown().attention;
    const QString none = whyNoAttention(*m_document);
    m_view->setMessage(none.isEmpty() ? tr("Small pictures of all heads will appear here.") : none);
    m_sort->setVisible(state.comparison && !state.comparison->isTooLarge());
    const HeadsMarks before = std::exchange(m_marks, state.hasResult() ? headsMarks(state) : HeadsMarks{});
    if (m_marks.selected != before.selected)
        m_mustScroll = true;
    if (m_cursor && (!exists(*m_cursor) || m_mustScroll))
        m_cursor.reset();
    showCounts();
    makeRoom();
    refresh();
}

bool HeadsPanel::exists(const HeadPlace &place) const
{
    if (!hasHeads())
        return false;
    const ModelConfig &config = m_document->shown().attention.result.model->config;
    return place.layer < layersOf(config, place.attention) && place.head < headsOf(config, place.attention);
}

void HeadsPanel::selectionChanged()
{
    // Hovering over tokens changes the selection with every mouse move, but not this picture.
    const ShownState state = m_document->shown().attention;
    if (!state.hasResult())
        return;
    const HeadsMarks marks = headsMarks(state);
    if (marks == m_marks)
        return;
    m_marks = marks;
    m_cursor.reset();
    m_mustScroll = true;
    refresh();
}

void HeadsPanel::refresh()
{
    m_data.forget();
    describe();
    m_view->refresh();
}

void HeadsPanel::showCounts()
{
    const ShownState state = m_document->shown().attention;
    QStringList parts;
    if (state.hasResult())
        parts.append(countsText(state.result.model->config));
    if (const QString name = stateName(state); !name.isEmpty())
        parts.append(name);
    setCaption(parts.join(QStringLiteral(" · ")));
}

/// For the map of several layers as wide as it needs, within reason; the heads of one layer break into lines. The names
/// of several maps are whole, beside a scroll bar too.
void HeadsPanel::makeRoom()
{
    double width = 0;
    if (hasHeads()) {
        const ModelConfig &config = m_document->shown().attention.result.model->config;
        const std::vector<Attention> attentions = attentionsOf(config);
        for (const Attention attention : attentions) {
            if (const int layers = layersOf(config, attention); layers > 1)
                width =
                    std::max(width, HeadsLayout({{layers, headsOf(config, attention)}}, QSizeF(1, 1)).size().width());
            if (attentions.size() > 1) {
                const double heading = HeadsFigure::headingWidth(sectionTitle(config, attention));
                const int bar = m_view->verticalScrollBar()->sizeHint().width();
                width = std::max(width, HeadsLayout({{1, 1, heading}}, QSizeF(1, 1)).size().width() + bar);
            }
        }
    }
    m_view->setMinimumWidth(std::clamp(qCeil(width), narrowestView, widestMap));
}

QString HeadsPanel::countsText(const ModelConfig &config) const
{
    const std::vector<Attention> attentions = attentionsOf(config);
    if (attentions.size() > 1) {
        int all = 0;
        for (const Attention attention : attentions)
            all += layersOf(config, attention) * headsOf(config, attention);
        return tr("%1 heads").arg(all);
    }
    const int layers = layersOf(config, attentions.front());
    const int heads = headsOf(config, attentions.front());
    return (layers == 1 ? tr("1 layer") : tr("%1 layers").arg(layers)) + QStringLiteral(" × ") +
           (heads == 1 ? tr("1 head") : tr("%1 heads").arg(heads));
}

void HeadsPanel::describe()
{
    m_view->canvas()->setAccessibleDescription(hasHeads() ? placeText(cursor()) : QString());
}

ViewOptions HeadsPanel::viewOptions() const
{
    return {.scale = m_document->look().colorScale()};
}

std::unique_ptr<Figure> HeadsPanel::figure(QSizeF size) const
{
    return figure(size, m_theme->theme());
}

std::unique_ptr<Figure> HeadsPanel::figure(QSizeF size, const Theme &theme, const LookChanges &changes) const
{
    const ViewOptions own{.scale = m_document->look().colorScale(), .heads = options()};
    return shownFigure(ViewId::Heads, *m_document, changes.applied(own), size, theme);
}

std::unique_ptr<Figure> HeadsPanel::seen(QSizeF size) const
{
    if (!hasHeads())
        return nullptr;
    HeadsData map = headsData();
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

} // namespace regard
