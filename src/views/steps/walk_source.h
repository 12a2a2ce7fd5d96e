#pragma once

#include <functional>
#include <memory>

#include <QSizeF>

#include "draw/figure.h"
#include "draw/theme.h"
#include "views/steps/walk_pages.h"

namespace regard {

/// Pages that are made on request, each as large as it is asked for.
struct WalkSheets {
    int count = 0;
    std::function<std::unique_ptr<Figure>(int index, QSizeF size, const Theme &theme)> page;
};

/// What is exported page by page: for one token or every one, as pictures or as the frames of a film.
struct WalkSource {
    WalkScope scope = WalkScope::Token; ///< that is proposed
    double filmSeconds = 0;             ///< that each frame of a film is meant to stay; 0: nothing is meant
    std::function<WalkSheets(WalkScope scope, bool isFilm)> sheets;
};

inline WalkSheets sheetsOf(const WalkPages &pages)
{
    return {pages.count(),
            [pages](int index, QSizeF size, const Theme &theme) { return pages.page(index, size, theme); }};
}

inline WalkSource sourceOf(const WalkPages &pages)
{
    return {pages.scope(), 0, [pages](WalkScope scope, bool) { return sheetsOf(pages.withScope(scope)); }};
}

} // namespace regard
