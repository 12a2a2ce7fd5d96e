#include "io/lesson/lesson_parts.h"

#include "engine/analysis/logit_parts.h"
#include "engine/analysis/score_parts.h"
#include "engine/base/errors.h"

namespace regard {

namespace {

using LessonPartsQuantity = LessonQuantity;

/// Whether the value asks for that part: the word, the position, or a head of a self-attention.
bool isAskedFor(const StreamPart &part, const LessonValue &value)
{
    switch (value.quantity) {
    case LessonPartsQuantity::QueryWord:
    case LessonPartsQuantity::KeyWord:
        return part.kind == PartKind::Token;
    case LessonPartsQuantity::QueryPosition:
    case LessonPartsQuantity::KeyPosition:
        return part.kind == PartKind::Position;
    default:
        break;
    }
    const std::size_t last = value.at.size() - 1;
    return part.kind == PartKind::Head && part.sublayer->kind == SublayerKind::SelfAttention &&
           part.sublayer->layer == value.at[last - 1] && part.head == value.at[last];
}

bool isOfKey(LessonPartsQuantity quantity)
{
    return quantity == LessonPartsQuantity::KeyWord || quantity == LessonPartsQuantity::KeyPosition ||
           quantity == LessonPartsQuantity::KeyHead;
}

double scorePart(const ScoreParts &parts, const LessonValue &value)
{
    const bool ofKey = isOfKey(value.quantity);
    const Eigen::VectorXd numbers = ofKey ? parts.ofKeyParts() : parts.ofQueryParts();
    const std::vector<StreamPart> &named = ofKey ? parts.keyParts : parts.queryParts;
    double sum = 0;
    for (std::size_t i = 0; i < named.size(); ++i)
        sum += isAskedFor(named[i], value) ? numbers(Eigen::Index(i)) : 0;
    return sum;
}

} // namespace

bool isOfParts(LessonQuantity quantity)
{
    switch (quantity) {
    case LessonPartsQuantity::QueryWord:
    case LessonPartsQuantity::KeyWord:
    case LessonPartsQuantity::QueryPosition:
    case LessonPartsQuantity::KeyPosition:
    case LessonPartsQuantity::QueryHead:
    case LessonPartsQuantity::KeyHead:
    case LessonPartsQuantity::LogitHead:
        return true;
    default:
        return false;
    }
}

bool isOfLens(LessonQuantity quantity)
{
    return quantity == LessonPartsQuantity::Lens || quantity == LessonPartsQuantity::LensProbability;
}

std::optional<double> lessonPart(const Model &model, const Trace &trace, const LessonValue &value,
                                 const LessonPlace &place)
{
    if (value.quantity == LessonPartsQuantity::LogitHead) {
        if (!hasLens(model) || !reasonForNoLogitParts(model).empty())
            return std::nullopt;
        double sum = 0;
        for (const LogitParts::Entry &entry :
             logitParts(model, trace, likeliestWords(model, trace, value.at.front())).entries)
            sum += isAskedFor(entry.part, value) ? entry.number : 0;
        return sum;
    }
    if (!reasonForNoScoreParts(model, place.attention).empty())
        return std::nullopt;
    try {
        const ScoreQuestion question{{place.attention, place.layer}, place.head, value.at[0], value.at[1]};
        return scorePart(scoreParts(model, trace, question), value);
    } catch (const InputError &) {
        return std::nullopt; // the query may not attend to the key
    }
}

std::optional<LensCell> lessonLens(const Model &model, const Trace &trace, const LessonValue &value)
{
    if (!hasLens(model) || trace.vocabulary.size() == 0)
        return std::nullopt;
    const std::optional<Lens> lens = lensOf(model, trace, -1);
    const LensCell cell = lens->at(value.at[0], value.at[1] + 1); // after the layer
    return cell.best < 0 ? std::nullopt : std::optional(cell);
}

} // namespace regard
