#include "export/checkpoint_folder.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <QDir>
#include <QFileInfo>

#include "document/sentence/side.h"

namespace regard {

namespace {

constexpr std::array sentences{"The cat sat on the rug and it was dry-cleaned.", "The cat sat on the rug.",
                               "The cat sat.", "cat"};
constexpr std::array targets{"The cat sat on the rug.", "The cat sat.", "cat"};

/// Files of a checkpoint's folder whose names are also used in other folders.
constexpr std::array commonNames{"config.json",
                                 "tokenizer.json",
                                 "tokenizer_config.json",
                                 "generation_config.json",
                                 "vocab.json",
                                 "vocab.txt",
                                 "merges.txt",
                                 "source.spm",
                                 "target.spm",
                                 "target_vocab.json",
                                 "spiece.model",
                                 "spm.model",
                                 "sentencepiece.bpe.model",
                                 "special_tokens_map.json"};
constexpr std::array suffixes{".safetensors", ".safetensors.index.json", ".bin", ".bin.index.json", "tokenizer.model"};

bool isCheckpointFile(const QString &name)
{
    return std::any_of(commonNames.begin(), commonNames.end(),
                       [&](const char *known) { return name == QLatin1String(known); }) ||
           std::any_of(suffixes.begin(), suffixes.end(),
                       [&](const char *suffix) { return name.endsWith(QLatin1String(suffix)); });
}

/// Whether the vocabulary has every word of the sentence: a special token that was not typed means an unknown one.
bool isKnown(const Tokens &tokens)
{
    return std::none_of(tokens.tokens.begin(), tokens.tokens.end(),
                        [](const Token &token) { return token.isSpecial && !token.isAdded; });
}

/// The longest of the texts that fits the model and its vocabulary, else that fits the model.
template <typename Texts>
std::string readable(const Texts &texts, Project &project, std::string Project::*text,
                     Tokens (*tokensOf)(const Project &))
{
    const int most = project.model.config.maximumTokens;
    for (const bool mustBeKnown : {true, false}) {
        for (const char *candidate : texts) {
            project.*text = candidate;
            const Tokens tokens = tokensOf(project);
            const bool fits = most == 0 || int(tokens.tokens.size()) <= most;
            if (fits && (!mustBeKnown || isKnown(tokens)))
                return candidate;
        }
    }
    return texts.back();
}

} // namespace

QString checkpointFolderOf(const QString &path)
{
    const QFileInfo file(path);
    if (file.isDir())
        return QDir::cleanPath(file.absoluteFilePath());
    const bool isOne = file.isFile() && isCheckpointFile(file.fileName()) && isCheckpointFolder(file.absolutePath());
    return isOne ? file.absolutePath() : QString();
}

Project firstProject(std::shared_ptr<const Checkpoint> checkpoint)
{
    Project project = checkpointProject(std::move(checkpoint));
    project.source = readable(sentences, project, &Project::source, sourceTokens);
    if (readsTarget(project.model.config))
        project.target = readable(targets, project, &Project::target, targetTokens);
    return project;
}

} // namespace regard
