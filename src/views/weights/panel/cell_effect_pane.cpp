#include "views/weights/panel/cell_effect_pane.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>

#include "controls/chip.h"
#include "controls/content_area.h"
#include "controls/elided_label.h"
#include "controls/figure_view.h"
#include "controls/flow_layout.h"
#include "controls/label_place.h"
#include "controls/panel.h"
#include "controls/spoken_name.h"
#include "document/matrices/matrix_label.h"
#include "document/work/background_work.h"
#include "engine/base/errors.h"
#include "views/base/shown_tokens.h"
#include "views/base/token_focus.h"
#include "views/weights/cell_effect_request.h"

using namespace Qt::Literals::StringLiterals;

namespace regard {

namespace {

/// A few milliseconds, on this machine or a slower one.
constexpr double threadCost = 4e6;
constexpr int settleMs = 80; ///< long derivatives start when a drag pauses
constexpr int cellEffectPaneSmallestPicture = 64;
constexpr int lowestBody = 40;

/// `1` of `encoder.0.self.w_q`; nothing for matrices outside layers.
std::optional<int> layerOf(const std::string &matrix)
{
    const QStringList parts = QString::fromStdString(matrix).split(u'.');
    bool isNumber = false;
    const int layer = parts.size() > 2 ? parts[1].toInt(&isNumber) : 0;
    return isNumber ? std::optional(layer + 1) : std::nullopt;
}

/// Wants as much as most lines take, whatever the present one says, so that nothing moves from cell to cell.
class LinePlace : public QWidget {
public:
    using QWidget::QWidget;

    QSize sizeHint() const override
    {
        constexpr int letters = 44; // "Moves only “writing”: Shuan +4, is −4 per unit"
        return {letters * fontMetrics().averageCharWidth(), layout()->sizeHint().height()};
    }
};

/// Is as high as what is in it, lower only where the panel is.
class BodyScroll : public ContentArea {
public:
    using ContentArea::ContentArea;

    QSize sizeHint() const override
    {
        const QLayout *layout = widget()->layout();
        const int high = layout->hasHeightForWidth() ? layout->heightForWidth(width()) : layout->sizeHint().height();
        return {layout->sizeHint().width(), high};
    }
    QSize minimumSizeHint() const override { return {0, std::min(lowestBody, sizeHint().height())}; }
};

} // namespace

CellEffectPane::CellEffectPane(Document *document, AppTheme *theme, QWidget *parent)
    : QWidget(parent), m_document(document), m_theme(theme), m_open(new QToolButton(this)),
      m_row(new FlowLayout(nullptr, 6)), m_line(new ElidedLabel(this)), m_name(nullptr), m_scores(nullptr),
      m_weights(nullptr), m_scroll(new BodyScroll(this)), m_body(new QWidget(m_scroll)), m_message(new QLabel(m_body)),
      m_moved(new QLabel(m_body)), m_pair(new QLabel(m_body)), m_view(new FigureView(theme, m_body)),
      m_threadCost(threadCost), m_work(new BackgroundWork(this))
{
    m_open->setObjectName(QStringLiteral("openButton"));
    setAccessibleName(tr("Effect of the current cell"));
    buildHead();
    buildPicture();
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &CellEffectPane::ask);
    connect(document, &Document::loaded, this, &CellEffectPane::refresh);
    connect(document, &Document::resultChanged, this, &CellEffectPane::refresh);
    connect(document, &Document::inputErrorChanged, this, &CellEffectPane::refresh);
    connect(&document->look(), &Look::selectionChanged, this, &CellEffectPane::refresh);
    connect(&document->look(), &Look::cellChanged, this, &CellEffectPane::refresh);
    connect(&document->look(), &Look::tokenViewChanged, this, &CellEffectPane::refresh);   // its hidden tokens
    connect(&document->look(), &Look::stepViewChanged, this, &CellEffectPane::showAnswer); // its digits
    connect(theme, &AppTheme::changed, m_view, &FigureView::refresh);
    setOpen(true);
}

CellEffectPane::~CellEffectPane() = default;

