#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QDateTime>
#include <QString>

#include "io/base/file_state.h"
#include "io/project/project.h"

namespace regard {

/// The origin of the document, which decides whether leaving it is asked about.
struct DocumentOrigin {
    bool isExample = false;          ///< bundled, or brought back from what was tried on a lesson's page
    std::optional<Project> page{};   ///< what the lesson's page shows by itself; nothing: it is none of a lesson
    std::optional<FileState> file{}; ///< its file as this program read or wrote it the last time; nothing: unknown
    QDateTime edited{};              ///< when a step was done or undone the last time
};

/// A document that another one replaced: enough to continue with it, its undo steps excepted.
struct KeptProject {
    QString title; ///< as Document::title() gives it; may be empty
    Project project;
    std::shared_ptr<const Model> opened; ///< what its changed cells are compared with
    QString path;                        ///< of its file; empty: it has none
    DocumentOrigin origin;
    bool isModified = false;

    /// Whether it is an attempt on a lesson's page: not asked about when the program ends.
    bool isTry() const { return origin.page && path.isEmpty(); }
};

/// Work that is in no file: enough to continue in another window, or to store for the next start.
struct UnsavedProjects {
    std::vector<KeptProject> kept;             ///< oldest first
    std::optional<KeptProject> beforeLesson{}; ///< what Document::setAside() keeps with its undo steps
    DocumentOrigin origin;                     ///< of the document
};

} // namespace regard
