#include "speed_table.h"

#include <algorithm>
#include <array>
#include <iomanip>
#include <regex>

namespace {

struct Aim {
    const char *figure; ///< of the benchmark of that name, else `NAME@COUNTER`
    const char *what;
    double most; ///< 0: nothing is aimed at, the figure is there to compare with
    const char *unit;
};

constexpr std::array aims{
    Aim{"editToPixels/small@p99", "edit of a cell to new pixels, 12 tokens x 8 heads, d_model 64, p99", 8, "ms"},
    Aim{"editToPixels/large@p99", "the same, 64 tokens x 12 heads x 6 layers, d_model 384, last layer, p99", 16, "ms"},
    Aim{"trainingToPixels@p99", "from the trainer's picture to new pixels while it trains, first example, p99", 16,
        "ms"},
    Aim{"trainingShown@part", "steps a second without the window, divided by those that it shows", 1.25, ""},
    Aim{"linksAll/tokens:64/scale:1", "all links of one head, 900 x 1600, 64 tokens", 8, "ms"},
    Aim{"linksAtFloor/tokens:512/scale:1", "the same, 512 tokens, at the default floor", 33, "ms"},
    Aim{"linksEvery/tokens:512/scale:1", "the same, 512 tokens, all 262,144 links", 150, "ms"},
    Aim{"linksAll/tokens:64/scale:2", "1800 x 3200, 64 tokens", 0, "ms"},
    Aim{"linksAtFloor/tokens:512/scale:2", "1800 x 3200, 512 tokens, at the default floor", 0, "ms"},
    Aim{"linksEvery/tokens:512/scale:2", "1800 x 3200, 512 tokens, all 262,144 links", 0, "ms"},
    Aim{"linksCurved/tokens:12/scale:1", "curved: 900 x 1600, 12 tokens", 0, "ms"},
    Aim{"linksCurved/tokens:64/scale:1", "64 tokens", 0, "ms"},
    Aim{"linksCurvedAtFloor/tokens:512/scale:1", "512 tokens, at the default floor", 0, "ms"},
    Aim{"linksCurved/tokens:512/scale:1", "512 tokens, all 262,144 links", 0, "ms"},
    Aim{"linksHover/heads:12/tokens:512", "a token pointed at, 12 heads, 512 tokens, as the window shows it", 16, "ms"},
    Aim{"linksHoverAll/heads:12/tokens:512", "the same, all links of all heads, straight", 0, "ms"},
    Aim{"thumbnailsFirst/heads:144/tokens:512", "thumbnails of 144 heads, 512 tokens, the first time", 50, "ms"},
    Aim{"thumbnailsCached/heads:144/tokens:512", "the same again", 0, "ms"},
    Aim{"heatmapStageSwitch/tokens:512", "another stage in the heatmap, 512 tokens", 16, "ms"},
    Aim{"heatmapFirstSwitch/tokens:512", "the same of a head whose scores were not asked for before", 16, "ms"},
    Aim{"byValue/tokens:64", "what 72 heads move in place of their weights, MiniLM's shape, 64 tokens", 16, "ms"},
    Aim{"byValue/tokens:512", "the same, 512 tokens", 100, "ms"},
    Aim{"byValueTogether/tokens:64", "what 12 heads of a layer move together, 64 tokens", 16, "ms"},
    Aim{"byValueTogether/tokens:512", "the same, 512 tokens", 100, "ms"},
    Aim{"scorePartsOfALink", "parts of a score, MiniLM's shape, 64 tokens", 100, "ms"},
    Aim{"logitPartsOfAWord", "parts of a logit, BERT-base's shape, 64 tokens", 100, "ms"},
    Aim{"lensOfAllTokens", "lens of GPT-2's shape, 16 tokens", 200, "ms"},
    Aim{"patchesOfAllHeads", "its 144 heads patched one at a time, 16 tokens", 2000, "ms"},
    Aim{"passOfTheSame", "one pass of the same", 0, "ms"},
    Aim{"circuitsOfAHead", "QK and OV of one of its heads over 64 words", 16, "ms"},
    Aim{"startToFirstPaint", "start to first painted window, from main()", 200, "ms"},
    Aim{"startToFirstPaint@process", "the same, from the start of the process", 0, "ms"},
    Aim{"windowToFirstPaint", "a further window, from its making to its picture", 110, "ms"},
    Aim{"exportExample", "regard export of an example, whole process", 150, "ms"},
    Aim{"exportMiniLM", "MiniLM-L6-v2's folder to SVG, whole process", 400, "ms"},
    Aim{"exportMiniLM@MB", "the same, peak memory", 200, "MB"},
    Aim{"exportNarrow", "a folder of 1.2 GB in bfloat16 to SVG, 16 tokens, whole process", 3000, "ms"},
    Aim{"exportNarrow@file", "the same, peak memory divided by the file, the pass included", 1.15, ""},
    Aim{"narrowProduct/rows:1/half:0@ratio", "products of bfloat16 weights beside float32, 1 row", 1.2, ""},
    Aim{"narrowProduct/rows:16/half:0@ratio", "16 rows", 1.2, ""},
    Aim{"narrowProduct/rows:64/half:0@ratio", "64 rows", 1.2, ""},
    Aim{"narrowProduct/rows:256/half:0@ratio", "256 rows", 1.2, ""},
    Aim{"narrowProduct/rows:1/half:1@ratio", "the same of float16 weights, 1 row", 1.2, ""},
    Aim{"narrowProduct/rows:16/half:1@ratio", "16 rows", 1.2, ""},
    Aim{"narrowProduct/rows:64/half:1@ratio", "64 rows", 1.2, ""},
    Aim{"narrowProduct/rows:256/half:1@ratio", "256 rows", 1.2, ""},
    Aim{"typing@longest", "a keystroke in 58 tokens with MiniLM, longest the window was blocked", 16, "ms"},
    Aim{"typing@p90", "the same, of nine keystrokes in ten", 16, "ms"},
    Aim{"peakMemory/window@MB", "MiniLM at 512 tokens, peak memory of the window", 350, "MB"},
    Aim{"peakMemory/export@MB", "the same, export of the links as SVG", 350, "MB"},
    Aim{"forwardRecurrent/tokens:512/attention:0", "gru to gru of 128 states, 512 words each, no attention", 50, "ms"},
    Aim{"forwardRecurrent/tokens:512/attention:1", "the same with Bahdanau's, additive", 0, "ms"},
    Aim{"forwardRecurrent/tokens:512/attention:2", "the same with Luong's, general", 0, "ms"},
    Aim{"editWholePass/tokens:64", "a whole pass, MiniLM's shape, 64 tokens", 0, "ms"},
    Aim{"editInLayer/layer:1/tokens:64", "after an edit of one head's W_Q in layer 1", 0, "ms"},
    Aim{"editInLayer/layer:3/tokens:64", "in layer 3", 0, "ms"},
    Aim{"editInLayer/layer:6/tokens:64", "in layer 6", 0, "ms"},
    Aim{"editWholePass/tokens:512", "a whole pass, 512 tokens", 0, "ms"},
    Aim{"editInLayer/layer:1/tokens:512", "after an edit of one head's W_Q in layer 1", 0, "ms"},
    Aim{"editInLayer/layer:3/tokens:512", "in layer 3", 0, "ms"},
    Aim{"editInLayer/layer:6/tokens:512", "in layer 6", 0, "ms"},
};

double inMilliseconds(double time, benchmark::TimeUnit unit)
{
    return time / benchmark::GetTimeUnitMultiplier(unit) * 1000;
}

} // namespace

