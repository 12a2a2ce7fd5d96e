#include "cli/doctor/libraries.h"

#include <CLI/Version.hpp>
#include <Eigen/Core>
#include <hwy/highway.h>
#include <nlohmann/json.hpp>
#include <unicode/uversion.h>
#include <webp/mux.h>

#include <QtGlobal>

#include "export/version.h"

namespace regard {

namespace {

std::string dotted(int major, int minor, int patch)
{
    return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch);
}

std::string icuVersion()
{
    UVersionInfo numbers;
    u_getVersion(numbers);
    return std::to_string(numbers[0]) + "." + std::to_string(numbers[1]);
}

/// WebP packs its version into bytes.
std::string webpVersion()
{
    const int packed = WebPGetMuxVersion();
    return dotted(packed >> 16 & 0xff, packed >> 8 & 0xff, packed & 0xff);
}

} // namespace

std::vector<Library> libraries()
{
    return {{"Qt", qVersion()},
            {"Eigen", dotted(EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION)},
            {"Highway", dotted(HWY_MAJOR, HWY_MINOR, HWY_PATCH)},
            {"ICU", icuVersion()},
            {"SentencePiece", REGARD_SENTENCEPIECE_VERSION},
            {"QCustomPlot", REGARD_QCUSTOMPLOT_VERSION},
            {"libwebp", webpVersion()},
            {"nlohmann-json",
             dotted(NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH)},
            {"CLI11", CLI11_VERSION}};
}

std::string versionText()
{
    const std::string commit = builtCommit();
    std::string text = std::string("regard ") + version + (commit.empty() ? "" : " (commit " + commit + ")") + "\n";
    std::string line;
    for (const Library &library : libraries())
        line += (line.empty() ? "" : ", ") + library.name + " " + library.version;
    return text + line;
}

} // namespace regard
