#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "text/base/regular_expression.h"
#include "text/base/split_behavior.h"
#include "text/base/tokenizer_error.h"

using namespace regard;

namespace {

void require(bool holds)
{
    if (!holds)
        std::abort();
}

/// Matches lie in the text, one after the other, and every way to cut there keeps the order of the characters.
void check(const RegularExpression &expression, const MappedText &text)
{
    const std::vector<TextRange> matches = expression.matches(text);
    std::size_t before = 0;
    for (const TextRange &match : matches) {
        require(before <= match.begin && match.begin <= match.end && match.end <= text.size());
        before = match.end;
    }
    for (int i = 0; i < 10; ++i) {
        std::size_t end = 0;
        for (const TextRange &part : splitParts(matches, text.size(), SplitBehavior(i / 2), i % 2 == 1)) {
            require(end <= part.begin && part.begin <= part.end && part.end <= text.size());
            require(end == part.begin || SplitBehavior(i / 2) == SplitBehavior::Removed);
            end = part.end;
        }
    }
}

} // namespace

/// The first line is an expression, the rest a text. It is refused, takes too long, or matches.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char *>(data), size);
    const std::size_t line = bytes.find('\n');
    try {
        const RegularExpression expression{std::string(bytes.substr(0, line))};
        check(expression, {});
        check(expression, mappedText("The cat's 1234 aaab\n\n Où 猫 😀 ½"));
        if (line != bytes.npos)
            check(expression, mappedText(bytes.substr(line + 1)));
    } catch (const TokenizerError &) {
        return 0; // refused, as most of what a fuzzer makes
    }
    return 0;
}
