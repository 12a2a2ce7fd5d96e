#include <cmath>

#include <QImage>
#include <QTest>

#include "draw/export_figure.h"
#include "test_class.h"
#include "views/unrolled/unrolled_figure.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

UnrolledData::Row row(const QString &name, int tokens, float sign, bool isBackward = false)
{
    UnrolledData::Row made;
    made.name = name;
    made.isBackward = isBackward;
    for (int token = 0; token < tokens; ++token)
        made.states.push_back({{sign * float(token + 1) / 4, -sign * float(token + 1) / 4}});
    return made;
}

/// An encoder of two directions over three words, a decoder over two.
UnrolledData someNetwork()
{
    UnrolledData data;
    data.sentences = {
        {u"encoder"_s, {u"a"_s, u"b"_s, u"c"_s}, {row(u"forward"_s, 3, 1), row(u"backward"_s, 3, -1, true)}},
        {u"decoder"_s, {u"x"_s, u"y"_s}, {row(u"decoder"_s, 2, 1)}}};
    data.firstState = {{0.5F, -1.0F}};
    data.links = {{0, 2, 1.0}, {1, 0, 0.25}};
    data.title = u"Unrolled"_s;
    return data;
}

} // namespace

/// A recurrent network over its sentences.
class TestUnrolledFigure : public QObject {
    Q_OBJECT
private slots:
    void everyStepHasABox()
    {
        const UnrolledFigure figure(someNetwork(), {400, 300}, Theme::light());
        for (int sentence = 0; sentence < 2; ++sentence)
            for (int row = 0; row < (sentence == 0 ? 2 : 1); ++row)
                for (int token = 0; token < (sentence == 0 ? 3 : 2); ++token) {
                    const UnrolledBox box{sentence, row, token};
                    QVERIFY(figure.exists(box));
                    QVERIFY(QRectF(QPointF(), figure.size()).contains(figure.boxRect(box)));
                    QCOMPARE(figure.hit(figure.boxRect(box).center()), std::optional(box));
                }
        QVERIFY(!figure.exists({0, 2, 0}) && !figure.exists({1, 0, 2}) && !figure.exists({2, 0, 0}));
        QVERIFY(!figure.hit({1, 1}));
        // The decoder above the encoder, whose first row is the lowest.
        QVERIFY(figure.boxRect({1, 0, 0}).bottom() < figure.boxRect({0, 1, 0}).top());
        QVERIFY(figure.boxRect({0, 1, 0}).bottom() < figure.boxRect({0, 0, 0}).top());
    }

    /// Each number of a state is a part of its strip, in the colours of signed numbers from −1 to 1, the largest.
    void stripsShowTheNumbers()
    {
        const Theme &theme = Theme::light();
        const UnrolledFigure figure(someNetwork(), {600, 300}, theme);
        QCOMPARE(figure.range(), 1.0);
        const QImage image = figureImage(figure, 96);
        for (int token = 0; token < 3; ++token) {
            const QRectF rect = figure.boxRect({0, 0, token});
            const double number = (token + 1) / 4.0;
            QCOMPARE(image.pixel(QPointF(rect.center().x(), rect.top() + rect.height() / 4).toPoint()),
                     theme.diverging(number));
            QCOMPARE(image.pixel(QPointF(rect.center().x(), rect.bottom() - rect.height() / 4).toPoint()),
                     theme.diverging(-number));
        }
        QVERIFY(!figure.firstRect().isEmpty());
        QCOMPARE(image.pixel((figure.firstRect().center() + QPointF(0, 10)).toPoint()), theme.diverging(-1));
        UnrolledData zeros = someNetwork();
        zeros.firstState = {};
        QVERIFY(UnrolledFigure(zeros, {600, 300}, theme).firstRect().isEmpty());
    }

    /// c of an lstm stands right of h, in the colours of the same scale.
    void aCellStateStandsBesideTheState()
    {
        const Theme &theme = Theme::light();
        UnrolledData data = someNetwork();
        data.sentences[0].rows[0].states[1].cellNumbers = {2.0F, -0.5F};
        data.firstState.cellNumbers = {-2.0F, 1.5F};
        const UnrolledFigure figure(data, {600, 300}, theme);
        QCOMPARE(figure.range(), 2.0);
        const QImage image = figureImage(figure, 96);
        const auto at = [&](const QRectF &part, double share) {
            return image.pixel(QPointF(part.center().x(), part.top() + share * part.height()).toPoint());
        };
        const QRectF box = figure.boxRect({0, 0, 1});
        const QRectF cell = UnrolledFigure::cellPart(box);
        QCOMPARE(at(cell, 0.25), theme.diverging(1));
        QCOMPARE(at(cell, 0.75), theme.diverging(-0.25));
        QCOMPARE(at(QRectF(box.topLeft(), cell.bottomLeft()), 0.25), theme.diverging(0.25));
        QCOMPARE(at(UnrolledFigure::cellPart(figure.firstRect()), 0.25), theme.diverging(-1));
        QCOMPARE(figure.hit(cell.center()), std::optional(UnrolledBox{0, 0, 1}));
    }

