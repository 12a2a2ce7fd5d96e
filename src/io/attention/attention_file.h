#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <QString>

#include "engine/pass/trace.h"
#include "io/attention/attention_sentence.h"
#include "io/base/file_state.h"

namespace regard {

/// What was found wrong in heads that were read so far. Any thread may call.
class ImportedFaults {
public:
    void add(const std::string &fault);
    std::vector<std::string> all() const; ///< each once, in the order in which they were found

private:
    mutable std::mutex m_mutex;
    std::vector<std::string> m_faults;
};

/// A file of attention that another program, or `regard export`, wrote. Its header, sizes and tokens were checked; its
/// rows are when a head is read. The format is documented in resources/guide/formats.md.
struct AttentionFile {
    QString path;        ///< absolute
    FileState state;     ///< when it was opened
    bool isJson = false; ///< all of it is in memory
    std::string format;  ///< `regard-attention`, `regard-trace`
    std::vector<AttentionSentence> sentences;
    std::vector<std::string> unknownKeys{}; ///< of its metadata
    std::shared_ptr<ImportedFaults> faults = std::make_shared<ImportedFaults>();
};

/// Whether a path is a file that says that it holds attention: a safetensors file by its metadata, whose header alone
/// is read, or JSON by its key `format`. Never throws.
bool isAttentionFile(const QString &path);

/// Throws FileError that names the file and in it the tensor or the key.
std::shared_ptr<const AttentionFile> openAttention(const QString &path);
/// Reads JSON in memory as openAttention() reads a file; `name` is for errors.
std::shared_ptr<const AttentionFile> parseAttentionJson(std::string_view json, const std::string &name);

/// A sentence as a trace whose heads are read when they are asked for. `file` is kept as long as the trace lives.
SharedTrace attentionTrace(const std::shared_ptr<const AttentionFile> &file, std::size_t sentence);

} // namespace regard
