#include "views/block/panel/block_panel.h"

#include <algorithm>
#include <utility>

#include <QButtonGroup>
#include <QKeyEvent>
#include <QSignalBlocker>
#include <QSplitter>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>
#include <QtMath>

#include "controls/chip.h"
#include "controls/figure_view.h"
#include "controls/flow_layout.h"
#include "views/base/panel_title.h"
#include "views/base/value_text.h"
#include "views/table/view_table.h"

namespace regard {

namespace {

constexpr int blockChipGap = 4;
constexpr int pageRows = 10;
constexpr int aroundBox = 32; // pixels around the selected box that scroll into view with it
constexpr QSizeF blockSmallestPicture(720, 540);
constexpr int diagramShare = 3; // of the height, beside 2 for the strips
constexpr int stripShare = 2;

/// "4 heads × 8, off: zeros"
QString shapeAndState(const BlockBox &box)
{
    return box.off.isEmpty() ? box.shape : BlockPanel::tr("%1, %2").arg(box.shape, box.off);
}

} // namespace

BlockPanel::BlockPanel(Document *document, AppTheme *theme, QWidget *parent)
    : Panel(panelTitle(PanelId::Block), parent), m_document(document), m_theme(theme),
      m_splitter(new QSplitter(Qt::Vertical, this)), m_diagramView(new FigureView(theme, this)),
      m_stripView(new FigureView(theme, this))
{
    m_stripView->setObjectName(QStringLiteral("stripView"));
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_diagramView);
    auto *lower = new QWidget(m_splitter);
    auto *column = new QVBoxLayout(lower);
    column->setContentsMargins(0, 2, 0, 0);
    column->setSpacing(4);
    m_chipRow = new QWidget(lower);
    m_chipRow->setLayout(new FlowLayout(m_chipRow, blockChipGap));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    m_chipRow->setSizePolicy(policy);
    column->addWidget(m_chipRow);
    column->addWidget(m_stripView, 1);
    m_splitter->addWidget(lower);
    m_splitter->setStretchFactor(0, diagramShare);
    m_splitter->setStretchFactor(1, stripShare);
    m_splitter->setSizes({diagramShare * 1000, stripShare * 1000});
    content()->addWidget(m_splitter, 1);
    buildDiagram();
    buildStrips();
    showBusySignOf(document);
    connect(document, &Document::shownChanged, this, [this] {
        const ReadResult &now = m_document->shown().input.now;
        std::exchange(m_seenResult, now) == now ? selectionChanged() : refresh();
    });
    connect(theme, &AppTheme::changed, this, &BlockPanel::refresh);
}

void BlockPanel::buildDiagram()
{
    m_diagramView->canvas()->setAccessibleName(tr("Diagram of the layer: up and down choose a box, left and right one "
                                                  "of its matrices"));
    m_diagramView->setMessage(tr("The selected layer will be drawn here."));
    m_diagramView->setMaker([this](QSizeF space) -> std::unique_ptr<Figure> {
        if (!m_document->result().trace)
            return nullptr;
        return std::make_unique<BlockFigure>(m_diagram.data, space, m_theme->theme());
    });
    connect(m_diagramView, &FigureView::hovered, this, &BlockPanel::pointAtBox);
    connect(m_diagramView, &FigureView::left, this, [] { QToolTip::hideText(); });
    connect(m_diagramView, &FigureView::clicked, this, [this](QPointF point) {
        const auto box = shownDiagram() ? shownDiagram()->hit(point) : std::nullopt;
        if (box)
            choose(*box);
    });
    connect(m_diagramView, &FigureView::keyPressed, this, &BlockPanel::diagramKey);
}

