#pragma once

#include <string>

#include <QByteArray>
#include <QString>

#include "io/base/file_error.h"
#include "io/project/project_file.h"
#include "message_of.h"

namespace regard {

inline Project parsedProject(const QByteArray &json)
{
    return parseProject(json.toStdString(), "x.regard");
}

/// Why the call does not read the file of that name, which the message must begin with; empty where it is read.
template <typename Call>
QString refusalOf(const QString &file, const Call &call)
{
    const QString message = messageOf<FileError>(call);
    const QString beginning = file + QStringLiteral(": ");
    return message.isEmpty() || message.startsWith(beginning) ? message.mid(beginning.size())
                                                              : QStringLiteral("without the file's name: ") + message;
}

/// Why a project is refused; empty where it is read.
inline QString projectRefusal(const QByteArray &json)
{
    return refusalOf(QStringLiteral("x.regard"), [&] { parsedProject(json); });
}

} // namespace regard
