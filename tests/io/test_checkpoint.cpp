#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

#include <sys/stat.h>

#include "checkpoint_copy.h"
#include "engine/base/available_memory.h"
#include "engine/base/errors.h"
#include "engine/pass/forward.h"
#include "engine/pass/output_layer.h"
#include "io/base/file_error.h"
#include "io/checkpoint/checkpoint.h"
#include "io/checkpoint/checkpoint_memory.h"
#include "io/checkpoint/family.h"
#include "io/project/model_keys.h"
#include "io/project/project.h"
#include "message_of.h"
#include "paths.h"
#include "test_class.h"

using namespace regard;

namespace {

const QString checkpointCheckpoints = QStringLiteral(REGARD_TEST_DATA "/checkpoints/");
const QString weightsFile = QStringLiteral("model.safetensors");
const QString configFile = QStringLiteral("config.json");

QString openingError(const QString &folder)
{
    return messageOf<FileError>([&] { openCheckpoint(folder); });
}

bool sameWeights(const Model &a, const Model &b)
{
    if (!(a.config == b.config) || a.given.all().size() != b.given.all().size())
        return false;
    for (const auto &[name, matrix] : a.given.all())
        if (!b.given.contains(name) || *matrix != b.given.at(name))
            return false;
    return true;
}

Matrix rowsOf(const RowTable &table)
{
    Matrix rows(table.rows(), table.columns());
    table.read(0, table.rows(), rows.data());
    return rows;
}

QByteArray littleEndianFloats(const std::vector<float> &numbers)
{
    return {reinterpret_cast<const char *>(numbers.data()), qsizetype(numbers.size() * sizeof(float))};
}

} // namespace

class CheckpointTest : public QObject {
    Q_OBJECT

private slots:
    void opens_data();
    void opens();
    void tellsWhatItRead();
    void refusesConfigs_data();
    void refusesConfigs();
    void acceptsConfigs_data();
    void acceptsConfigs();
    void configDefaultsAreTheLibrarys();
    void prefixesAreOptional_data();
    void prefixesAreOptional();
    void ignoresTensorsThatItDoesNotUse();
    void refusesUnknownTensorsOfALayer_data();
    void refusesUnknownTensorsOfALayer();
    void aDamagedHeadCostsTheHead_data();
    void aDamagedHeadCostsTheHead();
    void everyTensorOfTheModelIsNeeded();
    void refusesTensors_data();
    void refusesTensors();
    void tiesTheOutputLayer();
    void sharedEmbeddingsMustBeTheSame();
    void missingBiasesAreZero();
    void withoutAHeadThereIsNoOutput();
    void namesRowsWithoutAToken();
    void refusesAnEmbeddingThatIsTooShort();
    void positionsLimitTheSentence();
    void pairsNeedTheirTypes();
    void positionsPassOverPadding();
    void refusesPipes_data();
    void refusesPipes();
    void findsFolders();
    void hashesEveryFileThatCounts();
    void weighsTheMemory();
};

void CheckpointTest::opens_data()
{
    QTest::addColumn<QString>("family");
    QTest::addColumn<QString>("dtype");
    QTest::addColumn<QStringList>("keys");
    QTest::addColumn<int>("tokens");
    QTest::addColumn<QString>("output"); // tied, own, none
    const auto row = [](const char *folder, const char *family, const char *dtype, const char *keys, int tokens,
                        const char *output) {
        QTest::newRow(folder) << QString::fromLatin1(family) << QString::fromLatin1(dtype)
                              << QString::fromLatin1(keys).split(QLatin1Char(' ')) << tokens
                              << QString::fromLatin1(output);
    };
    row("bert", "BERT", "float32",
        "architecture=encoder encoder_layers=2 decoder_layers=0 d_model=24 heads=3 d_key=8 d_value=8 d_ff=40 "
        "score=scaled_dot encoder_mask=none position=learned embedding_scale=false embedding_norm=true "
        "output_projection=true bias=true residual=true norm=post norm_epsilon=0.003 final_norm=false activation=gelu "
        "key_value_heads=0 qkv_bias=false norm_kind=layer gated=false token_types=2 maximum_tokens=64 "
        "masked_language_model=true",
        294, "tied");
    row("bert_vocab", "BERT", "float32",
        "encoder_layers=2 d_model=16 heads=4 d_key=4 activation=gelu_tanh token_types=2 masked_language_model=false",
        294, "none");
    row("bert_cased", "BERT", "float32", "encoder_layers=1 d_model=24 activation=relu masked_language_model=true", 356,
        "tied");
    row("distilbert", "DistilBERT", "float32",
        "architecture=encoder encoder_layers=2 d_model=24 heads=4 d_key=6 d_ff=32 position=learned embedding_norm=true "
        "norm=post norm_epsilon=1e-12 token_types=0 maximum_tokens=64 masked_language_model=true bias=true",
        294, "tied");
    row("distilbert_float16", "DistilBERT", "float16",
        "encoder_layers=1 d_model=16 heads=4 masked_language_model=false", 294, "none");
    row("roberta", "RoBERTa", "float32",
        "architecture=encoder encoder_layers=2 d_model=24 heads=3 d_key=8 d_ff=40 position=learned norm_epsilon=1e-05 "
        "token_types=1 maximum_tokens=64 masked_language_model=true activation=gelu",
        381, "tied");
    row("gpt2", "GPT-2", "float32",
        "architecture=decoder encoder_layers=0 decoder_layers=2 d_model=24 heads=3 decoder_heads=3 d_key=8 d_ff=96 "
        "decoder_d_ff=96 decoder_mask=causal position=learned embedding_norm=false norm=pre norm_epsilon=0.002 "
        "final_norm=true activation=gelu_tanh bias=true residual=true maximum_tokens=64 norm_kind=layer gated=false",
        361, "tied");
    row("gpt2_json", "GPT-2", "float32", "d_model=16 heads=4 d_ff=24 activation=gelu", 361, "tied");
    row("bart", "BART", "float32",
        "architecture=encoder_decoder encoder_layers=1 decoder_layers=2 d_model=24 heads=3 decoder_heads=3 d_key=8 "
        "d_ff=32 decoder_d_ff=40 encoder_mask=none decoder_mask=causal position=learned embedding_scale=false "
        "embedding_norm=true norm=post final_norm=false activation=gelu maximum_tokens=64 norm_epsilon=1e-05",
        341, "tied");
    row("marian", "Marian", "float32",
        "architecture=encoder_decoder encoder_layers=2 decoder_layers=1 d_model=24 heads=2 decoder_heads=2 d_key=12 "
        "d_ff=32 decoder_d_ff=32 position=sinusoidal_halves embedding_scale=true embedding_norm=false norm=post "
        "final_norm=false activation=silu bias=true residual=true maximum_tokens=64 norm_epsilon=1e-05",
        303, "tied");
    row("llama", "Llama", "float32",
        "architecture=decoder decoder_layers=2 d_model=24 decoder_heads=4 key_value_heads=2 d_key=6 d_value=6 "
        "decoder_d_ff=40 position=rotary rope_theta=500 norm=pre norm_kind=rms norm_epsilon=0.002 final_norm=true "
        "gated=true activation=silu bias=false qkv_bias=false residual=true maximum_tokens=64 score=scaled_dot",
        383, "own");
    row("llama_4_sharded", "Llama", "float32", "decoder_layers=3 d_model=16 key_value_heads=2 d_key=4 rope_theta=20000",
        383, "own");
    row("llama_bfloat16", "Llama", "bfloat16", "decoder_layers=1 d_model=16 key_value_heads=1 d_key=4 rope_theta=10000",
        383, "own");
    row("llama_spm", "Llama", "float32", "decoder_layers=1 key_value_heads=0 bias=true", 420, "own");
    row("llama_metaspace", "Llama", "float32", "decoder_layers=1 rope_theta=1000 activation=gelu bias=false", 420,
        "own");
    row("mistral", "Mistral", "float32", "decoder_layers=2 d_model=24 key_value_heads=2 d_key=8 bias=false", 420,
        "own");
    row("qwen2", "Qwen 2", "float32",
        "decoder_layers=2 d_model=24 key_value_heads=2 d_key=6 bias=false qkv_bias=true rope_theta=3000", 383, "tied");
}

