#pragma once

#include <iosfwd>
#include <map>
#include <string>

#include <benchmark/benchmark.h>

/// Google Benchmark's console, and at the end the aims of the design with what was measured and the ratio of both.
class SpeedTable : public benchmark::ConsoleReporter {
public:
    SpeedTable() : ConsoleReporter(OO_Tabular) {}

    void ReportRuns(const std::vector<Run> &runs) override;
    void Finalize() override;

private:
    void keep(const std::string &name, const std::string &figure, double value);

    std::map<std::string, double> m_figures; ///< by name of the benchmark, `NAME@COUNTER` for a counter of it
};
