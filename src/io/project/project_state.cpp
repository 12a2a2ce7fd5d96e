#include "io/project/project_state.h"

#include <algorithm>
#include <cstring>

#include "io/attention/attention_file.h"
#include "io/attention/attention_hash.h"
#include "io/checkpoint/open_checkpoints.h"
#include "training/run/training_record.h"

namespace regard {

namespace {

/// Both map names to matrices.
template <typename Map>
bool hasSameMatrices(const Map &a, const Map &b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto &one, const auto &other) {
        return one.first == other.first && isSame(one.second, other.second);
    });
}

std::vector<int> sorted(std::vector<int> positions)
{
    std::sort(positions.begin(), positions.end());
    return positions;
}

} // namespace

bool isSame(const Weight &a, const Weight &b)
{
    if (!a || !b || a == b)
        return a == b;
    if (a.rows() != b.rows() || a.cols() != b.cols())
        return false;
    const SharedMatrix first = a.matrix();
    const SharedMatrix second = b.matrix();
    return std::memcmp(first->data(), second->data(), std::size_t(first->size()) * sizeof(float)) == 0;
}

bool isOfSameFiles(const Project &a, const Project &b)
{
    // Opened twice, a file is the same if it holds the same.
    const bool isSameModel =
        a.checkpoint == b.checkpoint || (a.checkpoint && b.checkpoint && a.checkpoint->folder == b.checkpoint->folder &&
                                         hashOf(a.checkpoint) == hashOf(b.checkpoint));
    return isSameModel &&
           (a.attention == b.attention || (a.attention && b.attention && a.attention->path == b.attention->path &&
                                           hashOf(a.attention) == hashOf(b.attention)));
}

bool isSameTask(const Project &a, const Project &b)
{
    return a.task == b.task || (a.task && b.task && *a.task == *b.task);
}

bool isSameBesidesView(const Project &a, const Project &b)
{
    return a.title == b.title && a.note == b.note && a.source == b.source && a.target == b.target &&
           a.tokenizer == b.tokenizer && a.sourceLanguage == b.sourceLanguage && a.targetLanguage == b.targetLanguage &&
           a.checkpoint == b.checkpoint && a.attention == b.attention && a.sentence == b.sentence && isSameTask(a, b) &&
           a.dimensions == b.dimensions && sorted(a.maskedSource) == sorted(b.maskedSource) &&
           sorted(a.maskedTarget) == sorted(b.maskedTarget) && a.model.config == b.model.config &&
           a.model.interventions == b.model.interventions && a.model.vocabulary == b.model.vocabulary &&
           hasSameMatrices(a.model.given.all(), b.model.given.all()) &&
           hasSameMatrices(a.model.embedding, b.model.embedding);
}

} // namespace regard
