#include "engine/base/message.h"

#include <atomic>
#include <cstddef>

namespace regard {

namespace {

std::atomic<Message::Translator> translatorInUse = nullptr;

std::string translated(const char *text)
{
    const Message::Translator translator = translatorInUse.load();
    std::string found = translator ? translator(text) : std::string();
    return found.empty() ? std::string(text) : found;
}

} // namespace

std::string Message::tr(const char *text, std::initializer_list<std::string> parts)
{
    const std::string pattern = translated(text);
    std::string filled;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const std::size_t part =
            pattern[i] == '%' && i + 1 < pattern.size() ? std::size_t(pattern[i + 1] - '1') : parts.size();
        if (part < parts.size()) {
            filled += parts.begin()[part];
            ++i;
        } else {
            filled += pattern[i];
        }
    }
    return filled;
}

void Message::setTranslator(Translator translator)
{
    translatorInUse.store(translator);
}

} // namespace regard
