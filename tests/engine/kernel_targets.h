#pragma once

#include <cstdint>
#include <vector>

#include <QtTest>

#include <hwy/highway.h>
#include <hwy/targets.h>

/// Each kind of processor that this one can be, down to the least: a kernel is compiled for several of them.
inline std::vector<std::int64_t> kernelTargets()
{
    std::vector<std::int64_t> targets;
    for (std::int64_t left = hwy::SupportedTargets(); left != 0; left &= left - 1)
        targets.push_back(left & -left);
    return targets;
}

/// While it lives, kernels are those of one kind of processor.
class AsTarget {
public:
    explicit AsTarget(std::int64_t target) { hwy::SetSupportedTargetsForTest(target); }
    ~AsTarget() { hwy::SetSupportedTargetsForTest(0); }
    AsTarget(const AsTarget &) = delete;
    AsTarget &operator=(const AsTarget &) = delete;
};

/// One row of test data for each kind.
inline void addTargetRows()
{
    QTest::addColumn<qint64>("target");
    for (const std::int64_t target : kernelTargets())
        QTest::newRow(hwy::TargetName(target)) << qint64(target);
}
