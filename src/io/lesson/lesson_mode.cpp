#include "io/lesson/lesson_mode.h"

namespace regard {

LessonMode modeOfPanels(const std::vector<PanelId> &panels)
{
    for (const PanelId panel : panels) {
        if (panel == PanelId::Steps)
            return LessonMode::Explain;
        if (panel == PanelId::Weights)
            return LessonMode::Edit;
        if (panel == PanelId::Training)
            return LessonMode::Train;
    }
    return LessonMode::Explore;
}

bool needsDecoder(LessonControl control)
{
    return control == LessonControl::Generate || control == LessonControl::DecoderMask;
}

const char *spelling(LessonMode value)
{
    switch (value) {
    case LessonMode::Explore:
        return "explore";
    case LessonMode::Explain:
        return "explain";
    case LessonMode::Edit:
        return "edit";
    case LessonMode::Train:
        return "train";
    }
    return nullptr;
}

const char *spelling(LessonControl value)
{
    switch (value) {
    case LessonControl::Sentence:
        return "sentence";
    case LessonControl::Generate:
        return "generate";
    case LessonControl::Cell:
        return "cell";
    case LessonControl::Score:
        return "score";
    case LessonControl::Heads:
        return "heads";
    case LessonControl::DKey:
        return "d_key";
    case LessonControl::EncoderMask:
        return "encoder_mask";
    case LessonControl::DecoderMask:
        return "decoder_mask";
    case LessonControl::Position:
        return "position";
    case LessonControl::Initialization:
        return "initialization";
    case LessonControl::InitializationStd:
        return "initialization_std";
    case LessonControl::Seed:
        return "seed";
    }
    return nullptr;
}

} // namespace regard
