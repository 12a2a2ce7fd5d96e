#pragma once

#include <memory>

#include <QString>

#include "document/comparison/pinned_state.h"

namespace regard {

/// A file's state, to compare with; null where it has no sentence. Throws InputError as forward() does.
std::shared_ptr<const PinnedState> pinnedStateOf(const Project &project, const QString &name);

} // namespace regard
