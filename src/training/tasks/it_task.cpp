#include "training/tasks/it_task.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "engine/base/message.h"
#include "training/tasks/task_parts.h"

namespace regard {

namespace {

constexpr std::array animals{"cat", "dog",  "bird", "mouse",  "horse",  "cow",
                             "fox", "bear", "fish", "rabbit", "kitten", "puppy"};
constexpr std::array things{"rug",  "mat",    "sofa",  "bed",     "chair",  "table",
                            "roof", "carpet", "bench", "blanket", "pillow", "box"};
constexpr std::array ofAnimals{"hungry", "thirsty", "tired", "asleep",  "awake",   "happy",  "angry",
                               "scared", "lazy",    "bored", "excited", "playful", "sleepy", "lonely",
                               "proud",  "shy",     "brave", "curious", "sick",    "clever"};
constexpr std::array ofThings{"dry-cleaned", "washed",   "woven",  "sold",     "folded", "painted", "repaired",
                              "bought",      "dusty",    "cheap",  "wooden",   "torn",   "stained", "polished",
                              "expensive",   "vacuumed", "rented", "handmade", "stored", "mended"};
constexpr std::array words{"The",    "sat",  "slept", "stood", "lay", "on",  "under",
                           "beside", "near", "the",   "and",   "it",  "was", "."};

// The vocabulary has these lists one after the other.
constexpr int firstThing = int(animals.size());
constexpr int firstOfAnimals = firstThing + int(things.size());
constexpr int firstOfThings = firstOfAnimals + int(ofAnimals.size());
constexpr int firstWord = firstOfThings + int(ofThings.size());

// Places in the sentence.
constexpr std::size_t firstNoun = 1;
constexpr std::size_t secondNoun = 5;
constexpr std::size_t pronoun = 7;
constexpr std::size_t property = 9;
constexpr std::size_t sentenceLength = 11;

int word(std::string_view text)
{
    return firstWord + int(std::find(words.begin(), words.end(), text) - words.begin());
}

Vocabulary pronounVocabulary()
{
    std::vector<std::string> tokens;
    const auto add = [&](const auto &list) { tokens.insert(tokens.end(), list.begin(), list.end()); };
    add(animals);
    add(things);
    add(ofAnimals);
    add(ofThings);
    add(words);
    return {tokens, "."};
}

/// Three things of each animal's twelve: 36 pairs.
bool isHeldOutPair(const TrainingSentence &sentence)
{
    return (sentence.source[firstNoun] + sentence.source[secondNoun]) % 4 == 0;
}

template <std::size_t Count>
int oneOf(const std::array<const char *, Count> &list, const PlaceBits &bits, std::uint64_t place)
{
    return int(bits.below(list.size(), place));
}

/// "The cat sat on the rug and it was hungry." or "The rug lay under the cat and it was hungry."
TrainingSentence drawnPronoun(const PlaceBits &bits)
{
    constexpr std::array ofAnimal{"sat", "slept", "stood", "lay"};
    constexpr std::array whereAnimal{"on", "under", "beside", "near"};
    constexpr std::array ofThing{"stood", "lay"};
    constexpr std::array whereThing{"under", "beside", "near"};
    const int animal = oneOf(animals, bits, 0);
    const int thing = firstThing + oneOf(things, bits, 1);
    const bool animalIsFirst = bits.below(2, 2) == 0;
    const bool isOfAnimal = bits.below(2, 3) == 0;
    const int verb = word(animalIsFirst ? ofAnimal[bits.below(4, 4)] : ofThing[bits.below(2, 4)]);
    const int where = word(animalIsFirst ? whereAnimal[bits.below(4, 5)] : whereThing[bits.below(3, 5)]);
    const int said = isOfAnimal ? firstOfAnimals + oneOf(ofAnimals, bits, 6) : firstOfThings + oneOf(ofThings, bits, 6);
    TrainingSentence sentence;
    sentence.source = {word("The"), animalIsFirst ? animal : thing,
                       verb,        where,
                       word("the"), animalIsFirst ? thing : animal,
                       word("and"), word("it"),
                       word("was"), said,
                       word(".")};
    sentence.asked.assign(sentence.source.size(), notAsked);
    sentence.asked[pronoun] = isOfAnimal ? animal : thing;
    return sentence;
}

bool isOneOf(int token, int first, std::size_t count)
{
    return token >= first && token < first + int(count);
}

/// The noun that the property is one of; the other words may be any.
std::optional<TrainingSentence> askedPronoun(TrainingSentence typed)
{
    const std::vector<int> &source = typed.source;
    if (source.size() != sentenceLength || source[pronoun] != word("it"))
        return std::nullopt;
    const bool animalIsFirst = isOneOf(source[firstNoun], 0, animals.size());
    const int animal = source[animalIsFirst ? firstNoun : secondNoun];
    const int thing = source[animalIsFirst ? secondNoun : firstNoun];
    const bool isOfAnimal = isOneOf(source[property], firstOfAnimals, ofAnimals.size());
    if (!isOneOf(animal, 0, animals.size()) || !isOneOf(thing, firstThing, things.size()) ||
        !(isOfAnimal || isOneOf(source[property], firstOfThings, ofThings.size())))
        return std::nullopt;
    typed.asked.assign(source.size(), notAsked);
    typed.asked[pronoun] = isOfAnimal ? animal : thing;
    return typed;
}

/// The weight from the pronoun to the noun that it means, or to the other one.
double pronounShare(const ConstView<float> &weights, const TrainingSentence &sentence, bool isRight)
{
    const bool isFirst = sentence.source[firstNoun] == sentence.asked[pronoun];
    return double(weights(pronoun, Eigen::Index(isFirst == isRight ? firstNoun : secondNoun)));
}

} // namespace

Task itTask()
{
    Task task;
    task.name = "it";
    task.title = Message::tr("it: the cat or the rug?");
    task.learned = Message::tr("Which of the two nouns “it” means; only the word after “it was” tells.");
    task.look = Message::tr("Select “it”: in layer 2 a head links it to the noun that it means.");
    task.vocabulary = pronounVocabulary();
    task.tokenizer = Tokenizer::Words;
    task.lengths = {11, 0};
    task.model = taskModel(Architecture::Encoder, 2, 4, 32, 0);
    // Some seeds look at both nouns alike and let the output choose with relu or a lower rate.
    task.model.activation = Activation::Gelu;
    task.options = taskOptions(2000, 8e-3);
    task.halfRightAfter = 80;
    task.accuracyGoal = 0.98;
    const AttentionPlace second{Attention::Encoder, 1};
    task.measures = {
        {"right_noun", second, 0.7, false, true,
         [](ConstView<float> weights, const TrainingSentence &sentence) {
             return pronounShare(weights, sentence, true);
         }},
        {"wrong_noun", second, 0.15, true, true, [](ConstView<float> weights, const TrainingSentence &sentence) {
             return pronounShare(weights, sentence, false);
         }}};
    task.isHeldOut = isHeldOutPair;
    task.asked = askedPronoun;
    task.sentence = [](std::uint64_t seed, std::uint64_t number, bool isHeldOut) {
        return drawnOn(isHeldOut, seed, number, drawnPronoun, isHeldOutPair);
    };
    return task;
}

} // namespace regard
