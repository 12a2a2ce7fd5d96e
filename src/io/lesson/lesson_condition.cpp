#include "io/lesson/lesson_condition.h"

#include <algorithm>
#include <cmath>

#include "engine/base/errors.h"
#include "engine/base/message.h"
#include "engine/model/attention_place.h"
#include "io/base/file_error.h"
#include "io/base/key_reader.h"
#include "io/project/attention_extent.h"
#include "io/project/model_keys.h"
#include "io/project/view_keys.h"
#include "io/project/words.h"

namespace regard {

namespace {

using Kind = JsonValue::Kind;

const std::vector<std::string> viewKeys = {"block", "summary", "layer", "head",  "heads",
                                           "query", "key",     "stage", "steps", "cell"};

std::vector<int> headList(const KeyReader &object)
{
    const JsonValue &value = *object.find("heads");
    std::vector<int> heads;
    for (const JsonNumber &number : value.numbers) {
        const std::optional<int> head = number.whole();
        if (!head || *head < 1 || *head > maximumHeads)
            object.fail(Message::tr("%1 holds %2, but heads are whole numbers from 1",
                                    {object.placeOf("heads"), number.text()}));
        heads.push_back(*head - 1);
    }
    if (heads.empty())
        object.fail(Message::tr("%1 must be a list of whole numbers from 1, not %2",
                                {object.placeOf("heads"), value.described()}));
    std::sort(heads.begin(), heads.end());
    return heads;
}

/// The keys of a matrix's cell or of the steps, one by one: keys not given do not matter.
void nameInner(const JsonValue &given, const std::string &key, LessonViewPart &part)
{
    for (const std::string &inner : given.keys)
        part.keys.push_back(key + "." + inner);
}

/// What a user is asked to make need not exist yet, so no range is checked here.
CellRef anyCell(const JsonValue &given, const std::string &place, const std::string &name)
{
    const KeyReader object(given, place, name, {"matrix", "row", "column"});
    const std::optional<std::string> matrix = object.text("matrix");
    if (!matrix)
        object.fail(Message::tr("%1 is missing", {object.placeOf("matrix")}));
    return {*matrix, object.counted("row", maximumSize), object.counted("column", maximumSize)};
}

LessonViewPart readViewPart(const JsonValue &given, const std::string &place, const std::string &name)
{
    const KeyReader object(given, place, name, viewKeys);
    LessonViewPart part;
    StoredView &view = part.view;
    view.layer = object.counted("layer", maximumLayers);
    view.head = object.counted("head", maximumHeads);
    view.query = object.counted("query", maximumSize);
    view.key = object.counted("key", maximumSize);
    for (std::size_t i = 0; i < given.keys.size(); ++i) {
        const std::string &key = given.keys[i];
        const JsonValue &value = given.items[i];
        if (key == "block")
            view.block = readWord<Attention>(object, "block");
        else if (key == "summary")
            view.summary = *readWord<Summary>(object, "summary");
        else if (key == "stage")
            view.stage = *readWord<Stage>(object, "stage");
        else if (key == "heads")
            view.heads = headList(object);
        else if (key == "steps")
            view.steps = readStepView(value, object.placeOf(key), name);
        else if (key == "cell")
            view.cell = anyCell(value, object.placeOf(key), name);
        if (key == "steps" || key == "cell")
            nameInner(value, key, part);
        else
            part.keys.push_back(key);
    }
    if (part.keys.empty())
        object.fail(Message::tr("%1 must name at least one entry of a view, such as {\"query\": 1}", {place}));
    return part;
}

/// The heads that a view shows, where an empty list means all.
std::vector<int> shownHeads(const StoredView &view, const ModelConfig &config)
{
    std::vector<int> heads = view.heads;
    if (heads.empty())
        for (int head = 0; head < headsOf(config, viewedAttention(view, config)); ++head)
            heads.push_back(head);
    std::sort(heads.begin(), heads.end());
    return heads;
}

bool isEqual(const std::string &key, const StoredView &wanted, const StoredView &view, const ModelConfig &config)
{
    if (key == "block")
        return wanted.block == viewedAttention(view, config);
    if (key == "summary")
        return wanted.summary == view.summary;
    if (key == "layer")
        return wanted.layer == view.layer;
    if (key == "head")
        return wanted.head == view.head;
    if (key == "heads")
        return wanted.heads == shownHeads(view, config);
    if (key == "query")
        return wanted.query == view.query;
    if (key == "key")
        return wanted.key == view.key;
    if (key == "stage")
        return wanted.stage == view.stage;
    if (key == "cell.matrix")
        return wanted.cell.matrix == view.cell.matrix;
    if (key == "cell.row")
        return wanted.cell.row == view.cell.row;
    if (key == "cell.column")
        return wanted.cell.column == view.cell.column;
    if (key == "steps.step")
        return wanted.steps.kind == view.steps.kind;
    if (key == "steps.all")
        return wanted.steps.showsAll == view.steps.showsAll;
    if (key == "steps.form")
        return wanted.steps.matrixForm == view.steps.matrixForm;
    if (key == "steps.convention")
        return wanted.steps.columns == view.steps.columns;
    if (key == "steps.by_hand")
        return wanted.steps.handDecimals == view.steps.handDecimals;
    return wanted.steps.digits == view.steps.digits;
}

/// A model key's value as modelKeyValue() spells it, after its JSON type is checked.
std::string conditionModelText(const std::string &key, const JsonValue &value, const std::string &place,
                               const std::string &name)
{
    const ModelKeyKind kind = modelKeyKind(key);
    const bool fits = kind == ModelKeyKind::Word   ? value.kind == Kind::Text
                      : kind == ModelKeyKind::Flag ? value.kind == Kind::Flag
                                                   : value.kind == Kind::Number;
    if (!fits)
        throw FileError(name, Message::tr("%1 takes %2, not %3", {place, modelKeyTakes(key), value.described()}));
    ModelConfig scratch;
    try {
        setModelKey(scratch, key, kind == ModelKeyKind::Word ? value.text : value.described());
    } catch (const Error &error) {
        throw FileError(name, place + ": " + error.what());
    }
    return modelKeyValue(scratch, key);
}

void readConditionModel(const JsonValue &given, const std::string &place, const std::string &name,
                        LessonCondition &condition)
{
    const KeyReader object(given, place, name, modelKeys());
    if (given.keys.empty())
        object.fail(Message::tr("%1 must name at least one key of a model, such as {\"heads\": 2}", {place}));
    for (std::size_t i = 0; i < given.keys.size(); ++i)
        condition.model.emplace_back(
            given.keys[i], conditionModelText(given.keys[i], given.items[i], object.placeOf(given.keys[i]), name));
}

double bound(const KeyReader &object, const char *key, double otherwise)
{
    const JsonValue *value = object.find(key);
    if (value && value->kind != Kind::Number)
        object.fail(Message::tr("%1 must be a number, not %2", {object.placeOf(key), value->described()}));
    return value ? value->number.real() : otherwise;
}

void readValue(const KeyReader &object, LessonCondition &condition)
{
    const JsonValue &value = *object.find("value");
    const std::string place = object.placeOf("value");
    if (value.kind != Kind::Text)
        object.fail(Message::tr("%1 must be a text such as \"weight 1 2\", not %2", {place, value.described()}));
    try {
        condition.value = parseLessonValue(value.text);
    } catch (const Error &error) {
        object.fail(place + ": " + error.what());
    }
    if (!isSingleNumber(*condition.value))
        object.fail(Message::tr("%1 is \"%2\", but only a single number can be compared", {place, value.text}));
    condition.atLeast = bound(object, "at_least", condition.atLeast);
    condition.atMost = bound(object, "at_most", condition.atMost);
    if (!object.has("at_least") && !object.has("at_most"))
        object.fail(
            Message::tr("%1 stands without at_least and at_most, so there is nothing to compare it with", {place}));
    if (condition.atLeast > condition.atMost)
        object.fail(
            Message::tr("%1 is larger than at_most, so that nothing lies between them", {object.placeOf("at_least")}));
}

std::string withoutSpaces(const std::string &text)
{
    constexpr const char *spaces = " \t\r\n";
    const std::size_t first = text.find_first_not_of(spaces);
    return first == std::string::npos ? std::string() : text.substr(first, text.find_last_not_of(spaces) - first + 1);
}

} // namespace

LessonCondition readLessonCondition(const JsonValue &given, const std::string &key, const std::string &name)
{
    const KeyReader object(given, key, name, {"value", "at_least", "at_most", "model", "view", "source", "target"});
    int kinds = 0;
    for (const char *kind : {"value", "model", "view", "source", "target"})
        kinds += object.has(kind) ? 1 : 0;
    if (kinds != 1)
        object.fail(Message::tr("%1 must have exactly one of value, model, view, source and target", {key}));
    if (!object.has("value") && (object.has("at_least") || object.has("at_most")))
        object.fail(Message::tr("%1 has a bound, but no value to compare with it", {key}));
    LessonCondition condition;
    condition.given = given;
    if (object.has("value"))
        readValue(object, condition);
    if (const JsonValue *model = object.find("model"))
        readConditionModel(*model, object.placeOf("model"), name, condition);
    if (const JsonValue *view = object.find("view"))
        condition.view = readViewPart(*view, object.placeOf("view"), name);
    condition.source = object.text("source");
    condition.target = object.text("target");
    return condition;
}

bool holds(const LessonCondition &condition, const LessonState &state, LessonNumbers &numbers)
{
    if (condition.value) {
        const LessonAnswer answer = numbers.answer(*condition.value);
        return answer.exists && answer.numbers.size() == 1 && answer.numbers.front() >= condition.atLeast &&
               answer.numbers.front() <= condition.atMost;
    }
    if (condition.view)
        return std::all_of(condition.view->keys.begin(), condition.view->keys.end(), [&](const std::string &key) {
            return isEqual(key, condition.view->view, state.view, state.config);
        });
    if (condition.source)
        return withoutSpaces(*condition.source) == withoutSpaces(state.source);
    if (condition.target)
        return withoutSpaces(*condition.target) == withoutSpaces(state.target);
    return std::all_of(condition.model.begin(), condition.model.end(),
                       [&](const auto &wanted) { return modelKeyValue(state.config, wanted.first) == wanted.second; });
}

} // namespace regard
