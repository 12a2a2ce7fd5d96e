#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "io/base/file_error.h"
#include "io/tokenizer/tokenizer_building.h"
#include "io/tokenizer/tokenizer_files.h"
#include "io/tokenizer/tokenizer_json.h"
#include "io/tokenizer/tokenizer_text_files.h"
#include "message_of.h"
#include "test_class.h"

using namespace regard;

class TestTokenizerFiles : public QObject {
    Q_OBJECT

private slots:
    void wordPiecesFromLines();
    void cased();
    void bytePairsFromTwoFiles();
    void robertaFromTwoFiles();
    void settings();
    void addedTokensFile();
    void mergesAsTextsAndAsPairs();
    void templates_data();
    void templates();
    void damagedJson_data();
    void damagedJson();
    void notSupported_data();
    void notSupported();
    void damagedFolders_data();
    void damagedFolders();
    void damagedLines();
};

namespace {

/// Name and content of each file.
using Files = QList<std::pair<QString, QByteArray>>;
using Built = std::shared_ptr<const TrainedTokenizer>;

void tokenizerFilesWrite(const QTemporaryDir &folder, const Files &files)
{
    for (const auto &[name, content] : files) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(content), content.size());
    }
}

QString texts(const Tokens &tokens)
{
    QStringList list;
    for (const Token &token : tokens.tokens)
        list << QString::fromStdString(token.text);
    return list.join(QLatin1Char(' '));
}

const QByteArray bertLines = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\ncat\n##s\nete\nÉté\n猫\n";

/// A small byte-pair tokenizer.json with one part replaced.
QByteArray json(const QByteArray &part = {}, const QByteArray &by = {})
{
    QByteArray text = R"({
 "version": "1.0", "truncation": {"max_length": 2}, "padding": null,
 "added_tokens": [{"id": 4, "content": "<end>", "special": true, "normalized": false, "single_word": false}],
 "normalizer": null, "pre_tokenizer": null, "post_processor": null, "decoder": null,
 "model": {"type": "BPE", "dropout": null, "unk_token": null, "fuse_unk": false, "byte_fallback": false,
  "vocab": {"a": 0, "b": 1, "ab": 2, "aba": 3},
  "merges": ["a b", "ab a"]}
})";
    if (!part.isEmpty() && !text.contains(part))
        qFatal("the test's JSON has no such part");
    return part.isEmpty() ? text : text.replace(part, by);
}

QString tokensOf(const QByteArray &text, const char *sentence)
{
    return texts(builtTokenizer(parseTokenizerJson(text.toStdString(), "t.json"), "t.json")->encode(sentence));
}

/// What reading says; empty where it is accepted.
QString tokenizerFilesRefusal(const QByteArray &text)
{
    return messageOf<FileError>([&] { tokensOf(text, "abab"); });
}

} // namespace

void TestTokenizerFiles::wordPiecesFromLines()
{
    const QTemporaryDir folder;
    tokenizerFilesWrite(folder, {{QStringLiteral("vocab.txt"), bertLines}});
    const Built tokenizer = readTokenizer(folder.path(), "bert");
    QCOMPARE(tokenizer->kind(), std::string("WordPiece"));
    QCOMPARE(tokenizer->vocabulary().size(), std::size_t{10});
    QCOMPARE(texts(tokenizer->encode("Cats 猫 ÉTÉ dog [MASK]")),
             QString::fromUtf8("[CLS] cat ##s 猫 ete [UNK] [MASK] [SEP]"));
    QCOMPARE(texts(tokenizer->encodePair("cat", "ete")), QStringLiteral("[CLS] cat [SEP] ete [SEP]"));
    QCOMPARE(tokenizer->encodePair("cat", "ete").tokens.back().type, 1);
    QCOMPARE(tokenizer->maskToken(), std::string("[MASK]"));
    QCOMPARE(tokenizer->padToken(), std::string("[PAD]"));
    QCOMPARE(tokenizer->endToken(), std::string());
}

