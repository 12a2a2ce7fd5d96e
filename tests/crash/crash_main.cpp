// regard_crash [--release] ROUNDS [SEED]: kills the program at random moments and looks at what is left (./dev crash).
// Only the release program is judged by times and has its memory limited in some rounds.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <random>

#include <QCoreApplication>
#include <QStringList>

#include "crash_round.h"

using namespace regard;

namespace {

constexpr int quickDelay = 100; ///< milliseconds, so that a thousand rounds take an hour
constexpr int properDelay = 2000;
constexpr std::int64_t longestAllowed = 3'000'000; ///< microseconds
constexpr int properEvery = 25;                    ///< one round in so many has the delay that people have
constexpr int groundEvery = 10;                    ///< in one round in so many memory is short, in one the disk

struct Told {
    int failures = 0;
    CrashCounts quick;
    CrashCounts proper;
};

Ground groundOf(int number, bool isRelease)
{
    switch (number % groundEvery) {
    case 3:
        return isRelease ? Ground::Memory : Ground::Firm;
    case 6:
        return Ground::Disk;
    default:
        return Ground::Firm;
    }
}

void runRound(unsigned seed, int number, bool isRelease, Told &told)
{
    const bool isProper = number % properEvery == properEvery - 1;
    CrashRound round(seed, isProper ? properDelay : quickDelay, groundOf(number, isRelease),
                     isProper ? told.proper : told.quick);
    try {
        round.run();
    } catch (const std::exception &error) {
        ++told.failures;
        std::printf("round %d (seed %u): %s\n  its files are in %s\n", number + 1, seed, error.what(),
                    qPrintable(round.keep()));
    }
}

void print(const char *name, const CrashCounts &counts)
{
    std::printf("%s: %d recovered; killed during %d edits, %d saves, %d exports; an edit waited %.0f ms at the most, "
                "%d too long; %d looks at a sentence refused for memory\n",
                name, counts.recovered, counts.duringEdits, counts.duringSaves, counts.duringExports,
                double(counts.longestUnkept) / 1000, counts.late, counts.refusals);
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    QStringList words = QCoreApplication::arguments().mid(1);
    const bool isRelease = words.removeAll(QStringLiteral("--release")) > 0;
    const int rounds = words.value(0).toInt();
    if (rounds <= 0) {
        std::fprintf(stderr, "usage: regard_crash [--release] ROUNDS [SEED]\n");
        return 2;
    }
    const unsigned seed = words.size() > 1 ? words[1].toUInt() : std::random_device()();
    std::printf("seed %u\n", seed);
    Told told;
    for (int number = 0; number < rounds; ++number) {
        runRound(seed + unsigned(number), number, isRelease, told);
        if (number % 50 == 49)
            std::printf("%d rounds, %d failed\n", number + 1, told.failures);
        std::fflush(stdout);
    }
    print("delay 100 ms", told.quick);
    print("delay 2 s", told.proper);
    const bool isLate = isRelease && (told.quick.late > 0 || told.proper.longestUnkept > longestAllowed);
    std::printf("%d passed, %d failed%s\n", rounds - told.failures, told.failures, isLate ? ", and too late" : "");
    return told.failures > 0 || isLate ? 1 : 0;
}
