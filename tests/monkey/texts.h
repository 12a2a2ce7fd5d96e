#pragma once

#include <QString>

#include "dice.h"

namespace regard::monkey {

/// Something that a user types or pastes into a field of text: short mostly, some long, empty, Chinese or odd.
QString someText(Dice &dice);
/// A sentence of a few words, seldom a long one.
QString someSentence(Dice &dice);
/// Something for a field of numbers.
QString someNumber(Dice &dice);
/// What a spreadsheet puts on the clipboard, or junk.
QString someBlock(Dice &dice);

} // namespace regard::monkey
