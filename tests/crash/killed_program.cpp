#include "killed_program.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdexcept>
#include <sys/inotify.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QDir>
#include <QFile>

namespace regard {

namespace {

constexpr const char *watchedName = "document.recovery";

std::vector<char *> pointers(QList<QByteArray> &words)
{
    std::vector<char *> result;
    for (QByteArray &word : words)
        result.push_back(word.data());
    result.push_back(nullptr);
    return result;
}

} // namespace

std::int64_t steadyTime()
{
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return std::int64_t(now.tv_sec) * 1'000'000 + now.tv_nsec / 1000;
}

KilledProgram::KilledProgram(const QString &program, const QStringList &arguments,
                             const QMap<QByteArray, QByteArray> &environment, const QString &errors)
{
    QList<QByteArray> words{QFile::encodeName(program)};
    for (const QString &argument : arguments)
        words << QFile::encodeName(argument);
    QList<QByteArray> settings;
    for (char **setting = environ; *setting; ++setting) {
        const QByteArray text(*setting);
        if (!environment.contains(text.left(text.indexOf('='))))
            settings << text;
    }
    for (auto setting = environment.begin(); setting != environment.end(); ++setting)
        settings << setting.key() + '=' + *setting;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    const QByteArray said = QFile::encodeName(errors);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, said.constData(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    const int problem = ::posix_spawn(&m_process, words.first().constData(), &actions, nullptr, pointers(words).data(),
                                      pointers(settings).data());
    posix_spawn_file_actions_destroy(&actions);
    if (problem != 0) {
        m_process = -1;
        throw std::runtime_error(words.first().toStdString() + ": " + std::strerror(problem));
    }
}

KilledProgram::~KilledProgram()
{
    kill();
}

void KilledProgram::kill()
{
    if (m_process < 0)
        return;
    ::kill(m_process, SIGKILL);
    while (::waitpid(m_process, &m_status, 0) < 0 && errno == EINTR) {
    }
    m_process = -1;
}

bool KilledProgram::terminate(int most)
{
    if (m_process >= 0)
        ::kill(m_process, SIGTERM);
    wait(most);
    return m_process < 0 && WIFSIGNALED(m_status) && WTERMSIG(m_status) == SIGTERM;
}

bool KilledProgram::hasEnded()
{
    if (m_process >= 0 && ::waitpid(m_process, &m_status, WNOHANG) == m_process)
        m_process = -1;
    return m_process < 0;
}

int KilledProgram::wait(int most)
{
    const std::int64_t end = steadyTime() + std::int64_t(most) * 1000;
    while (!hasEnded()) {
        if (steadyTime() > end)
            return -1;
        ::poll(nullptr, 0, 2);
    }
    return WIFEXITED(m_status) ? WEXITSTATUS(m_status) : -1;
}

WatchedFolder::WatchedFolder(const QString &folder)
    : m_folder(folder), m_watch(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC))
{
    if (m_watch < 0 || ::inotify_add_watch(m_watch, QFile::encodeName(folder).constData(), IN_MOVED_TO | IN_DELETE) < 0)
        throw std::runtime_error("cannot watch " + folder.toStdString() + ": " + std::strerror(errno));
}

WatchedFolder::~WatchedFolder()
{
    ::close(m_watch);
}

void WatchedFolder::look()
{
    alignas(inotify_event) char events[4096];
    ssize_t length = 0;
    while ((length = ::read(m_watch, events, sizeof events)) > 0) {
        for (const char *at = events; at < events + length;) {
            const auto *event = reinterpret_cast<const inotify_event *>(at);
            at += sizeof(inotify_event) + event->len;
            if (event->len == 0 || std::strcmp(event->name, watchedName) != 0)
                continue;
            if (event->mask & IN_DELETE) {
                m_last = {};
                continue;
            }
            const std::int64_t now = steadyTime();
            m_times.push_back(now);
            QFile file(QDir(m_folder).filePath(QLatin1String(watchedName)));
            // It may be gone again by now, of which the next event tells.
            m_last = {now, file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray()};
        }
    }
}

} // namespace regard
