#include "views/steps/step_layout.h"

#include <algorithm>

#include <QFontMetricsF>

#include "draw/text_width.h"
#include "draw/token_label.h"
#include "views/steps/step_sizes.h"

namespace regard {

using namespace stepSizes;

namespace {

constexpr double stepStripLayoutRowGap = 3;
constexpr double cellNames = 14; // above the cells of keys
constexpr double stepStripLayoutNarrowestNames = 22;
constexpr double lowestNames = 11;
constexpr double stepStripLayoutWidestNames = 84; // beside upright cells
constexpr double thinnest = 26;                   // of upright strips
constexpr double uprightGap = 9;
constexpr double shortestCells = 2;
constexpr double apartFromAfar = 4;   // numbers of neighbouring cells, while presenting
constexpr double widestWeighted = 96; // cell of a row as long as its weight; so that of a small one still has space

double countOf(const StepStrip &strip)
{
    return double(std::max<std::size_t>(1, strip.values.size()));
}

double shareOf(const StepStrip &strip)
{
    return std::clamp(strip.length, 0.0, 1.0);
}

bool areWeighted(const Step &step)
{
    return std::any_of(step.strips.begin(), step.strips.end(),
                       [](const StepStrip &strip) { return strip.length != 1; });
}

double widestStripName(const QStringList &names, const QFont &font)
{
    double width = 0;
    for (const QString &name : names)
        width = std::max(width, textWidth(visibleToken(name), font));
    return width;
}

} // namespace

struct StepLayout::StripSides {
    double names = 0;
    double notes = 0;

    double cells(double width, double count, bool weighted) const
    {
        return std::min(width - names - notes, count * (weighted ? widestWeighted : widestCell));
    }
};

StepLayout::StripSides StepLayout::stripSides(const Step &step, double width)
{
    StripSides sides;
    for (const StepStrip &strip : step.strips) {
        sides.names = std::max(sides.names, textWidth(visibleToken(strip.name), nameFont(true)));
        if (!strip.note.isEmpty())
            sides.notes = std::max(sides.notes, textWidth(strip.note, numberFont()) + 6);
    }
    sides.names = std::min(sides.names, std::min(120.0, width * 0.3)) + 8;
    return sides;
}

int StepLayout::lostNumbers(const Step &step, double width) const
{
    if (!m_data.isDifference)
        return 0;
    const StripSides sides = stripSides(step, width);
    int lost = 0;
    for (const StepStrip &strip : step.strips) {
        const double count = countOf(strip);
        const double pitch = sides.cells(width, count, areWeighted(step)) / count;
        for (const double value : strip.values)
            if (count <= mostNumbers && value != 0 &&
                cellNumber(m_data, value, strip.digits, !hasDigits(strip.digits), pitch).isEmpty())
                ++lost;
    }
    return lost;
}

double StepLayout::placeStrips(int index, QPointF at, double width)
{
    const Step &step = m_data.steps[std::size_t(index)];
    const StripSides sides = stripSides(step, width);
    const double names = sides.names;
    const bool weighted = areWeighted(step);
    double y = at.y();
    bool namedAbove = false;
    for (std::size_t i = 0; i < step.strips.size(); ++i) {
        const StepStrip &strip = step.strips[i];
        const double count = countOf(strip);
        PlacedStrip placed;
        placed.step = index;
        placed.strip = int(i);
        placed.appearance = nextItem();
        const double full = sides.cells(width, count, weighted);
        const double length = std::max(shortestCells, full * shareOf(strip));
        placed.pitch = length / count;
        placed.showsNames = strip.overKeys && !namedAbove && placed.pitch >= stepStripLayoutNarrowestNames;
        namedAbove = namedAbove || placed.showsNames;
        if (placed.showsNames)
            y += cellNames;
        placed.whole = QRectF(at.x(), y, width, rowHeight);
        placed.name = QRectF(at.x(), y, names - 8, rowHeight);
        placed.cells = QRectF(at.x() + names, y, length, rowHeight);
        chooseNumbers(strip, full, placed);
        const double noteLeft = placed.cells.left() + full + 6;
        placed.note = QRectF(noteLeft, y, placed.whole.right() - noteLeft, rowHeight);
        m_strips.push_back(placed);
        y += rowHeight + stepStripLayoutRowGap;
    }
    return y;
}

void StepLayout::chooseNumbers(const StepStrip &strip, double full, PlacedStrip &placed) const
{
    if (strip.values.empty() || countOf(strip) > mostNumbers)
        return;
    placed.showsNumbers = true;
    if (placed.pitch >= widest(strip.values, strip.digits) + 8)
        return;
    placed.isShort = !hasDigits(strip.digits);
    const Numbers numbers = placed.isShort ? Numbers::Short : Numbers::Whole;
    if (placed.pitch >= widest(strip.values, strip.digits, numbers) + 4)
        return;
    const QFontMetricsF metrics(numberFont());
    double together = 0;
    int fitting = 0;
    int wanted = 0;
    for (const double value : strip.values) {
        const QString text = numberText(value, strip.digits, numbers);
        together += metrics.horizontalAdvance(text + QStringLiteral("  "));
        // Only the changes count in a difference.
        if (m_data.isDifference && value == 0)
            continue;
        ++wanted;
        const double room = m_theme.leastNumber > 0 ? placed.pitch - apartFromAfar : placed.pitch;
        fitting += cellNumber(m_data, value, strip.digits, placed.isShort, room).isEmpty() ? 0 : 1;
    }
    const QRectF behind = placed.cells.adjusted(placed.cells.width() + 6, 0, full - placed.cells.width(), 0);
    if (behind.width() >= together)
        placed.beside = behind;
    // A few numbers between bare cells would say nothing.
    placed.showsNumbers = placed.beside.isEmpty() && 2 * fitting >= wanted;
}

/// The sizes of one upright strip.
struct StepLayout::Upright {
    int strip = 0;
    double full = 0;      // height of length 1
    double thickness = 0; // of the cells
    double keyNames = 0;  // left of them
    double noteWidth = 0;
    double nameWidth = 0;
    bool showsNumbers = false;
    bool isShort = false;
    bool standsBehind = false; // its numbers, below cells that are too low for them
    double slot = 0;           // width of all that

