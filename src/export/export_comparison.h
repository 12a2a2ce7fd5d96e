#pragma once

#include <memory>
#include <string>

#include "document/shown/shown.h"
#include "draw/caption.h"
#include "export/export_options.h"
#include "io/project/project.h"

namespace regard {

/// The project or checkpoint that `--pinned` names, as in its file, with everything that it computes.
struct PinnedProject {
    Project project;
    std::shared_ptr<const PinnedState> state; ///< its name is that of the file, without its folder
};

/// Null where nothing is pinned. A checkpoint's folder has no sentence of its own and reads those of `project`, which
/// it is compared with. Throws FileError, whose file is the pinned one.
std::unique_ptr<const PinnedProject> openPinned(const ExportOptions &options, const Project &project);

/// What a picture of it alone shows, beside one of `now`: the selection in its own tokens, with those heads that it
/// has. Throws ConfigError where it has no such attention, layer or head, or for the steps no such pair; the map of
/// heads can show any state.
Shown pinnedShown(const ExportOptions &options, const Shown &now);

/// The caption of pictures of two states: "classroom.regard now", "other.regard pinned", and both with a minus between
/// them. Heads switched off or with another temperature in only one of them are named in brackets, and files of the
/// same name by their folders. The names that --captions gives stand in their place as they are.
struct ComparedCaptions {
    Caption now;
    Caption pinned;
    Caption difference;
};
ComparedCaptions comparedCaptions(const ExportOptions &options, const TraceComparison &comparison);

} // namespace regard
