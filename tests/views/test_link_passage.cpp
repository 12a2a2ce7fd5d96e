#include <cmath>
#include <memory>

#include <QImage>
#include <QPainter>
#include <QTest>

#include "test_class.h"
#include "views/links/link_figure.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

std::shared_ptr<const Matrix> growingWeights(int tokens, float first)
{
    auto weights = std::make_shared<Matrix>(tokens, tokens);
    weights->setConstant((1 - first) / float(tokens - 1));
    weights->col(0).setConstant(first);
    return weights;
}

LinkData growingData(std::shared_ptr<const Matrix> weights, int head = 0)
{
    LinkData data;
    for (int i = 0; i < int(weights->rows()); ++i)
        data.queries << u"w%1"_s.arg(i);
    data.keys = data.queries;
    data.heads.push_back({head, std::move(weights)});
    data.curved = true;
    data.query = 1;
    return data;
}

LinkFigure growingFigure(const LinkData &data)
{
    return {data, QSizeF(420, 320), Theme::light()};
}

QImage growingImage(const Figure &figure)
{
    QImage image(420, 320, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    figure.paintPixels(painter);
    return image;
}

} // namespace

/// How a link picture follows another one on the screen.
class TestLinkPassage : public QObject {
    Q_OBJECT

private slots:
    void growsFromOtherWeightsAlone()
    {
        const LinkData data = growingData(growingWeights(4, 0.7F));
        const LinkFigure figure = growingFigure(data);
        QVERIFY(figure.passageFrom(growingFigure(growingData(growingWeights(4, 0.2F)))) == Figure::Passage::Grows);
        QVERIFY(figure.passageFrom(growingFigure(data)) == Figure::Passage::Jumps);
        QVERIFY(figure.passageFrom(growingFigure(growingData(growingWeights(4, 0.7F)))) == Figure::Passage::Jumps);
        QVERIFY(figure.passageFrom(growingFigure(growingData(growingWeights(4, 0.2F), 1))) == Figure::Passage::Fades);
        QVERIFY(figure.passageFrom(growingFigure(growingData(growingWeights(5, 0.2F)))) == Figure::Passage::Jumps);
        LinkData straight = growingData(growingWeights(4, 0.2F));
        straight.curved = false;
        QVERIFY(figure.passageFrom(growingFigure(straight)) == Figure::Passage::Jumps);
        LinkData other = growingData(growingWeights(4, 0.2F));
        other.keys[2] = u"cat"_s;
        QVERIFY(figure.passageFrom(growingFigure(other)) == Figure::Passage::Jumps);
    }

    void hundredsOfTokensAreThereAtOnce()
    {
        const LinkFigure figure = growingFigure(growingData(growingWeights(512, 0.7F)));
        QVERIFY(figure.passageFrom(growingFigure(growingData(growingWeights(512, 0.2F)))) == Figure::Passage::Jumps);
    }

    void weightsAreMixedOnTheWay()
    {
        const LinkFigure former = growingFigure(growingData(growingWeights(4, 0.2F)));
        const LinkFigure figure = growingFigure(growingData(growingWeights(4, 0.6F)));
        const std::unique_ptr<Figure> half = figure.grownFrom(former, 0.5);
        for (const LinkFigure::Band &band : static_cast<const LinkFigure &>(*half).bands())
            QVERIFY(std::abs(band.weight - (band.key == 0 ? 0.4F : 0.2F)) < 1e-6F);
        QCOMPARE(growingImage(*figure.grownFrom(former, 1)), growingImage(figure));
    }

    /// Beside the bands stands what is true at once.
    void wordsAndNumbersDoNotWait()
    {
        const LinkFigure former = growingFigure(growingData(growingWeights(4, 0.2F)));
        const LinkFigure figure = growingFigure(growingData(growingWeights(4, 0.6F)));
        const QImage begun = growingImage(*figure.grownFrom(former, 0));
        const QImage still = growingImage(figure);
        const int left = int(figure.tokenRect(LinkHit::Side::Query, 0).right()) + 1;
        const int right = int(figure.tokenRect(LinkHit::Side::Key, 0).left()) - 1;
        QVERIFY(begun != still);
        QCOMPARE(begun.copy(0, 0, left, 320), still.copy(0, 0, left, 320));
        QCOMPARE(begun.copy(right, 0, 420 - right, 320), still.copy(right, 0, 420 - right, 320));
        QVERIFY(growingImage(former).copy(right, 0, 420 - right, 320) != still.copy(right, 0, 420 - right, 320));
    }
};

REGARD_TEST(TestLinkPassage)
#include "test_link_passage.moc"
