#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "io/base/json_events.h"

namespace regard {

/// Builds the tree of a text. Throws FileError(name, …): a key twice in an object, more than 32 nested lists and
/// objects (the tree is walked by recursion).
class JsonTreeBuilder : public JsonEvents {
public:
    /// `isPlain`: a list of numbers is a list like any other, and errors do not name their key.
    explicit JsonTreeBuilder(const std::string &name, bool isPlain = false) : m_name(name), m_isPlain(isPlain) {}

    JsonValue take() { return std::move(m_root); }

    void value(JsonValue value) override { place(std::move(value)); }
    void number(const JsonNumber &number) override;
    void text(std::string &text) override;
    void key(std::string &key) override;
    void open(JsonValue::Kind kind) override;
    void close() override { m_open.pop_back(); }

protected:
    const std::string &name() const { return m_name; }
    /// How many lists and objects are open.
    std::size_t depth() const { return m_open.size(); }
    /// The key whose value is open in one of them, from 0; null in a list.
    const std::string *keyAt(std::size_t depth) const;
    /// ` in "encoder.0.self.w_q"`: the innermost key whose value is open among the outer `depth`.
    std::string where(std::size_t depth) const;

private:
    struct Open {
        JsonValue *value;
        std::unordered_set<std::string> seen;
    };

    JsonValue &place(JsonValue value);

    const std::string &m_name;
    bool m_isPlain;
    JsonValue m_root;
    std::vector<Open> m_open;
};

} // namespace regard
