#include <utility>

#include "io/checkpoint/family.h"

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

/// The library's implementations of attention disagree about is_causal beside an encoder: eager ignores it,
/// scaled_dot_product_attention does not.
AcceptedKey notCausal()
{
    return {"is_causal", {"false"}};
}

std::vector<AcceptedKey> bertAccepts()
{
    return {{"position_embedding_type", {"absolute"}},
            {"is_decoder", {"false"}},
            {"add_cross_attention", {"false"}},
            notCausal()};
}

const char *const dropout = "dropout, which only training has";
const char *const twoStacks = "read where an encoder and a decoder are put together of two models";

std::vector<HarmlessKeys> bertPasses()
{
    return {{dropout, {"hidden_dropout_prob", "attention_probs_dropout_prob"}},
            {"notes of the program that trained the first BERT; its pooler is no part of attention",
             {"directionality", "pooler_fc_size", "pooler_num_attention_heads", "pooler_num_fc_layers",
              "pooler_size_per_head", "pooler_type"}},
            {"the width of an embedding that the code of another family projects", {"embedding_size"}}};
}

/// Tensors of BERT's family that hold positions and types for look-up.
const std::vector<const char *> lookedUp{"embeddings.position_ids", "embeddings.token_type_ids"};

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
    family.harmless = bertPasses();
    family.buffers = lookedUp;
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
    family.harmless = bertPasses();
    family.buffers = lookedUp;
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
    family.sizes = {{{"hidden_size", "dim"}, &ModelConfig::dModel, 768},
                    {{"num_hidden_layers", "n_layers"}, &ModelConfig::encoderLayers, 6},
                    {{"num_attention_heads", "n_heads"}, &ModelConfig::heads, 12},
                    {{"hidden_dim"}, &ModelConfig::dFf, 3072},
                    {{"max_position_embeddings"}, &ModelConfig::maximumTokens, 512}};
    family.activationKey = "activation";
    family.accepted = {notCausal()};
    family.harmless = {{dropout, {"dropout", "qa_dropout", "seq_classif_dropout"}},
                       {"what untrained positions begin with", {"sinusoidal_pos_embds"}},
                       {"an earlier spelling of tie_word_embeddings, which the library reads", {"tie_weights_"}},
                       {twoStacks, {"is_decoder", "add_cross_attention"}}};
    family.buffers = lookedUp;
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
    family.sizes = {{{"hidden_size", "n_embd"}, &ModelConfig::dModel, 768},
                    {{"num_hidden_layers", "n_layer"}, &ModelConfig::decoderLayers, 12},
                    {{"num_attention_heads", "n_head"}, &ModelConfig::heads, 12},
                    {{"n_inner"}, &ModelConfig::dFf, fourTimesModel},
                    {{"max_position_embeddings", "n_positions"}, &ModelConfig::maximumTokens, 1024}};
    family.epsilonKey = "layer_norm_epsilon";
    family.activationKey = "activation_function";
    family.activation = "gelu_new";
    family.accepted = {{"scale_attn_weights", {"true"}},
                       {"scale_attn_by_inverse_layer_idx", {"false"}},
                       {"add_cross_attention", {"false"}}};
    family.harmless = {
        {dropout, {"resid_pdrop", "embd_pdrop", "attn_pdrop"}},
        {"a head that gives a whole text one vector",
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
    family.accepted = {{"normalize_before", {"false"}},           {"add_final_layer_norm", {"false"}},
                       {"do_blenderbot_90_layernorm", {"false"}}, {"share_encoder_decoder_embeddings", {"true"}},
                       {"tie_encoder_decoder", {"false"}},        {"is_encoder_decoder", {"true"}}};
    family.harmless = {
        {dropout, {"dropout", "activation_dropout", "encoder_layerdrop", "decoder_layerdrop", "classif_dropout"}},
        {"whether logits have a bias, which the files show by having it", {"add_bias_logits"}},
        {"how many rows stand before the first position, which the family fixes", {"extra_pos_embeddings"}},
        {"the rows of an embedding of the decoder's own, which share_encoder_decoder_embeddings refuses",
         {"decoder_vocab_size"}},
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

Family bart()
{
    Family family = translation("bart", "BART");
    family.base = translationBase();
    family.skippedPositions = 2;
    family.accepted.push_back({"normalize_embedding", {"true"}});
    family.accepted.push_back({"static_position_embeddings", {"false"}});
    family.tensors.push_back({Form::Norm, "encoder.embedding_norm", "encoder.layernorm_embedding"});
    family.tensors.push_back({Form::Norm, "decoder.embedding_norm", "decoder.layernorm_embedding"});
    return family;
}

Family marian()
{
    Family family = translation("marian", "Marian");
    family.base = withoutEmbeddingNorm(translationBase());
    family.mayStorePositions = true;
    family.accepted.push_back({"normalize_embedding", {"false"}});
    family.accepted.push_back({"static_position_embeddings", {"true"}});
    return family;
}

const std::vector<Family> &families()
{
    static const std::vector<Family> all = [] {
        std::vector<Family> known{bert(), distilbert(), roberta(), gpt2(), bart(), marian()};
        for (Family &family : rotaryFamilies())
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