    double least() const { return keyNames + std::max(thickness, noteWidth); }
};

std::vector<StepLayout::Upright> StepLayout::measureUprights(const Step &step, double room, Numbers numbers) const
{
    const bool weighted = areWeighted(step);
    std::vector<Upright> uprights;
    double thickness = thinnest;
    bool namesKeys = true;
    for (std::size_t i = 0; i < step.strips.size(); ++i) {
        const StepStrip &strip = step.strips[i];
        const double count = countOf(strip);
        Upright upright;
        upright.strip = int(i);
        upright.full = weighted ? std::min({room, tallestPlain, count * widestCell}) : uprightExtent(count, room);
        const double pitch = upright.full * shareOf(strip) / count;
        upright.showsNumbers = numbers != Numbers::None && count <= mostNumbers && pitch >= lowestNumber;
        upright.isShort = numbers == Numbers::Short && !hasDigits(strip.digits);
        const double behind = upright.full * (1 - shareOf(strip)) - 2;
        upright.standsBehind = !upright.showsNumbers && numbers != Numbers::None && !strip.values.empty() &&
                               count <= mostNumbers && behind >= count * lowestNumber;
        if (upright.showsNumbers || upright.standsBehind)
            thickness = std::max(
                thickness, widest(strip.values, strip.digits, upright.isShort ? Numbers::Short : Numbers::Whole) + 8);
        if (strip.overKeys && namesKeys && pitch >= lowestNames) {
            upright.keyNames = std::min(stepStripLayoutWidestNames, widestStripName(strip.names, labelFont(true))) + 5;
            namesKeys = false;
        }
        if (!strip.note.isEmpty())
            upright.noteWidth = textWidth(strip.note, numberFont());
        upright.nameWidth = textWidth(visibleToken(strip.name), nameFont(true));
        uprights.push_back(upright);
    }
    for (Upright &upright : uprights)
        upright.thickness = thickness;
    return uprights;
}

bool StepLayout::fitUprights(std::vector<Upright> &uprights, double width)
{
    for (const double longest : {120.0, 96.0, 80.0, 64.0, 48.0}) {
        double total = -uprightGap;
        for (Upright &upright : uprights) {
            upright.slot = std::max(upright.least(), upright.keyNames + std::min(upright.nameWidth, longest));
            total += upright.slot + uprightGap;
        }
        if (total <= width)
            return true;
    }
    return false;
}

bool StepLayout::areTooWide(int index, double width, double height) const
{
    std::vector<Upright> uprights = measureUprights(m_data.steps[std::size_t(index)], uprightRoom(height));
    return !fitUprights(uprights, width);
}

QRectF StepLayout::placeUprights(int index, QPointF at, double width, double height)
{
    const Step &step = m_data.steps[std::size_t(index)];
    std::vector<Upright> uprights = measureUprights(step, uprightRoom(height));
    bool fits = fitUprights(uprights, width);
    if (!fits) {
        uprights = measureUprights(step, uprightRoom(height), Numbers::Short);
        fits = fitUprights(uprights, width);
    }
    if (!fits && areWeighted(step)) {
        // Their heights compare best on one line; the numbers are in the equation too.
        uprights = measureUprights(step, uprightRoom(height), Numbers::None);
        fits = fitUprights(uprights, width);
    }
    if (!fits) {
        // Strips stand in several lines; lower ones, which show fewer numbers, may again be fewer.
        uprights = measureUprights(step, height > 0 ? uprightRoom(height / 2) : tallestPlain / 2);
        fitUprights(uprights, width);
    }
    double x = at.x();
    double y = at.y();
    double right = x;
    std::size_t first = 0;
    for (std::size_t i = 0; i < uprights.size(); ++i) {
        if (i > first && x + uprights[i].slot > at.x() + width) {
            y = placeUprightLine(index, uprights, first, i, {at.x(), y});
            first = i;
            x = at.x();
        }
        x += uprights[i].slot;
        right = std::max(right, x);
        x += uprightGap;
    }
    if (first < uprights.size())
        y = placeUprightLine(index, uprights, first, uprights.size(), {at.x(), y});
    return {at, QPointF(right, y)};
}

double StepLayout::placeUprightLine(int index, const std::vector<Upright> &uprights, std::size_t first, std::size_t end,
                                    QPointF at)
{
    const Step &step = m_data.steps[std::size_t(index)];
    double tallest = 0;
    bool hasNotes = false;
    for (std::size_t i = first; i < end; ++i) {
        tallest = std::max(tallest, uprights[i].full);
        hasNotes = hasNotes || uprights[i].noteWidth > 0;
    }
    const double top = at.y() + nameHeight + roleMark;
    const double bottom = top + tallest + (hasNotes ? noteHeight : 0);
    double x = at.x();
    for (std::size_t i = first; i < end; ++i) {
        const Upright &upright = uprights[i];
        const StepStrip &strip = step.strips[std::size_t(upright.strip)];
        PlacedStrip placed;
        placed.step = index;
        placed.strip = upright.strip;
        placed.upright = true;
        placed.appearance = nextItem();
        placed.showsNumbers = upright.showsNumbers;
        placed.isShort = upright.isShort;
        placed.showsNames = upright.keyNames > 0;
        placed.namesWidth = upright.keyNames;
        const double left = x + upright.keyNames;
        const double room = upright.slot - upright.keyNames;
        const double length = std::max(shortestCells, upright.full * shareOf(strip));
        placed.pitch = length / countOf(strip);
        placed.whole = QRectF(x, at.y(), upright.slot, bottom - at.y());
        placed.name = QRectF(left, at.y(), room, nameHeight);
        placed.cells = QRectF(left + (room - upright.thickness) / 2, top, upright.thickness, length);
        if (upright.standsBehind)
            placed.beside = QRectF(placed.cells.left(), placed.cells.bottom() + 2, placed.cells.width(),
                                   countOf(strip) * lowestNumber);
        placed.note = QRectF(left, top + tallest + 1, room, noteHeight - 1);
        m_strips.push_back(placed);
        x += upright.slot + uprightGap;
    }
    return bottom + 6;
}

} // namespace regard
