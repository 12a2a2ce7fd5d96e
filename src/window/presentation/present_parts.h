#pragma once

#include <vector>

class QMainWindow;
class QWidget;

namespace regard {

class AppTheme;
class Document;
class LessonDesk;
class PanelSet;
struct Settings;

/// The parts of the window that a presentation shows, hides and listens to. All of it outlives the presentation.
struct PresentParts {
    QMainWindow *window;
    Document *document;
    AppTheme *theme;
    Settings *settings;
    PanelSet *panels;
    LessonDesk *lessons;
    std::vector<QWidget *> bars; ///< around the regions, which a presentation hides
};

} // namespace regard
