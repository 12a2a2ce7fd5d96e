#include "figures/step_layout.h"

#include <algorithm>
#include <cmath>

#include <QFontMetricsF>

#include "figures/step_text.h"
#include "figures/token_label.h"

namespace regard {

namespace {

constexpr double margin = 10;
constexpr double gap = 22;     // between pictures and equations, and between columns
constexpr double stepGap = 20; // below each other
constexpr double headHeight = 22;
constexpr double rowHeight = 18;
constexpr double rowGap = 3;
constexpr double cellNames = 14; // above the cells of keys
constexpr double lineHeight = 17;
constexpr double indent = 14;
constexpr double widestCell = 58;
constexpr double mostNumbers = 48;
constexpr double narrowest = 430; // with pictures and equations side by side
constexpr double tallestBars = 96;
constexpr double lowestBars = 32;
constexpr double valueHeight = 15; // above a bar
constexpr double levelLabels = 17;
constexpr double slantedLabels = 44;
constexpr double matrixLabelHeight = 17;
constexpr Eigen::Index mostNumberRows = 16; // and columns, of a matrix that shows its numbers
constexpr double largestMatrix = 144;
constexpr double smallestMatrix = 14;

QFont equationFont(bool bold = false)
{
    return Theme::monospace(12, bold);
}

QFont noteFont()
{
    return Theme::font(11);
}

double widest(const std::vector<double> &values)
{
    const QFontMetricsF metrics(StepLayout::numberFont());
    double width = 0;
    for (const double value : values)
        width = std::max(width, metrics.horizontalAdvance(stepNumberText(value)));
    return width;
}

QString matrixLabel(const StepMatrix &matrix)
{
    return QStringLiteral("%1 %2 × %3").arg(matrix.name).arg(matrix.values->rows()).arg(matrix.values->cols());
}

bool hasRoomForNumbers(const Matrix &values)
{
    return values.rows() <= mostNumberRows && values.cols() <= mostNumberRows;
}

QSizeF matrixSize(const Matrix &values, bool showsNumbers)
{
    const auto rows = static_cast<double>(values.rows());
    const auto columns = static_cast<double>(values.cols());
    if (showsNumbers) {
        const std::vector<double> numbers(values.data(), values.data() + values.size());
        return {columns * std::max(18.0, widest(numbers) + 6), rows * 16};
    }
    const double cell = std::min(12.0, largestMatrix / std::max(rows, columns));
    return {std::max(smallestMatrix, columns * cell), std::max(smallestMatrix, rows * cell)};
}

} // namespace

QColor stepRoleColor(const Theme &theme, StepRole role)
{
    switch (role) {
    case StepRole::Plain:
        break;
    case StepRole::Query:
        return theme.dark ? QColor(128, 170, 255) : QColor(36, 87, 214);
    case StepRole::Key:
        return theme.dark ? QColor(240, 176, 96) : QColor(158, 80, 0);
    case StepRole::Value:
        return theme.dark ? QColor(84, 206, 178) : QColor(0, 116, 92);
    case StepRole::Score:
        return theme.dark ? QColor(206, 160, 255) : QColor(124, 58, 196);
    }
    return theme.text;
}

QFont StepLayout::nameFont(bool bold)
{
    return Theme::font(12, bold);
}

QFont StepLayout::numberFont()
{
    return Theme::monospace(10);
}

StepLayout::StepLayout(const StepsData &data, const Theme &theme, int only, double width, double height, int columns)
    : m_data(data), m_theme(theme), m_steps(data.steps.size())
{
    if (only >= 0) {
        const double bottom = placeStep(only, {margin, 2}, width - 2 * margin, height - margin, false);
        m_size = QSizeF(width, bottom + margin);
        m_steps[static_cast<std::size_t>(only)] = QRectF(0, 0, width, m_size.height());
        return;
    }
    placePage(columns, width);
}

void StepLayout::placePage(int columns, double width)
{
    const QFont font = Theme::font(14, true);
    const QRectF title(margin, margin, width - 2 * margin, 24);
    m_texts.push_back({title, elidedToken(visibleToken(m_data.title), font, title.width()), font, m_theme.text, -1});
    const double top = title.bottom() + 10;
    const double column = (width - 2 * margin - (columns - 1) * gap) / columns;
    // Once to know how high each is, then in columns of about the same height.
    std::vector<double> heights;
    double total = 0;
    for (int i = 0; i < static_cast<int>(m_data.steps.size()); ++i) {
        StepLayout alone(m_data, m_theme, i, column + 2 * margin, 0);
        heights.push_back(alone.size().height() - margin - 2 + headHeight + stepGap);
        total += heights.back();
    }
    double bottom = top;
    double y = top;
    int place = 0;
    for (int i = 0; i < static_cast<int>(m_data.steps.size()); ++i) {
        const double height = heights[static_cast<std::size_t>(i)];
        if (place + 1 < columns && y > top && y - top + height / 2 > total / columns) {
            ++place;
            y = top;
        }
        const double left = margin + place * (column + gap);
        const double end = placeStep(i, {left, y}, column, 0, true);
        m_steps[static_cast<std::size_t>(i)] = QRectF(left, y, column, end - y);
        y = end + stepGap;
        bottom = std::max(bottom, end);
    }
    m_size = QSizeF(width, bottom + margin);
}

double StepLayout::placeStep(int index, QPointF at, double width, double height, bool titled)
{
    const Step &step = m_data.steps[static_cast<std::size_t>(index)];
    double y = at.y();
    if (titled) {
        const QFont font = Theme::font(13, true);
        const QString title = QStringLiteral("%1 %2").arg(index + 1).arg(step.title);
        m_texts.push_back({{at.x(), y, width, headHeight}, title, font, m_theme.accent, index});
        y += headHeight;
    }
    y = placeWords(index, step.heading, Theme::font(12), {at.x(), y}, width) + 5;
    const bool hasMatrices = !step.matrices.empty();
    const bool hasPictures = hasMatrices || !step.strips.empty() || step.bars;
    const bool besides = hasPictures && width >= narrowest;
    const double share = hasMatrices ? 0.62 : 0.5;
    const double pictures = besides ? std::floor(width * share) - gap / 2 : width;
    double left = y;
    if (hasMatrices) {
        left = placeMatrices(index, {at.x(), y}, pictures);
    } else {
        left = placeStrips(index, {at.x(), y}, pictures);
        if (step.bars)
            left = placeBars(index, {at.x(), left}, pictures, height > 0 ? std::max(1.0, height - left) : 0);
    }
    if (!besides)
        return placeEquations(index, {at.x(), hasPictures ? left + 6 : y}, width);
    const double x = at.x() + pictures + gap;
    return std::max(left, placeEquations(index, {x, y}, width - pictures - gap));
}

double StepLayout::placeStrips(int index, QPointF at, double width)
{
    const Step &step = m_data.steps[static_cast<std::size_t>(index)];
    const QFontMetricsF metrics(nameFont(true));
    double names = 0;
    double notes = 0;
    for (const StepStrip &strip : step.strips) {
        names = std::max(names, metrics.horizontalAdvance(visibleToken(strip.name)));
        if (!strip.note.isEmpty())
            notes = std::max(notes, QFontMetricsF(numberFont()).horizontalAdvance(strip.note) + 6);
    }
    names = std::min(names, std::min(120.0, width * 0.3)) + 8;
    double y = at.y();
    bool namedAbove = false;
    for (std::size_t i = 0; i < step.strips.size(); ++i) {
        const StepStrip &strip = step.strips[i];
        const auto count = static_cast<double>(std::max<std::size_t>(1, strip.values.size()));
        PlacedStrip placed;
        placed.step = index;
        placed.strip = static_cast<int>(i);
        placed.full = std::min(width - names - notes, count * widestCell);
        const double length = std::max(2.0, placed.full * std::clamp(strip.length, 0.0, 1.0));
        placed.cellWidth = length / count;
        placed.showsNames = strip.overKeys && !namedAbove && placed.cellWidth >= 22;
        namedAbove = namedAbove || placed.showsNames;
        if (placed.showsNames)
            y += cellNames;
        placed.showsNumbers = count <= mostNumbers && placed.cellWidth >= widest(strip.values) + 8;
        placed.row = QRectF(at.x(), y, width, rowHeight);
        placed.cells = QRectF(at.x() + names, y, length, rowHeight);
        m_strips.push_back(placed);
        y += rowHeight + rowGap;
    }
    return y;
}

double StepLayout::placeMatrices(int index, QPointF at, double width)
{
    double y = at.y();
    const auto lines = static_cast<int>(m_data.steps[static_cast<std::size_t>(index)].matrices.size());
    for (int line = 0; line < lines; ++line)
        y = placeLine(index, line, {at.x(), y}, width) + 8;
    return y;
}

double StepLayout::placeLine(int index, int line, QPointF at, double width)
{
    const StepLine &pieces = m_data.steps[static_cast<std::size_t>(index)].matrices[static_cast<std::size_t>(line)];
    const QFont signFont = Theme::font(13, true);
    const QFont labelFont = Theme::font(10, true);
    std::vector<QSizeF> sizes;
    std::vector<double> rooms; // with the label above, or the sign
    double cells = 0;
    double others = 0;
    bool showsNumbers = true;
    const auto measure = [&] {
        sizes.clear();
        rooms.clear();
        cells = others = 0;
        for (const StepPiece &piece : pieces) {
            if (!piece.sign.isEmpty()) {
                sizes.emplace_back();
                rooms.push_back(QFontMetricsF(signFont).horizontalAdvance(piece.sign) + 12);
                others += rooms.back();
                continue;
            }
            sizes.push_back(matrixSize(*piece.matrix.values, showsNumbers));
            const double label = QFontMetricsF(labelFont).horizontalAdvance(matrixLabel(piece.matrix)) + 4;
            rooms.push_back(std::max(label, sizes.back().width()));
            cells += sizes.back().width();
            others += rooms.back() - sizes.back().width();
        }
    };
    for (const StepPiece &piece : pieces)
        showsNumbers = showsNumbers && (!piece.sign.isEmpty() || hasRoomForNumbers(*piece.matrix.values));
    measure();
    if (showsNumbers && cells + others > width) {
        showsNumbers = false;
        measure();
    }
    const double scale = std::clamp((width - others) / cells, 0.1, 1.0);
    double tallest = 0;
    for (const QSizeF &size : sizes)
        tallest = std::max(tallest, size.height());
    const double top = at.y() + matrixLabelHeight;
    double x = at.x();
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const StepPiece &piece = pieces[i];
        if (!piece.sign.isEmpty()) {
            m_texts.push_back({{x + 6, top, rooms[i], tallest}, piece.sign, signFont, m_theme.text, index});
            x += rooms[i];
            continue;
        }
        const QSizeF size(std::max(4.0, sizes[i].width() * scale), sizes[i].height());
        const double slot = std::max(rooms[i] - sizes[i].width() + size.width(), size.width());
        m_texts.push_back({{x, at.y(), slot, matrixLabelHeight},
                           matrixLabel(piece.matrix),
                           labelFont,
                           stepRoleColor(m_theme, piece.matrix.role),
                           index});
        m_matrices.push_back({index, line, static_cast<int>(i),
                              QRectF(QPointF(x, top + (tallest - size.height()) / 2), size), showsNumbers});
        x += slot;
    }
    return top + tallest;
}

