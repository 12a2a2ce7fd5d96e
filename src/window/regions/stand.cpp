#include "window/regions/stand.h"

#include <algorithm>

namespace regard {

bool holds(const std::vector<PanelId> &panels, PanelId panel)
{
    return std::find(panels.begin(), panels.end(), panel) != panels.end();
}

bool isForm(PanelId panel)
{
    switch (panel) {
    case PanelId::Model:
    case PanelId::Find:
    case PanelId::Ablation:
    case PanelId::Changes:
    case PanelId::Snapshots:
    case PanelId::Training:
        return true;
    default:
        return false;
    }
}

ModeChoice usualChoice(Mode mode)
{
    ModeChoice choice;
    if (const std::optional<PanelId> &inspector = rowOf(mode).inspector)
        choice.inspector = {*inspector};
    return choice;
}

Stand standOf(Mode mode, const ModeChoice &choice, bool hasLesson)
{
    const ModeRow &row = rowOf(mode);
    Stand stand{row.pictures, choice.both.value_or(row.isPair), choice.both.value_or(false), row.strip, {}};
    for (const PanelId panel : choice.inspector) {
        if (hasLesson && panel == row.inspector && !isForm(panel))
            stand.pictures = {row.pictures.front(), panel};
        else
            stand.inspector.push_back(panel);
    }
    if (hasLesson && stand.pictures != row.pictures)
        stand.isPair = true;
    return stand;
}

Stand standOfPage(const std::vector<PanelId> &panels)
{
    Stand stand;
    for (const PanelId panel : panels) {
        if (panel == PanelId::Why)
            stand.strip = panel;
        else if (isForm(panel))
            stand.inspector.push_back(panel);
        else if (panel != PanelId::Heads)
            stand.pictures.push_back(panel);
    }
    // Links stand at the left of the first two and the heatmap at the right, as they do everywhere.
    const auto pair = std::min<std::ptrdiff_t>(2, std::ssize(stand.pictures));
    std::stable_sort(stand.pictures.begin(), stand.pictures.begin() + pair, [](PanelId a, PanelId b) {
        const auto rank = [](PanelId panel) { return panel == PanelId::Links ? 0 : panel == PanelId::Heatmap ? 2 : 1; };
        return rank(a) < rank(b);
    });
    if (stand.pictures.empty() && stand.strip) {
        stand.pictures.push_back(*stand.strip); // a reason alone has the stage
        stand.strip.reset();
    }
    if (stand.pictures.empty())
        stand.pictures = {holds(panels, PanelId::Heads) ? PanelId::Heatmap : PanelId::Links};
    stand.isPair = stand.needsPair = stand.pictures.size() > 1;
    return stand;
}

std::vector<PanelId> seenPictures(const std::vector<PanelId> &pictures, std::optional<PanelId> chosen, bool isPair)
{
    if (pictures.empty())
        return {};
    const bool isThere = chosen && holds(pictures, *chosen);
    if (!isPair || pictures.size() < 2)
        return {isThere ? *chosen : pictures.front()};
    // What is chosen takes the second place, unless it stands in the first one.
    return {pictures[0], isThere && *chosen != pictures[0] ? *chosen : pictures[1]};
}

} // namespace regard
