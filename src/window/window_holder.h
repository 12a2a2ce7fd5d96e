#pragma once

#include <memory>

#include <QObject>

namespace regard {

class Autosave;
class Document;
class MainWindow;
class RecoveryDialog;
struct WorkPlace;

/// Holds the program's window, and makes it anew around the same document where a user chooses another language: the
/// undo stack and everything computed stay.
class WindowHolder : public QObject {
    Q_OBJECT
public:
    /// Installs the language that the settings ask for, then makes and shows the window. `autosave` keeps its unsaved
    /// work; without one nothing is kept.
    WindowHolder();
    explicit WindowHolder(std::unique_ptr<Autosave> autosave);
    ~WindowHolder() override;

    MainWindow *window() const { return m_window.get(); }
    /// Asks what shall become of work that earlier runs left below the folder; nothing where there is none. The answer
    /// is not waited for: the dialog is the window's, null where there is none.
    RecoveryDialog *offerRecovery(const QString &root);

private:
    void show(Document *document);
    WorkPlace place() const;
    void takeLanguage(const QString &word);

    std::unique_ptr<Autosave> m_autosave;
    std::unique_ptr<MainWindow> m_window;
};

} // namespace regard