void TestTokenizerFiles::cased()
{
    const QTemporaryDir folder;
    tokenizerFilesWrite(
        folder, {{QStringLiteral("vocab.txt"), bertLines},
                 {QStringLiteral("tokenizer_config.json"), R"({"do_lower_case": false, "strip_accents": null})"}});
    QCOMPARE(texts(readTokenizer(folder.path(), "bert")->encode("Été Cat cat")),
             QString::fromUtf8("[CLS] Été [UNK] cat [SEP]"));
}

void TestTokenizerFiles::bytePairsFromTwoFiles()
{
    const QTemporaryDir folder;
    tokenizerFilesWrite(folder, {{QStringLiteral("vocab.json"),
                                  R"({"c":0,"a":1,"t":2,"ca":3,"cat":4,"Ġ":5,"Ġcat":6,"<|endoftext|>":7})"},
                                 {QStringLiteral("merges.txt"), "#version: 0.2\nc a\nca t\nĠ cat\n"},
                                 {QStringLiteral("config.json"), R"({"model_type": "gpt2", "eos_token_id": 7})"}});
    const Built tokenizer = readTokenizer(folder.path(), "gpt2");
    QCOMPARE(texts(tokenizer->encode("cat cat<|endoftext|>ta")), QString::fromUtf8("cat Ġcat <|endoftext|> t a"));
    QCOMPARE(tokenizer->endToken(), std::string("<|endoftext|>"));
    QVERIFY(tokenizer->isSpecial("<|endoftext|>"));
}

void TestTokenizerFiles::robertaFromTwoFiles()
{
    const QTemporaryDir folder;
    tokenizerFilesWrite(
        folder,
        {{QStringLiteral("vocab.json"), R"({"<s>":0,"<pad>":1,"</s>":2,"<unk>":3,"a":4,"Ġ":5,"<mask>":6})"},
         {QStringLiteral("merges.txt"), "#version: 0.2\n"},
         {QStringLiteral("special_tokens_map.json"), R"({"mask_token": {"content": "<mask>", "lstrip": true}})"}});
    const Built tokenizer = readTokenizer(folder.path(), "roberta");
    QCOMPARE(texts(tokenizer->encode("a <mask> a")), QString::fromUtf8("<s> a <mask> Ġ a </s>"));
    const Tokens pair = tokenizer->encodePair("a", "a");
    QCOMPARE(texts(pair), QStringLiteral("<s> a </s> </s> a </s>"));
    for (const Token &token : pair.tokens)
        QCOMPARE(token.type, 0);
    QCOMPARE(tokenizer->maskToken(), std::string("<mask>"));
    QCOMPARE(tokenizer->endToken(), std::string("</s>"));
}

void TestTokenizerFiles::settings()
{
    const QTemporaryDir folder;
    tokenizerFilesWrite(folder,
                        {{QStringLiteral("tokenizer.json"), json()},
                         {QStringLiteral("tokenizer_config.json"),
                          R"({"bos_token": "<end>", "eos_token": {"content": "<end>"}, "add_bos_token": true})"}});
    const Built tokenizer = readTokenizer(folder.path(), "llama");
    QCOMPARE(texts(tokenizer->encode("ab<end>")), QStringLiteral("ab <end>")); // templates stand in tokenizer.json
    QCOMPARE(tokenizer->endToken(), std::string("<end>"));
}

void TestTokenizerFiles::addedTokensFile()
{
    const QTemporaryDir folder;
    tokenizerFilesWrite(folder, {{QStringLiteral("vocab.txt"), bertLines},
                                 {QStringLiteral("added_tokens.json"), R"({"[ENT]": 10, "New": 11})"}});
    const Built tokenizer = readTokenizer(folder.path(), "bert");
    QCOMPARE(texts(tokenizer->encode("cat[ENT] new")), QStringLiteral("[CLS] cat [ent] new [SEP]"));
    QCOMPARE(tokenizer->vocabulary()[11], std::string("new")); // as the library spells it
}

