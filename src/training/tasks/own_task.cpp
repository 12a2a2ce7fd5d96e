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
    int first = 0; ///< of a target
    int end = 0;
    int mask = 0;
    std::array<std::vector<TrainingSentence>, 2> sides{}; ///< to learn from, held out; not yet masked
    std::array<std::vector<std::vector<int>>, 2> words{}; ///< of the same, as in OwnSentence
};

std::string keyOf(const OwnSentence &sentence)
{
    std::string key;
    for (const std::vector<std::string> *part : {&sentence.source, &sentence.target})
        for (const std::string &token : *part)
            key += token + '\n';
    return key;
}

/// Masks some words, at least one, with all of their pieces, and asks them.
TrainingSentence masked(TrainingSentence sentence, const std::vector<int> &words, int mask, const PlaceBits &bits)
{
    std::vector<std::size_t> beginnings;
    for (std::size_t i = 0; i < words.size(); ++i)
        if (words[i] >= 0 && (i == 0 || words[i] != words[i - 1]))
            beginnings.push_back(i);
    const std::size_t always = beginnings.at(bits.below(beginnings.size(), 0));
    sentence.asked.assign(sentence.source.size(), notAsked);
    for (const std::size_t first : beginnings)
        if (first == always || bits.below(maskedOneOf, first + 1) == 0)
            for (std::size_t i = first; i < words.size() && words[i] == words[first]; ++i)
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

TrainingSentence drawnOwn(const OwnSentences &all, bool isHeldOut, const PlaceBits &bits)
{
    const std::vector<TrainingSentence> &side = all.sides[isHeldOut ? 1 : 0];
    const std::size_t place = bits.below(side.size(), 0);
    const TrainingSentence &sentence = side[place];
    return all.kind == OwnKind::Masked
               ? masked(sentence, all.words[isHeldOut ? 1 : 0][place], all.mask, PlaceBits({bits.at(1)}))
               : sentence;
}

/// What is asked of a sentence, but for masked ones.
void ask(TrainingSentence &sentence, const OwnSentences &all)
{
    switch (all.kind) {
    case OwnKind::Pairs:
        sentence.asked = sentence.target;
        sentence.asked.push_back(all.end);
        sentence.target.insert(sentence.target.begin(), all.first);
        return;
    case OwnKind::Sentences:
        sentence.asked.assign(sentence.source.begin() + 1, sentence.source.end());
        sentence.asked.push_back(all.end);
        return;
    case OwnKind::Masked:
        return;
    }
}

bool beginsWith(const std::vector<int> &tokens, const std::vector<int> &first)
{
    return first.size() <= tokens.size() && std::equal(first.begin(), first.end(), tokens.begin());
}

/// The tokens are those of the sentence, but for words that are masked.
bool isMaskedFrom(const OwnSentences &all, const std::vector<int> &tokens, const std::vector<int> &sentence)
{
    return std::equal(tokens.begin(), tokens.end(), sentence.begin(), sentence.end(),
                      [&](int token, int whole) { return token == whole || token == all.mask; });
}

/// The first sentence of the file that passes the test; null: none does.
template <typename Test>
const TrainingSentence *findSentence(const OwnSentences &all, Test test)
{
    for (const std::vector<TrainingSentence> &side : all.sides)
        if (const auto found = std::find_if(side.begin(), side.end(), test); found != side.end())
            return &*found;
    return nullptr;
}

/// What is right in a sentence that was typed, as far as the file says it.
std::vector<int> rightIn(const OwnSentences &all, const TrainingSentence &typed)
{
    const std::vector<int> &said = typed.source;
    std::vector<int> right;
    switch (all.kind) {
    case OwnKind::Pairs:
        if (const TrainingSentence *pair =
                findSentence(all, [&](const TrainingSentence &each) { return each.source == said; });
            pair && beginsWith(typed.target, {all.first}))
            right = pair->asked;
        right.resize(typed.target.size(), notAsked);
        break;
    case OwnKind::Sentences: {
        const bool isWhole = findSentence(all, [&](const TrainingSentence &each) { return each.source == said; });
        right.assign(said.begin() + (said.empty() ? 0 : 1), said.end());
        right.resize(said.size(), isWhole ? all.end : notAsked);
        break;
    }
    case OwnKind::Masked:
        right.assign(said.size(), notAsked);
        if (const TrainingSentence *whole =
                findSentence(all, [&](const TrainingSentence &each) { return isMaskedFrom(all, said, each.source); }))
            for (std::size_t i = 0; i < said.size(); ++i)
                right[i] = said[i] == all.mask ? whole->source[i] : notAsked;
        break;
    }
    return right;
}

std::optional<TrainingSentence> askedOwn(const OwnSentences &all, TrainingSentence typed)
{
    typed.asked = rightIn(all, typed);
    const bool isAny = std::any_of(typed.asked.begin(), typed.asked.end(), [](int token) { return token != notAsked; });
    return isAny ? std::optional(std::move(typed)) : std::nullopt;
}

/// Whether a sentence is not learned from: it is held out, or neither it nor one that begins so is in the file.
bool isHeldOutOwn(const OwnSentences &all, const TrainingSentence &sentence)
{
    const std::vector<int> source = all.kind == OwnKind::Masked ? unmasked(sentence) : sentence.source;
    const auto isSame = [&](const TrainingSentence &each) {
        return each.source == source && beginsWith(each.target, sentence.target);
    };
    const auto goesOn = [&](const TrainingSentence &each) {
        return all.kind == OwnKind::Sentences ? beginsWith(each.source, source) : isSame(each);
    };
    return std::any_of(all.sides[1].begin(), all.sides[1].end(), isSame) ||
           std::none_of(all.sides[0].begin(), all.sides[0].end(), goesOn);
}

} // namespace

