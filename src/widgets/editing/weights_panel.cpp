#include "widgets/editing/weights_panel.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QAction>
#include <QApplication>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>
#include <QToolButton>

#include "document/document.h"
#include "document/matrices/matrix_label.h"
#include "engine/pass/output_layer.h"
#include "ui_weights_panel.h"
#include "views/cells/matrix_place.h"
#include "views/text/panel_title.h"
#include "views/tokens/token_focus.h"
#include "widgets/editing/cell_effect_pane.h"
#include "widgets/editing/matrix_selector.h"
#include "widgets/editing/recurrent_part_box.h"
#include "widgets/editing/weight_table_model.h"
#include "widgets/editing/weight_table_view.h"
#include "widgets/parts/flow_layout.h"
#include "widgets/parts/guarded_items.h"
#include "widgets/parts/list_keys.h"
#include "widgets/training/matrix_lock.h"

using namespace Qt::Literals::StringLiterals;

namespace regard {

namespace {

constexpr int buttonGap = 4;
constexpr int sliderSteps = 1000;
constexpr qsizetype countedAtOnce = 20000;
constexpr int countDelayMs = 200;

/// `w_q` of `encoder.0.self.w_q`, `X` of either sentence: the kind that stays in view from block to block.
std::string kindOf(const std::string &name)
{
    if (name == targetEmbeddingMatrix)
        return embeddingMatrix;
    if (name.starts_with("output.") || name.starts_with("decoder.first_state.") || name.starts_with("decoder.combine."))
        return name; // else the w of the output layer would be the same kind as one before it
    const auto dot = name.rfind('.');
    return dot == std::string::npos ? name : name.substr(dot + 1);
}

/// The input of a stack, listed before every part's own matrices.
bool isInput(const std::string &name)
{
    return kindOf(name) == embeddingMatrix || kindOf(name) == "position" || name == "token_type";
}

} // namespace

WeightsPanel::WeightsPanel(Document *document, AppTheme *theme, QWidget *parent)
    : Panel(panelTitle(PanelId::Weights), parent), m_document(document), m_theme(theme),
      m_ui(std::make_unique<Ui::WeightsPanel>()), m_model(new GuardedModel<WeightTableModel>(document, theme, this)),
      m_table(nullptr), m_effect(nullptr), m_selector(nullptr), m_lock(new MatrixLock(document, this)),
      m_tied(new QLabel(this))
{
    auto *page = new QWidget(this);
    m_ui->setupUi(page);
    titleRow()->insertWidget(1, m_lock);
    titleRow()->insertWidget(1, new RecurrentPartBox(document, this));
    m_selector = new MatrixSelector(theme, page);
    m_ui->selectorPlace->addWidget(m_selector);
    auto *buttons = new FlowLayout(nullptr, buttonGap);
    for (QToolButton *button : {m_ui->fill, m_ui->paste, m_ui->revertCell, m_ui->revertMatrix})
        buttons->addWidget(button);
    m_ui->buttons->setLayout(buttons);
    content()->addWidget(page);
    m_table = new WeightTableView(m_model, document, theme, page);
    m_table->setMinimumHeight(112); // a few rows, whatever is below
    m_table->setAccessibleName(tr("Weights of the matrix"));
    m_table->setToolTip(tr("Type a number, drag a value sideways, or turn the wheel with Ctrl.\n"
                           "Shift with a click or an arrow key selects a block."));
    m_ui->tablePlace->addWidget(m_table);
    m_tied->setObjectName(u"muted"_s);
    m_tied->setWordWrap(true);
    m_tied->setText(tr("The output is tied: a token’s row of E is its column of W_out too, so an edit of E counts in "
                       "both."));
    m_ui->tablePlace->addWidget(m_tied);
    m_ui->message->setObjectName(u"error"_s); // the style sheet knows it by this name
    m_ui->message->hide();
    m_ui->pasted->hide();
    m_ui->pasteOtherwise->setProperty("link", true);
    m_ui->difference->setObjectName(u"muted"_s);
    m_effect = new CellEffectPane(document, theme, page);
    m_ui->effectPlace->addWidget(m_effect);
    // On a screen far away the numbers have the space.
    connect(theme, &AppTheme::changed, this, [this] {
        const bool isFar = m_theme->scale() > 1;
        for (QWidget *part : {static_cast<QWidget *>(m_ui->buttons), static_cast<QWidget *>(m_ui->difference),
                              static_cast<QWidget *>(m_effect)})
            part->setHidden(isFar);
    });
    m_countTimer.setSingleShot(true);
    buildActions();
    buildFillMenu();
    connectSlider();
    connect(&m_countTimer, &QTimer::timeout, this, &WeightsPanel::count);
    connect(m_model, &WeightTableModel::refused, this, &WeightsPanel::refuse);
    connect(m_model, &WeightTableModel::accepted, m_ui->message, &QWidget::hide);
    connect(&document->comparison(), &Comparison::pinnedChanged, this, &WeightsPanel::startCounting);
    connect(&document->matrices(), &Matrices::modelChanged, m_ui->message, &QWidget::hide);  // the message is outdated
    connect(document->undoStack(), &QUndoStack::indexChanged, m_ui->pasted, &QWidget::hide); // something else is last
    connect(document, &Document::loaded, this, &WeightsPanel::followLoad);
    connect(&document->matrices(), &Matrices::modelChanged, this, &WeightsPanel::readMatrices);
    connect(&document->sentences(), &Sentences::sourceChanged, this, &WeightsPanel::readMatrices);
    connect(&document->sentences(), &Sentences::targetChanged, this, &WeightsPanel::readMatrices);
    connect(&document->look(), &Look::selectionChanged, this, &WeightsPanel::followSelection);
    connect(m_selector, &MatrixSelector::chosen, this, [this](const std::string &name) {
        setMatrix(name);
        followHead();
    });
    connect(&document->look(), &Look::cellChanged, this, &WeightsPanel::followCell);
    connect(&document->look(), &Look::highlightChanged, this, &WeightsPanel::markLit);
    followLoad();
    QWidget::setTabOrder(m_table, m_ui->slider);
}

WeightsPanel::~WeightsPanel()
{
    // Table and slider still emit changes while they are destroyed, and an open cell is committed.
    m_document->disconnect(this);
    m_document->matrices().disconnect(this);
    m_document->sentences().disconnect(this);
    m_model->disconnect(this);
    m_table->selectionModel()->disconnect(this);
    m_ui->slider->disconnect(this);
}

QTableView *WeightsPanel::table() const
{
    return m_table;
}

void WeightsPanel::addTableAction(const QString &text, const QKeySequence &keys, void (WeightsPanel::*slot)(),
                                  bool changesCells)
{
    auto *action = new QAction(text, m_table);
    action->setShortcut(keys);
    // The table alone: in the sentence field the same keys copy and paste text.
    action->setShortcutContext(Qt::WidgetShortcut);
    connect(action, &QAction::triggered, this, [this, slot, changesCells] {
        if (!changesCells || !bringIntoView(m_table))
            (this->*slot)();
    });
    m_table->addAction(action);
}

void WeightsPanel::buildActions()
{
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    addTableAction(tr("Copy"), QKeySequence::Copy, &WeightsPanel::copy, false);
    addTableAction(tr("Paste"), QKeySequence::Paste, &WeightsPanel::paste, true);
    addTableAction(tr("Set to zero"), QKeySequence::Delete, &WeightsPanel::zeroSelection, true);
    addTableAction(tr("Revert cell"), QKeySequence(Qt::CTRL | Qt::Key_Backspace), &WeightsPanel::revertCells, true);
    addTableAction(tr("Revert matrix"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Backspace),
                   &WeightsPanel::revertMatrix, false);
    connect(m_ui->paste, &QToolButton::clicked, this, &WeightsPanel::paste);
    connect(m_ui->pasteOtherwise, &QPushButton::clicked, this, &WeightsPanel::pasteOtherwise);
    connect(m_ui->revertCell, &QToolButton::clicked, this, &WeightsPanel::revertCells);
    connect(m_ui->revertMatrix, &QToolButton::clicked, this, &WeightsPanel::revertMatrix);
}

void WeightsPanel::buildFillMenu()
{
    auto *menu = new QMenu(tr("Fill"), m_ui->fill);
    menu->setToolTipsVisible(true);
    const auto add = [this, menu](const QString &text, const QString &tip, Fill kind) {
        QAction *action = menu->addAction(text, this, [this, kind] { fill(kind); });
        action->setToolTip(tip);
    };
    add(tr("Zero"), tr("All cells 0"), Fill::Zero);
    add(tr("Identity"), tr("1 on the diagonal, 0 beside it"), Fill::Identity);
    menu->addSeparator();
    add(tr("Random, Gaussian"), tr("Normal numbers with the model’s deviation"), Fill::Gaussian);
    add(tr("Random, Xavier"), tr("Uniform numbers within ± √(6 / (inputs + outputs))"), Fill::Xavier);
    add(tr("Random, Kaiming"), tr("Normal numbers with deviation √(2 / inputs)"), Fill::Kaiming);
    m_ui->fill->setMenu(menu);
    m_table->addAction(menu->menuAction());
}

void WeightsPanel::connectSlider()
{
    connect(m_ui->slider, &QSlider::sliderPressed, this, [this] {
        m_table->scrollTo(m_table->currentIndex());
        m_slideGesture = m_document->newGesture();
    });
    connect(m_ui->slider, &QSlider::sliderReleased, this, [this] {
        m_slideGesture = -1;
        showCurrentValue();
    });
    connect(m_ui->slider, &QSlider::valueChanged, this, &WeightsPanel::slideTo);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, &WeightsPanel::showCurrentValue);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, &WeightsPanel::tellCell);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, m_ui->message, &QWidget::hide);
    connect(m_model, &QAbstractItemModel::modelReset, this, &WeightsPanel::adoptCell);
    connect(m_table, &QAbstractItemView::pressed, m_ui->message, &QWidget::hide);
    connect(m_model, &QAbstractItemModel::dataChanged, this, &WeightsPanel::showCurrentValue);
    connect(m_model, &QAbstractItemModel::modelReset, this, &WeightsPanel::showCurrentValue);
}

