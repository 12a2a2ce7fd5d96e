#pragma once

#include "io/lesson/lesson_mode.h"

class QWidget;

namespace regard {

class AppTheme;
class Document;
class Generation;
class ModelPanel;

/// The panels whose parts a lesson's controls have in common; null: the controls are on their own.
struct LessonControlParts {
    ModelPanel *model = nullptr;
    Generation *generation = nullptr;
};

/// The control that a page's try needs, as the window's own panels have it. It follows the document.
QWidget *newLessonControl(LessonControl control, Document *document, AppTheme *theme, const LessonControlParts &parts,
                          QWidget *parent);

} // namespace regard
