#include "views/steps/panel/steps_panel.h"

#include <algorithm>

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QPainterPath>
#include <QScopedValueRollback>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>

#include "controls/figure_view.h"
#include "controls/menu_text.h"
#include "controls/segment_switch.h"
#include "engine/analysis/equal_weights.h"
#include "engine/model/attention_place.h"
#include "views/base/panel_title.h"
#include "views/base/shown_text.h"
#include "views/base/shown_tokens.h"
#include "views/base/token_focus.h"
#include "views/play/panel/play_bar.h"
#include "views/play/panel/play_view.h"
#include "views/play/play_text.h"
#include "views/steps/panel/step_view_menu.h"
#include "views/steps/panel/walk_bar.h"
#include "views/steps/step_comparison.h"
#include "views/steps/step_text.h"
#include "views/steps/steps_figure.h"
#include "views/table/view_table.h"

namespace regard {

namespace {

constexpr double mostGrowth = 2;
constexpr double stripsWidth = 620; ///< CSS pixels that strips and equations are set for at least, where they grow
} // namespace

StepsPanel::StepsPanel(Document *document, AppTheme *theme, QWidget *parent)
    : Panel(panelTitle(PanelId::Steps), parent), m_document(document), m_theme(theme),
      m_view(new FigureView(theme, this)), m_play(new PlayView(document, theme, this)),
      m_kinds(new SegmentSwitch(tr("How it is shown"), this)), m_stages(new SegmentSwitch(tr("Stage"), this)),
      m_viewMenu(new StepViewMenu(document, this)), m_walk(new WalkBar(this))
{
    m_walk->setObjectName(QStringLiteral("walkBar"));
    buildControls();
    m_view->canvas()->setAccessibleName(tr("The steps that lead to one weight"));
    m_view->setMaker([this](QSizeF space) -> std::unique_ptr<Figure> {
        if (m_data.steps.empty())
            return nullptr;
        auto figure = std::make_unique<StepsFigure>(m_data, showsAll() ? StepsFigure::allSteps : position(), space,
                                                    m_theme->theme());
        if (!showsAll())
            figure->setReveal(m_reveal);
        return figure;
    });
    connect(theme, &AppTheme::changed, this, [this] { m_walk->setExports(m_theme->scale() == 1); });
    // Matrices are as large as their numbers; strips keep to one size from stage to stage, that of the panel's width.
    // In a narrow panel, as beside a lesson, they are as large as they can be without losing numbers or names.
    m_view->setGrowth(mostGrowth, [](const Figure &plain, const Figure &enlarged) {
        const auto &small = static_cast<const StepsFigure &>(plain);
        const auto &large = static_cast<const StepsFigure &>(enlarged);
        if (!large.layout().matrices().empty())
            return large.hasMatricesOf(small);
        return large.size().width() >= stripsWidth || (small.size().width() < stripsWidth && large.hasStripsOf(small));
    });
    m_view->setOverlay([this](QPainter &painter) {
        painter.setPen(QPen(m_theme->theme().accent, 1.2));
        if (!m_pointedBox.isEmpty())
            painter.drawRoundedRect(m_pointedBox.adjusted(-1, -1, 1, 1), 2, 2);
    });
    connect(m_view, &FigureView::refreshed, this, [this] { m_pointedBox = {}; });
    content()->addWidget(m_view, 1);
    content()->addWidget(m_play, 1);
    m_play->hide();
    connect(m_play, &PlayView::keyPressed, this, &StepsPanel::keyPressed);
    connect(m_play, &PlayView::cardMoved, this, qOverload<>(&QWidget::update));
    content()->addWidget(m_walk);
    connectWalk();
    showBusySignOf(document);
    connect(m_view, &FigureView::hovered, this, &StepsPanel::pointAt);
    connect(m_view, &FigureView::clicked, this, [this](QPointF point) { click(point); });
    connect(m_view, &FigureView::keyPressed, this, &StepsPanel::keyPressed);
    connect(m_view, &FigureView::left, this, [this] {
        QToolTip::hideText();
        m_pointedBox = {};
        m_view->repaintOverlay();
        m_document->look().setPointed({});
    });
    connect(document, &Document::loaded, this, [this] {
        m_component = -1;
        m_shownView = m_document->look().stepView();
        m_scrollWaits = true;
    });
    connect(document, &Document::inputErrorChanged, this, [this] {
        if (!m_document->result().trace)
            refresh();
    });
    connect(document, &Document::shownChanged, this, &StepsPanel::refresh);
    connect(&document->look(), &Look::stepViewChanged, this, &StepsPanel::followView);
    connect(theme, &AppTheme::changed, this, &StepsPanel::refresh);
    refresh();
}

void StepsPanel::buildControls()
{
    const auto add = [this](const QString &text, const QString &name, const QString &toolTip, const char *object) {
        QToolButton *button = m_kinds->add(text, name, toolTip);
        button->setObjectName(QLatin1String(object));
        return button;
    };
    m_oneWord = add(tr("One word"), {}, tr("How one word comes to look at the others, in one picture that plays (W)"),
                    "oneWordButton");
    m_matrix = add(tr("Matrices"), tr("Matrix form"), tr("Whole matrices, with the row and column in focus marked (M)"),
                   "matrixButton");
    m_all = add(tr("All stages"), tr("All steps below each other"), tr("All steps below each other (A)"), "allButton");
    titleRow()->addWidget(m_kinds);
    controls()->addWidget(m_stages, 0, Qt::AlignLeft);
    m_viewMenu->setObjectName(QStringLiteral("stepView"));
    menu()->addMenu(m_viewMenu);
    m_exportPlay = menu()->addAction(tr("Export &play…"), this, &StepsPanel::walkExportAsked);
    m_exportPlay->setToolTip(tr("Saves it as a film, or each scene as a page or a picture"));
    connect(m_oneWord, &QToolButton::clicked, this, &StepsPanel::setShowsPlay);
    connect(m_stages, &SegmentSwitch::chosen, this, [this](int stage) {
        go(stage);
        showStages(); // where the stage stays
    });
    // From the play they lead to what they name.
    connect(m_all, &QToolButton::clicked, this, [this](bool on) {
        const bool wasPlay = m_showsPlay;
        setShowsPlay(false);
        setFlag(&StepView::showsAll, on || wasPlay);
    });
    connect(m_matrix, &QToolButton::clicked, this, [this](bool on) {
        StepView view = m_document->look().stepView();
        view.matrixForm = on || m_showsPlay;
        view.showsAll = false;
        setShowsPlay(false);
        m_document->look().setStepView(view);
    });
}

void StepsPanel::connectWalk()
{
    connect(m_walk, &WalkBar::frameChosen, this, &StepsPanel::showFrame);
    connect(m_walk, &WalkBar::scopeChosen, this, [this] {
        readWalk();
        m_view->refresh(); // a frame that was half revealed is whole now
    });
    connect(m_walk, &WalkBar::exportAsked, this, &StepsPanel::walkExportAsked);
    // What is explained must not change while it is being explained.
    connect(&m_document->matrices(), &Matrices::modelChanged, m_walk, &WalkBar::stop);
    connect(&m_document->sentences(), &Sentences::sourceChanged, m_walk, &WalkBar::stop);
    connect(&m_document->sentences(), &Sentences::targetChanged, m_walk, &WalkBar::stop);
    connect(m_document, &Document::loaded, m_walk, &WalkBar::stop);
    connect(&m_document->comparison(), &Comparison::comparedChanged, m_walk, &WalkBar::stop);
    connect(&m_document->look(), &Look::tokenViewChanged, m_walk, &WalkBar::stop);
}

/// The frames of what is in view now, and the panel's position among them.
void StepsPanel::readWalk()
{
    m_walk->setVisible(!m_data.steps.empty());
    if (m_isWalking)
        return;
    const ShownState &state = m_document->shown().tokens;
    m_frames.clear();
    if (!m_data.steps.empty())
        m_frames = walkFrames(state.model(), state.trace(), state.selection, m_walk->scope(), hiddenTokens(state));
    // A difference may have stages that the present state does not have.
    const auto stages = std::count_if(m_frames.begin(), m_frames.end(),
                                      [this](const WalkFrame &frame) { return frame.query == m_frames.front().query; });
    m_walk->setFrames(int(m_frames.size()), int(stages));
    if (m_frames.empty())
        return;
    const StepKind shownKind = m_data.steps[std::size_t(position())].kind;
    m_walk->setCurrent(std::max(0, positionOf(m_frames, {m_data.query, m_data.key, shownKind})));
    m_reveal = m_walk->reveal();
}

void StepsPanel::showFrame(int frame, double reveal)
{
    if (frame < 0 || frame >= int(m_frames.size()))
        return;
    const WalkFrame shown = m_frames[std::size_t(frame)];
    m_reveal = reveal;
    const QScopedValueRollback walking(m_isWalking, true);
    if (shown.query != m_data.query || shown.key != m_data.key || m_walk->scope() == WalkScope::EveryToken)
        m_document->setUngroupedSelection(withTokensOf(m_document->shown().tokens.asked, shown));
    StepView view = m_document->look().stepView();
    view.kind = shown.kind;
    if (view == m_document->look().stepView())
        m_view->refresh();
    m_document->look().setStepView(view);
}

WalkPages StepsPanel::walkPages() const
{
    const ShownState state = m_document->shown().tokens;
    WalkPages pages(state.result.model, state.trace(), state.selection, m_document->matrices().shownDimensions(),
                    m_document->look().stepView(), m_walk->scope(), hiddenTokens(state));
    if (state.compared == Compared::Pinned)
        pages.setState(state.pinnedName);
    return pages;
}

WalkSource StepsPanel::walkSource() const
{
    return m_showsPlay ? m_play->source() : sourceOf(walkPages());
}

void StepsPanel::setFlag(bool StepView::*flag, bool on)
{
    StepView view = m_document->look().stepView();
    view.*flag = on;
    m_document->look().setStepView(view);
}

/// Another stage has another result, so the component is reset.
void StepsPanel::followView()
{
    // Whoever names a stage, a page of a lesson as well, wants to see it.
    if (m_document->look().stepView() != m_shownView)
        m_showsPlay = false;
    const bool isOther = m_document->look().stepView().kind != m_shownView.kind;
    if (isOther)
        m_component = -1;
    m_shownView = m_document->look().stepView();
    m_document->look().setPointed({});
    QToolTip::hideText(); // it was about the stage before
    refresh();
    if (isOther || showsAll())
        showChosen();
}

bool StepsPanel::showsAll() const
{
    return m_document->look().stepView().showsAll;
}

StepChoice StepsPanel::choice() const
{
    const StepView &view = m_document->look().stepView();
    StepChoice choice;
    choice.component = m_component;
    choice.matrixForm = view.matrixForm;
    choice.columns = view.columns;
    choice.handDecimals = view.handDecimals;
    choice.digits = view.digits;
    if (!showsAll())
        choice.only = step(); // computing the others' matrices would be wasted
    return choice;
}

QString StepsPanel::emptyMessage() const
{
    if (!m_whyNone.isEmpty())
        return m_whyNone;
    if (m_document->sentences().tokens().tokens.empty())
        return tr("Type a sentence to see its steps.");
    return whyNoAttention(*m_document);
}

void StepsPanel::setShowsPlay(bool shows)
{
    if (shows == m_showsPlay)
        return m_oneWord->setChecked(shows);
    m_showsPlay = shows;
    m_walk->stop();
    m_play->bar()->stop();
    QToolTip::hideText();
    refresh();
    (shows ? m_play->view() : m_view)->canvas()->setFocus();
}

/// The play or the stages, with what belongs to each.
void StepsPanel::showEither()
{
    m_play->setVisible(m_showsPlay);
    m_view->setVisible(!m_showsPlay);
    m_oneWord->setChecked(m_showsPlay);
    m_stages->setVisible(!m_showsPlay);
    m_viewMenu->menuAction()->setVisible(!m_showsPlay);
    m_exportPlay->setVisible(m_showsPlay);
}

void StepsPanel::refresh()
{
    if (!isSeen(this)) {
        m_stale = true;
        return;
    }
    m_stale = false;
    showEither();
    if (m_showsPlay) {
        m_play->refresh();
        m_about = m_play->title();
        const PlayData *play = m_play->data();
        setHeading(play ? playTitle(*play) : panelTitle(PanelId::Steps));
        setCaption(play ? play->place : QString());
        m_walk->hide();
        m_all->setEnabled(true);
        m_matrix->setEnabled(true);
        m_kinds->setChosen(0);
        return;
    }
    readSteps();
    m_view->setMessage(m_data.steps.empty() ? emptyMessage() : QString());
    m_about = captionText();
    setHeading(panelTitle(PanelId::Steps));
    setCaption(m_about);
    readWalk();
    showStages();
    describe();
    m_view->refresh();
    if (m_scrollWaits && shown()) {
        m_scrollWaits = false;
        showChosen();
    }
}

/// Makes the stages of the shown state, or of the difference; or the sentence that says why there are none.
void StepsPanel::readSteps()
{
    ComparedSteps steps = shownSteps(m_document->shown().tokens, m_document->matrices().shownDimensions(), choice());
    m_data = std::move(steps.data);
    m_whyNone = steps.message;
}

/// What the selection did not choose of a pair.
QString StepsPanel::foundPairText(const QString &pair) const
{
    const ShownState &tokens = m_document->shown().tokens;
    if (tokens.asked.query < 0 && tokens.asked.key >= 0)
        return tr("No query selected: %1").arg(pair);
    const Selection &within = tokens.selection;
    const int block = blockIndex(tokens.model().config, within.attention, within.layer);
    const HeadTraces &heads = tokens.trace()->blocks.at(std::size_t(block))->heads;
    const int equal = equalWeights(heads.at(std::size_t(within.head)).weights.row(m_data.query));
    if (tokens.asked.query >= 0)
        return equal > 0 ? tr("%1, one of %2 equal keys").arg(pair, QString::number(equal))
                         : tr("%1, its strongest key").arg(pair);
    return equal > 0 ? tr("Nothing selected; showing the first of %2 equal links: %1").arg(pair, QString::number(equal))
                     : tr("Nothing selected; showing the strongest link of the first query: %1").arg(pair);
}

QString StepsPanel::captionText() const
{
    if (m_data.steps.empty())
        return stateName(m_document->shown().tokens);
    QString caption = m_data.title;
    if (!m_data.isChosen && m_data.key < 0)
        caption = tr("No state selected: %1").arg(caption);
    else if (!m_data.isChosen)
        caption = foundPairText(caption);
    if (m_data.handDecimals > 0)
        caption = tr("by hand, %n decimal(s): %1", nullptr, m_data.handDecimals).arg(caption);
    return caption;
}

/// The chosen one of all stages; a single stage from its top.
void StepsPanel::showChosen()
{
    if (shown())
        m_view->scrollTo(showsAll() ? shown()->stepRect(position()) : QRectF(0, 0, 1, 1));
}

void StepsPanel::describe()
{
    QStringList lines(m_data.steps.empty() ? emptyMessage() : m_data.title);
    if (!m_data.steps.empty() && !showsAll()) {
        const Step &step = m_data.steps[std::size_t(position())];
        lines.push_back(step.heading);
        for (const StepEquation &equation : step.equations)
            lines.push_back(equationText(equation, m_data.digits));
        lines += step.notes;
    }
    m_view->canvas()->setAccessibleDescription(lines.join(QLatin1Char('\n')));
}

/// One segment per stage; existing ones stay, so that one in keyboard focus keeps it.
void StepsPanel::showStages()
{
    const auto stages = int(m_data.steps.size());
    while (m_stages->count() > stages)
        m_stages->removeLast();
    while (m_stages->count() < stages)
        m_stages->add({}, {}, {});
    const int current = position();
    for (int i = 0; i < stages; ++i) {
        const Step &step = m_data.steps[std::size_t(i)];
        QToolButton *button = m_stages->button(i);
        button->setText(QStringLiteral("%1 %2").arg(i + 1).arg(menuText(step.title)));
        button->setToolTip(step.heading);
        button->setAccessibleName(tr("Step %1 %2").arg(i + 1).arg(step.title));
    }
    m_stages->setChosen(stages > 0 ? current : -1);
    m_stages->setVisible(stages > 0);
    m_all->setEnabled(stages > 0);
    m_matrix->setEnabled(stages > 0);
    m_all->setChecked(showsAll());
    m_matrix->setChecked(!showsAll() && m_document->look().stepView().matrixForm); // one of them is chosen
    m_kinds->fit();
}

void StepsPanel::showEvent(QShowEvent *event)
{
    Panel::showEvent(event);
    if (m_stale)
        refresh();
}

/// What is said stands in a card of its own, a gap below.
void StepsPanel::paintEvent(QPaintEvent *event)
{
    Panel::paintEvent(event);
    const QRect below = m_play->belowGap();
    if (!m_showsPlay || below.isEmpty() || property("bare").toBool())
        return;
    const int gap = PlayView::cardGap;
    const double top = m_play->mapTo(this, below.topLeft()).y();
    constexpr double corner = 8;
    QPainterPath between;
    between.addRect(QRectF(0, top - gap - corner, width(), gap + 2 * corner));
    QPainterPath cards;
    cards.addRoundedRect(QRectF(0, top - gap - 4 * corner, width(), 4 * corner), corner, corner);
    cards.addRoundedRect(QRectF(0, top, width(), 4 * corner), corner, corner);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillPath(between - cards, m_theme->theme().window);
}

/// The chosen stage; where the model does not have it, the one before.
int StepsPanel::position() const
{
    return m_data.positionOf(step());
}

void StepsPanel::setStep(StepKind kind)
{
    for (std::size_t i = 0; i < m_data.steps.size(); ++i)
        if (m_data.steps[i].kind == kind)
            go(int(i));
}

void StepsPanel::go(int position)
{
    if (m_data.steps.empty())
        return;
    const int last = int(m_data.steps.size()) - 1;
    StepView view = m_document->look().stepView();
    view.kind = m_data.steps[std::size_t(std::clamp(position, 0, last))].kind;
    if (view == m_document->look().stepView())
        showChosen();
    m_document->look().setStepView(view);
}

ViewOptions StepsPanel::viewOptions() const
{
    return {.steps = choice(),
            .step = showsAll() ? std::nullopt : std::optional(step()),
            .playAt = m_showsPlay ? m_play->moment() : std::nullopt};
}

std::unique_ptr<Figure> StepsPanel::figure(QSizeF size, const Theme &theme) const
{
    return shownFigure(m_showsPlay ? ViewId::Play : ViewId::Steps, *m_document, viewOptions(), size, theme);
}

QSizeF StepsPanel::figureSize() const
{
    return m_showsPlay ? QSizeF(m_play->size()) : m_view->figureSize();
}

const StepsFigure *StepsPanel::shown() const
{
    return static_cast<const StepsFigure *>(m_view->figure());
}

} // namespace regard
