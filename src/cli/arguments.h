#pragma once

#include <string>
#include <vector>

#include "cli/scan/scan_options.h"
#include "cli/train/train_options.h"
#include "cli/window_options.h"
#include "export/export_options.h"

namespace regard {

/// What the command line asks for.
struct Arguments {
    enum class Command {
        Nothing,
        Window,
        Export,
        Info,
        Examples,
        Lessons,
        Models,
        Tasks,
        Train,
        Scan,
        SaveModel,
        Doctor,
        Print
    };

    Command command = Command::Window;
    WindowOptions window;  ///< of the window
    ModelOptions model;    ///< of info and save-model
    ExportOptions options; ///< of export
    TrainOptions training; ///< of train
    ScanOptions scan;      ///< of scan
    std::string folder;    ///< of save-model: the new one
    std::string printed;   ///< of manual and completion: what goes to standard output
};

/// What `regard export` would take these words for, beside an -o. Throws UsageError.
ExportOptions exportOptionsOf(std::vector<std::string> words);

/// Reads the command line. Help and version are printed here, and nothing is left to do. Throws UsageError.
Arguments readArguments(int argc, char **argv);

} // namespace regard
