#include "io/project/examples.h"

#include <algorithm>
#include <array>
#include <optional>

#include <QFile>

#include "engine/base/message.h"
#include "io/base/file_error.h"
#include "io/base/json_document.h"
#include "io/project/project_file.h"

namespace regard {

namespace {

constexpr std::array<const char *, 13> examplesNames = {
    "it",           "three-inputs", "who-what-where", "shuan",          "vaswani",
    "xavier",       "chinese",      "repeated-words", "self-and-cross", "source-and-target",
    "word-by-word", "alignment",    "dates"};

QString examplePath(const std::string &name)
{
    return QStringLiteral(":/examples/%1.regard").arg(QString::fromStdString(name));
}

/// Nothing where the program was built without the example.
std::optional<std::string> exampleBytes(const std::string &name)
{
    QFile file(examplePath(name));
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    return file.readAll().toStdString();
}

std::string titleOf(const std::string &json, const std::string &name)
{
    const JsonValue root = parseJson(json, name);
    const JsonValue *title = root.find("title");
    return title && !title->text.empty() ? title->text : name;
}

} // namespace

const std::vector<ExampleEntry> &examples()
{
    static const std::vector<ExampleEntry> entries = [] {
        std::vector<ExampleEntry> found;
        for (const char *name : examplesNames)
            if (const std::optional<std::string> json = exampleBytes(name))
                found.push_back({name, titleOf(*json, name)});
        return found;
    }();
    return entries;
}

std::string firstExample()
{
    return QFile::exists(examplePath(examplesNames.front())) ? examplesNames.front() : "";
}

Project readExample(const std::string &name)
{
    return parseProject(exampleJson(name), name);
}

std::string exampleJson(const std::string &name)
{
    if (std::find(examplesNames.begin(), examplesNames.end(), name) != examplesNames.end())
        if (const std::optional<std::string> json = exampleBytes(name))
            return *json;
    std::string known;
    for (const ExampleEntry &entry : examples())
        known += (known.empty() ? "" : ", ") + entry.name;
    throw FileError(name, Message::tr("there is no example of that name, only %1", {known}));
}

} // namespace regard
