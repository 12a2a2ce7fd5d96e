#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "io/base/atomic_file_set.h"
#include "io/base/file_error.h"
#include "test_class.h"

using namespace regard;

/// Several files come all or none.
class TestAtomicFileSet : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;

    QString path(const char *name) const { return m_folder->filePath(QString::fromLatin1(name)); }
    QStringList paths() const { return {path("a-1"), path("a-2"), path("a-3")}; }
    QStringList names() const
    {
        return QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name);
    }
    QByteArray content(const char *name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("missing");
    }
    void put(const char *name, const char *content) const
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }
    static QStringList list(const char *words) { return QString::fromLatin1(words).split(QLatin1Char(' ')); }

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void allAtOnce()
    {
        put("a-2", "old");
        {
            AtomicFileSet files(paths());
            for (const char *text : {"one", "two", "three"}) {
                files.write(text);
                QCOMPARE(content("a-1"), QByteArray("missing"));
                QCOMPARE(content("a-2"), QByteArray("old"));
            }
            QCOMPARE(files.written(), 3);
            files.commit();
        }
        QCOMPARE(names(), list("a-1 a-2 a-3"));
        QCOMPARE(content("a-1"), QByteArray("one"));
        QCOMPARE(content("a-2"), QByteArray("two"));
        QCOMPARE(content("a-3"), QByteArray("three"));
    }

    void whatIsGivenUpLeavesNothing()
    {
        put("a-2", "old");
        {
            AtomicFileSet files(paths());
            files.write("one");
        }
        QCOMPARE(names(), list("a-2"));
        QCOMPARE(content("a-2"), QByteArray("old"));
    }

    void oneThatCannotHaveItsNameTakesAllBack()
    {
        put("a-1", "old one");
        {
            AtomicFileSet files(paths());
            for (const char *text : {"one", "two", "three"})
                files.write(text);
            // A folder that came meanwhile cannot be moved into the folder of drafts where one of that name stands.
            QVERIFY(QDir(m_folder->path()).mkdir(QStringLiteral("a-3")));
            const QString drafts =
                QDir(m_folder->path()).entryList({QStringLiteral(".regard-*")}, QDir::Dirs | QDir::Hidden).value(0);
            QVERIFY(!drafts.isEmpty());
            QVERIFY(QDir(m_folder->path()).mkdir(drafts + QStringLiteral("/older-2")));
            QVERIFY_EXCEPTION_THROWN(files.commit(), FileError);
        }
        QCOMPARE(names(), list("a-1 a-3"));
        QCOMPARE(content("a-1"), QByteArray("old one"));
    }

    void obstaclesAreSaidAtOnce()
    {
        QVERIFY(QDir(m_folder->path()).mkdir(QStringLiteral("a-2")));
        QVERIFY_EXCEPTION_THROWN(AtomicFileSet{paths()}, FileError);
        QCOMPARE(names(), list("a-2"));
        const QStringList nowhere = {path("none/a-1")};
        try {
            AtomicFileSet files(nowhere);
            QFAIL("written into a folder that is not there");
        } catch (const FileError &error) {
            QVERIFY2(QByteArray(error.what()).contains("none/a-1"), error.what());
            QVERIFY2(QByteArray(error.what()).contains("does not exist"), error.what());
        }
    }
};

REGARD_GUILESS_TEST(TestAtomicFileSet)
#include "test_atomic_file_set.moc"
