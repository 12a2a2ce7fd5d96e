#pragma once

#include <QCoreApplication>

namespace regard {

/// Lets happen whatever was put off till the next turn of the event loop, and what that puts off, without waiting for
/// a time to pass.
inline void turnEventLoop()
{
    for (int turn = 0; turn < 10; ++turn)
        QCoreApplication::processEvents();
}

} // namespace regard
