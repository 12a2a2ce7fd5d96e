#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include <QObject>
#include <QString>

#include "app/files/kept_projects.h"
#include "app/files/outside_consent.h"
#include "app/files/save_questions.h"

class QAction;
class QMenu;
class QWidget;

namespace regard {

enum class OwnKind;

class Document;
struct Recovery;
struct Settings;

/// New, open, save, examples and recent files of the one document, with the question before anything is lost.
/// Each returns false where the person cancelled or the file failed; the old document is then still there.
///
/// A bundled example, or a page of a lesson, is left without a question: its changes are kept and can be brought back
/// from the recent files, until the program ends.
class ProjectFiles : public QObject {
    Q_OBJECT
public:
    /// `settings` keeps the recent files and outlives this.
    ProjectFiles(Document *document, Settings *settings, QWidget *window);

    bool startNew();
    bool open();
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
    /// A file or a model's folder, to compare with; nothing where the person does not want it opened. Throws FileError.
    std::optional<Project> readToCompare(const QString &path);
    /// Where a dialog starts: beside what is open.
    QString place() const { return placeOfDocument(); }
    bool save();
    bool saveAs();
    /// Asks to save where there are unsaved changes that would not be kept. True where another document may be opened.
    bool mayDiscard();
    /// Asks once about everything that is in no file, except attempts in lessons. True where the program may end.
    bool mayQuit();
    /// Keeps the changes to an example or a lesson's page. To be called before something else is loaded.
    void keepAside();
    /// Continues with a kept project; it is still unsaved.
    bool bringBack(std::size_t index);
    /// Goes back to the document that keepAside() was last called for, as it was then; its undo steps are gone. Asks
    /// before anything is lost. Nothing where there was none.
    bool goBack();
    /// Continues with work that an earlier run of the program left; it is still unsaved. What is unsaved now is kept
    /// among the recent files.
    void recover(const Recovery &recovery);
    /// Loads what the window shows on a first start: the first example, else the classroom model.
    void loadFirst();

    /// Opens a file that turns out to be a lesson; it asks before anything is lost.
    void setLessonOpener(std::function<bool(const QString &path)> open) { m_openLesson = std::move(open); }
    /// The document now belongs to a lesson, whose page shows this by itself.
    void showsPage(const Project &page);
    /// The lesson is closed and the document stays: from now on changes are a person's own work.
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
    void opened();      ///< another project replaced the document
    void openedModel(); ///< after that, where it is a model without a project: a new one, or a checkpoint

private:
    bool load(const QString &path);
    std::optional<Project> readAsked(const QString &path);
    bool loadFolder(const QString &folder);
    bool loadAttention(const QString &path);
    void bringStepBack(const std::function<void()> &open);
    QString placeOfDocument() const;
    bool isTry() const;
    bool isKeptExample() const;
    void took(const DocumentOrigin &origin, std::optional<FileState> file = {});
    static QString shownTitle(const QString &title);
    static QString fileName(const QString &title);
    QString askWhere(const QString &start);
    bool saveTo(const QString &path);
    bool isChangedElsewhere(const QString &path) const;
    void compareWithFile(const QString &path);
    bool saveKept(std::vector<KeptProject>::const_iterator kept, const QString &path);
    bool saveAll(bool withDocument);
    void rememberPlaces(const Project &project, const QString &path);
    void warn(const QString &title, const QString &sentence);

    Document *m_document;
    Settings *m_settings;
    QWidget *m_window;
    OutsideConsent m_consent;
    SaveQuestions m_questions;
    QAction *m_folderAction = nullptr;
    std::function<bool(const QString &path)> m_openLesson;
    UnsavedProjects m_unsaved;
    std::optional<LeftDocument> m_left; ///< the document before this one
};

} // namespace regard
