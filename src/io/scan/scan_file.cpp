#include "io/scan/scan_file.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "io/base/atomic_file.h"
#include "io/base/json_text.h"
#include "io/base/number_text.h"
#include "io/base/text_stream.h"
#include "io/project/words.h"

namespace regard {

namespace {

constexpr std::int64_t leastOccurrences = 20;
constexpr std::size_t mostKeyTokens = 20;

std::string scanNumber(double number)
{
    return std::isfinite(number) ? numberText(number) : "null";
}

std::string scanNumber(ExactNumber number)
{
    return scanNumber(approximately(number));
}

std::string scanWhole(std::int64_t number)
{
    return std::to_string(number);
}

class ScanWriter {
public:
    ScanWriter(AtomicFile &file, const ScanState &state) : m_out(file), m_state(state), m_sums(state.sums) {}

    void write()
    {
        m_out << "{\n\"format\": \"regard-scan\",\n\"version\": 1,\n\"model\": " << jsonString(m_state.question.model)
              << ",\n";
        writeCorpus();
        m_out << "\"seed\": " << std::to_string(m_state.question.seed)
              << ",\n\"max_tokens\": " << std::to_string(m_state.question.maximumTokens) << ",\n\"instructions\": ";
        writeList(m_state.instructions, [](const std::string &each) { return jsonString(each); });
        m_out << ",\n\"share_edges\": [0, 0.2, 0.4, 0.6, 0.8, 1],\n"
              << "\"distance_edges\": [0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096],\n"
              << "\"counts_tokens\": " << (m_sums.received() ? "true" : "false") << ",\n";
        writeSentences();
        m_out << "\"heads\": [";
        for (std::size_t i = 0; i < m_sums.sums().size(); ++i) {
            m_out << (i == 0 ? "\n" : ",\n");
            writeHead(i);
        }
        m_out << "\n]\n}\n";
        m_out.flush();
    }

private:
    template <typename Items, typename Text>
    void writeList(const Items &items, Text text)
    {
        m_out << "[";
        bool isFirst = true;
        for (const auto &item : items) {
            m_out << (isFirst ? "" : ", ") << text(item);
            isFirst = false;
        }
        m_out << "]";
    }

    void writeCorpus()
    {
        const ScanQuestion &question = m_state.question;
        const ScanCounts &counts = m_state.counts;
        m_out << "\"corpus\": {";
        if (question.randomTokens > 0)
            m_out << "\"repeated_random\": " << std::to_string(question.randomTokens);
        else
            m_out << "\"file\": " << jsonString(question.corpus) << ", \"fields\": " << jsonString(question.fields)
                  << ", \"bytes\": " << std::to_string(question.bytes > 0 ? question.bytes : m_state.offset);
        m_out << ", \"sentences\": " << std::to_string(counts.sentences)
              << ", \"tokens\": " << std::to_string(counts.tokens) << ", \"blank\": " << std::to_string(counts.blank)
              << ", \"cut\": " << std::to_string(counts.cut) << ", \"unread\": " << std::to_string(counts.unread);
        if (counts.unread > 0)
            m_out << ", \"first_unread\": {\"offset\": " << std::to_string(counts.firstUnread)
                  << ", \"reason\": " << jsonString(counts.firstFault) << "}";
        m_out << "},\n";
    }

    void writeSentences()
    {
        std::map<std::uint64_t, const ScannedSentence *> kept;
        for (const KeptSentences &measures : m_sums.sentences())
            for (const auto &places : measures)
                for (const auto &place : places)
                    for (const KeptSentence &each : place)
                        kept[each.sentence->offset] = each.sentence.get();
        m_out << "\"sentences\": [";
        const char *between = "\n";
        for (const auto &[offset, sentence] : kept) {
            m_numbers[offset] = m_numbers.size();
            m_out << between << "{\"offset\": " << std::to_string(offset)
                  << ", \"tokens\": " << tokenList(sentence->source);
            if (!sentence->target.empty())
                m_out << ", \"target_tokens\": " << tokenList(sentence->target);
            m_out << "}";
            between = ",\n";
        }
        m_out << "\n],\n";
    }

