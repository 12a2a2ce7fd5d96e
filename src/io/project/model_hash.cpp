#include "io/project/model_hash.h"

#include <utility>

#include <QByteArray>
#include <QCryptographicHash>

#include "io/checkpoint/open_checkpoints.h"
#include "io/project/model_keys.h"
#include "io/project/project_state.h"
#include "io/project/words.h"

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

/// What makes tokens of a sentence.
std::string readingOf(const SentenceTexts &texts)
{
    return wordOf(texts.tokenizer) + " " + sourceLanguage(texts) + " " + targetLanguage(texts);
}

} // namespace

std::string modelHash(const Project &project)
{
    const Model &model = project.model;
    const Checkpoint *checkpoint = project.checkpoint.get();
    QCryptographicHash hash(QCryptographicHash::Blake2b_256);
    for (const std::string &key : modelKeys())
        addText(hash, key + "=" + modelKeyValue(model.config, key));
    addText(hash, readingOf(textsOf(project)));
    if (model.config.tokenDropout)
        addText(hash, model.vocabulary.mask);
    if (checkpoint)
        addText(hash, hashOf(project.checkpoint));
    addWeights(hash, model.given, checkpoint ? checkpoint->model.given : ModelWeights());
    addWeights(hash, model.weights, checkpoint ? checkpoint->model.weights : ModelWeights());
    for (const auto &[token, row] : model.embedding)
        addNumbers(hash, token, *row);
    return "blake2b:" + hash.result().toHex().toStdString();
}

SharedMeans meansOf(SentenceMeans means, const Project &project)
{
    Model model = project.model;
    model.interventions = {};
    means.of = std::make_shared<const Model>(std::move(model));
    means.reading = readingOf(textsOf(project));
    means.isOfOtherTokens = false;
    return std::make_shared<const SentenceMeans>(std::move(means));
}

SharedMeans meansBeside(SharedMeans means, const SentenceTexts &texts)
{
    const bool isOfOther = means && means->reading != readingOf(texts);
    if (!means || means->isOfOtherTokens == isOfOther)
        return means;
    SentenceMeans beside = *means;
    beside.isOfOtherTokens = isOfOther;
    return std::make_shared<const SentenceMeans>(std::move(beside));
}

void recogniseMeans(Project &project)
{
    SharedMeans &means = project.model.interventions.means;
    if (means && means->modelHash == modelHash(project))
        means = meansOf(*means, project);
}

} // namespace regard
