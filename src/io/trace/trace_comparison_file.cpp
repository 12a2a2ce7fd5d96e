#include "io/trace/trace_comparison_file.h"

#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "engine/model/attention_place.h"
#include "engine/model/stack.h"
#include "io/base/atomic_file.h"
#include "io/base/json_text.h"
#include "io/trace/common_mask.h"
#include "io/trace/grouping_json.h"
#include "io/trace/trace_json.h"
#include "io/trace/trace_tensors.h"

namespace regard {

namespace {

constexpr float nothing = std::numeric_limits<float>::quiet_NaN();

/// now − before of one head's weights; NaN where query or key is new or forbidden in both, and everywhere where the
/// head is new.
Matrix weightsDifference(const TraceComparison &comparison, const BlockTrace &now, const HeadRef &head)
{
    const std::shared_ptr<const HeadTrace> own = now.heads.shared(std::size_t(head.head));
    const Matrix &weights = own->weights;
    if (comparison.isNew(head))
        return Matrix::Constant(weights.rows(), weights.cols(), nothing);
    const auto before = comparison.blockBefore({head.attention, head.layer});
    Matrix difference =
        comparison.difference(weights, before->heads.shared(std::size_t(head.head))->weights, head.attention);
    clearForbidden(difference, comparison, {head.attention, head.layer});
    return difference;
}

float movedBy(const TraceComparison &comparison, const HeadRef &head)
{
    const std::optional<double> moved = comparison.moved(head);
    return moved ? float(*moved) : nothing;
}

/// Lists for each present token its position before, from 0; null for a new one.
std::string positionList(const std::vector<int> &positions)
{
    std::string list = "[";
    for (const int position : positions)
        list += (list.size() == 1 ? "" : ",") + (position < 0 ? "null" : std::to_string(position));
    return list + "]";
}

/// Lists the source's positions as the blocks compare them: a decoder alone, which reads the source, with what the
/// other decoder reads.
std::string sourcePositions(const TraceComparison &comparison)
{
    const bool isDecoderAlone = sourceStack(comparison.model().config) == Stack::Decoder;
    return positionList(comparison.queries(isDecoderAlone ? Attention::Decoder : Attention::Encoder).before);
}
std::string targetPositions(const TraceComparison &comparison)
{
    const std::size_t count = comparison.now()->target.tokens.size();
    const std::vector<int> &positions = comparison.queries(Attention::Decoder).before;
    return positionList(count == 0 ? std::vector<int>() : positions);
}

void writeHeadComparison(TextStream &out, const TraceComparison &comparison, const BlockTrace &block,
                         const HeadRef &head)
{
    if (comparison.isNew(head)) {
        out << "{\"new\": true}";
        return;
    }
    out << "{";
    writeEntry(out, headNumbers(*comparison.now()), weightsDifference(comparison, block, head));
    out << ",\n\"moved\": " << floatText(movedBy(comparison, head)) << "}";
}

void writeDifference(TextStream &out, const TraceComparison &comparison, const std::string &name)
{
    out << "{\"name\": " << jsonString(name) << ",\n\"tokens\": " << sourcePositions(comparison)
        << ",\n\"target_tokens\": " << targetPositions(comparison) << ",\n\"blocks\": [";
    const Trace &now = *comparison.now();
    for (std::size_t index = 0; index < now.blocks.size(); ++index) {
        const BlockTrace &block = *now.blocks[index];
        const AttentionPlace place = blockPlace(comparison.model().config, int(index));
        out << (index == 0 ? "" : ",\n") << "{\"name\": " << jsonString(block.name) << ",\n\"heads\": [";
        for (int head = 0; head < int(block.heads.size()); ++head) {
            out << (head == 0 ? "" : ",\n");
            writeHeadComparison(out, comparison, block, {place.attention, place.layer, head});
        }
        out << "]}";
    }
    out << "]}";
}

/// The tensors of one block's difference; `comparison` must outlive them.
void addDifference(std::vector<Tensor> &tensors, const TraceComparison &comparison, int index)
{
    const BlockTrace &block = *comparison.now()->blocks[std::size_t(index)];
    const AttentionPlace place = blockPlace(comparison.model().config, index);
    const int heads = int(block.heads.size());
    const auto refOf = [place](int head) { return HeadRef{place.attention, place.layer, head}; };
    tensors.push_back(
        {"difference." + block.name + "." + headNumbers(*comparison.now()),
         {heads, block.heads.queries(), block.heads.keys()},
         heads,
         [&comparison, &block, refOf](int head) { return weightsDifference(comparison, block, refOf(head)); }});
    tensors.push_back({"difference." + block.name + ".moved", {heads}, heads, [&comparison, refOf](int head) {
                           return Matrix::Constant(1, 1, movedBy(comparison, refOf(head))).eval();
                       }});
}

} // namespace

void writeComparisonJson(const QString &path, const TraceComparison &comparison, const std::string &name,
                         const std::string &further, const std::string &furtherPinned, const TraceParts &parts)
{
    AtomicFile file(path);
    TextStream out(file);
    const auto lastPinned = [&](TextStream &last) {
        if (!furtherPinned.empty())
            last << ",\n" << furtherPinned;
    };
    const auto end = [&](TextStream &last) {
        if (!further.empty())
            last << ",\n" << further;
        last << ",\n\"pinned\": ";
        writeTraceObject(last, comparison.modelBefore(), *comparison.before(), lastPinned, parts);
        last << ",\n\"difference\": ";
        writeDifference(last, comparison, name);
    };
    writeTraceObject(out, comparison.model(), *comparison.now(), end, parts);
    out << "\n";
    out.flush();
    file.commit();
}

void writeComparisonSafetensors(const QString &path, const TraceComparison &comparison, const std::string &name,
                                const TraceParts &parts, const std::vector<MetadataEntry> &notes)
{
    std::vector<MetadataEntry> metadata = traceMetadata(comparison.model(), *comparison.now());
    metadata.insert(metadata.end(), notes.begin(), notes.end());
    for (MetadataEntry &entry : traceMetadata(comparison.modelBefore(), *comparison.before(), "pinned."))
        metadata.push_back(std::move(entry));
    metadata.push_back({"difference.name", name});
    metadata.push_back({"difference.tokens", sourcePositions(comparison)});
    metadata.push_back({"difference.target_tokens", targetPositions(comparison)});
    std::vector<Tensor> tensors = traceTensors(comparison.model(), *comparison.now(), {}, parts);
    for (Tensor &tensor : traceTensors(comparison.modelBefore(), *comparison.before(), "pinned.", parts))
        tensors.push_back(std::move(tensor));
    for (int index = 0; index < int(comparison.now()->blocks.size()); ++index)
        addDifference(tensors, comparison, index);
    writeSafetensors(path, metadata, tensors);
}

} // namespace regard
