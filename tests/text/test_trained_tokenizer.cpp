#include <functional>

#include <QTest>

#include "test_class.h"
#include "text/base/byte_alphabet.h"
#include "text/base/mapped_text.h"
#include "text/base/tokenizer_error.h"
#include "text/file_tokenizer.h"
#include "text/imported_tokens.h"

using namespace regard;

class TestTrainedTokenizer : public QObject {
    Q_OBJECT

private slots:
    void wordPieces_data();
    void wordPieces();
    void mergesInOrder();
    void byteLevel_data();
    void byteLevel();
    void byteFallback_data();
    void byteFallback();
    void wholeWordsFirst();
    void addedTokens_data();
    void addedTokens();
    void addedTokensAreNoPieces();
    void addedTokensAreSpelledAsFound();
    void pair();
    void placesAndWords();
    void markedWords();
    void labels();
    void tokensLookTheSameEverywhere();
    void anyBytesAreRead();
    void aLongWord();
    void refused_data();
    void refused();
};

namespace {

using Kind = TemplatePiece::Kind;
using Built = std::shared_ptr<const TrainedTokenizer>;

/// BERT's words of the paper's kind; ids are places in the list.
TokenizerDefinition bertDefinition()
{
    TokenizerDefinition definition;
    definition.vocabulary = {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "un", "##aff", "##able", "cat", "the",
                             "dry",   "-",     "clean", "##ed",  ".",      "猫", "學",    "e",      "##e", "ete"};
    definition.unknown = "[UNK]";
    definition.normalSteps = {{.kind = NormalStep::Kind::Bert}};
    definition.splitSteps = {{.kind = SplitStep::Kind::Bert}};
    for (int id = 0; id < 5; ++id)
        definition.added.push_back({definition.vocabulary[std::size_t(id)], id, true});
    definition.single = {{Kind::Token, 2, 0}, {Kind::First, 0, 0}, {Kind::Token, 3, 0}};
    definition.pair = {
        {Kind::Token, 2, 0}, {Kind::First, 0, 0}, {Kind::Token, 3, 0}, {Kind::Second, 0, 1}, {Kind::Token, 3, 1}};
    definition.maskToken = "[MASK]";
    return definition;
}

/// GPT-2's alphabet and a few merges: " the", "cat".
TokenizerDefinition byteDefinition()
{
    TokenizerDefinition definition;
    definition.model = TokenizerDefinition::Model::PairMerges;
    for (int byte = 0; byte < 256; ++byte) {
        std::string character;
        appendUtf8(character, byteCharacter(std::uint8_t(byte)));
        definition.vocabulary.push_back(character);
    }
    definition.merges = {{"h", "e"}, {"t", "he"}, {"Ġ", "the"}, {"c", "a"}, {"ca", "t"}};
    for (const auto &[left, right] : definition.merges)
        definition.vocabulary.push_back(left + right);
    definition.vocabulary.push_back("<|endoftext|>");
    definition.added = {{"<|endoftext|>", 261, true}};
    definition.addedOnly = {261};
    definition.splitSteps = {{.kind = SplitStep::Kind::Pattern, .pattern = SplitPattern::Gpt2},
                             {.kind = SplitStep::Kind::ByteLevel}};
    return definition;
}

/// Llama 2's form: ▁ for spaces, bytes for unknown characters.
TokenizerDefinition llamaDefinition()
{
    TokenizerDefinition definition;
    definition.model = TokenizerDefinition::Model::PairMerges;
    definition.vocabulary = {"<unk>", "<s>", "</s>"};
    for (int byte = 0; byte < 256; ++byte)
        definition.vocabulary.push_back(
            QStringLiteral("<0x%1>").arg(byte, 2, 16, QLatin1Char('0')).toUpper().replace(u'X', u'x').toStdString());
    for (const char *piece : {"▁", "a", "b", "c", "t", ".", "▁a", "▁c", "at", "▁cat"})
        definition.vocabulary.emplace_back(piece);
    definition.merges = {{"▁", "a"}, {"▁", "c"}, {"a", "t"}, {"▁c", "at"}};
    definition.unknown = "<unk>";
    definition.byteFallback = true;
    definition.fusesUnknown = true;
    definition.added = {{"<unk>", 0, true}, {"<s>", 1, true}, {"</s>", 2, true}};
    definition.normalSteps = {{.kind = NormalStep::Kind::Prepend, .to = "▁"},
                              {.kind = NormalStep::Kind::Replace, .from = " ", .to = "▁"}};
    definition.single = {{Kind::Token, 1, 0}, {Kind::First, 0, 0}};
    return definition;
}

QString trainedTokenizerTexts(const Tokens &tokens)
{
    QStringList list;
    for (const Token &token : tokens.tokens)
        list << QString::fromStdString(token.text);
    return list.join(QLatin1Char(' '));
}

} // namespace

