#pragma once

#include <type_traits>

#include <QObject>

/// The control of that object name within a panel (or what points to one). Ends the test where there is none.
template <typename T, typename Parent>
T *child(const Parent &parent, const char *name)
{
    const QObject *object = nullptr;
    if constexpr (std::is_base_of_v<QObject, Parent>)
        object = &parent;
    else
        object = &*parent;
    T *found = object->findChild<T *>(QString::fromLatin1(name));
    if (!found)
        qFatal("%s has no %s", object->metaObject()->className(), name);
    return found;
}
