#include <QFile>
#include <QTest>

#include "io/project/words.h"
#include "paths.h"
#include "test_class.h"

using namespace regard;

class TestWords : public QObject {
    Q_OBJECT

private slots:
    void everyValueHasOne();
    void theGuideNamesThem();
    void whyNamesEachPanelThatAsks();
    void otherWordsAreNone();
};

namespace {

/// Calls a function with an enumeration's name, its number of values and a value of it, for each enumeration.
template <typename Function>
void forEach(Function function)
{
    function("Architecture", 3, Architecture());
    function("Score", 4, Score());
    function("StackKind", 2, StackKind());
    function("Cell", 3, Cell());
    function("DecoderAttention", 3, DecoderAttention());
    function("Direction", 2, Direction());
    function("Mask", 2, Mask());
    function("Position", 7, Position());
    function("Norm", 4, Norm());
    function("QkNorm", 3, QkNorm());
    function("RopeScaling", 6, RopeScaling());
    function("ScoreBias", 3, ScoreBias());
    function("NormKind", 2, NormKind());
    function("Activation", 16, Activation());
    function("Initialization", 3, Initialization());
    function("Tokenizer", 4, Tokenizer());
    function("Attention", 3, Attention());
    function("Stage", 4, Stage());
    function("Summary", 3, Summary()); // no summary is spelled by leaving it out
    function("PairFilter", 5, PairFilter());
    function("ColorScale", 4, ColorScale());
    function("Replacement", 4, Replacement());
    function("StepKind", 22, StepKind());
    function("Schedule", 3, Schedule());
}

} // namespace

void TestWords::everyValueHasOne()
{
    forEach([]<typename Enum>(const char *name, std::size_t count, Enum) {
        const std::vector<std::string> words = wordsOf<Enum>();
        QVERIFY2(words.size() == count, name);
        for (const std::string &word : words) {
            const std::optional<Enum> value = valueOf<Enum>(word);
            QVERIFY2(value, word.c_str());
            QCOMPARE(wordOf(*value), word);
        }
    });
    QVERIFY(valueOf<Tokenizer>("whitespace") == Tokenizer::Whitespace);
    QVERIFY(valueOf<Summary>("mean") == Summary::Mean);
    QCOMPARE(wordOf(Summary::None), std::string());
}

/// Files are a contract: a word that is spelled differently tomorrow cannot be read.
void TestWords::theGuideNamesThem()
{
    for (const QString &page : {QStringLiteral("formats.md"), QStringLiteral("zh_CN/formats.md")}) {
        QFile file(QStringLiteral(REGARD_SOURCES "/resources/guide/") + page);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        forEach([&]<typename Enum>(const char *name, std::size_t, Enum) {
            for (const std::string &word : wordsOf<Enum>())
                QVERIFY2(text.contains(("`" + word + "`").c_str()), (std::string(name) + ": " + word).c_str());
        });
    }
}

void TestWords::whyNamesEachPanelThatAsks()
{
    for (const QString &page : {QStringLiteral("why.md"), QStringLiteral("zh_CN/why.md")}) {
        QFile file(QStringLiteral(REGARD_SOURCES "/resources/guide/") + page);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        for (const char *view : {"`lens`", "`logit-parts`", "`score-parts`", "`circuits`", "`patch`"})
            QVERIFY2(text.contains(view), view);
    }
}

void TestWords::otherWordsAreNone()
{
    QVERIFY(!valueOf<Tokenizer>("Words"));
    QVERIFY(!valueOf<Norm>("norm"));
    QVERIFY(!valueOf<Summary>(""));
}

REGARD_GUILESS_TEST(TestWords)
#include "test_words.moc"
