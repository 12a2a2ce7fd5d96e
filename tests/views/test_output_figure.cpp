#include <cmath>
#include <limits>
#include <set>

#include <QPainter>
#include <QTest>
#include <QXmlStreamReader>

#include "draw/export_figure.h"
#include "test_class.h"
#include "views/output/output_figure.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

/// Word 0 has probability 1/2, word 1 1/4 and so on; the text goes on with word `next`, or with none where it is −1.
OutputData someOutput(int positions, int vocabulary, int next)
{
    const auto word = [=](int index, bool isNext) {
        return OutputData::Candidate{u"word%1"_s.arg(index), std::pow(0.5, index + 1), index, isNext};
    };
    OutputData data;
    for (int i = 0; i < positions; ++i)
        data.tokens.append(u"token%1"_s.arg(i));
    data.vocabulary = vocabulary;
    data.row = [=](int position, int count) {
        const bool goesOn = position + 1 < positions && next >= 0;
        OutputData::Row row;
        for (int i = 0; i < std::min(count, vocabulary); ++i)
            row.best.push_back(word(i, goesOn && i == next));
        if (goesOn)
            row.next = word(next, true);
        return row;
    };
    return data;
}

QString svgText(const Figure &figure)
{
    QXmlStreamReader reader(figureBytes(figure, PictureFormat::Svg, 96, u"t"_s));
    QString text;
    while (!reader.atEnd()) {
        reader.readNext();
        if (reader.isStartElement() && reader.name() == "image"_L1)
            return u"an image"_s;
        if (reader.isCharacters())
            text += reader.text().toString() + u'|';
    }
    return reader.hasError() ? reader.errorString() : text;
}

} // namespace

class TestOutputFigure : public QObject {
    Q_OBJECT
private slots:
    /// Replaced comes first in every row, whatever is likelier, with its logit where there is room.
    void whatWasReplaced()
    {
        OutputData data = someOutput(1, 2, -1);
        data.saysReplaced = data.namesItsOwn = true;
        data.row = [](int, int) {
            OutputData::Row row;
            row.best = {{u"original"_s, 0.75, 0}, {u"replaced"_s, 0.25, 1, false, -1.0986}};
            return row;
        };
        const OutputFigure wide(data, {600, 100}, Theme::light());
        QCOMPARE(wide.cells(0).size(), std::size_t(2));
        QCOMPARE(wide.cells(0).front().candidate.token, u"replaced"_s);
        const QString text = svgText(wide);
        QVERIFY2(text.contains(u"replaced · logit −1.10|"_s), qPrintable(text));
        QVERIFY(text.contains(u"original · logit +0.00|"_s) || text.contains(u"original · logit 0.00|"_s));
        QVERIFY(!text.contains(u"framed"_s));
        const QString narrow = svgText(OutputFigure(data, {220, 100}, Theme::light()));
        QVERIFY2(narrow.contains(u"replaced|"_s), qPrintable(narrow));
    }

    void cellsFollowTheWidth_data()
    {
        QTest::addColumn<double>("width");
        QTest::addColumn<int>("vocabulary");
        QTest::addColumn<int>("cells");
        QTest::newRow("narrow: three of the best and the next") << 250.0 << 40 << 4;
        QTest::newRow("as many as fit") << 1000.0 << 40 << 7;
        QTest::newRow("no more than twelve") << 4000.0 << 40 << 12;
        QTest::newRow("a small vocabulary") << 1000.0 << 2 << 2;
    }
    void cellsFollowTheWidth()
    {
        QFETCH(double, width);
        QFETCH(int, vocabulary);
        QFETCH(int, cells);
        const OutputFigure figure(someOutput(3, vocabulary, 0), {width, 100}, Theme::light());
        QCOMPARE(int(figure.cells(0).size()), cells);
        QVERIFY(figure.size().width() >= width);
        for (int i = 0; i < cells; ++i)
            QVERIFY(figure.rowRect(0).contains(figure.cellRect(0, i)));
    }

    void barsAreProportional()
    {
        const OutputFigure figure(someOutput(3, 40, 0), {900, 100}, Theme::light());
        for (int i = 0; i < 4; ++i)
            QVERIFY(qAbs(figure.barRect(1, i).width() - figure.barRoom() * std::pow(0.5, i + 1)) < 1e-9);
    }

