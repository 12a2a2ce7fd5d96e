#pragma once

namespace regard {

/// Which of Qt's own messages reach standard error.
enum class QtMessages {
    Warnings, ///< warnings and worse, except the one about an unset XDG_RUNTIME_DIR
    None,     ///< nothing: a command writes only its one line to standard error
};

/// Takes over Qt's messages. Must be called before the application object is built, which already logs some.
void installMessageHandler(QtMessages messages);

} // namespace regard
