#include "failures.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include <QCoreApplication>
#include <QThread>

#include "document/work/fault.h"

using namespace Qt::Literals::StringLiterals;

namespace regard::monkey {

namespace {

/// What the platform without a screen says of itself, and of a system without a session.
constexpr std::array noise{"This plugin does not support"_L1, "XDG_RUNTIME_DIR"_L1, "runtime directory"_L1};

void take(QtMsgType type, const QMessageLogContext &, const QString &message)
{
    if (type == QtDebugMsg || type == QtInfoMsg ||
        std::any_of(noise.begin(), noise.end(), [&](QLatin1StringView each) { return message.contains(each); }))
        return;
    std::fprintf(stderr, "%s\n", qPrintable(message));
    const auto tell = [message] { Failures::all().tell(u"warning: "_s + message); };
    if (QThread::currentThread() == Failures::all().thread())
        tell();
    else
        QMetaObject::invokeMethod(&Failures::all(), tell, Qt::QueuedConnection);
}

} // namespace

Failures &Failures::all()
{
    static Failures failures;
    return failures;
}

void Failures::watch()
{
    qInstallMessageHandler(take);
    connect(&Faults::all(), &Faults::reported, this,
            [this](const QString &sentence) { tell(u"fault: "_s + sentence); });
}

void Failures::tell(const QString &sentence)
{
    if (m_first.isEmpty())
        m_first = sentence;
}

} // namespace regard::monkey
