#pragma once

#include <string>
#include <vector>

#include <QString>
#include <QStringList>

namespace regard {

/// A token as the window and its pictures show it. Files keep the tokenizer's own spelling.
QString tokenName(const std::string &token);

QStringList tokenNames(const std::vector<std::string> &tokens);

/// True where the token is nothing but punctuation that clings to the word before it.
bool clingsToPrevious(const std::string &token);

} // namespace regard
