#include <csignal>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>

#include "io/base/atomic_file.h"
#include "io/base/file_error.h"
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
    try {
        AtomicFile file(path);
        const std::string piece(atOnce, 'x');
        for (std::size_t written = 0; written < bytes; written += atOnce)
            file.write(piece);
        file.commit();
        return {};
    } catch (const FileError &error) {
        return QString::fromStdString(error.what());
    }
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

    void aNameThatTheSystemRefuses()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QString(300, QLatin1Char('n')));
        QCOMPARE(errorOfWriting(path, 10, 10), path + QStringLiteral(": cannot be written: File name too long"));
    }
};

REGARD_GUILESS_TEST(TestAtomicFile)
#include "test_atomic_file.moc"
