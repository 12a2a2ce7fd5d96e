#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include <QImage>
#include <QSize>

#include "draw/color_range.h"
#include "draw/pair_parts.h"
#include "draw/theme.h"
#include "engine/pass/trace.h"

namespace regard {

/// A head's weights reduced to at most `side` × `side` cells, by the maximum of what falls together. Differences keep
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

    /// How images are made.
    struct Look {
        Theme theme;
        ColorRange range;
        PairParts pair;
    };
    /// The image of a head of a file, to be made on any thread.
    struct Job {
        Wanted wanted;
        std::shared_ptr<const Look> look;

        QImage image() const; ///< reads the head; throws Error where it cannot be read
    };
    /// Heads that are read from a file are left to `read`: it gets all that are missing in the part that is painted, in
    /// order, each time that part is painted, and their images come by take(). Without it they are read at once.
    void setReader(std::function<void(std::vector<Job>)> read) { m_read = std::move(read); }
    /// Passed over where images have another size or look by now.
    void take(const Job &job, const QImage &image);

    /// Makes the images that are missing, on several threads, so that image() has them all. In a diverging range NaN
    /// stays blank.
    void make(const std::vector<Wanted> &wanted, const Theme &theme, const ColorRange &range = {},
              const PairParts &pair = {});
    /// Returns one image, which is made where it is missing; null where it is read elsewhere and comes later.
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

    /// The place of a head's image; null in it where it has to be made.
    QImage &entryOf(const Wanted &wanted, const Theme &theme);
    void leaveToReader(std::vector<std::pair<const Wanted *, QImage *>> &missing, const Theme &theme);
    void forgetOthers(const ColorRange &range, const PairParts &pair);

    /// What a head computed; of a file's, which are read anew each time, its block and number.
    using Key = std::pair<const void *, std::size_t>;

    std::map<Key, Entry> m_entries;
    ColorRange m_range; ///< of all entries
    PairParts m_pair;   ///< of all entries
    int m_made = 0;
    std::function<void(std::vector<Job>)> m_read; ///< null: heads of a file are read at once
};

} // namespace regard
