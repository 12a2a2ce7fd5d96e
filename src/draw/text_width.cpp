#include "draw/text_width.h"

#include <algorithm>
#include <vector>

#include <QFontMetricsF>
#include <QHash>

namespace regard {

namespace {

constexpr qsizetype mostTexts = 8192; ///< of a font; a long session measures ever more numbers
constexpr std::size_t mostFonts = 64;

struct FontWidths {
    QFont font;
    QHash<QString, double> widths;
};

QHash<QString, double> &widthsOf(const QFont &font)
{
    static thread_local std::vector<FontWidths> fonts;
    const auto found =
        std::find_if(fonts.begin(), fonts.end(), [&font](const FontWidths &each) { return each.font == font; });
    if (found != fonts.end()) {
        if (found != fonts.begin())
            std::iter_swap(found, found - 1); // frequent texts come to the front
        return (found == fonts.begin() ? found : found - 1)->widths;
    }
    if (fonts.size() == mostFonts)
        fonts.pop_back();
    fonts.push_back({font, {}});
    return fonts.back().widths;
}

} // namespace

double textWidth(const QString &text, const QFont &font)
{
    QHash<QString, double> &widths = widthsOf(font);
    const auto known = widths.constFind(text);
    if (known != widths.cend())
        return known.value();
    if (widths.size() >= mostTexts)
        widths.clear();
    const double width = QFontMetricsF(font).horizontalAdvance(text);
    widths.insert(text, width);
    return width;
}

} // namespace regard
