#include "views/training/task_answer.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <QCoreApplication>

#include "document/look/layer_title.h"
#include "draw/even_number.h"
#include "engine/pass/output_layer.h"
#include "text/piece_spelling.h"
#include "views/base/token_names.h"

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

/// Returns the strongest link where the task looks for the answer: in its first measure's attention, in every layer
/// where that says none.
std::optional<TaskAnswer::Link> strongestLink(const Task &task, const Trace &trace, const ModelConfig &config,
                                              const std::vector<std::string> &keys, int row, const std::string &given)
{
    std::optional<TaskAnswer::Link> best;
    if (task.measures.empty())
        return best;
    const AttentionPlace place = task.measures.front().place;
    for (int layer = 0; layer < layersOf(config, place.attention); ++layer) {
        const int index = blockIndex(config, place.attention, layer);
        if ((place.layer >= 0 && layer != place.layer) || index < 0 || index >= int(trace.blocks.size()))
            continue;
        const HeadTraces &heads = trace.blocks[std::size_t(index)]->heads;
        for (std::size_t head = 0; head < heads.size(); ++head) {
            const Matrix &weights = heads[head].weights;
            for (std::size_t key = 0; key < keys.size() && Eigen::Index(key) < weights.cols(); ++key)
                if (keys[key] == given && row < weights.rows() &&
                    (!best || weights(row, Eigen::Index(key)) > best->weight))
                    best = {{place.attention, layer}, int(head), wordOf(task, given), weights(row, Eigen::Index(key))};
        }
    }
    return best;
}

} // namespace

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
    int lastRow = 0;
    std::string lastGiven;
    const std::vector<std::string> &read = hasTarget ? trace.target.tokens : trace.source.tokens;
    for (std::size_t row = 0; row < sentence->asked.size() && row < read.size(); ++row) {
        if (sentence->asked[row] == notAsked)
            continue;
        const Matrix logits = logitsRows(*result.model, trace, int(row), 1);
        Eigen::Index best = 0;
        logits.row(0).maxCoeff(&best);
        lastRow = int(row);
        lastGiven = vocabulary.at(std::size_t(best));
        answer.asked.push_back({wordOf(task, read[row]), wordOf(task, lastGiven),
                                wordOf(task, task.vocabulary.tokens[std::size_t(sentence->asked[row])])});
    }
    if (answer.asked.size() == 1) {
        const bool readsTarget =
            hasTarget && !task.measures.empty() && task.measures.front().place.attention == Attention::Decoder;
        answer.link = strongestLink(task, trace, result.model->config,
                                    readsTarget ? trace.target.tokens : trace.source.tokens, lastRow, lastGiven);
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

QString answerHeading(const Task &task, const TaskAnswer &answer)
{
    if (answer.asked.size() != 1)
        return answerText(answer);
    const TaskAnswer::Asked &asked = answer.asked.front();
    const bool isPronoun = task.name == "it";
    if (asked.isRight())
        return (isPronoun ? TaskAnswerText::tr("“%1” is the %2 ✓") : TaskAnswerText::tr("“%1” → “%2” ✓"))
            .arg(asked.at, asked.given);
    return (isPronoun ? TaskAnswerText::tr("“%1” is the %2 ✗ (right: %3)")
                      : TaskAnswerText::tr("“%1” → “%2” ✗ (right: “%3”)"))
        .arg(asked.at, asked.given, asked.right);
}

QString answerLinkText(const TaskAnswer &answer, const ModelConfig &config)
{
    if (!answer.link)
        return {};
    QString layer = layerTitle(config, answer.link->place.attention, answer.link->place.layer);
    if (!layer.isEmpty())
        layer[0] = layer[0].toUpper();
    return TaskAnswerText::tr("%1, head %2 gives “%3” %4.")
        .arg(layer)
        .arg(answer.link->head + 1)
        .arg(answer.link->token, shortWeight(answer.link->weight));
}

} // namespace regard
