#pragma once

#include <optional>
#include <vector>

#include "window/regions/modes.h"

namespace regard {

/// What a user has chosen in one mode. Lengths are pixels at type × 1; 0 is the usual one.
struct ModeChoice {
    std::vector<PanelId> inspector; ///< opened at the right, the last one first to stay
    std::optional<PanelId> picture; ///< of the stage's switch; nothing: the first
    std::optional<bool> both;       ///< both pictures of the switch at once; nothing: as the mode has it
    int inspectorWidth = 0;
    int stripHeight = 0;
    double split = 0.5; ///< the first picture's share of the stage's width

    bool operator==(const ModeChoice &) const = default;
};

/// Which panel stands in which region.
struct Stand {
    std::vector<PanelId> pictures; ///< on the stage or behind its switch
    bool isPair = false;           ///< two at once, where there is room
    bool needsPair = false;        ///< two at once, whether or not there is room
    std::optional<PanelId> strip;
    std::vector<PanelId> inspector; ///< without the lesson

    bool operator==(const Stand &) const = default;
};

bool holds(const std::vector<PanelId> &panels, PanelId panel);
/// What a mode has before anything is opened in it.
ModeChoice usualChoice(Mode mode);
/// Arranges a mode; beside a lesson, which is the inspector, the mode's own inspector stands on the stage.
Stand standOf(Mode mode, const ModeChoice &choice, bool hasLesson);
/// Places a lesson's page: its pictures and tables stand on the stage, its forms below its text.
Stand standOfPage(const std::vector<PanelId> &panels);
/// Whether the panel is a form, which belongs beside pictures.
bool isForm(PanelId panel);

/// Chooses one or two of the pictures to be seen. `isPair`: there is room for two.
std::vector<PanelId> seenPictures(const std::vector<PanelId> &pictures, std::optional<PanelId> chosen, bool isPair);

} // namespace regard
