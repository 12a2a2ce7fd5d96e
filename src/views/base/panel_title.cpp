#include "views/base/panel_title.h"

#include <QCoreApplication>

namespace regard {

namespace {

struct PanelTitleText {
    Q_DECLARE_TR_FUNCTIONS(PanelTitle)
};

} // namespace

QString panelTitle(PanelId id)
{
    switch (id) {
    case PanelId::Heads:
        return PanelTitleText::tr("Heads");
    case PanelId::Block:
        return PanelTitleText::tr("Block");
    case PanelId::Summaries:
        return PanelTitleText::tr("Summaries");
    case PanelId::Links:
        return PanelTitleText::tr("Links");
    case PanelId::Heatmap:
        return PanelTitleText::tr("Heatmap");
    case PanelId::Why:
        return PanelTitleText::tr("Why");
    case PanelId::Sentence:
        return PanelTitleText::tr("Sentence");
    case PanelId::Steps:
        return PanelTitleText::tr("Steps");
    case PanelId::Output:
        return PanelTitleText::tr("Output");
    case PanelId::Unrolled:
        return PanelTitleText::tr("Unrolled");
    case PanelId::Path:
        return PanelTitleText::tr("Path");
    case PanelId::Snapshots:
        return PanelTitleText::tr("Snapshots");
    case PanelId::Model:
        return PanelTitleText::tr("Model");
    case PanelId::Weights:
        return PanelTitleText::tr("Weights");
    case PanelId::Changes:
        return PanelTitleText::tr("Changes");
    case PanelId::Ablation:
        return PanelTitleText::tr("Switch off");
    case PanelId::Find:
        return PanelTitleText::tr("Find");
    case PanelId::Training:
        break;
    }
    return PanelTitleText::tr("Training");
}

} // namespace regard
