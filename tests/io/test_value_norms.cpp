#include <cmath>
#include <memory>

#include <QDir>
#include <QtTest>

#include "engine/analysis/value_norms.h"
#include "expected_file.h"
#include "io/checkpoint/checkpoint.h"
#include "io/project/project.h"
#include "pass_parity.h"
#include "paths.h"
#include "test_class.h"
#include "variant_copy.h"

using namespace regard;

namespace {

const QString movedFolder = QStringLiteral(REGARD_TEST_DATA "/moved");

} // namespace

/// What the heads of every small checkpoint move, beside the vectors that tests/data/moved/make.py writes out.
class TestValueNorms : public QObject {
    Q_OBJECT
private slots:
    void moved_data()
    {
        QTest::addColumn<QString>("name");
        const QStringList files = QDir(movedFolder).entryList({QStringLiteral("*.safetensors")});
        QVERIFY(files.size() >= 45);
        for (const QString &file : files)
            QTest::newRow(qPrintable(file)) << QFileInfo(file).completeBaseName();
    }

    void moved()
    {
        QFETCH(const QString, name);
        const ExpectedFile file(movedFolder + QLatin1Char('/') + name + QStringLiteral(".safetensors"));
        const QJsonObject item = file.at(0);
        const std::unique_ptr<CheckpointCopy> copy = familyCopy(name);
        Project project = checkpointProject(openCheckpoint(copy->path()));
        project.source = item[QStringLiteral("text")].toString().toStdString();
        project.target = item[QStringLiteral("pair")].toString(item[QStringLiteral("target")].toString()).toStdString();
        const SharedTrace trace = forward(project.model, inputOf(project));
        int compared = 0;
        for (int index = 0; index < int(trace->blocks.size()); ++index) {
            const BlockTrace &block = *trace->blocks[std::size_t(index)];
            const AttentionPlace place = blockPlace(project.model.config, index);
            const QString prefix = QString::fromStdString(block.name);
            const std::vector<Matrix> heads = file.matrices(0, prefix + QStringLiteral(".moved"));
            QCOMPARE(heads.size(), block.heads.size());
            for (int head = 0; head < int(heads.size()); ++head) {
                const HeadTrace &computed = block.heads[std::size_t(head)];
                const Matrix moved =
                    computed.weights *
                    movedByOne(project.model, {place.attention, place.layer, head}, computed).asDiagonal();
                compareMatrix(prefix, moved, heads[std::size_t(head)]);
                ++compared;
            }
            compareMatrix(prefix, movedTogether(project.model, place, block),
                          file.matrices(0, prefix + QStringLiteral(".together")).front());
        }
        QVERIFY(compared > 0);
    }
};

REGARD_GUILESS_TEST(TestValueNorms)
#include "test_value_norms.moc"
