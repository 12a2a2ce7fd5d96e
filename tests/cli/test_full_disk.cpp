#include <QTest>

#include "program_run.h"
#include "test_class.h"

using namespace Qt::Literals::StringLiterals;

/// No export ends as if all were well where its file could not be written whole.
class TestFullDisk : public QObject {
    Q_OBJECT

private:
    ProgramFolder m_folder;

private slots:
    void nothingIsHalfWritten_data()
    {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<QString>("file");
        for (const char *suffix : {"png", "svg", "pdf", "webp", "json", "csv", "safetensors"})
            QTest::newRow(suffix) << u"--view heatmap"_s << u"out."_s + QLatin1String(suffix);
        QTest::newRow("pages") << u"--view steps --walk token --query 1"_s << u"walk.pdf"_s;
        QTest::newRow("numbered pages") << u"--view steps --walk token --query 1"_s << u"walk.png"_s;
        QTest::newRow("film") << u"--view steps --walk token --query 1"_s << u"walk.webp"_s;
    }
    void nothingIsHalfWritten()
    {
        QFETCH(const QString, arguments);
        QFETCH(const QString, file);
        // No file may grow beyond 2 × 512 bytes, and the program is not ended by trying. Without a folder for temporary
        // files the thread sanitizer keeps its marks of constants out of a file, which would be cut too.
        Program program{{u"-c"_s, u"trap '' XFSZ; ulimit -f 2; TMPDIR=/nowhere exec \"$@\""_s, u"sh"_s,
                         QStringLiteral(REGARD_PROGRAM), u"export"_s, u"--example"_s, u"it"_s},
                        u"sh"_s};
        program.arguments += arguments.split(u' ') + QStringList{u"-o"_s, file};
        program.folder = m_folder.path({});
        const ProgramRun ran = program.withoutSession().run();
        QVERIFY(!ran.crashed);
        QVERIFY(ran.exitCode != 0);
        QVERIFY2(ran.err.contains("cannot be written: File too large"), ran.err.constData());
        QCOMPARE(m_folder.names(""), QStringList());
    }
};

REGARD_GUILESS_TEST(TestFullDisk)
#include "test_full_disk.moc"
