#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/model/weight_shapes.h"
#include "io/base/file_error.h"
#include "io/base/json_value.h"
#include "io/base/key_reader.h"
#include "io/checkpoint/checkpoint.h"
#include "io/project/project.h"

namespace regard {

/// Turns a parsed document into a project, key by key; every check names its key.
class ProjectReader {
public:
    /// base null: the document is complete.
    ProjectReader(const JsonValue &root, const std::string &name, const Project *base = nullptr)
        : m_root(root), m_name(name), m_base(base)
    {
    }

    Project read();
    static void fixVocabulary(Project &project);

private:
    [[noreturn]] void fail(const std::string &reason) const { throw FileError(m_name, reason); }

    void requireInBase(bool has, const char *key, const std::string &entry) const;
    void checkHeading() const;
    void checkKeys() const;
    const JsonValue &object(const JsonValue &value, const std::string &key) const;
    std::string text(const std::string &key) const;
    std::vector<std::string> texts(const std::string &key) const;
    std::vector<int> positions(const JsonValue &value, const std::string &key, int lowest, int highest) const;

    std::shared_ptr<const Checkpoint> openCheckpoint() const;
    std::shared_ptr<const AttentionFile> openAttention() const;
    Project readOfAttention(std::shared_ptr<const AttentionFile> file) const;
    Tokenizer readTokenizer(const Project &project) const;
    ModelConfig readConfig(const Checkpoint *checkpoint) const;
    bool takesOut(const JsonValue &value) const;
    std::string modelValue(const std::string &key, const JsonValue &value) const;
    ModelWeights readWeights(const ModelConfig &config, ModelWeights weights) const;
    static std::string missingLayer(const std::string &name, const ModelConfig &config);
    Embedding readEmbedding(const ModelConfig &config) const;
    Vocabulary readVocabulary(const Checkpoint *checkpoint) const;
    Matrix matrix(const std::string &name, const JsonValue &value, const WeightShape &shape) const;
    Matrix row(const std::string &name, const JsonValue &value, int columns) const;
    void copyRow(const std::string &name, const std::vector<JsonNumber> &numbers, Matrix &into,
                 Eigen::Index index) const;

    std::vector<std::string> readDimensions(int dModel) const;
    std::shared_ptr<const TrainingRecord> readTaskKey(const ModelConfig &config) const;
    std::vector<int> readMasked(const std::string &key, const Tokens &tokens) const;
    StoredView readView(const ModelConfig &config, const Input &input) const;
    static StoredView readViewedBlock(const KeyReader &given, const ModelConfig &config);

    const JsonValue &m_root;
    const std::string &m_name;
    const Project *m_base; ///< has the weights and rows that the document leaves out
};

/// A project's document without its snapshots. `base` not null: given weights and embedding rows that the document
/// leaves out are the very matrices of `base`, and so is its vocabulary, also one that fixVocabulary() set; null
/// removes a matrix. Throws FileError(name, …).
Project readDocument(const JsonValue &root, const std::string &name, const Project *base = nullptr);

} // namespace regard
