#include "io/project/means_file.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include <QDir>
#include <QFileInfo>

#include "io/base/atomic_file.h"
#include "io/base/file_bytes.h"
#include "io/base/file_error.h"
#include "io/base/json_document.h"
#include "io/base/json_text.h"
#include "io/base/neighbour_path.h"
#include "io/project/intervention_keys.h"

namespace regard {

namespace {

constexpr std::size_t mostKeptMeans = 8;

bool isText(const JsonValue *value, const std::string &text)
{
    return value && value->kind == JsonValue::Kind::Text && value->text == text;
}

bool isOfSame(const JsonValue &entry, const SentenceMeans &means)
{
    return isText(entry.find("sentences_hash"), means.sentencesHash) &&
           isText(entry.find("model_hash"), means.modelHash);
}

/// Returns the file's entries, the newest first: none where there is no file. Returns nothing for another program's
/// file or a later version.
std::optional<std::vector<JsonValue>> keptEntries(const QString &path)
{
    if (!QFileInfo::exists(path))
        return std::vector<JsonValue>();
    try {
        JsonValue root = parseJson(storedFileBytes(path, "means"), path.toStdString());
        const JsonValue *means = root.find("means");
        const JsonValue *version = root.find("version");
        const bool isOurs = isText(root.find("format"), "regard-means") && version &&
                            version->kind == JsonValue::Kind::Number && version->number.whole() == 1 && means &&
                            (means->kind == JsonValue::Kind::List || means->numbers.empty());
        return isOurs ? std::optional(means->items) : std::nullopt;
    } catch (const Error &) {
        return std::nullopt;
    }
}

} // namespace

QString meansPath(const QString &projectPath, const Project &project)
{
    if (!projectPath.isEmpty()) {
        const QFileInfo file(projectPath);
        return neighbourPath(file.absoluteDir(), file.completeBaseName() + QStringLiteral(".means"));
    }
    return project.checkpoint ? neighbourPath(QDir(project.checkpoint->folder), QStringLiteral("regard.means"))
                              : QString();
}

void addKeptMeans(const QString &path, const ModelConfig &config, SentenceMeans &means)
{
    if (path.isEmpty())
        return;
    for (const JsonValue &entry : keptEntries(path).value_or(std::vector<JsonValue>()))
        if (isOfSame(entry, means)) {
            try {
                SentenceMeans kept = readMeans(entry, "means", config, path.toStdString());
                means.heads.merge(kept.heads);
                means.sublayers.merge(kept.sublayers);
            } catch (const Error &) {
                continue;
            }
        }
}

void keepMeans(const QString &path, const ModelConfig &config, SentenceMeans means)
{
    if (path.isEmpty())
        return;
    std::optional<std::vector<JsonValue>> entries = keptEntries(path);
    if (!entries)
        return; // the file is somebody else's, or a later version's
    addKeptMeans(path, config, means);
    std::erase_if(*entries, [&](const JsonValue &entry) { return isOfSame(entry, means); });
    entries->resize(std::min(entries->size(), mostKeptMeans - 1));
    std::string text =
        "{\n  \"format\": \"regard-means\",\n  \"version\": 1,\n  \"means\": [\n    " + meansText(means, 4, path);
    for (const JsonValue &entry : *entries)
        text += ",\n    " + jsonText(entry, 4);
    try {
        AtomicFile file(path);
        file.write(text + "\n  ]\n}\n");
        file.commit();
    } catch (const FileError &) {
        return; // the folder cannot be written to
    }
}

} // namespace regard
