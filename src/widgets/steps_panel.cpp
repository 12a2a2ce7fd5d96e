#include "widgets/steps_panel.h"

#include <algorithm>

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>

#include "figures/step_text.h"
#include "figures/steps_figure.h"
#include "widgets/figure_view.h"
#include "widgets/flow_layout.h"
#include "widgets/plain_tool_tip.h"
#include "widgets/token_focus.h"

namespace regard {

namespace {

constexpr int chipGap = 4;
constexpr int besideChips = 170; // kept for title and caption

QToolButton *newButton(const QString &text, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setText(text);
    button->setProperty("chip", true);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

/// As narrow as a short text needs.
void setShort(QToolButton *button, const QString &text)
{
    button->setText(text);
    button->setMaximumWidth(button->fontMetrics().horizontalAdvance(text) + 20);
}

} // namespace

StepsPanel::StepsPanel(Document *document, AppTheme *theme, QWidget *parent)
    : Panel(tr("Steps"), parent), m_document(document), m_theme(theme), m_view(new FigureView(theme, this)),
      m_controls(new QWidget(this))
{
    buildControls();
    m_view->canvas()->setAccessibleName(tr("The steps that lead to one weight"));
    m_view->setMaker([this](QSizeF space) -> std::unique_ptr<Figure> {
        if (m_data.steps.empty())
            return nullptr;
        return std::make_unique<StepsFigure>(m_data, showsAll() ? StepsFigure::allSteps : position(), space,
                                             m_theme->theme());
    });
    content()->addWidget(m_view, 1);
    showBusySignOf(document);
    connect(m_view, &FigureView::hovered, this, &StepsPanel::pointAt);
    connect(m_view, &FigureView::clicked, this, [this](QPointF point) { click(point); });
    connect(m_view, &FigureView::keyPressed, this, &StepsPanel::keyPressed);
    connect(m_view, &FigureView::left, this, [] { QToolTip::hideText(); });
    connect(document, &Document::loaded, this, [this] {
        m_component = -1;
        refresh();
    });
    connect(document, &Document::inputErrorChanged, this, [this] {
        if (!m_document->result().trace)
            refresh();
    });
    connect(document, &Document::resultChanged, this, &StepsPanel::refresh);
    connect(document, &Document::selectionChanged, this, &StepsPanel::refresh);
    connect(theme, &AppTheme::changed, this, &StepsPanel::refresh);
    refresh();
}

void StepsPanel::buildControls()
{
    m_controls->setLayout(new FlowLayout(m_controls, chipGap));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    m_controls->setSizePolicy(policy);
    m_controls->setAccessibleName(tr("Which step is shown"));
    m_back = newButton(QStringLiteral("◀"), m_controls);
    m_forth = newButton(QStringLiteral("▶"), m_controls);
    m_all = newButton(tr("all"), m_controls);
    m_all->setCheckable(true);
    m_back->setAccessibleName(tr("Step before"));
    m_forth->setAccessibleName(tr("Next step"));
    m_all->setAccessibleName(tr("All steps below each other"));
    m_back->setToolTip(tr("The step before (←)"));
    m_forth->setToolTip(tr("The next step (→)"));
    m_all->setToolTip(tr("All steps below each other (A)"));
    m_matrix = newButton(tr("matrix"), m_controls);
    m_matrix->setCheckable(true);
    m_matrix->setAccessibleName(tr("Matrix form"));
    m_matrix->setToolTip(tr("Whole matrices, with the row and column in focus marked (M)"));
    for (QToolButton *button : {m_back, m_forth})
        setShort(button, button->text());
    for (QToolButton *button : {m_back, m_forth, m_all, m_matrix})
        m_controls->layout()->addWidget(button);
    titleRow()->insertWidget(1, m_controls);
    connect(m_back, &QToolButton::clicked, this, [this] { go(position() - 1); });
    connect(m_forth, &QToolButton::clicked, this, [this] { go(position() + 1); });
    connect(m_all, &QToolButton::toggled, this, &StepsPanel::refresh);
    connect(m_matrix, &QToolButton::toggled, this, &StepsPanel::refresh);
}

bool StepsPanel::showsAll() const
{
    return m_all->isChecked();
}

StepChoice StepsPanel::choice() const
{
    StepChoice choice{m_component, m_matrix->isChecked(), {}};
    if (!showsAll())
        choice.only = m_kind; // the others' matrices would be computed for nothing
    return choice;
}

QString StepsPanel::emptyMessage() const
{
    if (m_document->tokens().tokens.empty())
        return tr("Type a sentence to see its steps.");
    if (m_document->result().trace)
        return tr("This model has no attention whose steps could be shown.");
    return m_document->inputError();
}

void StepsPanel::refresh()
{
    if (!isVisible()) {
        m_stale = true;
        return;
    }
    m_stale = false;
    const Result &result = m_document->result();
    m_data = {};
    if (result.trace && !result.trace->blocks.empty())
        m_data = stepsData(*result.model, result.trace, m_document->selection(), m_document->dimensions(), choice());
    m_view->setMessage(m_data.steps.empty() ? emptyMessage() : QString());
    QString caption = m_data.title;
    if (!m_data.isChosen)
        caption = m_document->selection().query < 0 ? tr("nothing in focus: %1, its strongest key").arg(caption)
                                                    : tr("%1, its strongest key").arg(caption);
    setCaption(caption);
    showChips();
    describe();
    m_view->refresh();
}

void StepsPanel::describe()
{
    QStringList lines(m_data.title);
    if (!m_data.steps.empty() && !showsAll()) {
        const Step &step = m_data.steps[static_cast<std::size_t>(position())];
        lines.push_back(step.heading);
        for (const StepEquation &equation : step.equations)
            lines.push_back(equationText(equation));
        lines += step.notes;
    }
    m_view->canvas()->setAccessibleDescription(lines.join(QLatin1Char('\n')));
}

/// One chip a stage; those that are there stay, so that one in keyboard focus keeps it.
void StepsPanel::showChips()
{
    while (m_chips.size() > m_data.steps.size()) {
        delete m_chips.back();
        m_chips.pop_back();
    }
    while (m_chips.size() < m_data.steps.size()) {
        const auto place = static_cast<int>(m_chips.size());
        QToolButton *chip = newButton({}, m_controls);
        chip->setCheckable(true);
        m_controls->layout()->addWidget(chip);
        m_chips.push_back(chip);
        connect(chip, &QToolButton::clicked, this, [this, place] { go(place); });
    }
    const int current = position();
    for (std::size_t i = 0; i < m_chips.size(); ++i) {
        const Step &step = m_data.steps[i];
        m_chips[i]->setChecked(static_cast<int>(i) == current);
        m_chips[i]->setToolTip(step.heading);
        m_chips[i]->setAccessibleName(tr("Step %1: %2").arg(i + 1).arg(step.title));
        m_chips[i]->setVisible(true);
    }
    const bool hasSteps = !m_chips.empty();
    m_back->setEnabled(hasSteps && current > 0);
    m_forth->setEnabled(hasSteps && current + 1 < static_cast<int>(m_chips.size()));
    m_all->setEnabled(hasSteps);
    m_matrix->setEnabled(hasSteps);
    nameChips();
}

/// Where the names of all chips don't fit beside the title, only the chosen one has its name.
void StepsPanel::nameChips()
{
    int needed = 0;
    for (const QToolButton *button : {m_back, m_forth, m_all, m_matrix})
        needed += button->sizeHint().width() + chipGap;
    const auto named = [this](std::size_t i) { return QStringLiteral("%1 %2").arg(i + 1).arg(m_data.steps[i].title); };
    for (std::size_t i = 0; i < m_chips.size(); ++i) {
        m_chips[i]->setText(named(i));
        m_chips[i]->setMaximumWidth(QWIDGETSIZE_MAX);
        needed += m_chips[i]->sizeHint().width() + chipGap;
    }
    if (needed <= width() - besideChips)
        return;
    for (std::size_t i = 0; i < m_chips.size(); ++i) {
        if (!m_chips[i]->isChecked())
            setShort(m_chips[i], QString::number(i + 1));
    }
}

void StepsPanel::showEvent(QShowEvent *event)
{
    Panel::showEvent(event);
    if (m_stale)
        refresh();
}

void StepsPanel::resizeEvent(QResizeEvent *event)
{
    Panel::resizeEvent(event);
    if (m_chips.size() == m_data.steps.size())
        nameChips();
}

/// The chosen stage; where the model has none of it, the one before.
int StepsPanel::position() const
{
    return m_data.positionOf(m_kind);
}

void StepsPanel::setStep(StepKind kind)
{
    for (std::size_t i = 0; i < m_data.steps.size(); ++i) {
        if (m_data.steps[i].kind == kind)
            go(static_cast<int>(i));
    }
}

void StepsPanel::go(int position)
{
    if (m_data.steps.empty())
        return;
    const int last = static_cast<int>(m_data.steps.size()) - 1;
    const int place = std::clamp(position, 0, last);
    m_kind = m_data.steps[static_cast<std::size_t>(place)].kind;
    m_component = -1; // another stage has another result
    refresh();
    if (showsAll() && shown())
        m_view->scrollTo(shown()->stepRect(place));
}

std::unique_ptr<Figure> StepsPanel::figure(QSizeF size) const
{
    return figure(size, m_theme->theme());
}

std::unique_ptr<Figure> StepsPanel::figure(QSizeF size, const Theme &theme) const
{
    const Result &result = m_document->result();
    if (!result.trace || result.trace->blocks.empty())
        return nullptr;
    StepsData data =
        stepsData(*result.model, result.trace, m_document->selection(), m_document->dimensions(), choice());
    if (showsAll())
        return StepsFigure::page(std::move(data), size, theme);
    const int place = data.positionOf(m_kind);
    return std::make_unique<StepsFigure>(std::move(data), place, size, theme);
}

QSizeF StepsPanel::figureSize() const
{
    return m_view->figureSize();
}

const StepsFigure *StepsPanel::shown() const
{
    return static_cast<const StepsFigure *>(m_view->figure());
}

void StepsPanel::pointAt(QPointF point, QPoint globalPosition)
{
    const auto hit = shown() ? shown()->hit(point) : std::nullopt;
    m_view->canvas()->setCursor(hit && (hit->key >= 0 || hit->component >= 0) ? Qt::PointingHandCursor
                                                                              : Qt::ArrowCursor);
    if (!hit) {
        QToolTip::hideText();
        return;
    }
    QString note = hit->note;
    if (hit->key >= 0)
        note += tr("; click selects this key");
    else if (hit->component >= 0)
        note += tr("; click spells it out");
    QToolTip::showText(globalPosition, plainToolTip(note), m_view->canvas());
}

void StepsPanel::click(QPointF point)
{
    const auto hit = shown() ? shown()->hit(point) : std::nullopt;
    if (!hit)
        return;
    if (hit->key >= 0)
        pin(hit->key);
    else if (hit->component >= 0)
        chooseComponent(hit->component);
}

void StepsPanel::chooseComponent(int component)
{
    m_component = std::max(0, component);
    refresh();
}

/// Pins the pair of that key and the query in view; a pair that is pinned stays so.
void StepsPanel::pin(int key)
{
    const Selection selection = m_document->selection();
    if (selection.pinnedQueries == std::vector<int>{m_data.query} && selection.pinnedKeys == std::vector<int>{key})
        m_document->setSelection(focusedOnPair(selection, m_data.query, key));
    else
        m_document->setSelection(pinnedPair(selection, m_data.query, key));
}

void StepsPanel::moveKey(int key)
{
    const Result &result = m_document->result();
    const auto keys = static_cast<int>(keysOf(*result.trace, m_document->selection().attention).tokens.size());
    m_document->setSelection(
        focusedOnPair(m_document->selection(), m_data.query, std::clamp(key, 0, std::max(0, keys - 1))));
}

void StepsPanel::keyPressed(QKeyEvent *event)
{
    if (m_data.steps.empty())
        return;
    const bool ofComponent = event->modifiers().testFlag(Qt::ControlModifier);
    event->accept();
    switch (event->key()) {
    case Qt::Key_Left:
        return ofComponent ? chooseComponent(m_component - 1) : go(position() - 1);
    case Qt::Key_Right:
        return ofComponent ? chooseComponent(std::max(0, m_component) + 1) : go(position() + 1);
    case Qt::Key_Home:
        return go(0);
    case Qt::Key_End:
        return go(static_cast<int>(m_data.steps.size()) - 1);
    case Qt::Key_Up:
        return moveKey(m_data.key - 1);
    case Qt::Key_Down:
        return moveKey(m_data.key + 1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        return pin(m_data.key);
    case Qt::Key_A:
        return m_all->toggle();
    case Qt::Key_M:
        return m_matrix->toggle();
    case Qt::Key_Escape:
        return m_document->setSelection(cleared(m_document->selection()));
    default:
        event->ignore();
    }
}

} // namespace regard
