#include <utility>

#include <QTest>

#include "document/document.h"
#include "document/sentence/sentence_command.h"
#include "document/sentence/token_positions.h"
#include "test_class.h"

using namespace regard;

/// Steps of undo while a sentence is typed, and what stays with its words.
class TestTyping : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<Document> m_document;
    qint64 m_now = 0; ///< the hand's clock, ms

    void type(const QString &text, qsizetype at = -1)
    {
        for (const QChar letter : text) {
            QString source = m_document->sentences().source();
            const qsizetype place = at < 0 ? source.size() : at++;
            m_document->sentences().setSource(source.insert(place, letter));
        }
    }
    void backspace(int times)
    {
        for (int i = 0; i < times; ++i)
            m_document->sentences().setSource(m_document->sentences().source().chopped(1));
    }
    /// As a hand does it in the field: a stretch is selected, then the keys come.
    void typeOver(qsizetype at, qsizetype length, const QString &text)
    {
        for (const QChar letter : text) {
            QString source = m_document->sentences().source();
            source.replace(at, length, letter);
            m_document->sentences().setText(Side::Source, source, {at, std::exchange(length, 0), 1, true});
            ++at;
        }
    }
    void choose(int query, std::vector<int> pinned)
    {
        Selection selection = m_document->look().selection();
        selection.query = query;
        selection.pinnedQueries = std::move(pinned);
        m_document->look().setSelection(selection);
    }
    int focus() const { return m_document->look().selection().query; }
    std::vector<int> pins() const { return m_document->look().selection().pinnedQueries; }
    QStringList undone()
    {
        QStringList states;
        while (m_document->undoStack()->canUndo()) {
            m_document->undoStack()->undo();
            states << m_document->sentences().source();
        }
        return states;
    }

