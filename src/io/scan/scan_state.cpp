#include "io/scan/scan_state.h"

#include <map>
#include <utility>

#include <QCryptographicHash>
#include <QDataStream>

#include "engine/base/message.h"
#include "io/base/atomic_file.h"
#include "io/base/file_bytes.h"
#include "io/base/file_error.h"

namespace regard {

namespace {

const QByteArray stateBeginning = QByteArrayLiteral("regard-part 1\n");
constexpr qsizetype stateHashBytes = 32;

QByteArray stateHash(const QByteArray &content)
{
    return QCryptographicHash::hash(content, QCryptographicHash::Blake2b_256);
}

/// Writes values one after the other. StateReader has the same functions, so that one list of the members does for
/// both.
class StateWriter {
public:
    explicit StateWriter(QByteArray &content) : m_stream(&content, QIODevice::WriteOnly) {}

    void each(const std::string &text) { m_stream << QByteArray::fromStdString(text); }
    void each(double number) { m_stream << number; }
    void each(float number) { m_stream.writeRawData(reinterpret_cast<const char *>(&number), sizeof number); }
    void each(std::uint64_t number) { m_stream << quint64(number); }
    void each(std::int64_t number) { m_stream << qint64(number); }
    void each(int number) { m_stream << qint32(number); }
    void each(bool flag) { m_stream << flag; }
    void each(ExactNumber number) { m_stream << qint64(number >> 64) << quint64(number); }

    template <typename Items, typename Each>
    void list(Items &items, Each each)
    {
        this->each(std::uint64_t(items.size()));
        for (auto &item : items)
            each(item);
    }

private:
    QDataStream m_stream;
};

class StateReader {
public:
    StateReader(const QByteArray &content, const QString &path) : m_stream(content), m_path(path) {}

    void each(std::string &text)
    {
        QByteArray bytes;
        m_stream >> bytes;
        check();
        text = bytes.toStdString();
    }
    void each(double &number) { m_stream >> number; }
    void each(float &number) { m_stream.readRawData(reinterpret_cast<char *>(&number), sizeof number); }
    void each(std::uint64_t &number)
    {
        quint64 read = 0;
        m_stream >> read;
        number = read;
    }
    void each(std::int64_t &number)
    {
        qint64 read = 0;
        m_stream >> read;
        number = read;
    }
    void each(int &number)
    {
        qint32 read = 0;
        m_stream >> read;
        number = read;
    }
    void each(bool &flag) { m_stream >> flag; }
    void each(ExactNumber &number)
    {
        qint64 high = 0;
        quint64 low = 0;
        m_stream >> high >> low;
        number = ExactNumber(high) * (ExactNumber(1) << 64) + ExactNumber(low);
    }

