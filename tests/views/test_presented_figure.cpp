#include <limits>
#include <memory>
#include <vector>

#include <QPainter>
#include <QTest>

#include "draw/presented_figure.h"
#include "draw/smallest_text.h"
#include "draw/token_label.h"
#include "test_class.h"
#include "views/heatmap/heatmap_figure.h"
#include "views/links/link_figure.h"
#include "views/present/page_caption.h"

using namespace regard;

namespace {

/// Texts at given places in a picture of 100 × 100.
class TextsFigure : public Figure {
public:
    struct Text {
        QRectF box;
        QString text;
        double type = 12;
    };

    explicit TextsFigure(std::vector<Text> texts) : m_texts(std::move(texts)) {}
    QSizeF size() const override { return {100, 100}; }
    void paint(QPainter &painter) const override
    {
        for (const Text &text : m_texts)
            drawToken(painter, text.box, Qt::AlignLeft,
                      elidedToken(text.text, Theme::font(text.type), text.box.width()), Theme::font(text.type),
                      Qt::black);
    }

private:
    std::vector<Text> m_texts;
};

QStringList presentedWords(int count)
{
    QStringList words;
    for (int i = 0; i < count; ++i)
        words << QStringLiteral("word%1").arg(i);
    return words;
}

std::shared_ptr<const Matrix> evenPresentedWeights(int count)
{
    return std::make_shared<const Matrix>(Matrix::Constant(count, count, 1.0F / float(count)));
}

LinkData presentedLinks(int count)
{
    LinkData data;
    data.queries = data.keys = presentedWords(count);
    data.heads = {{0, evenPresentedWeights(count), false}};
    data.fit = data.sparse = true;
    return data;
}

HeatmapData presentedHeatmap(int count)
{
    HeatmapData data;
    data.queries = data.keys = presentedWords(count);
    data.values = evenPresentedWeights(count);
    return data;
}

PresentedFigure presented(const LinkData &data)
{
    return PresentedFigure(
        [data](QSizeF size) { return std::make_unique<LinkFigure>(data, size, presentedTheme(Theme::light())); });
}

PresentedFigure presented(const HeatmapData &data)
{
    return PresentedFigure(
        [data](QSizeF size) { return std::make_unique<HeatmapFigure>(data, size, presentedTheme(Theme::light())); });
}

} // namespace

/// Figures say whether they are whole in a type.
class TestPresentedFigure : public QObject {
    Q_OBJECT
private slots:
    void faultsOfTexts_data()
    {
        using Texts = std::vector<TextsFigure::Text>;
        QTest::addColumn<Texts>("texts");
        QTest::addColumn<bool>("fits");
        QTest::newRow("none") << Texts{} << true;
        QTest::newRow("one") << Texts{{{10, 10, 80, 20}, QStringLiteral("cat")}} << true;
        QTest::newRow("below each other")
            << Texts{{{10, 10, 80, 14}, QStringLiteral("cat")}, {{10, 24, 80, 14}, QStringLiteral("dog")}} << true;
        QTest::newRow("touching") << Texts{{{10, 10, 80, 14}, QStringLiteral("cat")},
                                           {{10, 16, 80, 14}, QStringLiteral("dog")}}
                                  << false;
        QTest::newRow("beyond the edge") << Texts{{{90, 10, 80, 20}, QStringLiteral("cat")}} << false;
        QTest::newRow("above the edge") << Texts{{{10, -12, 80, 14}, QStringLiteral("cat")}} << false;
        QTest::newRow("cut") << Texts{{{10, 10, 20, 20}, QStringLiteral("dry-cleaned")}} << false;
        QTest::newRow("small") << Texts{{{10, 10, 80, 20}, QStringLiteral("cat"), 9}} << false;
        QTest::newRow("an ellipsis of its own") << Texts{{{10, 10, 80, 20}, QStringLiteral("…")}} << true;
    }

