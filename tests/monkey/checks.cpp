#include "checks.h"

#include <algorithm>
#include <cstdio>

#include <QApplication>
#include <QSet>
#include <QThread>
#include <QTimer>
#include <QUndoStack>

#include "../engine/trace_comparison.h"
#include "answers.h"
#include "controls/figure_view.h"
#include "controls/panel.h"
#include "document/document.h"
#include "document/work/background_work.h"
#include "draw/export_figure.h"
#include "failures.h"
#include "io/project/project_file.h"
#include "io/project/project_state.h"
#include "training/run/training_record.h"
#include "views/heatmap/panel/heatmap_plot.h"
#include "views/output/generation.h"
#include "views/steps/panel/walk_bar.h"
#include "window/main_window.h"
#include "window/presentation/presentation.h"
#include "world.h"

using namespace Qt::Literals::StringLiterals;

#if defined(__SANITIZE_ADDRESS__)
extern "C" std::size_t __sanitizer_get_current_allocated_bytes(); // GCC 12 comes without the header that declares it
#endif

namespace regard::monkey {

namespace {

constexpr double largestPass = 5e7; // multiplications that are computed again to compare

void fail(const QString &sentence)
{
    Failures::all().tell(u"state: "_s + sentence);
}

/// The document rests: nothing is computed that changes it by itself.
bool rests(const Document &document)
{
    return !document.isBusy() && !document.training().isRunning();
}

/// Whether no panel waits for something that is computed beside the pass, such as the scores of a head.
bool waitForPanels(World &world)
{
    const auto works = [&] {
        for (const BackgroundWork *work : world.window()->findChildren<BackgroundWork *>())
            if (work->isRunning())
                return true;
        constexpr int soon = 500; // milliseconds, such as the pause after typing
        for (const QTimer *timer : world.window()->findChildren<QTimer *>())
            if (timer->isActive() && timer->isSingleShot() && timer->interval() <= soon)
                return true;
        return false;
    };
    for (int turn = 0; turn < 500 && works(); ++turn) {
        QThread::msleep(2);
        QCoreApplication::processEvents();
    }
    return !works();
}

/// What is seen changes with the time.
bool moves(World &world)
{
    const QList<WalkBar *> walks = world.window()->findChildren<WalkBar *>();
    const QList<Generation *> generations = world.window()->findChildren<Generation *>();
    return std::any_of(walks.begin(), walks.end(), [](const WalkBar *walk) { return walk->isPlaying(); }) ||
           std::any_of(generations.begin(), generations.end(),
                       [](const Generation *words) { return words->isRunning(); });
}

bool stopTraining(Document &document)
{
    for (int turn = 0; turn < 2000 && document.training().isRunning(); ++turn) {
        document.training().pause();
        QThread::msleep(1);
        QCoreApplication::processEvents();
    }
    document.waitForResult();
    return rests(document);
}

/// Sentences, numbers and snapshots are the same. Options of training are no undo steps, nor is looking at another
/// sentence of a file of attention, whose title follows.
bool isSameState(Project a, Project b)
{
    a.task = nullptr;
    b.task = nullptr;
    const bool isOfOneFile = a.attention && a.attention == b.attention;
    return (isOfOneFile ? a.note == b.note : isSameBesidesView(a, b)) &&
           std::equal(a.snapshots.begin(), a.snapshots.end(), b.snapshots.begin(), b.snapshots.end(),
                      [](const Snapshot &one, const Snapshot &other) {
                          return one.name == other.name && isSameBesidesView(*one.state, *other.state);
                      });
}

/// Where they differ, in words.
QString difference(const Project &a, const Project &b)
{
    const QStringList was = QString::fromStdString(projectJson(a)).split(u'\n');
    const QStringList is = QString::fromStdString(projectJson(b)).split(u'\n');
    for (qsizetype line = 0; line < std::min(was.size(), is.size()); ++line)
        if (was[line] != is[line])
            return u"line %1: %2 | %3"_s.arg(line).arg(was[line].left(120), is[line].left(120));
    return u"as files they are the same"_s;
}

/// The way of the Tab key leads from each widget to another that exists, and back: else a later one is freed memory.
void checkTabs()
{
    const QWidgetList all = QApplication::allWidgets();
    const QSet<const QWidget *> there(all.begin(), all.end());
    const auto named = [](const QWidget *widget) {
        const auto *parent = widget->parentWidget();
        return u"%1 %2 in %3 %4"_s.arg(QLatin1String(widget->metaObject()->className()), widget->objectName(),
                                       parent ? QLatin1String(parent->metaObject()->className()) : QLatin1String(),
                                       parent ? parent->objectName() : QString());
    };
    for (const QWidget *widget : all) {
        const QWidget *next = widget->nextInFocusChain();
        if (!there.contains(next)) {
            fail(u"after %1 the keyboard finds what is gone"_s.arg(named(widget)));
            return;
        }
        if (next->previousInFocusChain() != widget) {
            fail(u"the keyboard's way from %1 to %2 does not lead back"_s.arg(named(widget), named(next)));
            return;
        }
    }
}

void checkNumbers(const Document &document)
{
    const Result &result = document.result();
    if (!result.trace || !document.hasModel() || !document.inputError().isEmpty())
        return;
    const Input input = inputOf(document.project());
    if (passCost(*result.model, input) > largestPass)
        return;
    const SharedTrace anew = forward(*result.model, input);
    if (!sameNumbers(*anew, *result.trace))
        fail(u"the numbers shown differ from those computed from nothing"_s);
}

void checkUndo(World &world)
{
    Document &document = *world.document();
    QUndoStack &steps = *document.undoStack();
    const Project end = document.project();
    const int index = steps.index();
    steps.setIndex(0);
    document.waitForResult();
    if (const Project first = document.project(); !isSameState(first, world.beginning()))
        fail(u"undo to the beginning gives another one: "_s + difference(world.beginning(), first));
    checkNumbers(document);
    steps.setIndex(index);
    document.waitForResult();
    if (const Project last = document.project(); !isSameState(last, end))
        fail(u"redo to the end gives another one: "_s + difference(end, last));
    checkNumbers(document);
}

void checkFile(World &world)
{
    const Project project = world.document()->project();
    const QString path = world.files().path(u"check.regard"_s);
    writeProject(path, project);
    const Project opened = readProject(path);
    if (projectJson(opened, path) != projectJson(project, path))
        fail(u"the saved file opens as another document: "_s + difference(project, opened));
}

void checkGrowth(World &world)
{
    constexpr qsizetype mostObjects = 40'000;
    constexpr std::size_t mostBytes = 1'500'000'000;
    const qsizetype objects = world.window()->findChildren<QObject *>().size();
    const qsizetype widgets = QApplication::allWidgets().size();
    std::size_t bytes = 0;
#if defined(__SANITIZE_ADDRESS__)
    bytes = __sanitizer_get_current_allocated_bytes();
#endif
    std::fprintf(stderr, "monkey: %lld objects in the window, %lld widgets, %zu MB\n", static_cast<long long>(objects),
                 static_cast<long long>(widgets), bytes / 1'000'000);
    if (objects > mostObjects || widgets > mostObjects)
        fail(u"the window has %1 objects, the program %2 widgets"_s.arg(objects).arg(widgets));
    if (bytes > mostBytes)
        fail(u"%1 MB are in use"_s.arg(bytes / 1'000'000));
}

QString nameOf(const Panel *panel)
{
    return panel ? QString::fromLatin1(panel->metaObject()->className()).section(u"::"_s, -1) : u"no panel"_s;
}

struct Picture {
    const QWidget *view = nullptr;
    QString name; ///< of the panel that shows it
    QRect place;  ///< of the view in the window
    const Figure *figure = nullptr;

