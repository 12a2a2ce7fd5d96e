#pragma once

namespace regard {

/// Makes the calling thread compute everything on itself from now on. For every thread but the one that runs passes:
/// each thread that divides its work gets an OpenMP pool of its own, and two pools compete for the processors.
void computeSerially();

/// Makes the calling thread compute on itself as long as this lives, or changes nothing.
class SerialWork {
public:
    explicit SerialWork(bool isSerial);
    ~SerialWork();
    SerialWork(const SerialWork &) = delete;
    SerialWork &operator=(const SerialWork &) = delete;

private:
    int m_threads; ///< before; 0: nothing was changed
};

} // namespace regard
