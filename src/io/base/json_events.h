#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "io/base/json_value.h"

namespace regard {

/// Where a text stops being JSON.
struct JsonFault {
    std::size_t position = 0; ///< bytes that were read
    std::string last;         ///< what was read last
    bool isTooLarge = false;  ///< a number beyond double
};

/// What a JSON text consists of, told in its order. Whoever reads a file builds what it needs of it.
class JsonEvents {
public:
    virtual ~JsonEvents() = default;

    /// Null, true or false.
    virtual void value(JsonValue value) = 0;
    /// A whole number from 0 comes as std::uint64_t.
    virtual void number(const JsonNumber &number) = 0;
    /// May be moved from, as a key may.
    virtual void text(std::string &text) = 0;
    virtual void key(std::string &key) = 0;
    /// An object or a list begins.
    virtual void open(JsonValue::Kind kind) = 0;
    virtual void close() = 0;
    [[noreturn]] virtual void fail(const JsonFault &fault) = 0;
};

/// Tells the events of a text. What they throw passes through. A byte order mark must be gone (withoutByteOrderMark()).
void readJson(std::string_view text, JsonEvents &events);

std::string_view withoutByteOrderMark(std::string_view text);

} // namespace regard
