#pragma once

#include <QList>
#include <QString>
#include <QStringList>

class QMainWindow;
class QWidget;

namespace regard::monkey {

/// A part of the window by name: a panel, a strip, a bar.
struct Place {
    QString name;
    QWidget *widget;
    bool isPanel = false;
};

/// Those that are seen now.
QList<Place> placesOf(const QMainWindow *window);
/// Null where it is not seen.
QWidget *placeNamed(const QMainWindow *window, const QString &name);

/// A control in a place by name.
struct Control {
    QString name; ///< its own or its class's, within its parent's; with a number where several have the same
    QWidget *widget;
};

/// What in a widget can be touched now, itself included.
QList<Control> controlsOf(QWidget *place);
/// Null where there is none of that name now.
QWidget *controlNamed(QWidget *place, const QString &name);

} // namespace regard::monkey
