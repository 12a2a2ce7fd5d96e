#include "io/project/project.h"

#include <algorithm>
#include <utility>

#include "io/attention/attention_file.h"

namespace regard {

namespace {

/// A code that another model's tokenizer had counts as none.
std::string languageOf(const Checkpoint *checkpoint, const std::string &code)
{
    if (!checkpoint)
        return {};
    const std::vector<std::string> &codes = checkpoint->tokenizer->languages().codes;
    return std::find(codes.begin(), codes.end(), code) == codes.end() ? std::string() : code;
}

/// Empty where every token is shown as it is spelled.
std::vector<std::string> labelsOf(const Tokens &tokens)
{
    const auto isSpelled = [](const Token &token) { return token.label.empty() || token.label == token.text; };
    if (std::all_of(tokens.tokens.begin(), tokens.tokens.end(), isSpelled))
        return {};
    std::vector<std::string> labels;
    labels.reserve(tokens.tokens.size());
    for (const Token &token : tokens.tokens)
        labels.push_back(token.label.empty() ? token.text : token.label);
    return labels;
}

/// Empty where all are 0.
std::vector<int> typesOf(const Tokens &tokens)
{
    if (std::all_of(tokens.tokens.begin(), tokens.tokens.end(), [](const Token &token) { return token.type == 0; }))
        return {};
    std::vector<int> types;
    types.reserve(tokens.tokens.size());
    for (const Token &token : tokens.tokens)
        types.push_back(token.type);
    return types;
}

} // namespace

Project defaultProject()
{
    Project project;
    project.model = buildModel(ModelConfig(), {}, {});
    return project;
}

std::vector<int> fittingPositions(const std::vector<int> &positions, std::size_t count)
{
    std::vector<int> fitting;
    for (const int position : positions) {
        const bool known = std::find(fitting.begin(), fitting.end(), position) != fitting.end();
        if (position >= 0 && std::size_t(position) < count && !known)
            fitting.push_back(position);
    }
    return fitting;
}

bool canPair(const Checkpoint *checkpoint, const ModelConfig &config)
{
    return checkpoint && checkpoint->readsPairs && config.architecture == Architecture::Encoder;
}

SentenceTexts textsOf(const Project &project)
{
    const Checkpoint *checkpoint = project.checkpoint.get();
    return {project.source,
            project.target,
            project.tokenizer,
            checkpoint ? checkpoint->tokenizer : nullptr,
            canPair(checkpoint, project.model.config),
            languageOf(checkpoint, project.sourceLanguage),
            languageOf(checkpoint, project.targetLanguage),
            project.attention ? project.attention->sentences.at(std::size_t(project.sentence)).tokens : nullptr};
}

bool takesPair(const Project &project)
{
    return takesPair(textsOf(project));
}

bool readsPair(const Project &project)
{
    return readsPair(textsOf(project));
}

Tokens sourceTokens(const Project &project)
{
    return sourceTokens(textsOf(project));
}

Tokens targetTokens(const Project &project)
{
    return targetTokens(textsOf(project));
}

Project checkpointProject(std::shared_ptr<const Checkpoint> checkpoint)
{
    Project project;
    project.model = checkpoint->model;
    project.tokenizer = Tokenizer::Checkpoint;
    project.checkpoint = std::move(checkpoint);
    return project;
}

Input inputOf(const ModelConfig &config, const Tokens &source, const Tokens &target)
{
    Input input;
    input.tokens = textsOf(source);
    input.labels = labelsOf(source);
    if (config.tokenTypes > 0)
        input.types = typesOf(source);
    if (config.architecture == Architecture::EncoderDecoder) {
        input.target = textsOf(target);
        input.targetLabels = labelsOf(target);
    }
    return input;
}

Input inputOf(const Project &project)
{
    const ModelConfig &config = project.model.config;
    const bool both = config.architecture == Architecture::EncoderDecoder;
    Input input = inputOf(config, sourceTokens(project), both ? targetTokens(project) : Tokens());
    input.masked = fittingPositions(project.maskedSource, input.tokens.size());
    if (both)
        input.maskedTarget = fittingPositions(project.maskedTarget, input.target.size());
    return input;
}

} // namespace regard
