// Runs one test class of a room's program.
#include "test_class.h"

#include <QtTest>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>
#if __has_include("window/application.h")
#include "document/work/fault.h"
#include "window/application.h"
#define REGARD_TELLS_FAULTS
using WindowApplication = regard::Application;
#elif defined(QT_WIDGETS_LIB)
#include <QApplication>
using WindowApplication = QApplication;
#elif defined(QT_GUI_LIB)
#include <QGuiApplication>
using WindowApplication = QGuiApplication;
#else
using WindowApplication = QCoreApplication;
#endif

namespace {

std::vector<const regard::TestClass *> &testClasses()
{
    static std::vector<const regard::TestClass *> classes;
    return classes;
}

template <typename Application>
int run(const regard::TestClass &tested, int argc, char **argv)
{
    Application application(argc, argv);
    QCoreApplication::setAttribute(Qt::AA_Use96Dpi, true);
    const std::unique_ptr<QObject> test = tested.make();
#ifdef REGARD_TELLS_FAULTS
    // The program goes on where something throws; a test does not, unless that is what it is about.
    int faults = 0;
    QObject::connect(&regard::Faults::all(), &regard::Faults::reported, [&faults] { ++faults; });
    const int failed = QTest::qExec(test.get(), argc, argv);
    QCoreApplication::sendPostedEvents(&regard::Faults::all());
    const bool areExpected = test->metaObject()->indexOfClassInfo("faults") >= 0;
    return failed == 0 && faults > 0 && !areExpected ? 1 : failed;
#else
    return QTest::qExec(test.get(), argc, argv);
#endif
}

} // namespace

regard::TestClass::TestClass(const char *ownName, bool needsWindow, Make makes)
    : name(ownName), hasWindow(needsWindow), make(makes)
{
    testClasses().push_back(this);
}

int main(int argc, char **argv)
{
    for (const regard::TestClass *tested : testClasses()) {
        if (argc < 2 || std::strcmp(tested->name, argv[1]) != 0)
            continue;
        // Settings and temporary files are named after the program: each class has its own, as classes run side by
        // side.
        std::string name = std::string(argv[0]) + '_' + tested->name;
        argv[1] = name.data();
        return tested->hasWindow ? run<WindowApplication>(*tested, argc - 1, argv + 1)
                                 : run<QCoreApplication>(*tested, argc - 1, argv + 1);
    }
    std::fprintf(stderr, "usage: %s CLASS [words for QtTest]; its classes are:\n", argv[0]);
    for (const regard::TestClass *tested : testClasses())
        std::fprintf(stderr, "  %s\n", tested->name);
    return 2;
}
