#include <stdexcept>
#include <string>
#include <vector>

#include <QtTest>

#include "engine/model/token_list.h"
#include "test_class.h"

using namespace regard;

class TokenListTest : public QObject {
    Q_OBJECT
private slots:
    void readsLikeAVector()
    {
        const TokenList list{"the", "cat", "sat"};
        QCOMPARE(list.size(), std::size_t(3));
        QCOMPARE(list[1], std::string("cat"));
        QCOMPARE(list.front() + list.back(), std::string("thesat"));
        std::string all;
        for (const std::string &token : list)
            all += token;
        QCOMPARE(all, std::string("thecatsat"));
        const std::vector<std::string> &tokens = list;
        QCOMPARE(tokens, (std::vector<std::string>{"the", "cat", "sat"}));
        QVERIFY_EXCEPTION_THROWN(list.at(3), std::out_of_range);
        QVERIFY(TokenList().empty());
    }

    void copiesShareAndEqualListsAreEqual()
    {
        const TokenList list{"the", "cat"};
        const TokenList copy = list;
        const TokenList other{"the", "cat"};
        QVERIFY(copy.isSame(list) && copy == list);
        QVERIFY(!other.isSame(list) && other == list);
        QVERIFY(list != TokenList({"the", "dog"}));
    }
};

REGARD_GUILESS_TEST(TokenListTest)
#include "test_token_list.moc"
