#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "document/sentence/sentence_list.h"

using namespace regard;

namespace {

void require(bool holds)
{
    if (!holds)
        std::abort();
}

} // namespace

/// Any bytes are lines, numbered from 1; those without a mistake, written again, are read as the same sentences.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char *>(data), size);
    std::string written;
    std::vector<ListedSentence> good;
    int line = 0;
    for (const ListedSentence &sentence : sentencesOf(bytes)) {
        require(sentence.line == ++line && sentence.source.size() <= size);
        if (!sentence.mistake.empty())
            continue;
        require(sentence.source.find('\n') == std::string::npos && sentence.source.find('\0') == std::string::npos);
        require(!sentence.target || sentence.target->find_first_of("\t\n") == std::string::npos);
        written += sentence.source + (sentence.target ? "\t" + *sentence.target : std::string()) + "\r\n";
        good.push_back(sentence);
    }
    if (good.empty() || written.starts_with("\xEF\xBB\xBF"))
        return 0;
    const std::vector<ListedSentence> again = sentencesOf(written);
    require(again.size() <= good.size()); // a line without words that came before a mistake ends the list now
    for (std::size_t i = 0; i < again.size(); ++i)
        require(again[i].source == good[i].source && again[i].target == good[i].target && again[i].mistake.empty());
    return 0;
}
