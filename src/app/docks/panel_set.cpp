#include "app/docks/panel_set.h"

#include <algorithm>
#include <map>
#include <utility>

#include <QAction>
#include <QCoreApplication>
#include <QDockWidget>
#include <QEvent>
#include <QListView>
#include <QMainWindow>
#include <QSplitter>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTableView>
#include <QToolBar>

#include "app/docks/drawer.h"
#include "document/document.h"
#include "views/text/no_model_text.h"
#include "views/text/panel_title.h"
#include "widgets/chains/path_panel.h"
#include "widgets/chains/unrolled_panel.h"
#include "widgets/editing/ablation_panel.h"
#include "widgets/editing/changes_panel.h"
#include "widgets/editing/model_panel.h"
#include "widgets/editing/weights_panel.h"
#include "widgets/panels/block_panel.h"
#include "widgets/panels/find_panel.h"
#include "widgets/panels/heads_panel.h"
#include "widgets/panels/heatmap_panel.h"
#include "widgets/panels/heatmap_plot.h"
#include "widgets/panels/link_panel.h"
#include "widgets/panels/output_panel.h"
#include "widgets/panels/sentence_panel.h"
#include "widgets/panels/steps_panel.h"
#include "widgets/panels/summaries_panel.h"
#include "widgets/panels/why_panel.h"
#include "widgets/parts/figure_view.h"
#include "widgets/parts/panel.h"
#include "widgets/snapshots/snapshot_strip.h"
#include "widgets/training/training_panel.h"

