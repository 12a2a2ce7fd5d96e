#include "views/snapshots/snapshot_thumbnails.h"

#include <algorithm>
#include <utility>

#include "document/look/selection_rules.h"
#include "document/sentence/input_check.h"
#include "document/shown/shown.h"
#include "document/work/background_work.h"
#include "document/work/pass_request.h"
#include "engine/base/errors.h"
#include "io/project/attention_extent.h"
#include "io/project/project.h"
#include "io/project/project_attention.h"
#include "views/base/shown_matrix.h"
#include "views/heads/head_thumbnails.h"

namespace regard {

namespace {

/// Multiplications that take no noticeable time.
constexpr double momentaryCost = 3e6;

SnapshotThumbnail thumbnailOf(const Project &state, const Result &result)
{
    if (result.trace->blocks.empty())
        return {{}, SnapshotThumbnails::tr("This state has no attention.")};
    const Selection stored = selectionOf(state.view, state.model.config, countsOf(inputOf(state)));
    const Selection within = existingSelection(stored, result);
    return {thumbnail(*shownMatrix(*result.model, result.trace, within).weights, SnapshotThumbnails::side), {}};
}

} // namespace

SnapshotThumbnails::SnapshotThumbnails(Document *document, QObject *parent)
    : QObject(parent), m_document(document), m_work(new BackgroundWork(this, BackgroundWork::Share::OpenMp))
{
    connect(&document->snapshots(), &Snapshots::snapshotsChanged, this, &SnapshotThumbnails::follow);
    connect(document, &Document::resultChanged, this, &SnapshotThumbnails::follow);
    connect(document, &Document::loaded, this, &SnapshotThumbnails::follow);
    connect(document, &Document::busyChanged, this, &SnapshotThumbnails::followBusy);
    follow();
}

const SnapshotThumbnail *SnapshotThumbnails::find(const std::shared_ptr<const Project> &state) const
{
    const auto found = m_entries.find(state.get());
    return found == m_entries.end() || found->second.state.expired() ? nullptr : &found->second.thumbnail;
}

bool SnapshotThumbnails::isBusy() const
{
    return m_running || m_pin || nextState();
}

void SnapshotThumbnails::pin(const std::shared_ptr<const Project> &state, const QString &name)
{
    m_pin = Pin{state, name};
    const PassRequest request = requestFor(*state);
    if (const QString problem = inputProblem(*request.model, request.input); !problem.isEmpty()) {
        m_pin.reset();
        emit failed(problem);
    } else if (passCost(*request.model, request.input, passOptions(request)) <= momentaryCost) {
        finish(state, runPass(request));
    } else if (m_running != state) {
        stop();
        follow();
    }
}

/// Continues with what is missing. The document's own passes come first: both would share the processor.
void SnapshotThumbnails::follow()
{
    forgetGone();
    takePresent();
    if (m_running && !isListed(m_running) && !(m_pin && m_pin->state == m_running))
        stop();
    if (m_running || m_document->isBusy())
        return;
    if (auto next = nextState())
        start(std::move(next));
}

void SnapshotThumbnails::followBusy(bool busy)
{
    if (busy)
        stop();
    else
        follow();
}

void SnapshotThumbnails::forgetGone()
{
    std::erase_if(m_entries, [](const auto &entry) { return entry.second.state.expired(); });
}

bool SnapshotThumbnails::isListed(const std::shared_ptr<const Project> &state) const
{
    const std::vector<Snapshot> &all = m_document->snapshots().all();
    return std::any_of(all.begin(), all.end(), [&](const Snapshot &snapshot) { return snapshot.state == state; });
}

/// The state to be pinned first, then the snapshots in their order.
std::shared_ptr<const Project> SnapshotThumbnails::nextState() const
{
    if (m_pin)
        return m_pin->state;
    for (const Snapshot &snapshot : m_document->snapshots().all())
        if (!find(snapshot.state))
            return snapshot.state;
    return nullptr;
}

/// The snapshot that was just taken or recalled has been computed already.
void SnapshotThumbnails::takePresent()
{
    const int current = m_document->snapshots().current();
    const Result &result = m_document->result();
    const bool isFresh = result.trace && !m_document->isBusy() && m_document->inputError().isEmpty() &&
                         result.model == m_document->matrices().model();
    if (current < 0 || !isFresh)
        return;
    const auto &state = m_document->snapshots().all()[std::size_t(current)].state;
    if (!find(state))
        keep(state, thumbnailOf(*state, result));
}

PassRequest SnapshotThumbnails::requestFor(const Project &state) const
{
    const Result &present = m_document->result();
    PassRequest request;
    request.model = std::make_shared<const Model>(state.model);
    request.input = inputOf(state);
    if (state.attention) {
        request.given = attentionTrace(state);
        return request;
    }
    request.previous = present.trace;
    request.previousModel = present.model;
    return request;
}

void SnapshotThumbnails::start(std::shared_ptr<const Project> state)
{
    PassRequest request = requestFor(*state);
    if (const QString problem = inputProblem(*request.model, request.input); !problem.isEmpty()) {
        keep(state, {{}, problem});
        follow();
        return;
    }
    m_running = std::move(state);
    startPass(*m_work, std::move(request), [this](const PassOutcome &outcome) {
        finish(std::exchange(m_running, nullptr), outcome);
        follow();
    });
}

void SnapshotThumbnails::stop()
{
    m_work->cancel();
    m_running.reset();
}

void SnapshotThumbnails::finish(const std::shared_ptr<const Project> &state, const PassOutcome &outcome)
{
    const bool isWanted = m_pin && m_pin->state == state;
    if (!outcome.trace) {
        const QString problem = QString::fromStdString(outcome.error);
        keep(state, {{}, problem});
        if (isWanted) {
            m_pin.reset();
            emit failed(problem);
        }
        return;
    }
    const Result result{outcome.model, outcome.trace};
    if (!find(state))
        keep(state, thumbnailOf(*state, result));
    if (isWanted)
        pinResult(result);
}

void SnapshotThumbnails::pinResult(const Result &result)
{
    const Pin pin = *std::exchange(m_pin, std::nullopt);
    const Project &state = *pin.state;
    m_document->comparison().pin(std::make_shared<const PinnedState>(
        PinnedState{result, sourceTokens(state), targetTokens(state), pin.name, pin.state}));
}

void SnapshotThumbnails::keep(const std::shared_ptr<const Project> &state, SnapshotThumbnail thumbnail)
{
    m_entries[state.get()] = {state, std::move(thumbnail)};
    emit arrived();
}

} // namespace regard
