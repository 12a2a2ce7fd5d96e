#include <cmath>

#include <QTemporaryDir>
#include <QTest>

#include "drawn_texts.h"
#include "paths.h"
#include "run_program.h"
#include "test_class.h"

using namespace Qt::Literals::StringLiterals;

namespace {

const QString kept = QStringLiteral(REGARD_SOURCES "/tests/data/files-1.0/");

} // namespace

/// The commands of version 1.0, and that which its figure carries, make what they made then. Last bits of weights
/// depend on the processor.
class TestKeptCommands : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    QByteArray made(const QStringList &arguments, const QString &name) const
    {
        const QString path = m_folder.filePath(name);
        const ProgramRun run = Program{QStringList{u"export"_s} + arguments + QStringList{u"-o"_s, path}}.run();
        return run.exitCode == 0 && run.err.isEmpty() ? bytesOf(path) : "failed: " + run.err;
    }

private slots:
    void figure()
    {
        const QStringList texts = textsOf(made({u"--again"_s, kept + u"figure.svg"_s}, u"again.svg"_s));
        QVERIFY(texts.contains(u"noir"_s));
        QCOMPARE(texts, textsOf(bytesOf(kept + u"figure.svg"_s)));
    }

    void table()
    {
        const QByteArrayList rows =
            made({kept + u"project.regard"_s, u"--view"_s, u"heatmap"_s}, u"table.csv"_s).split('\n');
        const QByteArrayList before = bytesOf(kept + u"table.csv"_s).split('\n');
        QCOMPARE(rows.size(), before.size());
        QCOMPARE(rows[0], QByteArray(",she,loves,the,black,cat\r"));
        for (qsizetype row = 0; row < before.size(); ++row) {
            const QByteArrayList cells = rows[row].split(',');
            const QByteArrayList wanted = before[row].split(',');
            QCOMPARE(cells.size(), wanted.size());
            QCOMPARE(cells[0], wanted[0]);
            for (qsizetype column = 1; row > 0 && column < wanted.size(); ++column)
                QVERIFY(std::abs(cells[column].toDouble() - wanted[column].toDouble()) < 1e-5);
        }
    }
};

REGARD_GUILESS_TEST(TestKeptCommands)
#include "test_kept_commands.moc"
