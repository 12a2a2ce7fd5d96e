#include <benchmark/benchmark.h>

#include <string_view>

#include <QApplication>
#include <QStandardPaths>

#include "engine/kernels/kept_memory.h"
#include "first_paint.h"
#include "speed_table.h"

int main(int argc, char **argv)
{
    regard::keepFreedMemory();
    qputenv("QT_QPA_PLATFORM", "offscreen");
    if (argc == 2 && std::string_view(argv[1]) == "--first-paint")
        return runToFirstPaint(argc, argv);
    QStandardPaths::setTestModeEnabled(true);
    const QApplication application(argc, argv);
    QCoreApplication::setOrganizationName(QStringLiteral("regard-bench"));
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 2;
    SpeedTable table;
    benchmark::RunSpecifiedBenchmarks(&table);
    return 0;
}
