#include <QTest>

#include "engine/base/errors.h"
#include "io/project/model_keys.h"
#include "test_class.h"

using namespace regard;

class TestModelKeys : public QObject {
    Q_OBJECT

private slots:
    void everyKeyAndDefault();
    void whatEachKeyTakes_data();
    void whatEachKeyTakes();
    void refused_data();
    void refused();
    void decoderFollows();
    void architectureBringsItsLayers();
    void aDecoderIsNoMaskedLanguageModel();
};

void TestModelKeys::everyKeyAndDefault()
{
    const std::vector<std::pair<std::string, std::string>> expected = {{"architecture", "encoder"},
                                                                       {"encoder_kind", "attention"},
                                                                       {"decoder_kind", "attention"},
                                                                       {"cell", "gru"},
                                                                       {"directions", "1"},
                                                                       {"decoder_attention", "none"},
                                                                       {"encoder_layers", "1"},
                                                                       {"decoder_layers", "0"},
                                                                       {"d_model", "16"},
                                                                       {"heads", "2"},
                                                                       {"d_key", "8"},
                                                                       {"d_value", "8"},
                                                                       {"d_ff", "0"},
                                                                       {"decoder_heads", "2"},
                                                                       {"decoder_d_ff", "0"},
                                                                       {"score", "scaled_dot"},
                                                                       {"encoder_mask", "none"},
                                                                       {"decoder_mask", "causal"},
                                                                       {"position", "none"},
                                                                       {"position_start", "0"},
                                                                       {"embedding_scale", "false"},
                                                                       {"embedding_norm", "false"},
                                                                       {"output_projection", "true"},
                                                                       {"bias", "false"},
                                                                       {"residual", "false"},
                                                                       {"norm", "none"},
                                                                       {"norm_epsilon", "1e-05"},
                                                                       {"final_norm", "false"},
                                                                       {"activation", "relu"},
                                                                       {"initialization", "xavier"},
                                                                       {"initialization_std", "0.02"},
                                                                       {"seed", "1"},
                                                                       {"key_value_heads", "0"},
                                                                       {"qkv_bias", "false"},
                                                                       {"norm_kind", "layer"},
                                                                       {"gated", "false"},
                                                                       {"rope_theta", "10000"},
                                                                       {"rotary_interleaved", "false"},
                                                                       {"rotary_width", "0"},
                                                                       {"rope_scaling", "none"},
                                                                       {"rope_factor", "1"},
                                                                       {"rope_original", "2048"},
                                                                       {"rope_low", "1"},
                                                                       {"rope_high", "4"},
                                                                       {"rope_truncate", "true"},
                                                                       {"rope_attention", "1"},
                                                                       {"rope_short", ""},
                                                                       {"rope_long", ""},
                                                                       {"unrotated_layers", ""},
                                                                       {"window", "0"},
                                                                       {"full_layers", ""},
                                                                       {"window_theta", "0"},
                                                                       {"qk_norm", "none"},
                                                                       {"embedding_multiplier", "1"},
                                                                       {"residual_multiplier", "1"},
                                                                       {"score_scale", "0"},
                                                                       {"logits_divisor", "1"},
                                                                       {"score_cap", "0"},
                                                                       {"logits_cap", "0"},
                                                                       {"attention_sinks", "false"},
                                                                       {"token_types", "0"},
                                                                       {"maximum_tokens", "0"},
                                                                       {"masked_language_model", "false"},
                                                                       {"replaced_tokens", "false"},
                                                                       {"embedding_size", "0"},
                                                                       {"narrow_tokens", "false"},
                                                                       {"score_bias", "none"},
                                                                       {"token_dropout", "false"},
                                                                       {"parallel_residual", "false"},
                                                                       {"scale_by_layer", "false"},
                                                                       {"output_activation", "same"},
                                                                       {"tied_output", "false"}};
    std::vector<std::pair<std::string, std::string>> found;
    for (const std::string &key : modelKeys())
        found.emplace_back(key, modelKeyValue(ModelConfig(), key));
    QCOMPARE(found, expected);
}