private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_now = 0;
        m_document->setClock([this] { return m_now; });
    }

    void typingIsOneStep()
    {
        type(QStringLiteral("the cat sat"));
        QCOMPARE(undone(), QStringList{QString()});
    }

    void aPasteIsAStepOfItsOwn()
    {
        type(QStringLiteral("the"));
        m_document->sentences().setSource(QStringLiteral("the quick brown fox"));
        type(QStringLiteral("es"));
        QCOMPARE(undone(), (QStringList{QStringLiteral("the quick brown fox"), QStringLiteral("the"), QString()}));
    }

    void aReplacementKeepsWhatWasThere()
    {
        m_document->sentences().setSource(QStringLiteral("alpha beta gamma"));
        m_document->sentences().setSource(QStringLiteral("d")); // typed over the selected text
        type(QStringLiteral("elta"));
        QCOMPARE(undone(), (QStringList{QStringLiteral("alpha beta gamma"), QString()}));
    }

    void aSentenceTypedOverAnotherIsOneStep_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<int>("at");
        QTest::addColumn<int>("length");
        QTest::addColumn<QString>("typed");
        const QString rug = QStringLiteral("The cat sat on the rug and it was dry-cleaned.");
        const auto all = int(rug.size());
        QTest::newRow("same beginning") << rug << 0 << all << QStringLiteral("The cat sat on the dry-cleaned rug.");
        QTest::newRow("first key is the end") << rug << 0 << all << QStringLiteral(".");
        QTest::newRow("a word by itself") << rug << 4 << 3 << QStringLiteral("cat");
        QTest::newRow("same end") << rug << 4 << 3 << QStringLiteral("bat");
        QTest::newRow("before an equal letter") << QStringLiteral("the cat") << 2 << 0 << QStringLiteral("er");
        QTest::newRow("equal letters") << QStringLiteral("aaaa") << 1 << 2 << QStringLiteral("ab");
    }

    void aSentenceTypedOverAnotherIsOneStep()
    {
        QFETCH(QString, before);
        QFETCH(int, at);
        QFETCH(int, length);
        QFETCH(QString, typed);
        m_document->sentences().setSource(before);
        typeOver(at, length, typed);
        const QString after = QString(before).replace(at, length, typed);
        QCOMPARE(m_document->sentences().source(), after);
        if (after != before) {
            m_document->undoStack()->undo();
            QCOMPARE(m_document->sentences().source(), before);
            QCOMPARE(m_document->sentences().changeEnd(Side::Source), at + length);
            m_document->undoStack()->redo();
            QCOMPARE(m_document->sentences().source(), after);
            QCOMPARE(m_document->sentences().changeEnd(Side::Source), at + typed.size());
            m_document->undoStack()->undo();
        }
        QCOMPARE(undone(), QStringList{QString()}); // nothing else was left
    }

    void deletingEverythingCanBeUndone()
    {
        type(QStringLiteral("x1 x9"));
        m_document->sentences().setSource(QString());
        QVERIFY(m_document->undoStack()->canUndo());
        m_document->undoStack()->undo();
        QCOMPARE(m_document->sentences().source(), QStringLiteral("x1 x9"));
    }

    void backspaceIsAnotherStepThanTyping()
    {
        type(QStringLiteral("catty"));
        backspace(2);
        QCOMPARE(undone(), (QStringList{QStringLiteral("catty"), QString()}));
    }

    void anotherPlaceIsAnotherStep()
    {
        type(QStringLiteral("a c"));
        type(QStringLiteral("b "), 2);
        QCOMPARE(m_document->sentences().source(), QStringLiteral("a b c"));
        QCOMPARE(undone(), (QStringList{QStringLiteral("a c"), QString()}));
    }

    void aPauseBeginsAStep()
    {
        type(QStringLiteral("on"));
        m_now += 1500; // the longest that is no pause
        type(QStringLiteral("e"));
        m_now += 1501;
        type(QStringLiteral(" two"));
        QCOMPARE(undone(), (QStringList{QStringLiteral("one"), QString()}));
    }

    void aSlowPictureIsNoPause()
    {
        connect(&m_document->sentences(), &Sentences::sourceChanged, this, [this] { m_now += 2000; });
        type(QStringLiteral("slow"));
        QCOMPARE(undone(), QStringList{QString()});
    }

    void sidesDoNotMerge()
    {
        type(QStringLiteral("a"));
        m_document->sentences().setTarget(QStringLiteral("b"));
        m_document->undoStack()->undo();
        QCOMPARE(m_document->sentences().target(), QString());
        QCOMPARE(m_document->sentences().source(), QStringLiteral("a"));
    }

    void positionsGoWithTheirWords_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::addColumn<QList<int>>("positions"); // of each token before
        QTest::newRow("word in front") << QStringLiteral("a b c") << QStringLiteral("z a b c") << QList<int>{1, 2, 3};
        QTest::newRow("word behind") << QStringLiteral("a b c") << QStringLiteral("a b c d") << QList<int>{0, 1, 2};
        QTest::newRow("word in between") << QStringLiteral("a b c") << QStringLiteral("a x b c") << QList<int>{0, 2, 3};
        QTest::newRow("word gone") << QStringLiteral("a b c") << QStringLiteral("a c") << QList<int>{0, -1, 1};
        QTest::newRow("word being typed")
            << QStringLiteral("a ca c") << QStringLiteral("a cat c") << QList<int>{0, 1, 2};
        QTest::newRow("all others") << QStringLiteral("a b c") << QStringLiteral("x y z") << QList<int>{-1, -1, -1};
        QTest::newRow("two changed, one stays")
            << QStringLiteral("a b c d e") << QStringLiteral("a x c y e") << QList<int>{0, -1, 2, -1, 4};
        QTest::newRow("emptied") << QStringLiteral("a b") << QStringLiteral("") << QList<int>{-1, -1};
        QTest::newRow("past each other") << QStringLiteral("the cat sat on the rug and it was dry-cleaned .")
                                         << QStringLiteral("the cat sat on the dry-cleaned rug .")
                                         << QList<int>{0, 1, 2, 3, 4, 6, -1, -1, -1, 5, 7};
        QTest::newRow("repeated words") << QStringLiteral("a a a") << QStringLiteral("a a a a") << QList<int>{0, 1, 2};
    }

    void positionsGoWithTheirWords()
    {
        QFETCH(QString, before);
        QFETCH(QString, after);
        QFETCH(QList<int>, positions);
        const TokenPositions carried(tokenize(before.toStdString(), Tokenizer::Whitespace),
                                     tokenize(after.toStdString(), Tokenizer::Whitespace));
        for (int i = 0; i < positions.size(); ++i)
            QCOMPARE(carried.after(i), positions[i]);
        QCOMPARE(carried.after(-1), -1);
        QCOMPARE(carried.after(99), -1);
    }

    void theFocusComesBackWithItsWord()
    {
        m_document->sentences().setSource(QStringLiteral("the cat saw it"));
        choose(1, {1});
        const auto all = m_document->sentences().source().size();
        typeOver(0, all, QStringLiteral("one"));
        QCOMPARE(focus(), -1); // no word is left to stand in
        type(QStringLiteral(" old cat"));
        QCOMPARE(focus(), 2);
        QCOMPARE(pins(), std::vector<int>{2});
        m_document->undoStack()->undo();
        QCOMPARE(m_document->sentences().source(), QStringLiteral("the cat saw it"));
        QCOMPARE(focus(), 1);
        QCOMPARE(pins(), std::vector<int>{1});
    }

    void theFocusGoesWhereItsWordWas_data()
    {
        QTest::addColumn<int>("query");
        QTest::addColumn<QString>("after");
        QTest::addColumn<int>("expected");
        QTest::newRow("the one before") << 1 << QStringLiteral("the saw it today") << 0;
        QTest::newRow("the first") << 0 << QStringLiteral("cat saw it today") << 0;
        QTest::newRow("the last") << 4 << QStringLiteral("the cat saw it") << 3;
        QTest::newRow("what came there") << 2 << QStringLiteral("the cat has never seen it today") << 2;
        QTest::newRow("one word for two") << 2 << QStringLiteral("the dogs it today") << 1;
        QTest::newRow("joined") << 1 << QStringLiteral("thecat saw it today") << 0;
        QTest::newRow("split") << 1 << QStringLiteral("the c at saw it today") << 1;
        QTest::newRow("nothing is left") << 1 << QStringLiteral("x y z") << -1;
        QTest::newRow("emptied") << 1 << QString() << -1;
    }

    void theFocusGoesWhereItsWordWas()
    {
        QFETCH(int, query);
        QFETCH(QString, after);
        QFETCH(int, expected);
        m_document->sentences().setSource(QStringLiteral("the cat saw it today"));
        for (const std::vector<int> &pinned : {std::vector<int>{}, std::vector<int>{query}}) {
            choose(query, pinned);
            m_document->sentences().setText(Side::Source, after, {});
            QCOMPARE(focus(), expected);
            if (!pinned.empty())
                QCOMPARE(pins(), expected < 0 ? std::vector<int>{} : std::vector<int>{expected});
            m_document->undoStack()->undo();
            QCOMPARE(focus(), query);
            QCOMPARE(pins(), pinned);
        }
    }

    void aPinWithoutItsWordWaits()
    {
        m_document->sentences().setSource(QStringLiteral("the cat saw it"));
        choose(3, {1, 3});
        m_document->sentences().setText(Side::Source, QStringLiteral("the cat saw"), {});
        QCOMPARE(focus(), 1); // the focus goes back to what is pinned
        QCOMPARE(pins(), std::vector<int>{1});
        m_document->sentences().setText(Side::Source, QStringLiteral("saw"), {});
        QCOMPARE(focus(), 0);
        QCOMPARE(pins(), std::vector<int>{0});
        m_document->undoStack()->undo();
        m_document->undoStack()->undo();
        QCOMPARE(focus(), 3);
        QCOMPARE(pins(), (std::vector<int>{1, 3}));
    }

    void whatAHandChoosesStays()
    {
        m_document->sentences().setSource(QStringLiteral("the cat saw it"));
        choose(1, {1});
        m_document->sentences().setText(Side::Source, QStringLiteral("the saw it"), {});
        QCOMPARE(focus(), 0);
        choose(2, {2});
        m_document->undoStack()->undo();
        QCOMPARE(focus(), 3);
        QCOMPARE(pins(), std::vector<int>{3});
    }

    void eachSideOfCrossAttentionFollowsItsOwnSentence()
    {
        ModelConfig config = m_document->matrices().model()->config;
        config.architecture = Architecture::EncoderDecoder;
        config.decoderLayers = 1;
        m_document->matrices().setConfig(config, QStringLiteral("architecture"));
        m_document->sentences().setSource(QStringLiteral("the white dog"));
        m_document->sentences().setTarget(QStringLiteral("<s> le chien blanc"));
        Selection selection = m_document->look().selection();
        selection.attention = Attention::Cross;
        m_document->look().setSelection(selection);
        selection.query = 2;
        selection.pinnedQueries = {2};
        selection.key = 1;
        selection.pinnedKeys = {1};
        m_document->look().setSelection(selection);
        m_document->sentences().setText(Side::Target, QStringLiteral("<s> le petit chien blanc"), {});
        QCOMPARE(m_document->look().selection().query, 3);
        QCOMPARE(m_document->look().selection().key, 1);
        m_document->sentences().setText(Side::Source, QStringLiteral("a big white dog"), {});
        QCOMPARE(m_document->look().selection().query, 3);
        QCOMPARE(m_document->look().selection().key, 2);
        m_document->sentences().setText(Side::Target, QStringLiteral("<s> le petit blanc"), {});
        QCOMPARE(m_document->look().selection().pinnedQueries, std::vector<int>{2});
        QCOMPARE(m_document->look().selection().pinnedKeys, std::vector<int>{2});
        for (int i = 0; i < 3; ++i)
            m_document->undoStack()->undo();
        QCOMPARE(m_document->look().selection().query, 2);
        QCOMPARE(m_document->look().selection().key, 1);
    }

    void maskedWordsThatMovePastEachOtherStaySorted()
    {
        m_document->sentences().setSource(QStringLiteral("a b c d"));
        m_document->sentences().setMasked(Side::Source, 1, true);
        m_document->sentences().setMasked(Side::Source, 3, true);
        m_document->sentences().setText(Side::Source, QStringLiteral("d c b a"), {});
        QCOMPARE(m_document->sentences().masked(Side::Source), (std::vector<int>{0, 2}));
    }

    void focusPinsAndMasksFollow()
    {
        m_document->sentences().setSource(QStringLiteral("the cat saw it"));
        m_document->sentences().setMasked(Side::Source, 2, true);
        Selection selection = m_document->look().selection();
        selection.query = 3;
        selection.pinnedQueries = {1, 3};
        m_document->look().setSelection(selection);
        m_document->sentences().setSource(QStringLiteral("Yesterday the cat saw it"));
        QCOMPARE(m_document->look().selection().query, 4);
        QCOMPARE(m_document->look().selection().pinnedQueries, (std::vector<int>{2, 4}));
        QCOMPARE(m_document->sentences().masked(Side::Source), std::vector<int>{3});
        m_document->sentences().setSource(QStringLiteral("nothing of all that"));
        QCOMPARE(m_document->look().selection().query, -1);
        QVERIFY(m_document->sentences().masked(Side::Source).empty());
        m_document->undoStack()->undo();
        QCOMPARE(m_document->sentences().masked(Side::Source), std::vector<int>{3});
        QCOMPARE(m_document->look().selection().query, 4);
        m_document->undoStack()->undo();
        QCOMPARE(m_document->sentences().masked(Side::Source), std::vector<int>{2});
    }
};

REGARD_GUILESS_TEST(TestTyping)
#include "test_typing.moc"
