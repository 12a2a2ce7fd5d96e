#pragma once

namespace regard {

/// Lets freed memory stay with the process, up to 768 MB, and serves every thread from one store. A pass over 512
/// tokens needs 140 MB and frees as much of the one before: returning the pages and having them cleared again takes a
/// quarter of the time. Asks for large pages for the store's first 512 MB, which are reserved and not yet taken: a
/// short sentence's pass reads every weight once, and finding the pages of 4 KB takes a tenth to a fifth of it. Once
/// more than 768 MB are free at the store's end, after a very large trace, all of it goes back to the system, and the
/// large pages with it. Call it before any thread starts. Does nothing where the C library is not glibc.
void keepFreedMemory();

} // namespace regard
