#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include <QString>
#include <QStringList>

#include "engine/model/model.h"
#include "engine/pass/forward.h"
#include "engine/pass/trace.h"

namespace regard {

/// Names of blocks and feed-forwards, sorted, `en` for encoder and `de` for decoder.
using Kept = QStringList;

/// What `after` shares with `before`.
inline Kept keptOf(const Trace &before, const Trace &after)
{
    Kept kept;
    for (const auto &block : after.blocks)
        if (std::find(before.blocks.begin(), before.blocks.end(), block) != before.blocks.end())
            kept.append(QString::fromStdString(block->name).remove(QStringLiteral("coder")));
    const auto compare = [&](const char *name, const auto &old, const auto &now) {
        for (std::size_t layer = 0; layer < now.size() && layer < old.size(); ++layer)
            if (now[layer] == old[layer])
                kept.append(QStringLiteral("%1.%2.ffn").arg(QLatin1String(name)).arg(layer));
    };
    compare("en", before.encoderFeedForward, after.encoderFeedForward);
    compare("de", before.decoderFeedForward, after.decoderFeedForward);
    kept.sort();
    return kept;
}

inline Kept list(const char *names)
{
    Kept kept = QString::fromLatin1(names).split(QLatin1Char(' '), Qt::SkipEmptyParts);
    kept.sort();
    return kept;
}

/// Adds to the first number of a weight, which becomes a given one.
inline void edit(Model &model, const std::string &name)
{
    if (!model.given.contains(name))
        model.given.set(name, model.weights.find(name));
    Matrix changed = model.given.at(name);
    changed(0, 0) += 0.5F;
    model.given.set(name, std::move(changed));
    if (model.weights.contains(name))
        model.weights.set(name, model.given.find(name));
}

/// What is changed before another pass.
using Change = std::function<void(Model &, Input &)>;

inline Change weight(const char *name)
{
    return [name](Model &model, Input &) { edit(model, name); };
}

inline Change setting(const std::function<void(ModelConfig &)> &change)
{
    return [change](Model &model, Input &) {
        ModelConfig config = model.config;
        change(config);
        model = reconfigured(model, config);
    };
}

/// Doubles a token's embedding.
inline Change token(const char *text)
{
    return [text](Model &model, Input &) {
        model.embedding[text] = std::make_shared<Matrix>(embeddingRow(model, text) * 2);
    };
}

} // namespace regard
