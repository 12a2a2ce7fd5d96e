#include "window/base/own_folder.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "test_class.h"

using namespace regard;

/// The portable archive's program finds what lies beside it; any other goes on as it is.
class TestOwnFolder : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        for (const char *name : {"FONTCONFIG_FILE", "XKB_CONFIG_ROOT", "XLOCALEDIR"})
            qunsetenv(name);
        qputenv("QT_PLUGIN_PATH", "/elsewhere");
    }

    void installedProgram()
    {
        useOwnFolder(m_folder.path().toStdString());
        useOwnFolder(std::filesystem::path());
        useOwnFolder(); // the tests' own
        QVERIFY(qEnvironmentVariableIsEmpty("FONTCONFIG_FILE"));
        QVERIFY(qEnvironmentVariableIsEmpty("XKB_CONFIG_ROOT"));
        QCOMPARE(qgetenv("QT_PLUGIN_PATH"), QByteArray("/elsewhere"));
    }

    void portableProgram()
    {
        QFile mark(m_folder.filePath(QString::fromLatin1(ownFolderMark)));
        QVERIFY(mark.open(QIODevice::WriteOnly));
        useOwnFolder(m_folder.path().toStdString());
        QCOMPARE(qEnvironmentVariable("FONTCONFIG_FILE"), m_folder.filePath(QStringLiteral("fonts/fonts.conf")));
        QCOMPARE(qEnvironmentVariable("XKB_CONFIG_ROOT"), m_folder.filePath(QStringLiteral("share/X11/xkb")));
        QCOMPARE(qEnvironmentVariable("XLOCALEDIR"), m_folder.filePath(QStringLiteral("share/X11/locale")));
        QVERIFY(!qEnvironmentVariableIsSet("QT_PLUGIN_PATH"));
    }

private:
    QTemporaryDir m_folder;
};

REGARD_GUILESS_TEST(TestOwnFolder)
#include "test_own_folder.moc"
