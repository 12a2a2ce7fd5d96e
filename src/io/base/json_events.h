#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "io/base/json_value.h"

namespace regard {

/// The place at which a text stops being JSON.
struct JsonFault {
    std::size_t position = 0; ///< bytes read so far
    std::string last;         ///< what was read last
    bool isTooLarge = false;  ///< a number beyond double
};

/// The parts of a JSON text, reported in order. A subclass builds what it needs from them.
class JsonEvents {
public:
    virtual ~JsonEvents() = default;

    /// Reports null, true or false.
    virtual void value(JsonValue value) = 0;
    /// A whole number from 0 is a std::uint64_t.
    virtual void number(const JsonNumber &number) = 0;
    /// May be moved from, and so may a key.
    virtual void text(std::string &text) = 0;
    virtual void key(std::string &key) = 0;
    /// An object or a list begins.
    virtual void open(JsonValue::Kind kind) = 0;
    virtual void close() = 0;
    [[noreturn]] virtual void fail(const JsonFault &fault) = 0;
};

/// Reports the events of a text. Exceptions from them pass through. A byte order mark must be removed first
/// (withoutByteOrderMark()).
void readJson(std::string_view text, JsonEvents &events);

std::string_view withoutByteOrderMark(std::string_view text);

} // namespace regard
