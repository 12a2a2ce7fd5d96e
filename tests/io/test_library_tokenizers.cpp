#include <array>
#include <memory>
#include <string>
#include <vector>

#include <QTemporaryDir>
#include <QtTest>

#include "io/base/file_error.h"
#include "io/tokenizer/tokenizer_files.h"
#include "paths.h"
#include "test_class.h"
#include "text/trained_tokenizer.h"

using namespace regard;

namespace {

const QString libraryTokenizers = QStringLiteral(REGARD_TEST_DATA "/tokenizers/");
constexpr int textsPerSum = 3;

QJsonDocument libraryJson(const QString &name)
{
    QFile file(libraryTokenizers + name);
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()) : QJsonDocument();
}

const QJsonObject &libraryParts()
{
    static const QJsonObject parts = libraryJson(QStringLiteral("parts.json")).object();
    return parts;
}

/// With the long parts in place of their names.
QJsonValue filledPart(const QJsonValue &value)
{
    const auto part = [](const QString &name) { return libraryParts()[name.mid(1)]; };
    if (value.isString() && value.toString() == QLatin1String("@table"))
        return part(value.toString());
    if (value.isArray()) {
        QJsonArray list;
        for (const QJsonValue &item : value.toArray())
            if (item.isArray() && item.toArray().first() == QLatin1String("@pieces"))
                for (const QJsonValue &piece : part(QStringLiteral("@pieces")).toArray())
                    list << piece;
            else
                list << filledPart(item);
        return list;
    }
    if (!value.isObject())
        return value;
    QJsonObject object = value.toObject();
    if (const QString model = object.value(QStringLiteral("vocab")).toString(); model.startsWith(QLatin1Char('@'))) {
        QJsonObject whole = part(model).toObject();
        object.remove(QStringLiteral("vocab"));
        for (auto key = object.begin(); key != object.end(); ++key)
            whole[key.key()] = key.value();
        return whole;
    }
    for (auto key = object.begin(); key != object.end(); ++key)
        key.value() = filledPart(key.value());
    return object;
}

QByteArray bytesOf(const QString &name, const QJsonValue &content)
{
    if (content == QLatin1String("@model") || content == QLatin1String("@piece_pairs")) {
        const bool isUnigram = content == QLatin1String("@model");
        QFile model(libraryTokenizers + (isUnigram ? QStringLiteral("unigram.model") : QStringLiteral("pairs.model")));
        return model.open(QIODevice::ReadOnly) ? model.readAll() : QByteArray();
    }
    if (content.isString())
        return content.toString().toUtf8();
    QJsonObject tree = content.toObject();
    if (name == QLatin1String("tokenizer.json")) {
        tree = libraryParts()[QStringLiteral("base")].toObject();
        for (const QString &key : content.toObject().keys())
            tree[key] = content.toObject()[key];
    }
    return QJsonDocument(filledPart(tree).toObject()).toJson();
}

std::shared_ptr<const TrainedTokenizer> tokenizerFrom(const QJsonObject &files, const QString &model)
{
    const QTemporaryDir folder;
    for (auto file = files.begin(); file != files.end(); ++file) {
        QFile written(folder.filePath(file.key()));
        if (written.open(QIODevice::WriteOnly))
            written.write(bytesOf(file.key(), file.value()));
    }
    return readTokenizer(folder.path(), model.toStdString());
}

/// The sentence that refuses a tokenizer, without the file's name.
QString refusalOf(const QJsonObject &tokenizer)
{
    try {
        tokenizerFrom({{QStringLiteral("tokenizer.json"), tokenizer}}, QStringLiteral("llama"));
    } catch (const FileError &error) {
        return QString::fromStdString(error.reason);
    }
    return {};
}

QJsonObject object(const char *json)
{
    return QJsonDocument::fromJson(json).object();
}

QStringList spellings(const Tokens &tokens)
{
    QStringList texts;
    for (const Token &token : tokens.tokens)
        texts << QString::fromStdString(token.text);
    return texts;
}

QStringList spellings(const QJsonValue &list)
{
    QStringList texts;
    for (const QJsonValue &text : list.toArray())
        texts << text.toString();
    return texts;
}

QString sumOf(const QByteArray &bytes)
{
    return QStringLiteral("%1").arg(qChecksum(bytes), 4, 16, QLatin1Char('0'));
}

} // namespace

/// Tokenizers of every kind of step, model and class beside the library's (tests/data/tokenizers).
class LibraryTokenizersTest : public QObject {
    Q_OBJECT
private slots:
    void tokens_data()
    {
        QTest::addColumn<QJsonObject>("item");
        const QJsonArray cases = libraryJson(QStringLiteral("cases.json")).array();
        QVERIFY(cases.size() > 140);
        for (const QJsonValue &item : cases)
            QTest::newRow(qPrintable(item[QStringLiteral("name")].toString())) << item.toObject();
    }

