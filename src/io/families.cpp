#include "io/family.h"

namespace regard {

namespace {

using Form = TensorForm;

/// Vaswani's encoder as BERT has it: norms after, biases everywhere, learned positions.
ModelConfig encoderBase()
{
    ModelConfig config;
    config.architecture = Architecture::Encoder;
    config.position = Position::Learned;
    config.embeddingNorm = true;
    config.bias = true;
    config.residual = true;
    config.norm = Norm::Post;
    config.normEpsilon = 1e-12;
    return config;
}

ModelConfig translationBase()
{
    ModelConfig config = encoderBase();
    config.architecture = Architecture::EncoderDecoder;
    config.normEpsilon = 1e-5; // nn.LayerNorm's own
    return config;
}

ModelConfig decoderBase()
{
    ModelConfig config;
    config.architecture = Architecture::Decoder;
    config.encoderLayers = 0;
    config.position = Position::Learned;
    config.bias = true;
    config.residual = true;
    config.norm = Norm::Pre;
    config.finalNorm = true;
    return config;
}

ModelConfig rotaryBase()
{
    ModelConfig config = decoderBase();
    config.position = Position::Rotary;
    config.bias = false;
    config.normKind = NormKind::Rms;
    config.normEpsilon = 1e-6;
    config.gated = true;
    return config;
}

ModelConfig withQkvBias(ModelConfig config)
{
    config.qkvBias = true;
    return config;
}

ModelConfig withoutEmbeddingNorm(ModelConfig config)
{
    config.embeddingNorm = false;
    config.position = Position::SinusoidalHalves;
    return config;
}

/// Sizes of BERT and RoBERTa.
std::vector<SizeKey> bertSizes()
{
    return {{{"hidden_size"}, &ModelConfig::dModel, 768},
            {{"num_hidden_layers"}, &ModelConfig::encoderLayers, 12},
            {{"num_attention_heads"}, &ModelConfig::heads, 12},
            {{"intermediate_size"}, &ModelConfig::dFf, 3072},
            {{"type_vocab_size"}, &ModelConfig::tokenTypes, 2},
            {{"max_position_embeddings"}, &ModelConfig::maximumTokens, 512}};
}

std::vector<AcceptedKey> bertAccepts()
{
    return {{"position_embedding_type", {"absolute"}}, {"is_decoder", {"false"}}, {"add_cross_attention", {"false"}}};
}

std::vector<TensorRule> bertTensors()
{
    return {{Form::Rows, "position", "embeddings.position_embeddings"},
            {Form::Rows, "token_type", "embeddings.token_type_embeddings"},
            {Form::Norm, "embedding_norm", "embeddings.LayerNorm"},
            {Form::Linear, "encoder.*.self.?_q", "encoder.layer.*.attention.self.query"},
            {Form::Linear, "encoder.*.self.?_k", "encoder.layer.*.attention.self.key"},
            {Form::Linear, "encoder.*.self.?_v", "encoder.layer.*.attention.self.value"},
            {Form::Linear, "encoder.*.self.?_o", "encoder.layer.*.attention.output.dense"},
            {Form::Norm, "encoder.*.norm_1", "encoder.layer.*.attention.output.LayerNorm"},
            {Form::Linear, "encoder.*.ffn.?_1", "encoder.layer.*.intermediate.dense"},
            {Form::Linear, "encoder.*.ffn.?_2", "encoder.layer.*.output.dense"},
            {Form::Norm, "encoder.*.norm_2", "encoder.layer.*.output.LayerNorm"}};
}

Family bert()
{
    Family family{"bert", "BERT", "bert."};
    family.base = encoderBase();
    family.sizes = bertSizes();
    family.epsilonKey = "layer_norm_eps";
    family.accepted = bertAccepts();
    family.embedding = "embeddings.word_embeddings.weight";
    family.tensors = bertTensors();
    family.head = {"cls.predictions.decoder.weight",
                   {"cls.predictions.decoder.bias", "cls.predictions.bias"},
                   {{Form::Linear, "output.transform.?", "cls.predictions.transform.dense"},
                    {Form::Norm, "output.norm", "cls.predictions.transform.LayerNorm"}}};
    return family;
}

Family roberta()
{
    Family family{"roberta", "RoBERTa", "roberta."};
    family.base = encoderBase();
    family.sizes = bertSizes();
    family.epsilonKey = "layer_norm_eps";
    family.skippedPositions = 1;
    family.paddingId = 1;
    family.accepted = bertAccepts();
    family.embedding = "embeddings.word_embeddings.weight";
    family.tensors = bertTensors();
    family.head = {
        "lm_head.decoder.weight",
        {"lm_head.decoder.bias", "lm_head.bias"},
        {{Form::Linear, "output.transform.?", "lm_head.dense"}, {Form::Norm, "output.norm", "lm_head.layer_norm"}},
        Activation::Gelu};
    return family;
}

Family distilbert()
{
    Family family{"distilbert", "DistilBERT", "distilbert."};
    family.base = encoderBase();
    family.sizes = {{{"dim", "hidden_size"}, &ModelConfig::dModel, 768},
                    {{"n_layers", "num_hidden_layers"}, &ModelConfig::encoderLayers, 6},
                    {{"n_heads", "num_attention_heads"}, &ModelConfig::heads, 12},
                    {{"hidden_dim"}, &ModelConfig::dFf, 3072},
                    {{"max_position_embeddings"}, &ModelConfig::maximumTokens, 512}};
    family.activationKey = "activation";
    family.embedding = "embeddings.word_embeddings.weight";
    family.tensors = {{Form::Rows, "position", "embeddings.position_embeddings"},
                      {Form::Norm, "embedding_norm", "embeddings.LayerNorm"},
                      {Form::Linear, "encoder.*.self.?_q", "transformer.layer.*.attention.q_lin"},
                      {Form::Linear, "encoder.*.self.?_k", "transformer.layer.*.attention.k_lin"},
                      {Form::Linear, "encoder.*.self.?_v", "transformer.layer.*.attention.v_lin"},
                      {Form::Linear, "encoder.*.self.?_o", "transformer.layer.*.attention.out_lin"},
                      {Form::Norm, "encoder.*.norm_1", "transformer.layer.*.sa_layer_norm"},
                      {Form::Linear, "encoder.*.ffn.?_1", "transformer.layer.*.ffn.lin1"},
                      {Form::Linear, "encoder.*.ffn.?_2", "transformer.layer.*.ffn.lin2"},
                      {Form::Norm, "encoder.*.norm_2", "transformer.layer.*.output_layer_norm"}};
    family.head = {
        "vocab_projector.weight",
        {"vocab_projector.bias"},
        {{Form::Linear, "output.transform.?", "vocab_transform"}, {Form::Norm, "output.norm", "vocab_layer_norm"}}};
    return family;
}

Family gpt2()
{
    Family family{"gpt2", "GPT-2", "transformer."};
    family.base = decoderBase();
    family.sizes = {{{"n_embd", "hidden_size"}, &ModelConfig::dModel, 768},
                    {{"n_layer", "num_hidden_layers"}, &ModelConfig::decoderLayers, 12},
                    {{"n_head", "num_attention_heads"}, &ModelConfig::heads, 12},
                    {{"n_inner"}, &ModelConfig::dFf, fourTimesModel},
                    {{"n_positions", "max_position_embeddings"}, &ModelConfig::maximumTokens, 1024}};
    family.epsilonKey = "layer_norm_epsilon";
    family.activationKey = "activation_function";
    family.activation = "gelu_new";
    family.accepted = {{"scale_attn_weights", {"true"}},
                       {"scale_attn_by_inverse_layer_idx", {"false"}},
                       {"add_cross_attention", {"false"}}};
    family.embedding = "wte.weight";
    family.tensors = {{Form::Rows, "position", "wpe"},
                      {Form::Norm, "decoder.*.norm_1", "h.*.ln_1"},
                      {Form::Straight, "decoder.*.self.?_q", "h.*.attn.c_attn", nullptr, 0, 3},
                      {Form::Straight, "decoder.*.self.?_k", "h.*.attn.c_attn", nullptr, 1, 3},
                      {Form::Straight, "decoder.*.self.?_v", "h.*.attn.c_attn", nullptr, 2, 3},
                      {Form::Straight, "decoder.*.self.?_o", "h.*.attn.c_proj"},
                      {Form::Norm, "decoder.*.norm_3", "h.*.ln_2"},
                      {Form::Straight, "decoder.*.ffn.?_1", "h.*.mlp.c_fc"},
                      {Form::Straight, "decoder.*.ffn.?_2", "h.*.mlp.c_proj"},
                      {Form::Norm, "decoder.final_norm", "ln_f"}};
    family.head = {"lm_head.weight"};
    return family;
}

/// What BART and Marian share.
Family translation(const char *modelType, const char *name)
{
    Family family{modelType, name, "model."};
    family.sizes = {{{"d_model"}, &ModelConfig::dModel, 1024},
                    {{"encoder_layers"}, &ModelConfig::encoderLayers, 12},
                    {{"decoder_layers"}, &ModelConfig::decoderLayers, 12},
                    {{"encoder_attention_heads"}, &ModelConfig::heads, 16},
                    {{"decoder_attention_heads"}, &ModelConfig::decoderHeads, 16},
                    {{"encoder_ffn_dim"}, &ModelConfig::dFf, 4096},
                    {{"decoder_ffn_dim"}, &ModelConfig::decoderDFf, 4096},
                    {{"max_position_embeddings"}, &ModelConfig::maximumTokens, 1024}};
    family.activationKey = "activation_function";
    family.scaleKey = "scale_embedding";
    family.accepted = {{"normalize_before", {"false"}},
                       {"add_final_layer_norm", {"false"}},
                       {"share_encoder_decoder_embeddings", {"true"}},
                       {"is_encoder_decoder", {"true"}}};
    family.embedding = "shared.weight";
    family.embeddingCopies = {"encoder.embed_tokens.weight", "decoder.embed_tokens.weight"};
    family.tensors = {{Form::Linear, "encoder.*.self.?_q", "encoder.layers.*.self_attn.q_proj"},
                      {Form::Linear, "encoder.*.self.?_k", "encoder.layers.*.self_attn.k_proj"},
                      {Form::Linear, "encoder.*.self.?_v", "encoder.layers.*.self_attn.v_proj"},
                      {Form::Linear, "encoder.*.self.?_o", "encoder.layers.*.self_attn.out_proj"},
                      {Form::Norm, "encoder.*.norm_1", "encoder.layers.*.self_attn_layer_norm"},
                      {Form::Linear, "encoder.*.ffn.?_1", "encoder.layers.*.fc1"},
                      {Form::Linear, "encoder.*.ffn.?_2", "encoder.layers.*.fc2"},
                      {Form::Norm, "encoder.*.norm_2", "encoder.layers.*.final_layer_norm"},
                      {Form::Linear, "decoder.*.self.?_q", "decoder.layers.*.self_attn.q_proj"},
                      {Form::Linear, "decoder.*.self.?_k", "decoder.layers.*.self_attn.k_proj"},
                      {Form::Linear, "decoder.*.self.?_v", "decoder.layers.*.self_attn.v_proj"},
                      {Form::Linear, "decoder.*.self.?_o", "decoder.layers.*.self_attn.out_proj"},
                      {Form::Norm, "decoder.*.norm_1", "decoder.layers.*.self_attn_layer_norm"},
                      {Form::Linear, "decoder.*.cross.?_q", "decoder.layers.*.encoder_attn.q_proj"},
                      {Form::Linear, "decoder.*.cross.?_k", "decoder.layers.*.encoder_attn.k_proj"},
                      {Form::Linear, "decoder.*.cross.?_v", "decoder.layers.*.encoder_attn.v_proj"},
                      {Form::Linear, "decoder.*.cross.?_o", "decoder.layers.*.encoder_attn.out_proj"},
                      {Form::Norm, "decoder.*.norm_2", "decoder.layers.*.encoder_attn_layer_norm"},
                      {Form::Linear, "decoder.*.ffn.?_1", "decoder.layers.*.fc1"},
                      {Form::Linear, "decoder.*.ffn.?_2", "decoder.layers.*.fc2"},
                      {Form::Norm, "decoder.*.norm_3", "decoder.layers.*.final_layer_norm"}};
    family.head = {"lm_head.weight", {"final_logits_bias"}};
    return family;
}

Family bart()
{
    Family family = translation("bart", "BART");
    family.base = translationBase();
    family.skippedPositions = 2;
    family.accepted.push_back({"normalize_embedding", {"true"}});
    family.accepted.push_back({"static_position_embeddings", {"false"}});
    family.tensors.push_back({Form::Rows, "encoder.position", "encoder.embed_positions"});
    family.tensors.push_back({Form::Rows, "decoder.position", "decoder.embed_positions"});
    family.tensors.push_back({Form::Norm, "encoder.embedding_norm", "encoder.layernorm_embedding"});
    family.tensors.push_back({Form::Norm, "decoder.embedding_norm", "decoder.layernorm_embedding"});
    return family;
}

Family marian()
{
    Family family = translation("marian", "Marian");
    family.base = withoutEmbeddingNorm(translationBase());
    family.accepted.push_back({"normalize_embedding", {"false"}});
    family.accepted.push_back({"static_position_embeddings", {"true"}});
    return family;
}

/// What Llama, Mistral and Qwen 2 share.
Family rotary(const char *modelType, const char *name, int layers, int feedForward, int keyValueHeads, int longest)
{
    Family family{modelType, name, "model."};
    family.base = rotaryBase();
    family.sizes = {{{"hidden_size"}, &ModelConfig::dModel, 4096},
                    {{"num_hidden_layers"}, &ModelConfig::decoderLayers, layers},
                    {{"num_attention_heads"}, &ModelConfig::heads, 32},
                    {{"num_key_value_heads"}, &ModelConfig::keyValueHeads, keyValueHeads},
                    {{"intermediate_size"}, &ModelConfig::dFf, feedForward},
                    {{"max_position_embeddings"}, &ModelConfig::maximumTokens, longest}};
    family.headSizeKey = "head_dim";
    family.epsilonKey = "rms_norm_eps";
    family.activation = "silu";
    family.isTied = false;
    family.embedding = "embed_tokens.weight";
    family.tensors = {{Form::Norm, "decoder.*.norm_1", "layers.*.input_layernorm"},
                      {Form::Linear, "decoder.*.self.?_q", "layers.*.self_attn.q_proj"},
                      {Form::Linear, "decoder.*.self.?_k", "layers.*.self_attn.k_proj"},
                      {Form::Linear, "decoder.*.self.?_v", "layers.*.self_attn.v_proj"},
                      {Form::Linear, "decoder.*.self.?_o", "layers.*.self_attn.o_proj"},
                      {Form::Norm, "decoder.*.norm_3", "layers.*.post_attention_layernorm"},
                      {Form::Linear, "decoder.*.ffn.?_1", "layers.*.mlp.gate_proj"},
                      {Form::Linear, "decoder.*.ffn.?_3", "layers.*.mlp.up_proj"},
                      {Form::Linear, "decoder.*.ffn.?_2", "layers.*.mlp.down_proj"},
                      {Form::Norm, "decoder.final_norm", "norm"}};
    family.head = {"lm_head.weight"};
    return family;
}

/// Its two biases are options, and any of them stands for all here: those that a file leaves out are 0.
Family llama()
{
    Family family = rotary("llama", "Llama", 32, 11008, asManyAsHeads, 2048);
    for (TensorRule &rule : family.tensors)
        if (rule.form == Form::Linear)
            rule.biasKey = std::string(rule.tensor).find(".mlp.") == std::string::npos ? "attention_bias" : "mlp_bias";
    return family;
}

Family mistral()
{
    Family family = rotary("mistral", "Mistral", 32, 14336, 8, 131072);
    family.slidingWindow = 4096;
    return family;
}

Family qwen2()
{
    Family family = rotary("qwen2", "Qwen 2", 32, 22016, 32, 32768);
    family.base = withQkvBias(family.base);
    family.accepted = {{"use_sliding_window", {"false"}}};
    return family;
}

const std::vector<Family> &families()
{
    static const std::vector<Family> all = {bert(),   distilbert(), roberta(), gpt2(), bart(),
                                            marian(), llama(),      mistral(), qwen2()};
    return all;
}

} // namespace

const Family *familyOf(const std::string &modelType)
{
    for (const Family &family : families())
        if (family.modelType == modelType)
            return &family;
    return nullptr;
}

std::vector<std::string> modelTypes()
{
    std::vector<std::string> types;
    for (const Family &family : families())
        types.emplace_back(family.modelType);
    return types;
}

} // namespace regard
