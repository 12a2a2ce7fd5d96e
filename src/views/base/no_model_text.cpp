#include "views/base/no_model_text.h"

#include <QCoreApplication>

namespace regard {

namespace {

struct NoModelText {
    Q_DECLARE_TR_FUNCTIONS(NoModelText)
};

} // namespace

QString noModelText(PanelId panel)
{
    switch (panel) {
    case PanelId::Block:
        return NoModelText::tr(
            "A file of attention holds no layers to draw: open the model's folder to see its block.");
    case PanelId::Why:
        return NoModelText::tr(
            "What makes a score is computed from weights, and a file of attention has none: open the "
            "model's folder.");
    case PanelId::Steps:
        return NoModelText::tr(
            "The steps are computed from weights, and a file of attention has none: open the model's "
            "folder.");
    case PanelId::Output:
        return NoModelText::tr(
            "The next word is computed from weights, and a file of attention has none: open the model's "
            "folder.");
    case PanelId::Lens:
        return NoModelText::tr(
            "What the model would say after each layer is computed from weights, and a file of attention has none: "
            "open the model's folder.");
    case PanelId::Circuits:
        return NoModelText::tr(
            "What a head does with words alone is computed from weights, and a file of attention has none: open the "
            "model's folder.");
    case PanelId::Unrolled:
        return NoModelText::tr(
            "A file of attention has no chain of cells to unroll: open a project with a recurrent layer.");
    case PanelId::Path:
        return NoModelText::tr(
            "How much of a word is left is computed from weights, and a file of attention has none: open "
            "the model's folder.");
    case PanelId::ScoreParts:
    case PanelId::LogitParts:
        return NoModelText::tr(
            "The parts of scores and logits are computed from weights, and a file of attention has none: "
            "open the model's folder.");
    case PanelId::Patch:
        return NoModelText::tr(
            "What rows of another pass do here is computed from weights, and a file of attention has none: open the "
            "model's folder.");
    case PanelId::Model:
        return NoModelText::tr(
            "A file of attention says how many layers and heads there are, but has no model to change: "
            "open the model's folder.");
    case PanelId::Weights:
        return NoModelText::tr("A file of attention has no weights: open the model's folder to see and change them.");
    case PanelId::Changes:
        return NoModelText::tr("A file of attention has no weights that could be changed.");
    case PanelId::Ablation:
        return NoModelText::tr(
            "Without a head the rest is computed anew, from weights that a file of attention does not "
            "have: open the model's folder.");
    case PanelId::Training: // a task brings its model with it
    case PanelId::Heads:
    case PanelId::Summaries:
    case PanelId::Links:
    case PanelId::Heatmap:
    case PanelId::Sentence:
    case PanelId::Snapshots:
    case PanelId::Find:
        break;
    }
    return {};
}

} // namespace regard
