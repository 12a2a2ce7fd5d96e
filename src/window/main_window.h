#pragma once

#include <memory>

#include <QMainWindow>

#include "controls/app_theme.h"
#include "window/base/motion.h"
#include "window/base/settings.h"
#include "window/regions/modes.h"
#include "window/regions/panel_cycle.h"

class QAction;

namespace Ui {
class MainWindow;
}

namespace regard {

class DemoActions;
class Document;
class FaultStrip;
class FigureExport;
class LessonDesk;
class ModelFolders;
class NoteStrip;
class PanelSet;
class Presentation;
class ProjectFiles;
class Regions;
class SentenceBar;
class TopBar;

/// The window: places the panels around one document and connects menus, buttons and settings to them.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    /// Takes over a document as it is; without one it makes its own and loads the first example.
    explicit MainWindow(QWidget *parent = nullptr, Document *document = nullptr);
    ~MainWindow() override;

    Document *document() const { return m_document; }
    ProjectFiles *files() const { return m_files; }
    ModelFolders *folders() const { return m_folders; }
    LessonDesk *lessons() const { return m_lessons; }
    FaultStrip *faults() const { return m_faults; }
    Regions *regions() const { return m_regions; }
    PanelSet *panels() const { return m_panels.get(); }
    AppTheme &theme() { return m_theme; }
    const AppTheme &theme() const { return m_theme; }
    Presentation *presentation() const { return m_presentation; }
    /// Asks before it discards changes; where the file is bad, says so and keeps what is open.
    bool openFile(const QString &path);
    /// Gives the document to a window that replaces this one; the caller owns it. Remembers the layout.
    Document *releaseDocument();

signals:
    /// A language of the menu was chosen (window/base/language.h).
    void languageChosen(const QString &word);

protected:
    void closeEvent(QCloseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void placePanels();
    void placeTopBar();
    void connectMenus();
    void copyDetails();
    void connectViewMenu();
    void connectLessons();
    void showLessonActions();
    void connectThemes();
    /// Keys of these actions work even while a field of the window has the focus.
    void claimShortcuts(std::initializer_list<QAction *> actions);
    void restoreSettings();
    void rememberSettings();
    void setMode(Mode mode);
    void resizeType(double by);
    void applyType();
    void followKind();
    void showTitle();
    void showNote();
    void drawAnew();

    Settings m_settings;
    std::unique_ptr<Ui::MainWindow> m_ui;
    AppTheme m_theme;
    Motion m_motion; ///< asks the style that the theme sets
    Document *m_document;
    ProjectFiles *m_files;
    ModelFolders *m_folders = nullptr;
    FigureExport *m_figureExport = nullptr;
    FaultStrip *m_faults = nullptr;
    LessonDesk *m_lessons = nullptr;
    DemoActions *m_demo = nullptr;
    NoteStrip *m_note = nullptr;
    PanelCycle m_cycle;
    Regions *m_regions = nullptr;
    SentenceBar *m_sentence = nullptr;
    TopBar *m_topBar = nullptr;
    std::unique_ptr<PanelSet> m_panels;
    Presentation *m_presentation = nullptr;
};

} // namespace regard