    void linksAreAsThickAsTheirWeight()
    {
        const UnrolledFigure figure(someNetwork(), {600, 300}, Theme::light());
        const UnrolledData data = someNetwork();
        const auto [from, to] = figure.linkEnds(data.links[0]);
        QCOMPARE(from.y(), figure.boxRect({1, 0, 0}).bottom());
        QCOMPARE(to.y(), figure.boxRect({0, 1, 2}).top());
        QCOMPARE(to.x(), figure.boxRect({0, 1, 2}).center().x());
        QCOMPARE(UnrolledFigure::linkWidth(1), 4 * UnrolledFigure::linkWidth(0.25));
        const QImage image = figureImage(figure, 96);
        QCOMPARE(image.pixelColor(((from + to) / 2).toPoint()), Theme::light().head(0));
    }

    /// What the state in focus comes from is lit: the state before, which of a chain backward is the next word's.
    void focusShowsWhereAStateComesFrom()
    {
        const Theme &theme = Theme::light();
        const auto frame = [&](const UnrolledFigure &figure, const UnrolledBox &box) {
            const QRectF rect = figure.boxRect(box);
            return figureImage(figure, 96).pixelColor(QPointF(rect.left(), rect.center().y() - 8).toPoint());
        };
        const UnrolledFigure forward(someNetwork(), {600, 300}, theme, UnrolledBox{0, 0, 1});
        QCOMPARE(frame(forward, {0, 0, 1}), theme.accent);
        QCOMPARE(frame(forward, {0, 0, 0}), theme.accent);
        QVERIFY(frame(forward, {0, 0, 2}) != theme.accent);
        const UnrolledFigure backward(someNetwork(), {600, 300}, theme, UnrolledBox{0, 1, 1});
        QCOMPARE(frame(backward, {0, 1, 2}), theme.accent);
        QVERIFY(frame(backward, {0, 1, 0}) != theme.accent);
        // A focus that is not there is none.
        const UnrolledFigure none(someNetwork(), {600, 300}, theme, UnrolledBox{0, 5, 9});
        QCOMPARE(figureImage(none, 96), figureImage(UnrolledFigure(someNetwork(), {600, 300}, theme), 96));
    }

    /// A decoder that begins with the mean of a stack of attentions: a bracket over all of its rows.
    void theMeanOfAttentionsIsABracket()
    {
        UnrolledData data = someNetwork();
        data.sentences[0].rows = {row(u"rows"_s, 3, 1)};
        data.links.clear();
        const auto inked = [&] {
            const UnrolledFigure figure(data, {600, 300}, Theme::light());
            const QImage image = figureImage(figure, 96);
            const QRectF second = figure.boxRect({0, 0, 1});
            const int between = int(second.left()) - 4; // where no box is
            for (int y = int(second.top()) - 6; y < int(second.top()); ++y)
                if (image.pixelColor(between, y) != image.pixelColor(between, y - 12))
                    return true;
            return false;
        };
        QVERIFY(!inked());
        data.sentences[0].rows[0].hasSteps = false;
        QVERIFY(inked());
    }

    void offAndMaskedStatesAreMarked()
    {
        const Theme &theme = Theme::light();
        UnrolledData data = someNetwork();
        data.sentences[0].rows[0].states[1].isOff = true;
        const UnrolledFigure figure(data, {600, 300}, theme);
        const QRectF rect = figure.boxRect({0, 0, 1});
        const QColor crossed = figureImage(figure, 96).pixelColor(rect.center().toPoint());
        QVERIFY(std::abs(crossed.red() - theme.error.red()) < 10 && std::abs(crossed.blue() - theme.error.blue()) < 10);
    }

    /// A column keeps 16 pixels: a long sentence makes a wide picture.
    void longSentences()
    {
        UnrolledData data;
        data.sentences = {{u"encoder"_s, {}, {row(u"forward"_s, 200, 0.01F)}}};
        for (int token = 0; token < 200; ++token)
            data.sentences[0].words << u"a long word %1"_s.arg(token);
        const UnrolledFigure figure(data, {400, 200}, Theme::darkTheme());
        QVERIFY(figure.size().width() >= 200 * 16);
        QVERIFY(figure.boxRect({0, 0, 199}).width() > 8);
        QVERIFY(!figureImage(figure, 96).isNull());
    }
};

REGARD_TEST(TestUnrolledFigure)
#include "test_unrolled_figure.moc"
