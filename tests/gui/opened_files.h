#pragma once

#include <string>

#include <sys/inotify.h>
#include <unistd.h>

#include <QFile>
#include <QString>
#include <QTest>

namespace regard {

/// Tells whether somebody opens a file, by the kernel's word.
class OpenedFile {
public:
    /// The file is there already.
    explicit OpenedFile(const QString &path) : m_watch(inotify_init1(IN_NONBLOCK | IN_CLOEXEC))
    {
        if (inotify_add_watch(m_watch, QFile::encodeName(path).constData(), IN_OPEN) < 0)
            qFatal("%s cannot be watched", qPrintable(path));
    }
    ~OpenedFile() { ::close(m_watch); }
    OpenedFile(const OpenedFile &) = delete;
    OpenedFile &operator=(const OpenedFile &) = delete;

    /// Whether it was opened since the last call.
    bool wasOpened() const
    {
        alignas(inotify_event) char events[4096];
        bool any = false;
        while (::read(m_watch, events, sizeof(events)) > 0)
            any = true;
        return any;
    }

private:
    int m_watch;
};

} // namespace regard