    template <typename Items, typename Each>
    void list(Items &items, Each each)
    {
        std::uint64_t count = 0;
        this->each(count);
        items.clear();
        for (std::uint64_t i = 0; i < count; ++i) {
            check();
            each(items.emplace_back());
        }
    }
    void check() const
    {
        if (m_stream.status() != QDataStream::Ok)
            fail(Message::tr("it ends too early"));
    }
    [[noreturn]] void fail(const std::string &fault) const
    {
        throw FileError(m_path.toStdString(), Message::tr("is damaged: %1. Remove it to scan anew", {fault}));
    }

private:
    QDataStream m_stream;
    QString m_path;
};

template <typename Stream, typename Question>
void passQuestion(Stream &stream, Question &question)
{
    stream.each(question.model);
    stream.each(question.corpus);
    stream.each(question.fields);
    stream.each(question.bytes);
    stream.each(question.shards);
    stream.each(question.seed);
    stream.each(question.maximumTokens);
    stream.each(question.kept);
    stream.each(question.byValue);
    stream.each(question.randomTokens);
    stream.each(question.randomSentences);
}

template <typename Stream, typename Counts>
void passCounts(Stream &stream, Counts &counts)
{
    for (auto *count :
         {&counts.sentences, &counts.tokens, &counts.blank, &counts.cut, &counts.unread, &counts.firstUnread})
        stream.each(*count);
    stream.each(counts.firstFault);
}

template <typename Stream, typename Head>
void passHead(Stream &stream, Head &head)
{
    for (auto &measure : head.measures) {
        for (auto *number :
             {&measure.sum, &measure.queries, &measure.sumSquared, &measure.crossed, &measure.queriesSquared})
            stream.each(*number);
        stream.each(measure.sentences);
    }
    for (auto &weight : head.distances)
        stream.each(weight);
    stream.each(head.squaredDistance);
    stream.each(head.queries);
}

template <typename Stream, typename Sentence>
void passSentence(Stream &stream, Sentence &sentence)
{
    stream.each(sentence.offset);
    stream.each(sentence.hash);
    for (auto *tokens : {&sentence.source, &sentence.target})
        stream.list(*tokens, [&](auto &token) { stream.each(token); });
}

template <typename Stream, typename State>
void passBeginning(Stream &stream, State &state)
{
    passQuestion(stream, state.question);
    stream.each(state.shard);
    stream.each(state.offset);
    stream.each(state.hash);
    stream.each(state.isComplete);
    passCounts(stream, state.counts);
}

void writeSums(StateWriter &stream, const ScanSums &sums)
{
    stream.each(std::uint64_t(sums.heads().size()));
    for (std::size_t head = 0; head < sums.heads().size(); ++head) {
        const HeadRef &ref = sums.heads()[head];
        stream.each(int(ref.attention));
        stream.each(ref.layer);
        stream.each(ref.head);
        stream.each(std::uint64_t(sums.keySide(head)));
    }
    for (const ExactHead &head : sums.sums())
        passHead(stream, head);
    std::map<std::uint64_t, const ScannedSentence *> kept;
    for (const KeptSentences &measures : sums.sentences())
        for (const auto &places : measures)
            for (const auto &place : places)
                for (const KeptSentence &each : place)
                    kept[each.sentence->offset] = each.sentence.get();
    stream.list(kept, [&](const auto &each) { passSentence(stream, *each.second); });
    for (const KeptSentences &measures : sums.sentences())
        for (const auto &places : measures)
            for (const auto &place : places)
                stream.list(place, [&](const KeptSentence &each) {
                    stream.each(each.sentence->offset);
                    stream.each(each.share);
                    stream.each(each.strongest.query);
                    stream.each(each.strongest.key);
                    stream.each(each.strongest.weight);
                });
    stream.each(sums.received().has_value());
    if (sums.received())
        stream.list(*sums.received(), [&](const auto &each) {
            stream.each(each.first);
            for (const std::int64_t count : each.second.occurrences)
                stream.each(count);
            for (const ExactNumber weight : each.second.weight)
                stream.each(weight);
        });
}

struct ReadHead {
    HeadRef head;
    std::size_t keySide = 0;
};

ScanSums readSums(StateReader &stream, const ScanQuestion &question)
{
    std::vector<ReadHead> read;
    stream.list(read, [&](ReadHead &each) {
        int attention = 0;
        std::uint64_t side = 0;
        stream.each(attention);
        stream.each(each.head.layer);
        stream.each(each.head.head);
        stream.each(side);
        each.head.attention = static_cast<Attention>(attention);
        each.keySide = side == 1 ? 1 : 0;
    });
    std::vector<HeadRef> heads;
    std::vector<std::size_t> sides;
    for (const ReadHead &each : read) {
        heads.push_back(each.head);
        sides.push_back(each.keySide);
    }
    ScanSums sums(heads, sides, question.byValue, question.kept);
    for (ExactHead &head : sums.sums())
        passHead(stream, head);
    std::vector<std::shared_ptr<ScannedSentence>> sentences;
    std::map<std::uint64_t, std::shared_ptr<const ScannedSentence>> kept;
    stream.list(sentences, [&](std::shared_ptr<ScannedSentence> &each) {
        each = std::make_shared<ScannedSentence>();
        passSentence(stream, *each);
        kept[each->offset] = each;
    });
    for (KeptSentences &measures : sums.sentences())
        for (auto &places : measures)
            for (auto &place : places)
                stream.list(place, [&](KeptSentence &each) {
                    std::uint64_t offset = 0;
                    stream.each(offset);
                    stream.each(each.share);
                    stream.each(each.strongest.query);
                    stream.each(each.strongest.key);
                    stream.each(each.strongest.weight);
                    stream.check();
                    each.sentence = kept.contains(offset) ? kept.at(offset) : nullptr;
                    if (!each.sentence)
                        stream.fail(Message::tr("a sentence is missing"));
                });
    bool hasReceived = false;
    stream.each(hasReceived);
    if (!hasReceived) {
        sums.received().reset();
        return sums;
    }
    std::vector<int> rows;
    stream.list(rows, [&](int &) {
        std::string token;
        stream.each(token);
        ReceivedByToken &received = (*sums.received())[token];
        for (std::int64_t &count : received.occurrences)
            stream.each(count);
        received.weight.resize(heads.size());
        for (ExactNumber &weight : received.weight)
            stream.each(weight);
    });
    return sums;
}

} // namespace

void ScanCounts::add(const ScanCounts &other)
{
    sentences += other.sentences;
    tokens += other.tokens;
    blank += other.blank;
    cut += other.cut;
    if (other.unread > 0 && (unread == 0 || other.firstUnread < firstUnread)) {
        firstUnread = other.firstUnread;
        firstFault = other.firstFault;
    }
    unread += other.unread;
}

void ScanCounts::addUnread(std::uint64_t offset, const std::string &fault)
{
    ScanCounts one;
    one.unread = 1;
    one.firstUnread = offset;
    one.firstFault = fault;
    add(one);
}

void writeScanState(const QString &path, const ScanState &state)
{
    QByteArray content;
    {
        StateWriter stream(content);
        passBeginning(stream, state);
        stream.list(state.instructions, [&](const std::string &each) { stream.each(each); });
        writeSums(stream, state.sums);
    }
    AtomicFile file(path);
    file.write(stateBeginning);
    file.write(stateHash(content));
    file.write(content);
    file.commit();
}

ScanState readScanState(const QString &path)
{
    const QByteArray bytes =
        QByteArray::fromStdString(storedFileBytes(path, Message::tr("a part of a scan"), qint64{1} << 30));
    if (!bytes.startsWith(stateBeginning))
        throw FileError(path.toStdString(), Message::tr("is no part of a scan that this version of Regard can read"));
    const QByteArray content = bytes.mid(stateBeginning.size() + stateHashBytes);
    if (bytes.mid(stateBeginning.size(), stateHashBytes) != stateHash(content))
        throw FileError(path.toStdString(),
                        Message::tr("is damaged: its checksum is not that of its bytes. Remove it to scan anew"));
    StateReader stream(content, path);
    ScanState state;
    passBeginning(stream, state);
    std::vector<std::string> instructions;
    stream.list(instructions, [&](std::string &each) { stream.each(each); });
    state.instructions = {instructions.begin(), instructions.end()};
    state.sums = readSums(stream, state.question);
    stream.check();
    return state;
}

} // namespace regard
