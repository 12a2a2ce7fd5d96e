#pragma once

#include <memory>
#include <vector>

#include <QSizeF>

#include "draw/figure.h"
#include "draw/theme.h"
#include "views/play/play_maker.h"
#include "views/steps/walk_source.h"

namespace regard {

/// The frames of a film in each second of the play.
inline constexpr int playFramesPerSecond = 10;

/// The play as exported: a page a scene, or the frames of a film; of the token in focus or of every token in turn.
/// Pages are made on request; they stay the same when the document changes.
class PlayPages {
public:
    enum class Kind { Scenes, Film };

    /// `state` as madePlay() takes it. None where there is no play.
    PlayPages(const ShownState &state, WalkScope scope, Kind kind, bool asSpelled = false);

    int count() const { return int(m_moments.size()); }
    /// A page from 0, of that size in CSS pixels. Throws PictureError (too small).
    std::unique_ptr<Figure> page(int index, QSizeF size, const Theme &theme) const;

private:
    struct Moment {
        std::shared_ptr<const PlayData> data;
        double seconds;
    };
    std::vector<Moment> m_moments;
};

/// The play for export: a page a scene, or a film that plays as it is meant.
WalkSource playSource(const ShownState &state, bool asSpelled = false);

} // namespace regard
