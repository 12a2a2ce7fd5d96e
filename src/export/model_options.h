#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/errors.h"
#include "io/project/project.h"

namespace regard {

/// Which project a command works on: the options that `export` and `info` share, as the command line gave them.
struct ModelOptions {
    std::string file;    ///< empty: none
    std::string example; ///< empty: none
    std::optional<std::string> source;
    std::optional<std::string> target;
    std::string sourceLanguage; ///< empty: the project's
    std::string targetLanguage;
    std::optional<int> sentence;                               ///< of a file of attention with several, from 1
    std::vector<std::pair<std::string, std::string>> settings; ///< --set, key and value

    /// What an error names in place of FILE: the file, else the example, else the model built without either.
    std::string subject() const;
};

/// The command line itself is wrong: exit 2.
struct UsageError : Error {
    using Error::Error;
};

/// `KEY=VALUE` in its two parts. Throws UsageError where there is no such key or the value is not of its kind.
std::pair<std::string, std::string> parseSetting(const std::string &text);

/// A project with the options' sentences and settings. Throws FileError, whose file is the options' subject.
Project configured(Project project, const ModelOptions &options);

/// The project with the options applied. Throws FileError, whose file is the options' subject.
Project openProject(const ModelOptions &options);

} // namespace regard
