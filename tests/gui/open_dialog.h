#pragma once

#include <QApplication>
#include <QObject>
#include <QTimer>

namespace regard {

/// Acts on the next modal dialog of that kind as it comes up, once.
template <typename Dialog, typename Act>
void whenOpen(QObject *window, Act act)
{
    auto *timer = new QTimer(window);
    QObject::connect(timer, &QTimer::timeout, window, [timer, act] {
        auto *dialog = qobject_cast<Dialog *>(QApplication::activeModalWidget());
        if (!dialog)
            return;
        timer->stop();
        timer->deleteLater();
        act(dialog);
    });
    timer->start(20);
}

} // namespace regard
