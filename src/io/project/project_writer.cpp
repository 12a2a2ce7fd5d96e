#include "io/project/project_writer.h"

#include <algorithm>
#include <cmath>

#include "engine/base/errors.h"
#include "engine/base/message.h"
#include "engine/model/weight_shapes.h"
#include "io/base/json_text.h"
#include "io/base/text_stream.h"
#include "io/project/attention_extent.h"
#include "io/project/intervention_keys.h"
#include "io/project/model_keys.h"
#include "io/project/project_attention.h"
#include "io/project/project_checkpoint.h"
#include "io/project/project_state.h"
#include "io/project/task_keys.h"
#include "io/project/view_keys.h"
#include "io/project/words.h"

namespace regard {

namespace {

/// `[1, 0, 0.5]`. Throws ValueError where a number is not finite, because no reader would accept the file.
std::string rowText(const std::string &name, const Matrix &matrix, Eigen::Index row)
{
    std::string text = "[";
    for (Eigen::Index column = 0; column < matrix.cols(); ++column) {
        if (!std::isfinite(matrix(row, column))) {
            throw ValueError(Message::tr("%1 holds a number that is not finite in row %2, column %3",
                                         {name, std::to_string(row + 1), std::to_string(column + 1)}));
        }
        text += (column == 0 ? "" : ", ") + floatText(matrix(row, column));
    }
    return text + "]";
}

std::string matrixText(const std::string &name, const Matrix &matrix, bool vector)
{
    if (vector)
        return rowText(name, matrix, 0);
    std::string text = "[";
    for (Eigen::Index row = 0; row < matrix.rows(); ++row)
        text += (row == 0 ? "\n      " : ",\n      ") + rowText(name, matrix, row);
    return text + "\n    ]";
}

std::string wholeList(const std::vector<int> &numbers, int offset)
{
    std::string text = "[";
    for (const int number : numbers)
        text += (text.size() == 1 ? "" : ", ") + std::to_string(number + offset);
    return text + "]";
}

std::string textList(const std::vector<std::string> &texts)
{
    std::string list = "[";
    for (const std::string &text : texts)
        list += (list.size() == 1 ? "" : ", ") + jsonString(text);
    return list + "]";
}

/// The members of one object, one per line or all on one line.
class ObjectText {
public:
    ObjectText(const char *separator, const char *end) : m_separator(separator), m_end(end) {}
    void add(const std::string &key, const std::string &value)
    {
        m_text += (m_text.empty() ? "" : ",") + std::string(m_separator) + jsonString(key) + ": " + value;
    }
    bool empty() const { return m_text.empty(); }
    std::string text() const { return "{" + m_text + m_end + "}"; }

private:
    const char *m_separator;
    const char *m_end;
    std::string m_text;
};

/// The configuration of a file that gives only the keys that others follow.
ModelConfig defaultsFor(const ModelConfig &config, ModelConfig defaults)
{
    for (const char *key : {"architecture", "decoder_attention", "heads", "d_ff"})
        setModelKey(defaults, key, modelKeyValue(config, key));
    return defaults;
}

/// `start` is the configuration of a file that gives no key.
std::string modelText(const ModelConfig &config, const ModelConfig &start)
{
    static const std::vector<std::string> always = {"d_model", "heads", "d_key", "d_value", "score"};
    const ModelConfig defaults = defaultsFor(config, start);
    ObjectText object(" ", " ");
    for (const std::string &key : modelKeys()) {
        const std::string value = modelKeyValue(config, key);
        const bool follows = key == "architecture" || key == "decoder_attention" || key == "d_ff";
        const bool same = value == modelKeyValue(follows ? start : defaults, key);
        if (!same || std::find(always.begin(), always.end(), key) != always.end())
            object.add(key, modelKeyKind(key) == ModelKeyKind::Word ? jsonString(value) : value);
    }
    return object.text();
}

std::string embeddingText(const Embedding &embedding)
{
    ObjectText object("\n    ", "\n  ");
    for (const auto &[token, row] : embedding)
        object.add(token, rowText(Message::tr("the embedding of \"%1\"", {token}), *row, 0));
    return object.text();
}

/// What a project's document is written from.
struct Content {
    const ModelWeights &given;
    const ModelWeights &known; ///< the weights that a reader has without the document: the same ones are left out
    const Embedding &embedding;
    bool isState; ///< read relative to a project: what the project has is left out
    QString path; ///< of the file; empty: unknown
    std::string snapshots;
};

/// Empty where the reader has them all.
std::string weightsText(const ModelConfig &config, const Content &content)
{
    ObjectText object("\n    ", "\n  ");
    // Weights are written in the order in which the model applies them, which is the order in which a user reads them.
    for (const WeightShape &shape : weightShapes(config)) {
        const Weight matrix = content.given.find(shape.name);
        const Weight known = content.known.find(shape.name);
        if (isSame(matrix, known))
            continue;
        const bool vector = shape.role == WeightRole::Bias || shape.role == WeightRole::Gain;
        object.add(shape.name, matrix ? matrixText(shape.name, *matrix.matrix(), vector) : "null");
    }
    return object.empty() ? std::string() : object.text();
}

/// Writes only what differs from the first view, and only what the model and the sentences have: a position left over
/// from an edit must not make the file unreadable.
std::string viewText(const StoredView &view, const ModelConfig &config, const Input &input)
{
    ObjectText object(" ", " ");
    const Attention attention = viewedAttention(view, config);
    const AttentionExtent extent = extentOf(config, attention, countsOf(input));
    const auto addCounted = [&](const char *key, int value, int usual, int count) {
        if (value != usual && value >= 0 && value < count)
            object.add(key, std::to_string(value + 1));
    };
    if (attention != viewedAttention({}, config))
        object.add("block", jsonString(wordOf(attention)));
    if (view.summary != Summary::None && !(view.summary == Summary::Rollout && attention == Attention::Cross))
        object.add("summary", jsonString(wordOf(view.summary)));
    addCounted("layer", view.layer, 0, extent.layers);
    addCounted("head", view.head, 0, extent.heads);
    std::vector<int> heads;
    for (const int head : view.heads)
        if (head >= 0 && head < extent.heads && std::find(heads.begin(), heads.end(), head) == heads.end())
            heads.push_back(head);
    if (!heads.empty())
        object.add("heads", wholeList(heads, 1));
    addCounted("query", view.query, -1, extent.queries);
    addCounted("key", view.key, -1, extent.keys);
    if (view.stage != Stage::Weights)
        object.add("stage", jsonString(wordOf(view.stage)));
    if (view.scale != ColorScale::ZeroToOne)
        object.add("scale", jsonString(wordOf(view.scale)));
    if (const std::string steps = stepViewText(view.steps); !steps.empty())
        object.add("steps", steps);
    if (const std::string tokens = tokenViewText(view.tokens); !tokens.empty())
        object.add("tokens", tokens);
    if (const std::string cell = cellRefText(view.cell, config); !cell.empty())
        object.add("cell", cell);
    return object.empty() ? std::string() : object.text();
}

void addVocabulary(ObjectText &object, const Project &project)
{
    const Vocabulary usual = project.checkpoint ? project.checkpoint->model.vocabulary : Vocabulary();
    const Vocabulary &vocabulary = project.model.vocabulary;
    if (!(vocabulary.tokens == usual.tokens))
        object.add("vocabulary", textList(vocabulary.tokens));
    if (vocabulary.end != usual.end)
        object.add("end", jsonString(vocabulary.end));
    if (vocabulary.mask != usual.mask)
        object.add("mask", jsonString(vocabulary.mask));
}

/// A project whose attention is a file's, which has no model and no sentence of its own.
std::string attentionDocument(const Project &project, const Content &content)
{
    ObjectText object("\n  ", "\n");
    object.add("format", jsonString("regard-project"));
    object.add("version", "1");
    if (!project.title.empty())
        object.add("title", jsonString(project.title));
    if (!project.note.empty())
        object.add("note", jsonString(project.note));
    if (!content.isState)
        object.add("attention", attentionText(project.attention, content.path));
    if (project.sentence > 0 || content.isState)
        object.add("sentence", std::to_string(project.sentence + 1));
    object.add("model", "{}");
    if (const std::string view = viewText(project.view, project.model.config, inputOf(project)); !view.empty())
        object.add("view", view);
    if (!content.snapshots.empty())
        object.add("snapshots", content.snapshots);
    return object.text() + "\n";
}

std::string documentText(const Project &project, const Content &content)
{
    if (project.attention)
        return attentionDocument(project, content);
    const Model &model = project.model;
    ObjectText object("\n  ", "\n");
    object.add("format", jsonString("regard-project"));
    object.add("version", "1");
    const auto addText = [&](const char *key, const std::string &text) {
        if (!text.empty())
            object.add(key, jsonString(text));
    };
    addText("title", project.title);
    addText("note", project.note);
    addText("source", project.source);
    addText("target", project.target);
    object.add("tokenizer", jsonString(wordOf(project.tokenizer)));
    addText("source_language", project.sourceLanguage);
    addText("target_language", project.targetLanguage);
    if (project.checkpoint && !content.isState)
        object.add("checkpoint", checkpointText(project.checkpoint, content.path));
    object.add("model", modelText(model.config, project.checkpoint ? project.checkpoint->model.config : ModelConfig()));
    if (project.dimensions.size() == std::size_t(model.config.dModel))
        object.add("dimensions", textList(project.dimensions));
    const auto addMasked = [&](const char *key, const std::vector<int> &positions, Tokens (*tokens)(const Project &)) {
        const std::vector<int> masked =
            positions.empty() ? positions : fittingPositions(positions, tokens(project).tokens.size());
        if (!masked.empty())
            object.add(key, wholeList(masked, 0));
    };
    addMasked("masked_source", project.maskedSource, sourceTokens);
    addMasked("masked_target", project.maskedTarget, targetTokens);
    if (!content.isState)
        addVocabulary(object, project);
    if (!content.embedding.empty())
        object.add("embedding", embeddingText(content.embedding));
    if (const std::string weights = weightsText(model.config, content); !weights.empty())
        object.add("weights", weights);
    for (const auto &[key, text] : interventionTexts(model, 2, content.path))
        object.add(key, text);
    const std::string view = viewText(project.view, model.config, inputOf(project));
    if (!view.empty())
        object.add("view", view);
    if (project.task && !content.isState)
        object.add("task", taskText(*project.task, nullptr, content.path));
    if (!content.snapshots.empty())
        object.add("snapshots", content.snapshots);
    return object.text() + "\n";
}

} // namespace

std::string projectDocument(const Project &project, const QString &path, const std::string &snapshots)
{
    const Model &model = project.model;
    const ModelWeights known =
        project.checkpoint ? checkpointModel(*project.checkpoint, model.config).given : ModelWeights();
    return documentText(project, {model.given, known, model.embedding, false, path, snapshots});
}

std::string stateDocument(const Project &state, const ModelWeights &given, const Embedding &embedding,
                          const QString &path)
{
    return documentText(state, {given, {}, embedding, true, path, {}});
}

} // namespace regard
