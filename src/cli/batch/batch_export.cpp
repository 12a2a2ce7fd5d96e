#include "cli/batch/batch_export.h"

#include <new>
#include <optional>
#include <string>

#include <QFileInfo>

#include "cli/base/progress_line.h"
#include "cli/export/figure_command.h"
#include "document/sentence/sentence_list.h"
#include "export/export_pass.h"
#include "export/export_writing.h"
#include "export/numbered_path.h"
#include "io/base/file_error.h"

namespace regard {

namespace {

std::vector<Output> numbered(std::vector<Output> outputs, int number, int count)
{
    for (Output &output : outputs)
        output.path = numberedPath(output.path, number, count);
    return outputs;
}

/// Writes the figures of a sentence. Returns what is wrong with the line; nothing: it was written.
std::optional<std::string> write(const ListedSentence &sentence, const ExportOptions &options,
                                 const std::vector<Output> &outputs, const Project &project,
                                 const PinnedProject *pinned)
{
    try {
        const Project own = withSentence(project, sentence);
        ExportOptions ofSentence = options;
        if (!options.command.empty())
            ofSentence.command =
                withSentence(options.command, sentence.source, sentence.target ? &*sentence.target : nullptr);
        writeOutputs(ofSentence, outputs, own, computePass(options, outputs, own, pinned));
        return std::nullopt;
    } catch (const std::bad_alloc &) {
        return "there is not enough memory for this model and sentence";
    } catch (const Error &error) {
        return error.what();
    }
}

} // namespace

void runBatch(const ExportOptions &options, const std::vector<Output> &outputs, const Project &project,
              const PinnedProject *pinned)
{
    const std::vector<ListedSentence> sentences = readSentences(options.sentences);
    const int count = int(sentences.size());
    // A folder that is not writable fails them all; a folder in the place of a file fails only that line.
    for (const Output &output : numbered(outputs, 1, count))
        if (!QFileInfo(output.path).isDir())
            probe(output.path);
    int failed = 0;
    std::string first;
    {
        const ProgressLine progress;
        for (const ListedSentence &sentence : sentences) {
            progress.show(std::to_string(sentence.line) + " of " + std::to_string(count));
            const auto wrong = write(sentence, options, numbered(outputs, sentence.line, count), project, pinned);
            if (wrong && ++failed == 1)
                first = "line " + std::to_string(sentence.line) + ": " + *wrong;
        }
    }
    if (failed > 0)
        throw FileError(listName(options.sentences), std::to_string(failed) + " of " + std::to_string(count) +
                                                         (count == 1 ? " sentence" : " sentences") +
                                                         " failed; the first: " + first);
}

} // namespace regard
