#pragma once

#include <memory>

#include <QMainWindow>

#include "app/dock_layout.h"
#include "app/panel_cycle.h"
#include "app/settings.h"
#include "widgets/app_theme.h"

class QAction;
class QPushButton;
class QSplitter;

namespace Ui {
class MainWindow;
}

namespace regard {

class Document;
class FigureExport;
class PanelSet;
class ProjectFiles;
class SentenceBar;

/// The window: places the panels around one document and connects menus, buttons and settings to them.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(QWidget *parent = nullptr);
    ~MainWindow() override;

    Document *document() const { return m_document; }
    /// Asks before it discards changes; where the file is bad, says so and keeps what is open.
    bool openFile(const QString &path);

protected:
    void closeEvent(QCloseEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void placePanels();
    void placeTopRow();
    void connectMenus();
    void connectViewMenu();
    void connectThemes();
    /// Keys of these actions work even while a field of the window has the focus.
    void claimShortcuts(std::initializer_list<QAction *> actions);
    void restoreSettings();
    void restoreDefaultLayout();
    void showTitle();
    void drawAnew();
    QPushButton *buttonFor(QAction *action, const QString &text);

    Settings m_settings;
    std::unique_ptr<Ui::MainWindow> m_ui;
    AppTheme m_theme;
    Document *m_document;
    ProjectFiles *m_files;
    FigureExport *m_figureExport = nullptr;
    DockLayout m_docks;
    PanelCycle m_cycle;
    QSplitter *m_centre = nullptr;
    SentenceBar *m_sentence = nullptr;
    std::unique_ptr<PanelSet> m_panels;
};

} // namespace regard