void CheckpointTest::opens()
{
    QFETCH(const QString, family);
    QFETCH(const QString, dtype);
    QFETCH(const QStringList, keys);
    QFETCH(const int, tokens);
    QFETCH(const QString, output);
    const auto checkpoint = openCheckpoint(checkpointCheckpoints + QString::fromLatin1(QTest::currentDataTag()));
    const Model &model = checkpoint->model;
    QCOMPARE(QString::fromStdString(checkpoint->family), family);
    QCOMPARE(QString::fromStdString(checkpoint->dtype), dtype);
    for (const QString &pair : keys) {
        const std::string key = pair.section(QLatin1Char('='), 0, 0).toStdString();
        const QString value = QString::fromStdString(modelKeyValue(model.config, key));
        QCOMPARE(QString::fromStdString(key) + QLatin1Char('=') + value, pair);
    }
    QVERIFY(model.table);
    QCOMPARE(model.table->embedding->rows(), tokens);
    QCOMPARE(int(model.table->ids.size()), tokens);
    QCOMPARE(int(model.vocabulary.tokens.size()), tokens);
    QCOMPARE(model.vocabulary.end, checkpoint->tokenizer->endToken());
    QCOMPARE(model.table->isTied(), output == QLatin1String("tied"));
    QCOMPARE(model.table->output != nullptr, output != QLatin1String("none"));
    QCOMPARE(checkpoint->readsPairs, model.config.architecture == Architecture::Encoder);
    // Nothing is left to chance: every weight is the file's.
    for (const auto &[name, matrix] : model.weights.all())
        if (!name.starts_with("output.") && (!name.starts_with("embedding_norm.") || model.given.contains(name) ||
                                             !model.given.contains("decoder." + name))) // each stack has its own
            QVERIFY2(model.given.find(name) == matrix, name.c_str());
}

void CheckpointTest::tellsWhatItRead()
{
    const QString folder = checkpointCheckpoints + QStringLiteral("bert");
    const auto checkpoint = openCheckpoint(folder);
    QCOMPARE(checkpoint->folder, QDir(folder).absolutePath());
    QCOMPARE(checkpoint->modelType, std::string("bert"));
    QCOMPARE(checkpoint->fileBytes, std::int64_t(QFileInfo(folder + QStringLiteral("/model.safetensors")).size()));
    // Every tensor of the file is used: embeddings (294 + 64 + 2 + 2) · 24, two layers of 4 · (24² + 24), 2 · 24 · 40 +
    // 40 + 24 and 4 · 24, and the head's 24² + 24 + 2 · 24 + 294.
    QCOMPARE(checkpoint->parameters, std::int64_t(362 * 24 + 2 * (2400 + 1984 + 96) + 942));
    QVERIFY(checkpoint->tokenizer);
    // Its pooler and its second head are not.
    const auto cased = openCheckpoint(checkpointCheckpoints + QStringLiteral("bert_cased"));
    QCOMPARE(cased->parameters, std::int64_t((356 + 68) * 24 + 2400 + 1984 + 96 + 648 + 356));
}

