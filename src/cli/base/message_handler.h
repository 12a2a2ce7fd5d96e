#pragma once

namespace regard {

/// Which of Qt's own messages reach standard error.
enum class QtMessages {
    Warnings, ///< warnings and worse, but for the complaint about an unset XDG_RUNTIME_DIR
    None,     ///< nothing: a command's standard error is for its one line
};

/// Takes over Qt's messages. Belongs before the application object, which complains while it is being built.
void installMessageHandler(QtMessages messages);

} // namespace regard
