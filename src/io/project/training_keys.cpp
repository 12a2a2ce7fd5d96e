#include "io/project/training_keys.h"

#include <cmath>
#include <optional>

#include "engine/base/errors.h"
#include "engine/base/message.h"
#include "io/base/nearest_name.h"
#include "io/base/number_text.h"
#include "io/project/words.h"

namespace regard {

namespace {

constexpr int trainingKeysMostSteps = 1'000'000'000;

/// One option: how its value is read from text and written as text.
struct TrainingKey {
    std::string name;
    bool isWord;
    std::string (*takes)(); ///< in words, only when needed: the language may change
    bool (*read)(TrainingOptions &, const std::string &);
    std::string (*write)(const TrainingOptions &);
};

/// place: gives the member of the options.
template <auto place, int lowest, int highest>
TrainingKey trainingWholeKey(const char *name)
{
    return {name, false,
            [] {
                return Message::tr("a whole number from %1 to %2", {std::to_string(lowest), std::to_string(highest)});
            },
            [](TrainingOptions &options, const std::string &text) {
                const auto value = numberFrom<int>(text);
                const bool good = value && *value >= lowest && *value <= highest;
                if (good)
                    place(options) = *value;
                return good;
            },
            [](const TrainingOptions &options) { return numberText(int(place(options))); }};
}

enum class Range { Positive, FromZero, BelowOne };

template <auto place, Range range>
TrainingKey trainingNumberKey(const char *name)
{
    return {name, false,
            [] {
                return range == Range::Positive   ? Message::tr("a number above 0")
                       : range == Range::FromZero ? Message::tr("a number from 0")
                                                  : Message::tr("a number from 0 to below 1");
            },
            [](TrainingOptions &options, const std::string &text) {
                const auto value = numberFrom<double>(text);
                const bool good = value && std::isfinite(*value) &&
                                  (range == Range::Positive ? *value > 0 : *value >= 0) &&
                                  (range != Range::BelowOne || *value < 1);
                if (good)
                    place(options) = *value;
                return good;
            },
            [](const TrainingOptions &options) { return numberText(double(place(options))); }};
}

TrainingKey scheduleKey()
{
    return {"schedule", true, [] { return Message::tr("one of %1", {commaList(wordsOf<Schedule>())}); },
            [](TrainingOptions &options, const std::string &text) {
                const std::optional<Schedule> value = valueOf<Schedule>(text);
                options.rate.schedule = value.value_or(options.rate.schedule);
                return value.has_value();
            },
            [](const TrainingOptions &options) { return wordOf(options.rate.schedule); }};
}

const std::vector<TrainingKey> &trainingKeyTable()
{
    static const std::vector<TrainingKey> table = {trainingNumberKey < [](auto &o) -> auto &{return o.rate.rate;
}
, Range::Positive > ("learning_rate"), scheduleKey(), trainingWholeKey < [](auto &o) -> auto &
{
    return o.rate.warmUp;
}
, 0, trainingKeysMostSteps > ("warm_up"), trainingWholeKey < [](auto &o) -> auto &
{
    return o.rate.steps;
}
, 1, trainingKeysMostSteps > ("steps"), trainingWholeKey < [](auto &o) -> auto &
{
    return o.batch;
}
, 1, 65536 > ("batch"), trainingNumberKey < [](auto &o) -> auto &
{
    return o.adam.beta1;
}
, Range::BelowOne > ("beta_1"), trainingNumberKey < [](auto &o) -> auto &
{
    return o.adam.beta2;
}
, Range::BelowOne > ("beta_2"), trainingNumberKey < [](auto &o) -> auto &
{
    return o.adam.epsilon;
}
, Range::Positive > ("epsilon"), trainingNumberKey < [](auto &o) -> auto &
{
    return o.adam.decay;
}
, Range::FromZero > ("decay"), trainingNumberKey < [](auto &o) -> auto &
{
    return o.adam.clip;
}
, Range::FromZero > ("clip"), trainingNumberKey < [](auto &o) -> auto &
{
    return o.smoothing;
}
, Range::BelowOne > ("label_smoothing"), trainingNumberKey < [](auto &o) -> auto &
{
    return o.dropout;
}
, Range::BelowOne > ("dropout"),
}; // namespace
return table;
} // namespace regard

const TrainingKey &trainingKeyNamed(const std::string &name)
{
    for (const TrainingKey &key : trainingKeyTable())
        if (key.name == name)
            return key;
    throw ConfigError(Message::tr("training has no option \"%1\"%2", {name, nearestNameHint(name, trainingKeys())}));
}

} // namespace

const std::vector<std::string> &trainingKeys()
{
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const TrainingKey &key : trainingKeyTable())
            all.push_back(key.name);
        return all;
    }();
    return names;
}

bool isTrainingWord(const std::string &key)
{
    return trainingKeyNamed(key).isWord;
}

std::string trainingKeyTakes(const std::string &key)
{
    return trainingKeyNamed(key).takes();
}

std::string trainingKeyValue(const TrainingOptions &options, const std::string &key)
{
    return trainingKeyNamed(key).write(options);
}

bool setTrainingKey(TrainingOptions &options, const std::string &key, const std::string &value)
{
    return trainingKeyNamed(key).read(options, value);
}

} // namespace regard
