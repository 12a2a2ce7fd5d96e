#include <QTest>

#include "test_class.h"
#include "views/base/token_focus.h"

using namespace regard;

/// What a click, a hover and a chip do to the one selection.
class TestTokenFocus : public QObject {
    Q_OBJECT
private slots:
    void hoverLeavesPinsAndReturnsToThem()
    {
        const Selection start = pinned({}, TokenSide::Query, 4, false);
        const Selection hovered = focusedOn(start, TokenSide::Key, 2);
        QCOMPARE(hovered.query, -1);
        QCOMPARE(hovered.key, 2);
        QCOMPARE(hovered.pinnedQueries, std::vector<int>{4});
        const Selection after = unfocused(hovered);
        QCOMPARE(after.query, 4);
        QCOMPARE(after.key, -1);
    }

    void shiftAddsAndRemoves()
    {
        Selection selection = pinned({}, TokenSide::Query, 4, false);
        selection = pinned(selection, TokenSide::Query, 1, true);
        QCOMPARE(selection.pinnedQueries, (std::vector<int>{4, 1}));
        selection = pinned(selection, TokenSide::Query, 4, true);
        QCOMPARE(selection.pinnedQueries, std::vector<int>{1});
        QCOMPARE(selection.query, 1);
    }

    void secondClickUnpins()
    {
        Selection selection = pinned({}, TokenSide::Key, 3, false);
        selection = pinned(selection, TokenSide::Key, 3, false);
        QVERIFY(selection.pinnedKeys.empty());
        QCOMPARE(selection.key, -1);
        selection = pinnedPair(selection, 1, 2);
        QCOMPARE(selection.pinnedQueries, std::vector<int>{1});
        QCOMPARE(pinnedPair(selection, 1, 2), Selection{});
        QVERIFY(cleared(selection).pinnedKeys.empty());
        QCOMPARE(cleared(selection).query, -1);
    }

    void aChosenHeadStandsAlone()
    {
        Selection selection;
        for (const std::vector<int> &heads : {std::vector<int>{}, {0}, {0, 7}, {0, 1, 2, 3, 4, 5, 6, 7}}) {
            selection.heads = heads;
            selection.summary = Summary::Mean;
            QCOMPARE(withHead(selection, 2, 5).heads, std::vector<int>{5});
            QCOMPARE(withHead(selection, 2, 5).layer, 2);
            QCOMPARE(withHead(selection, 2, 5).head, 5);
            QCOMPARE(withHead(selection, 2, 5).summary, Summary::None);
        }
    }

    void aHeadOfAChosenCellJoinsSeveral()
    {
        Selection selection;
        selection.heads = {0};
        QCOMPARE(withHeadAmong(selection, 5).heads, std::vector<int>{5});
        selection.heads = {0, 7};
        QCOMPARE(withHeadAmong(selection, 5).heads, (std::vector<int>{0, 5, 7}));
        QCOMPARE(withHeadToggled(selection, 7).heads, std::vector<int>{0});
        QCOMPARE(withSoloHead(selection, 7).heads, std::vector<int>{7});
    }
};

REGARD_GUILESS_TEST(TestTokenFocus)
#include "test_token_focus.moc"
