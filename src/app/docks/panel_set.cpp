#include "app/docks/panel_set.h"

#include <algorithm>
#include <utility>

#include <QAction>
#include <QCoreApplication>
#include <QDockWidget>
#include <QListView>
#include <QMainWindow>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>

#include "app/docks/window_fit.h"
#include "views/text/panel_title.h"
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
#include "widgets/parts/figure_view.h"
#include "widgets/snapshots/snapshot_strip.h"

namespace regard {

namespace {

struct Text {
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
    : lesson(new QStackedWidget(docks->newDock(QStringLiteral("lesson"), Text::tr("Lesson")))),
      links(new LinksPanel(document, theme, centre)), heatmap(new HeatmapPanel(document, theme, centre)),
      heads(new HeadsPanel(document, theme, newDock(docks, PanelId::Heads))),
      block(new BlockPanel(document, theme, newDock(docks, PanelId::Block))),
      summaries(new SummariesPanel(document, theme, newDock(docks, PanelId::Summaries))),
      sentence(new SentencePanel(document, theme, newDock(docks, PanelId::Sentence))),
      steps(new StepsPanel(document, theme, newDock(docks, PanelId::Steps))),
      output(new OutputPanel(document, theme, newDock(docks, PanelId::Output))),
      model(new ModelPanel(document, theme, newDock(docks, PanelId::Model))),
      weights(new WeightsPanel(document, theme, newDock(docks, PanelId::Weights))),
      changes(new ChangesPanel(document, theme, newDock(docks, PanelId::Changes))),
      ablation(new AblationPanel(document, theme, newDock(docks, PanelId::Ablation))),
      find(new FindPanel(document, theme, newDock(docks, PanelId::Find))),
      snapshots(new SnapshotStrip(document, theme, newDock(docks, PanelId::Snapshots))), m_docks(docks),
      m_window(window), m_pictures(centre)
{
    centre->addWidget(links);
    centre->addWidget(heatmap);
    // A lesson has a column of its own, so that no panel it asks for hides it.
    m_lessonDock = docks->add(lesson, Qt::LeftDockWidgetArea);
    for (const PanelId id : allPanels()) {
        const Row place = row(id);
        if (place.area == Qt::NoDockWidgetArea)
            continue;
        docks->add(place.panel, place.area);
        if (id == PanelId::Heads)
            window->splitDockWidget(m_lessonDock, dock(id), Qt::Horizontal);
        if (id == PanelId::Block)
            window->splitDockWidget(dock(PanelId::Heads), dock(id), Qt::Vertical);
        if (place.behind) {
            window->tabifyDockWidget(dock(*place.behind), dock(id));
            dock(*place.behind)->raise();
        }
    }
    m_lessonDock->hide();
    // A line for each word takes more space than the sentence does.
    QDockWidget *outputDock = dock(PanelId::Output);
    QObject::connect(outputDock, &QDockWidget::visibilityChanged, window, [this, grown = false](bool seen) mutable {
        if (grown || !seen || !m_window->isVisible())
            return;
        grown = true;
        heighten(PanelId::Output);
    });
}

PanelSet::Row PanelSet::row(PanelId id) const
{
    const auto remedied = [](const QString &remedy) { return [remedy] { return remedy; }; };
    const auto sentenceFirst = remedied(Text::tr("Type a sentence first."));
    switch (id) {
    case PanelId::Heads:
        return {heads, heads->view()->canvas(), Qt::LeftDockWidgetArea, {}, figureChoice(id, sentenceFirst, heads)};
    case PanelId::Block:
        return {
            block, block->diagramView()->canvas(), Qt::LeftDockWidgetArea, {}, figureChoice(id, sentenceFirst, block)};
    case PanelId::Summaries:
        return {summaries, summaries, Qt::LeftDockWidgetArea, PanelId::Block,
                figureChoice(id, remedied(Text::tr("Open entropy or similarity there first.")), summaries)};
    case PanelId::Links:
        return {links, links->view()->canvas(), Qt::NoDockWidgetArea, {}, figureChoice(id, sentenceFirst, links)};
    case PanelId::Heatmap:
        return {heatmap, heatmap->plot(), Qt::NoDockWidgetArea, {}, figureChoice(id, sentenceFirst, heatmap)};
    case PanelId::Sentence:
        return {sentence,
                sentence->view()->canvas(),
                Qt::BottomDockWidgetArea,
                {},
                figureChoice(id, sentenceFirst, sentence)};
    case PanelId::Steps:
        return {steps, steps->view()->canvas(), Qt::BottomDockWidgetArea, PanelId::Sentence,
                figureChoice(id, sentenceFirst, steps)};
    case PanelId::Output:
        return {output, output->view()->canvas(), Qt::BottomDockWidgetArea, PanelId::Sentence,
                figureChoice(
                    id, [panel = output] { return panel->emptyMessage(); }, output)};
    case PanelId::Snapshots:
        return {snapshots, snapshots->list(), Qt::BottomDockWidgetArea, PanelId::Sentence};
    case PanelId::Model:
        return {model, model, Qt::RightDockWidgetArea};
    case PanelId::Weights:
        return {weights, weights->table(), Qt::RightDockWidgetArea};
    case PanelId::Changes:
        return {changes, changes, Qt::RightDockWidgetArea, PanelId::Weights};
    case PanelId::Ablation:
        return {ablation, ablation, Qt::RightDockWidgetArea, PanelId::Model,
                figureChoice(
                    id,
                    remedied(Text::tr("Switch something off, or have the importance of the heads computed, first.")),
                    ablation)};
    case PanelId::Find:
        break;
    }
    return {find, find, Qt::RightDockWidgetArea, PanelId::Model,
            figureChoice(id, remedied(Text::tr("Ask which heads do something there first.")), find)};
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
}

void PanelSet::arrange(QMainWindow *window) const
{
    const int width = window->width();
    const int height = window->height();
    // A narrow window keeps most of its width for the pictures.
    window->resizeDocks({dock(PanelId::Heads), dock(PanelId::Model)},
                        {std::clamp(width / 6, 110, 250), std::clamp(width / 4, 284, 316)}, Qt::Horizontal);
    window->resizeDocks({dock(PanelId::Heads), dock(PanelId::Block)}, {height, 2 * height}, Qt::Vertical);
    window->resizeDocks({dock(PanelId::Model), dock(PanelId::Weights)}, {2 * height, 3 * height}, Qt::Vertical);
    window->resizeDocks({dock(PanelId::Sentence)}, {height * 27 / 100}, Qt::Vertical);
}

QDockWidget *PanelSet::dock(PanelId id) const
{
    return m_window->findChild<QDockWidget *>(idOf(id), Qt::FindDirectChildrenOnly);
}

void PanelSet::raise(const std::vector<PanelId> &panels) const
{
    for (const PanelId id : panels) {
        if (QDockWidget *asked = dock(id)) {
            asked->show();
            asked->raise();
        }
    }
}

std::vector<PanelId> PanelSet::front() const
{
    std::vector<PanelId> panels;
    for (const PanelId id : allPanels()) {
        QDockWidget *each = dock(id);
        if (each && !m_window->tabifiedDockWidgets(each).isEmpty() && !each->visibleRegion().isEmpty())
            panels.push_back(id);
    }
    return panels;
}

void PanelSet::showLesson(bool shows)
{
    m_lessonDock->toggleViewAction()->setVisible(shows);
    const bool isOther = shows != std::exchange(m_hasLesson, shows);
    if (isOther && shows)
        m_docks->hold();
    if (shows == !m_lessonDock->isHidden() && !isOther)
        return;
    m_lessonDock->setVisible(shows);
    if (shows)
        makeRoomForLesson();
    else if (isOther)
        m_docks->restore(m_docks->letGo());
}

void PanelSet::makeRoomForLesson() const
{
    m_lessonDock->raise();
    const int width = m_window->width();
    m_window->resizeDocks({m_lessonDock, dock(PanelId::Heads)},
                          {std::clamp(width * 22 / 100, 240, 380), std::clamp(width / 8, 110, 220)}, Qt::Horizontal);
    // Lessons are about the steps, which take more space than the sentence does.
    heighten(PanelId::Sentence);
}

void PanelSet::heighten(PanelId below) const
{
    QDockWidget *each = dock(below);
    const int spare = std::max(0, m_pictures->height() - leastPictureHeight(m_window->height()));
    const int wanted = std::min(m_window->height() * 2 / 5, each->height() + spare);
    if (each->height() < wanted)
        m_window->resizeDocks({each}, {wanted}, Qt::Vertical);
}

} // namespace regard