std::optional<OwnKind> ownKindOf(const std::string &task)
{
    const std::vector<std::string> &names = ownTaskNames();
    const auto found = std::find(names.begin(), names.end(), task);
    return found == names.end() ? std::nullopt : std::optional(OwnKind(found - names.begin()));
}

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
    if (kind == OwnKind::Pairs)
        all->first = numbers.at(start);
    if (kind == OwnKind::Masked)
        all->mask = numbers.at(vocabulary.mask);
    else
        all->end = numbers.at(vocabulary.end);
    std::unordered_set<std::string> seen;
    for (const OwnSentence &sentence : sentences) {
        TrainingSentence added{.source = read(sentence.source), .target = read(sentence.target)};
        const bool isHeldOut = isOfHeldOutTenth(added.source);
        const bool isNew = seen.insert(keyOf(sentence)).second;
        ask(added, *all);
        task.lengths.source = std::max(task.lengths.source, int(added.source.size()));
        task.lengths.target = std::max(task.lengths.target, int(added.target.size()));
        if (isNew) {
            all->sides[isHeldOut ? 1 : 0].push_back(std::move(added));
            all->words[isHeldOut ? 1 : 0].push_back(sentence.words);
        }
    }
    // A short file may have all of its sentences on one side.
    for (const std::size_t side : {0, 1})
        if (all->sides[side].empty()) {
            all->sides[side].push_back(all->sides[1 - side].back());
            all->sides[1 - side].pop_back();
            all->words[side].push_back(all->words[1 - side].back());
            all->words[1 - side].pop_back();
        }
    task.vocabulary = vocabulary;
    task.tokenizer = tokenizer;
    task.sentence = [all](std::uint64_t seed, std::uint64_t number, bool isHeldOut) {
        return drawnOwn(*all, isHeldOut, PlaceBits({seed, std::uint64_t(isHeldOut), number}));
    };
    task.isHeldOut = [all](const TrainingSentence &sentence) { return isHeldOutOwn(*all, sentence); };
    task.asked = [all](TrainingSentence typed) { return askedOwn(*all, std::move(typed)); };
    return task;
}

} // namespace regard
