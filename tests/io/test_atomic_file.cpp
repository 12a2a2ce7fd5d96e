#include <csignal>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/base/atomic_file.h"
#include "io/base/drafts.h"
#include "io/base/file_error.h"
#include "message_of.h"
#include "test_class.h"

using namespace regard;

namespace {

/// No file of this process grows beyond so many bytes, as on a full disk, until the end of the scope.
class SmallFiles {
public:
    explicit SmallFiles(rlim_t bytes)
    {
        getrlimit(RLIMIT_FSIZE, &m_before);
        m_signal = std::signal(SIGXFSZ, SIG_IGN);
        const rlimit small{bytes, m_before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &small);
    }
    ~SmallFiles()
    {
        setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_signal);
    }
    SmallFiles(const SmallFiles &) = delete;
    SmallFiles &operator=(const SmallFiles &) = delete;

private:
    rlimit m_before{};
    void (*m_signal)(int) = nullptr;
};

QString errorOfWriting(const QString &path, std::size_t bytes, std::size_t atOnce)
{
    return messageOf<FileError>([&] {
        AtomicFile file(path);
        const std::string piece(atOnce, 'x');
        for (std::size_t written = 0; written < bytes; written += atOnce)
            file.write(piece);
        file.commit();
    });
}

QStringList namesIn(const QTemporaryDir &folder)
{
    QStringList names = QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    names.sort();
    return names;
}

} // namespace

class TestAtomicFile : public QObject {
    Q_OBJECT
private slots:
    void aFullDiskIsNamed_data()
    {
        QTest::addColumn<int>("bytes");
        QTest::addColumn<int>("atOnce");
        QTest::newRow("all in the last bytes") << 5000 << 5000;
        QTest::newRow("many small pieces") << 100000 << 10;
        QTest::newRow("one large piece") << 1000000 << 1000000;
        QTest::newRow("large pieces") << 1000000 << 100000;
    }
    void aFullDiskIsNamed()
    {
        QFETCH(int, bytes);
        QFETCH(int, atOnce);
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("trace.json"));
        QString error;
        {
            const SmallFiles limit(4096);
            error = errorOfWriting(path, std::size_t(bytes), std::size_t(atOnce));
        }
        QCOMPARE(error, path + QStringLiteral(": cannot be written: File too large"));
        QVERIFY(QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).isEmpty());
        QCOMPARE(errorOfWriting(path, std::size_t(bytes), std::size_t(atOnce)), QString());
        QCOMPARE(QFile(path).size(), qint64(bytes));
    }

    void aKilledWriterLeavesNothing()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("mine.regard"));
        QCOMPARE(errorOfWriting(path, 10, 10), QString());
        const pid_t child = ::fork();
        if (child == 0) {
            AtomicFile file(path);
            file.write(std::string(1 << 20, 'x')); // more than is kept back
            ::_exit(0);                            // nothing is cleaned up
        }
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QCOMPARE(namesIn(folder), QStringList{QStringLiteral("mine.regard")});
        QCOMPARE(QFile(path).size(), qint64(10));
    }

    void draftsThatNobodyHoldsGo()
    {
        const QTemporaryDir folder;
        const QString held = newDraftPath(folder.path());
        const int file = openHeldDraft(held);
        QVERIFY(file >= 0);
        const QString left = newDraftPath(folder.path());
        QFile draft(left);
        QVERIFY(draft.open(QIODevice::WriteOnly));
        draft.close();
        QVERIFY(QDir().mkdir(draftsFolderOf(left)));
        QFile piece(draftsFolderOf(left) + QStringLiteral("/0"));
        QVERIFY(piece.open(QIODevice::WriteOnly));
        piece.close();
        QFile foreign(folder.filePath(QStringLiteral(".regard-notes")));
        QVERIFY(foreign.open(QIODevice::WriteOnly));
        QCOMPARE(errorOfWriting(folder.filePath(QStringLiteral("x")), 10, 10), QString());
        QCOMPARE(namesIn(folder),
                 (QStringList{QFileInfo(held).fileName(), QStringLiteral(".regard-notes"), QStringLiteral("x")}));
        ::close(file);
    }

    void aLinkIsFollowedAndModesStay()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("real"));
        QCOMPARE(errorOfWriting(path, 10, 10), QString());
        const QFile::Permissions mine = QFile::ReadOwner | QFile::WriteOwner | QFile::ExeGroup;
        QVERIFY(QFile::setPermissions(path, mine));
        const QString link = folder.filePath(QStringLiteral("link"));
        QVERIFY(QFile::link(QStringLiteral("real"), link));
        QCOMPARE(errorOfWriting(link, 20, 20), QString());
        QVERIFY(QFileInfo(link).isSymLink());
        QCOMPARE(QFileInfo(path).size(), qint64(20));
        QCOMPARE(QFile::permissions(path) & ~(QFile::ReadUser | QFile::WriteUser | QFile::ExeUser), mine);
        const QString circle = folder.filePath(QStringLiteral("circle"));
        QVERIFY(QFile::link(QStringLiteral("circle"), circle));
        QVERIFY(errorOfWriting(circle, 20, 20).startsWith(circle + QStringLiteral(": cannot be written: ")));
    }

    void aNameThatTheSystemRefuses()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QString(300, QLatin1Char('n')));
        QCOMPARE(errorOfWriting(path, 10, 10), path + QStringLiteral(": cannot be written: File name too long"));
    }
};

REGARD_GUILESS_TEST(TestAtomicFile)
#include "test_atomic_file.moc"
