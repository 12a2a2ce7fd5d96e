#include "views/block/strip_figure.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <QCoreApplication>

#include "draw/cell_image.h"
#include "draw/left_out.h"
#include "draw/sign_hatch.h"
#include "draw/text_width.h"
#include "draw/token_label.h"

namespace regard {

namespace {

constexpr double stripMargin = 4;
constexpr double stripHeadHeight = 20;
constexpr double columnNamesHeight = 14;
constexpr double stripScaleHeight = 18;
constexpr double stripNoteHeight = 14;
constexpr double stripGap = 12;
constexpr double largestRow = 20;
constexpr double widestColumn = 72;
constexpr double stripNarrowestNames = 18;
constexpr double stripWidestNames = 96;
constexpr double numberPadding = 4;
constexpr double stripNumberFont = 10;
constexpr double lowestNumberRow = 13;
constexpr double smallestGapCell = 8;           // smaller cells have no gap
constexpr long long mostPixelCells = 128 * 128; ///< as rectangles, in a picture of pixels

struct StripFigureText {
    Q_DECLARE_TR_FUNCTIONS(StripFigure)
};

/// What part `part` of `parts` covers of `count` things: first and last, inclusive.
std::pair<int, int> stripShareOf(int part, int parts, int count)
{
    const auto edge = [&](int i) { return int(static_cast<long long>(i) * count / parts); };
    return {edge(part), edge(part + 1) - 1};
}

/// The part that a thing falls into.
int partOf(int thing, int parts, int count)
{
    int part = std::clamp(int(static_cast<long long>(thing) * parts / count), 0, parts - 1);
    while (part + 1 < parts && stripShareOf(part, parts, count).second < thing)
        ++part;
    return part;
}

int stripRowsOf(const Strip &strip)
{
    return int(strip.values->rows());
}

int columnsOf(const Strip &strip)
{
    return int(strip.values->cols());
}

QString columnName(const Strip &strip, int column)
{
    return column < strip.columns.size() ? visibleToken(strip.columns.at(column)) : QString::number(column);
}

/// The width of the widest name; among many, only the longest are measured.
double widestOf(const QStringList &names, const QFont &font)
{
    constexpr qsizetype measured = 24;
    QStringList longest = names;
    if (longest.size() > measured) {
        std::partial_sort(longest.begin(), longest.begin() + measured, longest.end(),
                          [](const QString &a, const QString &b) { return a.size() > b.size(); });
        longest.resize(measured);
    }
    double widest = 0;
    for (const QString &name : longest)
        widest = std::max(widest, textWidth(visibleToken(name), font));
    return widest;
}

double scaledStrip(double value, double limit)
{
    return limit > 0 ? value / limit : 0;
}

} // namespace

StripFigure::StripFigure(std::vector<Strip> strips, QSizeF size, const Theme &theme, StripLayout layout)
    : m_strips(std::move(strips)), m_theme(theme), m_layout(layout)
{
    double widest = stripNarrowestNames;
    for (const Strip &strip : m_strips)
        widest = std::max(widest, widestOf(strip.rows, Theme::font(11, true)) + 8);
    m_names = std::min({widest, stripWidestNames, std::max(stripNarrowestNames, size.width() * 0.34)});
    placeStrips({std::max(size.width(), 120.0), size.height()});
}

double StripFigure::numberWidth(int index, NumberFormat format) const
{
    const QString text = QString::number(-strip(index).limit, format.style, format.digits);
    return textWidth(text, Theme::monospace(stripNumberFont)) + numberPadding;
}

StripFigure::NumberFormat StripFigure::numberFormat(int index, double width, double height) const
{
    const double limit = strip(index).limit;
    if (height < lowestNumberRow || !std::isfinite(limit))
        return {};
    std::vector<NumberFormat> choices{{'f', 3}, {'f', 2}, {'f', 1}};
    if (strip(index).isWhole && limit < 1e6)
        choices = {{'f', 0}};
    else if ((limit > 0 && limit < 0.05) || limit >= 1e5)
        choices = {{'g', 3}, {'g', 2}};
    for (const NumberFormat &format : choices)
        if (numberWidth(index, format) <= width)
            return format;
    return {};
}

double StripFigure::columnWidth(int index, double width) const
{
    const double shared = (width - m_names - 2 * stripMargin) / std::max(1, columnsOf(strip(index)));
    if (!m_layout.showsNumbers)
        return std::min(shared, widestColumn);
    double needed = widestColumn;
    for (const NumberFormat format : {NumberFormat{'f', 0}, NumberFormat{'f', 2}, NumberFormat{'g', 3}})
        if (numberFormat(index, numberWidth(index, format), largestRow).digits >= 0)
            needed = std::min(needed, numberWidth(index, format));
    return std::clamp(shared, needed, widestColumn);
}

double StripFigure::overhead(int index, double width) const
{
    const bool mayNeedNote = columnWidth(index, width) < 1 || m_layout.smallestRow < 1;
    return stripHeadHeight + columnNamesHeight + stripScaleHeight + (mayNeedNote ? stripNoteHeight : 0);
}

void StripFigure::placeStrips(QSizeF size)
{
    double fixed = 2 * stripMargin + stripGap * std::max(0, count() - 1);
    double rows = 0;
    for (int i = 0; i < count(); ++i) {
        fixed += overhead(i, size.width());
        rows += stripRowsOf(strip(i));
    }
    const double height = std::clamp((size.height() - fixed) / std::max(1.0, rows), m_layout.smallestRow,
                                     std::max(m_layout.smallestRow, largestRow));
    double y = stripMargin;
    double right = size.width();
    for (int i = 0; i < count(); ++i) {
        Place place;
        place.top = y;
        const double width = columnWidth(i, size.width());
        const double wide = width * columnsOf(strip(i));
        const double high = height * stripRowsOf(strip(i));
        place.columns = width >= 1 ? columnsOf(strip(i)) : std::max(1, int(std::floor(wide)));
        place.rows = height >= 1 ? stripRowsOf(strip(i)) : std::max(1, int(std::floor(high)));
        place.cells = QRectF(stripMargin + m_names, y + stripHeadHeight + columnNamesHeight, wide, high);
        place.format = numberFormat(i, width, height);
        m_places.push_back(place);
        right = std::max(right, place.cells.right() + stripMargin);
        y += overhead(i, size.width()) + high + stripGap;
    }
    m_size = QSizeF(right, std::max(size.height(), y - stripGap + stripMargin));
}

QRectF StripFigure::drawnCell(int index, int row, int column) const
{
    const Place &p = place(index);
    const double width = p.cells.width() / std::max(1, p.columns);
    const double height = p.cells.height() / std::max(1, p.rows);
    return {p.cells.left() + column * width, p.cells.top() + row * height, width, height};
}

std::pair<int, int> StripFigure::strongest(int index, int row, int column) const
{
    const Place &p = place(index);
    const auto [firstRow, lastRow] = stripShareOf(row, p.rows, stripRowsOf(strip(index)));
    const auto [firstColumn, lastColumn] = stripShareOf(column, p.columns, columnsOf(strip(index)));
    std::pair<int, int> best{firstRow, firstColumn};
    float largest = -1;
    for (int i = firstRow; i <= lastRow; ++i) {
        for (int j = firstColumn; j <= lastColumn; ++j) {
            const float magnitude = std::abs((*strip(index).values)(i, j));
            if (magnitude > largest) {
                largest = magnitude;
                best = {i, j};
            }
        }
    }
    return best;
}

double StripFigure::share(int index, int row, int column) const
{
    const auto [i, j] = strongest(index, row, column);
    return scaledStrip(double((*strip(index).values)(i, j)), strip(index).limit);
}

QRgb StripFigure::color(int index, int row, int column) const
{
    return m_theme.diverging(share(index, row, column));
}

std::optional<StripHit> StripFigure::hit(QPointF point) const
{
    for (int i = 0; i < count(); ++i) {
        const Place &p = place(i);
        const QRectF rows = p.cells.adjusted(-m_names, 0, 0, 0);
        if (!rows.contains(point) || p.cells.isEmpty())
            continue;
        const int row = std::clamp(int((point.y() - p.cells.top()) * p.rows / p.cells.height()), 0, p.rows - 1);
        const auto x = int(std::floor((point.x() - p.cells.left()) * p.columns / p.cells.width()));
        const bool isOnName = point.x() < p.cells.left();
        const int column = std::clamp(x, 0, p.columns - 1);
        StripHit hit;
        hit.strip = i;
        std::tie(hit.row, hit.column) = strongest(i, row, column);
        hit.rows = stripShareOf(row, p.rows, stripRowsOf(strip(i)));
        hit.columns = stripShareOf(column, p.columns, columnsOf(strip(i)));
        if (isOnName)
            hit.column = -1;
        return hit;
    }
    return std::nullopt;
}

QRectF StripFigure::rowRect(int index, int row) const
{
    const Place &p = place(index);
    const QRectF cell = drawnCell(index, partOf(row, p.rows, stripRowsOf(strip(index))), 0);
    return {stripMargin, cell.top(), p.cells.right() - stripMargin, cell.height()};
}

QRectF StripFigure::cellRect(int index, int row, int column) const
{
    const Place &p = place(index);
    return drawnCell(index, partOf(row, p.rows, stripRowsOf(strip(index))),
                     partOf(column, p.columns, columnsOf(strip(index))));
}

StripFigure::Cells StripFigure::cellsWithin(int index, const QRectF &clip) const
{
    const Place &p = place(index);
    const auto span = [](double from, double to, double origin, double step, int count) {
        const auto at = [&](double x) { return int(std::floor((x - origin) / step)); };
        return std::pair(std::max(0, at(from)), std::min(count - 1, at(to)));
    };
    if (p.cells.isEmpty())
        return {0, -1, 0, -1};
    const QRectF first = drawnCell(index, 0, 0);
    const auto rows = span(clip.top(), clip.bottom(), p.cells.top(), first.height(), p.rows);
    const auto columns = span(clip.left(), clip.right(), p.cells.left(), first.width(), p.columns);
    return {rows.first, rows.second, columns.first, columns.second};
}

void StripFigure::paint(QPainter &painter) const
{
    paintAll(painter, false);
}

void StripFigure::paintPixels(QPainter &painter) const
{
    paintAll(painter, true);
}

void StripFigure::paintAll(QPainter &painter, bool pixels) const
{
    const QRectF all(QPointF(0, 0), m_size);
    const QRectF clip = painter.hasClipping() ? painter.clipBoundingRect() & all : all;
    m_theme.fillPaper(painter, clip);
    for (int i = 0; i < count(); ++i) {
        const Place &p = place(i);
        const Cells cells = cellsWithin(i, clip);
        paintHead(painter, i);
        paintColumnNames(painter, i, cells);
        paintRowNames(painter, i, cells);
        paintScale(painter, i);
        if (cells.lastRow < cells.firstRow || cells.lastColumn < cells.firstColumn)
            continue;
        const QRectF cell = drawnCell(i, 0, 0);
        const bool isFine = std::min(cell.width(), cell.height()) < smallestGapCell;
        const long long most = paintsVectors(painter) ? mostVectorCells : mostPixelCells;
        if (isFine && (pixels || cellCount() > most)) {
            paintImage(painter, i, cells);
        } else {
            paintCells(painter, i, cells);
        }
        if (m_theme.scheme == ColorScheme::Greys)
            paintSigns(painter, i, cells);
        if (p.format.digits >= 0)
            paintNumbers(painter, i, cells);
        paintFocus(painter, i);
    }
}

long long StripFigure::cellCount() const
{
    long long count = 0;
    for (const Place &place : m_places)
        count += static_cast<long long>(place.rows) * place.columns;
    return count;
}

void StripFigure::paintImage(QPainter &painter, int index, const Cells &cells) const
{
    const QRectF part =
        drawnCell(index, cells.firstRow, cells.firstColumn) | drawnCell(index, cells.lastRow, cells.lastColumn);
    if (paintsVectors(painter)) {
        paintCellImage(
            painter, part, cells.lastRow - cells.firstRow + 1, cells.lastColumn - cells.firstColumn + 1,
            [&](int row, int column) { return color(index, cells.firstRow + row, cells.firstColumn + column); });
        return;
    }
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.drawImage(part, image(index, cells));
}

QImage StripFigure::image(int index, const Cells &cells) const
{
    QImage image(cells.lastColumn - cells.firstColumn + 1, cells.lastRow - cells.firstRow + 1, QImage::Format_RGB32);
    for (int row = cells.firstRow; row <= cells.lastRow; ++row) {
        auto *line = reinterpret_cast<QRgb *>(image.scanLine(row - cells.firstRow));
        for (int column = cells.firstColumn; column <= cells.lastColumn; ++column)
            line[column - cells.firstColumn] = color(index, row, column);
    }
    return image;
}

void StripFigure::paintCells(QPainter &painter, int index, const Cells &cells) const
{
    painter.setRenderHint(QPainter::Antialiasing, false);
    const QRectF size = drawnCell(index, 0, 0);
    const double gapX = size.width() >= smallestGapCell ? 1 : 0;
    const double gapY = size.height() >= smallestGapCell ? 1 : 0;
    for (int row = cells.firstRow; row <= cells.lastRow; ++row) {
        // Neighbours of one colour are one rectangle where nothing is between them.
        for (int column = cells.firstColumn; column <= cells.lastColumn;) {
            const QRgb fill = color(index, row, column);
            int end = column + 1;
            while (gapX == 0 && end <= cells.lastColumn && color(index, row, end) == fill)
                ++end;
            const QRectF box = drawnCell(index, row, column) | drawnCell(index, row, end - 1);
            painter.fillRect(box.adjusted(0, 0, -gapX, -gapY), QColor::fromRgb(fill));
            column = end;
        }
    }
    painter.setRenderHint(QPainter::Antialiasing);
}

void StripFigure::paintSigns(QPainter &painter, int index, const Cells &cells) const
{
    SignHatch signs(m_theme);
    for (int row = cells.firstRow; row <= cells.lastRow; ++row)
        for (int column = cells.firstColumn; column <= cells.lastColumn; ++column)
            signs.add(drawnCell(index, row, column), share(index, row, column));
    signs.paint(painter);
}

void StripFigure::paintNumbers(QPainter &painter, int index, const Cells &cells) const
{
    const QFont font = Theme::monospace(stripNumberFont);
    const NumberFormat format = place(index).format;
    for (int row = cells.firstRow; row <= cells.lastRow; ++row) {
        for (int column = cells.firstColumn; column <= cells.lastColumn; ++column) {
            const auto value = double((*strip(index).values)(row, column));
            QString text = QString::number(value, format.style, format.digits);
            if (std::none_of(text.begin(), text.end(), [](QChar c) { return c >= u'1' && c <= u'9'; }))
                text.remove(u'-'); // what is written as zero has no sign
            drawToken(painter, drawnCell(index, row, column).adjusted(0, 0, -1, -1), Qt::AlignHCenter, text, font,
                      m_theme.textOn(color(index, row, column)));
        }
    }
}

void StripFigure::paintHead(QPainter &painter, int index) const
{
    const double width = m_size.width() > place(index).cells.right() + 40
                             ? std::max(place(index).cells.right() - stripMargin, 200.0)
                             : m_size.width() - 2 * stripMargin;
    const QRectF line(stripMargin, place(index).top, std::min(width, m_size.width() - 2 * stripMargin),
                      stripHeadHeight - 2);
    const QFont bold = Theme::font(12, true);
    const QFont small = Theme::monospace(10);
    const QString shape = QStringLiteral("%1 × %2").arg(strip(index).values->rows()).arg(strip(index).values->cols());
    const double shapeWidth = textWidth(shape, small);
    const QString name = elidedToken(visibleToken(strip(index).name), bold, line.width() - shapeWidth - 10);
    drawToken(painter, line, Qt::AlignLeft, name, bold, m_theme.text);
    // The text stands beside the name, so that it is in view wherever the strip's right end is.
    const double x = line.left() + textWidth(name, bold) + 8;
    drawToken(painter, QRectF(x, line.top() + 1, shapeWidth, line.height()), Qt::AlignLeft, shape, small,
              m_theme.muted);
}

void StripFigure::paintRowNames(QPainter &painter, int index, const Cells &cells) const
{
    const Place &p = place(index);
    const Strip &shown = strip(index);
    const double height = drawnCell(index, 0, 0).height();
    const double font = std::clamp(std::floor(height * 0.8), std::clamp(m_theme.leastNumber, 8.0, 11.0), 11.0);
    const int every = std::max(1, int(std::ceil((font + 2) / height)));
    const int focus = shown.row >= 0 ? partOf(shown.row, p.rows, stripRowsOf(shown)) : -1;
    for (int row = cells.firstRow; row <= cells.lastRow; ++row) {
        const bool isFocus = row == focus;
        if (!isFocus && (row % every != 0 || (focus >= 0 && std::abs(row - focus) < every)))
            continue;
        const int named = isFocus ? shown.row : stripShareOf(row, p.rows, stripRowsOf(shown)).first;
        if (named >= shown.rows.size())
            continue;
        const QRectF cell = drawnCell(index, row, 0);
        const QRectF box(stripMargin, cell.center().y() - 8, m_names - 6, 16);
        const QFont face = Theme::font(font, isFocus);
        if (isFocus) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(m_theme.queryFocus);
            painter.drawRoundedRect(box.adjusted(-2, 1, 3, -1), 3, 3);
        }
        const QString name = elidedToken(visibleToken(shown.rows.at(named)), face, box.width());
        drawToken(painter, box, Qt::AlignRight, name, face, isFocus ? m_theme.text : m_theme.muted);
        if (std::find(shown.masked.begin(), shown.masked.end(), named) != shown.masked.end()) {
            const double width = textWidth(name, face);
            painter.setPen(QPen(m_theme.text, 1));
            painter.drawLine(QPointF(box.right() - width, box.center().y()), QPointF(box.right(), box.center().y()));
        }
    }
}