namespace regard {

namespace {

constexpr int roomyWidth = 1400; // a lesson beside everything else
constexpr int narrowestLesson = 240;

struct PanelSetText {
    Q_DECLARE_TR_FUNCTIONS(PanelSet)
};

QString idOf(PanelId id)
{
    return QString::fromStdString(panelWord(id));
}

QDockWidget *newDock(DockLayout *docks, PanelId id)
{
    return docks->newDock(idOf(id), panelTitle(id));
}

} // namespace

PanelSet::PanelSet(Document *document, AppTheme *theme, QMainWindow *window, QSplitter *centre, DockLayout *docks)
    : lesson(new QStackedWidget(docks->newDock(QStringLiteral("lesson"), PanelSetText::tr("Lesson")))),
      links(new LinksPanel(document, theme, centre)), heatmap(new HeatmapPanel(document, theme, centre)),
      why(new WhyPanel(document, theme, newDock(docks, PanelId::Why))),
      heads(new HeadsPanel(document, theme, newDock(docks, PanelId::Heads))),
      block(new BlockPanel(document, theme, newDock(docks, PanelId::Block))),
      summaries(new SummariesPanel(document, theme, newDock(docks, PanelId::Summaries))),
      sentence(new SentencePanel(document, theme, newDock(docks, PanelId::Sentence))),
      steps(new StepsPanel(document, theme, newDock(docks, PanelId::Steps))),
      output(new OutputPanel(document, theme, newDock(docks, PanelId::Output))),
      unrolled(new UnrolledPanel(document, theme, newDock(docks, PanelId::Unrolled))),
      path(new PathPanel(document, theme, newDock(docks, PanelId::Path))),
      model(new ModelPanel(document, theme, newDock(docks, PanelId::Model))),
      weights(new WeightsPanel(document, theme, newDock(docks, PanelId::Weights))),
      changes(new ChangesPanel(document, theme, newDock(docks, PanelId::Changes))),
      ablation(new AblationPanel(document, theme, newDock(docks, PanelId::Ablation))),
      find(new FindPanel(document, theme, newDock(docks, PanelId::Find))),
      training(new TrainingPanel(document, theme, newDock(docks, PanelId::Training))),
      snapshots(new SnapshotStrip(document, theme, newDock(docks, PanelId::Snapshots))), m_docks(docks),
      m_window(window), m_arranger(new Arranger(window, docks)),
      m_pictures(new PictureToggles(links, heatmap, centre, window))
{
    centre->addWidget(links);
    centre->addWidget(heatmap);
    // A lesson has a column of its own, so that no panel it asks for hides it.
    m_lessonDock = docks->add(lesson, Qt::LeftDockWidgetArea);
    placeDocks();
    placeDrawers();
    QObject::connect(m_arranger, &Arranger::sized, m_pictures, &PictureToggles::settleMiddle);
    const auto followKind = [this, document] {
        for (const PanelId id : allPanels())
            if (auto *panel = qobject_cast<Panel *>(row(id).panel))
                panel->setEmptyText(document->hasModel() ? QString() : noModelText(id));
    };
    // A panel that is given back shows at once what the document shows, which is of the new kind only then.
    QObject::connect(document, &Document::kindChanged, window, [document, followKind] {
        if (!document->hasModel())
            followKind();
    });
    QObject::connect(document, &Document::shownChanged, window, followKind);
    followKind();
    QObject::connect(why, &WhyPanel::stepsAsked, window, [this] {
        QDockWidget *asked = dock(PanelId::Steps);
        if (asked->isHidden())
            asked->toggleViewAction()->trigger();
        asked->raise();
    });
}

/// Those of one place share it.
void PanelSet::placeDocks()
{
    std::map<DockPlace, QDockWidget *> first;
    for (const DockPlace place :
         {DockPlace::Left, DockPlace::RightAbove, DockPlace::RightBelow, DockPlace::Below, DockPlace::Bottom}) {
        for (const Seat &seat : seats()) {
            if (seat.place != place)
                continue;
            QDockWidget *each = m_docks->add(row(seat.panel).panel, areaOf(place));
            m_arranger->add(each, seat.panel);
            const auto [front, isFirst] = first.emplace(place, each);
            if (!isFirst)
                m_window->tabifyDockWidget(front->second, each);
            else if (place == DockPlace::Left)
                m_window->splitDockWidget(m_lessonDock, each, Qt::Horizontal);
            else if (place == DockPlace::Bottom)
                m_window->splitDockWidget(first.at(DockPlace::Below), each, Qt::Vertical);
        }
    }
    for (QDockWidget *each : m_window->findChildren<QDockWidget *>(QString(), Qt::FindDirectChildrenOnly))
        each->hide();
}

/// At the right those that open there, in the order in which they give way; in the status bar all others.
void PanelSet::placeDrawers()
{
    auto *bar = new QToolBar(PanelSetText::tr("Panels at the right"), m_window);
    bar->setObjectName(QStringLiteral("drawer"));
    bar->ensurePolished(); // else its margins stay those from before
    bar->setStyleSheet(QStringLiteral("QToolBar { padding: 0; }"));
    bar->setMovable(false);
    bar->toggleViewAction()->setVisible(false);
    m_right = new Drawer(Qt::Vertical, PanelSetText::tr("Panels at the right"), bar);
    m_below = new Drawer(Qt::Horizontal, PanelSetText::tr("Panels at the left and below"), m_window->statusBar());
    for (const Seat &seat : seats())
        (areaOf(seat.place) == Qt::RightDockWidgetArea ? m_right : m_below)->add(dock(seat.panel));
    bar->addWidget(m_right);
    m_window->addToolBar(Qt::RightToolBarArea, bar);
    m_window->statusBar()->addPermanentWidget(m_below);
}

PanelSet::Row PanelSet::row(PanelId id) const
{
    const auto remedied = [](const QString &remedy) { return [remedy] { return remedy; }; };
    const auto sentenceFirst = remedied(PanelSetText::tr("Type a sentence first."));
    switch (id) {
    case PanelId::Heads:
        return {heads, heads->view()->canvas(), figureChoice(id, sentenceFirst, heads)};
    case PanelId::Block:
        return {block, block->diagramView()->canvas(), figureChoice(id, sentenceFirst, block)};
    case PanelId::Summaries:
        return {summaries, summaries,
                figureChoice(id,
                             remedied(PanelSetText::tr("First open entropy, similarity or the matrices in Summaries.")),
                             summaries)};
    case PanelId::Links:
        return {links, links->view()->canvas(), figureChoice(id, sentenceFirst, links)};
    case PanelId::Heatmap:
        return {heatmap, heatmap->plot(), figureChoice(id, sentenceFirst, heatmap)};
    case PanelId::Why:
        return {why, why->view()->canvas(),
                figureChoice(id, remedied(PanelSetText::tr("First click a token or a cell.")), why)};
    case PanelId::Sentence:
        return {sentence, sentence->view()->canvas(), figureChoice(id, sentenceFirst, sentence)};
    case PanelId::Steps:
        return {steps, steps->view()->canvas(), figureChoice(id, sentenceFirst, steps)};
    case PanelId::Output:
        return {output, output->view()->canvas(),
                figureChoice(
                    id, [panel = output] { return panel->emptyMessage(); }, output)};
    case PanelId::Unrolled:
        return {unrolled, unrolled->view()->canvas(), figureChoice(id, sentenceFirst, unrolled)};
    case PanelId::Path:
        return {path, path->view()->canvas(), figureChoice(id, sentenceFirst, path)};
    case PanelId::Snapshots:
        return {snapshots, snapshots->list()};
    case PanelId::Model:
        return {model, model};
    case PanelId::Weights:
        return {weights, weights->table()};
    case PanelId::Changes:
        return {changes, changes};
    case PanelId::Ablation:
        return {ablation, ablation,
                figureChoice(id,
                             remedied(PanelSetText::tr("First switch something off, or rank the heads by importance.")),
                             ablation)};
    case PanelId::Training:
        return {training, training->firstField(),
                figureChoice(id, remedied(PanelSetText::tr("First train the model on a task in Training.")), training)};
    case PanelId::Find:
        break;
    }
    return {find, find, figureChoice(id, remedied(PanelSetText::tr("First choose a question in Find.")), find)};
}

std::vector<FigureChoice> PanelSet::figureChoices() const
{
    std::vector<FigureChoice> choices;
    PanelId last{};
    for (const View &view : views()) {
        // The views of one panel are side by side.
        std::optional<FigureChoice> choice = row(view.panel).choice;
        if (choice && (choices.empty() || view.panel != last))
            choices.push_back(std::move(*choice));
        last = view.panel;
    }
    return choices;
}

void PanelSet::addTo(PanelCycle &cycle) const
{
    cycle.add(lesson, lesson);
    for (const PanelId id : allPanels())
        cycle.add(row(id).panel, row(id).focus);
    for (const Drawer *drawer : {m_right, m_below})
        cycle.add(drawer->parentWidget(), drawer->first());
}

QDockWidget *PanelSet::dock(PanelId id) const
{
    return m_window->findChild<QDockWidget *>(idOf(id), Qt::FindDirectChildrenOnly);
}

std::vector<PanelId> PanelSet::seen() const
{
    std::vector<PanelId> panels;
    for (const PanelId id : allPanels())
        if (!row(id).panel->visibleRegion().isEmpty())
            panels.push_back(id);
    return panels;
}

void PanelSet::showLesson(bool shows)
{
    m_lessonDock->toggleViewAction()->setVisible(shows);
    const bool isOther = shows != std::exchange(m_hasLesson, shows);
    if (isOther && shows) {
        m_docks->hold();
        m_pictures->hold();
    }
    if (shows == !m_lessonDock->isHidden() && !isOther)
        return;
    m_lessonDock->setVisible(shows);
    if (shows)
        makeRoomForLesson();
    else if (isOther) {
        // What a lesson hides above the docks has its place again first, else it would take it from them afterwards.
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        m_docks->restore(m_docks->letGo());
        m_pictures->letGo();
        m_arranger->forgetPage();
        m_arranger->adapt();
    }
}

void PanelSet::makeRoomForLesson() const
{
    m_lessonDock->raise();
    const int width = m_window->width();
    // Its pages open what they are about.
    if (m_arranger->state().arrangement == Arrangement::Read || width < roomyWidth)
        m_arranger->foldRight();
    resizeDocks(m_window, {m_lessonDock}, {lessonWidth()}, Qt::Horizontal);
    resizeDocks(m_window, {dock(PanelId::Heads)}, {std::clamp(width / 10, 110, 200)}, Qt::Horizontal);
}

int PanelSet::lessonWidth() const
{
    const int width = m_window->width();
    const bool isLarge = m_arranger->state().arrangement == Arrangement::Read;
    return isLarge ? width * 45 / 100 : std::clamp(3 * width / 10 - 66, narrowestLesson, 400);
}

void PanelSet::showPage(const std::vector<PanelId> &panels) const
{
    if (panels.empty())
        return;
    const auto isAsked = [&panels](PanelId panel) {
        return std::find(panels.begin(), panels.end(), panel) != panels.end();
    };
    const bool showsLinks = isAsked(PanelId::Links);
    const bool showsHeatmap = isAsked(PanelId::Heatmap);
    m_pictures->choose(showsLinks, showsHeatmap);
    m_pictures->shareEvenly();
    m_arranger->openAlone(panels, showsLinks || showsHeatmap);
    m_pictures->settleMiddle();
    sizePage(panels, showsLinks || showsHeatmap ? lessonWidthBeside(panels) : lessonWidth(), PageSpace::ToPictures);
}

/// Panels at both sides of the pictures leave the lesson less.
int PanelSet::lessonWidthBeside(const std::vector<PanelId> &panels) const
{
    const int usual = lessonWidth();
    const std::optional<int> left = m_arranger->widthForLesson(panels);
    return left && m_arranger->state().arrangement != Arrangement::Read ? std::clamp(*left, narrowestLesson, usual)
                                                                        : usual;
}

void PanelSet::sizePage(const std::vector<PanelId> &panels, int lessonsWidth, PageSpace space) const
{
    if (lessonsWidth > 0)
        resizeDocks(m_window, {m_lessonDock}, {lessonsWidth}, Qt::Horizontal);
    m_arranger->sizeForPage(panels, lessonsWidth, !links->isHidden() || !heatmap->isHidden(), space);
}

} // namespace regard
