#pragma once

#include <QObject>
#include <memory>

namespace regard {

/// What a test class of this program is called and needs. `PROGRAM NAME [QtTest's words]` runs one class; each runs in
/// a process of its own.
struct TestClass {
    using Make = std::unique_ptr<QObject> (*)();

    /// Adds itself to the classes of the program.
    TestClass(const char *name, bool hasWindow, Make make);

    const char *name;
    bool hasWindow;
    Make make;
};

} // namespace regard

/// Stands once in each test file. The second needs no display and gets a QCoreApplication.
#define REGARD_TEST(Class) REGARD_TEST_CLASS(Class, true)
#define REGARD_GUILESS_TEST(Class) REGARD_TEST_CLASS(Class, false)
#define REGARD_TEST_CLASS(Class, hasWindow)                                                                            \
    static const regard::TestClass registered##Class(                                                                  \
        #Class, hasWindow, []() -> std::unique_ptr<QObject> { return std::make_unique<Class>(); });