void TestTokenizerFiles::mergesAsTextsAndAsPairs()
{
    QCOMPARE(tokensOf(json(), "abaab<end>"), QStringLiteral("aba ab <end>"));
    QCOMPARE(tokensOf(json(R"(["a b", "ab a"])", R"([["a", "b"], ["ab", "a"]])"), "abaab<end>"),
             QStringLiteral("aba ab <end>"));
    QCOMPARE(tokensOf("\xEF\xBB\xBF" + json(), "ab"), QStringLiteral("ab"));
}

void TestTokenizerFiles::templates_data()
{
    QTest::addColumn<QByteArray>("processor");
    QTest::addColumn<QString>("single");
    QTest::addColumn<QString>("pair");
    QTest::newRow("none") << QByteArray("null") << QStringLiteral("a/0") << QStringLiteral("a/0 b/1");
    QTest::newRow("bytes' step") << QByteArray(R"({"type": "ByteLevel"})") << QStringLiteral("a/0")
                                 << QStringLiteral("a/0 b/1");
    QTest::newRow("BERT's") << QByteArray(R"({"type": "BertProcessing", "sep": ["ab", 2], "cls": ["aba", 3]})")
                            << QStringLiteral("aba/0 a/0 ab/0") << QStringLiteral("aba/0 a/0 ab/0 b/1 ab/1");
    QTest::newRow("RoBERTa's") << QByteArray(R"({"type": "RobertaProcessing", "sep": ["ab", 2], "cls": ["aba", 3]})")
                               << QStringLiteral("aba/0 a/0 ab/0") << QStringLiteral("aba/0 a/0 ab/0 ab/0 b/0 ab/0");
    const QByteArray own = R"({"type": "TemplateProcessing",
        "single": [{"Sequence": {"id": "A", "type_id": 2}}, {"SpecialToken": {"id": "E", "type_id": 1}}],
        "pair": [{"Sequence": {"id": "B", "type_id": 0}}, {"SpecialToken": {"id": "E", "type_id": 3}},
                 {"Sequence": {"id": "A", "type_id": 1}}],
        "special_tokens": {"E": {"id": "E", "ids": [4, 2], "tokens": ["<end>", "ab"]}}})";
    QTest::newRow("the file's own") << own << QStringLiteral("a/2 <end>/1 ab/1")
                                    << QStringLiteral("b/0 <end>/3 ab/3 a/1");
    QTest::newRow("in a sequence") << R"({"type": "Sequence", "processors": [{"type": "ByteLevel"}, )" + own + "]}"
                                   << QStringLiteral("a/2 <end>/1 ab/1") << QStringLiteral("b/0 <end>/3 ab/3 a/1");
}

void TestTokenizerFiles::templates()
{
    QFETCH(QByteArray, processor);
    QFETCH(QString, single);
    QFETCH(QString, pair);
    const QByteArray text = json(R"("post_processor": null)", R"("post_processor": )" + processor);
    const Built tokenizer = builtTokenizer(parseTokenizerJson(text.toStdString(), "t.json"), "t.json");
    const auto typed = [](const Tokens &tokens) {
        QStringList list;
        for (const Token &token : tokens.tokens)
            list << QString::fromStdString(token.text) + QLatin1Char('/') + QString::number(token.type);
        return list.join(QLatin1Char(' '));
    };
    QCOMPARE(typed(tokenizer->encode("a")), single);
    QCOMPARE(typed(tokenizer->encodePair("a", "b")), pair);
}