    void faultsOfTexts()
    {
        QFETCH(std::vector<TextsFigure::Text>, texts);
        QFETCH(bool, fits);
        const PresentedFigure figure([texts](QSizeF) { return std::make_unique<TextsFigure>(texts); });
        QCOMPARE(figure.fits({100, 100}, laidOutType, Names::All), fits);
        QCOMPARE(figure.fits({250, 250}, 2.5 * laidOutType, Names::All), fits);
        QVERIFY(!figure.fits({80, 100}, laidOutType, Names::All)); // the picture needs 100 × 100
    }

    /// As large as asked for, its names in that type.
    void theTypeIsTheTypeAskedFor()
    {
        const PresentedFigure links = presented(presentedLinks(6));
        const QSizeF size(900, 700);
        QVERIFY2(links.fits(size, 30, Names::All), qPrintable(links.whyNot(size, 30, Names::All)));
        const std::unique_ptr<Figure> figure = links.figure(size, 30);
        QCOMPARE(figure->size(), size);
        QVERIFY(smallestText(*figure).size >= 30 - 0.01);
    }

    /// What has room has room in smaller type too, and not in ever larger one.
    void largerTypeNeedsMoreRoom()
    {
        for (const PresentedFigure &figure : {presented(presentedLinks(8)), presented(presentedHeatmap(8))}) {
            bool fitted = true;
            for (double type = 8; type < 200; type *= 1.15) {
                const bool fits = figure.fits({900, 700}, type, Names::All);
                QVERIFY(fitted || !fits);
                fitted = fits;
            }
            QVERIFY(!fitted);
            QVERIFY(figure.fits({900, 700}, 12, Names::All));
        }
    }

    /// Where not every name has room some stand, among them those that are named, and none touches another.
    void namedOnesStand()
    {
        LinkData links = presentedLinks(60);
        links.namedQueries = {37};
        links.query = 13;
        HeatmapData heatmap = presentedHeatmap(60);
        heatmap.namedQueries = {37};
        heatmap.namedKeys = {37};
        heatmap.query = 13;
        const QSizeF size(900, 700);
        for (const PresentedFigure &figure : {presented(links), presented(heatmap)}) {
            QVERIFY(!figure.fits(size, 24, Names::All));
            QVERIFY2(figure.fits(size, 24, Names::Some), qPrintable(figure.whyNot(size, 24, Names::Some)));
            QStringList drawn;
            for (const DrawnText &text : drawnTexts(*figure.figure(size, 24)))
                drawn << text.text;
            QVERIFY(drawn.contains(QStringLiteral("word37")));
            QVERIFY(drawn.contains(QStringLiteral("word13")));
            QVERIFY(!drawn.contains(QStringLiteral("word38")));
        }
    }

    void captions()
    {
        const std::vector<CaptionRun> runs =
            captionRuns(QStringLiteral("The root of d_k, *not* of `d_k * 2`,\nis W_Q."));
        const std::vector<CaptionRun> expected{{QStringLiteral("The root of d")},
                                               {QStringLiteral("k"), false, false, true},
                                               {QStringLiteral(", ")},
                                               {QStringLiteral("not"), false, true},
                                               {QStringLiteral(" of ")},
                                               {QStringLiteral("d_k * 2")},
                                               {QStringLiteral(", is W")},
                                               {QStringLiteral("Q"), false, false, true},
                                               {QStringLiteral(".")}};
        QCOMPARE(runs, expected);
        const PageCaption caption(runs);
        // One line, with 0.55 of the type above and below; parts are no longer than the whole.
        QCOMPARE(caption.height(2000, 20), 2.5 * 20);
        QVERIFY(caption.height(300, 20) > caption.height(300, 20, 0, 2));
        QCOMPARE(caption.height(10, 20), std::numeric_limits<double>::infinity());
    }
};

REGARD_TEST(TestPresentedFigure)
#include "test_presented_figure.moc"
