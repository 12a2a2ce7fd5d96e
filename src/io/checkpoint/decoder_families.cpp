#include "engine/base/message.h"
#include "io/checkpoint/family_parts.h"

namespace regard {

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

namespace {

using Form = TensorForm;

Family gpt2()
{
    Family family{"gpt2", "GPT-2", "transformer."};
    family.base = decoderBase();
    family.sizes = {{{"hidden_size", "n_embd"}, &ModelConfig::dModel, 768},
                    {{"num_hidden_layers", "n_layer"}, &ModelConfig::decoderLayers, 12},
                    {{"num_attention_heads", "n_head"}, &ModelConfig::heads, 12},
                    {{"n_inner"}, &ModelConfig::dFf, fourTimesModel},
                    {{"max_position_embeddings", "n_positions"}, &ModelConfig::maximumTokens, 1024}};
    family.epsilonKey = "layer_norm_epsilon";
    family.activationKey = "activation_function";
    family.activation = "gelu_new";
    family.flags = {{"scale_attn_by_inverse_layer_idx", &ModelConfig::scaleByLayer, false}};
    family.accepted = {{"scale_attn_weights", {"true"}}, {"add_cross_attention", {"false"}}};
    family.harmless = {
        {dropout, {"resid_pdrop", "embd_pdrop", "attn_pdrop"}},
        {oneVector,
         {"summary_type", "summary_use_proj", "summary_activation", "summary_proj_to_labels", "summary_first_dropout",
          "summary_last_dropout"}},
        {"the order of products for numbers of 16 bits", {"reorder_and_upcast_attn"}},
        {"the longest sentence once more, which n_positions gives", {"n_ctx"}},
        {"special tokens of the first GPT, which this family does not have", {"n_special", "predict_special_tokens"}},
        {twoStacks, {"is_decoder"}}};
    family.buffers = {"attn.bias", "attn.masked_bias"};
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

/// Those by the names of most families.
std::vector<SizeKey> plainSizes(int width, int layers, int heads, int hidden)
{
    return {{{"hidden_size"}, &ModelConfig::dModel, width},
            {{"num_hidden_layers"}, &ModelConfig::decoderLayers, layers},
            {{"num_attention_heads"}, &ModelConfig::heads, heads},
            {{"intermediate_size"}, &ModelConfig::dFf, hidden},
            {{"max_position_embeddings"}, &ModelConfig::maximumTokens, 2048}};
}

/// Queries, keys and values of each head side by side in one tensor.
void addFused(Family &family, const char *tensor, const char *biasKey = nullptr)
{
    int part = 0;
    for (const char *weight : {"decoder.*.self.?_q", "decoder.*.self.?_k", "decoder.*.self.?_v"}) {
        TensorRule rule{Form::Linear, weight, tensor, biasKey, part++, 3};
        rule.byHead = true;
        family.tensors.push_back(rule);
    }
}

/// Norms before the sublayers and at the end; after them, as OPT-350m has them, there is none at the end.
void readOptNorms(const ConfigFile &file, ModelConfig &config)
{
    if (!file.flag("do_layer_norm_before", true)) {
        config.norm = Norm::Post;
        config.finalNorm = false;
    }
    const int width = file.whole({"word_embed_proj_dim"}, 1, maximumSize, config.dModel);
    if (width != config.dModel)
        file.fail(Message::tr("word_embed_proj_dim is %1 and hidden_size %2; rows that are projected before their "
                              "positions are added are not computed here",
                              {std::to_string(width), std::to_string(config.dModel)}));
}

Family opt()
{
    Family family{"opt", "OPT", "model."};
    family.base = decoderBase();
    family.sizes = plainSizes(768, 12, 12, 0);
    family.sizes[3] = {{"ffn_dim"}, &ModelConfig::dFf, 3072};
    family.activationKey = "activation_function";
    family.activation = "relu";
    family.skippedPositions = 2;
    family.flags = {{"enable_bias", &ModelConfig::bias, true}};
    family.adjust = readOptNorms;
    family.adjustKeys = {"do_layer_norm_before", "word_embed_proj_dim"};
    family.accepted = {{"_remove_final_layer_norm", {"false"}}, {"layer_norm_elementwise_affine", {"true"}}};
    family.harmless = {{dropout, {"dropout", "layerdrop"}}, {twoStacks, {"is_decoder", "add_cross_attention"}}};
    family.embedding = "decoder.embed_tokens.weight";
    family.tensors = {{Form::Rows, "position", "decoder.embed_positions"},
                      {Form::Norm, "decoder.*.norm_1", "decoder.layers.*.self_attn_layer_norm"},
                      {Form::Linear, "decoder.*.self.?_q", "decoder.layers.*.self_attn.q_proj"},
                      {Form::Linear, "decoder.*.self.?_k", "decoder.layers.*.self_attn.k_proj"},
                      {Form::Linear, "decoder.*.self.?_v", "decoder.layers.*.self_attn.v_proj"},
                      {Form::Linear, "decoder.*.self.?_o", "decoder.layers.*.self_attn.out_proj"},
                      {Form::Norm, "decoder.*.norm_3", "decoder.layers.*.final_layer_norm"},
                      {Form::Linear, "decoder.*.ffn.?_1", "decoder.layers.*.fc1"},
                      {Form::Linear, "decoder.*.ffn.?_2", "decoder.layers.*.fc2"},
                      {Form::Norm, "decoder.final_norm", "decoder.final_layer_norm"}};
    family.head = {"lm_head.weight"};
    return family;
}

Family bloom()
{
    Family family{"bloom", "BLOOM", "transformer."};
    family.base = decoderBase();
    family.base.position = Position::None;
    family.base.scoreBias = ScoreBias::Alibi;
    family.base.embeddingNorm = true;
    family.base.dFf = fourTimesModel;
    family.sizes = {{{"n_embed", "hidden_size"}, &ModelConfig::dModel, 64},
                    {{"num_hidden_layers", "n_layer"}, &ModelConfig::decoderLayers, 2},
                    {{"num_attention_heads", "n_head"}, &ModelConfig::heads, 8}};
    family.epsilonKey = "layer_norm_epsilon";
    family.activationKey = nullptr;
    family.activation = "gelu_new";
    family.accepted = {{"apply_residual_connection_post_layernorm", {"false"}}};
    family.harmless = {
        {"in how many parts and in which order the same products are made", {"pretraining_tp", "slow_but_exact"}},
        {twoStacks, {"is_decoder", "add_cross_attention"}}};
    family.embedding = "word_embeddings.weight";
    addFused(family, "h.*.self_attention.query_key_value");
    for (const TensorRule &rule :
         std::vector<TensorRule>{{Form::Norm, "embedding_norm", "word_embeddings_layernorm"},
                                 {Form::Norm, "decoder.*.norm_1", "h.*.input_layernorm"},
                                 {Form::Linear, "decoder.*.self.?_o", "h.*.self_attention.dense"},
                                 {Form::Norm, "decoder.*.norm_3", "h.*.post_attention_layernorm"},
                                 {Form::Linear, "decoder.*.ffn.?_1", "h.*.mlp.dense_h_to_4h"},
                                 {Form::Linear, "decoder.*.ffn.?_2", "h.*.mlp.dense_4h_to_h"},
                                 {Form::Norm, "decoder.final_norm", "ln_f"}})
        family.tensors.push_back(rule);
    family.head = {"lm_head.weight"};
    return family;
}

} // namespace

std::vector<Family> decoderFamilies()
{
    return {gpt2(), opt(), bloom()};
}

} // namespace regard
