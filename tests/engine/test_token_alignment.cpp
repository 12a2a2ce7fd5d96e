#include <algorithm>
#include <random>

#include <QtTest>

#include "engine/analysis/token_alignment.h"
#include "test_class.h"

using namespace regard;

namespace {

std::vector<std::string> words(const QString &text)
{
    std::vector<std::string> result;
    for (const QString &word : text.split(QLatin1Char(' '), Qt::SkipEmptyParts))
        result.push_back(word.toStdString());
    return result;
}

std::vector<std::string> characters(const QString &text)
{
    std::vector<std::string> result;
    for (const QChar &character : text)
        result.push_back(QString(character).toStdString());
    return result;
}

/// The length of the longest common subsequence, by its definition.
std::size_t longestInCommon(const std::vector<std::string> &a, const std::vector<std::string> &b, std::size_t i = 0,
                            std::size_t j = 0)
{
    if (i == a.size() || j == b.size())
        return 0;
    if (a[i] == b[j])
        return 1 + longestInCommon(a, b, i + 1, j + 1);
    return std::max(longestInCommon(a, b, i + 1, j), longestInCommon(a, b, i, j + 1));
}

} // namespace

class TokenAlignmentTest : public QObject {
    Q_OBJECT
private slots:
    void alignment_data()
    {
        QTest::addColumn<QString>("earlier");
        QTest::addColumn<QString>("later");
        QTest::addColumn<std::vector<int>>("before");
        QTest::addColumn<std::vector<int>>("after");
        const auto row = [](const char *name, const char *earlier, const char *later, std::vector<int> before,
                            std::vector<int> after) {
            QTest::newRow(name) << QString::fromUtf8(earlier) << QString::fromUtf8(later) << before << after;
        };
        row("nothing", "", "", {}, {});
        row("the same", "the cat sat", "the cat sat", {0, 1, 2}, {0, 1, 2});
        row("the same words again and again", "a a b a", "a a b a", {0, 1, 2, 3}, {0, 1, 2, 3});
        row("a minimal pair", "it was too big .", "it was too small .", {0, 1, 2, -1, 4}, {0, 1, 2, -1, 4});
        row("two words instead of one", "it was too big .", "it was too very small .", {0, 1, 2, -1, -1, 4},
            {0, 1, 2, -1, 5});
        row("a word in front", "cat sat", "the cat sat", {-1, 0, 1}, {1, 2});
        row("a word at the end", "the cat", "the cat sat", {0, 1, -1}, {0, 1});
        row("a word less", "the old cat sat", "the cat sat", {0, 2, 3}, {0, -1, 1, 2});
        row("nothing in common", "a b", "c d e", {-1, -1, -1}, {-1, -1});
        row("from nothing", "", "a b", {-1, -1}, {});
        row("to nothing", "a b", "", {}, {-1, -1});
        row("two places changed", "the cat saw the dog today", "the mouse saw the bird today", {0, -1, 2, 3, -1, 5},
            {0, -1, 2, 3, -1, 5});
        row("a repeated word joins", "the cat", "the the cat", {0, -1, 1}, {0, 2});
        row("the earliest of equal ones", "x a y", "p a a q", {-1, 1, -1, -1}, {-1, 1, -1});
        row("moved to the end", "a b c", "b c a", {1, 2, 0}, {2, 0, 1});
        row("moved past each other", "man bites dog", "dog bites man", {2, 1, 0}, {2, 1, 0});
        row("moved, and more of them", "a b", "b a a", {1, 0, -1}, {1, 0});
        row("other letters are other words", "The cat", "the cat", {-1, 1}, {-1, 1});
    }

    void alignment()
    {
        QFETCH(QString, earlier);
        QFETCH(QString, later);
        QFETCH(std::vector<int>, before);
        QFETCH(std::vector<int>, after);
        const TokenAlignment alignment = alignTokens(words(earlier), words(later));
        QCOMPARE(alignment.before, before);
        QCOMPARE(alignment.after, after);
        QCOMPARE(alignment.isIdentity(), earlier == later);
    }

    void chinese()
    {
        const TokenAlignment alignment =
            alignTokens(characters(QStringLiteral("箱子太大")), characters(QStringLiteral("箱子实在太小")));
        QCOMPARE(alignment.before, (std::vector<int>{0, 1, -1, -1, 2, -1}));
        QCOMPARE(alignment.after, (std::vector<int>{0, 1, 4, -1}));
        QVERIFY(!alignment.isIdentity());
    }

    void movedIsNoIdentity()
    {
        // As many tokens, none of them in its place.
        QVERIFY(!alignTokens({"a", "b"}, {"b", "a"}).isIdentity());
        QVERIFY(!TokenAlignment({{0, 1}, {0, 1, -1}}).isIdentity());
    }

    /// Pairs are equal words, as many as both sentences have, each side says the same, and as many as there can be of
    /// them stand in the order of both sentences.
    void anySentences()
    {
        std::mt19937 random(7);
        const auto sentence = [&random] {
            std::vector<std::string> tokens(random() % 9);
            for (std::string &token : tokens)
                token = char('a' + random() % 3);
            return tokens;
        };
        for (int round = 0; round < 500; ++round) {
            const std::vector<std::string> earlier = sentence();
            const std::vector<std::string> later = sentence();
            const TokenAlignment alignment = alignTokens(earlier, later);
            QCOMPARE(alignment.before.size(), later.size());
            QCOMPARE(alignment.after.size(), earlier.size());
            std::vector<std::size_t> ordered(later.size(), 0); // the longest ordered run of pairs that ends there
            std::size_t pairs = 0;
            for (std::size_t i = 0; i < later.size(); ++i) {
                const int position = alignment.before[i];
                if (position < 0)
                    continue;
                ++pairs;
                ordered[i] = 1;
                for (std::size_t j = 0; j < i; ++j)
                    if (alignment.before[j] >= 0 && alignment.before[j] < position)
                        ordered[i] = std::max(ordered[i], ordered[j] + 1);
                QCOMPARE(earlier[std::size_t(position)], later[i]);
                QCOMPARE(alignment.after[std::size_t(position)], int(i));
            }
            QCOMPARE(std::size_t(std::count_if(alignment.after.begin(), alignment.after.end(),
                                               [](int position) { return position >= 0; })),
                     pairs);
            const auto inOrder = ordered.empty() ? 0 : *std::max_element(ordered.begin(), ordered.end());
            QCOMPARE(inOrder, longestInCommon(earlier, later));
            std::size_t shared = 0;
            for (const char *word : {"a", "b", "c"})
                shared += std::size_t(std::min(std::count(earlier.begin(), earlier.end(), word),
                                               std::count(later.begin(), later.end(), word)));
            QCOMPARE(pairs, shared);
        }
    }
};

REGARD_GUILESS_TEST(TokenAlignmentTest)
#include "test_token_alignment.moc"
