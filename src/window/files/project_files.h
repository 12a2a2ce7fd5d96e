#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include <QObject>
#include <QString>

#include "window/files/kept_projects.h"
#include "window/files/outside_consent.h"
#include "window/files/save_questions.h"

class QAction;
class QMenu;
class QWidget;

namespace regard {

enum class OwnKind;

class Document;
struct Recovery;
struct Settings;

/// New, open, save, examples and recent files of the one document, with the question before anything is lost.
/// Each returns false where the user cancelled or the file failed; the old document is then still there.
///
/// Whoever opens an example or a lesson, or leaves one, is not asked: unsaved work is kept among the recent files,
/// under its title and the time of the last change, until the program ends.
class ProjectFiles : public QObject {
    Q_OBJECT
public:
    /// `settings` keeps the recent files and outlives this.
    ProjectFiles(Document *document, Settings *settings, QWidget *window);

    bool startNew();
    bool open();
    /// Lists the models on this computer to choose from.
    bool openModel();
    /// Asks for a checkpoint's folder.
    bool openFolder();
    /// Asks for the file of a task of one's own.
    void openSentences(OwnKind kind);
    /// A project, a lesson, or a checkpoint's folder or one of the files in it.
    bool openFile(const QString &path);
    bool openExample(const QString &name);
    /// Opens the folder of another step of the open model: sentences and what is looked at stay. Asks before anything
    /// is lost. Where another model is pinned, the open one goes from memory first, and comes back where it fails.
    bool openStep(const QString &folder);
    /// A file or a model's folder, to compare with; nothing where the user does not want it opened. Throws FileError.
    std::optional<Project> readToCompare(const QString &path);
    /// The folder in which a dialog starts: beside what is open.
    QString place() const { return placeOfDocument(); }
    bool save();
    bool saveAs();
    /// Asks once about everything that is in no file, except attempts in lessons. True where the program may end.
    bool mayQuit();
    /// Continues with a kept project; it is still unsaved.
    void bringBack(std::size_t index);
    /// Continues with work that an earlier run of the program left; it is still unsaved. What is unsaved now is kept
    /// among the recent files.
    void recover(const Recovery &recovery);
    /// Loads what the window shows on a first start: the first example, else the classroom model.
    void loadFirst();

    /// Opens a file that turns out to be a lesson; it asks before anything is lost.
    void setLessonOpener(std::function<bool(const QString &path)> open) { m_openLesson = std::move(open); }
    /// A lesson is to be opened: its pages are loaded over a document that is set aside as it is.
    void beginLesson();
    /// The document now belongs to a lesson, whose page shows this by itself.
    void showsPage(const Project &page);
    /// The document from before the lesson is there again, with its undo steps; what was tried on the page is kept.
    /// Brings back the document that the lesson set aside. Does nothing if no lesson was begun.
    void endLesson();

    const UnsavedProjects &unsaved() const { return m_unsaved; }
    /// Continues with another window's unsaved projects.
    void resume(UnsavedProjects unsaved) { m_unsaved = std::move(unsaved); }

    /// Asks about what a file has opened outside of its folder. True where the file may be opened: all was agreed to,
    /// or it can be shown without, and then the document reads none of it.
    bool mayOpen(const QString &path, const std::vector<OutsidePlace> &places);

    /// Puts a file first in the list of recent ones.
    void remember(const QString &path);

    /// "Open model folder…" for the File menu.
    QAction *folderAction();

    void fillRecentMenu(QMenu *menu);
    void fillExampleMenu(QMenu *menu);

signals:
    void leaving();     ///< another project is about to replace the document: a lesson is to be closed
    void opened();      ///< another project replaced the document
    void openedModel(); ///< after that, where it is a model without a project: a new one, or a checkpoint

private:
    using Reader = std::function<std::optional<Project>()>;
    /// Where a document comes from.
    struct Place {
        QString path;   ///< empty: from no project's file
        QString recent; ///< what the list of recent files keeps; empty: nothing
    };

    bool replaceBy(const Reader &read, const QString &title, const Place &place, DocumentOrigin origin);
    bool load(const QString &path);
    std::optional<Project> readAsked(const QString &path);
    bool loadFolder(const QString &folder);
    bool loadAttention(const QString &path);
    void bringStepBack(const std::function<void()> &open);
    QString placeOfDocument() const;
    enum class Leaving { Asks, Keeps };
    bool leave(Leaving how);
    KeptProject present() const;
    void keep(KeptProject work);
    QStringList keptNames() const;
    void setOrigin(DocumentOrigin origin);
    static QString fileName(const QString &title);
    QString askWhere(const QString &start);
    bool saveTo(const QString &path);
    void compareWithFile(const QString &path);
    bool saveKept(std::vector<KeptProject>::const_iterator kept, const QString &path);
    bool saveAll();
    void rememberPlaces(const Project &project, const QString &path);

    Document *m_document;
    Settings *m_settings;
    QWidget *m_window;
    OutsideConsent m_consent;
    SaveQuestions m_questions;
    QAction *m_folderAction = nullptr;
    std::function<bool(const QString &path)> m_openLesson;
    UnsavedProjects m_unsaved;
};

} // namespace regard
