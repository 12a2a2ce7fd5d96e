#pragma once

#include <memory>
#include <optional>
#include <string>

#include <QString>
#include <QStringList>

#include "draw/figure.h"
#include "draw/theme.h"
#include "io/lesson/lesson_drawing.h"

namespace regard {

/// A drawing of a page, to look at and to listen to.
struct LessonDrawing {
    std::shared_ptr<const Figure> figure;
    QString spoken; ///< all that it says, in a sentence
};

/// `text` is what stands in the drawing's braces, with places for the values (lessonValuePlace()); a null value is
/// missing, and its row of a matrix is left out. Nothing where no row is left. Throws DrawingError.
std::optional<LessonDrawing> lessonDrawing(LessonDrawingKind kind, const std::string &text, const QStringList &values,
                                           const Theme &theme);

} // namespace regard
