#pragma once

#include "paths.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <vector>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QByteArray>
#include <QFile>
#include <QMap>
#include <QString>
#include <QStringList>
#include <QTemporaryFile>

/// How a program ended and what it said.
struct ProgramRun {
    int exitCode = -1;   ///< −1: it crashed or did not end
    bool crashed = true; ///< or did not end within two minutes
    QByteArray out;
    QByteArray err;
};

/// A program to be run, by default Regard itself, with this process's environment.
struct Program {
    QStringList arguments;
    QString program = QStringLiteral(REGARD_PROGRAM); ///< looked for along the PATH
    QString folder = {};                              ///< where it runs; empty: here
    QByteArray input = {};
    QMap<QByteArray, QByteArray> environment = {}; ///< on top; a null value takes the name away

    /// Neither a display nor what a session sets, as a script has it.
    Program &withoutSession()
    {
        for (const char *name : {"XDG_RUNTIME_DIR", "DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
            environment.insert(name, QByteArray());
        return *this;
    }

    /// Waits for its end. QProcess will not do here: the thread sanitizer takes its clone() for a fork and gives up.
    ProgramRun run() const
    {
        QTemporaryFile in, out, err;
        if (!in.open() || !out.open() || !err.open() || in.write(input) != input.size() || !in.flush() || !in.seek(0))
            return {-1, true, {}, "no temporary files"};
        const QByteArray name = QFile::encodeName(program);
        const QByteArray place = QFile::encodeName(folder.isEmpty() ? QStringLiteral(".") : folder);
        QList<QByteArray> words{name};
        for (const QString &argument : arguments)
            words << argument.toUtf8();
        QList<QByteArray> settings;
        for (char **setting = environ; *setting; ++setting) {
            const QByteArray text(*setting);
            if (!environment.contains(text.left(text.indexOf('='))))
                settings << text;
        }
        for (auto setting = environment.begin(); setting != environment.end(); ++setting)
            if (!setting->isNull())
                settings << setting.key() + '=' + *setting;

        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_addchdir_np(&actions, place.constData());
        posix_spawn_file_actions_adddup2(&actions, in.handle(), STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&actions, out.handle(), STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&actions, err.handle(), STDERR_FILENO);
        pid_t process = 0;
        const int problem = posix_spawnp(&process, name.constData(), &actions, nullptr, pointers(words).data(),
                                         pointers(settings).data());
        posix_spawn_file_actions_destroy(&actions);
        if (problem != 0)
            return {-1, true, {}, name + ": " + std::strerror(problem)};

        int status = 0;
        if (!hasEnded(process, &status)) {
            kill(process, SIGKILL);
            while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
            }
            return {-1, true, {}, "did not end"};
        }
        const bool ended = WIFEXITED(status);
        return {ended ? WEXITSTATUS(status) : -1, !ended, contentOf(out), contentOf(err)};
    }

private:
    static std::vector<char *> pointers(QList<QByteArray> &words)
    {
        std::vector<char *> result;
        for (QByteArray &word : words)
            result.push_back(word.data());
        result.push_back(nullptr);
        return result;
    }

    static bool hasEnded(pid_t process, int *status)
    {
        const timespec pause{0, 2'000'000};
        for (int i = 0; i < 60'000; ++i) {
            if (waitpid(process, status, WNOHANG) == process)
                return true;
            nanosleep(&pause, nullptr);
        }
        return false;
    }

    static QByteArray contentOf(const QTemporaryFile &written)
    {
        QFile file(written.fileName());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
};