    void tokens()
    {
        QFETCH(QJsonObject, item);
        const auto tokenizer =
            tokenizerFrom(item[QStringLiteral("files")].toObject(), item[QStringLiteral("model")].toString());
        const QJsonArray texts = libraryParts()[QStringLiteral("texts")].toArray();
        QVERIFY(texts.size() > 200);
        const QJsonArray shown = item[QStringLiteral("tokens")].toArray();
        const QString sums = item[QStringLiteral("sums")].toString();
        QByteArray spelled;
        QByteArray words;
        for (qsizetype i = 0; i < texts.size(); ++i) {
            const Tokens found = tokenizer->encode(texts[i].toString().toStdString());
            if (i < shown.size())
                QCOMPARE(spellings(found), spellings(shown[i]));
            spelled += spellings(found).join(QChar(0x1F)).toUtf8() + '\x1E';
            words += words.isEmpty() ? "" : " ";
            int before = -1;
            for (const Token &token : found.tokens) {
                const int word = token.isAdded ? -1 : token.word;
                words += word >= 0 && word == before ? 's' : 'n';
                before = word;
                QVERIFY(token.begin <= token.end && token.end <= found.normalized.size());
            }
            if (i % textsPerSum != textsPerSum - 1 && i + 1 < texts.size())
                continue;
            const qsizetype group = i / textsPerSum;
            const QString about =
                QStringLiteral("texts %1 to %2: %3").arg(group * textsPerSum).arg(i).arg(QString::fromUtf8(spelled));
            QVERIFY2(sumOf(spelled) == sums.mid(4 * group, 4), qPrintable(about));
            spelled.clear();
        }
        if (item.contains(QStringLiteral("words")))
            QCOMPARE(sumOf(words), item[QStringLiteral("words")].toString());
    }

    void pairs_data() { tokens_data(); }

    void pairs()
    {
        QFETCH(QJsonObject, item);
        const QJsonArray pair = item[QStringLiteral("pair")].toArray();
        if (pair.isEmpty())
            return;
        const auto tokenizer =
            tokenizerFrom(item[QStringLiteral("files")].toObject(), item[QStringLiteral("model")].toString());
        const Tokens found = tokenizer->encodePair("The cat sat on the mat.", "It was tired.");
        QCOMPARE(spellings(found), spellings(pair[0]));
        const QString kind =
            item[QStringLiteral("files")][QStringLiteral("tokenizer_config.json")][QStringLiteral("tokenizer_class")]
                .toString();
        const bool givesTypes = kind == QLatin1String("DebertaV2Tokenizer");
        for (std::size_t i = 0; i < found.tokens.size(); ++i)
            QCOMPARE(found.tokens[i].type, givesTypes ? pair[1][qsizetype(i)].toInt() : 0);
        if (const QJsonValue target = item[QStringLiteral("target")]; target.isArray())
            QCOMPARE(spellings(tokenizer->encodeTarget("The cat sat on the rug and it was dry-cleaned.")),
                     spellings(target));
    }

    /// A case that shows what a rule does gives other tokens than one without it.
    void rules()
    {
        QHash<QString, QString> sums;
        const QJsonArray cases = libraryJson(QStringLiteral("cases.json")).array();
        for (const QJsonValue &item : cases)
            sums[item[QStringLiteral("name")].toString()] = item[QStringLiteral("sums")].toString();
        int compared = 0;
        for (const QJsonValue &item : cases) {
            const QString off = item[QStringLiteral("off")].toString();
            if (off.isEmpty())
                continue;
            ++compared;
            QVERIFY2(sums.contains(off) && sums[off] != item[QStringLiteral("sums")].toString(), qPrintable(off));
        }
        QVERIFY(compared > 50);
    }

