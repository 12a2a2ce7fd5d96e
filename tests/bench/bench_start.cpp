// Whole processes, from their start to what they were started for.
#include "first_paint.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QApplication>
#include <QEvent>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTimer>
#include <QWidget>

#include "window/main_window.h"
#include "window/window_holder.h"

extern char **environ;

namespace {

using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

struct Run {
    bool isDone = false;
    double milliseconds = 0; ///< to its end
    double toOutput = 0;     ///< milliseconds to the first that it wrote
    std::string output;
};

/// Starts a program whose standard output goes to a file descriptor, or nowhere (−1); 0 where it cannot.
pid_t start(const std::vector<std::string> &words, int output)
{
    std::vector<char *> arguments;
    for (const std::string &word : words)
        arguments.push_back(const_cast<char *>(word.c_str()));
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (output >= 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    else
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child = 0;
    const int failed = posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    return failed == 0 ? child : 0;
}

/// Runs a program to its end and reads what it writes to standard output, a line or two.
Run run(const std::vector<std::string> &words)
{
    int ends[2] = {};
    if (pipe2(ends, O_CLOEXEC) != 0)
        return {};
    const auto started = Clock::now();
    const pid_t child = start(words, ends[1]);
    close(ends[1]);
    Run result;
    char text[256];
    for (ssize_t count = 0; child > 0 && (count = read(ends[0], text, sizeof text)) > 0;) {
        if (result.output.empty())
            result.toOutput = millisecondsSince(started);
        result.output.append(text, std::size_t(count));
    }
    close(ends[0]);
    int status = 0;
    result.isDone = child > 0 && waitpid(child, &status, 0) == child && status == 0;
    result.milliseconds = millisecondsSince(started);
    return result;
}

/// The most memory that a run takes. What the system tells of a child that has ended counts this process's own memory
/// too, so it is looked at while it runs.
double peakMegabytes(const std::vector<std::string> &words)
{
    const pid_t child = start(words, -1);
    double kilobytes = 0;
    const std::string place = "/proc/" + std::to_string(child) + "/status";
    while (child > 0 && waitpid(child, nullptr, WNOHANG) == 0) {
        std::ifstream file(place);
        for (std::string line; std::getline(file, line);)
            if (line.starts_with("VmHWM:"))
                kilobytes = std::max(kilobytes, std::strtod(line.c_str() + 6, nullptr));
        std::this_thread::sleep_for(std::chrono::microseconds(500));
    }
    return kilobytes / 1024;
}

/// The time of each run is the process's own.
void measureRuns(benchmark::State &state, const std::vector<std::string> &words)
{
    state.counters["MB"] = peakMegabytes(words); // and files come into the page cache
    for (auto _ : state) {
        const Run done = run(words);
        if (!done.isDone) {
            state.SkipWithError((words.front() + " failed").c_str());
            break;
        }
        state.SetIterationTime(done.milliseconds / 1000);
    }
}

/// Tells the first time that a window and all that is in it was painted.
class FirstPaint : public QObject {
public:
    explicit FirstPaint(Clock::time_point start) : m_start(start) {}

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::Paint && !m_isSeen) {
            m_isSeen = true;
            // The window itself comes first; what is in it is painted before the next turn of the event loop.
            QTimer::singleShot(0, this, [this, window = qobject_cast<QWidget *>(watched)] {
                std::cout << millisecondsSince(m_start) << std::endl;
                window->close(); // which remembers the settings
            });
        }
        return QObject::eventFilter(watched, event);
    }

private:
    Clock::time_point m_start;
    bool m_isSeen = false;
};

// A process of its own each time, with the settings that an earlier one left: milliseconds from main() to the painted
// window; `process` counts from its start, dynamic linking included.
void startToFirstPaint(benchmark::State &state)
{
    const std::vector<std::string> words{"/proc/self/exe", "--first-paint"};
    const QTemporaryDir home;
    qputenv("XDG_CONFIG_HOME", home.path().toLocal8Bit());
    run(words);                                  // leaves its settings
    state.counters["MB"] = peakMegabytes(words); // and files come into the page cache
    double sum = 0;
    for (auto _ : state) {
        const Run done = run(words);
        char *end = nullptr;
        const double milliseconds = std::strtod(done.output.c_str(), &end);
        if (!done.isDone || end == done.output.c_str()) {
            state.SkipWithError("the window did not come");
            break;
        }
        state.SetIterationTime(milliseconds / 1000);
        sum += done.toOutput;
    }
    qunsetenv("XDG_CONFIG_HOME");
    state.counters["process"] = benchmark::Counter(sum, benchmark::Counter::kAvgIterations);
}
BENCHMARK(startToFirstPaint)->Unit(benchmark::kMillisecond)->UseManualTime()->Iterations(10);

// The default example to an SVG.
void exportExample(benchmark::State &state)
{
    const QTemporaryDir folder;
    measureRuns(state, {REGARD_PROGRAM, "export", "--example", "it", "-o",
                        folder.filePath(QStringLiteral("links.svg")).toStdString()});
}
BENCHMARK(exportExample)->Unit(benchmark::kMillisecond)->UseManualTime()->Iterations(10);

// MiniLM-L6-v2's folder, which the environment names, with 15 tokens to an SVG.
void exportMiniLM(benchmark::State &state)
{
    const char *model = std::getenv("REGARD_MINILM");
    if (!model) {
        state.SkipWithError("REGARD_MINILM names no folder");
        return;
    }
    const QTemporaryDir folder;
    measureRuns(state, {REGARD_PROGRAM, "export", model, "--source",
                        "The animal didn't cross the street because it was too tired", "-o",
                        folder.filePath(QStringLiteral("links.svg")).toStdString()});
}
BENCHMARK(exportMiniLM)->Unit(benchmark::kMillisecond)->UseManualTime()->Iterations(10);

// A folder that make_narrow_folder.py made, which the environment names, with 16 tokens to an SVG. `file` is the peak
// memory divided by the weights' file.
void exportNarrow(benchmark::State &state)
{
    const char *model = std::getenv("REGARD_NARROW");
    if (!model) {
        state.SkipWithError("REGARD_NARROW names no folder");
        return;
    }
    const QTemporaryDir folder;
    measureRuns(state, {REGARD_PROGRAM, "export", model, "--source", "the cat sat on the mat and the dog sat on it",
                        "-o", folder.filePath(QStringLiteral("links.svg")).toStdString()});
    const double bytes = double(QFileInfo(QString::fromUtf8(model) + QStringLiteral("/model.safetensors")).size());
    state.counters["file"] = state.counters["MB"] * 1048576 / bytes;
}
BENCHMARK(exportNarrow)->Unit(benchmark::kMillisecond)->UseManualTime()->Iterations(5);

} // namespace

int runToFirstPaint(int argc, char **argv)
{
    const auto start = Clock::now();
    const QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("regard"));
    FirstPaint first(start);
    regard::WindowHolder holder;
    holder.window()->installEventFilter(&first);
    return QApplication::exec();
}
