#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <QTest>

#include "draw/theme.h"
#include "test_class.h"

using namespace regard;

namespace {

using Triple = std::array<double, 3>;
using Transform = std::array<Triple, 3>;

constexpr double pi = std::numbers::pi;

double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

Triple product(const Transform &matrix, const Triple &column)
{
    Triple result{};
    for (std::size_t row = 0; row < 3; ++row)
        for (std::size_t i = 0; i < 3; ++i)
            result[row] += matrix[row][i] * column[i];
    return result;
}

/// CIE L*a*b* of linear sRGB, white D65.
Triple labOf(Triple rgb)
{
    constexpr Transform toXyz{{{0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047},
                               {0.2126729, 0.7151522, 0.0721750},
                               {0.0193339 / 1.08883, 0.1191920 / 1.08883, 0.9503041 / 1.08883}}};
    for (double &channel : rgb)
        channel = std::clamp(channel, 0.0, 1.0);
    Triple f = product(toXyz, rgb);
    for (double &t : f)
        t = t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116;
    return {116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])};
}

/// Sharma, Wu & Dalal 2005, "The CIEDE2000 color-difference formula", equations 2 to 22.
double ciede2000(const Triple &a, const Triple &b)
{
    const auto seventh = [](double c) { return std::sqrt(std::pow(c, 7) / (std::pow(c, 7) + std::pow(25.0, 7))); };
    const double g = 0.5 * (1 - seventh((std::hypot(a[1], a[2]) + std::hypot(b[1], b[2])) / 2));
    const double a1 = a[1] * (1 + g);
    const double a2 = b[1] * (1 + g);
    const double c1 = std::hypot(a1, a[2]);
    const double c2 = std::hypot(a2, b[2]);
    const auto hue = [](double x, double y) {
        const double angle = x == 0 && y == 0 ? 0 : std::atan2(y, x);
        return angle < 0 ? angle + 2 * pi : angle;
    };
    const double h1 = hue(a1, a[2]);
    const double h2 = hue(a2, b[2]);
    const bool isGrey = c1 * c2 == 0;
    double turn = isGrey ? 0 : h2 - h1;
    if (turn > pi)
        turn -= 2 * pi;
    else if (turn < -pi)
        turn += 2 * pi;
    const double hues = 2 * std::sqrt(c1 * c2) * std::sin(turn / 2);
    const double l = (a[0] + b[0]) / 2;
    const double c = (c1 + c2) / 2;
    double h = h1 + h2;
    if (!isGrey)
        h = std::abs(h1 - h2) <= pi ? h / 2 : h < 2 * pi ? h / 2 + pi : h / 2 - pi;
    const double t = 1 - 0.17 * std::cos(h - pi / 6) + 0.24 * std::cos(2 * h) + 0.32 * std::cos(3 * h + pi / 30) -
                     0.20 * std::cos(4 * h - 63 * pi / 180);
    const double theta = pi / 6 * std::exp(-std::pow((h * 180 / pi - 275) / 25, 2));
    const double ofL = (b[0] - a[0]) / (1 + 0.015 * std::pow(l - 50, 2) / std::sqrt(20 + std::pow(l - 50, 2)));
    const double ofC = (c2 - c1) / (1 + 0.045 * c);
    const double ofH = hues / (1 + 0.015 * c * t);
    const double turned = -std::sin(2 * theta) * 2 * seventh(c);
    return std::sqrt(ofL * ofL + ofC * ofC + ofH * ofH + turned * ofC * ofH);
}

/// Machado, Oliveira & Fernandes 2009, "A physiologically-based model for simulation of color vision deficiency",
/// severity 1, of linear sRGB; the first is ordinary sight.
constexpr std::array<Transform, 4> sights{
    {{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
     {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
     {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
     {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}}};
constexpr const char *sightNames[] = {"ordinary sight", "protanopia", "deuteranopia", "tritanopia"};

Triple seen(const QColor &color, const Transform &sight)
{
    return labOf(product(sight, {linear(color.redF()), linear(color.greenF()), linear(color.blueF())}));
}

} // namespace

class TestHeadColors : public QObject {
    Q_OBJECT
private slots:
    /// Rows of the table that Sharma, Wu & Dalal published for programs like this one.
    void theDifferenceIsThatOfThePaper()
    {
        const struct {
            Triple a;
            Triple b;
            double difference;
        } rows[] = {{{50, 2.6772, -79.7751}, {50, 0, -82.7485}, 2.0425},
                    {{50, 3.1571, -77.2803}, {50, 0, -82.7485}, 2.8615},
                    {{50, 0, 0}, {50, -1, 2}, 2.3669},
                    {{50, 2.5, 0}, {73, 25, -18}, 27.1492},
                    {{50, 2.5, 0}, {61, -5, 29}, 22.8977},
                    {{50, 2.5, 0}, {56, -27, -3}, 31.9030},
                    {{50, 2.5, 0}, {58, 24, 15}, 19.4535},
                    {{60.2574, -34.0099, 36.2677}, {60.4626, -34.1751, 39.4387}, 1.2644},
                    {{2.0776, 0.0795, -1.1350}, {0.9033, -0.0636, -0.5514}, 0.9082}};
        for (const auto &row : rows)
            QVERIFY(std::abs(ciede2000(row.a, row.b) - row.difference) < 1e-4);
    }

    void twelveHeadsAreToldApart_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::addColumn<int>("sight");
        for (const bool dark : {false, true})
            for (int sight = 0; sight < int(sights.size()); ++sight)
                QTest::addRow("%s, %s", dark ? "dark" : "light", sightNames[sight]) << dark << sight;
    }
    void twelveHeadsAreToldApart()
    {
        QFETCH(bool, dark);
        QFETCH(int, sight);
        const Theme &theme = Theme::named(dark);
        for (int i = 0; i < 12; ++i) {
            for (int k = 0; k < i; ++k) {
                const double apart = ciede2000(seen(theme.head(i), sights[std::size_t(sight)]),
                                               seen(theme.head(k), sights[std::size_t(sight)]));
                QVERIFY2(apart >= 10,
                         qPrintable(QStringLiteral("heads %1 and %2 are %3 apart").arg(k + 1).arg(i + 1).arg(apart)));
            }
        }
    }
};

REGARD_GUILESS_TEST(TestHeadColors)
#include "test_head_colors.moc"
