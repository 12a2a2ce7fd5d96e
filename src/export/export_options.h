#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "document/look/selection.h"
#include "draw/color_range.h"
#include "draw/film_writer.h"
#include "draw/picture_size.h"
#include "draw/theme.h"
#include "engine/analysis/head_patterns.h"
#include "export/export_interventions.h"
#include "export/export_steps.h"
#include "export/model_options.h"
#include "io/project/stored_view.h"
#include "io/trace/trace_parts.h"
#include "views/circuits/circuit_options.h"

namespace regard {

/// How a picture shows two states.
enum class ExportedComparison {
    Difference, ///< now − pinned, as one picture
    Side        ///< both, side by side
};

/// The words of --pairs, in the order of the values of PairFilter.
inline constexpr std::array pairWords = std::to_array<const char *>({"all", "aa", "ab", "ba", "bb"});

/// What a film shows beside a walk.
enum class Film {
    Pinned,   ///< the pinned state and the present one in turn
    Snapshots ///< one after the other
};

/// `regard export` as the command line gave it. Layers, heads and tokens count from 1, as on the command line.
struct ExportOptions {
    ModelOptions model;
    std::vector<std::string> outputs;
    std::string view = "links";
    std::string block; ///< empty: the first that the model has
    Summary summary = Summary::None;
    int layer = 1;
    std::vector<int> layers; ///< where several are given; `layer` is the first
    bool multiples = false;  ///< of links: a picture for each head
    std::vector<int> heads;  ///< empty with allHeads false: not given
    bool allHeads = false;
    bool isBackward = false; ///< of --view path: the chain that runs backward
    std::optional<int> query;
    std::optional<int> key;
    Stage stage = Stage::Weights;
    TokenView tokens;
    StepOptions steps;
    std::string beyond; ///< of --view score-parts: mean, nothing or a key; empty: mean
    std::string word;   ///< of --view logit-parts, patch and lens; empty: the likeliest, none
    std::string over;   ///< of --view logit-parts and patch: second, nothing or a word; empty: second
    PatchKind patch = PatchKind::HeadOutput; ///< of --view patch
    CircuitOptions circuits;                 ///< of --view circuits
    std::optional<double> playAt;            ///< of --view play: the moment, in seconds
    InterventionOptions interventions;
    std::string pinned; ///< the project to compare with; empty: none
    std::optional<ExportedComparison> comparison;
    std::string sentences; ///< a list of sentences, one a line, `-` standard input; empty: none
    PictureSize size{QSizeF(960, 720)};
    int dpi = 96;
    Theme theme = Theme::light(); ///< with the parts that are wanted
    std::string font;             ///< family; empty: as ever
    std::string numberFont;       ///< of numbers; empty: that of the text
    std::optional<double> floor;  ///< below which links are hidden
    std::optional<bool> curved;   ///< links run along curves; nothing: as ever
    std::optional<ColorScale> scale;
    bool relative = false;     ///< of --view matrices: divided by the pinned norms
    bool strongest = false;    ///< of several heads each link once
    bool faintSpecial = false; ///< tokens that a trained tokenizer added are faint
    bool crops = false;
    std::optional<Film> film;
    FilmPace pace;
    bool saysPace = false;                  ///< it was given
    TraceParts only;                        ///< of JSON and safetensors
    bool uniqueNames = false;               ///< of the rows and columns of a CSV file
    std::optional<HeadPattern> findPattern; ///< --find: what heads are ranked by, in a table
    bool findsWeight = false;               ///< by their weight from --query to --key
    bool findsExcess = false;               ///< by that beyond the mean of all queries
    bool findsMovement = false;             ///< by how much of their attention moved since the pinned state
    std::optional<Replacement> importance;  ///< --importance: what stands in a head's place while it is measured
    std::string caption;                    ///< the file for the words under a figure, .tex or .md; empty: none
    bool saysOrigin = true;                 ///< pictures say title, version and the command
    std::vector<std::string> command;       ///< as pictures keep it (figure_command.h)
    std::string commandLine;                ///< to be printed, because it stood in a figure; empty: nothing

    Theme::Families families() const { return {QString::fromStdString(font), QString::fromStdString(numberFont)}; }
    ExportedComparison compared() const { return comparison.value_or(ExportedComparison::Difference); }
};

} // namespace regard
