#include <cmath>
#include <memory>

#include <QCryptographicHash>
#include <QJsonArray>
#include <QTest>
#include <QtEndian>

#include "paths.h"
#include "program_run.h"
#include "test_class.h"

using namespace Qt::StringLiterals;

namespace {

const QString data = QStringLiteral(REGARD_TEST_DATA "/checkpoints/");

/// A safetensors file of float32 tensors.
class Tensors {
public:
    explicit Tensors(const QByteArray &bytes)
        : m_bytes(bytes),
          m_header(
              QJsonDocument::fromJson(bytes.mid(8, qsizetype(qFromLittleEndian<quint64>(bytes.constData())))).object())
    {
    }
    QJsonArray shape(const QString &name) const { return m_header[name][u"shape"].toArray(); }
    bool has(const QString &name) const { return m_header.contains(name); }
    QString metadata(const char *key) const { return m_header[u"__metadata__"][QLatin1String(key)].toString(); }
    float at(const QString &name, qsizetype index) const
    {
        const auto start = qsizetype(8 + qFromLittleEndian<quint64>(m_bytes.constData()));
        const auto begin = qsizetype(m_header[name][u"data_offsets"].toArray()[0].toDouble());
        return qFromLittleEndian<float>(m_bytes.constData() + start + begin + index * 4);
    }
    qsizetype count(const QString &name) const
    {
        qsizetype numbers = 1;
        for (const QJsonValue &size : shape(name))
            numbers *= size.toInt();
        return numbers;
    }

private:
    QByteArray m_bytes;
    QJsonObject m_header;
};

QByteArray read(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QStringList strings(const QJsonValue &list)
{
    QStringList texts;
    for (const QJsonValue &text : list.toArray())
        texts << text.toString();
    return texts;
}

/// Case i of what the transformers library computes for a small checkpoint.
QJsonObject expectedCase(const Tensors &tensors, int index)
{
    return QJsonDocument::fromJson(tensors.metadata("cases").toUtf8()).array()[index].toObject();
}

} // namespace

/// `regard export FOLDER` and `regard info FOLDER`: the program and trained models.
class TestCheckpointExport : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<ProgramFolder> m_folder;

    void copyIn(const char *name) const
    {
        const QString folder = QFileInfo(QString::fromUtf8(name)).fileName();
        QVERIFY(m_folder->makeFolder(folder));
        const QString from = data + QString::fromUtf8(name) + u'/';
        for (const QString &file : QDir(from).entryList(QDir::Files))
            QVERIFY(QFile::copy(from + file, m_folder->path(folder + u'/' + file)));
    }
    bool made(const QStringList &arguments) const
    {
        const ProgramRun ran = m_folder->run(arguments);
        if (ran.exitCode != 0 || !ran.err.isEmpty() || !ran.out.isEmpty())
            qWarning("%d %s", ran.exitCode, (ran.out + ran.err).constData());
        return ran.exitCode == 0 && ran.err.isEmpty() && ran.out.isEmpty();
    }
    QByteArray failure(const QStringList &arguments, int exitCode = 1) const
    {
        const ProgramRun ran = m_folder->run(arguments);
        return ran.exitCode == exitCode && ran.out.isEmpty() && ran.err.count('\n') == 1
                   ? ran.err.trimmed()
                   : "exit " + QByteArray::number(ran.exitCode) + ran.err;
    }

private slots:
    void init()
    {
        m_folder = std::make_unique<ProgramFolder>();
        for (const char *name : {"bert", "bart", "gpt2"})
            copyIn(name);
    }

    /// As the window says it.
    void aCheckpointWithoutAHeadSaysWhyItHasNoOutput()
    {
        copyIn("bert_vocab");
        QCOMPARE(
            failure({u"export"_s, u"bert_vocab"_s, u"--source"_s, u"The cat sat"_s, u"--view"_s, u"output"_s, u"-o"_s,
                     u"output.svg"_s}),
            QByteArray(
                "regard: bert_vocab: This checkpoint has no output layer that names words: open one that was saved "
                "with its language-model head."));
    }

