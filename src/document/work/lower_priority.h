#pragma once

namespace regard {

/// The window comes first: of the calling thread, and of the threads that it starts from now on.
void giveWay();

} // namespace regard
