#include "child.h"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QProcessEnvironment>
#include <QRegularExpression>
#include <QTemporaryDir>

#include "paths.h"

using namespace Qt::Literals::StringLiterals;

namespace regard::monkey {

namespace {

constexpr int childPatience = 180'000; // milliseconds that one action may take on a busy machine

QProcessEnvironment environment(const QString &home)
{
    QProcessEnvironment own = QProcessEnvironment::systemEnvironment();
    own.insert(u"HOME"_s, home);
    own.insert(u"XDG_CONFIG_HOME"_s, home + u"/config"_s);
    own.insert(u"XDG_STATE_HOME"_s, home + u"/state"_s);
    own.insert(u"XDG_DATA_HOME"_s, home + u"/data"_s);
    own.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
    // Where memory was taken is said by a few frames: whole stacks take a third of the time.
    if (!own.contains(u"ASAN_OPTIONS"_s))
        own.insert(u"ASAN_OPTIONS"_s, u"malloc_context_size=4"_s);
    if (!own.contains(u"LSAN_OPTIONS"_s))
        own.insert(u"LSAN_OPTIONS"_s,
                   QStringLiteral("print_suppressions=0:suppressions=" REGARD_SOURCES "/tests/leaks.supp"));
    if (!own.contains(u"UBSAN_OPTIONS"_s))
        own.insert(u"UBSAN_OPTIONS"_s, u"print_stacktrace=1"_s);
    return own;
}

QString content(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// The line that says what went wrong.
QString failureIn(const QString &said)
{
    static const QRegularExpression telling(
        u"^(monkey: failed: .*|SUMMARY: .*|.*runtime error: .*|terminate called .*|ASSERT.*)$"_s,
        QRegularExpression::MultilineOption);
    static const QRegularExpression numbers(u"0x[0-9a-f]+|[0-9]+"_s);
    const QRegularExpressionMatch found = telling.match(said);
    return found.hasMatch() ? found.captured().remove(numbers) : QString();
}

} // namespace

Outcome Child::run(std::uint32_t seed, int actions, const QString &reach)
{
    return start({u"--seed"_s, QString::number(seed), u"--actions"_s, QString::number(actions), u"--reach"_s, reach});
}

Outcome Child::replay(const QList<Action> &actions)
{
    const QString path = m_folder + u"/replayed"_s;
    writeActions(path, {}, actions);
    return start({u"--replay"_s, path});
}

Outcome Child::start(const QStringList &words)
{
    const QTemporaryDir home(m_folder + u"/home"_s);
    const QString journal = home.filePath(u"journal"_s);
    QProcess process;
    process.setProcessEnvironment(environment(home.path()));
    process.setStandardErrorFile(home.filePath(u"said"_s));
    process.setStandardOutputFile(QProcess::nullDevice());
    process.start(QCoreApplication::applicationFilePath(), QStringList{u"--child"_s, home.path()} + words);
    qint64 size = -1;
    bool isHanging = false;
    for (QElapsedTimer since; !process.waitForFinished(200) && process.state() != QProcess::NotRunning;) {
        const qint64 now = QFileInfo(journal).size();
        if (!since.isValid() || std::exchange(size, now) != now)
            since.start();
        if (since.elapsed() > childPatience) {
            isHanging = true;
            process.kill();
        }
    }
    Outcome outcome;
    outcome.isClean = process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
    const QString said = content(home.filePath(u"said"_s));
    outcome.said = said.right(12'000);
    if (!outcome.isClean)
        outcome.failure = isHanging ? u"an action does not end"_s : failureIn(said);
    if (!outcome.isClean && outcome.failure.isEmpty())
        outcome.failure = u"ended with %1"_s.arg(process.exitCode());
    outcome.actions = readActions(journal);
    return outcome;
}

} // namespace regard::monkey
