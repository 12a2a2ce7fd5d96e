#include <memory>
#include <string>
#include <vector>

#include <QDir>
#include <QtTest>

#include "expected_file.h"
#include "io/checkpoint/checkpoint.h"
#include "paths.h"
#include "test_class.h"
#include "text/tokenizer.h"
#include "text/trained_tokenizer.h"

using namespace regard;

namespace {

const QString tokenizerParityCheckpoints = QStringLiteral(REGARD_TEST_DATA "/checkpoints");

QString joined(const Tokens &tokens)
{
    QStringList texts;
    for (const Token &token : tokens.tokens)
        texts << QString::fromStdString(token.text);
    return texts.join(QLatin1Char(' '));
}

QJsonArray casesOf(const QString &folder)
{
    QFile file(tokenizerParityCheckpoints + QLatin1Char('/') + folder + QStringLiteral(".tokens.json"));
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).array() : QJsonArray();
}

QStringList folders()
{
    return QDir(tokenizerParityCheckpoints).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
}

/// Where a character begins, in bytes of UTF-8. Python counts a pair of surrogates as one character.
std::vector<std::size_t> characterStarts(const std::string &text)
{
    std::vector<std::size_t> starts;
    for (std::size_t i = 0; i < text.size(); ++i)
        if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80)
            starts.push_back(i);
    starts.push_back(text.size());
    return starts;
}

} // namespace

/// The tokenizers of small checkpoints beside the transformers library's (tests/data/checkpoints).
class TokenizerParityTest : public QObject {
    Q_OBJECT
private slots:
    void tokens_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QJsonObject>("item");
        for (const QString &folder : folders()) {
            const QJsonArray cases = casesOf(folder);
            // What a tokenizer of 16 bits reads, another one's file has.
            QVERIFY2(cases.size() >= 40 || folder.endsWith(QLatin1String("float16")), qPrintable(folder));
            for (qsizetype i = 0; i < cases.size(); ++i) {
                const QString text = cases[i].toObject()[QStringLiteral("text")].toString();
                QTest::addRow("%s %d: %s", qPrintable(folder), int(i), text.left(40).simplified().toUtf8().constData())
                    << folder << cases[i].toObject();
            }
        }
    }

    void tokens()
    {
        QFETCH(QString, folder);
        QFETCH(QJsonObject, item);
        const TrainedTokenizer &tokenizer = tokenizerOf(folder);
        const std::string text = item[QStringLiteral("text")].toString().toStdString();
        const bool isPair = item.contains(QStringLiteral("pair"));
        const Tokens found = isPair ? tokenizer.encodePair(text, item[QStringLiteral("pair")].toString().toStdString())
                                    : tokenizer.encode(text);
        QCOMPARE(joined(found), item[QStringLiteral("tokens")].toString());
        if (item.contains(QStringLiteral("target_tokens")))
            QCOMPARE(joined(tokenizer.encodeTarget(text)), item[QStringLiteral("target_tokens")].toString());

        std::vector<int> types;
        std::vector<bool> isAdded;
        for (const Token &token : found.tokens) {
            types.push_back(token.type);
            isAdded.push_back(token.isAdded);
            QVERIFY(token.begin <= token.end && token.end <= found.normalized.size());
        }
        if (item.contains(QStringLiteral("types")))
            QCOMPARE(types, integers(item[QStringLiteral("types")]));
        if (item.contains(QStringLiteral("words"))) {
            std::vector<bool> expected;
            for (const int word : integers(item[QStringLiteral("words")]))
                expected.push_back(word < 0);
            QCOMPARE(isAdded, expected);
        }
    }

    /// Pieces share a word where the fast tokenizer cut one word into them; where its files cut no words, ▁ and
    /// punctuation part them.
    void words_data() { tokens_data(); }

    void words()
    {
        QFETCH(QString, folder);
        QFETCH(QJsonObject, item);
        const TrainedTokenizer &tokenizer = tokenizerOf(folder);
        if (!item.contains(QStringLiteral("words")) || item.contains(QStringLiteral("pair")))
            return;
        const bool splits = tokenizer.kind() == "WordPiece" || tokenizer.kind() == "byte-level BPE";
        const std::vector<Token> found = tokenizer.encode(item[QStringLiteral("text")].toString().toStdString()).tokens;
        const std::vector<int> expected = integers(item[QStringLiteral("words")]);
        QCOMPARE(found.size(), expected.size());
        for (std::size_t i = 1; i < found.size(); ++i) {
            const bool isSame = found[i].word >= 0 && found[i].word == found[i - 1].word;
            const bool isSameThere = expected[i] >= 0 && expected[i] == expected[i - 1];
            QVERIFY2(splits ? isSame == isSameThere : isSameThere || !isSame, found[i].text.c_str());
        }
    }

    /// A token stands where the fast tokenizer says, white space around it apart.
    void offsets_data()
    {
        QTest::addColumn<QString>("folder");
        for (const QString &folder : folders())
            QTest::newRow(qPrintable(folder)) << folder;
    }

    void offsets()
    {
        QFETCH(QString, folder);
        const ExpectedFile file(tokenizerParityCheckpoints + QLatin1Char('/') + folder +
                                QStringLiteral(".expected.safetensors"));
        for (int i = 0; i < file.count(); ++i) {
            const QJsonObject item = file.at(i);
            if (item.contains(QStringLiteral("pair")) || !item.contains(QStringLiteral("offsets")))
                continue;
            const std::string text = item[QStringLiteral("text")].toString().toStdString();
            const Tokens found = tokenizerOf(folder).encode(text);
            QCOMPARE(found.normalized, text);
            const std::vector<std::size_t> starts = characterStarts(text);
            const QJsonArray offsets = item[QStringLiteral("offsets")].toArray();
            QCOMPARE(std::size_t(offsets.size()), found.tokens.size());
            for (std::size_t t = 0; t < found.tokens.size(); ++t) {
                const Token &token = found.tokens[t];
                if (token.isAdded)
                    continue;
                const QJsonArray offset = offsets[qsizetype(t)].toArray();
                const std::size_t begin = starts[std::size_t(offset[0].toInt())];
                const std::size_t end = starts[std::size_t(offset[1].toInt())];
                // A byte of a character stands where the character stands.
                const std::string expected = text.substr(begin, end - begin);
                const std::string actual = text.substr(token.begin, token.end - token.begin);
                QCOMPARE(QString::fromStdString(actual).trimmed(), QString::fromStdString(expected).trimmed());
                QVERIFY(token.begin >= begin || text[token.begin] == ' ');
            }
        }
    }

    /// Every id of a vocabulary has its own text, by which the engine finds its row.
    void vocabulary_data() { offsets_data(); }

    void vocabulary()
    {
        QFETCH(QString, folder);
        const std::vector<std::string> &vocabulary = tokenizerOf(folder).vocabulary();
        QVERIFY(vocabulary.size() > 200);
        QHash<QString, int> seen;
        for (const std::string &token : vocabulary)
            if (!token.empty())
                QVERIFY2(seen[QString::fromStdString(token)]++ == 0, token.c_str());
    }

private:
    const TrainedTokenizer &tokenizerOf(const QString &folder)
    {
        if (folder != m_folder) {
            m_checkpoint = openCheckpoint(tokenizerParityCheckpoints + QLatin1Char('/') + folder);
            m_folder = folder;
        }
        return *m_checkpoint->tokenizer;
    }

    QString m_folder;
    std::shared_ptr<const Checkpoint> m_checkpoint;
};

REGARD_GUILESS_TEST(TokenizerParityTest)
#include "test_tokenizer_parity.moc"
