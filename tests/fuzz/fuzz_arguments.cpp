#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "cli/arguments.h"
#include "export/model_options.h"

using namespace regard;

namespace {

/// The words of a command: a line each, as a figure keeps them.
std::vector<std::string> wordsOf(std::string_view text)
{
    std::vector<std::string> words;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string word(text.substr(0, end));
        word.resize(word.find('\0') == std::string::npos ? word.size() : word.find('\0'));
        words.push_back(std::move(word));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return words;
}

} // namespace

/// Any words are refused with a sentence, or are options that a figure keeps so that they mean the same again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    try {
        const ExportOptions options = exportOptionsOf(wordsOf({reinterpret_cast<const char *>(data), size}));
        std::vector<std::string> kept = options.command;
        if (kept.empty())
            return 0; // two files of one name
        kept.erase(kept.begin());
        if (exportOptionsOf(kept).command != options.command)
            std::abort();
    } catch (const Error &) {
        return 0; // refused
    }
    return 0;
}
