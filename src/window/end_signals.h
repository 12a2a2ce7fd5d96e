#pragma once

#include <functional>

#include <QObject>

namespace regard {

/// A process that is told to end (SIGTERM, SIGHUP, SIGINT) does something first, at its event loop, and then ends by
/// that signal. One at a time.
class EndSignals : public QObject {
    Q_OBJECT
public:
    explicit EndSignals(std::function<void()> first);
    ~EndSignals() override;

private:
    void arrived();

    std::function<void()> m_first;
};

} // namespace regard
