#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace regard {

/// A list of tokens that copies share: a trained vocabulary has tens of thousands. It reads like a vector and never
/// changes.
class TokenList {
public:
    TokenList() : TokenList(std::vector<std::string>()) {}
    TokenList(std::vector<std::string> tokens)
        : m_tokens(std::make_shared<const std::vector<std::string>>(std::move(tokens)))
    {
    }
    TokenList(std::initializer_list<std::string> tokens) : TokenList(std::vector<std::string>(tokens)) {}

    std::size_t size() const { return m_tokens->size(); }
    bool empty() const { return m_tokens->empty(); }
    const std::string &operator[](std::size_t i) const { return (*m_tokens)[i]; }
    const std::string &at(std::size_t i) const { return m_tokens->at(i); }
    const std::string &front() const { return m_tokens->front(); }
    const std::string &back() const { return m_tokens->back(); }
    auto begin() const { return m_tokens->begin(); }
    auto end() const { return m_tokens->end(); }
    operator const std::vector<std::string> &() const { return *m_tokens; }
    /// Whether both are the same list object, not just equal.
    bool isSame(const TokenList &other) const { return m_tokens == other.m_tokens; }
    bool operator==(const TokenList &other) const { return isSame(other) || *m_tokens == *other.m_tokens; }

private:
    std::shared_ptr<const std::vector<std::string>> m_tokens;
};

} // namespace regard
