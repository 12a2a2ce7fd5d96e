#include "views/ablation/ablation_whole.h"

#include <string>
#include <utility>

#include "document/work/background_work.h"
#include "document/work/pass_request.h"
#include "engine/analysis/head_importance.h"

namespace regard {

namespace {

/// A few milliseconds on this machine or a slower one.
constexpr double threadCost = 3e6;

/// The request that reuses the earlier result with the least cost.
PassRequest cheapest(PassRequest request, const Result &one, const Result &other)
{
    double least = 0;
    for (const Result *earlier : {&one, &other}) {
        if (!earlier->trace)
            continue;
        PassRequest tried = request;
        tried.previous = earlier->trace;
        tried.previousModel = earlier->model;
        const double cost = passCost(*tried.model, tried.input, passOptions(tried));
        if (!request.previous || cost < least) {
            least = cost;
            request.previous = tried.previous;
            request.previousModel = tried.previousModel;
        }
    }
    return request;
}

} // namespace

AblationWhole::AblationWhole(Document *document, QObject *parent)
    : QObject(parent), m_document(document), m_threadCost(threadCost),
      m_work(new BackgroundWork(this, BackgroundWork::Share::OpenMp))
{
    connect(document, &Document::resultChanged, this, &AblationWhole::refresh);
    connect(document, &Document::loaded, this, &AblationWhole::refresh);
}

void AblationWhole::setWanted(bool wanted)
{
    if (wanted == m_wanted)
        return;
    m_wanted = wanted;
    refresh();
}

void AblationWhole::forget()
{
    m_work->cancel();
    m_busy = false;
    m_asked = m_now = m_whole = {};
    m_askedWhole.reset();
    m_error.clear();
    emit changed();
}

void AblationWhole::refresh()
{
    const Result &result = m_document->result();
    if (!m_wanted || !result.trace || result.model->interventions.isEmpty()) {
        if (m_asked.trace)
            forget();
        return;
    }
    if (m_asked.trace == result.trace)
        return;
    auto model = std::make_shared<Model>(*result.model);
    model->interventions = {};
    m_asked = result;
    m_askedWhole = model;
    PassRequest request{model, inputOf(*result.trace), nullptr, nullptr};
    request = cheapest(std::move(request), m_whole, result);
    if (passCost(*request.model, request.input, passOptions(request)) <= m_threadCost) {
        m_work->cancel();
        const PassOutcome outcome = runPass(request);
        adopt(outcome.trace, outcome.error);
        return;
    }
    startPass(*m_work, std::move(request), [this](const PassOutcome &outcome) { adopt(outcome.trace, outcome.error); });
    m_busy = true;
    emit changed();
}

void AblationWhole::adopt(const SharedTrace &trace, const std::string &error)
{
    m_busy = false;
    m_error = QString::fromStdString(error);
    m_now = trace ? m_asked : Result();
    m_whole = trace ? Result{m_askedWhole, trace} : Result();
    emit changed();
}

} // namespace regard