void TestTrainedTokenizer::wordPieces_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *name, const QByteArray &text, const char *expected) {
        QTest::newRow(name) << text << QString::fromUtf8(expected);
    };
    row("the paper's example", "unaffable", "[CLS] un ##aff ##able [SEP]");
    row("lower case and accents", "Été THE", "[CLS] ete the [SEP]");
    row("the longest piece first", "ee", "[CLS] e ##e [SEP]");
    row("marks stand alone", "dry-cleaned.", "[CLS] dry - clean ##ed . [SEP]");
    row("a word that cannot be spelled is one unknown", "catx unaffablex cat", "[CLS] [UNK] [UNK] cat [SEP]");
    row("Chinese characters apart", "猫學猫", "[CLS] 猫 學 猫 [SEP]");
    row("special tokens are typed as they are", "the [MASK]cat", "[CLS] the [MASK] cat [SEP]");
    row("not in lower case", "[mask]", "[CLS] [UNK] [UNK] [UNK] [SEP]");
    row("empty", "", "[CLS] [SEP]");
    row("white space alone", " \t\n", "[CLS] [SEP]");
    row("100 characters", QByteArray(100, 'e'), ("[CLS] e" + QByteArray(" ##e").repeated(99) + " [SEP]").constData());
    row("101 characters are unknown", QByteArray(101, 'e'), "[CLS] [UNK] [SEP]");
}

void TestTrainedTokenizer::wordPieces()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, expected);
    const Built tokenizer = makeTokenizer(bertDefinition());
    QCOMPARE(trainedTokenizerTexts(tokenizer->encode(text.toStdString())), expected);
    QCOMPARE(tokenizer->kind(), std::string("WordPiece"));
}

void TestTrainedTokenizer::mergesInOrder()
{
    TokenizerDefinition definition;
    definition.model = TokenizerDefinition::Model::PairMerges;
    definition.vocabulary = {"a", "b", "c", "bc", "ab", "abc", "aa", "aab"};
    definition.merges = {{"b", "c"}, {"a", "b"}, {"a", "bc"}, {"a", "a"}, {"aa", "b"}};
    const Built tokenizer = makeTokenizer(definition);
    QCOMPARE(trainedTokenizerTexts(tokenizer->encode("abc")), QStringLiteral("abc")); // b c before a b
    QCOMPARE(trainedTokenizerTexts(tokenizer->encode("ab")), QStringLiteral("ab"));
    QCOMPARE(trainedTokenizerTexts(tokenizer->encode("aaa")), QStringLiteral("aa a")); // the leftmost of equals
    QCOMPARE(trainedTokenizerTexts(tokenizer->encode("aab")), QStringLiteral("a ab"));
    QCOMPARE(trainedTokenizerTexts(tokenizer->encode("axb")), QStringLiteral("ab")); // no unknown token: left out
    definition.vocabulary.emplace_back("?");
    definition.unknown = "?";
    QCOMPARE(trainedTokenizerTexts(makeTokenizer(definition)->encode("axyb")), QStringLiteral("a ? ? b"));
    definition.fusesUnknown = true;
    QCOMPARE(trainedTokenizerTexts(makeTokenizer(definition)->encode("axyb")), QStringLiteral("a ? b"));
}

