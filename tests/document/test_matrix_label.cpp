#include <QTest>

#include "document/matrices/matrix_label.h"
#include "test_class.h"

using namespace regard;

class TestMatrixLabel : public QObject {
    Q_OBJECT
private slots:
    void readsAsOnPaper_data()
    {
        QTest::addColumn<QString>("label");
        const auto row = [](const char *name, const char *label) { QTest::newRow(name) << QString::fromUtf8(label); };
        row("X", "E");
        row("X target", "E target");
        row("position", "P");
        row("encoder.position", "P");
        row("decoder.position", "P");
        row("encoder.0.self.w_q", "W Q");
        row("decoder.11.cross.w_o", "W O");
        row("decoder.1.self.b_v", "b V");
        row("decoder.0.cross.w_a", "w a");
        row("encoder.0.ffn.w_1", "W 1");
        row("encoder.0.ffn.b_1", "b 1");
        row("decoder.3.ffn.w_2", "W 2");
        row("decoder.3.ffn.b_2", "b 2");
        row("encoder.0.norm_1.gain", "gain");
        row("decoder.final_norm.bias", "bias");
        row("embedding_norm.gain", "gain");
        row("encoder.0.forward.w_f", "W f");
        row("decoder.1.forward.b_o", "b o");
        row("decoder.first_state.w", "W first");
        row("decoder.first_state.w_c", "W c first");
        row("decoder.first_state.b_c", "b c first");
        row("output.w", "W out");
        row("output.b", "b out");
    }

    void readsAsOnPaper() { QTEST(matrixLabel(QTest::currentDataTag()), "label"); }
};

REGARD_GUILESS_TEST(TestMatrixLabel)
#include "test_matrix_label.moc"
