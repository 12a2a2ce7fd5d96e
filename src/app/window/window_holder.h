#pragma once

#include <memory>

#include <QObject>

namespace regard {

class Document;
class MainWindow;

/// Holds the program's window, and makes it anew around the same document where a person chooses another language: the
/// undo stack and everything computed stay.
class WindowHolder : public QObject {
    Q_OBJECT
public:
    /// Installs the language that the settings ask for, then makes and shows the window.
    WindowHolder();
    ~WindowHolder() override;

    MainWindow *window() const { return m_window.get(); }

private:
    void show(Document *document);
    void takeLanguage(const QString &word);

    std::unique_ptr<MainWindow> m_window;
};

} // namespace regard
