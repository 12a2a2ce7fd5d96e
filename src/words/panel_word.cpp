#include "words/panel_word.h"

#include <iterator>

#include "words/named_values.h"

namespace regard {

namespace {

/// The words, in the order of the values.
constexpr const char *panelWordTable[]{"heads",    "block",       "summaries",   "links", "heatmap",   "why",
                                       "sentence", "steps",       "output",      "lens",  "circuits",  "unrolled",
                                       "path",     "score-parts", "logit-parts", "patch", "snapshots", "model",
                                       "weights",  "changes",     "ablation",    "find",  "training"};
static_assert(hasAllRows<PanelId, std::size(panelWordTable)>);

} // namespace

const std::vector<PanelId> &allPanels()
{
    static const std::vector<PanelId> all = [] {
        std::vector<PanelId> panels;
        for (std::size_t i = 0; i < std::size(panelWordTable); ++i)
            panels.push_back(PanelId(i));
        return panels;
    }();
    return all;
}

const std::vector<std::string> &panelWords()
{
    static const std::vector<std::string> words(std::begin(panelWordTable), std::end(panelWordTable));
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