void CheckpointTest::refusesConfigs_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QJsonValue>("value");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char *folder, const char *key, const QJsonValue &value, const char *sentence) {
        const QByteArray name = QByteArray(folder) + ": " + key + " " + QJsonDocument(QJsonArray{value}).toJson();
        QTest::newRow(name.simplified().constData())
            << QString::fromLatin1(folder) << QString::fromLatin1(key) << value << QString::fromUtf8(sentence);
    };
    const auto text = [](const char *value) { return QJsonValue(QString::fromLatin1(value)); };
    const auto object = [](const char *json) { return QJsonDocument::fromJson(json).object(); };
    const QJsonValue missing(QJsonValue::Undefined);
    std::string known;
    for (const std::string &type : modelTypes())
        known += (known.empty() ? "" : ", ") + type;
    for (const auto &[type, said] : {std::pair(text("t6"), "\"t6\""), std::pair(QJsonValue(7), "7")})
        row("bert", "model_type", type,
            qPrintable(QStringLiteral("model_type is %1, which is not read; those that are: %2; attention that a model "
                                      "computes in Python can be shown all the same, by regard.show(outputs, tokens)")
                           .arg(QLatin1String(said), QString::fromStdString(known))));
    row("bert", "model_type", missing, "has no model_type, which names the family of the model");
    row("llama", "quantization_config", object(R"({"quant_method": "gptq", "bits": 4})"),
        "quantization_config says that the weights are quantised (\"gptq\"); only float32, float16 and bfloat16 "
        "weights "
        "are read");
    row("bert", "position_embedding_type", text("relative_key"),
        "position_embedding_type is \"relative_key\", which is not computed here; of BERT models only those with "
        "position_embedding_type absolute can be read");
    row("bert", "is_decoder", text("yes"), "is_decoder must be true or false, not \"yes\"");
    row("roberta", "add_cross_attention", true,
        "add_cross_attention is true, which is not computed here; of RoBERTa models only those with "
        "add_cross_attention false can be read");
    row("bert", "pruned_heads", object(R"({"0": [1]})"),
        "pruned_heads is an object; what it changes is not computed here, so a BERT model that has it cannot be read");
    row("llama", "per_layer_config", object(R"({"0": {"rms_norm_eps": 0.5}})"),
        "per_layer_config is an object; what it changes is not computed here, so a Llama model that has it cannot be "
        "read");
    row("gpt2", "configuration_files", QJsonArray{text("config.5.0.0.json")},
        "configuration_files is a list; what it changes is not computed here, so a GPT-2 model that has it cannot be "
        "read");
    row("qwen2", "transformers_weights", text("other.safetensors"),
        "transformers_weights names \"other.safetensors\" as the file of the weights, which go by the name "
        "model.safetensors or pytorch_model.bin here: give them that name and take the key out");
    row("llama", "is_causal", QJsonValue::Null, "is_causal must be true or false, not null");
    row("gpt2", "is_causal", 0, "is_causal must be true or false, not 0");
    for (const auto &[folder, name] :
         {std::pair("bert", "BERT"), std::pair("distilbert", "DistilBERT"), std::pair("bart", "BART")})
        row(folder, "is_causal", true,
            qPrintable(QStringLiteral("is_causal is true, which is not computed here; of %1 models only those with "
                                      "is_causal false can be read")
                           .arg(QLatin1String(name))));
    row("bert", "hidden_act", text("prelu"),
        "hidden_act \"prelu\" is an activation that is not computed here; those that are: gelu, gelu_python, gelu_new, "
        "gelu_fast, gelu_accurate, gelu_pytorch_tanh, gelu_python_tanh, gelu_10, quick_gelu, relu, relu2, relu6, "
        "leaky_relu, silu, swish, mish, tanh, sigmoid, laplace, hardswish, sqrtsoftplus, linear");
    row("bert", "hidden_size", 0, "hidden_size must be a whole number from 1 to 65536, not 0");
    row("bert", "hidden_size", 24.5, "hidden_size must be a whole number from 1 to 65536, not 24.5");
    row("bert", "hidden_size", 1e300, "hidden_size must be a whole number from 1 to 65536, not 1e+300");
    row("bert", "type_vocab_size", 0, "type_vocab_size must be a whole number from 1 to 65536, not 0");
    row("bert", "num_hidden_layers", text("two"),
        "num_hidden_layers must be a whole number from 1 to 512, not \"two\"");
    row("bert", "num_hidden_layers", 4294967298.0,
        "num_hidden_layers must be a whole number from 1 to 512, not 4294967298");
    row("bert", "num_attention_heads", 5, "hidden_size 24 must be a multiple of num_attention_heads 5");
    row("bert", "layer_norm_eps", text("1e-5"), "layer_norm_eps must be a number, not \"1e-5\"");
    row("bert", "layer_norm_eps", 0, "norm_epsilon must be a number above 0, from 1e-30 to 1e30, such as 1e-5");
    row("gpt2", "scale_attn_weights", false,
        "scale_attn_weights is false, which is not computed here; of GPT-2 models only those with scale_attn_weights "
        "true can be read");
    row("gpt2", "add_cross_attention", true,
        "add_cross_attention is true, which is not computed here; of GPT-2 models only those with add_cross_attention "
        "false can be read");
    row("bart", "static_position_embeddings", true,
        "static_position_embeddings is true, which is not computed here; of BART models only those with "
        "static_position_embeddings false can be read");
    row("marian", "normalize_before", true,
        "normalize_before is true, which is not computed here; of Marian models only those with normalize_before false "
        "can be read");
    row("bart", "share_encoder_decoder_embeddings", false,
        "share_encoder_decoder_embeddings is false, which is not computed here; of BART models only those with "
        "share_encoder_decoder_embeddings true can be read");
    row("marian", "normalize_embedding", true,
        "normalize_embedding is true, which is not computed here; of Marian models only those with normalize_embedding "
        "false can be read");
    row("marian", "decoder_attention_heads", 4,
        "encoder_attention_heads is 2 and decoder_attention_heads is 4; heads of unlike sizes in the two stacks are "
        "not "
        "computed here");
    row("llama", "rope_parameters", object(R"({"rope_type": "llama3", "rope_theta": 500, "factor": 8})"),
        "rope_parameters has no low_freq_factor, which its type of rotary positions needs");
    row("llama_4_sharded", "rope_scaling", object(R"({"type": "proportional", "factor": 2})"),
        "rope_scaling asks for rotary positions of the type \"proportional\", which are not computed here in a Llama "
        "model");
    row("llama_4_sharded", "rope_scaling", object(R"({"type": "longrope", "short_factor": [1], "long_factor": "x"})"),
        "long_factor of rope_scaling must be a list of numbers from 1e-6 to 1e6");
    row("llama_4_sharded", "rope_scaling", object(R"({"type": "longrope", "short_factor": [1], "long_factor": [1]})"),
        "rope_short holds 1 numbers, but there are 2 pairs of rotated columns");
    row("llama", "rope_parameters", object(R"({"rope_type": "default", "mrope_section": [1, 1, 1]})"),
        "rope_parameters has mrope_section; rotary positions of several axes are not computed here");
    row("llama", "original_max_position_embeddings", text("x"),
        "original_max_position_embeddings must be a whole number from 1 to 10000000, not \"x\"");
    // Beside its rope_parameters, which ask for the usual ones.
    row("llama", "rope_scaling", object(R"({"rope_type": "yarn"})"),
        "rope_scaling has no factor, which its type of rotary positions needs");
    row("llama", "rope_parameters", object(R"({"full_attention": {"rope_type": "default"}})"),
        "rope_parameters has rotary positions of its own for \"full_attention\", which are not computed here");
    row("llama", "rope_parameters", object(R"({"rope_theta": 500, "partial_rotary_factor": 0.5})"),
        "partial_rotary_factor must be 1: of a Llama model the library rotates all columns");
    row("llama", "num_key_value_heads", 3,
        "key_value_heads is 3, but must divide decoder_heads, which is 4; 0 gives each head its own");
    row("llama", "head_dim", 5, "position rotary turns columns in pairs, so d_key must be even, not 5");
    row("qwen2", "layer_types", QJsonArray{QStringLiteral("full_attention"), QStringLiteral("sliding_attention")},
        "layer_types holds \"sliding_attention\", but the other keys give the Qwen 2 model no window of some layers "
        "alone");
    row("qwen2", "layer_types", QJsonArray{QStringLiteral("full_attention"), QStringLiteral("chunked_attention")},
        "layer_types holds \"chunked_attention\", which is not computed here; only \"full_attention\" and "
        "\"sliding_attention\" are");
    row("qwen2", "layer_types", QJsonArray{QStringLiteral("full_attention")},
        "layer_types must be a list with a type for each of the 2 layers");
    // The library reads the first of the two spellings.
    row("gpt2", "num_attention_heads", 5, "n_embd 24 must be a multiple of num_attention_heads 5");
    row("bert", "tie_word_embeddings", text("yes"), "tie_word_embeddings must be true or false, not \"yes\"");
}

