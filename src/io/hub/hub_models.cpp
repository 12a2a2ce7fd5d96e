#include "io/hub/hub_models.h"

#include <algorithm>
#include <map>

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QStringList>

#include "io/base/file_error.h"
#include "io/checkpoint/checkpoint.h"
#include "io/checkpoint/folder_tensors.h"
#include "io/checkpoint/model_folder.h"

namespace regard {

namespace {

constexpr int commitDigits = 7;

QString variable(const char *name)
{
    QString value = QFile::decodeName(qgetenv(name));
    if (value == QLatin1String("~") || value.startsWith(QLatin1String("~/")))
        value.replace(0, 1, QDir::homePath());
    return value;
}

/// The names of what refers to each commit, with a space between them: `main`, `refs/pr/1` as `pr/1`.
std::map<QString, QString> references(const QDir &model)
{
    const QDir refs(model.filePath(QStringLiteral("refs")));
    QStringList paths;
    for (QDirIterator files(refs.path(), QDir::Files, QDirIterator::Subdirectories); files.hasNext();)
        paths.append(files.next());
    paths.sort();
    std::map<QString, QString> names;
    for (const QString &path : paths) {
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly))
            continue;
        QString &name = names[QString::fromLatin1(file.read(200)).trimmed()];
        name += (name.isEmpty() ? QString() : QStringLiteral(" ")) + refs.relativeFilePath(path);
    }
    return names;
}

/// Whether the files that hold its weights are all there: links lead somewhere, and the index's shards exist.
bool isWhole(const QString &snapshot)
{
    const QString folder = modelFolder(snapshot);
    const QDir dir(folder);
    if (!dir.exists(QStringLiteral("config.json")))
        return false;
    for (const QFileInfo &file : dir.entryInfoList(QDir::Files | QDir::System))
        if (file.isSymLink() && !file.exists())
            return false;
    try {
        const QStringList paths = weightPaths(folder);
        return std::all_of(paths.begin(), paths.end(), [](const QString &path) { return QFileInfo(path).isFile(); });
    } catch (const FileError &) {
        // Weights of another program are all that a whole model of that program has.
        return std::any_of(std::begin(foreignWeights), std::end(foreignWeights),
                           [&](const char *name) { return dir.exists(QString::fromLatin1(name)); });
    }
}

} // namespace

QString hubCacheFolder()
{
    for (const char *name : {"HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE"})
        if (const QString folder = variable(name); !folder.isEmpty())
            return QDir::cleanPath(folder);
    if (const QString home = variable("HF_HOME"); !home.isEmpty())
        return QDir::cleanPath(home + QStringLiteral("/hub"));
    QString caches = variable("XDG_CACHE_HOME");
    if (caches.isEmpty())
        caches = QDir::homePath() + QStringLiteral("/.cache");
    return QDir::cleanPath(caches + QStringLiteral("/huggingface/hub"));
}

void findHubModels(const QString &cache, const std::function<bool(const HubModel &)> &found)
{
    const QString prefix = QStringLiteral("models--");
    const QDir all(cache);
    for (const QString &entry : all.entryList({prefix + QStringLiteral("*")}, QDir::Dirs, QDir::Name)) {
        const QDir model(all.filePath(entry));
        const std::map<QString, QString> names = references(model);
        const QDir snapshots(model.filePath(QStringLiteral("snapshots")));
        for (const QString &commit : snapshots.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
            const QString folder = snapshots.filePath(commit);
            if (!isWhole(folder))
                continue;
            const auto name = names.find(commit);
            const CheckpointOutline outline = checkpointOutline(folder);
            if (!found({entry.mid(prefix.size()).replace(QStringLiteral("--"), QStringLiteral("/")),
                        name == names.end() ? commit.left(commitDigits) : name->second, folder, outline.fileBytes,
                        outline.family, outline.fault}))
                return;
        }
    }
}

const std::vector<StarterModel> &starterModels()
{
    static constexpr char usual[] = "config.json tokenizer.json tokenizer_config.json";
    static const std::vector<StarterModel> models{
        {"sentence-transformers/all-MiniLM-L6-v2", "BERT", 91e6, "model.safetensors", usual},
        {"distilbert/distilbert-base-uncased", "DistilBERT", 268e6, "model.safetensors", usual},
        {"Helsinki-NLP/opus-mt-en-de", "Marian", 298e6, "pytorch_model.bin",
         "config.json tokenizer_config.json vocab.json source.spm target.spm"},
        {"distilbert/distilgpt2", "GPT-2", 353e6, "model.safetensors", usual},
        {"google-bert/bert-base-chinese", "BERT", 412e6, "model.safetensors", usual},
        {"google-bert/bert-base-uncased", "BERT", 440e6, "model.safetensors", usual},
        {"FacebookAI/roberta-base", "RoBERTa", 499e6, "model.safetensors", usual},
        {"openai-community/gpt2", "GPT-2", 548e6, "model.safetensors", usual},
        {"facebook/bart-base", "BART", 558e6, "model.safetensors", usual},
        {"Qwen/Qwen2.5-0.5B", "Qwen 2", 988e6, "model.safetensors", usual},
    };
    return models;
}

std::string fetchCommand(const StarterModel &model)
{
    return std::string("hf download ") + model.name + " " + model.others + " " + model.weights;
}

} // namespace regard