void SpeedTable::keep(const std::string &name, const std::string &figure, double value)
{
    const std::string key = figure.empty() ? name : name + "@" + figure;
    const auto [place, isNew] = m_figures.try_emplace(key, value);
    if (!isNew)
        place->second = figure.empty() ? std::min(place->second, value) : std::max(place->second, value);
}

void SpeedTable::ReportRuns(const std::vector<Run> &runs)
{
    ConsoleReporter::ReportRuns(runs);
    static const std::regex settings("/(real_time|manual_time|process_time|iterations:[0-9]+|min_time:[0-9.]+|"
                                     "repeats:[0-9]+)");
    for (const Run &run : runs) {
        if (run.real_accumulated_time <= 0 || run.run_type != Run::RT_Iteration) // skipped, or a summary
            continue;
        const std::string name = std::regex_replace(run.benchmark_name(), settings, "");
        keep(name, {}, inMilliseconds(run.GetAdjustedRealTime(), run.time_unit));
        for (const auto &[counter, value] : run.counters)
            keep(name, counter, value);
    }
}

void SpeedTable::Finalize()
{
    ConsoleReporter::Finalize();
    std::ostream &out = GetOutputStream();
    out << '\n'
        << std::left << std::setw(78) << "what" << std::right << std::setw(10) << "aim" << std::setw(10) << "figure"
        << "      ratio\n";
    out << std::fixed;
    for (const Aim &aim : aims) {
        const auto found = m_figures.find(aim.figure);
        if (found == m_figures.end())
            continue;
        out << std::left << std::setw(78) << aim.what << std::right << std::setw(7) << std::setprecision(0);
        if (aim.most > 0)
            out << aim.most << ' ' << aim.unit;
        else
            out << "-"
                << "   ";
        out << std::setw(10) << std::setprecision(found->second < 10 ? 2 : 1) << found->second;
        if (aim.most > 0)
            out << std::setw(8) << std::setprecision(2) << found->second / aim.most
                << (found->second > aim.most ? " missed" : "");
        out << '\n';
    }
}