void BlockPanel::buildStrips()
{
    m_chips = new QButtonGroup(this);
    m_numbers =
        newSwitchChip(tr("123"), tr("Numbers in the cells"), tr("Columns wide enough for their numbers"), m_chipRow);
    m_numbers->setObjectName(QStringLiteral("numbersChip"));
    m_chipRow->layout()->addWidget(m_numbers);
    m_chipRow->setAccessibleName(tr("Which matrix of the box is shown"));
    m_stripView->canvas()->setAccessibleName(tr("Numbers of the box: a row a token, a column a dimension"));
    m_stripView->setMaker([this](QSizeF space) { return stripFigure(space); });
    connect(m_chips, &QButtonGroup::idClicked, this, &BlockPanel::chooseStrip);
    connect(m_numbers, &QToolButton::toggled, m_stripView, &FigureView::refresh);
    connect(m_stripView, &FigureView::hovered, this, &BlockPanel::pointAtCell);
    connect(m_stripView, &FigureView::left, this, [this] {
        QToolTip::hideText();
        m_document->look().setSelection(unfocused(m_document->look().selection()));
    });
    connect(m_stripView, &FigureView::clicked, this, &BlockPanel::clickCell);
    connect(m_stripView, &FigureView::keyPressed, this, &BlockPanel::stripKey);
}

void BlockPanel::showEvent(QShowEvent *event)
{
    Panel::showEvent(event);
    refresh();
}

BlockPanel::Place BlockPanel::place() const
{
    const Selection &selection = m_document->look().selection();
    return {selection.attention, selection.layer, selection.part, selection.chain};
}

std::optional<BlockStep> BlockPanel::step() const
{
    return m_stepOf == place() ? m_step : std::nullopt;
}

const std::vector<BoxStrip> &BlockPanel::strips() const
{
    const Result &result = m_document->result();
    // A large vocabulary shows the words of the row in focus.
    const int query = place().part == Part::Output ? m_document->look().selection().query : -1;
    const bool isKnown = m_stripTrace.lock() == result.trace && m_stripPlace == place() && m_stripStep == step() &&
                         m_stripQuery == query;
    if (!result.trace)
        m_strips.clear();
    else if (!isKnown || m_strips.empty())
        m_strips = boxStrips(*result.model, result.trace, m_document->look().selection(),
                             m_document->matrices().shownDimensions(), step());
    m_stripTrace = result.trace;
    m_stripPlace = place();
    m_stripStep = step();
    m_stripQuery = query;
    return m_strips;
}

void BlockPanel::refresh()
{
    // An invisible panel is not computed again with every edit.
    if (!isSeen(this))
        return;
    const Result &result = m_document->result();
    m_diagram = result.trace ? blockDiagram(result.model->config, *result.trace, m_document->look().selection(), step(),
                                            result.model->interventions)
                             : BlockDiagram{};
    m_seen = place();
    setCaption(m_diagram.title);
    QString description = m_diagram.title;
    if (m_diagram.data.selected >= 0) {
        const BlockBox &box = m_diagram.data.boxes[std::size_t(m_diagram.data.selected)];
        description = tr("%1: %2, %3").arg(m_diagram.title, box.name, shapeAndState(box));
    }
    m_diagramView->canvas()->setAccessibleDescription(description);
    shareHeight();
    m_diagramView->refresh();
    if (shownDiagram() && m_diagram.data.selected >= 0)
        m_diagramView->scrollTo(shownDiagram()->boxRect(m_diagram.data.selected).adjusted(0, -aroundBox, 0, aroundBox));
    refreshChips();
    m_stripView->refresh();
}

/// A diagram of few boxes leaves height to the strips.
void BlockPanel::shareHeight()
{
    if (m_diagram.data.boxes.empty())
        return;
    const BlockFigure roomy(m_diagram.data, {m_diagramView->width() * 1.0, 0x4000}, m_theme->theme());
    const int most = std::max(m_diagramView->minimumHeight(), qCeil(roomy.contentHeight()));
    if (most == m_diagramView->maximumHeight())
        return;
    m_diagramView->setMaximumHeight(most);
    const int all = m_splitter->height();
    const int upper = std::min(most, all * diagramShare / (diagramShare + stripShare));
    m_splitter->setSizes({upper, all - upper});
}