void WeightsPanel::refuse(const QString &sentence)
{
    m_ui->message->setText(sentence);
    m_ui->message->show();
    m_ui->pasted->hide();
}

void WeightsPanel::setMatrix(const std::string &name)
{
    const std::vector<std::string> &names = m_selector->names();
    if (names.empty())
        return;
    const auto found = std::find(names.begin(), names.end(), name);
    const std::size_t place = found == names.end() ? 0 : std::size_t(found - names.begin());
    const std::string &chosen = names[place];
    m_selector->choose(place);
    m_ui->message->hide();
    m_kinds[m_part] = kindOf(chosen);
    if (m_model->matrixName() != chosen) {
        m_ui->pasted->hide();
        m_model->setMatrix(chosen);
        m_table->scrollToTop();
        m_table->showSelectedHead();
        m_table->scrollTo(m_table->currentIndex());
        markLit();
    }
    readMatrix();
}

void WeightsPanel::readMatrices()
{
    const Selection &selection = m_document->look().selection();
    std::vector<std::string> names = m_document->matrices().editableMatrices(selection);
    if (names != m_selector->names() || selection.part != m_part) {
        // In another layer the same kind of matrix stays in view; another part shows its own last one.
        const bool otherPart = selection.part != m_part;
        const std::string kind = otherPart ? m_kinds[selection.part] : kindOf(m_model->matrixName());
        m_part = selection.part;
        if (names != m_selector->names()) {
            m_selector->setNames(std::move(names), m_table);
            markLit();
        }
        setMatrix(nameOfKind(kind));
    }
    readMatrix();
}

