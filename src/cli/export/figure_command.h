#pragma once

#include <string>
#include <vector>

#include <QByteArray>

namespace CLI {
class App;
}

namespace regard {

struct Project;

/// What `regard export` was told, as a figure keeps it: the command's name and its options in the order of the help,
/// each as --name=value. Files have their names without folders, and the outputs, a caption's too, are left out. Empty
/// where two files of one name in two folders could not be told apart, and where a file's name would be read as an
/// option.
std::vector<std::string> figureCommand(const CLI::App &command);

/// Puts one of the sentences of --sources into a command of figureCommand().
std::vector<std::string> withSentence(std::vector<std::string> command, const std::string &source,
                                      const std::string *target);

/// The arguments that make the figure in that file again and write it to `outputs`: `export`, its options with names of
/// files beside the figure, and -o. Throws FileError where the figure has no command, or one that may not be run: it
/// names a file with a folder, an output, or is none of `regard export`.
std::vector<std::string> againArguments(const std::string &figure, const std::vector<std::string> &outputs);
/// againArguments() from a figure's bytes; errors name `figure`.
std::vector<std::string> againArguments(const QByteArray &bytes, const std::string &figure,
                                        const std::vector<std::string> &outputs);

/// What the project of the file reads outside of the file's own folder, each a line that a shell takes as a remark.
std::string readLines(const Project &project, const std::string &file);

/// Such a line for a list of sentences that is a link out of its own folder; empty where it is none.
std::string readLine(const std::string &list);

/// The command to be typed: `regard export --view=links -o a.svg`, quoted where the shell needs it.
std::string commandLine(const std::vector<std::string> &arguments);

} // namespace regard
