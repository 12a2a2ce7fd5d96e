#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace regard {

/// The panels that show or change the model, in the order in which the keyboard moves through them. Lessons and the
/// stored layouts of the window identify them by their words.
enum class PanelId {
    Heads,
    Block,
    Summaries,
    Links,
    Heatmap,
    Why,
    Sentence,
    Steps,
    Output,
    Lens,
    Circuits,
    Unrolled,
    Path,
    ScoreParts,
    LogitParts,
    Patch,
    Snapshots,
    Model,
    Weights,
    Changes,
    Ablation,
    Find,
    Training
};

/// All panels, in that order.
const std::vector<PanelId> &allPanels();

/// The word in files: "heads".
const std::string &panelWord(PanelId id);
/// The words of all, in that order.
const std::vector<std::string> &panelWords();
/// Nothing where no panel has that word.
std::optional<PanelId> panelOfWord(std::string_view word);

} // namespace regard
