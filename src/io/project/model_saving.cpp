#include "io/project/model_saving.h"

#include <string>
#include <vector>

#include "engine/base/message.h"
#include "engine/model/weight_shapes.h"
#include "io/base/file_error.h"
#include "io/checkpoint/changed_checkpoint.h"
#include "io/project/model_keys.h"
#include "io/project/project_state.h"

namespace regard {

namespace {

std::string listOf(const std::vector<std::string> &parts)
{
    std::string list;
    for (const std::string &part : parts)
        list += (list.empty() ? "" : ", ") + part;
    return list;
}

/// What is changed from outside, which no file of a model says.
std::vector<std::string> changedFromOutside(const Model &model)
{
    const Interventions all = existingInterventions(model.interventions, model.config);
    std::vector<std::string> kinds;
    if (!all.heads.empty() || !all.sublayers.empty() || !all.states.empty())
        kinds.push_back(Message::tr("heads or sublayers are switched off"));
    if (!all.weights.empty())
        kinds.push_back(Message::tr("attention is set by hand"));
    if (!all.cuts.empty())
        kinds.push_back(Message::tr("links are cut"));
    if (!all.temperatures.empty())
        kinds.push_back(Message::tr("a head has a temperature of its own"));
    if (!all.patches.empty())
        kinds.push_back(Message::tr("rows are taken from another pass"));
    if (kinds.empty() && !all.isEmpty())
        kinds.push_back(Message::tr("something is put in its place"));
    return kinds;
}

std::vector<std::string> changedKeys(const ModelConfig &from, const ModelConfig &to)
{
    std::vector<std::string> keys;
    for (const std::string &key : modelKeys())
        if (modelKeyValue(from, key) != modelKeyValue(to, key))
            keys.push_back(key);
    return keys;
}

/// Throws where the model computes something else than its folder's files with other numbers would.
void requireSameRules(const Model &model, const Model &opened, const std::string &folder)
{
    if (const std::vector<std::string> kinds = changedFromOutside(model); !kinds.empty())
        throw FileError(folder, Message::tr("a model's files cannot say what is changed from outside: %1; take that "
                                            "back first, or save a project",
                                            {listOf(kinds)}));
    if (model.config != opened.config)
        throw FileError(folder, Message::tr("a model's files cannot say that %1 differs from its config.json; take "
                                            "that back first, or save a project",
                                            {listOf(changedKeys(opened.config, model.config))}));
    if (model.table != opened.table || !(model.vocabulary == opened.vocabulary))
        throw FileError(folder, Message::tr("the vocabulary is another than the one of the tokenizer's files; take "
                                            "that back first, or save a project"));
}

bool isInUse(const Model &model, const std::string &name)
{
    const std::optional<WeightShape> shape = weightShape(model.config, name);
    return shape && shape->active;
}

/// Weights that are drawn anew are in `weights` alone; tables of positions in `given` alone.
ChangedNumbers changedNumbersOf(const Model &model, const Model &opened, const std::string &folder)
{
    ChangedNumbers changed;
    for (const auto *all : {&model.given.all(), &model.weights.all()})
        for (const auto &[name, weight] : *all) {
            const Weight now = model.weights.contains(name) ? model.weights.find(name) : weight;
            const Weight before = opened.given.find(name);
            if (isInUse(model, name) && !isSame(now, before ? before : opened.weights.find(name)))
                changed.weights[name] = now;
        }
    for (const auto &[name, weight] : opened.given.all())
        if (isInUse(model, name) && !model.given.contains(name) && !model.weights.contains(name))
            throw FileError(folder,
                            Message::tr("%1 is drawn anew for each sentence; set it, or save a project", {name}));
    changed.rows = model.embedding;
    return changed;
}

} // namespace

void saveModelFolder(const Project &project, const QString &folder)
{
    const std::string name = folder.toStdString();
    if (!project.checkpoint)
        throw FileError(name, Message::tr("only a trained model, opened from its folder, can be saved as one"));
    const Model &opened = project.checkpoint->model;
    requireSameRules(project.model, opened, name);
    writeChangedCheckpoint(*project.checkpoint, changedNumbersOf(project.model, opened, name), folder);
}

} // namespace regard
