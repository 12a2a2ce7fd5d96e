#include <memory>

#include <QSignalSpy>
#include <QTest>

#include "document/document.h"
#include "document/sentence/token_positions.h"
#include "engine/base/errors.h"
#include "paths.h"
#include "small_checkpoint.h"
#include "test_class.h"

using namespace regard;

/// A document of a trained model: its tokens, its pairs, its weights and what was changed of them.
class TestCheckpointDocument : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<Document> m_document;
    std::shared_ptr<const Checkpoint> m_checkpoint;

    void open(Architecture architecture, const char *source, const char *target = "")
    {
        m_checkpoint = smallCheckpoint(architecture);
        Project project = checkpointProject(m_checkpoint);
        project.source = source;
        project.target = target;
        m_document->load(std::move(project), {});
        m_document->waitForResult();
    }
    QString tokens(Side side = Side::Source) const
    {
        QStringList list;
        for (const Token &token : m_document->sentences().tokens(side).tokens)
            list << QString::fromStdString(token.text);
        return list.join(QLatin1Char(' '));
    }
    QString shown() const
    {
        QStringList list;
        for (const std::string &token : m_document->result().trace->source.tokens)
            list << QString::fromStdString(token);
        return list.join(QLatin1Char(' '));
    }
    int encoded() const { return static_cast<const SmallTokenizer &>(*m_checkpoint->tokenizer).encoded; }
    void focus(int query)
    {
        Selection selection = m_document->look().selection();
        selection.query = query;
        selection.pinnedQueries = {query};
        m_document->look().setSelection(selection);
    }

