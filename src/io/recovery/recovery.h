#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <QByteArray>
#include <QString>

#include "io/project/project.h"

namespace regard {

/// Work that is in no file of its own yet: what a program keeps while it runs, for the next start after an end that was
/// not clean.
struct Recovery {
    /// A state that was pinned to compare with.
    struct Pinned {
        std::shared_ptr<const Project> state; ///< never null
        QString name;
    };

    Project state; ///< with its snapshots
    /// What the work began from: the saved file, the example, the checkpoint. The state is told as what differs from
    /// it. Never null.
    std::shared_ptr<const Project> base;
    QString path;           ///< of the project's file, absolute; empty: it has none
    bool isExample = false; ///< the work began from a bundled example
    std::int64_t time = 0;  ///< of the last change, in milliseconds since 1970 (UTC)
    std::optional<Pinned> pinned{};
    QString regions{}; ///< of the window, in its own words (window/regions/region_state.h)
};

/// The document of a recovery file (its format is described in src/window/README.md): states relative to the base,
/// which stands in a file of its own beside it, `baseFile` without folder. A matrix with few cells that differ from the
/// base's has only those written. Throws ValueError where a number is not finite.
std::string recoveryText(const Recovery &recovery, const QString &baseFile);

/// The base's own file: a project without snapshots, whose checkpoint is named by its absolute path. Throws as
/// projectJson().
std::string recoveryBaseText(const Project &base);

/// Reads a recovery file and its base. Throws FileError; of a checkpoint that is missing or was replaced as
/// readProject() does.
Recovery readRecovery(const QString &path);
/// Reads a recovery from memory: `path` is where the file would be, and `readBase` gives the bytes of the base at its
/// path beside it.
Recovery parseRecovery(std::string_view text, const QString &path,
                       const std::function<std::string(const QString &)> &readBase);

} // namespace regard
