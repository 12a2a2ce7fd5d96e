#include "cli/scan/scan_work.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <thread>

#include "cli/base/interruption.h"
#include "cli/base/progress_line.h"
#include "document/sentence/input_check.h"
#include "document/sentence/token_kinds.h"
#include "engine/base/first_failure.h"
#include "engine/kernels/serial_thread.h"
#include "engine/pass/forward.h"
#include "engine/pass/pass_error.h"
#include "io/base/file_error.h"

namespace regard {

namespace {

using ScanClock = std::chrono::steady_clock;

/// What the progress line says: sentences, tokens a second, time left.
class ScanProgress {
public:
    ScanProgress(const ScanReader &reader, const ScanCounts &counts)
        : m_reader(reader), m_counts(counts), m_firstOffset(reader.offset()), m_firstTokens(counts.tokens)
    {
    }

    void show()
    {
        const auto now = ScanClock::now();
        if (!m_line.isShown() || now - m_shown < std::chrono::milliseconds(200))
            return;
        m_shown = now;
        const double seconds = std::chrono::duration<double>(now - m_begin).count();
        std::string text = std::to_string(m_counts.sentences) + " sentences";
        if (seconds > 0)
            text +=
                ", " + std::to_string(std::int64_t(double(m_counts.tokens - m_firstTokens) / seconds)) + " tokens/s";
        const std::uint64_t read = m_reader.offset() - m_firstOffset;
        if (m_reader.end() > m_reader.offset() && read > 0)
            text += ", " +
                    std::to_string(std::int64_t(seconds * double(m_reader.end() - m_reader.offset()) / double(read))) +
                    " s left";
        m_line.show(text);
    }

private:
    ProgressLine m_line;
    const ScanReader &m_reader;
    const ScanCounts &m_counts;
    std::uint64_t m_firstOffset;
    std::uint64_t m_firstTokens;
    ScanClock::time_point m_begin = ScanClock::now();
    ScanClock::time_point m_shown{};
};

/// What workers share: the reader and the state, under one lock.
class ScanBlock {
public:
    ScanBlock(const Project &project, std::uint64_t seed, ScanReader &reader, ScanState &state, ScanProgress &progress)
        : m_model(project.model), m_seed(seed), m_reader(reader), m_state(state), m_progress(progress)
    {
    }

    /// Measures sentences until the time is over. False: there are no more.
    bool run(int threads, ScanClock::time_point end)
    {
        m_end = end;
        if (threads == 1) {
            m_failure.run([&] { work(); });
        } else {
            std::vector<std::thread> workers;
            for (int i = 0; i < threads; ++i)
                workers.emplace_back([&] {
                    computeSerially();
                    m_failure.run([&] { work(); });
                });
            for (std::thread &worker : workers)
                worker.join();
        }
        m_failure.rethrow();
        return !m_isAtEnd;
    }

private:
    struct Taken {
        ScanSentence sentence;
        Input input;
        std::vector<TokenKind> source;
        std::vector<TokenKind> target;
    };

    /// The next sentence that the model can read.
    std::optional<Taken> take()
    {
        const std::scoped_lock lock(m_mutex);
        while (!m_isOver && !Interruption::isAsked() && (!m_hasTaken || ScanClock::now() < m_end)) {
            m_hasTaken = true;
            std::optional<ScanSentence> sentence = m_reader.next();
            if (!sentence) {
                m_isAtEnd = true;
                return std::nullopt;
            }
            Taken taken{std::move(*sentence), {}, {}, {}};
            if (taken.sentence.fault.empty()) {
                taken.input = inputOf(m_model.config, taken.sentence.source, taken.sentence.target);
                taken.sentence.fault = inputProblem(m_model, taken.input).toStdString();
            }
            if (!taken.sentence.fault.empty()) {
                m_state.counts.addUnread(taken.sentence.offset, taken.sentence.fault);
                continue;
            }
            taken.source = tokenKinds(taken.input.tokens, taken.sentence.source);
            taken.target = tokenKinds(taken.input.target, taken.sentence.target);
            return taken;
        }
        return std::nullopt;
    }

    void work()
    {
        try {
            while (const std::optional<Taken> taken = take())
                measure(*taken);
        } catch (...) {
            m_isOver = true;
            throw;
        }
    }

    void measure(const Taken &taken)
    {
        SentenceScan scan;
        try {
            const SharedTrace trace = forward(m_model, taken.input, {.withoutLogits = true});
            scan = scanSentence(m_model, *trace, taken.source, taken.target, m_state.question.byValue);
        } catch (const InputError &error) {
            const std::scoped_lock lock(m_mutex);
            m_state.counts.addUnread(taken.sentence.offset, error.what());
            return;
        }
        const std::uint64_t offset = taken.sentence.offset;
        const auto sentence = std::make_shared<const ScannedSentence>(
            ScannedSentence{offset, sentenceHash(m_seed, offset), taken.input.tokens, taken.input.target});
        const std::scoped_lock lock(m_mutex);
        m_state.sums.add(scan, sentence);
        ++m_state.counts.sentences;
        m_state.counts.tokens += taken.input.tokens.size() + taken.input.target.size();
        m_state.counts.cut += taken.sentence.isCut ? 1 : 0;
        m_progress.show();
    }

    const Model &m_model;
    std::uint64_t m_seed;
    ScanReader &m_reader;
    ScanState &m_state;
    ScanProgress &m_progress;
    std::mutex m_mutex;
    FirstFailure m_failure;
    ScanClock::time_point m_end{};
    std::atomic<bool> m_isOver = false; ///< something failed
    bool m_isAtEnd = false;
    bool m_hasTaken = false; ///< so that a block has one sentence at least
};

int scanThreads(const ScanOptions &options)
{
    return options.threads.value_or(std::max(1, int(std::thread::hardware_concurrency())));
}

} // namespace

void runScanWork(const Project &project, const ScanOptions &options, ScanReader &reader, const QString &path,
                 ScanState &state)
{
    const Interruption interruption;
    ScanProgress progress(reader, state.counts);
    for (bool goesOn = true; goesOn;) {
        ScanBlock block(project, options.seed, reader, state, progress);
        goesOn = block.run(scanThreads(options), ScanClock::now() + std::chrono::seconds(options.durableSeconds));
        state.offset = reader.offset();
        state.hash = reader.hash();
        state.counts.blank = reader.blank();
        state.isComplete = !goesOn;
        writeScanState(path, state);
        if (goesOn && Interruption::isAsked())
            throw FileError(path.toStdString(), "the scan was interrupted after " +
                                                    std::to_string(state.counts.sentences) +
                                                    " sentences; the same command goes on");
    }
}

} // namespace regard