void CheckpointTest::refusesConfigs()
{
    QFETCH(const QString, folder);
    QFETCH(const QString, key);
    QFETCH(const QJsonValue, value);
    QFETCH(const QString, sentence);
    CheckpointCopy copy(folder);
    copy.setConfig(key, value);
    QCOMPARE(openingError(copy.path()), copy.filePath(configFile) + QStringLiteral(": ") + sentence);
}

void CheckpointTest::acceptsConfigs_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QJsonValue>("value");
    const auto row = [](const char *name, const char *folder, const char *key, const QJsonValue &value) {
        QTest::newRow(name) << QString::fromLatin1(folder) << QString::fromLatin1(key) << value;
    };
    row("unknown key", "bert", "my_own_key", QJsonArray{1, 2});
    row("no heads pruned", "bert", "pruned_heads", QJsonObject());
    row("nothing quantised", "llama", "quantization_config", QJsonValue::Null);
    row("absolute positions", "bert", "position_embedding_type", QStringLiteral("absolute"));
    row("window of a whole sentence", "mistral", "sliding_window", 64);
    row("no window", "mistral", "sliding_window", QJsonValue::Null);
    row("window that is not used", "qwen2", "sliding_window", 8);
    row("head size that follows", "llama_4_sharded", "head_dim", QJsonValue::Null);
    row("no bias", "llama", "mlp_bias", QJsonValue::Null);
    row("rotary base beside its rules", "llama", "rope_theta", 77);
    row("no layer of its own", "llama", "per_layer_config", QJsonObject());
    row("no other weights", "llama", "transformers_weights", QJsonValue::Null);
    row("causal as it is", "llama", "is_causal", true);
    row("no mask where there is none", "bert", "is_causal", false);
    row("code of its own", "llama", "auto_map", QJsonObject{{QStringLiteral("AutoModel"), QStringLiteral("a.B")}});
}

/// Each of these ways names one model.
void CheckpointTest::acceptsConfigs()
{
    QFETCH(const QString, folder);
    QFETCH(const QString, key);
    QFETCH(const QJsonValue, value);
    CheckpointCopy copy(folder);
    copy.setConfig(key, value);
    QVERIFY(sameWeights(openCheckpoint(copy.path())->model, openCheckpoint(checkpointCheckpoints + folder)->model));
}

/// configuration_bert.py, configuration_llama.py, configuration_mistral.py of transformers 5.24: a key that is left
/// out.
void CheckpointTest::configDefaultsAreTheLibrarys()
{
    const QJsonValue missing(QJsonValue::Undefined);
    CheckpointCopy bert(QStringLiteral("bert"));
    bert.setConfig(QStringLiteral("hidden_act"), missing);
    bert.setConfig(QStringLiteral("layer_norm_eps"), missing);
    const ModelConfig config = openCheckpoint(bert.path())->model.config;
    QCOMPARE(config.normEpsilon, 1e-12);
    QCOMPARE(config.activation, Activation::Gelu);
    bert.setConfig(QStringLiteral("num_attention_heads"), missing);
    QCOMPARE(openCheckpoint(bert.path())->model.config.heads, 12);

    CheckpointCopy llama(QStringLiteral("llama"));
    llama.setConfig(QStringLiteral("rope_parameters"), missing);
    llama.setConfig(QStringLiteral("rms_norm_eps"), missing);
    QCOMPARE(openCheckpoint(llama.path())->model.config.ropeTheta, 10000.0);
    QCOMPARE(openCheckpoint(llama.path())->model.config.normEpsilon, 1e-6);

    CheckpointCopy mistral(QStringLiteral("mistral"));
    mistral.setConfig(QStringLiteral("sliding_window"), missing);
    QCOMPARE(openingError(mistral.path()), QString()); // 4096, more than 64 tokens
    mistral.setConfig(QStringLiteral("max_position_embeddings"), missing);
    QCOMPARE(openCheckpoint(mistral.path())->model.config.window, 4096);
    mistral.setConfig(QStringLiteral("is_causal"), false);
    QCOMPARE(openingError(mistral.path()),
             mistral.filePath(configFile) +
                 QStringLiteral(": is_causal is false beside a sliding_window, which is not computed here"));
}

void CheckpointTest::prefixesAreOptional_data()
{
    QTest::addColumn<QString>("prefix");
    QTest::newRow("bert") << QStringLiteral("bert.");
    QTest::newRow("distilbert") << QStringLiteral("distilbert.");
    QTest::newRow("roberta") << QStringLiteral("roberta.");
    QTest::newRow("gpt2_json") << QStringLiteral("transformer.");
    QTest::newRow("bart") << QStringLiteral("model.");
    QTest::newRow("marian") << QStringLiteral("model.");
    QTest::newRow("llama") << QStringLiteral("model.");
    QTest::newRow("mistral") << QStringLiteral("model.");
    QTest::newRow("qwen2") << QStringLiteral("model.");
}

void CheckpointTest::prefixesAreOptional()
{
    QFETCH(const QString, prefix);
    const QString folder = QString::fromLatin1(QTest::currentDataTag());
    CheckpointCopy copy(folder);
    std::map<QString, CheckpointCopy::Tensor> bare;
    int changed = 0;
    for (const auto &[name, tensor] : copy.tensors) {
        changed += name.startsWith(prefix) ? 1 : 0;
        bare[name.startsWith(prefix) ? name.mid(prefix.size()) : name] = tensor;
    }
    QVERIFY(changed > 0);
    copy.tensors = bare;
    copy.writeTensors();
    QVERIFY(sameWeights(openCheckpoint(copy.path())->model, openCheckpoint(checkpointCheckpoints + folder)->model));
}