void TestTrainedTokenizer::byteLevel_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("words") << QByteArray("the cat the") << QStringLiteral("the Ġ cat Ġthe");
    QTest::newRow("é") << QByteArray("é") << QString::fromUtf8("Ã ©");
    QTest::newRow("emoji") << QByteArray("😀") << QString::fromUtf8("ð Ł ĺ Ģ");
    QTest::newRow("line break") << QByteArray("a\n") << QString::fromUtf8("a Ċ");
    QTest::newRow("special") << QByteArray("the<|endoftext|>cat") << QStringLiteral("the <|endoftext|> cat");
    QTest::newRow("empty") << QByteArray() << QString();
}

void TestTrainedTokenizer::byteLevel()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, expected);
    const Built tokenizer = makeTokenizer(byteDefinition());
    QCOMPARE(trainedTokenizerTexts(tokenizer->encode(text.toStdString())), expected);
    QCOMPARE(tokenizer->kind(), std::string("byte-level BPE"));
}

void TestTrainedTokenizer::byteFallback_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *name, const char *text, const char *expected) {
        QTest::newRow(name) << QByteArray(text) << QString::fromUtf8(expected);
    };
    row("words", "cat a", "<s> ▁cat ▁a");
    row("spaces are kept", "  a ", "<s> ▁ ▁ ▁a ▁");
    row("unknown characters are bytes", "a猫", "<s> ▁a <0xE7> <0x8C> <0xAB>");
    row("typed", "a</s>cat", "<s> ▁a </s> ▁cat");
    row("empty", "", "<s>");
}

void TestTrainedTokenizer::byteFallback()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, expected);
    const Built tokenizer = makeTokenizer(llamaDefinition());
    QCOMPARE(trainedTokenizerTexts(tokenizer->encode(text.toStdString())), expected);
    QCOMPARE(tokenizer->kind(), std::string("BPE with byte fallback"));
}

void TestTrainedTokenizer::wholeWordsFirst()
{
    TokenizerDefinition definition;
    definition.model = TokenizerDefinition::Model::PairMerges;
    definition.vocabulary = {"a", "b", "c", "ab", "abc"};
    definition.merges = {{"a", "b"}};
    QCOMPARE(trainedTokenizerTexts(makeTokenizer(definition)->encode("abc")), QStringLiteral("ab c"));
    definition.wholeWordsFirst = true;
    QCOMPARE(trainedTokenizerTexts(makeTokenizer(definition)->encode("abc")), QStringLiteral("abc"));
}

void TestTrainedTokenizer::addedTokens_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *name, const char *text, const char *expected) {
        QTest::newRow(name) << QByteArray(text) << QString::fromUtf8(expected);
    };
    row("the longest of two", "<x><xy>", "<x> <xy>");
    row("takes the space before it", "a  <l>", "a <l>");
    row("leaves the space before it", "a <x>", "a Ġ <x>");
    row("takes the space after it", "<r>  a", "<r> a");
    row("white space that another took", "<r>\t\ta\t\t\t\ta", "<r> a \t\t a");
    row("a word of its own", "hm hmm ahm", "hm Ġ h m m Ġ a h m");
}

void TestTrainedTokenizer::addedTokens()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, expected);
    TokenizerDefinition definition = byteDefinition();
    const auto add = [&](const char *token, bool singleWord, bool stripsLeft, bool stripsRight) {
        const int id = int(definition.vocabulary.size());
        definition.vocabulary.emplace_back(token);
        definition.addedOnly.push_back(id);
        definition.added.push_back({token, id, false, singleWord, stripsLeft, stripsRight});
    };
    add("<x>", false, false, false);
    add("<xy>", false, false, false);
    add("<l>", false, true, false);
    add("<r>", false, false, true);
    add("hm", true, false, false);
    add("\t\t", false, true, true);
    QCOMPARE(trainedTokenizerTexts(makeTokenizer(definition)->encode(text.toStdString())), expected);
}

