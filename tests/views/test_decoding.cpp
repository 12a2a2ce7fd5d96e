#include <cmath>

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include "engine/analysis/next_token.h"
#include "io/project/examples.h"
#include "paths.h"
#include "test_class.h"
#include "views/output/generation.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

/// What tests/data/examples/make_expected.py let the decoder say, without the program.
QJsonArray expectedSentences()
{
    QFile file(QStringLiteral(REGARD_TEST_DATA "/examples/expected.json"));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("expected.json cannot be read");
    return QJsonDocument::fromJson(file.readAll()).object()[u"decoded"_s].toArray();
}

} // namespace

/// The example that translates word by word, generated as the window does it.
class TestDecoding : public QObject {
    Q_OBJECT
private slots:
    void fromTheStartToTheEnd_data()
    {
        QTest::addColumn<QJsonObject>("expected");
        for (const QJsonValue sentence : expectedSentences()) {
            const QJsonArray off = sentence[u"off"_s].toArray();
            QTest::addRow("%s %s", qPrintable(sentence[u"source"_s].toString()),
                          qPrintable(off.isEmpty() ? QString() : u"without "_s + off[0].toString()))
                << sentence.toObject();
        }
    }
    void fromTheStartToTheEnd()
    {
        QFETCH(QJsonObject, expected);
        Document document;
        document.load(readExample("word-by-word"), {});
        document.sentences().setSource(expected[u"source"_s].toString());
        document.sentences().setTarget(u"<s>"_s);
        if (const QJsonArray off = expected[u"off"_s].toArray(); !off.isEmpty()) {
            Interventions interventions;
            const Attention attention = off[0].toString() == u"encoder.0.self" ? Attention::Encoder : Attention::Cross;
            interventions.heads[{attention, 0, off[1].toInt()}] = Replacement::Zero;
            document.matrices().setInterventions(interventions, u"off"_s);
        }
        document.waitForResult();
        Generation generation(&document, nullptr);
        GenerationOptions options;
        options.pauseMs = 0;
        generation.setOptions(options);

        const QJsonArray words = expected[u"words"_s].toArray();
        const QJsonArray probabilities = expected[u"probabilities"_s].toArray();
        QStringList said;
        for (int word = 0; word < words.size(); ++word) {
            const Trace &trace = *document.result().trace;
            QCOMPARE(int(trace.logits.rows()), word + 1);
            const Matrix next = nextTokenProbabilities(trace.logits.row(word), 1, 0);
            const QJsonArray numbers = probabilities[word].toArray();
            QCOMPARE(qsizetype(next.cols()), numbers.size());
            for (int column = 0; column < numbers.size(); ++column)
                QVERIFY(std::abs(double(next(0, column)) - numbers[column].toDouble()) < 1e-5);
            generation.step();
            QTRY_VERIFY(!generation.isRunning() && !document.isBusy());
            said << QString::fromStdString(document.sentences().tokens(Side::Target).tokens.back().text);
            QCOMPARE(said.back(), words[word].toString());
        }
        QCOMPARE(said.back(), u"</s>"_s);
        QVERIFY(!generation.problem().isEmpty()); // the sentence has ended
    }

    void inOneGo()
    {
        Document document;
        document.load(readExample("word-by-word"), {});
        QVERIFY(document.note().contains(u"Set the target to <s> and generate in Output"_s));
        document.sentences().setTarget(u"<s>"_s);
        document.waitForResult();
        Generation generation(&document, nullptr);
        GenerationOptions options;
        options.pauseMs = 0;
        generation.setOptions(options);
        generation.start();
        QTRY_VERIFY(!generation.isRunning());
        QStringList said;
        for (const Token &token : document.sentences().tokens(Side::Target).tokens)
            said << QString::fromStdString(token.text);
        QCOMPARE(said, (QStringList{u"<s>"_s, u"I"_s, u"am"_s, u"a"_s, u"student"_s, u"</s>"_s}));
    }
};

REGARD_TEST(TestDecoding)
#include "test_decoding.moc"
