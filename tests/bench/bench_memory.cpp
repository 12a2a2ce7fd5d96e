#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>

#include "engine/base/message.h"
#include "io/base/file_bytes.h"
#include "io/base/json_document.h"
#include "io/project/outside_places.h"
#include "window/base/settings.h"
#include "window/files/outside_consent.h"

namespace {

constexpr int words = 510; // with [CLS] and [SEP] 512 tokens

QString longSentence()
{
    const QStringList text =
        QStringLiteral("the animal did not cross the street because it was too tired and the street was too wide")
            .split(QLatin1Char(' '));
    QStringList sentence;
    for (int i = 0; i < words; ++i)
        sentence.append(text.at(i % text.size()));
    return sentence.join(QLatin1Char(' '));
}

/// The most memory that a process had so far, in MB; 0 once it has ended.
double peakMegabytes(qint64 process)
{
    QFile status(QStringLiteral("/proc/%1/status").arg(process));
    if (!status.open(QFile::ReadOnly))
        return 0;
    for (const QByteArray &line : status.readAll().split('\n'))
        if (line.startsWith("VmHWM:"))
            return line.mid(6).simplified().split(' ').first().toDouble() / 1024;
    return 0;
}

/// Settings in which the person has agreed that a project reads its model elsewhere: the question would wait.
void writeAgreement(const QString &folder, const QString &project)
{
    const std::string json = regard::fileBytes(project, regard::Message::tr("a project"));
    regard::Settings settings;
    regard::OutsideConsent(&settings, nullptr)
        .remember(project, regard::outsidePlaces(regard::parseJson(json, project.toStdString()), project));
    settings.write(folder + QStringLiteral("/regard/regard.ini"));
}

/// Starts the program and follows its memory until it ends or has not grown for two seconds. 0 where it fails, or where
/// a window ends by itself.
double peakOf(bool isWindow, const QStringList &arguments)
{
    const QTemporaryDir settings;
    if (isWindow)
        writeAgreement(settings.path(), arguments.first());
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), settings.path());
    QProcess process;
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process.start(QStringLiteral(REGARD_PROGRAM), arguments);
    if (!process.waitForStarted())
        return 0;
    double peak = 0;
    int quiet = 0; // in steps of 5 ms
    while (quiet < 400 && process.state() == QProcess::Running) {
        const double now = peakMegabytes(process.processId());
        quiet = now > peak ? 0 : quiet + 1;
        peak = std::max(peak, now);
        process.waitForFinished(5);
    }
    const bool isRunning = process.state() == QProcess::Running;
    const bool isDone = !isRunning && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
    process.kill();
    process.waitForFinished();
    return (isWindow ? isRunning : isDone) ? peak : 0;
}

/// MiniLM-L6-v2, whose folder the environment names, with 512 tokens: its window, or a picture of it on the command
/// line.
void peakMemory(benchmark::State &state, bool isWindow)
{
    const char *folder = std::getenv("REGARD_MINILM");
    if (!folder) {
        state.SkipWithError("REGARD_MINILM names no folder");
        return;
    }
    const QTemporaryDir directory;
    const QString project = directory.filePath(QStringLiteral("long.regard"));
    const QStringList exported{QStringLiteral("export"), QString::fromUtf8(folder), QStringLiteral("--source"),
                               longSentence(), QStringLiteral("-o")};
    if (isWindow && QProcess::execute(QStringLiteral(REGARD_PROGRAM), exported + QStringList{project}) != 0) {
        state.SkipWithError("the project was not written");
        return;
    }
    const QString picture = directory.filePath(QStringLiteral("links.svg"));
    double peak = 0;
    for (auto _ : state)
        peak = std::max(peak, peakOf(isWindow, isWindow ? QStringList{project} : exported + QStringList{picture}));
    // The weights of 72 heads alone: less means that there was no such pass.
    constexpr double least = 72.0 * 512 * 512 * 4 / 1e6;
    if (peak < least || (!isWindow && QFileInfo(picture).size() == 0)) {
        state.SkipWithError("the program did not do what its memory is measured of");
        return;
    }
    state.counters["MB"] = peak;
}
BENCHMARK_CAPTURE(peakMemory, window, true)->Iterations(1)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(peakMemory, export, false)->Iterations(1)->Unit(benchmark::kMillisecond)->UseRealTime();

} // namespace
