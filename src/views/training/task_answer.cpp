#include "views/training/task_answer.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <QCoreApplication>

#include "engine/pass/output_layer.h"
#include "text/piece_spelling.h"
#include "views/tokens/token_names.h"

namespace regard {

namespace {

struct TaskAnswerText {
    Q_DECLARE_TR_FUNCTIONS(TaskAnswer)
};

QString wordOf(const Task &task, const std::string &token)
{
    return tokenName(task.trained ? task.trained->label(token) : visibleText(token));
}

/// The tokens as numbers of the task; words that it does not have go to `unknown`.
std::vector<int> answerNumbersOf(const Task &task, const std::vector<std::string> &tokens, QStringList &unknown)
{
    const TokenList &known = task.vocabulary.tokens;
    std::vector<int> numbers;
    for (const std::string &token : tokens) {
        const auto found = std::find(known.begin(), known.end(), token);
        if (found == known.end())
            unknown << wordOf(task, token);
        numbers.push_back(int(found - known.begin()));
    }
    unknown.removeDuplicates();
    return numbers;
}

} // namespace

bool TaskAnswer::isRight() const
{
    return !asked.empty() && std::all_of(asked.begin(), asked.end(), [](const Asked &each) { return each.isRight(); });
}

TaskAnswer taskAnswer(const Task &task, const Result &result)
{
    TaskAnswer answer;
    if (!result.trace)
        return answer;
    const Trace &trace = *result.trace;
    const bool hasTarget = trace.architecture == Architecture::EncoderDecoder;
    QStringList unknown;
    TrainingSentence typed;
    typed.source = answerNumbersOf(task, trace.source.tokens, unknown);
    typed.target = answerNumbersOf(task, trace.target.tokens, unknown);
    if (!unknown.isEmpty()) {
        answer.whyNone = TaskAnswerText::tr("Not in the training vocabulary, so their embeddings are random: %1.")
                             .arg(unknown.join(TaskAnswerText::tr(", ")));
        return answer;
    }
    const std::optional<TrainingSentence> sentence =
        task.asked ? task.asked(std::move(typed)) : std::optional<TrainingSentence>();
    if (!sentence || trace.vocabulary.empty()) {
        answer.whyNone =
            TaskAnswerText::tr("This sentence holds none of the task’s questions; choose one of its sentences below.");
        return answer;
    }
    answer.isHeldOut = task.isHeldOut && task.isHeldOut(*sentence);
    const TokenList &vocabulary = trace.vocabulary;
    const std::vector<std::string> &read = hasTarget ? trace.target.tokens : trace.source.tokens;
    for (std::size_t row = 0; row < sentence->asked.size() && row < read.size(); ++row) {
        if (sentence->asked[row] == notAsked)
            continue;
        const Matrix logits = logitsRows(*result.model, trace, int(row), 1);
        Eigen::Index best = 0;
        logits.row(0).maxCoeff(&best);
        answer.asked.push_back({wordOf(task, read[row]), wordOf(task, vocabulary.at(std::size_t(best))),
                                wordOf(task, task.vocabulary.tokens[std::size_t(sentence->asked[row])])});
    }
    return answer;
}

QString answerText(const TaskAnswer &answer)
{
    if (answer.asked.empty())
        return answer.whyNone;
    QStringList words;
    for (const TaskAnswer::Asked &asked : answer.asked)
        words << (asked.isRight() ? QStringLiteral("%1 ✓").arg(asked.given)
                                  : QStringLiteral("%1 ✗ (%2)").arg(asked.given, asked.right));
    const QString line = words.join(QStringLiteral("  "));
    return answer.asked.size() == 1 ? QStringLiteral("%1: %2").arg(answer.asked.front().at, line) : line;
}

} // namespace regard
