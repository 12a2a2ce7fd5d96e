#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>

#include <QFontMetricsF>
#include <QImage>
#include <QPainter>
#include <QTest>
#include <QXmlStreamReader>

#include "draw/export_figure.h"
#include "test_class.h"
#include "views/links/link_figure.h"

using namespace regard;

namespace {

const QStringList fifteenWords =
    QStringLiteral("[CLS] the cat sat on the rug and it was dry - cleaned . [SEP]").split(u' ');

std::shared_ptr<const Matrix> rowsOf(int tokens, const std::function<double(int query, int key)> &score)
{
    Matrix weights(tokens, tokens);
    for (int query = 0; query < tokens; ++query) {
        for (int key = 0; key < tokens; ++key)
            weights(query, key) = float(std::exp(score(query, key)));
        weights.row(query) /= weights.row(query).sum();
    }
    return std::make_shared<const Matrix>(weights);
}

/// From 0 to 1, a new one each time.
class Scatter {
public:
    explicit Scatter(unsigned seed) : m_state(seed) {}
    double next()
    {
        m_state = m_state * 1664525U + 1013904223U;
        return double(m_state >> 8) / double(1U << 24);
    }

private:
    unsigned m_state;
};

std::shared_ptr<const Matrix> linkHeadsScattered(int tokens, unsigned seed)
{
    Scatter scatter(seed);
    return rowsOf(tokens, [&](int, int) { return 6 * scatter.next(); });
}

/// What heads of trained models do, each by a kind of its own, and some noise.
std::shared_ptr<const Matrix> structured(const QStringList &words, int kind)
{
    Scatter scatter(unsigned(kind + 1));
    const int last = int(words.size()) - 1;
    const auto looksAt = [&words, last, kind](int query, int key) {
        switch (kind) {
        case 0:
            return key == std::max(0, query - 1);
        case 1:
            return key == 0;
        case 2:
            return key != query && words[key] == words[query];
        case 3:
            return key == std::min(last, query + 1);
        case 4:
            return key == query;
        case 5:
            return key == last;
        case 6:
            return key == std::max(0, query - 2);
        case 7:
            return words[key] == QStringLiteral("cat");
        case 8:
            return words[key].size() == 1;
        case 9:
            return key == (query * 7 + 3) % (last + 1);
        case 10:
            return key == last - query;
        default:
            return false; // even
        }
    };
    return rowsOf(int(words.size()),
                  [&](int query, int key) { return (looksAt(query, key) ? 2.5 : 0) + scatter.next(); });
}

LinkData linkHeadsLinksOf(const QStringList &words, std::vector<std::shared_ptr<const Matrix>> heads)
{
    LinkData data;
    data.queries = data.keys = words;
    data.queryLabel = QStringLiteral("query");
    data.keyLabel = QStringLiteral("key");
    for (std::size_t head = 0; head < heads.size(); ++head)
        data.heads.push_back({int(head), heads[head]});
    data.strongest = true;
    return data;
}

LinkData twelveHeads(bool isStructured)
{
    std::vector<std::shared_ptr<const Matrix>> heads;
    for (int head = 0; head < 12; ++head)
        heads.push_back(isStructured ? structured(fifteenWords, head) : linkHeadsScattered(15, unsigned(head + 1)));
    return linkHeadsLinksOf(fifteenWords, heads);
}

std::shared_ptr<const Matrix> matrix(std::initializer_list<std::initializer_list<float>> rows)
{
    return std::make_shared<const Matrix>(rows);
}

struct Link {
    int head;
    int query;
    int key;
    float weight;

