#include <QImage>
#include <QPainter>
#include <QTest>

#include "document/look/selection.h"
#include "test_class.h"
#include "views/base/set_attention.h"
#include "views/heads/head_tag.h"
#include "views/heatmap/heatmap_figure.h"
#include "views/links/link_figure.h"
#include "views/sentence/sentence_figure.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

const QStringList byHandWords{u"cat"_s, u"sat"_s, u"it"_s};

std::shared_ptr<const Matrix> byHandWeights()
{
    Matrix weights(3, 3);
    weights << 0.5F, 0.25F, 0.25F, 0.97F, 0.0F, 0.03F, 0.0F, 0.0F, 1.0F;
    return std::make_shared<const Matrix>(weights);
}

QImage byHandPicture(const Figure &figure)
{
    QImage image(figure.size().toSize(), QImage::Format_RGB32);
    QPainter painter(&image);
    figure.paint(painter);
    return image;
}

/// Pixels of the colour of text in a part of a picture.
int inked(const QImage &image, const QRectF &part, const Theme &theme)
{
    int count = 0;
    for (int y = int(part.top()); y < int(part.bottom()); ++y)
        for (int x = int(part.left()); x < int(part.right()); ++x)
            count += image.pixelColor(x, y) == theme.text ? 1 : 0;
    return count;
}

} // namespace

/// What is set by hand or cut is marked, in both themes.
class TestByHandMarks : public QObject {
    Q_OBJECT
private slots:
    void marks_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }

    void marks()
    {
        QFETCH(bool, dark);
        const Theme &theme = Theme::named(dark);
        const std::vector<HandLink> one{{0, 0, 1, false}};

        HeatmapData heatmap;
        heatmap.queries = heatmap.keys = byHandWords;
        heatmap.values = byHandWeights();
        heatmap.byHand = one;
        const HeatmapFigure cells(heatmap, QSizeF(300, 300), theme);
        const QImage heatmapPicture = byHandPicture(cells);
        const auto corner = [&](int query, int key) {
            const QRectF cell = cells.cellRect(query, key);
            return inked(heatmapPicture, QRectF(cell.right() - 8, cell.top() + 1, 7, 5), theme);
        };
        QVERIFY(corner(0, 1) >= 8);
        QCOMPARE(corner(0, 0), 0);
        QCOMPARE(corner(1, 0), 0);

        LinkData links;
        links.queries = links.keys = byHandWords;
        links.heads = {{0, byHandWeights()}};
        for (const bool isGone : {false, true}) {
            links.byHand = {{0, 0, 1, isGone}};
            const LinkFigure figure(links, QSizeF(360, 300), theme);
            const QRectF from = figure.tokenRect(LinkHit::Side::Query, 0);
            const QRectF to = figure.tokenRect(LinkHit::Side::Key, 1);
            const QRectF between(from.right() + 4, from.top(), to.left() - from.right() - 8, to.bottom() - from.top());
            LinkData plain = links;
            plain.byHand.clear();
            const QImage without = byHandPicture(LinkFigure(plain, QSizeF(360, 300), theme));
            QCOMPARE(inked(without, between, theme), 0);
            const QImage marked = byHandPicture(figure);
            const int dot = inked(marked, between, theme);
            QVERIFY2(dot >= (isGone ? 1 : 25), qPrintable(QString::number(dot))); // a cross leaves little of it
            int other = 0;
            for (int y = int(between.top()); y < int(between.bottom()); ++y)
                for (int x = int(between.left()); x < int(between.right()); ++x)
                    other += marked.pixel(x, y) == without.pixel(x, y) ? 0 : 1;
            QVERIFY2(other >= (isGone ? 60 : 40), qPrintable(QString::number(other))); // the dashes, too
        }

        SentenceData sentence;
        sentence.tokens = byHandWords;
        sentence.spaceBefore = {false, true, true};
        sentence.heads = {{0, u"head 1"_s, byHandWeights()}};
        sentence.query = 0;
        sentence.byHand = one;
        const SentenceFigure text(sentence, QSizeF(300, 120), theme);
        const QImage textPicture = byHandPicture(text);
        const auto marked = [&](int token) {
            const QRectF box = text.tokenRect(0, token);
            return inked(textPicture, QRectF(box.right() - 6, box.top() + 1, 5, 4), theme);
        };
        QVERIFY(marked(1) >= 4);
        QCOMPARE(marked(2), 0);

        QImage square(40, 40, QImage::Format_RGB32);
        square.fill(theme.control);
        QPainter painter(&square);
        painter.setRenderHint(QPainter::Antialiasing);
        paintByHandDot(painter, theme, QRectF(0, 0, 40, 40));
        QVERIFY(inked(square, QRectF(28, 0, 12, 12), theme) >= 20);
    }

    /// Cells of one head, in groups where tokens are merged; what is cut in another layer is not here.
    void linksOfTheHeadInView()
    {
        Model model;
        model.config.encoderLayers = 2;
        model.config.heads = 2;
        model.interventions.weights[{Attention::Encoder, 0, 1}] = {{{0, 1}, 0.5F}, {{2, 0}, 0.0F}};
        model.interventions.cuts = {{Attention::Encoder, 0, 1, {1}, {1, 2}}, {Attention::Encoder, 1, 1, {}, {0, 0}}};
        Trace trace;
        trace.source.tokens = {"cat", "sat", "it"};
        Selection within;
        QCOMPARE(handLinks(model, trace, within, {0}), std::vector<HandLink>{});
        QCOMPARE(handLinks(model, trace, within, {1}),
                 (std::vector<HandLink>{{1, 0, 1, false}, {1, 1, 2, true}, {1, 2, 0, true}}));
        within.layer = 1;
        QCOMPARE(handLinks(model, trace, within, {0}), (std::vector<HandLink>{{0, 0, 0, true}}));
    }

    void typedNumbers()
    {
        for (const auto &[text, weight] :
             {std::pair(u"0.8"_s, 0.8), std::pair(u"0,8"_s, 0.8), std::pair(u" 1 "_s, 1.0)})
            QCOMPARE(typedWeight(text), std::optional(weight));
        for (const QString &text : {u""_s, u"x"_s, u"-0.1"_s, u"1.01"_s, u"nan"_s, u"inf"_s})
            QCOMPARE(typedWeight(text), std::nullopt);
    }
};

REGARD_TEST(TestByHandMarks)
#include "test_by_hand_marks.moc"