void CellEffectPane::buildHead()
{
    m_open->setCheckable(true);
    m_open->setProperty("flat", true);
    m_open->setFocusPolicy(Qt::StrongFocus);
    nameButton(m_open, tr("Effect of the current cell on the scores"));
    m_open->setToolTip(tr("What the current cell does to the head in view, for each unit that it grows"));
    m_line->setObjectName(u"effectLine"_s);
    m_name = new ElidedLabel(m_body);
    m_name->setObjectName(u"muted"_s);
    m_scores = newSwitchChip(tr("scores"), tr("Effect on the scores"),
                             tr("The picture shows how the scores move, before scaling and mask"), m_body);
    m_scores->setObjectName(QStringLiteral("scoresChip"));
    m_weights = newSwitchChip(tr("weights"), tr("Effect on the weights"),
                              tr("The picture shows how the attention weights move"), m_body);
    m_weights->setObjectName(QStringLiteral("weightsChip"));
    m_scores->setChecked(true);
    auto *group = new QButtonGroup(this);
    group->addButton(m_scores);
    group->addButton(m_weights);
    auto *line = new LinePlace(this);
    line->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    auto *row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(6);
    row->addWidget(m_open);
    row->addWidget(new LabelPlace(m_line, line), 1);
    m_row->addWidget(line);
    auto *all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(4);
    all->addLayout(m_row);
    all->addWidget(m_scroll);
    connect(m_open, &QToolButton::clicked, this, [this](bool open) {
        setOpen(open);
        emit openChanged(open);
    });
    connect(group, &QButtonGroup::buttonClicked, m_view, &FigureView::refresh);
}

void CellEffectPane::buildPicture()
{
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    m_scroll->setWidget(m_body);
    auto *body = new QVBoxLayout(m_body);
    body->setContentsMargins(0, 0, 0, 0);
    body->setSpacing(4);
    auto *head = new FlowLayout(nullptr, 4);
    m_name->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    head->addWidget(m_name);
    head->addWidget(m_scores);
    head->addWidget(m_weights);
    body->addLayout(head);
    m_message->setObjectName(u"muted"_s);
    for (QLabel *label : {m_message, m_moved, m_pair}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        body->addWidget(new LabelPlace(label, m_body));
    }
    body->addWidget(m_view);
    m_view->canvas()->setAccessibleName(tr("Effect of the cell on each pair: query rows, key columns"));
    m_view->setMaker([this](QSizeF space) -> std::unique_ptr<Figure> {
        if (!m_derivative || !m_shown || !m_derivative->reaches)
            return nullptr;
        return std::make_unique<DerivativeFigure>(derivativeData(*m_shown->model, *m_shown->trace, within(),
                                                                 m_derivative, m_weights->isChecked(),
                                                                 m_document->look().stepView().digits),
                                                  space, m_theme->theme());
    });
    m_view->setOverlay([this](QPainter &painter) {
        if (const auto *figure = static_cast<const DerivativeFigure *>(m_view->figure()))
            figure->paintFocus(painter, m_effect.query, m_effect.key);
    });
    connect(m_view, &FigureView::hovered, this, &CellEffectPane::pointAt);
    connect(m_view, &FigureView::left, this, &CellEffectPane::leave);
    connect(m_view, &FigureView::clicked, this, [this](QPointF point) { click(point); });
    connect(m_view, &FigureView::keyPressed, this, &CellEffectPane::keyPressed);
}

bool CellEffectPane::isOpen() const
{
    return m_open->isChecked();
}

void CellEffectPane::setOpen(bool open)
{
    m_open->setChecked(open);
    m_open->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    m_scroll->setVisible(open);
    refresh();
}

void CellEffectPane::setPictureRoom(int height)
{
    if (height == m_room)
        return;
    m_room = height;
    fitPicture();
}

QString CellEffectPane::lineText() const
{
    return m_line->text();
}

void CellEffectPane::showLine(const QString &text)
{
    m_line->setText(text);
    m_line->setToolTip(text == m_effect.lineText ? m_effect.movedText + u'\n' + m_effect.pairText : text);
}

QString CellEffectPane::message() const
{
    return m_message->text();
}

QString CellEffectPane::movedText() const
{
    return m_moved->text();
}

QString CellEffectPane::pairText() const
{
    return m_pair->text();
}

/// The selection, clamped to the shown derivative.
Selection CellEffectPane::within() const
{
    Selection selection = m_document->look().selection();
    selection.attention = m_shown->place.attention;
    selection.layer = m_shown->place.layer;
    selection.head = m_shown->head;
    return existingSelection(selection, {m_shown->model, m_shown->trace});
}

HiddenTokens CellEffectPane::hiddenFrom(const Selection &within) const
{
    return hiddenTokens(m_document->shown().input.now, within.attention, m_document->look().tokenView());
}

/// Whether a cell is the trace's: until the result of a new sentence arrives, a row of X in the table belongs to
/// another token than in the trace.
bool CellEffectPane::isInTrace(const CellRef &cell) const
{
    const bool isTarget = cell.matrix == targetEmbeddingMatrix;
    if (!isTarget && cell.matrix != embeddingMatrix)
        return true;
    const Tokens &tokens = m_document->sentences().tokens(isTarget ? Side::Target : Side::Source);
    const Trace &trace = *m_document->result().trace;
    const std::vector<std::string> &read = isTarget ? trace.target.tokens : trace.source.tokens;
    const auto row = std::size_t(cell.row);
    return row < read.size() && row < tokens.tokens.size() && tokens.tokens[row].text == read[row];
}

