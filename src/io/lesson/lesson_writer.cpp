#include "engine/base/errors.h"
#include "engine/base/message.h"
#include "io/base/atomic_file.h"
#include "io/base/file_error.h"
#include "io/base/json_document.h"
#include "io/base/json_parts.h"
#include "io/base/json_text.h"
#include "io/base/named_place.h"
#include "io/lesson/lesson.h"
#include "io/project/examples.h"
#include "io/project/project_file.h"
#include "io/project/project_overrides.h"
#include "io/project/words.h"

namespace regard {

namespace {

using Kind = JsonValue::Kind;

JsonValue lessonTextValue(const LessonText &text)
{
    if (text.texts.size() == 1 && text.texts.front().first.empty())
        return textValue(text.texts.front().second);
    JsonValue object;
    for (const auto &[language, words] : text.texts)
        add(object, language, textValue(words));
    return object;
}

void addText(JsonValue &object, const std::string &key, const LessonText &text)
{
    if (!text.isEmpty())
        add(object, key, lessonTextValue(text));
}

/// A lesson has pages and no snapshots.
JsonValue documentOf(const Project &project)
{
    Project bare = project;
    bare.snapshots.clear();
    return parseJson(projectJson(bare), "project");
}

JsonValue highlightValue(const LessonPage &page)
{
    JsonValue list;
    list.kind = Kind::List;
    const auto addCounted = [](JsonValue &object, const char *key, int number) {
        if (number >= 0)
            add(object, key, numberValue(number + 1));
    };
    for (const CellRef &cell : page.cells) {
        JsonValue item;
        add(item, "matrix", textValue(cell.matrix));
        addCounted(item, "row", cell.row);
        addCounted(item, "column", cell.column);
        list.items.push_back(std::move(item));
    }
    for (const LessonPair &pair : page.pairs) {
        JsonValue item;
        addCounted(item, "query", pair.query);
        addCounted(item, "key", pair.key);
        list.items.push_back(std::move(item));
    }
    return list;
}

/// Writes pages relative to one project.
class PageWriter {
public:
    /// `start` is the document as the file gives it.
    PageWriter(const Project &project, JsonValue start)
        : m_project(project), m_document(documentOf(project)), m_start(std::move(start))
    {
    }

    JsonValue page(const LessonPage &page) const;

private:
    void addState(const LessonPage &page, JsonValue &object) const;
    bool givesBack(const JsonValue &overrides, const Project &project) const;

    const Project &m_project;
    JsonValue m_document; ///< as this program writes it, to compare with
    JsonValue m_start;
};

JsonValue PageWriter::page(const LessonPage &page) const
{
    JsonValue object;
    addText(object, "title", page.title);
    add(object, "text", lessonTextValue(page.text));
    addText(object, "caption", page.caption);
    addState(page, object);
    if (!page.panels.empty()) {
        JsonValue list;
        list.kind = Kind::List;
        for (const PanelId panel : page.panels)
            list.items.push_back(textValue(panelWord(panel)));
        add(object, "panels", std::move(list));
    }
    if (page.mode)
        add(object, "mode", textValue(wordOf(*page.mode)));
    if (page.control)
        add(object, "control", textValue(wordOf(*page.control)));
    if (!page.cells.empty() || !page.pairs.empty())
        add(object, "highlight", highlightValue(page));
    addText(object, "try", page.attempt);
    if (!page.conditions.empty()) {
        JsonValue list;
        list.kind = Kind::List;
        for (const LessonCondition &condition : page.conditions)
            list.items.push_back(condition.given);
        add(object, "done", std::move(list));
    }
    return object;
}

void PageWriter::addState(const LessonPage &page, JsonValue &object) const
{
    const JsonValue document = documentOf(page.project);
    if (page.keeps) {
        add(object, "keep", flagValue(true));
        const JsonValue *view = document.find("view");
        JsonValue nothing;
        nothing.kind = Kind::Object;
        if (page.setsView)
            add(object, "view", view ? *view : nothing);
        return;
    }
    JsonValue overrides = overridesBetween(m_document, document);
    spellModel(overrides, m_project.model.config, page.project.model.config);
    if (!givesBack(overrides, page.project)) {
        add(object, "project", document);
        return;
    }
    for (std::size_t i = 0; i < overrides.keys.size(); ++i)
        add(object, overrides.keys[i], overrides.items[i]);
}

/// Whether reading the overrides gives that very project.
bool PageWriter::givesBack(const JsonValue &overrides, const Project &project) const
{
    JsonValue document = m_start;
    try {
        for (std::size_t i = 0; i < overrides.keys.size(); ++i)
            applyOverride(document, overrides.keys[i], overrides.items[i]);
        Project bare = project;
        bare.snapshots.clear();
        return projectJson(parseProject(document, "page")) == projectJson(bare);
    } catch (const Error &) {
        return false;
    }
}

/// Places of models and files of attention as a lesson at `path` spells them; those of its pages too.
void spellPlaces(JsonValue &document, const QString &path)
{
    for (std::size_t i = 0; i < document.keys.size(); ++i) {
        JsonValue &item = document.items[i];
        const std::string &key = document.keys[i];
        if (key == "project")
            spellPlaces(item, path);
        else if (key == "pages")
            for (JsonValue &page : item.items)
                spellPlaces(page, path);
        else if (key == "attention" || key == "checkpoint")
            for (std::size_t j = 0; j < item.keys.size(); ++j)
                if (item.keys[j] != "hash")
                    item.items[j].text = spelledPlace(QString::fromStdString(item.items[j].text), path).toStdString();
    }
}

JsonValue lessonValue(const Lesson &lesson)
{
    JsonValue root;
    add(root, "format", textValue("regard-lesson"));
    add(root, "version", numberValue(lesson.version));
    addText(root, "title", lesson.title);
    addText(root, "summary", lesson.summary);
    const bool isExample = !lesson.example.empty();
    JsonValue start = isExample ? parseJson(exampleJson(lesson.example), lesson.example) : documentOf(lesson.project);
    add(root, isExample ? "example" : "project", isExample ? textValue(lesson.example) : start);
    const PageWriter writer(lesson.project, std::move(start));
    JsonValue pages;
    pages.kind = Kind::List;
    for (const LessonPage &page : lesson.pages)
        pages.items.push_back(writer.page(page));
    add(root, "pages", std::move(pages));
    return root;
}

} // namespace

std::string lessonJson(const Lesson &lesson)
{
    return jsonText(lessonValue(lesson)) + "\n";
}

void writeLesson(const QString &path, const Lesson &lesson)
{
    std::string json;
    try {
        JsonValue root = lessonValue(lesson);
        spellPlaces(root, path);
        json = jsonText(root) + "\n";
    } catch (const Error &error) {
        throw FileError(path.toStdString(), Message::tr("cannot be written: %1", {error.what()}));
    }
    AtomicFile file(path);
    file.write(json);
    file.commit();
}

} // namespace regard
