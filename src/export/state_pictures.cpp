#include "export/state_pictures.h"

#include <algorithm>
#include <utility>

#include "draw/side_by_side_figure.h"
#include "views/heatmap/shared_colors.h"

namespace regard {

std::unique_ptr<Figure> belowCaption(std::unique_ptr<Figure> figure, const Caption &caption, const Theme &theme)
{
    if (!figure)
        return nullptr;
    std::vector<SideBySideFigure::Side> sides;
    sides.push_back({std::move(figure), caption});
    return std::make_unique<SideBySideFigure>(std::move(sides), theme);
}

std::unique_ptr<Figure> sideBySide(const std::vector<StatePicture> &states, QSizeF space, const Theme &theme)
{
    const bool areNamed = theme.parts.captionsStates();
    const QSizeF each = SideBySideFigure::spaceOfEach(space, int(states.size()), areNamed);
    std::vector<std::unique_ptr<Figure>> drawn;
    for (const StatePicture &state : states)
        drawn.push_back(state.make(each, theme));
    if (std::count(drawn.begin(), drawn.end(), nullptr) > 0)
        return nullptr;
    for (const std::unique_ptr<Figure> &figure : drawn)
        shareColors(*drawn.front(), *figure);
    std::vector<SideBySideFigure::Side> sides;
    for (std::size_t i = 0; i < states.size(); ++i)
        sides.push_back({std::move(drawn[i]), areNamed ? states[i].caption : Caption()});
    return std::make_unique<SideBySideFigure>(std::move(sides), theme);
}

std::vector<std::unique_ptr<Figure>> filmFrames(const std::vector<StatePicture> &states, const PictureSize &size,
                                                const Theme &theme)
{
    std::vector<std::unique_ptr<Figure>> drawn;
    for (const StatePicture &state : states)
        if (std::unique_ptr<Figure> figure = state.make({960, 720}, theme))
            drawn.push_back(std::move(figure));
    for (const std::unique_ptr<Figure> &figure : drawn)
        shareColors(*drawn.front(), *figure);
    const bool areNamed = theme.parts.captionsStates();
    std::vector<std::unique_ptr<Figure>> frames;
    for (const StatePicture &state : states) {
        const FigureMaker make = [&](QSizeF space, const Theme &printed) {
            std::unique_ptr<Figure> own = state.make(SideBySideFigure::spaceOfEach(space, 1, areNamed), printed);
            if (own)
                shareColors(*drawn.front(), *own);
            return belowCaption(std::move(own), areNamed ? state.caption : Caption(), printed);
        };
        if (std::unique_ptr<Figure> frame = printedFigure(make, size, theme))
            frames.push_back(std::move(frame));
    }
    return frames;
}

} // namespace regard
