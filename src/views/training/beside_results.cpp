#include "views/training/beside_results.h"

#include <utility>

#include "document/document.h"
#include "document/work/background_work.h"
#include "document/work/lower_priority.h"
#include "document/work/pass_request.h"

namespace regard {

BesideResults::BesideResults(Document *document)
    : m_document(document), m_work(std::make_unique<BackgroundWork>(nullptr))
{
    connect(&document->training(), &Training::advanced, this, &BesideResults::compute);
    connect(&document->training(), &Training::stateChanged, this, &BesideResults::compute);
    connect(document, &Document::resultChanged, this, &BesideResults::compute);
    connect(document, &Document::loaded, this, &BesideResults::compute);
}

BesideResults::~BesideResults() = default;

void BesideResults::setWanted(bool isWanted)
{
    m_isWanted = isWanted;
    compute();
}

BesideResults::Wanted BesideResults::wanted() const
{
    Wanted wanted;
    for (const RunBeside &run : m_document->training().state().beside) {
        wanted.models.push_back(run.model);
        wanted.inputs.push_back(m_document->sentences().input(run.model->config));
    }
    return wanted;
}

/// Computes one piece at a time, so that the newest picture comes even where there is always a newer one.
void BesideResults::compute()
{
    if (!m_isWanted || m_work->isRunning())
        return;
    Wanted next = wanted();
    if (next == m_computed)
        return;
    m_computed = std::move(next);
    const auto tokens = [this](Side side) {
        return std::make_shared<const Tokens>(m_document->sentences().tokens(side));
    };
    const auto outcomes = std::make_shared<std::vector<Result>>();
    m_work->start(
        [outcomes, wanted = m_computed](const BackgroundWork::Piece &piece) {
            giveWay();
            for (std::size_t i = 0; i < wanted.models.size(); ++i) {
                PassRequest request;
                request.model = wanted.models[i];
                request.input = wanted.inputs[i];
                const PassOutcome outcome = runPass(request, &piece.isCancelled());
                outcomes->push_back({outcome.model, outcome.trace});
            }
        },
        [this, outcomes, source = tokens(Side::Source), target = tokens(Side::Target)](const QString &) {
            m_results.clear();
            for (Result &result : *outcomes)
                m_results.push_back({std::move(result), source, target});
            emit changed();
            compute();
        });
}

ShownState BesideResults::state(std::size_t run) const
{
    const std::vector<RunBeside> &beside = m_document->training().state().beside;
    // Results computed last may be of runs that have other places now.
    if (run >= m_results.size() || run >= beside.size() ||
        m_results[run].result.model->config != beside[run].model->config || !m_results[run].result.trace)
        return {};
    ShownInput input;
    input.now = m_results[run];
    input.selection = m_document->look().selection();
    return shownOf(std::move(input)).tokens;
}

void BesideResults::waitUntilDone()
{
    while (m_work->isRunning())
        m_work->waitUntilDone();
}

} // namespace regard
