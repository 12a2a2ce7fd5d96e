#include "figures/heads_figure.h"

#include <algorithm>
#include <cmath>

#include "figures/token_label.h"

namespace regard {

namespace {

constexpr double leftLabels = 30;
constexpr double topLabels = 24;
constexpr double margin = 8;
constexpr int largestVectorSide = 128;

} // namespace

Matrix thumbnail(const Matrix &weights, int side)
{
    const auto limit = Eigen::Index(std::max(1, side));
    if (weights.rows() <= limit && weights.cols() <= limit) {
        return weights;
    }
    Matrix small = Matrix::Zero(std::min(weights.rows(), limit), std::min(weights.cols(), limit));
    for (Eigen::Index row = 0; row < weights.rows(); ++row) {
        const Eigen::Index y = row * small.rows() / weights.rows();
        for (Eigen::Index column = 0; column < weights.cols(); ++column) {
            float &cell = small(y, column * small.cols() / weights.cols());
            cell = std::max(cell, weights(row, column));
        }
    }
    return small;
}

HeadsFigure::HeadsFigure(HeadsData data, QSizeF size, const Theme &theme) : m_data(std::move(data)), m_theme(theme)
{
    for (int layer = 0; layer < layers(); ++layer) {
        m_heads = std::max(m_heads, int(m_data.trace->blocks[std::size_t(layer)]->heads.size()));
    }
    const double wide = (size.width() - leftLabels - margin) / std::max(1, m_heads);
    const double high = (size.height() - topLabels - margin) / std::max(1, layers());
    const double pitch = std::min(wide, std::max(high, 46.0));
    m_gap = pitch >= 40 ? 6 : 3;
    m_side = std::clamp(std::floor(pitch - m_gap), 14.0, 320.0);
    m_size = QSizeF(std::max(size.width(), leftLabels + margin + m_heads * (m_side + m_gap)),
                    std::max(size.height(), topLabels + margin + layers() * (m_side + m_gap)));
}

QRectF HeadsFigure::headRect(int layer, int head) const
{
    const double pitch = m_side + m_gap;
    return {leftLabels + head * pitch, topLabels + layer * pitch, m_side, m_side};
}

std::optional<HeadHit> HeadsFigure::hit(QPointF point) const
{
    const double pitch = m_side + m_gap;
    const int head = int(std::floor((point.x() - leftLabels + m_gap / 2) / pitch));
    const int layer = int(std::floor((point.y() - topLabels + m_gap / 2) / pitch));
    const bool exists = layer >= 0 && layer < layers() && head >= 0 &&
                        head < int(m_data.trace->blocks[std::size_t(layer)]->heads.size());
    return exists ? std::optional(HeadHit{layer, head}) : std::nullopt;
}

void HeadsFigure::paint(QPainter &painter) const
{
    painter.fillRect(QRectF(QPointF(0, 0), m_size), m_theme.panel);
    for (int layer = 0; layer < layers(); ++layer) {
        for (int head = 0; head < int(m_data.trace->blocks[std::size_t(layer)]->heads.size()); ++head) {
            paintHead(painter, layer, head);
        }
    }
    paintLabels(painter);
    paintSelection(painter);
}

void HeadsFigure::paintPixels(QPainter &painter) const
{
    const QRectF clip = painter.hasClipping() ? painter.clipBoundingRect() : QRectF(QPointF(0, 0), m_size);
    const double ratio = painter.device()->devicePixelRatioF();
    painter.fillRect(QRectF(QPointF(0, 0), m_size), m_theme.panel);
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    for (int layer = 0; layer < layers(); ++layer) {
        const auto &heads = m_data.trace->blocks[std::size_t(layer)]->heads;
        for (int head = 0; head < int(heads.size()); ++head) {
            const QRectF box = headRect(layer, head);
            if (clip.intersects(box)) {
                const auto side = int(std::lround(m_side * ratio));
                painter.drawImage(box, headImage(heads[std::size_t(head)].weights, side));
            }
        }
    }
    paintLabels(painter);
    paintSelection(painter);
}

QImage HeadsFigure::headImage(const Matrix &weights, int side) const
{
    const Matrix cells = thumbnail(weights, side);
    QImage image(std::max(1, int(cells.cols())), std::max(1, int(cells.rows())), QImage::Format_RGB32);
    image.fill(m_theme.sequential(0));
    for (int y = 0; y < cells.rows(); ++y) {
        auto *line = reinterpret_cast<QRgb *>(image.scanLine(y));
        for (int x = 0; x < cells.cols(); ++x) {
            line[x] = m_theme.sequential(double(cells(y, x)));
        }
    }
    // Enlarged by whole pixels here: every device then shows the same sharp cells.
    return image.scaled(side, side, Qt::IgnoreAspectRatio, Qt::FastTransformation);
}

void HeadsFigure::paintHead(QPainter &painter, int layer, int head) const
{
    const Matrix &weights = m_data.trace->blocks[std::size_t(layer)]->heads[std::size_t(head)].weights;
    const QRectF box = headRect(layer, head);
    if (weights.rows() > largestVectorSide || weights.cols() > largestVectorSide) {
        painter.drawImage(box, headImage(weights, 4 * int(m_side)));
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(box, QColor::fromRgb(m_theme.sequential(0)));
    const double width = box.width() / std::max<double>(1, double(weights.cols()));
    const double height = box.height() / std::max<double>(1, double(weights.rows()));
    for (int row = 0; row < weights.rows(); ++row) {
        for (int column = 0; column < weights.cols(); ++column) {
            const QRgb color = m_theme.sequential(double(weights(row, column)));
            if (color != m_theme.sequential(0)) {
                painter.fillRect(QRectF(box.left() + column * width, box.top() + row * height, width, height),
                                 QColor::fromRgb(color));
            }
        }
    }
}

void HeadsFigure::paintLabels(QPainter &painter) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    const double pitch = m_side + m_gap;
    const int everyHead = std::max(1, int(std::ceil((m_heads > 99 ? 26 : m_heads > 9 ? 18 : 12) / pitch)));
    const auto font = [](bool bold) { return Theme::font(11, bold); };
    for (int head = 0; head < m_heads; ++head) {
        const bool selected = head == m_data.head;
        const bool crowded = head % everyHead != 0 || (!selected && std::abs(head - m_data.head) < everyHead);
        if (selected || !crowded) {
            const QRectF box(headRect(0, head).center().x() - 20, 4, 40, topLabels - 8);
            drawToken(painter, box, Qt::AlignHCenter, QString::number(head + 1), font(selected),
                      selected ? m_theme.accent : m_theme.muted);
        }
    }
    for (int layer = 0; layer < layers(); ++layer) {
        const bool selected = layer == m_data.layer;
        const QRectF row = headRect(layer, 0);
        drawToken(painter, QRectF(0, row.top(), leftLabels - 8, row.height()), Qt::AlignRight,
                  QString::number(layer + 1), font(selected), selected ? m_theme.accent : m_theme.muted);
    }
}

void HeadsFigure::paintSelection(QPainter &painter) const
{
    if (m_data.layer < 0 || m_data.layer >= layers() || m_data.head < 0 || m_data.head >= m_heads) {
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_theme.accent, 2));
    painter.drawRoundedRect(headRect(m_data.layer, m_data.head).adjusted(-1.5, -1.5, 1.5, 1.5), 3, 3);
}

} // namespace regard
