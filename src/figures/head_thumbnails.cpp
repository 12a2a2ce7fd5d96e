#include "figures/head_thumbnails.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace regard {

namespace {

QImage imageOf(const Matrix &weights, QSize pixels, const Theme &theme, bool isDifference, const PairParts &pair)
{
    const int side = std::max(pixels.width(), pixels.height());
    const Matrix cells = thumbnail(pair.isFiltered() ? filtered(weights, pair) : weights, side, isDifference);
    const auto color = [&](double value) { return isDifference ? theme.diverging(value) : theme.sequential(value); };
    QImage image(std::max(1, int(cells.cols())), std::max(1, int(cells.rows())), QImage::Format_RGB32);
    image.fill(color(0));
    for (int y = 0; y < cells.rows(); ++y) {
        auto *line = reinterpret_cast<QRgb *>(image.scanLine(y));
        for (int x = 0; x < cells.cols(); ++x) {
            line[x] = color(double(cells(y, x)));
        }
    }
    // Enlarged by whole pixels here: every device then shows the same sharp cells.
    return image.scaled(pixels, Qt::IgnoreAspectRatio, Qt::FastTransformation);
}

/// By the maximum of what falls together.
Matrix reduced(const Matrix &weights, Eigen::Index limit)
{
    Matrix small = Matrix::Zero(std::min(weights.rows(), limit), std::min(weights.cols(), limit));
    Matrix strongest(1, weights.cols()); // of the rows that fall together
    for (Eigen::Index y = 0, row = 0; y < small.rows(); ++y) {
        strongest.setZero();
        for (; row < weights.rows() && row * small.rows() / weights.rows() == y; ++row) {
            strongest = strongest.cwiseMax(weights.row(row));
        }
        for (Eigen::Index column = 0; column < weights.cols(); ++column) {
            float &cell = small(y, column * small.cols() / weights.cols());
            cell = std::max(cell, strongest(0, column));
        }
    }
    return small;
}

/// By the largest magnitude of what falls together, with its sign.
Matrix reducedDifference(const Matrix &weights, Eigen::Index limit)
{
    constexpr float none = std::numeric_limits<float>::quiet_NaN();
    Matrix small = Matrix::Constant(std::min(weights.rows(), limit), std::min(weights.cols(), limit), none);
    for (Eigen::Index row = 0; row < weights.rows(); ++row) {
        for (Eigen::Index column = 0; column < weights.cols(); ++column) {
            const float value = weights(row, column);
            float &cell = small(row * small.rows() / weights.rows(), column * small.cols() / weights.cols());
            if (std::isnan(cell) || std::abs(value) > std::abs(cell))
                cell = value;
        }
    }
    return small;
}

} // namespace

Matrix thumbnail(const Matrix &weights, int side, bool isDifference)
{
    const auto limit = Eigen::Index(std::max(1, side));
    if (weights.rows() <= limit && weights.cols() <= limit) {
        return weights;
    }
    return isDifference ? reducedDifference(weights, limit) : reduced(weights, limit);
}

Matrix filtered(const Matrix &weights, const PairParts &pair)
{
    Matrix left = weights;
    for (int query = 0; pair.isFiltered() && query < left.rows(); ++query)
        for (int key = 0; key < left.cols(); ++key)
            if (!pair.shows(query, key))
                left(query, key) = 0;
    return left;
}

const QImage &HeadThumbnails::image(const std::shared_ptr<const BlockTrace> &block, std::size_t head, QSize pixels,
                                    const Theme &theme, bool isDifference, const PairParts &pair)
{
    Entry &entry = m_entries[block.get()];
    if (entry.block.expired() || entry.pixels != pixels || entry.dark != theme.dark ||
        entry.isDifference != isDifference || entry.pair != pair) {
        entry = {block, pixels, theme.dark, isDifference, pair, std::vector<QImage>(block->heads.size())};
    }
    QImage &image = entry.heads.at(head);
    if (image.isNull()) {
        image = imageOf(block->heads.at(head).weights, pixels, theme, isDifference, pair);
        ++m_made;
    }
    return image;
}

void HeadThumbnails::forgetGone()
{
    std::erase_if(m_entries, [](const auto &entry) { return entry.second.block.expired(); });
}

} // namespace regard
