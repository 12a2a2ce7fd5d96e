#include "export/model_options.h"

#include <algorithm>

#include <QFile>

#include "document/sentence/side.h"
#include "document/sentence/token_positions.h"
#include "engine/model/stack.h"
#include "export/checkpoint_folder.h"
#include "io/base/file_error.h"
#include "io/project/examples.h"
#include "io/project/model_keys.h"
#include "io/project/project_attention.h"
#include "io/project/project_file.h"
#include "io/tokenizer/language_choice.h"
#include "io/tokenizer/plain_text.h"

namespace regard {

namespace {

using KeyValues = std::vector<std::pair<std::string, std::string>>;

/// Whether the text is of the key's kind; whether the model can take the value is checked when it is set.
bool isOfKind(const std::string &key, const std::string &value)
{
    const QString text = QString::fromStdString(value);
    bool isNumber = false;
    switch (modelKeyKind(key)) {
    case ModelKeyKind::Flag:
        return value == "true" || value == "false";
    case ModelKeyKind::Whole:
        // Digits beyond 64 bits are still a number, which is out of range.
        return !text.isEmpty() && std::all_of(text.begin() + (text.startsWith(QLatin1Char('-')) ? 1 : 0), text.end(),
                                              [](QChar c) { return c >= QLatin1Char('0') && c <= QLatin1Char('9'); });
    case ModelKeyKind::Number:
        text.toDouble(&isNumber);
        return isNumber;
    case ModelKeyKind::Word: {
        ModelConfig scratch;
        try {
            setModelKey(scratch, key, value);
            return true;
        } catch (const ConfigError &) {
            return false;
        }
    }
    }
    return false;
}

std::string validUtf8(const std::string &bytes)
{
    return plainText(bytes).toStdString();
}

Project readStart(const ModelOptions &options)
{
    if (!options.example.empty())
        return readExample(options.example);
    if (options.file.empty())
        return defaultProject();
    const QString path = QFile::decodeName(QByteArray::fromStdString(options.file));
    if (isAttentionFile(path))
        return attentionProject(openAttention(path));
    const QString folder = checkpointFolderOf(path);
    return folder.isEmpty() ? readProject(path) : checkpointProject(openCheckpoint(folder));
}

bool isSet(const KeyValues &settings, const std::string &key)
{
    return std::any_of(settings.begin(), settings.end(), [&](const auto &setting) { return setting.first == key; });
}

/// A stack that the settings remove keeps its layers where weights are given for them: they come back with it.
void keepHeldLayers(const Model &model, const KeyValues &settings, ModelConfig &config)
{
    const auto keep = [&](Stack stack, int ModelConfig::*layers) {
        const std::string name = stackName(stack);
        const auto &given = model.given.all();
        const bool isHeld = std::any_of(given.begin(), given.end(), [&](const auto &weight) {
            const std::size_t layer = name.size() + 1;
            return weight.first.starts_with(name + ".") && weight.first.find_first_of("0123456789") == layer;
        });
        if (isHeld && !hasStack(config, stack) && !isSet(settings, name + "_layers"))
            config.*layers = model.config.*layers;
    };
    keep(Stack::Encoder, &ModelConfig::encoderLayers);
    keep(Stack::Decoder, &ModelConfig::decoderLayers);
}

/// Sets keys in their own order, not the command line's: a key comes before those that take their default from it.
ModelConfig withSettings(const Model &model, const KeyValues &settings)
{
    ModelConfig config = model.config;
    for (const std::string &key : modelKeys())
        for (const auto &[name, value] : settings)
            if (name == key)
                setModelKey(config, key, value);
    keepHeldLayers(model, settings, config);
    return config;
}

/// The sentence that --sentence names. Throws ConfigError.
Project withSentenceChosen(Project project, int sentence)
{
    if (!project.attention)
        throw ConfigError("--sentence counts the sentences of a file of attention: this is none");
    const int count = int(project.attention->sentences.size());
    if (sentence < 1 || sentence > count)
        throw ConfigError("--sentence " + std::to_string(sentence) + " is not there: the number of sentences is " +
                          std::to_string(count));
    if (sentence - 1 == project.sentence)
        return project;
    return attentionProject(project.attention, sentence - 1);
}

/// Throws ConfigError where the project's tokenizer does not mark sentences with that language.
void chooseLanguage(Project &project, const char *option, const std::string &code, std::string Project::*language)
{
    if (code.empty())
        return;
    const bool isTrained = project.checkpoint && project.tokenizer == Tokenizer::Checkpoint;
    const std::string fault = languageFault(isTrained ? project.checkpoint->tokenizer.get() : nullptr, code);
    if (!fault.empty())
        throw ConfigError(std::string(option) + ": " + fault);
    if (language == &Project::targetLanguage && !readsTarget(project.model.config))
        throw ConfigError("this model reads no target, so --target-language has nothing to set");
    project.*language = code;
}

/// How many weights, cut links and numbers of patched rows there are, of which moving may lose some.
std::size_t countOf(const SideLinks &links)
{
    std::size_t count = links.cuts.size();
    for (const auto &[head, weights] : links.weights)
        count += weights.size();
    for (const auto &[place, rows] : links.patches)
        for (const auto &[token, row] : rows)
            count += row.numbers.size();
    return count;
}

/// Moves masks and what is set, cut or patched with the tokens of the sentences as they were. A mask of a token that is
/// gone goes; throws ConfigError where one of the others' tokens is gone.
void moveWithTokens(Project &project, const SentenceTexts &before)
{
    Interventions &changed = project.model.interventions;
    const SideLinks links{changed.weights, changed.cuts, changed.patches};
    if (links.isEmpty() && project.maskedSource.empty() && project.maskedTarget.empty())
        return;
    const Tokens sourceBefore = sourceTokens(before);
    const Tokens targetBefore = targetTokens(before);
    const Tokens source = sourceTokens(project);
    const Tokens target = targetTokens(project);
    if (textsOf(source) == textsOf(sourceBefore) && textsOf(target) == textsOf(targetBefore))
        return;
    const TokenPositions sourcePositions(sourceBefore, source);
    const TokenPositions targetPositions(targetBefore, target);
    project.maskedSource = sourcePositions.after(project.maskedSource);
    project.maskedTarget = targetPositions.after(project.maskedTarget);
    const SideLinks moved = movedLinks(links, project.model.config, sourcePositions, targetPositions);
    if (countOf(moved) != countOf(links))
        throw ConfigError("it sets, cuts or patches attention at tokens of its own sentence that this one lacks: "
                          "leave --source and --target out");
    changed.weights = moved.weights;
    changed.cuts = moved.cuts;
    changed.patches = moved.patches;
}

/// Throws ConfigError where an option changes what a file of attention says.
void checkGiven(const ModelOptions &options)
{
    if (options.source || options.target)
        throw ConfigError(std::string(options.source ? "--source" : "--target") +
                          " needs a model that computes the attention of another sentence, and this is a file of "
                          "attention: name the model's folder");
    if (!options.sourceLanguage.empty() || !options.targetLanguage.empty())
        throw ConfigError(std::string(options.sourceLanguage.empty() ? "--target-language" : "--source-language") +
                          " needs a model's own tokenizer, and this is a file of attention: name the model's folder");
    if (!options.settings.empty())
        throw ConfigError("--set " + options.settings.front().first +
                          " is a key of a model, and this is a file of attention: name a project or the model's "
                          "folder");
}

} // namespace

std::string ModelOptions::subject() const
{
    if (!file.empty())
        return validUtf8(file);
    return example.empty() ? "default model" : validUtf8(example);
}

std::pair<std::string, std::string> parseSetting(const std::string &text)
{
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        throw UsageError("--set takes KEY=VALUE, not \"" + validUtf8(text) + "\"");
    const std::string key = validUtf8(text.substr(0, equals));
    const std::string value = validUtf8(text.substr(equals + 1));
    const std::vector<std::string> &keys = modelKeys();
    if (std::find(keys.begin(), keys.end(), key) == keys.end())
        throw UsageError("--set: the model has no key \"" + key + "\"");
    if (!isOfKind(key, value))
        throw UsageError("--set " + key + " takes " + modelKeyTakes(key) + ", not \"" + value + "\"");
    return {key, value};
}

Project configured(Project project, const ModelOptions &options)
{
    try {
        if (options.sentence)
            project = withSentenceChosen(std::move(project), *options.sentence);
        if (project.attention) {
            checkGiven(options);
            return project;
        }
        const SentenceTexts before = textsOf(project);
        if (options.source)
            project.source = validUtf8(*options.source);
        const ModelConfig config = withSettings(project.model, options.settings);
        if (!(config == project.model.config)) {
            project.model = reconfigured(project.model, config);
            if (int(project.dimensions.size()) != config.dModel)
                project.dimensions.clear();
        }
        if (options.target && !readsTarget(config) && !takesPair(project))
            throw ConfigError(project.checkpoint
                                  ? "this model reads neither a target nor pairs of sentences, so --target has nothing "
                                    "to set"
                                  : "this model has no decoder beside an encoder, so --target has nothing to set; "
                                    "--set architecture=encoder_decoder adds what is missing");
        if (options.target)
            project.target = validUtf8(*options.target);
        chooseLanguage(project, "--source-language", options.sourceLanguage, &Project::sourceLanguage);
        chooseLanguage(project, "--target-language", options.targetLanguage, &Project::targetLanguage);
        moveWithTokens(project, before);
    } catch (const FileError &) {
        throw;
    } catch (const Error &error) {
        throw FileError(options.subject(), error.what());
    }
    return project;
}

Project openProject(const ModelOptions &options)
{
    return configured(readStart(options), options);
}

} // namespace regard
