#include "io/trace/imported_trace_file.h"

#include <map>
#include <string_view>
#include <utility>

#include "io/attention/imported_name.h"
#include "io/base/atomic_file.h"
#include "io/base/json_text.h"
#include "io/base/text_stream.h"
#include "io/trace/trace_json.h"

namespace regard {

namespace {

using Given = std::shared_ptr<const ImportedTensor>;

TracePart importedPartOf(const std::string &name)
{
    static const std::map<std::string, TracePart, std::less<>> others{{"input", TracePart::Input},
                                                                      {"target_input", TracePart::Input},
                                                                      {"reset", TracePart::Gates},
                                                                      {"update", TracePart::Gates},
                                                                      {"candidate", TracePart::Gates},
                                                                      {"input_gate", TracePart::Gates},
                                                                      {"forget_gate", TracePart::Gates},
                                                                      {"output_gate", TracePart::Gates},
                                                                      {"cell_states", TracePart::States},
                                                                      {"decoder.first_state", TracePart::States},
                                                                      {"decoder.first_cell_state", TracePart::States},
                                                                      {"decoder.asking", TracePart::States},
                                                                      {"encoder_output", TracePart::StackOutput},
                                                                      {"decoder_output", TracePart::StackOutput}};
    const std::string word = importedName(name)->word;
    const auto found = others.find(word);
    return found == others.end() ? *tracePartNamed(word) : found->second;
}

std::vector<Given> chosen(const AttentionSentence &sentence, const TraceParts &parts)
{
    std::vector<Given> tensors;
    for (const Given &tensor : sentence.tensors)
        if (parts.has(importedPartOf(tensor->name())))
            tensors.push_back(tensor);
    return tensors;
}

Tensor tensorOf(const Given &given)
{
    Tensor tensor{given->name(), {}, given->count(), [given](int index) { return given->read(index); }};
    for (const std::uint64_t size : given->shape())
        tensor.shape.push_back(Eigen::Index(size));
    return tensor;
}

/// A name without its last word, and that word.
std::pair<std::string, std::string> splitImportedName(const std::string &name)
{
    const std::size_t dot = name.rfind('.');
    return dot == std::string::npos ? std::pair(std::string(), name)
                                    : std::pair(name.substr(0, dot), name.substr(dot + 1));
}

/// Tensors of one block, sublayer or chain.
struct Group {
    std::string name;
    std::vector<Given> tensors;
};

std::vector<Group> groupsOf(const std::vector<Given> &tensors, std::string_view end, std::string_view otherEnd = {})
{
    std::vector<Group> groups;
    for (const Given &tensor : tensors) {
        const std::string name = splitImportedName(tensor->name()).first;
        if (!name.ends_with(end) && (otherEnd.empty() || !name.ends_with(otherEnd)))
            continue;
        if (groups.empty() || groups.back().name != name)
            groups.push_back({name, {}});
        groups.back().tensors.push_back(tensor);
    }
    return groups;
}

class ObjectWriter {
public:
    ObjectWriter(TextStream &out, const AttentionSentence &sentence, const TraceParts &parts)
        : m_out(out), m_tensors(chosen(sentence, parts)), m_parts(parts), m_vocabulary(sentence.vocabulary)
    {
    }

    /// Writes in the order of a computed trace. What there is not is an empty list there; here it is left out.
    void write()
    {
        writeFlat("input", "input");
        writeFlat("target_input", "target_input");
        writeGroups("blocks", groupsOf(m_tensors, ".self", ".cross"));
        writeGroups("feed_forward", groupsOf(m_tensors, ".ffn"));
        writeGroups("recurrent", groupsOf(m_tensors, ".forward", ".backward"));
        writeFlat("decoder.first_state", "first_state");
        writeFlat("decoder.first_cell_state", "first_cell_state");
        writeFlat("decoder.asking", "asking");
        writeFlat("encoder_output", "encoder_output");
        writeFlat("decoder_output", "decoder_output");
        if (!m_vocabulary.empty() && m_parts.has(TracePart::Logits))
            m_out << ",\n\"vocabulary\": " << tokenList(m_vocabulary);
        writeFlat("logits", "logits");
    }

private:
    void writeFlat(const std::string &name, const char *key)
    {
        for (const Given &tensor : m_tensors)
            if (tensor->name() == name) {
                m_out << ",\n";
                writeEntry(m_out, key, tensor->read(0));
            }
    }

    void writeGroups(const char *key, const std::vector<Group> &groups)
    {
        if (groups.empty())
            return;
        m_out << ",\n\"" << key << "\": [";
        for (std::size_t i = 0; i < groups.size(); ++i) {
            m_out << (i == 0 ? "" : ",\n") << "{\"name\": " << jsonString(groups[i].name);
            writeHeads(groups[i]);
            for (const Given &tensor : groups[i].tensors) {
                const std::string word = splitImportedName(tensor->name()).second;
                if (tensor->shape().size() == 3)
                    continue;
                m_out << ",\n";
                writeEntry(m_out, word, tensor->read(0));
            }
            m_out << "}";
        }
        m_out << "]";
    }

    void writeHeads(const Group &group)
    {
        std::vector<Given> ofHeads;
        for (const Given &tensor : group.tensors)
            if (tensor->shape().size() == 3)
                ofHeads.push_back(tensor);
        if (ofHeads.empty())
            return;
        m_out << ",\n\"heads\": [";
        for (int head = 0; head < ofHeads.front()->count(); ++head) {
            m_out << (head == 0 ? "{" : ",\n{");
            for (std::size_t i = 0; i < ofHeads.size(); ++i) {
                const std::string word = splitImportedName(ofHeads[i]->name()).second;
                m_out << (i == 0 ? "" : ",\n");
                writeEntry(m_out, word == "head_output" ? "output" : word, ofHeads[i]->read(head));
            }
            m_out << "}";
        }
        m_out << "]";
    }

    TextStream &m_out;
    std::vector<Given> m_tensors;
    TraceParts m_parts;
    const std::vector<std::string> &m_vocabulary;
};

} // namespace

void writeImportedSafetensors(const QString &path, const Model &model, const Trace &trace,
                              const AttentionSentence &sentence, const TraceParts &parts,
                              const std::vector<MetadataEntry> &notes)
{
    std::vector<MetadataEntry> metadata = traceMetadata(model, trace);
    if (!sentence.grouped.empty())
        metadata.insert(metadata.begin() + 2, {"grouped", sentence.grouped});
    if (!sentence.vocabulary.empty())
        metadata.push_back({"vocabulary", tokenList(sentence.vocabulary)});
    metadata.insert(metadata.end(), notes.begin(), notes.end());
    std::vector<Tensor> tensors;
    for (const Given &given : chosen(sentence, parts))
        tensors.push_back(tensorOf(given));
    writeSafetensors(path, metadata, tensors);
}

void writeImportedJson(const QString &path, const Model &model, const Trace &trace, const AttentionSentence &sentence,
                       const TraceParts &parts, const std::string &further)
{
    AtomicFile file(path);
    TextStream out(file);
    writeTraceBeginning(out, model, trace);
    if (!sentence.grouped.empty())
        out << ",\n\"grouped\": " << sentence.grouped;
    ObjectWriter(out, sentence, parts).write();
    if (!further.empty())
        out << ",\n" << further;
    out << "}\n";
    out.flush();
    file.commit();
}

} // namespace regard
