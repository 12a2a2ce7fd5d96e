#include <algorithm>
#include <limits>

#include <QDir>
#include <QFileInfo>

#include "engine/base/errors.h"
#include "engine/base/message.h"
#include "engine/model/weight_shapes.h"
#include "engine/pass/output_layer.h"
#include "io/base/file_bytes.h"
#include "io/base/file_error.h"
#include "io/base/json_document.h"
#include "io/base/nearest_name.h"
#include "io/base/neighbour_path.h"
#include "io/lesson/lesson.h"
#include "io/lesson/lesson_caption.h"
#include "io/lesson/lesson_object.h"
#include "io/project/examples.h"
#include "io/project/project_file.h"
#include "io/project/project_overrides.h"
#include "io/project/view_keys.h"
#include "io/project/words.h"

namespace regard {

namespace {

using Kind = JsonValue::Kind;

const std::vector<std::string> &lessonKeys()
{
    static const std::vector<std::string> keys{"format",  "version", "title", "summary",
                                               "project", "example", "file",  "pages"};
    return keys;
}

const std::vector<std::string> &pageKeys()
{
    static const std::vector<std::string> keys = [] {
        std::vector<std::string> all{"title",   "text",      "caption", "project", "panels", "mode",
                                     "control", "highlight", "keep",    "try",     "done"};
        all.insert(all.end(), overrideKeys().begin(), overrideKeys().end());
        return all;
    }();
    return keys;
}

std::string missing(const std::string &key)
{
    return Message::tr("the key \"%1\" is missing", {key});
}

void forgetKey(JsonValue &object, const std::string &key)
{
    const auto found = std::find(object.keys.begin(), object.keys.end(), key);
    if (found == object.keys.end())
        return;
    object.items.erase(object.items.begin() + (found - object.keys.begin()));
    object.keys.erase(found);
}

/// Turns a parsed document into a lesson; every check names its page and key.
class LessonReader {
public:
    LessonReader(const JsonValue &root, const std::string &name, QString folder)
        : m_root(root), m_name(name), m_folder(std::move(folder))
    {
    }

    Lesson read();
    LessonHeading heading() const;

private:
    [[noreturn]] void fail(const std::string &reason) const { throw FileError(m_name, reason); }

    int readVersion() const;
    JsonValue startDocument(const LessonObject &lesson) const;
    JsonValue neighbour(const LessonObject &lesson) const;
    LessonPage readPage(const JsonValue &given, const std::string &place, const LessonPage *before) const;
    void checkOrigin(const LessonObject &page, const LessonPage *before) const;
    JsonValue pageDocument(const LessonObject &page, const LessonPage *before) const;
    Project readState(const JsonValue &document, const std::string &place) const;
    void checkCaption(const LessonObject &object, const LessonPage &page) const;
    void readPanels(const LessonObject &object, LessonPage &page) const;
    void readControl(const LessonObject &object, LessonPage &page) const;
    void readHighlight(const LessonObject &object, LessonPage &page) const;
    CellRef readCell(const JsonValue &given, const std::string &place, const Project &project) const;
    void readAttempt(const LessonObject &object, LessonPage &page) const;
    void checkValues(const LessonObject &object, const char *key, const LessonText &text, const LessonPage &page) const;

