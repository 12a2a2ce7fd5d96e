#include <algorithm>
#include <string_view>
#include <utility>

#include "io/checkpoint/family.h"

namespace regard {

namespace {

using Form = TensorForm;

ModelConfig rotaryBase()
{
    ModelConfig config;
    config.architecture = Architecture::Decoder;
    config.encoderLayers = 0;
    config.position = Position::Rotary;
    config.residual = true;
    config.norm = Norm::Pre;
    config.normKind = NormKind::Rms;
    config.normEpsilon = 1e-6;
    config.finalNorm = true;
    config.gated = true;
    return config;
}

/// What differs from one family to the next.
struct RotarySizes {
    int layers;
    int feedForward;
    int keyValueHeads;
    int longest;
    int width = 4096;
    int heads = 32;
};

/// What all of them share.
Family rotary(const char *modelType, const char *name, const RotarySizes &sizes)
{
    Family family{modelType, name, "model."};
    family.base = rotaryBase();
    family.sizes = {{{"hidden_size"}, &ModelConfig::dModel, sizes.width},
                    {{"num_hidden_layers"}, &ModelConfig::decoderLayers, sizes.layers},
                    {{"num_attention_heads"}, &ModelConfig::heads, sizes.heads},
                    {{"num_key_value_heads"}, &ModelConfig::keyValueHeads, sizes.keyValueHeads},
                    {{"intermediate_size"}, &ModelConfig::dFf, sizes.feedForward},
                    {{"max_position_embeddings"}, &ModelConfig::maximumTokens, sizes.longest}};
    family.headSizeKey = "head_dim";
    family.epsilonKey = "rms_norm_eps";
    family.activation = "silu";
    family.isTied = false;
    family.harmless = {
        {"read where an encoder and a decoder are put together of two models", {"is_decoder", "add_cross_attention"}}};
    family.buffers = {"rotary_emb.inv_freq"};
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

/// Any bias of those that keys ask for means that all exist here: those that a file leaves out are 0.
void mayHaveBiases(Family &family, const char *attentionKey, const char *feedForwardKey)
{
    for (TensorRule &rule : family.tensors)
        if (rule.form == Form::Linear)
            rule.biasKey =
                std::string_view(rule.tensor).find(".mlp.") == std::string_view::npos ? attentionKey : feedForwardKey;
}

HarmlessKeys ofCache(const char *key)
{
    return {"how much its cache keeps, not what a sentence attends to", {key}};
}

Family llama()
{
    Family family = rotary("llama", "Llama", {32, 11008, asManyAsHeads, 2048});
    mayHaveBiases(family, "attention_bias", "mlp_bias");
    family.accepted = {{"rope_interleaved", {"false"}}};
    family.harmless.push_back({"in how many parts the same products are made", {"pretraining_tp"}});
    family.harmless.push_back({"which family it is, as model_type says", {"is_llama_config"}});
    family.harmless.push_back(ofCache("sliding_window"));
    return family;
}

Family mistral()
{
    Family family = rotary("mistral", "Mistral", {32, 14336, 8, 131072});
    family.window = {WindowLayers::All, 4096};
    return family;
}

Family qwen2()
{
    Family family = rotary("qwen2", "Qwen 2", {32, 22016, 32, 32768});
    family.base.qkvBias = true;
    family.window = {WindowLayers::FromMaximum, 4096, "use_sliding_window"};
    family.accepted = {{"use_mrope", {"false"}}};
    return family;
}

/// The norm of queries and keys, whose weights go by the same names in all families.
void normQueriesAndKeys(Family &family, QkNorm kind)
{
    family.base.qkNorm = kind;
    family.tensors.push_back({Form::Norm, "decoder.*.self.q_norm", "layers.*.self_attn.q_norm"});
    family.tensors.push_back({Form::Norm, "decoder.*.self.k_norm", "layers.*.self_attn.k_norm"});
}

Family qwen3()
{
    Family family = rotary("qwen3", "Qwen 3", {32, 22016, 32, 32768});
    mayHaveBiases(family, "attention_bias", neverBiased);
    normQueriesAndKeys(family, QkNorm::Head);
    family.headSize = 128;
    family.window = {WindowLayers::FromMaximum, 4096, "use_sliding_window"};
    return family;
}

Family smolLm3()
{
    Family family = rotary("smollm3", "SmolLM 3", {36, 11008, 4, 32768, 2048, 16});
    mayHaveBiases(family, "attention_bias", "mlp_bias");
    family.isTied = true;
    family.rotary = {.theta = 2000000, .skipsLayers = true};
    family.window = {WindowLayers::Unrotated, 0, "use_sliding_window"};
    family.harmless.push_back(ofCache("max_window_layers"));
    return family;
}

Family phi3()
{
    Family family = rotary("phi3", "Phi 3", {32, 8192, asManyAsHeads, 4096, 3072});
    family.base.normEpsilon = 1e-5;
    family.rotary = {.isPartial = true, .isLongAlone = true};
    family.window = {WindowLayers::All, 0};
    const std::vector<const char *> attention{"decoder.*.self.?_q", "decoder.*.self.?_k", "decoder.*.self.?_v"};
    const std::vector<const char *> feedForward{"decoder.*.ffn.?_1", "decoder.*.ffn.?_3"};
    for (TensorRule &rule : family.tensors)
        for (const auto &[tensor, parts] :
             {std::pair{"layers.*.self_attn.qkv_proj", attention}, {"layers.*.mlp.gate_up_proj", feedForward}})
            if (std::find(parts.begin(), parts.end(), std::string_view(rule.weight)) != parts.end()) {
                rule.tensor = tensor;
                rule.fused = parts;
            }
    family.harmless.push_back({"dropout, which only training has", {"resid_pdrop", "embd_pdrop"}});
    return family;
}

Family granite()
{
    Family family = rotary("granite", "Granite", {32, 11008, asManyAsHeads, 2048});
    mayHaveBiases(family, "attention_bias", "mlp_bias");
    family.numbers = {{"embedding_multiplier", &ModelConfig::embeddingMultiplier, 1},
                      {"attention_multiplier", &ModelConfig::scoreScale, 1},
                      {"residual_multiplier", &ModelConfig::residualMultiplier, 1},
                      {"logits_scaling", &ModelConfig::logitsDivisor, 1}};
    family.harmless.push_back(ofCache("sliding_window"));
    return family;
}

/// OLMo 2 and 3 norm what a sublayer gives, not what it reads.
Family olmo(const char *modelType, const char *name, const RotarySizes &sizes)
{
    Family family = rotary(modelType, name, sizes);
    mayHaveBiases(family, "attention_bias", neverBiased);
    normQueriesAndKeys(family, QkNorm::All);
    family.base.norm = Norm::Output;
    family.base.normEpsilon = 1e-5;
    for (TensorRule &rule : family.tensors)
        if (std::string_view(rule.weight) == "decoder.*.norm_1")
            rule.tensor = "layers.*.post_attention_layernorm";
        else if (std::string_view(rule.weight) == "decoder.*.norm_3")
            rule.tensor = "layers.*.post_feedforward_layernorm";
    return family;
}

Family olmo2()
{
    Family family = olmo("olmo2", "OLMo 2", {32, 11008, asManyAsHeads, 2048});
    family.harmless.push_back(ofCache("sliding_window"));
    return family;
}

Family olmo3()
{
    Family family = olmo("olmo3", "OLMo 3", {32, 11008, asManyAsHeads, 2048});
    family.rotary = {.theta = 500000, .isByLayerType = true};
    family.window = {WindowLayers::ThreeOfFour, 4096};
    return family;
}

} // namespace

std::vector<Family> rotaryFamilies()
{
    return {llama(), mistral(), qwen2(), qwen3(), smolLm3(), phi3(), granite(), olmo2(), olmo3()};
}

} // namespace regard
