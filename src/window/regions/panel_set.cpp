#include "window/regions/panel_set.h"

#include <QCoreApplication>
#include <QListView>
#include <QMenu>
#include <QStackedWidget>
#include <QTableView>

#include "controls/figure_view.h"
#include "controls/panel.h"
#include "document/document.h"
#include "views/ablation/panel/ablation_panel.h"
#include "views/base/no_model_text.h"
#include "views/base/panel_title.h"
#include "views/block/panel/block_panel.h"
#include "views/changes/panel/changes_panel.h"
#include "views/circuits/panel/circuits_panel.h"
#include "views/find/panel/find_panel.h"
#include "views/heads/panel/heads_panel.h"
#include "views/heatmap/panel/heatmap_panel.h"
#include "views/heatmap/panel/heatmap_plot.h"
#include "views/lens/panel/lens_panel.h"
#include "views/links/panel/link_panel.h"
#include "views/model/panel/model_panel.h"
#include "views/output/panel/output_panel.h"
#include "views/parts/panel/logit_parts_panel.h"
#include "views/parts/panel/score_parts_panel.h"
#include "views/patch/panel/patch_panel.h"
#include "views/path/panel/path_panel.h"
#include "views/play/panel/play_bar.h"
#include "views/play/panel/play_view.h"
#include "views/sentence/panel/sentence_panel.h"
#include "views/snapshots/panel/snapshot_strip.h"
#include "views/steps/panel/steps_panel.h"
#include "views/summaries/panel/summaries_panel.h"
#include "views/training/panel/training_answer.h"
#include "views/training/panel/training_panel.h"
#include "views/unrolled/panel/unrolled_panel.h"
#include "views/weights/panel/weights_panel.h"
#include "views/why/panel/why_panel.h"
#include "window/regions/paired_rows.h"
#include "window/regions/regions.h"

namespace regard {

namespace {

struct PanelSetText {
    Q_DECLARE_TR_FUNCTIONS(PanelSet)
};

} // namespace

PanelSet::PanelSet(Document *document, AppTheme *theme, Regions *regions)
    : lesson(new QStackedWidget(regions)), links(new LinksPanel(document, theme, regions)),
      heatmap(new HeatmapPanel(document, theme, regions)), why(new WhyPanel(document, theme, regions)),
      heads(new HeadsPanel(document, theme, regions)), block(new BlockPanel(document, theme, regions)),
      summaries(new SummariesPanel(document, theme, regions)), sentence(new SentencePanel(document, theme, regions)),
      steps(new StepsPanel(document, theme, regions)), output(new OutputPanel(document, theme, regions)),
      lens(new LensPanel(document, theme, regions)), circuits(new CircuitsPanel(document, theme, regions)),
      unrolled(new UnrolledPanel(document, theme, regions)), path(new PathPanel(document, theme, regions)),
      scoreParts(new ScorePartsPanel(document, theme, regions)),
      logitParts(new LogitPartsPanel(document, theme, regions)), patch(new PatchPanel(document, theme, regions)),
      model(new ModelPanel(document, theme, regions)), weights(new WeightsPanel(document, theme, regions)),
      changes(new ChangesPanel(document, theme, regions)), ablation(new AblationPanel(document, theme, regions)),
      find(new FindPanel(document, theme, regions)), training(new TrainingPanel(document, theme, regions)),
      snapshots(new SnapshotStrip(document, theme, regions)), m_regions(regions)
{
    lesson->setObjectName(QStringLiteral("lesson"));
    regions->setLesson(lesson);
    for (const PanelId id : allPanels())
        regions->add(id, row(id).panel);
    const auto followKind = [this, document] {
        for (const PanelId id : allPanels())
            if (auto *panel = qobject_cast<Panel *>(row(id).panel))
                panel->setEmptyText(document->hasModel() ? QString() : noModelText(id));
    };
    // A panel that is given back shows at once what the document shows, which is of the new kind only then.
    QObject::connect(document, &Document::kindChanged, regions, [document, followKind] {
        if (!document->hasModel())
            followKind();
    });
    QObject::connect(document, &Document::shownChanged, regions, followKind);
    followKind();
    auto *rows = new PairedRows(links, heatmap, regions);
    QObject::connect(regions, &Regions::arranged, rows, &PairedRows::align);
    steps->setShowsPlay(true);
    for (const PanelId id :
         {PanelId::ScoreParts, PanelId::LogitParts, PanelId::Lens, PanelId::Circuits, PanelId::Patch})
        steps->menu()->addAction(panelTitle(id), regions, [regions, id] { regions->open(id); });
    QObject::connect(why, &WhyPanel::playAsked, regions, [this] {
        steps->setShowsPlay(true);
        m_regions->setMode(Mode::Explain);
        steps->play()->bar()->play();
    });
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
        return {steps, (steps->showsPlay() ? steps->play()->view() : steps->view())->canvas(),
                figureChoice(id, sentenceFirst, steps)};
    case PanelId::Output:
        return {output, output->view()->canvas(),
                figureChoice(
                    id, [panel = output] { return panel->emptyMessage(); }, output)};
    case PanelId::Lens:
        return {lens, lens->view()->canvas(),
                figureChoice(
                    id, [panel = lens] { return panel->emptyMessage(); }, lens)};
    case PanelId::Circuits:
        return {circuits, circuits->view()->canvas(),
                figureChoice(
                    id, [panel = circuits] { return panel->emptyMessage(); }, circuits)};
    case PanelId::Unrolled:
        return {unrolled, unrolled->view()->canvas(), figureChoice(id, sentenceFirst, unrolled)};
    case PanelId::Path:
        return {path, path->view()->canvas(), figureChoice(id, sentenceFirst, path)};
    case PanelId::ScoreParts:
        return {scoreParts, scoreParts->view()->canvas(), figureChoice(id, sentenceFirst, scoreParts)};
    case PanelId::LogitParts:
        return {logitParts, logitParts->view()->canvas(), figureChoice(id, sentenceFirst, logitParts)};
    case PanelId::Patch:
        return {patch, patch->seenView()->canvas(),
                figureChoice(
                    id, [panel = patch] { return panel->emptyMessage(); }, patch)};
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

std::vector<std::function<void(PanelSet &)>> PanelSet::refusals() const
{
    std::vector<std::function<void(PanelSet &)>> refusals;
    if (const ModelPanel::Said said = model->said())
        refusals.emplace_back([said](PanelSet &panels) { panels.model->showSaid(said); });
    if (const Refusal again = weights->refusal())
        refusals.emplace_back([again](PanelSet &panels) {
            if (const QString sentence = again(); !sentence.isEmpty())
                panels.weights->refuse(sentence, again);
        });
    if (const Refusal again = training->answer()->refusal())
        refusals.emplace_back([again](PanelSet &panels) { panels.training->answer()->showRefusal(again(), again); });
    return refusals;
}

void PanelSet::addTo(PanelCycle &cycle) const
{
    cycle.add(lesson, lesson);
    for (const PanelId id : allPanels())
        cycle.add(row(id).panel, row(id).focus);
}

} // namespace regard
