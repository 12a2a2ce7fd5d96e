#pragma once

#include <QString>

#include "io/project/project.h"
#include "training/tasks/own_task.h"

namespace regard {

/// A task of one's own, read from a file.
struct OwnTaskFile {
    Task task;
    long long lines = 0; ///< of the file
    int sentences = 0;   ///< of them that the task keeps: all, or a sample drawn by the place of the line
};

/// Reads a file of sentences, one a line, or of pairs with a tab between source and target; UTF-8. The project's
/// tokenizer reads them. The vocabulary is made from the file, or is the model's where its output layer is given.
/// Throws FileError that names the line: wrong encoding, an empty line, no tab or two, too long a line, a word that a
/// given vocabulary does not have; and where there are not two different lines.
OwnTaskFile readOwnTask(OwnKind kind, const QString &path, const Project &project);

} // namespace regard
