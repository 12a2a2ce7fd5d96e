#include "places.h"

#include <array>

#include <QDockWidget>
#include <QHash>
#include <QLabel>
#include <QMainWindow>
#include <QMenuBar>
#include <QSplitter>
#include <QStatusBar>
#include <QTabBar>
#include <QToolBar>

using namespace Qt::Literals::StringLiterals;

namespace regard::monkey {

namespace {

QString ownName(const QWidget *widget)
{
    const QString name = widget->objectName();
    if (!name.isEmpty())
        return name;
    return QString::fromLatin1(widget->metaObject()->className()).section(u"::"_s, -1);
}

/// Containers and labels, which let through what is done to them.
bool isPlain(const QWidget *widget)
{
    return widget->metaObject() == &QWidget::staticMetaObject || widget->metaObject() == &QLabel::staticMetaObject ||
           widget->metaObject() == &QFrame::staticMetaObject || widget->inherits("QStackedWidget");
}

} // namespace

QList<Place> placesOf(const QMainWindow *window)
{
    QList<Place> places;
    const auto add = [&places](const QString &name, QWidget *widget, bool isPanel = false) {
        if (widget && widget->isVisible() && !widget->visibleRegion().isEmpty())
            places.append({name, widget, isPanel});
    };
    for (QDockWidget *dock : window->findChildren<QDockWidget *>(QString(), Qt::FindDirectChildrenOnly))
        add(dock->objectName(), dock, true);
    if (const auto *pictures = window->findChild<QSplitter *>(u"pictures"_s); pictures && pictures->count() == 2) {
        add(u"links"_s, pictures->widget(0), true);
        add(u"heatmap"_s, pictures->widget(1), true);
    }
    for (QToolBar *bar : window->findChildren<QToolBar *>(QString(), Qt::FindDirectChildrenOnly))
        add(bar->objectName(), bar);
    if (window->centralWidget())
        for (QWidget *strip : window->centralWidget()->findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly))
            if (strip->objectName() != "pictures"_L1)
                add(ownName(strip), strip);
    int bars = 0;
    for (QTabBar *bar : window->findChildren<QTabBar *>(QString(), Qt::FindDirectChildrenOnly))
        add(u"tabs"_s + QString::number(++bars), bar);
    add(u"status"_s, window->findChild<QStatusBar *>());
    add(u"menus"_s, window->menuWidget());
    for (const char *name : {"presentLine", "presentCurtain"})
        add(QString::fromLatin1(name), window->findChild<QWidget *>(QString::fromLatin1(name)));
    return places;
}

QWidget *placeNamed(const QMainWindow *window, const QString &name)
{
    for (const Place &place : placesOf(window))
        if (place.name == name)
            return place.widget;
    return nullptr;
}

QList<Control> controlsOf(QWidget *place)
{
    constexpr int least = 4; // pixels
    QList<Control> controls;
    QHash<QString, int> counts;
    QList<QWidget *> widgets = place->findChildren<QWidget *>();
    widgets.prepend(place);
    for (QWidget *widget : widgets) {
        if (!widget->isVisible() || !widget->isEnabled() || widget->window() != place->window() ||
            widget->width() < least || widget->height() < least || (isPlain(widget) && widget != place))
            continue;
        const QRect part(widget->mapTo(place->window(), QPoint()), widget->size());
        if (!part.intersects(place->window()->rect()))
            continue;
        QString name = ownName(widget);
        if (widget->parentWidget() && widget != place)
            name = ownName(widget->parentWidget()) + u'/' + name;
        if (const int count = ++counts[name]; count > 1)
            name += u'#' + QString::number(count);
        controls.append({name, widget});
    }
    return controls;
}

QWidget *controlNamed(QWidget *place, const QString &name)
{
    if (place)
        for (const Control &control : controlsOf(place))
            if (control.name == name)
                return control.widget;
    return nullptr;
}

} // namespace regard::monkey
