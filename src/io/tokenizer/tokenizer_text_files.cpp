#include "io/tokenizer/tokenizer_text_files.h"

#include "engine/base/message.h"
#include "io/base/file_error.h"
#include "text/base/mapped_text.h"

namespace regard {

namespace {

/// Splits a text into lines, which end in a line feed, with or without a carriage return; optional for the last. Throws
/// where one is not UTF-8.
std::vector<std::string_view> linesOf(std::string_view text, const std::string &name)
{
    constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";
    if (text.starts_with(byteOrderMark))
        text.remove_prefix(byteOrderMark.size());
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        lines.push_back(line);
        if (!isValidUtf8(line))
            throw FileError(name, Message::tr("line %1 is not valid UTF-8", {std::to_string(lines.size())}));
    }
    return lines;
}

} // namespace

std::vector<std::string> parseVocabularyText(std::string_view text, const std::string &name)
{
    const std::vector<std::string_view> lines = linesOf(text, name);
    if (lines.empty())
        throw FileError(name, Message::tr("the vocabulary is empty"));
    return {lines.begin(), lines.end()};
}

std::vector<std::pair<std::string, std::string>> parseMergesText(std::string_view text, const std::string &name)
{
    const std::vector<std::string_view> lines = linesOf(text, name);
    std::vector<std::pair<std::string, std::string>> merges;
    merges.reserve(lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string_view line = lines[i];
        if (line.empty() || (i == 0 && line.starts_with("#version")))
            continue;
        const std::size_t space = line.find(' ');
        if (space == std::string_view::npos || line.find(' ', space + 1) != std::string_view::npos)
            throw FileError(name, Message::tr("line %1 is not two pieces", {std::to_string(i + 1)}));
        merges.emplace_back(line.substr(0, space), line.substr(space + 1));
    }
    return merges;
}

} // namespace regard
