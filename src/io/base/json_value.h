#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace regard {

/// The most bytes of a file that an error shows.
inline constexpr std::size_t longestExcerpt = 24;

/// A number of a JSON file, as written: whole numbers stay whole beyond 2^53, and the float32 is rounded once.
struct JsonNumber {
    std::variant<std::int64_t, std::uint64_t, double> value;
    float single = 0; ///< the nearest float32; infinite beyond its range

    double real() const;
    /// `8` for 8 and 8.0; the shortest text that reads back as the same double otherwise.
    std::string text() const;
    /// Nothing where the number is not whole or is out of range of int.
    std::optional<int> whole() const;
};

/// A value of a JSON file. An object's keys[i] names items[i]. A list of numbers alone keeps them in numbers, which
/// takes a fraction of the space.
struct JsonValue {
    enum class Kind { Null, Flag, Number, Text, Numbers, List, Object };

    Kind kind = Kind::Null;
    bool flag = false;
    JsonNumber number;
    std::string text;
    std::vector<JsonNumber> numbers;
    std::vector<std::string> keys;
    std::vector<JsonValue> items;

    /// The value under a key, null where the object has none.
    const JsonValue *find(std::string_view key) const;
    /// `a number`, `a list of 3 numbers`, `an object`: the description of a value in an error.
    std::string described() const;
};

} // namespace regard
