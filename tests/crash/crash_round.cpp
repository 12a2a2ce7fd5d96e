#include "crash_round.h"

#include <algorithm>
#include <stdexcept>

#include <poll.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>

#include "io/checkpoint/safetensors_header.h"
#include "io/project/project_file.h"
#include "io/recovery/recovery.h"
#include "killed_program.h"

namespace regard {

namespace {

constexpr int patience = 120'000;       ///< milliseconds, for a program that starts or ends under sanitizers
constexpr std::int64_t slack = 500'000; ///< microseconds: how late an event loop may be that draws and writes
constexpr double longestWait = 1.45;    ///< of the delay, from the first change on

[[noreturn]] void fail(const QString &what)
{
    throw std::runtime_error(what.toStdString());
}

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        fail(path + QStringLiteral(" cannot be read"));
    return file.readAll();
}

/// What the program said, without what Qt's offscreen platform says of itself.
QByteArray saidIn(const QString &path)
{
    return bytesOf(path).replace("This plugin does not support propagateSizeHints()\n", "");
}

/// Whether an exported file has its end, as its kind has one.
bool isWhole(const QString &suffix, const QByteArray &bytes)
{
    if (suffix == QLatin1String("svg"))
        return bytes.trimmed().endsWith("</svg>");
    if (suffix == QLatin1String("png"))
        return bytes.startsWith("\x89PNG") && bytes.right(8).startsWith("IEND");
    if (suffix == QLatin1String("pdf"))
        return bytes.trimmed().endsWith("%%EOF");
    if (suffix == QLatin1String("json"))
        return !QJsonDocument::fromJson(bytes).isNull();
    if (suffix == QLatin1String("csv"))
        return bytes.endsWith('\n');
    if (suffix != QLatin1String("safetensors"))
        return false;
    const std::string_view file(bytes.constData(), std::size_t(bytes.size()));
    const std::string_view start = file.substr(0, safetensorsHeaderEnd(file, file.size(), "export"));
    return !parseSafetensorsHeader(start, file.size(), "export").empty(); // throws where a tensor is cut
}

} // namespace

