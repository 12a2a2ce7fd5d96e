#include "views/heatmap/heatmap_numbers.h"

#include <algorithm>
#include <cmath>

#include "draw/even_number.h"
#include "draw/signed_text.h"
#include "draw/text_width.h"

namespace regard {

namespace {

constexpr double narrowestSaid = 26;
constexpr double largestNumber = 19;
constexpr double widestSaid = 54;       // from there on every cell has its number
constexpr float leastSaidWeight = 0.1F; // and twice that of a uniform row

QString cellNumber(double value, bool isWeights, bool wide)
{
    if (!isWeights)
        return QString::number(value, 'g', wide ? 5 : 3);
    if (value > 0 && value < 0.0005 && wide)
        return QString::number(value, 'g', 2);
    return QString::number(value, 'f', wide ? 4 : 2);
}

QString cellDifference(double value, bool isWeights, bool wide)
{
    return isWeights ? signedText(value, wide ? 4 : 2) : signedText(value, wide ? 4 : 2, 'g');
}

/// Whether a cell has room for all digits. The window is calm rather than exact: the rest is a hover away.
bool hasWideNumbers(QSizeF cell, bool inWindow, bool isDifference)
{
    return cell.width() - 1 >= (inWindow ? 100 : isDifference ? 60 : 54);
}

} // namespace

HeatmapNumbers::HeatmapNumbers(const HeatmapData &data, const Theme &theme, QSizeF cell, std::pair<int, int> queries,
                               std::pair<int, int> keys)
    : m_data(data), m_theme(theme), m_cell(cell), m_queries(queries), m_keys(keys),
      m_isWide(hasWideNumbers(cell, theme.parts.inWindow, data.isDifference))
{
}

bool HeatmapNumbers::areShown() const
{
    if (areLargeAlone())
        return true;
    const double least = m_theme.leastNumber;
    return m_theme.parts.numbers.value_or(least > 0 ? m_cell.width() >= 3.4 * least && m_cell.height() >= 1.3 * least
                                                    : m_cell.width() >= 40 && m_cell.height() >= 18);
}

bool HeatmapNumbers::areLargeAlone() const
{
    return m_theme.parts.inWindow && m_theme.leastNumber <= 0 && m_data.isWeights && m_cell.width() >= narrowestSaid &&
           m_cell.width() < widestSaid && m_cell.height() >= 16;
}

int HeatmapNumbers::digits() const
{
    return m_theme.parts.digits.value_or(m_data.scale ? evenCellDigits() : 0);
}

int HeatmapNumbers::evenCellDigits() const
{
    if (m_data.isWeights && !m_data.numbers.isMoved())
        return m_isWide ? 4 : 3;
    double largest = 0;
    bool areWhole = true;
    for (int query = m_queries.first; query <= m_queries.second; ++query) {
        for (int key = m_keys.first; key <= m_keys.second; ++key) {
            if (!m_data.hasNumber(query, key))
                continue;
            const double magnitude = std::abs(double((*m_data.values)(query, key)));
            largest = std::max(largest, magnitude);
            areWhole = areWhole && magnitude == std::round(magnitude);
        }
    }
    return areWhole ? 0 : evenDigits(largest, m_isWide ? 5 : 3, m_isWide ? 4 : 3);
}

int HeatmapNumbers::characters(int digits) const
{
    if (!m_theme.parts.inWindow) {
        const int shown = m_theme.parts.digits.value_or(m_isWide ? 4 : 2);
        return shown + (shown > 0 ? 2 : 1) + (m_data.isDifference ? 1 : 0);
    }
    qsizetype longest = 1;
    for (int query = m_queries.first; query <= m_queries.second; ++query)
        for (int key = m_keys.first; key <= m_keys.second; ++key)
            if (m_data.hasNumber(query, key))
                longest = std::max(longest, text(double((*m_data.values)(query, key)), digits).size());
    return int(longest);
}

QFont HeatmapNumbers::font(QSizeF room, int characters) const
{
    if (m_theme.parts.inWindow) {
        constexpr double widthOfBoldDigit = 0.7; // of the type's size; a point takes half of that
        const double fitting = (room.width() - 6) / (widthOfBoldDigit * (std::max(2, characters) - 0.5));
        const double bold = std::floor(std::min({largestNumber, fitting, 0.76 * room.height()}));
        if (bold >= std::max(9.0, m_theme.leastNumber))
            return Theme::font(bold, true);
    }
    const double own = std::clamp(std::floor(room.width() / 5.2), std::max(9.0, m_theme.leastNumber), 13.0);
    if (!m_theme.parts.numbers.value_or(false))
        return Theme::monospace(own);
    constexpr double widthOfDigit = 0.61; // of the type's size
    const double fitting = std::floor((room.width() - 2) / (widthOfDigit * characters));
    return Theme::monospace(std::clamp(std::min(fitting, std::floor(room.height() * 0.8)), 3.0, own));
}

QString HeatmapNumbers::text(double value, int digits) const
{
    if (m_theme.parts.digits)
        return evenNumber(value, *m_theme.parts.digits, m_data.isDifference);
    const bool isShare = m_data.isWeights && !m_data.numbers.isMoved();
    if (m_data.scale) {
        const QString shown = evenNumber(value, digits, m_data.isDifference);
        const bool isRoundedUp =
            m_theme.parts.inWindow && isShare && !m_data.isDifference && value < 1 && shown.toDouble() == 1;
        return isRoundedUp ? QStringLiteral(">0.") + QString(std::max(1, digits), u'9') : shown;
    }
    return m_data.isDifference ? cellDifference(value, isShare, m_isWide) : cellNumber(value, isShare, m_isWide);
}

QString HeatmapNumbers::textIn(double width, double value, int digits, const QFont &font) const
{
    const QString whole = text(value, digits);
    if (m_theme.parts.inWindow && m_data.isDifference && whole.front().isDigit())
        return {}; // without a sign: nothing changed
    if ((whole.startsWith(u'<') || whole.startsWith(u'>')) && textWidth(whole, font) > width)
        return whole.startsWith(QLatin1String(">0")) ? QStringLiteral(">.99") : QStringLiteral("0");
    return whole;
}

QString HeatmapNumbers::largeText(float value) const
{
    const float least = std::max(leastSaidWeight, 2 / float(m_data.keys.size())) * float(m_data.numbers.one);
    const float size = std::abs(value);
    if (size < least)
        return {};
    QString text = m_data.numbers.text(double(size));
    if (!m_data.numbers.isMoved() && text.toDouble() >= 1)
        text = size < 1 && !m_data.isDifference ? QStringLiteral(">.99") : QStringLiteral("1");
    else if (text.startsWith(QLatin1String("0.")))
        text = text.mid(1);
    if (m_data.isDifference)
        text.prepend(value < 0 ? QChar(0x2212) : QLatin1Char('+'));
    return text;
}

QFont HeatmapNumbers::largeFont(const QString &text) const
{
    const QSizeF room = m_cell - QSizeF(2, 2);
    const double fitting = 14 * (room.width() - 2) / textWidth(text, Theme::font(14, true));
    return Theme::font(std::min({14.0, std::floor(fitting), room.height() - 2}), true);
}

QFont HeatmapNumbers::sinkFont(QSizeF room, int digits) const
{
    return areLargeAlone() ? Theme::font(std::floor(std::min(12.0, room.height() - 2)), true)
                           : font(room, characters(digits));
}

QString HeatmapNumbers::sinkText(double share, int digits) const
{
    return areLargeAlone() ? QString::number(share, 'f', 2).mid(share < 0.995 ? 1 : 0) : text(share, digits);
}

} // namespace regard