double StepLayout::placeBars(int index, QPointF at, double width, double height)
{
    const StepBars &bars = *m_data.steps[static_cast<std::size_t>(index)].bars;
    const auto count = static_cast<double>(std::max<std::size_t>(1, bars.values.size()));
    PlacedBars placed;
    placed.step = index;
    placed.pitch = std::min(width / count, 72.0);
    if (placed.pitch < 13)
        placed.labels = PlacedBars::Labels::MarkedOnly;
    else if (placed.pitch < 34)
        placed.labels = PlacedBars::Labels::Slanted;
    // In a low picture bars with one name say more than names without bars.
    const bool isLow = height > 0 && height < valueHeight + lowestBars + slantedLabels;
    if (isLow && placed.labels == PlacedBars::Labels::Slanted)
        placed.labels = PlacedBars::Labels::MarkedOnly;
    placed.showsValues = placed.pitch >= widest(bars.values) + 4;
    const double labels = placed.labels == PlacedBars::Labels::Slanted ? slantedLabels : levelLabels;
    // Slanted names reach to the left of their bars.
    const double left = placed.labels == PlacedBars::Labels::Slanted ? std::min(30.0, width * 0.1) : 0;
    placed.pitch = std::min(placed.pitch, (width - left) / count);
    const double tall = std::clamp(height - valueHeight - labels, lowestBars, tallestBars);
    placed.plot = QRectF(at.x() + left, at.y() + valueHeight, placed.pitch * count, height > 0 ? tall : 64);
    m_bars.push_back(placed);
    return placed.plot.bottom() + labels;
}

