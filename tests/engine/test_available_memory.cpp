#include <functional>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "engine/base/available_memory.h"
#include "engine/base/errors.h"
#include "engine/model/model.h"
#include "engine/pass/forward.h"
#include "engine/pass/forward_block.h"
#include "message_of.h"
#include "test_class.h"

using namespace regard;

namespace {

/// Files as the kernel has them, below a folder of the test's own.
class Machine {
public:
    void put(const char *path, const QByteArray &text) const
    {
        const QString whole = m_root.filePath(QString::fromLatin1(path));
        QDir().mkpath(whole.section(u'/', 0, -2));
        QFile file(whole);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    std::optional<double> available(std::optional<double> addressSpace = {}) const
    {
        return availableMemory(m_root.path().toStdString(), addressSpace);
    }

private:
    QTemporaryDir m_root;
};

const QByteArray meminfo = "MemTotal:       24000000 kB\nMemFree:         1000000 kB\nMemAvailable:    8000000 kB\n";

Model wide()
{
    ModelConfig config;
    config.dModel = 32;
    config.heads = 8;
    config.dKey = config.dValue = 4;
    config.encoderLayers = 3;
    return buildModel(config, {}, {});
}

Input sentence(int tokens)
{
    Input input;
    for (int i = 0; i < tokens; ++i)
        input.tokens.push_back("w" + std::to_string(i));
    return input;
}

} // namespace

/// What a process may still take, and that a sentence or a model that does not fit is refused before it is computed.
class TestAvailableMemory : public QObject {
    Q_OBJECT
private slots:
    void theLeastCounts()
    {
        const Machine machine;
        QVERIFY(!machine.available());
        machine.put("proc/meminfo", meminfo);
        QCOMPARE(machine.available().value(), 8'000'000 * 1024.0);
        // Version 2, a group inside another one: the outer one is the narrower.
        machine.put("proc/self/cgroup", "0::/user.slice/app.scope\n");
        machine.put("sys/fs/cgroup/user.slice/app.scope/memory.max", "max\n");
        machine.put("sys/fs/cgroup/user.slice/app.scope/memory.current", "5000\n");
        QCOMPARE(machine.available().value(), 8'000'000 * 1024.0);
        machine.put("sys/fs/cgroup/user.slice/memory.max", "4000000000\n");
        machine.put("sys/fs/cgroup/user.slice/memory.current", "1500000000\n");
        QCOMPARE(machine.available().value(), 2.5e9);
        machine.put("sys/fs/cgroup/user.slice/memory.stat", "anon 900000000\ninactive_file 500000000\n");
        QCOMPARE(machine.available().value(), 3e9);
        machine.put("sys/fs/cgroup/user.slice/app.scope/memory.max", "1000000\n");
        QCOMPARE(machine.available().value(), 995'000.0);
        // The address space: what is mapped already, in pages, is no longer there.
        machine.put("sys/fs/cgroup/user.slice/app.scope/memory.max", "max\n");
        machine.put("proc/self/statm", "1000 500 300 10 0 400 0\n");
        QCOMPARE(machine.available(1e9).value(), 1e9 - 1000.0 * double(sysconf(_SC_PAGESIZE)));
        QCOMPARE(machine.available(1e5).value(), 0.0);
    }

    void theFirstVersionOfGroups()
    {
        const Machine machine;
        machine.put("proc/meminfo", meminfo);
        machine.put("proc/self/cgroup", "12:cpu,cpuacct:/\n5:memory:/docker/4f\n1:name=systemd:/docker/4f\n");
        // In a container the group is the top of what can be seen.
        machine.put("sys/fs/cgroup/memory/memory.limit_in_bytes", "2000000000\n");
        machine.put("sys/fs/cgroup/memory/memory.usage_in_bytes", "1500000000\n");
        machine.put("sys/fs/cgroup/memory/memory.stat", "inactive_file 1\ntotal_inactive_file 250000000\n");
        QCOMPARE(machine.available().value(), 750e6);
    }

    void aSentenceThatDoesNotFit()
    {
        const Model model = wide();
        const Input longer = sentence(700);
        const double needed = traceBytes(model.config, 700, 0);
        QVERIFY(needed > smallMemory);
        {
            const LimitedMemory limit(needed - 1);
            QCOMPARE(messageOf<Error>([&] { forward(model, longer); }),
                     QStringLiteral("a sentence of 700 tokens needs %1 for encoder layers 3 × heads 8, but only %1 are "
                                    "free; close other programs, shorten it, or take fewer heads or layers")
                         .arg(QString::fromStdString(bytesText(needed))));
            // One block alone takes less.
            QVERIFY(forwardForBlock(model, longer, 1));
        }
        {
            const LimitedMemory limit(needed);
            QVERIFY(forward(model, longer));
        }
        {
            const LimitedMemory limit(0); // what is small is not asked about
            QVERIFY(forward(model, sentence(20)));
            QVERIFY(!messageOf<Error>([&] { forwardForBlock(model, longer, 1); }).isEmpty());
        }
    }

    void whatIsTakenOverNeedsNothing()
    {
        const Model before = wide();
        const Input input = sentence(700);
        const SharedTrace trace = forward(before, input);
        const auto edited = [&](const char *name) {
            ModelWeights given = before.weights;
            auto matrix = std::make_shared<Matrix>(given.at(name));
            (*matrix)(0, 0) += 1;
            given.set(name, std::move(matrix));
            return buildModel(before.config, given, {}, {}, &before);
        };
        const LimitedMemory limit(traceBytes(before.config, 700, 0) / 2);
        PassOptions options;
        options.previous = trace.get();
        options.previousModel = &before;
        const Model last = edited("encoder.2.self.w_q");
        QVERIFY(forward(last, input, options));
        const Model first = edited("encoder.0.self.w_q");
        QVERIFY(messageOf<Error>([&] { forward(first, input, options); }).contains(u"are free"));
    }

    void weightsThatDoNotFit()
    {
        ModelConfig config;
        config.dModel = 1024;
        config.heads = 16;
        config.dKey = config.dValue = 64;
        config.encoderLayers = 2;
        const double bytes = 2 * 4 * 1024.0 * 1024 * sizeof(float);
        const LimitedMemory limit(bytes - 1);
        QCOMPARE(messageOf<Error>([&] { buildModel(config, {}, {}); }),
                 QStringLiteral("the weights that the model would draw need 33.6 MB, but only 33.6 MB are free; close "
                                "other programs, or make the model smaller"));
        const Model built = [&] {
            const LimitedMemory enough(bytes);
            return buildModel(config, {}, {});
        }();
        // What is there already need not fit again.
        const LimitedMemory none(0);
        QVERIFY(buildModel(config, {}, {}, {}, &built).weights.contains("encoder.0.self.w_q"));
    }
};

REGARD_GUILESS_TEST(TestAvailableMemory)
#include "test_available_memory.moc"
