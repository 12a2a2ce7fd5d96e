#include "io/project/model_hash.h"

#include <utility>

#include <QByteArray>
#include <QCryptographicHash>

#include "io/checkpoint/open_checkpoints.h"
#include "io/project/model_keys.h"
#include "io/project/project_state.h"

namespace regard {

namespace {

void addText(QCryptographicHash &hash, const std::string &text)
{
    hash.addData(QByteArray::fromStdString(text) + '\0');
}

void addNumbers(QCryptographicHash &hash, const std::string &name, const Matrix &numbers)
{
    addText(hash, name + " " + std::to_string(numbers.rows()) + " " + std::to_string(numbers.cols()));
    hash.addData(QByteArray::fromRawData(reinterpret_cast<const char *>(numbers.data()),
                                         qsizetype(numbers.size()) * qsizetype(sizeof(float))));
}

/// Adds the weights that differ from `known`, and the names of those that are not there.
void addWeights(QCryptographicHash &hash, const ModelWeights &weights, const ModelWeights &known)
{
    for (const auto &[name, weight] : weights.all())
        if (!isSame(weight, known.find(name)))
            addNumbers(hash, name, *weight.matrix());
    for (const auto &[name, weight] : known.all())
        if (!weights.contains(name))
            addText(hash, "no " + name);
}

} // namespace

std::string modelHash(const Model &model, const std::shared_ptr<const Checkpoint> &checkpoint)
{
    QCryptographicHash hash(QCryptographicHash::Blake2b_256);
    for (const std::string &key : modelKeys())
        addText(hash, key + "=" + modelKeyValue(model.config, key));
    if (checkpoint)
        addText(hash, hashOf(checkpoint));
    addWeights(hash, model.given, checkpoint ? checkpoint->model.given : ModelWeights());
    addWeights(hash, model.weights, checkpoint ? checkpoint->model.weights : ModelWeights());
    for (const auto &[token, row] : model.embedding)
        addNumbers(hash, token, *row);
    return "blake2b:" + hash.result().toHex().toStdString();
}

SharedMeans meansOf(SentenceMeans means, Model model)
{
    model.interventions = {};
    means.of = std::make_shared<const Model>(std::move(model));
    return std::make_shared<const SentenceMeans>(std::move(means));
}

void recogniseMeans(Model &model, const std::shared_ptr<const Checkpoint> &checkpoint)
{
    if (model.interventions.means && model.interventions.means->modelHash == modelHash(model, checkpoint))
        model.interventions.means = meansOf(*model.interventions.means, model);
}

} // namespace regard