    bool operator==(const Link &) const = default;
};

/// Each pair's strongest link, the strongest of all first.
std::vector<Link> strongestLinks(const LinkData &data)
{
    std::vector<Link> links;
    for (int query = 0; query < data.queries.size(); ++query) {
        for (int key = 0; key < data.keys.size(); ++key) {
            Link best{0, query, key, 0};
            for (const LinkData::Head &head : data.heads)
                if (const float weight = (*head.weights)(query, key); weight > best.weight)
                    best = {head.index, query, key, weight};
            links.push_back(best);
        }
    }
    std::stable_sort(links.begin(), links.end(), [](const Link &a, const Link &b) { return a.weight > b.weight; });
    return links;
}

QImage linkHeadsPixelsOf(const Figure &figure)
{
    QImage image(figure.size().toSize(), QImage::Format_RGB32);
    QPainter painter(&image);
    figure.paintPixels(painter);
    return image;
}

/// A number as it stands in the picture, by the middle of its text.
struct Number {
    int value;
    QPointF middle;
};

std::vector<Number> numbersIn(const Figure &figure, const QRectF &within)
{
    std::vector<Number> numbers;
    QXmlStreamReader reader(figureBytes(figure, PictureFormat::Svg, 96, QString()));
    while (!reader.atEnd()) {
        if (reader.readNext() != QXmlStreamReader::StartElement || reader.name() != QLatin1String("text"))
            continue;
        const double x = reader.attributes().value(QLatin1String("x")).toDouble();
        const double y = reader.attributes().value(QLatin1String("y")).toDouble();
        const double pixels = reader.attributes().value(QLatin1String("font-size")).toDouble();
        const QString text = reader.readElementText().trimmed();
        bool isNumber = false;
        const int value = text.toInt(&isNumber);
        const QPointF middle(x + QFontMetricsF(Theme::font(pixels, true)).horizontalAdvance(text) / 2,
                             y - 0.36 * pixels); // of the height of figures
        if (isNumber && within.contains(middle))
            numbers.push_back({value, middle});
    }
    return numbers;
}

double distanceToLine(QPointF point, const LinkFigure::Band &band)
{
    const QPointF run = band.to - band.from;
    const QPointF off = point - band.from;
    return std::abs(run.x() * off.y() - run.y() * off.x()) / std::hypot(run.x(), run.y());
}

const LinkFigure::Band &bandOf(const std::vector<LinkFigure::Band> &bands, const Link &link)
{
    return *std::find_if(bands.begin(), bands.end(), [&](const LinkFigure::Band &band) {
        return band.query == link.query && band.key == link.key;
    });
}

/// Knows the picture and the line between two words: names the head by the number that lies on that line.
int headByNumber(const std::vector<Number> &numbers, const LinkFigure::Band &line)
{
    double nearest = std::max(4.0, line.width / 2 + 2);
    int head = -1;
    for (const Number &number : numbers) {
        const double distance = distanceToLine(number.middle, line);
        if (distance < nearest) {
            nearest = distance;
            head = number.value - 1;
        }
    }
    return head;
}

/// By the colour in the middle of what neither a number nor a band painted later covers.
int headByColor(const QImage &image, const LinkFigure &figure, const std::vector<LinkFigure::Band> &bands,
                const LinkFigure::Band &line)
{
    std::vector<QPointF> seen;
    for (double way = 0.02; way < 0.98; way += 0.005) {
        const QPointF point = line.from + way * (line.to - line.from);
        const bool isBehindNumber =
            std::any_of(figure.headLabels().begin(), figure.headLabels().end(),
                        [&](const auto &label) { return label.box.adjusted(-2, -2, 2, 2).contains(point); });
        const auto later = bands.begin() + (&line - bands.data()) + 1;
        const bool isBehindBand = std::any_of(later, bands.end(), [&](const LinkFigure::Band &over) {
            return distanceToLine(point, over) < over.width / 2 + 2;
        });
        if (!isBehindNumber && !isBehindBand)
            seen.push_back(point);
    }
    if (seen.empty())
        return -1;
    const QColor color = image.pixelColor((seen[seen.size() / 2] - QPointF(0.5, 0.5)).toPoint());
    const Theme &theme = Theme::named(image.pixelColor(1, image.height() - 1).lightness() < 128);
    int nearest = -1;
    int least = 1 << 20;
    for (const LinkData::Head &head : figure.data().heads) {
        const QColor own = theme.head(head.index);
        const int off = std::abs(own.red() - color.red()) + std::abs(own.green() - color.green()) +
                        std::abs(own.blue() - color.blue());
        if (off < least) {
            least = off;
            nearest = head.index;
        }
    }
    return nearest;
}

} // namespace

