#include "window/end_signals.h"

#include <array>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

#include <QSocketNotifier>

namespace regard {

namespace {

constexpr std::array<int, 3> signals_{SIGTERM, SIGHUP, SIGINT};
std::array<int, 2> ends{-1, -1}; ///< of a pipe: a signal handler may do nothing but write to it

void write(int signal)
{
    const auto number = static_cast<unsigned char>(signal);
    [[maybe_unused]] const auto written = ::write(ends[1], &number, 1);
}

} // namespace

EndSignals::EndSignals(std::function<void()> first) : m_first(std::move(first))
{
    if (::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        return;
    auto *notifier = new QSocketNotifier(ends[0], QSocketNotifier::Read, this);
    connect(notifier, &QSocketNotifier::activated, this, &EndSignals::arrived);
    for (const int signal : signals_)
        std::signal(signal, write);
}

EndSignals::~EndSignals()
{
    for (const int signal : signals_)
        std::signal(signal, SIG_DFL);
    for (int &end : ends)
        ::close(std::exchange(end, -1));
}

void EndSignals::arrived()
{
    unsigned char signal = 0;
    if (::read(ends[0], &signal, 1) != 1)
        return;
    m_first();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

} // namespace regard
