#include "cli/base/message_handler.h"

#include <cstdio>

#include <QString>

namespace regard {

namespace {

void printWarnings(QtMsgType type, const QMessageLogContext &, const QString &message)
{
    if (type == QtDebugMsg || type == QtInfoMsg)
        return;
    if (message.contains(QLatin1String("XDG_RUNTIME_DIR")) || message.contains(QLatin1String("runtime directory")))
        return;
    std::fprintf(stderr, "%s\n", qPrintable(message));
}

void printNothing(QtMsgType, const QMessageLogContext &, const QString &) {}

} // namespace

void installMessageHandler(QtMessages messages)
{
    qInstallMessageHandler(messages == QtMessages::None ? printNothing : printWarnings);
}

} // namespace regard
