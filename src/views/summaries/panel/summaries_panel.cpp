#include "views/summaries/panel/summaries_panel.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolTip>
#include <QVBoxLayout>

#include "controls/figure_view.h"
#include "controls/spoken_name.h"
#include "views/ablation/ablation_edits.h"
#include "views/base/panel_title.h"
#include "views/base/shown_matrix.h"
#include "views/base/shown_text.h"
#include "views/base/token_focus.h"
#include "views/base/view_title.h"
#include "views/summaries/matrix_change_run.h"
#include "views/summaries/panel/summary_row.h"
#include "views/table/view_table.h"

namespace regard {

SummariesPanel::SummariesPanel(Document *document, AppTheme *theme, QWidget *parent)
    : Panel(panelTitle(PanelId::Summaries), parent), m_document(document), m_theme(theme),
      m_measures(std::make_unique<HeadMeasures>(nullptr)), m_pages(new QStackedWidget(this)),
      m_changes(new MatrixChangeRun(this))
{
    m_pages->addWidget(listPage());
    m_pages->addWidget(figurePage());
    content()->addWidget(m_pages, 1);
    showBusySignOf(document);
    connect(m_measures.get(), &HeadMeasures::progressed, this, &SummariesPanel::showPage);
    connect(m_changes, &MatrixChangeRun::computed, this, &SummariesPanel::showPage);
    connect(theme, &AppTheme::changed, this, &SummariesPanel::refresh);
    connectDocument();
    follow();
    refresh();
}

QWidget *SummariesPanel::listPage()
{
    auto *page = new QWidget(m_pages);
    auto *rows = new QVBoxLayout(page);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(2);
    const auto add = [&](SummaryRow::Kind kind, const QString &text, const QString &tip) {
        auto *row = new SummaryRow(kind, m_theme, page);
        row->setText(text);
        row->setToolTip(tip);
        rows->addWidget(row);
        return row;
    };
    m_mean = add(SummaryRow::Kind::Switch, tr("Mean of all heads"),
                 tr("1/h · Σ A over the h heads of the layer, shown by links, heatmap and sentence"));
    m_maximum = add(SummaryRow::Kind::Switch, tr("Maximum of all heads"),
                    tr("The largest weight of the layer's heads in each cell; rows need not sum to 1"));
    m_rollout = add(SummaryRow::Kind::Switch, tr("Rollout"), {});
    m_entropy = add(SummaryRow::Kind::Page, tr("Entropy by head"),
                    tr("−Σ p · ln p (natural logarithm, in nats), averaged over the queries: 0 where each query looks "
                       "at one key, ln m where it looks at all m alike. Of words where pieces are merged; without "
                       "special tokens where they are hidden, what is left then summing to 1"));
    m_similarity =
        add(SummaryRow::Kind::Page, tr("Head similarity"),
            tr("Jensen–Shannon distance of two heads: the square root of the divergence to base 2, averaged "
               "over the queries. 0: they attend alike, 1: they have no key in common. Endres & Schindelin "
               "2003. Of words where pieces are merged; without special tokens where they are hidden, what is "
               "left then summing to 1"));
    m_matrices = add(SummaryRow::Kind::Page, tr("How far each matrix moved"),
                     tr("‖now − pinned‖ of each matrix in each layer: the Frobenius norm, the square root of the sum "
                        "of all squares"));
    m_matrices->setObjectName(QStringLiteral("matricesRow"));
    m_matrices->hide(); // nothing is pinned yet
    connect(m_matrices, &QPushButton::clicked, this, [this] { open(Page::Matrices); });
    rows->addStretch(1);
    connect(m_mean, &QPushButton::clicked, this, [this] { toggle(Summary::Mean); });
    connect(m_maximum, &QPushButton::clicked, this, [this] { toggle(Summary::Maximum); });
    connect(m_rollout, &QPushButton::clicked, this, [this] { toggle(Summary::Rollout); });
    connect(m_entropy, &QPushButton::clicked, this, [this] { open(Page::Entropy); });
    m_entropy->setObjectName(QStringLiteral("entropyRow"));
    m_similarity->setObjectName(QStringLiteral("similarityRow"));
    connect(m_similarity, &QPushButton::clicked, this, [this] { open(Page::Similarity); });
    return page;
}

QWidget *SummariesPanel::figurePage()
{
    auto *page = new QWidget(m_pages);
    m_back = new QPushButton(tr("‹ Summaries"), page);
    m_back->setObjectName(QStringLiteral("link"));
    nameButton(m_back, tr("Back to the summaries"));
    m_order = new QComboBox(page);
    m_order->addItems({tr("by head"), tr("lowest first"), tr("highest first")});
    m_order->setAccessibleName(tr("Order of the heads"));
    m_order->setToolTip(tr("Order of the heads: by layer and number, or by entropy"));
    m_order->setMinimumWidth(70); // the panel may get narrow
    m_order->hide();
    m_allLayers = new QCheckBox(tr("all layers"), page);
    m_allLayers->hide();
    m_relative = new QCheckBox(tr("relative"), page);
    m_relative->setAccessibleName(tr("Relative to the pinned matrix"));
    m_relative->setToolTip(tr("Divided by the norm of the pinned matrix, so that matrices of all sizes compare"));
    m_relative->hide();
    connect(m_relative, &QCheckBox::toggled, this, &SummariesPanel::showPage);
    m_view = new FigureView(m_theme, page);
    m_view->setMessage(tr("Numbers for each head will appear here."));
    m_view->setMaker([this](QSizeF space) { return figure(space, m_theme->theme()); });
    auto *top = new QHBoxLayout;
    top->addWidget(m_back);
    top->addStretch(1);
    top->addWidget(m_order);
    top->addWidget(m_allLayers);
    top->addWidget(m_relative);
    auto *all = new QVBoxLayout(page);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(4);
    all->addLayout(top);
    all->addWidget(m_view, 1);
    connect(m_back, &QPushButton::clicked, this, [this] { open(Page::List); });
    connect(m_order, &QComboBox::currentIndexChanged, this, [this] {
        m_row = -1;
        showPage();
    });
    connect(m_allLayers, &QCheckBox::toggled, this, [this] {
        m_row = m_column = -1;
        showPage();
    });
    connect(m_view, &FigureView::hovered, this, &SummariesPanel::pointAt);
    connect(m_view, &FigureView::left, this, [] { QToolTip::hideText(); });
    connect(m_view, &FigureView::clicked, this, &SummariesPanel::click);
    connect(m_view, &FigureView::keyPressed, this, &SummariesPanel::keyPressed);
    return page;
}

void SummariesPanel::connectDocument()
{
    connect(m_document, &Document::shownChanged, this, &SummariesPanel::follow);
}

bool SummariesPanel::hasAttention() const
{
    return m_measured.hasResult();
}

void SummariesPanel::follow()
{
    const Result before = m_measured.result;
    const auto comparedBefore = m_measured.comparison;
    m_measured = measured(m_document->shown().as(Compared::Now).attention, before.trace);
    if (m_measured.comparison != comparedBefore)
        followComparison();
    if (m_measured.result == before)
        return selectionChanged();
    if (m_measured.trace())
        m_measures->keepOnly(*m_measured.trace());
    if (m_page != Page::Matrices)
        m_row = m_column = -1;
    refresh();
}

/// Follows a change of what is compared: another state is pinned, or none, or one of the two is another model. The open
/// page stays: another step of a training comes with none pinned for a moment.
void SummariesPanel::followComparison()
{
    const bool isThere = noMatrixChangeText(m_measured).isEmpty();
    m_matrices->setVisible(isThere);
    if (!isThere)
        m_changes->forget();
    if (m_page == Page::Matrices)
        showPage();
}

void SummariesPanel::selectionChanged()
{
    // Hovering over tokens changes the selection with every mouse move, but not this panel.
    const Selection selection = m_document->look().selection();
    const auto counts = [](const Selection &s) { return std::tuple(s.attention, s.layer, s.head, s.summary); };
    if (counts(selection) == counts(m_seen))
        return;
    const bool isOtherLayer = selection.attention != m_seen.attention || selection.layer != m_seen.layer;
    const bool hasHeads = m_page != Page::Matrices;
    if (hasHeads && (isOtherLayer || (selection.head != m_seen.head && !isOnSelectedHead())))
        m_row = m_column = -1;
    refresh();
}

/// Whether the keyboard's row is the selected head's.
bool SummariesPanel::isOnSelectedHead() const
{
    const std::vector<HeadNumber> places = hasAttention() && m_row >= 0 ? shownHeads() : std::vector<HeadNumber>();
    return m_row >= 0 && m_row < int(places.size()) &&
           places[std::size_t(m_row)] == HeadNumber{within().layer, within().head};
}

void SummariesPanel::refresh()
{
    m_seen = m_document->look().selection();
    showRows();
    showPage();
}

void SummariesPanel::showRows()
{
    const bool any = hasAttention();
    const Selection seen = any ? within() : Selection();
    const bool isCross = any && seen.attention == Attention::Cross;
    for (SummaryRow *row : {m_mean, m_maximum, m_entropy, m_similarity})
        row->setEnabled(any);
    m_rollout->setEnabled(any && !isCross);
    m_rollout->setText(seen.layer == 0 ? tr("Rollout, layer 1") : tr("Rollout, layers 1–%1").arg(seen.layer + 1));
    m_rollout->setToolTip(
        isCross ? tr("Rollout follows tokens through layers of self-attention: choose the encoder or the decoder")
                : tr("How much of each token the input tokens make up: ½ · (mean of the heads) + ½ · I of each layer, "
                     "multiplied from layer 1 on. Abnar & Zuidema 2020. Pieces go through the layers one by one; "
                     "words are summed at the end"));
    m_mean->setChecked(any && seen.summary == Summary::Mean);
    m_maximum->setChecked(any && seen.summary == Summary::Maximum);
    m_rollout->setChecked(any && seen.summary == Summary::Rollout);
}

void SummariesPanel::showPage()
{
    const QString none = whyNoAttention(*m_document);
    m_view->setMessage(none.isEmpty() ? tr("Numbers for each head will appear here.") : none);
    if (m_page == Page::List || !hasAttention()) {
        setCaption(hasAttention() ? layerTitle(m_measured.model().config, within().attention, within().layer)
                                  : QString());
        m_view->refresh();
        return;
    }
    if (!isSeen(this))
        return; // numbers are computed only while visible
    m_relative->setVisible(m_page == Page::Matrices);
    if (m_page == Page::Matrices)
        return showChangesPage();
    const std::vector<SharedBlock> blocks = blocksOf(m_measured.model(), *m_measured.trace(), within().attention);
    const auto heads = headsIn(blocks).size();
    const bool isSmall = heads <= mostComparedHeads;
    m_order->setVisible(m_page == Page::Entropy);
    m_allLayers->setVisible(m_page == Page::Similarity && blocks.size() > 1);
    m_allLayers->setEnabled(isSmall);
    m_allLayers->setToolTip(
        isSmall ? tr("Compares the heads of all layers, named layer.head")
                : tr("%1 heads are too many to compare at once: at most %2 are").arg(heads).arg(mostComparedHeads));
    m_view->canvas()->setAccessibleName(m_page == Page::Entropy ? tr("Entropy of each head")
                                                                : tr("Distance of every two heads"));
    m_view->refresh();
    setCaption(m_measures->isBusy()               ? tr("computing…")
               : !m_measures->problem().isEmpty() ? m_measures->problem()
                                                  : tr("%1 heads").arg(shownHeads().size()));
}

void SummariesPanel::showChangesPage()
{
    m_order->hide();
    m_allLayers->hide();
    const bool isComing = m_document->comparison().pinned() && !m_measured.comparison;
    const QString none = isComing ? tr("computing…") : noMatrixChangeText(m_measured);
    changes(); // starts, where it takes long
    m_view->setMessage(!none.isEmpty()                  ? none
                       : m_changes->problem().isEmpty() ? tr("computing…")
                                                        : m_changes->problem());
    m_view->canvas()->setAccessibleName(tr("How far each matrix moved"));
    m_view->canvas()->setAccessibleDescription(m_row >= 0 ? changeTip(m_row, m_column) : QString());
    m_view->refresh();
    setCaption(m_changes->isBusy() ? tr("computing…") : none.isEmpty() ? stateName(m_measured) : QString());
}

/// How far each matrix moved; null where there is nothing to compare, and as long as it is computed.
std::shared_ptr<const std::vector<MatrixChange>> SummariesPanel::changes() const
{
    return noMatrixChangeText(m_measured).isEmpty() ? m_changes->of(m_measured.comparison) : nullptr;
}

void SummariesPanel::open(Page page)
{
    const bool hadFocus = m_pages->currentWidget()->isAncestorOf(focusWidget());
    const Page before = std::exchange(m_page, page);
    m_row = m_column = -1;
    if (page == Page::List)
        m_measures->stop();
    m_pages->setCurrentIndex(page == Page::List ? 0 : 1);
    showPage();
    if (!hadFocus)
        return;
    if (page != Page::List)
        m_view->canvas()->setFocus(Qt::OtherFocusReason);
    else
        (before == Page::Entropy    ? m_entropy
         : before == Page::Matrices ? m_matrices
                                    : m_similarity)
            ->setFocus(Qt::OtherFocusReason);
}

void SummariesPanel::showEvent(QShowEvent *event)
{
    Panel::showEvent(event);
    showPage();
}

void SummariesPanel::hideEvent(QHideEvent *event)
{
    Panel::hideEvent(event);
    m_measures->stop();
}

SummaryRow *SummariesPanel::row(Summary summary) const
{
    return summary == Summary::Mean ? m_mean : summary == Summary::Maximum ? m_maximum : m_rollout;
}

void SummariesPanel::toggle(Summary summary)
{
    Selection selection = m_document->look().selection();
    selection.summary = selection.summary == summary ? Summary::None : summary;
    m_document->look().setSelection(selection);
    showRows(); // the document decides which heads are on
}

std::vector<double> SummariesPanel::entropies() const
{
    return m_measures->entropies(blocksOf(m_measured.model(), *m_measured.trace(), within().attention));
}

EntropyOrder SummariesPanel::entropyOrderChosen() const
{
    return static_cast<EntropyOrder>(m_order->currentIndex());
}

std::unique_ptr<Figure> SummariesPanel::figure(QSizeF size, const Theme &theme) const
{
    if (m_page == Page::List)
        return nullptr;
    const View &view = viewOf(m_page == Page::Entropy    ? ViewId::Entropy
                              : m_page == Page::Matrices ? ViewId::Matrices
                                                         : ViewId::Similarity);
    const ViewOptions options = pageOptions();
    if (m_page == Page::Matrices && !options.matrices.changes)
        return nullptr;
    return madeView(view, {m_measured, m_document->matrices().shownDimensions(), m_document->checkpoint(), options,
                           size, theme})
        .figure;
}

ViewOptions SummariesPanel::pageOptions() const
{
    if (m_page == Page::Matrices)
        return {.matrices = {changes(), m_relative->isChecked(), m_row, m_column, true}};
    return {.summary = {entropyOrderChosen(), m_allLayers->isChecked(), m_measures.get(), m_row, m_column, true}};
}

QSizeF SummariesPanel::figureSize() const
{
    return m_view->figureSize();
}

const BarListFigure *SummariesPanel::shownList() const
{
    return dynamic_cast<const BarListFigure *>(m_view->figure());
}

const HeatmapFigure *SummariesPanel::shownMatrix() const
{
    return dynamic_cast<const HeatmapFigure *>(m_view->figure());
}

std::vector<HeadNumber> SummariesPanel::shownHeads() const
{
    if (m_page == Page::Matrices)
        return {};
    const Selection &seen = within();
    if (m_page == Page::Similarity) {
        const std::vector<SharedBlock> blocks = comparedBlocks(m_measured, m_allLayers->isChecked());
        return headsIn(blocks, blocks.size() > 1 ? 0 : seen.layer);
    }
    const std::vector<HeadNumber> places = headsIn(blocksOf(m_measured.model(), *m_measured.trace(), seen.attention));
    std::vector<HeadNumber> ordered;
    for (const int index : entropyOrder(entropies(), entropyOrderChosen()))
        ordered.push_back(places.at(std::size_t(index)));
    return ordered;
}

void SummariesPanel::choose(HeadNumber place, bool several)
{
    const Selection &selection = m_document->look().selection();
    m_document->look().setSelection(goingTo(selection, {selection.attention, place.layer, place.head}, several));
}

void SummariesPanel::chooseSecond(HeadNumber first, HeadNumber second)
{
    // Links show one layer: a head of another one can only replace the first one.
    if (first.layer != second.layer)
        return choose(second);
    Selection selection = withHead(m_document->look().selection(), first.layer, first.head);
    selection.heads.push_back(second.head); // the document sorts them, each once
    m_document->look().setSelection(selection);
}

/// "encoder.0.self.w_q, 4 × 6: ‖now − pinned‖ 1.2345, ‖pinned‖ 3.1, relative 0.398"
QString SummariesPanel::changeTip(int row, int column) const
{
    const auto changes = this->changes();
    const MatrixChangeGrid grid = changes ? matrixChangeGrid(*changes) : MatrixChangeGrid();
    if (row < 0 || column < 0 || row >= grid.layers.size() || column >= grid.matrices.size())
        return {};
    const int index = grid.at(row, column);
    if (index < 0)
        return tr("%1 has no %2").arg(grid.layers[row], grid.matrices[column]);
    const MatrixChange &change = (*changes)[std::size_t(index)];
    const QString matrix =
        tr("%1, %2 × %3").arg(QString::fromStdString(change.name)).arg(change.rows).arg(change.columns);
    if (std::isnan(change.difference))
        return tr("%1: the pinned state has no such matrix").arg(matrix);
    const double relative = change.relative();
    return tr("%1: ‖now − pinned‖ %2, ‖pinned‖ %3, relative %4")
        .arg(matrix, QString::number(change.difference, 'g', 5), QString::number(change.before, 'g', 5),
             std::isnan(relative) ? tr("none") : QString::number(relative, 'g', 5));
}

/// Shows the cell in the weights, where the matrix can be edited.
void SummariesPanel::showWeight(int row, int column)
{
    const auto changes = this->changes();
    const MatrixChangeGrid grid = changes ? matrixChangeGrid(*changes) : MatrixChangeGrid();
    if (row < 0 || column < 0 || row >= grid.layers.size() || column >= grid.matrices.size())
        return;
    if (const int index = grid.at(row, column); index >= 0)
        m_document->look().setCell({(*changes)[std::size_t(index)].name, 0, 0});
}

void SummariesPanel::moveInChanges(int row, int column)
{
    const auto changes = this->changes();
    const MatrixChangeGrid grid = changes ? matrixChangeGrid(*changes) : MatrixChangeGrid();
    m_row = std::clamp(row, 0, std::max(0, int(grid.layers.size()) - 1));
    m_column = std::clamp(column, 0, std::max(0, int(grid.matrices.size()) - 1));
    showPage();
}

bool SummariesPanel::changesKeyPressed(int key)
{
    switch (key) {
    case Qt::Key_Up:
        moveInChanges(m_row - 1, m_column);
        return true;
    case Qt::Key_Down:
        moveInChanges(m_row + 1, m_column);
        return true;
    case Qt::Key_Left:
        moveInChanges(m_row, m_column - 1);
        return true;
    case Qt::Key_Right:
        moveInChanges(m_row, m_column + 1);
        return true;
    case Qt::Key_Home:
        moveInChanges(m_row, 0);
        return true;
    case Qt::Key_Escape:
        open(Page::List);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        showWeight(m_row, m_column);
        return true;
    default:
        return false;
    }
}

void SummariesPanel::pointAt(QPointF point, QPoint globalPosition)
{
    if (m_page == Page::Matrices) {
        const auto cell = shownMatrix() ? shownMatrix()->hit(point) : std::nullopt;
        showTooltip(cell ? changeTip(cell->first, cell->second) : m_matrices->toolTip(), globalPosition);
        m_view->canvas()->setCursor(cell ? Qt::PointingHandCursor : Qt::ArrowCursor);
        return;
    }
    const std::vector<HeadNumber> places = hasAttention() ? shownHeads() : std::vector<HeadNumber>();
    const auto named = [&](int index) {
        const HeadNumber place = places.at(std::size_t(index));
        return tr("layer %1, head %2").arg(place.layer + 1).arg(place.head + 1);
    };
    const auto listed = shownList() ? shownList()->hit(point) : std::nullopt;
    const auto cell = shownMatrix() ? shownMatrix()->hit(point) : std::nullopt;
    if (listed && *listed < int(places.size())) {
        std::vector<double> numbers = entropies();
        const auto index = std::size_t(entropyOrder(numbers, entropyOrderChosen()).at(std::size_t(*listed)));
        showTooltip(tr("%1: entropy %2 nats").arg(named(*listed)).arg(numbers.at(index), 0, 'f', 4), globalPosition);
    } else if (cell && std::max(cell->first, cell->second) < int(places.size())) {
        const Matrix distances = m_measures->distances(comparedBlocks(m_measured, m_allLayers->isChecked()));
        const double distance = double(distances(cell->first, cell->second));
        showTooltip(tr("%1 and %2: distance %3").arg(named(cell->first), named(cell->second)).arg(distance, 0, 'f', 4),
                    globalPosition);
    } else {
        // The meaning of the numbers stands beside them.
        const bool hasFigure = m_view->figure() != nullptr;
        showTooltip(hasFigure ? (shownList() ? m_entropy : m_similarity)->toolTip() : QString(), globalPosition);
    }
    m_view->canvas()->setCursor(listed || cell ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void SummariesPanel::showTooltip(const QString &text, QPoint globalPosition)
{
    if (text.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(globalPosition, text, m_view->canvas());
}

void SummariesPanel::click(QPointF point, Qt::KeyboardModifiers modifiers)
{
    const auto listed = shownList() ? shownList()->hit(point) : std::nullopt;
    const auto cell = shownMatrix() ? shownMatrix()->hit(point) : std::nullopt;
    if (m_page == Page::Matrices) {
        if (!cell)
            return;
        moveInChanges(cell->first, cell->second);
        showWeight(cell->first, cell->second);
        return;
    }
    if (listed) {
        m_row = -1; // the click's own row is the selected one
        choose(shownHeads().at(std::size_t(*listed)), modifiers.testFlag(Qt::ControlModifier));
        showPage();
    } else if (cell) {
        const std::vector<HeadNumber> places = shownHeads();
        const HeadNumber first = places.at(std::size_t(cell->first));
        const HeadNumber second = places.at(std::size_t(cell->second));
        const bool isSecond = std::pair(m_row, m_column) == *cell;
        if (modifiers.testFlag(Qt::ControlModifier) || isSecond)
            chooseSecond(first, second);
        else
            choose(first);
        moveInMatrix(cell->first, cell->second);
    }
}

void SummariesPanel::moveInList(int row)
{
    const int rows = int(shownHeads().size());
    m_row = std::clamp(row, 0, std::max(0, rows - 1));
    showPage();
    if (shownList() && m_row < rows)
        m_view->scrollTo(shownList()->rowRect(m_row));
}

void SummariesPanel::moveInMatrix(int row, int column)
{
    // A click may have brought another layer's matrix into view.
    const int heads = int(shownHeads().size());
    m_row = std::clamp(row, 0, std::max(0, heads - 1));
    m_column = std::clamp(column, 0, std::max(0, heads - 1));
    showPage();
}

void SummariesPanel::keyPressed(QKeyEvent *event)
{
    if (m_page == Page::List || !hasAttention())
        return;
    if (!m_view->figure()) {
        if (event->key() == Qt::Key_Escape)
            open(Page::List);
        else
            event->ignore();
        return;
    }
    if (m_page == Page::Matrices) {
        event->setAccepted(changesKeyPressed(event->key()));
        return;
    }
    const bool isList = m_page == Page::Entropy;
    const std::vector<HeadNumber> places = shownHeads();
    const auto selected = std::find(places.begin(), places.end(), HeadNumber{within().layer, within().head});
    const int row = m_row >= 0 ? m_row : int(selected - places.begin());
    const int last = int(places.size()) - 1;
    event->accept();
    switch (event->key()) {
    case Qt::Key_Up:
        return isList ? moveInList(row - 1) : moveInMatrix(row - 1, m_column);
    case Qt::Key_Down:
        return isList ? moveInList(row + 1) : moveInMatrix(row + 1, m_column);
    case Qt::Key_Home:
        return isList ? moveInList(0) : moveInMatrix(row, 0);
    case Qt::Key_End:
        return isList ? moveInList(last) : moveInMatrix(row, last);
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (!isList)
            return moveInMatrix(row, m_column + (event->key() == Qt::Key_Left ? -1 : 1));
        break;
    case Qt::Key_Escape:
        return open(Page::List);
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (row > last)
            return;
        if (!isList && m_column >= 0 && event->modifiers().testFlag(Qt::ControlModifier))
            return chooseSecond(places.at(std::size_t(row)), places.at(std::size_t(m_column)));
        return choose(places.at(std::size_t(row)), isList && event->modifiers().testFlag(Qt::ControlModifier));
    default:
        break;
    }
    event->ignore();
}

} // namespace regard
