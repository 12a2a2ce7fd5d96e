#include "widgets/heatmap_panel.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <QButtonGroup>
#include <QGridLayout>
#include <QKeyEvent>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include "engine/forward.h"
#include "widgets/flow_layout.h"
#include "widgets/heatmap_plot.h"
#include "widgets/token_focus.h"
#include "widgets/token_menu.h"
#include "widgets/token_names.h"
#include "widgets/value_text.h"

namespace regard {

namespace {

constexpr int pageCells = 10;
constexpr double keyZoom = 1.25;

} // namespace

HeatmapPanel::HeatmapPanel(Document *document, AppTheme *theme, QWidget *parent)
    : Panel(tr("Heatmap"), parent), m_document(document), m_theme(theme)
{
    buildStageRow();
    buildPlot();
    showBusySignOf(document);
    connect(document, &Document::loaded, this, &HeatmapPanel::refresh);
    connect(document, &Document::inputErrorChanged, this, [this] {
        if (!m_document->result().trace)
            refresh();
    });
    connect(document, &Document::resultChanged, this, &HeatmapPanel::refresh);
    connect(document, &Document::selectionChanged, this, &HeatmapPanel::refresh);
    connect(document, &Document::highlightChanged, this, [this] {
        std::vector<std::pair<int, int>> cells;
        for (const PairRef &pair : m_document->highlight().pairs)
            cells.emplace_back(pair.query, pair.key);
        m_plot->setLit(std::move(cells));
    });
    connect(theme, &AppTheme::changed, this, &HeatmapPanel::refresh);
    refresh();
}

void HeatmapPanel::buildStageRow()
{
    struct Chip {
        Stage stage;
        QString text;
        QString name;
    };
    const std::array<Chip, 4> chips{{
        {Stage::Scores, tr("scores"), tr("Raw scores of query and key")},
        {Stage::Scaled, tr("÷ √d"), tr("Scaled scores: divided by the square root of d key where the model scales")},
        {Stage::Masked, tr("mask"), tr("Masked scores: what the softmax reads")},
        {Stage::Weights, tr("softmax"), tr("Attention weights: softmax of each row")},
    }};
    m_stages = new QButtonGroup(this);
    auto *row = new FlowLayout(nullptr, 5);
    for (const Chip &chip : chips) {
        auto *button = new QToolButton(this);
        button->setText(chip.text);
        button->setCheckable(true);
        button->setProperty("chip", true);
        button->setFocusPolicy(Qt::StrongFocus);
        button->setAccessibleName(chip.name);
        button->setToolTip(chip.name);
        m_stages->addButton(button, static_cast<int>(chip.stage));
        row->addWidget(button);
    }
    content()->addLayout(row);
    connect(m_stages, &QButtonGroup::idClicked, this, [this](int stage) { setStage(static_cast<Stage>(stage)); });
}

void HeatmapPanel::buildPlot()
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
    connect(m_plot, &HeatmapPlot::cellHovered, this, &HeatmapPanel::hover);
    connect(m_plot, &HeatmapPlot::left, this, [this] {
        m_plot->setNote(std::nullopt, {});
        m_document->setSelection(unfocused(m_document->selection()));
    });
    connect(m_plot, &HeatmapPlot::cellClicked, this, [this](int query, int key) {
        m_document->setSelection(pinnedPair(m_document->selection(), query, key));
        showNoteOfFocus();
    });
    connect(m_plot, &HeatmapPlot::emptinessClicked, this,
            [this] { m_document->setSelection(cleared(m_document->selection())); });
    connect(m_plot, &HeatmapPlot::keyPressed, this, &HeatmapPanel::keyPressed);
    connect(m_plot, &HeatmapPlot::menuAsked, this, [this](int key, QPoint globalPosition) {
        showTokenMenu(m_document, TokenSide::Key, key, globalPosition, this);
    });
    showScrollBars();
}

QToolButton *HeatmapPanel::stageChip(Stage stage) const
{
    return qobject_cast<QToolButton *>(m_stages->button(static_cast<int>(stage)));
}

void HeatmapPanel::setStage(Stage stage)
{
    Selection selection = m_document->selection();
    selection.stage = stage;
    m_document->setSelection(selection);
}

void HeatmapPanel::refresh()
{
    const SharedTrace trace = m_document->result().trace;
    stageChip(m_document->selection().stage)->setChecked(true);
    if (!trace || trace->blocks.empty()) {
        setCaption({});
        const bool isComing = !m_document->tokens().tokens.empty();
        m_plot->clearContent(isComing ? m_document->inputError()
                                      : tr("Type a sentence to see the matrix of its weights."),
                             m_theme->theme());
        return;
    }
    const Selection within = withinTrace(m_document->selection(), *m_document->result().model, *trace);
    const bool isSummary = within.summary != Summary::None;
    // A summary is made of weights; it has no scores.
    for (QAbstractButton *chip : m_stages->buttons())
        chip->setEnabled(!isSummary || chip == stageChip(Stage::Weights));
    setCaption(isSummary ? headTitle(*m_document->result().model, within)
                         : tr("head %1").arg(within.head + 1) + QStringLiteral(" · ") + formula(within));
    m_plot->setContent(heatmapData(), m_theme->theme());
    if (within.query >= 0 && within.key >= 0) {
        m_plot->makeVisible(within.query, within.key);
        m_plot->setAccessibleDescription(noteLines(within.query, within.key).join(QStringLiteral(", ")));
    } else {
        m_plot->setAccessibleDescription(caption());
        m_plot->setNote(std::nullopt, {});
    }
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
    const Result &result = m_document->result();
    if (!result.trace)
        return {0, 0};
    const Attention attention = withinTrace(m_document->selection(), *result.model, *result.trace).attention;
    return {static_cast<int>(queriesOf(*result.trace, attention).tokens.size()),
            static_cast<int>(keysOf(*result.trace, attention).tokens.size())};
}

