// Random hands in the real window. Without words: a minute. --seconds N, --actions N for each seed, --seed N the first,
// --seeds N how many, --replay FILE the actions of a file, --keep FOLDER where a failure's actions are written.
#include <cstdio>

#include <QCommandLineParser>
#include <QElapsedTimer>
#include <QTemporaryDir>

#include "child.h"
#include "failures.h"
#include "session.h"
#include "shrink.h"
#include "window/application.h"
#include "world.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard::monkey;

namespace {

constexpr int sessionLength = 1000;           // actions: so many are tried again at most
constexpr qint64 mostShrinking = 15 * 60'000; // milliseconds

struct Words {
    QString child;
    QString replay;
    QString reach;
    QString keep;
    std::uint32_t seed = 1;
    int seeds = 1;
    int actions = 0;
    qint64 seconds = 0;
};

Words mainWordsOf(const QStringList &arguments)
{
    QCommandLineParser parser;
    const char *names[] = {"child", "replay", "reach", "keep", "seed", "seeds", "actions", "seconds"};
    for (const char *name : names)
        parser.addOption({QString::fromLatin1(name), {}, u"value"_s});
    if (!parser.parse(arguments))
        qFatal("%s", qPrintable(parser.errorText()));
    const auto number = [&](const char *name, int otherwise) {
        const QString text = parser.value(QString::fromLatin1(name));
        return text.isEmpty() ? otherwise : text.toInt();
    };
    return {
        parser.value(u"child"_s),         parser.value(u"replay"_s), parser.value(u"reach"_s), parser.value(u"keep"_s),
        std::uint32_t(number("seed", 1)), number("seeds", 1),        number("actions", 0),     number("seconds", 0)};
}

/// A session in this process, whose home is its own already.
int runChild(int argc, char **argv)
{
    regard::Application application(argc, argv);
    QCoreApplication::setApplicationName(u"regard"_s);
    QCoreApplication::setAttribute(Qt::AA_Use96Dpi, true);
    QApplication::setQuitOnLastWindowClosed(false);
    const Words words = mainWordsOf(QCoreApplication::arguments());
    const QString journal = words.child + u"/journal"_s;
    Failures::all().watch();
    {
        World world(words.child);
        if (!words.reach.isEmpty())
            world.reach().read(words.reach);
        if (words.replay.isEmpty())
            Session(&world, words.seed, words.actions, journal).run();
        else
            Session(&world, readActions(words.replay), journal).run();
        if (!words.reach.isEmpty())
            world.reach().write(words.reach);
    }
    if (Failures::all().isEmpty())
        return 0;
    std::fprintf(stderr, "monkey: failed: %s\n", qPrintable(Failures::all().first()));
    std::fflush(stderr);
    std::_Exit(3); // leaks are of no interest now
}

void print(const QString &text)
{
    std::fprintf(stdout, "%s\n", qPrintable(text));
    std::fflush(stdout);
}

/// Says what happened, finds the few actions that it takes, and writes them down.
void tell(Child &child, const Outcome &outcome, std::uint32_t seed, const QString &folder)
{
    print(outcome.said);
    print(u"monkey: seed %1 failed after %2 actions: %3"_s.arg(seed).arg(outcome.actions.size()).arg(outcome.failure));
    print(u"monkey: the last of them:"_s);
    for (const Action &action : outcome.actions.mid(std::max<qsizetype>(0, outcome.actions.size() - 10)))
        print(u"  "_s + lineOf(action));
    const auto fails = [&](const QList<Action> &some) {
        const Outcome again = child.replay(some);
        return !again.isClean && again.failure == outcome.failure;
    };
    const QString path = u"%1/seed-%2.txt"_s.arg(folder).arg(seed);
    writeActions(path, outcome.failure, outcome.actions);
    if (!fails(outcome.actions)) {
        print(u"monkey: it does not happen again with the same actions, which are in %1"_s.arg(path));
        return;
    }
    QElapsedTimer time;
    time.start();
    const QList<Action> few = shrunk(outcome.actions, fails, [&] { return time.elapsed() < mostShrinking; });
    writeActions(path, outcome.failure, few);
    print(u"monkey: these %1 are enough (%2; once mended, they belong in tests/monkey/found):"_s.arg(few.size())
              .arg(path));
    for (const Action &action : few)
        print(u"  "_s + lineOf(action));
}

int runParent(const Words &words)
{
    const QTemporaryDir folder;
    Child child(folder.path());
    const QString keep = words.keep.isEmpty() ? u"."_s : words.keep;
    if (!words.replay.isEmpty()) {
        const Outcome outcome = child.replay(readActions(words.replay));
        if (!outcome.isClean)
            print(outcome.said + u"\nmonkey: failed: "_s + outcome.failure);
        return outcome.isClean ? 0 : 1;
    }
    const QString reach = folder.filePath(u"reach"_s);
    QElapsedTimer time;
    time.start();
    const qint64 most = words.actions > 0 ? 0 : (words.seconds > 0 ? words.seconds : 60) * 1000;
    int done = 0;
    int failed = 0;
    for (std::uint32_t seed = words.seed;
         most > 0 ? time.elapsed() < most : seed < words.seed + std::uint32_t(words.seeds); ++seed) {
        int ofSeed = 0;
        for (std::uint32_t part = 0; most > 0 ? part < 10 && time.elapsed() < most : ofSeed < words.actions; ++part) {
            const int length = most > 0 ? sessionLength : std::min(sessionLength, words.actions - ofSeed);
            const Outcome outcome = child.run(seed * 1000 + part, length, reach);
            ofSeed += int(outcome.actions.size());
            if (outcome.isClean)
                continue;
            ++failed;
            tell(child, outcome, seed * 1000 + part, keep);
            if (words.keep.isEmpty())
                return 1;
            ofSeed += length - int(outcome.actions.size()); // on with the next part
        }
        done += ofSeed;
        print(u"monkey: seed %1: %2 actions, %3 s, %4 failures so far"_s.arg(seed)
                  .arg(ofSeed)
                  .arg(time.elapsed() / 1000)
                  .arg(failed));
    }
    Reach reached;
    reached.read(reach);
    print(u"monkey: %1 actions, %2 failures\n%3"_s.arg(done).arg(failed).arg(reached.report()));
    return failed == 0 ? 0 : 1;
}

} // namespace

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; ++i)
        if (QByteArray(argv[i]) == "--child")
            return runChild(argc, argv);
    QCoreApplication application(argc, argv);
    return runParent(mainWordsOf(QCoreApplication::arguments()));
}