std::string WeightsPanel::nameOfKind(const std::string &kind) const
{
    const std::vector<std::string> &names = m_selector->names();
    const auto same =
        std::find_if(names.begin(), names.end(), [&](const std::string &name) { return kindOf(name) == kind; });
    if (same != names.end())
        return *same;
    const auto own = std::find_if_not(names.begin(), names.end(), isInput);
    return own != names.end() ? *own : names.empty() ? std::string() : names.front();
}

/// The matrix in view shows its lit cells itself.
void WeightsPanel::markLit()
{
    const std::vector<CellRef> &cells = m_document->look().highlight().cells;
    m_selector->mark([&](const std::string &name) {
        return name != m_model->matrixName() &&
               std::any_of(cells.begin(), cells.end(), [&](const CellRef &cell) { return cell.matrix == name; });
    });
}

void WeightsPanel::readMatrix()
{
    const SharedMatrix &values = m_model->values();
    m_lock->setMatrix(values ? m_model->matrixName() : std::string());
    setCaption(values
                   ? u"%1 · %2 × %3"_s.arg(matrixLabel(m_model->matrixName())).arg(values->rows()).arg(values->cols())
                   : QString());
    const bool any = values && values->size() > 0;
    for (QWidget *control : {static_cast<QWidget *>(m_ui->fill), static_cast<QWidget *>(m_ui->paste),
                             static_cast<QWidget *>(m_ui->revertMatrix), static_cast<QWidget *>(m_ui->revertCell)})
        control->setEnabled(any);
    showTied();
    startCounting();
    showCurrentValue();
}