private slots:
    void init() { m_document = std::make_unique<Document>(); }

    void tokensAreTheTokenizers()
    {
        open(Architecture::Encoder, "the cat emding");
        QCOMPARE(tokens(), QStringLiteral("[CLS] the cat em ##ding [SEP]"));
        QCOMPARE(shown(), tokens());
        QCOMPARE(m_document->result().trace->source.labels,
                 (std::vector<std::string>{"[CLS]", "the", "cat", "em", "ding", "[SEP]"}));
        QCOMPARE(m_document->inputError(), QString());
        QCOMPARE(m_document->title(), QStringLiteral("small"));
        QVERIFY(m_document->matrices().vocabulary().isSame(m_checkpoint->model.vocabulary.tokens));
        QVERIFY(!m_document->matrices().isTokenRandom("cat"));
    }

    void aSentenceOfAddedTokensAloneIsEmpty()
    {
        open(Architecture::Encoder, "cat");
        m_document->sentences().setSource(QStringLiteral("  "));
        QCOMPARE(tokens(), QString());
        QCOMPARE(m_document->inputError(), QStringLiteral("Type a sentence: there is no word to attend to yet."));
        QCOMPARE(shown(), QStringLiteral("[CLS] cat [SEP]")); // the last good picture
    }

    void aPairStandsInTheSource()
    {
        open(Architecture::Encoder, "the cat");
        QVERIFY(m_document->sentences().takesPair());
        QVERIFY(!m_document->sentences().readsPair());
        focus(2);
        QSignalSpy source(&m_document->sentences(), &Sentences::sourceChanged);
        QSignalSpy target(&m_document->sentences(), &Sentences::targetChanged);
        m_document->sentences().setTarget(QStringLiteral("a b"));
        QCOMPARE(tokens(), QStringLiteral("[CLS] the cat [SEP] a b [SEP]"));
        QCOMPARE(shown(), tokens());
        QCOMPARE(source.count(), 1);
        QCOMPARE(target.count(), 1);
        QVERIFY(m_document->sentences().readsPair());
        QCOMPARE(m_document->look().selection().query, 2);
        m_document->sentences().setTarget(QStringLiteral(" "));
        QCOMPARE(tokens(), QStringLiteral("[CLS] the cat [SEP]"));
        m_document->undoStack()->undo();
        QCOMPARE(tokens(), QStringLiteral("[CLS] the cat [SEP] a b [SEP]"));
        m_document->undoStack()->undo();
        QCOMPARE(tokens(), QStringLiteral("[CLS] the cat [SEP]"));
    }

    /// The same tokens with other types are another input.
    void typesReachTheModel()
    {
        open(Architecture::Encoder, "the cat", "a b");
        const SharedTrace pair = m_document->result().trace;
        QCOMPARE(pair->source.types, (std::vector<int>{0, 0, 0, 0, 1, 1, 1}));
        const Matrix rows = smallRows(2, 4, 0.5F);
        const Matrix table = smallRows(15, 4, 0.25F);
        for (int column = 0; column < 4; ++column)
            QCOMPARE(pair->source.input(4, column), table(13, column) + rows(1, column));
    }

    void masksGoWithTheirWords()
    {
        open(Architecture::Encoder, "the cat", "a b");
        m_document->sentences().setMasked(Side::Source, 5, true); // b
        m_document->sentences().setSource(QStringLiteral("the cat sat"));
        QCOMPARE(m_document->sentences().masked(Side::Source), std::vector<int>{6});
        m_document->sentences().setTarget(QStringLiteral("sat a b"));
        QCOMPARE(m_document->sentences().masked(Side::Source), std::vector<int>{7});
        m_document->sentences().setTokenizer(Tokenizer::Words);
        QVERIFY(m_document->sentences().masked(Side::Source).empty()); // the first sentence alone has no b
        for (int i = 0; i < 3; ++i)
            m_document->undoStack()->undo();
        QCOMPARE(m_document->sentences().masked(Side::Source), std::vector<int>{5});
        m_document->undoStack()->undo();
        QVERIFY(m_document->sentences().masked(Side::Source).empty());
    }

    void focusStaysWithAWordThatIsTyped_data()
    {
        QTest::addColumn<QString>("after");
        QTest::addColumn<int>("query"); // of what was at 3: the last piece of `emding`
        QTest::newRow("more of it") << QStringLiteral("the emdings cat") << 3;
        QTest::newRow("one piece") << QStringLiteral("the embed cat") << 2;
        QTest::newRow("a word in front") << QStringLiteral("a the emding cat") << 4;
        QTest::newRow("gone, the next takes it") << QStringLiteral("the cat") << 2;
        QTest::newRow("gone, no word is left") << QString() << -1; // what the tokenizer adds is no word
    }

    void focusStaysWithAWordThatIsTyped()
    {
        QFETCH(QString, after);
        QFETCH(int, query);
        open(Architecture::Encoder, "the emding cat");
        QCOMPARE(tokens(), QStringLiteral("[CLS] the em ##ding cat [SEP]"));
        focus(3);
        m_document->sentences().setSource(after);
        QCOMPARE(m_document->look().selection().query, query);
    }

    void anotherTokenizerAndBack()
    {
        open(Architecture::Encoder, "the cat", "a b");
        m_document->sentences().setTokenizer(Tokenizer::Words);
        QCOMPARE(tokens(), QStringLiteral("the cat"));
        QVERIFY(!m_document->sentences().takesPair());
        QCOMPARE(m_document->inputError(), QString());
        m_document->undoStack()->undo();
        QCOMPARE(m_document->sentences().tokenizer(), Tokenizer::Checkpoint);
        QCOMPARE(tokens(), QStringLiteral("[CLS] the cat [SEP] a b [SEP]"));
    }

    void aWordThatTheVocabularyLacks()
    {
        open(Architecture::Encoder, "the cat");
        m_document->sentences().setTokenizer(Tokenizer::Words);
        m_document->sentences().setSource(QStringLiteral("the zebra"));
        m_document->waitForResult();
        QVERIFY2(m_document->inputError().contains(QStringLiteral("zebra")), qPrintable(m_document->inputError()));
        QCOMPARE(shown(), QStringLiteral("the cat"));
        QVERIFY(!m_document->matrices().compared().isChanged(QString::fromLatin1(embeddingMatrix).toStdString(), 0, 0));
        m_document->matrices().matrix(
            embeddingMatrix); // asked by a table while there is no row for the word: no exception
        m_document->matrices().compared().changes();
        m_document->matrices().editableMatrices(m_document->look().selection());
        m_document->sentences().setSource(QStringLiteral("the cat"));
        QCOMPARE(m_document->inputError(), QString());
    }

    void noTokenizerWithoutACheckpoint()
    {
        m_document->sentences().setTokenizer(Tokenizer::Checkpoint);
        QCOMPARE(m_document->sentences().tokenizer(), Tokenizer::Words);
        QVERIFY(!m_document->undoStack()->canUndo());
    }

    void beyondTheLimit_data()
    {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("target");
        QTest::addColumn<QString>("sentence");
        const QString ten = QStringLiteral("a b a b a b a b a b");
        QTest::newRow("just") << ten << QString() << QString();
        QTest::newRow("one") << ten + QStringLiteral(" a") << QString()
                             << QStringLiteral(
                                    "The sentence has 13 tokens, but this model reads up to 12. Shorten it.");
        QTest::newRow("pair") << ten << QStringLiteral("b b")
                              << QStringLiteral("The two sentences have 15 tokens together, but this model reads up to "
                                                "12. Shorten them.");
    }

    void beyondTheLimit()
    {
        QFETCH(QString, source);
        QFETCH(QString, target);
        QFETCH(QString, sentence);
        open(Architecture::Encoder, "the cat");
        m_document->sentences().setSource(source);
        m_document->sentences().setTarget(target);
        m_document->waitForResult();
        QCOMPARE(m_document->inputError(), sentence);
        QVERIFY(m_document->result().trace);
    }

    void generatedPiecesGrowTheText()
    {
        open(Architecture::Decoder, "the em");
        m_document->sentences().appendToken("##bed");
        QCOMPARE(m_document->sentences().source(), QStringLiteral("the embed"));
        QCOMPARE(m_document->undoStack()->undoText(), QStringLiteral("Generate “bed”"));
        m_document->sentences().appendToken("cat");
        QCOMPARE(m_document->sentences().source(), QStringLiteral("the embed cat"));
        m_document->undoStack()->undo();
        m_document->undoStack()->undo();
        QCOMPARE(m_document->sentences().source(), QStringLiteral("the em"));
    }

    void halfACharacterIsNoText()
    {
        Document document;
        Project project = checkpointProject(openCheckpoint(QStringLiteral(REGARD_TEST_DATA "/checkpoints/gpt2")));
        project.source = "the cat";
        document.load(project, {});
        document.waitForResult();
        document.sentences().appendToken("Ġthe");
        QCOMPARE(document.sentences().source(), QStringLiteral("the cat the"));
        // The first of three bytes of most Chinese characters, as the alphabet of bytes spells it.
        QVERIFY_EXCEPTION_THROWN(document.sentences().appendToken("å"), InputError);
        QCOMPARE(document.sentences().source(), QStringLiteral("the cat the"));
    }

    void aTargetBesideAnEncoderIsNoPair()
    {
        open(Architecture::EncoderDecoder, "the cat", "a b");
        QVERIFY(!m_document->sentences().takesPair());
        QCOMPARE(tokens(Side::Target), QStringLiteral("a b"));
        m_document->sentences().setTarget(QString());
        QCOMPARE(m_document->inputError(),
                 QStringLiteral("Type a target sentence: the decoder has nothing to read yet."));
    }

    /// What is typed on one side leaves the tokens of the other alone.
    void eachSideIsSplitByItself()
    {
        open(Architecture::EncoderDecoder, "the cat", "a b");
        int before = encoded();
        m_document->sentences().setSource(QStringLiteral("the cat s"));
        QCOMPARE(encoded(), before + 1);
        before = encoded();
        m_document->sentences().setTarget(QStringLiteral("a b s"));
        QCOMPARE(encoded(), before + 1);
        before = encoded();
        m_document->matrices().editCell("encoder.0.self.w_q", 0, 0, 2.0F);
        QCOMPARE(encoded(), before);
    }

    void anEditCopiesOneMatrix()
    {
        open(Architecture::Encoder, "the cat");
        m_document->matrices().editCell("encoder.1.self.w_q", 2, 3, 2.0F);
        const Model &now = *m_document->matrices().model();
        for (const auto &[name, matrix] : m_checkpoint->model.given.all())
            QCOMPARE(now.given.find(name) == matrix, name != "encoder.1.self.w_q");
        QVERIFY(now.table == m_checkpoint->model.table);
        QVERIFY(now.embedding.empty());
        QVERIFY(m_document->matrices().compared().isChanged("encoder.1.self.w_q", 2, 3));
        m_document->undoStack()->undo();
        QVERIFY(*m_document->matrices().model()->given.find("encoder.1.self.w_q") ==
                *m_checkpoint->model.given.find("encoder.1.self.w_q"));
        QVERIFY(m_document->matrices().compared().changes().empty());
    }

    /// The matrices of a bfloat16 file stay narrow but for the one that is edited; undo and revert give that back, too.
    void anEditWidensOneMatrix()
    {
        m_checkpoint = openCheckpoint(QStringLiteral(REGARD_TEST_DATA "/checkpoints/llama_bfloat16"));
        Document document;
        Project project = checkpointProject(m_checkpoint);
        project.source = "the cat";
        document.load(project, {});
        document.waitForResult();
        const std::string edited = "decoder.0.ffn.w_1";
        const Weight opened = m_checkpoint->model.given.find(edited);
        QVERIFY(opened.narrow());
        const auto weight = [&] { return document.matrices().model()->weights.find(edited); };
        const auto widen = [&](float value) {
            document.matrices().editCell(edited, 1, 2, value);
            document.waitForResult();
            for (const auto &[name, each] : m_checkpoint->model.weights.all())
                QCOMPARE(document.matrices().model()->weights.find(name) == each, name != edited);
            QVERIFY(!weight().narrow());
            QCOMPARE(weight()(1, 2), value);
            QCOMPARE(weight()(2, 1), opened(2, 1));
            QVERIFY(document.matrices().compared().isChanged(edited, 1, 2));
            QCOMPARE(document.matrices().compared().changedCells(edited), qsizetype(1));
            QCOMPARE(document.matrices().compared().valueBefore(edited, 1, 2), opened(1, 2));
        };
        widen(3);
        document.matrices().editCell(edited, 1, 2, 4);
        document.undoStack()->undo();
        QCOMPARE(weight()(1, 2), 3.0F);
        document.undoStack()->undo();
        QVERIFY(weight() == opened);
        document.undoStack()->redo();
        QCOMPARE(weight()(1, 2), 3.0F);
        document.matrices().revertMatrix(edited);
        QVERIFY(weight() == opened);
        QVERIFY(document.matrices().compared().changes().empty());
        widen(5);
        document.matrices().revertCell(edited, 1, 2);
        QVERIFY(document.matrices().compared().changes().empty());
    }

    /// What a project had edited before counts as edited: the checkpoint is what cells are compared with.
    void cellsCompareWithTheCheckpoint()
    {
        m_checkpoint = smallCheckpoint();
        Project project = checkpointProject(m_checkpoint);
        project.source = "the cat";
        Matrix edited = m_checkpoint->model.given.at("encoder.0.self.w_k");
        const float was = edited(1, 1);
        edited(1, 1) = 9;
        ModelWeights given = project.model.given;
        given.set("encoder.0.self.w_k", edited);
        project.model =
            buildModel(project.model.config, given, {{"cat", std::make_shared<Matrix>(Matrix::Constant(1, 4, 9))}},
                       project.model.vocabulary, &m_checkpoint->model);
        m_document->load(std::move(project), QStringLiteral("/tmp/some.regard"));
        QVERIFY(m_document->matrices().compared().isChanged("encoder.0.self.w_k", 1, 1));
        QVERIFY(!m_document->matrices().compared().isChanged("encoder.0.self.w_k", 1, 2));
        QCOMPARE(m_document->matrices().compared().valueBefore("encoder.0.self.w_k", 1, 1), was);
        QVERIFY(m_document->matrices().compared().isChanged(embeddingMatrix, 2, 0)); // cat
        QVERIFY(!m_document->matrices().compared().isChanged(embeddingMatrix, 1, 0));
        m_document->matrices().revertChanges();
        QVERIFY(m_document->matrices().model()->given.find("encoder.0.self.w_k") ==
                m_checkpoint->model.given.find("encoder.0.self.w_k"));
        QCOMPARE((*m_document->matrices().matrix(embeddingMatrix))(2, 0), smallRows(15, 4, 0.25F)(6, 0));
        QVERIFY(m_document->matrices().compared().changes().empty());
    }

    void snapshotsAndPinsShareTheModel()
    {
        open(Architecture::Encoder, "the cat", "a");
        m_document->comparison().pin();
        m_document->snapshots().take();
        m_document->matrices().editCell("encoder.0.self.w_q", 0, 0, 3.0F);
        m_document->sentences().setTarget(QStringLiteral("b"));
        const Project &kept = *m_document->snapshots().all()[0].state;
        QVERIFY(kept.checkpoint == m_checkpoint);
        QVERIFY(kept.model.table == m_checkpoint->model.table);
        QVERIFY(m_document->shown().tokens.comparison);
        m_document->snapshots().recall(0);
        QCOMPARE(tokens(), QStringLiteral("[CLS] the cat [SEP] a [SEP]"));
        QVERIFY(m_document->matrices().model()->given.find("encoder.0.self.w_q") ==
                m_checkpoint->model.given.find("encoder.0.self.w_q"));
        QCOMPARE(m_document->snapshots().current(), 0);
        m_document->undoStack()->undo();
        QCOMPARE(tokens(), QStringLiteral("[CLS] the cat [SEP] b [SEP]"));
    }
};

REGARD_GUILESS_TEST(TestCheckpointDocument)
#include "test_checkpoint_document.moc"
