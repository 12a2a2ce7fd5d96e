#include <QSignalSpy>
#include <QTest>

#include "document/document.h"
#include "test_class.h"

using namespace regard;

namespace {

QString words(int count)
{
    QString text;
    for (int i = 0; i < count; ++i)
        text += QStringLiteral("w%1 ").arg(i);
    return text;
}

} // namespace

class TestRecomputation : public QObject {
    Q_OBJECT

private slots:
    void aSmallPassIsThereAtOnce()
    {
        Document document;
        QSignalSpy results(&document, &Document::resultChanged);
        document.sentences().setSource(QStringLiteral("the cat sat"));
        QCOMPARE(results.count(), 1);
        QVERIFY(!document.isBusy());
        QCOMPARE(document.result().trace->source.tokens.size(), std::size_t{3});
        QCOMPARE(document.result().model, document.matrices().model());
        document.sentences().setSource(QStringLiteral("the cat sat ")); // the same tokens: nothing to compute
        QCOMPARE(results.count(), 1);
    }

    void earlierBlocksAreShared()
    {
        Document document;
        ModelConfig config;
        config.encoderLayers = 4;
        document.matrices().setConfig(config, QStringLiteral("Layers"));
        document.sentences().setSource(QStringLiteral("the cat sat"));
        const SharedTrace before = document.result().trace;
        document.matrices().editCell("encoder.2.self.w_v", 0, 0, 3);
        const SharedTrace after = document.result().trace;
        for (std::size_t block = 0; block < 4; ++block)
            QCOMPARE(after->blocks[block] == before->blocks[block], block < 2);
        const SharedTrace anew = forward(*document.matrices().model(), {{"the", "cat", "sat"}, {}});
        QVERIFY(anew->encoderOutput == after->encoderOutput);
        document.matrices().editCell(embeddingMatrix, 0, 0, 2);
        QVERIFY(document.result().trace->blocks[0] != after->blocks[0]);
    }

    void theEarliestOfSeveralChangesCounts()
    {
        Document document;
        ModelConfig config;
        config.encoderLayers = 3;
        config.dModel = 64;
        config.heads = 4;
        config.dKey = config.dValue = 16;
        document.matrices().setConfig(config, QStringLiteral("Layers"));
        document.sentences().setSource(words(128));
        document.waitForResult();
        document.matrices().editCell("encoder.1.self.w_q", 0, 0, 3); // not finished when the next one comes
        document.matrices().editCell("encoder.2.self.w_q", 0, 0, 3);
        document.waitForResult();
        Input input{document.result().trace->source.tokens, {}};
        QVERIFY(forward(*document.matrices().model(), input)->encoderOutput == document.result().trace->encoderOutput);
    }

    void staleResultsAreDropped()
    {
        Document document;
        ModelConfig config;
        config.encoderLayers = 6;
        config.dModel = 64;
        config.heads = 8;
        document.matrices().setConfig(config, QStringLiteral("Slow"));
        QSignalSpy busy(&document, &Document::busyChanged);
        QSignalSpy results(&document, &Document::resultChanged);
        const SharedTrace before = document.result().trace;
        for (int i = 0; i < 20; ++i) {
            document.sentences().setSource(words(512 + i)); // handed over, and not waited for
            QVERIFY(document.isBusy());
            QCOMPARE(document.result().trace, before);
            QCoreApplication::processEvents();
        }
        QCOMPARE(busy.count(), 1);
        document.sentences().setSource(words(100));
        QTRY_VERIFY_WITH_TIMEOUT(!document.isBusy(), 60000);
        QCOMPARE(document.result().trace->source.tokens.size(), std::size_t{100});
        QCOMPARE(document.result().model, document.matrices().model());
        QCOMPARE(results.count(), 1);
    }

    void aDocumentMayGoWhileBusy()
    {
        auto document = std::make_unique<Document>();
        document->sentences().setSource(words(400));
        QVERIFY(document->isBusy());
        document.reset();
        QCoreApplication::processEvents();
    }

    void sentencesThatTheModelCannotRead_data()
    {
        QTest::addColumn<QString>("source");
        QTest::addColumn<int>("layers");
        QTest::addColumn<int>("heads");
        QTest::addColumn<QStringList>("parts");
        QTest::newRow("empty") << QString() << 1 << 2
                               << QStringList{QStringLiteral("Type a sentence: there is no word to attend to yet.")};
        QTest::newRow("blank") << QStringLiteral(" \n\t") << 1 << 2 << QStringList{QStringLiteral("Type a sentence")};
        QTest::newRow("too long") << words(5000) << 1 << 2
                                  << QStringList{QStringLiteral("5000 tokens"), QStringLiteral("up to 4096")};
        QTest::newRow("memory") << words(2000) << 12 << 64
                                << QStringList{QStringLiteral("12 layers × 64 heads × 2000 × 2000"),
                                               QStringLiteral("12.3 GB")};
        QTest::newRow("positions") << QStringLiteral("a b c d") << 0 << 2
                                   << QStringList{QStringLiteral("4 tokens"), QStringLiteral("3 rows")};
    }

