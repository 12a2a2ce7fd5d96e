#pragma once

#include <memory>
#include <optional>
#include <string>

#include <QString>

#include "document/shown/shown.h"
#include "io/checkpoint/checkpoint.h"
#include "views/lens/lens_figure.h"
#include "views/lens/lens_run.h"

namespace regard {

/// The view's own settings.
struct LensOptions {
    std::string word{};     ///< whose rank and probability are shown; empty: none
    LensRun *run = nullptr; ///< has the numbers, or is computing them; null: they are computed now
    bool isWhole = false;   ///< waits for them
};

/// Why there is no lens: a sentence; empty where there is one.
QString noLensText(const Model &model, const Checkpoint *checkpoint);

/// The column of the logits that a word means: of a checkpoint the piece that a text goes on with (" cat"), else the
/// one that is spelled so. Nothing where the vocabulary has no such word.
std::optional<int> lensWord(const Trace &trace, const Checkpoint *checkpoint, const std::string &word);
/// That it has none: a sentence.
QString noLensWordText(const QString &word);

/// "embedding", "layer 3".
QString lensPlaceName(int place);

/// The place whose layer is selected, 0 for what the first layer reads; −1: another stack's.
int lensPlaceOf(const Selection &selection, const ModelConfig &config);
/// The selection with the layer of a place and its token in view: in focus, or pinned.
Selection withLensCell(Selection selection, const ModelConfig &config, int token, int place, bool pins);

/// The numbers of a state that has a lens; null while the first are being computed. An unknown word is none.
SharedLens lensAnswerOf(const ShownState &state, const Checkpoint *checkpoint, const LensOptions &options);

/// A picture of them, and the same with the selected token and layer in focus.
LensData lensData(const LensAnswer &answer);
LensData withLensFocus(LensData data, const Selection &selection, const ModelConfig &config);

} // namespace regard
