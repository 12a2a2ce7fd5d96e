#include "io/project/task_keys.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <QDir>
#include <QFileInfo>

#include "engine/base/message.h"
#include "engine/model/weight_shapes.h"
#include "io/base/json_text.h"
#include "io/base/key_reader.h"
#include "io/base/number_text.h"
#include "io/project/training_keys.h"
#include "training/base/parameters.h"
#include "training/tasks/own_task.h"
#include "training/tasks/task_table.h"

namespace regard {

namespace {

using Kind = JsonValue::Kind;

constexpr int taskKeysMostSteps = 1'000'000'000;

std::vector<std::string> taskNames()
{
    std::vector<std::string> names;
    for (const Task &task : tasks())
        names.push_back(task.name);
    names.insert(names.end(), ownTaskNames().begin(), ownTaskNames().end());
    return names;
}

void require(const KeyReader &object, const char *key)
{
    if (!object.has(key))
        object.fail(Message::tr("%1 is missing", {object.placeOf(key)}));
}

std::uint64_t readSeed(const KeyReader &task)
{
    require(task, "seed");
    const JsonValue &value = *task.find("seed");
    const std::optional<std::uint64_t> seed =
        value.kind == Kind::Number ? numberFrom<std::uint64_t>(value.number.text()) : std::nullopt;
    if (!seed)
        task.fail(Message::tr("%1 must be a whole number from 0, not %2", {task.placeOf("seed"), value.described()}));
    return *seed;
}

std::set<std::string> readLocked(const KeyReader &options, const ModelConfig &config)
{
    std::set<std::string> locked;
    const JsonValue *given = options.find("locked");
    if (!given || (given->kind == Kind::Numbers && given->numbers.empty()))
        return locked;
    std::set<std::string> known{embeddingParameter};
    for (const WeightShape &shape : weightShapes(config))
        known.insert(shape.name);
    for (const JsonValue *item : options.items("locked", Message::tr("names of weights"))) {
        if (item->kind != Kind::Text || !known.contains(item->text))
            options.fail(Message::tr("%1 must name weights of this model, or \"%2\", not %3",
                                     {options.placeOf("locked"), embeddingParameter, item->described()}));
        locked.insert(item->text);
    }
    return locked;
}

void readOptions(const KeyReader &task, const ModelConfig &config, const std::string &name, TrainingOptions &options)
{
    require(task, "options");
    std::vector<std::string> known = trainingKeys();
    known.emplace_back("locked");
    const KeyReader given(*task.find("options"), task.placeOf("options"), name, known);
    for (const std::string &key : trainingKeys()) {
        const JsonValue *value = given.find(key);
        if (!value)
            continue;
        const bool isOfKind = value->kind == (isTrainingWord(key) ? Kind::Text : Kind::Number);
        if (!isOfKind || !setTrainingKey(options, key, isTrainingWord(key) ? value->text : value->number.text()))
            given.fail(
                Message::tr("%1 takes %2, not %3", {given.placeOf(key), trainingKeyTakes(key), value->described()}));
    }
    options.adam.locked = readLocked(given, config);
    options.rate.dModel = config.dModel;
}

/// A list of finite numbers, as many as `count` says; the key exists. `counted` is the key that says how many.
std::vector<double> readNumbers(const KeyReader &object, const char *key, std::optional<std::size_t> count,
                                const char *counted = "step")
{
    require(object, key);
    const JsonValue &value = *object.find(key);
    if (value.kind != Kind::Numbers)
        object.fail(Message::tr("%1 must be a list of numbers, not %2", {object.placeOf(key), value.described()}));
    if (count && value.numbers.size() != *count)
        object.fail(
            Message::tr("%1 has %2 numbers, but %3 has %4", {object.placeOf(key), std::to_string(value.numbers.size()),
                                                             object.placeOf(counted), std::to_string(*count)}));
    std::vector<double> numbers;
    numbers.reserve(value.numbers.size());
    for (const JsonNumber &number : value.numbers) {
        if (!std::isfinite(number.real()))
            object.fail(
                Message::tr("%1 holds %2, which is beyond the range of numbers", {object.placeOf(key), number.text()}));
        numbers.push_back(number.real());
    }
    return numbers;
}

/// Reads steps in rising order, from `lowest` to the last that was taken.
std::vector<long long> readSteps(const KeyReader &object, long long lowest, long long last)
{
    std::vector<long long> steps;
    for (const double number : readNumbers(object, "step", std::nullopt)) {
        const double least = steps.empty() ? double(lowest) : double(steps.back() + 1);
        if (std::trunc(number) != number || number < least || number > double(last))
            object.fail(Message::tr(
                "%1 holds %2, but must hold whole numbers in rising order from %3 to task.step, %4",
                {object.placeOf("step"), numberText(number), std::to_string(lowest), std::to_string(last)}));
        steps.push_back(static_cast<long long>(number));
    }
    return steps;
}

std::vector<StepReport> readCurve(const KeyReader &curve, long long last)
{
    const std::vector<long long> steps = readSteps(curve, 1, last);
    const std::vector<double> loss = readNumbers(curve, "loss", steps.size());
    const std::vector<double> rate = readNumbers(curve, "rate", steps.size());
    const std::vector<double> gradient = readNumbers(curve, "gradient", steps.size());
    std::vector<StepReport> reports;
    reports.reserve(steps.size());
    for (std::size_t i = 0; i < steps.size(); ++i)
        reports.push_back({steps[i], loss[i], rate[i], gradient[i]});
    return reports;
}

HeldOutCurve readHeldOut(const KeyReader &given, const std::string &name, long long last)
{
    HeldOutCurve curve;
    curve.steps = readSteps(given, 0, last);
    curve.loss = readNumbers(given, "loss", curve.steps.size());
    curve.accuracy = readNumbers(given, "accuracy", curve.steps.size());
    if (const JsonValue *measures = given.find("measures")) {
        const std::string place = given.placeOf("measures");
        if (measures->kind != Kind::Object)
            KeyReader(*measures, place, name, {}); // says so
        for (std::size_t i = 0; i < measures->keys.size(); ++i) {
            // Each is read by itself: to look for every one among all of them would take its time where a file has
            // many.
            const std::string &measure = measures->keys[i];
            JsonValue one;
            one.kind = Kind::Object;
            one.keys = {measure};
            one.items = {measures->items[i]};
            const KeyReader each(one, place, name, {measure});
            std::vector<double> numbers = readNumbers(each, measure.c_str(), std::nullopt);
            if (numbers.size() != curve.steps.size())
                each.fail(Message::tr("%1 has %2 numbers, but %3 has %4",
                                      {each.placeOf(measure), std::to_string(numbers.size()), given.placeOf("step"),
                                       std::to_string(curve.steps.size())}));
            curve.measures.emplace(measure, std::move(numbers));
        }
    }
    return curve;
}

/// Shares of the sentences of each length, from 0 to 1.
std::vector<double> readShares(const KeyReader &given, const char *key, std::size_t count)
{
    std::vector<double> shares = readNumbers(given, key, count, "length");
    for (const double share : shares)
        if (share < 0 || share > 1)
            given.fail(
                Message::tr("%1 holds %2, but must hold shares from 0 to 1", {given.placeOf(key), numberText(share)}));
    return shares;
}

std::vector<ModelLengths> readModels(const KeyReader &task, const std::string &name)
{
    std::vector<ModelLengths> models;
    const JsonValue *given = task.find("models");
    if (!given || (given->kind == Kind::Numbers && given->numbers.empty()))
        return models;
    const std::vector<const JsonValue *> items = task.items("models", Message::tr("what models know of each length"));
    for (std::size_t i = 0; i < items.size(); ++i) {
        const KeyReader each(*items[i], task.placeOf("models") + "[" + std::to_string(i) + "]", name,
                             {"name", "step", "length", "accuracy", "token_accuracy"});
        ModelLengths &model = models.emplace_back();
        for (const char *key : {"name", "step"})
            require(each, key);
        model.model = *each.text("name");
        model.step = *each.whole("step", 0, taskKeysMostSteps);
        const std::vector<double> lengths = readNumbers(each, "length", std::nullopt);
        const std::vector<double> accuracy = readShares(each, "accuracy", lengths.size());
        const std::vector<double> tokens = readShares(each, "token_accuracy", lengths.size());
        for (std::size_t place = 0; place < lengths.size(); ++place) {
            const int least = place == 0 ? 1 : model.lengths.back().length + 1;
            if (std::trunc(lengths[place]) != lengths[place] || lengths[place] < least ||
                lengths[place] > taskKeysMostSteps)
                each.fail(Message::tr("%1 holds %2, but must hold whole numbers in rising order from 1",
                                      {each.placeOf("length"), numberText(lengths[place])}));
            model.lengths.push_back({int(lengths[place]), accuracy[place], tokens[place]});
        }
    }
    return models;
}

/// `[1, 0.5]` of each number that `of` takes from an entry.
template <typename Entries, typename Of>
std::string taskListText(const Entries &entries, Of of)
{
    std::string text = "[";
    for (const auto &entry : entries)
        text += (text.size() == 1 ? "" : ", ") + numberText(of(entry));
    return text + "]";
}

std::string taskListText(const std::vector<double> &numbers)
{
    return taskListText(numbers, [](double number) { return number; });
}

std::string optionsText(const TrainingOptions &options)
{
    std::string text;
    for (const std::string &key : trainingKeys()) {
        const std::string value = trainingKeyValue(options, key);
        text +=
            (text.empty() ? "{ " : ", ") + jsonString(key) + ": " + (isTrainingWord(key) ? jsonString(value) : value);
    }
    std::string locked;
    for (const std::string &name : options.adam.locked)
        locked += (locked.empty() ? "" : ", ") + jsonString(name);
    return text + (locked.empty() ? "" : ", \"locked\": [" + locked + "]") + " }";
}

std::string curveText(const std::vector<StepReport> &curve)
{
    constexpr const char *line = ",\n      ";
    return "{\n      \"step\": " + taskListText(curve, [](const StepReport &report) { return report.step; }) + line +
           "\"loss\": " + taskListText(curve, [](const StepReport &report) { return report.loss; }) + line +
           "\"rate\": " + taskListText(curve, [](const StepReport &report) { return report.rate; }) + line +
           "\"gradient\": " + taskListText(curve, [](const StepReport &report) { return report.gradientNorm; }) +
           "\n    }";
}

std::string heldOutText(const HeldOutCurve &curve)
{
    constexpr const char *line = ",\n      ";
    std::string text = "{\n      \"step\": " + taskListText(curve.steps, [](long long step) { return step; }) + line +
                       "\"loss\": " + taskListText(curve.loss) + line + "\"accuracy\": " + taskListText(curve.accuracy);
    std::string measures;
    for (const auto &[name, numbers] : curve.measures)
        measures += (measures.empty() ? "\n        " : ",\n        ") + jsonString(name) + ": " + taskListText(numbers);
    if (!measures.empty())
        text += line + ("\"measures\": {" + measures) + "\n      }";
    return text + "\n    }";
}

std::string modelsText(const std::vector<ModelLengths> &models)
{
    std::string text;
    for (const ModelLengths &model : models)
        text += (text.empty() ? "[\n      { \"name\": " : ",\n      { \"name\": ") + jsonString(model.model) +
                ", \"step\": " + std::to_string(model.step) + ",\n        \"length\": " +
                taskListText(model.lengths, [](const LengthAccuracy &each) { return each.length; }) +
                ",\n        \"accuracy\": " +
                taskListText(model.lengths, [](const LengthAccuracy &each) { return each.accuracy; }) +
                ",\n        \"token_accuracy\": " +
                taskListText(model.lengths, [](const LengthAccuracy &each) { return each.tokenAccuracy; }) + " }";
    return text.empty() ? "[]" : text + "\n    ]";
}

/// A path in a project that was read from the file `name`.
std::string absoluteData(const std::string &data, const std::string &name)
{
    if (data.empty())
        return data;
    const QDir folder = QFileInfo(QString::fromStdString(name)).absoluteDir();
    return QDir::cleanPath(folder.absoluteFilePath(QString::fromStdString(data))).toStdString();
}

} // namespace

std::string dataBeside(const std::string &data, const QString &project)
{
    if (data.empty() || project.isEmpty())
        return data;
    return QFileInfo(project).absoluteDir().relativeFilePath(QString::fromStdString(data)).toStdString();
}

TrainingRecord readTask(const JsonValue &given, const ModelConfig &config, const std::string &name,
                        const TrainingRecord *base)
{
    const KeyReader task(given, "task", name,
                         {"name", "data", "seed", "step", "options", "curve", "held_out", "models"});
    TrainingRecord record;
    require(task, "name");
    record.task = task.oneOf("name", taskNames());
    if (const std::optional<std::string> data = task.text("data"))
        record.data = absoluteData(*data, name);
    else if (base && base->task == record.task)
        record.data = base->data;
    record.options.seed = readSeed(task);
    require(task, "step");
    record.step = *task.whole("step", 0, taskKeysMostSteps);
    readOptions(task, config, name, record.options);
    const bool followsBase = base && !task.has("curve") && !task.has("held_out");
    if (followsBase) {
        const TrainingRecord before = base->upTo(record.step);
        record.curve = before.curve;
        record.heldOut = before.heldOut;
    }
    if (const JsonValue *curve = task.find("curve"))
        record.curve = readCurve(KeyReader(*curve, task.placeOf("curve"), name, {"step", "loss", "rate", "gradient"}),
                                 record.step);
    if (const JsonValue *heldOut = task.find("held_out"))
        record.heldOut =
            readHeldOut(KeyReader(*heldOut, task.placeOf("held_out"), name, {"step", "loss", "accuracy", "measures"}),
                        name, record.step);
    record.models = task.has("models")                  ? readModels(task, name)
                    : base && base->task == record.task ? base->models
                                                        : record.models;
    return record;
}

std::string taskText(const TrainingRecord &record, const TrainingRecord *base, const QString &project)
{
    std::string text = "{\n    \"name\": " + jsonString(record.task);
    if (!record.data.empty() && !(base && base->task == record.task && base->data == record.data))
        text += ", \"data\": " + jsonString(dataBeside(record.data, project));
    text += ", \"seed\": " + std::to_string(record.options.seed) + ", \"step\": " + std::to_string(record.step) +
            ",\n    \"options\": " + optionsText(record.options);
    const std::optional<TrainingRecord> before = base ? std::optional(base->upTo(record.step)) : std::nullopt;
    const bool followsBase = before && before->curve == record.curve && before->heldOut == record.heldOut;
    if (!followsBase && (base || !record.curve.empty()))
        text += ",\n    \"curve\": " + curveText(record.curve);
    if (!followsBase && (base || !record.heldOut.steps.empty()))
        text += ",\n    \"held_out\": " + heldOutText(record.heldOut);
    const bool hasBasesModels = base && base->task == record.task && base->models == record.models;
    if (!hasBasesModels && (base || !record.models.empty()))
        text += ",\n    \"models\": " + modelsText(record.models);
    return text + "\n  }";
}

} // namespace regard