void StripFigure::paintColumnNames(QPainter &painter, int index, const Cells &cells) const
{
    const Place &p = place(index);
    const Strip &shown = strip(index);
    if (p.columns == 0)
        return;
    const double width = drawnCell(index, 0, 0).width();
    const QFont font = Theme::font(std::max(9.0, m_theme.leastNumber));
    const double least = shown.columns.isEmpty() ? textWidth(QString::number(columnsOf(shown)), font) + 4 : 34.0;
    const int every = std::max(1, int(std::ceil(least / width)));
    for (int column = cells.firstColumn; column <= cells.lastColumn; ++column) {
        if (column % every != 0)
            continue;
        const QString name = columnName(shown, stripShareOf(column, p.columns, columnsOf(shown)).first);
        const double room = width * every - 2;
        if (m_theme.leastNumber > 0 && textWidth(name, font) > room) {
            LeftOut::noteName();
            continue;
        }
        const QRectF cell = drawnCell(index, 0, column);
        const double center = every == 1 ? cell.center().x() : cell.left() + room / 2;
        const QRectF box(center - room / 2, p.cells.top() - columnNamesHeight, room, columnNamesHeight - 1);
        if (box.right() <= m_size.width() || every == 1)
            drawToken(painter, box, every == 1 ? Qt::AlignHCenter : Qt::AlignLeft, elidedToken(name, font, room), font,
                      m_theme.muted);
    }
}

