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
        row("encoder.0.self.w_q", "W_Q");
        row("decoder.11.cross.w_o", "W_O");
        row("decoder.1.self.b_v", "b_V");
        row("decoder.0.cross.w_a", "w_a");
        row("encoder.0.ffn.w_1", "W_1");
        row("encoder.0.ffn.b_1", "b_1");
        row("decoder.3.ffn.w_2", "W_2");
        row("decoder.3.ffn.b_2", "b_2");
        row("encoder.0.norm_1.gain", "gain");
        row("decoder.final_norm.bias", "bias");
        row("embedding_norm.gain", "gain");
        row("encoder.0.forward.w_f", "W_f");
        row("decoder.1.forward.b_o", "b_o");
        row("decoder.first_state.w", "W_first");
        row("decoder.first_state.w_c", "W_first_c");
        row("decoder.first_state.b_c", "b_first_c");
        row("output.w", "W_out");
        row("output.b", "b_out");
    }

    void readsAsOnPaper() { QTEST(matrixLabel(QTest::currentDataTag()), "label"); }
};

REGARD_GUILESS_TEST(TestMatrixLabel)
#include "test_matrix_label.moc"