    void refusals_data()
    {
        QTest::addColumn<QJsonObject>("tokenizer");
        QTest::addColumn<QString>("sentence");
        const auto add = [](const char *tokenizer, const char *sentence) {
            QTest::newRow(tokenizer) << object(tokenizer) << QString::fromUtf8(sentence);
        };
        const auto addExpression =
            [](const char *expression, const char *part) {
                const QJsonObject pattern{{QStringLiteral("Regex"), QString::fromUtf8(expression)}};
                const QJsonObject step{{QStringLiteral("type"), QStringLiteral("Split")},
                                       {QStringLiteral("pattern"), pattern},
                                       {QStringLiteral("behavior"), QStringLiteral("Isolated")},
                                       {QStringLiteral("invert"), false}};
                QTest::newRow(expression)
                    << QJsonObject{{QStringLiteral("pre_tokenizer"), step}}
                    << QStringLiteral("pre_tokenizer.pattern.Regex: \"%1\" in the expression \"%2\" is not supported")
                           .arg(QString::fromUtf8(part), QString::fromUtf8(expression));
            };
        add(R"({"normalizer": {"type": "Nmt"}})", "normalizer: the normalizer \"Nmt\" is not supported");
        add(R"({"normalizer": {"type": "Precompiled", "precompiled_charsmap": "!"}})",
            "normalizer.precompiled_charsmap: is not base64");
        add(R"({"normalizer": {"type": "Precompiled", "precompiled_charsmap": ""}})",
            "normalizer.precompiled_charsmap: is not a table of replacements, or not a complete one");
        add(R"({"normalizer": {"type": "Precompiled", "precompiled_charsmap": "BAAAAP////8A"}})",
            "normalizer.precompiled_charsmap: is not a table of replacements, or not a complete one");
        add(R"({"pre_tokenizer": {"type": "FixedLength", "length": 3}})",
            "pre_tokenizer: the pre-tokenizer \"FixedLength\" is not supported");
        add(R"({"pre_tokenizer": {"type": "Metaspace", "replacement": "ab"}})",
            "pre_tokenizer.replacement: \"ab\" is not one character");
        add(R"({"pre_tokenizer": {"type": "Metaspace", "replacement": "_", "add_prefix_space": false}})",
            "pre_tokenizer.add_prefix_space: false needs \"never\" as prepend_scheme");
        add(R"({"pre_tokenizer": {"type": "Punctuation", "behavior": "isolated"}})",
            "pre_tokenizer.behavior: the behavior \"isolated\" is not supported");
        add(R"({"model": {"type": "Unigram", "vocab": [["a", 0]]}})",
            "model.unk_id: is needed here: the library fails at every character that no piece spells");
        add(R"({"model": {"type": "Unigram", "unk_id": 1, "vocab": [["a", 0]]}})",
            "model.unk_id: is 1, but there are only 1 pieces");
        add(R"({"model": {"type": "Unigram", "unk_id": 0, "vocab": {"a": 0}}})",
            "model.vocab: is not a list of pieces and their scores");
        add(R"({"model": {"type": "Unigram", "unk_id": 0, "vocab": [["a", 0], ["b"]]}})",
            "model.vocab: entry 2 is not a piece and its score");
        add(R"({"added_tokens": [], "model": {"type": "Unigram", "unk_id": 0, "vocab": [["a", 0], ["a", 1]]}})",
            "the token \"a\" stands twice in the vocabulary, with the ids 0 and 1");
        add(R"({"normalizer": {"type": "Sequence", "normalizers": [
                {"type": "Replace", "pattern": {"Regex": "."}, "content": "0123456789012345678901234567890123456789"},
                {"type": "Replace", "pattern": {"Regex": "."}, "content": "0123456789012345678901234567890123456789"}
            ]}})",
            "normalizer: its replacements may make a text more than 1000 times as long");
        addExpression(R"((a)\1)", R"(\1)");
        addExpression(R"(a\K)", R"(\K)");
        addExpression(R"([[:^alpha:]])", R"([:^alpha:]])");
        addExpression(R"([a&&b])", R"([a&&)");
        addExpression(R"([a-\d])", R"([a-\d)");
        addExpression(R"(\p{Punct})", R"(\p{Punct})");
        addExpression(R"((?m:.))", R"((?m)");
        addExpression(R"(a(?i)b)", R"((?i))");
        addExpression(R"((?i:é))", "é");
        addExpression(R"((?i:\p{Lu}))", R"(\p{Lu})");
        addExpression("a**", "*");
        addExpression("a{3}?", "{3}?");
        addExpression("a{3,1}", "{3,1}");
        addExpression("a{1,2000}", "{1,2000");
        addExpression("(?<=a*)b", "U_REGEX_LOOK_BEHIND_LIMIT");
        addExpression("(a", "(a");
        addExpression("a)", ")");
        addExpression("[a", "[a");
    }

    void refusals()
    {
        QFETCH(QJsonObject, tokenizer);
        QFETCH(QString, sentence);
        QCOMPARE(refusalOf(tokenizer), sentence);
    }

    /// An expression that tries every way to cut a text is given up with a sentence.
    void explodingExpression()
    {
        const auto tokenizer = tokenizerFrom(
            {{QStringLiteral("tokenizer.json"), object(R"({"normalizer": {"type": "Replace", "content": "",
                                                      "pattern": {"Regex": "(?:a*)*(?:a|aa)+b"}}})")}},
            QStringLiteral("llama"));
        QVERIFY(tokenizer->encode("aab").tokens.size() <= 3);
        try {
            tokenizer->encode(std::string(200, 'a'));
            QFAIL("an exploding expression ended");
        } catch (const FileError &error) {
            QCOMPARE(QString::fromStdString(error.reason),
                     QStringLiteral("the expression \"(?:a*)*(?:a|aa)+b\" takes too long to match this text"));
        }
    }

    /// A piece stands where its characters were typed, whatever became of them.
    void places()
    {
        const auto tokenizer =
            tokenizerFrom({{QStringLiteral("tokenizer.json"),
                            object(R"({"normalizer": {"type": "Precompiled", "precompiled_charsmap": "@table"}})")}},
                          QStringLiteral("llama"));
        const std::string text = "a ﬁ … ①";
        QStringList parts;
        for (const Token &token : tokenizer->encode(text).tokens)
            parts << QString::fromStdString(text.substr(token.begin, token.end - token.begin));
        QCOMPARE(parts.first(), QStringLiteral("a"));
        QVERIFY2(parts.contains(QStringLiteral("…")) && parts.last() == QStringLiteral("①"),
                 qPrintable(parts.join(u'|')));
    }
};

REGARD_GUILESS_TEST(LibraryTokenizersTest)

#include "test_library_tokenizers.moc"
