#include "widgets/parts/screen_theme.h"

#include "document/document.h"

namespace regard {

Theme screenTheme(Theme theme, const ShownState &state)
{
    theme.parts.title = false;
    if (theme.leastNumber > 0) // while presenting
        theme.parts.colorBar = false;
    const bool isPlain = state.hasResult() && !state.comparison && state.result.model->interventions.isEmpty();
    if (isPlain)
        theme.parts.legend = false;
    return theme;
}

} // namespace regard
