#pragma once

#include "run_program.h"

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStringList>
#include <QTemporaryDir>

/// The program in a folder of its own, run as a script runs it: no display, no XDG_RUNTIME_DIR.
class ProgramFolder {
public:
    ProgramRun run(const QStringList &arguments, const QByteArray &input = {}) const
    {
        Program program{arguments};
        program.folder = m_folder.path();
        program.input = input;
        return program.withoutSession().run();
    }
    /// Words between single spaces.
    ProgramRun run(const char *line, const QByteArray &input = {}) const { return run(words(line), input); }

    /// Exit 0 and silence.
    bool made(const char *line, const QByteArray &input = {}) const
    {
        const ProgramRun ran = run(line, input);
        if (ran.exitCode != 0 || !ran.err.isEmpty() || !ran.out.isEmpty())
            qWarning("%s: %d %s", line, ran.exitCode, (ran.out + ran.err).constData());
        return ran.exitCode == 0 && ran.err.isEmpty() && ran.out.isEmpty();
    }

    void write(const char *name, const QByteArray &content) const
    {
        QFile file(m_folder.filePath(QString::fromUtf8(name)));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("%s cannot be written", name);
    }

    bool makeFolder(const QString &name) const { return QDir(m_folder.path()).mkdir(name); }
    QString path(const QString &name) const { return m_folder.filePath(name); }

    QByteArray bytes(const QString &name) const
    {
        QFile file(m_folder.filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    QByteArray bytes(const char *name) const { return bytes(QString::fromUtf8(name)); }
    QJsonObject json(const char *name) const { return QJsonDocument::fromJson(bytes(name)).object(); }

    /// The files that begin with those letters, hidden ones included where they are empty.
    QStringList names(const char *start) const
    {
        return QDir(m_folder.path())
            .entryList({QString::fromUtf8(start) + QLatin1Char('*')},
                       QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name);
    }

    static QStringList words(const char *line) { return QString::fromUtf8(line).split(QLatin1Char(' ')); }

private:
    QTemporaryDir m_folder;
};
