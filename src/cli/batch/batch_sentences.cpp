#include "cli/batch/batch_sentences.h"

#include <algorithm>
#include <cstdio>

#include <QByteArrayView>
#include <QFile>

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
        return "it is not UTF-8 text";
    if (line.find('\0') != std::string_view::npos)
        return "there is a null character in it";
    if (!isBlank(line) && std::count(line.begin(), line.end(), '\t') > 1)
        return "there is more than one tab in it; what stands after the one is the target";
    return {};
}

BatchSentence sentenceOf(std::string_view line, int number)
{
    BatchSentence sentence;
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
        throw FileError(listName("-"), "cannot be read: " + input.errorString().toStdString());
    return input.readAll().toStdString();
}

} // namespace

std::vector<BatchSentence> sentencesOf(std::string_view text)
{
    if (text.starts_with(byteOrderMark))
        text.remove_prefix(byteOrderMark.size());
    std::vector<BatchSentence> sentences;
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

std::vector<BatchSentence> readSentences(const std::string &file)
{
    const std::string text = isStandardInput(file)
                                 ? standardInput()
                                 : fileBytes(QFile::decodeName(QByteArray::fromStdString(file)), "a list of sentences");
    std::vector<BatchSentence> sentences = sentencesOf(text);
    if (sentences.empty())
        throw FileError(listName(file), "holds no sentence; write one a line");
    return sentences;
}

std::string listName(const std::string &file)
{
    return isStandardInput(file) ? "standard input"
                                 : QString::fromUtf8(file.data(), qsizetype(file.size())).toStdString();
}

} // namespace regard
