#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <utility>
#include <vector>

#include <QApplication>
#include <QEventLoop>
#include <QKeyEvent>
#include <QLineEdit>
#include <QTimer>

#include "document/document.h"
#include "views/sentence_bar/panel/sentence_bar.h"
#include "window/main_window.h"

namespace {

using Clock = std::chrono::steady_clock;

constexpr int keys = 120;
constexpr int spacing = 30; // ms between keys, faster than most people

/// How long the window did nothing else: the longest wait for a tick that should come every millisecond. A key that is
/// pressed meanwhile waits so long at most.
class Heartbeat {
public:
    Heartbeat()
    {
        m_timer.setTimerType(Qt::PreciseTimer);
        QObject::connect(&m_timer, &QTimer::timeout, [this] { beat(); });
        m_timer.start(1);
    }

    /// In ms, since it was asked last.
    double takeLongest()
    {
        beat();
        return std::exchange(m_longest, 0.0);
    }

private:
    void beat()
    {
        const Clock::time_point now = Clock::now();
        m_longest = std::max(m_longest, std::chrono::duration<double, std::milli>(now - m_last).count() - 1);
        m_last = now;
    }

    QTimer m_timer;
    Clock::time_point m_last = Clock::now();
    double m_longest = 0;
};

/// About 60 tokens of MiniLM's.
QString sentence()
{
    return QStringLiteral(
        "The animal did not cross the street because it was too tired and the street was too wide for it, so it "
        "sat down under a tree and waited until somebody came along who would carry it over to the other side, "
        "where the grass was green and the water was cold and clear");
}

// Keys into the window's sentence with MiniLM-L6-v2 open, whose folder the environment names: how long the window did
// nothing else after each.
void typing(benchmark::State &state)
{
    const char *folder = std::getenv("REGARD_MINILM");
    if (!folder) {
        state.SkipWithError("REGARD_MINILM names no folder");
        return;
    }
    regard::MainWindow window;
    window.resize(1440, 900);
    window.show();
    window.openFile(QString::fromUtf8(folder));
    regard::Document &document = *window.document();
    document.sentences().setSource(sentence());
    document.waitForResult();
    QLineEdit *field = window.findChild<regard::SentenceBar *>()->field();
    field->setFocus();
    field->setCursorPosition(int(field->text().size()) / 2);
    const auto wait = [](int milliseconds) {
        QEventLoop loop;
        QTimer::singleShot(milliseconds, Qt::PreciseTimer, &loop, &QEventLoop::quit);
        loop.exec();
    };
    wait(500);
    int results = 0;
    const QObject receiver;
    QObject::connect(&document, &regard::Document::resultChanged, &receiver, [&results] { ++results; });
    Heartbeat heart;
    std::vector<double> times;
    for (auto _ : state) {
        // A word of five letters and a space, letter by letter, and back.
        const std::size_t key = times.size() % 12;
        const char letter = key == 5 ? ' ' : char('a' + times.size() % 23);
        QCoreApplication::postEvent(
            field, key < 6 ? new QKeyEvent(QEvent::KeyPress, 0, Qt::NoModifier, QString(QLatin1Char(letter)))
                           : new QKeyEvent(QEvent::KeyPress, Qt::Key_Backspace, {}));
        heart.takeLongest();
        wait(spacing);
        times.push_back(heart.takeLongest());
        state.SetIterationTime(times.back() / 1000);
    }
    std::sort(times.begin(), times.end());
    state.counters["longest"] = times.back();
    state.counters["p90"] = times.at(times.size() * 9 / 10);
    state.counters["tokens"] = double(document.sentences().tokens().tokens.size());
    state.counters["results"] = results;
}
BENCHMARK(typing)->Unit(benchmark::kMillisecond)->UseManualTime()->Iterations(keys);

} // namespace
