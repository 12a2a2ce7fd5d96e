#include "io/checkpoint/family_keys.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "engine/base/message.h"
#include "io/base/nearest_name.h"

namespace regard {

namespace {

using Keys = std::vector<const char *>;

bool isRotary(const Family &family)
{
    return family.base.position == Position::Rotary;
}

bool readsPadding(const Family &family)
{
    return family.paddingId >= 0 && !family.isPaddingFixed;
}

void append(Keys &keys, const Keys &more)
{
    keys.insert(keys.end(), more.begin(), more.end());
}

/// Refused for every family, whatever they hold.
const std::vector<AcceptedKey> &refusedByAll()
{
    static const std::vector<AcceptedKey> keys = {
        {"quantization_config"},
        {"quantization"},
        {"pruned_heads"},
        // Other files in place of config.json and model.safetensors
        {"configuration_files"},
        {"transformers_weights"},
        // These give another configuration inside this one, or for some layers.
        {"text_config"},
        {"text_encoder"},
        {"decoder"},
        {"generator"},
        {"sub_configs"},
        {"sub_configs_defaults"},
        {"per_layer_config"},
        {"per_layer_attributes"},
        {"is_heterogeneous"},
        {"_heterogeneity_spec"},
        // The meaning of other keys, which layers share keys and values, and modules in place of the family's
        {"attribute_map"},
        {"_rope_type_labels"},
        {"kv_sharing_modes"},
        {"fusion_config"}};
    return keys;
}

/// Harmless for every family.
const std::vector<HarmlessKeys> &harmlessToAll()
{
    static const std::vector<HarmlessKeys> keys = {
        {"notes of who saved the file, and how it was found",
         {"_name_or_path", "name_or_path", "_commit_hash", "_auto_class", "_from_model_config", "transformers_version",
          "_post_init_done", "finetuning_task", "task_specific_params", "prefix", "has_no_defaults_at_init",
          "base_config_key", "serialize_explicit_per_layer_config"}},
        {"what earlier versions of the library and other programs read or noted, and the library of today does not",
         {"output_past", "_num_labels", "eos_token_ids", "xla_device", "save_step", "transformers.js_config",
          "_attn_implementation_autoset"}},
        {"code of the folder's own, which the library runs only where it is told to trust it", {"auto_map"}},
        {"numbers are read as float32, whatever they are stored as",
         {"dtype", "torch_dtype", "use_bfloat16", "_pre_quantization_dtype"}},
        {"with which routines, in what portions and on which devices the same is computed",
         {"_attn_implementation", "attn_implementation", "_attn_implementation_internal", "_attn_was_changed",
          "_experts_implementation", "experts_implementation", "_experts_implementation_internal", "use_cache",
          "chunk_size_feed_forward", "gradient_checkpointing", "torchscript", "distributed_config",
          "base_model_tp_plan", "base_model_pp_plan", "base_model_ep_plan", "base_model_fsdp_plan",
          "num_kv_shared_layers", "attention_chunk_size", "number_of_conv_states"}},
        {"what the library hands back of what it computed",
         {"output_attentions", "_output_attentions", "output_hidden_states", "output_cross_attentions",
          "output_router_logits", "return_dict", "tie_last_hidden_states"}},
        {"dropout, losses and first weights, which only training has",
         {"attention_dropout", "hidden_dropout", "classifier_dropout", "initializer_range", "initializer_factor",
          "init_std", "tf_legacy_loss"}},
        {"heads that are no part of the model's attention, and their labels",
         {"id2label", "label2id", "num_labels", "problem_type", "token_classification_bias", "unpadded_vocab_size",
          "logits_mup_width_multiplier"}},
        {"tokens that texts are put together with, which the tokenizer's files name",
         {"bos_token_id", "eos_token_id", "sep_token_id", "decoder_start_token_id"}},
        {"of generate(), where a person chooses here what comes next",
         {"max_length",
          "max_new_tokens",
          "min_length",
          "min_new_tokens",
          "early_stopping",
          "max_time",
          "stop_strings",
          "do_sample",
          "num_beams",
          "num_beam_groups",
          "num_return_sequences",
          "penalty_alpha",
          "dola_layers",
          "cache_implementation",
          "cache_config",
          "max_cache_len",
          "return_legacy_cache",
          "prefill_chunk_size",
          "temperature",
          "top_k",
          "top_p",
          "top_h",
          "min_p",
          "typical_p",
          "epsilon_cutoff",
          "eta_cutoff",
          "diversity_penalty",
          "repetition_penalty",
          "encoder_repetition_penalty",
          "length_penalty",
          "no_repeat_ngram_size",
          "encoder_no_repeat_ngram_size",
          "bad_words_ids",
          "force_words_ids",
          "constraints",
          "renormalize_logits",
          "forced_bos_token_id",
          "forced_eos_token_id",
          "force_bos_token_to_be_generated",
          "remove_invalid_values",
          "exponential_decay_length_penalty",
          "suppress_tokens",
          "begin_suppress_tokens",
          "sequence_bias",
          "token_healing",
          "guidance_scale",
          "low_memory",
          "watermarking_config",
          "output_scores",
          "output_logits",
          "return_dict_in_generate",
          "is_assistant",
          "num_assistant_tokens",
          "num_assistant_tokens_schedule",
          "assistant_confidence_threshold",
          "assistant_early_exit",
          "assistant_ensemble_weight",
          "assistant_lookbehind",
          "target_lookbehind",
          "prompt_lookup_num_tokens",
          "max_matching_ngram_size",
          "speculation_type",
          "use_mtp",
          "compile_config",
          "disable_compile",
          "continuous_batching_config"}},
        {"what the library's classes say themselves, in front of the file",
         {"default_theta", "default_rope_type", "ignore_keys_at_rope_validation", "extra_files", "extra_config_files"}},
        {"layers of other families, which the library's shared code asks for",
         {"num_mtp_layers", "mtp_layer_types", "mtp_mlp_layer_types", "mtp_per_layer_config", "mtp_hidden_states_first",
          "chain_hidden_post_norm", "mlp_layer_types", "first_k_dense_replace", "alibi", "use_alibi", "vision_config",
          "pretrained_cfg", "use_pretrained_backbone", "features_only", "num_channels", "out_indices", "num_heads",
          "embed_dim", "global_head_dim"}},
        {"read beside per_layer_config alone, which is refused", {"skip", "allow_global_per_layer_attribute_access"}},
        {"the width of a cross-attention over an encoder of its own", {"cross_attention_hidden_size"}},
        {"lists of what the library does not compare or hand on", {"keys_to_ignore_at_inference", "use_return_dict"}}};
    return keys;
}

/// Keys that do no harm to a family without rotary positions.
HarmlessKeys harmlessWithTables(const Family &family)
{
    HarmlessKeys keys{"rotary positions, windows and shared keys, which this family's code does not have",
                      {"rope_theta", "rope_parameters", "rope_scaling", "partial_rotary_factor", "head_dim",
                       "num_key_value_heads", "rms_norm_eps", "layer_types", "sliding_window",
                       "original_max_position_embeddings"}};
    if (family.rotaryKey)
        std::erase_if(keys.keys, [](const std::string_view key) { return key == "head_dim"; });
    return keys;
}

/// Keys that do no harm to a family with one stack.
const HarmlessKeys &harmlessToOneStack()
{
    static const HarmlessKeys keys{"what an encoder and a decoder share",
                                   {"tie_encoder_decoder", "is_encoder_decoder"}};
    return keys;
}

/// `true`, `4096`, `absolute`
std::string literalOf(const JsonValue &value)
{
    return value.kind == JsonValue::Kind::Text ? value.text : value.described();
}

/// An empty object or list.
bool isEmpty(const JsonValue &value)
{
    return (value.kind == JsonValue::Kind::Object && value.keys.empty()) ||
           (value.kind == JsonValue::Kind::Numbers && value.numbers.empty());
}

bool isAccepted(const AcceptedKey &accepted, const JsonValue &value)
{
    return accepted.values.empty()
               ? isEmpty(value)
               : std::find(accepted.values.begin(), accepted.values.end(), literalOf(value)) != accepted.values.end();
}

void refuseQuantised(const ConfigFile &file)
{
    const JsonValue *quantised = file.find(std::vector<const char *>{"quantization_config", "quantization"});
    if (!quantised)
        return;
    const JsonValue *method = quantised->find("quant_method");
    file.fail(Message::tr("quantization_config says that the weights are quantised%1; only float32, float16 and "
                          "bfloat16 weights are read",
                          {method ? " (" + valueText(*method) + ")" : std::string()}));
}

void refuseOtherWeights(const ConfigFile &file)
{
    if (const JsonValue *other = file.find("transformers_weights"))
        file.fail(Message::tr("transformers_weights names %1 as the file of the weights, which go by the name "
                              "model.safetensors or pytorch_model.bin here: give them that name and take the key out",
                              {valueText(*other)}));
}

} // namespace

std::vector<const char *> usedKeys(const Family &family)
{
    Keys keys{"model_type", "architectures", "vocab_size", "tie_word_embeddings", "tokenizer_class"};
    for (const SizeKey &size : family.sizes)
        append(keys, size.keys);
    for (const FlagKey &flag : family.flags)
        keys.push_back(flag.key);
    append(keys, family.adjustKeys);
    for (const char *key :
         {family.headSizeKey, family.epsilonKey, family.activationKey, family.scaleKey, family.causalKey,
          family.rotaryKey, family.groupsKey, family.innerKey, family.maskKey, family.sharedKey, family.targetWordsKey})
        if (key)
            keys.push_back(key);
    for (const TensorRule &rule : family.tensors)
        if (rule.biasKey && rule.biasKey != neverBiased &&
            std::find(keys.begin(), keys.end(), rule.biasKey) == keys.end())
            keys.push_back(rule.biasKey);
    if (family.base.architecture != Architecture::Encoder)
        keys.push_back("is_causal");
    if (family.rotaryKey)
        keys.push_back("rope_theta");
    if (readsPadding(family))
        keys.push_back("pad_token_id");
    for (const NumberKey &number : family.numbers)
        keys.push_back(number.key);
    if (family.window.layers != WindowLayers::None)
        keys.push_back("sliding_window");
    if (family.window.layers == WindowLayers::FromMaximum)
        keys.push_back("max_window_layers");
    if (family.window.flagKey)
        keys.push_back(family.window.flagKey);
    if (family.rotary.skipsLayers)
        append(keys, {"no_rope_layers", "no_rope_layer_interval"});
    if (isRotary(family))
        append(keys, {family.rotary.thetaKey, "rope_parameters", "rope_scaling", family.rotary.shareKey, "layer_types",
                      "original_max_position_embeddings"});
    return keys;
}

std::vector<AcceptedKey> refusedKeys(const Family &family)
{
    std::vector<AcceptedKey> keys = refusedByAll();
    keys.insert(keys.end(), family.accepted.begin(), family.accepted.end());
    return keys;
}

std::vector<HarmlessKeys> harmlessKeys(const Family &family)
{
    std::vector<HarmlessKeys> keys = harmlessToAll();
    if (!isRotary(family))
        keys.push_back(harmlessWithTables(family));
    else
        keys.push_back({"what this family spells otherwise", {"rope_theta", "partial_rotary_factor"}});
    if (family.base.architecture != Architecture::EncoderDecoder)
        keys.push_back(harmlessToOneStack());
    if (!readsPadding(family))
        keys.push_back({"the padding's row of the embedding is read as any other", {"pad_token_id"}});
    keys.insert(keys.end(), family.harmless.begin(), family.harmless.end());
    // What other families pass over this one may read.
    std::set<std::string_view> read;
    for (const char *key : usedKeys(family))
        read.insert(key);
    for (HarmlessKeys &harmless : keys)
        std::erase_if(harmless.keys, [&](const char *key) { return read.contains(key); });
    return keys;
}

std::vector<std::string> unknownKeys(const Family &family, const ConfigFile &file)
{
    std::set<std::string_view> known;
    for (const char *key : usedKeys(family))
        known.insert(key);
    for (const AcceptedKey &refused : refusedKeys(family))
        known.insert(refused.key);
    for (const HarmlessKeys &harmless : harmlessKeys(family))
        known.insert(harmless.keys.begin(), harmless.keys.end());
    std::vector<std::string> unknown;
    std::copy_if(file.keys().begin(), file.keys().end(), std::back_inserter(unknown),
                 [&](const std::string &key) { return !known.contains(key); });
    return unknown;
}

void failUnaccepted(const Family &family, const ConfigFile &file, const AcceptedKey &accepted)
{
    const std::string value = valueText(*file.find(accepted.key));
    if (accepted.values.empty())
        file.fail(
            Message::tr("%1 is %2; what it changes is not computed here, so a %3 model that has it cannot be read",
                        {accepted.key, value, family.name}));
    file.fail(Message::tr("%1 is %2, which is not computed here; of %3 models only those with %1 %4 can be read",
                          {accepted.key, value, family.name, commaList(accepted.values)}));
}

void requireAcceptedKeys(const Family &family, const ConfigFile &file)
{
    refuseQuantised(file);
    refuseOtherWeights(file);
    for (const AcceptedKey &accepted : refusedKeys(family))
        if (const JsonValue *value = file.find(accepted.key); value && !isAccepted(accepted, *value))
            failUnaccepted(family, file, accepted);
}

} // namespace regard
