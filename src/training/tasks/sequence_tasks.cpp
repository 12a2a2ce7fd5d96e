#include "training/tasks/sequence_tasks.h"

#include <algorithm>
#include <string>
#include <utility>

#include "engine/base/message.h"
#include "training/tasks/task_parts.h"

namespace regard {

namespace {

constexpr int letters = 20;
constexpr int start = letters;
constexpr int end = letters + 1;
constexpr int shortest = 3;
constexpr int longest = 8;

/// a … t, then the tokens that begin and end a target.
Vocabulary vocabulary()
{
    std::vector<std::string> tokens;
    for (int letter = 0; letter < letters; ++letter)
        tokens.emplace_back(1, char('a' + letter));
    tokens.emplace_back("<s>");
    tokens.emplace_back("</s>");
    return {tokens, "</s>"};
}

bool isHeldOut(const TrainingSentence &sentence)
{
    return isOfHeldOutTenth(sentence.source);
}

/// The target read is <s> and the answer, asked are the answer and </s>.
TrainingSentence drawn(const PlaceBits &bits, void (*change)(std::vector<int> &))
{
    const int length = shortest + int(bits.below(longest - shortest + 1, 0));
    TrainingSentence sentence;
    for (int i = 0; i < length; ++i)
        sentence.source.push_back(int(bits.below(letters, std::uint64_t(i + 1))));
    sentence.asked = sentence.source;
    change(sentence.asked);
    sentence.target = {start};
    sentence.target.insert(sentence.target.end(), sentence.asked.begin(), sentence.asked.end());
    sentence.asked.push_back(end);
    return sentence;
}

/// As much of the answer as the target has rows for.
std::optional<TrainingSentence> asked(TrainingSentence typed, void (*change)(std::vector<int> &))
{
    const auto isLetter = [](int token) { return token < letters; };
    if (typed.source.empty() || !std::all_of(typed.source.begin(), typed.source.end(), isLetter) ||
        typed.target.empty() || typed.target.front() != start)
        return std::nullopt;
    typed.asked = typed.source;
    change(typed.asked);
    typed.asked.push_back(end);
    typed.asked.resize(typed.target.size(), notAsked);
    return typed;
}

/// The mean weight from each asked letter's row to the source letter that it is, a diagonal; the row of </s> is left
/// out.
double diagonal(const ConstView<float> &weights, const TrainingSentence &)
{
    double sum = 0;
    for (Eigen::Index i = 0; i < weights.cols(); ++i)
        sum += double(weights(i, i));
    return sum / double(weights.cols());
}

double antiDiagonal(const ConstView<float> &weights, const TrainingSentence &)
{
    double sum = 0;
    for (Eigen::Index i = 0; i < weights.cols(); ++i)
        sum += double(weights(i, weights.cols() - 1 - i));
    return sum / double(weights.cols());
}

Task sequenceTask(const std::string &name, int dFf, int steps, double rate, void (*change)(std::vector<int> &))
{
    Task task;
    task.name = name;
    task.vocabulary = vocabulary();
    task.lengths = {longest, longest + 1};
    task.model = taskModel(Architecture::EncoderDecoder, 1, 1, 64, dFf);
    task.options = taskOptions(steps, rate);
    task.accuracyGoal = 0.99;
    task.isHeldOut = isHeldOut;
    task.asked = [change](TrainingSentence typed) { return asked(std::move(typed), change); };
    task.sentence = [change](std::uint64_t seed, std::uint64_t number, bool held) {
        return drawnOn(
            held, seed, number, [change](const PlaceBits &bits) { return drawn(bits, change); }, isHeldOut);
    };
    return task;
}

} // namespace

Task reverseTask()
{
    Task task =
        sequenceTask("reverse", 0, 2000, 5e-3, [](std::vector<int> &row) { std::reverse(row.begin(), row.end()); });
    // With 50 steps, or a lower rate, one seed in five lets the encoder turn the row around: then no stripe is seen.
    task.options.rate.warmUp = 10;
    task.title = Message::tr("reverse");
    task.learned = Message::tr("To write a row of letters backwards.");
    task.look = Message::tr("Heatmap of the cross-attention: a stripe from the top right to the bottom left.");
    task.measures = {{"anti-diagonal", {Attention::Cross, -1}, 0.8, false, false, antiDiagonal}};
    return task;
}

Task copyTask()
{
    Task task = sequenceTask("copy", 128, 400, 1e-3, [](std::vector<int> &) {});
    task.title = Message::tr("copy");
    task.learned = Message::tr("To write a row of letters again.");
    task.look = Message::tr("Heatmap of the cross-attention: a stripe from the top left to the bottom right.");
    task.measures = {{"diagonal", {Attention::Cross, -1}, 0.8, false, false, diagonal}};
    return task;
}

Task sortTask()
{
    Task task = sequenceTask("sort", 128, 2000, 1e-3, [](std::vector<int> &row) { std::sort(row.begin(), row.end()); });
    task.title = Message::tr("sort");
    task.learned = Message::tr("To write a row of letters in alphabetical order.");
    task.look = Message::tr("Heatmap of the cross-attention: each row points at the letter that comes next.");
    return task;
}

} // namespace regard
