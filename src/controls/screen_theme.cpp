#include "controls/screen_theme.h"

#include "document/document.h"

namespace regard {

Theme screenTheme(Theme theme, const ShownState &state)
{
    theme.parts.title = false;
    theme.parts.colorBar = false;                  // it stands in the panel's head
    theme.parts.inWindow = theme.leastNumber <= 0; // else it is presented
    const bool isPlain = state.hasResult() && !state.comparison && state.result.model->interventions.isEmpty();
    if (isPlain)
        theme.parts.legend = false;
    return theme;
}

} // namespace regard
