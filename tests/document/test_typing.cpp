#include <QTest>

#include "document/document.h"
#include "document/token_positions.h"
#include "test_class.h"

using namespace regard;

/// Steps of undo while a sentence is typed, and what stays with its words.
class TestTyping : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<Document> m_document;

    void type(const QString &text, qsizetype at = -1)
    {
        for (const QChar letter : text) {
            QString source = m_document->source();
            const qsizetype place = at < 0 ? source.size() : at++;
            m_document->setSource(source.insert(place, letter));
        }
    }
    void backspace(int times)
    {
        for (int i = 0; i < times; ++i)
            m_document->setSource(m_document->source().chopped(1));
    }
    QStringList undone()
    {
        QStringList states;
        while (m_document->undoStack()->canUndo()) {
            m_document->undoStack()->undo();
            states << m_document->source();
        }
        return states;
    }

private slots:
    void init() { m_document = std::make_unique<Document>(); }

    void typingIsOneStep()
    {
        type(QStringLiteral("the cat sat"));
        QCOMPARE(undone(), QStringList{QString()});
    }

    void aPasteIsAStepOfItsOwn()
    {
        type(QStringLiteral("the"));
        m_document->setSource(QStringLiteral("the quick brown fox"));
        type(QStringLiteral("es"));
        QCOMPARE(undone(), (QStringList{QStringLiteral("the"), QString()}));
    }

    void aReplacementKeepsWhatWasThere()
    {
        m_document->setSource(QStringLiteral("alpha beta gamma"));
        m_document->setSource(QStringLiteral("d")); // typed over the selected text
        type(QStringLiteral("elta"));
        QCOMPARE(undone(), (QStringList{QStringLiteral("alpha beta gamma"), QString()}));
    }

    void deletingEverythingCanBeUndone()
    {
        type(QStringLiteral("x1 x9"));
        m_document->setSource(QString());
        QVERIFY(m_document->undoStack()->canUndo());
        m_document->undoStack()->undo();
        QCOMPARE(m_document->source(), QStringLiteral("x1 x9"));
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
        QCOMPARE(m_document->source(), QStringLiteral("a b c"));
        QCOMPARE(undone(), (QStringList{QStringLiteral("a c"), QString()}));
    }

    void aPauseBeginsAStep()
    {
        type(QStringLiteral("one"));
        QTest::qWait(1600);
        type(QStringLiteral(" two"));
        QCOMPARE(undone(), (QStringList{QStringLiteral("one"), QString()}));
    }

    void sidesDoNotMerge()
    {
        type(QStringLiteral("a"));
        m_document->setTarget(QStringLiteral("b"));
        m_document->undoStack()->undo();
        QCOMPARE(m_document->target(), QString());
        QCOMPARE(m_document->source(), QStringLiteral("a"));
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

    void focusPinsAndMasksFollow()
    {
        m_document->setSource(QStringLiteral("the cat saw it"));
        m_document->setMasked(Side::Source, 2, true);
        Selection selection = m_document->selection();
        selection.query = 3;
        selection.pinnedQueries = {1, 3};
        m_document->setSelection(selection);
        m_document->setSource(QStringLiteral("Yesterday the cat saw it"));
        QCOMPARE(m_document->selection().query, 4);
        QCOMPARE(m_document->selection().pinnedQueries, (std::vector<int>{2, 4}));
        QCOMPARE(m_document->masked(Side::Source), std::vector<int>{3});
        m_document->setSource(QStringLiteral("nothing of all that"));
        QCOMPARE(m_document->selection().query, -1);
        QVERIFY(m_document->masked(Side::Source).empty());
        m_document->undoStack()->undo();
        QCOMPARE(m_document->masked(Side::Source), std::vector<int>{3});
        m_document->undoStack()->undo();
        QCOMPARE(m_document->masked(Side::Source), std::vector<int>{2});
    }
};

REGARD_GUILESS_TEST(TestTyping)
#include "test_typing.moc"
