#include "figures/heads_figure.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <QCoreApplication>
#include <QPainterPath>

#include "figures/token_label.h"

namespace regard {

namespace {

constexpr int exactVectorSide = 32;    // cells a side that are drawn one by one, however small the thumbnail
constexpr int largestVectorSide = 128; // and at most
constexpr double cellsPerPixel = 2;
constexpr double headingEdge = 12; // beside a section's name
constexpr double shortestSide = 2; // of a thumbnail that is much longer than wide, or the reverse

struct Text {
    Q_DECLARE_TR_FUNCTIONS(HeadsFigure)
};

QFont headingFont()
{
    return Theme::font(12, true);
}

HeadsLayout layoutOf(const HeadsData &data, QSizeF size)
{
    std::vector<HeadsLayout::Section> sections;
    for (const HeadsData::Section &section : data.sections) {
        std::size_t heads = 0;
        for (const auto &block : section.layers) {
            heads = std::max(heads, block->heads.size());
        }
        const double heading = QFontMetricsF(headingFont()).horizontalAdvance(section.title) + headingEdge;
        sections.push_back({int(section.layers.size()), int(heads), heading});
    }
    return HeadsLayout(std::move(sections), size);
}

/// Which of the map's 256 colours a weight takes; the colour is that of level / 255.
int level(float weight)
{
    return weight > 0 ? int(std::lround(std::min(weight, 1.0F) * 255)) : 0;
}

} // namespace

HeadsFigure::HeadsFigure(HeadsData data, QSizeF size, const Theme &theme, std::shared_ptr<HeadThumbnails> thumbnails)
    : m_data(std::move(data)), m_theme(theme), m_layout(layoutOf(m_data, size)),
      m_thumbnails(thumbnails ? std::move(thumbnails) : std::make_shared<HeadThumbnails>())
{
}

int HeadsFigure::sectionOf(Attention attention) const
{
    const auto found = std::find_if(m_data.sections.begin(), m_data.sections.end(),
                                    [attention](const auto &section) { return section.attention == attention; });
    return found == m_data.sections.end() ? -1 : int(found - m_data.sections.begin());
}

const BlockTrace &HeadsFigure::block(int section, int layer) const
{
    return *m_data.sections[std::size_t(section)].layers[std::size_t(layer)];
}

int HeadsFigure::heads(int section, int layer) const
{
    return int(block(section, layer).heads.size());
}

QRectF HeadsFigure::placeRect(const HeadPlace &place) const
{
    const int section = sectionOf(place.attention);
    if (section < 0 || place.layer < 0 || place.layer >= int(m_data.sections[std::size_t(section)].layers.size()) ||
        place.head >= heads(section, place.layer)) {
        return {};
    }
    return place.head < 0 ? m_layout.labelRect(section, place.layer)
                          : m_layout.headRect(section, place.layer, place.head);
}

QRectF HeadsFigure::thumbnailRect(const HeadPlace &place) const
{
    const QRectF square = placeRect(place);
    if (square.isEmpty() || place.head < 0) {
        return {};
    }
    const BlockTrace &layer = block(sectionOf(place.attention), place.layer);
    return thumbnailIn(square, layer.heads[std::size_t(place.head)].weights);
}

QRectF HeadsFigure::thumbnailIn(const QRectF &square, const Matrix &weights) const
{
    if (weights.rows() == weights.cols() || weights.size() == 0) {
        return square;
    }
    const auto longer = double(std::max(weights.rows(), weights.cols()));
    const auto fitted = [&](Eigen::Index count) {
        return std::max(shortestSide, std::round(square.width() * double(count) / longer));
    };
    const QSizeF size(fitted(weights.cols()), fitted(weights.rows()));
    const QPointF corner(square.left() + std::floor((square.width() - size.width()) / 2),
                         square.top() + std::floor((square.height() - size.height()) / 2));
    return {corner, size};
}

QRectF HeadsFigure::namedRect(const HeadPlace &place) const
{
    QRectF rect = placeRect(place);
    if (rect.isEmpty()) {
        return rect;
    }
    const int section = sectionOf(place.attention);
    if (place.head == 0) {
        rect |= m_layout.labelRect(section, place.layer);
    }
    if (place.layer == 0) {
        const QRectF heading = m_layout.headingRect(section);
        rect.setTop(heading.isEmpty() ? m_layout.numberRect(section, 0, 0).top() : heading.top());
    }
    return rect;
}

std::optional<HeadPlace> HeadsFigure::hit(QPointF point) const
{
    const auto spot = m_layout.at(point);
    if (!spot || spot->head >= heads(spot->section, spot->layer)) {
        return std::nullopt;
    }
    return placeAt({spot->section, spot->layer}, spot->head);
}

HeadPlace HeadsFigure::placeAt(const Position &position, int head) const
{
    return {m_data.sections[std::size_t(position.section)].attention, position.layer, head};
}

std::optional<HeadsFigure::Position> HeadsFigure::nextRow(const Position &position, int by) const
{
    const auto layers = [this](int section) { return int(m_data.sections[std::size_t(section)].layers.size()); };
    const int layer = position.layer + by;
    if (layer >= 0 && layer < layers(position.section)) {
        return Position{position.section, layer};
    }
    const int section = position.section + by;
    if (section < 0 || section >= int(m_data.sections.size())) {
        return std::nullopt;
    }
    return Position{section, by > 0 ? 0 : layers(section) - 1};
}

HeadPlace HeadsFigure::steppedDown(const Position &position, int head) const
{
    const int columns = m_layout.headsPerLine(position.section);
    const int last = heads(position.section, position.layer) - 1;
    if (head >= 0 && head / columns < last / columns) {
        return placeAt(position, std::min(head + columns, last));
    }
    const auto next = nextRow(position, 1);
    if (!next) {
        return placeAt(position, head);
    }
    const int limit = std::min(m_layout.headsPerLine(next->section), heads(next->section, next->layer)) - 1;
    return placeAt(*next, head < 0 ? -1 : std::min(head % columns, limit));
}

HeadPlace HeadsFigure::steppedUp(const Position &position, int head) const
{
    const int columns = m_layout.headsPerLine(position.section);
    if (head >= columns) {
        return placeAt(position, head - columns);
    }
    const auto next = nextRow(position, -1);
    if (!next || head < 0) {
        return next ? placeAt(*next, -1) : placeAt(position, head);
    }
    const int above = m_layout.headsPerLine(next->section);
    const int last = heads(next->section, next->layer) - 1;
    return placeAt(*next, std::min(last / above * above + std::min(head, above - 1), last));
}

HeadPlace HeadsFigure::stepped(const HeadPlace &from, HeadStep step) const
{
    const Position here{sectionOf(from.attention), from.layer};
    if (here.section < 0) {
        return from;
    }
    const int last = heads(here.section, here.layer) - 1;
    const int lastSection = int(m_data.sections.size()) - 1;
    switch (step) {
    case HeadStep::Left:
        return placeAt(here, std::max(-1, from.head - 1));
    case HeadStep::Right:
        return placeAt(here, std::min(last, from.head + 1));
    case HeadStep::Up:
        return steppedUp(here, from.head);
    case HeadStep::Down:
        return steppedDown(here, from.head);
    case HeadStep::RowStart:
        return placeAt(here, 0);
    case HeadStep::RowEnd:
        return placeAt(here, last);
    case HeadStep::PreviousSection:
    case HeadStep::NextSection:
        break;
    }
    Position there = here;
    if (step == HeadStep::NextSection) {
        there = here.section < lastSection
                    ? Position{here.section + 1, 0}
                    : Position{here.section, int(m_data.sections[std::size_t(here.section)].layers.size()) - 1};
    } else {
        there = here.layer == 0 && here.section > 0 ? Position{here.section - 1, 0} : Position{here.section, 0};
    }
    return placeAt(there, std::min(from.head, heads(there.section, there.layer) - 1));
}

void HeadsFigure::paint(QPainter &painter) const
{
    const QRectF all(QPointF(0, 0), size());
    painter.fillRect(all, m_theme.panel);
    for (int section = 0; section < int(m_data.sections.size()); ++section) {
        for (int layer = 0; layer < int(m_data.sections[std::size_t(section)].layers.size()); ++layer) {
            for (int head = 0; head < heads(section, layer); ++head) {
                paintCells(painter, block(section, layer).heads[std::size_t(head)].weights,
                           m_layout.headRect(section, layer, head));
            }
        }
    }
    paintNames(painter, all);
    paintMarks(painter);
}

void HeadsFigure::paintPixels(QPainter &painter) const
{
    const QRectF clip = painter.hasClipping() ? painter.clipBoundingRect() : QRectF(QPointF(0, 0), size());
    const double ratio = painter.device()->devicePixelRatioF();
    painter.fillRect(clip, m_theme.panel);
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    for (int section = 0; section < int(m_data.sections.size()); ++section) {
        const auto &layers = m_data.sections[std::size_t(section)].layers;
        for (int layer = 0; layer < int(layers.size()); ++layer) {
            for (int head = 0; head < heads(section, layer); ++head) {
                const QRectF square = m_layout.headRect(section, layer, head);
                if (!clip.intersects(square)) {
                    continue;
                }
                const auto &shared = layers[std::size_t(layer)];
                const QRectF box = thumbnailIn(square, shared->heads[std::size_t(head)].weights);
                if (box != square) {
                    painter.fillRect(square, m_theme.control);
                }
                const QSize pixels = (box.size() * ratio).toSize();
                painter.drawImage(box, m_thumbnails->image(shared, std::size_t(head), pixels, m_theme));
            }
        }
    }
    paintNames(painter, clip);
    paintMarks(painter);
}

void HeadsFigure::paintCells(QPainter &painter, const Matrix &weights, const QRectF &square) const
{
    const QRectF box = thumbnailIn(square, weights);
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (box != square) {
        painter.fillRect(square, m_theme.control);
    }
    painter.fillRect(box, QColor::fromRgb(m_theme.sequential(0)));
    const int kept = std::clamp(int(cellsPerPixel * m_layout.side()), exactVectorSide, largestVectorSide);
    const Matrix cells = thumbnail(weights, kept);
    const double width = box.width() / std::max<double>(1, double(cells.cols()));
    const double height = box.height() / std::max<double>(1, double(cells.rows()));
    // A little over the edge, so that a viewer that smooths edges shows no seams.
    const auto reach = [](double at, double end, double cell) {
        return std::min(at + std::min(0.3, 0.15 * cell), end);
    };
    // One path a colour, neighbours of the same colour in one piece: a fraction of the bytes of single cells.
    std::array<QPainterPath, 256> paths;
    for (QPainterPath &path : paths) {
        path.setFillRule(Qt::WindingFill);
    }
    for (Eigen::Index row = 0; row < cells.rows(); ++row) {
        for (Eigen::Index column = 0; column < cells.cols();) {
            const Eigen::Index first = column;
            const int shade = level(cells(row, column));
            while (column < cells.cols() && level(cells(row, column)) == shade) {
                ++column;
            }
            if (shade > 0) {
                const QPointF corner(box.left() + double(first) * width, box.top() + double(row) * height);
                const QPointF end(reach(box.left() + double(column) * width, box.right(), width),
                                  reach(corner.y() + height, box.bottom(), height));
                paths[std::size_t(shade)].addRect(QRectF(corner, end));
            }
        }
    }
    painter.setPen(Qt::NoPen);
    for (std::size_t shade = 1; shade < paths.size(); ++shade) {
        if (!paths[shade].isEmpty()) {
            painter.fillPath(paths[shade], QColor::fromRgb(m_theme.sequential(double(shade) / 255)));
        }
    }
}

void HeadsFigure::paintNames(QPainter &painter, const QRectF &clip) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_data.sections.size() > 1) {
        paintHeadings(painter);
    }
    for (int section = 0; section < int(m_data.sections.size()); ++section) {
        for (int layer = 0; layer < int(m_data.sections[std::size_t(section)].layers.size()); ++layer) {
            if (layer == 0 || m_layout.isWrapped()) {
                paintNumbers(painter, section, layer, clip);
            }
            if (clip.intersects(m_layout.labelRect(section, layer))) {
                paintLabel(painter, section, layer);
            }
        }
    }
}