void BlockPanel::selectionChanged()
{
    // Hovering over tokens changes the selection with every move of the mouse, but not the diagram.
    if (m_seen == place() && isSeen(this))
        m_stripView->refresh();
    else
        refresh();
}

void BlockPanel::refreshChips()
{
    const std::vector<BoxStrip> &all = strips();
    std::vector<std::pair<QString, QString>> words;
    for (const BoxStrip &box : all)
        words.emplace_back(box.strip.name, box.hint);
    if (words != m_chipWords) {
        m_chipWords = std::move(words);
        layChips();
    }
    m_numbers->setEnabled(!all.empty());
    if (QToolButton *chip = stripChip(stripIndex()))
        chip->setChecked(true);
}

void BlockPanel::layChips()
{
    const std::vector<BoxStrip> &all = strips();
    while (m_chips->buttons().size() > qsizetype(all.size())) {
        QAbstractButton *last = m_chips->buttons().constLast();
        m_chips->removeButton(last);
        removeChip(last);
    }
    while (m_chips->buttons().size() < qsizetype(all.size())) {
        const auto id = int(m_chips->buttons().size());
        QToolButton *chip = newSwitchChip({}, {}, {}, m_chipRow);
        m_chips->addButton(chip, id);
        m_chipRow->layout()->addWidget(chip);
        chip->show();
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
        QToolButton *chip = stripChip(int(i));
        chip->setText(all[i].strip.name);
        chip->setAccessibleName(all[i].strip.name);
        chip->setToolTip(all[i].hint);
        chip->setAccessibleDescription(all[i].hint);
    }
    // Always the last in the row.
    m_chipRow->layout()->removeWidget(m_numbers);
    m_chipRow->layout()->addWidget(m_numbers);
    QWidget *previous = m_diagramView->canvas();
    for (QAbstractButton *chip : m_chips->buttons()) {
        setTabOrder(previous, chip);
        previous = chip;
    }
    setTabOrder(previous, m_numbers);
    setTabOrder(m_numbers, m_stripView->canvas());
    m_chipRow->updateGeometry();
}

QToolButton *BlockPanel::stripChip(int strip) const
{
    return qobject_cast<QToolButton *>(m_chips->button(strip));
}

int BlockPanel::stripIndex() const
{
    const std::vector<BoxStrip> &all = strips();
    const auto found =
        std::find_if(all.begin(), all.end(), [this](const BoxStrip &box) { return box.strip.name == m_stripName; });
    return int(found != all.end() ? found - all.begin() : std::ptrdiff_t(all.size()) - 1);
}

void BlockPanel::chooseStrip(int strip)
{
    const std::vector<BoxStrip> &all = strips();
    if (strip < 0 || strip >= int(all.size()))
        return;
    m_stripName = all[std::size_t(strip)].strip.name;
    m_column = -1;
    stripChip(strip)->setChecked(true);
    m_stripView->refresh();
}

std::unique_ptr<Figure> BlockPanel::figure(QSizeF size, const Theme &theme) const
{
    return shownFigure(ViewId::Block, *m_document, {.blockStep = step()}, size, theme);
}

QSizeF BlockPanel::figureSize() const
{
    // The panel is narrower than diagram and numbers side by side.
    return QSizeF(content()->geometry().size()).expandedTo(blockSmallestPicture);
}

std::unique_ptr<Figure> BlockPanel::stripFigure(QSizeF space) const
{
    const std::vector<BoxStrip> &all = strips();
    if (all.empty())
        return nullptr;
    Strip strip = focusedStrips({all[std::size_t(stripIndex())]}, m_document->look().selection()).front();
    if (!all[std::size_t(stripIndex())].side)
        strip.row = m_row < strip.values->rows() ? m_row : -1;
    strip.column = m_column < strip.values->cols() ? m_column : -1;
    return std::make_unique<StripFigure>(std::vector{std::move(strip)}, space, m_theme->theme(),
                                         StripLayout{15, m_numbers->isChecked()});
}

