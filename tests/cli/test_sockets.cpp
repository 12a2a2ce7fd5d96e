#include <cerrno>
#include <csignal>
#include <ctime>
#include <functional>
#include <memory>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include "paths.h"
#include "program_run.h"
#include "test_class.h"

using namespace Qt::Literals::StringLiterals;

namespace {

const QString onlyUnix = QStringLiteral(REGARD_UNIX_SOCKETS_ONLY);

void pause()
{
    const timespec moment{0, 20'000'000};
    nanosleep(&moment, nullptr);
}

/// A program that is ended by a signal. Its output goes into a file, its errors into FILE.errors.
class Started {
public:
    /// A tracer's words are those of the program behind its own, which is the one that a signal is for.
    Started(QStringList words, const QString &output, const QMap<QByteArray, QByteArray> &environment,
            bool isTracer = false)
        : m_isTracer(isTracer)
    {
        QList<QByteArray> bytes, settings;
        for (const QString &word : words)
            bytes << QFile::encodeName(word);
        for (char **setting = environ; *setting; ++setting)
            if (const QByteArray text(*setting); !environment.contains(text.left(text.indexOf('='))))
                settings << text;
        for (auto setting = environment.begin(); setting != environment.end(); ++setting)
            if (!setting->isNull())
                settings << setting.key() + '=' + *setting;
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        const QByteArray file = QFile::encodeName(output);
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, file.constData(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        const QByteArray errors = file + ".errors";
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors.constData(), O_WRONLY | O_CREAT | O_TRUNC,
                                         0600);
        const int problem = posix_spawnp(&m_process, bytes.first().constData(), &actions, nullptr,
                                         pointers(bytes).data(), pointers(settings).data());
        posix_spawn_file_actions_destroy(&actions);
        if (problem != 0)
            m_process = 0;
    }
    ~Started()
    {
        if (isRunning())
            end(SIGKILL);
    }
    Started(const Started &) = delete;
    Started &operator=(const Started &) = delete;

    bool isRunning()
    {
        if (m_process != 0 && waitpid(m_process, &m_status, WNOHANG) == m_process)
            m_process = 0;
        return m_process != 0;
    }
    /// The child of a tracer, or the process: others may have children too, as Xvfb has while it reads a keyboard.
    pid_t program() const
    {
        if (!m_isTracer)
            return m_process;
        QFile children(u"/proc/%1/task/%1/children"_s.arg(m_process));
        const QByteArray child = children.open(QIODevice::ReadOnly) ? children.readAll().trimmed() : QByteArray();
        return child.isEmpty() ? m_process : child.split(' ').first().toInt();
    }
    /// Sends the signal to the program and waits for the end of all.
    void end(int signal)
    {
        kill(program(), signal);
        while (isRunning())
            pause();
    }
    int status() const { return m_status; }

private:
    static std::vector<char *> pointers(QList<QByteArray> &words)
    {
        std::vector<char *> result;
        for (QByteArray &word : words)
            result.push_back(word.data());
        result.push_back(nullptr);
        return result;
    }

    pid_t m_process = 0;
    int m_status = 0;
    bool m_isTracer;
};

bool waitFor(const std::function<bool()> &holds)
{
    for (int i = 0; i < 6000; ++i) { // two minutes
        if (holds())
            return true;
        pause();
    }
    return false;
}

/// Ticks of the processor that a process has used.
qint64 ticksOf(pid_t process)
{
    QFile file(u"/proc/%1/stat"_s.arg(process));
    const QList<QByteArray> fields = file.open(QIODevice::ReadOnly) ? file.readAll().split(' ') : QList<QByteArray>();
    return fields.size() > 14 ? fields[13].toLongLong() + fields[14].toLongLong() : -1;
}

/// What strace wrote of a socket that is not local, or of one that leads anywhere but to a display, a bus or nscd;
/// empty: there is none.
QString wrongSocket(const QString &log)
{
    QFile file(log);
    if (!file.open(QIODevice::ReadOnly))
        return u"strace wrote nothing"_s;
    static const QRegularExpression made(u"\\b(socket|socketpair)\\((?!AF_UNIX\\b)"_s);
    static const QRegularExpression other(u"\\b(connect|bind|sendto)\\(.*sa_family=(?!AF_UNIX\\b)"_s);
    static const QRegularExpression led(u"\\bconnect\\(.*sun_path=(?!.*(\\.X11-unix/|/bus\"|/nscd/|\\.ICE-unix/))"_s);
    while (!file.atEnd()) {
        const QString line = QString::fromUtf8(file.readLine());
        if (line.contains(made) || line.contains(other) || line.contains(led))
            return line.trimmed();
    }
    return {};
}

} // namespace

