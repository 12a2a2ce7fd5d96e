#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QElapsedTimer>
#include <QMainWindow>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QTimer>

#include "document/look/selection.h"
#include "io/project/project.h"
#include "io/recovery/recovery.h"

namespace regard {

class AppTheme;
class BackgroundWork;
class Regions;
class Document;
class LessonDesk;
class ProjectFiles;
class RecoveryFolder;

/// A window with what is worked on in it.
struct WorkPlace {
    QPointer<QMainWindow> window; ///< null: it is gone, and so may be the others
    Document *document = nullptr;
    ProjectFiles *files = nullptr;
    LessonDesk *lessons = nullptr;
    Regions *regions = nullptr;
    AppTheme *theme = nullptr;
};

/// Keeps a window's unsaved work in recovery files while the program runs: the document where it has unsaved changes or
/// is being trained, every project that was left without a file, and a lesson that is being recorded. Written on a
/// thread of its own; removed once nothing is unsaved. Never writes to a user's file.
class Autosave : public QObject {
    Q_OBJECT
public:
    /// When it writes, in milliseconds: this long after the last change, and at the latest that long after the first.
    struct Pace {
        int quiet = 2000;
        int most = 2900; ///< an event loop may be a little late, and it shall not be more than three seconds

        /// Returns a pace of the same proportion with another wait.
        static Pace after(int quiet) { return {quiet, int(quiet * 1.45)}; }
    };

    Autosave(std::unique_ptr<RecoveryFolder> folder, Pace pace);
    ~Autosave() override; ///< the files stay: end() is for a clean exit

    /// Keeps the work of this window from now on.
    void watch(const WorkPlace &place);
    /// Writes what is unsaved now, and waits until it is there.
    void flush();
    /// The process is told to end, without a question: what is unsaved is written once more, for the next start.
    void leave();
    /// A clean exit: nothing is unsaved any longer, so the files go.
    void end();

signals:
    void filesWritten();
    /// The files cannot be written: a sentence. Once, until they can again.
    void failed(const QString &sentence);

private:
    struct File {
        QString name;
        std::function<std::string()> text; ///< null: it is there already, and stays
    };

    void beginBase();
    void saved();
    void changed();
    void viewChanged();
    void write();
    bool isUnsaved() const;
    std::vector<File> files() const;
    static void addRelative(std::vector<File> &files, const QString &name, Recovery recovery, const QString &base,
                            bool writesBase);
    void addDocument(std::vector<File> &files) const;
    void addKept(std::vector<File> &files) const;
    void addLesson(std::vector<File> &files) const;
    void done(const QString &problem);

    std::unique_ptr<RecoveryFolder> m_folder;
    Pace m_pace;
    WorkPlace m_place;
    BackgroundWork *m_work;
    QTimer m_timer;
    QElapsedTimer m_clock;
    std::optional<qint64> m_firstChange; ///< since the last writing began
    bool m_isAgain = false;              ///< changed while it was being written
    bool m_hasFailed = false;
    std::shared_ptr<const Project> m_base;       ///< what the document began from
    std::shared_ptr<const Project> m_baseBeside; ///< the same of what is loaded while it is set aside
    int m_baseNumber = 0;
    int m_writtenBase = 0; ///< whose file is there
    Selection m_seen;      ///< without what follows the mouse
};

} // namespace regard
