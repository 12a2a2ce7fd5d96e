#pragma once

#include <initializer_list>
#include <string>

/// Names the translation context of the texts given to a struct's tr(), as Q_DECLARE_TR_FUNCTIONS does with Qt: lupdate
/// is told to treat the two alike.
#define REGARD_TRANSLATIONS(Context)

namespace regard {

/// What an error tells the user, in the language that was set. English until setTranslator() says otherwise.
struct Message {
    REGARD_TRANSLATIONS(Message)

    /// A text in the user's language; empty or the text itself where there is no translation.
    using Translator = std::string (*)(const char *text);

    /// `text`, a literal, with %1, %2, … %9 replaced by the parts in their order.
    static std::string tr(const char *text, std::initializer_list<std::string> parts = {});
    /// null: back to English. May be called from any thread.
    static void setTranslator(Translator translator);
};

} // namespace regard
