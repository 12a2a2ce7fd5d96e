#include "widgets/generation.h"

#include <utility>

#include <QScopedValueRollback>
#include <QTimer>

#include "engine/errors.h"
#include "engine/next_token.h"
#include "widgets/token_names.h"

namespace regard {

namespace {

/// Steele, Lea & Flood 2014, "Fast splittable pseudorandom number generators": the SplitMix64 finalizer.
std::uint64_t mixedBits(std::uint64_t bits)
{
    bits += 0x9e3779b97f4a7c15U;
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9U;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebU;
    return bits ^ (bits >> 31);
}

} // namespace

int sampledToken(const Matrix &probabilities, std::uint64_t seed, int position)
{
    const std::uint64_t bits = mixedBits(mixedBits(seed) ^ static_cast<std::uint64_t>(position));
    double left = static_cast<double>(bits >> 11) * 0x1p-53; // 0 ≤ left < 1
    int last = 0;
    for (int index = 0; index < static_cast<int>(probabilities.cols()); ++index) {
        const double probability = static_cast<double>(probabilities(0, index));
        if (probability <= 0)
            continue;
        last = index;
        if (left < probability)
            return index;
        left -= probability;
    }
    return last; // the probabilities sum to 1 but for rounding
}

Generation::Generation(Document *document, QObject *parent)
    : QObject(parent), m_document(document), m_timer(new QTimer(this))
{
    m_timer->setSingleShot(true);
    connect(m_timer, &QTimer::timeout, this, &Generation::advance);
    connect(document, &Document::resultChanged, this, &Generation::resultCame);
    connect(document, &Document::loaded, this, &Generation::editCame);
    connect(document, &Document::modelChanged, this, &Generation::editCame);
    connect(document, &Document::sourceChanged, this, &Generation::editCame);
    connect(document, &Document::targetChanged, this, &Generation::editCame);
    connect(document, &Document::inputErrorChanged, this, [this](const QString &sentence) {
        if (isRunning() && !sentence.isEmpty())
            rest(sentence);
    });
}

void Generation::setOptions(const GenerationOptions &options)
{
    m_options = options;
}

Side Generation::side() const
{
    return queriesSide(m_document->model()->config, Attention::Decoder);
}

QString Generation::problem() const
{
    const Model &model = *m_document->model();
    if (model.config.architecture == Architecture::Encoder)
        return tr("The model has no decoder: choose architecture decoder or encoder–decoder under Model.");
    if (!m_document->inputError().isEmpty())
        return m_document->inputError();
    const auto &tokens = m_document->tokens(side()).tokens;
    if (tokens.empty())
        return tr("The decoder has nothing to go on from: type the beginning of a sentence, such as <s>.");
    if (tokens.back().text == model.vocabulary.end)
        return tr("The sentence has ended with %1: undo, or take it away, to go on.")
            .arg(tokenName(model.vocabulary.end));
    return {};
}

void Generation::start()
{
    begin(m_options.limit);
}

void Generation::step()
{
    pause();
    begin(1);
}

void Generation::pause()
{
    if (isRunning())
        rest({});
}

void Generation::append(const std::string &token)
{
    pause();
    feed(token);
}

void Generation::begin(int words)
{
    if (isRunning())
        return;
    const QString why = problem();
    if (!why.isEmpty()) {
        emit rested(why);
        return;
    }
    // The triangle that grows is the decoder's own; cross-attention grows a row at a time and may stay in view.
    m_document->setSelection(askingFromDecoder(m_document->selection()));
    m_left = words;
    emit runningChanged();
    advance();
}

void Generation::rest(const QString &sentence)
{
    m_timer->stop();
    const bool wasRunning = std::exchange(m_left, 0) > 0;
    if (wasRunning)
        emit runningChanged();
    emit rested(sentence);
}

void Generation::advance()
{
    if (!isRunning() || m_document->isBusy())
        return; // the result that is being computed comes back here
    const Result &result = m_document->result();
    if (!result.trace || !hasOutput(*result.trace)) {
        rest(tr("There is no output to choose a word from."));
        return;
    }
    std::string token;
    try {
        token = nextToken();
    } catch (const Error &error) {
        rest(QString::fromUtf8(error.what()));
        return;
    }
    const bool isEnd = token == m_document->model()->vocabulary.end;
    const bool isLast = m_left == 1 || isEnd;
    if (!feed(token) || !isRunning())
        return;
    if (isLast)
        rest(isEnd ? problem() : QString());
    else
        --m_left;
}

bool Generation::feed(const std::string &token)
{
    const auto before = m_document->tokens(side()).tokens.size();
    try {
        const QScopedValueRollback<bool> feeding(m_feeding, true);
        m_document->appendToken(token);
    } catch (const Error &error) {
        rest(QString::fromUtf8(error.what()));
        return false;
    }
    if (m_document->tokens(side()).tokens.size() > before)
        return true;
    rest(tr("“%1” cannot stand at the end of this sentence.").arg(tokenName(token)));
    return false;
}

std::string Generation::nextToken() const
{
    const Trace &trace = *m_document->result().trace;
    const Eigen::Index last = trace.logits.rows() - 1;
    const Matrix probabilities =
        nextTokenProbabilities(trace.logits.row(last), m_options.rule.temperature, m_options.rule.topK);
    Eigen::Index best = 0;
    probabilities.row(0).maxCoeff(&best);
    if (m_options.samples)
        best = sampledToken(probabilities, m_document->model()->config.seed, static_cast<int>(last));
    return trace.vocabulary[static_cast<std::size_t>(best)];
}

void Generation::resultCame()
{
    if (isRunning())
        m_timer->start(m_options.pauseMs);
}

void Generation::editCame()
{
    if (!m_feeding)
        pause();
}

} // namespace regard
