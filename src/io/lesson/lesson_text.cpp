#include "io/lesson/lesson_text.h"

#include <algorithm>
#include <utility>

#include "engine/base/errors.h"
#include "engine/base/message.h"

namespace regard {

namespace {

/// The entry for a language, −1 where there is none at all.
int entryOf(const LessonText &text, const std::string &language)
{
    for (const std::string &wanted : {language, language.substr(0, language.find('_')), std::string("en")}) {
        const auto found = std::find_if(text.texts.begin(), text.texts.end(),
                                        [&wanted](const auto &entry) { return entry.first == wanted; });
        if (found != text.texts.end())
            return int(found - text.texts.begin());
    }
    return text.texts.empty() ? -1 : 0;
}

/// Enough of a text to find the place, without a partial character at its end.
std::string beginning(std::string_view text)
{
    constexpr std::size_t longest = 20;
    std::size_t end = std::min({text.size(), longest, text.find('\n')});
    while (end > 0 && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
        --end;
    return std::string(text.substr(0, end));
}

} // namespace

bool LessonText::isEmpty() const
{
    return std::all_of(texts.begin(), texts.end(), [](const auto &entry) { return entry.second.empty(); });
}

const std::string &LessonText::text(const std::string &language) const
{
    static const std::string nothing;
    const int entry = entryOf(*this, language);
    return entry < 0 ? nothing : texts[std::size_t(entry)].second;
}

void LessonText::setText(const std::string &language, const std::string &text)
{
    const int entry = entryOf(*this, language);
    if (entry < 0)
        texts.emplace_back(std::string(), text);
    else
        texts[std::size_t(entry)].second = text;
}

std::vector<LessonPiece> lessonPieces(std::string_view text)
{
    std::vector<LessonPiece> pieces;
    std::string words;
    const auto finishWords = [&] {
        if (!words.empty())
            pieces.push_back({std::exchange(words, {})});
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '{') {
            words += text[i];
            continue;
        }
        if (text.substr(i, 2) == "{{") {
            words += '{';
            ++i;
            continue;
        }
        const std::size_t end = text.find_first_of("{}\n", i + 1);
        if (end == std::string_view::npos || text[end] != '}')
            throw ValueError(Message::tr("the brace before \"%1\" is not closed; a brace itself is written twice: {{",
                                         {beginning(text.substr(i + 1))}));
        finishWords();
        const std::string_view spelled = text.substr(i + 1, end - i - 1);
        pieces.push_back({std::string(spelled), true, parseLessonValue(spelled)});
        i = end;
    }
    finishWords();
    return pieces;
}

} // namespace regard
