#include <memory>

#include <QtTest>

#include "engine/pass/forward.h"
#include "test_class.h"
#include "views/heatmap/kept_scores.h"

using namespace regard;

namespace {

const Input sentence{{"the", "cat", "sat"}};

Selection ofHead(int head)
{
    Selection selection;
    selection.attention = Attention::Encoder;
    selection.head = head;
    return selection;
}

} // namespace

class TestKeptScores : public QObject {
    Q_OBJECT
private slots:
    void theSameAreNotComputedAgain()
    {
        const Model model = buildModel({}, {}, {});
        const SharedTrace trace = forward(model, sentence);
        KeptScores kept;
        const std::shared_ptr<const HeadScores> first = kept.of(model, trace, ofHead(0));
        QVERIFY(first->masked == headScores(model, *trace, 0, 0).masked);
        QCOMPARE(kept.of(model, trace, ofHead(0)), first);
        QVERIFY(kept.of(model, trace, ofHead(1))->masked == headScores(model, *trace, 0, 1).masked);
    }

    /// A trace takes megabytes: whoever looked at its scores does not hold it.
    void theTraceIsNotKept()
    {
        const Model model = buildModel({}, {}, {});
        SharedTrace trace = forward(model, sentence);
        const std::weak_ptr<const Trace> seen = trace;
        KeptScores kept;
        kept.of(model, trace, ofHead(0));
        trace.reset();
        QVERIFY(seen.expired());
        // Another trace may come to stand where that one was.
        const SharedTrace next = forward(model, {{"a", "dog"}});
        QVERIFY(kept.of(model, next, ofHead(0))->masked == headScores(model, *next, 0, 0).masked);
    }
};

REGARD_GUILESS_TEST(TestKeptScores)
#include "test_kept_scores.moc"