void WeightsPanel::showTied()
{
    const bool isSeenAs = isEmbedding(m_model->matrixName()) || m_part == Part::Output;
    m_tied->setVisible(isSeenAs && isTied(*m_document->matrices().model()));
}

void WeightsPanel::followSelection()
{
    readMatrices();
    followHead();
}

/// The table follows the selected head, and so does the current cell, unless the keyboard is on it: pointing at a head
/// elsewhere does not move the cell being edited.
void WeightsPanel::followHead()
{
    const int head = m_document->look().selection().head;
    const QWidget *keyboard = QApplication::focusWidget();
    if (keyboard == m_table || m_table->isAncestorOf(keyboard) || keyboard == m_ui->slider) {
        m_head = m_headOfCell = head;
        return;
    }
    if (std::exchange(m_head, head) != head)
        m_table->showSelectedHead();
    if (m_headOfCell != head)
        m_table->followSelectedHead();
}

bool WeightsPanel::shows(const std::string &name) const
{
    const std::vector<std::string> &names = m_selector->names();
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// The index of the document's cell, where its matrix is in view; else none.
QModelIndex WeightsPanel::indexOfCell() const
{
    const CellRef &cell = m_document->look().cell();
    return cell.matrix == m_model->matrixName() ? m_model->index(cell.row, cell.column) : QModelIndex();
}

/// The table loses its current cell with every new matrix.
void WeightsPanel::adoptCell()
{
    if (const QModelIndex index = indexOfCell(); index.isValid()) {
        const int head = m_headOfCell;
        m_table->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect);
        m_headOfCell = head;
    }
}

void WeightsPanel::tellCell(const QModelIndex &index)
{
    if (index.isValid()) {
        m_document->look().setCell({m_model->matrixName(), index.row(), index.column()});
        m_headOfCell = m_document->look().selection().head;
    }
}

/// A file's selection stays as it is, even where its cell belongs to another part.
void WeightsPanel::followLoad()
{
    readMatrices();
    const std::string &name = m_document->look().cell().matrix;
    if (shows(name))
        setMatrix(name);
    const QModelIndex index = indexOfCell();
    if (index != m_table->currentIndex())
        m_table->setCurrentIndex(index);
    m_head = m_headOfCell = m_document->look().selection().head;
}