void TestTokenizerFiles::damagedJson_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *name, const QByteArray &text, const char *expected) {
        QTest::newRow(name) << text << QStringLiteral("t.json: ") + QString::fromUtf8(expected);
    };
    row("empty", "", "line 1, column 1: the file ends before its JSON is complete");
    row("cut off", json().left(json().indexOf(R"(, "b": 1)")),
        "line 6, column 19: the file ends before its JSON is complete in \"a\"");
    row("no object", "[1]", "is a list, not an object");
    row("no model", R"({"version": "1.0"})", "model: is missing, an object is needed");
    row("a hole", json(R"("aba": 3)", R"("aba": 5)"),
        "the token \"aba\" has the id 5, but there are only 5 tokens, whose ids count from 0 without a hole");
    row("a hole before an added token", json(R"("ab": 2, "aba": 3)", R"("ab": 2)"),
        "the token \"<end>\" has the id 4, but there are only 4 tokens, whose ids count from 0 without a hole");
    row("a huge id", json(R"("aba": 3)", R"("aba": 99999999999999999999)"),
        "the id of the token \"aba\" is 1e+20, not a whole number from 0");
    row("the highest id", json(R"("aba": 3)", R"("aba": 9223372036854775807)"),
        "the token \"aba\" has the id 9223372036854775807, but there are only 5 tokens, whose ids count from 0 without "
        "a hole");
    row("a negative id", json(R"("aba": 3)", R"("aba": -1)"),
        "the id of the token \"aba\" is -1, not a whole number from 0");
    row("an id as a text", json(R"("aba": 3)", R"("aba": "3")"),
        "the id of the token \"aba\" is the text \"3\", not a whole number from 0");
    row("two tokens with one id", json(R"("aba": 3)", R"("aba": 2)"),
        "the tokens \"ab\" and \"aba\" have the same id 2");
    row("a token twice", json(R"("aba": 3)", R"("ab": 3)"),
        "the token \"ab\" stands twice in the vocabulary, with the ids 2 and 3");
    row("a merge of an unknown piece", json("ab a", "ab x"),
        "merge 2 joins \"ab\" and \"x\", but the vocabulary has no token \"x\"");
    row("a merge that makes an unknown piece", json("ab a", "b a"),
        "merge 2 joins \"b\" and \"a\", but the vocabulary has no token \"ba\"");
    row("a merge of one piece", json("ab a", "aba"), "model.merges: merge 2 is not two pieces");
    row("a merge of three", json("ab a", "a b a"), "model.merges: merge 2 is not two pieces");
    row("a merge that is a number", json(R"("ab a")", "7"), "model.merges: merge 2 is not two pieces");
    row("an unknown token that is not there", json(R"("unk_token": null)", R"("unk_token": "<unk>")"),
        "the vocabulary lacks the token \"<unk>\", which stands for unknown words");
    row("vocabulary of another kind", json(R"({"a": 0, "b": 1, "ab": 2, "aba": 3})", "7"),
        "model.vocab: is not an object of tokens and ids");
    row("an added token elsewhere", json("<end>", "ab"),
        "the added token \"ab\" has the id 4, but the vocabulary gives it 2");
    row("an added token's id is taken", json(R"("id": 4)", R"("id": 3)"),
        "the tokens \"aba\" and \"<end>\" have the same id 3");
    row("an added token without a text", json(R"("content": "<end>")", R"("content": 5)"),
        "added_tokens[0].content: is 5, not a text");
    row("a flag that is none", json(R"("single_word": false)", R"("single_word": 0)"),
        "added_tokens[0].single_word: is 0, not true or false");
    row("a key twice", json(R"("decoder": null)", R"("normalizer": null)"), "the key \"normalizer\" stands twice");
    row("a template beyond the vocabulary",
        json(R"("post_processor": null)",
             R"("post_processor": {"type": "BertProcessing", "sep": ["x", 9], "cls": ["a", 0]})"),
        "the template names the id 9, but there are only 5 tokens");
    row("a template without its sentence",
        json(R"("post_processor": null)",
             R"("post_processor": {"type": "TemplateProcessing", "single": [], "pair": [], "special_tokens": {}})"),
        "post_processor.single: the sequence A must stand there once, and B must not");
    row("a template's unknown token",
        json(
            R"("post_processor": null)",
            R"("post_processor": {"type": "TemplateProcessing", "single": [{"SpecialToken": {"id": "X"}}], "special_tokens": {}})"),
        "post_processor.single[0].SpecialToken: the token \"X\" is not among the template's special_tokens");
}

