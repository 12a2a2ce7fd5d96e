#include "known_dialogs.h"

#include <array>

#include <QCoreApplication>
#include <QFileDialog>
#include <QMessageBox>

using namespace Qt::Literals::StringLiterals;

namespace regard::monkey {

namespace {

enum class Kind { File, Message, Own };

struct Known {
    const char *context; ///< of the title's translation
    const char *title;
    Kind kind;
};

constexpr std::array known{
    Known{"regard::ProjectFiles", "Unsaved changes", Kind::Message},
    Known{"regard::ProjectFiles", "Open project", Kind::File},
    Known{"regard::ProjectFiles", "Open project", Kind::Message},
    Known{"regard::ProjectFiles", "Open model folder", Kind::File},
    Known{"regard::ProjectFiles", "Open model folder", Kind::Message},
    Known{"regard::ProjectFiles", "File to learn from", Kind::File},
    Known{"regard::ProjectFiles", "Save project", Kind::File},
    Known{"regard::ProjectFiles", "Folder for the projects", Kind::File},
    Known{"regard::LessonDesk", "Open lesson", Kind::File},
    Known{"regard::LessonDesk", "Open lesson", Kind::Message},
    Known{"regard::LessonDesk", "Unsaved lesson", Kind::Message},
    Known{"regard::LessonDesk", "Save lesson", Kind::File},
    Known{"regard::LessonDesk", "Save lesson", Kind::Message},
    Known{"regard::GuideDialog", "Guide", Kind::Own},
    Known{"regard::GuideDialog", "About Regard", Kind::Message},
    Known{"regard::ExportFigureDialog", "Export figure", Kind::Own},
    Known{"regard::WalkExportDialog", "Export walk", Kind::Own},
    Known{"regard::FigureExport", "Export numbers", Kind::File},
    Known{"regard::FigureExport", "Export numbers", Kind::Message},
    Known{"regard::FigureExport", "Save the curve", Kind::File},
    Known{"regard::RecoveryDialog", "Unsaved work", Kind::Own},
    Known{"regard::ModelPanel", "Other sizes", Kind::Message},
    Known{"regard::VocabularyDialog", "Vocabulary", Kind::Own},
};

QString nameOf(const Known &each)
{
    const QString title = QString::fromLatin1(each.title);
    return each.kind == Kind::File      ? title + u" (files)"_s
           : each.kind == Kind::Message ? title + u" (message)"_s
                                        : title;
}

Kind kindOf(const QWidget *dialog)
{
    return qobject_cast<const QFileDialog *>(dialog)   ? Kind::File
           : qobject_cast<const QMessageBox *>(dialog) ? Kind::Message
                                                       : Kind::Own;
}

} // namespace

QStringList knownDialogs()
{
    QStringList names;
    for (const Known &each : known)
        names << nameOf(each);
    return names;
}

QString nameOfDialog(const QWidget *dialog)
{
    for (const Known &each : known)
        if (kindOf(dialog) == each.kind &&
            dialog->windowTitle().remove(u'&') == QCoreApplication::translate(each.context, each.title).remove(u'&'))
            return nameOf(each);
    return QString::fromLatin1(dialog->metaObject()->className());
}

} // namespace regard::monkey