std::optional<CellEffectPane::Question> CellEffectPane::question() const
{
    const Result &result = m_document->result();
    const CellRef &cell = m_document->look().cell();
    if (!result.trace || result.trace->blocks.empty() || cell.matrix.empty() || !isInTrace(cell))
        return std::nullopt;
    const Selection selection = existingSelection(m_document->look().selection(), result);
    return Question{result.model, result.trace, cell, {selection.attention, selection.layer}, selection.head};
}

double CellEffectPane::costOf(const Question &asked) const
{
    try {
        return derivativeCost(*asked.model, *asked.trace, {asked.cell.matrix, asked.cell.row, asked.cell.column},
                              asked.place);
    } catch (const Error &) {
        return 0; // the computation will throw the same error
    }
}

void CellEffectPane::refresh()
{
    nameCell();
    if (!isSeen(this)) {
        m_timer.stop();
        m_work->cancel();
        m_asked.reset();
        return;
    }
    const std::optional<Question> asked = question();
    if (asked && m_asked == asked) {
        if (m_shown == asked)
            showPair();
        return;
    }
    follow();
}

/// Follows what the document shows now.
void CellEffectPane::follow()
{
    m_asked = question();
    m_work->cancel();
    if (!m_asked) {
        m_timer.stop();
        const bool isChosen = !m_document->look().cell().matrix.empty();
        showNothing(isChosen ? QString() : tr("Select a cell of the table to see which scores it moves."));
        return;
    }
    if (const std::string reason = reasonForNoDerivative(m_asked->model->interventions); !reason.empty()) {
        m_timer.stop();
        return showNothing(QString::fromStdString(reason));
    }
    const bool isLong = costOf(*m_asked) >= m_threadCost;
    // The old picture stays after an edit until the new one is there; another cell's would be wrong.
    if (isLong && !(m_shown && m_shown->isOfSameHeadAs(*m_asked)))
        showNothing(tr("computing…"));
    if (isLong) {
        m_timer.start(settleMs);
        return;
    }
    m_timer.stop();
    if (std::exchange(m_asksSoon, true))
        return;
    // This comes before the window is painted, so that it is painted once; and once for all signals of a change.
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_asksSoon = false;
            if (!m_timer.isActive() && m_shown != m_asked)
                ask();
        },
        Qt::QueuedConnection);
}

void CellEffectPane::ask()
{
    if (!m_asked)
        return;
    const Question &asked = *m_asked;
    CellEffectRequest request{
        asked.model, asked.trace, {asked.cell.matrix, asked.cell.row, asked.cell.column}, asked.place, asked.head};
    if (costOf(asked) < m_threadCost) {
        if (auto outcome = runCellEffect(request))
            adopt(std::move(outcome->derivative));
        return;
    }
    const auto outcome = std::make_shared<std::optional<CellEffectOutcome>>();
    m_work->start([request = std::move(request), outcome](
                      const BackgroundWork::Piece &piece) { *outcome = runCellEffect(request, &piece.isCancelled()); },
                  [this, outcome](const QString &) { adopt(*outcome ? std::move((*outcome)->derivative) : nullptr); });
}

void CellEffectPane::adopt(std::shared_ptr<const HeadDerivative> derivative)
{
    if (!derivative) {
        showNothing({});
        return;
    }
    m_derivative = std::move(derivative);
    m_shown = m_asked;
    showAnswer();
}

void CellEffectPane::showAnswer()
{
    if (!m_shown || !m_derivative)
        return;
    const Selection shown = within();
    m_effect = cellEffect(*m_shown->model, *m_shown->trace, shown, m_derivative, m_document->look().stepView().digits,
                          hiddenFrom(shown));
    const bool reaches = m_effect.reaches;
    showLine(m_effect.lineText);
    m_message->setText(reaches ? QString() : m_effect.movedText);
    m_moved->setText(reaches ? m_effect.movedText : QString());
    m_pair->setText(m_effect.pairText);
    m_message->setVisible(!reaches);
    m_moved->setVisible(reaches);
    m_pair->setVisible(reaches);
    m_view->canvas()->setAccessibleDescription(m_effect.movedText + u'\n' + m_effect.pairText);
    fitPicture();
    m_view->refresh();
}

