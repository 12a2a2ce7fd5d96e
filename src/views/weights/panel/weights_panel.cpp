#include "views/weights/panel/weights_panel.h"

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
#include <QStyle>
#include <QToolButton>

#include "controls/elided_label.h"
#include "controls/flow_layout.h"
#include "controls/guarded_items.h"
#include "controls/list_keys.h"
#include "controls/recurrent_part_box.h"
#include "controls/spoken_name.h"
#include "document/document.h"
#include "document/matrices/matrix_label.h"
#include "engine/pass/output_layer.h"
#include "ui_weights_panel.h"
#include "views/base/panel_title.h"
#include "views/base/token_focus.h"
#include "views/training/panel/matrix_lock.h"
#include "views/weights/matrix_place.h"
#include "views/weights/panel/cell_effect_pane.h"
#include "views/weights/panel/matrix_selector.h"
#include "views/weights/panel/weight_table_model.h"
#include "views/weights/panel/weight_table_view.h"
#include "views/why/cell_try.h"
#include "views/why/panel/cell_field.h"

using namespace Qt::Literals::StringLiterals;

namespace regard {

namespace {

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
      m_table(nullptr), m_effect(nullptr), m_cellName(new ElidedLabel(this)), m_field(new CellField(this)),
      m_was(new QLabel(this)), m_tick(nullptr), m_count(new QLabel(this)), m_revert(nullptr), m_paste(nullptr),
      m_fill(nullptr), m_selector(nullptr), m_lock(new MatrixLock(document, this)), m_tied(new QLabel(this))
{
    auto *page = new QWidget(this);
    m_ui->setupUi(page);
    titleRow()->insertWidget(1, m_lock);
    titleRow()->insertWidget(1, new RecurrentPartBox(document, this));
    m_selector = new MatrixSelector(theme, page);
    m_ui->selectorPlace->addWidget(m_selector, 1);
    m_ui->selectorPlace->addWidget(m_count);
    m_count->setObjectName(u"changedCells"_s);
    m_count->setAccessibleName(tr("Changed cells"));
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
    m_ui->difference->setObjectName(u"notCompared"_s);
    m_effect = new CellEffectPane(document, theme, page);
    m_ui->effectPlace->addWidget(m_effect);
    m_revert = addButton(tr("Revert"), tr("Revert cell"),
                         tr("The selected cells as they were in the pinned state, or when the model was opened where "
                            "nothing is pinned"));
    m_paste = addButton(tr("Paste"), tr("Paste a block"),
                        tr("Paste a block of numbers from a spreadsheet at the current cell (Ctrl+V)"));
    m_fill = addButton(tr("Fill") + u" ▾"_s, tr("Fill"),
                       tr("Fill the selected cells, or the whole matrix where at most one is selected"));
    m_fill->setObjectName(u"fill"_s);
    m_fill->setPopupMode(QToolButton::InstantPopup);
    buildCellRow();
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
    QWidget::setTabOrder(m_table, m_field->lessButton());
    QWidget::setTabOrder(m_field->moreButton(), m_ui->slider);
}

/// "W_Q [pronoun, 0]  − −4 +  was 4", left of the slider.
void WeightsPanel::buildCellRow()
{
    m_cellName->setBeginsWithMatrix(true);
    QFont bold = m_cellName->font();
    bold.setBold(true);
    m_cellName->setFont(bold);
    m_was->setObjectName(u"cellBefore"_s);
    m_was->setTextFormat(Qt::PlainText);
    m_ui->cellPlace->insertWidget(0, m_cellName, 3);
    m_ui->cellPlace->insertWidget(1, m_field);
    m_ui->cellPlace->insertWidget(2, m_was);
    m_ui->cellPlace->setStretch(3, 3);
    m_tick = new QFrame(m_ui->slider);
    m_tick->setFrameShape(QFrame::VLine);
    m_tick->setAttribute(Qt::WA_TransparentForMouseEvents);
    const auto scale = [this] { m_field->setScale(std::max(1.0, m_theme->scale())); };
    connect(m_theme, &AppTheme::changed, this, scale);
    scale();
    connect(m_field, &CellField::asked, this, [this](double value) {
        const QModelIndex index = m_table->currentIndex();
        if (!index.isValid() || bringIntoView(m_table) || !m_table->nudge(index, float(value)))
            showCurrentValue(); // not as it was asked
    });
}

QToolButton *WeightsPanel::addButton(const QString &text, const QString &name, const QString &tip)
{
    auto *button = new QToolButton(this);
    button->setText(text);
    button->setProperty("link", true);
    button->setFocusPolicy(Qt::StrongFocus);
    nameButton(button, name);
    button->setToolTip(tip);
    m_effect->lineRow()->addWidget(button);
    return button;
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
    connect(m_paste, &QToolButton::clicked, this, &WeightsPanel::paste);
    connect(m_ui->pasteOtherwise, &QPushButton::clicked, this, &WeightsPanel::pasteOtherwise);
    connect(m_revert, &QToolButton::clicked, this, &WeightsPanel::revertCells);
    menu()->addAction(tr("Revert matrix"), this, &WeightsPanel::revertMatrix);
}

void WeightsPanel::buildFillMenu()
{
    auto *menu = new QMenu(tr("Fill"), m_fill);
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
    m_fill->setMenu(menu);
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

Refusal WeightsPanel::refusal() const
{
    return m_ui->message->isHidden() ? Refusal() : m_refusal;
}

void WeightsPanel::refuse(const QString &sentence, const Refusal &again)
{
    m_refusal = again;
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
        // A matrix of the same kind stays in view in another layer; another part shows its own last one.
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
    setMatrixCaption(captionText());
    for (QToolButton *button : {m_fill, m_paste, m_revert})
        button->setEnabled(values && values->size() > 0);
    showTied();
    startCounting();
    showCurrentValue();
}

/// "W_Q · head 1 · 24 × 8 of 32": of a matrix that the heads share, the part of the head in view.
QString WeightsPanel::captionText() const
{
    const SharedMatrix &values = m_model->values();
    if (!values)
        return {};
    const auto bands = m_model->headBands();
    const QString label = matrixLabel(m_model->matrixName());
    const auto rows = values->rows();
    const auto columns = values->cols();
    if (!bands.exist || bands.width <= 1 || bands.width == (bands.along == Qt::Horizontal ? columns : rows))
        return u"%1 · %2 × %3"_s.arg(label).arg(rows).arg(columns);
    const QString head = WeightTableModel::bandName(bands, bands.selected);
    return bands.along == Qt::Horizontal
               ? tr("%1 · %2 · %3 × %4 of %5").arg(label, head).arg(rows).arg(bands.width).arg(columns)
               : tr("%1 · %2 · %3 of %4 × %5").arg(label, head).arg(bands.width).arg(rows).arg(columns);
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
    if (keyboard == m_table || m_table->isAncestorOf(keyboard) || keyboard == m_ui->slider ||
        m_field->isAncestorOf(keyboard)) {
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
    for (QWidget *part : {static_cast<QWidget *>(m_ui->slider), static_cast<QWidget *>(m_field)})
        part->setEnabled(index.isValid());
    const QString name =
        index.isValid() ? cellName(*m_document, {m_model->matrixName(), index.row(), index.column()}) : QString();
    m_cellName->setText(name);
    m_cellName->setToolTip(name);
    m_field->setName(name);
    m_field->setValue(index.isValid() ? m_model->value(index) : 0);
    if (!m_ui->slider->isSliderDown()) // while it is dragged, its range stays
        m_slideRange = sliderRange();
    showBefore(index);
    if (m_ui->slider->isSliderDown())
        return;
    const QSignalBlocker blocker(m_ui->slider);
    const double value = index.isValid() ? m_model->value(index) : 0;
    m_ui->slider->setValue(int(std::round(value / m_slideRange * sliderSteps)));
}

/// What the cell was before, beside the field and as a tick on the slider.
void WeightsPanel::showBefore(const QModelIndex &index)
{
    const bool isChanged = index.isValid() && m_model->isChanged(index);
    m_was->setVisible(isChanged);
    m_tick->setVisible(isChanged);
    if (!isChanged)
        return;
    const float before =
        m_document->matrices().compared().valueBefore(m_model->matrixName(), index.row(), index.column());
    m_was->setText(tr("was %1").arg(cellValue(before)));
    const int half = qRound(7 * m_theme->scale()); // of the handle's width
    const QSlider *slider = m_ui->slider;
    const int along = QStyle::sliderPositionFromValue(slider->minimum(), slider->maximum(),
                                                      int(std::lround(double(before) / m_slideRange * sliderSteps)),
                                                      slider->width() - 2 * half);
    m_tick->setGeometry(half + along - 1, slider->height() / 2 - half, 2, 2 * half);
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
        m_ui->difference->hide();
        m_count->clear();
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
    const bool isWeight =
        values && values == m_document->matrices().model()->weights.find(m_model->matrixName()).matrix();
    const QString reason = m_document->matrices().compared().error(m_model->matrixName());
    QString sentence;
    if (isPinned && isWeight && !before)
        sentence = tr("The pinned state has no such matrix");
    else if (!reason.isEmpty())
        sentence =
            (isPinned ? tr("Not compared with the pinned state: %1") : tr("Not compared with the opened model: %1"))
                .arg(reason);
    else if (isPinned && isWeight && *before != std::pair(int(values->rows()), int(values->cols())))
        sentence = tr("The pinned state has %1 × %2 of it").arg(before->first).arg(before->second);
    m_ui->difference->setText(sentence);
    m_ui->difference->setVisible(!sentence.isEmpty());
    const bool isCounted = reason.isEmpty() && !(isPinned && isWeight && !before);
    m_count->setText(!isCounted         ? QString()
                     : m_different == 0 ? tr("unchanged")
                     : m_different == 1 ? tr("1 cell changed")
                                        : tr("%L1 cells changed").arg(m_different));
    m_count->setToolTip(isPinned ? tr("Cells whose value is not the one in the pinned state")
                                 : tr("Cells whose value is not the one that was opened"));
}

void WeightsPanel::chooseFirst()
{
    m_table->setCurrentIndex(m_table->firstInView());
}

void WeightsPanel::resizeEvent(QResizeEvent *event)
{
    Panel::resizeEvent(event);
    m_effect->setPictureRoom(height() / 4); // the table keeps most of it
    showBefore(m_table->currentIndex());
}

} // namespace regard
