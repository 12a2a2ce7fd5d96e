#include "figures/head_thumbnails.h"

#include <algorithm>

namespace regard {

namespace {

QImage imageOf(const Matrix &weights, QSize pixels, const Theme &theme)
{
    const Matrix cells = thumbnail(weights, std::max(pixels.width(), pixels.height()));
    QImage image(std::max(1, int(cells.cols())), std::max(1, int(cells.rows())), QImage::Format_RGB32);
    image.fill(theme.sequential(0));
    for (int y = 0; y < cells.rows(); ++y) {
        auto *line = reinterpret_cast<QRgb *>(image.scanLine(y));
        for (int x = 0; x < cells.cols(); ++x) {
            line[x] = theme.sequential(double(cells(y, x)));
        }
    }
    // Enlarged by whole pixels here: every device then shows the same sharp cells.
    return image.scaled(pixels, Qt::IgnoreAspectRatio, Qt::FastTransformation);
}

} // namespace

Matrix thumbnail(const Matrix &weights, int side)
{
    const auto limit = Eigen::Index(std::max(1, side));
    if (weights.rows() <= limit && weights.cols() <= limit) {
        return weights;
    }
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

const QImage &HeadThumbnails::image(const std::shared_ptr<const BlockTrace> &block, std::size_t head, QSize pixels,
                                    const Theme &theme)
{
    Entry &entry = m_entries[block.get()];
    if (entry.block.expired() || entry.pixels != pixels || entry.dark != theme.dark) {
        entry = {block, pixels, theme.dark, std::vector<QImage>(block->heads.size())};
    }
    QImage &image = entry.heads.at(head);
    if (image.isNull()) {
        image = imageOf(block->heads.at(head).weights, pixels, theme);
        ++m_made;
    }
    return image;
}

void HeadThumbnails::forgetGone()
{
    std::erase_if(m_entries, [](const auto &entry) { return entry.second.block.expired(); });
}

} // namespace regard
