#pragma once

#include <initializer_list>
#include <string>

/// Names the translations' context of the texts that a struct's tr() is given, as Q_DECLARE_TR_FUNCTIONS does where Qt
/// is at hand: lupdate is told to take the one for the other.
#define REGARD_TRANSLATIONS(Context)

namespace regard {

/// What an error tells a person, in the language that was set. English until setTranslator() says otherwise.
struct Message {
    REGARD_TRANSLATIONS(Message)

    /// A text in the person's language; empty or the text itself where there is no translation.
    using Translator = std::string (*)(const char *text);

    /// `text`, a literal, with %1, %2, … %9 replaced by the parts in their order.
    static std::string tr(const char *text, std::initializer_list<std::string> parts = {});
    /// null: English again. May be called from any thread.
    static void setTranslator(Translator translator);
};

} // namespace regard
