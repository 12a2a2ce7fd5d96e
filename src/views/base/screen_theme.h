#pragma once

#include "draw/theme.h"

namespace regard {

struct ShownState;

/// How a picture is drawn in the window: without its title, which the panel's head has, and without a legend, unless a
/// difference or something switched off needs its words. Exports keep both.
Theme screenTheme(Theme theme, const ShownState &state);

} // namespace regard
