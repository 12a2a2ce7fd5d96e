#include <QDir>
#include <QFile>
#include <QFontDatabase>
#include <QSysInfo>
#include <QTest>

#include <hwy/targets.h>

#include "cli/doctor/libraries.h"
#include "cli/doctor/report.h"
#include "engine/kernels/row_kernel.h"
#include "export/version.h"
#include "program_run.h"
#include "test_class.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

QString valueOf(const QString &report, const QString &key)
{
    for (const QString &line : report.split(u'\n'))
        if (line.startsWith(key + u" = "_s))
            return line.mid(key.size() + 3);
    return {};
}

} // namespace

/// `regard --version`, `regard doctor` and what Help copies: one text.
class TestReport : public QObject {
    Q_OBJECT

private:
    ProgramFolder m_folder;

private slots:
    void versionSaysCommitAndLibraries()
    {
        const ProgramRun ran = m_folder.run("--version");
        QCOMPARE(ran.exitCode, 0);
        const QStringList lines = QString::fromUtf8(ran.out).split(u'\n');
        QVERIFY2(lines.first().startsWith(u"regard "_s + QLatin1String(version) + u" (commit "_s), ran.out.constData());
        const QStringList named = lines.value(1).split(u", "_s);
        QCOMPARE(named.size(), qsizetype(libraries().size()));
        for (const QString &library : named)
            QVERIFY2(library.contains(QRegularExpression(u"^[A-Za-z0-9-]+ [0-9]+\\.[0-9.]+$"_s)), qPrintable(library));
        QVERIFY(named.contains(u"Qt "_s + QLatin1String(qVersion())));
    }

    /// The commit is one of the sources' own.
    void commitIsTheSources()
    {
        const QByteArray line = m_folder.run("--version").out.split('\n').first();
        const QString commit = QString::fromUtf8(line).section(u"(commit "_s, 1).remove(u')').remove(u"-modified"_s);
        QVERIFY2(!commit.isEmpty(), line.constData());
        Program git{{u"cat-file"_s, u"-t"_s, commit}, u"git"_s};
        git.folder = QStringLiteral(REGARD_SOURCES);
        QCOMPARE(git.run().out.trimmed(), QByteArray("commit"));
    }

    void doctorSaysWhatAReportNeeds()
    {
        const ProgramRun ran = m_folder.run("doctor");
        QCOMPARE(ran.exitCode, 0);
        QVERIFY2(ran.err.isEmpty(), ran.err.constData());
        const QString report = QString::fromUtf8(ran.out);
        QVERIFY(report.startsWith(u"regard "_s + QLatin1String(version)));
        for (const char *key : {"system", "processor", "kernels", "memory", "qt", "platform", "platforms", "session",
                                "screens", "fonts", "locale"})
            QVERIFY2(!valueOf(report, QLatin1String(key)).isEmpty(), key);
        QCOMPARE(valueOf(report, u"platform"_s), u"offscreen"_s);
        QCOMPARE(valueOf(report, u"session"_s), u"no display"_s);
        QVERIFY(valueOf(report, u"platforms"_s).contains(u"xcb"_s));
        QVERIFY(valueOf(report, u"fonts"_s).startsWith(u"DejaVu Sans; DejaVu Sans Mono; "_s));
        QVERIFY(valueOf(report, u"memory"_s).contains(QRegularExpression(u"^[0-9.]+ GB, available [0-9.]+ [GM]B$"_s)));
    }

    /// The kernels are the best of those that this processor has and that were compiled.
    void kernelsThatWereChosen()
    {
        QStringList supported;
        for (std::int64_t left = hwy::SupportedTargets(); left != 0; left &= left - 1)
            supported << QString::fromLatin1(hwy::TargetName(left & -left));
        QVERIFY2(supported.contains(QString::fromLatin1(kernelTarget())), kernelTarget());
        QCOMPARE(valueOf(problemReport(), u"kernels"_s), QString::fromLatin1(kernelTarget()));
    }

    void nothingPrivate()
    {
        qputenv("DISPLAY", "secrethost:0");
        const QString report = problemReport();
        QVERIFY(!report.contains(u'/') || !report.contains(QDir::homePath()));
        QVERIFY(!report.contains(u"secrethost"_s));
        QVERIFY(valueOf(report, u"session"_s).contains(u"x11"_s));
        QVERIFY2(!report.contains(QDir::currentPath()), qPrintable(report));
        if (const QString host = QSysInfo::machineHostName(); host.size() > 3)
            QVERIFY2(!report.contains(host), qPrintable(report));
        // No line has a path: none of its words begins with a slash.
        for (const QString &word : report.split(QRegularExpression(u"\\s+"_s)))
            QVERIFY2(!word.startsWith(u'/'), qPrintable(word));
    }

    /// A display that nobody answers at does not keep it from reporting.
    void displayThatCannotBeReached()
    {
        Program doctor{{u"doctor"_s}};
        doctor.withoutSession();
        doctor.environment.insert("DISPLAY", ":4711");
        const ProgramRun ran = doctor.run();
        QCOMPARE(ran.exitCode, 0);
        QVERIFY(ran.out.contains("session = x11\n"));
        QVERIFY2(ran.err.isEmpty(), ran.err.constData());
    }
};

REGARD_TEST(TestReport)
#include "test_report.moc"
