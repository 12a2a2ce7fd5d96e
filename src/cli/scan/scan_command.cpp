#include "cli/scan/scan_command.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <map>

#include <QFile>
#include <QFileInfo>

#include "cli/scan/scan_work.h"
#include "document/sentence/input_check.h"
#include "engine/kernels/instruction_set.h"
#include "export/export_writing.h"
#include "io/base/file_error.h"
#include "io/project/model_hash.h"
#include "io/scan/scan_file.h"

namespace regard {

namespace {

constexpr int usualMaximumTokens = 512;
constexpr int keptOfEach = 3;

QString scanPath(const std::string &name)
{
    return QFile::decodeName(QByteArray::fromStdString(name));
}

/// Where the scan goes. Throws UsageError.
QString scanOutput(const ScanOptions &options)
{
    const bool isPart = options.shard.second > 1;
    const char *suffix = isPart ? "regard-part" : "regard-scan";
    if (options.outputs.size() != 1)
        throw UsageError("-o takes one file, NAME." + std::string(suffix));
    const QString path = scanPath(options.outputs.front());
    if (QFileInfo(path).suffix() != QLatin1String(suffix))
        throw UsageError("-o " + path.toStdString() + ": the name " +
                         (isPart ? "of a shard must end in .regard-part" : "must end in .regard-scan"));
    return path;
}

void checkScanUsage(const ScanOptions &options)
{
    const bool isMerge = !options.merged.empty();
    if (int(isMerge) + int(!options.sources.empty()) + int(options.random.has_value()) != 1)
        throw UsageError("regard scan takes one of --sources, --repeat-random and --merge");
    if (isMerge && !(options.model.file.empty() && options.model.example.empty()))
        throw UsageError("--merge takes parts alone: leave the model out");
    if (isMerge && options.shard.second > 1)
        throw UsageError("--merge makes a whole scan: leave --shard out");
    if (!isMerge && options.model.file.empty() && options.model.example.empty())
        throw UsageError("regard scan takes a model: a project or a checkpoint's folder");
    if (options.random && options.shard.second > 1)
        throw UsageError("--repeat-random is scanned whole: leave --shard out");
    if (options.random && !options.fields.empty())
        throw UsageError("--field names where texts are: leave it out beside --repeat-random");
}

int maximumTokensOf(const ScanOptions &options, const Model &model)
{
    const int most =
        model.config.maximumTokens > 0 ? std::min(model.config.maximumTokens, maximumTokens) : maximumTokens;
    if (options.maximumTokens && *options.maximumTokens > most)
        throw UsageError("--max-tokens " + std::to_string(*options.maximumTokens) + ": this model reads up to " +
                         std::to_string(most));
    return options.maximumTokens.value_or(options.random ? most : std::min(most, usualMaximumTokens));
}

ScanQuestion scanQuestion(const ScanOptions &options, const Project &project, const ScanReader &reader, int most)
{
    ScanQuestion question;
    question.model = modelHash(project);
    question.corpus = options.sources == "-" ? "-" : QFileInfo(scanPath(options.sources)).fileName().toStdString();
    question.fields = options.fields;
    question.bytes = reader.bytes();
    question.shards = options.shard.second;
    question.seed = options.seed;
    question.maximumTokens = most;
    question.kept = keptOfEach;
    question.byValue = options.byValue;
    if (options.random) {
        question.randomTokens = options.random->first;
        question.randomSentences = options.random->second;
    }
    return question;
}

/// Goes on with what is at the path, or begins. Throws FileError where that is of another scan.
ScanState begunState(const QString &path, const ScanQuestion &question, int shard, const Project &project)
{
    if (QFileInfo::exists(path)) {
        ScanState state = readScanState(path);
        if (!(state.question == question) || state.shard != shard)
            throw FileError(path.toStdString(), "is of another scan (its model, corpus or options differ). Remove it "
                                                "to scan anew");
        return state;
    }
    ScanState state;
    state.question = question;
    state.shard = shard;
    state.sums = ScanSums(project.model.config, question.byValue, question.kept);
    return state;
}

void tellOfUnread(const ScanCounts &counts)
{
    if (counts.unread > 0)
        std::fprintf(stderr, "regard: %llu of the texts could not be read; the first, at byte %llu: %s\n",
                     static_cast<unsigned long long>(counts.unread),
                     static_cast<unsigned long long>(counts.firstUnread), counts.firstFault.c_str());
}

int scanCorpus(const ScanOptions &options)
{
    const QString output = scanOutput(options);
    const bool isPart = options.shard.second > 1;
    const QString statePath = isPart ? output : output + QStringLiteral(".part");
    const Project project = openProject(options.model);
    const std::string subject = options.model.subject();
    if (!project.hasModel())
        throw FileError(subject, "is a file of attention: a scan computes that of many sentences, so name the model's "
                                 "folder");
    if (scannedHeads(project.model.config).empty())
        throw FileError(subject, "this model has no attention heads to measure");
    if (const Interventions &changed = project.model.interventions;
        !changed.weights.empty() || !changed.cuts.empty() || !changed.patches.empty())
        throw FileError(subject, "it sets, cuts or patches attention at tokens of its own sentence, which others lack");
    const int most = maximumTokensOf(options, project.model);
    probe(output);
    ScanReader reader(project, options, most);
    const ScanQuestion question = scanQuestion(options, project, reader, most);
    ScanState state = begunState(statePath, question, options.shard.first, project);
    if (state.offset > 0) {
        reader.skipTo(state.offset);
        if (reader.hash() != state.hash)
            throw FileError(options.sources, "was changed since the scan was interrupted. Remove " +
                                                 statePath.toStdString() + " to scan anew");
        reader.setBlank(state.counts.blank);
    }
    if (!state.isComplete) {
        state.instructions.insert(instructionSet());
        runScanWork(project, options, reader, statePath, state);
    }
    tellOfUnread(state.counts);
    if (isPart)
        return 0;
    if (state.counts.sentences == 0) {
        QFile::remove(statePath);
        throw FileError(options.sources == "-" ? "standard input" : options.sources,
                        "holds no text that the model can read");
    }
    writeScan(output, state);
    QFile::remove(statePath);
    return 0;
}

int mergeScans(const ScanOptions &options)
{
    const QString output = scanOutput(options);
    probe(output);
    ScanState merged;
    std::map<int, std::string> found; // the shards, and the files that have them
    for (const std::string &name : options.merged) {
        ScanState part = readScanState(scanPath(name));
        if (!part.isComplete)
            throw FileError(name, "is not complete yet: give its command again, which goes on");
        if (found.empty()) {
            merged = std::move(part);
            found[merged.shard] = name;
            continue;
        }
        if (!(part.question == merged.question))
            throw FileError(name, "is of another scan than " + found.begin()->second +
                                      ": their model, corpus or options differ");
        if (const auto [same, isNew] = found.emplace(part.shard, name); !isNew)
            continue; // it counts once
        merged.counts.add(part.counts);
        merged.instructions.insert(part.instructions.begin(), part.instructions.end());
        merged.sums.add(part.sums);
    }
    std::string missing;
    for (int shard = 1; shard <= merged.question.shards; ++shard)
        if (!found.contains(shard))
            missing += (missing.empty() ? "" : ", ") + std::to_string(shard);
    if (!missing.empty())
        throw FileError(output.toStdString(), "was not written: of " + std::to_string(merged.question.shards) +
                                                  " shards these are missing: " + missing);
    if (merged.instructions.size() > 1) {
        std::string all;
        for (const std::string &each : merged.instructions)
            all += (all.empty() ? "" : ", ") + each;
        std::fprintf(stderr,
                     "regard: the parts were computed with different instructions (%s): the last digits may differ "
                     "from those of one machine\n",
                     all.c_str());
    }
    tellOfUnread(merged.counts);
    if (merged.counts.sentences == 0)
        throw FileError(output.toStdString(), "was not written: no part holds a text that the model can read");
    writeScan(output, merged);
    return 0;
}

} // namespace

int runScan(const ScanOptions &options)
{
    checkScanUsage(options);
    return options.merged.empty() ? scanCorpus(options) : mergeScans(options);
}

} // namespace regard
