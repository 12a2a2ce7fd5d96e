#pragma once

#include <QDBusVariant>
#include <QObject>
#include <QString>
#include <QVariant>

namespace regard {

/// A setting of the desktop, read from its portal over D-Bus and followed: org.freedesktop.portal.Settings, which Qt
/// 6.4 does not read itself.
class PortalSetting : public QObject {
    Q_OBJECT
public:
    /// `space` is for example org.freedesktop.appearance, `key` color-scheme. Where there is no session bus or no
    /// portal, told() is never emitted.
    PortalSetting(const QString &space, const QString &key, QObject *parent);

signals:
    /// The answer, which comes when the window is already open, and each change after it.
    void received(const QVariant &value);

private slots:
    void settingChanged(const QString &space, const QString &key, const QDBusVariant &value);

private:
    void ask();

    QString m_space;
    QString m_key;
};

} // namespace regard
