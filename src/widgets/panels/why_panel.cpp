#include "widgets/panels/why_panel.h"

#include <utility>

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include "figures/why/why_figure.h"
#include "views/steps/step_walk.h"
#include "views/table/view_table.h"
#include "views/text/panel_title.h"
#include "views/text/shown_text.h"
#include "views/tokens/token_focus.h"
#include "views/why/why_maker.h"
#include "widgets/parts/elided_label.h"
#include "widgets/parts/figure_view.h"
#include "widgets/parts/label_place.h"
#include "widgets/parts/spoken_name.h"

namespace regard {

namespace {

bool hasToken(const ShownState &state)
{
    return state.selection.query >= 0 || state.selection.key >= 0;
}

} // namespace

WhyPanel::WhyPanel(Document *document, AppTheme *theme, QWidget *parent)
    : Panel(panelTitle(PanelId::Why), parent), m_document(document), m_theme(theme),
      m_view(new FigureView(theme, this)), m_question(new ElidedLabel(this)), m_steps(new QPushButton(this))
{
    buildTitle();
    m_view->canvas()->setAccessibleName(tr("Why one token looks at another"));
    m_view->setMaker([this](QSizeF space) -> std::unique_ptr<Figure> {
        if (m_data.title.isEmpty())
            return nullptr;
        WhyData untitled = m_data; // the panel's own line has the question
        untitled.title.clear();
        return std::make_unique<WhyFigure>(untitled, space, m_theme->theme());
    });
    content()->addWidget(m_view, 1);
    showBusySignOf(document);
    connect(document, &Document::inputErrorChanged, this, [this] {
        if (!m_document->result().trace)
            refresh();
    });
    connect(document, &Document::shownChanged, this, &WhyPanel::refresh);
    connect(&document->look(), &Look::stepViewChanged, this, &WhyPanel::refresh);
    connect(theme, &AppTheme::changed, this, &WhyPanel::refresh);
    refresh();
}

/// The question takes the title's place.
void WhyPanel::buildTitle()
{
    setTitle({});
    setAccessibleName(panelTitle(PanelId::Why));
    m_question->setObjectName(QStringLiteral("panelTitle"));
    titleRow()->insertWidget(1, new LabelPlace(m_question, this), 2);
    m_steps->setObjectName(QStringLiteral("link"));
    m_steps->setText(tr("Steps ▸"));
    m_steps->setCursor(Qt::PointingHandCursor);
    nameButton(m_steps, tr("The steps that make this score"));
    m_steps->setToolTip(tr("Shows every number of this score among the steps"));
    titleRow()->addWidget(m_steps);
    connect(m_steps, &QPushButton::clicked, this, &WhyPanel::showSteps);
}

ViewOptions WhyPanel::viewOptions() const
{
    return {.steps = stepChoice(m_document->look().stepView())};
}

QString WhyPanel::question() const
{
    return m_data.title;
}

void WhyPanel::refresh()
{
    if (!m_document->hasModel()) { // the question before would stay in the title
        m_data = {};
        m_question->setText(panelTitle(PanelId::Why));
        m_question->setToolTip({});
        m_steps->hide();
        m_view->refresh();
        m_stale = true;
        return;
    }
    if (!isSeen(this)) {
        m_stale = true;
        return;
    }
    m_stale = false;
    const ShownState &state = m_document->shown().tokens;
    MadeWhy made;
    if (state.hasResult() && hasToken(state))
        made = madeWhy(state, m_document->matrices().dimensions(), viewOptions().steps);
    m_data = std::move(made.data);
    const bool hasAnswer = !m_data.title.isEmpty();
    m_question->setText(hasAnswer ? m_data.title : panelTitle(PanelId::Why));
    m_question->setToolTip(m_data.title);
    setCaption(m_data.place);
    m_steps->setVisible(hasAnswer);
    m_view->setMessage(hasAnswer ? QString() : made.message.isEmpty() ? whyNone() : made.message);
    const QString whole = hasAnswer ? whyText(m_data) : QString();
    m_view->canvas()->setAccessibleDescription(whole);
    // A low panel leaves out what made q and k.
    m_view->canvas()->setToolTip(whole);
    m_view->refresh();
}

QString WhyPanel::whyNone() const
{
    if (m_document->sentences().tokens().tokens.empty())
        return tr("Type a sentence first.");
    if (m_document->shown().tokens.hasResult())
        return tr("Click a token or a cell to see where its weight comes from.");
    return whyNoAttention(*m_document);
}

/// The pair is pinned, so that it stays while the mouse goes there.
void WhyPanel::showSteps()
{
    if (m_data.title.isEmpty())
        return;
    Selection selection = focusedOnPair(m_document->shown().tokens.asked, m_data.query, m_data.key);
    selection.pinnedQueries = {m_data.query};
    selection.pinnedKeys = {m_data.key};
    m_document->setUngroupedSelection(selection);
    StepView view = m_document->look().stepView();
    view.kind = StepKind::Score;
    view.showsAll = false;
    m_document->look().setStepView(view);
    emit stepsAsked();
}

void WhyPanel::showEvent(QShowEvent *event)
{
    Panel::showEvent(event);
    if (m_stale)
        refresh();
}

std::unique_ptr<Figure> WhyPanel::figure(QSizeF size) const
{
    return figure(size, m_theme->theme());
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
