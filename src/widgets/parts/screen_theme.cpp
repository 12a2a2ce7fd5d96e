#include "widgets/parts/screen_theme.h"

#include "document/document.h"

namespace regard {

Theme screenTheme(Theme theme, const ShownState &state)
{
    theme.parts.title = false;
    const bool isPlain = state.hasResult() && !state.comparison && state.result.model->interventions.isEmpty();
    if (isPlain)
        theme.parts.legend = false;
    return theme;
}

} // namespace regard