/// The program talks to nobody: its sockets are local ones, to the display, to the session's and the accessibility bus
/// and to nscd. Each run is made twice: under a filter that ends the program with the first other socket, and under
/// strace, which says what was made. Where nothing may be traced, as in some containers, the filter alone decides.
class TestSockets : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    bool m_canTrace = false;
    std::unique_ptr<Started> m_screen;
    QByteArray m_display;

    QMap<QByteArray, QByteArray> environment() const
    {
        const auto at = [this](const char *name) {
            return QFile::encodeName(m_folder.filePath(QString::fromLatin1(name)));
        };
        return {{"HOME", at("home")},
                {"XDG_CONFIG_HOME", at("config")},
                {"XDG_STATE_HOME", at("state")},
                {"XDG_CACHE_HOME", at("cache")},
                {"XDG_RUNTIME_DIR", at("run")},
                {"DBUS_SESSION_BUS_ADDRESS", "unix:path=" + at("run") + "/bus"},
                {"WAYLAND_DISPLAY", QByteArray()},
                {"DISPLAY", m_display},
                // The leak checker traces too, and only one may.
                {"ASAN_OPTIONS", "detect_leaks=0"}};
    }
    /// The words that run the program under the one watch or the other.
    QStringList watched(bool isTraced, const QStringList &words) const
    {
        const QStringList watch = isTraced
                                      ? QStringList{u"strace"_s, u"-f"_s, u"-e"_s, u"trace=network"_s, u"-o"_s, log()}
                                      : QStringList{onlyUnix};
        return watch + words;
    }
    QString log() const { return m_folder.filePath(u"trace"_s); }
    ProgramRun run(bool isTraced, const QStringList &words) const
    {
        QStringList all = watched(isTraced, words);
        Program program{all.mid(1), all.first(), m_folder.path()};
        program.environment = environment();
        return program.run();
    }
    static void runs(bool withTrace)
    {
        QTest::addColumn<bool>("isTraced");
        QTest::newRow("filtered") << false;
        if (withTrace)
            QTest::newRow("traced") << true;
    }

