#include "cli/scan/scan_arguments.h"

#include "document/sentence/input_check.h"
#include "io/base/number_text.h"

namespace regard {

namespace {

constexpr int mostScanThreads = 1024;
constexpr int mostScanParts = 1'000'000;

template <typename Number>
Number scanNumberOf(const std::string &option, const std::string &text, Number least, Number most)
{
    const auto number = numberFrom<Number>(text);
    if (!number || *number < least || *number > most)
        throw UsageError(option + " takes a whole number from " + std::to_string(least) + " to " +
                         std::to_string(most) + ", not \"" + text + "\"");
    return *number;
}

/// Two whole numbers with a character between them. Throws UsageError, which says what the option takes.
std::pair<int, int> twoNumbers(const std::string &text, char between, int most, const std::string &takes)
{
    const std::size_t place = text.find(between);
    const auto first = numberFrom<int>(text.substr(0, place));
    const auto second = place == std::string::npos ? std::nullopt : numberFrom<int>(text.substr(place + 1));
    if (!first || !second || *first < 1 || *second < 1 || *first > most || *second > mostScanParts)
        throw UsageError(takes + ", not \"" + text + "\"");
    return {*first, *second};
}

} // namespace

const std::vector<OptionRow<ScanOptions>> &scanRows()
{
    using Kind = OptionValue::Kind;
    using O = ScanOptions;
    static const std::vector<OptionRow<O>> rows{
        {"--sources",
         "The texts: .txt, one a line; .jsonl; .csv; - is standard input",
         {Kind::File, "FILE"},
         setFile(&O::sources)},
        {"--field", "Of .jsonl and .csv, where the text is; A,B of pairs; text", {Kind::Text, "NAME"}, set(&O::fields)},
        {"--max-tokens",
         "Where longer texts are cut; what the model reads, at most 512",
         {Kind::Text, "N"},
         setBy([](const std::string &text) { return scanNumberOf("--max-tokens", text, 1, maximumTokens); },
               &O::maximumTokens)},
        {"--by-value", "Measure what heads move as well", {Kind::Flag}, set(&O::byValue)},
        {"--seed",
         "Which sentences are kept as examples; of random tokens; 0",
         {Kind::Text, "N"},
         setBy([](const std::string &text) { return scanNumberOf<std::uint64_t>("--seed", text, 0, UINT64_MAX); },
               &O::seed)},
        {"--threads",
         "Sentences at a time, each on one thread; as many as processors",
         {Kind::Text, "N"},
         setBy([](const std::string &text) { return scanNumberOf("--threads", text, 1, mostScanThreads); },
               &O::threads)},
        {"--shard",
         "One of n parts of a .txt or .jsonl, for --merge; from 1",
         {Kind::Text, "I/N"},
         setBy(
             [](const std::string &text) {
                 const std::string takes = "--shard takes which of how many, such as 1/8";
                 const auto shard = twoNumbers(text, '/', mostScanParts, takes);
                 if (shard.first > shard.second)
                     throw UsageError(takes + ", not \"" + text + "\"");
                 return shard;
             },
             &O::shard)},
        {"--merge", "Parts of one corpus, all n of them, in place of a model", {Kind::Files, "PART"}, set(&O::merged)},
        {"--repeat-random",
         "In place of texts: N sentences of L random tokens, twice each",
         {Kind::Text, "LxN"},
         setBy(
             [](const std::string &text) {
                 return twoNumbers(text, 'x', maximumTokens / 2,
                                   "--repeat-random takes tokens and sentences, such as 50x100");
             },
             &O::random)},
        {"--durable-seconds",
         "",
         {Kind::Text, "N"},
         setBy([](const std::string &text) { return scanNumberOf("--durable-seconds", text, 0, 60); },
               &O::durableSeconds)},
        {"-o,--output", "regard-scan; of a shard regard-part", {Kind::Outputs, "OUT"}, set(&O::outputs)}};
    return rows;
}

} // namespace regard
