#include "training/tasks/own_task.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "engine/base/message.h"
#include "training/base/place_bits.h"
#include "training/tasks/task_parts.h"

namespace regard {

namespace {

constexpr const char *start = "<s>";
/// One word in so many is masked. Devlin et al. 2019 mask 15 %.
constexpr std::uint64_t maskedOneOf = 7;

/// The sentences as numbers, on the two sides.
struct OwnSentences {
    OwnKind kind = OwnKind::Sentences;
    int end = 0;
    int mask = 0;
    std::array<std::vector<TrainingSentence>, 2> sides{}; ///< to learn from, held out; not yet masked
};

std::string keyOf(const OwnSentence &sentence)
{
    std::string key;
    for (const std::vector<std::string> *part : {&sentence.source, &sentence.target})
        for (const std::string &token : *part)
            key += token + '\n';
    return key;
}

/// Masks some words, at least one, and asks them.
TrainingSentence masked(TrainingSentence sentence, int mask, const PlaceBits &bits)
{
    const std::size_t always = bits.below(sentence.source.size(), 0);
    sentence.asked.assign(sentence.source.size(), notAsked);
    for (std::size_t i = 0; i < sentence.source.size(); ++i)
        if (i == always || bits.below(maskedOneOf, i + 1) == 0)
            sentence.asked[i] = std::exchange(sentence.source[i], mask);
    return sentence;
}

/// The words before they were masked.
std::vector<int> unmasked(const TrainingSentence &sentence)
{
    std::vector<int> words = sentence.source;
    for (std::size_t i = 0; i < words.size(); ++i)
        if (sentence.asked[i] != notAsked)
            words[i] = sentence.asked[i];
    return words;
}

TrainingSentence drawn(const OwnSentences &all, bool isHeldOut, const PlaceBits &bits)
{
    const std::vector<TrainingSentence> &side = all.sides[isHeldOut ? 1 : 0];
    const TrainingSentence &sentence = side[bits.below(side.size(), 0)];
    return all.kind == OwnKind::Masked ? masked(sentence, all.mask, PlaceBits({bits.at(1)})) : sentence;
}

/// What is asked of a sentence, but for masked ones.
void ask(TrainingSentence &sentence, OwnKind kind, int first, int end)
{
    switch (kind) {
    case OwnKind::Pairs:
        sentence.asked = sentence.target;
        sentence.asked.push_back(end);
        sentence.target.insert(sentence.target.begin(), first);
        return;
    case OwnKind::Sentences:
        sentence.asked.assign(sentence.source.begin() + 1, sentence.source.end());
        sentence.asked.push_back(end);
        return;
    case OwnKind::Masked:
        return;
    }
}

} // namespace

const std::vector<std::string> &ownTaskNames()
{
    static const std::vector<std::string> names{"pairs", "sentences", "masked"};
    return names;
}

Task ownTask(OwnKind kind)
{
    Task task;
    task.name = ownTaskNames()[std::size_t(kind)];
    task.tokenizer = Tokenizer::Words;
    switch (kind) {
    case OwnKind::Pairs:
        task.title = Message::tr("your own pairs");
        task.learned = Message::tr("To write the second text of each line of your file, given the first.");
        task.look = Message::tr("Heatmap of the cross-attention: which words of the source each word of the target "
                                "looks at.");
        task.model = taskModel(Architecture::EncoderDecoder, 1, 1, 64, 128);
        break;
    case OwnKind::Sentences:
        task.title = Message::tr("your own sentences");
        task.learned = Message::tr("To go on with the sentences of your file, word by word.");
        task.look = Message::tr("Output: what the model expects after each word.");
        task.model = taskModel(Architecture::Decoder, 2, 2, 64, 128);
        break;
    case OwnKind::Masked:
        task.title = Message::tr("your own sentences, words masked");
        task.learned = Message::tr("To guess words of your file's sentences that are masked.");
        task.look = Message::tr("Type the mask in place of a word: the output shows what the model expects there.");
        task.model = taskModel(Architecture::Encoder, 2, 4, 64, 128);
        break;
    }
    task.options = taskOptions(1000, 1e-3);
    return task;
}

TokenList ownVocabulary(OwnKind kind, const std::vector<OwnSentence> &sentences, const Vocabulary &usual)
{
    std::vector<std::string> tokens;
    std::unordered_set<std::string> known;
    const auto add = [&](const std::string &token) {
        if (known.insert(token).second)
            tokens.push_back(token);
    };
    for (const OwnSentence &sentence : sentences) {
        std::for_each(sentence.source.begin(), sentence.source.end(), add);
        std::for_each(sentence.target.begin(), sentence.target.end(), add);
    }
    if (kind == OwnKind::Pairs)
        add(start);
    add(kind == OwnKind::Masked ? usual.mask : usual.end);
    return tokens;
}

Task ownTask(OwnKind kind, const std::vector<OwnSentence> &sentences, const Vocabulary &vocabulary, Tokenizer tokenizer)
{
    std::unordered_map<std::string, int> numbers;
    for (const std::string &token : vocabulary.tokens)
        numbers.emplace(token, int(numbers.size()));
    const auto read = [&](const std::vector<std::string> &tokens) {
        std::vector<int> row;
        for (const std::string &token : tokens)
            row.push_back(numbers.at(token));
        return row;
    };
    auto all = std::make_shared<OwnSentences>();
    all->kind = kind;
    Task task = ownTask(kind);
    const int first = kind == OwnKind::Pairs ? numbers.at(start) : 0;
    if (kind == OwnKind::Masked)
        all->mask = numbers.at(vocabulary.mask);
    else
        all->end = numbers.at(vocabulary.end);
    std::unordered_set<std::string> seen;
    for (const OwnSentence &sentence : sentences) {
        TrainingSentence added{.source = read(sentence.source), .target = read(sentence.target)};
        const bool isHeldOut = isOfHeldOutTenth(added.source);
        const bool isNew = seen.insert(keyOf(sentence)).second;
        ask(added, kind, first, all->end);
        task.lengths.source = std::max(task.lengths.source, int(added.source.size()));
        task.lengths.target = std::max(task.lengths.target, int(added.target.size()));
        if (isNew)
            all->sides[isHeldOut ? 1 : 0].push_back(std::move(added));
    }
    // A short file may have all of its sentences on one side.
    for (const std::size_t side : {0, 1})
        if (all->sides[side].empty()) {
            all->sides[side].push_back(all->sides[1 - side].back());
            all->sides[1 - side].pop_back();
        }
    task.vocabulary = vocabulary;
    task.tokenizer = tokenizer;
    task.sentence = [all](std::uint64_t seed, std::uint64_t number, bool isHeldOut) {
        return drawn(*all, isHeldOut, PlaceBits({seed, std::uint64_t(isHeldOut), number}));
    };
    task.isHeldOut = [all](const TrainingSentence &sentence) {
        const std::vector<TrainingSentence> &held = all->sides[1];
        const std::vector<int> source = all->kind == OwnKind::Masked ? unmasked(sentence) : sentence.source;
        return std::any_of(held.begin(), held.end(), [&](const TrainingSentence &each) {
            return each.source == source && each.target == sentence.target;
        });
    };
    return task;
}

} // namespace regard