const BlockFigure *BlockPanel::shownDiagram() const
{
    return static_cast<const BlockFigure *>(m_diagramView->figure());
}

const StripFigure *BlockPanel::shownStrips() const
{
    return static_cast<const StripFigure *>(m_stripView->figure());
}

void BlockPanel::choose(int box)
{
    if (box < 0 || box >= int(m_diagram.places.size()))
        return;
    const BlockPlace chosen = m_diagram.places[std::size_t(box)];
    if (!chosen.isActive)
        return;
    m_step = chosen.lands;
    m_stepOf = {chosen.selects.attention, chosen.selects.layer, chosen.selects.part, chosen.selects.chain};
    m_column = -1;
    Selection selection = chosen.selects;
    m_document->look().setSelection(selection);
    // The selection does not change between two boxes that share a part, so nothing else refreshes.
    refresh();
}

void BlockPanel::pointAtBox(QPointF point, QPoint globalPosition)
{
    const auto hit = shownDiagram() ? shownDiagram()->hit(point) : std::nullopt;
    if (!hit || *hit >= int(m_diagram.places.size())) {
        m_diagramView->canvas()->setCursor(Qt::ArrowCursor);
        QToolTip::hideText();
        return;
    }
    const auto index = std::size_t(*hit);
    const BlockBox &box = index < m_diagram.data.boxes.size() ? m_diagram.data.boxes[index] : m_diagram.data.second;
    const BlockPlace &meaning = m_diagram.places[index];
    m_diagramView->canvas()->setCursor(meaning.isActive ? Qt::PointingHandCursor : Qt::ArrowCursor);
    const QString name = box.shape.isEmpty() ? box.name : tr("%1, %2").arg(box.name, shapeAndState(box));
    QToolTip::showText(globalPosition, tr("%1\n%2").arg(name, meaning.hint), m_diagramView->canvas());
}

void BlockPanel::diagramKey(QKeyEvent *event)
{
    const auto boxes = int(m_diagram.data.boxes.size());
    if (!shownDiagram() || boxes == 0)
        return;
    const int box = std::max(0, m_diagram.data.selected);
    const bool startsElsewhere = m_diagram.places.front().isElsewhere();
    switch (event->key()) {
    case Qt::Key_Up:
        choose(std::min(boxes - 1, box + 1));
        break;
    case Qt::Key_Down:
        choose(std::max(0, box - 1));
        break;
    case Qt::Key_Home:
        choose(startsElsewhere ? 1 : 0);
        break;
    case Qt::Key_End:
        choose(m_diagram.places[std::size_t(boxes) - 1].isElsewhere() ? boxes - 2 : boxes - 1);
        break;
    case Qt::Key_PageUp:
        if (m_diagram.places[std::size_t(boxes) - 1].isElsewhere())
            choose(boxes - 1);
        break;
    case Qt::Key_PageDown:
        if (startsElsewhere)
            choose(0);
        break;
    case Qt::Key_Left:
        chooseStrip(stripIndex() - 1);
        break;
    case Qt::Key_Right:
        chooseStrip(stripIndex() + 1);
        break;
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        m_stripView->canvas()->setFocus(Qt::TabFocusReason);
        break;
    default:
        return;
    }
    event->accept();
}

QString BlockPanel::cellText(int row, int column) const
{
    const BoxStrip &box = strips()[std::size_t(stripIndex())];
    const QString token = row < box.strip.rows.size() ? box.strip.rows.at(row) : QString::number(row);
    if (column < 0)
        return token;
    const QString name = column < box.strip.columns.size()
                             ? tr("%1 (column %2)").arg(box.strip.columns.at(column)).arg(column)
                             : tr("column %1").arg(column);
    return tr("%1, %2: %3").arg(token, name, valueText((*box.strip.values)(row, column)));
}

