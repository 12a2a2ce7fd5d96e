#include "figures/base/caption.h"

#include <algorithm>

#include <QFontMetricsF>

#include "figures/base/token_label.h"

namespace regard {

namespace {

/// The width above which a name is shortened, so that all of them together take no more than `room`.
double shareOf(std::vector<double> widths, double room)
{
    std::sort(widths.begin(), widths.end());
    std::size_t left = widths.size();
    for (const double width : widths) {
        if (width * double(left) > room)
            return std::max(0.0, room / double(left));
        room -= width;
        --left;
    }
    return widths.empty() ? 0 : widths.back();
}

} // namespace

Caption::Caption(const QString &name) : m_parts{{name, true}} {}

Caption Caption::filled(const QString &pattern, const std::vector<Caption> &captions)
{
    Caption caption;
    QString words;
    for (qsizetype i = 0; i < pattern.size(); ++i) {
        const int number = pattern[i] == QLatin1Char('%') && i + 1 < pattern.size() ? pattern[i + 1].digitValue() : 0;
        if (number < 1 || number > int(captions.size())) {
            words += pattern[i];
            continue;
        }
        caption.m_parts.push_back({words, false});
        words.clear();
        const std::vector<Part> &filling = captions[std::size_t(number) - 1].m_parts;
        caption.m_parts.insert(caption.m_parts.end(), filling.begin(), filling.end());
        ++i;
    }
    caption.m_parts.push_back({words, false});
    return caption;
}

QString Caption::text() const
{
    QString text;
    for (const Part &part : m_parts)
        text += part.text;
    return text;
}

QString Caption::within(const QFont &font, double width) const
{
    const QFontMetricsF metrics(font);
    const QString full = visibleToken(text());
    if (metrics.horizontalAdvance(full) <= width)
        return full;
    double room = width;
    std::vector<double> names;
    for (const Part &part : m_parts) {
        const double taken = metrics.horizontalAdvance(visibleToken(part.text));
        if (part.isName)
            names.push_back(taken);
        else
            room -= taken;
    }
    const double share = shareOf(names, room);
    QString shortened;
    for (const Part &part : m_parts)
        shortened += part.isName ? elidedToken(visibleToken(part.text), font, share) : visibleToken(part.text);
    return elidedToken(shortened, font, std::max(0.0, width));
}

} // namespace regard
