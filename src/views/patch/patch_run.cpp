#include "views/patch/patch_run.h"

#include <utility>

#include "document/work/background_work.h"
#include "views/output/output_data.h"

namespace regard {

namespace {

bool readSame(const SideTrace &a, const SideTrace &b)
{
    return a.tokens == b.tokens && a.masked == b.masked && a.types == b.types;
}

bool isSameBefore(const ShownState &a, const ShownState &b)
{
    return !a.comparison == !b.comparison &&
           (!a.comparison || (a.comparison->before() == b.comparison->before() &&
                              &a.comparison->modelBefore() == &b.comparison->modelBefore()));
}

/// Whether both selections ask for one measure of the same states: with an output layer they name its token alone.
bool measureSame(const ShownState &a, const ShownState &b)
{
    const Selection &one = a.selection;
    const Selection &other = b.selection;
    if (one.attention != other.attention)
        return false;
    if (hasOutput(*a.trace()))
        return one.query == other.query ||
               stackOf(one.attention) != stackOf(readOutAttention(a.model().config)); // see logitQuestion()
    return one.layer == other.layer && one.head == other.head && one.query == other.query && one.key == other.key;
}

} // namespace

PatchRun::PatchRun(QObject *parent) : QObject(parent), m_work(new BackgroundWork(this)) {}

bool PatchRun::isBusy() const
{
    return m_work->isRunning();
}

void PatchRun::stop()
{
    m_work->cancel();
    if (!m_isKnown)
        m_asked.reset();
}

void PatchRun::waitUntilDone()
{
    m_work->waitUntilDone();
}

bool PatchRun::areOfSameStates(const Question &a, const Question &b)
{
    return isSameBefore(a.state, b.state) && differInPatchesAlone(a.state.model(), b.state.model()) &&
           readSame(a.state.trace()->source, b.state.trace()->source) &&
           readSame(a.state.trace()->target, b.state.trace()->target);
}

bool PatchRun::areSame(const Question &a, const Question &b)
{
    return a.kind == b.kind && a.words == b.words && areOfSameStates(a, b) && measureSame(a.state, b.state);
}

SharedPatch PatchRun::wholeOf(const ShownState &state, PatchKind kind, const PartsQuestion &words)
{
    Question question{state, kind, words};
    if (m_isKnown && isAsked(question))
        return m_known;
    m_known = std::make_shared<const PatchAnswer>(*patchAnswer(state, kind, words));
    m_asked = std::move(question);
    m_isKnown = true;
    m_problem.clear();
    if (isBusy()) { // with what is known now, or with what nobody waits for
        m_work->cancel();
        QMetaObject::invokeMethod(this, &PatchRun::progressed, Qt::QueuedConnection);
    }
    return m_known;
}

SharedPatch PatchRun::of(const ShownState &state, PatchKind kind, const PartsQuestion &words)
{
    Question question{state, kind, words};
    if (isAsked(question))
        return m_known;
    if (!m_asked || m_asked->kind != kind || !areOfSameStates(*m_asked, question))
        m_known.reset();
    m_asked = question;
    m_isKnown = false;
    m_problem.clear();
    m_work->start(
        [this, question](const BackgroundWork::Piece &work) {
            auto answer = patchAnswer(question.state, question.kind, question.words, &work.isCancelled());
            if (!answer)
                return;
            const auto made = std::make_shared<const PatchAnswer>(std::move(*answer));
            work.report([this, made] {
                m_known = made;
                m_isKnown = true;
            });
        },
        [this](const QString &problem) {
            m_problem = problem;
            emit progressed();
        });
    return m_known;
}

SharedPatch patchAnswerOf(const ShownState &state, const PatchOptions &options)
{
    if (options.run)
        return options.isWhole ? options.run->wholeOf(state, options.kind, options.words)
                               : options.run->of(state, options.kind, options.words);
    return std::make_shared<const PatchAnswer>(*patchAnswer(state, options.kind, options.words));
}

} // namespace regard
