#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include "cli/manual/completion.h"
#include "cli/manual/manual_page.h"
#include "program_run.h"
#include "test_class.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

/// The long options that a text names.
QSet<QString> optionsIn(const QString &text)
{
    static const QRegularExpression option(u"--[a-z][a-z0-9-]*"_s);
    QSet<QString> options;
    for (auto match = option.globalMatch(text); match.hasNext();)
        options.insert(match.next().captured());
    return options;
}

/// What follows a heading of the manual, up to the next one of its kind.
QString section(const QString &page, const QString &heading)
{
    const qsizetype begin = page.indexOf(heading + u'\n');
    if (begin < 0)
        return {};
    const qsizetype next = page.indexOf(QRegularExpression(u"\\n\\.S[HS] "_s), begin + heading.size());
    return page.mid(begin, next - begin);
}

/// Words as a shell would split them where only double quotes are special.
QStringList shellWords(const QString &line)
{
    static const QRegularExpression word(u"\"([^\"]*)\"|(\\S+)"_s);
    QStringList words;
    for (auto match = word.globalMatch(line); match.hasNext();) {
        const QRegularExpressionMatch found = match.next();
        words << (found.captured(1).isEmpty() ? found.captured(2) : found.captured(1));
    }
    return words;
}

} // namespace

/// Manual and completions against the help that the parser itself prints, command by command.
class TestHelpFiles : public QObject {
    Q_OBJECT

private:
    ProgramFolder m_folder;
    QStringList m_commands;
    QString m_manual;

    QString printed(const char *line) const
    {
        const ProgramRun ran = m_folder.run(line);
        if (ran.exitCode != 0 || !ran.err.isEmpty())
            qWarning("%s: %s", line, ran.err.constData());
        return QString::fromUtf8(ran.out);
    }
    QString help(const QString &command) const { return printed(qPrintable((command + u" --help"_s).trimmed())); }

    /// What bash offers after these words.
    QSet<QString> offered(const QStringList &words) const
    {
        QStringList quoted;
        for (const QString &word : words)
            quoted << u'\'' + word + u'\'';
        Program bash{{u"--norc"_s, u"-c"_s,
                      u"source '%1'; COMP_WORDS=(%2); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _regard; "
                      "printf '%s\\n' \"${COMPREPLY[@]}\""_s.arg(m_folder.path(u"regard.bash"_s), quoted.join(u' '))},
                     u"bash"_s};
        const ProgramRun ran = bash.run();
        if (ran.exitCode != 0 || !ran.err.isEmpty())
            qWarning("bash: %s", ran.err.constData());
        const QStringList lines = QString::fromUtf8(ran.out).split(u'\n', Qt::SkipEmptyParts);
        return {lines.begin(), lines.end()};
    }

private slots:
    void initTestCase()
    {
        m_manual = printed("manual").replace(u"\\-"_s, u"-"_s);
        const QString commands = help({}).section(u"Subcommands:"_s, 1);
        for (const QString &line : commands.split(u'\n', Qt::SkipEmptyParts))
            if (line.startsWith(u"  "_s) && !line.startsWith(u"   "_s))
                m_commands << line.trimmed().section(u' ', 0, 0);
        QVERIFY(m_commands.contains(u"export"_s) && m_commands.contains(u"doctor"_s));
        m_folder.write("regard.bash", printed("completion bash").toUtf8());
    }

    void manualHasEveryOptionOfTheHelp()
    {
        QCOMPARE(optionsIn(section(m_manual, u".SH OPTIONS"_s)), optionsIn(help({})));
        for (const QString &command : m_commands) {
            const QString part = section(m_manual, u".SS \\fBregard %1\\fR"_s.arg(command));
            QVERIFY2(!part.isEmpty(), qPrintable(command));
            QCOMPARE(optionsIn(part), optionsIn(help(command)));
        }
        QCOMPARE(m_manual.count(u"\n.SS "_s), m_commands.size());
    }

