#include "io/project/task_file.h"

#include <algorithm>
#include <unordered_set>

#include <QByteArrayView>
#include <QFile>

#include "engine/base/message.h"
#include "engine/pass/output_layer.h"
#include "io/base/file_error.h"
#include "training/base/place_bits.h"

namespace regard {

namespace {

/// Sentences that a task keeps of a longer file.
constexpr std::size_t mostSentences = 50000;
constexpr qint64 longestLine = 100000; // bytes
constexpr std::size_t mostTokens = 512;

/// Reads a file line by line, so that its size does not matter.
class OwnFileReader {
public:
    OwnFileReader(OwnKind kind, const QString &path, const Project &project)
        : m_kind(kind), m_name(path.toStdString()), m_file(path), m_texts(textsOf(project))
    {
        if (!m_file.open(QIODevice::ReadOnly))
            throw FileError(m_name, Message::tr("cannot be read: %1", {m_file.errorString().toStdString()}));
    }

    void read();
    const std::vector<OwnSentence> &sentences() const { return m_sentences; }
    long long lines() const { return m_lines; }
    /// Throws where a word is not in the vocabulary.
    void checkWords(const Vocabulary &vocabulary) const;
    void checkDifferent() const;
    [[noreturn]] void fail(const std::string &reason) const { throw FileError(m_name, reason); }

private:
    [[noreturn]] void failAt(long long line, const std::string &reason) const
    {
        fail(Message::tr("line %1 %2", {std::to_string(line), reason}));
    }
    void check(const QByteArray &line) const;
    OwnSentence sentenceOf(const QByteArray &line);
    std::vector<std::string> tokensOf(const std::string &text);
    void keep(OwnSentence sentence);

    OwnKind m_kind;
    std::string m_name;
    QFile m_file;
    SentenceTexts m_texts;
    std::vector<OwnSentence> m_sentences;
    std::vector<long long> m_numbers; ///< of their lines, from 1
    long long m_lines = 0;
};

void OwnFileReader::read()
{
    long long empty = 0; // the first of the empty lines after which none was filled; 0: none
    while (!m_file.atEnd()) {
        QByteArray line = m_file.readLine(longestLine + 2);
        ++m_lines;
        if (m_lines == 1 && line.startsWith("\xEF\xBB\xBF"))
            line.remove(0, 3);
        while (line.endsWith('\n') || line.endsWith('\r'))
            line.chop(1);
        if (line.trimmed().isEmpty()) {
            empty = empty == 0 ? m_lines : empty;
            continue;
        }
        if (empty > 0)
            failAt(empty, Message::tr("is empty; take it out"));
        check(line);
        keep(sentenceOf(line));
    }
    m_lines = empty > 0 ? empty - 1 : m_lines;
}

void OwnFileReader::check(const QByteArray &line) const
{
    if (line.size() > longestLine)
        failAt(m_lines, Message::tr("is longer than %1 bytes; break it up", {std::to_string(longestLine)}));
    if (!line.isValidUtf8() || line.contains('\0'))
        failAt(m_lines, Message::tr("is not UTF-8 text; save the file as UTF-8"));
    const auto tabs = std::count(line.begin(), line.end(), '\t');
    if (m_kind == OwnKind::Pairs && tabs == 0)
        failAt(m_lines, Message::tr("has no tab between source and target"));
    if (m_kind == OwnKind::Pairs && tabs > 1)
        failAt(m_lines, Message::tr("has more than one tab; one stands between source and target"));
}

std::vector<std::string> OwnFileReader::tokensOf(const std::string &text)
{
    m_texts.source = text;
    std::vector<std::string> tokens;
    for (Token &token : sourceTokens(m_texts).tokens)
        tokens.push_back(std::move(token.text));
    if (tokens.empty())
        failAt(m_lines, Message::tr("has a text of which no token is left"));
    if (tokens.size() > mostTokens)
        failAt(m_lines, Message::tr("has %1 tokens, but a sentence to learn from has at most %2; break it up",
                                    {std::to_string(tokens.size()), std::to_string(mostTokens)}));
    return tokens;
}

OwnSentence OwnFileReader::sentenceOf(const QByteArray &line)
{
    if (m_kind != OwnKind::Pairs)
        return {tokensOf(line.toStdString()), {}};
    const qsizetype tab = line.indexOf('\t');
    return {tokensOf(line.left(tab).toStdString()), tokensOf(line.mid(tab + 1).toStdString())};
}

/// Every line has the same chance to be kept (Vitter 1985, algorithm R).
void OwnFileReader::keep(OwnSentence sentence)
{
    if (m_sentences.size() < mostSentences) {
        m_sentences.push_back(std::move(sentence));
        m_numbers.push_back(m_lines);
        return;
    }
    const auto place = std::size_t(PlaceBits({0}).unitAt(std::uint64_t(m_lines)) * double(m_lines));
    if (place >= mostSentences)
        return;
    m_sentences[place] = std::move(sentence);
    m_numbers[place] = m_lines;
}

void OwnFileReader::checkWords(const Vocabulary &vocabulary) const
{
    const std::unordered_set<std::string> known(vocabulary.tokens.begin(), vocabulary.tokens.end());
    const auto named = [&](const std::string &token) {
        return Message::tr("\"%1\", which is not among the %2 tokens of the model's vocabulary",
                           {token, std::to_string(vocabulary.tokens.size())});
    };
    for (std::size_t i = 0; i < m_sentences.size(); ++i)
        for (const std::vector<std::string> *part : {&m_sentences[i].source, &m_sentences[i].target})
            for (const std::string &token : *part)
                if (!known.contains(token))
                    failAt(m_numbers[i], Message::tr("has %1", {named(token)}));
    for (const std::string &token : ownVocabulary(m_kind, {}, vocabulary))
        if (!known.contains(token))
            fail(Message::tr("is learned with %1", {named(token)}));
}

void OwnFileReader::checkDifferent() const
{
    const bool isDifferent = std::any_of(m_sentences.begin(), m_sentences.end(), [this](const OwnSentence &sentence) {
        return sentence.source != m_sentences.front().source || sentence.target != m_sentences.front().target;
    });
    if (!isDifferent)
        fail(m_sentences.size() > 1
                 ? Message::tr("says the same in every line, but needs one sentence to learn from and "
                               "one to be asked")
                 : Message::tr("needs two lines at least: a sentence to learn from, and one to be "
                               "asked"));
}

} // namespace

OwnTaskFile readOwnTask(OwnKind kind, const QString &path, const Project &project)
{
    OwnFileReader reader(kind, path, project);
    reader.read();
    reader.checkDifferent();
    const Model &model = project.model;
    const bool isFixed = !model.vocabulary.tokens.empty() && (isOutputGiven(model) || model.table);
    Vocabulary vocabulary = model.vocabulary;
    if (isFixed)
        reader.checkWords(vocabulary);
    else
        vocabulary.tokens = ownVocabulary(kind, reader.sentences(), vocabulary);
    return {ownTask(kind, reader.sentences(), vocabulary, project.tokenizer), reader.lines(),
            int(reader.sentences().size())};
}

} // namespace regard
