#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include <QString>

#include "engine/scan/scan_sums.h"

namespace regard {

/// What two parts of one scan have in common.
struct ScanQuestion {
    std::string model;  ///< modelHash()
    std::string corpus; ///< the file's name without its folder; `-`: standard input; empty: random tokens
    std::string fields;
    std::uint64_t bytes = 0; ///< of the corpus; 0 of standard input
    int shards = 1;
    std::uint64_t seed = 0;
    int maximumTokens = 0;
    int kept = 0;
    bool byValue = false;
    int randomTokens = 0; ///< that are repeated; 0: the corpus is a text
    int randomSentences = 0;

    bool operator==(const ScanQuestion &) const = default;
};

/// What was read so far.
struct ScanCounts {
    std::uint64_t sentences = 0;
    std::uint64_t tokens = 0;
    std::uint64_t blank = 0;
    std::uint64_t cut = 0;         ///< longer than maximumTokens, of which the beginning counts
    std::uint64_t unread = 0;      ///< that are no text for the model
    std::uint64_t firstUnread = 0; ///< its offset
    std::string firstFault;

    void add(const ScanCounts &other);
    void addUnread(std::uint64_t offset, const std::string &fault);
};

/// A scan, or a shard of one, as far as it has come.
struct ScanState {
    ScanQuestion question;
    int shard = 1;            ///< from 1
    std::uint64_t offset = 0; ///< up to where the corpus was read
    std::uint64_t hash = 0;   ///< of what was read: TextSource::hash()
    bool isComplete = false;
    ScanCounts counts;
    std::set<std::string> instructions; ///< of the processors that computed: instructionSet()
    ScanSums sums;
};

/// Writes a state whole or not at all, and to the disk. Throws FileError.
void writeScanState(const QString &path, const ScanState &state);

/// Reads a state; one whose bytes are not those that were written is refused by its checksum. Throws FileError.
ScanState readScanState(const QString &path);

} // namespace regard