    /// The numbers of another program, through the whole of this one.
    void numbersOfAnotherProgram_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("index");
        QTest::newRow("a sentence") << u"bert"_s << 0;
        QTest::newRow("Chinese, accents, emoji") << u"bert"_s << 1;
        QTest::newRow("a pair") << u"bert"_s << 4;
        QTest::newRow("a decoder alone") << u"gpt2"_s << 0;
        QTest::newRow("a target") << u"bart"_s << 0;
    }

    void numbersOfAnotherProgram()
    {
        QFETCH(QString, name);
        QFETCH(int, index);
        const Tensors expected(read(data + name + u".expected.safetensors"_s));
        const QJsonObject given = expectedCase(expected, index);
        QStringList arguments{u"export"_s,        name,       u"--source"_s, given[u"text"].toString(), u"-o"_s,
                              u"a.safetensors"_s, u"a.json"_s};
        for (const char *second : {"pair", "target"})
            if (given.contains(QLatin1String(second)))
                arguments << u"--target"_s << given[QLatin1String(second)].toString();
        QVERIFY(made(arguments));
        const QJsonObject trace = m_folder->json("a.json");
        QCOMPARE(strings(trace[u"tokens"]), strings(given[u"tokens"]));
        QCOMPARE(strings(trace[u"target_tokens"]), strings(given[u"target_tokens"]));
        const Tensors ours(m_folder->bytes("a.safetensors"));
        int blocks = 0;
        for (const QJsonValue &block : trace[u"blocks"].toArray()) {
            const QString tensor = block[u"name"].toString() + u".weights"_s;
            const QString theirs = QString::number(index) + u'.' + tensor;
            QVERIFY2(expected.has(theirs), qPrintable(theirs));
            QCOMPARE(ours.shape(tensor), expected.shape(theirs));
            for (qsizetype i = 0; i < expected.count(theirs); ++i)
                QVERIFY(std::abs(ours.at(tensor, i) - expected.at(theirs, i)) <=
                        5e-5 * (1 + std::abs(expected.at(theirs, i))));
            ++blocks;
        }
        QVERIFY(blocks > 1);
    }

    /// A translator's sentences begin with their languages, which two options choose.
    void languages()
    {
        copyIn("../families/nllb");
        const QStringList start{u"export"_s,   u"nllb"_s,   u"--source"_s, u"A dog <pad> sat on it"_s,
                                u"--target"_s, u"it sat"_s, u"-o"_s,       u"a.json"_s};
        const auto first = [&](const char *key) { return strings(m_folder->json("a.json")[QLatin1String(key)])[0]; };
        QVERIFY(made(start));
        QCOMPARE(first("tokens"), u"eng_Latn"_s);
        QVERIFY(made(start + QStringList{u"--source-language"_s, u"zho_Hans"_s}));
        QCOMPARE(first("tokens"), u"zho_Hans"_s);
        QCOMPARE(first("target_tokens"), u"zho_Hans"_s); // the files name none, and so does nobody
        QVERIFY(made(start + QStringList{u"--source-language=zho_Hans"_s, u"--target-language=tyv_Cyrl"_s}));
        QCOMPARE(first("tokens"), u"zho_Hans"_s);
        QCOMPARE(first("target_tokens"), u"tyv_Cyrl"_s);
        const QByteArray said = m_folder->run({u"info"_s, u"nllb"_s, u"--target-language=deu_Latn"_s}).out;
        QVERIFY2(
            said.contains("\nsource_language = eng_Latn\ntarget_language = deu_Latn\nlanguages = eng_Latn deu_Latn "
                          "zho_Hans tyv_Cyrl\n"),
            said.constData());
        QCOMPARE(
            failure(start + QStringList{u"--source-language=Chinese"_s}),
            QByteArray("regard: nllb: --source-language: this tokenizer knows 4 languages, but not \"Chinese\"; near "
                       "it: zho_Hans (Chinese)"));
        QCOMPARE(failure(start + QStringList{u"--source-language="_s}, 2),
                 QByteArray("regard: --source-language takes a code, such as de_DE"));
        QCOMPARE(failure({u"export"_s, u"bert"_s, u"--source=a"_s, u"--source-language=en"_s, u"-oa.json"_s}),
                 QByteArray("regard: bert: --source-language: that needs a model whose tokenizer marks sentences with "
                            "languages"));
    }

    void everyKindOfFile_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("view");
        for (const char *name : {"bert", "gpt2", "bart"})
            for (const char *view : {"links", "heatmap", "heads", "sentence", "steps", "block"})
                QTest::addRow("%s %s", name, view) << QString::fromUtf8(name) << QString::fromUtf8(view);
    }

    void everyKindOfFile()
    {
        QFETCH(QString, name);
        QFETCH(QString, view);
        const QStringList arguments{u"export"_s, name,       u"--source"_s, u"The cat sat."_s,
                                    u"--view"_s, view,       u"--layer"_s,  u"1"_s,
                                    u"--head"_s, u"2"_s,     u"-o"_s,       u"a.png"_s,
                                    u"a.svg"_s,  u"a.pdf"_s, u"a.csv"_s,    u"a.regard"_s};
        const QStringList target = name == u"bart" ? QStringList{u"--target"_s, u"It sat."_s} : QStringList();
        QVERIFY(made(arguments + target));
        QVERIFY(m_folder->bytes("a.png").startsWith("\x89PNG"));
        // The map of heads names no token, and BART's small vocabulary has no cat as one piece.
        QVERIFY(view == u"heads" || m_folder->bytes("a.svg").contains(name == u"bart" ? "at" : "cat"));
        QVERIFY(m_folder->bytes("a.pdf").startsWith("%PDF"));
        const QByteArray keys = name == u"gpt2" ? ",The," : name == u"bert" ? ",[CLS],the," : ",<s>,";
        QVERIFY2(m_folder->bytes("a.csv").startsWith(keys), m_folder->bytes("a.csv").left(60).constData());
        const QByteArray first = m_folder->bytes("a.svg");
        QVERIFY(made(arguments + target));
        QCOMPARE(m_folder->bytes("a.svg"), first);
    }

    /// A project that is saved from a folder is that model and nothing else.
    void savedAndExportedAgain_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::newRow("a sentence") << QStringList{u"bert"_s};
        QTest::newRow("a pair") << QStringList{u"bert"_s, u"--target"_s, u"It was dry."_s};
        QTest::newRow("fewer heads") << QStringList{u"bert"_s, u"--set"_s, u"heads=2"_s};
        QTest::newRow("more heads") << QStringList{u"bert"_s, u"--set"_s, u"heads=5"_s};
        QTest::newRow("one layer") << QStringList{u"gpt2"_s, u"--set"_s, u"decoder_layers=1"_s};
        QTest::newRow("a target") << QStringList{u"bart"_s, u"--target"_s, u"It was dry."_s};
        QTest::newRow("a head off") << QStringList{u"gpt2"_s, u"--off"_s, u"1.1"_s};
    }

    void savedAndExportedAgain()
    {
        QFETCH(QStringList, options);
        const QStringList sentence{u"--source"_s, u"The cat sat on the rug."_s};
        QVERIFY(made(QStringList{u"export"_s} + options + sentence + QStringList{u"-o"_s, u"a.json"_s, u"a.regard"_s}));
        const QByteArray project = m_folder->bytes("a.regard");
        QVERIFY2(project.contains("\"checkpoint\": { \"folder\": \"" + options.first().toUtf8() + "\", \"hash\""),
                 project.constData());
        QVERIFY(!project.contains("\"weights\""));
        QVERIFY(!project.contains("\"embedding\""));
        QVERIFY(!project.contains("\"vocabulary\""));
        QVERIFY(m_folder->made("export a.regard -o b.json b.regard"));
        QVERIFY(!m_folder->bytes("a.json").isEmpty());
        QCOMPARE(m_folder->bytes("b.json"), m_folder->bytes("a.json"));
        QCOMPARE(m_folder->bytes("b.regard"), project);
    }

    void aListOfPairs()
    {
        m_folder->write("list.txt", "The cat sat.\tIt was dry.\nThe cat sat.\n");
        QVERIFY(m_folder->made("export bert --sources list.txt -o a.json"));
        QVERIFY(strings(m_folder->json("a-001.json")[u"tokens"]).count(u"[SEP]"_s) == 2);
        QVERIFY(strings(m_folder->json("a-002.json")[u"tokens"]).count(u"[SEP]"_s) == 1);
    }

    /// Another checkpoint, or the same with a head off, reads the sentence that it is compared with.
    void comparedWithAFolder()
    {
        copyIn("bert_cased");
        QVERIFY(m_folder->made("export bert --source cat --pinned bert -o same.csv"));
        for (const QByteArray &line : m_folder->bytes("same.csv").trimmed().split('\n').mid(1))
            for (const QByteArray &cell : line.trimmed().split(',').mid(1))
                QCOMPARE(cell.toDouble(), 0.0);
        QVERIFY(m_folder->made("export bert --source cat --pinned bert_cased/ -o a.svg --compare side"));
        QVERIFY(m_folder->bytes("a.svg").contains("bert_cased pinned"));
    }

    /// From the command line, a project and a list to the tokenizer, which the transformers library's tokens show.
    void everyCharacterIsRead_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("tokens");
        const QJsonObject settings = QJsonDocument::fromJson(read(data + u"settings.json"_s)).object();
        const QJsonArray edges = settings[u"edges"].toArray();
        for (const QString &name : {u"gpt2"_s, u"bert"_s}) {
            for (const QJsonValue &item : settings[u"cases"].toArray()) {
                if (item[u"folder"] != name || !item[u"edges"].toBool())
                    continue;
                const QJsonArray tokens = settings[u"results"][item[u"result"].toInt()][u"tokens"].toArray();
                QCOMPARE(tokens.size(), edges.size());
                // As many processes as show each way of dropping a character.
                for (const QString &text :
                     {u"\uFEFF"_s, u"\uFEFFThe cat"_s, u"\uFEFF\uFEFFcat"_s, u"cat\n"_s, u"cat\r\n"_s,
                      u"\u2028cat\u2029"_s, u"\u00A0"_s, u"\uFFFEcat"_s, u"\ttab\t"_s})
                    QTest::addRow("%s %s", qPrintable(name), text.toUtf8().toPercentEncoding().constData())
                        << name << text << tokens[edges.toVariantList().indexOf(text)].toString();
            }
        }
    }

    void everyCharacterIsRead()
    {
        QFETCH(QString, name);
        QFETCH(QString, text);
        QFETCH(QString, tokens);
        const auto read = [this](const char *trace) { return strings(m_folder->json(trace)[u"tokens"]).join(u' '); };
        const QStringList command{u"export"_s, name, u"--source"_s, text, u"-o"_s, u"a.json"_s, u"a.regard"_s};
        if (tokens == u"[CLS] [SEP]") { // the tokenizer's own alone
            const QByteArray said = failure(command);
            const QByteArray expected = text.trimmed().isEmpty() ? QByteArray("the sentence is empty")
                                                                 : QByteArray("no token is left of \"<U+FEFF>\"");
            QVERIFY2(said.contains(expected), said.constData());
            return;
        }
        QVERIFY(made(command));
        QCOMPARE(read("a.json"), tokens);
        QVERIFY(m_folder->made("export a.regard -o b.json"));
        QCOMPARE(read("b.json"), tokens);
        if (text.contains(u'\n') || text.contains(u'\t'))
            return; // which end a line, or the source
        // At the beginning of a file a byte order mark is the file's.
        for (const char *mark : {"", "\xEF\xBB\xBF"}) {
            m_folder->write("list.txt", mark + QByteArray("cat\n") + text.toUtf8() + "\n");
            QVERIFY(m_folder->made(qPrintable(u"export %1 --sources list.txt -o c.json"_s.arg(name))));
            QCOMPARE(read("c-002.json"), tokens);
        }
        m_folder->write("list.txt", "\xEF\xBB\xBF" + text.toUtf8() + "\ncat\n");
        QVERIFY(m_folder->made(qPrintable(u"export %1 --sources list.txt -o d.json"_s.arg(name))));
        QCOMPARE(read("d-001.json"), tokens);
    }

    void aTypedMaskIsNeverHidden()
    {
        QVERIFY(made({u"export"_s, u"bert"_s, u"--source"_s, u"the [MASK] [SEP] sat"_s, u"--no-special"_s, u"--words"_s,
                      u"-o"_s, u"a.json"_s}));
        QCOMPARE(strings(m_folder->json("a.json")[u"tokens"]), (QStringList{u"the"_s, u"[MASK]"_s, u"sat"_s}));
        QVERIFY(made({u"export"_s, u"bert"_s, u"--source"_s, u"the [MASK]"_s, u"--no-special"_s, u"--query"_s, u"3"_s,
                      u"-o"_s, u"a.svg"_s}));
    }

    void aFileOfTheFolder()
    {
        QVERIFY(m_folder->made("export bert/config.json --source cat -o a.json"));
        QCOMPARE(strings(m_folder->json("a.json")[u"tokens"]), (QStringList{u"[CLS]"_s, u"cat"_s, u"[SEP]"_s}));
    }

    void nothingOnDiskIsWritten()
    {
        const auto sum = [this] {
            QCryptographicHash hash(QCryptographicHash::Sha256);
            for (const QString &name : QDir(m_folder->path(u"bert"_s)).entryList(QDir::Files | QDir::Hidden))
                hash.addData(name.toUtf8() + read(m_folder->path(u"bert/"_s + name)));
            return hash.result();
        };
        const QByteArray before = sum();
        QVERIFY(m_folder->made("export bert --source cat --set heads=1 -o a.json a.regard a.png"));
        QCOMPARE(sum(), before);
    }

    void failures_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("error");
        const QStringList out{u"-o"_s, u"a.json"_s};
        const auto row = [&](const char *name, const QStringList &arguments, const char *error) {
            QTest::newRow(name) << QStringList{u"export"_s} + arguments + out << QByteArray(error);
        };
        row("no sentence", {u"bert"_s}, "regard: bert: the sentence is empty; give one with --source");
        row("white space alone", {u"bert"_s, u"--source"_s, u"  "_s},
            "regard: bert: the sentence is empty; give one with --source");
        row("no first sentence", {u"bert"_s, u"--target"_s, u"cat"_s},
            "regard: bert: the sentence is empty; give one with --source");
        row("nothing is left", {u"bert"_s, u"--source"_s, u"\uFEFF\u200B"_s},
            "regard: bert: no token is left of \"<U+FEFF><U+200B>\"; give other characters with --source");
        row("no target", {u"bart"_s, u"--source"_s, u"cat"_s},
            "regard: bart: the target sentence is empty; give one with --target");
        row("a target that nobody reads", {u"gpt2"_s, u"--source"_s, u"cat"_s, u"--target"_s, u"cat"_s},
            "regard: gpt2: this model reads neither a target nor pairs of sentences, so --target has nothing to set");
        row("another d_model", {u"bert"_s, u"--source"_s, u"cat"_s, u"--set"_s, u"d_model=12"_s}, "regard: bert: ");
        row("no such folder", {u"berta"_s, u"--source"_s, u"cat"_s}, "regard: berta: there is no such file");
    }

    void failures()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, error);
        const QByteArray said = failure(arguments);
        QVERIFY2(said.startsWith(error), said.constData());
        QVERIFY(m_folder->names("a").isEmpty());
    }

    void aFolderWithoutAModel()
    {
        QVERIFY(m_folder->makeFolder(u"empty"_s));
        const QByteArray said = failure({u"export"_s, u"empty"_s, u"--source"_s, u"cat"_s, u"-o"_s, u"a.json"_s});
        QVERIFY2(said.startsWith("regard: ") && said.contains("config.json"), said.constData());
    }

    void tooLong()
    {
        const QString source = QStringList(100, u"cat"_s).join(u' ');
        const QByteArray said = failure({u"export"_s, u"bert"_s, u"--source"_s, source, u"-o"_s, u"a.json"_s});
        QVERIFY2(said.startsWith("regard: bert: ") && said.contains("102") && said.contains("64"), said.constData());
    }

    void aChangedFolderNamesBothHashes()
    {
        QVERIFY(m_folder->made("export bert --source cat -o a.regard"));
        const QByteArray project = m_folder->bytes("a.regard");
        const QByteArray saved = project.mid(project.indexOf("blake2b:"), 72);
        m_folder->write("bert/vocab.txt", "one more file\n");
        const QByteArray said = failure({u"export"_s, u"a.regard"_s, u"-o"_s, u"b.json"_s});
        QVERIFY2(said.startsWith("regard: a.regard: ") && said.contains(saved) && said.count("blake2b:") == 2,
                 said.constData());
    }
};

REGARD_GUILESS_TEST(TestCheckpointExport)
#include "test_checkpoint_export.moc"
