#pragma once

#include <memory>

#include <QApplication>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "document/document.h"
#include "window/main_window.h"

namespace regard {

/// What a test of the whole window has beside its own functions: the window, and a folder for settings and files.
class WindowTest {
protected:
    /// initTestCase() calls this: the settings are the test's own.
    void useOwnSettings()
    {
        QStandardPaths::setTestModeEnabled(true);
        QVERIFY(m_folder.isValid());
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    }
    /// A new window in front, with its first picture.
    void openWindow()
    {
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1280, 800);
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        settle();
    }
    Document *document() const { return m_window->document(); }
    template <typename Widget>
    Widget *panel() const
    {
        return m_window->findChild<Widget *>();
    }
    /// Until the present pass is computed and shown.
    void settle() const
    {
        document()->waitForResult();
        QApplication::processEvents();
    }

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
};

} // namespace regard
