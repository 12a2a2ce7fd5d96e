#include <QDir>
#include <QTest>

#include "paths.h"
#include "program_run.h"
#include "test_class.h"

using namespace Qt::Literals::StringLiterals;

/// `regard save-model`. What is written is tested in tests/io/test_model_saving.cpp.
class TestSaveModel : public QObject {
    Q_OBJECT

private:
    ProgramFolder m_folder;
    const QString m_model = QStringLiteral(REGARD_SOURCES "/tests/data/checkpoints/gpt2");

private slots:
    void aProjectsModel()
    {
        QCOMPARE(m_folder.run({u"export"_s, m_model, u"--source"_s, u"cat"_s, u"-o"_s, u"cat.regard"_s}).exitCode, 0);
        QVERIFY(m_folder.made("save-model cat.regard -o 猫"));
        QVERIFY(m_folder.made("export 猫 --source cat -o saved.csv"));
        QCOMPARE(m_folder.run({u"export"_s, m_model, u"--source"_s, u"cat"_s, u"-o"_s, u"before.csv"_s}).exitCode, 0);
        QCOMPARE(m_folder.bytes("saved.csv"), m_folder.bytes("before.csv"));
    }

    void refused_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QString>("reason");
        QTest::newRow("no folder") << u"save-model now.regard"_s << 2 << u"--output is required"_s;
        QTest::newRow("no file") << u"save-model -o x"_s << 2 << u"FILE is required"_s;
        QTest::newRow("no model") << u"save-model now.regard -o x"_s << 1
                                  << u"only a trained model, opened from its folder, can be saved as one"_s;
        QTest::newRow("off") << u"save-model off.regard -o x"_s << 1 << u"heads or sublayers are switched off"_s;
        QTest::newRow("there") << u"save-model off.regard -o now.regard"_s << 1
                               << u"heads or sublayers are switched off"_s;
    }
    void refused()
    {
        QFETCH(QString, line);
        QFETCH(int, exitCode);
        QFETCH(QString, reason);
        QVERIFY(m_folder.made("export --source cat -o now.regard"));
        QCOMPARE(
            m_folder
                .run({u"export"_s, m_model, u"--source"_s, u"cat"_s, u"--off"_s, u"1.2"_s, u"-o"_s, u"off.regard"_s})
                .exitCode,
            0);
        const ProgramRun ran = m_folder.run(line.split(u' '));
        QCOMPARE(ran.exitCode, exitCode);
        QVERIFY2(ran.err.contains(reason.toUtf8()), ran.err.constData());
        QCOMPARE(ran.err.count('\n'), 1);
        QVERIFY(m_folder.names("x").isEmpty());
    }

    /// No file may grow beyond 2 × 512 bytes: one sentence that names the folder, and nothing is left.
    void fullDisk()
    {
        QVERIFY(m_folder.makeFolder(u"disk"_s));
        Program program{{u"-c"_s, u"trap '' XFSZ; ulimit -f 2; TMPDIR=/nowhere exec \"$@\""_s, u"sh"_s,
                         QStringLiteral(REGARD_PROGRAM), u"save-model"_s, m_model, u"-o"_s, u"disk/saved"_s},
                        u"sh"_s};
        program.folder = m_folder.path({});
        const ProgramRun ran = program.withoutSession().run();
        QVERIFY(!ran.crashed);
        QCOMPARE(ran.exitCode, 1);
        QVERIFY2(ran.err.startsWith("regard: disk/saved: cannot be written: File too large"), ran.err.constData());
        QCOMPARE(ran.err.count('\n'), 1);
        QVERIFY(QDir(m_folder.path(u"disk"_s)).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
    }
};

REGARD_GUILESS_TEST(TestSaveModel)
#include "test_save_model.moc"
