#pragma once

#include <QString>

#include "engine/model/model_config.h"

namespace regard {

struct Overflow;
struct OtherVocabulary;

// Why a sentence cannot be computed, in the words of the panels. Safe on any thread.

QString passErrorText(const Overflow &overflow, const ModelConfig &config);
QString passErrorText(const OtherVocabulary &other);

} // namespace regard