void TestTokenizerFiles::damagedJson()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, expected);
    QCOMPARE(tokenizerFilesRefusal(text), expected);
}

void TestTokenizerFiles::notSupported_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *name, const QByteArray &text, const char *expected) {
        QTest::newRow(name) << text << QStringLiteral("t.json: ") + QString::fromUtf8(expected);
    };
    const auto part = [](const char *key, const char *value) {
        return json(QByteArray("\"") + key + "\": null", QByteArray("\"") + key + "\": " + value);
    };
    row("Unigram", json(R"("type": "BPE")", R"("type": "Unigram")"),
        "model.vocab: is not a list of pieces and their scores");
    row("WordLevel", json(R"("type": "BPE")", R"("type": "WordLevel")"),
        "model: the model \"WordLevel\" is not supported, but WordPiece, BPE and Unigram are");
    row("a normalizer",
        part("normalizer", R"({"type": "Sequence", "normalizers": [{"type": "NFC"}, {"type": "Nmt"}]})"),
        "normalizer.normalizers[1]: the normalizer \"Nmt\" is not supported");
    row("a regular expression",
        part("normalizer", R"({"type": "Replace", "pattern": {"Regex": "(x)\\1"}, "content": ""})"),
        R"(normalizer.pattern.Regex: "\1" in the expression "(x)\1" is not supported)");
    row("replacements without end", part("normalizer", R"({"type": "Sequence", "normalizers": [
            {"type": "Replace", "pattern": {"String": "a"}, "content": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"},
            {"type": "Replace", "pattern": {"String": "a"}, "content": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}]})"),
        "normalizer: its replacements may make a text more than 1000 times as long");
    row("a pre-tokenizer", part("pre_tokenizer", R"({"type": "FixedLength", "length": 3})"),
        "pre_tokenizer: the pre-tokenizer \"FixedLength\" is not supported");
    row("a pattern",
        part("pre_tokenizer", R"({"type": "Split", "pattern": {"Regex": "\\G\\d+"}, "behavior": "Isolated"})"),
        R"(pre_tokenizer.pattern.Regex: "\G" in the expression "\G\d+" is not supported)");
    row("a post-processor", part("post_processor", R"({"type": "Other"})"),
        "post_processor: the post-processor \"Other\" is not supported");
    row("random merges", json(R"("dropout": null)", R"("dropout": 1)"),
        "model.dropout: random merges are not supported");
    row("affixes", json(R"("unk_token": null)", R"("unk_token": null, "end_of_word_suffix": "</w>")"),
        "model.end_of_word_suffix: \"</w>\" is not supported: pieces that are spelled differently inside of a word");
}

void TestTokenizerFiles::notSupported()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, expected);
    QCOMPARE(tokenizerFilesRefusal(text), expected);
}

