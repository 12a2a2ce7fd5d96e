#include "export/export_comparison.h"

#include <algorithm>
#include <vector>

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "document/sentence/side.h"
#include "engine/pass/forward.h"
#include "export/checkpoint_folder.h"
#include "export/compared_names.h"
#include "export/export_selection.h"
#include "export/export_view.h"
#include "export/state_words.h"
#include "io/attention/attention_file.h"
#include "io/base/file_error.h"
#include "io/project/attention_extent.h"
#include "io/project/project_attention.h"
#include "io/project/words.h"
#include "views/steps/step_subject.h"

namespace regard {

namespace {

QString decodedName(const std::string &file)
{
    return QFile::decodeName(QByteArray::fromStdString(file));
}

/// The state's name in the pattern, and the interventions on it alone.
Caption captionOf(const QString &pattern, const QString &name, const QString &done)
{
    const Caption state = Caption::filled(pattern, {name});
    return done.isEmpty() ? state : Caption::filled(QStringLiteral("%1 (%2)"), {state, done});
}

} // namespace

std::unique_ptr<const PinnedProject> openPinned(const ExportOptions &options, const Project &project)
{
    if (options.pinned.empty())
        return nullptr;
    ModelOptions file;
    file.file = options.pinned;
    auto pinned = std::make_unique<PinnedProject>();
    pinned->project = openProject(file);
    Project &own = pinned->project;
    const bool readsTheSame = !checkpointFolderOf(decodedName(options.pinned)).isEmpty();
    if (readsTheSame) {
        own.source = project.source;
        own.sourceLanguage = project.sourceLanguage;
        own.targetLanguage = project.targetLanguage;
        if (readsTarget(own.model.config) || takesPair(own))
            own.target = project.target;
    } else if (own.attention && isAttentionFile(decodedName(options.pinned))) { // the same sentence
        own = attentionProject(own.attention, std::min(project.sentence, int(own.attention->sentences.size()) - 1));
    }
    try {
        const Input input = inputOf(pinned->project);
        if (input.tokens.empty() || (readsTarget(pinned->project.model.config) && input.target.empty()))
            throw ConfigError(readsTheSame ? "it reads the sentences of what it is compared with, which has none: give "
                                             "one with --source or --target"
                                           : "it has no sentence, so there is nothing to compare with");
        const auto model = std::make_shared<const Model>(own.model);
        pinned->state = std::make_shared<const PinnedState>(
            PinnedState{{model, own.attention ? attentionTrace(own) : forward(*model, input)},
                        sourceTokens(own),
                        targetTokens(own),
                        QFileInfo(QDir::cleanPath(decodedName(options.pinned))).fileName()});
    } catch (const Error &error) {
        throw FileError(file.subject(), error.what());
    }
    return pinned;
}

Shown pinnedShown(const ExportOptions &options, const Shown &shown)
{
    Shown pinned = shown.as(Compared::Pinned);
    const ModelConfig &config = pinned.attention.model().config;
    const TraceComparison &comparison = *shown.attention.comparison;
    const Selection &now = shown.attention.selection;
    const View &view = viewNamed(options.view);
    const bool isPair = view.explainsPair;
    const Selection seen = isPair ? pairFor(view, shown.tokens) : now;
    Selection selection = selectionBefore(seen, comparison);
    const auto show = [&] {
        pinned.attention = pinned.attention.with(selection);
        pinned.tokens = pinned.tokens.with(selection);
        return pinned;
    };
    if (view.id == ViewId::Heads)
        return show();
    const auto lacks = [&](const std::string &what, const char *remedy) {
        throw ConfigError(shown.input.pinned->name.toStdString() + " has no " + what + " to stand beside; " + remedy);
    };
    const ModelConfig &configNow = comparison.model().config;
    if (view.id == ViewId::Steps && isChainAlone(seen, configNow)) {
        const CellPlace chain = *chainInSteps(seen, configNow);
        if (!hasSameChain(seen, configNow, config))
            lacks("chain " + cellName(chain), "choose a --block, --layer and --direction that both have");
        if (selection.state < 0)
            lacks("token \"" +
                      queriesOf(*comparison.now(), sentencesOfSteps(seen, configNow)).tokens[std::size_t(seen.state)] +
                      "\"",
                  "choose a --query that both have");
        return show();
    }
    const std::string block = "block \"" + wordOf(now.attention) + "\"";
    if (layersOf(config, now.attention) <= now.layer)
        lacks(block + " in layer " + std::to_string(now.layer + 1), "choose a --block and --layer that both have");
    const int heads = headsOf(config, now.attention);
    selection.heads.clear();
    for (int head = 0; head < heads; ++head)
        if (wantsAllHeads(options) || std::binary_search(now.heads.begin(), now.heads.end(), head))
            selection.heads.push_back(head);
    if (selection.heads.empty())
        lacks("head " + std::to_string(now.head + 1) + " in " + block, "choose a --head that both have");
    selection.head = std::min(now.head, heads - 1);
    // It makes no sense to compare the steps of one pair with those of another.
    if (isPair && selection.query < 0)
        lacks("token \"" + queriesOf(*comparison.now(), now.attention).tokens[std::size_t(seen.query)] + "\"",
              "choose a --query that both have");
    if (isPair && selection.key < 0)
        lacks("token \"" + keysOf(*comparison.now(), now.attention).tokens[std::size_t(seen.key)] + "\"",
              "choose a --key that both have");
    return show();
}

ComparedCaptions comparedCaptions(const ExportOptions &options, const TraceComparison &comparison)
{
    const auto [now, pinned] = comparedNames(decodedName(options.model.subject()), decodedName(options.pinned));
    const StateCaptions &own = options.theme.parts.captions;
    ComparedCaptions captions{own.now, own.pinned, {}};
    if (own.now.isEmpty())
        captions.now =
            captionOf(QStringLiteral("%1 now"), now, ownInterventions(comparison.model(), comparison.modelBefore()));
    if (own.pinned.isEmpty())
        captions.pinned = captionOf(QStringLiteral("%1 pinned"), pinned,
                                    ownInterventions(comparison.modelBefore(), comparison.model()));
    captions.difference = Caption::filled(QStringLiteral("%1 − %2"), {captions.now, captions.pinned});
    return captions;
}

} // namespace regard
