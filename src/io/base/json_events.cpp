#include "io/base/json_events.h"

#include <charconv>
#include <system_error>

#include <nlohmann/json.hpp>

namespace regard {

namespace {

using Json = nlohmann::json;

/// The number's digits rounded to float32 once, not via double.
float singleFrom(const std::string &digits, double value)
{
    float single = 0;
    const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), single);
    return result.ec == std::errc() ? single : float(value);
}

/// Passes nlohmann's events on.
class Handler {
public:
    explicit Handler(JsonEvents &events) : m_events(events) {}

    bool null() { return value({}); }
    bool boolean(bool flag)
    {
        JsonValue given;
        given.kind = JsonValue::Kind::Flag;
        given.flag = flag;
        return value(std::move(given));
    }
    bool number_integer(std::int64_t whole) { return number({whole, float(whole)}); }
    bool number_unsigned(std::uint64_t whole) { return number({whole, float(whole)}); }
    bool number_float(double real, const std::string &digits) { return number({real, singleFrom(digits, real)}); }
    bool string(std::string &text)
    {
        m_events.text(text);
        return true;
    }
    bool binary(Json::binary_t &) { return false; } // JSON has none
    bool start_object(std::size_t) { return open(JsonValue::Kind::Object); }
    bool key(std::string &key)
    {
        m_events.key(key);
        return true;
    }
    bool end_object() { return close(); }
    bool start_array(std::size_t) { return open(JsonValue::Kind::List); }
    bool end_array() { return close(); }
    bool parse_error(std::size_t position, const std::string &last, const Json::exception &error)
    {
        constexpr int numberOverflow = 406;
        m_events.fail({position, last, error.id == numberOverflow});
        return false;
    }

private:
    bool value(JsonValue given)
    {
        m_events.value(std::move(given));
        return true;
    }
    bool number(const JsonNumber &given)
    {
        m_events.number(given);
        return true;
    }
    bool open(JsonValue::Kind kind)
    {
        m_events.open(kind);
        return true;
    }
    bool close()
    {
        m_events.close();
        return true;
    }

    JsonEvents &m_events;
};

} // namespace

void readJson(std::string_view text, JsonEvents &events)
{
    Handler handler(events);
    Json::sax_parse(text.begin(), text.end(), &handler);
}

std::string_view withoutByteOrderMark(std::string_view text)
{
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

} // namespace regard
