#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <unordered_set>

#include <QBuffer>
#include <QByteArray>
#include <QString>

#include "engine/base/errors.h"
#include "io/base/file_error.h"
#include "io/project/project.h"
#include "io/project/task_file.h"
#include "training/tasks/own_task.h"

using namespace regard;

namespace {

void require(bool holds)
{
    if (!holds)
        std::abort();
}

/// Every token of a sentence is one of the vocabulary, and no sentence is longer than the task says.
void check(const Task &task, const TrainingSentence &sentence)
{
    const auto words = int(task.vocabulary.tokens.size());
    for (const auto *tokens : {&sentence.source, &sentence.target})
        for (const int token : *tokens)
            require(token >= 0 && token < words);
}

} // namespace

/// The first byte says the kind of the task (P, S, M), the second the tokenizer, the others are the file. They are
/// refused with a FileError or are a task: its words are different ones, and what it asks is made of them.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size < 2)
        return 0;
    const OwnKind kind = data[0] == 'P' ? OwnKind::Pairs : data[0] == 'M' ? OwnKind::Masked : OwnKind::Sentences;
    static const Project start = defaultProject();
    Project project = start;
    project.tokenizer = data[1] == 'C'   ? Tokenizer::Characters
                        : data[1] == 'B' ? Tokenizer::Whitespace
                                         : Tokenizer::Words;
    QByteArray bytes = QByteArray::fromRawData(reinterpret_cast<const char *>(data) + 2, qsizetype(size) - 2);
    QBuffer text(&bytes);
    text.open(QIODevice::ReadOnly);
    try {
        const Task task = readOwnTask(kind, text, QStringLiteral("/fuzz/own.txt"), project);
        require(task.file && task.file->lines <= bytes.count('\n') + 1 && task.file->sentences <= task.file->lines &&
                task.file->sentences >= 2);
        const auto &tokens = task.vocabulary.tokens;
        require(std::unordered_set<std::string>(tokens.begin(), tokens.end()).size() == tokens.size());
        for (std::uint64_t number = 0; number < 4; ++number)
            for (const bool isHeldOut : {false, true})
                check(task, task.sentence(1, number, isHeldOut));
    } catch (const FileError &) {
        return 0; // the one way to refuse a file
    }
    return 0;
}