/// Several heads at once, each pair of tokens by its strongest.
class TestLinkHeads : public QObject {
    Q_OBJECT
private slots:
    void eachPairShowsItsStrongestHead()
    {
        const QStringList words = QStringLiteral("a b c").split(u' ');
        LinkData data = linkHeadsLinksOf(words, {matrix({{0.7F, 0.2F, 0.1F}, {0.1F, 0.1F, 0.8F}, {0, 1, 0}}),
                                                 matrix({{0.1F, 0.3F, 0.6F}, {0.9F, 0.05F, 0.05F}, {0, 0.5F, 0.5F}})});
        std::vector<Link> expected{{0, 0, 0, 0.7F}, {1, 0, 1, 0.3F}, {1, 0, 2, 0.6F}, {1, 1, 0, 0.9F},
                                   {0, 1, 1, 0.1F}, {0, 1, 2, 0.8F}, {0, 2, 1, 1},    {1, 2, 2, 0.5F}};
        for (const int query : {-1, 0, 2}) {
            data.query = query;
            std::vector<Link> links;
            for (const auto &band : LinkFigure(data, {480, 640}, Theme::light()).bands())
                links.push_back({band.head, band.query, band.key, band.weight});
            std::sort(links.begin(), links.end(), [](const Link &a, const Link &b) {
                return std::pair(a.query, a.key) < std::pair(b.query, b.key);
            });
            QCOMPARE(links.size(), expected.size());
            QVERIFY(links == expected);
        }
    }

    void aLinkIsHiddenWhereNoHeadReachesTheFloor()
    {
        const QStringList words = QStringLiteral("a b").split(u' ');
        LinkData data =
            linkHeadsLinksOf(words, {matrix({{0.99F, 0.01F}, {0.98F, 0.02F}}), matrix({{0.9F, 0.1F}, {0.97F, 0.03F}})});
        const LinkFigure figure(data, {480, 640}, Theme::light());
        QCOMPARE(figure.bands().size(), std::size_t(3));
        QCOMPARE(figure.hiddenLinks(), 1L);
        data.query = 1; // shows all of its own
        QCOMPARE(LinkFigure(data, {480, 640}, Theme::light()).hiddenLinks(), 0L);
        data.query = -1;
        data.strongest = false;
        QCOMPARE(LinkFigure(data, {480, 640}, Theme::light()).bands().size(), std::size_t(5));
    }

    void rowsNearOneOverNAreFaint()
    {
        const QStringList words = QStringLiteral("a b c d").split(u' ');
        const auto row = [](float largest) {
            return std::vector<float>{largest, (1 - largest) / 3, (1 - largest) / 3, (1 - largest) / 3};
        };
        for (const std::size_t heads : {1U, 2U}) {
            Matrix weights(4, 4);
            const std::vector<float> largest{0.25F, 0.37F, 0.38F, 0.9F}; // even up to 1.5/4
            for (int query = 0; query < 4; ++query)
                for (int key = 0; key < 4; ++key)
                    weights(query, key) = row(largest[std::size_t(query)])[std::size_t(key)];
            const LinkFigure figure(linkHeadsLinksOf(words, std::vector(heads, std::shared_ptr<const Matrix>(
                                                                                   std::make_shared<Matrix>(weights)))),
                                    {480, 640}, Theme::light());
            for (const auto &band : figure.bands())
                if (band.query < 2)
                    QVERIFY(band.color.alpha() < 50);
                else
                    QVERIFY(band.color.alpha() >= 140);
            for (const auto &label : figure.headLabels())
                QVERIFY(label.query >= 2);
        }
    }

