#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include <QString>

#include "document/shown/shown.h"
#include "engine/analysis/patching.h"
#include "views/heatmap/heatmap_figure.h"
#include "views/parts/parts_data.h"

namespace regard {

class PatchRun;

/// The view's own settings.
struct PatchOptions {
    PatchKind kind = PatchKind::HeadOutput; ///< what comes from the pinned state, a part at a time
    PartsQuestion words{};                  ///< whose logit tells what that does
    PatchRun *run = nullptr;                ///< has the numbers, or is computing them; null: they are computed now
    bool isWhole = false;                   ///< waits for them
    int row = -1;                           ///< of the cell in focus
    int column = -1;
};

/// What a map of patches is of.
struct PatchAsked {
    QString whyNone{};                                   ///< a sentence in place of all that follows
    std::shared_ptr<const TraceComparison> comparison{}; ///< of the present state without patches
    PatchGrid grid{};
    PatchMeasure measure{};
};

struct PatchAnswer : PatchAsked {
    PatchMap map{};
};
using SharedPatch = std::shared_ptr<const PatchAnswer>;

/// What there is to patch in the stack of an attention.
std::vector<PatchKind> patchKinds(const ModelConfig &config, Attention attention);
/// "outputs of heads", "rows between layers".
QString patchGridName(PatchKind kind);

/// Why nothing can be patched; empty: something can.
QString noPatchText(const ShownState &state);

/// The map, or why there is none; nothing where it was cancelled. The state is token by token.
std::optional<PatchAnswer> patchAnswer(const ShownState &state, PatchKind kind, const PartsQuestion &words,
                                       const std::atomic<bool> *cancelled = nullptr);

/// A picture of the shares, with the patches that are on marked.
HeatmapData patchData(const ShownState &state, const PatchAnswer &answer, const PatchOptions &options);
/// "layer 3 · head 2: 0.42 of the way, 1.23 in place of 0.51".
QString patchCellText(const PatchAnswer &answer, int row, int column);
/// "“cat” beyond “rug” at “the”: 0.51 now, 2.20 pinned".
QString patchMeasureText(const PatchAnswer &answer, const Checkpoint *checkpoint);

/// The rows of a cell, and whether all of them are on.
Patch patchOfCell(const PatchAnswer &answer, const PatchCell &cell, const QString &from);
bool isOn(const Interventions &interventions, const PatchPlace &place, const Patch &rows);

/// Whether two models differ in nothing but patches.
bool differInPatchesAlone(const Model &a, const Model &b);

} // namespace regard
