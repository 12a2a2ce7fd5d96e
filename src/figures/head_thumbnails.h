#pragma once

#include <cstddef>
#include <memory>
#include <unordered_map>
#include <vector>

#include <QImage>
#include <QSize>

#include "engine/trace.h"
#include "figures/pair_parts.h"
#include "figures/theme.h"

namespace regard {

/// A head's weights reduced to at most `side` × `side` cells, by the maximum of what falls together. Of differences by
/// what is largest in magnitude, with its sign; NaN is passed over and stays where nothing else falls with it.
Matrix thumbnail(const Matrix &weights, int side, bool isDifference = false);

/// The weights with 0 where the filter of a pair does not let a cell through.
Matrix filtered(const Matrix &weights, const PairParts &pair);

/// The small images of heads, kept from one figure to the next. They belong to a block's trace: a block that a change
/// did not reach keeps its images, and those of a block that is gone go with it.
class HeadThumbnails {
public:
    /// A head of the block in as many device pixels, its cells enlarged by whole pixels. Differences are signed and
    /// take the diverging map; NaN stays blank.
    const QImage &image(const std::shared_ptr<const BlockTrace> &block, std::size_t head, QSize pixels,
                        const Theme &theme, bool isDifference = false, const PairParts &pair = {});
    /// Drops the images of blocks that no trace holds any more.
    void forgetGone();
    /// How many images were made so far.
    int made() const { return m_made; }

private:
    struct Entry {
        std::weak_ptr<const BlockTrace> block; ///< tells a new block at an old one's address
        QSize pixels;
        bool dark = false;
        bool isDifference = false;
        PairParts pair{};
        std::vector<QImage> heads; ///< null: not made yet
    };

    std::unordered_map<const BlockTrace *, Entry> m_entries;
    int m_made = 0;
};

} // namespace regard
