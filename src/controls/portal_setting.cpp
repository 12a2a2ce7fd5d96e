#include "controls/portal_setting.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QFile>
#include <QGuiApplication>

namespace regard {

namespace {

constexpr auto portalService = "org.freedesktop.portal.Desktop";
constexpr auto portalPath = "/org/freedesktop/portal/desktop";
constexpr auto portalInterface = "org.freedesktop.portal.Settings";
constexpr int portalTimeout = 2000; // ms

QString latinSetting(const char *text)
{
    return QString::fromLatin1(text);
}

/// Connecting to a bus that does not exist may start one (dbus-launch) or wait, so check first.
bool mayHaveSessionBus()
{
    if (QGuiApplication::platformName() == QLatin1String("offscreen"))
        return false;
    if (qEnvironmentVariableIsSet("DBUS_SESSION_BUS_ADDRESS"))
        return true;
    const QString runtime = qEnvironmentVariable("XDG_RUNTIME_DIR");
    return !runtime.isEmpty() && QFile::exists(runtime + QStringLiteral("/bus"));
}

/// The portal wraps its answer in one or two variants.
QVariant unwrapped(QVariant value)
{
    while (value.metaType() == QMetaType::fromType<QDBusVariant>())
        value = value.value<QDBusVariant>().variant();
    return value;
}

} // namespace

PortalSetting::PortalSetting(const QString &space, const QString &key, QObject *parent)
    : QObject(parent), m_space(space), m_key(key)
{
    if (mayHaveSessionBus())
        ask();
}

void PortalSetting::ask()
{
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return;
    bus.connect(latinSetting(portalService), latinSetting(portalPath), latinSetting(portalInterface),
                QStringLiteral("SettingChanged"), this, SLOT(settingChanged(QString, QString, QDBusVariant)));
    QDBusMessage question = QDBusMessage::createMethodCall(latinSetting(portalService), latinSetting(portalPath),
                                                           latinSetting(portalInterface), QStringLiteral("Read"));
    question << m_space << m_key;
    auto *answer = new QDBusPendingCallWatcher(bus.asyncCall(question, portalTimeout), this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [this](QDBusPendingCallWatcher *watcher) {
        const QDBusPendingReply<QDBusVariant> reply = *watcher;
        if (reply.isValid())
            emit received(unwrapped(reply.value().variant()));
        watcher->deleteLater();
    });
}

void PortalSetting::settingChanged(const QString &space, const QString &key, const QDBusVariant &value)
{
    if (space == m_space && key == m_key)
        emit received(unwrapped(value.variant()));
}

} // namespace regard
