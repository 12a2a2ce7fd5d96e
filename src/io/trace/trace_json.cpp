#include "io/trace/trace_json.h"

#include <array>
#include <string_view>
#include <utility>

#include "engine/analysis/token_groups.h"
#include "engine/pass/forward.h"
#include "engine/pass/output_layer.h"
#include "io/base/json_text.h"
#include "io/project/intervention_keys.h"
#include "io/trace/grouping_json.h"

namespace regard {

namespace {

void writeHead(TextStream &out, const HeadTrace &head, const HeadScores &scores)
{
    const std::array<std::pair<std::string_view, const Matrix *>, 8> parts = {{{"q", &head.q},
                                                                               {"k", &head.k},
                                                                               {"v", &head.v},
                                                                               {"scores", &scores.scores},
                                                                               {"scaled", &scores.scaled},
                                                                               {"masked", &scores.masked},
                                                                               {"weights", &head.weights},
                                                                               {"output", &head.output}}};
    out << "{";
    for (const auto &[key, matrix] : parts) {
        out << (key == "q" ? "" : ",\n");
        writeEntry(out, key, *matrix);
    }
    out << "}";
}

/// The first members of a trace.
void writeBeginning(TextStream &out, const Model &model, const Trace &trace)
{
    out << "{\"format\": \"regard-trace\", \"version\": 1,\n";
    if (trace.grouping)
        out << "\"grouped\": " << groupingJson(*trace.grouping) << ",\n";
    out << "\"tokens\": " << tokenList(trace.source.tokens)
        << ",\n\"target_tokens\": " << tokenList(trace.target.tokens) << ",\n";
    if (const std::string off = offText(model.interventions, model.config); !off.empty())
        out << "\"off\": " << off << ",\n";
    if (const std::string temperatures = temperatureText(model.interventions, model.config); !temperatures.empty())
        out << "\"temperature\": " << temperatures << ",\n";
}

/// Attention between groups of tokens, which has only weights.
void writeGroupedBlocks(TextStream &out, const Trace &trace)
{
    out << "\"blocks\": [";
    for (std::size_t index = 0; index < trace.blocks.size(); ++index) {
        const BlockTrace &block = *trace.blocks[index];
        out << (index == 0 ? "" : ",\n") << "{\"name\": " << jsonString(block.name) << ",\n\"heads\": [";
        for (std::size_t head = 0; head < block.heads.size(); ++head) {
            out << (head == 0 ? "" : ",\n") << "{";
            writeEntry(out, "weights", block.heads[head].weights);
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

void writeBlock(TextStream &out, const Model &model, const Trace &trace, int index)
{
    const BlockTrace &block = *trace.blocks[std::size_t(index)];
    out << "{\"name\": " << jsonString(block.name) << ",\n\"heads\": [";
    for (std::size_t head = 0; head < block.heads.size(); ++head) {
        out << (head == 0 ? "" : ",\n");
        writeHead(out, block.heads[head], headScores(model, trace, index, int(head)));
    }
    out << "],\n";
    writeEntry(out, "joined", block.joined);
    out << ",\n";
    writeEntry(out, "output", block.output);
    out << "}";
}

} // namespace

void writeTraceObject(TextStream &out, const Model &model, const Trace &trace,
                      const std::function<void(TextStream &)> &further)
{
    writeBeginning(out, model, trace);
    if (trace.grouping) {
        writeGroupedBlocks(out, trace);
        if (further)
            further(out);
        out << "}";
        return;
    }
    writeEntry(out, "input", trace.source.input);
    out << ",\n";
    writeEntry(out, "target_input", trace.target.input);
    out << ",\n\"blocks\": [";
    for (int index = 0; index < int(trace.blocks.size()); ++index) {
        out << (index == 0 ? "" : ",\n");
        writeBlock(out, model, trace, index);
    }
    out << "],\n";
    writeEntry(out, "encoder_output", trace.encoderOutput);
    out << ",\n";
    writeEntry(out, "decoder_output", trace.decoderOutput);
    out << ",\n\"vocabulary\": " << tokenList(trace.vocabulary) << ",\n";
    writeLogits(out, model, trace);
    if (further)
        further(out);
    out << "}";
}

} // namespace regard
