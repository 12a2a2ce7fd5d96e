#include "io/lesson/lesson_mode.h"

#include "words/named_values.h"

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
    static constexpr const char *words[]{"explore", "explain", "edit", "train"};
    return rowOf(words, value);
}

const char *spelling(LessonControl value)
{
    static constexpr const char *words[]{"sentence",
                                         "generate",
                                         "cell",
                                         "score",
                                         "heads",
                                         "d_key",
                                         "encoder_mask",
                                         "decoder_mask",
                                         "position",
                                         "initialization",
                                         "initialization_std",
                                         "seed"};
    return rowOf(words, value);
}

} // namespace regard
