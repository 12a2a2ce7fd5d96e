#include "views/why/panel/why_panel.h"

#include <algorithm>
#include <utility>

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPushButton>
#include <QRegularExpression>
#include <QTextDocumentFragment>
#include <QVBoxLayout>

#include "controls/elided_label.h"
#include "controls/figure_view.h"
#include "controls/label_place.h"
#include "controls/spoken_name.h"
#include "controls/weight_field.h"
#include "document/sentence/side.h"
#include "draw/even_number.h"
#include "engine/model/attention_place.h"
#include "views/base/panel_title.h"
#include "views/base/shown_text.h"
#include "views/base/token_focus.h"
#include "views/base/token_names.h"
#include "views/base/view_title.h"
#include "views/find/find_ranking.h"
#include "views/steps/step_layout.h"
#include "views/steps/step_walk.h"
#include "views/table/view_table.h"
#include "views/why/panel/cell_field.h"
#include "views/why/why_change.h"
#include "views/why/why_maker.h"
#include "views/why/why_strip_figure.h"

namespace regard {

namespace {

constexpr int lowestOfTwoLines = 78; // the heading, and the cell's two rows below it
constexpr int highPlay = 44;
constexpr int leastNote = 240; // its width
constexpr int roomyFrom = 100; // the height from which margins are wide

bool hasToken(const ShownState &state)
{
    return state.selection.query >= 0 || state.selection.key >= 0;
}

QString keyOf(const ShownState &state, int key)
{
    return shortName(tokenNames(labelsOf(keysOf(*state.trace(), state.selection.attention))).at(key));
}

QString queryOf(const ShownState &state, int query)
{
    return shortName(tokenNames(labelsOf(queriesOf(*state.trace(), state.selection.attention))).at(query));
}

} // namespace

WhyPanel::WhyPanel(Document *document, AppTheme *theme, QWidget *parent)
    : Panel(panelTitle(PanelId::Why), parent), m_document(document), m_theme(theme), m_upper(new QHBoxLayout),
      m_lower(new QHBoxLayout), m_question(new ElidedLabel(this)),
      m_remark(new ElidedLabel(this, ElidedLabel::Cut::Vanishes)), m_view(new FigureView(theme, this)),
      m_line(new QFrame(this)), m_cellBox(new QWidget(this)), m_cellLabel(new QLabel(m_cellBox)),
      m_field(new CellField(m_cellBox)), m_try(new QPushButton(m_cellBox)), m_noteLabel(new QLabel(this)),
      m_undo(new QPushButton(this)), m_play(new QPushButton(this))
{
    build();
    connect(document, &Document::inputErrorChanged, this, [this] {
        if (!m_document->result().trace)
            refresh();
    });
    connect(document, &Document::shownChanged, this, &WhyPanel::refresh);
    connect(document, &Document::loaded, this, [this] {
        m_own.clear();
        m_seen = m_seenBefore = {};
        rememberCell();
    });
    connect(&document->look(), &Look::cellChanged, this, &WhyPanel::rememberCell);
    connect(document->undoGroup(), &QUndoGroup::indexChanged, this, &WhyPanel::followUndo);
    connect(&document->look(), &Look::stepViewChanged, this, &WhyPanel::refresh);
    connect(theme, &AppTheme::changed, this, [this] {
        m_field->setScale(m_theme->scale());
        refresh(); // what was explained last may be of another document, while the strip is hidden
    });
    refresh();
}

void WhyPanel::build()
{
    setTitleRowShown(false);
    m_question->setObjectName(QStringLiteral("stripHeading"));
    m_question->setAccessibleName(panelTitle(PanelId::Why));
    m_remark->setObjectName(QStringLiteral("stripRemark"));
    m_remark->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_view->canvas()->setAccessibleName(tr("Why one token looks at another"));
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setMinimumHeight(1);
    m_view->setMaker([this](QSizeF space) -> std::unique_ptr<Figure> {
        return m_ways.empty() ? nullptr : std::make_unique<WhyStripFigure>(m_ways, space, m_theme->theme());
    });
    m_line->setObjectName(QStringLiteral("stripLine"));
    m_line->setFixedWidth(1);
    m_noteLabel->setObjectName(QStringLiteral("stripNote"));
    m_noteLabel->setTextFormat(Qt::PlainText);
    m_noteLabel->setWordWrap(true);
    m_noteLabel->setAccessibleName(tr("About this project"));
    m_noteLabel->hide();
    m_cellLabel->setObjectName(QStringLiteral("stripCell"));
    m_cellLabel->setTextFormat(Qt::RichText);
    m_field->setScale(m_theme->scale());
    m_try->setProperty("link", true);
    m_try->setObjectName(QStringLiteral("stripTry"));
    m_try->setCursor(Qt::PointingHandCursor);
    m_undo->setText(tr("↶ Undo"));
    nameButton(m_undo, tr("Undoes the change of the cell"));
    m_play->setObjectName(QStringLiteral("play"));
    m_play->setText(tr("▶ Play"));
    m_play->setToolTip(tr("Shows step by step how this weight comes about"));
    nameButton(m_play, tr("The calculation of this word, step by step"));

    auto *cell = new QVBoxLayout(m_cellBox);
    cell->setContentsMargins(0, 0, 0, 0);
    cell->setSpacing(2);
    auto *fieldRow = new QHBoxLayout;
    fieldRow->setSpacing(8);
    fieldRow->addWidget(m_field);
    fieldRow->addWidget(m_try);
    fieldRow->addStretch();
    cell->addStretch();
    cell->addWidget(m_cellLabel);
    cell->addLayout(fieldRow);
    cell->addStretch();

    m_upper->setSpacing(10);
    m_upper->addWidget(new LabelPlace(m_question, this));
    m_upper->addWidget(new LabelPlace(m_remark, this));
    m_lower->setSpacing(20);
    m_lower->addWidget(m_view);
    m_lower->addWidget(m_line);
    m_lower->addWidget(m_cellBox);
    m_lower->addStretch(1);
    m_lower->addWidget(m_noteLabel);
    m_lower->addWidget(m_undo, 0, Qt::AlignVCenter);
    m_lower->addWidget(m_play, 0, Qt::AlignVCenter);
    layout()->setSpacing(0);
    content()->setSpacing(0);
    content()->addLayout(m_upper);
    content()->addLayout(m_lower, 1);
    showBusySignOf(m_document);

    connect(m_play, &QPushButton::clicked, this, &WhyPanel::playAsked);
    connect(m_undo, &QPushButton::clicked, this, [this] { m_document->undoStack()->undo(); });
    const auto ask = [this](const QString &typed) {
        const auto *strip = dynamic_cast<const WhyStripFigure *>(m_view->figure());
        if (strip)
            askForWeight(m_document, m_view->toGlobal(strip->resultRect().bottomLeft()), m_view->canvas(), typed);
    };
    connect(m_view, &FigureView::keyPressed, this, [ask](QKeyEvent *event) {
        if (!isWeightKey(*event) && !beginsWeight(*event))
            return;
        event->accept();
        ask(isWeightKey(*event) ? QString() : event->text());
    });
    connect(m_view, &FigureView::clicked, this, [this, ask](QPointF point) {
        const auto *strip = dynamic_cast<const WhyStripFigure *>(m_view->figure());
        if (strip && strip->resultRect().contains(point))
            ask({});
    });
    connect(m_field, &CellField::asked, this, &WhyPanel::changeCell);
    connect(m_try, &QPushButton::clicked, this, [this] {
        if (m_cell)
            changeCell(double(m_cell->after));
    });
}

std::vector<WhyRun> WhyPanel::sentence()
{
    if (m_stale)
        explain();
    if (m_heading.isEmpty())
        return {};
    const bool isQuestion = m_heading == m_data.title;
    std::vector<WhyRun> runs{{isQuestion ? m_data.statement : m_heading, StepRole::Plain, WhyRun::Look::Result, true}};
    if (m_ways.empty())
        return runs;
    runs.back().text = tr("%1: ").arg(runs.back().text);
    const std::vector<WhyRun> calculation = whySentence(m_ways.front()); // the fullest way to say it
    runs.insert(runs.end(), calculation.begin(), calculation.end());
    return runs;
}

ViewOptions WhyPanel::viewOptions() const
{
    return {.steps = stepChoice(m_document->look().stepView())};
}

void WhyPanel::refresh()
{
    if (!isSeen(this)) {
        m_stale = true;
        return;
    }
    m_stale = false;
    if (const Result &result = m_document->result(); result != m_seen)
        m_seenBefore = std::exchange(m_seen, result);
    explain();
    showCell();
    if (m_document->undoStack()->index() > 0 || clicked() != m_noteSeen)
        m_note.clear();
    m_undo->setVisible(series() != nullptr);
    m_play->setVisible(!m_ways.empty() && !m_document->shown().tokens.difference());
    const QString whole = m_data.title.isEmpty() ? QString() : whyText(m_data);
    m_view->canvas()->setAccessibleDescription(whole);
    m_view->canvas()->setToolTip(whole);
    arrange();
    m_view->refresh();
}

/// Chooses what there is to say.
void WhyPanel::explain()
{
    m_data = {};
    m_ways.clear();
    m_cell.reset();
    const ShownState &state = m_document->shown().tokens;
    if (!state.hasResult())
        return show({}, whyNone());
    Selection head = state.asked;
    head.summary = Summary::None;
    if (const QString sentence = missingHeadText(state.with(head)); !sentence.isEmpty())
        return show({}, sentence);
    if (state.difference())
        return explainChange(state);
    if (!state.isComputed())
        return explainGiven(state);
    if (isAbout(state, series()))
        return explainEdit(state, *series());
    explainPair(state);
}

const Matrix *WhyPanel::weightsIn(const Result &result, const Selection &within)
{
    if (!result.trace)
        return nullptr;
    const int block = blockIndex(result.model->config, within.attention, within.layer);
    const auto &blocks = result.trace->blocks;
    if (block < 0 || block >= int(blocks.size()) || within.head >= int(blocks[std::size_t(block)]->heads.size()))
        return nullptr;
    return &blocks[std::size_t(block)]->heads[std::size_t(within.head)].weights;
}

/// The strongest link where nothing is in focus.
void WhyPanel::explainPair(ShownState state)
{
    if (const Matrix *weights = weightsOf(state))
        state.selection = withLinkInFocus(state, *weights);
    MadeWhy made = madeWhy(state, m_document->matrices().shownDimensions(), viewOptions().steps);
    m_data = std::move(made.data);
    if (m_data.title.isEmpty())
        return show({}, made.message.isEmpty() ? whyNone() : made.message);
    m_ways = whyStrips(m_data);
    show(m_data.title, whyRemark(m_data, !m_document->checkpoint()));
    findCell(state);
}

/// The cell to change is one of the present model.
void WhyPanel::findCell(const ShownState &state)
{
    const bool followsScores = m_data.made != WhyWeight::ByHand;
    if (state.compared == Compared::Now && followsScores && m_document->inputError().isEmpty() &&
        isCellTryQuick(*m_document))
        m_cell = cellTry(*m_document, AttentionLink{m_data.query, m_data.key});
}

/// After an edit: the key that the query now looks at, and what its weight was before.
void WhyPanel::explainEdit(const ShownState &state, const Series &series)
{
    const Matrix &weights = *weightsOf(state);
    const Matrix &before = *weightsIn(series.before, series.head);
    Eigen::Index query = series.head.query;
    if (query < 0)
        (weights - before).cwiseAbs().rowwise().maxCoeff().maxCoeff(&query);
    Eigen::Index key = 0;
    Eigen::Index keyBefore = 0;
    weights.row(query).maxCoeff(&key);
    before.row(query).maxCoeff(&keyBefore);
    ShownState pair = state;
    pair.selection.query = int(query);
    pair.selection.key = int(key);
    m_data = madeWhy(pair, m_document->matrices().shownDimensions(), viewOptions().steps).data;
    m_ways = whyStrips(m_data, double(before(query, key)));
    show(looksAtText(queryOf(state, int(query)), keyOf(state, int(key)), keyBefore == key),
         whyRemark(m_data, !m_document->checkpoint()));
    const Weight matrix = m_document->matrices().matrix(series.cell.matrix);
    if (matrix)
        m_cell = CellTry{series.cell, matrix(series.cell.row, series.cell.column), series.value, int(query), int(key)};
}

void WhyPanel::explainChange(const ShownState &state)
{
    WhyChange change = whyChange(state);
    m_ways = {std::move(change.strip)};
    show(change.heading, {});
}

/// A file of attention has the weights alone.
void WhyPanel::explainGiven(const ShownState &state)
{
    const Matrix *weights = weightsOf(state);
    if (!weights || weights->size() == 0)
        return show({}, whyNone());
    ShownState focused = state;
    focused.selection = withLinkInFocus(state, *weights);
    const TokenPair link = whyPair(focused);
    m_ways = {{{{{{tr("weight"), StepRole::Plain, WhyRun::Look::Muted}},
                 {{shortWeight(double((*weights)(link.query, link.key))), StepRole::Score, WhyRun::Look::Result}}}},
               false}};
    show(tr("“%1” looks at “%2”").arg(queryOf(state, link.query), keyOf(state, link.key)),
         tr("A file of attention has weights alone: nothing to calculate them from."));
}

void WhyPanel::show(const QString &heading, const QString &remark)
{
    m_heading = heading;
    m_remarkText = remark;
    // A sentence alone stands where the heading does.
    m_question->setText(heading.isEmpty() ? remark : heading);
    m_question->setToolTip(m_question->text());
    m_remark->setText(heading.isEmpty() ? QString() : remark);
    m_remark->setToolTip(m_remark->text());
}

void WhyPanel::showCell()
{
    if (!m_cell)
        return;
    const bool isEdit = series() && m_cell->cell == series()->cell;
    const QString name = cellName(*m_document, m_cell->cell);
    const QString value = cellValue(m_cell->before);
    const auto isIt = [&](const WhySide &side) {
        return side.terms.size() == 1 && side.others == 0 && side.terms.front().input == 1;
    };
    const bool isQ = !isEdit && !m_data.parts.empty() && isIt(m_data.parts.front().ofQuery) &&
                     m_cell->before == float(m_data.parts.front().q);
    const QColor color = isQ ? stepRoleColor(m_theme->theme(), StepRole::Query) : m_theme->theme().text;
    const QString colored = QStringLiteral("<span style=\"color:%1\">%2</span>").arg(color.name(), value);
    m_cellLabel->setText(isEdit ? tr("%1, before: %2").arg(cellNameHtml(name), cellValue(series()->value))
                         : isQ  ? tr("The %1 is %2. Change it:").arg(colored, cellNameHtml(name))
                                : tr("%1 is %2. Change it:").arg(cellNameHtml(name), colored));
    m_field->setValue(double(m_cell->before));
    m_field->setName(name);
    m_try->setVisible(!isEdit);
    m_try->setText(tr("Try %1").arg(cellValue(m_cell->after)));
    nameButton(m_try, tr("Changes %1 so that the link can be seen to change").arg(name));
    m_cellBox->updateGeometry();
}

QString WhyPanel::cellText() const
{
    return m_cellBox->isHidden() ? QString() : QTextDocumentFragment::fromHtml(m_cellLabel->text()).toPlainText();
}

/// One line where the strip is low; what has no room beside the calculation is left out, the cell first.
void WhyPanel::arrange()
{
    const double scale = m_theme->scale();
    m_isLow = height() < qRound(lowestOfTwoLines * scale);
    const bool isRoomy = height() >= qRound(roomyFrom * scale);
    const int upright = qRound((isRoomy ? 10 : m_isLow ? 5 : 4) * scale);
    layout()->setContentsMargins(qRound(18 * scale), upright, qRound(16 * scale), upright);
    const bool isApart = m_upper->indexOf(m_question->parentWidget()) >= 0;
    if (m_isLow && isApart) {
        m_upper->removeWidget(m_question->parentWidget());
        m_lower->insertWidget(0, m_question->parentWidget());
    } else if (!m_isLow && !isApart) {
        m_lower->removeWidget(m_question->parentWidget());
        m_upper->insertWidget(0, m_question->parentWidget());
    }
    // The heading is whole before the remark has room.
    if (!m_isLow) {
        const int whole = width() - layout()->contentsMargins().left() - layout()->contentsMargins().right();
        const int heading = std::min(whole, m_question->fontMetrics().horizontalAdvance(m_question->text()) + 8);
        m_upper->setStretch(0, std::max(1, heading));
        m_upper->setStretch(1, std::max(1, whole - heading));
    }
    m_remark->setVisible(!m_isLow);
    m_view->setVisible(!m_ways.empty());

    const QMargins margins = layout()->contentsMargins();
    const int gap = m_lower->spacing();
    int room = width() - margins.left() - margins.right();
    for (const QPushButton *button : {m_undo, m_play})
        if (!button->isHidden())
            room -= button->sizeHint().width() + gap;
    const int heading = m_isLow ? std::min(m_question->sizeHint().width(), room / 2) : 0; // beside the calculation
    QWidget *place = m_question->parentWidget();
    place->setSizePolicy(m_isLow ? QSizePolicy::Preferred : QSizePolicy::Ignored, QSizePolicy::Preferred);
    place->setMinimumWidth(std::max(0, heading)); // hidden, it may have less than none
    place->setMaximumWidth(m_isLow ? std::max(0, heading) : QWIDGETSIZE_MAX);
    room -= heading > 0 ? heading + gap : 0;
    const double high = (height() - 2 * upright - (m_isLow ? 0 : 24 * scale)) / scale;
    const auto widthOf = [&](const std::vector<WhyStrip> &ways) {
        return ways.empty() ? 0 : qRound(WhyStripFigure::naturalWidth(ways.front(), high) * scale) + 2;
    };
    int wide = widthOf(m_ways);
    const auto fits = [&](int calculation) {
        return calculation + 2 * gap + m_cellBox->sizeHint().width() + gap <= room;
    };
    const bool hasCell = m_cell && !m_isLow && fits(wide);
    // The cell's buttons stay under the pointer when the weight from before, or a wider number, joins the calculation.
    const bool isSameCell = hasCell && m_widestFor == m_cell->cell;
    m_widest = hasCell ? std::max({wide, widthOf(whyStrips(m_data, m_data.weight)), isSameCell ? m_widest : 0}) : 0;
    m_widestFor = hasCell ? m_cell->cell : CellRef{};
    if (hasCell && fits(m_widest))
        wide = m_widest;
    m_line->setVisible(hasCell);
    m_cellBox->setVisible(hasCell);
    m_view->setFixedWidth(std::clamp(wide, 1, std::max(1, room - gap)));
    m_play->setMinimumHeight(isRoomy ? qRound(highPlay * scale) : 0);
    const int taken = wide + gap + (hasCell ? m_line->width() + 2 * gap + m_cellBox->sizeHint().width() : 0);
    fitNote(m_isLow ? 0 : room - taken, int(high * scale));
    // So that the calculation is made for the room that it gets.
    layout()->activate();
    content()->activate();
}

/// What was clicked, not what is pointed at.
Selection WhyPanel::clicked() const
{
    Selection selection = m_document->look().selection();
    selection.query = selection.key = -1;
    return selection;
}

void WhyPanel::setNote(const QString &note)
{
    m_note = note;
    m_noteSeen = clicked();
    arrange();
}

QString WhyPanel::shownNote() const
{
    return m_noteLabel->isVisible() ? m_noteLabel->text() : QString();
}

/// As many sentences as fit.
void WhyPanel::fitNote(int room, int height)
{
    static const QRegularExpression end(QStringLiteral("[.!?](?= )|[。！？]"));
    m_noteLabel->ensurePolished(); // its type decides
    QString fitting;
    for (auto ends = end.globalMatch(m_note); ends.hasNext() || fitting.size() < m_note.size();) {
        const QString tried = ends.hasNext() ? m_note.left(ends.next().capturedEnd()) : m_note;
        m_noteLabel->setText(tried);
        if (room < qRound(leastNote * m_theme->scale()) || m_noteLabel->heightForWidth(room) > height)
            break;
        fitting = tried;
    }
    m_noteLabel->setText(fitting);
    m_noteLabel->setFixedWidth(std::max(1, room));
    m_noteLabel->setVisible(!fitting.isEmpty());
    sayWhetherWhole();
}

void WhyPanel::sayWhetherWhole()
{
    const bool isWhole = !m_note.isEmpty() && shownNote() == m_note;
    if (std::exchange(m_isNoteWhole, isWhole) != isWhole)
        emit noteShown(isWhole);
}

void WhyPanel::hideEvent(QHideEvent *event)
{
    Panel::hideEvent(event);
    sayWhetherWhole();
}

QString WhyPanel::whyNone() const
{
    if (m_document->sentences().tokens().tokens.empty())
        return tr("Type a sentence first.");
    if (m_document->shown().tokens.hasResult())
        return tr("Click a token or a cell to see where its weight comes from.");
    return whyNoAttention(*m_document);
}

/// The query stays in focus, so that its change is seen, and the weights show the cell.
void WhyPanel::changeCell(double value)
{
    const ShownState &state = m_document->shown().tokens;
    const Matrix *weights = state.hasResult() ? weightsOf(state) : nullptr;
    if (!m_cell || !weights || float(value) == m_cell->before)
        return;
    const CellTry change = *m_cell;
    Series edited{change.cell, change.before, state.selection, state.result};
    if (isAbout(state, series()) && series()->cell == change.cell)
        edited = *series();
    else
        edited.head.query = change.query;
    Selection selection = m_document->look().selection();
    selection.query = change.query;
    if (std::find(selection.pinnedQueries.begin(), selection.pinnedQueries.end(), change.query) ==
        selection.pinnedQueries.end())
        selection.pinnedQueries.push_back(change.query);
    selection.part = Part::Attention;
    m_document->look().setSelection(selection);
    const CellRef &cell = change.cell;
    m_document->look().setCell(cell);
    m_document->asOneStep(tr("change a cell"),
                          [&] { m_document->matrices().editCell(cell.matrix, cell.row, cell.column, float(value)); });
    if (series()) // as followUndo() took it
        m_own.back().series = std::move(edited);
    refresh();
}

const WhyPanel::Series *WhyPanel::series() const
{
    const QUndoStack *stack = m_document->undoStack();
    const bool isLast = !m_own.empty() && stack->index() == m_own.back().place &&
                        stack->command(stack->index() - 1) == m_own.back().command;
    return isLast ? &m_own.back().series : nullptr;
}

/// Steps that were undone, or that others took the place of, are no longer this strip's.
void WhyPanel::followUndo()
{
    if (m_document->hasAside())
        return;
    const QUndoStack *stack = m_document->undoStack();
    std::erase_if(m_own, [stack](const OwnStep &step) {
        return step.place > stack->index() || stack->command(step.place - 1) != step.command;
    });
    if (!isSeen(this)) // what it saw last may be older than the step before
        m_seen = m_seenBefore = {};
    const bool isNew =
        stack->index() == stack->count() && stack->index() > 0 && !series() && !m_seenCell.matrix.empty();
    const Weight matrix = isNew ? m_document->matrices().matrix(m_seenCell.matrix) : nullptr;
    const Result &before = m_seen.model == m_document->matrices().model() ? m_seenBefore : m_seen;
    if (matrix && m_seenCell.row < matrix.rows() && m_seenCell.column < matrix.cols() &&
        matrix(m_seenCell.row, m_seenCell.column) != m_seenValue && before.trace) {
        const Selection &head = m_document->look().selection();
        m_own.push_back({stack->index(), stack->command(stack->index() - 1), {m_seenCell, m_seenValue, head, before}});
    }
    rememberCell();
    refresh();
}

void WhyPanel::rememberCell()
{
    m_seenCell = m_document->look().cell();
    const bool isChosen = m_document->matrices().model() && !m_seenCell.matrix.empty();
    const Weight matrix = isChosen ? m_document->matrices().matrix(m_seenCell.matrix) : nullptr;
    const bool exists = matrix && m_seenCell.row < matrix.rows() && m_seenCell.column < matrix.cols();
    m_seenValue = exists ? matrix(m_seenCell.row, m_seenCell.column) : 0;
}

/// Whether the head and the query in view are those of the last edit, and the result has it.
bool WhyPanel::isAbout(const ShownState &state, const Series *series) const
{
    if (!series || state.compared != Compared::Now || m_document->result().model != m_document->matrices().model())
        return false;
    const Selection &within = state.selection;
    const Selection &head = series->head;
    const Matrix *weights = weightsOf(state);
    const Matrix *before = weightsIn(series->before, head);
    return within.attention == head.attention && within.layer == head.layer && within.head == head.head &&
           (within.query == head.query || within.query < 0 || head.query < 0) && weights && before &&
           head.query < weights->rows() && weights->rows() == before->rows() && weights->cols() == before->cols();
}

void WhyPanel::showEvent(QShowEvent *event)
{
    Panel::showEvent(event);
    if (m_stale)
        refresh();
    arrange(); // its labels may have got their type since it was last laid out
    sayWhetherWhole();
}

void WhyPanel::resizeEvent(QResizeEvent *event)
{
    Panel::resizeEvent(event);
    arrange();
}

std::unique_ptr<Figure> WhyPanel::figure(QSizeF size, const Theme &theme) const
{
    const ShownState &state = m_document->shown().tokens;
    return state.hasResult() && hasToken(state) ? shownFigure(ViewId::Why, *m_document, viewOptions(), size, theme)
                                                : nullptr;
}

QSizeF WhyPanel::figureSize() const
{
    return m_view->figureSize();
}

} // namespace regard
