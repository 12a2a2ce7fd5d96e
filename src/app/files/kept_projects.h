#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QString>

#include "io/base/file_state.h"
#include "io/project/project.h"

namespace regard {

/// A project that was left without a file: an edited example, or what was tried on a lesson's page.
struct KeptProject {
    QString title; ///< as Document::title() gives it; may be empty
    Project project;
    std::shared_ptr<const Model> opened; ///< what its changed cells are compared with
    bool isTry = false;                  ///< on a lesson's page: not asked about when the program ends
};

/// Where the document came from, which decides whether leaving it is asked about.
struct DocumentOrigin {
    bool isExample = false;             ///< bundled, or brought back from what was kept
    std::optional<Project> page{};      ///< what the lesson's page shows by itself; nothing: no lesson was opened
    std::optional<Project> lessonEnd{}; ///< the state when the lesson was closed; nothing: it is open
};

/// A document that another one replaced: enough to have it back as it was, its undo steps excepted.
struct LeftDocument {
    Project project;
    std::shared_ptr<const Model> opened;
    QString path;
    DocumentOrigin origin;
    bool isModified = false;
    std::optional<FileState> file{}; ///< UnsavedProjects::file
};

/// Work that is in no file: enough to continue in another window, or to store for the next start.
struct UnsavedProjects {
    std::vector<KeptProject> kept; ///< oldest first
    DocumentOrigin origin;
    /// The document's file as this program read or wrote it the last time; nothing: unknown.
    std::optional<FileState> file{};
};

} // namespace regard
