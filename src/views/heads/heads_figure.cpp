#include "views/heads/heads_figure.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <QFontMetricsF>
#include <QPainterPath>

#include "draw/cell_image.h"
#include "draw/figure_group.h"
#include "draw/sign_hatch.h"
#include "draw/text_width.h"
#include "views/heads/head_name.h"

namespace regard {

namespace {

constexpr long long mostExactCells = 4000000;   // of all heads in a file; beyond, those that fall together are one
constexpr long long mostImagePixels = 16000000; // of all heads in a file
constexpr int exactVectorSide = 32;             // cells a side that are drawn one by one, however small the thumbnail
constexpr int headsLargestVectorSide = 128;     // and at most
constexpr int rankedSide = 32;                  // cells a side whose weights are ranked
constexpr double cellsPerPixel = 2;
constexpr int mostLevel = 255;
constexpr double headingEdge = 12; // beside a section's name
constexpr double headsNameGap = 4; // between names of a list
constexpr double listNameHeight = 18;
constexpr double topLine = 18;     // says what the bars show, or how the tokens are shown
constexpr double shortestSide = 2; // of a thumbnail that is much longer than wide, or the reverse

HeadsLayout listLayoutOf(const HeadsData &data, QSizeF size, HeadsLayout::Room room)
{
    double widest = 0;
    for (const HeadPlace &place : data.order) {
        const QString name = listName(place, data.sections.size() > 1);
        widest = std::max(widest, textWidth(name, listNameFont(true)) + headsNameGap);
    }
    return HeadsLayout::list(int(data.order.size()), widest, size, room);
}

HeadsLayout layoutOf(const HeadsData &data, QSizeF size, bool hasBars)
{
    const double share = hasBars && !data.shareLabel.isEmpty() ? topLine : 0;
    const HeadsLayout::Room room{share + (data.caption.isEmpty() ? 0 : topLine), hasBars};
    std::vector<HeadsLayout::Section> sections;
    for (const HeadsData::Section &section : data.sections) {
        std::size_t heads = 0;
        for (const auto &block : section.layers)
            heads = std::max(heads, block->heads.size());
        sections.push_back({int(section.layers.size()), int(heads), HeadsFigure::headingWidth(section.title)});
    }
    if (!data.order.empty()) {
        // As high as the map of so many layers.
        int most = 1;
        for (const HeadsLayout::Section &section : sections)
            most = std::max(most, section.heads);
        const int lines = (int(data.order.size()) + most - 1) / most;
        if (!(size.height() > 0))
            size.setHeight(HeadsLayout::naturalHeight({{lines, most, 0}}, size.width(), room) + lines * listNameHeight);
        return listLayoutOf(data, size, room);
    }
    const double height = size.height() > 0 ? size.height() : HeadsLayout::naturalHeight(sections, size.width(), room);
    return HeadsLayout(std::move(sections), {size.width(), height}, room);
}

/// The data without what its order names and the sections do not have.
HeadsData withKnownOrder(HeadsData data)
{
    std::erase_if(data.order, [&](const HeadPlace &place) {
        return std::none_of(data.sections.begin(), data.sections.end(), [&](const HeadsData::Section &section) {
            return section.attention == place.attention && place.layer >= 0 &&
                   place.layer < int(section.layers.size()) && place.head >= 0 &&
                   place.head < int(section.layers[std::size_t(place.layer)]->heads.size());
        });
    });
    return data;
}

/// Which of the map's 256 colours a place on the bar takes; the colour is that of level / 255. A difference has 255
/// levels either way. NaN has none.
int level(float place, bool isDifference)
{
    const float least = isDifference ? -1.0F : 0.0F;
    return std::isnan(place) ? 0 : int(std::lround(std::clamp(place, least, 1.0F) * mostLevel));
}

} // namespace

HeadsFigure::HeadsFigure(HeadsData data, QSizeF size, const Theme &theme, std::shared_ptr<HeadThumbnails> thumbnails)
    : m_data(withKnownOrder(std::move(data))), m_theme(theme), m_notes(notesOf(m_data)),
      m_layout(layoutOf(m_data, size, hasShare())), m_range(rangeOf(m_data)),
      m_thumbnails(thumbnails ? std::move(thumbnails) : std::make_shared<HeadThumbnails>())
{
    for (const Noted &noted : m_notes)
        m_largestShare = std::max(m_largestShare, noted.note.share);
}

double HeadsFigure::headingWidth(const QString &title)
{
    return textWidth(title, headingFont()) + headingEdge;
}

/// Returns the range of all heads, in order or not, as far as thumbnails tell them apart.
ColorRange HeadsFigure::rangeOf(const HeadsData &data)
{
    if (data.isDifference)
        return {-data.numbers.one, data.numbers.one, true};
    if (data.scale == ColorScale::ZeroToOne || data.scale == ColorScale::Logarithmic)
        return ColorRange::ofWeights({}, data.scale, data.numbers.one);
    std::vector<Matrix> cells;
    for (const HeadsData::Section &section : data.sections)
        for (const auto &layer : section.layers)
            for (std::size_t head = 0; head < layer->heads.size(); ++head)
                cells.push_back(thumbnail(filtered(layer->heads.shared(head)->weights, data.pair), rankedSide));
    std::vector<const Matrix *> weights;
    for (const Matrix &each : cells)
        weights.push_back(&each);
    return ColorRange::ofWeights(weights, data.scale, data.numbers.one);
}

bool HeadsFigure::hasShare() const
{
    return std::any_of(m_notes.begin(), m_notes.end(), [](const Noted &noted) { return noted.note.share >= 0; });
}

int HeadsFigure::positionOf(const HeadPlace &place) const
{
    const auto found = std::find(m_data.order.begin(), m_data.order.end(), place);
    return found == m_data.order.end() ? -1 : int(found - m_data.order.begin());
}

template <typename Visit>
void HeadsFigure::forEachHead(Visit visit) const
{
    for (int i = 0; i < int(m_data.order.size()); ++i) {
        const HeadPlace &place = m_data.order[std::size_t(i)];
        const auto &layers = m_data.sections[std::size_t(sectionOf(place.attention))].layers;
        visit(place, layers[std::size_t(place.layer)], m_layout.headRect(0, 0, i));
    }
    for (int section = 0; !isList() && section < int(m_data.sections.size()); ++section) {
        const auto &layers = m_data.sections[std::size_t(section)].layers;
        for (int layer = 0; layer < int(layers.size()); ++layer) {
            for (int head = 0; head < heads(section, layer); ++head) {
                visit(placeAt({section, layer}, head), layers[std::size_t(layer)],
                      m_layout.headRect(section, layer, head));
            }
        }
    }
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
    if (isList()) {
        const int position = positionOf(place);
        return position < 0 ? QRectF() : m_layout.headRect(0, 0, position);
    }
    const int section = sectionOf(place.attention);
    if (section < 0 || place.layer < 0 || place.layer >= int(m_data.sections[std::size_t(section)].layers.size()) ||
        place.head >= heads(section, place.layer))
        return {};
    return place.head < 0 ? m_layout.labelRect(section, place.layer)
                          : m_layout.headRect(section, place.layer, place.head);
}

QRectF HeadsFigure::thumbnailRect(const HeadPlace &place) const
{
    const QRectF square = placeRect(place);
    if (square.isEmpty() || place.head < 0)
        return {};
    const BlockTrace &layer = block(sectionOf(place.attention), place.layer);
    return thumbnailIn(square, layer.heads);
}

QRectF HeadsFigure::thumbnailIn(const QRectF &square, const HeadTraces &heads)
{
    const Eigen::Index rows = heads.queries();
    const Eigen::Index columns = heads.keys();
    if (rows == columns || rows * columns == 0)
        return square;
    const auto longer = double(std::max(rows, columns));
    const auto fitted = [&](Eigen::Index count) {
        return std::max(shortestSide, std::round(square.width() * double(count) / longer));
    };
    const QSizeF size(fitted(columns), fitted(rows));
    const QPointF corner(square.left() + std::floor((square.width() - size.width()) / 2),
                         square.top() + std::floor((square.height() - size.height()) / 2));
    return {corner, size};
}

QRectF HeadsFigure::namedRect(const HeadPlace &place) const
{
    QRectF rect = placeRect(place);
    if (rect.isEmpty())
        return rect;
    if (isList())
        return rect | m_layout.numberRect(0, 0, positionOf(place));
    const int section = sectionOf(place.attention);
    if (place.head == 0)
        rect |= m_layout.labelRect(section, place.layer);
    if (place.layer == 0) {
        const QRectF heading = m_layout.headingRect(section);
        rect.setTop(heading.isEmpty() ? m_layout.numberRect(section, 0, 0).top() : heading.top());
    }
    return rect;
}

std::optional<HeadPlace> HeadsFigure::hit(QPointF point) const
{
    const auto spot = m_layout.at(point);
    if (spot && isList())
        return m_data.order[std::size_t(spot->head)];
    if (!spot || spot->head >= heads(spot->section, spot->layer))
        return std::nullopt;
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
    if (layer >= 0 && layer < layers(position.section))
        return Position{position.section, layer};
    const int section = position.section + by;
    if (section < 0 || section >= int(m_data.sections.size()))
        return std::nullopt;
    return Position{section, by > 0 ? 0 : layers(section) - 1};
}

HeadPlace HeadsFigure::steppedDown(const Position &position, int head) const
{
    const int columns = m_layout.headsPerLine(position.section);
    const int last = heads(position.section, position.layer) - 1;
    if (head >= 0 && head / columns < last / columns)
        return placeAt(position, std::min(head + columns, last));
    const auto next = nextRow(position, 1);
    if (!next)
        return placeAt(position, head);
    const int limit = std::min(m_layout.headsPerLine(next->section), heads(next->section, next->layer)) - 1;
    return placeAt(*next, head < 0 ? -1 : std::min(head % columns, limit));
}

HeadPlace HeadsFigure::steppedUp(const Position &position, int head) const
{
    const int columns = m_layout.headsPerLine(position.section);
    if (head >= columns)
        return placeAt(position, head - columns);
    const auto next = nextRow(position, -1);
    if (!next || head < 0)
        return next ? placeAt(*next, -1) : placeAt(position, head);
    const int above = m_layout.headsPerLine(next->section);
    const int last = heads(next->section, next->layer) - 1;
    return placeAt(*next, std::min(last / above * above + std::min(head, above - 1), last));
}

HeadPlace HeadsFigure::steppedInList(const HeadPlace &from, HeadStep step) const
{
    const int here = positionOf(from);
    const int last = int(m_data.order.size()) - 1;
    const int columns = m_layout.headsPerLine(0);
    const int lineStart = here / columns * columns;
    int there = here;
    switch (step) {
    case HeadStep::Left:
        there = here - 1;
        break;
    case HeadStep::Right:
        there = here + 1;
        break;
    case HeadStep::Up:
        there = here < columns ? here : here - columns;
        break;
    case HeadStep::Down:
        there = lineStart == last / columns * columns ? here : here + columns;
        break;
    case HeadStep::RowStart:
        there = lineStart;
        break;
    case HeadStep::RowEnd:
        there = lineStart + columns - 1;
        break;
    case HeadStep::PreviousSection:
        there = 0;
        break;
    case HeadStep::NextSection:
        there = last;
        break;
    }
    return m_data.order[std::size_t(here < 0 ? 0 : std::clamp(there, 0, last))];
}

HeadPlace HeadsFigure::stepped(const HeadPlace &from, HeadStep step) const
{
    if (isList())
        return steppedInList(from, step);
    const Position here{sectionOf(from.attention), from.layer};
    if (here.section < 0)
        return from;
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
    m_theme.fillPaper(painter, all);
    forEachHead([&](const HeadPlace &place, const std::shared_ptr<const BlockTrace> &layer, const QRectF &square) {
        const FigureGroup ofLayer(painter, "layer", place.layer + 1);
        const FigureGroup ofHead(painter, "head", place.head + 1);
        paintCells(painter, *layer, std::size_t(place.head), square);
    });
    paintNotes(painter, all);
    paintNames(painter, all);
    paintMarks(painter);
}

void HeadsFigure::paintPixels(QPainter &painter) const
{
    if (m_data.isDifference && m_theme.scheme == ColorScheme::Greys) { // hatched, which thumbnails are not
        paint(painter);
        return;
    }
    const QRectF clip = painter.hasClipping() ? painter.clipBoundingRect() : QRectF(QPointF(0, 0), size());
    const double ratio = painter.device()->devicePixelRatioF();
    m_theme.fillPaper(painter, clip);
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    std::vector<HeadThumbnails::Wanted> wanted;
    forEachHead([&](const HeadPlace &place, const std::shared_ptr<const BlockTrace> &layer, const QRectF &square) {
        if (!clip.intersects(square))
            return;
        wanted.push_back({layer, std::size_t(place.head), (thumbnailIn(square, layer->heads).size() * ratio).toSize()});
    });
    m_thumbnails->make(wanted, m_theme, m_range, m_data.pair);
    forEachHead([&](const HeadPlace &place, const std::shared_ptr<const BlockTrace> &layer, const QRectF &square) {
        if (!clip.intersects(square))
            return;
        const auto head = std::size_t(place.head);
        const QRectF box = thumbnailIn(square, layer->heads);
        if (box != square)
            painter.fillRect(square, m_theme.control);
        const QSize pixels = (box.size() * ratio).toSize();
        const QImage &image = m_thumbnails->image(layer, head, pixels, m_theme, m_range, m_data.pair);
        if (image.isNull()) // it comes later
            painter.fillRect(box, m_theme.control);
        else
            painter.drawImage(box, image);
        paintEdge(painter, box);
    });
    paintNotes(painter, clip);
    paintNames(painter, clip);
    paintMarks(painter);
}

/// Counts the cells of all heads, before those that fall together are made one.
long long HeadsFigure::cellCount() const
{
    long long count = 0;
    forEachHead([&](const HeadPlace &, const std::shared_ptr<const BlockTrace> &layer, const QRectF &) {
        count += layer->heads.queries() * layer->heads.keys();
    });
    return count;
}

void HeadsFigure::paintCells(QPainter &painter, const BlockTrace &layer, std::size_t head, const QRectF &square) const
{
    const std::shared_ptr<const HeadTrace> shown = layer.heads.shared(head);
    const Matrix &weights = shown->weights;
    const QRectF box = thumbnailIn(square, layer.heads);
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (box != square)
        painter.fillRect(square, m_theme.control);
    const bool isSigned = m_data.isDifference;
    const auto color = [&](double t) {
        return QColor::fromRgb(isSigned ? m_theme.diverging(t) : m_theme.sequential(t));
    };
    painter.fillRect(box, color(0));
    const long long count = paintsVectors(painter) ? cellCount() : mostExactCells + 1;
    const int kept = count <= mostExactCells
                         ? int(std::max(weights.rows(), weights.cols()))
                         : std::clamp(int(cellsPerPixel * m_layout.side()), exactVectorSide, headsLargestVectorSide);
    const Matrix cells = thumbnail(filtered(weights, m_data.pair), kept, isSigned);
    if (paintsVectors(painter) && count > mostVectorCells) {
        paintCellImage(
            painter, box, int(cells.rows()), int(cells.cols()),
            [&](int row, int column) { return color(m_range.place(double(cells(row, column)))).rgb(); },
            int(std::sqrt(double(mostImagePixels) / double(count))));
        paintSigns(painter, cells, box);
        paintEdge(painter, box);
        return;
    }
    const double width = box.width() / std::max<double>(1, double(cells.cols()));
    const double height = box.height() / std::max<double>(1, double(cells.rows()));
    // A little over the edge, so that a viewer that smooths edges shows no seams.
    const auto reach = [](double at, double end, double cell) {
        return std::min(at + std::min(0.3, 0.15 * cell), end);
    };
    const auto shadeAt = [&](Eigen::Index row, Eigen::Index column) {
        return level(float(m_range.place(double(cells(row, column)))), isSigned);
    };
    // One path a colour, neighbours of the same colour in one piece: a fraction of the bytes of single cells.
    std::array<QPainterPath, 2 * mostLevel + 1> paths;
    for (QPainterPath &path : paths)
        path.setFillRule(Qt::WindingFill);
    for (Eigen::Index row = 0; row < cells.rows(); ++row) {
        for (Eigen::Index column = 0; column < cells.cols();) {
            const Eigen::Index first = column;
            const int shade = shadeAt(row, column);
            while (column < cells.cols() && shadeAt(row, column) == shade)
                ++column;
            if (shade != 0) {
                const QPointF corner(box.left() + double(first) * width, box.top() + double(row) * height);
                const QPointF end(reach(box.left() + double(column) * width, box.right(), width),
                                  reach(corner.y() + height, box.bottom(), height));
                paths[std::size_t(shade + mostLevel)].addRect(QRectF(corner, end));
            }
        }
    }
    painter.setPen(Qt::NoPen);
    for (int i = 0; i < int(paths.size()); ++i)
        if (!paths[std::size_t(i)].isEmpty())
            painter.fillPath(paths[std::size_t(i)], color(double(i - mostLevel) / mostLevel));
    paintSigns(painter, cells, box);
    paintEdge(painter, box);
}

void HeadsFigure::paintSigns(QPainter &painter, const Matrix &cells, const QRectF &box) const
{
    SignHatch signs(m_theme);
    const double width = box.width() / std::max<double>(1, double(cells.cols()));
    const double height = box.height() / std::max<double>(1, double(cells.rows()));
    for (Eigen::Index row = 0; m_data.isDifference && row < cells.rows(); ++row)
        for (Eigen::Index column = 0; column < cells.cols(); ++column)
            signs.add(QRectF(box.left() + double(column) * width, box.top() + double(row) * height, width, height),
                      m_range.place(double(cells(row, column))));
    signs.paint(painter);
}

void HeadsFigure::paintEdge(QPainter &painter, const QRectF &box) const
{
    if (!m_data.isDifference)
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_theme.border, 1));
    painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
    painter.setPen(Qt::NoPen);
}

} // namespace regard
