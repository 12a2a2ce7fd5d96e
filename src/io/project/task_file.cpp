#include "io/project/task_file.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include <QByteArrayView>
#include <QFile>
#include <QFileInfo>

#include "engine/base/message.h"
#include "engine/pass/output_layer.h"
#include "io/base/file_error.h"
#include "io/base/foreign_file.h"
#include "training/base/place_bits.h"

namespace regard {

namespace {

/// Sentences that a task keeps of a longer file.
constexpr std::size_t mostSentences = 50000;
constexpr qint64 taskFileLongestLine = 100000; // bytes
constexpr std::size_t mostTokens = 512;
constexpr int ownWords = 1 << 20; ///< above the numbers of words that have several pieces

/// Reads a file line by line, so that its size does not matter.
class OwnFileReader {
public:
    OwnFileReader(OwnKind kind, QIODevice &text, std::string name, const Project &project)
        : m_kind(kind), m_name(std::move(name)), m_text(text), m_mask(project.model.vocabulary.mask),
          m_texts(textsOf(project))
    {
    }

    void read(const std::atomic<bool> *cancelled);
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
    bool isSpecial(const Token &token) const;
    OwnSentence tokensOf(const std::string &text, bool isTarget = false);
    std::size_t place() const;
    void keep(OwnSentence sentence, std::size_t place);

    OwnKind m_kind;
    std::string m_name;
    QIODevice &m_text;
    std::string m_mask;
    SentenceTexts m_texts;
    std::vector<OwnSentence> m_sentences;
    std::vector<long long> m_numbers; ///< of their lines, from 1
    long long m_lines = 0;
};

void OwnFileReader::read(const std::atomic<bool> *cancelled)
{
    long long empty = 0; // the first of the empty lines after which none was filled; 0: none
    while (!m_text.atEnd()) {
        QByteArray line = m_text.readLine(taskFileLongestLine + 2);
        ++m_lines;
        if (cancelled && *cancelled)
            fail(Message::tr("was not read to its end"));
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
        if (const std::size_t kept = place(); kept < mostSentences)
            keep(sentenceOf(line), kept);
    }
    m_lines = empty > 0 ? empty - 1 : m_lines;
}

void OwnFileReader::check(const QByteArray &line) const
{
    if (line.size() > taskFileLongestLine)
        failAt(m_lines, Message::tr("is longer than %1 bytes; break it up", {std::to_string(taskFileLongestLine)}));
    if (!line.isValidUtf8() || line.contains('\0'))
        failAt(m_lines, Message::tr("is not UTF-8 text; save the file as UTF-8"));
    const auto tabs = std::count(line.begin(), line.end(), '\t');
    if (m_kind == OwnKind::Pairs && tabs == 0)
        failAt(m_lines, Message::tr("has no tab between source and target"));
    if (m_kind == OwnKind::Pairs && tabs > 1)
        failAt(m_lines, Message::tr("has more than one tab; one stands between source and target"));
}

/// Whether it stands for no word: [CLS], </s>, the mask.
bool OwnFileReader::isSpecial(const Token &token) const
{
    const bool isSpelledSo = m_texts.tokenizer == Tokenizer::Words || m_texts.tokenizer == Tokenizer::Characters;
    return token.isSpecial || token.text == m_mask ||
           (isSpelledSo && token.text.size() > 2 && (token.text.front() == '<' || token.text.front() == '['));
}

OwnSentence OwnFileReader::tokensOf(const std::string &text, bool isTarget)
{
    m_texts.source = isTarget ? std::string() : text;
    m_texts.target = isTarget ? text : std::string();
    Tokens read = isTarget ? targetTokens(m_texts) : sourceTokens(m_texts);
    OwnSentence sentence;
    for (Token &token : read.tokens) {
        const int own = ownWords + int(sentence.words.size());
        sentence.words.push_back(isSpecial(token) ? -1 : token.word >= 0 ? token.word : own);
        sentence.source.push_back(std::move(token.text));
    }
    const std::vector<std::string> &tokens = sentence.source;
    if (tokens.empty())
        failAt(m_lines, Message::tr("has a text of which no token is left"));
    const std::vector<int> &words = sentence.words;
    if (m_kind == OwnKind::Masked && std::all_of(words.begin(), words.end(), [](int word) { return word < 0; }))
        failAt(m_lines, Message::tr("has no word that could be masked"));
    if (tokens.size() > mostTokens)
        failAt(m_lines, Message::tr("has %1 tokens, but a sentence to learn from has at most %2; break it up",
                                    {std::to_string(tokens.size()), std::to_string(mostTokens)}));
    return sentence;
}

OwnSentence OwnFileReader::sentenceOf(const QByteArray &line)
{
    if (m_kind != OwnKind::Pairs)
        return tokensOf(line.toStdString());
    const qsizetype tab = line.indexOf('\t');
    OwnSentence pair = tokensOf(line.left(tab).toStdString());
    pair.target = tokensOf(line.mid(tab + 1).toStdString(), true).source;
    return pair;
}

/// Returns where the present line is kept, if below mostSentences: every line has the same chance (Vitter 1985,
/// algorithm R).
std::size_t OwnFileReader::place() const
{
    return m_sentences.size() < mostSentences
               ? m_sentences.size()
               : std::size_t(PlaceBits({0}).unitAt(std::uint64_t(m_lines)) * double(m_lines));
}

void OwnFileReader::keep(OwnSentence sentence, std::size_t place)
{
    if (place == m_sentences.size()) {
        m_sentences.emplace_back();
        m_numbers.push_back(0);
    }
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

Task readOwnTask(OwnKind kind, const QString &path, const Project &project, const std::atomic<bool> *cancelled)
{
    if (const QFileInfo info(path); info.exists() && !info.isFile())
        throw FileError(path.toStdString(), Message::tr("is no file that could be read line by line"));
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        throw FileError(path.toStdString(), Message::tr("cannot be read: %1", {file.errorString().toStdString()}));
    refuseForeign(file.peek(foreignStart).toStdString(), path.toStdString());
    return readOwnTask(kind, file, path, project, cancelled);
}

Task readOwnTask(OwnKind kind, QIODevice &text, const QString &path, const Project &project,
                 const std::atomic<bool> *cancelled)
{
    if (project.model.table && project.model.table->target)
        throw FileError(path.toStdString(), Message::tr("source and target of this model have a vocabulary each, which "
                                                        "cannot be learned with here"));
    OwnFileReader reader(kind, text, path.toStdString(), project);
    reader.read(cancelled);
    reader.checkDifferent();
    const Model &model = project.model;
    const bool isFixed = !model.vocabulary.tokens.empty() && (isOutputGiven(model) || model.table);
    Vocabulary vocabulary = model.vocabulary;
    if (isFixed)
        reader.checkWords(vocabulary);
    else
        vocabulary.tokens = ownVocabulary(kind, reader.sentences(), vocabulary);
    Task task = ownTask(kind, reader.sentences(), vocabulary, project.tokenizer);
    task.trained = textsOf(project).trained;
    task.file = {QFileInfo(path).absoluteFilePath().toStdString(), reader.lines(), int(reader.sentences().size())};
    return task;
}

} // namespace regard
