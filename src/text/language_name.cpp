#include "text/language_name.h"

#include <string_view>

#include <unicode/locid.h>
#include <unicode/unistr.h>

namespace regard {

std::string languageName(const std::string &code, const std::string &in)
{
    const icu::Locale locale(code.c_str());
    icu::UnicodeString name;
    locale.getDisplayLanguage(icu::Locale(in.c_str()), name);
    std::string text;
    name.toUTF8String(text);
    if (text == locale.getLanguage()) // ICU repeats what it does not know
        return {};
    UErrorCode status = U_ZERO_ERROR;
    icu::Locale usual(locale.getLanguage());
    usual.addLikelySubtags(status);
    const std::string_view script = locale.getScript();
    if (script.empty() || U_FAILURE(status) || script == usual.getScript())
        return text;
    icu::UnicodeString written;
    locale.getDisplayScript(icu::Locale(in.c_str()), written);
    std::string scriptText;
    written.toUTF8String(scriptText);
    return text + " (" + scriptText + ")";
}

} // namespace regard