    /// Each word of a choice that the help prints.
    void manualHasEveryWord()
    {
        static const QRegularExpression choice(u"\\{([^}]+)\\}"_s);
        int words = 0;
        for (const QString &command : m_commands)
            for (auto match = choice.globalMatch(help(command)); match.hasNext();)
                for (const QString &word : match.next().captured(1).split(u',')) {
                    QVERIFY2(m_manual.contains(u"\\fB"_s + word.trimmed() + u"\\fR"_s), qPrintable(word));
                    ++words;
                }
        QVERIFY(words > 50);
    }

    /// Each example of the manual runs, after the ones before it.
    void examplesOfTheManual()
    {
        for (const ManualExample &example : manualExamples()) {
            QStringList words = shellWords(QString::fromStdString(example.command));
            QCOMPARE(words.takeFirst(), u"regard"_s);
            const ProgramRun ran = m_folder.run(words);
            QVERIFY2(ran.exitCode == 0 && ran.err.isEmpty(), ran.err.constData());
            QVERIFY(m_manual.contains(QString::fromStdString(example.command)));
        }
        for (const char *name : {"it.svg", "scores.pdf", "scores.csv", "be.regard", "without.svg", "again.pdf"})
            QVERIFY2(!m_folder.bytes(name).isEmpty(), name);
    }

    void bashOffersCommandsOptionsAndWords()
    {
        const QSet<QString> commands(m_commands.begin(), m_commands.end());
        QCOMPARE(offered({u"regard"_s, u""_s}), commands);
        QCOMPARE(offered({u"regard"_s, u"ex"_s}), (QSet<QString>{u"export"_s, u"examples"_s}));
        for (const QString &command : m_commands) {
            QSet<QString> options;
            for (const QString &option : offered({u"regard"_s, command, u"-"_s}))
                if (option.startsWith(u"--"_s))
                    options.insert(option);
            QCOMPARE(options, optionsIn(help(command)));
        }
        const QSet<QString> blocks{u"encoder"_s, u"decoder"_s, u"cross"_s};
        QCOMPARE(offered({u"regard"_s, u"export"_s, u"--block"_s, u""_s}), blocks);
        QCOMPARE(offered({u"regard"_s, u"export"_s, u"--block"_s, u"="_s}), blocks);
        QCOMPARE(offered({u"regard"_s, u"export"_s, u"--block"_s, u"="_s, u"c"_s}), (QSet<QString>{u"cross"_s}));
        QVERIFY(offered({u"regard"_s, u"export"_s, u"--example"_s, u""_s}).contains(u"three-inputs"_s));
        QVERIFY(offered({u"regard"_s, u"train"_s, u"--task"_s, u""_s}).contains(u"reverse-long"_s));
        QCOMPARE(offered({u"regard"_s, u"completion"_s, u""_s}), (QSet<QString>{u"bash"_s, u"zsh"_s, u"fish"_s}));
        // A file: the shell's own completion.
        QCOMPARE(offered({u"regard"_s, u"export"_s, u"--pinned"_s, u""_s}), QSet<QString>());
    }

    /// Every option, choice and command stands in the other shells' scripts too.
    void otherShells()
    {
        const QString zsh = printed("completion zsh");
        const QString fish = printed("completion fish");
        for (const QString &command : m_commands) {
            QVERIFY2(zsh.contains(u"'%1:"_s.arg(command)) && fish.contains(u" -a %1 "_s.arg(command)),
                     qPrintable(command));
            for (const QString &option : optionsIn(help(command))) {
                QVERIFY2(zsh.contains(u"'*%1"_s.arg(option)), qPrintable(option));
                QVERIFY2(fish.contains(u" -l %1 "_s.arg(option.mid(2))), qPrintable(option));
            }
        }
        QVERIFY(zsh.contains(u"(encoder decoder cross)"_s) && fish.contains(u"'encoder decoder cross'"_s));
        QVERIFY(zsh.startsWith(u"#compdef regard"_s));
    }

    void unknownShell()
    {
        const ProgramRun ran = m_folder.run("completion tcsh");
        QCOMPARE(ran.exitCode, 2);
        QVERIFY(ran.err.contains("bash") && ran.out.isEmpty());
        QCOMPARE(m_folder.run("completion").exitCode, 2);
    }
};

REGARD_GUILESS_TEST(TestHelpFiles)
#include "test_help_files.moc"
