#include "io/trace/trace_notes.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <tuple>

#include "engine/model/stack.h"
#include "io/base/json_text.h"
#include "io/base/text_stream.h"

namespace regard {

namespace {

bool isOf(const Tokens &tokens, const SideTrace &side)
{
    return std::equal(tokens.tokens.begin(), tokens.tokens.end(), side.tokens.begin(), side.tokens.end(),
                      [](const Token &token, const std::string &text) { return token.text == text; });
}

template <typename Items, typename ItemText>
std::string listOf(const Items &items, ItemText itemText)
{
    std::string list = "[";
    for (const auto &item : items)
        list += (list.size() == 1 ? "" : ",") + itemText(item);
    return list + "]";
}

std::string notedPositionList(const std::vector<int> &positions)
{
    return listOf(positions, [](int position) { return std::to_string(position); });
}

void addSide(std::vector<MetadataEntry> &notes, const std::string &prefix, const SideTrace &side, const Tokens &given)
{
    if (!side.labels.empty())
        notes.push_back({prefix + "labels", tokenList(side.labels)});
    if (!side.masked.empty())
        notes.push_back({prefix + "masked", notedPositionList(side.masked)});
    if (!isOf(given, side))
        return;
    const std::vector<Token> &tokens = given.tokens;
    const auto isAny = [&](auto has) { return std::any_of(tokens.begin(), tokens.end(), has); };
    if (isAny([](const Token &token) { return token.word >= 0; }))
        notes.push_back({prefix + "words", listOf(tokens, [](const Token &token) {
                             return token.word < 0 ? std::string("null") : std::to_string(token.word);
                         })});
    if (isAny([](const Token &token) { return token.isSpecial; })) {
        std::vector<int> special;
        for (std::size_t i = 0; i < tokens.size(); ++i)
            if (tokens[i].isSpecial)
                special.push_back(int(i));
        notes.push_back({prefix + "special", notedPositionList(special)});
    }
    if (isAny([](const Token &token) { return token.sentence > 0; }))
        notes.push_back({prefix + "segments", listOf(tokens, [](const Token &token) {
                             return std::to_string(token.sentence > 0 ? 1 : 0);
                         })});
}

bool isPlain(std::string_view key)
{
    constexpr std::array<std::string_view, 3> plain{"title", "encoder_mask", "decoder_mask"};
    return std::find(plain.begin(), plain.end(), key) != plain.end();
}

} // namespace

std::vector<MetadataEntry> traceNotes(const std::string &title, const ModelConfig &config, const Trace &trace,
                                      const Tokens &source, const Tokens &target)
{
    std::vector<MetadataEntry> notes;
    if (!title.empty())
        notes.push_back({"title", title});
    for (const auto &[stack, mask, key] : {std::tuple(Stack::Encoder, config.encoderMask, "encoder_mask"),
                                           std::tuple(Stack::Decoder, config.decoderMask, "decoder_mask")})
        if (hasStack(config, stack) && !isRecurrent(config, stack) && mask == Mask::Causal)
            notes.push_back({key, "causal"});
    addSide(notes, "", trace.source, source);
    addSide(notes, "target_", trace.target, target);
    return notes;
}

std::string notesMembers(const std::vector<MetadataEntry> &notes)
{
    std::string members;
    for (const MetadataEntry &note : notes)
        members += (members.empty() ? "" : ",\n") + jsonString(note.key) + ": " +
                   (isPlain(note.key) ? jsonString(note.value) : note.value);
    return members;
}

} // namespace regard
