#include "views/play/play_data.h"

#include <algorithm>
#include <numeric>

#include <QCoreApplication>

namespace regard {

namespace {

struct PlayDataText {
    Q_DECLARE_TR_FUNCTIONS(Play)
};

/// Puts all keys that have no row of their own into one entry.
PlayKey together(const std::vector<PlayKey> &keys, const std::vector<bool> &isNamed)
{
    PlayKey rest;
    rest.key = -1;
    rest.count = 0;
    rest.isMasked = true;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (isNamed[i])
            continue;
        rest.count += keys[i].count;
        rest.weight += keys[i].weight;
        rest.exponential += keys[i].exponential;
        rest.isMasked = rest.isMasked && keys[i].isMasked;
    }
    rest.name = PlayDataText::tr("%1 others").arg(rest.count);
    return rest;
}

} // namespace

const PlayKey &PlayData::chosen() const
{
    const auto found = std::find_if(keys.begin(), keys.end(), [this](const PlayKey &one) { return one.key == key; });
    return found == keys.end() ? keys.front() : *found;
}

int PlayData::maskedKeys() const
{
    return int(std::count_if(keys.begin(), keys.end(), [](const PlayKey &one) { return one.isMasked; }));
}

int PlayData::keyCount() const
{
    return std::accumulate(keys.begin(), keys.end(), 0,
                           [](int count, const PlayKey &one) { return count + one.count; });
}

std::vector<PlayScene> playScenes(const PlayData &data)
{
    std::vector<PlayScene> scenes;
    if (data.hasScores()) {
        scenes = {PlayScene::Meet, PlayScene::Score};
        if (data.isDivided())
            scenes.push_back(PlayScene::Scale);
        if (data.hasMask)
            scenes.push_back(PlayScene::Mask);
    }
    scenes.push_back(PlayScene::Softmax);
    scenes.push_back(PlayScene::Weigh);
    return scenes;
}

double secondsOf(PlayScene scene)
{
    switch (scene) {
    case PlayScene::Meet:
    case PlayScene::Score:
    case PlayScene::Weigh:
        return 4;
    case PlayScene::Scale:
        return 3;
    case PlayScene::Mask:
        return 2;
    case PlayScene::Softmax:
        break;
    }
    return 5;
}

double startOf(const PlayData &data, int index)
{
    const std::vector<PlayScene> scenes = playScenes(data);
    double start = 0;
    for (int i = 0; i < std::min(index, int(scenes.size())); ++i)
        start += secondsOf(scenes[std::size_t(i)]);
    return start;
}

double playSeconds(const PlayData &data)
{
    return startOf(data, int(playScenes(data).size()));
}

PlayMoment momentAt(const PlayData &data, double seconds)
{
    const std::vector<PlayScene> scenes = playScenes(data);
    double start = 0;
    for (std::size_t i = 0; i < scenes.size(); ++i) {
        const double length = secondsOf(scenes[i]);
        if (seconds < start + length)
            return {int(i), scenes[i], std::clamp((seconds - start) / length, 0.0, 1.0)};
        start += length;
    }
    return {int(scenes.size()) - 1, scenes.back(), 1};
}

double tellingMoment(const PlayData &data, int index)
{
    const PlayScene scene = playScenes(data).at(std::size_t(index));
    // The weighted sum gives v's place to k again at its end, so the moment before is the telling one. A boundary
    // belongs to the scene after it.
    const double share = scene == PlayScene::Weigh ? 0.8 : 0.999;
    return startOf(data, index) + share * secondsOf(scene);
}

double shareOf(PlayScene scene, const PlayMoment &moment)
{
    return scene < moment.scene ? 1 : scene > moment.scene ? 0 : moment.share;
}

PlayData withLargestKeys(PlayData data, int most)
{
    if (int(data.keys.size()) <= most)
        return data;
    std::vector<std::size_t> order(data.keys.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        const PlayKey &first = data.keys[a];
        const PlayKey &second = data.keys[b];
        if ((first.key == data.key) != (second.key == data.key))
            return first.key == data.key;
        if ((first.key < 0) != (second.key < 0)) // what stands for several already
            return second.key < 0;
        return first.weight > second.weight;
    });
    std::vector<bool> isNamed(data.keys.size(), false);
    for (int i = 0; i < most; ++i)
        isNamed[order[std::size_t(i)]] = true;
    PlayKey rest = together(data.keys, isNamed);
    std::vector<PlayKey> keys;
    for (std::size_t i = 0; i < data.keys.size(); ++i)
        if (isNamed[i])
            keys.push_back(std::move(data.keys[i]));
    keys.push_back(std::move(rest));
    data.keys = std::move(keys);
    return data;
}

} // namespace regard
