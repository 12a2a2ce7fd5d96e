#include "app/panel_set.h"

#include <algorithm>

#include <QAction>
#include <QCoreApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>

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

QList<QDockWidget *> docks(QMainWindow *window, std::initializer_list<const char *> ids)
{
    QList<QDockWidget *> list;
    for (const char *id : ids)
        list += window->findChildren<QDockWidget *>(QString::fromLatin1(id));
    return list;
}

} // namespace

PanelSet::PanelSet(Document *document, AppTheme *theme, QMainWindow *window, QSplitter *centre, DockLayout *docks)
    : lesson(new QStackedWidget(docks->newDock(QStringLiteral("lesson"), Text::tr("Lesson")))),
      links(new LinksPanel(document, theme, centre)), heatmap(new HeatmapPanel(document, theme, centre)),
      heads(new HeadsPanel(document, theme, docks->newDock(QStringLiteral("heads"), Text::tr("Heads")))),
      block(new BlockPanel(document, theme, docks->newDock(QStringLiteral("block"), Text::tr("Block")))),
      summaries(
          new SummariesPanel(document, theme, docks->newDock(QStringLiteral("summaries"), Text::tr("Summaries")))),
      sentence(new SentencePanel(document, theme, docks->newDock(QStringLiteral("sentence"), Text::tr("Sentence")))),
      steps(new StepsPanel(document, theme, docks->newDock(QStringLiteral("steps"), Text::tr("Steps")))),
      output(new OutputPanel(document, theme, docks->newDock(QStringLiteral("output"), Text::tr("Output")))),
      model(new ModelPanel(document, theme, docks->newDock(QStringLiteral("model"), Text::tr("Model")))),
      weights(new WeightsPanel(document, theme, docks->newDock(QStringLiteral("weights"), Text::tr("Weights")))),
      changes(new ChangesPanel(document, theme, docks->newDock(QStringLiteral("changes"), Text::tr("Changes")))),
      ablation(new AblationPanel(document, theme, docks->newDock(QStringLiteral("ablation"), Text::tr("Switch off")))),
      find(new FindPanel(document, theme, docks->newDock(QStringLiteral("find"), Text::tr("Find")))),
      snapshots(new SnapshotStrip(document, theme, docks->newDock(QStringLiteral("snapshots"), Text::tr("Snapshots")))),
      m_window(window)
{
    centre->addWidget(links);
    centre->addWidget(heatmap);
    // A lesson has a column of its own, so that whatever panel it asks for does not hide it.
    m_lessonDock = docks->add(lesson, Qt::LeftDockWidgetArea);
    QDockWidget *headsDock = docks->add(heads, Qt::LeftDockWidgetArea);
    window->splitDockWidget(m_lessonDock, headsDock, Qt::Horizontal);
    QDockWidget *blockDock = docks->add(block, Qt::LeftDockWidgetArea);
    window->splitDockWidget(headsDock, blockDock, Qt::Vertical);
    QDockWidget *summariesDock = docks->add(summaries, Qt::LeftDockWidgetArea);
    window->tabifyDockWidget(blockDock, summariesDock);
    blockDock->raise();
    QDockWidget *sentenceDock = docks->add(sentence, Qt::BottomDockWidgetArea);
    QDockWidget *stepsDock = docks->add(steps, Qt::BottomDockWidgetArea);
    QDockWidget *outputDock = docks->add(output, Qt::BottomDockWidgetArea);
    window->tabifyDockWidget(sentenceDock, stepsDock);
    window->tabifyDockWidget(stepsDock, outputDock);
    QDockWidget *snapshotsDock = docks->add(snapshots, Qt::BottomDockWidgetArea);
    window->tabifyDockWidget(outputDock, snapshotsDock);
    sentenceDock->raise();
    // A line for each word takes more room than the sentence does.
    QObject::connect(outputDock, &QDockWidget::visibilityChanged, window,
                     [window, outputDock, grown = false](bool seen) mutable {
                         if (grown || !seen || !window->isVisible())
                             return;
                         grown = true;
                         const int wanted = window->height() * 2 / 5;
                         if (outputDock->height() < wanted)
                             window->resizeDocks({outputDock}, {wanted}, Qt::Vertical);
                     });
    QDockWidget *modelDock = docks->add(model, Qt::RightDockWidgetArea);
    QDockWidget *weightsDock = docks->add(weights, Qt::RightDockWidgetArea);
    QDockWidget *changesDock = docks->add(changes, Qt::RightDockWidgetArea);
    window->tabifyDockWidget(weightsDock, changesDock);
    QDockWidget *ablationDock = docks->add(ablation, Qt::RightDockWidgetArea);
    window->tabifyDockWidget(modelDock, ablationDock);
    QDockWidget *findDock = docks->add(find, Qt::RightDockWidgetArea);
    window->tabifyDockWidget(ablationDock, findDock);
    modelDock->raise();
    weightsDock->raise();
}

