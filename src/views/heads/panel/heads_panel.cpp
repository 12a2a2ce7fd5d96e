#include "views/heads/panel/heads_panel.h"

#include <initializer_list>
#include <numeric>
#include <utility>

#include <QAction>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>

#include "controls/figure_view.h"
#include "controls/spoken_name.h"
#include "views/base/panel_title.h"
#include "views/base/shown_text.h"
#include "views/block/head_count.h"
#include "views/heads/head_shades.h"
#include "views/heads/heads_column_figure.h"
#include "views/heads/thumbnail_run.h"
#include "views/table/view_table.h"
#include "views/training/panel/size_question.h"

namespace regard {

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
    buildMenu();
    content()->addWidget(m_view, 1);
    buildFoot();
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
    connect(theme, &AppTheme::changed, this, [this] {
        fitFoot();
        followWidth();
        refresh();
    });
    m_seen = document->shown().input;
    resultChanged();
}

void HeadsPanel::buildMenu()
{
    m_menu = Panel::menu();
    m_menu->setToolTipsVisible(true);
    const auto add = [this](const QString &text, const QString &toolTip, const auto &run) {
        QAction *action = m_menu->addAction(text, this, run);
        action->setToolTip(toolTip);
        return action;
    };
    add(tr("Links of &all heads"), tr("Show the links of all heads"), [this] { setHeadsOn(true); });
    add(tr("Links of &none"), tr("Hide the links of all heads"), [this] { setHeadsOn(false); });
    add(tr("&Mean of the layer"), tr("The mean of the layer's heads in place of one head"), [this] { chooseMean(); });
    m_menu->addSeparator();
    m_sort =
        add(tr("By &change"), tr("The heads that moved most of their attention since the pinned state first"), [this] {
            m_mustScroll = true;
            refresh();
        });
    m_sort->setObjectName(QStringLiteral("sortHeads"));
    m_sort->setCheckable(true);
    m_sort->setVisible(false);
}

/// "− 4 +" and what is done with all heads.
void HeadsPanel::buildFoot()
{
    m_countName = new QLabel(tr("Heads"), this);
    m_countName->setObjectName(QStringLiteral("headCountName"));
    m_countName->setIndent(6); // in line with the buttons
    content()->addWidget(m_countName);
    auto *row = new QHBoxLayout;
    row->setSpacing(0);
    const auto add = [&](const QString &text, const QString &name) {
        auto *button = new QToolButton(this);
        button->setProperty("flat", true);
        button->setText(text);
        button->setToolTip(name);
        nameButton(button, name);
        row->addWidget(button);
        return button;
    };
    m_fewer = add(QStringLiteral("−"), tr("One head fewer"));
    m_count = new QLabel(this);
    m_count->setAlignment(Qt::AlignCenter);
    m_count->setObjectName(QStringLiteral("headCount"));
    row->addWidget(m_count);
    m_more = add(QStringLiteral("+"), tr("One head more"));
    row->addStretch();
    m_menuButton = add(QStringLiteral("⋯"), tr("What is done with all heads"));
    m_menuButton->setMenu(m_menu);
    m_menuButton->setPopupMode(QToolButton::InstantPopup);
    content()->addLayout(row);
    connect(m_fewer, &QToolButton::clicked, this, [this] { changeHeadCount(-1); });
    connect(m_more, &QToolButton::clicked, this, [this] { changeHeadCount(1); });
    fitFoot();
}

/// Fits all of the foot into the narrowest column.
void HeadsPanel::fitFoot()
{
    const double scale = m_theme->scale();
    for (QToolButton *button : {m_fewer, m_more, m_menuButton})
        button->setFixedSize(qRound(20 * scale), qRound(22 * scale));
    m_menuButton->setStyleSheet(
        QStringLiteral("QToolButton { padding: 0; } QToolButton::menu-indicator { image: none; }"));
    m_count->setFixedWidth(qRound(22 * scale));
    m_view->setMinimumWidth(qRound(60 * scale));
}

