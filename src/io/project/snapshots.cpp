#include "io/project/snapshots.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "engine/base/errors.h"
#include "engine/base/message.h"
#include "engine/model/weight_shapes.h"
#include "io/base/file_error.h"
#include "io/base/json_document.h"
#include "io/base/json_parts.h"
#include "io/base/json_text.h"
#include "io/base/key_reader.h"
#include "io/project/project_checkpoint.h"
#include "io/project/project_overrides.h"
#include "io/project/project_reader.h"
#include "io/project/project_state.h"
#include "io/project/project_writer.h"
#include "io/project/task_keys.h"

namespace regard {

namespace {

using Kind = JsonValue::Kind;

/// The keys of which a project shares parts with its snapshots, and the snapshots, which a snapshot does not have.
const std::vector<std::string> &heavyKeys()
{
    static const std::vector<std::string> keys{"embedding", "weights", "task", "snapshots"};
    return keys;
}

bool isOneOf(const std::string &key, const std::vector<std::string> &keys)
{
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

const std::vector<std::string> &snapshotKeys()
{
    static const std::vector<std::string> keys = [] {
        std::vector<std::string> all{"name", "task", "checkpoint", "attention"};
        all.insert(all.end(), overrideKeys().begin(), overrideKeys().end());
        return all;
    }();
    return keys;
}

/// Reads snapshots relative to one project.
class SnapshotReader {
public:
    SnapshotReader(const JsonValue &root, const Project &project, const std::string &file)
        : m_project(project), m_file(file)
    {
        m_start.kind = Kind::Object;
        for (std::size_t i = 0; i < root.keys.size(); ++i)
            if (!isOneOf(root.keys[i], heavyKeys()))
                add(m_start, root.keys[i], root.items[i]);
    }

    Snapshot read(const JsonValue &given, const std::string &place) const;

private:
    Project state(const JsonValue &given, const std::string &place) const;
    JsonValue relativeDocument(const JsonValue &given) const;

    const Project &m_project;
    const std::string &m_file;
    JsonValue m_start; ///< the project's document without the shared parts
};

Snapshot SnapshotReader::read(const JsonValue &given, const std::string &place) const
{
    const KeyReader object(given, place, m_file, snapshotKeys());
    Snapshot snapshot;
    snapshot.name = object.text("name").value_or(std::string());
    snapshot.state = std::make_shared<const Project>(state(given, place));
    return snapshot;
}

/// `snapshots[2].weights.encoder.0.self.w_q is …`, `snapshots[2].view.query must …`: the reason with its place, as far
/// as the snapshot has what the reason begins with.
std::string placed(const std::string &reason, const JsonValue &given, const std::string &place)
{
    const std::string subject = reason.substr(0, reason.find_first_of(" :"));
    for (const char *key : {"weights", "model"}) {
        const JsonValue *entries = given.find(key);
        if (entries && entries->find(subject))
            return place + "." + key + "." + reason;
    }
    return place + (given.find(subject.substr(0, subject.find_first_of(".["))) ? "." : ": ") + reason;
}

JsonValue SnapshotReader::relativeDocument(const JsonValue &given) const
{
    JsonValue document = m_start;
    for (const std::string &key : overrideKeys()) {
        const JsonValue *value = given.find(key);
        if (value && isOneOf(key, heavyKeys()))
            add(document, key, *value);
        else if (value)
            applyOverride(document, key, *value);
    }
    if (const JsonValue *task = given.find("task"))
        add(document, "task", *task);
    return document;
}

/// Whether a snapshot has another checkpoint or file of attention than its project, null for none: then it has
/// everything that a project of its own would have.
bool standsAlone(const JsonValue &given)
{
    return given.find("checkpoint") || given.find("attention");
}

JsonValue ownDocument(const JsonValue &given)
{
    JsonValue document;
    add(document, "format", textValue("regard-project"));
    add(document, "version", numberValue(1));
    for (std::size_t i = 0; i < given.keys.size(); ++i) {
        const bool isNone = given.items[i].kind == Kind::Null && isOneOf(given.keys[i], {"checkpoint", "attention"});
        if (given.keys[i] != "name" && !isNone)
            add(document, given.keys[i], given.items[i]);
    }
    return document;
}

Project SnapshotReader::state(const JsonValue &given, const std::string &place) const
{
    try {
        const bool isAlone = standsAlone(given);
        Project read = readDocument(isAlone ? ownDocument(given) : relativeDocument(given), m_file,
                                    isAlone ? nullptr : &m_project);
        if (isAlone) {
            read.title = m_project.title;
            read.note = m_project.note;
        }
        shareMatrices(m_project, read);
        return read;
    } catch (const FileError &error) {
        throw FileError(m_file, placed(error.reason, given, place));
    } catch (const Error &error) {
        throw FileError(m_file, placed(error.what(), given, place));
    }
}

/// The names under which a project's file holds weights.
std::vector<std::string> writtenWeights(const ModelConfig &config, const ModelWeights &given)
{
    std::vector<std::string> names;
    for (const WeightShape &shape : weightShapes(config))
        if (given.contains(shape.name))
            names.push_back(shape.name);
    return names;
}

JsonValue snapshotTextList(const TokenList &texts)
{
    JsonValue list;
    list.kind = Kind::List;
    for (const std::string &text : texts)
        list.items.push_back(textValue(text));
    return list;
}

/// A state as its file gives it, without matrices equal to the project's, and without a vocabulary.
JsonValue lightDocument(const Project &state, const ModelWeights &given, const Embedding &embedding,
                        const QString &path)
{
    JsonValue document = parseJson(stateDocument(state, given, embedding, path), "snapshot");
    if (state.attention)
        return document;
    add(document, "end", textValue(state.model.vocabulary.end));
    add(document, "mask", textValue(state.model.vocabulary.mask));
    return document;
}

/// Adds null for an entry that the state does not have.
void takeOutSnapshots(JsonValue &overrides, const std::string &key, const std::string &entry)
{
    auto found = std::find(overrides.keys.begin(), overrides.keys.end(), key);
    if (found == overrides.keys.end()) {
        JsonValue none;
        none.kind = Kind::Object;
        add(overrides, key, std::move(none));
        found = overrides.keys.end() - 1;
    }
    add(overrides.items[std::size_t(found - overrides.keys.begin())], entry, {});
}

/// Writes snapshots relative to one project.
class SnapshotWriter {
public:
    SnapshotWriter(const Project &project, const QString &path)
        : m_project(project), m_path(path), m_document(lightDocument(project, {}, {}, path))
    {
    }

    JsonValue snapshot(const Snapshot &snapshot) const;

private:
    JsonValue differences(const Project &state) const;
    JsonValue whole(const Project &state) const;

    const Project &m_project;
    const QString &m_path;
    JsonValue m_document; ///< without weights and embedding
};

JsonValue SnapshotWriter::snapshot(const Snapshot &snapshot) const
{
    JsonValue object;
    object.kind = Kind::Object;
    if (!snapshot.name.empty())
        add(object, "name", textValue(snapshot.name));
    JsonValue overrides =
        isOfSameFiles(*snapshot.state, m_project) ? differences(*snapshot.state) : whole(*snapshot.state);
    for (std::size_t i = 0; i < overrides.keys.size(); ++i)
        add(object, overrides.keys[i], std::move(overrides.items[i]));
    return object;
}

/// Writes a state that stands alone.
JsonValue SnapshotWriter::whole(const Project &state) const
{
    Project alone = state;
    alone.title.clear();
    alone.note.clear();
    const JsonValue document = parseJson(projectDocument(alone, m_path, {}), "snapshot");
    JsonValue entries;
    entries.kind = Kind::Object;
    for (std::size_t i = 0; i < document.keys.size(); ++i)
        if (!isOneOf(document.keys[i], {"format", "version"}))
            add(entries, document.keys[i], document.items[i]);
    if (m_project.checkpoint && !state.checkpoint)
        add(entries, "checkpoint", {});
    if (m_project.attention && !state.attention)
        add(entries, "attention", {});
    return entries;
}

JsonValue SnapshotWriter::differences(const Project &state) const
{
    const Model &from = m_project.model;
    const Model &to = state.model;
    const ModelWeights known = weightsAgainst(m_project, to.config);
    const std::vector<std::string> written = writtenWeights(to.config, to.given);
    ModelWeights given;
    for (const std::string &name : written)
        if (!isSame(known.find(name), to.given.find(name)))
            given.set(name, to.given.find(name));
    Embedding embedding;
    for (const auto &[token, row] : to.embedding)
        if (const auto before = from.embedding.find(token);
            before == from.embedding.end() || !isSame(before->second, row))
            embedding[token] = row;
    JsonValue overrides = overridesBetween(m_document, lightDocument(state, given, embedding, m_path));
    if (state.attention)
        return overrides;
    spellModel(overrides, from.config, to.config);
    if (!(from.vocabulary.tokens == to.vocabulary.tokens))
        add(overrides, "vocabulary", snapshotTextList(to.vocabulary.tokens));
    if (m_project.task && !state.task)
        add(overrides, "task", {});
    else if (!isSameTask(m_project, state))
        add(overrides, "task", parseJson(taskText(*state.task, m_project.task.get(), {}), "snapshot"));
    // A checkpoint's weights follow the configuration; a project's own are named as in the project.
    const bool follows = m_project.checkpoint && !(from.config == to.config);
    for (const std::string &name : writtenWeights(follows ? to.config : from.config, known))
        if (!isOneOf(name, written))
            takeOutSnapshots(overrides, "weights", name);
    for (const auto &[token, row] : from.embedding)
        if (!to.embedding.contains(token))
            takeOutSnapshots(overrides, "embedding", token);
    return overrides;
}

} // namespace

std::vector<Snapshot> readSnapshots(const JsonValue &root, const Project &project, const std::string &file,
                                    std::size_t most)
{
    std::vector<Snapshot> snapshots;
    const JsonValue *given = root.find("snapshots");
    if (!given)
        return snapshots;
    const bool isEmpty = given->kind == Kind::Numbers && given->numbers.empty();
    if (given->kind != Kind::List && !isEmpty)
        throw FileError(file, Message::tr("%1 must be a list of %2, not %3",
                                          {"snapshots", Message::tr("snapshots in braces"), given->described()}));
    if (given->items.size() > most)
        throw FileError(file, Message::tr("snapshots holds %1 snapshots, but a project keeps at most %2",
                                          {std::to_string(given->items.size()), std::to_string(most)}));
    const SnapshotReader reader(root, project, file);
    for (const JsonValue &item : given->items) {
        Snapshot read = reader.read(item, "snapshots[" + std::to_string(snapshots.size() + 1) + "]");
        Project state = *read.state;
        for (const Snapshot &earlier : snapshots)
            shareMatrices(*earlier.state, state);
        read.state = std::make_shared<const Project>(std::move(state));
        snapshots.push_back(std::move(read));
    }
    return snapshots;
}

std::string snapshotsText(const Project &project, const QString &path)
{
    const SnapshotWriter writer(project, path);
    JsonValue list;
    list.kind = Kind::List;
    for (const Snapshot &snapshot : project.snapshots)
        list.items.push_back(writer.snapshot(snapshot));
    constexpr int indent = 2;
    return jsonText(list, indent);
}

} // namespace regard