QString HeadsFigure::counts(int section, bool isShort) const
{
    const auto layers = m_data.sections[std::size_t(section)].layers.size();
    const int headCount = heads(section, 0);
    if (isShort) {
        return QStringLiteral("%1 × %2").arg(layers).arg(headCount);
    }
    return (layers == 1 ? Text::tr("1 layer") : Text::tr("%1 layers").arg(layers)) + QStringLiteral(" × ") +
           (headCount == 1 ? Text::tr("1 head") : Text::tr("%1 heads").arg(headCount));
}

void HeadsFigure::paintHeadings(QPainter &painter) const
{
    const QFont bold = headingFont();
    const QFont plain = Theme::font(11);
    const auto place = [&](int section) {
        const double title = QFontMetricsF(bold).horizontalAdvance(m_data.sections[std::size_t(section)].title);
        return m_layout.headingRect(section).adjusted(title + 10, 0, 0, 0);
    };
    const auto fits = [&](bool isShort) {
        for (int section = 0; section < int(m_data.sections.size()); ++section) {
            if (QFontMetricsF(plain).horizontalAdvance(counts(section, isShort)) > place(section).width()) {
                return false;
            }
        }
        return true;
    };
    const bool isShort = !fits(false);
    const bool isCounted = !isShort || fits(true);
    for (int section = 0; section < int(m_data.sections.size()); ++section) {
        drawToken(painter, m_layout.headingRect(section), Qt::AlignLeft, m_data.sections[std::size_t(section)].title,
                  bold, m_theme.text);
        if (isCounted) {
            drawToken(painter, place(section), Qt::AlignLeft, counts(section, isShort), plain, m_theme.muted);
        }
    }
}