    const JsonValue &m_root;
    const std::string &m_name;
    QString m_folder;
    JsonValue m_start; ///< the lesson's project
    Project m_project;
};

LessonHeading LessonReader::heading() const
{
    readVersion();
    const LessonObject object(m_root, {}, m_name, lessonKeys());
    LessonHeading heading{object.lessonText("title"), object.lessonText("summary")};
    if (heading.title.isEmpty())
        fail(object.has("title") ? Message::tr("title is empty") : missing("title"));
    return heading;
}

Lesson LessonReader::read()
{
    LessonHeading head = heading();
    const LessonObject object(m_root, {}, m_name, lessonKeys());
    Lesson lesson;
    lesson.version = readVersion();
    lesson.title = std::move(head.title);
    lesson.summary = std::move(head.summary);
    m_start = startDocument(object);
    if (const JsonValue *example = object.find("example"))
        lesson.example = example->text;
    m_project = readState(m_start, object.has("project") ? "project" : object.has("file") ? "file" : "example");
    forgetKey(m_start, "snapshots"); // a lesson has pages; every page would read them again
    lesson.project = m_project;
    const std::vector<const JsonValue *> pages = object.items("pages", Message::tr("pages in braces"));
    if (pages.empty())
        fail(missing("pages"));
    lesson.pages.reserve(pages.size());
    for (const JsonValue *page : pages) {
        const std::string place = "pages[" + std::to_string(lesson.pages.size() + 1) + "]";
        lesson.pages.push_back(readPage(*page, place, lesson.pages.empty() ? nullptr : &lesson.pages.back()));
    }
    return lesson;
}

/// The version, of a document that is a lesson.
int LessonReader::readVersion() const
{
    if (m_root.kind != Kind::Object)
        fail(Message::tr("a lesson is an object in braces, not %1", {m_root.described()}));
    const JsonValue *format = m_root.find("format");
    if (!format)
        fail(Message::tr("the key \"format\" is missing, so this is no Regard lesson"));
    if (format->kind != Kind::Text || format->text != "regard-lesson")
        fail(Message::tr("format must be \"regard-lesson\", not %1", {format->described()}));
    const JsonValue *version = m_root.find("version");
    if (!version)
        fail(missing("version"));
    if (version->kind == Kind::Number && version->number.real() > lessonVersion)
        fail(Message::tr("was written by a newer Regard (version %1, this one reads %2)",
                         {version->number.text(), std::to_string(lessonVersion)}));
    const auto number = version->kind == Kind::Number ? version->number.whole() : std::nullopt;
    if (!number || *number < 1)
        fail(Message::tr(
            "version must be %1, not %2",
            {Message::tr("a whole number from %1 to %2", {"1", std::to_string(lessonVersion)}), version->described()}));
    return int(*number);
}

/// The document of the lesson's project, whether inside the lesson or elsewhere.
JsonValue LessonReader::startDocument(const LessonObject &lesson) const
{
    int origins = 0;
    for (const char *origin : {"project", "example", "file"})
        origins += lesson.has(origin) ? 1 : 0;
    if (origins != 1)
        fail(Message::tr("a lesson must have exactly one of project, example and file"));
    if (const JsonValue *project = lesson.find("project"))
        return *project;
    if (lesson.has("file"))
        return neighbour(lesson);
    const JsonValue &example = *lesson.find("example");
    if (example.kind != Kind::Text)
        fail(Message::tr("example must be the name of an example in quotes, not %1", {example.described()}));
    try {
        return parseJson(exampleJson(example.text), m_name);
    } catch (const FileError &error) {
        fail(Message::tr("example \"%1\": %2", {example.text, error.reason}));
    }
}

/// A project in the lesson's own folder. Never elsewhere: a lesson that is passed on takes its folder along.
JsonValue LessonReader::neighbour(const LessonObject &lesson) const
{
    const JsonValue &file = *lesson.find("file");
    const QString given = QString::fromStdString(file.text);
    if (file.kind != Kind::Text || given.isEmpty())
        fail(Message::tr("file must be the name of a project in quotes, not %1", {file.described()}));
    if (QFileInfo(given).fileName() != given || given == QLatin1String("..") || given == QLatin1String(".") ||
        given.contains(QLatin1Char('\\')))
        fail(Message::tr("file is \"%1\", but must be a name without a folder: it stands beside the lesson",
                         {file.text}));
    const QString path = neighbourPath(QDir(m_folder), given);
    try {
        return parseJson(fileBytes(path, Message::tr("a project")), m_name);
    } catch (const FileError &error) {
        fail(Message::tr("file %1: %2", {path.toStdString(), error.reason}));
    }
}

LessonPage LessonReader::readPage(const JsonValue &given, const std::string &place, const LessonPage *before) const
{
    const LessonObject object(given, place, m_name, pageKeys());
    LessonPage page;
    page.title = object.lessonText("title");
    if (!object.has("text"))
        fail(Message::tr("%1 is missing", {object.placeOf("text")}));
    page.text = object.textWithValues("text");
    page.caption = object.textWithValues("caption");
    page.keeps = object.flag("keep");
    checkOrigin(object, before);
    if (page.keeps && !object.has("view")) {
        page.project = before->project;
        page.setsView = false;
    } else {
        page.project = readState(pageDocument(object, before), place);
        shareMatrices(page.keeps ? before->project : m_project, page.project);
    }
    readPanels(object, page);
    page.mode = readWord<LessonMode>(object, "mode");
    readControl(object, page);
    readHighlight(object, page);
    readAttempt(object, page);
    checkValues(object, "text", page.text, page);
    checkValues(object, "caption", page.caption, page);
    checkCaption(object, page);
    checkValues(object, "try", page.attempt, page);
    return page;
}

/// A page has its state from one source alone.
void LessonReader::checkOrigin(const LessonObject &page, const LessonPage *before) const
{
    if (page.flag("keep") && !before)
        fail(Message::tr("%1 stands on the first page, which has no page before it", {page.placeOf("keep")}));
    for (const std::string &key : overrideKeys()) {
        if (key == "view" || !page.has(key.c_str()))
            continue;
        if (page.flag("keep"))
            fail(Message::tr("%1 stands beside keep, but a page that keeps the state changes only view, panels and "
                             "highlight",
                             {page.placeOf(key)}));
        if (page.has("project"))
            fail(Message::tr("%1 stands beside project; change it within the page's project", {page.placeOf(key)}));
    }
    if (page.flag("keep") && page.has("project"))
        fail(Message::tr("%1 stands beside keep, which keeps the state of the page before", {page.placeOf("project")}));
}

JsonValue LessonReader::pageDocument(const LessonObject &page, const LessonPage *before) const
{
    JsonValue document = m_start;
    if (page.flag("keep"))
        document = parseJson(projectJson(before->project), m_name);
    else if (const JsonValue *project = page.find("project"))
        document = *project;
    if (document.kind != Kind::Object)
        fail(Message::tr("%1 must be a whole project in braces, not %2",
                         {page.placeOf("project"), document.described()}));
    for (const std::string &key : overrideKeys()) {
        const JsonValue *value = page.find(key.c_str());
        if (!value)
            continue;
        try {
            applyOverride(document, key, *value);
        } catch (const Error &error) {
            fail(page.placeOf(error.what()));
        }
    }
    return document;
}

Project LessonReader::readState(const JsonValue &document, const std::string &place) const
{
    try {
        Project project = parseProject(document, m_name);
        project.snapshots.clear(); // a lesson has pages
        return project;
    } catch (const FileError &error) {
        fail(place + ": " + error.reason);
    }
}

void LessonReader::readPanels(const LessonObject &object, LessonPage &page) const
{
    for (const JsonValue *panel : object.items("panels", Message::tr("panels such as \"steps\""))) {
        if (panel->kind != Kind::Text)
            fail(Message::tr("%1 must be a list of texts, but one is %2",
                             {object.placeOf("panels"), panel->described()}));
        const std::optional<PanelId> id = panelOfWord(panel->text);
        if (!id)
            fail(Message::tr("%1 holds \"%2\", which is no panel%3",
                             {object.placeOf("panels"), panel->text, nearestNameHint(panel->text, panelWords())}));
        page.panels.push_back(*id);
    }
}

void LessonReader::readControl(const LessonObject &object, LessonPage &page) const
{
    page.control = readWord<LessonControl>(object, "control");
    if (page.control && needsDecoder(*page.control) && !hasStack(page.project.model.config, Stack::Decoder))
        fail(Message::tr("%1 is \"%2\", which needs a model with a decoder",
                         {object.placeOf("control"), wordOf(*page.control)}));
}

void LessonReader::readHighlight(const LessonObject &object, LessonPage &page) const
{
    const std::vector<const JsonValue *> items = object.items("highlight", Message::tr("cells in braces"));
    const ModelConfig &config = page.project.model.config;
    const AttentionExtent extent =
        extentOf(config, viewedAttention(page.project.view, config), countsOf(inputOf(page.project)));
    for (std::size_t i = 0; i < items.size(); ++i) {
        const std::string place = object.placeOf("highlight[" + std::to_string(i + 1) + "]");
        const LessonObject item(*items[i], place, m_name, {"matrix", "row", "column", "query", "key"});
        if (item.has("matrix")) {
            page.cells.push_back(readCell(*items[i], place, page.project));
            continue;
        }
        if (item.has("row") || item.has("column") || (!item.has("query") && !item.has("key")))
            fail(Message::tr("%1 must name a matrix (with row, column or both), or a query, a key or both", {place}));
        page.pairs.push_back({item.counted("query", extent.queries), item.counted("key", extent.keys)});
    }
}

/// The view reader checks the sizes that follow from the model; those that follow from the sentences are checked here.
CellRef LessonReader::readCell(const JsonValue &given, const std::string &place, const Project &project) const
{
    const CellRef cell = readCellRef(given, place, m_name, project.model.config);
    const Input input = inputOf(project);
    const int longest = int(std::max(input.tokens.size(), input.target.size()));
    int rows = std::numeric_limits<int>::max();
    int columns = rows;
    if (cell.matrix == "X")
        rows = int(input.tokens.size());
    else if (cell.matrix == "X target")
        rows = int(input.target.size());
    else if (const auto shape = weightShape(project.model.config, cell.matrix)) {
        const Weight table = project.model.given.find(cell.matrix);
        rows = shape->rows > 0 ? shape->rows : table ? int(table.rows()) : longest;
        columns = shape->columns > 0 ? shape->columns : int(vocabularyOf(project.model, input).size());
    }
    if (cell.row >= rows || cell.column >= columns)
        fail(Message::tr("%1 is a row or a column that %2 does not have", {place, cell.matrix}));
    return cell;
}

void LessonReader::readAttempt(const LessonObject &object, LessonPage &page) const
{
    page.attempt = object.textWithValues("try");
    const std::vector<const JsonValue *> conditions = object.items("done", Message::tr("conditions in braces"));
    if (!conditions.empty() && page.attempt.isEmpty())
        fail(Message::tr("%1 stands without a \"try\" that says what to do", {object.placeOf("done")}));
    for (std::size_t i = 0; i < conditions.size(); ++i)
        page.conditions.push_back(
            readLessonCondition(*conditions[i], object.placeOf("done[" + std::to_string(i + 1) + "]"), m_name));
}

/// A text is about what its page shows. What a user will have made by then is unknown when the file is read: a `now`
/// value may be about words that come with the attempt.
void LessonReader::checkValues(const LessonObject &object, const char *key, const LessonText &text,
                               const LessonPage &page) const
{
    if (page.keeps)
        return;
    const TokenCounts tokens = countsOf(inputOf(page.project));
    for (const auto &[language, words] : text.texts) {
        for (const LessonPiece &piece : lessonPieces(words)) {
            if (!piece.isValue || piece.value.isNow)
                continue;
            const std::string reason = missingValue(piece.value, page.project.model.config, tokens, page.project.view);
            if (!reason.empty())
                fail(
                    Message::tr("%1: the value \"%2\" is not there, because %3",
                                {object.placeOf(key) + (language.empty() ? "" : "." + language), piece.words, reason}));
        }
    }
}

void LessonReader::checkCaption(const LessonObject &object, const LessonPage &page) const
{
    for (const auto &[language, words] : page.caption.texts) {
        const std::string problem = captionProblem(page, words);
        if (!problem.empty())
            fail(object.placeOf("caption") + (language.empty() ? ": " : "." + language + ": ") + problem);
    }
}

} // namespace

bool isLesson(std::string_view json)
{
    if (json.find("regard-lesson") == std::string_view::npos)
        return false;
    try {
        const JsonValue root = parseJson(json, {});
        const JsonValue *format = root.find("format");
        return format && format->kind == Kind::Text && format->text == "regard-lesson";
    } catch (const FileError &) {
        return false;
    }
}

bool isLessonFile(const QString &path)
{
    try {
        return isLesson(fileBytes(path, Message::tr("a lesson")));
    } catch (const FileError &) {
        return false;
    }
}

Lesson readLesson(const QString &path)
{
    return parseLesson(fileBytes(path, Message::tr("a lesson")), path.toStdString(), QFileInfo(path).path());
}

LessonHeading readLessonHeading(std::string_view json, const std::string &name)
{
    const JsonValue root = parseJson(json, name);
    return LessonReader(root, name, {}).heading();
}

Lesson parseLesson(std::string_view json, const std::string &name, const QString &folder)
{
    const JsonValue root = parseJson(json, name);
    try {
        return LessonReader(root, name, folder).read();
    } catch (const FileError &) {
        throw;
    } catch (const Error &error) {
        throw FileError(name, error.what());
    }
}

} // namespace regard