void TestModelKeys::whatEachKeyTakes_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArrayList>("values");
    const auto row = [](const char *key, const char *values) {
        QTest::newRow(key) << QByteArray(key) << QByteArray(values).split(' ');
    };
    row("architecture", "decoder encoder_decoder encoder");
    row("encoder_kind", "recurrent attention");
    row("decoder_kind", "recurrent attention");
    row("cell", "rnn lstm gru");
    row("directions", "2 1");
    row("decoder_attention", "bahdanau luong none");
    row("encoder_layers", "0 12 512");
    row("decoder_layers", "0 6");
    row("d_model", "1 768 65536");
    row("heads", "1 64 1024");
    row("d_key", "1 65536");
    row("d_value", "1 65536");
    row("d_ff", "0 2048");
    row("decoder_heads", "1 7");
    row("decoder_d_ff", "0 7");
    row("score", "dot scaled_dot additive general");
    row("encoder_mask", "none causal");
    row("decoder_mask", "none causal");
    row("position", "none sinusoidal one_hot learned sinusoidal_halves rotary sinusoidal_fairseq");
    row("embedding_scale", "true false");
    row("embedding_norm", "true false");
    row("output_projection", "true false");
    row("bias", "true false");
    row("residual", "true false");
    row("norm", "none post pre output");
    row("norm_epsilon", "1e-12 0.5");
    row("final_norm", "true false");
    row("activation", "relu gelu gelu_tanh silu");
    row("initialization", "gaussian xavier kaiming");
    row("initialization_std", "0 0.02 3");
    row("seed", "0 18446744073709551615");
    row("key_value_heads", "0 1 1024");
    row("qkv_bias", "true false");
    row("norm_kind", "rms layer");
    row("gated", "true false");
    row("rope_theta", "10000 5e+05 2.5");
    row("rotary_width", "0 64");
    row("rope_scaling", "linear dynamic llama3 yarn longrope none");
    row("rope_factor", "8 1.5");
    row("rope_original", "1 8192");
    row("rope_low", "1 0.5");
    row("rope_high", "32 4");
    row("rope_truncate", "true false");
    row("rope_attention", "1.19 1");
    QTest::newRow("rope_short") << QByteArray("rope_short") << QByteArrayList{"1 1.5 2", "1.25", ""};
    QTest::newRow("rope_long") << QByteArray("rope_long") << QByteArrayList{"1 1.5 2", ""};
    QTest::newRow("unrotated_layers") << QByteArray("unrotated_layers") << QByteArrayList{"4 8", ""};
    row("window", "0 4096");
    QTest::newRow("full_layers") << QByteArray("full_layers") << QByteArrayList{"1 3", ""};
    row("window_theta", "0 10000");
    row("position_start", "0 2 65536");
    row("qk_norm", "head all none");
    row("embedding_multiplier", "12 1");
    row("residual_multiplier", "0.22 1");
    row("score_scale", "0 0.015625");
    row("logits_divisor", "8 1");
    row("score_cap", "0 50");
    row("logits_cap", "0 30");
    row("attention_sinks", "true false");
    row("token_types", "0 2");
    row("maximum_tokens", "0 512 131072");
    row("masked_language_model", "true false");
    row("replaced_tokens", "true false");
    row("narrow_tokens", "true false");
    row("output_activation", "gelu tanh same");
    row("tied_output", "true false");
}

void TestModelKeys::whatEachKeyTakes()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArrayList, values);
    ModelConfig config;
    for (const QByteArray &value : values) {
        setModelKey(config, key.toStdString(), value.toStdString());
        QCOMPARE(modelKeyValue(config, key.toStdString()), value.toStdString());
    }
}