void HeadsFigure::paintNumbers(QPainter &painter, int section, int layer, const QRectF &clip) const
{
    const HeadsMarks &marks = m_data.marks;
    const int count = heads(section, layer);
    const double pitch = m_layout.side() + m_layout.gap();
    const int every = std::max(1, int(std::ceil((count > 99 ? 26 : count > 9 ? 18 : 12) / pitch)));
    const bool isChosen = placeAt({section, layer}, 0).attention == marks.selected.attention &&
                          marks.shown == HeadsMarks::Shown::Heads &&
                          (!m_layout.isWrapped() || layer == marks.selected.layer);
    const int chosen = isChosen ? marks.selected.head : -every;
    for (int head = 0; head < count; ++head) {
        const bool isCrowded = head % every != 0 || (head != chosen && std::abs(head - chosen) < every);
        const QRectF box = m_layout.numberRect(section, layer, head);
        if ((head == chosen || !isCrowded) && clip.intersects(box)) {
            drawToken(painter, box, Qt::AlignHCenter, QString::number(head + 1), Theme::font(11, head == chosen),
                      head == chosen ? m_theme.accent : m_theme.muted);
        }
    }
}

void HeadsFigure::paintLabel(QPainter &painter, int section, int layer) const
{
    const HeadsMarks &marks = m_data.marks;
    const bool isSelected =
        m_data.sections[std::size_t(section)].attention == marks.selected.attention && layer == marks.selected.layer;
    const bool isMean = isSelected && marks.shown == HeadsMarks::Shown::Mean;
    const QRectF row = m_layout.labelRect(section, layer);
    const QRectF number = row.adjusted(0, 0, -5, 0);
    const QColor color = isSelected ? m_theme.accent : m_theme.muted;
    if (!isMean) {
        drawToken(painter, number, Qt::AlignRight, QString::number(layer + 1), Theme::font(11, isSelected), color);
        return;
    }
    const double height = std::min(row.height(), 34.0);
    const QRectF box(row.left() + 2, row.center().y() - height / 2, row.width() - 2, height);
    painter.setBrush(m_theme.accentSoft);
    painter.setPen(QPen(m_theme.accent, 1.5));
    painter.drawRoundedRect(box, 4, 4);
    const QString mean = Text::tr("mean");
    const QFont small = Theme::font(9);
    const bool isNamed = height >= 28 && QFontMetricsF(small).horizontalAdvance(mean) <= box.width();
    drawToken(painter, isNamed ? box.adjusted(0, 1, 0, -height / 2 + 2) : box, Qt::AlignHCenter,
              QString::number(layer + 1), Theme::font(11, true), m_theme.accent);
    if (isNamed) {
        drawToken(painter, box.adjusted(0, height / 2, 0, -2), Qt::AlignHCenter, mean, small, m_theme.text);
    }
}