void CheckpointTest::ignoresTensorsThatItDoesNotUse()
{
    CheckpointCopy copy(QStringLiteral("bert"));
    QVERIFY(openCheckpoint(copy.path())->unusedTensors.empty());
    copy.tensors[QStringLiteral("some.packed.thing")] = {QStringLiteral("F4"), {3}, QByteArray(2, '\0')};
    copy.tensors[QStringLiteral("bert.embeddings.position_ids")] = {
        QStringLiteral("I64"), {1, 2}, QByteArray(16, '\1')};
    copy.tensors[QStringLiteral("bert.encoder.layer.7.output.dense.weight")] = {
        QStringLiteral("BOOL"), {1}, QByteArray(1, '\1')};
    copy.writeTensors();
    const auto checkpoint = openCheckpoint(copy.path());
    const auto original = openCheckpoint(checkpointCheckpoints + QStringLiteral("bert"));
    QVERIFY(sameWeights(checkpoint->model, original->model));
    QCOMPARE(checkpoint->parameters, original->parameters);
    QCOMPARE(checkpoint->unusedTensors,
             (std::vector<std::string>{"bert.encoder.layer.7.output.dense.weight", "some.packed.thing"}));
    const auto cased = openCheckpoint(checkpointCheckpoints + QStringLiteral("bert_cased"));
    QCOMPARE(cased->unusedTensors,
             (std::vector<std::string>{"bert.pooler.dense.bias", "bert.pooler.dense.weight",
                                       "cls.seq_relationship.bias", "cls.seq_relationship.weight"}));
}

void CheckpointTest::refusesUnknownTensorsOfALayer_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("tensor");
    QTest::addColumn<QString>("family"); // empty: no harm
    const auto row = [](const char *folder, const char *tensor, const char *family) {
        QTest::newRow(tensor) << QString::fromLatin1(folder) << QString::fromLatin1(tensor)
                              << QString::fromLatin1(family);
    };
    row("bert", "bert.encoder.layer.0.attention.self.query.lora_A.weight", "BERT");
    row("bert_vocab", "encoder.layer.1.attention.self.query.lora_B.default.weight", "BERT");
    row("bert", "encoder.layer.0.adapter.weight", "BERT");
    row("bert", "bert.encoder.layer.0.crossattention.self.query.weight", "BERT");
    row("bert", "bert.encoder.layer.x", "BERT");
    row("distilbert", "distilbert.transformer.layer.0.third_layer_norm.weight", "DistilBERT");
    row("roberta", "roberta.encoder.layer.1.output.LayerNorm.running_mean", "RoBERTa");
    row("gpt2", "h.0.attn.c_attn.lora_A", "GPT-2");
    row("gpt2_json", "transformer.h.1.crossattention.c_attn.weight", "GPT-2");
    row("bart", "model.decoder.layers.1.extra_norm.weight", "BART");
    row("marian", "model.encoder.layers.0.self_attn.g_proj.weight", "Marian");
    row("llama", "model.layers.0.self_attn.q_norm.weight", "Llama");
    row("llama", "model.layers.0.self_attn.q_proj.bias", "Llama"); // without attention_bias
    row("llama_spm", "model.layers.0.mlp.up_proj.bias", "Llama");  // without mlp_bias
    row("mistral", "model.layers.1.input_layernorm.bias", "Mistral");
    row("qwen2", "model.layers.0.self_attn.o_proj.bias", "Qwen 2");
    row("qwen2", "model.layers.0.mlp.up_proj.weight_scale", "Qwen 2");
    // Buffers, and what lies elsewhere
    row("gpt2_json", "transformer.h.0.attn.bias", "");
    row("gpt2_json", "transformer.h.1.attn.masked_bias", "");
    row("llama", "model.layers.0.self_attn.rotary_emb.inv_freq", "");
    row("llama", "model.rotary_emb.inv_freq", "");
    row("llama", "model.layers.2.mlp.up_proj.weight", "");
    row("bart", "classification_head.dense.weight", "");
    row("roberta", "roberta.pooler.dense.weight", "");
    row("mistral", "score.weight", "");
}

void CheckpointTest::refusesUnknownTensorsOfALayer()
{
    QFETCH(const QString, folder);
    QFETCH(const QString, tensor);
    QFETCH(const QString, family);
    CheckpointCopy copy(folder);
    QVERIFY(!copy.tensors.contains(tensor));
    copy.tensors[tensor] = {QStringLiteral("F32"), {2}, QByteArray(8, '\0')};
    copy.writeTensors();
    QCOMPARE(
        openingError(copy.path()),
        family.isEmpty()
            ? QString()
            : copy.filePath(weightsFile) +
                  QStringLiteral(": the tensor \"%1\" stands in a layer, but the %2 model of its config.json has no "
                                 "such tensor; what is computed with it is not computed here")
                      .arg(tensor, family));
}

/// Without its bias, or any other part, a head is not read; attention is.
void CheckpointTest::aDamagedHeadCostsTheHead_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("tensor");
    const auto row = [](const char *folder, const char *tensor) {
        QTest::newRow(tensor) << QString::fromLatin1(folder) << QString::fromLatin1(tensor);
    };
    row("bert", "cls.predictions.bias");
    row("bert", "cls.predictions.transform.dense.weight");
    row("bert_cased", "cls.predictions.transform.LayerNorm.weight");
    row("distilbert", "vocab_projector.bias");
    row("distilbert", "vocab_layer_norm.bias");
    row("roberta", "lm_head.bias");
    row("roberta", "lm_head.layer_norm.weight");
    row("llama", "lm_head.weight");
}

void CheckpointTest::aDamagedHeadCostsTheHead()
{
    QFETCH(const QString, folder);
    QFETCH(const QString, tensor);
    CheckpointCopy copy(folder);
    QString stored = tensor;
    if (folder == QLatin1String("bert_cased")) // spelled as in old files
        stored.replace(QLatin1String("LayerNorm.weight"), QLatin1String("LayerNorm.gamma"));
    QCOMPARE(int(copy.tensors.erase(stored)), 1);
    copy.writeTensors();
    const auto checkpoint = openCheckpoint(copy.path());
    const auto original = openCheckpoint(checkpointCheckpoints + folder);
    QCOMPARE(checkpoint->headFault, (HeadFault{HeadFault::Kind::Missing, tensor.toStdString()}));
    QVERIFY(!original->headFault.isAny());
    QVERIFY(!checkpoint->model.table->output);
    QVERIFY(!hasOutputLayer(checkpoint->model));
    for (const auto &[name, matrix] : original->model.given.all())
        if (!name.starts_with("output."))
            QVERIFY2(checkpoint->model.given.at(name) == *matrix, name.c_str());
    for (const std::string &unused : checkpoint->unusedTensors)
        if (original->unusedTensors.empty())
            QVERIFY2(unused.starts_with(tensor.section(QLatin1Char('.'), 0, 0).left(5).toStdString()), unused.c_str());
}