/// Shows another pair of the same derivative.
void CellEffectPane::showPair()
{
    const Selection shown = within();
    setPair(m_effect, *m_shown->model, *m_shown->trace, shown, *m_derivative, m_document->look().stepView().digits,
            hiddenFrom(shown));
    m_pair->setText(m_effect.pairText);
    m_view->canvas()->setAccessibleDescription(m_effect.movedText + u'\n' + m_effect.pairText);
    m_view->repaintOverlay();
}

void CellEffectPane::showNothing(const QString &message)
{
    m_derivative.reset();
    m_shown.reset();
    m_effect = {};
    showLine(message);
    m_message->setText(message);
    m_message->show();
    m_moved->hide();
    m_pair->hide();
    m_moved->clear();
    m_pair->clear();
    fitPicture();
    m_view->refresh();
}

void CellEffectPane::nameCell()
{
    const CellRef &cell = m_document->look().cell();
    if (cell.matrix.empty()) {
        m_name->clear();
        return;
    }
    // Rows and columns count from 0, as in the table.
    const QString place = tr("%1 [%2, %3]").arg(matrixLabel(cell.matrix)).arg(cell.row).arg(cell.column);
    const std::optional<int> layer = layerOf(cell.matrix);
    m_name->setText(layer ? tr("%1, layer %2").arg(place).arg(*layer) : place);
    m_name->setToolTip(QString::fromStdString(cell.matrix));
}

void CellEffectPane::fitPicture()
{
    const int queries = m_shown ? int(queriesOf(*m_shown->trace, m_shown->place.attention).tokens.size()) : 0;
    const int height = std::min(m_room, int(std::ceil(DerivativeFigure::wantedHeight(queries) * m_theme->scale())));
    const bool hasPicture = m_derivative && m_effect.reaches && height >= cellEffectPaneSmallestPicture;
    if (hasPicture)
        m_view->setFixedHeight(height);
    m_view->setVisible(hasPicture);
    m_scores->setEnabled(hasPicture);
    m_weights->setEnabled(hasPicture);
}

void CellEffectPane::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (const auto *panel = panelOf(this))
        connect(panel, &Panel::cameToFront, this, &CellEffectPane::refresh, Qt::UniqueConnection);
    refresh();
}

void CellEffectPane::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    refresh();
}

void CellEffectPane::pointAt(QPointF point, QPoint globalPosition)
{
    const auto *figure = static_cast<const DerivativeFigure *>(m_view->figure());
    const auto pair = figure ? figure->hit(point) : std::nullopt;
    if (!pair) {
        leave();
        return;
    }
    const QString text = pairEffectText(*m_shown->model, *m_shown->trace, within(), *m_derivative, pair->first,
                                        pair->second, m_document->look().stepView().digits);
    m_view->canvas()->setCursor(Qt::PointingHandCursor);
    m_document->look().setPointed({{}, {{pair->first, pair->second}}});
    QToolTip::showText(globalPosition, text, m_view->canvas());
}

void CellEffectPane::leave()
{
    m_view->canvas()->unsetCursor();
    m_document->look().setPointed({});
    QToolTip::hideText();
}

void CellEffectPane::click(QPointF point)
{
    const auto *figure = static_cast<const DerivativeFigure *>(m_view->figure());
    if (const auto pair = figure ? figure->hit(point) : std::nullopt)
        m_document->look().setSelection(pinnedPair(m_document->look().selection(), pair->first, pair->second));
}

void CellEffectPane::moveTo(int query, int key)
{
    const auto queries = int(m_derivative->scores.rows());
    const auto keys = int(m_derivative->scores.cols());
    m_document->look().setSelection(
        focusedOnPair(m_document->look().selection(), std::clamp(query, 0, queries - 1), std::clamp(key, 0, keys - 1)));
}

void CellEffectPane::keyPressed(QKeyEvent *event)
{
    if (!m_derivative)
        return;
    event->accept();
    switch (event->key()) {
    case Qt::Key_Left:
        return moveTo(m_effect.query, m_effect.key - 1);
    case Qt::Key_Right:
        return moveTo(m_effect.query, m_effect.key + 1);
    case Qt::Key_Up:
        return moveTo(m_effect.query - 1, m_effect.key);
    case Qt::Key_Down:
        return moveTo(m_effect.query + 1, m_effect.key);
    case Qt::Key_Home:
        return moveTo(m_effect.query, 0);
    case Qt::Key_End:
        return moveTo(m_effect.query, int(m_derivative->scores.cols()) - 1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        return m_document->look().setSelection(
            pinnedPair(m_document->look().selection(), m_effect.query, m_effect.key));
    case Qt::Key_Escape:
        return m_document->look().setSelection(cleared(m_document->look().selection()));
    default:
        event->ignore();
    }
}

} // namespace regard
