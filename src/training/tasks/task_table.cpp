#include "training/tasks/task_table.h"

#include <algorithm>
#include <utility>

#include "engine/base/errors.h"
#include "engine/base/message.h"
#include "training/base/place_bits.h"
#include "training/tasks/addition_task.h"
#include "training/tasks/dates_task.h"
#include "training/tasks/it_task.h"
#include "training/tasks/own_task.h"
#include "training/tasks/repeated_task.h"
#include "training/tasks/sequence_tasks.h"

namespace regard {

namespace {

/// Returns the title in the user's present language, which may not be that in which the task was made.
std::string titleOf(const Task &task)
{
    if (const std::optional<OwnKind> own = ownKindOf(task.name))
        return ownTask(*own).title;
    const std::optional<Task> known = findTask(task.name);
    return known ? known->title : task.title;
}

/// Why a model with those stacks does not read the task's sentences; empty where it does.
std::string reasonAgainstStacks(const Task &task, const ModelConfig &config)
{
    if (config.architecture != task.model.architecture)
        switch (task.model.architecture) {
        case Architecture::Encoder:
            return Message::tr("The task “%1” asks about words of the sentence itself, which takes an encoder alone; "
                               "take the model that the task wants.",
                               {titleOf(task)});
        case Architecture::Decoder:
            return Message::tr(
                "The task “%1” goes on with a sentence, which takes a decoder alone; take the model that "
                "the task wants.",
                {titleOf(task)});
        case Architecture::EncoderDecoder:
            return Message::tr("The task “%1” turns one sentence into another, which takes an encoder and a decoder; "
                               "take the model that the task wants.",
                               {titleOf(task)});
        }
    if (hasStack(config, Stack::Decoder) && !isRecurrent(config, Stack::Decoder) && config.decoderMask != Mask::Causal)
        return Message::tr("The decoder's mask is not causal, so each token would see the one that it is to give; set "
                           "decoder_mask to causal.");
    return {};
}

} // namespace

std::vector<Task> tasks()
{
    return {itTask(),   repeatedTask(), reverseTask(), copyTask(),
            sortTask(), additionTask(), datesTask(),   longReverseTask()};
}

std::optional<Task> findTask(const std::string &name)
{
    for (Task &task : tasks())
        if (task.name == name)
            return std::move(task);
    return std::nullopt;
}

std::optional<Task> withVariant(Task task, const std::string &name)
{
    for (const TaskVariant &variant : task.variants)
        if (variant.name == name) {
            task.model = variant.model;
            task.options = variant.options;
            return task;
        }
    return std::nullopt;
}

const TaskVariant *variantOf(const Task &task, const ModelConfig &config)
{
    for (const TaskVariant &variant : task.variants) {
        ModelConfig seeded = variant.model;
        seeded.seed = config.seed;
        if (seeded == config)
            return &variant;
    }
    return nullptr;
}

std::vector<TrainingSentence> taskBatch(const Task &task, const TrainingOptions &options, long long step)
{
    const auto batch = std::uint64_t(options.batch);
    const std::uint64_t first = std::uint64_t(step) * batch;
    std::vector<TrainingSentence> sentences;
    sentences.reserve(batch);
    if (!task.byLength) {
        for (std::uint64_t number = first; number < first + batch; ++number)
            sentences.push_back(task.sentence(options.seed, number, false));
        return sentences;
    }
    const TaskLengths &lengths = *task.byLength;
    const auto range = std::uint64_t(lengths.longest - lengths.shortest + 1);
    const int length = lengths.shortest + int(PlaceBits({options.seed, std::uint64_t(step)}).below(range, 0));
    for (std::uint64_t number = first; number < first + batch; ++number)
        sentences.push_back(lengths.sentence(options.seed, number, false, length));
    return sentences;
}

Model modelFor(const Task &task, std::uint64_t seed)
{
    ModelConfig config = task.model;
    config.seed = seed;
    return buildModel(config, {}, {}, task.vocabulary);
}

namespace {

/// Returns the text without the tokens that its tokenizer puts around a sentence.
std::string trainedTextOf(const Task &task, const std::vector<int> &tokens)
{
    std::string text;
    for (const int token : tokens) {
        const std::string &piece = task.vocabulary.tokens[std::size_t(token)];
        if (piece == task.vocabulary.mask)
            text += " " + piece;
        else if (!task.trained->isSpecial(piece))
            text += task.trained->appended(piece);
    }
    return text.substr(std::min(text.find_first_not_of(' '), text.size()));
}

} // namespace

std::string textOf(const Task &task, const std::vector<int> &tokens)
{
    if (task.tokenizer == Tokenizer::Checkpoint && task.trained)
        return trainedTextOf(task, tokens);
    std::string text;
    for (const int token : tokens) {
        const std::string &word = task.vocabulary.tokens[std::size_t(token)];
        const bool isApart =
            task.tokenizer == Tokenizer::Whitespace || (task.tokenizer == Tokenizer::Words && word != ".");
        text += (text.empty() || !isApart ? "" : " ") + word;
    }
    return text;
}

std::string reasonAgainst(const Interventions &interventions)
{
    if (takesMeans(interventions))
        return Message::tr("The mean over sentences stands in place of a part's output, but every training step would "
                           "make it old; take zeros or the mean first.");
    if (!interventions.patches.empty())
        return Message::tr("Rows of this sentence come from another pass, but training reads other sentences; take the "
                           "patches away first.");
    return interventions.weights.empty() && interventions.cuts.empty()
               ? std::string()
               : Message::tr("Attention is set by hand between words of this sentence, but training reads other "
                             "sentences; take that away first.");
}

std::string reasonAgainst(const Task &task, const Model &model)
{
    if (std::string reason = reasonAgainstStacks(task, model.config); !reason.empty())
        return reason;
    try {
        trainableModel(model, task.vocabulary, task.lengths);
    } catch (const Error &error) {
        return Message::tr("The task “%1” cannot train this model: %2.", {titleOf(task), error.what()});
    }
    return {};
}

} // namespace regard
