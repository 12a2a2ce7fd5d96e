#include "io/tokenizer/plain_text.h"

#include <QByteArray>

namespace regard {

QString plainText(std::string_view utf8)
{
    constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";
    const QString text = QString::fromUtf8(utf8.data(), qsizetype(utf8.size()));
    return utf8.starts_with(byteOrderMark) ? QChar(QChar::ByteOrderMark) + text : text;
}

} // namespace regard
