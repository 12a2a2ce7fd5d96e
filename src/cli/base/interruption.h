#pragma once

namespace regard {

/// While one lives, the first Ctrl+C (or SIGTERM) is only noted; the second ends the program as usual.
class Interruption {
public:
    Interruption();
    ~Interruption();
    Interruption(const Interruption &) = delete;
    Interruption &operator=(const Interruption &) = delete;

    static bool isAsked();
};

} // namespace regard
