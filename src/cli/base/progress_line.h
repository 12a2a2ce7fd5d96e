#pragma once

#include <string>

namespace regard {

/// "regard: 12 of 50" on one line of standard error, where that is a terminal; removed at the end.
class ProgressLine {
public:
    ProgressLine();
    ~ProgressLine();
    ProgressLine(const ProgressLine &) = delete;
    ProgressLine &operator=(const ProgressLine &) = delete;

    void show(const std::string &progress) const;
    bool isShown() const { return m_isTerminal; }

private:
    bool m_isTerminal;
};

} // namespace regard
