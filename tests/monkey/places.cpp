#include "places.h"

#include <array>

#include <QHash>
#include <QLabel>
#include <QMainWindow>
#include <QMenuBar>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "window/main_window.h"
#include "window/regions/panel_set.h"
#include "window/regions/region_handle.h"
#include "window/regions/regions.h"

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
    const Regions *regions = qobject_cast<const MainWindow *>(window)->regions();
    const PanelSet *panels = qobject_cast<const MainWindow *>(window)->panels();
    for (const PanelId id : regions->seen()) // those in windows of their own, too
        add(QString::fromStdString(panelWord(id)), panels->panel(id), true);
    add(u"lesson"_s, panels->lesson, true);
    for (QWidget *handle : regions->findChildren<RegionHandle *>())
        add(u"handle "_s + handle->accessibleName(), handle);
    for (QWidget *line :
         regions->rows()->parentWidget()->findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly))
        add(ownName(line), line);
    for (QWidget *bar : window->centralWidget()->findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly))
        if (bar != regions)
            add(ownName(bar), bar);
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
