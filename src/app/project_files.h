#pragma once

#include <functional>

#include <QObject>
#include <QString>
#include <QStringList>

class QAction;
class QMenu;
class QWidget;

namespace regard {

class Document;
struct Settings;

/// New, open, save, examples and recent files of the one document, with the question before anything is lost.
/// Each returns false where the person cancelled or the file failed; the old document is then still there.
class ProjectFiles : public QObject {
    Q_OBJECT
public:
    /// `settings` keeps the recent files and outlives this.
    ProjectFiles(Document *document, Settings *settings, QWidget *window);

    bool startNew();
    bool open();
    /// Asks for a checkpoint's folder.
    bool openFolder();
    /// A project, a lesson, or a checkpoint's folder or one of the files in it.
    bool openFile(const QString &path);
    bool openExample(const QString &name);
    bool save();
    bool saveAs();
    /// Asks to save where there are unsaved changes. True where nothing stands in the way of losing the document.
    bool mayDiscard();
    /// What the window shows on a first start: the first example, else the classroom model.
    void loadFirst();

    /// What opens a file that turns out to be a lesson; it asks before anything is lost.
    void setLessonOpener(std::function<bool(const QString &path)> open) { m_openLesson = std::move(open); }
    /// Puts a file first in the list of recent ones.
    void remember(const QString &path);

    /// "Open model folder…" for the File menu.
    QAction *folderAction();

    void fillRecentMenu(QMenu *menu);
    void fillExampleMenu(QMenu *menu);

signals:
    void opened(); ///< another project took the place of what was there

private:
    bool load(const QString &path);
    bool loadFolder(const QString &folder);
    QString placeOfDocument() const;
    bool saveTo(const QString &path);
    void warn(const QString &title, const QString &sentence);

    Document *m_document;
    Settings *m_settings;
    QWidget *m_window;
    QAction *m_folderAction = nullptr;
    std::function<bool(const QString &path)> m_openLesson;
};

} // namespace regard