void HeadsFigure::paintMarks(QPainter &painter) const
{
    const HeadsMarks &marks = m_data.marks;
    const bool showsHeads = marks.shown == HeadsMarks::Shown::Heads;
    const double bar = m_layout.markRoom() >= 8 ? 3 : 2;
    painter.setRenderHint(QPainter::Antialiasing, false);
    bool isOn = false;
    for (const int head : showsHeads ? marks.on : std::vector<int>()) {
        const QRectF rect = placeRect({marks.selected.attention, marks.selected.layer, head});
        painter.fillRect(QRectF(rect.left(), rect.bottom() + 2, rect.width(), bar), m_theme.head(head));
        isOn = isOn || head == marks.selected.head;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    const QRectF selected = placeRect(marks.selected);
    if (!selected.isEmpty()) {
        const double below = isOn ? 3 + bar : 1;
        painter.setPen(QPen(showsHeads ? m_theme.accent : m_theme.muted, showsHeads ? 2 : 1));
        painter.drawRoundedRect(selected.adjusted(-1, -1, 1, below), 2, 2);
    }
    if (marks.cursor) {
        const bool isLabel = marks.cursor->head < 0;
        const QRectF rect = placeRect(*marks.cursor);
        QPen pen(m_theme.text, 1.5, Qt::CustomDashLine, Qt::FlatCap);
        pen.setDashPattern({2, 2});
        painter.setPen(pen);
        painter.drawRect(isLabel ? rect.adjusted(1, 0, 0, 0) : rect.adjusted(-1, -1, 1, 1));
    }
}

} // namespace regard