void WeightsPanel::followCell()
{
    const CellRef cell = m_document->look().cell();
    if (cell.matrix.empty()) {
        m_table->setCurrentIndex({});
        return;
    }
    if (indexOfCell().isValid() && indexOfCell() == m_table->currentIndex())
        return; // the change came from here
    if (!shows(cell.matrix)) {
        if (const auto selection = selectionShowing(*m_document, cell.matrix))
            m_document->look().setSelection(*selection);
    }
    if (!shows(cell.matrix))
        return;
    setMatrix(cell.matrix);
    const QModelIndex index = indexOfCell();
    if (!index.isValid())
        return; // the table has not read the matrix's new size yet
    m_table->setCurrentIndex(index);
    m_table->scrollTo(index);
    const int head = m_model->headOf(index);
    if (head >= 0 && head != m_document->look().selection().head) {
        m_headOfCell = head;
        m_document->look().setSelection(withHeadAmong(m_document->look().selection(), head));
    }
}

double WeightsPanel::sliderRange() const
{
    return 2 * std::max(1.0, double(m_model->largest()));
}

void WeightsPanel::showCurrentValue()
{
    const QModelIndex index = m_table->currentIndex();
    m_ui->slider->setEnabled(index.isValid());
    if (m_ui->slider->isSliderDown())
        return; // the slider is being dragged, and its range stays meanwhile
    m_slideRange = sliderRange();
    const QSignalBlocker blocker(m_ui->slider);
    const double value = index.isValid() ? m_model->value(index) : 0;
    m_ui->slider->setValue(int(std::round(value / m_slideRange * sliderSteps)));
}

void WeightsPanel::slideTo(int position)
{
    const QModelIndex index = m_table->currentIndex();
    if (!index.isValid())
        return;
    if (m_slideGesture < 0 && bringIntoView(m_table))
        return showCurrentValue(); // a key or a notch of the wheel
    // A thousandth of the range in round digits, so that the cell does not fill with noise.
    const double grain = std::pow(10.0, std::floor(std::log10(m_slideRange / sliderSteps)));
    const double exact = position * m_slideRange / sliderSteps;
    const auto value = float(std::round(exact / grain) * grain);
    if (m_slideGesture >= 0)
        m_model->setCell(index, value, m_slideGesture);
    else
        m_table->nudge(index, value);
}

void WeightsPanel::startCounting()
{
    const SharedMatrix &values = m_model->values();
    m_countTimer.stop();
    if (!values || values->size() == 0) {
        m_ui->difference->clear();
        return;
    }
    if (values->size() <= countedAtOnce)
        count();
    else
        m_countTimer.start(countDelayMs); // during a drag: count when it pauses
}

void WeightsPanel::count()
{
    m_different = m_document->matrices().compared().changedCells(m_model->matrixName());
    showDifference();
}

void WeightsPanel::showDifference()
{
    const bool isPinned = m_document->comparison().pinned() != nullptr;
    const SharedMatrix &values = m_model->values();
    const auto before = m_document->matrices().compared().sizeBefore(m_model->matrixName());
    const bool isWeight = values && values == m_document->matrices().model()->weights.find(m_model->matrixName());
    if (isPinned && isWeight && !before) {
        m_ui->difference->setText(tr("The pinned state has no such matrix"));
        return;
    }
    if (const QString reason = m_document->matrices().compared().error(m_model->matrixName()); !reason.isEmpty()) {
        m_ui->difference->setText(
            (isPinned ? tr("Not compared with the pinned state: %1") : tr("Not compared with the opened model: %1"))
                .arg(reason));
        return;
    }
    QString text;
    if (isPinned)
        text = m_different == 0   ? tr("Same as the pinned state")
               : m_different == 1 ? tr("1 cell differs from the pinned state")
                                  : tr("%L1 cells differ from the pinned state").arg(m_different);
    else
        text = m_different == 0   ? tr("Unchanged")
               : m_different == 1 ? tr("1 cell differs from the opened model")
                                  : tr("%L1 cells differ from the opened model").arg(m_different);
    if (isPinned && isWeight && *before != std::pair(int(values->rows()), int(values->cols())))
        text = tr("%1, which has %2 × %3").arg(text).arg(before->first).arg(before->second);
    m_ui->difference->setText(text);
}

void WeightsPanel::resizeEvent(QResizeEvent *event)
{
    Panel::resizeEvent(event);
    m_effect->setPictureRoom(height() / 4); // the table keeps most of it
}

} // namespace regard
