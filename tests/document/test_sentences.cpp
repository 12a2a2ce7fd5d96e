#include <QTest>

#include "document/sentence/sentences.h"
#include "lone_steps.h"
#include "test_class.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

/// The two sentences without a document around them.
class TestSentences : public QObject, public Sentences::Follower {
    Q_OBJECT

    std::vector<std::string> m_news; ///< what was told, in order
    std::unique_ptr<LoneSteps> m_steps;
    std::unique_ptr<Sentences> m_sentences;

    void tokensChanged(Side side) override { m_news.push_back(side == Side::Source ? "source split" : "target split"); }
    void sentencesChanged(const std::vector<Sentences::Reading> &readings) override
    {
        m_news.push_back("done " + std::to_string(readings.size()));
    }

    std::vector<std::string> words(Side side) const
    {
        std::vector<std::string> words;
        for (const Token &token : m_sentences->tokens(side).tokens)
            words.push_back(token.text);
        return words;
    }

private slots:
    void init()
    {
        m_steps = std::make_unique<LoneSteps>();
        m_sentences = std::make_unique<Sentences>(m_steps.get(), this);
        connect(m_sentences.get(), &Sentences::sourceChanged, this, [this] { m_news.emplace_back("source told"); });
        connect(m_sentences.get(), &Sentences::targetChanged, this, [this] { m_news.emplace_back("target told"); });
        m_sentences->read({"the cat sat", "le chat", Tokenizer::Words}, {{1, 7}, {}}, true);
        m_news.clear();
    }

    void whatIsReadIsThere()
    {
        QCOMPARE(m_sentences->source(), u"the cat sat"_s);
        QCOMPARE(words(Side::Source), (std::vector<std::string>{"the", "cat", "sat"}));
        QCOMPARE(words(Side::Target), (std::vector<std::string>{"le", "chat"}));
        QCOMPARE(m_sentences->masked(Side::Source), std::vector<int>{1}); // there is no eighth token
        QCOMPARE(m_sentences->changeEnd(Side::Target), qsizetype(7));
        QCOMPARE(m_steps->stack.count(), 0);
    }

    void whoGoesByThemHearsFirstAndLast()
    {
        m_sentences->setSource(u"the black cat sat"_s);
        QCOMPARE(m_news, (std::vector<std::string>{"source split", "source told", "done 1"}));
        m_news.clear();
        m_sentences->setTarget(u"le chat noir"_s);
        QCOMPARE(m_news, (std::vector<std::string>{"target split", "target told", "done 1"}));
        m_news.clear();
        m_sentences->setTokenizer(Tokenizer::Whitespace);
        QCOMPARE(m_news,
                 (std::vector<std::string>{"source split", "target split", "target told", "source told", "done 2"}));
        m_news.clear();
        m_sentences->setMasked(Side::Source, 0, true);
        QCOMPARE(m_news, (std::vector<std::string>{"source told", "done 0"}));
    }

    void masksGoWithTheirWords()
    {
        m_sentences->setSource(u"the black cat sat"_s);
        QCOMPARE(m_sentences->masked(Side::Source), std::vector<int>{2});
        m_steps->stack.undo();
        QCOMPARE(m_sentences->masked(Side::Source), std::vector<int>{1});
        m_steps->stack.undo(); // nothing is left to undo
        QCOMPARE(m_sentences->source(), u"the cat sat"_s);
    }

    /// What the decoder beside an encoder reads is the target, else the source.
    void aTokenComesToWhatTheDecoderReads()
    {
        m_sentences->appendToken("noir");
        QCOMPARE(m_sentences->target(), u"le chat noir"_s);
        QVERIFY(m_sentences->setReader(false, false).empty());
        m_sentences->appendToken("down");
        QCOMPARE(m_sentences->source(), u"the cat sat down"_s);
    }

    void aTokenizerThatIsNotThereIsNotTaken()
    {
        m_sentences->setTokenizer(Tokenizer::Checkpoint);
        QCOMPARE(m_sentences->tokenizer(), Tokenizer::Words);
        QVERIFY(!m_sentences->takesPair());
        QCOMPARE(m_steps->stack.count(), 0);
    }

    void whatIsPutBackIsAsItWas()
    {
        const Sentences::State before = m_sentences->state();
        m_sentences->setSource(u"a dog"_s);
        m_sentences->setMasked(Side::Target, 1, true);
        m_sentences->putBack(before);
        QCOMPARE(words(Side::Source), (std::vector<std::string>{"the", "cat", "sat"}));
        QCOMPARE(m_sentences->masked(Side::Source), std::vector<int>{1});
        QVERIFY(m_sentences->masked(Side::Target).empty());
    }
};

REGARD_GUILESS_TEST(TestSentences)
#include "test_sentences.moc"
