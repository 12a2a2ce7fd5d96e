#include "cli/command_line.h"

#include <cstdio>
#include <new>
#include <string>

#include <QCoreApplication>
#include <QGuiApplication>
#include <QHashFunctions>

#include "cli/arguments.h"
#include "cli/base/message_handler.h"
#include "cli/doctor/doctor_command.h"
#include "cli/examples_command.h"
#include "cli/export_command.h"
#include "cli/info_command.h"
#include "cli/lessons_command.h"
#include "cli/models_command.h"
#include "cli/save_model_command.h"
#include "cli/scan/scan_command.h"
#include "cli/tasks_command.h"
#include "cli/train/train_command.h"

namespace regard {

namespace {

/// Prints a message on one line, whatever it holds.
int complain(std::string message, int exitCode)
{
    for (char &c : message)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            c = ' ';
    while (!message.empty() && message.back() == ' ')
        message.pop_back();
    std::fprintf(stderr, "regard: %s\n", message.c_str());
    return exitCode;
}

/// Flushes, so that a full disk or a closed pipe behind standard output is reported as an error.
int finish(int exitCode)
{
    if (std::fflush(stdout) != 0)
        return complain("standard output: cannot be written", 1);
    return exitCode;
}

int run(int argc, char **argv, RunWindow runWindow)
{
    const Arguments arguments = readArguments(argc, argv);
    int count = 1;
    char name[] = "regard";
    char *values[] = {name, nullptr};
    QHashSeed::setDeterministicGlobalSeed(); // else the fonts in a PDF have another order each time
    switch (arguments.command) {
    case Arguments::Command::Nothing:
        return 0;
    case Arguments::Command::Window:
        installMessageHandler(QtMessages::Warnings);
        return runWindow(argc, argv, arguments.window);
    case Arguments::Command::Export: {
        installMessageHandler(QtMessages::None);
        qputenv("QT_QPA_PLATFORM", "offscreen"); // a command needs no display, whatever the session has
        qputenv("TZ", "UTC0");                   // else a PDF's date, which is left out, has another length elsewhere
        const QGuiApplication application(count, values);
        return runExport(arguments.options);
    }
    case Arguments::Command::Doctor: {
        installMessageHandler(QtMessages::None);
        qputenv("QT_QPA_PLATFORM", "offscreen"); // a display that cannot be reached would end the program
        const QGuiApplication application(count, values);
        return runDoctor();
    }
    case Arguments::Command::Print:
        std::fputs(arguments.printed.c_str(), stdout);
        return 0;
    case Arguments::Command::Info:
    case Arguments::Command::Examples:
    case Arguments::Command::Lessons:
    case Arguments::Command::Models:
    case Arguments::Command::Tasks:
    case Arguments::Command::Train:
    case Arguments::Command::Scan:
    case Arguments::Command::SaveModel:
        break;
    }
    installMessageHandler(QtMessages::None);
    const QCoreApplication application(count, values);
    return arguments.command == Arguments::Command::Train       ? runTrain(arguments.training)
           : arguments.command == Arguments::Command::Scan      ? runScan(arguments.scan)
           : arguments.command == Arguments::Command::SaveModel ? runSaveModel(arguments.model, arguments.folder)
           : arguments.command == Arguments::Command::Tasks     ? runTasks()
           : arguments.command == Arguments::Command::Info      ? runInfo(arguments.model)
           : arguments.command == Arguments::Command::Examples  ? runExamples()
           : arguments.command == Arguments::Command::Models    ? runModels()
                                                                : runLessons();
}

} // namespace

int runCommandLine(int argc, char **argv, RunWindow runWindow)
{
    try {
        return finish(run(argc, argv, runWindow));
    } catch (const UsageError &error) {
        return complain(error.what(), 2);
    } catch (const std::bad_alloc &) {
        return complain("memory: there is not enough of it for this model and sentence", 1);
    } catch (const std::exception &error) {
        return complain(error.what(), 1);
    }
}

} // namespace regard
