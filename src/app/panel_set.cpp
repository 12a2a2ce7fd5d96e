#include "app/panel_set.h"

#include <algorithm>

#include <QCoreApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QSplitter>
#include <QTableView>

#include "widgets/block_panel.h"
#include "widgets/figure_view.h"
#include "widgets/heads_panel.h"
#include "widgets/heatmap_panel.h"
#include "widgets/heatmap_plot.h"
#include "widgets/link_panel.h"
#include "widgets/model_panel.h"
#include "widgets/output_panel.h"
#include "widgets/sentence_panel.h"
#include "widgets/steps_panel.h"
#include "widgets/summaries_panel.h"
#include "widgets/weights_panel.h"

namespace regard {

namespace {

QString text(const char *source)
{
    return QCoreApplication::translate("PanelSet", source);
}

QList<QDockWidget *> docks(QMainWindow *window, std::initializer_list<const char *> ids)
{
    QList<QDockWidget *> list;
    for (const char *id : ids)
        list += window->findChildren<QDockWidget *>(QString::fromLatin1(id));
    return list;
}

} // namespace

PanelSet::PanelSet(Document *document, AppTheme *theme, QMainWindow *window, QSplitter *centre, DockLayout *docks)
    : links(new LinksPanel(document, theme, centre)), heatmap(new HeatmapPanel(document, theme, centre)),
      heads(new HeadsPanel(document, theme, window)), block(new BlockPanel(document, theme, window)),
      summaries(new SummariesPanel(document, theme, window)), sentence(new SentencePanel(document, theme, window)),
      steps(new StepsPanel(document, theme, window)), output(new OutputPanel(document, theme, window)),
      model(new ModelPanel(document, theme, window)), weights(new WeightsPanel(document, theme, window))
{
    centre->addWidget(links);
    centre->addWidget(heatmap);
    docks->add(QStringLiteral("heads"), text("Heads"), heads, Qt::LeftDockWidgetArea);
    QDockWidget *blockDock = docks->add(QStringLiteral("block"), text("Block"), block, Qt::LeftDockWidgetArea);
    QDockWidget *summariesDock =
        docks->add(QStringLiteral("summaries"), text("Summaries"), summaries, Qt::LeftDockWidgetArea);
    window->tabifyDockWidget(blockDock, summariesDock);
    blockDock->raise();
    QDockWidget *sentenceDock =
        docks->add(QStringLiteral("sentence"), text("Sentence"), sentence, Qt::BottomDockWidgetArea);
    QDockWidget *stepsDock = docks->add(QStringLiteral("steps"), text("Steps"), steps, Qt::BottomDockWidgetArea);
    QDockWidget *outputDock = docks->add(QStringLiteral("output"), text("Output"), output, Qt::BottomDockWidgetArea);
    window->tabifyDockWidget(sentenceDock, stepsDock);
    window->tabifyDockWidget(stepsDock, outputDock);
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
    docks->add(QStringLiteral("model"), text("Model"), model, Qt::RightDockWidgetArea);
    docks->add(QStringLiteral("weights"), text("Weights"), weights, Qt::RightDockWidgetArea);
}

std::vector<FigureChoice> PanelSet::figureChoices() const
{
    const QString sentenceFirst = text("type a sentence first");
    return {figureChoice(text("Links"), sentenceFirst, links),
            figureChoice(text("Heatmap"), sentenceFirst, heatmap),
            figureChoice(text("Heads"), sentenceFirst, heads),
            figureChoice(text("Sentence"), sentenceFirst, sentence),
            figureChoice(text("Block"), sentenceFirst, block),
            figureChoice(text("Summaries"), text("open entropy or similarity there first"), summaries),
            figureChoice(text("Steps"), sentenceFirst, steps),
            figureChoice(text("Output"), text("choose an architecture with a decoder first"), output)};
}

void PanelSet::addTo(PanelCycle &cycle) const
{
    cycle.add(heads, heads->view()->canvas());
    cycle.add(block, block->diagramView()->canvas());
    cycle.add(summaries, summaries);
    cycle.add(links, links->view()->canvas());
    cycle.add(heatmap, heatmap->plot());
    cycle.add(sentence, sentence->view()->canvas());
    cycle.add(steps, steps->view()->canvas());
    cycle.add(output, output->view()->canvas());
    cycle.add(model, model);
    cycle.add(weights, weights->table());
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

} // namespace regard