CrashRound::CrashRound(unsigned seed, int delay, Ground ground, CrashCounts &counts)
    : m_delay(delay), m_ground(ground), m_counts(counts), m_random(seed), m_home(std::make_unique<QTemporaryDir>())
{
    QDir(m_home->path()).mkpath(QStringLiteral("state/regard/recovery"));
    QDir(m_home->path()).mkdir(QStringLiteral("runtime"));
    QFile::setPermissions(m_home->filePath(QStringLiteral("runtime")),
                          QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

CrashRound::~CrashRound() = default;

QString CrashRound::keep()
{
    m_home->setAutoRemove(false);
    return m_home->path();
}

void CrashRound::run()
{
    begin(m_sides[0], QStringLiteral("a"));
    begin(m_sides[1], QStringLiteral("b"));
    const bool endsStarted = below(10) > 0; // else an end while the program starts
    const bool isOneAlive = below(2) == 0;  // while the other's work is recovered
    if (endsStarted)
        waitForHands(m_sides[0]);
    if (endsStarted || isOneAlive) // a program that starts would offer what the other has just left
        waitForHands(m_sides[1]);
    const std::int64_t now = steadyTime();
    for (Side &side : m_sides)
        side.killAt = now + std::int64_t(below(12 * m_delay)) * 1000;
    if (isOneAlive)
        m_sides[1].killAt = std::max(m_sides[1].killAt, m_sides[0].killAt);
    Side &first = m_sides[0].killAt <= m_sides[1].killAt ? m_sides[0] : m_sides[1];
    Side &second = &first == &m_sides[0] ? m_sides[1] : m_sides[0];
    watchUntil(first.killAt);
    kill(first);
    if (isOneAlive) {
        inspect(first);
        recover(first.isRecoverable ? 1 : 0);
        watchUntil(steadyTime() + std::int64_t(below(2 * m_delay)) * 1000);
        kill(second);
        inspect(second);
        recover(second.isRecoverable ? 1 : 0);
    } else {
        watchUntil(second.killAt);
        kill(second);
        inspect(first);
        inspect(second);
        for (int left = int(first.isRecoverable) + int(second.isRecoverable); left >= 0; --left)
            recover(left);
    }
    requireNothingLeft();
}

QStringList CrashRound::foldersOfRoot() const
{
    return QDir(root()).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
}

QMap<QByteArray, QByteArray> CrashRound::environment(const QString &hands, const Side &side, const QString &log)
{
    const auto place = [&](const char *name) { return m_home->filePath(QString::fromLatin1(name)).toUtf8(); };
    return {{"HOME", place("home")},
            {"XDG_STATE_HOME", place("state")},
            {"XDG_CONFIG_HOME", place("config")},
            {"XDG_CACHE_HOME", place("cache")},
            {"XDG_DATA_HOME", place("data")},
            {"XDG_RUNTIME_DIR", place("runtime")},
            {"QT_QPA_PLATFORM", "offscreen"},
            {"QT_QPA_GENERIC_PLUGINS", "regardhands"},
            {"QT_PLUGIN_PATH", REGARD_PLUGINS},
            {"LC_ALL", "C.UTF-8"},
            {"REGARD_HANDS", hands.toUtf8()},
            {"REGARD_HANDS_SEED", QByteArray::number(m_random())},
            {"REGARD_HANDS_FOLDER", side.folder.toUtf8()},
            {"REGARD_HANDS_LOG", log.toUtf8()}};
}

void CrashRound::begin(Side &side, const QString &name)
{
    side.folder = m_home->filePath(name);
    side.path = side.folder + QStringLiteral("/mine.regard");
    QDir().mkpath(side.folder);
    // The first reads sentences of up to so many words, the other of any length.
    QFile::copy(QStringLiteral(REGARD_EXAMPLES) +
                    (m_ground == Ground::Memory ? QStringLiteral("/xavier.regard") : QStringLiteral("/it.regard")),
                side.path);
    side.beginning = stateOf(readProject(side.path));
    const QStringList before = foldersOfRoot();
    auto settings = environment(QStringLiteral("edit"), side, side.folder + QStringLiteral(".told"));
    if (m_ground != Ground::Firm)
        settings["REGARD_HANDS_GROUND"] = m_ground == Ground::Memory ? "memory" : "disk";
    side.program = std::make_unique<KilledProgram>(
        QStringLiteral(REGARD_PROGRAM),
        QStringList{QStringLiteral("--autosave-delay"), QString::number(m_delay), side.path}, settings,
        side.folder + QStringLiteral(".errors"));
    side.kept = newFolder(before, *side.program);
}

std::unique_ptr<WatchedFolder> CrashRound::newFolder(const QStringList &before, KilledProgram &program) const
{
    const std::int64_t end = steadyTime() + std::int64_t(patience) * 1000;
    while (steadyTime() < end && !program.hasEnded()) {
        for (const QString &name : foldersOfRoot())
            if (!before.contains(name))
                return std::make_unique<WatchedFolder>(root() + u'/' + name);
        ::poll(nullptr, 0, 1);
    }
    fail(QStringLiteral("the program did not start"));
}

void CrashRound::waitForHands(const Side &side)
{
    const std::int64_t end = steadyTime() + std::int64_t(patience) * 1000;
    while (steadyTime() < end && !side.program->hasEnded()) {
        if (QFileInfo(side.folder + QStringLiteral(".told")).size() > 0)
            return;
        watchUntil(steadyTime() + 2000);
    }
    fail(side.folder + QStringLiteral(": the hands in the window did nothing"));
}

void CrashRound::watchUntil(std::int64_t time)
{
    for (std::int64_t now = steadyTime(); now < time; now = steadyTime()) {
        pollfd watched[2];
        nfds_t count = 0;
        for (const Side &side : m_sides)
            if (side.kept)
                watched[count++] = {side.kept->descriptor(), POLLIN, 0};
        ::poll(watched, count, int((time - now) / 1000) + 1);
        for (Side &side : m_sides)
            if (side.kept && side.program)
                side.kept->look();
    }
}

void CrashRound::kill(Side &side)
{
    if (side.program->hasEnded())
        fail(side.folder + QStringLiteral(": the program ended by itself: ") +
             QString::fromUtf8(bytesOf(side.folder + QStringLiteral(".errors"))));
    side.isTold = below(8) == 0;
    side.killed = steadyTime();
    if (!side.isTold)
        side.program->kill();
    else if (!side.program->terminate(patience))
        fail(side.folder + QStringLiteral(": the program did not end when it was told to"));
    side.kept->look(); // what was finished while it was being killed
    side.program.reset();
}

void CrashRound::inspect(Side &side)
{
    const ToldWork told = readToldWork(side.folder + QStringLiteral(".told"), side.beginning);
    m_counts.duringEdits += told.begun ? 1 : 0;
    m_counts.duringSaves += told.saving ? 1 : 0;
    m_counts.duringExports += told.isExporting ? 1 : 0;
    m_counts.refusals += told.refusals;
    if (const QByteArray said = saidIn(side.folder + QStringLiteral(".errors")); !said.isEmpty())
        fail(side.folder + QStringLiteral(": on standard error: ") + QString::fromUtf8(said));
    inspectFile(side, told);
    inspectRecovery(side, told);
    if (m_ground == Ground::Firm)
        inspectTimes(side, told);
    inspectExports(side);
}

void CrashRound::inspectFile(const Side &side, const ToldWork &told) const
{
    const WorkState there = stateOf(readProject(side.path)); // throws where it is not whole
    if (there != told.saved && (!told.saving || there != *told.saving))
        fail(side.path + QStringLiteral(" has ") + textOf(there) + QStringLiteral(", but was last saved with ") +
             textOf(told.saved));
}

void CrashRound::inspectRecovery(Side &side, const ToldWork &told) const
{
    const QString path = side.kept->folder() + QStringLiteral("/document.recovery");
    const WatchedFolder::Written &seen = side.kept->last();
    side.isRecoverable = QFileInfo::exists(path);
    if (!side.isRecoverable) {
        if (side.isTold && !told.isFull && told.last() != told.saved)
            fail(path + QStringLiteral(" is not there, though the program was told to end"));
        if (!seen.bytes.isNull())
            fail(path + QStringLiteral(" was finished and is gone"));
        return;
    }
    const Recovery recovery = readRecovery(path);
    side.recoverable = stateOf(recovery.state);
    const int index = told.find(side.recoverable);
    if (index < 0)
        fail(path + QStringLiteral(" has ") + textOf(side.recoverable) + QStringLiteral(", which nobody made"));
    if (recovery.path != side.path)
        fail(path + QStringLiteral(" names ") + recovery.path);
    if (side.isTold && !told.isFull && side.recoverable != told.last())
        fail(path + QStringLiteral(" has ") + textOf(side.recoverable) +
             QStringLiteral(", but the program was told to end at ") + textOf(told.last()));
    if (seen.bytes.isEmpty())
        return;
    const QString copy = side.kept->folder() + QStringLiteral("/seen");
    QFile file(copy);
    if (!file.open(QIODevice::WriteOnly) || file.write(seen.bytes) != seen.bytes.size())
        fail(copy + QStringLiteral(" cannot be written"));
    file.close();
    const int finished = told.find(stateOf(readRecovery(copy).state));
    file.remove();
    if (index < finished)
        fail(path + QStringLiteral(" has edit %1, but one with edit %2 was finished").arg(index).arg(finished));
}

/// Every edit is kept or saved in time, unless the end came first.
void CrashRound::inspectTimes(const Side &side, const ToldWork &told) const
{
    const auto allowed = std::int64_t(longestWait * m_delay * 1000) + slack;
    std::vector<std::int64_t> kept = side.kept->times();
    kept.insert(kept.end(), told.saves.begin(), told.saves.end());
    for (std::size_t index = 1; index < told.edits.size(); ++index) {
        const std::int64_t made = told.edits[index].time;
        std::int64_t until = side.killed;
        for (const std::int64_t time : kept)
            if (time >= made)
                until = std::min(until, time);
        m_counts.longestUnkept = std::max(m_counts.longestUnkept, until - made);
        if (until - made > allowed)
            ++m_counts.late;
    }
}

void CrashRound::inspectExports(const Side &side) const
{
    for (const QFileInfo &file : QDir(side.folder).entryInfoList({QStringLiteral("out.*")}, QDir::Files))
        if (!isWhole(file.suffix(), bytesOf(file.filePath())))
            fail(file.filePath() + QStringLiteral(" is not whole"));
}

/// Starts the program, which shall offer so many; one of them is recovered and saved.
void CrashRound::recover(int expected)
{
    const QString log = m_home->filePath(QStringLiteral("recover-%1").arg(++m_starts));
    KilledProgram program(QStringLiteral(REGARD_PROGRAM), {}, environment(QStringLiteral("recover"), m_sides[0], log),
                          log + QStringLiteral(".errors"));
    const std::int64_t end = steadyTime() + std::int64_t(patience) * 1000;
    while (!program.hasEnded() && steadyTime() < end)
        watchUntil(steadyTime() + 2000); // of the other window, which goes on
    const int code = program.wait(0);
    const QByteArray said = saidIn(log + QStringLiteral(".errors"));
    if (code != 0 || !said.isEmpty())
        fail(QStringLiteral("the program that recovers ended with %1 and said: ").arg(code) + QString::fromUtf8(said));
    const ToldWork told = readToldWork(log, {});
    if (told.offered != expected)
        fail(QStringLiteral("%1 were offered instead of %2").arg(told.offered).arg(expected));
    if (expected == 0)
        return;
    for (Side &side : m_sides)
        if (side.isRecoverable && stateOf(readProject(side.path)) == side.recoverable &&
            told.last() == side.recoverable) {
            side.isRecoverable = false;
            ++m_counts.recovered;
            return;
        }
    fail(QStringLiteral("what was recovered, ") + textOf(told.last()) + QStringLiteral(", is not what was saved"));
}

void CrashRound::requireNothingLeft() const
{
    const auto names = [](const QString &folder) {
        return QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
    };
    if (names(root()) != QStringList{QStringLiteral("lock")})
        fail(QStringLiteral("left in the folder of recovery files: ") + names(root()).join(u' '));
    for (const Side &side : m_sides)
        for (const QString &name : names(side.folder))
            if (name != QLatin1String("mine.regard") && !name.startsWith(QLatin1String("out.")))
                fail(QStringLiteral("left beside the project: ") + name);
}

} // namespace regard
