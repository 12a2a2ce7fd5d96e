#include <algorithm>
#include <string>
#include <vector>

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

constexpr const char *otherKeys = "shared keys, windows and norms, which this family's code does not have";

/// The sizes of decoders by GPT-2's names, which attribute_map gives a second spelling.
std::vector<SizeKey> gpt2Sizes(int width, int layers, int heads, int longest)
{
    return {{{"hidden_size", "n_embd"}, &ModelConfig::dModel, width},
            {{"num_hidden_layers", "n_layer"}, &ModelConfig::decoderLayers, layers},
            {{"num_attention_heads", "n_head"}, &ModelConfig::heads, heads},
            {{"n_inner"}, &ModelConfig::dFf, fourTimesModel},
            {{"max_position_embeddings", "n_positions"}, &ModelConfig::maximumTokens, longest}};
}

Family gpt2()
{
    Family family{"gpt2", "GPT-2", "transformer."};
    family.base = decoderBase();
    family.sizes = gpt2Sizes(768, 12, 12, 1024);
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
void readOptRules(const ConfigFile &file, ModelConfig &config)
{
    if (!file.flag("do_layer_norm_before", true))
        config.norm = Norm::Post;
    config.finalNorm = config.norm == Norm::Pre && !file.flag("_remove_final_layer_norm", false);
    config.embeddingSize = file.whole({"word_embed_proj_dim"}, 1, maximumSize, config.dModel);
    config.narrowTokens = config.embeddingSize != config.dModel;
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
    family.adjust = readOptRules;
    family.adjustKeys = {"do_layer_norm_before", "_remove_final_layer_norm", "word_embed_proj_dim"};
    family.projectsAlways = false;
    family.accepted = {{"layer_norm_elementwise_affine", {"true"}}};
    family.harmless = {{dropout, {"dropout", "layerdrop"}}, {twoStacks, {"is_decoder", "add_cross_attention"}}};
    family.embedding = "decoder.embed_tokens.weight";
    family.tensors = {{Form::Rows, "position", "decoder.embed_positions"},
                      {Form::Linear, "embedding_projection.?", "decoder.project_in"},
                      {Form::Linear, "output.projection.?", "decoder.project_out"},
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
        {"its positions have no end", {"max_position_embeddings"}},
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

/// A layer whose attention and feed-forward read the same normed stream.
void addOneNorm(Family &family, const char *tensor)
{
    family.base.parallelResidual = true;
    family.tensors.push_back({Form::Norm, "decoder.*.norm_1", tensor});
    family.tensors.push_back({Form::Norm, "decoder.*.norm_3", tensor});
}

Family gptNeoX()
{
    Family family{"gpt_neox", "GPT-NeoX", "gpt_neox."};
    family.base = decoderBase();
    family.base.position = Position::Rotary;
    family.sizes = plainSizes(6144, 44, 64, 24576);
    family.epsilonKey = "layer_norm_eps";
    family.isTied = false;
    family.hasBiases = true;
    family.rotary = {.isPartial = true, .share = 0.25, .shareKey = "rotary_pct", .thetaKey = "rotary_emb_base"};
    family.flags = {{"use_parallel_residual", &ModelConfig::parallelResidual, true}};
    family.accepted = {{"head_dim"}};
    family.harmless = {{otherKeys, {"num_key_value_heads", "rms_norm_eps", "sliding_window"}},
                       {twoStacks, {"is_decoder", "add_cross_attention"}}};
    family.buffers = {"attention.bias", "attention.masked_bias", "rotary_emb.inv_freq"};
    family.embedding = "embed_in.weight";
    addFused(family, "layers.*.attention.query_key_value", "attention_bias");
    for (const TensorRule &rule :
         std::vector<TensorRule>{{Form::Norm, "decoder.*.norm_1", "layers.*.input_layernorm"},
                                 {Form::Linear, "decoder.*.self.?_o", "layers.*.attention.dense", "attention_bias"},
                                 {Form::Norm, "decoder.*.norm_3", "layers.*.post_attention_layernorm"},
                                 {Form::Linear, "decoder.*.ffn.?_1", "layers.*.mlp.dense_h_to_4h"},
                                 {Form::Linear, "decoder.*.ffn.?_2", "layers.*.mlp.dense_4h_to_h"},
                                 {Form::Norm, "decoder.final_norm", "final_layer_norm"}})
        family.tensors.push_back(rule);
    family.head = {"lm_head.weight"};
    family.head.former = "embed_out.weight";
    return family;
}

/// Its rotary positions are its own: of the first rotary_dim columns, neighbours are rotated together.
void readGptJRotary(const ConfigFile &file, ModelConfig &config)
{
    if (file.isNull("rotary_dim"))
        file.fail(Message::tr("rotary_dim must be a whole number, not null"));
    config.position = Position::Rotary;
    config.rotaryInterleaved = true;
    config.rotaryWidth = file.whole({"rotary_dim"}, 2, maximumSize, 64);
}

Family gptJ()
{
    Family family{"gptj", "GPT-J", "transformer."};
    family.base = decoderBase();
    family.base.position = Position::None;
    family.sizes = gpt2Sizes(4096, 28, 16, 2048);
    family.epsilonKey = "layer_norm_epsilon";
    family.activationKey = "activation_function";
    family.activation = "gelu_new";
    family.isTied = false;
    family.adjust = readGptJRotary;
    family.adjustKeys = {"rotary_dim"};
    family.harmless = {{dropout, {"resid_pdrop", "embd_pdrop", "attn_pdrop"}},
                       {oneVector,
                        {"summary_type", "summary_use_proj", "summary_activation", "summary_proj_to_labels",
                         "summary_first_dropout", "summary_last_dropout"}},
                       {twoStacks, {"is_decoder", "add_cross_attention"}}};
    family.buffers = {"attn.bias", "attn.masked_bias", "attn.embed_positions"};
    family.embedding = "wte.weight";
    addOneNorm(family, "h.*.ln_1");
    for (const TensorRule &rule :
         std::vector<TensorRule>{{Form::Linear, "decoder.*.self.?_q", "h.*.attn.q_proj", neverBiased},
                                 {Form::Linear, "decoder.*.self.?_k", "h.*.attn.k_proj", neverBiased},
                                 {Form::Linear, "decoder.*.self.?_v", "h.*.attn.v_proj", neverBiased},
                                 {Form::Linear, "decoder.*.self.?_o", "h.*.attn.out_proj", neverBiased},
                                 {Form::Linear, "decoder.*.ffn.?_1", "h.*.mlp.fc_in"},
                                 {Form::Linear, "decoder.*.ffn.?_2", "h.*.mlp.fc_out"},
                                 {Form::Norm, "decoder.final_norm", "ln_f"}})
        family.tensors.push_back(rule);
    family.head = {"lm_head.weight", {"lm_head.bias"}};
    return family;
}

/// Local layers see window_size tokens: themselves and those before. attention_types holds lists of names, each with
/// how often it is repeated.
void readGptNeoWindows(const ConfigFile &file, ModelConfig &config)
{
    std::vector<std::string> layers;
    const JsonValue *types = file.find("attention_types");
    for (const JsonValue &item : types ? types->items : std::vector<JsonValue>()) {
        const bool isPair = item.items.size() == 2 && item.items[1].number.whole().has_value();
        for (int i = 0; isPair && i < *item.items[1].number.whole() && layers.size() < std::size_t(maximumLayers); ++i)
            for (const JsonValue &name : item.items[0].items)
                layers.push_back(name.text);
    }
    for (int layer = 0; !types && layer < 24; ++layer)
        layers.emplace_back(layer % 2 == 0 ? "global" : "local");
    const auto isOther = [](const std::string &name) { return name != "global" && name != "local"; };
    if (int(layers.size()) != config.decoderLayers || std::any_of(layers.begin(), layers.end(), isOther))
        file.fail(Message::tr("attention_types must name global or local for each of the %1 layers",
                              {std::to_string(config.decoderLayers)}));
    const int window = file.whole({"window_size"}, 1, maximumSentence, 256);
    if (window >= config.maximumTokens || std::find(layers.begin(), layers.end(), "local") == layers.end())
        return;
    config.window = window;
    for (int layer = 0; layer < config.decoderLayers; ++layer)
        if (layers[std::size_t(layer)] == "global")
            config.fullLayers.push_back(layer + 1);
}

Family gptNeo()
{
    Family family{"gpt_neo", "GPT-Neo", "transformer."};
    family.base = decoderBase();
    family.base.score = Score::Dot;
    family.sizes = plainSizes(2048, 24, 16, fourTimesModel);
    family.sizes[1].keys = {"num_hidden_layers", "num_layers"};
    family.sizes[2].keys = {"num_attention_heads", "num_heads"};
    family.epsilonKey = "layer_norm_epsilon";
    family.activationKey = "activation_function";
    family.activation = "gelu_new";
    family.adjust = readGptNeoWindows;
    family.adjustKeys = {"attention_types", "window_size"};
    family.harmless = {{dropout, {"resid_dropout", "embed_dropout"}},
                       {"what attention_types says once more", {"attention_layers"}},
                       {"whether quantization_config is there, which is refused", {"_is_quantized"}},
                       {twoStacks, {"is_decoder", "add_cross_attention"}}};
    family.buffers = {"attn.attention.bias", "attn.attention.masked_bias"};
    family.embedding = "wte.weight";
    family.tensors = {{Form::Rows, "position", "wpe"},
                      {Form::Norm, "decoder.*.norm_1", "h.*.ln_1"},
                      {Form::Linear, "decoder.*.self.?_q", "h.*.attn.attention.q_proj", neverBiased},
                      {Form::Linear, "decoder.*.self.?_k", "h.*.attn.attention.k_proj", neverBiased},
                      {Form::Linear, "decoder.*.self.?_v", "h.*.attn.attention.v_proj", neverBiased},
                      {Form::Linear, "decoder.*.self.?_o", "h.*.attn.attention.out_proj"},
                      {Form::Norm, "decoder.*.norm_3", "h.*.ln_2"},
                      {Form::Linear, "decoder.*.ffn.?_1", "h.*.mlp.c_fc"},
                      {Form::Linear, "decoder.*.ffn.?_2", "h.*.mlp.c_proj"},
                      {Form::Norm, "decoder.final_norm", "ln_f"}};
    family.head = {"lm_head.weight"};
    return family;
}

Family phi()
{
    Family family{"phi", "Phi", "model."};
    family.base = decoderBase();
    family.base.position = Position::Rotary;
    family.sizes = plainSizes(2048, 24, 32, 8192);
    family.sizes.insert(family.sizes.begin() + 3,
                        {{"num_key_value_heads"}, &ModelConfig::keyValueHeads, asManyAsHeads});
    family.epsilonKey = "layer_norm_eps";
    family.activation = "gelu_new";
    family.isTied = false;
    family.rotary = {.isPartial = true, .share = 0.5};
    family.accepted = {{"qk_layernorm", {"false"}}, {"head_dim"}};
    family.harmless = {{dropout, {"resid_pdrop", "embd_pdrop"}},
                       {otherKeys, {"rms_norm_eps", "sliding_window"}},
                       {twoStacks, {"is_decoder", "add_cross_attention"}}};
    family.buffers = {"rotary_emb.inv_freq"};
    family.embedding = "embed_tokens.weight";
    addOneNorm(family, "layers.*.input_layernorm");
    for (const TensorRule &rule :
         std::vector<TensorRule>{{Form::Linear, "decoder.*.self.?_q", "layers.*.self_attn.q_proj"},
                                 {Form::Linear, "decoder.*.self.?_k", "layers.*.self_attn.k_proj"},
                                 {Form::Linear, "decoder.*.self.?_v", "layers.*.self_attn.v_proj"},
                                 {Form::Linear, "decoder.*.self.?_o", "layers.*.self_attn.dense"},
                                 {Form::Linear, "decoder.*.ffn.?_1", "layers.*.mlp.fc1"},
                                 {Form::Linear, "decoder.*.ffn.?_2", "layers.*.mlp.fc2"},
                                 {Form::Norm, "decoder.final_norm", "final_layernorm"}})
        family.tensors.push_back(rule);
    family.head = {"lm_head.weight", {"lm_head.bias"}};
    return family;
}

} // namespace

std::vector<Family> decoderFamilies()
{
    return {gpt2(), opt(), bloom(), gptNeo(), gptJ(), gptNeoX(), phi()};
}

} // namespace regard