/// Whichever tensor is taken away, the error names it and its file.
void CheckpointTest::everyTensorOfTheModelIsNeeded()
{
    for (const char *folder : {"bert", "distilbert", "roberta", "gpt2_json", "bart", "marian", "llama", "qwen2"}) {
        CheckpointCopy copy(QString::fromLatin1(folder));
        const std::map<QString, CheckpointCopy::Tensor> whole = copy.tensors;
        for (const auto &[name, tensor] : whole) {
            const bool isHead = name.startsWith(QLatin1String("cls.")) || name.startsWith(QLatin1String("lm_head.")) ||
                                name.startsWith(QLatin1String("vocab_"));
            if (isHead || name == QLatin1String("final_logits_bias"))
                continue; // without it there is no head, or no bias
            copy.tensors.erase(name);
            copy.writeTensors();
            copy.tensors = whole;
            const QString expected =
                copy.filePath(weightsFile) + QStringLiteral(": has no tensor \"%1\", which the ").arg(name);
            const QString error = openingError(copy.path());
            QVERIFY2(error.startsWith(expected),
                     qPrintable(QString::fromLatin1(folder) + QStringLiteral(": ") + error));
        }
    }
}

void CheckpointTest::refusesTensors_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("tensor");
    QTest::addColumn<QString>("dtype");
    QTest::addColumn<QJsonArray>("shape");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char *name, const char *folder, const char *tensor, const char *dtype,
                        const QJsonArray &shape, const char *reason) {
        QTest::newRow(name) << QString::fromLatin1(folder) << QString::fromLatin1(tensor) << QString::fromLatin1(dtype)
                            << shape << QString::fromUtf8(reason);
    };
    const char *query = "bert.encoder.layer.1.attention.self.query.weight";
    row("rows for columns", "gpt2_json", "transformer.h.0.attn.c_attn.weight", "F32", {48, 16},
        "is 48 × 16, but the sizes in config.json need 16 × 48");
    row("too small", "bert", query, "F32", {24, 23}, "is 24 × 23, but the sizes in config.json need 24 × 24");
    row("flat", "bert", query, "F32", {576}, "is 576, but the sizes in config.json need 24 × 24");
    row("a single number", "bert", "bert.embeddings.LayerNorm.bias", "F32", {},
        "is a single number, but the sizes in config.json need 24");
    row("eight bits", "bert", query, "F8_E4M3", {24, 24},
        "has the dtype \"F8_E4M3\"; weights are read from F64, F32, F16 and BF16");
    row("embedding of whole numbers", "bert", "bert.embeddings.word_embeddings.weight", "I32", {294, 24},
        "has the dtype \"I32\"; weights are read from F64, F32, F16 and BF16");
    row("embedding of another width", "bert", "bert.embeddings.word_embeddings.weight", "F32", {294, 12},
        "is 294 × 12, but must have a row for each token and 24 columns");
    row("embedding without rows", "bert", "bert.embeddings.word_embeddings.weight", "F32", {0, 24},
        "is 0 × 24, but must have a row for each token and 24 columns");
    row("embedding unlike vocab_size", "bert", "bert.embeddings.word_embeddings.weight", "F32", {295, 24},
        "has 295 rows, but vocab_size of config.json is 294");
    row("no positions", "roberta", "roberta.embeddings.position_embeddings.weight", "F32", {2, 24},
        "has 2 rows, but the first position is row 2");
    row("token types", "bert", "bert.embeddings.token_type_embeddings.weight", "F32", {3, 24},
        "is 3 × 24, but the sizes in config.json need 2 × 24");
}

void CheckpointTest::refusesTensors()
{
    QFETCH(const QString, folder);
    QFETCH(const QString, tensor);
    QFETCH(const QString, dtype);
    QFETCH(const QJsonArray, shape);
    QFETCH(const QString, reason);
    CheckpointCopy copy(folder);
    QVERIFY(copy.tensors.contains(tensor));
    qsizetype bytes = dtype == QLatin1String("F64") ? 8 : dtype.startsWith(QLatin1String("F8")) ? 1 : 4;
    for (const QJsonValue size : shape)
        bytes *= size.toInt();
    copy.tensors[tensor] = {dtype, shape, QByteArray(bytes, '\0')};
    copy.writeTensors();
    QCOMPARE(openingError(copy.path()),
             copy.filePath(weightsFile) + QStringLiteral(": the tensor \"%1\" %2").arg(tensor, reason));
}

/// As the library does it: an output layer in the file that is the embedding again is tied, another one is not.
void CheckpointTest::tiesTheOutputLayer()
{
    CheckpointCopy copy(QStringLiteral("gpt2_json"));
    const QString head = QStringLiteral("lm_head.weight");
    const std::int64_t parameters = openCheckpoint(copy.path())->parameters;
    copy.tensors[head] = copy.tensors[QStringLiteral("transformer.wte.weight")];
    copy.writeTensors();
    QVERIFY(openCheckpoint(copy.path())->model.table->isTied());
    QCOMPARE(openCheckpoint(copy.path())->parameters, parameters);

    copy.tensors[head].bytes.replace(0, 4, littleEndianFloats({42}));
    copy.writeTensors();
    const auto own = openCheckpoint(copy.path());
    QVERIFY(!own->model.table->isTied());
    QCOMPARE(rowsOf(*own->model.table->output)(0, 0), 42.0F);
    QVERIFY(rowsOf(*own->model.table->output).bottomRows(1) == rowsOf(*own->model.table->embedding).bottomRows(1));
    QCOMPARE(own->parameters, parameters + 361 * 16);

    // Only the one, under the other's name.
    copy.tensors.erase(QStringLiteral("transformer.wte.weight"));
    copy.writeTensors();
    QVERIFY(openCheckpoint(copy.path())->model.table->isTied());

    CheckpointCopy untied(QStringLiteral("gpt2_json"));
    untied.setConfig(QStringLiteral("tie_word_embeddings"), false);
    QCOMPARE(openCheckpoint(untied.path())->headFault, (HeadFault{HeadFault::Kind::Missing, "lm_head.weight"}));
    QVERIFY(!openCheckpoint(untied.path())->model.table->output);
    untied.setConfig(QStringLiteral("architectures"), QJsonArray{QStringLiteral("GPT2Model")});
    QVERIFY(!openCheckpoint(untied.path())->model.table->output);
    QVERIFY(!openCheckpoint(untied.path())->headFault.isAny()); // nobody promised one
}