void TestTrainedTokenizer::addedTokensAreNoPieces()
{
    // "caty" is added and looked for after lower case; no word may be cut into it.
    TokenizerDefinition definition = bertDefinition();
    definition.added.push_back({"Caty", 20, false, true, false, false, true});
    definition.vocabulary.emplace_back("Caty");
    definition.addedOnly = {20};
    const Built tokenizer = makeTokenizer(definition);
    QCOMPARE(trainedTokenizerTexts(tokenizer->encode("CATY cat")), QStringLiteral("[CLS] caty cat [SEP]"));
    QCOMPARE(trainedTokenizerTexts(tokenizer->encode("catyx")), QStringLiteral("[CLS] [UNK] [SEP]"));
}

void TestTrainedTokenizer::addedTokensAreSpelledAsFound()
{
    // Llama's normalizer puts ▁ in place of spaces, and tokens are looked for behind it.
    TokenizerDefinition definition = llamaDefinition();
    for (const char *text : {"<go>", "<stop>", "cat"}) {
        const int id = int(definition.vocabulary.size());
        definition.vocabulary.emplace_back(text);
        definition.addedOnly.push_back(id);
        definition.added.push_back({.text = text, .id = id, .isNormalized = true});
    }
    const Built tokenizer = makeTokenizer(definition);
    const Tokens tokens = tokenizer->encode("a <go> <stop>a");
    QCOMPARE(trainedTokenizerTexts(tokens), QString::fromUtf8("<s> ▁a ▁<go> ▁<stop> a"));
    QCOMPARE(tokens.tokens[2].label, std::string("<go>"));
    const std::vector<int> words{-1, 0, 1, 2, 3};
    for (std::size_t i = 0; i < words.size(); ++i)
        QCOMPARE(tokens.tokens[i].word, words[i]);
    const int id = int(definition.vocabulary.size()) - 3;
    QCOMPARE(tokenizer->vocabulary()[std::size_t(id)], std::string("▁<go>"));
    QCOMPARE(tokenizer->appended("▁<go>"), std::string(" <go>"));
    QCOMPARE(tokenizer->label("▁<go>"), std::string("<go>"));
    // The vocabulary has ▁cat already, and no two tokens may be spelled alike.
    QCOMPARE(tokenizer->vocabulary()[std::size_t(id) + 2], std::string("cat"));
    QCOMPARE(trainedTokenizerTexts(tokenizer->encode("a cat")), QString::fromUtf8("<s> ▁a cat"));
}

void TestTrainedTokenizer::pair()
{
    const Tokens tokens = makeTokenizer(bertDefinition())->encodePair("The cat", "Unaffable.");
    QCOMPARE(tokens.normalized, std::string("The cat\nUnaffable."));
    QStringList found;
    for (const Token &token : tokens.tokens)
        found << QStringLiteral("%1 %2-%3 s%4 t%5 w%6%7%8")
                     .arg(QString::fromStdString(token.text))
                     .arg(token.begin)
                     .arg(token.end)
                     .arg(token.sentence)
                     .arg(token.type)
                     .arg(token.word)
                     .arg(token.isSpecial ? QStringLiteral(" special") : QString(),
                          token.isAdded ? QStringLiteral(" added") : QString());
    const QStringList expected{QStringLiteral("[CLS] 0-0 s0 t0 w-1 special added"),
                               QStringLiteral("the 0-3 s0 t0 w0"),
                               QStringLiteral("cat 4-7 s0 t0 w1"),
                               QStringLiteral("[SEP] 7-7 s0 t0 w-1 special added"),
                               QStringLiteral("un 8-10 s1 t1 w2"),
                               QStringLiteral("##aff 10-13 s1 t1 w2"),
                               QStringLiteral("##able 13-17 s1 t1 w2"),
                               QStringLiteral(". 17-18 s1 t1 w3"),
                               QStringLiteral("[SEP] 18-18 s1 t1 w-1 special added")};
    QCOMPARE(found, expected);
}

