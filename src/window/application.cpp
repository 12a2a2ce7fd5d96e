#include "window/application.h"

#include <QEvent>
#include <QMetaEnum>
#include <QPointer>

#include "controls/plain_label.h"
#include "document/work/fault.h"

namespace regard {

namespace {

/// Events caused by the user; all others are the program's own.
Faults::Cause causeOf(QEvent::Type type)
{
    switch (type) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonRelease:
    case QEvent::MouseButtonDblClick:
    case QEvent::KeyPress:
    case QEvent::KeyRelease:
    case QEvent::Shortcut:
    case QEvent::InputMethod:
    case QEvent::Wheel:
    case QEvent::ContextMenu:
    case QEvent::Drop:
    case QEvent::Close:
        return Faults::Cause::Asked;
    default:
        return Faults::Cause::Itself;
    }
}

QString eventName(QEvent::Type type)
{
    const char *name = QMetaEnum::fromType<QEvent::Type>().valueToKey(type);
    return name ? QString::fromLatin1(name) : QStringLiteral("event %1").arg(int(type));
}

} // namespace

Application::Application(int &argc, char **argv) : QApplication(argc, argv)
{
    installEventFilter(&m_fieldRules);
}

bool Application::notify(QObject *receiver, QEvent *event)
{
    const QPointer<QObject> there(receiver); // a handler may delete its object before it throws
    const char *className = receiver->metaObject()->className();
    const QEvent::Type type = event->type();
    try {
        if (type == QEvent::Polish)
            showPlainly(receiver);
        return QApplication::notify(receiver, event);
    } catch (...) {
        const QString gone = there ? QString() : QStringLiteral(" of a %1 that is gone").arg(QLatin1String(className));
        Faults::all().report(there, eventName(type) + gone, causeOf(type));
    }
    if (type == QEvent::Close)
        event->ignore(); // it threw before asking about unsaved work
    return true;
}

} // namespace regard
