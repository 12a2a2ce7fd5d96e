#include "training/tasks/repeated_task.h"

#include <algorithm>
#include <string>
#include <utility>

#include "engine/base/message.h"
#include "training/tasks/task_parts.h"

namespace regard {

namespace {

constexpr int letters = 32;
constexpr int shortest = 4;
constexpr int longest = 14;

/// a … z and six Greek letters.
Vocabulary repeatedVocabulary()
{
    std::vector<std::string> tokens;
    for (char letter = 'a'; letter <= 'z'; ++letter)
        tokens.emplace_back(1, letter);
    for (const char *letter : {"α", "β", "γ", "δ", "λ", "π"})
        tokens.emplace_back(letter);
    return {tokens, ""};
}

/// Different tokens, said twice. What comes next is asked in the repetition alone: before it nothing can be known.
TrainingSentence drawnRepeated(const PlaceBits &bits)
{
    const int length = shortest + int(bits.below(longest - shortest + 1, 0));
    const std::vector<int> said = differentNumbers(length, letters, bits, 1);
    TrainingSentence sentence{.source = said};
    sentence.source.insert(sentence.source.end(), said.begin(), said.end());
    sentence.asked.assign(sentence.source.size(), notAsked);
    for (std::size_t i = said.size(); i + 1 < sentence.source.size(); ++i)
        sentence.asked[i] = sentence.source[i + 1];
    return sentence;
}

/// What comes next is asked wherever a token was said before.
std::optional<TrainingSentence> askedRepeated(TrainingSentence typed)
{
    const std::vector<int> &said = typed.source;
    typed.asked.assign(said.size(), notAsked);
    bool isAny = false;
    for (std::size_t i = 0; i + 1 < said.size(); ++i) {
        if (std::find(said.begin(), said.begin() + std::ptrdiff_t(i), said[i]) == said.begin() + std::ptrdiff_t(i))
            continue;
        typed.asked[i] = said[i + 1];
        isAny = true;
    }
    return isAny ? std::optional(std::move(typed)) : std::nullopt;
}

bool isHeldOutRepeated(const TrainingSentence &sentence)
{
    return isOfHeldOutTenth(sentence.source);
}

/// The mean weight from a token of the repetition to what followed it the first time.
double induction(const ConstView<float> &weights, const TrainingSentence &)
{
    const Eigen::Index length = weights.rows() / 2;
    double sum = 0;
    for (Eigen::Index i = length; i < weights.rows(); ++i)
        sum += double(weights(i, i - length + 1));
    return sum / double(length);
}

} // namespace

Task repeatedTask()
{
    Task task;
    task.name = "repeated";
    task.title = Message::tr("repeated tokens");
    task.learned = Message::tr("To go on with a row of letters that is said a second time.");
    task.look = Message::tr("Select a letter of the repetition: a head of layer 2 links it to what followed it the "
                            "first time.");
    task.vocabulary = repeatedVocabulary();
    task.lengths = {2 * longest, 0};
    task.model = taskModel(Architecture::Decoder, 2, 2, 64, 0);
    task.options = taskOptions(1000, 1e-3, 32);
    task.halfRightAfter = 460;
    task.measures = {{"induction", {Attention::Decoder, -1}, 0.8, false, false, induction}};
    task.isHeldOut = isHeldOutRepeated;
    task.asked = askedRepeated;
    task.sentence = [](std::uint64_t seed, std::uint64_t number, bool held) {
        return drawnOn(held, seed, number, drawnRepeated, isHeldOutRepeated);
    };
    return task;
}

} // namespace regard
