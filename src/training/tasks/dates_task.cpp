#include "training/tasks/dates_task.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "engine/base/message.h"
#include "training/tasks/date_writing.h"
#include "training/tasks/task_parts.h"

namespace regard {

namespace {

using std::chrono::sys_days;
using std::chrono::year_month_day;

constexpr int longestSource = 26; ///< the 27th of September 2026
constexpr int answerLength = 10;  ///< 2026-11-07

const std::string &characters()
{
    static const std::string all = dateCharacters();
    return all;
}

int startToken()
{
    return int(characters().size());
}

int endToken()
{
    return startToken() + 1;
}

Vocabulary dateVocabulary()
{
    std::vector<std::string> tokens;
    for (const char c : characters())
        tokens.emplace_back(1, c);
    tokens.insert(tokens.end(), {"<s>", "</s>"});
    return {tokens, "</s>"};
}

std::vector<int> tokensOf(const std::string &text)
{
    std::vector<int> tokens;
    for (const char c : text)
        tokens.push_back(int(characters().find(c)));
    return tokens;
}

/// The date that a source means; nothing where it is none.
std::optional<year_month_day> dateOf(const std::vector<int> &source)
{
    std::string text;
    for (const int token : source) {
        if (token < 0 || token >= startToken())
            return std::nullopt;
        text += characters()[std::size_t(token)];
    }
    return readDate(text);
}

/// The answer and </s>.
std::vector<int> askedOf(year_month_day date)
{
    std::vector<int> asked = tokensOf(isoDate(date));
    asked.push_back(endToken());
    return asked;
}

/// Decides by the date alone: all ways of writing it are held out, or none.
bool isHeldOutDate(year_month_day date)
{
    return isOfHeldOutTenth({int(date.year()), int(unsigned(date.month())), int(unsigned(date.day()))});
}

bool isHeldOutAnswer(const TrainingSentence &sentence)
{
    const std::optional<year_month_day> date = dateOf(sentence.source);
    return date && isHeldOutDate(*date);
}

/// Every day of the years is as likely as any other, and so is every way.
TrainingSentence drawnDate(const PlaceBits &bits)
{
    using namespace std::chrono;
    static constexpr sys_days first = year(firstDateYear) / January / 1;
    static constexpr sys_days last = year(lastDateYear) / December / 31;
    const year_month_day date = first + days(bits.below(std::uint64_t((last - first).count() + 1), 0));
    TrainingSentence sentence;
    sentence.source = tokensOf(writtenDate(date, int(bits.below(std::uint64_t(dateWays), 1))));
    sentence.asked = askedOf(date);
    sentence.target = {startToken()};
    sentence.target.insert(sentence.target.end(), sentence.asked.begin(), sentence.asked.end() - 1);
    return sentence;
}

/// Asks for as much of the answer as the target has rows for.
std::optional<TrainingSentence> askedDate(TrainingSentence typed)
{
    const std::optional<year_month_day> date = dateOf(typed.source);
    if (!date || typed.target.empty() || typed.target.front() != startToken())
        return std::nullopt;
    typed.asked = askedOf(*date);
    typed.asked.resize(typed.target.size(), notAsked);
    return typed;
}

} // namespace

Task datesTask()
{
    Task task;
    task.name = "dates";
    task.halfRightAfter = 200;
    task.title = Message::tr("dates");
    task.learned = Message::tr("To write a date as year, month and day, from a dozen ways of writing one.");
    task.look = Message::tr("Heatmap of the cross-attention: digits of the answer point at what they are made of.");
    task.vocabulary = dateVocabulary();
    task.tokenizer = Tokenizer::Characters;
    task.lengths = {longestSource, answerLength + 1};
    offer(task, {transformer(taskModel(Architecture::EncoderDecoder, 2, 4, 64, 128), taskOptions(2000, 2e-3)),
                 recurrent(Cell::Gru, 64, DecoderAttention::Bahdanau, taskOptions(2000, 2e-3)),
                 recurrent(Cell::Lstm, 64, DecoderAttention::Bahdanau, taskOptions(2000, 2e-3))});
    task.accuracyGoal = 0.98;
    task.isHeldOut = isHeldOutAnswer;
    task.asked = askedDate;
    task.sentence = [](std::uint64_t seed, std::uint64_t number, bool held) {
        return drawnOn(held, seed, number, drawnDate, isHeldOutAnswer);
    };
    return task;
}

} // namespace regard
