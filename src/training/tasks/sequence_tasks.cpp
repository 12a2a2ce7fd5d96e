#include "training/tasks/sequence_tasks.h"

#include <algorithm>
#include <string>
#include <utility>

#include "engine/base/message.h"
#include "training/tasks/task_parts.h"

namespace regard {

namespace {

using Change = void (*)(std::vector<int> &);

/// Rows of so many different letters and of those lengths, and what becomes of them.
struct RowRule {
    int letters = 20;
    int shortest = 3;
    int longest = 8;
    Change change = nullptr;

    int start() const { return letters; }
    int end() const { return letters + 1; }
};

/// a … t, then the tokens that begin and end a target.
Vocabulary sequenceVocabulary(const RowRule &rule)
{
    std::vector<std::string> tokens;
    for (int letter = 0; letter < rule.letters; ++letter)
        tokens.emplace_back(1, char('a' + letter));
    tokens.emplace_back("<s>");
    tokens.emplace_back("</s>");
    return {tokens, "</s>"};
}

bool isHeldOutSequence(const TrainingSentence &sentence)
{
    return isOfHeldOutTenth(sentence.source);
}

/// The length is drawn.
constexpr int anyLength = 0;

/// The target read is <s> and the answer, asked are the answer and </s>.
TrainingSentence drawnSequence(const RowRule &rule, const PlaceBits &bits, int length)
{
    if (length == anyLength)
        length = rule.shortest + int(bits.below(std::uint64_t(rule.longest - rule.shortest + 1), 0));
    TrainingSentence sentence;
    for (int i = 0; i < length; ++i)
        sentence.source.push_back(int(bits.below(std::uint64_t(rule.letters), std::uint64_t(i + 1))));
    sentence.asked = sentence.source;
    rule.change(sentence.asked);
    sentence.target = {rule.start()};
    sentence.target.insert(sentence.target.end(), sentence.asked.begin(), sentence.asked.end());
    sentence.asked.push_back(rule.end());
    return sentence;
}

TrainingSentence drawnOn(bool side, const RowRule &rule, std::uint64_t seed, std::uint64_t number, int length)
{
    return drawnOn(
        side, seed, number, [&](const PlaceBits &bits) { return drawnSequence(rule, bits, length); },
        isHeldOutSequence);
}

/// Asks for as much of the answer as the target has rows for.
std::optional<TrainingSentence> askedSequence(const RowRule &rule, TrainingSentence typed)
{
    const auto isLetter = [&](int token) { return token < rule.letters; };
    if (typed.source.empty() || !std::all_of(typed.source.begin(), typed.source.end(), isLetter) ||
        typed.target.empty() || typed.target.front() != rule.start())
        return std::nullopt;
    typed.asked = typed.source;
    rule.change(typed.asked);
    typed.asked.push_back(rule.end());
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

Task sequenceTask(const std::string &name, const RowRule &rule)
{
    Task task;
    task.name = name;
    task.vocabulary = sequenceVocabulary(rule);
    task.lengths = {rule.longest, rule.longest + 1};
    task.isHeldOut = isHeldOutSequence;
    task.asked = [rule](TrainingSentence typed) { return askedSequence(rule, std::move(typed)); };
    task.sentence = [rule](std::uint64_t seed, std::uint64_t number, bool held) {
        return drawnOn(held, rule, seed, number, anyLength);
    };
    return task;
}

Task sequenceTask(const std::string &name, int dFf, int steps, double rate, Change change)
{
    Task task = sequenceTask(name, {.change = change});
    task.model = taskModel(Architecture::EncoderDecoder, 1, 1, 64, dFf);
    task.options = taskOptions(steps, rate);
    task.accuracyGoal = 0.99;
    return task;
}

void reverse(std::vector<int> &row)
{
    std::reverse(row.begin(), row.end());
}

} // namespace

Task reverseTask()
{
    Task task = sequenceTask("reverse", 0, 2000, 5e-3, reverse);
    // One seed in five lets the encoder turn the row around, with no stripe to be seen, if warm-up takes 50 steps or
    // the rate is lower.
    task.options.rate.warmUp = 10;
    task.halfRightAfter = 80;
    task.title = Message::tr("reverse");
    task.learned = Message::tr("To write a row of letters backwards.");
    task.look = Message::tr("Heatmap of the cross-attention: a stripe from the top right to the bottom left.");
    task.measures = {{"anti-diagonal", {Attention::Cross, -1}, 0.8, false, false, antiDiagonal}};
    return task;
}

Task copyTask()
{
    Task task = sequenceTask("copy", 128, 400, 1e-3, [](std::vector<int> &) {});
    task.halfRightAfter = 80;
    task.title = Message::tr("copy");
    task.learned = Message::tr("To write a row of letters again.");
    task.look = Message::tr("Heatmap of the cross-attention: a stripe from the top left to the bottom right.");
    task.measures = {{"diagonal", {Attention::Cross, -1}, 0.8, false, false, diagonal}};
    return task;
}

Task sortTask()
{
    Task task = sequenceTask("sort", 128, 2000, 1e-3, [](std::vector<int> &row) { std::sort(row.begin(), row.end()); });
    task.halfRightAfter = 160;
    task.title = Message::tr("sort");
    task.learned = Message::tr("To write a row of letters in alphabetical order.");
    task.look = Message::tr("Heatmap of the cross-attention: each row points at the letter that comes next.");
    return task;
}

Task longReverseTask()
{
    const RowRule rule{.letters = 10, .shortest = 3, .longest = 40, .change = reverse};
    Task task = sequenceTask("reverse-long", rule);
    task.title = Message::tr("reverse, long");
    task.learned = Message::tr("To write a row of letters backwards, of up to 40 letters.");
    task.look = Message::tr("Heatmap of the cross-attention: each letter of the answer finds its own, however long the "
                            "row is.");
    offer(task, {transformer(taskModel(Architecture::EncoderDecoder, 1, 2, 64, 128), taskOptions(14000, 2e-3, 32),
                             {{40, 0.9}}),
                 recurrent(Cell::Gru, 88, DecoderAttention::None, taskOptions(14000, 2e-3, 32), {{20, 0.2, true}}),
                 recurrent(Cell::Gru, 64, DecoderAttention::Bahdanau, taskOptions(4000, 2e-3, 32), {{40, 0.9}})});
    task.byLength = {.shortest = rule.shortest,
                     .longest = rule.longest,
                     .measured = {5, 10, 20, 30, 40},
                     .sentence = [rule](std::uint64_t seed, std::uint64_t number, bool held, int length) {
                         return drawnOn(held, rule, seed, number, length);
                     }};
    return task;
}

} // namespace regard