    void numbersStandOnTheirBandsAndApart_data()
    {
        QTest::addColumn<bool>("isStructured");
        QTest::addColumn<QSizeF>("size");
        QTest::addColumn<bool>("horizontal");
        QTest::addColumn<int>("query");
        for (const bool isStructured : {false, true}) {
            for (const QSizeF size : {QSizeF(230, 400), QSizeF(480, 640), QSizeF(900, 640)}) {
                for (const bool horizontal : {false, true}) {
                    for (const int query : {-1, 8})
                        QTest::addRow("%s, %g px, %s, query %d", isStructured ? "structured" : "scattered",
                                      size.width(), horizontal ? "rows" : "columns", query)
                            << isStructured << size << horizontal << query;
                }
            }
        }
    }
    void numbersStandOnTheirBandsAndApart()
    {
        QFETCH(bool, isStructured);
        QFETCH(QSizeF, size);
        QFETCH(bool, horizontal);
        QFETCH(int, query);
        LinkData data = twelveHeads(isStructured);
        data.horizontal = horizontal;
        data.query = query;
        const LinkFigure figure(data, size, Theme::light());
        const auto bands = figure.bands();
        const auto &labels = figure.headLabels();
        QVERIFY(!labels.empty());
        for (std::size_t i = 0; i < labels.size(); ++i) {
            const auto &band = bandOf(bands, {labels[i].head, labels[i].query, labels[i].key, 0});
            QCOMPARE(band.head, labels[i].head);
            QVERIFY(distanceToLine(labels[i].box.center(), band) < 0.01);
            QVERIFY(band.frame.contains(labels[i].box));
            for (std::size_t j = 0; j < i; ++j)
                QVERIFY(!labels[i].box.intersects(labels[j].box));
        }
        for (const Theme &theme : {Theme::light(), Theme::darkTheme()})
            for (int head = 0; head < 12; ++head)
                QVERIFY(contrast(theme.textOn(theme.head(head).rgb()), theme.head(head)) >= 4.5);
    }

    /// Whoever sees the picture alone names the heads of the strongest links: in colour by number and by colour, in
    /// grey by number.
    void theHeadsOfTheStrongestLinksCanBeNamed_data()
    {
        QTest::addColumn<bool>("isStructured");
        QTest::addColumn<QSizeF>("size");
        QTest::addColumn<bool>("horizontal");
        QTest::addColumn<bool>("isDark");
        for (const bool isStructured : {false, true}) {
            for (const QSizeF size : {QSizeF(480, 640), QSizeF(900, 640)}) {
                for (const bool horizontal : {false, true}) {
                    for (const bool isDark : {false, true})
                        QTest::addRow("%s, %g px, %s, %s", isStructured ? "structured" : "scattered", size.width(),
                                      horizontal ? "rows" : "columns", isDark ? "dark" : "light")
                            << isStructured << size << horizontal << isDark;
                }
            }
        }
    }
    void theHeadsOfTheStrongestLinksCanBeNamed()
    {
        QFETCH(bool, isStructured);
        QFETCH(QSizeF, size);
        QFETCH(bool, horizontal);
        QFETCH(bool, isDark);
        LinkData data = twelveHeads(isStructured);
        data.horizontal = horizontal;
        const LinkFigure figure(data, size, Theme::named(isDark));
        const auto bands = figure.bands();
        const auto numbers = numbersIn(figure, bands.front().frame);
        QCOMPARE(numbers.size(), figure.headLabels().size());
        const QImage image = linkHeadsPixelsOf(figure);
        std::vector<Link> strongest = strongestLinks(data);
        strongest.resize(20);
        int byNumber = 0;
        int byColor = 0;
        for (const Link &link : strongest) {
            const LinkFigure::Band &line = bandOf(bands, link);
            byNumber += headByNumber(numbers, line) == link.head ? 1 : 0;
            byColor += headByColor(image, figure, bands, line) == link.head ? 1 : 0;
        }
        const QString said = QStringLiteral("%1 by number, %2 by colour").arg(byNumber).arg(byColor);
        QVERIFY2(byNumber >= 18 && byColor >= 18, qPrintable(said));
    }

