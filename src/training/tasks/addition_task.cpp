#include "training/tasks/addition_task.h"

#include <string>

#include "engine/base/message.h"
#include "training/tasks/task_parts.h"

namespace regard {

namespace {

constexpr int plus = 10;
constexpr int equals = 11;
constexpr int end = 12;
constexpr std::size_t questionLength = 6; ///< 47+38=

Vocabulary sumVocabulary()
{
    std::vector<std::string> tokens;
    for (char digit = '0'; digit <= '9'; ++digit)
        tokens.emplace_back(1, digit);
    tokens.insert(tokens.end(), {"+", "=", "</s>"});
    return {tokens, "</s>"};
}

void addDigits(std::vector<int> &tokens, int number)
{
    for (const char digit : std::to_string(number))
        tokens.push_back(digit - '0');
}

/// 47+38=85, asked from the equals sign on: 8, 5 and </s>.
TrainingSentence drawnSum(const PlaceBits &bits)
{
    const int first = 10 + int(bits.below(90, 0));
    const int second = 10 + int(bits.below(90, 1));
    TrainingSentence sentence;
    addDigits(sentence.source, first);
    sentence.source.push_back(plus);
    addDigits(sentence.source, second);
    sentence.source.push_back(equals);
    const std::size_t question = sentence.source.size();
    addDigits(sentence.source, first + second);
    sentence.asked.assign(question - 1, notAsked);
    sentence.asked.insert(sentence.asked.end(), sentence.source.begin() + std::ptrdiff_t(question),
                          sentence.source.end());
    sentence.asked.push_back(end);
    return sentence;
}

/// Reads two numbers of two digits with their signs, and as much of the sum as is typed.
std::optional<TrainingSentence> askedSum(TrainingSentence typed)
{
    const std::vector<int> &said = typed.source;
    const auto isDigit = [&](std::size_t i) { return said[i] < plus; };
    if (said.size() < questionLength || !isDigit(0) || !isDigit(1) || said[2] != plus || !isDigit(3) || !isDigit(4) ||
        said[5] != equals)
        return std::nullopt;
    std::vector<int> sum;
    addDigits(sum, 10 * said[0] + said[1] + 10 * said[3] + said[4]);
    sum.push_back(end);
    typed.asked.assign(said.size(), notAsked);
    for (std::size_t i = 0; i < sum.size() && questionLength - 1 + i < said.size(); ++i)
        typed.asked[questionLength - 1 + i] = sum[i];
    return typed;
}

bool isHeldOutSum(const TrainingSentence &sentence)
{
    return isOfHeldOutTenth({sentence.source.begin(), sentence.source.begin() + 5});
}

} // namespace

Task additionTask()
{
    Task task;
    task.name = "add";
    task.title = Message::tr("add two numbers");
    task.learned = Message::tr("To add two numbers of two digits, digit by digit.");
    task.look = Message::tr("Select a digit of the sum: heads link it to the two digits that it is made of.");
    task.vocabulary = sumVocabulary();
    task.tokenizer = Tokenizer::Characters;
    task.lengths = {9, 0};
    task.model = taskModel(Architecture::Decoder, 2, 4, 64, 256);
    task.options = taskOptions(1200, 2e-3, 128);
    task.halfRightAfter = 290;
    task.accuracyGoal = 0.99;
    task.isHeldOut = isHeldOutSum;
    task.asked = askedSum;
    task.sentence = [](std::uint64_t seed, std::uint64_t number, bool held) {
        return drawnOn(held, seed, number, drawnSum, isHeldOutSum);
    };
    return task;
}

} // namespace regard
