#include "views/text/panel_title.h"

#include <QCoreApplication>

namespace regard {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(PanelTitle)
};

} // namespace

QString panelTitle(PanelId id)
{
    switch (id) {
    case PanelId::Heads:
        return Text::tr("Heads");
    case PanelId::Block:
        return Text::tr("Block");
    case PanelId::Summaries:
        return Text::tr("Summaries");
    case PanelId::Links:
        return Text::tr("Links");
    case PanelId::Heatmap:
        return Text::tr("Heatmap");
    case PanelId::Why:
        return Text::tr("Why");
    case PanelId::Sentence:
        return Text::tr("Sentence");
    case PanelId::Steps:
        return Text::tr("Steps");
    case PanelId::Output:
        return Text::tr("Output");
    case PanelId::Unrolled:
        return Text::tr("Unrolled");
    case PanelId::Path:
        return Text::tr("Path");
    case PanelId::Snapshots:
        return Text::tr("Snapshots");
    case PanelId::Model:
        return Text::tr("Model");
    case PanelId::Weights:
        return Text::tr("Weights");
    case PanelId::Changes:
        return Text::tr("Changes");
    case PanelId::Ablation:
        return Text::tr("Switch off");
    case PanelId::Find:
        return Text::tr("Find");
    case PanelId::Training:
        break;
    }
    return Text::tr("Training");
}

} // namespace regard