    void aHeadOfWideBandsLeavesOthersToBeSeen()
    {
        const auto before = rowsOf(15, [](int query, int key) { return key == std::max(0, query - 1) ? 20.0 : 0.0; });
        const auto one = rowsOf(15, [](int query, int key) { return query == 8 && key == 2 ? 5.0 : 0.0; });
        const LinkData data = linkHeadsLinksOf(fifteenWords, {before, one});
        for (const double height : {380, 640}) {
            const LinkFigure figure(data, {480, height}, Theme::light());
            const auto bands = figure.bands();
            const QImage image = linkHeadsPixelsOf(figure);
            QCOMPARE(headByColor(image, figure, bands, bandOf(bands, {1, 8, 2, 0})), 1);
            QCOMPARE(headByColor(image, figure, bands, bandOf(bands, {0, 7, 6, 0})), 0);
        }
    }

    void theOptionIsOffByDefault()
    {
        LinkData data = twelveHeads(false);
        data.strongest = LinkData().strongest;
        const LinkFigure figure(data, {480, 640}, Theme::light());
        QVERIFY(figure.headLabels().empty());
        std::size_t links = 0;
        for (const auto &head : data.heads)
            links += std::size_t((head.weights->array() >= 0.04F).count());
        QCOMPARE(figure.bands().size(), links);
    }

    void differencesAndSmallPicturesShowEveryHead()
    {
        LinkData data = twelveHeads(false);
        data.multiples = true;
        LinkData without = data;
        without.strongest = false;
        QCOMPARE(linkHeadsPixelsOf(LinkFigure(data, {900, 640}, Theme::light())),
                 linkHeadsPixelsOf(LinkFigure(without, {900, 640}, Theme::light())));
        data.multiples = without.multiples = false;
        data.isDifference = without.isDifference = true;
        QCOMPARE(linkHeadsPixelsOf(LinkFigure(data, {900, 640}, Theme::light())),
                 linkHeadsPixelsOf(LinkFigure(without, {900, 640}, Theme::light())));
    }

    void pointingFindsWhatIsSeen()
    {
        const LinkFigure figure(twelveHeads(false), {900, 640}, Theme::light());
        for (const auto &label : figure.headLabels()) {
            const auto band = figure.bandAt(label.box.topLeft() + QPointF(1, 1), 0);
            QVERIFY(band.has_value());
            QCOMPARE((Link{band->head, band->query, band->key, 0}), (Link{label.head, label.query, label.key, 0}));
        }
    }

    void theScreenShowsWhatIsExported()
    {
        for (const int query : {-1, 8}) {
            LinkData data = twelveHeads(true);
            data.query = query;
            data.heads[3].isOff = true;
            const LinkFigure figure(data, {900, 640}, Theme::light());
            const QImage image = linkHeadsPixelsOf(figure);
            QImage painted(image.size(), image.format());
            QPainter painter(&painted);
            figure.paint(painter);
            painter.end();
            long different = 0;
            for (int y = 0; y < image.height(); ++y) {
                for (int x = 0; x < image.width(); ++x) {
                    const QColor a = image.pixelColor(x, y);
                    const QColor b = painted.pixelColor(x, y);
                    different +=
                        std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue()) >
                                60
                            ? 1
                            : 0;
                }
            }
            QVERIFY2(different < 200, qPrintable(QString::number(different))); // of 576,000
        }
    }
};

REGARD_TEST(TestLinkHeads)
#include "test_link_heads.moc"
