#include "views/play/play_pages.h"

#include <cmath>
#include <utility>

#include "draw/fitted_figure.h"
#include "views/base/token_focus.h"
#include "views/play/play_figure.h"

namespace regard {

PlayPages::PlayPages(const ShownState &state, WalkScope scope, Kind kind, bool asSpelled)
{
    const MadePlay chosen = madePlay(state, asSpelled);
    if (!chosen.data)
        return;
    std::vector<std::shared_ptr<const PlayData>> plays;
    if (scope == WalkScope::Token)
        plays.push_back(chosen.data);
    const auto queries = int(queriesOf(*state.trace(), state.selection.attention).tokens.size());
    for (int query = 0; scope == WalkScope::EveryToken && query < queries; ++query)
        plays.push_back(query == state.selection.query
                            ? chosen.data
                            : madePlay(state.with(focusedOnPair(state.selection, query, -1)), asSpelled).data);
    for (const std::shared_ptr<const PlayData> &play : plays) {
        const int scenes = int(playScenes(*play).size());
        for (int scene = 0; kind == Kind::Scenes && scene < scenes; ++scene)
            m_moments.push_back({play, tellingMoment(*play, scene)});
        const int frames = int(std::lround(playSeconds(*play) * playFramesPerSecond));
        for (int frame = 0; kind == Kind::Film && frame <= frames; ++frame)
            m_moments.push_back({play, double(frame) / playFramesPerSecond});
    }
}

std::unique_ptr<Figure> PlayPages::page(int index, QSizeF size, const Theme &theme) const
{
    const Moment &moment = m_moments.at(std::size_t(index));
    return fitted(std::make_unique<PlayFigure>(moment.data, moment.seconds, size, theme), size, theme.panel);
}

WalkSource playSource(const ShownState &state, bool asSpelled)
{
    return {WalkScope::Token, 1.0 / playFramesPerSecond, [state, asSpelled](WalkScope scope, bool isFilm) {
                const PlayPages pages(state, scope, isFilm ? PlayPages::Kind::Film : PlayPages::Kind::Scenes,
                                      asSpelled);
                return WalkSheets{pages.count(), [pages](int index, QSizeF size, const Theme &theme) {
                                      return pages.page(index, size, theme);
                                  }};
            }};
}

} // namespace regard
