#include <sys/inotify.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include "io/base/file_error.h"
#include "io/recovery/recovery_folder.h"
#include "test_class.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

/// Folders of recovery files: one a process, offered once it is gone.
class TestRecoveryFolder : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_root;

    QString root() const { return m_root->filePath(u"state/regard/recovery"_s); }
    static void put(const RecoveryFolder &folder, const QString &name)
    {
        QFile file(folder.path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{}");
    }
    QStringList folders() const { return QDir(root()).entryList(QDir::Dirs | QDir::NoDotAndDotDot); }

private slots:
    void init() { m_root = std::make_unique<QTemporaryDir>(); }

    void whatIsHeldIsNotOffered()
    {
        QVERIFY(RecoveryFolder::abandoned(root()).empty());
        auto mine = RecoveryFolder::make(root());
        auto other = RecoveryFolder::make(root());
        put(*mine, u"document.recovery"_s);
        put(*mine, u"base-1.regard"_s);
        put(*other, u"kept-1.recovery"_s);
        QVERIFY(RecoveryFolder::abandoned(root()).empty());
        const QString left = mine->folder();
        mine.reset(); // as where its process ends
        auto offered = RecoveryFolder::abandoned(root());
        QCOMPARE(offered.size(), 1U);
        QCOMPARE(offered.front()->folder(), left);
        QCOMPARE(offered.front()->recoveries(), QStringList(left + u"/document.recovery"_s));
        // Another start that looks at the same moment is not offered it as well.
        QVERIFY(RecoveryFolder::abandoned(root()).empty());
        offered.clear(); // later
        QCOMPARE(RecoveryFolder::abandoned(root()).size(), 1U);
        RecoveryFolder::abandoned(root()).front()->remove();
        QVERIFY(RecoveryFolder::abandoned(root()).empty());
        QVERIFY(!QFileInfo::exists(left));
        other->remove();
        QVERIFY(folders().isEmpty());
    }

    /// A run that had nothing unsaved leaves nothing behind.
    void emptyFoldersGo()
    {
        auto folder = RecoveryFolder::make(root());
        put(*folder, u"document.recovery.x1f3"_s); // half written
        folder.reset();
        QCOMPARE(folders().size(), 1);
        QVERIFY(RecoveryFolder::abandoned(root()).empty());
        QVERIFY(folders().isEmpty());
    }

    void onlyItsOwnerReadsIt()
    {
        const auto folder = RecoveryFolder::make(root());
        const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
        QVERIFY(!(QFile::permissions(folder->folder()) & others));
    }

    void aRootThatCannotBe()
    {
        QFile file(m_root->filePath(u"state"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY_EXCEPTION_THROWN(RecoveryFolder::make(root()), FileError);
        QVERIFY(RecoveryFolder::abandoned(root()).empty());
    }

    /// What a recovery file is relative to is there for as long as it is.
    void recoveryFilesGoFirst()
    {
        const auto mine = RecoveryFolder::make(root());
        for (const QString &name :
             {u"base-4.regard"_s, u"document.recovery"_s, u"base-5.regard"_s, u"kept-1.recovery"_s, u"kept-1.regard"_s})
            put(*mine, name);
        const int watch = ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
        QVERIFY(::inotify_add_watch(watch, QFile::encodeName(mine->folder()).constData(), IN_DELETE) >= 0);
        removeOthers(mine->folder(), {u"base-5.regard"_s});
        alignas(inotify_event) char events[4096];
        const ssize_t length = ::read(watch, events, sizeof events);
        ::close(watch);
        QStringList gone;
        for (const char *at = events; at < events + length;) {
            const auto *event = reinterpret_cast<const inotify_event *>(at);
            gone.append(QString::fromUtf8(event->name));
            at += sizeof(inotify_event) + event->len;
        }
        QCOMPARE(gone.size(), 4);
        QVERIFY(gone[0].endsWith(u".recovery"_s) && gone[1].endsWith(u".recovery"_s));
        QVERIFY(QFile::exists(mine->path(u"base-5.regard"_s)) && QFile::exists(mine->path(u"lock"_s)));
    }

    void thePlaceIsXdgs()
    {
        const QByteArray before = qgetenv("XDG_STATE_HOME");
        qputenv("XDG_STATE_HOME", "/tmp/x");
        QCOMPARE(recoveryRoot(), u"/tmp/x/regard/recovery"_s);
        qputenv("XDG_STATE_HOME", "relative");
        QCOMPARE(recoveryRoot(), QDir::home().filePath(u".local/state/regard/recovery"_s));
        qunsetenv("XDG_STATE_HOME");
        QCOMPARE(recoveryRoot(), QDir::home().filePath(u".local/state/regard/recovery"_s));
        if (!before.isNull())
            qputenv("XDG_STATE_HOME", before);
    }
};

REGARD_TEST(TestRecoveryFolder)
#include "test_recovery_folder.moc"