void StripFigure::paintFocus(QPainter &painter, int index) const
{
    const Strip &shown = strip(index);
    if (shown.row < 0 || shown.row >= stripRowsOf(shown))
        return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_theme.accent, 1));
    const QRectF row = cellRect(index, shown.row, 0) | cellRect(index, shown.row, columnsOf(shown) - 1);
    painter.drawRect(row.adjusted(-0.5, -0.5, -0.5, -0.5));
    if (shown.column < 0 || shown.column >= columnsOf(shown))
        return;
    painter.setPen(QPen(m_theme.accent, 2));
    painter.drawRect(cellRect(index, shown.row, shown.column).adjusted(-1, -1, 0, 0));
}

void StripFigure::paintScale(QPainter &painter, int index) const
{
    const Place &p = place(index);
    const QFont font = m_theme.numberFont(9);
    const double y = p.cells.bottom() + 5;
    const QString least = QString::number(-strip(index).limit, 'g', 3);
    const QString most = QString::number(strip(index).limit, 'g', 3);
    const double wide = textWidth(least, font) + 5;
    const double left = std::min(p.cells.left(), m_size.width() * 0.4);
    const QRectF bar(left + wide, y + 2, 64, 7);
    drawToken(painter, QRectF(left, y, wide, 11), Qt::AlignLeft, least, font, m_theme.muted);
    constexpr int pieces = 32;
    painter.setRenderHint(QPainter::Antialiasing, false);
    SignHatch signs(m_theme);
    for (int i = 0; i < pieces; ++i) {
        const QRectF piece(bar.left() + i * bar.width() / pieces, bar.top(), bar.width() / pieces, bar.height());
        const double share = 2.0 * i / (pieces - 1) - 1;
        painter.fillRect(piece, QColor::fromRgb(m_theme.diverging(share)));
        signs.add(piece, share);
    }
    painter.setRenderHint(QPainter::Antialiasing);
    signs.paint(painter);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_theme.border, 1));
    painter.drawRect(bar.adjusted(-0.5, -0.5, 0.5, 0.5));
    drawToken(painter, QRectF(bar.right() + 5, y, 60, 11), Qt::AlignLeft, most, font, m_theme.muted);
    if (p.columns < columnsOf(strip(index)) || p.rows < stripRowsOf(strip(index)))
        paintNote(painter, index);
}

void StripFigure::paintNote(QPainter &painter, int index) const
{
    const Place &p = place(index);
    const auto most = [](int count, int drawn) { return (count + drawn - 1) / std::max(1, drawn); };
    const int columns = most(columnsOf(strip(index)), p.columns);
    const int rows = most(stripRowsOf(strip(index)), p.rows);
    const QString note =
        rows > 1 ? StripFigureText::tr("each cell: strongest of ≤ %1 rows × %2 columns").arg(rows).arg(columns)
                 : StripFigureText::tr("each cell: strongest of ≤ %1 columns").arg(columns);
    const QFont font = Theme::font(10);
    const double room = m_size.width() - 2 * stripMargin;
    drawToken(painter, QRectF(stripMargin, p.cells.bottom() + stripScaleHeight, room, stripNoteHeight), Qt::AlignLeft,
              elidedToken(note, font, room), font, m_theme.muted);
}

} // namespace regard
