#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "io/base/file_error.h"
#include "io/scan/text_source.h"
#include "test_class.h"

using namespace regard;
using namespace Qt::Literals::StringLiterals;

/// A corpus text by text.
class TestTextSource : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    CorpusPart part(const char *name, const QByteArray &content, const char *fields = "") const
    {
        const QString path = m_folder.filePath(QString::fromLatin1(name));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("%s cannot be written", name);
        return {path.toStdString(), fields};
    }

    /// `12 source|target`, or `12 !fault`, for each text.
    static QStringList read(const CorpusPart &part)
    {
        TextSource source(part);
        QStringList texts;
        while (const auto text = source.next()) {
            QString line = QString::number(text->offset) + u' ';
            if (!text->fault.empty())
                line += u'!' + QString::fromStdString(text->fault);
            else
                line += QString::fromStdString(text->source) +
                        (text->target ? u'|' + QString::fromStdString(*text->target) : QString());
            texts << line + (text->isCut ? u" cut"_s : QString());
        }
        return texts;
    }

private slots:
    void lines()
    {
        QCOMPARE(read(part("a.txt", "one\r\n\n \t\nzwei\tdrei\n猫")),
                 (QStringList{u"0 one"_s, u"9 zwei|drei"_s, u"19 猫"_s}));
        QCOMPARE(read(part("a.txt", "a\tb\tc\n\xc3\n")),
                 (QStringList{u"0 !there is more than one tab in it; what stands after the one is the target"_s,
                              u"6 !it is not UTF-8 text"_s}));
        QCOMPARE(read(part("a.txt", "\xEF\xBB\xBFone")), QStringList{u"3 one"_s});
        QCOMPARE(read(part("a.txt", "")), QStringList());
    }

    void cells()
    {
        const QByteArray rows =
            "id,text,b\r\n1,\"two\nlines, \"\"quoted\"\"\",x\r\n\r\n2,5\" pipe,\n3\n4,\"a\"b,c\n5,\"open";
        QCOMPARE(read(part("a.csv", rows)), (QStringList{u"11 two\nlines, \"quoted\""_s, u"42 5\" pipe"_s,
                                                         u"53 !it has no cell for the column \"text\""_s,
                                                         u"55 !there is text after a closing quote in it"_s,
                                                         u"64 !a quote in it is never closed"_s}));
        QCOMPARE(read(part("a.csv", "a,b\nx,y\n", "b,a")), QStringList{u"4 y|x"_s});
        QVERIFY_EXCEPTION_THROWN(read(part("a.csv", "a,b\nx,y\n")), FileError);
        QVERIFY_EXCEPTION_THROWN(read(part("a.csv", "")), FileError);
    }

    void objects()
    {
        const QStringList texts = read(part("a.jsonl", "{\"text\": \"a\\nb\"}\n\n{\"text\": 1}\n{}\nno\n"));
        QCOMPARE(texts.mid(0, 3),
                 (QStringList{u"0 a\nb"_s, u"18 !\"text\" is no text"_s, u"30 !\"text\" is missing"_s}));
        QCOMPARE(texts.size(), 4);
        QVERIFY2(texts[3].startsWith(u"33 !"), qPrintable(texts[3]));
        QCOMPARE(read(part("a.jsonl", R"({"p": "x", "h": "y"})", "p,h")), QStringList{u"0 x|y"_s});
    }

    /// What is too long is cut between characters, and the next text begins where it did.
    void longTexts()
    {
        const QByteArray text = "a" + QByteArray("é").repeated(int(mostTextBytes));
        TextSource source(part("long.txt", text + "\nnext\n"));
        const auto first = source.next();
        QVERIFY(first && first->isCut && first->fault.empty());
        QCOMPARE(first->source.size(), mostTextBytes - 1);
        QCOMPARE(source.next()->source, std::string("next"));
    }

    /// Each line is in one shard, also where an edge falls on its first byte.
    void shards()
    {
        const CorpusPart whole = part("s.txt", "aa\nb\n\ncccc\nd\neeeeeeeeeee\nf");
        const QStringList all = read(whole);
        for (int count = 1; count <= 30; ++count) {
            QStringList texts;
            for (int shard = 1; shard <= count; ++shard)
                texts << read({whole.file, {}, shard, count});
            QCOMPARE(texts, all);
        }
    }

    void goesOn()
    {
        const CorpusPart whole = part("g.txt", "one\ntwo\nthree\n");
        TextSource first(whole);
        first.next();
        TextSource second(whole);
        second.skipTo(first.offset());
        QCOMPARE(second.hash(), first.hash());
        QCOMPARE(second.next()->source, std::string("two"));
        QVERIFY_EXCEPTION_THROWN(TextSource(whole).skipTo(15), FileError);
    }
};

REGARD_GUILESS_TEST(TestTextSource)
#include "test_text_source.moc"
