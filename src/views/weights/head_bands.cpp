#include "views/weights/head_bands.h"

#include "document/document.h"
#include "document/matrices/matrix_axes.h"
#include "engine/model/key_head.h"
#include "engine/model/recurrent.h"

namespace regard {

HeadBands headBandsOf(const Document &document, const std::string &matrix)
{
    const std::shared_ptr<const Model> model = document.matrices().model();
    if (!model || isCellWeight(matrix))
        return {};
    const ModelConfig &config = model->config;
    const Selection &selection = document.look().selection();
    const std::string part = lastPart(matrix);
    if (part == "w_q" || part == "b_q" || part == "w_g")
        return {true, Qt::Horizontal, config.dKey, 1, selection.head};
    if (part == "w_k" || part == "b_k" || part == "w_v" || part == "b_v") {
        const int width = part.back() == 'k' ? config.dKey : config.dValue;
        const int group = headsOf(config, selection.attention) / keyValueHeadsOf(config, stackOf(selection.attention));
        return {true, Qt::Horizontal, width, group, keyHeadOf(config, selection.attention, selection.head)};
    }
    if (part == "w_o")
        return {true, Qt::Vertical, config.dValue, 1, selection.head};
    if (part == "sinks")
        return {true, Qt::Horizontal, 1, 1, selection.head};
    if (part == "w_a")
        return {true, Qt::Vertical, 1, 1, selection.head};
    return {};
}

} // namespace regard