    void theNextTokenIsAlwaysThere_data()
    {
        QTest::addColumn<int>("next");
        QTest::addColumn<int>("cell");
        QTest::addColumn<bool>("isApart");
        QTest::newRow("the best") << 0 << 0 << false;
        QTest::newRow("among the best") << 2 << 2 << false;
        QTest::newRow("in the last cell") << 3 << 3 << false;
        QTest::newRow("far down") << 30 << 3 << true;
    }
    void theNextTokenIsAlwaysThere()
    {
        QFETCH(int, next);
        QFETCH(int, cell);
        QFETCH(bool, isApart);
        const OutputFigure figure(someOutput(3, 40, next), {250, 100}, Theme::light());
        const std::vector<OutputCell> cells = figure.cells(1);
        QCOMPARE(int(cells.size()), 4);
        for (int i = 0; i < 4; ++i) {
            QCOMPARE(cells[std::size_t(i)].candidate.isNext, i == cell);
            QCOMPARE(cells[std::size_t(i)].isApart, i == cell && isApart);
        }
        QCOMPARE(cells[std::size_t(cell)].candidate.index, next);
        for (const OutputCell &last : figure.cells(2)) // after the last token nothing follows yet
            QVERIFY(!last.candidate.isNext);
    }

    void aWordThatIsNotInTheVocabulary()
    {
        OutputData data = someOutput(2, 2, 0);
        const auto rows = data.row;
        data.row = [rows](int position, int count) {
            OutputData::Row row = rows(position, count);
            if (row.next) {
                row.best.front().isNext = false;
                row.next = {u"unheard"_s, std::numeric_limits<double>::quiet_NaN(), -1, true};
            }
            return row;
        };
        const OutputFigure figure(data, {600, 100}, Theme::light());
        QCOMPARE(figure.cells(0).back().candidate.token, u"unheard"_s);
        QCOMPARE(int(figure.cells(0).size()), 3);
        QCOMPARE(figure.barRect(0, 2).width(), 0.0);
        QVERIFY(svgText(figure).contains(u"unheard"_s));
    }

    void hitsAreWhereThingsStand()
    {
        const OutputFigure figure(someOutput(30, 40, 1), {700, 100}, Theme::light());
        for (int position = 0; position < 30; ++position) {
            const auto token = figure.hit(figure.tokenRect(position).center());
            QVERIFY(token && token->position == position && token->cell == -1);
            for (int cell = 0; cell < 4; ++cell) {
                const auto hit = figure.hit(figure.cellRect(position, cell).center());
                QVERIFY(hit && hit->position == position && hit->cell == cell);
            }
        }
        QVERIFY(!figure.hit({300, 3}));
        QVERIFY(!figure.hit({300, figure.size().height() - 1}));
    }

    void onlyRowsInViewAreAskedFor()
    {
        OutputData data = someOutput(500, 40, 1);
        auto asked = std::make_shared<std::set<int>>();
        data.row = [asked, rows = data.row](int position, int count) {
            asked->insert(position);
            return rows(position, count);
        };
        const OutputFigure figure(data, {600, 100}, Theme::light());
        QImage image(600, 200, QImage::Format_RGB32);
        QPainter painter(&image);
        painter.translate(0, -figure.rowRect(100).top());
        painter.setClipRect(QRectF(0, figure.rowRect(100).top(), 600, 200));
        figure.paintPixels(painter);
        QVERIFY(!asked->empty());
        QVERIFY(*asked->begin() >= 99);
        QVERIFY(*asked->rbegin() <= 107);
    }

    void theVectorPictureIsText()
    {
        OutputData data = someOutput(3, 40, 20);
        data.tokens[1] = u"图书馆"_s;
        data.title = u"Next token · temperature 1"_s;
        data.masked = {0};
        data.query = 1;
        const QString text = svgText(OutputFigure(data, {700, 100}, Theme::light()));
        for (const QString &wanted : {u"图书馆"_s, u"word0"_s, u"0.500"_s, u"… word20"_s, u"→"_s, data.title})
            QVERIFY2(text.contains(wanted), qPrintable(wanted + u" in "_s + text));
    }

    void theRowInFocusIsMarked()
    {
        OutputData data = someOutput(3, 40, 1);
        const QImage plain = figureImage(OutputFigure(data, {700, 200}, Theme::light()), 96);
        data.query = 1;
        const OutputFigure focused(data, {700, 200}, Theme::light());
        const QImage marked = figureImage(focused, 96);
        const QPoint inside = focused.rowRect(1).topLeft().toPoint() + QPoint(8, 8);
        QCOMPARE(plain.pixelColor(inside), Theme::light().panel);
        QCOMPARE(marked.pixelColor(inside), Theme::light().queryFocus);
    }
};

REGARD_TEST(TestOutputFigure)
#include "test_output_figure.moc"