QString HeatmapPanel::formula(const Selection &within) const
{
    const Score score = m_document->result().model->config.score;
    const QString raw = score == Score::Additive ? QStringLiteral("wₐ·tanh(q + k)") : QStringLiteral("QKᵀ");
    const QString scaled = score == Score::ScaledDot ? QStringLiteral("QKᵀ / √dₖ") : raw;
    const bool isMasked = maskOf(m_document->result().model->config, within.attention) == Mask::Causal ||
                          !keysOf(*m_document->result().trace, within.attention).masked.empty();
    switch (within.stage) {
    case Stage::Scores:
        return raw;
    case Stage::Scaled:
        return scaled;
    case Stage::Masked:
        return isMasked ? tr("%1, masked").arg(scaled) : scaled;
    case Stage::Weights:
        break;
    }
    return QStringLiteral("softmax(%1)").arg(scaled);
}

std::shared_ptr<const HeadScores> HeatmapPanel::scores() const
{
    const Result &result = m_document->result();
    const Selection within = withinTrace(m_document->selection(), *result.model, *result.trace);
    const int block = blockIndex(result.model->config, within.attention, within.layer);
    if (!m_scores || m_scoredTrace != result.trace || m_scoredBlock != block || m_scoredHead != within.head) {
        m_scores = std::make_shared<const HeadScores>(headScores(*result.model, *result.trace, block, within.head));
        m_scoredTrace = result.trace;
        m_scoredBlock = block;
        m_scoredHead = within.head;
    }
    return m_scores;
}

HeatmapData HeatmapPanel::heatmapData() const
{
    const Result &result = m_document->result();
    const Selection &selection = m_document->selection();
    return regard::heatmapData(*result.model, result.trace, selection,
                               selection.stage == Stage::Weights || selection.summary != Summary::None ? nullptr
                                                                                                       : scores());
}

std::unique_ptr<Figure> HeatmapPanel::figure(QSizeF size) const
{
    return figure(size, m_theme->theme());
}

std::unique_ptr<Figure> HeatmapPanel::figure(QSizeF size, const Theme &theme) const
{
    const SharedTrace trace = m_document->result().trace;
    if (!trace || trace->blocks.empty())
        return nullptr;
    return std::make_unique<HeatmapFigure>(heatmapData(), size, theme, m_plot->visibleQueries(), m_plot->visibleKeys());
}

QSizeF HeatmapPanel::figureSize() const
{
    return m_plot->size();
}

void HeatmapPanel::hover(int query, int key)
{
    m_document->setSelection(focusedOnPair(m_document->selection(), query, key));
    showNote(query, key);
}

void HeatmapPanel::showNoteOfFocus()
{
    const Selection &selection = m_document->selection();
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
    const Result &result = m_document->result();
    const Selection within = withinTrace(m_document->selection(), *result.model, *result.trace);
    const auto &queries = queriesOf(*result.trace, within.attention).tokens;
    const auto &keys = keysOf(*result.trace, within.attention).tokens;
    QStringList lines{tokenName(queries[static_cast<std::size_t>(query)]) + QStringLiteral(" → ") +
                      tokenName(keys[static_cast<std::size_t>(key)])};
    const ShownMatrix shown = shownMatrix(*result.model, result.trace, within);
    const QString weight = valueText((*shown.weights)(query, key));
    if (shown.index < 0) {
        lines.append(shown.name + QLatin1Char(' ') + weight);
        return lines;
    }
    const std::shared_ptr<const HeadScores> all = scores();
    lines.append(std::isfinite(all->masked(query, key)) ? tr("weight %1").arg(weight) : tr("masked: weight 0"));
    if (result.model->config.score == Score::ScaledDot)
        lines.append(tr("scaled %1").arg(valueText(all->scaled(query, key))));
    lines.append(tr("score  %1").arg(valueText(all->scores(query, key))));
    return lines;
}

void HeatmapPanel::keyPressed(QKeyEvent *event)
{
    const SharedTrace trace = m_document->result().trace;
    if (!trace || trace->blocks.empty())
        return;
    const Selection selection = withinTrace(m_document->selection(), *m_document->result().model, *trace);
    const std::pair<int, int> cell(std::max(0, selection.query), std::max(0, selection.key));
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
        m_document->setSelection(cleared(m_document->selection()));
        break;
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        m_document->setSelection(pinnedPair(m_document->selection(), cell.first, cell.second));
        showNoteOfFocus();
        break;
    case Qt::Key_M:
        if (selection.key < 0)
            return;
        toggleMask(m_document, TokenSide::Key, selection.key);
        break;
    default:
        if (!moveTo(event->key()))
            return;
    }
    event->accept();
}

bool HeatmapPanel::moveTo(int key)
{
    const Result &result = m_document->result();
    const Selection selection = withinTrace(m_document->selection(), *result.model, *result.trace);
    const auto [queries, keys] = cellCounts();
    const bool fresh = selection.query < 0 || selection.key < 0;
    int query = std::max(0, selection.query);
    int column = std::max(0, selection.key);
    // The first arrow only shows where the cursor stands.
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
    m_document->setSelection(focusedOnPair(m_document->selection(), query, column));
    showNote(query, column);
    return true;
}

} // namespace regard
