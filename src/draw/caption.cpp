#include "draw/caption.h"

namespace regard {

Caption Caption::filled(const QString &pattern, const std::vector<Caption> &captions)
{
    Caption caption;
    for (qsizetype i = 0; i < pattern.size(); ++i) {
        const int number = pattern[i] == QLatin1Char('%') && i + 1 < pattern.size() ? pattern[i + 1].digitValue() : 0;
        if (number < 1 || number > int(captions.size())) {
            caption.m_text += pattern[i];
            continue;
        }
        caption.m_text += captions[std::size_t(number) - 1].m_text;
        ++i;
    }
    return caption;
}

} // namespace regard
