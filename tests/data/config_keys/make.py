#!/usr/bin/env python3
"""Writes keys.json beside this script: every key of config.json that the transformers library can read.

Run it with the folders of two unpacked versions, the one that Regard is compared with and the last of version 4:
python3 make.py site-packages/transformers earlier/transformers (written with 5.24.0 and 4.57.6). It reads the sources
and imports nothing.
"""

import ast
import json
import sys
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).resolve().parent
FAMILIES = ("bert", "distilbert", "roberta", "gpt2", "bart", "mbart", "m2m_100", "marian", "llama", "mistral", "qwen2",
            "qwen3", "smollm3", "phi3", "granite", "olmo2", "olmo3",
            "xlm-roberta", "camembert", "electra", "albert", "mpnet", "esm", "opt", "bloom", "gpt_neo", "gptj", "gpt_neox", "phi")
# What opening a folder of safetensors and one pass in eager float32 goes through. Left out: quantised weights, which
# are refused, other devices, training, and generate(), whose parameters generation/configuration_utils.py names.
SHARED = ("configuration_utils.py", "modeling_utils.py", "masking_utils.py", "modeling_rope_utils.py", "cache_utils.py",
          "modeling_layers.py", "modeling_attn_mask_utils.py", "core_model_loading.py", "conversion_mapping.py",
          "fusion_mapping.py", "monkey_patching.py", "initialization.py", "activations.py", "pytorch_utils.py",
          "modeling_outputs.py", "modeling_flash_attention_utils.py", "dynamic_module_utils.py",
          "utils/generic.py", "utils/output_capturing.py", "utils/hub.py",
          "integrations/heterogeneity/configuration_utils.py", "integrations/sdpa_attention.py",
          "integrations/eager_paged.py", "integrations/hub_kernels.py", "integrations/peft.py",
          "integrations/accelerate.py", "models/auto/auto_factory.py", "models/auto/configuration_auto.py")
GENERATION = "generation/configuration_utils.py"
# Variables that hold a model's configuration, and the dictionary of a config.json.
CONFIGS = {"config", "text_config", "layer_config", "effective_config", "decoder_config", "encoder_config",
           "model_config", "rope_config", "config_to_return", "sub_config", "subconfig", "output_config", "_config"}
CLASSES = {"PreTrainedConfig", "PretrainedConfig", "RotaryEmbeddingConfigMixin", "HeterogeneousConfigMixin",
           *(name + "Config" for name in ("Bert", "DistilBert", "Roberta", "GPT2", "Bart", "Marian", "Llama", "Mistral",
                                          "Qwen2", "Qwen3", "SmolLM3", "Phi3", "Granite", "Olmo2", "Olmo3",
                                          "XLMRoberta", "Camembert", "Electra", "Albert", "MPNet", "Esm", "OPT", "Bloom", "GPTNeo", "GPTJ",
                                          "GPTNeoX", "Phi"))}
# Functions of these classes whose keyword arguments are the file's keys, and functions that no opening comes through.
READING = ("__init__", "__post_init__", "convert_rope_params_to_dict")
SAVING = ("save_pretrained", "push_to_hub", "to_json_file")
# Names that the sources put together while they run: get_text_config(), modeling_rope_utils.py, output_capturing.py.
SPELLED = {"text_config", "text_encoder", "decoder", "generator", "global_head_dim", "output_cross_attentions",
           "output_router_logits"}
CONFIG_METHODS = {"getattr", "hasattr", "setattr", "delattr"}


def name_of(node):
    """`config` of config, self.config and model.config.get_text_config()."""
    if isinstance(node, ast.Call) and name_of(node.func) in ("get_text_config", "deepcopy", "copy"):
        inner = node.func.value if name_of(node.func) == "get_text_config" else (node.args or [None])[0]
        return name_of(inner)
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else None


def text_of(node):
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


