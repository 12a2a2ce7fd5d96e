#include <fstream>
#include <sstream>

#include <QDir>
#include <QtTest>

#include "engine/model/initialization.h"
#include "engine/model/model.h"
#include "engine/model/weight_shapes.h"
#include "engine/pass/forward.h"
#include "paths.h"
#include "reference_file.h"
#include "test_class.h"

using namespace regard;

/// The engine beside numpy in float64 and beside the draws written out in Python.
class ReferenceTest : public QObject {
    Q_OBJECT
private slots:
    void pass_data()
    {
        QTest::addColumn<QString>("path");
        const QDir folder(QStringLiteral(REGARD_TEST_DATA "/engine"));
        const QFileInfoList files = folder.entryInfoList({QStringLiteral("reference_*.txt")});
        QCOMPARE(files.size(), 7);
        for (const QFileInfo &file : files)
            QTest::newRow(qPrintable(file.baseName())) << file.filePath();
    }

    void pass()
    {
        QFETCH(QString, path);
        const Reference reference = readReference(path);
        const std::map<std::string, Matrix> actual = compareWithPass(reference);
        // The trace has the layers' streams besides, which without residual and norm are the outputs.
        QCOMPARE(actual.size(), reference.expected.size() + std::size_t(reference.config.encoderLayers));
    }

    void draws()
    {
        std::ifstream file(REGARD_TEST_DATA "/engine/draws.txt");
        int lines = 0;
        for (std::string text; std::getline(file, text); ++lines) {
            std::istringstream line(text);
            std::string kind;
            std::string name;
            ModelConfig config;
            WeightShape shape;
            int row = 0;
            int column = 0;
            double value = 0;
            line >> kind >> config.seed >> name >> shape.rows >> shape.columns >> row >> column >> value;
            QVERIFY2(!line.fail(), text.c_str());
            config.dModel = shape.columns;
            config.initialization = kind == "gaussian"  ? Initialization::Gaussian
                                    : kind == "kaiming" ? Initialization::Kaiming
                                                        : Initialization::Xavier;
            shape.name = name;
            shape.role = kind == "position" ? WeightRole::PositionTable : WeightRole::Projection;
            const Matrix drawn =
                kind == "embedding" ? drawEmbeddingRow(config, name) : drawWeight(config, shape, shape.rows);
            // One unit in the last place of float32, for libraries whose log and cos differ.
            QVERIFY2(std::abs(double(drawn(row, column)) - value) <= 1.2e-7 * std::abs(value), text.c_str());
        }
        QCOMPARE(lines, 42);
    }
};

REGARD_GUILESS_TEST(ReferenceTest)
#include "test_reference.moc"