std::vector<FigureChoice> PanelSet::figureChoices() const
{
    const auto always = [](const QString &remedy) { return [remedy] { return remedy; }; };
    const auto sentenceFirst = always(Text::tr("Type a sentence first."));
    return {figureChoice(Text::tr("Links"), sentenceFirst, links),
            figureChoice(Text::tr("Heatmap"), sentenceFirst, heatmap),
            figureChoice(Text::tr("Heads"), sentenceFirst, heads),
            figureChoice(Text::tr("Sentence"), sentenceFirst, sentence),
            figureChoice(Text::tr("Block"), sentenceFirst, block),
            figureChoice(Text::tr("Summaries"), always(Text::tr("Open entropy or similarity there first.")), summaries),
            figureChoice(Text::tr("Steps"), sentenceFirst, steps),
            figureChoice(
                Text::tr("Output"), [panel = output] { return panel->emptyMessage(); }, output),
            figureChoice(Text::tr("Switch off"),
                         always(Text::tr("Switch something off, or have the importance of the heads computed, first.")),
                         ablation),
            figureChoice(Text::tr("Find"), always(Text::tr("Ask which heads do something there first.")), find)};
}

void PanelSet::addTo(PanelCycle &cycle) const
{
    cycle.add(lesson, lesson);
    cycle.add(heads, heads->view()->canvas());
    cycle.add(block, block->diagramView()->canvas());
    cycle.add(summaries, summaries);
    cycle.add(links, links->view()->canvas());
    cycle.add(heatmap, heatmap->plot());
    cycle.add(sentence, sentence->view()->canvas());
    cycle.add(steps, steps->view()->canvas());
    cycle.add(output, output->view()->canvas());
    cycle.add(snapshots, snapshots->list());
    cycle.add(model, model);
    cycle.add(weights, weights->table());
    cycle.add(changes, changes);
    cycle.add(ablation, ablation);
    cycle.add(find, find);
}

void PanelSet::arrange(QMainWindow *window) const
{
    const int width = window->width();
    const int height = window->height();
    // A narrow window keeps most of its width for the pictures.
    window->resizeDocks(docks(window, {"heads", "model"}),
                        {std::clamp(width / 6, 110, 250), std::clamp(width / 4, 284, 316)}, Qt::Horizontal);
    window->resizeDocks(docks(window, {"heads", "block"}), {height, 2 * height}, Qt::Vertical);
    window->resizeDocks(docks(window, {"model", "weights"}), {2 * height, 3 * height}, Qt::Vertical);
    window->resizeDocks(docks(window, {"sentence"}), {height * 27 / 100}, Qt::Vertical);
}

QDockWidget *PanelSet::dock(const QString &id) const
{
    return m_window->findChild<QDockWidget *>(id, Qt::FindDirectChildrenOnly);
}

void PanelSet::raise(const QStringList &words) const
{
    for (const QString &word : words) {
        if (QDockWidget *panel = dock(word)) {
            panel->show();
            panel->raise();
        }
    }
}

QStringList PanelSet::front() const
{
    QStringList words;
    for (QDockWidget *panel : m_window->findChildren<QDockWidget *>(QString(), Qt::FindDirectChildrenOnly))
        if (!m_window->tabifiedDockWidgets(panel).isEmpty() && !panel->visibleRegion().isEmpty())
            words << panel->objectName();
    return words;
}

bool PanelSet::isLessonShown() const
{
    return !m_lessonDock->isHidden();
}

QDockWidget *PanelSet::besideLesson() const
{
    return dock(QStringLiteral("heads"));
}

void PanelSet::narrowBeside() const
{
    const int before = m_widthBeside > 0 ? m_widthBeside : std::clamp(m_window->width() / 6, 110, 250);
    m_window->resizeDocks({besideLesson()}, {before}, Qt::Horizontal);
}

void PanelSet::showLesson(bool shows) const
{
    m_lessonDock->toggleViewAction()->setVisible(shows);
    if (shows == !m_lessonDock->isHidden())
        return;
    QDockWidget *beside = besideLesson();
    if (!shows) {
        m_lessonDock->setVisible(false);
        narrowBeside();
        return;
    }
    m_widthBeside = beside->isVisible() ? beside->width() : 0;
    m_lessonDock->setVisible(true);
    m_lessonDock->raise();
    const int width = m_window->width();
    m_window->resizeDocks({m_lessonDock, beside},
                          {std::clamp(width * 22 / 100, 240, 380), std::clamp(width / 8, 110, 220)}, Qt::Horizontal);
    // Lessons speak of the steps, which take more room than the sentence does.
    const int wanted = m_window->height() * 2 / 5;
    QDockWidget *below = dock(QStringLiteral("sentence"));
    if (below->height() < wanted)
        m_window->resizeDocks({below}, {wanted}, Qt::Vertical);
}

} // namespace regard