void CheckpointTest::sharedEmbeddingsMustBeTheSame()
{
    CheckpointCopy copy(QStringLiteral("marian"));
    const QString shared = QStringLiteral("model.shared.weight");
    const QString decoders = QStringLiteral("model.decoder.embed_tokens.weight");
    copy.tensors[decoders] = copy.tensors[shared];
    copy.writeTensors();
    QCOMPARE(openingError(copy.path()), QString());
    copy.tensors[decoders].bytes.replace(0, 4, littleEndianFloats({42}));
    copy.writeTensors();
    QCOMPARE(openingError(copy.path()),
             copy.filePath(weightsFile) +
                 QStringLiteral(": the tensor \"model.decoder.embed_tokens.weight\" holds other numbers than "
                                "\"model.shared.weight\"; embeddings that encoder and decoder do not share are not "
                                "read"));
    copy.tensors.erase(shared);
    copy.writeTensors();
    QCOMPARE(openingError(copy.path()), QString());
}

/// attention_bias without mlp_bias: here it is one key.
void CheckpointTest::missingBiasesAreZero()
{
    const auto checkpoint = openCheckpoint(checkpointCheckpoints + QStringLiteral("llama_spm"));
    const ModelWeights &given = checkpoint->model.given;
    for (const char *name : {"b_1", "b_2", "b_3"}) {
        const Matrix &bias = given.at(std::string("decoder.0.ffn.") + name);
        QVERIFY2(bias.size() > 0 && bias.isZero(0), name);
    }
    for (const char *name : {"b_q", "b_k", "b_v", "b_o"})
        QVERIFY2(!given.at(std::string("decoder.0.self.") + name).isZero(0), name);
}

void CheckpointTest::withoutAHeadThereIsNoOutput()
{
    CheckpointCopy copy(QStringLiteral("bert"));
    std::erase_if(copy.tensors, [](const auto &tensor) { return tensor.first.startsWith(QLatin1String("cls.")); });
    copy.writeTensors();
    const Model model = openCheckpoint(copy.path())->model;
    QVERIFY(!model.config.maskedLanguageModel);
    QVERIFY(!model.table->output);
    QVERIFY(!model.given.contains("output.transform.w"));
}

void CheckpointTest::namesRowsWithoutAToken()
{
    CheckpointCopy copy(QStringLiteral("bert_vocab"));
    const QString name = QStringLiteral("embeddings.word_embeddings.weight");
    CheckpointCopy::Tensor &embedding = copy.tensors[name];
    embedding.shape = {297, 16};
    embedding.bytes.append(2 * 16 * 4, '\0');
    embedding.bytes.append(littleEndianFloats(std::vector<float>(16, 7)));
    copy.setConfig(QStringLiteral("vocab_size"), 297);
    copy.write(QStringLiteral("vocab.txt"), copy.read(QStringLiteral("vocab.txt")) + "<id 296>\n");
    copy.writeTensors();
    const Model model = openCheckpoint(copy.path())->model;
    QCOMPARE(model.vocabulary.tokens.size(), std::size_t(297));
    QCOMPARE(model.vocabulary.tokens[294], std::string("<id 296>"));
    QCOMPARE(model.vocabulary.tokens[295], std::string("<id 295>"));
    QCOMPARE(model.vocabulary.tokens[296], std::string("< id 296>")); // the vocabulary has the other
    QCOMPARE(model.table->ids.at("< id 296>"), 296);
    QVERIFY(embeddingRow(model, "< id 296>") == Matrix::Constant(1, 16, 7));
}

void CheckpointTest::refusesAnEmbeddingThatIsTooShort()
{
    CheckpointCopy copy(QStringLiteral("bert_vocab"));
    copy.write(QStringLiteral("vocab.txt"), copy.read(QStringLiteral("vocab.txt")) + "##no1\n##no2\n");
    QCOMPARE(openingError(copy.path()),
             copy.filePath(weightsFile) + QStringLiteral(": the embedding has 294 rows, but the tokenizer has 296 "
                                                         "tokens; the two do not belong together"));
}

void CheckpointTest::positionsLimitTheSentence()
{
    CheckpointCopy copy(QStringLiteral("roberta"));
    const auto limit = [&] { return openCheckpoint(copy.path())->model.config.maximumTokens; };
    copy.setConfig(QStringLiteral("max_position_embeddings"), 1000);
    QCOMPARE(limit(), 64); // 66 rows, the first two of which are no positions
    copy.setConfig(QStringLiteral("max_position_embeddings"), 30);
    QCOMPARE(limit(), 30);
    copy.setConfig(QStringLiteral("max_position_embeddings"), 66);
    copy.setConfig(QStringLiteral("pad_token_id"), 9);
    QCOMPARE(limit(), 56);
    // Positions are the rows behind those that are skipped.
    const Matrix later = openCheckpoint(copy.path())->model.given.at("position");
    const Matrix usual = openCheckpoint(checkpointCheckpoints + QStringLiteral("roberta"))->model.given.at("position");
    QVERIFY(later == usual.bottomRows(56));
}

void CheckpointTest::pairsNeedTheirTypes()
{
    CheckpointCopy copy(QStringLiteral("bert"));
    QVERIFY(openCheckpoint(copy.path())->readsPairs);
    CheckpointCopy::Tensor &types = copy.tensors[QStringLiteral("bert.embeddings.token_type_embeddings.weight")];
    types.shape = {1, 24};
    types.bytes.truncate(24 * 4);
    copy.writeTensors();
    copy.setConfig(QStringLiteral("type_vocab_size"), 1);
    QVERIFY(!openCheckpoint(copy.path())->readsPairs); // the second sentence's tokens are of type 1
    QVERIFY(openCheckpoint(checkpointCheckpoints + QStringLiteral("roberta"))->readsPairs); // one type for both
}

/// create_position_ids_from_input_ids of modeling_roberta.py: a token with the padding's id takes the padding's
/// position, and the later ones do not count it.
void CheckpointTest::positionsPassOverPadding()
{
    CheckpointCopy copy(QStringLiteral("roberta"));
    const QString name = QStringLiteral("roberta.embeddings.position_embeddings.weight");
    CheckpointCopy::Tensor &table = copy.tensors[name];
    QCOMPARE(table.shape[1].toInt(), 24);
    std::vector<float> numbers;
    for (int row = 0; row < table.shape[0].toInt(); ++row)
        numbers.insert(numbers.end(), 24, float(row));
    table.bytes = littleEndianFloats(numbers);
    copy.writeTensors();
    const auto rowsOf = [&](const char *sentence) {
        Project project = checkpointProject(openCheckpoint(copy.path()));
        project.source = sentence;
        const SharedTrace trace = forward(project.model, inputOf(project));
        std::vector<int> rows;
        for (std::size_t i = 0; i < trace->source.tokens.size(); ++i)
            rows.push_back(int(Matrix(trace->source.positions)(Eigen::Index(i), 0)));
        return rows;
    };
    QCOMPARE(rowsOf("<pad>"), (std::vector<int>{2, 1, 3})); // between <s> and </s>
    QCOMPARE(rowsOf("<pad><pad><mask>"), (std::vector<int>{2, 1, 1, 3, 4}));
    copy.setConfig(QStringLiteral("pad_token_id"), 2); // </s>, which ends every sentence
    QCOMPARE(rowsOf("<mask>"), (std::vector<int>{3, 4, 2}));
    QCOMPARE(rowsOf("</s><pad><mask>"), (std::vector<int>{3, 2, 4, 5, 2}));
    // Other families count every token.
    QVERIFY(openCheckpoint(checkpointCheckpoints + QStringLiteral("bert"))->model.table->padding.empty());
    QVERIFY(openCheckpoint(checkpointCheckpoints + QStringLiteral("bart"))->model.table->padding.empty());
}

