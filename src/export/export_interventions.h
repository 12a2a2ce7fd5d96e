#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/analysis/trace_comparison.h"
#include "engine/model/interventions.h"
#include "engine/model/model.h"

namespace regard {

/// The attention that `--block` names; empty: the first that the model has. Throws ConfigError where there is none.
Attention attentionNamed(const std::string &word, const ModelConfig &config);

/// A head as `--off` and `--temperature` name it, or the state after a step as `--off` names it; all count from 1.
struct HeadName {
    std::string block; ///< encoder, decoder, cross; empty: that of --block
    int layer = 1;
    int head = 1;            ///< of a recurrent stack the step
    bool isBackward = false; ///< of a state: its chain goes backward
};

/// A weight that `--attend` sets; tokens count from 1.
struct AttendName {
    HeadName head;
    LinkRef link; ///< from 0
    float weight = 0;
};

/// Links that `--cut` cuts, in layers that count from 1 and the heads named, or all.
struct CutName {
    std::string block; ///< as HeadName's
    int firstLayer = 1;
    int lastLayer = 1;
    std::vector<int> heads;
    LinkRef link; ///< from 0
};

/// Rows of the pinned state that `--patch` puts in; layers and heads count from 1.
struct PatchName {
    PatchKind kind = PatchKind::Stream;
    std::string block;       ///< as HeadName's
    int layer = 1;           ///< of the stream the layer that leaves the rows, or 0
    int head = 0;            ///< of the kinds that are of a head
    std::vector<int> tokens; ///< from 0; none: all that have a counterpart
};

/// Heads that the command line switches off, temperatures of their softmax, weights that it sets, links that it
/// cuts and rows of the pinned state that it puts in.
struct InterventionOptions {
    std::vector<HeadName> off;
    Replacement replacement = Replacement::Zero; ///< of the output of those
    std::string sentences;                       ///< the list that MeanOver takes; else empty
    std::vector<std::pair<HeadName, float>> temperatures;
    std::vector<AttendName> attend;
    std::vector<CutName> cuts;
    std::vector<PatchName> patches;

    bool isEmpty() const
    {
        return off.empty() && temperatures.empty() && attend.empty() && cuts.empty() && patches.empty();
    }

    /// The interventions with these added, of the model's heads. A temperature of 1 removes what was set. `block` is
    /// that of --block. Throws ConfigError naming the numbers where there is no such head.
    Interventions addedTo(Interventions interventions, const ModelConfig &config, const std::string &block) const;
    /// The same with the rows of the earlier state, whose sentences have these texts. Throws ConfigError where there is
    /// no such place or token, or the states do not fit.
    Interventions patchedFrom(const TraceComparison &comparison, const std::string &block, const std::string &source,
                              const std::string &target) const;
};

/// `1.3`, `cross.1.3`, or `encoder.1.3.backward` of a state. Throws UsageError, which names the option.
HeadName parseHeadName(const std::string &option, const std::string &text);
/// `zero`, `mean`, `uniform`, or `mean-of:FILE` and the file. Throws UsageError, which names the option.
std::pair<Replacement, std::string> parseReplacement(const std::string &option, const std::string &text);
/// `1.3=0.5`. Throws UsageError.
std::pair<HeadName, float> parseTemperature(const std::string &text);
/// `1.3:8,2=0.8`. Throws UsageError.
AttendName parseAttend(const std::string &text);
/// `3:8,2`, `decoder.3-6:8,2` or `decoder.3-6.1,4:8,2`. Throws UsageError.
CutName parseCut(const std::string &text);
/// `value:1.3`, `head:cross.2.1:4,5` or `stream:0:3`. Throws UsageError.
PatchName parsePatch(const std::string &text);

} // namespace regard
