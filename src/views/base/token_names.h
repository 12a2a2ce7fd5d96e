#pragma once

#include <string>
#include <vector>

#include <QString>
#include <QStringList>

#include "engine/model/model.h"

namespace regard {

/// A token as the window and its pictures show it. Files keep the tokenizer's own spelling.
QString tokenName(const std::string &token);

QStringList tokenNames(const std::vector<std::string> &tokens);

/// The name of a word of the model's vocabulary, which files spell as the tokenizer does.
QString wordName(const Model &model, const std::string &word);

QStringList wordNames(const Model &model, const std::vector<std::string> &words);

/// True where the token is nothing but punctuation that clings to the word before it.
bool clingsToPrevious(const std::string &token);

} // namespace regard
