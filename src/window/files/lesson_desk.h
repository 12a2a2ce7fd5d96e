#pragma once

#include <functional>
#include <optional>

#include <QObject>
#include <QString>

#include "io/lesson/lesson.h"
#include "views/lesson/panel/lesson_player.h"

class QMainWindow;
class QMenu;

namespace regard {

class AppTheme;
class Document;
class LessonEditor;
class LessonPanel;
struct LessonRecovery;
class PanelSet;
class ProjectFiles;

/// Lessons in the window: opens, records and closes them, with the question before anything is lost, and shows their
/// text while there is one. Each bool is false where the user cancelled or the file failed.
class LessonDesk : public QObject {
    Q_OBJECT
public:
    /// Fills the lesson of `panels`.
    LessonDesk(Document *document, AppTheme *theme, ProjectFiles *files, PanelSet *panels, QMainWindow *window);

    LessonPlayer *player() const { return m_player; }
    LessonPanel *panel() const { return m_panel; }
    LessonEditor *editor() const { return m_editor; }
    bool isRecording() const;

    bool open();
    bool openFile(const QString &path);
    bool openBundled(const QString &name);
    /// Begins an empty lesson.
    bool record();
    /// Continues a recording that an earlier run of the program left; it is still unsaved.
    bool recover(const LessonRecovery &recovery);
    /// The file of the lesson that is played or edited; empty: bundled or new.
    const QString &path() const { return m_path; }
    /// Continues the open lesson as its author.
    void edit();
    bool close();
    /// The lesson being played, to continue in another window; nothing where there is none.
    std::optional<LessonSession> session() const;
    void resume(LessonSession session);
    /// Asks to save an unsaved recording. True where it may be lost.
    bool mayDiscard();

    /// The bundled lessons, before the menu's first entry.
    void fillMenu(QMenu *menu);
    /// Shows or hides the text, whatever stored regions said.
    void settle();

signals:
    void changed(); ///< something opened or closed, or another page is shown

private:
    bool play(const std::function<Lesson()> &read, const QString &path);
    bool mayRead(const QString &path);
    void leaveLesson();
    void showPage(const std::vector<PanelId> &panels);
    bool save();

    ProjectFiles *m_files;
    PanelSet *m_panels;
    QMainWindow *m_window;
    LessonPlayer *m_player;
    LessonPanel *m_panel;
    LessonEditor *m_editor;
    QString m_path; ///< of the lesson being played or edited; empty: bundled or new
};

} // namespace regard
