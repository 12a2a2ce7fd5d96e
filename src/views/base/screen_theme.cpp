#include "views/base/screen_theme.h"

#include "document/shown/shown.h"

namespace regard {

Theme screenTheme(Theme theme, const ShownState &state)
{
    theme.parts.title = false;
    theme.parts.colorBar = false; // it stands in the panel's head
    theme.parts.inWindow = true;
    const bool isPlain = state.hasResult() && !state.comparison && state.result.model->interventions.isEmpty();
    if (isPlain)
        theme.parts.legend = false;
    return theme;
}

} // namespace regard
