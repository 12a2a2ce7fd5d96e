#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <QString>

namespace regard {

/// A model in the cache in which the Hub's own programs keep what they fetch.
struct HubModel {
    QString name;           ///< `openai-community/gpt2`
    QString revision;       ///< what refers to it (`main`), else the first digits of its commit
    QString folder;         ///< of the snapshot
    std::int64_t bytes = 0; ///< of its weights
    std::string family;     ///< as CheckpointOutline has it
    std::string fault;      ///< why it does not open, as CheckpointOutline says it; empty: it opens
};

/// The cache's folder: HF_HUB_CACHE, else HUGGINGFACE_HUB_CACHE, HF_HOME/hub, XDG_CACHE_HOME/huggingface/hub or
/// ~/.cache/huggingface/hub, the first whose variable is set. It need not exist.
QString hubCacheFolder();

/// Calls `found` for each model of a cache, by name, each snapshot by itself, as soon as its files were looked at;
/// stops where it returns false. What lacks config.json or weights, or has not been fetched whole, is passed over.
void findHubModels(const QString &cache, const std::function<bool(const HubModel &)> &found);

/// A model on the Hub that anybody may fetch, to begin with.
struct StarterModel {
    const char *name;
    const char *family;
    double bytes;        ///< of its weights, about
    const char *weights; ///< the file of its weights
    const char *others;  ///< its other files, with spaces between them
};

/// Ten of them, small ones first.
const std::vector<StarterModel> &starterModels();

/// The command that fetches it into the cache: `hf download …`.
std::string fetchCommand(const StarterModel &model);

} // namespace regard
