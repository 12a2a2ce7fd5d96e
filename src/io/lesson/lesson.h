#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <QString>

#include "io/lesson/lesson_condition.h"
#include "io/lesson/lesson_mode.h"
#include "io/lesson/lesson_text.h"
#include "io/project/project.h"
#include "io/project/stored_view.h"
#include "words/panel_word.h"

namespace regard {

/// A cell of the attention in view that a page marks, from 0; −1: the whole row or column.
struct LessonPair {
    int query = -1;
    int key = -1;

    bool operator==(const LessonPair &) const = default;
};

/// One page: what it says, the state that it shows, and what there is to try.
struct LessonPage {
    LessonText title;
    LessonText text;
    LessonText caption;                      ///< what stands under the pictures when it is presented; see captionOf()
    LessonText attempt;                      ///< "try"; empty: nothing
    Project project;                         ///< complete, whatever the file takes from the lesson's project
    bool keeps = false;                      ///< continues with the user's state from the page before
    bool setsView = true;                    ///< false: a page that keeps, and keeps the view too
    std::vector<PanelId> panels;             ///< brought to the front
    std::optional<LessonMode> mode;          ///< as the file names it; see modeOf()
    std::optional<LessonControl> control;    ///< what the attempt needs at hand
    std::vector<CellRef> cells;              ///< marked in the matrices
    std::vector<LessonPair> pairs;           ///< marked in the attention in view
    std::vector<LessonCondition> conditions; ///< when all hold, the attempt is done; none: it is never known to be done
};

/// Returns the mode that the page names, else the one that its panels ask for.
inline LessonMode modeOf(const LessonPage &page)
{
    return page.mode.value_or(modeOfPanels(page.panels));
}

/// The format's version. In texts of version 1 every value is of the present state and view; since version 2 it is of
/// the state in which its page began, unless it says `now`, and of the page's view. Since version 3 a text may hold
/// drawings.
inline constexpr int lessonVersion = 3;

/// A lesson: a file with a project, and pages that start from it. The format is documented in resources/guide/.
struct Lesson {
    int version = lessonVersion;
    LessonText title;
    LessonText summary;  ///< one line, for a menu
    std::string example; ///< the bundled example that is the project; empty: the lesson's own
    Project project;
    std::vector<LessonPage> pages; ///< at least one
};

/// A lesson's entry in a menu.
struct LessonHeading {
    LessonText title;
    LessonText summary;
};

/// Whether a document is a lesson by its `format`. False for one that cannot be read.
bool isLesson(std::string_view json);
bool isLessonFile(const QString &path);

/// Reads a lesson as strictly as a project. Throws FileError naming the page and the key (`pages[2].text`, counted from
/// 1) and what was expected.
Lesson readLesson(const QString &path);
/// Reads a lesson from memory; errors name `name`, `folder` is where a "file" of the lesson is looked for.
Lesson parseLesson(std::string_view json, const std::string &name, const QString &folder);

/// Reads title and summary alone, without the pages. Throws as readLesson().
LessonHeading readLessonHeading(std::string_view json, const std::string &name);

/// The lesson as JSON: the project once, and for each page what differs from it. Reading it gives the same lesson,
/// numbers bit-identical. Throws ValueError where a number is not finite.
std::string lessonJson(const Lesson &lesson);
/// Atomic: the old file stays whole until the new one is complete. Throws FileError.
void writeLesson(const QString &path, const Lesson &lesson);

} // namespace regard
