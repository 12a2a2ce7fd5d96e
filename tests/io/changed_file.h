#pragma once

#include <fcntl.h>
#include <sys/stat.h>

#include <QByteArray>
#include <QFile>
#include <QString>

namespace regard {

/// What may happen to a file while somebody has it open.
enum class FileChange { Cut, Grown, Overwritten, Replaced, Touched, Gone };

inline QString changeName(FileChange change)
{
    switch (change) {
    case FileChange::Cut:
        return QStringLiteral("cut");
    case FileChange::Grown:
        return QStringLiteral("grown");
    case FileChange::Overwritten:
        return QStringLiteral("overwritten");
    case FileChange::Replaced:
        return QStringLiteral("replaced");
    case FileChange::Touched:
        return QStringLiteral("touched");
    case FileChange::Gone:
        return QStringLiteral("gone");
    }
    return {};
}

inline constexpr FileChange fileChanges[] = {FileChange::Cut,      FileChange::Grown,   FileChange::Overwritten,
                                             FileChange::Replaced, FileChange::Touched, FileChange::Gone};

/// Says that the file was last written to long ago: what is written to it from now on has another time, however coarse
/// the clock of the file system is.
inline void makeOld(const QString &path)
{
    const timespec old[2] = {{1'000'000'000, 0}, {1'000'000'000, 0}};
    if (::utimensat(AT_FDCWD, QFile::encodeName(path).constData(), old, 0) != 0)
        qFatal("%s cannot be made old", qPrintable(path));
}

/// Makes the change; a file is cut to `left` bytes.
inline void changeFile(const QString &path, FileChange change, qint64 left = 100)
{
    const auto require = [&](bool done) {
        if (!done)
            qFatal("%s cannot be %s", qPrintable(path), qPrintable(changeName(change)));
    };
    QFile file(path);
    switch (change) {
    case FileChange::Cut:
        require(file.resize(left));
        return;
    case FileChange::Grown:
        require(file.open(QIODevice::Append) && file.write("x") == 1);
        return;
    case FileChange::Overwritten: {
        require(file.open(QIODevice::ReadWrite));
        const QByteArray last = [&] {
            file.seek(file.size() - 1);
            return file.read(1);
        }();
        require(file.seek(file.size() - 1) && file.write(last) == 1);
        return;
    }
    case FileChange::Replaced: // as a program that writes atomically does; the new file is as old as the first
        require(QFile::copy(path, path + QStringLiteral(".new")));
        makeOld(path + QStringLiteral(".new"));
        require(::rename(QFile::encodeName(path + QStringLiteral(".new")).constData(),
                         QFile::encodeName(path).constData()) == 0);
        return;
    case FileChange::Touched:
        require(::utimensat(AT_FDCWD, QFile::encodeName(path).constData(), nullptr, 0) == 0);
        return;
    case FileChange::Gone:
        require(file.rename(path + QStringLiteral(".away")));
        return;
    }
}

/// What is said of a file of `bytes` after it.
inline QString changeSentence(const QString &path, FileChange change, qint64 bytes, qint64 left = 100)
{
    switch (change) {
    case FileChange::Cut:
    case FileChange::Grown:
        return path + QStringLiteral(": has %1 bytes now, but had %2 when it was opened; open it again")
                          .arg(change == FileChange::Cut ? left : bytes + 1)
                          .arg(bytes);
    case FileChange::Overwritten:
    case FileChange::Replaced:
    case FileChange::Touched:
        return path + QStringLiteral(": was replaced or written to after it was opened; open it again");
    case FileChange::Gone:
        return path + QStringLiteral(": is not there any more; put it back, or open it where it is now");
    }
    return {};
}

} // namespace regard
