#include "document/sentence/sentence_list.h"

#include <algorithm>
#include <cstdio>

#include <QByteArrayView>
#include <QFile>

#include "document/sentence/input_check.h"
#include "document/sentence/side.h"
#include "engine/base/message.h"
#include "io/base/file_bytes.h"
#include "io/base/file_error.h"

namespace regard {

namespace {

constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";

bool isStandardInput(const std::string &file)
{
    return file == "-";
}

bool isBlank(std::string_view line)
{
    return line.find_first_not_of(" \t") == std::string_view::npos;
}

/// Returns what is wrong with a line; empty where nothing is.
std::string mistakeOf(std::string_view line)
{
    if (!QByteArrayView(line.data(), qsizetype(line.size())).isValidUtf8())
        return Message::tr("it is not UTF-8 text");
    if (line.find('\0') != std::string_view::npos)
        return Message::tr("there is a null character in it");
    if (!isBlank(line) && std::count(line.begin(), line.end(), '\t') > 1)
        return Message::tr("there is more than one tab in it; what stands after the one is the target");
    return {};
}

ListedSentence sentenceOf(std::string_view line, int number)
{
    ListedSentence sentence;
    sentence.line = number;
    sentence.mistake = mistakeOf(line);
    const std::size_t tab = line.find('\t');
    sentence.source = line.substr(0, tab);
    if (tab != std::string_view::npos && !isBlank(line))
        sentence.target = line.substr(tab + 1);
    return sentence;
}

std::string standardInput()
{
    QFile input;
    if (!input.open(stdin, QIODevice::ReadOnly))
        throw FileError(listName("-"), Message::tr("cannot be read: %1", {input.errorString().toStdString()}));
    return input.readAll().toStdString();
}

} // namespace

std::vector<ListedSentence> sentencesOf(std::string_view text)
{
    if (text.starts_with(byteOrderMark))
        text.remove_prefix(byteOrderMark.size());
    std::vector<ListedSentence> sentences;
    std::size_t filled = 0; // up to the last line that is not blank
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        sentences.push_back(sentenceOf(line, int(sentences.size()) + 1));
        if (!isBlank(line))
            filled = sentences.size();
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    sentences.resize(filled);
    return sentences;
}

std::vector<ListedSentence> readSentences(const std::string &file)
{
    const std::string text = isStandardInput(file) ? standardInput()
                                                   : fileBytes(QFile::decodeName(QByteArray::fromStdString(file)),
                                                               Message::tr("a list of sentences"));
    std::vector<ListedSentence> sentences = sentencesOf(text);
    if (sentences.empty())
        throw FileError(listName(file), Message::tr("holds no sentence; write one a line"));
    return sentences;
}

Project withSentence(Project project, const ListedSentence &sentence)
{
    if (!sentence.mistake.empty())
        throw ConfigError(sentence.mistake);
    if (sentence.target && !readsTarget(project.model.config) && !takesPair(project))
        throw ConfigError(
            Message::tr("there is a tab in it, but this model reads no target that could stand after one"));
    project.source = sentence.source;
    if (sentence.target)
        project.target = *sentence.target;
    if (inputOf(project).tokens.empty()) {
        const QString unread = unreadText(sentence.source);
        throw ConfigError(unread.isEmpty() ? Message::tr("the sentence is empty")
                                           : Message::tr("no token is left of \"%1\"", {unread.toStdString()}));
    }
    return project;
}

std::string listName(const std::string &file)
{
    return isStandardInput(file) ? Message::tr("standard input")
                                 : QString::fromUtf8(file.data(), qsizetype(file.size())).toStdString();
}

} // namespace regard