void TestTrainedTokenizer::placesAndWords()
{
    // Places are in the text as typed, without the spaces around a token.
    const Tokens tokens = makeTokenizer(byteDefinition())->encode("a the<|endoftext|> é");
    QCOMPARE(tokens.normalized, std::string("a the<|endoftext|> é"));
    QCOMPARE(trainedTokenizerTexts(tokens), QString::fromUtf8("a Ġthe <|endoftext|> Ġ Ã ©"));
    const std::vector<std::pair<std::size_t, std::size_t>> places{{0, 1},   {2, 5},   {5, 18},
                                                                  {18, 19}, {19, 21}, {19, 21}};
    const std::vector<int> words{0, 1, 2, 3, 3, 3};
    for (std::size_t i = 0; i < places.size(); ++i) {
        QCOMPARE(tokens.tokens[i].begin, places[i].first);
        QCOMPARE(tokens.tokens[i].end, places[i].second);
        QCOMPARE(tokens.tokens[i].word, words[i]);
        QCOMPARE(tokens.tokens[i].isSpecial, i == 2);
        QVERIFY(!tokens.tokens[i].isAdded);
    }
}

void TestTrainedTokenizer::markedWords()
{
    const Tokens tokens = makeTokenizer(llamaDefinition())->encode("cat.b ab</s>a");
    QCOMPARE(trainedTokenizerTexts(tokens), QString::fromUtf8("<s> ▁cat . b ▁a b </s> ▁a"));
    const std::vector<int> words{-1, 0, 1, 2, 3, 3, 4, 5};
    for (std::size_t i = 0; i < words.size(); ++i)
        QCOMPARE(tokens.tokens[i].word, words[i]);
}

void TestTrainedTokenizer::labels()
{
    const Built bert = makeTokenizer(bertDefinition());
    QCOMPARE(bert->encode("unaffable").tokens[2].label, std::string("aff"));
    QCOMPARE(bert->label("[SEP]"), std::string("[SEP]"));
    QCOMPARE(bert->appended("[MASK]"), std::string("[MASK]"));
    QCOMPARE(bert->appended("cat"), std::string(" cat"));
    QVERIFY(bert->isSpecial("[SEP]"));
    QVERIFY(!bert->isSpecial("cat"));
    QCOMPARE(bert->maskToken(), std::string("[MASK]"));
    // A word that became [UNK] is still a word of the text.
    const Token unknown = bert->encode("xyz").tokens[1];
    QCOMPARE(unknown.text, std::string("[UNK]"));
    QVERIFY(!unknown.isSpecial);
    const Built gpt = makeTokenizer(byteDefinition());
    QCOMPARE(gpt->encode("a the").tokens[1].label, std::string("the"));
    QCOMPARE(gpt->label("<|endoftext|>"), std::string("<|endoftext|>"));
}

void TestTrainedTokenizer::tokensLookTheSameEverywhere()
{
    // In a project, a checkpoint and a file of attention.
    const Built checkpoint = makeTokenizer(byteDefinition());
    for (const std::string text :
         {"cat", "❤\uFE0F\u200D🔥", "🏴\U000E0067\U000E0062\U000E007F", "葛\U000E0100", "猫\u200D"}) {
        std::string piece;
        for (const char byte : text)
            appendUtf8(piece, byteCharacter(std::uint8_t(byte)));
        const Token project = tokenize(text, Tokenizer::Whitespace).tokens.at(0);
        const Token attention = importedTokens({{text}}).tokens.at(0);
        QCOMPARE(checkpoint->label(piece), text);
        QCOMPARE(project.label.empty() ? project.text : project.label, text);
        QCOMPARE(attention.label.empty() ? attention.text : attention.label, text);
    }
    QCOMPARE(tokenize("a b", Tokenizer::Characters).tokens[1].label, std::string("␣"));
    QCOMPARE(importedTokens({{" "}}).tokens[0].label, std::string("␣"));
    QCOMPARE(checkpoint->label("Ġ"), std::string("␣"));
}

