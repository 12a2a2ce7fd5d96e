#include <memory>
#include <string>
#include <vector>

#include <QTemporaryDir>
#include <QtTest>

#include "checkpoint_copy.h"
#include "expected_file.h"
#include "io/base/file_error.h"
#include "io/checkpoint/checkpoint.h"
#include "io/tokenizer/tokenizer_files.h"
#include "paths.h"
#include "test_class.h"
#include "text/trained_tokenizer.h"

using namespace regard;

namespace {

const QString tokenizerSettingsCheckpoints = QStringLiteral(REGARD_TEST_DATA "/checkpoints/");

QByteArray tokenizerSettingsBytesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void tokenizerSettingsWrite(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("%s cannot be written", qPrintable(path));
}

const QJsonObject &settings()
{
    static const QJsonObject object = QJsonDocument::fromJson(tokenizerSettingsBytesOf(tokenizerSettingsCheckpoints +
                                                                                       QStringLiteral("settings.json")))
                                          .object();
    return object;
}

/// The value with what stands at a place such as model/vocab set; Undefined takes it away.
QJsonValue with(const QJsonValue &value, const QStringList &place, const QJsonValue &set)
{
    if (place.isEmpty())
        return set;
    QJsonObject object = value.toObject();
    const QJsonValue inside = with(object[place.front()], place.mid(1), set);
    if (inside.isUndefined())
        object.remove(place.front());
    else
        object[place.front()] = inside;
    return object;
}

/// A folder without its weights, changed as a case says.
class Changed {
public:
    explicit Changed(const QJsonObject &item)
    {
        const QDir source(tokenizerSettingsCheckpoints + item[QStringLiteral("folder")].toString());
        for (const QString &file : source.entryList(QDir::Files))
            if (!file.endsWith(QLatin1String(".safetensors")) && !item[QStringLiteral("drop")].toArray().contains(file))
                tokenizerSettingsWrite(path(file), tokenizerSettingsBytesOf(source.filePath(file)));
        const QJsonObject set = item[QStringLiteral("set")].toObject();
        const QJsonObject unset = item[QStringLiteral("unset")].toObject();
        for (const QString &file : set.keys()) {
            QJsonValue value = QJsonDocument::fromJson(tokenizerSettingsBytesOf(path(file))).object();
            const QJsonObject keys = set[file].toObject();
            for (const QString &place : keys.keys())
                value = with(value, place.split(QLatin1Char('/')), keys[place]);
            for (const QJsonValue &place : unset[file].toArray())
                value = with(value, place.toString().split(QLatin1Char('/')), QJsonValue(QJsonValue::Undefined));
            tokenizerSettingsWrite(path(file), QJsonDocument(value.toObject()).toJson());
        }
        if (item[QStringLiteral("split")].toBool())
            split();
    }

    QString path(const QString &file = {}) const { return m_folder.filePath(file); }
    std::string modelType() const
    {
        return QJsonDocument::fromJson(tokenizerSettingsBytesOf(path(QStringLiteral("config.json"))))
            .object()[QStringLiteral("model_type")]
            .toString()
            .toStdString();
    }

private:
    /// vocab.json and merges.txt in place of tokenizer.json, with the added tokens in the vocabulary.
    void split()
    {
        const QString name = path(QStringLiteral("tokenizer.json"));
        const QJsonObject whole = QJsonDocument::fromJson(tokenizerSettingsBytesOf(name)).object();
        QJsonObject vocabulary = whole[QStringLiteral("model")][QStringLiteral("vocab")].toObject();
        for (const QJsonValue &token : whole[QStringLiteral("added_tokens")].toArray())
            vocabulary[token[QStringLiteral("content")].toString()] = token[QStringLiteral("id")];
        QByteArray merges;
        for (const QJsonValue &pair : whole[QStringLiteral("model")][QStringLiteral("merges")].toArray())
            merges += pair[0].toString().toUtf8() + " " + pair[1].toString().toUtf8() + "\n";
        tokenizerSettingsWrite(path(QStringLiteral("vocab.json")), QJsonDocument(vocabulary).toJson());
        tokenizerSettingsWrite(path(QStringLiteral("merges.txt")), merges);
        QFile::remove(name);
    }

    QTemporaryDir m_folder;
};

QString tokenizerSettingsJoined(const Tokens &tokens)
{
    QStringList texts;
    for (const Token &token : tokens.tokens)
        texts << QString::fromUtf8("." + QByteArray::fromStdString(token.text)).mid(1);
    return texts.join(QLatin1Char(' '));
}

std::vector<int> types(const Tokens &tokens)
{
    std::vector<int> types;
    for (const Token &token : tokens.tokens)
        types.push_back(token.type);
    return types;
}

} // namespace

/// The folders of tests/data/checkpoints with other settings, beside what the transformers library makes of them.
class TokenizerSettingsTest : public QObject {
    Q_OBJECT
private slots:
    void adviceWorks_data()
    {
        QTest::addColumn<QString>("named");
        QTest::addColumn<QString>("advised");
        QTest::addColumn<QString>("files");
        const auto row = [](const char *folder, const char *named, const char *advised, const char *files) {
            QTest::newRow(qPrintable(QStringLiteral("%1 %2").arg(QLatin1String(folder), QLatin1String(named))))
                << QString::fromLatin1(named) << QString::fromLatin1(advised) << QString::fromLatin1(files);
        };
        row("bert_vocab", "DNATokenizer", "BertTokenizer", "vocab.txt");
        row("bert_vocab", "PreTrainedTokenizerFast", "BertTokenizer", "vocab.txt");
        row("bert", "DNATokenizer", "PreTrainedTokenizerFast", "tokenizer.json");
        row("bert", "GPT2Tokenizer", "PreTrainedTokenizerFast", "");
        row("gpt2", "DNATokenizer", "GPT2Tokenizer", "vocab.json, merges.txt");
        row("gpt2", "BertTokenizer", "GPT2Tokenizer", "vocab.json, merges.txt");
        row("llama_spm", "DNATokenizer", "LlamaTokenizer", "tokenizer.model");
        row("marian", "DNATokenizer", "MarianTokenizer", "source.spm, target.spm, vocab.json");
    }