class Keys(ast.NodeVisitor):
    """The keys that one source file reads."""

    def __init__(self):
        self.found = set()
        self.classes = []
        self.functions = []

    def in_config(self):
        return bool(self.classes) and self.classes[-1] in CLASSES

    def is_config(self, node):
        return name_of(node) in CONFIGS or self.in_config() and name_of(node) == "self"

    def is_dictionary(self, node):
        is_reading = self.in_config() and bool(self.functions) and self.functions[-1] in READING
        return name_of(node) == "config_dict" or is_reading and name_of(node) == "kwargs"

    def visit_ClassDef(self, node):
        self.classes.append(node.name)
        if self.in_config():
            self.add_class(node)
        self.generic_visit(node)
        self.classes.pop()

    def visit_FunctionDef(self, node):
        if node.name in SAVING:
            return
        self.functions.append(node.name)
        self.generic_visit(node)
        self.functions.pop()

    def add_class(self, node):
        """Fields and class attributes, which a key of the file stands in front of, and arguments in version 4."""
        for part in node.body:
            if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
                self.found.add(part.target.id)
            elif isinstance(part, ast.Assign):
                self.found |= {target.id for target in part.targets if isinstance(target, ast.Name)}
                if name_of(part.targets[0]) == "attribute_map" and isinstance(part.value, ast.Dict):
                    self.found |= {text_of(key) for key in part.value.keys} | {text_of(v) for v in part.value.values}
            elif isinstance(part, ast.FunctionDef) and part.name == "__init__":
                self.found |= {argument.arg for argument in part.args.args + part.args.kwonlyargs}

    def visit_Call(self, node):
        for argument in node.args:
            self.visit(argument)
        for keyword in node.keywords:
            self.visit(keyword)
        function = node.func
        if isinstance(function, ast.Name) and function.id in CONFIG_METHODS and len(node.args) > 1:
            if self.is_config(node.args[0]):
                self.found.add(text_of(node.args[1]))
        elif isinstance(function, ast.Attribute):
            if function.attr in ("get", "pop", "setdefault") and node.args and self.is_dictionary(function.value):
                self.found.add(text_of(node.args[0]))
            self.visit(function.value)  # a method of the configuration is no key
        else:
            self.visit(function)

    def visit_Attribute(self, node):
        if self.is_config(node.value):
            self.found.add(node.attr)
        self.generic_visit(node)

    def visit_Subscript(self, node):
        if self.is_dictionary(node.value):
            self.found.add(text_of(node.slice))
        self.generic_visit(node)

    def visit_Compare(self, node):
        if any(isinstance(op, (ast.In, ast.NotIn)) for op in node.ops) and \
                any(self.is_dictionary(side) or self.is_config(side) for side in node.comparators):
            self.found.add(text_of(node.left))
        self.generic_visit(node)


def is_key(name):
    return name and name not in ("self", "kwargs", "args") and not name.startswith("__")


def keys_of(path):
    visitor = Keys()
    visitor.visit(ast.parse(path.read_text(encoding="utf-8")))
    return {key for key in visitor.found if is_key(key)}


def methods_of(path):
    """What the configuration classes define as functions: calling them reads no key."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {part.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for part in node.body
            if isinstance(part, ast.FunctionDef) and not any(isinstance(d, ast.Name) and "property" in d.id or
                                                             isinstance(d, ast.Attribute) and d.attr == "setter"
                                                             for d in part.decorator_list)}


def generation_keys(path):
    """The parameters of generate(), which files before generation_config.json hold."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef) and node.name == "GenerationConfig":
            init = next(part for part in node.body if getattr(part, "name", "") == "__init__")
            return {text_of(call.args[0]) for call in ast.walk(init)
                    if isinstance(call, ast.Call) and call.args and name_of(call.func) in ("pop", "get")}
    raise SystemExit(f"{path}: no GenerationConfig")


def version_of(root):
    for node in ast.parse((root / "__init__.py").read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and name_of(node.targets[0]) == "__version__":
            return node.value.value
    raise SystemExit(f"{root}: no version")


def collect(root, found):
    version = version_of(root)
    methods = methods_of(root / "configuration_utils.py") | methods_of(root / "modeling_rope_utils.py")
    heterogeneous = root / "integrations/heterogeneity/configuration_utils.py"
    if heterogeneous.exists():
        methods |= methods_of(heterogeneous)

    def add(part, names, keys):
        for key in keys - methods:
            found[part][key].add(f"{version} {names}")

    for name in SHARED:
        if (root / name).exists():
            add("shared", name, keys_of(root / name))
    add("shared", "names put together", SPELLED)
    add("shared", GENERATION, {key for key in generation_keys(root / GENERATION) if is_key(key)})
    for family in FAMILIES:
        module = family.replace("-", "_")
        for name in (f"configuration_{module}.py", f"modeling_{module}.py"):
            add(family, name, keys_of(root / "models" / module / name))
    return version


def main():
    found = defaultdict(lambda: defaultdict(set))
    versions = [collect(Path(root), found) for root in sys.argv[1:]]
    for family in FAMILIES:  # said once
        for key in set(found[family]) & set(found["shared"]):
            del found[family][key]
    text = {"transformers": versions} | {
        part: {key: sorted(places, reverse=True) for key, places in sorted(found[part].items())}
        for part in ("shared", *FAMILIES)}
    (HERE / "keys.json").write_text(json.dumps(text, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
