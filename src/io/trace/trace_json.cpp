#include "io/trace/trace_json.h"

#include <array>
#include <string_view>
#include <tuple>
#include <utility>

#include "engine/analysis/token_groups.h"
#include "engine/model/sublayer.h"
#include "engine/pass/forward.h"
#include "engine/pass/output_layer.h"
#include "engine/pass/sublayer_trace.h"
#include "io/base/json_text.h"
#include "io/project/intervention_keys.h"
#include "io/trace/grouping_json.h"
#include "io/trace/trace_states.h"

namespace regard {

namespace {

/// Writes members of an object, each but the first after ",\n".
class Members {
public:
    explicit Members(TextStream &out) : m_out(out) {}

    TextStream &next()
    {
        m_out << (m_isFirst ? "" : ",\n");
        m_isFirst = false;
        return m_out;
    }
    void add(std::string_view key, const Matrix &matrix) { writeEntry(next(), key, matrix); }

private:
    TextStream &m_out;
    bool m_isFirst = true;
};

void writeHead(TextStream &out, const Model &model, const Trace &trace, int index, int head, const TraceParts &parts)
{
    const HeadTrace &own = trace.blocks[std::size_t(index)]->heads[std::size_t(head)];
    const HeadScores scores = parts.hasScores() ? headScores(model, trace, index, head) : HeadScores();
    const std::array<std::tuple<TracePart, std::string_view, const Matrix *>, 8> matrices = {
        {{TracePart::Q, "q", &own.q},
         {TracePart::K, "k", &own.k},
         {TracePart::V, "v", &own.v},
         {TracePart::Scores, "scores", &scores.scores},
         {TracePart::Scaled, "scaled", &scores.scaled},
         {TracePart::Masked, "masked", &scores.masked},
         {TracePart::Weights, "weights", &own.weights},
         {TracePart::HeadOutput, "output", &own.output}}};
    out << "{";
    Members members(out);
    for (const auto &[part, key, matrix] : matrices)
        if (parts.has(part))
            members.add(key, *matrix);
    out << "}";
}

/// Writes the trace of groups of tokens, or of a file, which has only weights.
void writeWeights(TextStream &out, const Trace &trace)
{
    out << "\"blocks\": [";
    for (std::size_t index = 0; index < trace.blocks.size(); ++index) {
        const BlockTrace &block = *trace.blocks[index];
        out << (index == 0 ? "" : ",\n") << "{\"name\": " << jsonString(block.name) << ",\n\"heads\": [";
        for (std::size_t head = 0; head < block.heads.size(); ++head) {
            out << (head == 0 ? "" : ",\n") << "{";
            writeEntry(out, headNumbers(trace), block.heads.shared(head)->weights);
            out << "}";
        }
        out << "]}";
    }
    out << "]";
}

/// Row by row where a trace does not hold them because they are many.
void writeLogits(TextStream &out, const Model &model, const Trace &trace)
{
    const TraceMatrix &stream = trace.decoderOutput.rows() > 0 ? trace.decoderOutput : trace.encoderOutput;
    if (trace.logits.size() > 0 || trace.vocabulary.empty()) {
        writeEntry(out, "logits", trace.logits);
        return;
    }
    out << "\"logits\": [";
    for (int row = 0; row < int(stream.rows()); ++row) {
        out << (row == 0 ? "" : ",\n");
        writeRow(out, logitsRows(model, trace, row, 1));
    }
    out << "]";
}

void writeBlock(TextStream &out, const Model &model, const Trace &trace, int index, const TraceParts &parts)
{
    const BlockTrace &block = *trace.blocks[std::size_t(index)];
    out << "{\"name\": " << jsonString(block.name);
    if (parts.hasHeads()) {
        out << ",\n\"heads\": [";
        for (std::size_t head = 0; head < block.heads.size(); ++head) {
            out << (head == 0 ? "" : ",\n");
            writeHead(out, model, trace, index, int(head), parts);
        }
        out << "]";
    }
    const auto add = [&](TracePart part, std::string_view key, const Matrix &matrix) {
        if (!parts.has(part))
            return;
        out << ",\n";
        writeEntry(out, key, matrix);
    };
    add(TracePart::Joined, "joined", block.joined);
    add(TracePart::Output, "output", block.output);
    add(TracePart::Stream, "stream", block.stream);
    out << "}";
}

/// Writes the feed-forwards one after the other, the encoder's first.
void writeFeedForwards(TextStream &out, const Model &model, const Trace &trace, const TraceParts &parts)
{
    out << "\"feed_forward\": [";
    bool isFirst = true;
    for (const Stack stack : {Stack::Encoder, Stack::Decoder}) {
        const auto &all = stack == Stack::Encoder ? trace.encoderFeedForward : trace.decoderFeedForward;
        for (int layer = 0; layer < int(all.size()); ++layer) {
            const FeedForwardTrace &each = *all[std::size_t(layer)];
            out << (std::exchange(isFirst, false) ? "" : ",\n")
                << "{\"name\": " << jsonString(sublayerName({stack, layer, SublayerKind::FeedForward}));
            const auto add = [&](std::string_view key, const Matrix &matrix) {
                out << ",\n";
                writeEntry(out, key, matrix);
            };
            if (parts.has(TracePart::Hidden))
                add("hidden", feedForwardSteps(model, trace, stack, layer).hidden);
            if (parts.has(TracePart::Output))
                add("output", each.output);
            if (parts.has(TracePart::Stream))
                add("stream", each.stream);
            out << "}";
        }
    }
    out << "]";
}

void writeStates(TextStream &out, const std::vector<NamedStates> &list, const TraceParts &parts)
{
    for (const NamedStates &each : list) {
        if (each.numbers.size() == 0 || !parts.has(each.part))
            continue;
        out << ",\n";
        writeEntry(out, each.name, each.numbers);
    }
}

/// The chains of recurrent stacks, the encoder's first; nothing where the model has none.
void writeRecurrent(TextStream &out, const Model &model, const Trace &trace, const TraceParts &parts)
{
    if (trace.encoderRecurrent.empty() && trace.decoderRecurrent.empty())
        return;
    if (!parts.has(TracePart::Gates) && !parts.has(TracePart::States))
        return;
    out << ",\n\"recurrent\": [";
    bool isFirst = true;
    for (const auto *layers : {&trace.encoderRecurrent, &trace.decoderRecurrent})
        for (const auto &layer : *layers)
            for (const auto &cell : layer->directions) {
                out << (std::exchange(isFirst, false) ? "" : ",\n");
                out << "{\"name\": " << jsonString(cell->name);
                writeStates(out, namedStates(*cell, model.config.cell), parts);
                out << "}";
            }
    out << "]";
    writeStates(out, namedFirstStates(trace, model.config), parts);
    writeStates(out, {{TracePart::States, "asking", trace.asking}}, parts);
}

} // namespace

void writeTraceBeginning(TextStream &out, const Model &model, const Trace &trace)
{
    out << "{\"format\": \"regard-trace\", \"version\": 1";
    if (trace.grouping)
        out << ",\n\"grouped\": " << groupingJson(*trace.grouping);
    out << ",\n\"tokens\": " << tokenList(trace.source.tokens)
        << ",\n\"target_tokens\": " << tokenList(trace.target.tokens);
    for (const auto &[key, text] : interventionTexts(model))
        out << ",\n\"" << key << "\": " << text;
}

void writeTraceObject(TextStream &out, const Model &model, const Trace &trace,
                      const std::function<void(TextStream &)> &further, const TraceParts &parts)
{
    writeTraceBeginning(out, model, trace);
    out << ",\n";
    if (trace.grouping || trace.isImported) { // which have only weights
        writeWeights(out, trace);
        if (further)
            further(out);
        out << "}";
        return;
    }
    if (parts.has(TracePart::Input)) {
        writeEntry(out, "input", trace.source.input);
        out << ",\n";
        writeEntry(out, "target_input", trace.target.input);
        out << ",\n";
    }
    out << "\"blocks\": [";
    for (int index = 0; index < int(trace.blocks.size()); ++index) {
        out << (index == 0 ? "" : ",\n");
        writeBlock(out, model, trace, index, parts);
    }
    out << "]";
    if (parts.has(TracePart::Hidden) || parts.has(TracePart::Output) || parts.has(TracePart::Stream)) {
        out << ",\n";
        writeFeedForwards(out, model, trace, parts);
    }
    writeRecurrent(out, model, trace, parts);
    if (parts.has(TracePart::StackOutput)) {
        out << ",\n";
        writeEntry(out, "encoder_output", trace.encoderOutput);
        out << ",\n";
        writeEntry(out, "decoder_output", trace.decoderOutput);
    }
    if (parts.has(TracePart::Logits)) {
        out << ",\n\"vocabulary\": " << tokenList(trace.vocabulary) << ",\n";
        writeLogits(out, model, trace);
    }
    if (further)
        further(out);
    out << "}";
}

} // namespace regard