/// The heads of a checkpoint are as they were trained.
void HeadsPanel::showHeadCount()
{
    const bool isShown = hasHeads() && m_document->hasModel() && !m_document->checkpoint();
    for (QWidget *each : std::initializer_list<QWidget *>{m_fewer, m_count, m_more})
        each->setVisible(isShown);
    constexpr double lowestNamed = 360; // below that the heads need the height
    m_countName->setVisible(isShown && height() >= lowestNamed * m_theme->scale());
    if (!isShown)
        return;
    const Model &model = *m_document->matrices().model();
    const Attention attention = m_document->look().selection().attention;
    m_count->setText(QString::number(headsOf(model.config, attention)));
    m_count->setAccessibleName(tr("Number of heads: %1").arg(m_count->text()));
    const bool isPresent = m_document->shown().input.compared != Compared::Pinned;
    m_fewer->setEnabled(isPresent && nextHeadCount(model, attention, -1).has_value());
    m_more->setEnabled(isPresent && nextHeadCount(model, attention, 1).has_value());
}

void HeadsPanel::changeHeadCount(int direction)
{
    const Attention attention = m_document->look().selection().attention;
    const auto wanted = nextHeadCount(*m_document->matrices().model(), attention, direction);
    if (wanted && mayChangeSizes(*m_document, wanted->config, this))
        m_document->matrices().setConfig(wanted->config, tr("set %n head(s)", nullptr, wanted->heads), wanted->split);
}

void HeadsPanel::setHeadsOn(bool all)
{
    if (!hasHeads())
        return;
    Selection selection = m_document->shown().attention.asked;
    const ModelConfig &config = m_document->shown().attention.result.model->config;
    selection.heads.resize(all ? std::size_t(headsOf(config, selection.attention)) : 0);
    std::iota(selection.heads.begin(), selection.heads.end(), 0);
    selection.summary = Summary::None;
    m_document->setShownSelection(selection);
}

void HeadsPanel::chooseMean()
{
    const Selection &within = m_document->shown().attention.selection;
    if (hasHeads())
        choose({within.attention, within.layer, -1}, false);
}

QSize HeadsPanel::minimumSizeHint() const
{
    return {qRound(HeadsColumnFigure::width * m_theme->scale()), Panel::minimumSizeHint().height()};
}

void HeadsPanel::resizeEvent(QResizeEvent *event)
{
    Panel::resizeEvent(event);
    followWidth();
    showHeadCount();
}

void HeadsPanel::followWidth()
{
    const bool isColumn = width() < HeadsColumnFigure::mostWidth * m_theme->scale();
    if (isColumn == m_isColumn)
        return;
    m_isColumn = isColumn;
    setTitleRowShown(!isColumn);
    setCardless(isColumn);
    m_mustScroll = true;
    showMessage();
    refresh();
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
    // Numbers that are there already are announced again whenever they become outdated.
    m_isImportanceLast = !importance.empty() && (m_isImportanceLast || m_importance.empty());
    m_importance = std::move(importance);
    m_importanceLabel = label;
    m_shades.reset();
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
    showMessage();
    m_shades.reset();
    m_sort->setVisible(state.comparison && !state.comparison->isTooLarge());
    const HeadsMarks before = std::exchange(m_marks, state.hasResult() ? headsMarks(state) : HeadsMarks{});
    if (m_marks.selected != before.selected)
        m_mustScroll = true;
    if (m_cursor && (!exists(*m_cursor) || m_mustScroll))
        m_cursor.reset();
    showCounts();
    showHeadCount();
    refresh();
}

/// A column has no room for sentences.
void HeadsPanel::showMessage()
{
    const QString none = whyNoAttention(*m_document);
    const QString whole = none.isEmpty() ? tr("Small pictures of all heads will appear here.") : none;
    m_view->setMessage(!m_isColumn ? whole : none.isEmpty() ? QString() : tr("No heads"));
    m_view->canvas()->setToolTip(hasHeads() ? QString() : whole);
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
    showHeadCount();
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
    if (m_isColumn)
        return std::make_unique<HeadsColumnFigure>(std::move(map), size, m_theme->theme(), m_thumbnails, shades());
    return std::make_unique<HeadsFigure>(std::move(map), size, m_theme->theme(), m_thumbnails);
}

QSizeF HeadsPanel::figureSize() const
{
    return m_view->figureSize();
}

const HeadsPicture *HeadsPanel::shown() const
{
    return static_cast<const HeadsPicture *>(m_view->figure());
}

const std::map<HeadRef, double> &HeadsPanel::shades() const
{
    if (!m_shades)
        m_shades = headShades(m_document->shown().attention, options());
    return *m_shades;
}

} // namespace regard