void CheckpointTest::refusesPipes_data()
{
    QTest::addColumn<QString>("file");
    for (const char *file :
         {"tokenizer.json", "tokenizer_config.json", "model.safetensors", "model.safetensors.index.json"})
        QTest::newRow(file) << QString::fromLatin1(file);
}

/// A pipe has no end until somebody writes into it.
void CheckpointTest::refusesPipes()
{
    QFETCH(const QString, file);
    CheckpointCopy copy(QStringLiteral("bert"));
    if (file.endsWith(QLatin1String("index.json")))
        QVERIFY(QFile::remove(copy.filePath(weightsFile)));
    QFile::remove(copy.filePath(file));
    QCOMPARE(mkfifo(QFile::encodeName(copy.filePath(file)).constData(), 0600), 0);
    QCOMPARE(openingError(copy.path()), copy.filePath(file) + QStringLiteral(": is not a file"));
}

void CheckpointTest::findsFolders()
{
    QVERIFY(isCheckpointFolder(checkpointCheckpoints + QStringLiteral("bert")));
    QVERIFY(isCheckpointFolder(checkpointCheckpoints + QStringLiteral("bert/")));
    QVERIFY(!isCheckpointFolder(checkpointCheckpoints));
    QVERIFY(!isCheckpointFolder(checkpointCheckpoints + QStringLiteral("bert/config.json")));
    QVERIFY(!isCheckpointFolder(checkpointCheckpoints + QStringLiteral("nothing")));
    const QString nothing = checkpointCheckpoints + QStringLiteral("nothing");
    QCOMPARE(openingError(nothing), nothing + QStringLiteral(": there is no such folder"));
    const QString file = checkpointCheckpoints + QStringLiteral("bert/config.json");
    QCOMPARE(openingError(file), file + QStringLiteral(": is not a folder; a trained model is opened by its folder"));
    QTemporaryDir empty;
    QCOMPARE(openingError(empty.path()),
             empty.path() + QStringLiteral(": has no config.json, so it is not the folder of a trained model"));
    // Beside weights and without them, the library puts the adapter on a model.
    const QString adapter = QStringLiteral("adapter_config.json");
    CheckpointCopy adapted(QStringLiteral("bert"));
    adapted.write(adapter, R"({"peft_type": "LORA", "base_model_name_or_path": "bert-base-uncased"})");
    const QString refusal = QStringLiteral(": an adapter (PEFT, such as LoRA) on top of the weights is not supported; "
                                           "merge it into the model (merge_and_unload), or open a folder without this "
                                           "file");
    QCOMPARE(openingError(adapted.path()), adapted.filePath(adapter) + refusal);
    QVERIFY(QFile::remove(adapted.filePath(configFile)));
    QCOMPARE(openingError(adapted.path()), adapted.filePath(adapter) + refusal);
    CheckpointCopy broken(QStringLiteral("bert"));
    broken.write(configFile, "[1]");
    QCOMPARE(openingError(broken.path()),
             broken.filePath(configFile) + QStringLiteral(": must hold an object in braces, not a list of 1 numbers"));
}

void CheckpointTest::hashesEveryFileThatCounts()
{
    const QString bert = checkpointCheckpoints + QStringLiteral("bert");
    CheckpointCopy copy(QStringLiteral("bert"));
    const std::string hash = checkpointHash(bert);
    QVERIFY(QString::fromStdString(hash).contains(QRegularExpression(QStringLiteral("^blake2b:[0-9a-f]{64}$"))));
    QCOMPARE(checkpointHash(copy.path()), hash);
    copy.write(QStringLiteral("README.md"), "A note.");
    QCOMPARE(checkpointHash(copy.path()), hash);
    std::vector<std::string> hashes{hash};
    for (const char *name : {"model.safetensors", "config.json", "tokenizer.json", "vocab.txt"}) {
        QByteArray bytes = copy.read(QString::fromLatin1(name));
        copy.write(QString::fromLatin1(name), bytes + " ");
        const std::string changed = checkpointHash(copy.path());
        for (const std::string &other : hashes)
            QVERIFY2(changed != other, name);
        hashes.push_back(changed);
    }
    const QString shards = checkpointCheckpoints + QStringLiteral("llama_4_sharded");
    CheckpointCopy sharded(QStringLiteral("llama_4_sharded"));
    const std::string before = checkpointHash(sharded.path());
    QCOMPARE(checkpointHash(shards), before);
    const QString last = QStringLiteral("model-00004-of-00004.safetensors");
    sharded.write(last, sharded.read(last) + " ");
    QVERIFY(checkpointHash(sharded.path()) != before);
    QFile::remove(sharded.filePath(last));
    QVERIFY(messageOf<FileError>([&] {
                checkpointHash(sharded.path());
            }).startsWith(sharded.filePath(last) + QLatin1Char(':')));
}

void CheckpointTest::weighsTheMemory()
{
    requireMemory(1e9, 1e9, "x");
    requireMemory(1e15, std::nullopt, "x");
    QCOMPARE(messageOf<FileError>([] { requireMemory(13.5e9, 2.06e9, "x"); }),
             QStringLiteral("x: its weights need 13.5 GB of memory, but only 2.1 GB are free; close other "
                            "programs or take a smaller model"));
    QCOMPARE(bytesText(42'577'920), std::string("42.6 MB"));
    QCOMPARE(bytesText(0), std::string("0.0 kB"));
    QCOMPARE(bytesText(999'960), std::string("1.0 MB"));
    QCOMPARE(bytesText(3.2e15), std::string("3200.0 TB"));
    const std::optional<double> available = availableMemory();
    if (available)
        QVERIFY(*available > 1e6 && *available < 1e15);
}

REGARD_GUILESS_TEST(CheckpointTest)
#include "test_checkpoint.moc"
