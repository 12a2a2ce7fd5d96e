#pragma once

class QMainWindow;
class QSplitter;
class QWidget;

namespace regard {

class AppTheme;
class DockLayout;
class Document;
class LessonDesk;
class PanelSet;
class SentenceBar;
struct Settings;

/// The parts of the window that a presentation shows, hides and listens to. All of it outlives the presentation.
struct PresentParts {
    QMainWindow *window;
    Document *document;
    AppTheme *theme;
    Settings *settings;
    PanelSet *panels;
    LessonDesk *lessons;
    DockLayout *docks;
    QSplitter *centre;     ///< links and heatmap
    QWidget *note;         ///< above them
    SentenceBar *sentence; ///< the sentence's field, among buttons in a tool bar
};

} // namespace regard
