#include "views/heads/head_thumbnails.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

#include "draw/token_label.h"
#include "engine/kernels/in_parallel.h"

namespace regard {

namespace {

QImage imageOf(const Matrix &weights, QSize pixels, const Theme &theme, const ColorRange &range, const PairParts &pair)
{
    const int side = std::max(pixels.width(), pixels.height());
    const Matrix cells = thumbnail(pair.isFiltered() ? filtered(weights, pair) : weights, side, range.diverging);
    const auto color = [&](double place) { return range.diverging ? theme.diverging(place) : theme.sequential(place); };
    QImage image(std::max(1, int(cells.cols())), std::max(1, int(cells.rows())), QImage::Format_RGB32);
    image.fill(color(0));
    for (int y = 0; y < cells.rows(); ++y) {
        auto *line = reinterpret_cast<QRgb *>(image.scanLine(y));
        for (int x = 0; x < cells.cols(); ++x)
            line[x] = color(range.place(double(cells(y, x))));
    }
    // Enlarged by whole pixels here: every device then shows the same sharp cells.
    return image.scaled(pixels, Qt::IgnoreAspectRatio, Qt::FastTransformation);
}

/// The first of the columns, or rows, that fall into each of `parts`, and the end of the last.
std::vector<Eigen::Index> startsOf(Eigen::Index count, Eigen::Index parts)
{
    std::vector<Eigen::Index> starts;
    for (Eigen::Index part = 0; part <= parts; ++part)
        starts.push_back((part * count + parts - 1) / parts);
    return starts;
}

/// Keeps the maximum of what falls together, which nothing below 0 is.
Matrix reduced(const Matrix &weights, Eigen::Index limit)
{
    Matrix small(std::min(weights.rows(), limit), std::min(weights.cols(), limit));
    const std::vector<Eigen::Index> rows = startsOf(weights.rows(), small.rows());
    const std::vector<Eigen::Index> columns = startsOf(weights.cols(), small.cols());
    Eigen::RowVectorXf strongest(weights.cols()); // of the rows that fall together
    for (Eigen::Index y = 0; y < small.rows(); ++y) {
        strongest.setZero();
        for (Eigen::Index row = rows[std::size_t(y)]; row < rows[std::size_t(y) + 1]; ++row)
            strongest = strongest.cwiseMax(weights.row(row));
        for (Eigen::Index x = 0; x < small.cols(); ++x) {
            const Eigen::Index first = columns[std::size_t(x)];
            small(y, x) = strongest.segment(first, columns[std::size_t(x) + 1] - first).maxCoeff();
        }
    }
    return small;
}

/// Keeps the largest magnitude of what falls together, with its sign: the positive one of two equal ones.
Matrix reducedDifference(const Matrix &weights, Eigen::Index limit)
{
    constexpr float infinity = std::numeric_limits<float>::infinity();
    Matrix small(std::min(weights.rows(), limit), std::min(weights.cols(), limit));
    const std::vector<Eigen::Index> rows = startsOf(weights.rows(), small.rows());
    const std::vector<Eigen::Index> columns = startsOf(weights.cols(), small.cols());
    Eigen::RowVectorXf most(weights.cols()); // of the rows that fall together; NaN is passed over
    Eigen::RowVectorXf least(weights.cols());
    for (Eigen::Index y = 0; y < small.rows(); ++y) {
        most.setConstant(-infinity);
        least.setConstant(infinity);
        for (Eigen::Index row = rows[std::size_t(y)]; row < rows[std::size_t(y) + 1]; ++row) {
            const float *values = weights.data() + row * weights.cols();
            for (Eigen::Index column = 0; column < weights.cols(); ++column) {
                most[column] = values[column] > most[column] ? values[column] : most[column];
                least[column] = values[column] < least[column] ? values[column] : least[column];
            }
        }
        for (Eigen::Index x = 0; x < small.cols(); ++x) {
            const Eigen::Index first = columns[std::size_t(x)];
            const Eigen::Index count = columns[std::size_t(x) + 1] - first;
            const float highest = most.segment(first, count).maxCoeff();
            const float lowest = least.segment(first, count).minCoeff();
            small(y, x) = highest < lowest     ? std::numeric_limits<float>::quiet_NaN() // nothing but NaN
                          : highest >= -lowest ? highest
                                               : lowest;
        }
    }
    return small;
}

} // namespace

Matrix thumbnail(const Matrix &weights, int side, bool isDifference)
{
    const auto limit = Eigen::Index(std::max(1, side));
    if (weights.rows() <= limit && weights.cols() <= limit)
        return weights;
    return isDifference ? reducedDifference(weights, limit) : reduced(weights, limit);
}

Matrix filtered(const Matrix &weights, const PairParts &pair)
{
    Matrix left = weights;
    std::vector<int> hidden; // keys, the same for neighbouring queries
    const auto isHidden = [&pair](int query) { return [&pair, query](int key) { return !pair.shows(query, key); }; };
    std::vector<int> keys(std::size_t(left.cols()));
    std::iota(keys.begin(), keys.end(), 0);
    for (int query = 0; pair.isFiltered() && query < left.rows(); ++query) {
        if (query == 0 || isMarked(pair.secondQueries, query) != isMarked(pair.secondQueries, query - 1)) {
            hidden.clear();
            std::copy_if(keys.begin(), keys.end(), std::back_inserter(hidden), isHidden(query));
        }
        for (const int key : hidden)
            left(query, key) = 0;
    }
    return left;
}

QImage &HeadThumbnails::entryOf(const Wanted &wanted, const Theme &theme)
{
    const HeadTraces &heads = wanted.block->heads;
    std::shared_ptr<const void> owner = wanted.block;
    if (!heads.source())
        owner = heads.shared(wanted.head);
    Entry &entry = m_entries[{owner.get(), heads.source() ? wanted.head : 0}];
    if (entry.owner.expired() || entry.pixels != wanted.pixels || entry.dark != theme.dark)
        entry = {owner, wanted.pixels, theme.dark, {}};
    return entry.image;
}

void HeadThumbnails::forgetOthers(const ColorRange &range, const PairParts &pair)
{
    if (range != m_range || pair != m_pair)
        m_entries.clear();
    m_range = range; // the very ranks: they are then not compared again
    m_pair = pair;
}

void HeadThumbnails::make(const std::vector<Wanted> &wanted, const Theme &theme, const ColorRange &range,
                          const PairParts &pair)
{
    forgetOthers(range, pair);
    std::vector<std::pair<const Wanted *, QImage *>> missing; // entries of the map keep their place
    for (const Wanted &each : wanted) {
        QImage &image = entryOf(each, theme);
        if (image.isNull())
            missing.emplace_back(&each, &image);
    }
    if (m_read)
        leaveToReader(missing, theme);
    inParallel(int(missing.size()), [&](int i) {
        const auto &[each, image] = missing[std::size_t(i)];
        *image = imageOf(each->block->heads.shared(each->head)->weights, each->pixels, theme, range, pair);
    });
    m_made += int(missing.size());
}

/// Removes heads of a file from the list of missing thumbnails: they are read in the background.
void HeadThumbnails::leaveToReader(std::vector<std::pair<const Wanted *, QImage *>> &missing, const Theme &theme)
{
    const auto isOfFile = [](const auto &each) { return each.first->block->heads.source() != nullptr; };
    std::vector<Job> jobs;
    const auto look = std::make_shared<const Look>(Look{theme, m_range, m_pair});
    for (const auto &each : missing)
        if (isOfFile(each))
            jobs.push_back({*each.first, look});
    std::erase_if(missing, isOfFile);
    if (!jobs.empty())
        m_read(std::move(jobs));
}

QImage HeadThumbnails::Job::image() const
{
    return imageOf(wanted.block->heads.shared(wanted.head)->weights, wanted.pixels, look->theme, look->range,
                   look->pair);
}

void HeadThumbnails::take(const Job &job, const QImage &image)
{
    if (job.look->range != m_range || job.look->pair != m_pair)
        return;
    const auto found = m_entries.find({job.wanted.block.get(), job.wanted.head});
    if (found == m_entries.end() || found->second.owner.lock() != job.wanted.block)
        return;
    Entry &entry = found->second;
    if (entry.pixels != job.wanted.pixels || entry.dark != job.look->theme.dark || !entry.image.isNull())
        return;
    entry.image = image;
    ++m_made;
}

const QImage &HeadThumbnails::image(const std::shared_ptr<const BlockTrace> &block, std::size_t head, QSize pixels,
                                    const Theme &theme, const ColorRange &range, const PairParts &pair)
{
    const Wanted wanted{block, head, pixels};
    forgetOthers(range, pair);
    const QImage &image = entryOf(wanted, theme);
    if (!image.isNull() || (block->heads.source() && m_read))
        return image;
    make({wanted}, theme, range, pair);
    return entryOf(wanted, theme);
}

void HeadThumbnails::forgetGone()
{
    std::erase_if(m_entries, [](const auto &entry) { return entry.second.owner.expired(); });
}

} // namespace regard
