#pragma once

namespace regard {

/// "12 of 50" on one line of standard error, where that is a terminal; removed at the end.
class BatchProgress {
public:
    BatchProgress();
    ~BatchProgress();
    BatchProgress(const BatchProgress &) = delete;
    BatchProgress &operator=(const BatchProgress &) = delete;

    void show(int done, int count) const;

private:
    bool m_isTerminal;
};

} // namespace regard
