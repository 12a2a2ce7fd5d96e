#include "document/work/fault.h"

#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <typeinfo>

#include <cxxabi.h>

#include <QCoreApplication>
#include <QLoggingCategory>
#include <QMetaObject>
#include <QVariant>

#include "engine/base/errors.h"

namespace regard {

namespace {

Q_LOGGING_CATEGORY(faultLog, "regard.fault")

struct Freed {
    void operator()(char *text) const { std::free(text); }
};

QString typeName(const char *mangled)
{
    int status = 0;
    const std::unique_ptr<char, Freed> name(abi::__cxa_demangle(mangled, nullptr, nullptr, &status));
    return QString::fromUtf8(name ? name.get() : mangled);
}

QString currentType()
{
    const std::type_info *type = abi::__cxa_current_exception_type();
    return type ? typeName(type->name()) : QStringLiteral("an exception of another language");
}

QString withFullStop(const QString &text)
{
    constexpr char16_t chineseStop = 0x3002;
    if (text.isEmpty() || text.endsWith(QLatin1Char('.')) || text.endsWith(QChar(chineseStop)))
        return text;
    const bool isChinese = text.back().script() == QChar::Script_Han;
    return text + (isChinese ? QChar(chineseStop) : QChar(QLatin1Char('.')));
}

QString className(const QObject &object)
{
    QString name = QString::fromLatin1(object.metaObject()->className());
    return name.startsWith(QLatin1String("regard::")) ? name.mid(8) : name;
}

/// An object's name on the screen: a panel's title, an action's text, a dialog's title; nothing for the program's
/// window, which has the name of the project.
QString shownName(const QObject &object)
{
    const QString name = object.property("accessibleName").toString();
    if (!name.isEmpty())
        return name;
    if (object.inherits("QAction"))
        return object.property("text").toString().remove(QLatin1Char('&'));
    return object.parent() ? object.property("windowTitle").toString() : QString();
}

/// The place for a user: the nearest ancestor with a name on the screen.
QString shownPlace(const QObject *where)
{
    for (const QObject *object = where; object; object = object->parent())
        if (const QString name = shownName(*object); !name.isEmpty())
            return name;
    return where ? className(*where) : QString();
}

/// The place for the log, empty without an object: classes and names, from the inside to the window.
QString placeInLog(const QObject *where)
{
    QString place;
    for (const QObject *object = where; object; object = object->parent()) {
        if (object != where && object->objectName().isEmpty() && object->parent())
            continue;
        place += (place.isEmpty() ? QString() : QStringLiteral(" in ")) + className(*object);
        if (!object->objectName().isEmpty())
            place += QStringLiteral(" \"%1\"").arg(object->objectName());
    }
    return place.isEmpty() ? place : QStringLiteral(" in ") + place;
}

} // namespace

Fault currentFault()
{
    Fault fault{{}, currentType()};
    try {
        throw;
    } catch (const std::bad_alloc &) {
        fault.sentence = Faults::tr("There is not enough memory for this.");
    } catch (const Error &error) {
        fault.sentence = withFullStop(QString::fromUtf8(error.what()));
    } catch (const std::exception &error) {
        fault.sentence =
            Faults::tr("An error in the program (%1: %2).").arg(fault.type, QString::fromUtf8(error.what()));
    } catch (...) {
        fault.sentence = Faults::tr("An error in the program (%1).").arg(fault.type);
    }
    return fault;
}

Faults::Faults()
{
    if (QCoreApplication::instance())
        moveToThread(QCoreApplication::instance()->thread());
}

Faults &Faults::all()
{
    static Faults faults;
    return faults;
}

void Faults::report(const QObject *where, const QString &during, Cause cause) noexcept
{
    try {
        tell(where, during, cause);
    } catch (...) {
        // No memory is left even to report it.
    }
}

void Faults::tell(const QObject *where, const QString &during, Cause cause)
{
    const Fault fault = currentFault();
    const QString line =
        QStringLiteral("%1%2 during %3: %4").arg(fault.type, placeInLog(where), during, fault.sentence);
    bool isNew = false;
    {
        const std::lock_guard lock(m_mutex);
        isNew = m_known.insert(line).second;
    }
    if (!isNew && cause == Cause::Itself)
        return;
    qCCritical(faultLog).noquote() << line;
    const QString place = shownPlace(where);
    const QString sentence = place.isEmpty() ? tr("%1 Nothing of the document is lost.").arg(fault.sentence)
                                             : tr("%1: %2 Nothing of the document is lost.").arg(place, fault.sentence);
    QMetaObject::invokeMethod(
        this, [this, sentence] { emit reported(sentence); }, Qt::QueuedConnection);
}

} // namespace regard
