#include "draw/theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include <QPainter>

#include "draw/figure_group.h"

namespace regard {

namespace {

using Rgb = std::array<double, 3>;
using ColorTable = std::array<QRgb, 256>;

double linearChannel(double value)
{
    const double v = value / 255.0;
    return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
}

double luminance(const Rgb &c)
{
    return 0.2126 * linearChannel(c[0]) + 0.7152 * linearChannel(c[1]) + 0.0722 * linearChannel(c[2]);
}

double luminance(const QColor &c)
{
    return luminance(Rgb{double(c.red()), double(c.green()), double(c.blue())});
}

/// CIE L*, 0 … 100.
double lightness(const Rgb &c)
{
    const double y = luminance(c);
    return y > 216.0 / 24389.0 ? 116.0 * std::cbrt(y) - 16.0 : y * 24389.0 / 27.0;
}

Rgb between(const Rgb &a, const Rgb &b, double t)
{
    return {a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t};
}

QRgb toQRgb(const Rgb &c)
{
    return qRgb(int(std::lround(c[0])), int(std::lround(c[1])), int(std::lround(c[2])));
}

/// The path through the anchors with evenly changing lightness, so that equal steps of a value look equal.
ColorTable evenTable(const std::vector<Rgb> &anchors)
{
    const double first = lightness(anchors.front());
    const double last = lightness(anchors.back());
    const double direction = last < first ? -1 : 1;
    ColorTable table{};
    for (std::size_t i = 0; i < table.size(); ++i) {
        const double wanted = first + (last - first) * double(i) / double(table.size() - 1);
        std::size_t segment = 0;
        while (segment + 2 < anchors.size() && direction * lightness(anchors[segment + 1]) < direction * wanted)
            ++segment;
        double low = 0;
        double high = 1;
        for (int step = 0; step < 30; ++step) {
            const double middle = (low + high) / 2;
            const Rgb c = between(anchors[segment], anchors[segment + 1], middle);
            (direction * lightness(c) < direction * wanted ? low : high) = middle;
        }
        table[i] = toQRgb(between(anchors[segment], anchors[segment + 1], (low + high) / 2));
    }
    table.front() = toQRgb(anchors.front());
    table.back() = toQRgb(anchors.back());
    return table;
}

const ColorTable &viridisTable()
{
    static const ColorTable table = evenTable({{68, 1, 84},
                                               {72, 24, 106},
                                               {71, 45, 123},
                                               {66, 64, 134},
                                               {59, 82, 139},
                                               {51, 99, 141},
                                               {44, 114, 142},
                                               {38, 130, 142},
                                               {33, 145, 140},
                                               {31, 159, 136},
                                               {39, 173, 129},
                                               {61, 188, 116},
                                               {92, 200, 99},
                                               {129, 211, 77},
                                               {170, 220, 50},
                                               {213, 226, 26},
                                               {253, 231, 37}});
    return table;
}

const ColorTable &cividisTable()
{
    static const ColorTable table = evenTable({{0, 34, 78},
                                               {0, 46, 106},
                                               {26, 56, 111},
                                               {50, 67, 109},
                                               {67, 78, 108},
                                               {83, 90, 109},
                                               {97, 101, 111},
                                               {111, 112, 115},
                                               {125, 124, 120},
                                               {139, 135, 120},
                                               {154, 147, 118},
                                               {170, 160, 115},
                                               {187, 173, 109},
                                               {204, 186, 100},
                                               {221, 200, 88},
                                               {239, 215, 72},
                                               {254, 232, 56}});
    return table;
}

const ColorTable &greysTable(bool dark)
{
    static const ColorTable light = evenTable({{250, 250, 250}, {0, 0, 0}});
    static const ColorTable night = evenTable({{33, 33, 33}, {255, 255, 255}});
    return dark ? night : light;
}

const ColorTable &bluesTable(bool dark)
{
    static const ColorTable light = evenTable({{245, 249, 255},
                                               {221, 235, 252},
                                               {193, 218, 246},
                                               {143, 187, 235},
                                               {98, 159, 223},
                                               {65, 131, 205},
                                               {41, 106, 185},
                                               {24, 82, 155},
                                               {14, 56, 122},
                                               {8, 34, 84}});
    static const ColorTable night = evenTable({{31, 37, 47},
                                               {30, 52, 87},
                                               {33, 72, 119},
                                               {43, 102, 165},
                                               {57, 126, 193},
                                               {84, 150, 212},
                                               {113, 173, 227},
                                               {160, 203, 240},
                                               {217, 235, 251},
                                               {236, 246, 255}});
    return dark ? night : light;
}

QColor readable(QColor color, const QColor &towards, const QColor &background)
{
    for (double t = 0; t <= 1; t += 0.1) {
        const QColor candidate = mixed(color, towards, t);
        if (contrast(candidate, background) >= 4.5)
            return candidate;
    }
    return towards;
}

Theme::Families &chosenFamilies()
{
    static Theme::Families families;
    return families;
}

Theme::Families &familiesOfThread()
{
    static thread_local Theme::Families families;
    return families;
}

double &leastTypeOfThread()
{
    static thread_local double least = 0;
    return least;
}

QFont newFont(const QStringList &families, int pixels, bool bold)
{
    QFont font;
    font.setFamilies(families);
    font.setPixelSize(pixels);
    font.setBold(bold);
    // Advances that do not depend on the scale: the same line breaks and eliding on screen, in PNG, SVG and PDF.
    font.setHintingPreference(QFont::PreferVerticalHinting);
    return font;
}

/// Copies of a font share its cached glyph data; a new font would look it up again with every text.
QFont pictureFont(const QString &first, const QStringList &others, double pixels, bool bold)
{
    static thread_local std::map<std::tuple<QString, int, bool>, QFont> fonts;
    const int size = std::max(1, int(std::lround(pixels)));
    const auto [place, isNew] = fonts.try_emplace({first, size, bold});
    if (isNew)
        place->second = newFont(QStringList{first} + others, size, bold);
    return place->second;
}

/// The family in use on this thread; empty: the usual one.
const QString &inUse(QString Theme::Families::*family)
{
    const QString &ofThread = familiesOfThread().*family;
    return ofThread.isEmpty() ? chosenFamilies().*family : ofThread;
}

double noSmallerThanLeast(double pixels)
{
    return std::max(pixels, std::ceil(leastTypeOfThread() - 1e-6)); // fonts have whole pixels
}

} // namespace

double contrast(const QColor &a, const QColor &b)
{
    const double la = luminance(a);
    const double lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

QColor mixed(const QColor &a, const QColor &b, double t)
{
    const auto channel = [t](int from, int to) { return int(std::lround(from + (to - from) * t)); };
    return QColor(channel(a.red(), b.red()), channel(a.green(), b.green()), channel(a.blue(), b.blue()));
}

Theme Theme::light()
{
    Theme theme;
    theme.dark = false;
    theme.window = QColor(243, 244, 247);
    theme.panel = QColor(255, 255, 255);
    theme.border = QColor(223, 227, 234);
    theme.text = QColor(27, 32, 39);
    theme.muted = QColor(98, 106, 120);
    theme.control = QColor(238, 241, 246);
    theme.accent = QColor(36, 87, 214);
    theme.accentSoft = QColor(230, 237, 255);
    theme.onAccent = QColor(255, 255, 255);
    theme.queryFocus = QColor(255, 243, 214);
    theme.keyFocus = QColor(205, 214, 252);
    theme.quietLink = QColor(152, 164, 179, 51);
    theme.link = QColor(76, 110, 245);
    theme.masked = QColor(236, 238, 241);
    theme.maskLines = QColor(126, 134, 146);
    theme.hatch = QColor(178, 185, 195);
    theme.error = QColor(190, 38, 48);
    theme.paper = theme.panel;
    return theme;
}

Theme Theme::darkTheme()
{
    Theme theme;
    theme.dark = true;
    theme.window = QColor(21, 24, 29);
    theme.panel = QColor(29, 33, 39);
    theme.border = QColor(49, 55, 65);
    theme.text = QColor(231, 234, 239);
    theme.muted = QColor(152, 161, 175);
    theme.control = QColor(42, 48, 57);
    theme.accent = QColor(122, 165, 255);
    theme.accentSoft = QColor(40, 56, 92);
    theme.onAccent = QColor(15, 20, 30);
    theme.queryFocus = QColor(64, 54, 28);
    theme.keyFocus = QColor(42, 54, 96);
    theme.quietLink = QColor(139, 153, 179, 51);
    theme.link = QColor(88, 122, 250);
    theme.masked = QColor(45, 48, 53);
    theme.maskLines = QColor(116, 124, 138);
    theme.hatch = QColor(88, 94, 104);
    theme.error = QColor(255, 128, 128);
    theme.paper = theme.panel;
    return theme;
}

Theme Theme::print()
{
    Theme theme = light();
    theme.text = QColor(0, 0, 0);
    theme.muted = QColor(38, 38, 38);
    theme.border = QColor(120, 120, 120);
    theme.control = QColor(255, 255, 255);
    theme.accent = QColor(0, 0, 0);
    theme.accentSoft = QColor(255, 255, 255);
    theme.queryFocus = QColor(255, 255, 255);
    theme.keyFocus = QColor(225, 225, 225);
    theme.masked = QColor(255, 255, 255);
    theme.maskLines = QColor(140, 140, 140);
    theme.hatch = QColor(150, 150, 150);
    theme.quietLink = QColor(120, 120, 120, 51);
    theme.leastLine = 1.0 / 3; // 0.25 pt
    return theme;
}

void Theme::fillPaper(QPainter &painter, const QRectF &box) const
{
    const FigureGroup group(painter, "background");
    if (paper.alpha() > 0)
        painter.fillRect(box, paper);
}

const Theme &Theme::named(bool dark)
{
    static const Theme lightTheme = Theme::light();
    static const Theme nightTheme = Theme::darkTheme();
    return dark ? nightTheme : lightTheme;
}

QColor Theme::head(int head) const
{
    // Okabe & Ito 2008 and four more. They were moved, the first ones hardly, until each two of the twelve are at least
    // 11 apart by CIEDE2000, for ordinary sight and for each kind of colour blindness.
    static const std::array<QColor, 12> onLight = {QColor(7, 115, 178),   QColor(213, 94, 1),    QColor(3, 157, 114),
                                                   QColor(203, 122, 168), QColor(231, 160, 3),   QColor(87, 180, 232),
                                                   QColor(185, 176, 114), QColor(62, 66, 74),    QColor(110, 41, 131),
                                                   QColor(155, 2, 25),    QColor(152, 198, 167), QColor(100, 88, 66)};
    static const std::array<QColor, 12> onDark = {QColor(18, 138, 245),  QColor(216, 104, 21),  QColor(22, 174, 128),
                                                  QColor(201, 132, 176), QColor(232, 160, 0),   QColor(117, 197, 240),
                                                  QColor(240, 228, 65),  QColor(196, 202, 211), QColor(141, 83, 173),
                                                  QColor(168, 51, 55),   QColor(155, 197, 119), QColor(155, 120, 84)};
    if (scheme == ColorScheme::Greys) {
        constexpr std::array shares = {0.15, 0.55, 0.35, 0.7}; // their numbers tell heads apart
        return mixed(text, panel, head < 0 ? 0.3 : shares[std::size_t(head) % shares.size()]);
    }
    if (head < 0)
        return link; // of no single head
    const int number = head;
    const int count = int(onLight.size());
    const QColor base = (dark ? onDark : onLight)[std::size_t(number % count)];
    switch ((number / count) % 4) {
    case 1:
        return mixed(base, text, 0.42);
    case 2:
        return mixed(base, panel, 0.38);
    case 3:
        return mixed(base, text, 0.64);
    default:
        return base;
    }
}

QColor Theme::headText(int number) const
{
    return readable(head(number), text, panel);
}

QRgb Theme::sequential(double t) const
{
    const double clamped = t > 0 ? std::min(t, 1.0) : 0.0; // NaN becomes 0
    const auto &table = [this]() -> const ColorTable & {
        switch (scheme) {
        case ColorScheme::Blues:
            break;
        case ColorScheme::Viridis:
            return viridisTable();
        case ColorScheme::Cividis:
            return cividisTable();
        case ColorScheme::Greys:
            return greysTable(dark);
        }
        return bluesTable(dark);
    }();
    return table[std::size_t(std::lround(clamped * 255))];
}

QRgb Theme::diverging(double t) const
{
    const bool isGrey = scheme == ColorScheme::Greys;
    const Rgb neutral = dark ? Rgb{29, 33, 39} : Rgb{255, 255, 255};
    const Rgb grey = dark ? Rgb{205, 205, 205} : Rgb{75, 75, 75};
    const Rgb blue = dark ? Rgb{111, 172, 247} : Rgb{34, 102, 190};
    const Rgb orange = dark ? Rgb{235, 148, 89} : Rgb{205, 95, 31};
    const double magnitude = std::isnan(t) ? 0.0 : std::min(std::abs(t), 1.0);
    return toQRgb(between(neutral, isGrey ? grey : t < 0 ? orange : blue, magnitude));
}

QColor Theme::change(double value) const
{
    return QColor::fromRgb(diverging(value < 0 ? -1 : 1));
}

QColor Theme::changeText(double value) const
{
    return readable(change(value), text, panel);
}

QColor Theme::changeSoft(double value) const
{
    return QColor::fromRgb(diverging(value < 0 ? -0.35 : 0.35));
}

QColor Theme::textOn(QRgb fill) const
{
    const QColor black(0, 0, 0);
    const QColor white(255, 255, 255);
    const QColor background = QColor::fromRgb(fill);
    return contrast(black, background) >= contrast(white, background) ? black : white;
}

bool Theme::isStrong(QRgb fill) const
{
    return contrast(QColor::fromRgb(fill), panel) >= 2;
}

bool Theme::shows(const QFont &number) const
{
    return number.pixelSize() >= leastNumber;
}

QFont Theme::numberFont(double pixels) const
{
    return monospace(std::max(pixels, leastNumber));
}

void Theme::setFamilies(const Families &families)
{
    chosenFamilies() = families;
}

Theme::FamilyScope::FamilyScope(const Families &families)
{
    familiesOfThread() = families;
}

Theme::FamilyScope::~FamilyScope()
{
    familiesOfThread() = {};
}

Theme::LeastTypeScope::LeastTypeScope(double pixels) : m_outer(std::exchange(leastTypeOfThread(), pixels)) {}

Theme::LeastTypeScope::~LeastTypeScope()
{
    leastTypeOfThread() = m_outer;
}

double Theme::leastType()
{
    return leastTypeOfThread();
}

QFont Theme::font(double pixels, bool bold)
{
    return nameFont(noSmallerThanLeast(pixels), bold);
}

QFont Theme::nameFont(double pixels, bool bold)
{
    static const QString usual = QStringLiteral("DejaVu Sans");
    static const QStringList others = {QStringLiteral("Noto Sans CJK SC"), QStringLiteral("Noto Sans"),
                                       QStringLiteral("sans-serif")};
    static const QStringList further = QStringList{usual} + others;
    const QString &chosen = inUse(&Families::text);
    return chosen.isEmpty() ? pictureFont(usual, others, pixels, bold) : pictureFont(chosen, further, pixels, bold);
}

QFont Theme::monospace(double pixels, bool bold)
{
    static const QString usual = QStringLiteral("DejaVu Sans Mono");
    static const QStringList others = {QStringLiteral("Noto Sans Mono CJK SC"), QStringLiteral("monospace")};
    static const QStringList further = QStringList{usual} + others;
    const double size = noSmallerThanLeast(pixels);
    const QString &own = inUse(&Families::numbers);
    const QString &chosen = own.isEmpty() ? inUse(&Families::text) : own;
    return chosen.isEmpty() ? pictureFont(usual, others, size, bold) : pictureFont(chosen, further, size, bold);
}

} // namespace regard
