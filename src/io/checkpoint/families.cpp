#include <utility>

#include "io/checkpoint/family_parts.h"

namespace regard {

namespace {

using Form = TensorForm;

ModelConfig translationBase()
{
    ModelConfig config = encoderBase();
    config.architecture = Architecture::EncoderDecoder;
    config.normEpsilon = 1e-5; // nn.LayerNorm's own
    return config;
}

ModelConfig withoutEmbeddingNorm(ModelConfig config)
{
    config.embeddingNorm = false;
    config.position = Position::SinusoidalHalves;
    return config;
}

/// What BART and Marian share.
Family translation(const char *modelType, const char *name)
{
    Family family{modelType, name, "model."};
    family.sizes = {{{"hidden_size", "d_model"}, &ModelConfig::dModel, 1024},
                    {{"num_hidden_layers", "encoder_layers"}, &ModelConfig::encoderLayers, 12},
                    {{"decoder_layers"}, &ModelConfig::decoderLayers, 12},
                    {{"num_attention_heads", "encoder_attention_heads"}, &ModelConfig::heads, 16},
                    {{"decoder_attention_heads"}, &ModelConfig::decoderHeads, 16},
                    {{"encoder_ffn_dim"}, &ModelConfig::dFf, 4096},
                    {{"decoder_ffn_dim"}, &ModelConfig::decoderDFf, 4096},
                    {{"max_position_embeddings"}, &ModelConfig::maximumTokens, 1024}};
    family.activationKey = "activation_function";
    family.scaleKey = "scale_embedding";
    family.accepted = {{"normalize_before", {"false"}},
                       {"add_final_layer_norm", {"false"}},
                       {"do_blenderbot_90_layernorm", {"false"}},
                       {"tie_encoder_decoder", {"false"}},
                       {"is_encoder_decoder", {"true"}}};
    family.harmless = {
        {dropout, {"dropout", "activation_dropout", "encoder_layerdrop", "decoder_layerdrop", "classif_dropout"}},
        {"whether logits have a bias, which the files show by having it", {"add_bias_logits"}},
        {"how many rows stand before the first position, which the family fixes", {"extra_pos_embeddings"}},
        {twoStacks, {"is_decoder", "add_cross_attention"}}};
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
                      {Form::Norm, "decoder.*.norm_3", "decoder.layers.*.final_layer_norm"},
                      {Form::Rows, "encoder.position", "encoder.embed_positions"},
                      {Form::Rows, "decoder.position", "decoder.embed_positions"}};
    family.head = {"lm_head.weight", {"final_logits_bias"}};
    return family;
}

/// Refuses embeddings that encoder and decoder do not share.
void shareEmbeddings(Family &family)
{
    family.accepted.push_back({"share_encoder_decoder_embeddings", {"true"}});
    family.harmless.push_back(
        {"the rows of an embedding of the decoder's own, which share_encoder_decoder_embeddings refuses",
         {"decoder_vocab_size"}});
}

Family bart()
{
    Family family = translation("bart", "BART");
    family.base = translationBase();
    family.skippedPositions = 2;
    family.accepted.push_back({"normalize_embedding", {"true"}});
    family.accepted.push_back({"static_position_embeddings", {"false"}});
    shareEmbeddings(family);
    family.tensors.push_back({Form::Norm, "encoder.embedding_norm", "encoder.layernorm_embedding"});
    family.tensors.push_back({Form::Norm, "decoder.embedding_norm", "decoder.layernorm_embedding"});
    return family;
}

Family marian()
{
    Family family = translation("marian", "Marian");
    family.base = withoutEmbeddingNorm(translationBase());
    family.mayStorePositions = true;
    family.sharedKey = "share_encoder_decoder_embeddings";
    family.targetWordsKey = "decoder_vocab_size";
    family.accepted.push_back({"normalize_embedding", {"false"}});
    family.accepted.push_back({"static_position_embeddings", {"true"}});
    return family;
}

/// Puts norms before sublayers and at the end of both stacks. Older files note it in keys that no code reads.
void normBefore(Family &family)
{
    family.base.norm = Norm::Pre;
    family.base.finalNorm = true;
    for (AcceptedKey &accepted : family.accepted)
        if (const std::string key = accepted.key; key == "normalize_before" || key == "add_final_layer_norm")
            accepted.values = {"true"};
    family.tensors.push_back({Form::Norm, "encoder.final_norm", "encoder.layer_norm"});
    family.tensors.push_back({Form::Norm, "decoder.final_norm", "decoder.layer_norm"});
}

/// mBART and MBart-50.
Family mbart()
{
    Family family = bart();
    family.modelType = "mbart";
    family.name = "mBART";
    normBefore(family);
    return family;
}

/// M2M100 and NLLB.
Family m2m100()
{
    Family family = translation("m2m_100", "M2M100");
    family.base = withoutEmbeddingNorm(translationBase());
    family.base.position = Position::SinusoidalFairseq;
    family.activation = "relu";
    family.scales = true;
    family.paddingId = 1;
    family.accepted.push_back({"normalize_embedding", {"false"}});
    family.accepted.push_back({"static_position_embeddings", {"true"}});
    shareEmbeddings(family);
    std::erase_if(family.tensors, [](const TensorRule &rule) { return rule.form == Form::Rows; });
    normBefore(family);
    family.buffers = {"embed_positions.weights"};
    family.head.biases.clear();
    return family;
}

const std::vector<Family> &families()
{
    static const std::vector<Family> all = [] {
        std::vector<Family> known = encoderFamilies();
        for (std::vector<Family> more : {decoderFamilies(), {bart(), mbart(), m2m100(), marian()}, rotaryFamilies()})
            for (Family &family : more)
                known.push_back(std::move(family));
        return known;
    }();
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