void TestTokenizerFiles::damagedFolders_data()
{
    QTest::addColumn<Files>("files");
    QTest::addColumn<QString>("modelType");
    QTest::addColumn<QString>("expected"); // after the folder's path
    const auto row = [](const char *name, const char *modelType, const Files &files, const char *expected) {
        QTest::newRow(name) << files << QString::fromLatin1(modelType) << QString::fromUtf8(expected);
    };
    row("nothing", "bert", {},
        ": has no tokenizer: neither tokenizer.json nor vocab.txt, vocab.json with merges.txt, tokenizer.model, "
        "spiece.model, spm.model, sentencepiece.bpe.model, or source.spm with target.spm and vocab.json");
    row("a line twice", "bert", {{QStringLiteral("vocab.txt"), bertLines + "cat\n"}},
        "/vocab.txt: the token \"cat\" stands twice in the vocabulary, with the ids 5 and 10");
    row("no separator", "bert", {{QStringLiteral("vocab.txt"), "[UNK]\n[CLS]\n"}},
        "/vocab.txt: the vocabulary lacks the token \"[SEP]\", which the files name as sep_token");
    row("an added token beyond", "bert",
        {{QStringLiteral("vocab.txt"), bertLines}, {QStringLiteral("added_tokens.json"), R"({"x": 12})"}},
        "/vocab.txt: the token \"x\" has the id 12, but there are only 11 tokens, whose ids count from 0 without a "
        "hole");
    row("broken settings", "bert",
        {{QStringLiteral("vocab.txt"), bertLines}, {QStringLiteral("tokenizer_config.json"), "{"}},
        "/tokenizer_config.json: line 1, column 2: the file ends before its JSON is complete");
    row("settings of another kind", "bert",
        {{QStringLiteral("vocab.txt"), bertLines}, {QStringLiteral("tokenizer_config.json"), R"({"mask_token": 5})"}},
        "/tokenizer_config.json: mask_token: is 5, not an object");
    row("no vocabulary in vocab.json", "gpt2",
        {{QStringLiteral("vocab.json"), "[]"}, {QStringLiteral("merges.txt"), ""}},
        "/vocab.json: is a list, not an object of tokens and ids");
    row("a merge of unknown pieces", "gpt2",
        {{QStringLiteral("vocab.json"), R"({"a": 0, "b": 1})"}, {QStringLiteral("merges.txt"), "a b\n"}},
        "/merges.txt: merge 1 joins \"a\" and \"b\", but the vocabulary has no token \"ab\"");
    row("no SentencePiece model", "llama", {{QStringLiteral("tokenizer.model"), "nonsense"}},
        "/tokenizer.model: is not a SentencePiece model, or not a complete one");
    row("an empty SentencePiece model", "llama", {{QStringLiteral("tokenizer.model"), ""}},
        "/tokenizer.model: is not a SentencePiece model: ");
    row("NLLB's pieces alone", "m2m_100",
        {{QStringLiteral("sentencepiece.bpe.model"), "x"},
         {QStringLiteral("tokenizer_config.json"), R"({"tokenizer_class": "NllbTokenizerFast"})"}},
        ": lacks what the tokenizer class NllbTokenizer is made of: tokenizer.json; from sentencepiece.bpe.model alone "
        "the languages would have other ids than the model's");
    row("no target", "marian", {{QStringLiteral("source.spm"), "x"}, {QStringLiteral("vocab.json"), "{}"}},
        "/target.spm: there is no such file");
}

void TestTokenizerFiles::damagedFolders()
{
    QFETCH(Files, files);
    QFETCH(QString, modelType);
    QFETCH(QString, expected);
    const QTemporaryDir folder;
    tokenizerFilesWrite(folder, files);
    try {
        readTokenizer(folder.path(), modelType.toStdString());
        QFAIL("accepted");
    } catch (const FileError &error) {
        const QString message = QString::fromStdString(error.what());
        QVERIFY2(message.startsWith(folder.path() + expected), qPrintable(message));
    }
}

void TestTokenizerFiles::damagedLines()
{
    const auto refused = [](auto parse, const std::string &text) -> std::string {
        try {
            parse(text, "f");
        } catch (const FileError &error) {
            return error.what();
        }
        return {};
    };
    QCOMPARE(refused(parseVocabularyText, ""), std::string("f: the vocabulary is empty"));
    QCOMPARE(refused(parseVocabularyText, "a\n\xFF\n"), std::string("f: line 2 is not valid UTF-8"));
    QCOMPARE(refused(parseMergesText, "#version: 0.2\na b\nab\n"), std::string("f: line 3 is not two pieces"));
    QCOMPARE(parseVocabularyText("a\r\n\r\nb", "f"), (std::vector<std::string>{"a", "", "b"}));
    QCOMPARE(parseMergesText("#version\n# b\n\na b", "f").size(), std::size_t{2});
}

REGARD_GUILESS_TEST(TestTokenizerFiles)
#include "test_tokenizer_files.moc"
