#include "app/tries/sentence_try.h"

#include <algorithm>
#include <array>

#include <QRegularExpression>

#include "document/document.h"
#include "io/checkpoint/checkpoint.h"

using namespace Qt::Literals::StringLiterals;

namespace regard {

namespace {

struct Suggestion {
    QStringView present;
    QStringView other;
};

/// For sentences of the bundled examples, and the one that a checkpoint opens with.
constexpr std::array suggestions{
    Suggestion{u"The cat sat on the rug and it was dry-cleaned.", u"The rug lay on the cat and it was hungry."},
    Suggestion{u"Shuan is writing a paper in a KAIST office.", u"Alice is reading a letter in a Paris café."},
    Suggestion{u"a rose is a rose is a rose", u"a rose is not a daisy"},
    Suggestion{u"猫坐在地毯上，因为它很累。", u"狗睡在沙发上，因为它很脏。"},
    Suggestion{u"the dog chased the dog that chased the cat", u"the cat saw the dog that saw the cat"},
    Suggestion{u"she loves the black cat", u"he sees the white dog"},
    Suggestion{u"我 是 学生", u"我们 也 是 老师"},
};

/// For any other, where the model knows their words.
constexpr std::array<QStringView, 2> general{u"The rug lay on the cat and it was hungry.",
                                             u"The cat sat on the rug and it was dry-cleaned."};

/// Whether the model reads it, every word has a meaning where the present ones have, and it is not too long.
bool isReadable(const Document &document, const QString &text)
{
    SentenceTexts texts = document.sentences().texts();
    texts.source = text.toStdString();
    const Tokens tokens = sourceTokens(texts);
    const int most = document.matrices().model()->config.maximumTokens;
    if (tokens.tokens.empty() || (most > 0 && int(tokens.tokens.size()) > most))
        return false;
    const std::vector<Token> &present = document.sentences().tokens(Side::Source).tokens;
    const auto isRandom = [&](const Token &token) { return document.matrices().isTokenRandom(token.text); };
    const auto isUnknown = [](const Token &token) { return token.isSpecial && !token.isAdded; };
    const bool mayBeRandom = std::all_of(present.begin(), present.end(), isRandom);
    const bool mayBeUnknown = std::any_of(present.begin(), present.end(), isUnknown);
    return (mayBeRandom || std::none_of(tokens.tokens.begin(), tokens.tokens.end(), isRandom)) &&
           (mayBeUnknown || std::none_of(tokens.tokens.begin(), tokens.tokens.end(), isUnknown));
}

/// Empty where it has no two different words.
QString exchanged(const QString &text)
{
    static const QRegularExpression word(u"[\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}’'-]*"_s);
    std::vector<QRegularExpressionMatch> words;
    for (QRegularExpressionMatchIterator found = word.globalMatch(text); found.hasNext();)
        words.push_back(found.next());
    qsizetype longest = 0;
    for (const QRegularExpressionMatch &each : words)
        longest = std::max(longest, each.capturedLength());
    // Articles and other short words say little.
    std::erase_if(words, [&](const QRegularExpressionMatch &each) {
        return longest > 2 && each.capturedLength() < 3 && each.capturedView().front().unicode() < 0x2E80;
    });
    for (std::size_t last = words.size(); last-- > 1;)
        for (std::size_t first = 0; first < last; ++first)
            if (words[first].capturedView().compare(words[last].capturedView(), Qt::CaseInsensitive) != 0) {
                QString other = text;
                other.replace(words[last].capturedStart(), words[last].capturedLength(), words[first].captured());
                other.replace(words[first].capturedStart(), words[first].capturedLength(), words[last].captured());
                return other;
            }
    return {};
}

} // namespace

QString otherSentence(const Document &document)
{
    if (!document.hasModel())
        return {};
    const QString present = document.sentences().source();
    if (present.trimmed().isEmpty())
        return general.back().toString();
    for (const Suggestion &suggestion : suggestions)
        if (suggestion.present == present && isReadable(document, suggestion.other.toString()))
            return suggestion.other.toString();
    if (!isMostlyCjk(present.toStdString()))
        for (const QStringView sentence : general)
            if (sentence != present && isReadable(document, sentence.toString()))
                return sentence.toString();
    return exchanged(present);
}

} // namespace regard