double StepLayout::placeEquations(int index, QPointF at, double width)
{
    const Step &step = m_data.steps[static_cast<std::size_t>(index)];
    double y = at.y();
    for (const StepEquation &equation : step.equations)
        y = placeEquation(index, equation, {at.x(), y}, width) + 3;
    for (const QString &note : step.notes)
        y = placeWords(index, note, noteFont(), {at.x(), y}, width) + 2;
    return y;
}

double StepLayout::placeEquation(int index, const StepEquation &equation, QPointF at, double width)
{
    const std::vector<StepRun> runs = equationRuns(equation);
    const auto fontOf = [](const StepRun &run) {
        return run.look == StepRun::Look::Muted ? noteFont() : equationFont(run.look == StepRun::Look::Result);
    };
    const auto widthOf = [&](const StepRun &run) {
        return QFontMetricsF(fontOf(run)).horizontalAdvance(visibleToken(run.text));
    };
    double x = at.x();
    double y = at.y();
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (runs[i].breaks && i > 0) {
            double group = widthOf(runs[i]);
            for (std::size_t j = i + 1; j < runs.size() && !runs[j].breaks; ++j)
                group += widthOf(runs[j]);
            if (x + group > at.x() + width && x > at.x() + indent) {
                x = at.x() + indent;
                y += lineHeight;
            }
        }
        const StepRun &run = runs[i];
        double advance = widthOf(run);
        // A group that is wider than a line breaks wherever it must.
        if (x + advance > at.x() + width && x > at.x() + indent) {
            x = at.x() + indent;
            y += lineHeight;
        }
        const double room = at.x() + width - x;
        QString text = visibleToken(run.text);
        if (advance > room) {
            text = elidedToken(text, fontOf(run), room);
            advance = room;
        }
        QColor color = stepRoleColor(m_theme, run.role);
        if (run.look == StepRun::Look::Muted)
            color = m_theme.muted;
        if (!text.isEmpty())
            m_texts.push_back({{x, y, advance, lineHeight}, text, fontOf(run), color, index, run.key});
        x += advance;
    }
    return y + lineHeight;
}

double StepLayout::placeWords(int index, const QString &words, const QFont &font, QPointF at, double width)
{
    const QFontMetricsF metrics(font);
    const double height = font.pixelSize() + 4;
    double y = at.y();
    QString line;
    const auto finish = [&] {
        m_texts.push_back({{at.x(), y, width, height}, elidedToken(line, font, width), font, m_theme.muted, index});
        y += height;
        line.clear();
    };
    for (const QString &word : visibleToken(words).split(QLatin1Char(' '))) {
        const QString longer = line.isEmpty() ? word : line + QLatin1Char(' ') + word;
        if (!line.isEmpty() && metrics.horizontalAdvance(longer) > width)
            finish();
        line = line.isEmpty() ? word : line + QLatin1Char(' ') + word;
    }
    finish();
    return y;
}

} // namespace regard
