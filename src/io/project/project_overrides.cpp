#include "io/project/project_overrides.h"

#include <algorithm>

#include "engine/base/errors.h"
#include "engine/base/message.h"
#include "io/base/json_document.h"
#include "io/base/json_parts.h"
#include "io/base/json_text.h"
#include "io/project/model_keys.h"
#include "io/project/project_state.h"

namespace regard {

namespace {

using Kind = JsonValue::Kind;

/// The meaning of a missing key of a project, written out: an override cannot remove a key.
JsonValue absent(const std::string &key)
{
    if (key == "source" || key == "target" || key == "source_language" || key == "target_language")
        return textValue({});
    if (key == "end" || key == "mask")
        return textValue(key == "end" ? Vocabulary().end : Vocabulary().mask);
    if (key == "tokenizer")
        return textValue("words");
    JsonValue value;
    const bool isObject = key == "view" || key == "model" || key == "weights" || key == "embedding";
    value.kind = isObject ? Kind::Object : Kind::Numbers;
    return value;
}

bool isMerged(const std::string &key)
{
    return key == "model" || key == "weights" || key == "embedding";
}

void put(JsonValue &object, const std::string &key, JsonValue value)
{
    const auto found = std::find(object.keys.begin(), object.keys.end(), key);
    if (found != object.keys.end()) {
        object.items[std::size_t(found - object.keys.begin())] = std::move(value);
        return;
    }
    object.keys.push_back(key);
    object.items.push_back(std::move(value));
}

bool takeOut(JsonValue &object, const std::string &key)
{
    const auto found = std::find(object.keys.begin(), object.keys.end(), key);
    if (found == object.keys.end())
        return false;
    object.items.erase(object.items.begin() + (found - object.keys.begin()));
    object.keys.erase(found);
    return true;
}

void merge(JsonValue &into, const std::string &key, const JsonValue &given)
{
    for (std::size_t i = 0; i < given.keys.size(); ++i) {
        const bool takesOut = given.items[i].kind == Kind::Null && key != "model";
        if (!takesOut)
            put(into, given.keys[i], given.items[i]);
        else if (!takeOut(into, given.keys[i]))
            throw ValueError(
                Message::tr("%1 takes \"%2\" out, but the lesson's project has none", {key, given.keys[i]}));
    }
}

bool isSpelledAlike(const JsonValue &a, const JsonValue &b)
{
    return a.kind == b.kind && jsonText(a) == jsonText(b);
}

/// The entries of `to` that `from` does not have with the same value, and null for those that only `from` has.
JsonValue changedEntries(const JsonValue &from, const JsonValue &to)
{
    JsonValue changed;
    changed.kind = Kind::Object;
    for (std::size_t i = 0; i < to.keys.size(); ++i) {
        const JsonValue *before = from.find(to.keys[i]);
        if (!before || !isSpelledAlike(*before, to.items[i]))
            put(changed, to.keys[i], to.items[i]);
    }
    for (const std::string &key : from.keys)
        if (!to.find(key))
            put(changed, key, {});
    return changed;
}

/// A model key's value with its JSON type.
JsonValue modelValue(const ModelConfig &config, const std::string &key)
{
    const std::string value = modelKeyValue(config, key);
    return modelKeyKind(key) == ModelKeyKind::Word ? textValue(value) : parseJson(value, key);
}

/// Whether a key that a file leaves out takes its value from a key that differs.
bool followsDifference(const std::string &key, const ModelConfig &from, const ModelConfig &to)
{
    if (key == "encoder_layers" || key == "decoder_layers")
        return from.architecture != to.architecture;
    if (key == "score")
        return from.decoderAttention != to.decoderAttention;
    return (key == "decoder_heads" && from.heads != to.heads) || (key == "decoder_d_ff" && from.dFf != to.dFf);
}

ModelWeights shared(const ModelWeights &with, const ModelWeights &weights)
{
    ModelWeights result = weights;
    for (const auto &[name, matrix] : weights.all()) {
        const Weight other = with.find(name);
        if (other && isSame(other, matrix))
            result.set(name, other);
    }
    return result;
}

} // namespace

const std::vector<std::string> &overrideKeys()
{
    static const std::vector<std::string> keys{
        "source",      "target",     "source_language", "target_language", "tokenizer",
        "model",       "dimensions", "masked_source",   "masked_target",   "vocabulary",
        "end",         "mask",       "embedding",       "weights",         "off",
        "temperature", "view",       "sentence",        "attend",          "cut",
        "means",       "patch"};
    return keys;
}

void applyOverride(JsonValue &document, const std::string &key, const JsonValue &value)
{
    if (!isMerged(key)) {
        put(document, key, value);
        return;
    }
    if (value.kind != Kind::Object)
        throw ValueError(Message::tr("%1 must be an object, not %2", {key, value.described()}));
    if (!document.find(key))
        put(document, key, absent(key));
    const auto found = std::find(document.keys.begin(), document.keys.end(), key);
    merge(document.items[std::size_t(found - document.keys.begin())], key, value);
}

JsonValue overridesBetween(const JsonValue &from, const JsonValue &to)
{
    JsonValue overrides;
    overrides.kind = Kind::Object;
    for (const std::string &key : overrideKeys()) {
        const JsonValue *before = from.find(key);
        const JsonValue *after = to.find(key);
        const JsonValue old = before ? *before : absent(key);
        const JsonValue now = after ? *after : absent(key);
        if (isSpelledAlike(old, now))
            continue;
        put(overrides, key, isMerged(key) ? changedEntries(old, now) : now);
    }
    return overrides;
}

void spellModel(JsonValue &overrides, const ModelConfig &from, const ModelConfig &to)
{
    const auto model = std::find(overrides.keys.begin(), overrides.keys.end(), "model");
    if (model == overrides.keys.end())
        return;
    JsonValue changed;
    changed.kind = Kind::Object;
    for (const std::string &key : modelKeys())
        if (modelKeyValue(from, key) != modelKeyValue(to, key) || followsDifference(key, from, to))
            put(changed, key, modelValue(to, key));
    overrides.items[std::size_t(model - overrides.keys.begin())] = std::move(changed);
}

void shareMatrices(const Project &with, Project &project)
{
    project.model.given = shared(with.model.given, project.model.given);
    project.model.weights = shared(with.model.weights, project.model.weights);
    for (auto &[token, row] : project.model.embedding) {
        const auto other = with.model.embedding.find(token);
        if (other != with.model.embedding.end() && isSame(other->second, row))
            row = other->second;
    }
}

} // namespace regard
