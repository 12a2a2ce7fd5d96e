#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include <QImage>
#include <QSize>

#include "engine/pass/trace.h"
#include "figures/base/color_range.h"
#include "figures/base/pair_parts.h"
#include "figures/base/theme.h"

namespace regard {

/// A head's weights reduced to at most `side` × `side` cells, by the maximum of what falls together. Of differences by
/// what is largest in magnitude, with its sign; NaN is skipped and stays only where nothing else falls with it.
Matrix thumbnail(const Matrix &weights, int side, bool isDifference = false);

/// The weights with 0 where the filter of a pair does not let a cell through.
Matrix filtered(const Matrix &weights, const PairParts &pair);

/// The small images of heads, kept from one figure to the next. They belong to what a head computed: a head that a
/// change did not reach keeps its image, and those of heads that are gone go with them.
class HeadThumbnails {
public:
    /// A head and the size of its image in device pixels, its cells enlarged by whole pixels.
    struct Wanted {
        std::shared_ptr<const BlockTrace> block;
        std::size_t head = 0;
        QSize pixels;
    };

    /// Of heads that are read from a file, those that take longer are left for the next time: milliseconds. Without it
    /// all are made at once.
    void setPatience(int milliseconds) { m_patience = milliseconds; }
    /// Whether some were left.
    bool isWaiting() const { return m_isWaiting; }

    /// Makes the images that are missing, on several threads, so that image() has them all. In a diverging range NaN
    /// stays blank.
    void make(const std::vector<Wanted> &wanted, const Theme &theme, const ColorRange &range = {},
              const PairParts &pair = {});
    /// The same of one, which is made where it is missing; null where that is left for later.
    const QImage &image(const std::shared_ptr<const BlockTrace> &block, std::size_t head, QSize pixels,
                        const Theme &theme, const ColorRange &range = {}, const PairParts &pair = {});
    /// Drops the images of heads that no trace holds.
    void forgetGone();
    /// How many images were made so far.
    int made() const { return m_made; }

private:
    struct Entry {
        std::weak_ptr<const void> owner; ///< tells a new head, or block, at an old one's address
        QSize pixels;
        bool dark = false;
        QImage image; ///< null: not made yet
    };

    /// Where the image of a head belongs; null in it where it has to be made.
    QImage &entryOf(const Wanted &wanted, const Theme &theme);
    void forgetOthers(const ColorRange &range, const PairParts &pair);

    /// What a head computed; of a file's, which are read anew each time, its block and number.
    using Key = std::pair<const void *, std::size_t>;

    std::map<Key, Entry> m_entries;
    ColorRange m_range; ///< of all entries
    PairParts m_pair;   ///< likewise
    int m_made = 0;
    int m_patience = -1; ///< −1: without end
    bool m_isWaiting = false;
};

} // namespace regard
