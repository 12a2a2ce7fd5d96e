#include "words/panel_word.h"

namespace regard {

namespace {

constexpr auto lastPanel = PanelId::Training;

const char *wordOf(PanelId id)
{
    switch (id) {
    case PanelId::Heads:
        return "heads";
    case PanelId::Block:
        return "block";
    case PanelId::Summaries:
        return "summaries";
    case PanelId::Links:
        return "links";
    case PanelId::Heatmap:
        return "heatmap";
    case PanelId::Why:
        return "why";
    case PanelId::Sentence:
        return "sentence";
    case PanelId::Steps:
        return "steps";
    case PanelId::Output:
        return "output";
    case PanelId::Unrolled:
        return "unrolled";
    case PanelId::Path:
        return "path";
    case PanelId::Snapshots:
        return "snapshots";
    case PanelId::Model:
        return "model";
    case PanelId::Weights:
        return "weights";
    case PanelId::Changes:
        return "changes";
    case PanelId::Ablation:
        return "ablation";
    case PanelId::Find:
        return "find";
    case PanelId::Training:
        break;
    }
    return "training";
}

} // namespace

const std::vector<PanelId> &allPanels()
{
    static const std::vector<PanelId> all = [] {
        std::vector<PanelId> panels;
        for (int i = 0; i <= int(lastPanel); ++i)
            panels.push_back(static_cast<PanelId>(i));
        return panels;
    }();
    return all;
}

const std::vector<std::string> &panelWords()
{
    static const std::vector<std::string> words = [] {
        std::vector<std::string> all;
        for (const PanelId panel : allPanels())
            all.emplace_back(wordOf(panel));
        return all;
    }();
    return words;
}

const std::string &panelWord(PanelId id)
{
    return panelWords()[std::size_t(id)];
}

std::optional<PanelId> panelOfWord(std::string_view word)
{
    for (const PanelId id : allPanels())
        if (panelWord(id) == word)
            return id;
    return std::nullopt;
}

} // namespace regard