    bool operator==(const Picture &) const = default;
};

/// What is seen.
QList<Picture> pictures(const MainWindow *window)
{
    QList<Picture> all;
    const auto add = [&](const auto *view) {
        if (isSeen(view) && !view->visibleRegion().isEmpty())
            all.append(
                {view, nameOf(panelOf(view)), QRect(view->mapTo(window, QPoint()), view->size()), view->figure()});
    };
    for (const FigureView *view : window->findChildren<FigureView *>())
        if (!view->isPainting())
            add(view);
    for (const HeatmapPlot *plot : window->findChildren<HeatmapPlot *>())
        add(plot);
    return all;
}

QList<QByteArray> contents(const QList<Picture> &pictures)
{
    QList<QByteArray> all;
    for (const Picture &picture : pictures)
        all.append(picture.figure ? figureBytes(*picture.figure, PictureFormat::Svg, 96, {}) : QByteArray());
    return all;
}

/// The pictures once layouts within layouts, which ask each other for another round, have come to rest. What never
/// does is for the comparison to find.
QList<Picture> restingPictures(const MainWindow *window)
{
    QList<Picture> seen = pictures(window);
    constexpr int enough = 4;
    for (int round = 0, same = 0; round < 100 && same < enough; ++round) {
        QThread::msleep(1);
        QCoreApplication::processEvents();
        const QList<Picture> next = pictures(window);
        same = next == seen ? same + 1 : 0;
        seen = next;
    }
    return seen;
}

QString wordsOf(const Picture &picture)
{
    const QRect &at = picture.place;
    return u"%1, %2 x %3 at (%4, %5)"_s.arg(picture.name).arg(at.width()).arg(at.height()).arg(at.x()).arg(at.y());
}

QStringList wordsOf(const QList<Picture> &pictures)
{
    QStringList all;
    for (const Picture &picture : pictures)
        all << wordsOf(picture);
    return all;
}

/// Where everything is that is seen, and how small it could be: for the words of a failure.
QStringList places(const MainWindow *window)
{
    QStringList all;
    for (const QWidget *widget : window->findChildren<QWidget *>()) {
        if (!widget->isVisible())
            continue;
        const QRect at(widget->mapTo(window, QPoint()), widget->size());
        const QSize least = widget->minimumSizeHint();
        const Panel *panel = panelOf(widget);
        all << u"%1 %2 of %3, %4 x %5 at (%6, %7), at least %8 x %9"_s.arg(
            QString::fromLatin1(widget->metaObject()->className()), widget->objectName(), nameOf(panel),
            QString::number(at.width()), QString::number(at.height()), QString::number(at.x()), QString::number(at.y()),
            QString::number(least.width()), QString::number(least.height()));
        if (const QVariant text = widget->property("text"); text.isValid())
            all.last() += u", “%1”"_s.arg(text.toString());
        if (widget->property("checked").toBool())
            all.last() += u", checked"_s;
    }
    return all;
}

void tellMoved(const QStringList &before, const QStringList &after)
{
    const auto tell = [](const char *when, const QStringList &these, const QStringList &others) {
        const QSet<QString> known(others.begin(), others.end());
        constexpr int most = 60;
        int told = 0;
        for (const QString &place : these)
            if (!known.contains(place) && ++told <= most)
                std::fprintf(stderr, "%s: %s\n", when, qPrintable(place));
    };
    tell("before", before, after);
    tell("after", after, before);
}

/// Whether the same panels show a picture, in the same place.
bool isSameWindow(const QList<Picture> &before, const QList<Picture> &after)
{
    const QStringList was = wordsOf(before);
    const QStringList is = wordsOf(after);
    if (was == is)
        return true;
    std::fprintf(stderr, "monkey: the pictures were:\n%s\nand then:\n%s\n", qPrintable(was.join(u'\n')),
                 qPrintable(is.join(u'\n')));
    return false;
}

/// Whether they are the same but for a pixel, which a layout may round in another way when it is asked again.
bool differsByRounding(const QList<Picture> &before, const QList<Picture> &after)
{
    const auto isClose = [](const Picture &one, const Picture &other) {
        const QMargins moved(one.place.left() - other.place.left(), one.place.top() - other.place.top(),
                             one.place.right() - other.place.right(), one.place.bottom() - other.place.bottom());
        return one.name == other.name && std::max({std::abs(moved.left()), std::abs(moved.top()),
                                                   std::abs(moved.right()), std::abs(moved.bottom())}) <= 1;
    };
    return std::equal(before.begin(), before.end(), after.begin(), after.end(), isClose);
}

/// What is seen once the window is told again what to show.
std::optional<QList<Picture>> picturesToldAgain(World &world)
{
    emit world.document()->shownChanged();
    world.settle();
    if (!waitForPanels(world))
        return std::nullopt;
    return restingPictures(world.window());
}

} // namespace

void checkState(World &world)
{
    checkTabs();
    const Document &document = *world.document();
    if (!rests(document) || !document.inputError().isEmpty())
        return;
    const Result &result = document.result();
    if (!result.trace)
        return;
    if (result.model != document.matrices().model())
        fail(u"the result is not of the present model"_s);
    if (document.shown().input.now.result != result)
        fail(u"what is shown is not the newest result"_s);
    const Selection &selection = document.look().selection();
    if (existingSelection(selection, result) != selection)
        fail(u"the selection is not within the trace"_s);
    for (const ShownState *state : {&document.shown().attention, &document.shown().tokens})
        if (existingSelection(state->selection, state->result) != state->selection)
            fail(u"the selection shown is not within the trace shown"_s);
}

void checkPictures(World &world)
{
    Document &document = *world.document();
    if (Answers::inFront() || !rests(document) || !waitForPanels(world) || moves(world))
        return;
    QList<Picture> seen = restingPictures(world.window());
    if (!rests(document))
        return;
    QList<QByteArray> before = contents(seen);
    QStringList placesBefore = places(world.window());
    std::optional<QList<Picture>> seenAgain = picturesToldAgain(world);
    if (seenAgain && wordsOf(*seenAgain) != wordsOf(seen) && differsByRounding(seen, *seenAgain)) {
        seen = *seenAgain; // once, not with each telling
        before = contents(seen);
        placesBefore = places(world.window());
        seenAgain = picturesToldAgain(world);
    }
    if (!seenAgain)
        return;
    if (!isSameWindow(seen, *seenAgain)) {
        tellMoved(placesBefore, places(world.window()));
        fail(u"the window is arranged in another way once it is told again what to show"_s);
        return;
    }
    const QList<QByteArray> after = contents(*seenAgain);
    for (qsizetype i = 0; i < before.size(); ++i) {
        if (before[i] == after[i])
            continue;
        const auto [was, is] = std::mismatch(before[i].begin(), before[i].end(), after[i].begin(), after[i].end());
        const auto around = [](const QByteArray &all, const char *place) {
            return all.mid(std::max<qsizetype>(0, place - all.begin() - 100), 250);
        };
        std::fprintf(stderr, "monkey: the picture had:\n%s\nand then:\n%s\n", around(before[i], was).constData(),
                     around(after[i], is).constData());
        fail(u"%1 shows another picture once it is told again what to show"_s.arg(wordsOf(seen[i])));
    }
}

void checkDocument(World &world)
{
    if (Answers::inFront() || !stopTraining(*world.document()))
        return;
    checkNumbers(*world.document());
    checkUndo(world);
    checkFile(world);
    checkGrowth(world);
}

} // namespace regard::monkey