void BlockPanel::pointAtCell(QPointF point, QPoint globalPosition)
{
    const auto hit = shownStrips() ? shownStrips()->hit(point) : std::nullopt;
    if (!hit) {
        QToolTip::hideText();
        m_document->look().setSelection(unfocused(m_document->look().selection()));
        return;
    }
    m_column = -1;
    QString text = cellText(hit->row, hit->column);
    if (hit->column >= 0 && hit->columns.second > hit->columns.first)
        text += QLatin1Char('\n') +
                tr("the strongest of columns %1 to %2").arg(hit->columns.first).arg(hit->columns.second);
    const std::optional<TokenSide> side = strips()[std::size_t(stripIndex())].side;
    if (side)
        m_document->look().setSelection(focusedOn(m_document->look().selection(), *side, hit->row));
    QToolTip::showText(globalPosition, text, m_stripView->canvas());
}

void BlockPanel::clickCell(QPointF point, Qt::KeyboardModifiers modifiers)
{
    const auto hit = shownStrips() ? shownStrips()->hit(point) : std::nullopt;
    const Selection selection = m_document->look().selection();
    if (!hit) {
        m_document->look().setSelection(cleared(selection));
        return;
    }
    const std::optional<TokenSide> side = strips()[std::size_t(stripIndex())].side;
    if (side)
        m_document->look().setSelection(pinned(selection, *side, hit->row, modifiers.testFlag(Qt::ShiftModifier)));
}

void BlockPanel::moveTo(int row, int column)
{
    const BoxStrip &box = strips()[std::size_t(stripIndex())];
    row = std::clamp(row, 0, int(box.strip.values->rows()) - 1);
    m_column = std::clamp(column, -1, int(box.strip.values->cols()) - 1);
    m_row = row;
    const std::optional<TokenSide> side = box.side;
    if (side)
        m_document->look().setSelection(focusedOn(m_document->look().selection(), *side, row));
    m_stripView->refresh();
    if (!shownStrips())
        return;
    const QString text = cellText(row, m_column);
    m_stripView->canvas()->setAccessibleDescription(text);
    const QRectF cell = shownStrips()->cellRect(0, row, std::max(0, m_column));
    m_stripView->scrollTo(cell);
    QToolTip::showText(m_stripView->toGlobal(cell.bottomRight()), text, m_stripView->canvas());
}

void BlockPanel::stripKey(QKeyEvent *event)
{
    if (!shownStrips() || strips().empty())
        return;
    const Selection selection = m_document->look().selection();
    const BoxStrip &box = strips()[std::size_t(stripIndex())];
    const int focus = !box.side ? m_row : *box.side == TokenSide::Query ? selection.query : selection.key;
    const auto rows = int(box.strip.values->rows());
    const auto columns = int(box.strip.values->cols());
    const bool isAlong = event->modifiers().testFlag(Qt::ControlModifier);
    switch (event->key()) {
    case Qt::Key_Up:
        moveTo(focus - 1, m_column);
        break;
    case Qt::Key_Down:
        moveTo(focus + 1, m_column);
        break;
    case Qt::Key_PageUp:
        moveTo(focus - pageRows, m_column);
        break;
    case Qt::Key_PageDown:
        moveTo(focus + pageRows, m_column);
        break;
    case Qt::Key_Left:
        moveTo(focus, std::max(0, m_column - 1));
        break;
    case Qt::Key_Right:
        moveTo(focus, m_column + 1);
        break;
    case Qt::Key_Home:
        moveTo(isAlong ? 0 : focus, isAlong ? m_column : 0);
        break;
    case Qt::Key_End:
        moveTo(isAlong ? rows - 1 : focus, isAlong ? m_column : columns - 1);
        break;
    case Qt::Key_Escape:
        m_column = -1;
        m_row = -1;
        QToolTip::hideText();
        m_document->look().setSelection(cleared(selection));
        m_stripView->refresh();
        break;
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (box.side && focus >= 0)
            m_document->look().setSelection(
                pinned(selection, *box.side, focus, event->modifiers().testFlag(Qt::ShiftModifier)));
        break;
    default:
        return;
    }
    event->accept();
}

} // namespace regard
