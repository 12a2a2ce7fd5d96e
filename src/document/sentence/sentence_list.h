#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/project/project.h"

namespace regard {

/// A line of a list of sentences.
struct ListedSentence {
    int line = 1; ///< from 1
    std::string source;
    std::optional<std::string> target; ///< after the tab; nothing: there is none
    std::string mistake;               ///< why the line is no sentence: "it is not UTF-8 text"; empty: it is one
};

/// The lines of a list, one sentence each, UTF-8; a byte order mark and carriage returns before line feeds are not part
/// of a sentence. Blank lines at the end are ignored; any other is a sentence without words.
std::vector<ListedSentence> sentencesOf(std::string_view text);

/// The list of a file; `-` is standard input. Throws FileError.
std::vector<ListedSentence> readSentences(const std::string &file);

/// The project with the line's sentence instead of its own, and its target, where the line has one. Throws ConfigError.
Project withSentence(Project project, const ListedSentence &sentence);

/// The name of the list in an error.
std::string listName(const std::string &file);

} // namespace regard
