#pragma once

#include <vector>

#include "words/panel_word.h"

namespace regard {

/// What a user does with a page: the window's modes, as lessons name them.
enum class LessonMode { Explore, Explain, Edit, Train };

/// The mode that a page's panels ask for. The first of them that asks for one decides: steps for explain, weights for
/// edit, training for train. Without such a panel, explore.
LessonMode modeOfPanels(const std::vector<PanelId> &panels);

/// A control that a page's try needs. Those of the model have the names of its keys.
enum class LessonControl {
    Sentence, ///< the sentence, and the target where there is one
    Generate, ///< Generate and Step of the output
    Cell,     ///< the number of the cell that the view names, and its matrix
    Score,
    Heads, ///< with the switch that lets d_key follow
    DKey,
    EncoderMask,
    DecoderMask,
    Position,
    Initialization,
    InitializationStd,
    Seed
};

/// Whether only a model with a decoder has it.
bool needsDecoder(LessonControl control);

/// The word in files, for wordOf(), wordsOf(), valueOf() and readWord() of io/project/words.h.
const char *spelling(LessonMode value);
const char *spelling(LessonControl value);

} // namespace regard