void TestModelKeys::refused_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("message");
    const auto row = [](const char *key, const char *value, const char *message) {
        QTest::addRow("%s=%s", key, value) << QByteArray(key) << QByteArray(value) << QByteArray(message);
    };
    row("heads", "0", "heads takes a whole number from 1 to 1024, not \"0\"");
    row("heads", "1025", "heads takes a whole number from 1 to 1024, not \"1025\"");
    row("heads", "2x", "heads takes a whole number from 1 to 1024, not \"2x\"");
    row("heads", " 2", "heads takes a whole number from 1 to 1024, not \" 2\"");
    row("heads", "", "heads takes a whole number from 1 to 1024, not \"\"");
    row("heads", "99999999999999999999", "heads takes a whole number from 1 to 1024, not \"99999999999999999999\"");
    row("d_ff", "-1", "d_ff takes a whole number from 0 to 65536, not \"-1\"");
    row("score", "Dot", "score takes one of dot, scaled_dot, additive, general, not \"Dot\"");
    row("bias", "1", "bias takes true or false, not \"1\"");
    row("norm_epsilon", "nan", "norm_epsilon takes a number above 0, not \"nan\"");
    row("norm_epsilon", "0", "norm_epsilon takes a number above 0, not \"0\"");
    row("initialization_std", "inf", "initialization_std takes a number from 0, not \"inf\"");
    row("initialization_std", "-0.1", "initialization_std takes a number from 0, not \"-0.1\"");
    row("seed", "18446744073709551616",
        "seed takes a whole number from 0 to 18446744073709551615, not \"18446744073709551616\"");
    row("norm_kind", "RMS", "norm_kind takes one of layer, rms, not \"RMS\"");
    row("position", "rope",
        "position takes one of none, sinusoidal, one_hot, learned, sinusoidal_halves, rotary, sinusoidal_fairseq, not "
        "\"rope\"");
    row("key_value_heads", "-1", "key_value_heads takes a whole number from 0 to 1024, not \"-1\"");
    row("maximum_tokens", "10000001", "maximum_tokens takes a whole number from 0 to 10000000, not \"10000001\"");
    row("rope_theta", "0", "rope_theta takes a number above 0, not \"0\"");
    row("d_head", "4", "the model has no key \"d_head\" (did you mean \"heads\"?)");
    row("zzzzzzzzzzzz", "4", "the model has no key \"zzzzzzzzzzzz\"");
}

void TestModelKeys::refused()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, value);
    QFETCH(QByteArray, message);
    ModelConfig config;
    try {
        setModelKey(config, key.toStdString(), value.toStdString());
        QFAIL("it was taken");
    } catch (const ConfigError &error) {
        QCOMPARE(QByteArray(error.what()), message);
    }
    QCOMPARE(config, ModelConfig());
}

void TestModelKeys::decoderFollows()
{
    ModelConfig config;
    setModelKey(config, "heads", "5");
    setModelKey(config, "d_ff", "32");
    QCOMPARE(config.decoderHeads, 5);
    QCOMPARE(config.decoderDFf, 32);
    setModelKey(config, "decoder_heads", "3");
    setModelKey(config, "decoder_d_ff", "16");
    setModelKey(config, "heads", "7");
    setModelKey(config, "d_ff", "64");
    QCOMPARE(config.decoderHeads, 3);
    QCOMPARE(config.decoderDFf, 16);
}

void TestModelKeys::architectureBringsItsLayers()
{
    ModelConfig config;
    setModelKey(config, "architecture", "decoder");
    QCOMPARE(config.encoderLayers, 0);
    QCOMPARE(config.decoderLayers, 1);
    setModelKey(config, "decoder_layers", "6");
    setModelKey(config, "architecture", "encoder_decoder");
    QCOMPARE(config.encoderLayers, 1);
    QCOMPARE(config.decoderLayers, 6);
    setModelKey(config, "architecture", "encoder");
    QCOMPARE(config.encoderLayers, 1);
    QCOMPARE(config.decoderLayers, 0);
}

void TestModelKeys::aDecoderIsNoMaskedLanguageModel()
{
    ModelConfig config;
    setModelKey(config, "masked_language_model", "true");
    setModelKey(config, "architecture", "encoder");
    QVERIFY(config.maskedLanguageModel);
    setModelKey(config, "architecture", "decoder");
    QVERIFY(!config.maskedLanguageModel);
    setModelKey(config, "architecture", "encoder");
    setModelKey(config, "replaced_tokens", "true");
    setModelKey(config, "architecture", "encoder_decoder");
    QVERIFY(!config.replacedTokens);
}

REGARD_GUILESS_TEST(TestModelKeys)
#include "test_model_keys.moc"
