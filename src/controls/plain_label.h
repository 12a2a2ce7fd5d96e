#pragma once

class QObject;

namespace regard {

/// Makes a label show its text literally unless somebody said that it is HTML: Qt would read a token such as <s> as a
/// tag, and open the picture that a title names. To be called when a widget is polished, which is before it is laid out
/// and painted for the first time; so it holds for Qt's own labels too, of tool tips and message boxes.
void showPlainly(QObject *polished);

} // namespace regard