private slots:
    void initTestCase()
    {
        for (const char *name : {"home", "config", "state", "cache", "run"})
            QVERIFY(QDir(m_folder.path()).mkdir(QString::fromLatin1(name)));
        m_canTrace = run(true, {u"true"_s}).exitCode == 0;
        if (!m_canTrace)
            qWarning("strace cannot trace here (not installed, or not permitted): the filter alone watches");
        const QString number = m_folder.filePath(u"display"_s);
        m_screen = std::make_unique<Started>(QStringList{u"Xvfb"_s, u"-displayfd"_s, u"1"_s, u"-nolisten"_s, u"tcp"_s},
                                             number, QMap<QByteArray, QByteArray>());
        const auto isThere = [&] {
            QFile file(number);
            const QByteArray said = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
            m_display = said.endsWith('\n') ? ':' + said.trimmed() : QByteArray();
            return !m_display.isEmpty() || !m_screen->isRunning();
        };
        QVERIFY(waitFor(isThere));
        QVERIFY2(!m_display.isEmpty() && m_screen->isRunning(), "Xvfb did not start: ./dev test installs it");
    }
    void cleanupTestCase() { m_screen.reset(); }

    /// Both watches see a socket of another kind.
    void theWatchesWork()
    {
        const QStringList calls{u"bash"_s, u"-c"_s, u"exec 3<>/dev/udp/127.0.0.1/9"_s};
        QVERIFY(run(false, calls).crashed);
        QCOMPARE(run(false, {u"true"_s}).exitCode, 0);
        if (!m_canTrace)
            return;
        run(true, calls);
        QVERIFY2(wrongSocket(log()).contains(u"AF_INET"_s), qPrintable(wrongSocket(log())));
    }

    void withoutADisplay_data()
    {
        QTest::addColumn<bool>("isTraced");
        QTest::addColumn<QStringList>("words");
        const QStringList commands[] = {
            {u"export"_s, u"--example"_s, u"it"_s, u"-o"_s, u"x.svg"_s, u"-o"_s, u"x.pdf"_s, u"-o"_s, u"x.png"_s,
             u"-o"_s, u"x.csv"_s, u"-o"_s, u"x.json"_s, u"-o"_s, u"x.safetensors"_s},
            {u"export"_s, QStringLiteral(REGARD_TEST_DATA "/checkpoints/bert"), u"--source"_s, u"cat"_s, u"-o"_s,
             u"y.svg"_s},
            {u"train"_s, u"--task"_s, u"copy"_s, u"--steps"_s, u"2"_s, u"-o"_s, u"z.regard"_s},
            {u"info"_s, QStringLiteral(REGARD_TEST_DATA "/checkpoints/bart")},
            {u"lessons"_s}};
        for (const QStringList &words : commands)
            for (const bool isTraced : {false, true})
                QTest::addRow("%s %s, %s", qPrintable(words.first()), qPrintable(words.value(1)),
                              isTraced ? "traced" : "filtered")
                    << isTraced << words;
    }
    void withoutADisplay()
    {
        QFETCH(bool, isTraced);
        QFETCH(QStringList, words);
        if (isTraced && !m_canTrace)
            return;
        const ProgramRun ran = run(isTraced, QStringList{QStringLiteral(REGARD_PROGRAM)} + words);
        QVERIFY2(ran.exitCode == 0, ran.err.constData());
        if (isTraced)
            QCOMPARE(wrongSocket(log()), QString());
    }

    void theWindow_data() { runs(m_canTrace); }
    void theWindow()
    {
        QFETCH(bool, isTraced);
        QMap<QByteArray, QByteArray> settings = environment();
        settings["QT_QPA_PLATFORM"] = "xcb";
        settings["QT_LINUX_ACCESSIBILITY_ALWAYS_ON"] = "1";
        const QString output = m_folder.filePath(u"output"_s);
        Started window(watched(isTraced, {QStringLiteral(REGARD_PROGRAM),
                                          QStringLiteral(REGARD_SOURCES "/resources/examples/it.regard")}),
                       output, settings, isTraced);
        // Until it has shown everything and waits for its user: a blinking cursor is all that it has to do.
        QList<qint64> ticks;
        QVERIFY(waitFor([&] {
            ticks.append(ticksOf(window.program()));
            const qsizetype count = ticks.size();
            const bool isQuiet = count > 100 && ticks.last() > 50 && ticks.last() - ticks[count - 50] <= 5;
            return isQuiet || count == 300 || !window.isRunning(); // a busy machine shows it later
        }));
        QFile said(output + u".errors"_s);
        QVERIFY(said.open(QIODevice::ReadOnly));
        const QByteArray words = said.readAll();
        QVERIFY2(window.isRunning(), words.constData());
        window.end(SIGTERM);
        QVERIFY(WIFSIGNALED(window.status()) && WTERMSIG(window.status()) == SIGTERM);
        if (!isTraced)
            return;
        QCOMPARE(wrongSocket(log()), QString());
        QFile trace(log());
        QVERIFY(trace.open(QIODevice::ReadOnly));
        QVERIFY2(trace.readAll().contains(".X11-unix/X"), "it was there to be traced");
    }
};

REGARD_GUILESS_TEST(TestSockets)
#include "test_sockets.moc"
