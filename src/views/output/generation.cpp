#include "views/output/generation.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <QScopedValueRollback>
#include <QTimer>

#include "document/work/background_work.h"
#include "engine/analysis/next_token.h"
#include "engine/base/errors.h"
#include "engine/pass/output_layer.h"
#include "views/base/token_names.h"

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

/// The word that comes after a row's token. The trace must be the model's.
std::string chosenWord(const Result &result, const GenerationOptions &options, int row)
{
    const Matrix probabilities = nextTokenProbabilities(logitsRows(*result.model, *result.trace, row, 1),
                                                        options.rule.temperature, options.rule.topK);
    Eigen::Index best = 0;
    probabilities.row(0).maxCoeff(&best);
    if (options.samples)
        best = sampledToken(probabilities, result.model->config.seed, row);
    return result.trace->vocabulary[std::size_t(best)];
}

} // namespace

int sampledToken(const Matrix &probabilities, std::uint64_t seed, int position)
{
    const std::uint64_t bits = mixedBits(mixedBits(seed) ^ std::uint64_t(position));
    double left = double(bits >> 11) * 0x1p-53; // 0 ≤ left < 1
    int last = 0;
    for (int index = 0; index < int(probabilities.cols()); ++index) {
        const double probability = double(probabilities(0, index));
        if (probability <= 0)
            continue;
        last = index;
        if (left < probability)
            return index;
        left -= probability;
    }
    return last; // the probabilities sum to 1 except for rounding
}

Generation::Generation(Document *document, QObject *parent)
    : QObject(parent), m_document(document), m_timer(new QTimer(this)), m_work(new BackgroundWork(this))
{
    m_timer->setSingleShot(true);
    connect(m_timer, &QTimer::timeout, this, &Generation::advance);
    connect(document, &Document::resultChanged, this, &Generation::resultCame);
    connect(document, &Document::loaded, this, &Generation::editCame);
    connect(&document->matrices(), &Matrices::modelChanged, this, &Generation::editCame);
    connect(&document->sentences(), &Sentences::sourceChanged, this, &Generation::editCame);
    connect(&document->sentences(), &Sentences::targetChanged, this, &Generation::editCame);
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
    return queriesSide(m_document->matrices().model()->config, Attention::Decoder);
}

QString Generation::problem() const
{
    const Model &model = *m_document->matrices().model();
    if (const QString none = noOutputText(model, m_document->checkpoint().get()); !none.isEmpty())
        return none;
    if (model.config.architecture == Architecture::Encoder)
        return tr("An encoder names words in their place; only a decoder goes on with a sentence.");
    const auto &tokens = m_document->sentences().tokens(side()).tokens;
    const Checkpoint *checkpoint = m_document->checkpoint().get();
    const QString start = checkpoint ? startToken(checkpoint) : QStringLiteral("<s>");
    const bool isEmpty = tokens.empty();
    if (!m_document->inputError().isEmpty() && !(isEmpty && checkpoint && !start.isEmpty()))
        return m_document->inputError();
    if (isEmpty)
        return start.isEmpty()
                   ? tr("The decoder has nothing to go on from: type the beginning of a sentence.")
                   : tr("The decoder has nothing to go on from: type the beginning of a sentence, such as %1.")
                         .arg(start);
    // A checkpoint's decoder may begin with a token that also ends a sentence.
    const int last = goingOnFrom(m_document->sentences().tokens(side()));
    if (tokens[std::size_t(last)].text == model.vocabulary.end && !(checkpoint && last == 0))
        return tr("The sentence has ended with %1: undo or delete it to go on.")
            .arg(wordName(model, model.vocabulary.end));
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
        emit stopped(why);
        return;
    }
    // The triangle that grows is the decoder's own; cross-attention grows a row at a time and may stay in view.
    m_document->look().setSelection(
        askingFromOutput(m_document->matrices().model()->config, m_document->look().selection()));
    m_left = words;
    emit runningChanged();
    advance();
}

void Generation::rest(const QString &sentence)
{
    m_timer->stop();
    m_work->cancel();
    const bool wasRunning = std::exchange(m_left, 0) > 0;
    if (wasRunning)
        emit runningChanged();
    emit stopped(sentence);
}

void Generation::advance()
{
    if (!isRunning() || m_document->isBusy())
        return; // the result of the running pass calls this again
    const Result &result = m_document->result();
    if (!result.trace || !hasOutput(*result.trace)) {
        rest(tr("There is no output to choose a word from."));
        return;
    }
    choose();
}

void Generation::choose()
{
    const Result result = m_document->result();
    const auto word = std::make_shared<std::string>();
    const auto work = [word, result, options = m_options, row = row(*result.trace)] {
        *word = chosenWord(result, options, row);
    };
    if (!isOutputQuick(*result.model, *result.trace)) {
        m_work->start([work](const BackgroundWork::Piece &) { work(); },
                      [this, word](const QString &problem) {
                          if (problem.isEmpty())
                              use(*word);
                          else
                              rest(problem);
                      });
        return;
    }
    try {
        work();
    } catch (const Error &error) {
        rest(QString::fromUtf8(error.what()));
        return;
    }
    use(*word);
}

/// The row that says how the text goes on.
int Generation::row(const Trace &trace) const
{
    const int rows = int(readOutStream(trace).rows());
    const Tokens &tokens = m_document->sentences().tokens(side());
    return int(tokens.tokens.size()) == rows ? goingOnFrom(tokens) : rows - 1;
}

void Generation::use(const std::string &token)
{
    if (!isRunning())
        return;
    const bool isEnd = token == m_document->matrices().model()->vocabulary.end;
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
    const auto spellings = [this] {
        std::vector<std::string> texts;
        for (const Token &part : m_document->sentences().tokens(side()).tokens)
            texts.push_back(part.text);
        return texts;
    };
    const std::vector<std::string> before = spellings();
    try {
        const QScopedValueRollback<bool> feeding(m_feeding, true);
        m_document->sentences().appendToken(token);
    } catch (const Error &error) {
        rest(QString::fromUtf8(error.what()));
        return false;
    }
    // A trained tokenizer may read the last piece and the new one as a single one.
    const std::vector<std::string> after = spellings();
    if (m_document->checkpoint() ? after != before : after.size() > before.size())
        return true;
    rest(tr("“%1” cannot stand at the end of this sentence.").arg(wordName(*m_document->matrices().model(), token)));
    return false;
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