    /// The class that a refusal names reads the files that are there.
    void adviceWorks()
    {
        QFETCH(const QString, named);
        QFETCH(const QString, advised);
        QFETCH(const QString, files);
        const QString folder = QString::fromLatin1(QTest::currentDataTag()).section(QLatin1Char(' '), 0, 0);
        CheckpointCopy copy(folder);
        const auto errorWith = [&](const QString &name) {
            QJsonObject settings = QJsonDocument::fromJson(copy.read(QStringLiteral("tokenizer_config.json"))).object();
            settings[QStringLiteral("tokenizer_class")] = name;
            copy.write(QStringLiteral("tokenizer_config.json"), QJsonDocument(settings).toJson());
            try {
                openCheckpoint(copy.path());
            } catch (const FileError &error) {
                return QString::fromUtf8(error.what());
            }
            return QString();
        };
        const QString error = errorWith(named);
        QVERIFY2(error.contains(QStringLiteral("; ") + advised + QLatin1Char(' ')) && error.endsWith(files),
                 qPrintable(error));
        QCOMPARE(errorWith(advised), QString());
    }

    void tokens_data()
    {
        QTest::addColumn<QJsonObject>("item");
        QVERIFY(settings()[QStringLiteral("cases")].toArray().size() > 800);
        for (const QJsonValue &item : settings()[QStringLiteral("cases")].toArray())
            QTest::addRow("%s: %s", qPrintable(item[QStringLiteral("folder")].toString()),
                          qPrintable(item[QStringLiteral("name")].toString()))
                << item.toObject();
    }

    void tokens()
    {
        QFETCH(QJsonObject, item);
        const Changed folder(item);
        const QJsonObject result =
            settings()[QStringLiteral("results")].toArray()[item[QStringLiteral("result")].toInt()].toObject();
        const QString refusal = item[QStringLiteral("refused")].toString();
        std::shared_ptr<const TrainedTokenizer> tokenizer;
        QString problem;
        try {
            tokenizer = readTokenizer(folder.path(), folder.modelType());
        } catch (const FileError &error) {
            problem = QString::fromStdString(error.what());
        }
        if (!refusal.isEmpty() || result.contains(QStringLiteral("error"))) {
            QVERIFY2(!problem.isEmpty() && problem.contains(refusal), qPrintable(problem));
            return;
        }
        QVERIFY2(tokenizer, qPrintable(problem));
        const bool edges = item[QStringLiteral("edges")].toBool();
        const QJsonArray texts = settings()[edges ? QStringLiteral("edges") : QStringLiteral("texts")].toArray();
        const QJsonArray expected = result[QStringLiteral("tokens")].toArray();
        QCOMPARE(texts.size(), expected.size());
        for (qsizetype i = 0; i < texts.size(); ++i)
            QCOMPARE(tokenizerSettingsJoined(tokenizer->encode(texts[i].toString().toStdString())),
                     expected[i].toString());
        if (!result.contains(QStringLiteral("pair")))
            return;
        const QJsonArray both = settings()[QStringLiteral("pair")].toArray();
        const Tokens pair = tokenizer->encodePair(both[0].toString().toStdString(), both[1].toString().toStdString());
        QCOMPARE(tokenizerSettingsJoined(pair), result[QStringLiteral("pair")].toString());
        QCOMPARE(types(pair), integers(result[QStringLiteral("types")]));
    }

    void addedTokens_data()
    {
        QTest::addColumn<QJsonObject>("item");
        const QJsonArray cases = QJsonDocument::fromJson(tokenizerSettingsBytesOf(tokenizerSettingsCheckpoints +
                                                                                  QStringLiteral("words.json")))
                                     .array();
        QVERIFY(cases.size() > 10);
        for (const QJsonValue &item : cases)
            QTest::addRow("%s %s", qPrintable(item[QStringLiteral("folder")].toString()),
                          qPrintable(item[QStringLiteral("name")].toString()))
                << item.toObject();
    }

    /// Spelled and parted as the library does; where files do not cut texts into words, marks part them further.
    void addedTokens()
    {
        QFETCH(QJsonObject, item);
        const Changed folder(item);
        const auto tokenizer = readTokenizer(folder.path(), folder.modelType());
        const bool splits = item[QStringLiteral("splits")].toBool();
        for (const QJsonValue &result : item[QStringLiteral("results")].toArray()) {
            const std::vector<Token> found =
                tokenizer->encode(result[QStringLiteral("text")].toString().toStdString()).tokens;
            QJsonArray spelled;
            for (const Token &token : found)
                spelled.append(QString::fromStdString(token.text));
            QCOMPARE(spelled, result[QStringLiteral("tokens")].toArray());
            const std::vector<int> words = integers(result[QStringLiteral("words")]);
            for (std::size_t i = 0; i < found.size(); ++i) {
                QCOMPARE(found[i].isAdded, words[i] < 0);
                if (i == 0)
                    continue;
                const bool isOne = found[i].word >= 0 && found[i].word == found[i - 1].word;
                const bool isOneThere = words[i] >= 0 && words[i] == words[i - 1];
                QVERIFY2(splits ? isOne == isOneThere : isOneThere || !isOne, found[i].text.c_str());
            }
        }
    }
};

REGARD_GUILESS_TEST(TokenizerSettingsTest)
#include "test_tokenizer_settings.moc"