    void sentencesThatTheModelCannotRead()
    {
        QFETCH(QString, source);
        QFETCH(int, layers);
        QFETCH(int, heads);
        QFETCH(QStringList, parts);
        Project project = defaultProject();
        ModelConfig config = project.model.config;
        ModelWeights given;
        config.encoderLayers = std::max(1, layers);
        config.heads = heads;
        if (layers == 0) {
            config.position = Position::Learned;
            given.set("position", Matrix::Zero(3, 16));
        }
        project.model = buildModel(config, given, {});
        project.source = "good one";
        Document document;
        document.load(project, QString());
        document.waitForResult();
        const SharedTrace good = document.result().trace;
        QVERIFY(good);
        QSignalSpy errors(&document, &Document::inputErrorChanged);
        document.sentences().setSource(source);
        QCOMPARE(document.sentences().source(), source);
        for (const QString &part : parts)
            QVERIFY2(document.inputError().contains(part), qPrintable(document.inputError()));
        QCOMPARE(errors.count(), 1);
        QVERIFY(!document.isBusy());
        QCOMPARE(document.result().trace, good);
        document.sentences().setSource(QStringLiteral("good again now"));
        document.waitForResult();
        QCOMPARE(document.inputError(), QString());
        QCOMPARE(document.result().trace->source.tokens.size(), std::size_t{3});
    }

    void maskedPositionsFollowTheSentence()
    {
        Project project = defaultProject();
        project.source = "a b c";
        project.maskedSource = {1, 2};
        Document document;
        document.load(project, QString());
        QCOMPARE(document.result().trace->source.masked, (std::vector<int>{1, 2}));
        document.sentences().setSource(QStringLiteral("a b"));
        QCOMPARE(document.result().trace->source.masked, std::vector<int>{1});
        QCOMPARE(document.project().maskedSource, std::vector<int>{1});
        document.undoStack()->undo();
        QCOMPARE(document.sentences().masked(Side::Source), (std::vector<int>{1, 2}));
    }

    void theSelectionIsClampedAndCarriedOver()
    {
        Document document;
        document.sentences().setSource(QStringLiteral("a b c d"));
        QCOMPARE(document.look().selection().heads, (std::vector<int>{0, 1}));
        Selection selection = document.look().selection();
        selection.layer = 9;
        selection.head = 9;
        selection.query = 3;
        selection.key = 4;
        selection.pinnedQueries = {3, 0, 3, 7};
        QSignalSpy changes(&document.look(), &Look::selectionChanged);
        document.look().setSelection(selection);
        document.look().setSelection(selection);
        QCOMPARE(changes.count(), 1);
        QCOMPARE(document.look().selection().layer, 0);
        QCOMPARE(document.look().selection().head, 1);
        QCOMPARE(document.look().selection().query, 3);
        QCOMPARE(document.look().selection().key, -1);
        QCOMPARE(document.look().selection().pinnedQueries, (std::vector<int>{3, 0}));
        document.sentences().setSource(QStringLiteral("a b"));
        QCOMPARE(document.look().selection().query, 0); // back to what is pinned
        QCOMPARE(document.look().selection().pinnedQueries, std::vector<int>{0});

        ModelConfig config = document.matrices().model()->config;
        config.heads = 4;
        document.matrices().setConfig(config, QStringLiteral("Heads"));
        QCOMPARE(document.look().selection().heads, (std::vector<int>{0, 1, 2, 3}));
        selection = document.look().selection();
        selection.heads = {3};
        selection.head = 3;
        document.look().setSelection(selection);
        document.undoStack()->undo();
        QCOMPARE(document.look().selection().head, 1);
        QCOMPARE(document.look().selection().heads, std::vector<int>{1});
    }

    void allHeadsOfAnAttentionAreAllOfAnother()
    {
        Document document;
        ModelConfig config = document.matrices().model()->config;
        config.architecture = Architecture::EncoderDecoder;
        config.decoderLayers = 1;
        config.decoderHeads = 4;
        document.matrices().setConfig(config, QStringLiteral("architecture"));
        Selection selection = document.look().selection();
        QCOMPARE(selection.heads, (std::vector<int>{0, 1}));
        selection.attention = Attention::Decoder;
        document.look().setSelection(selection);
        QCOMPARE(document.look().selection().heads, (std::vector<int>{0, 1, 2, 3}));
        selection.attention = Attention::Encoder;
        document.look().setSelection(selection);
        selection.heads = {1};
        document.look().setSelection(selection);
        selection.attention = Attention::Decoder;
        document.look().setSelection(selection);
        QCOMPARE(document.look().selection().heads, std::vector<int>{1});
    }
};

REGARD_GUILESS_TEST(TestRecomputation)
#include "test_recomputation.moc"
