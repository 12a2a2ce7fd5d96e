#pragma once

#include <atomic>

#include <QIODevice>
#include <QString>

#include "io/project/project.h"
#include "training/tasks/own_task.h"

namespace regard {

/// Reads a file of sentences, one a line, or of pairs with a tab between source and target; UTF-8. The project's
/// tokenizer reads them. The vocabulary is made from the file, or is the model's where its output layer is given. A
/// long file gives a sample; a file of any length is read line by line, until `cancelled` is true. Throws FileError
/// that names the line: wrong encoding, an empty line, no tab or two, too long a line, a word that a given vocabulary
/// does not have, of words to be masked none; and where there are not two different lines.
Task readOwnTask(OwnKind kind, const QString &path, const Project &project,
                 const std::atomic<bool> *cancelled = nullptr);
/// Reads the sentences from an open device; errors name `path`.
Task readOwnTask(OwnKind kind, QIODevice &text, const QString &path, const Project &project,
                 const std::atomic<bool> *cancelled = nullptr);

} // namespace regard
