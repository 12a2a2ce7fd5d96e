#include "io/project/project_attention.h"

#include <algorithm>
#include <utility>

#include <QFileInfo>

#include "engine/base/message.h"
#include "io/attention/attention_hash.h"
#include "io/base/file_error.h"
#include "io/base/json_document.h"
#include "io/base/named_place.h"
#include "io/project/intervention_keys.h"
#include "io/project/model_hash.h"

namespace regard {

namespace {

/// Takes a key out of an object. Returns whether it was there.
bool take(JsonValue &object, const std::string &key)
{
    const auto found = std::find(object.keys.begin(), object.keys.end(), key);
    if (found == object.keys.end())
        return false;
    object.items.erase(object.items.begin() + (found - object.keys.begin()));
    object.keys.erase(found);
    return true;
}

/// What was switched off while it was computed: titles say so.
Interventions interventionsOf(const AttentionSentence &sentence, const Project &project, const std::string &file)
{
    bool isOld = false; // which a trace says of its means, and a project finds by their hash
    JsonValue keys;
    keys.kind = JsonValue::Kind::Object;
    for (const auto &[key, text] : sentence.interventions) {
        keys.keys.emplace_back(key);
        keys.items.push_back(parseJson(text, file));
        isOld = isOld || (key == "means" && take(keys.items.back(), "old"));
    }
    Interventions interventions = readInterventions(keys, sentence.config, file);
    if (interventions.means && !isOld)
        interventions.means = meansOf(*interventions.means, project);
    return interventions;
}

} // namespace

Project attentionProject(std::shared_ptr<const AttentionFile> file, int index)
{
    const AttentionSentence &sentence = file->sentences.at(std::size_t(index));
    Project project;
    project.title = sentence.title;
    project.source = sentence.tokens->source.normalized;
    project.target = sentence.tokens->target.normalized;
    project.tokenizer = Tokenizer::Whitespace;
    project.model = buildModel(sentence.config, {}, {}); // of which nothing is shown but the configuration
    project.model.interventions = interventionsOf(sentence, project, file->path.toStdString());
    project.maskedSource = sentence.masked;
    project.maskedTarget = sentence.maskedTarget;
    // Only one of several large heads is in view first: all of them would have to be read before anything is seen.
    constexpr double mostNumbers = 4e6;
    const double cells = double(sentence.tokens->source.tokens.size() + sentence.tokens->target.tokens.size());
    if (std::max(sentence.config.heads, sentence.config.decoderHeads) * cells * cells > mostNumbers)
        project.view.heads = {0};
    project.sentence = index;
    project.attention = std::move(file);
    return project;
}

SharedTrace attentionTrace(const Project &project)
{
    return attentionTrace(project.attention, std::size_t(project.sentence));
}

std::shared_ptr<const AttentionFile> readAttention(const JsonValue &given, const std::string &name)
{
    const NamedPlace named = readNamedPlace(given, "attention", "file", name);
    const bool hasMoved = !QFileInfo(named.place).isFile() && QFileInfo(named.beside).isFile();
    const QString place = hasMoved ? named.beside : named.place;
    if (!QFileInfo(place).isFile())
        throw FileError(name, Message::tr("the file of attention %1 is not there: the project was saved with %2 and "
                                          "finds no hash in its place; put the file back, or write under "
                                          "attention.file where it is now",
                                          {place.toStdString(), named.hash}));
    std::shared_ptr<const AttentionFile> file = openAttention(place);
    if (const std::string found = hashOf(file); found != named.hash)
        throw FileError(name, Message::tr("the file of attention %1 has changed: the project was saved with %2, and "
                                          "the file has %3 now; put back the file that it was, or write the new hash "
                                          "under attention.hash to go on with this one",
                                          {place.toStdString(), named.hash, found}));
    return file;
}

std::string attentionText(const std::shared_ptr<const AttentionFile> &file, const QString &path)
{
    return namedPlaceText(file->path, "file", hashOf(file), path);
}

} // namespace regard
