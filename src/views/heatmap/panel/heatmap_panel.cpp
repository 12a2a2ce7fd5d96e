#include "views/heatmap/panel/heatmap_panel.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include "controls/segment_switch.h"
#include "controls/token_menu.h"
#include "controls/weight_field.h"
#include "engine/analysis/token_groups.h"
#include "engine/functions/score.h"
#include "engine/functions/score_bias.h"
#include "engine/model/attention_place.h"
#include "engine/model/interventions.h"
#include "engine/model/key_head.h"
#include "views/base/change_text.h"
#include "views/base/moved_scale.h"
#include "views/base/panel_title.h"
#include "views/base/randomness_text.h"
#include "views/base/screen_theme.h"
#include "views/base/shown_matrix.h"
#include "views/base/shown_text.h"
#include "views/base/shown_tokens.h"
#include "views/base/token_focus.h"
#include "views/base/token_names.h"
#include "views/base/value_text.h"
#include "views/base/view_title.h"
#include "views/heatmap/panel/color_scale_button.h"
#include "views/heatmap/panel/heatmap_minimap.h"
#include "views/heatmap/panel/heatmap_plot.h"
#include "views/table/view_table.h"

namespace regard {

namespace {

constexpr int pageCells = 10;
constexpr double keyZoom = 1.25;

bool hasHeatmap(const ShownState &state)
{
    return state.hasResult() && missingHeadText(state).isEmpty();
}

QString scoreFormula(Score score)
{
    switch (score) {
    case Score::Dot:
    case Score::ScaledDot:
        return QStringLiteral("QKᵀ");
    case Score::General:
        return QStringLiteral("Q W_g Kᵀ");
    case Score::Additive:
        break;
    }
    return QStringLiteral("wₐ·tanh(q + k)");
}

/// Whether the softmax reads other numbers than the scaled scores.
bool isMasked(const ShownState &state)
{
    const Attention attention = state.selection.attention;
    if (!state.hasModel())
        return true; // as far as the file says
    return MaskRule(state.model().config, {attention, state.selection.layer}).hidesAny() ||
           !keysOf(*state.trace(), attention).masked.empty();
}

/// What the raw scores are called in the switch.
QString scoreName(const ShownState &state)
{
    const bool isProduct = !state.hasModel() || state.model().config.score != Score::Additive;
    return isProduct ? QStringLiteral("q·k") : HeatmapPanel::tr("scores");
}

} // namespace

HeatmapPanel::HeatmapPanel(Document *document, AppTheme *theme, QWidget *parent)
    : Panel(panelTitle(PanelId::Heatmap), parent), m_document(document), m_theme(theme)
{
    m_scale = new ColorScaleButton(document, this);
    titleRow()->insertWidget(1, m_scale); // where it takes no height from the picture
    buildStageRow();
    buildMore();
    QGridLayout *grid = buildPlot();
    showBusySignOf(document);
    const auto refreshWithoutResult = [this] {
        if (!m_document->result().trace)
            refresh();
    };
    connect(document, &Document::loaded, this, refreshWithoutResult); // another file starts unzoomed
    connect(document, &Document::inputErrorChanged, this, refreshWithoutResult);
    connect(document, &Document::shownChanged, this, &HeatmapPanel::refresh);
    connect(&document->look(), &Look::colorScaleChanged, this, &HeatmapPanel::refresh);
    connect(&document->look(), &Look::highlightChanged, this, [this] {
        std::vector<std::pair<int, int>> cells;
        for (const PairRef &pair : shownPairs(m_document->shown(), m_document->look().highlight()))
            cells.emplace_back(pair.query, pair.key);
        m_plot->setLit(std::move(cells));
        if (m_theme->theme().leastNumber > 0) // while presenting, where the labels of what is named always stand
            refresh();
    });
    connect(theme, &AppTheme::changed, this, [this] {
        m_plot->setScale(m_theme->scale());
        refresh();
    });
    new HeatmapMinimap(document, m_plot, theme, grid, this); // receives a result after the plot that it follows
    refresh();
}

/// One segment for each value of Stage, in its order.
void HeatmapPanel::buildStageRow()
{
    m_stages = new SegmentSwitch(tr("Stage"), this);
    const auto add = [this](const QString &text, const QString &name) { m_stages->add(text, name, name); };
    add(QStringLiteral("q·k"), tr("Raw scores of query and key"));
    add(tr("÷ √dₖ"), tr("Scaled scores: divided by the square root of d_k where the model scales"));
    add(tr("mask"), tr("Masked scores: what the softmax reads"));
    add(tr("softmax"), tr("Attention weights: softmax of each row"));
    titleRow()->addWidget(m_stages);
    connect(m_stages, &SegmentSwitch::chosen, this, [this](int stage) {
        m_showsDropout = false;
        setStage(static_cast<Stage>(stage));
        refresh(); // where the stage stays
    });
}

void HeatmapPanel::buildMore()
{
    m_dropout = menu()->addAction(tr("&After dropout"));
    m_dropout->setCheckable(true);
    connect(m_dropout, &QAction::triggered, this, [this](bool on) {
        m_showsDropout = on;
        setStage(Stage::Weights);
        refresh(); // where the stage stays
    });
    connect(&m_document->training(), &Training::stateChanged, this, &HeatmapPanel::refresh);
}

QGridLayout *HeatmapPanel::buildPlot()
{
    m_plot = new HeatmapPlot(this);
    m_plot->setAccessibleName(tr("Heatmap of the head: query rows, key columns"));
    m_vertical = new QScrollBar(Qt::Vertical, this);
    m_horizontal = new QScrollBar(Qt::Horizontal, this);
    m_vertical->setAccessibleName(tr("Queries in view"));
    m_horizontal->setAccessibleName(tr("Keys in view"));
    auto *grid = new QGridLayout;
    grid->setSpacing(0);
    grid->addWidget(m_plot, 0, 0);
    grid->addWidget(m_vertical, 0, 1);
    grid->addWidget(m_horizontal, 1, 0);
    grid->setRowStretch(0, 1);
    grid->setColumnStretch(0, 1);
    content()->addLayout(grid, 1);
    const auto scroll = [this] { m_plot->scrollTo(m_vertical->value(), m_horizontal->value()); };
    connect(m_vertical, &QScrollBar::valueChanged, this, scroll);
    connect(m_horizontal, &QScrollBar::valueChanged, this, scroll);
    connect(m_plot, &HeatmapPlot::windowChanged, this, &HeatmapPanel::showScrollBars);
    connect(m_plot, &HeatmapPlot::rebuilt, this, [this] {
        if (m_plot->figure())
            m_scale->setBar(m_plot->figure()->colorBar(), m_theme->theme());
        m_scale->setVisible(m_plot->figure() != nullptr);
    });
    connect(m_plot, &HeatmapPlot::cellHovered, this, &HeatmapPanel::hover);
    connect(m_plot, &HeatmapPlot::left, this, [this] {
        m_plot->setNote(std::nullopt, {});
        m_document->setShownSelection(unfocused(m_document->shown().attention.asked));
    });
    connect(m_plot, &HeatmapPlot::cellClicked, this, [this](int query, int key) {
        m_document->setShownSelection(pinnedPair(m_document->shown().attention.asked, query, key));
        showNoteOfFocus();
    });
    connect(m_plot, &HeatmapPlot::emptinessClicked, this,
            [this] { m_document->setShownSelection(cleared(m_document->shown().attention.asked)); });
    connect(m_plot, &HeatmapPlot::keyPressed, this, &HeatmapPanel::keyPressed);
    connect(m_plot, &HeatmapPlot::menuAsked, this, [this](int key, QPoint globalPosition) {
        showTokenMenu(m_document, TokenSide::Key, presentTokens(m_document->shown(), TokenSide::Key, key),
                      globalPosition, this);
    });
    showScrollBars();
    return grid;
}

QToolButton *HeatmapPanel::stageChip(Stage stage) const
{
    return m_stages->button(int(stage));
}

void HeatmapPanel::setStage(Stage stage)
{
    Selection selection = m_document->shown().attention.asked;
    selection.stage = stage;
    m_document->setShownSelection(selection);
}

void HeatmapPanel::setPaired(bool isPaired)
{
    const ShownState state = m_document->shown().attention;
    if (std::exchange(m_isPaired, isPaired) != isPaired && hasHeatmap(state))
        showCaption(state);
}

void HeatmapPanel::showCaption(const ShownState &state)
{
    const Selection &within = state.selection;
    const bool isSummary = within.summary != Summary::None;
    const QString head = isSummary    ? headTitle(*state.result.model, within, movesByValue(*state.trace()))
                         : m_isPaired ? QString()
                                      : tr("head %1").arg(within.head + 1);
    const bool isMoved = movesByValue(*state.trace());
    QStringList parts{head, isSummary || isMoved ? QString() : formula(within),
                      otherNumbersText(*state.trace(), within), stateName(state), randomnessText(*m_document)};
    parts.removeAll(QString());
    setCaption(parts.join(QStringLiteral(" · ")));
}

void HeatmapPanel::refresh()
{
    const ShownState state = m_document->shown().attention;
    showDropoutAction(state);
    m_stages->setChosen(int(state.asked.stage));
    if (!hasHeatmap(state)) {
        setCaption(stateName(state));
        const bool isComing = !m_document->sentences().tokens().tokens.empty();
        const QString message = state.hasResult() ? missingHeadText(state)
                                : isComing        ? whyNoAttention(*m_document)
                                                  : tr("Type a sentence to see the matrix of its weights.");
        m_plot->clearContent(message, m_theme->theme());
        m_plot->setAccessibleDescription(message);
        showScrollBars();
        return;
    }
    const Selection within = state.selection;
    const bool isSummary = within.summary != Summary::None;
    showStages(isSummary, state);
    showScale(state);
    showCaption(state);
    HeatmapData data = heatmapData();
    if (m_theme->theme().leastNumber > 0)
        for (const PairRef &pair : shownPairs(m_document->shown(), m_document->look().highlight())) {
            data.namedQueries.push_back(pair.query);
            data.namedKeys.push_back(pair.key);
        }
    m_plot->setContent(std::move(data), screenTheme(m_theme->theme(), m_document->shown().attention));
    if (within.query >= 0 && within.key >= 0) {
        m_plot->makeVisible(within.query, within.key);
        m_plot->setAccessibleDescription(noteLines(within.query, within.key).join(QStringLiteral(", ")));
    } else {
        m_plot->setAccessibleDescription(caption());
        m_plot->setNote(std::nullopt, {});
    }
}

std::optional<StepDropout> HeatmapPanel::shownDropout() const
{
    const bool isShown = m_showsDropout && m_dropout->isVisible() && m_dropout->isEnabled() &&
                         m_document->shown().attention.selection.stage == Stage::Weights;
    return isShown ? stepDropout(m_document->training().state()) : std::nullopt;
}

/// It is there while a run has dropout; a step's mask is over the weights of one head and its own tokens.
void HeatmapPanel::showDropoutAction(const ShownState &state)
{
    const std::optional<StepDropout> dropout = stepDropout(m_document->training().state());
    m_dropout->setVisible(dropout.has_value());
    const bool isPlain = hasHeatmap(state) && state.selection.summary == Summary::None && !state.difference() &&
                         !state.trace()->grouping;
    m_dropout->setEnabled(isPlain);
    const QString tip = isPlain && dropout
                            ? tr("What step %L1 multiplied v by, had this sentence been the first of its batch: "
                                 "crossed weights were set to 0, the others divided by 1 − %2. Outside training "
                                 "nothing is dropped")
                                  .arg(dropout->step)
                                  .arg(dropout->rate)
                            : tr("Dropout is shown over the weights of one head and its single tokens, not over a "
                                 "summary or a difference");
    m_dropout->setToolTip(tip);
    m_dropout->setChecked(shownDropout().has_value());
}

/// Shows which stages can be chosen, and why not the others.
void HeatmapPanel::showStages(bool isSummary, const ShownState &state)
{
    const Grouping *grouping = state.trace()->grouping.get();
    const bool isMerged = grouping && grouping->hasWeightsAlone();
    for (int i = 0; i < m_stages->count(); ++i) {
        QToolButton *chip = m_stages->button(i);
        const auto stage = static_cast<Stage>(i);
        const bool isInFile = hasStage(state.result, state.selection, stage);
        const bool isThere = (!isSummary && !isMerged && isInFile) || stage == Stage::Weights;
        chip->setEnabled(isThere);
        const QString reason =
            isMerged && !isSummary && !grouping->merges()
                ? tr("Scores belong to weights of all keys: switch off “By value” and “Without the sink” to see them")
            : isMerged && !isSummary
                ? tr("Words made of several pieces have weights alone: a score belongs to a pair of pieces, and "
                     "scores do not add up. Choose “Pieces” to see them")
            : isSummary ? tr("A summary is made of weights: it has no scores")
                        : tr("The file of attention does not have these numbers of this attention");
        chip->setToolTip(isThere ? chip->accessibleName() : reason);
    }
    m_stages->button(int(Stage::Scores))->setText(scoreName(state));
    m_stages->button(int(Stage::Weights))
        ->setText(movesByValue(*state.trace()) ? movedName(state.model()) : tr("softmax"));
    m_stages->setOffered(int(Stage::Masked), isMasked(state) || state.asked.stage == Stage::Masked);
    m_stages->fit();
}

void HeatmapPanel::showScale(const ShownState &state)
{
    const Selection &within = state.selection;
    const bool hasWeights = within.stage == Stage::Weights || within.summary != Summary::None;
    m_scale->setReasonAgainst(state.difference() ? tr("A difference has colours of its own, with 0 in the middle")
                              : hasWeights       ? QString()
                                                 : tr("Scores have colours of their own: they have no bounds"));
}

void HeatmapPanel::showScrollBars()
{
    const auto show = [](QScrollBar *bar, std::pair<int, int> range, int count) {
        const QSignalBlocker blocker(bar);
        const int visible = range.second - range.first + 1;
        bar->setRange(0, std::max(0, count - visible));
        bar->setPageStep(std::max(1, visible));
        bar->setValue(range.first);
        bar->setVisible(visible < count);
    };
    const auto [queries, keys] = cellCounts();
    show(m_vertical, m_plot->visibleQueries(), queries);
    show(m_horizontal, m_plot->visibleKeys(), keys);
}

std::pair<int, int> HeatmapPanel::cellCounts() const
{
    const ShownState state = m_document->shown().attention;
    if (!hasHeatmap(state))
        return {0, 0};
    const Attention attention = state.selection.attention;
    return {int(queriesOf(*state.result.trace, attention).tokens.size()),
            int(keysOf(*state.result.trace, attention).tokens.size())};
}

QString HeatmapPanel::formula(const Selection &within) const
{
    const ShownState &state = m_document->shown().attention;
    if (!state.hasModel()) // it does not say how they were computed
        return tr("as in the file");
    const ModelConfig &config = state.model().config;
    const QString raw = scoreFormula(config.score);
    QString scaled = isDividedByRoot(config) ? raw + QStringLiteral(" / √dₖ")
                     : config.scoreScale > 0 ? QStringLiteral("%1 · %2").arg(raw).arg(config.scoreScale)
                                             : raw;
    if (config.scaleByLayer)
        scaled += QStringLiteral(" / l");
    if (config.scoreCap > 0)
        scaled = QStringLiteral("%1·tanh(%2 / %1)").arg(QString::number(config.scoreCap), scaled);
    if (hasScoreBias(config, within.attention))
        scaled += QStringLiteral(" + b");
    switch (within.stage) {
    case Stage::Scores:
        return raw;
    case Stage::Scaled:
        return scaled;
    case Stage::Masked:
        return isMasked(state) ? tr("%1, masked").arg(scaled) : scaled;
    case Stage::Weights:
        break;
    }
    const Interventions &interventions = state.model().interventions;
    const HeadRef head{within.attention, within.layer, within.head};
    if (const Replacement *replacement = replacementOf(interventions, head);
        replacement && *replacement == Replacement::Uniform)
        return tr("uniform attention");
    if (const SetWeights &set = setWeightsOf(interventions, head); !set.empty() && within.query >= 0)
        for (const HandLink &link : handLinks(state.model(), *state.trace(), within, {within.head}))
            if (link.query == within.query && link.key == within.key)
                return tr("set by hand, or cut");
    const float temperature = temperatureOf(interventions, head);
    if (hasSinks(config, within.attention))
        scaled += QStringLiteral("; ") + tr("sink");
    if (temperature == 1.0F)
        return QStringLiteral("softmax(%1)").arg(scaled);
    return QStringLiteral("softmax(%1 ÷ %2)").arg(scaled).arg(double(temperature), 0, 'g', 3);
}

std::shared_ptr<const HeadScores> HeatmapPanel::scoresInView() const
{
    const ShownState &state = m_document->shown().attention;
    const Selection &within = state.selection;
    const bool isOfWeights = within.stage == Stage::Weights || within.summary != Summary::None; // merged tokens too
    return isOfWeights || !state.hasResult() ? nullptr : m_scores.of(state.model(), state.trace(), within);
}

HeatmapData HeatmapPanel::heatmapData() const
{
    const ShownState &state = m_document->shown().attention;
    HeatmapData shown = regard::heatmapData(state, scoresInView(), m_document->look().colorScale(), true);
    const std::optional<StepDropout> dropout = shownDropout();
    return dropout ? afterDropout(std::move(shown), *dropout, state.selection) : shown;
}

ViewOptions HeatmapPanel::viewOptions() const
{
    return {.links = {.faintSpecial = true},
            .scores = scoresInView(),
            .part = {{m_plot->visibleQueries(), m_plot->visibleKeys()}},
            .scale = m_document->look().colorScale(),
            .dropout = shownDropout()};
}

std::unique_ptr<Figure> HeatmapPanel::figure(QSizeF size, const Theme &theme, const LookChanges &changes) const
{
    return shownFigure(ViewId::Heatmap, *m_document, changes.applied(viewOptions()), size, theme);
}

QSizeF HeatmapPanel::figureSize() const
{
    return m_plot->figureSize();
}

void HeatmapPanel::hover(int query, int key)
{
    m_document->setShownSelection(focusedOnPair(m_document->shown().attention.asked, query, key));
    showNote(query, key);
}

void HeatmapPanel::showNoteOfFocus()
{
    const Selection selection = m_document->shown().attention.asked;
    if (selection.query >= 0 && selection.key >= 0)
        showNote(selection.query, selection.key);
    else
        m_plot->setNote(std::nullopt, {});
}

void HeatmapPanel::showNote(int query, int key)
{
    m_plot->setNote(std::pair(query, key), noteLines(query, key));
}

QStringList HeatmapPanel::noteLines(int query, int key) const
{
    const ShownState state = m_document->shown().attention;
    const Result &result = state.result;
    const Selection within = state.selection;
    const auto &queries = labelsOf(queriesOf(*result.trace, within.attention));
    const auto &keys = labelsOf(keysOf(*result.trace, within.attention));
    QStringList lines{tokenName(queries[std::size_t(query)]) + QStringLiteral(" → ") +
                      tokenName(keys[std::size_t(key)])};
    if (state.difference())
        return lines + changeLines(state, query, key);
    const ShownMatrix shown = shownMatrix(*result.model, result.trace, within);
    const QString weight = valueText((*shown.weights)(query, key));
    if (shown.index < 0) {
        lines.append(shown.name + QLatin1Char(' ') + weight);
        return lines;
    }
    if (!hasScores(*result.trace)) {
        lines.append((movesByValue(*result.trace) ? tr("by value %1") : tr("weight %1")).arg(weight));
        return lines;
    }
    const std::shared_ptr<const HeadScores> all = m_scores.of(*result.model, result.trace, within);
    lines.append(std::isfinite(all->masked(query, key)) ? tr("weight %1").arg(weight) : tr("masked: weight 0"));
    if (shownDropout()) {
        const HeatmapData left = heatmapData();
        const bool isDropped = left.dropped.at(std::size_t(query * left.values->cols() + key));
        lines.append(isDropped ? tr("dropped: 0") : tr("after dropout %1").arg(valueText((*left.values)(query, key))));
    }
    if (scalesScores(result.model->config))
        lines.append(tr("scaled %1").arg(valueText(all->scaled(query, key))));
    lines.append(tr("score  %1").arg(valueText(all->scores(query, key))));
    return lines;
}

QStringList HeatmapPanel::changeLines(const ShownState &state, int query, int key) const
{
    const Selection within = state.selection;
    const TraceComparison &comparison = *state.comparison;
    const std::optional<float> before = weightBefore(comparison, within, query, key);
    const ShownMatrix shown = shownMatrix(*state.result.model, state.result.trace, within);
    const QString weight = changeText(before, (*shown.weights)(query, key));
    if (shown.index < 0)
        return {shown.name + QLatin1Char(' ') + weight};
    if (!hasScores(*state.result.trace) || !hasScores(*comparison.before()))
        return {(movesByValue(*state.trace()) ? tr("by value %1") : tr("weight %1")).arg(weight)};
    const HeadScores &now = *m_scores.of(*state.result.model, state.result.trace, within);
    const int queryBefore = comparison.queries(within.attention).before[std::size_t(query)];
    const int keyBefore = comparison.keys(within.attention).before[std::size_t(key)];
    // The earlier state has scores wherever it has a weight.
    const std::shared_ptr<const HeadScores> then =
        before ? m_scoresBefore.of(comparison.modelBefore(), comparison.before(), within) : nullptr;
    const auto change = [&](Matrix HeadScores::*stage) {
        return changeText(then ? std::optional((then.get()->*stage)(queryBefore, keyBefore)) : std::nullopt,
                          (now.*stage)(query, key));
    };
    QStringList lines{tr("weight %1").arg(weight)};
    if (scalesScores(state.result.model->config))
        lines.append(tr("scaled %1").arg(change(&HeadScores::scaled)));
    lines.append(tr("score  %1").arg(change(&HeadScores::scores)));
    return lines;
}

void HeatmapPanel::keyPressed(QKeyEvent *event)
{
    const ShownState state = m_document->shown().attention;
    if (!hasHeatmap(state))
        return;
    const Selection selection = state.selection;
    const std::pair<int, int> cell(std::max(0, selection.query), std::max(0, selection.key));
    if (isWeightKey(*event)) {
        askForWeight(m_document, m_plot->mapToGlobal(m_plot->rect().center()), m_plot);
        return event->accept();
    }
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        m_plot->zoom(keyZoom, cell);
        break;
    case Qt::Key_Minus:
        m_plot->zoom(1 / keyZoom, cell);
        break;
    case Qt::Key_0:
        m_plot->showAll();
        break;
    case Qt::Key_Escape:
        if (cleared(m_document->shown().attention.asked) == m_document->shown().attention.asked)
            return;
        m_document->setShownSelection(cleared(m_document->shown().attention.asked));
        break;
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        m_document->setShownSelection(pinnedPair(m_document->shown().attention.asked, cell.first, cell.second));
        showNoteOfFocus();
        break;
    case Qt::Key_M:
        if (selection.key < 0)
            return;
        toggleMask(m_document, TokenSide::Key, presentTokens(m_document->shown(), TokenSide::Key, selection.key));
        break;
    default:
        if (!moveTo(event->key()))
            return;
    }
    event->accept();
}

bool HeatmapPanel::moveTo(int key)
{
    const Selection selection = m_document->shown().attention.selection;
    const auto [queries, keys] = cellCounts();
    const bool fresh = selection.query < 0 || selection.key < 0;
    int query = std::max(0, selection.query);
    int column = std::max(0, selection.key);
    // The first arrow key only shows the cursor.
    const int step = fresh ? 0 : 1;
    switch (key) {
    case Qt::Key_Left:
        column -= step;
        break;
    case Qt::Key_Right:
        column += step;
        break;
    case Qt::Key_Up:
        query -= step;
        break;
    case Qt::Key_Down:
        query += step;
        break;
    case Qt::Key_Home:
        column = 0;
        break;
    case Qt::Key_End:
        column = keys - 1;
        break;
    case Qt::Key_PageUp:
        query -= pageCells;
        break;
    case Qt::Key_PageDown:
        query += pageCells;
        break;
    default:
        return false;
    }
    query = std::clamp(query, 0, queries - 1);
    column = std::clamp(column, 0, keys - 1);
    m_document->setShownSelection(focusedOnPair(m_document->shown().attention.asked, query, column));
    showNote(query, column);
    return true;
}

} // namespace regard
