#include "io/recovery/lesson_recovery.h"

#include <cstddef>
#include <utility>
#include <vector>

#include <QDateTime>
#include <QFileInfo>

#include "engine/base/errors.h"
#include "engine/base/message.h"
#include "io/base/file_bytes.h"
#include "io/base/file_error.h"
#include "io/base/json_document.h"
#include "io/base/json_parts.h"
#include "io/base/json_text.h"
#include "io/base/key_reader.h"

namespace regard {

namespace {

using Kind = JsonValue::Kind;

constexpr int lessonRecoveryFormatVersion = 1;
constexpr const char *lessonRecoveryFormatName = "regard-recovery-lesson";
constexpr const char *anyWords = "-";

const std::vector<std::string> lessonRecoveryKnownKeys{"format", "version", "written", "path",  "page",
                                                       "title",  "summary", "words",   "lesson"};

/// Lists each language and its text, one after the other.
JsonValue wordsValue(const LessonText &text)
{
    JsonValue list;
    list.kind = Kind::List;
    for (const auto &[language, words] : text.texts) {
        list.items.push_back(textValue(language));
        list.items.push_back(textValue(words));
    }
    return list;
}

LessonText recoveredWordsOf(const JsonValue *value)
{
    LessonText text;
    for (std::size_t i = 0; value && i + 1 < value->items.size(); i += 2)
        text.texts.emplace_back(value->items[i].text, value->items[i + 1].text);
    return text;
}

LessonText lessonPlaceholder()
{
    return {{{std::string(), anyWords}}};
}

/// Replaces all words of the lesson by ones that refer to nothing.
Lesson withoutWords(Lesson lesson)
{
    lesson.title = lessonPlaceholder();
    lesson.summary = {};
    for (LessonPage &page : lesson.pages) {
        page.title = page.text = lessonPlaceholder();
        page.caption = {};
        page.attempt = page.conditions.empty() ? LessonText() : lessonPlaceholder();
    }
    return lesson;
}

bool canBeRead(const Lesson &lesson)
{
    try {
        parseLesson(lessonJson(lesson), lessonRecoveryFormatName, {});
        return true;
    } catch (const FileError &) {
        return false;
    }
}

Lesson readable(const Lesson &lesson)
{
    Lesson plain = withoutWords(lesson);
    if (canBeRead(plain))
        return plain;
    for (LessonPage &page : plain.pages) {
        page.cells.clear();
        page.pairs.clear();
        page.conditions.clear();
        page.attempt = {};
        page.control.reset();
        page.keeps = false;
        page.setsView = true;
    }
    return plain;
}

} // namespace

std::string lessonRecoveryText(const LessonRecovery &recovery)
{
    JsonValue root;
    add(root, "format", textValue(lessonRecoveryFormatName));
    add(root, "version", numberValue(lessonRecoveryFormatVersion));
    add(root, "written",
        textValue(QDateTime::fromMSecsSinceEpoch(recovery.time, Qt::UTC).toString(Qt::ISODateWithMs).toStdString()));
    add(root, "path", textValue(recovery.path.toStdString()));
    add(root, "page", numberValue(recovery.page + 1));
    add(root, "title", wordsValue(recovery.lesson.title));
    add(root, "summary", wordsValue(recovery.lesson.summary));
    JsonValue words;
    words.kind = Kind::List;
    for (const LessonPage &page : recovery.lesson.pages) {
        JsonValue of;
        add(of, "title", wordsValue(page.title));
        add(of, "text", wordsValue(page.text));
        add(of, "caption", wordsValue(page.caption));
        add(of, "try", wordsValue(page.attempt));
        words.items.push_back(std::move(of));
    }
    add(root, "words", std::move(words));
    if (!recovery.lesson.pages.empty())
        add(root, "lesson", parseJson(lessonJson(readable(recovery.lesson)), lessonRecoveryFormatName));
    return jsonText(root) + "\n";
}

LessonRecovery readLessonRecovery(const QString &path)
{
    return parseLessonRecovery(storedFileBytes(path, Message::tr("a recovery file")),
                               QFileInfo(path).fileName().toStdString());
}

LessonRecovery parseLessonRecovery(std::string_view text, const std::string &name)
{
    const JsonValue root = parseJson(text, name);
    const KeyReader keys(root, {}, name, lessonRecoveryKnownKeys);
    if (keys.text("format") != lessonRecoveryFormatName)
        keys.fail(Message::tr("this is no recovery file"));
    if (keys.whole("version", 1, lessonRecoveryFormatVersion) != lessonRecoveryFormatVersion)
        keys.fail(Message::tr("a newer Regard wrote it"));
    LessonRecovery recovery;
    if (const JsonValue *lesson = keys.find("lesson"))
        recovery.lesson = parseLesson(jsonText(*lesson), name, {});
    recovery.lesson.title = recoveredWordsOf(keys.find("title"));
    recovery.lesson.summary = recoveredWordsOf(keys.find("summary"));
    const JsonValue *words = keys.find("words");
    for (std::size_t i = 0; words && i < words->items.size() && i < recovery.lesson.pages.size(); ++i) {
        LessonPage &page = recovery.lesson.pages[i];
        page.title = recoveredWordsOf(words->items[i].find("title"));
        page.text = recoveredWordsOf(words->items[i].find("text"));
        page.caption = recoveredWordsOf(words->items[i].find("caption"));
        page.attempt = recoveredWordsOf(words->items[i].find("try"));
    }
    recovery.page = keys.whole("page", 1, 1'000'000).value_or(1) - 1;
    recovery.path = QString::fromStdString(keys.text("path").value_or(std::string()));
    recovery.time =
        QDateTime::fromString(QString::fromStdString(keys.text("written").value_or(std::string())), Qt::ISODateWithMs)
            .toMSecsSinceEpoch();
    return recovery;
}

} // namespace regard
