#include "io/checkpoint/family_parts.h"

namespace regard {

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

namespace {

using Form = TensorForm;

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
    return {{"position_embedding_type", {"absolute"}}, {"add_cross_attention", {"false"}}, notCausal()};
}

HarmlessKeys otherWidth()
{
    return {"the width of an embedding that the code of another family projects", {"embedding_size"}};
}

std::vector<HarmlessKeys> bertPasses()
{
    return {{dropout, {"hidden_dropout_prob", "attention_probs_dropout_prob"}},
            {"notes of the program that trained the first BERT; its pooler is no part of attention",
             {"directionality", "pooler_fc_size", "pooler_num_attention_heads", "pooler_num_fc_layers",
              "pooler_size_per_head", "pooler_type"}},
            otherWidth()};
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
    family.causalKey = "is_decoder";
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

/// RoBERTa, and those that compute the same: XLM-R and CamemBERT.
Family roberta(const char *modelType = "roberta", const char *name = "RoBERTa")
{
    Family family{modelType, name, "roberta."};
    family.base = encoderBase();
    family.sizes = bertSizes();
    family.epsilonKey = "layer_norm_eps";
    family.causalKey = "is_decoder";
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

/// The sizes of BERT, whose token is narrower than the layers: a projection stands between.
std::vector<SizeKey> factorisedSizes(int model, int embedding, int layers, int heads, int hidden)
{
    return {{{"hidden_size"}, &ModelConfig::dModel, model},
            {{"embedding_size"}, &ModelConfig::embeddingSize, embedding},
            {{"num_hidden_layers"}, &ModelConfig::encoderLayers, layers},
            {{"num_attention_heads"}, &ModelConfig::heads, heads},
            {{"intermediate_size"}, &ModelConfig::dFf, hidden},
            {{"type_vocab_size"}, &ModelConfig::tokenTypes, 2},
            {{"max_position_embeddings"}, &ModelConfig::maximumTokens, 512}};
}

/// Its generator, whose head names masked words, and its discriminator, whose head says whether a word was replaced.
Family electra()
{
    Family family = bert();
    family.modelType = "electra";
    family.name = "ELECTRA";
    family.prefix = "electra.";
    family.sizes = factorisedSizes(256, 128, 12, 4, 1024);
    family.projectsAlways = false;
    family.harmless = {{dropout, {"hidden_dropout_prob", "attention_probs_dropout_prob"}},
                       {oneVector,
                        {"summary_type", "summary_use_proj", "summary_activation", "summary_proj_to_labels",
                         "summary_first_dropout", "summary_last_dropout"}}};
    family.tensors.push_back({Form::Linear, "embedding_projection.?", "embeddings_project"});
    family.head = {"generator_lm_head.weight",
                   {"generator_lm_head.bias"},
                   {{Form::Linear, "output.transform.?", "generator_predictions.dense"},
                    {Form::Norm, "output.norm", "generator_predictions.LayerNorm"}},
                   Activation::Gelu};
    family.discriminator = {"discriminator_predictions.dense_prediction.weight",
                            {"discriminator_predictions.dense_prediction.bias"},
                            {{Form::Linear, "output.transform.?", "discriminator_predictions.dense"}}};
    return family;
}

/// Its layers share their weights in groups, of which each may have several inner ones.
Family albert()
{
    Family family{"albert", "ALBERT", "albert."};
    family.base = encoderBase();
    family.sizes = factorisedSizes(4096, 128, 12, 64, 16384);
    family.epsilonKey = "layer_norm_eps";
    family.activation = "gelu_new";
    family.groupsKey = "num_hidden_groups";
    family.innerKey = "inner_group_num";
    family.accepted = {{"position_embedding_type", {"absolute"}}, notCausal()};
    family.harmless = {{dropout, {"hidden_dropout_prob", "attention_probs_dropout_prob", "classifier_dropout_prob"}},
                       {"how many tokens between two that are computed alike, which no code reads",
                        {"gap_size", "net_structure_type", "down_scale_factor", "num_memory_blocks"}},
                       {twoStacks, {"is_decoder", "add_cross_attention"}}};
    family.buffers = lookedUp;
    family.embedding = "embeddings.word_embeddings.weight";
    family.tensors = {{Form::Rows, "position", "embeddings.position_embeddings"},
                      {Form::Rows, "token_type", "embeddings.token_type_embeddings"},
                      {Form::Norm, "embedding_norm", "embeddings.LayerNorm"},
                      {Form::Linear, "embedding_projection.?", "encoder.embedding_hidden_mapping_in"},
                      {Form::Linear, "encoder.*.self.?_q", "encoder.albert_layer_groups.*.attention.query"},
                      {Form::Linear, "encoder.*.self.?_k", "encoder.albert_layer_groups.*.attention.key"},
                      {Form::Linear, "encoder.*.self.?_v", "encoder.albert_layer_groups.*.attention.value"},
                      {Form::Linear, "encoder.*.self.?_o", "encoder.albert_layer_groups.*.attention.dense"},
                      {Form::Norm, "encoder.*.norm_1", "encoder.albert_layer_groups.*.attention.LayerNorm"},
                      {Form::Linear, "encoder.*.ffn.?_1", "encoder.albert_layer_groups.*.ffn"},
                      {Form::Linear, "encoder.*.ffn.?_2", "encoder.albert_layer_groups.*.ffn_output"},
                      {Form::Norm, "encoder.*.norm_2", "encoder.albert_layer_groups.*.full_layer_layer_norm"}};
    family.head = {"predictions.decoder.weight",
                   {"predictions.decoder.bias", "predictions.bias"},
                   {{Form::Linear, "output.transform.?", "predictions.dense"},
                    {Form::Norm, "output.norm", "predictions.LayerNorm"}}};
    return family;
}

Family mpnet()
{
    Family family = roberta("mpnet", "MPNet");
    family.prefix = "mpnet.";
    family.base.scoreBias = ScoreBias::Buckets;
    family.causalKey = nullptr;
    std::erase_if(family.sizes, [](const SizeKey &size) { return size.size == &ModelConfig::tokenTypes; });
    family.isPaddingFixed = true;
    family.accepted = {{"relative_attention_num_buckets", {"32"}}, notCausal()};
    family.harmless = {{dropout, {"hidden_dropout_prob", "attention_probs_dropout_prob"}},
                       {twoStacks, {"is_decoder", "add_cross_attention"}},
                       otherWidth()};
    family.tensors = {{Form::Rows, "position", "embeddings.position_embeddings"},
                      {Form::Norm, "embedding_norm", "embeddings.LayerNorm"},
                      {Form::Rows, "encoder.score_bias", "encoder.relative_attention_bias"},
                      {Form::Linear, "encoder.*.self.?_q", "encoder.layer.*.attention.attn.q"},
                      {Form::Linear, "encoder.*.self.?_k", "encoder.layer.*.attention.attn.k"},
                      {Form::Linear, "encoder.*.self.?_v", "encoder.layer.*.attention.attn.v"},
                      {Form::Linear, "encoder.*.self.?_o", "encoder.layer.*.attention.attn.o"},
                      {Form::Norm, "encoder.*.norm_1", "encoder.layer.*.attention.LayerNorm"},
                      {Form::Linear, "encoder.*.ffn.?_1", "encoder.layer.*.intermediate.dense"},
                      {Form::Linear, "encoder.*.ffn.?_2", "encoder.layer.*.output.dense"},
                      {Form::Norm, "encoder.*.norm_2", "encoder.layer.*.output.LayerNorm"}};
    return family;
}

/// ESM-2, and ESM-1b and 1v with learned positions.
Family esm()
{
    Family family{"esm", "ESM", "esm."};
    family.base = encoderBase();
    family.base.norm = Norm::Pre;
    family.base.finalNorm = true;
    family.base.embeddingNorm = false;
    family.sizes = bertSizes();
    std::erase_if(family.sizes, [](const SizeKey &size) { return size.size == &ModelConfig::tokenTypes; });
    family.sizes.back().otherwise = 1026;
    family.epsilonKey = "layer_norm_eps";
    family.activationKey = nullptr;
    family.rotaryKey = "position_embedding_type";
    family.maskKey = "mask_token_id";
    family.skippedPositions = 1;
    family.paddingId = 1;
    family.flags = {{"emb_layer_norm_before", &ModelConfig::embeddingNorm, false},
                    {"token_dropout", &ModelConfig::tokenDropout, false}};
    family.accepted = {{"is_decoder", {"false"}},
                       {"add_cross_attention", {"false"}},
                       {"is_folding_model", {"false"}},
                       {"head_dim"},
                       notCausal()};
    family.harmless = {{dropout, {"hidden_dropout_prob", "attention_probs_dropout_prob"}},
                       {"of is_folding_model, which is refused", {"esmfold_config", "vocab_list"}},
                       otherWidth()};
    family.buffers = {"embeddings.position_ids", "rotary_embeddings.inv_freq"};
    family.embedding = "embeddings.word_embeddings.weight";
    family.tensors = {{Form::Rows, "position", "embeddings.position_embeddings"},
                      {Form::Norm, "embedding_norm", "embeddings.layer_norm"},
                      {Form::Linear, "encoder.*.self.?_q", "encoder.layer.*.attention.self.query"},
                      {Form::Linear, "encoder.*.self.?_k", "encoder.layer.*.attention.self.key"},
                      {Form::Linear, "encoder.*.self.?_v", "encoder.layer.*.attention.self.value"},
                      {Form::Linear, "encoder.*.self.?_o", "encoder.layer.*.attention.output.dense"},
                      {Form::Norm, "encoder.*.norm_1", "encoder.layer.*.attention.LayerNorm"},
                      {Form::Linear, "encoder.*.ffn.?_1", "encoder.layer.*.intermediate.dense"},
                      {Form::Linear, "encoder.*.ffn.?_2", "encoder.layer.*.output.dense"},
                      {Form::Norm, "encoder.*.norm_2", "encoder.layer.*.LayerNorm"},
                      {Form::Norm, "encoder.final_norm", "encoder.emb_layer_norm_after"}};
    family.head = {
        "lm_head.decoder.weight",
        {"lm_head.decoder.bias", "lm_head.bias"},
        {{Form::Linear, "output.transform.?", "lm_head.dense"}, {Form::Norm, "output.norm", "lm_head.layer_norm"}},
        Activation::Gelu};
    return family;
}

} // namespace

std::vector<Family> encoderFamilies()
{
    return {bert(),
            distilbert(),
            roberta(),
            roberta("xlm-roberta", "XLM-R"),
            roberta("camembert", "CamemBERT"),
            electra(),
            albert(),
            mpnet(),
            esm()};
}

} // namespace regard