    void writeHead(std::size_t i)
    {
        const std::size_t head = i % m_sums.heads().size();
        const HeadRef &ref = m_sums.heads()[head];
        const ExactHead &sums = m_sums.sums()[i];
        const bool isCross = ref.attention == Attention::Cross;
        m_out << "{\"block\": \"" << wordOf(ref.attention) << "\", \"layer\": " << scanWhole(ref.layer + 1)
              << ", \"head\": " << scanWhole(ref.head + 1) << ", \"by\": \""
              << (i < m_sums.heads().size() ? "weight" : "value") << "\", \"queries\": " << scanWhole(sums.queries)
              << ",\n \"measures\": {";
        const char *between = "\n";
        for (std::size_t measure = 0; measure < scanMeasureCount; ++measure) {
            const ExactMeasure &each = sums.measures[measure];
            const bool isDistance = measure == std::size_t(ScanMeasure::Distance);
            if (each.sentences == 0)
                continue;
            m_out << between << "  \"" << spelling(static_cast<ScanMeasure>(measure))
                  << "\": {\"mean\": " << scanNumber(each.mean()) << ", \"error\": " << scanNumber(each.error())
                  << ", \"sum\": " << scanNumber(each.sum) << (isDistance ? ", \"weight\": " : ", \"queries\": ")
                  << scanNumber(each.queries) << ", \"sentences\": " << scanWhole(each.sentences);
            if (isDistance)
                m_out << ", \"variance\": " << scanNumber(sums.distanceVariance());
            m_out << "}";
            between = ",\n";
        }
        m_out << "}";
        if (!isCross) {
            m_out << ",\n \"distances\": ";
            writeList(sums.distances, [](ExactNumber weight) { return scanNumber(weight); });
        }
        if (i < m_sums.heads().size())
            writeKeyTokens(head);
        m_out << ",\n \"kept\": {";
        between = "\n";
        for (std::size_t measure = 0; measure < scanShareCount; ++measure)
            if (sums.measures[measure].sentences > 0) {
                m_out << between << "  \"" << spelling(static_cast<ScanMeasure>(measure)) << "\": ";
                writeKept(m_sums.sentences()[i][measure]);
                between = ",\n";
            }
        m_out << "}}";
    }

    void writeKept(const std::array<std::vector<KeptSentence>, keptPlaces> &places)
    {
        const auto sentence = [this](const KeptSentence &each) {
            const WeightedLink &link = each.strongest;
            const std::string place = link.query < 0 ? std::string("null, null, null")
                                                     : scanWhole(link.query + 1) + ", " + scanWhole(link.key + 1) +
                                                           ", " + floatText(link.weight);
            return "[" + std::to_string(m_numbers.at(each.sentence->offset)) + ", " + scanNumber(each.share) + ", " +
                   place + "]";
        };
        m_out << "{\"top\": ";
        writeList(places.back(), sentence);
        m_out << ", \"bins\": [";
        for (std::size_t bin = 0; bin < shareBinCount; ++bin) {
            m_out << (bin == 0 ? "" : ", ");
            writeList(places[bin], sentence);
        }
        m_out << "]}";
    }

    void writeKeyTokens(std::size_t head)
    {
        if (!m_sums.received())
            return;
        struct KeyToken {
            const std::string *token;
            double mean;
            std::int64_t occurrences;
        };
        std::vector<KeyToken> tokens;
        for (const auto &[token, received] : *m_sums.received()) {
            const std::int64_t occurrences = received.occurrences[m_sums.keySide(head)];
            if (occurrences >= leastOccurrences)
                tokens.push_back({&token, approximately(received.weight[head]) / double(occurrences), occurrences});
        }
        const auto end = tokens.begin() + std::ptrdiff_t(std::min(tokens.size(), mostKeyTokens));
        std::partial_sort(tokens.begin(), end, tokens.end(), [](const KeyToken &a, const KeyToken &b) {
            return a.mean != b.mean ? a.mean > b.mean : *a.token < *b.token;
        });
        tokens.erase(end, tokens.end());
        m_out << ",\n \"key_tokens\": ";
        writeList(tokens, [](const KeyToken &each) {
            return "[" + jsonString(*each.token) + ", " + scanNumber(each.mean) + ", " + scanWhole(each.occurrences) +
                   "]";
        });
    }

    TextStream m_out;
    const ScanState &m_state;
    const ScanSums &m_sums;
    std::map<std::uint64_t, std::size_t> m_numbers; ///< of the kept sentences, by their offsets
};

} // namespace

const char *spelling(ScanMeasure measure)
{
    switch (measure) {
    case ScanMeasure::Itself:
        return "itself";
    case ScanMeasure::Previous:
    case ScanMeasure::Next:
    case ScanMeasure::SameWord:
    case ScanMeasure::First:
    case ScanMeasure::Separator:
    case ScanMeasure::Punctuation:
    case ScanMeasure::Sink:
    case ScanMeasure::Induction:
    case ScanMeasure::Broad:
        return spelling(static_cast<HeadPattern>(int(measure) - 1));
    case ScanMeasure::Entropy:
        return "entropy";
    case ScanMeasure::Distance:
        break;
    }
    return "distance";
}

void writeScan(const QString &path, const ScanState &state)
{
    AtomicFile file(path);
    ScanWriter(file, state).write();
    file.commit();
}

} // namespace regard
