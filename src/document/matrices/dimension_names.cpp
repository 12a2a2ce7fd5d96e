#include "document/matrices/dimension_names.h"

#include <QCoreApplication>

namespace regard {

namespace {

// The names in resources/examples that are words of grammar, for lupdate.
[[maybe_unused]] constexpr const char *dimensionWords[] = {
    QT_TRANSLATE_NOOP("Dimensions", "noun"),          QT_TRANSLATE_NOOP("Dimensions", "animal"),
    QT_TRANSLATE_NOOP("Dimensions", "person"),        QT_TRANSLATE_NOOP("Dimensions", "thing"),
    QT_TRANSLATE_NOOP("Dimensions", "pronoun"),       QT_TRANSLATE_NOOP("Dimensions", "personal"),
    QT_TRANSLATE_NOOP("Dimensions", "cleaned"),       QT_TRANSLATE_NOOP("Dimensions", "feeling"),
    QT_TRANSLATE_NOOP("Dimensions", "verb"),          QT_TRANSLATE_NOOP("Dimensions", "determiner"),
    QT_TRANSLATE_NOOP("Dimensions", "preposition"),   QT_TRANSLATE_NOOP("Dimensions", "conjunction"),
    QT_TRANSLATE_NOOP("Dimensions", "adjective"),     QT_TRANSLATE_NOOP("Dimensions", "adverb"),
    QT_TRANSLATE_NOOP("Dimensions", "punctuation"),   QT_TRANSLATE_NOOP("Dimensions", "first"),
    QT_TRANSLATE_NOOP("Dimensions", "action"),        QT_TRANSLATE_NOOP("Dimensions", "place"),
    QT_TRANSLATE_NOOP("Dimensions", "function word"), QT_TRANSLATE_NOOP("Dimensions", "position"),
    QT_TRANSLATE_NOOP("Dimensions", "position²"),     QT_TRANSLATE_NOOP("Dimensions", "name"),
};

} // namespace

QString dimensionName(const std::string &name)
{
    return QCoreApplication::translate("Dimensions", name.c_str());
}

} // namespace regard