void TestTrainedTokenizer::anyBytesAreRead()
{
    const std::string strange("a\xFF\xE7\x8C z\x00\xF0\x9F\x98\x80\xED\xA0\x80", 15);
    for (const auto &definition : {bertDefinition(), byteDefinition(), llamaDefinition()}) {
        const Built tokenizer = makeTokenizer(definition);
        const Tokens tokens = tokenizer->encode(strange);
        QCOMPARE(QString::fromUtf8(QByteArray::fromStdString(tokens.normalized)).toUtf8().toStdString(),
                 tokens.normalized);
        std::size_t last = 0;
        for (const Token &token : tokens.tokens) {
            QVERIFY(token.begin <= token.end && token.end <= tokens.normalized.size());
            QVERIFY(token.begin >= last);
            last = token.begin;
        }
    }
    const Tokens bytes = makeTokenizer(byteDefinition())->encode("\xFF");
    QCOMPARE(bytes.normalized, std::string("\xEF\xBF\xBD"));
    QCOMPARE(trainedTokenizerTexts(bytes), QString::fromUtf8("ï ¿ ½"));
}

void TestTrainedTokenizer::aLongWord()
{
    // Quadratic merging would take minutes.
    const std::string text(200000, 'a');
    TokenizerDefinition definition;
    definition.model = TokenizerDefinition::Model::PairMerges;
    definition.vocabulary = {"a", "aa", "aaaa"};
    definition.merges = {{"a", "a"}, {"aa", "aa"}};
    QCOMPARE(makeTokenizer(definition)->encode(text).tokens.size(), std::size_t{50000});
}

void TestTrainedTokenizer::refused_data()
{
    QTest::addColumn<int>("change");
    QTest::addColumn<int>("kind");
    using Wrong = TokenizerError::Kind;
    QTest::newRow("a token twice") << 0 << int(Wrong::TokenTwice);
    QTest::newRow("a merge of an unknown piece") << 1 << int(Wrong::MergeUnknown);
    QTest::newRow("a merge that makes an unknown piece") << 2 << int(Wrong::MergeUnknown);
    QTest::newRow("no unknown token") << 3 << int(Wrong::UnknownMissing);
    QTest::newRow("an added token elsewhere") << 4 << int(Wrong::AddedElsewhere);
    QTest::newRow("a template beyond the vocabulary") << 5 << int(Wrong::TemplateBeyond);
}

void TestTrainedTokenizer::refused()
{
    QFETCH(int, change);
    QFETCH(int, kind);
    TokenizerDefinition definition = change < 3 ? byteDefinition() : bertDefinition();
    const std::vector<std::function<void()>> changes{
        [&] { definition.vocabulary.emplace_back("cat"); },
        [&] { definition.merges.emplace_back("cat", "猫"); },
        [&] { definition.merges.emplace_back("x", "y"); },
        [&] { definition.unknown = "[unk]"; },
        [&] { definition.added.back().id = 7; },
        [&] { definition.pair.back().id = 20; },
    };
    changes[std::size_t(change)]();
    try {
        makeTokenizer(definition);
        QFAIL("accepted");
    } catch (const TokenizerError &error) {
        QCOMPARE(int(error.kind()), kind);
        QVERIFY(!error.parts().empty());
    }
}

REGARD_GUILESS_TEST(TestTrainedTokenizer)
#include "test_trained_tokenizer.moc"
